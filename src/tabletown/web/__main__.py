"""python -m tabletown.web: starts the server without the other commands of the command line."""

from __future__ import annotations

import argparse
import sys

from tabletown.core.errors import TabletownError

from .http.server import serve
from .settings import Settings


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tabletown.web", description="Serve Tabletown's pages and tables.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", default=Settings.database, help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL")
    parser.add_argument("--open", action="store_true", help="open a browser")
    chosen = parser.parse_args()
    try:
        serve(chosen.host, chosen.port, chosen.database, chosen.open, chosen.workers)
    except TabletownError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
