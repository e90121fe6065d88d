"""A lock on a SQLite file: a second server that would write the same file is told so at its start."""

from __future__ import annotations

import os
import sys
from typing import IO

from tabletown.web.settings import BadSetting

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The sole right to write a file, held by a lock file beside it; it ends with the process at the latest."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        folder = os.path.dirname(self.path)
        if not os.path.isdir(folder):
            raise BadSetting(f"The folder {folder} does not exist, so no database can be kept there.")
        try:
            self._file = open(self.path + ".lock", "w")  # noqa: SIM115 - held open for as long as the server runs
        except OSError as error:
            raise BadSetting(f"The database {self.path} can't be written: {error.strerror}.") from None
        try:
            _lock(self._file)
        except OSError:
            raise BadSetting(
                f"Another server is already using {self.path}; SQLite has one, several need PostgreSQL."
            ) from None

    def release(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
