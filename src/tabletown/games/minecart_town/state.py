"""The record of Minecart Town: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEAT, SEATS, Record, field

from .components import (
    BUILDING_TILES,
    COPIES,
    IS_BUILDING,
    MARKET_KINDS,
    MAX_BUILDINGS,
    MAX_EFFECTS,
    MAX_TILES,
    RESOURCES,
    ROUNDS,
    SHAPE_KINDS,
    SLOTS,
    SPACES,
    TILES,
    TYPES,
)

PHASES = [
    "start",
    "deal",
    "keep",
    "action",
    "pay",
    "place",
    "gain",
    "step",
    "shape",
    "pull",
    "pick",
    "set",
    "loop",
    "over",
]
"""What is waited for: all that can stand between two moves."""

(START, DEAL, KEEP, ACTION, PAY, PLACE, GAIN, STEP, SHAPING, PULL, PICK, SET, LOOP, FINISHED) = range(len(PHASES))

STEPS = ["produce", "arrive", "arrange", "pulls", "leave", "process"]
"""The steps between, which the rules take by themselves; a choice may be followed by one of them."""

PRODUCE, ARRIVE, ARRANGE, PULLS, LEAVE, PROCESS = range(len(PHASES), len(PHASES) + len(STEPS))

LIFTS = 2
"""How often each cube of a town may be lifted in a session, all added up: a limit, so that no session is endless."""

SOLO_SETUPS = ["1", "2", "3", "4", "5", "6", "custom"]
RANDOM_SETUP, CUSTOM_SETUP = 5, 6
FIRST_PLAYERS = ["random", "seat_0", "seat_1", "seat_2", "seat_3"]
PADDOCK_TIMINGS = ["processing", "production"]
AT_PROCESSING, AT_PRODUCTION = range(2)
VP_FLOORS = ["none", "zero"]
CONSTRUCTION_TRANSPORTS = ["stockpile_only", "off", "free"]
STOCKPILE_ONLY, NO_TRANSPORT, FREE_TRANSPORT = range(3)

MOST_CUBES = int(SLOTS.max())
MOST_COPIES = int(COPIES.max())
FARTHEST = MAX_TILES - 2
"""No row or column of a town is farther from the Mine than this."""

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
    field("back", "i1", values=[*PHASES, *STEPS], help="what follows the present choice; start where nothing needs it"),
    field("round", "i1", limits=(1, ROUNDS)),
    field("first", "i1", limits=SEAT, help="the seat with the first-player marker"),
    field("turn", "i1", limits=SEAT, help="the seat that acts"),
    field("steps", "i1", limits=(0, MAX_SEATS - 1), help="how many have finished the present simultaneous phase"),
    field(
        "cursor",
        "i1",
        limits=(0, MAX_EFFECTS * MAX_BUILDINGS),
        help="the next effect to carry out, counted through the buildings of the town",
    ),
    field("passed", "i1", limits=(0, 15), help="seats that have passed this round, as bits"),
    field("moved", "i1", limits=(0, 1), help="whether cubes were moved or converted, so that the player must say done"),
    field("lifts", "i2", limits=(0, LIFTS * MOST_CUBES * MAX_BUILDINGS), help="how many cubes may still be lifted"),
    field("buying", "i1", values=BUILDING_TILES, optional=True, help="the tile that is being bought"),
    field("space", "i1", limits=(0, SPACES - 1), help="the space it came from, until the market is filled again"),
    field("due", "i1", [["wood", "stone", "either"]], limits=(0, 9), help="cubes still to pay"),
    field("pieces", "i1", limits=(0, 2 * MAX_TILES - 4), help="tracks laid or upgraded in this action"),
    field("cell", "i2", limits=(-1, 4 * MAX_TILES - 1), help="the cell chosen for a track, 4 x tile + side; -1 none"),
    field("upgrading", "i1", limits=(-1, MAX_TILES - 1), help="the track chosen for an upgrade; -1 none"),
    field("shape", "i1", limits=(0, SHAPE_KINDS - 1), help="the shape chosen for it"),
    field("site", "i1", limits=(0, MAX_BUILDINGS - 1), help="the building that gains, pulls or converts"),
    field("pending", "i1", [RESOURCES], limits=(0, MOST_CUBES), help="cubes still to be gained"),
    field("free_gain", "i1", limits=(0, MOST_CUBES), help="cubes of any type still to be gained"),
    field("pulled", "i1", limits=(0, MOST_CUBES), help="cubes taken by the building that pulls"),
    field("chosen", "i1", [RESOURCES], limits=(0, MOST_CUBES), help="the set chosen for a conversion"),
    field(
        "hand",
        "i1",
        [MAX_BUILDINGS, RESOURCES],
        limits=(0, MOST_CUBES),
        help="lifted cubes, by the building that keeps a slot for them",
    ),
    field("vp", "i2", [SEATS], limits=(-99, 999)),
    field("tiles", "i1", [SEATS, MAX_TILES], values=TILES, optional=True, help="in order of placement"),
    field("rows", "i1", [SEATS, MAX_TILES], limits=(-FARTHEST, FARTHEST)),
    field("columns", "i1", [SEATS, MAX_TILES], limits=(-FARTHEST, FARTHEST)),
    field(
        "cubes",
        "i1",
        [SEATS, MAX_BUILDINGS, RESOURCES],
        limits=(0, MOST_CUBES),
        help="by building, in order of construction",
    ),
    field(
        "display",
        "i1",
        [SPACES],
        values=BUILDING_TILES,
        optional=True,
        help="the tile on top of each space of the market",
    ),
    field("stacks", "i1", [SPACES], limits=(0, MOST_COPIES), help="how many tiles lie there"),
    field(
        "bag",
        "i1",
        [BUILDING_TILES],
        limits=(0, MOST_COPIES),
        help="tiles in the bags, as a multiset: nobody knows their order",
    ),
    field("removed", "i1", [BUILDING_TILES], limits=(0, MOST_COPIES), help="tiles out of the game"),
    field("held", "i2", derived=True, help="how many cubes are in the hand"),
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
    """Work out everything that follows from the tiles and their places, and how many cubes are in the hand."""
    from .rules.town import map_networks, networks_in_use, survey

    for seat in range(s.players):
        survey(s, seat, _sound_tiles(s, seat))
    if networks_in_use(s):
        map_networks(s, s.turn)
    s.held = sum(s.hand[building, t] for building in range(MAX_BUILDINGS) for t in range(TYPES))


def _sound_tiles(s: Any, seat: int) -> int:
    """How many tiles of a town lie without a gap in their numbers, up to the buildings that there is room for."""
    buildings = 0
    for tile in range(MAX_TILES):
        kind = s.tiles[seat, tile]
        buildings += int(IS_BUILDING[kind]) if kind >= 0 else 0
        if kind < 0 or buildings > MAX_BUILDINGS:
            return tile
    return MAX_TILES
