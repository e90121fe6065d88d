"""Tabletown on the web: pages, live tables, a JSON API, and the database that keeps them."""

from __future__ import annotations

from .http.app import create_app
from .http.server import serve
from .settings import BadSetting, Limits, Settings
from .store.backup import backup, restore

__all__ = ["BadSetting", "Limits", "Settings", "backup", "create_app", "restore", "serve"]
