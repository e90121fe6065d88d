"""Tabletown on the web: pages, live tables, a JSON API, and the database that keeps them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .http.app import create_app
    from .http.server import serve
    from .settings import BadSetting, Limits, Settings
    from .store.backup import backup, restore

__all__ = ["BadSetting", "Limits", "Settings", "backup", "create_app", "restore", "serve"]

_HOMES = {
    "BadSetting": ".settings",
    "Limits": ".settings",
    "Settings": ".settings",
    "backup": ".store.backup",
    "create_app": ".http.app",
    "restore": ".store.backup",
    "serve": ".http.server",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for and no more: a process for bots would otherwise load the whole server."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)
