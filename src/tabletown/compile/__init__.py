"""One rule source for three targets: interpreted, native and CUDA."""

from pathlib import Path


def indirect_path() -> Path:
    """The source of the indirect calls, on which the code of all shared drivers depends."""
    return Path(__file__).with_name("indirect.py")
