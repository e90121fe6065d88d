"""The pages: HTML made from templates, registry and views; no page knows a game by name."""

from .routes import router

__all__ = ["router"]
