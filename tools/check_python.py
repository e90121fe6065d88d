"""Say in one sentence what the machine lacks, before anything is installed."""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        f"Tabletown needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.12 play"
    )
try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError:
    sys.exit("Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv")
