"""Luck and skill: how much of a result is who plays, how much the dice alone, and how much how they meet.

For a league of two, from three runs of which two share the dice and two share the players. The rest of a result is that
some players do well with some dice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Sample
from ..stats import mean

OTHER_DICE, OTHER_PLAYERS = "other dice", "other players"


def measure(played: Sample, other_dice: Sample, other_players: Sample) -> dict[str, Any]:
    """The parts of the variance of the first seat's result."""
    first, dice, players = (entry.shares[:, 0] for entry in (played, other_dice, other_players))
    middle = float(np.mean([first.mean(), dice.mean(), players.mean()]))
    whole = max(middle * (1 - middle), 1e-9)
    who = mean((first - middle) * (dice - middle) / whole)
    alone = mean((first - middle) * (players - middle) / whole)
    rest = mean(1 - (first - middle) * (dice + players - 2 * middle) / whole)
    return {"who_plays": who, "dice_alone": alone, "how_they_meet": rest}
