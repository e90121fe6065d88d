"""What a net sees of Mint Works: the observation of learners, and which cards lie where, as flags."""

from __future__ import annotations

from tabletown.core.observation import Feature, Observation, table_features
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .. import RULEBOOK
from ..components import PLAN_COUNT
from ..rules.sides import side_after, sides
from ..state import STATE
from ..view import OBSERVATION


@rule
def observe_cards(s, viewer, out, at):
    """A flag for each Plan and each Building of each side, from the viewer clockwise."""
    side = viewer
    for step in range(sides(s)):
        for card in range(PLAN_COUNT):
            if s.plans[side, card] > 0:
                out[at + 2 * step * PLAN_COUNT + card] = 1
            if s.buildings[side, card] > 0:
                out[at + (2 * step + 1) * PLAN_COUNT + card] = 1
        side = side_after(s, side)


FEATURES = Observation(
    STATE,
    *OBSERVATION,
    *table_features(RULEBOOK.options),
    Feature(
        "plans and buildings by card, from the viewer clockwise", 2 * MAX_SEATS * PLAN_COUNT, 1, write=observe_cards
    ),
)
