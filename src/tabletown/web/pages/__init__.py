"""The pages: HTML made from templates, registry and views; no page knows a game by name."""

from .covers import draw_all as draw_covers
from .routes import router

__all__ = ["draw_covers", "router"]
