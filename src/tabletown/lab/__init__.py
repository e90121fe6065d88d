"""Mass simulation, arena, ratings, and experiments with the values of games. Knows games through the registry only."""

from __future__ import annotations

from typing import Any

__all__ = ["Experiment", "Result", "balance", "compare", "even_out", "find", "ladder", "load", "sensitivity", "tornado"]

_WHERE = {
    "Experiment": "experiment",
    "load": "experiment",
    "Result": "result",
    "compare": "comparison",
    "find": "plan_search",
    "sensitivity": "sweeps",
    "balance": "tuning",
    "tornado": "sweeps",
    "even_out": "tuning",
    "ladder": "skill_ladder",
}


def __getattr__(name: str) -> Any:
    """The names of experiments, imported when they are first needed: a simulation needs none of them."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
