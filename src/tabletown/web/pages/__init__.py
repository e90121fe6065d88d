"""The pages: HTML made from templates, registry and views; no page knows a game by name."""

from .lost import lost, wants_page
from .routes import router

__all__ = ["lost", "router", "wants_page"]
