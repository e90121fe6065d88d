"""One SQLite file has one server: a second one that would write the same file is told so at its start."""

from __future__ import annotations

import os
from typing import IO

from .settings import BadSetting

try:
    import fcntl
except ImportError:  # pragma: no cover - other systems rely on SQLite's own locks
    fcntl = None  # type: ignore[assignment]


class Writer:
    """The right to write a file, held through a lock beside it that ends with the process."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._file: IO[str] | None = None

    def take(self) -> None:
        folder = os.path.dirname(self.path)
        if not os.path.isdir(folder):
            raise BadSetting(f"The folder {folder} does not exist, so no database can be kept there.")
        try:
            self._file = open(self.path + ".lock", "w")  # noqa: SIM115 - held open for as long as the server runs
        except OSError as error:
            raise BadSetting(f"The database {self.path} can't be written: {error.strerror}.") from None
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadSetting(
                    f"Another server is already using {self.path}; SQLite has one, several need PostgreSQL."
                ) from None

    def give_back(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
