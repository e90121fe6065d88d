"""python -m tabletown.web: the same as `tabletown serve --no-browser`."""

from __future__ import annotations

import sys

from tabletown.cli import main

if __name__ == "__main__":
    sys.exit(main(["serve", "--no-browser", *sys.argv[1:]]))
