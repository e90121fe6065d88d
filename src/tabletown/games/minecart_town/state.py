"""The record of Minecart Town: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import SEATS, Record, field

from .components import (
    ACCEPTS,
    BUILDING_TILES,
    COPIES,
    FIRST_SHAPE,
    FOREST,
    MARKET_KINDS,
    MAX_BUILDINGS,
    MAX_TILES,
    MINE,
    NAMES,
    RESOURCES,
    SLOTS,
    SPACES,
    TILES,
    TYPES,
)

# What is waited for, and the steps between that the rules take by themselves.
PHASES = [
    "start",
    "deal",
    "produce",
    "keep",
    "action",
    "pay",
    "place",
    "arrive",
    "gain",
    "step",
    "shape",
    "arrange",
    "pulls",
    "pull",
    "pick",
    "drop",
    "leave",
    "process",
    "set",
    "loop",
    "over",
]
(
    START,
    DEAL,
    PRODUCE,
    KEEP,
    ACTION,
    PAY,
    PLACE,
    ARRIVE,
    GAIN,
    STEP,
    SHAPING,
    ARRANGE,
    PULLS,
    PULL,
    PICK,
    DROP,
    LEAVE,
    PROCESS,
    SET,
    LOOP,
    FINISHED,
) = range(len(PHASES))

SOLO_SETUPS = ["1", "2", "3", "4", "5", "6", "custom"]
RANDOM_SETUP, CUSTOM_SETUP = 5, 6
FIRST_PLAYERS = ["random", "seat_0", "seat_1", "seat_2", "seat_3"]
PADDOCK_TIMINGS = ["processing", "production"]
AT_PROCESSING, AT_PRODUCTION = range(2)
VP_FLOORS = ["none", "zero"]
CONSTRUCTION_TRANSPORTS = ["stockpile_only", "off", "free"]
STOCKPILE_ONLY, NO_TRANSPORT, FREE_TRANSPORT = range(3)

STATE = Record(
    field("players", "i1"),
    field("expert", "i1", help="option: the seats that play the expert variant, as bits"),
    field("first_game", "i1"),
    field("solo_setup", "i1"),
    field("solo_a", "i8"),
    field("solo_c", "i8"),
    field("first_player", "i1"),
    field("paddock_timing", "i1"),
    field("junction_lines_meet", "i1"),
    field("round4_forced", "i1"),
    field("vp_floor", "i1"),
    field("construction_transport", "i1"),
    field("auto_forced", "i1"),
    field("phase", "i1", values=PHASES),
    field("back", "i1", values=PHASES, help="the phase that follows the present choice"),
    field("round", "i1"),
    field("first", "i1", help="the seat with the first-player marker"),
    field("turn", "i1", help="the seat that acts"),
    field("steps", "i1", help="how many players have finished the present simultaneous phase"),
    field("cursor", "i1", help="the next effect to carry out, counted through the buildings of the town"),
    field("passed", "i1", help="seats that have passed this round, as bits"),
    field("moved", "i1", help="whether a transport session was used since the last action or conversion"),
    field("buying", "i1", values=BUILDING_TILES, help="the tile that is being bought"),
    field("space", "i1", help="the space it came from"),
    field("due", "i1", [["wood", "stone", "either"]], help="cubes still to pay"),
    field("pieces", "i1", help="tracks laid or upgraded in this action"),
    field("cell", "i2", help="the cell chosen for a track, 4 x tile + side; -1 none"),
    field("upgrading", "i1", help="the track chosen for an upgrade; -1 none"),
    field("shape", "i1", help="the shape chosen for it"),
    field("site", "i1", help="the building that gains, pulls or converts"),
    field("pending", "i1", [RESOURCES], help="cubes still to be gained"),
    field("free_gain", "i1", help="cubes of any type still to be gained"),
    field("last", "i2", help="the last cube or type named: names come in ascending order"),
    field("pulled", "i1", help="cubes taken by the building that pulls"),
    field("chosen", "i1", [RESOURCES], help="the set chosen for a conversion"),
    field("hand", "i1", [MAX_BUILDINGS, RESOURCES], help="lifted cubes, by the building that keeps a slot for them"),
    field("vp", "i2", [SEATS]),
    field("tiles", "i1", [SEATS, MAX_TILES], values=TILES, help="in order of placement"),
    field("rows", "i1", [SEATS, MAX_TILES]),
    field("columns", "i1", [SEATS, MAX_TILES]),
    field("cubes", "i1", [SEATS, MAX_BUILDINGS, RESOURCES], help="by building, in order of construction"),
    field("display", "i1", [SPACES], values=BUILDING_TILES, help="the tile on top of each space of the market"),
    field("stacks", "i1", [SPACES], help="how many tiles lie there"),
    field("bag", "i1", [BUILDING_TILES], help="tiles in the bags, as a multiset: nobody knows their order"),
    field("removed", "i1", [BUILDING_TILES], help="tiles out of the game"),
    field("tile_count", "i1", [SEATS], derived=True),
    field("building_count", "i1", [SEATS], derived=True),
    field("tile_of", "i1", [SEATS, MAX_BUILDINGS], derived=True, help="the tile of each building"),
    field("building_of", "i1", [SEATS, MAX_TILES], derived=True, help="the building on each tile; -1 for rail"),
    field(
        "beside", "i2", [SEATS, MAX_TILES, 4], derived=True, help="the tile on each side; -1 - name for an empty cell"
    ),
    field(
        "incoming",
        "u2",
        [SEATS, MAX_TILES],
        derived=True,
        help="rail ends into the empty cells that a tile names, 4 bits a side",
    ),
    field(
        "network",
        "i1",
        [RESOURCES, MAX_BUILDINGS],
        derived=True,
        help="the network of each building, by its lowest building",
    ),
    field(
        "homes",
        "i8",
        [RESOURCES, MAX_BUILDINGS],
        derived=True,
        help="buildings of a network that accept the type, as bits",
    ),
    field("mapped", "i1", derived=True, help="whether the networks of the player in turn are worked out"),
    field("group", "i1", [2 * MAX_TILES], derived=True, help="scratch: which lines are joined"),
    field("mark", "i1", [2 * MAX_TILES], derived=True, help="scratch: marks on lines or buildings"),
)


def town_tiles(s: Any, seat: int) -> list[int]:
    """The tiles of a town in order of placement, as numbers."""
    return [tile for tile in (s.tiles[seat, n] for n in range(MAX_TILES)) if tile >= 0]


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: the number of building tiles of each kind. MT-84"""
    counts = [s.bag[kind] + s.removed[kind] for kind in range(MARKET_KINDS)]
    for space in range(SPACES):
        if s.display[space] >= 0:
            counts[s.display[space]] += s.stacks[space]
    for seat in range(s.players):
        for kind in town_tiles(s, seat):
            if kind < MARKET_KINDS:
                counts[kind] += 1
    if s.buying >= 0:
        counts[s.buying] += 1
    return dict(zip(BUILDING_TILES, counts, strict=True))


def derive(s: Any) -> None:
    """Work out everything that follows from the tiles and their places."""
    from .rules.town import map_networks, networks_in_use, survey

    for seat in range(s.players):
        survey(s, seat, len(town_tiles(s, seat)))
    if networks_in_use(s) and 0 <= s.turn < s.players:
        map_networks(s, s.turn)


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    for kind, (name, count) in enumerate(conserved(s).items()):
        if count != int(COPIES[kind]):
            return f"There are {int(COPIES[kind])} tiles {NAMES[name]} in this game, not {count}."
    if not 0 <= s.turn < s.players or not 0 <= s.first < s.players:
        return f"The seats in turn and first are 0 to {s.players - 1}."
    if not 1 <= s.round <= 4:
        return "The round is 1 to 4."
    if min([*s.bag, *s.removed, *s.stacks, *s.due, *s.pending]) < 0:
        return "No number of tiles or cubes can be below 0."
    for seat in range(s.players):
        problem = _impossible_town(s, seat) or _impossible_cubes(s, seat)
        if problem:
            return problem
    return None


def _impossible_town(s: Any, seat: int) -> str | None:
    kinds = town_tiles(s, seat)
    places = [(s.rows[seat, n], s.columns[seat, n]) for n in range(len(kinds))]
    if kinds[:2] != [MINE, FOREST] or places[:2] != [(0, 0), (0, 1)]:
        return f"The town of seat {seat} begins with the Mine at (0, 0) and the Forest at (0, 1)."
    for n in range(2, len(kinds)):
        row, column = places[n]
        if places[n] in places[:n]:
            return f"Two tiles of seat {seat} lie in the cell {places[n]}."
        if not {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & set(places[:n]):
            return f"The tile in the cell {places[n]} of seat {seat} touches no earlier tile."
    if sum(kind < FIRST_SHAPE for kind in kinds) > MAX_BUILDINGS:
        return f"A town has room for {MAX_BUILDINGS} buildings."
    return None


def _impossible_cubes(s: Any, seat: int) -> str | None:
    for building in range(MAX_BUILDINGS):
        cubes = [s.cubes[seat, building, t] for t in range(TYPES)]
        if building >= s.building_count[seat]:
            if any(cubes):
                return f"Seat {seat} has no building {building} to hold cubes."
            continue
        kind = s.tiles[seat, s.tile_of[seat, building]]
        held = sum(s.hand[building, t] for t in range(TYPES)) if seat == s.turn else 0
        if min(cubes) < 0 or sum(cubes) + held > SLOTS[kind]:
            return f"The {NAMES[TILES[kind]]} of seat {seat} has {int(SLOTS[kind])} slots."
        if any(cubes[t] and not ACCEPTS[kind, t] for t in range(TYPES)):
            return f"The {NAMES[TILES[kind]]} of seat {seat} can't hold those cubes."
    return None
