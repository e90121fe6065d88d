"""Runs in words: what a cart finds on its way and where it ends, before a tile is laid and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.grammar import count

from ..components import CARTS
from .names import whose_cart

Run = Mapping[str, Any]


def runner(run: Run, names: Sequence[str]) -> str:
    return whose_cart(CARTS * run["seat"] + run["cart"], names)


def ending(run: Run, names: Sequence[str]) -> str:
    if run["end"] == "open":
        return "stops safely"
    if run["end"] == "exit":
        return "leaves the mine"
    seat, cart = run["met"]
    return f"crashes into {whose_cart(CARTS * seat + cart, names)}"


def found(run: Run) -> str:
    """How far a cart goes, and what it digs on its way."""
    pickaxes = count(run["pickaxes"], "pickaxe") if run["pickaxes"] else "no pickaxe"
    return f"{count(len(run['passes']), 'section')}, {pickaxes}"
