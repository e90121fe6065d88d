"""What a drawing says besides its picture: tips, live regions, and the accessible names of its elements as data.

A stand-alone document speaks for itself, by titles and live regions. A page has tips and one live region of its own, so
drawings for pages carry their tips and names as attributes and are silent otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import lru_cache, partial, wraps
from typing import ParamSpec

_P = ParamSpec("_P")
_collected: ContextVar[list[str] | None] = ContextVar("collected", default=None)


_for_page: ContextVar[bool] = ContextVar("for_page", default=False)


def for_page() -> bool:
    """Whether the drawing under way is for a page, not for a document that stands alone."""
    return _for_page.get()


def record_labels(labels: Iterable[str]) -> None:
    """Add to the labels of the drawing under way, if anybody collects them."""
    collected = _collected.get()
    if collected is not None:
        collected.extend(labels)


def draw_with_labels(draw: Callable[[], str], page: bool) -> tuple[str, tuple[str, ...]]:
    """A drawing for a page or a document, and the labels of the elements in it."""
    labels: list[str] = []
    tokens = _collected.set(labels), _for_page.set(page)
    try:
        return draw(), tuple(labels)
    finally:
        _collected.reset(tokens[0])
        _for_page.reset(tokens[1])


def cached_drawing(size: int) -> Callable[[Callable[_P, str]], Callable[_P, str]]:
    """Like `lru_cache`, for functions that draw: what is drawn again from the cache has its labels too."""

    def decorate(draw: Callable[_P, str]) -> Callable[_P, str]:
        @lru_cache(maxsize=size)
        def kept(page: bool, *args: _P.args, **kwargs: _P.kwargs) -> tuple[str, tuple[str, ...]]:
            return draw_with_labels(partial(draw, *args, **kwargs), page)

        @wraps(draw)
        def cached(*args: _P.args, **kwargs: _P.kwargs) -> str:
            text, labels = kept(for_page(), *args, **kwargs)  # type: ignore[arg-type]
            record_labels(labels)
            return text

        return cached

    return decorate
