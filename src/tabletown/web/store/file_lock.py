"""A lock on a SQLite file: a second server that would write the same file is told so at its start."""

from __future__ import annotations

import os

import filelock

from tabletown.web.settings import BadSetting


class FileLock:
    """The sole right to write a file, held by a lock file beside it; it ends with the process at the latest."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._lock = filelock.FileLock(f"{self.path}.lock", timeout=0, mode=0o600)

    def acquire(self) -> None:
        folder = os.path.dirname(self.path)
        if not os.path.isdir(folder):
            raise BadSetting(f"The folder {folder} does not exist, so no database can be kept there.")
        try:
            os.close(os.open(self._lock.lock_file, os.O_CREAT | os.O_RDWR, 0o600))
            self._lock.acquire()
        except filelock.Timeout:
            raise BadSetting(
                f"Another server is already using {self.path}; SQLite has one, several need PostgreSQL."
            ) from None
        except OSError as error:
            raise BadSetting(f"The database {self.path} can't be written: {error.strerror}.") from None

    def release(self) -> None:
        self._lock.release()
