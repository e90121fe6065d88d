"""Tabletown on the web: pages, live tables, a JSON API, and the log they are kept in."""

from __future__ import annotations

from .app import create_app
from .backup import backup, restore
from .server import serve
from .settings import BadSetting, Limits, Settings

__all__ = ["BadSetting", "Limits", "Settings", "backup", "create_app", "restore", "serve"]
