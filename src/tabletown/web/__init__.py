"""Tabletown on the web: pages, live tables, a JSON API, and the log they are kept in."""

from __future__ import annotations

from .app import create_app
from .server import serve
from .settings import BadSetting, Limits, Settings

__all__ = ["BadSetting", "Limits", "Settings", "create_app", "serve"]
