"""What a seat may see of Minecart Town: everything but the order of the bags, which no position holds."""
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import Any

from tabletown.core.observation import Feature
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .components import MARKET_KINDS, MAX_BUILDINGS, MAX_TILES, SPACES, TYPES
from .describe import describe as describe_position
from .state import PHASES

PHASE_KINDS = len(PHASES)
TOWN = 2 + 3 * MAX_TILES + TYPES * MAX_BUILDINGS

OBSERVATION = (
    Feature("phase", PHASE_KINDS, 1),
    Feature("round", 1, 4),
    Feature("cubes due: wood, stone, either", 3, 9),
    Feature("cubes to gain, by type", TYPES, 15),
    Feature("cubes of any type to gain", 1, 15),
    Feature("the set chosen for a conversion, by type", TYPES, 15),
    Feature("building that gains, pulls or converts", 1, MAX_BUILDINGS, -1),
    Feature("cell chosen, 4 x tile + side", 1, 4 * MAX_TILES, -1),
    Feature("track being upgraded", 1, MAX_TILES, -1),
    Feature("tile being bought", 1, MARKET_KINDS, -1),
    Feature("display: tile by space, -1 empty", SPACES, MARKET_KINDS, -1),
    Feature("display: tiles by space", SPACES, 15),
    Feature("bags", MARKET_KINDS, 15),
    Feature("hand, by building and type", TYPES * MAX_BUILDINGS, 15),
    Feature("whose turn, from the viewer clockwise", MAX_SEATS, 1),
    Feature("first player, from the viewer clockwise", MAX_SEATS, 1),
    Feature("passed, from the viewer clockwise", MAX_SEATS, 1),
    Feature(
        "towns, from the viewer clockwise: VP, number of tiles, tiles, rows, columns, cubes by building and type",
        MAX_SEATS * TOWN,
        32767,
        -32768,
    ),
)


@rule
def redact(s, viewer):
    """Towns, cubes, scores, the market and what is left in the bags are open. MT-10"""


@rule
def guess(s, viewer, seed):
    """There is nothing to guess. MT-10"""


@rule
def observe(s, viewer, out):
    """Write the observation vector; seats are counted from the viewer clockwise."""
    out[s.phase] = 1
    at = observe_turn(s, out, PHASE_KINDS)
    at = observe_market(s, out, at)
    for building in range(MAX_BUILDINGS):
        for resource in range(TYPES):
            out[at + TYPES * building + resource] = s.hand[building, resource]
    at += TYPES * MAX_BUILDINGS
    out[at + (s.turn - viewer + s.players) % s.players] = 1
    out[at + MAX_SEATS + (s.first - viewer + s.players) % s.players] = 1
    at += 2 * MAX_SEATS
    for step in range(s.players):
        seat = (viewer + step) % s.players
        out[at + step] = s.passed >> seat & 1
        observe_town(s, seat, out, at + MAX_SEATS + step * TOWN)


@rule
def observe_turn(s, out, at):
    out[at] = s.round
    at += 1
    for part in range(3):
        out[at + part] = s.due[part]
    at += 3
    for resource in range(TYPES):
        out[at + resource] = s.pending[resource]
        out[at + TYPES + 1 + resource] = s.chosen[resource]
    out[at + TYPES] = s.free_gain
    at += 2 * TYPES + 1
    out[at] = s.site
    out[at + 1] = s.cell
    out[at + 2] = s.upgrading
    out[at + 3] = s.buying
    return at + 4


@rule
def observe_market(s, out, at):
    for space in range(SPACES):
        out[at + space] = s.display[space]
        out[at + SPACES + space] = s.stacks[space]
    at += 2 * SPACES
    for kind in range(MARKET_KINDS):
        out[at + kind] = s.bag[kind]
    return at + MARKET_KINDS


@rule
def observe_town(s, seat, out, at):
    """VP and number of tiles; then each tile (1 + its kind, 0 for none), its place, and the cubes."""
    out[at] = s.vp[seat]
    out[at + 1] = s.tile_count[seat]
    at += 2
    for tile in range(s.tile_count[seat]):
        out[at + tile] = 1 + s.tiles[seat, tile]
        out[at + MAX_TILES + tile] = s.rows[seat, tile]
        out[at + 2 * MAX_TILES + tile] = s.columns[seat, tile]
    at += 3 * MAX_TILES
    for building in range(s.building_count[seat]):
        for resource in range(TYPES):
            out[at + TYPES * building + resource] = s.cubes[seat, building, resource]


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, JSON-ready."""
    return describe_position(s, viewer)
