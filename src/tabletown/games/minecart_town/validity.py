"""Which positions can come up: everything that a position from outside is held to, in the game's own words.

Each check is a generator of sentences; the first one refuses the position. Later checks rely on earlier ones: the town
of the player in turn is sound before the choice under way is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletown.core.rule import interpreted_loader

from .components import (
    A_TILES,
    AB_SPACES,
    ACCEPTS,
    ADVANCED,
    B_TILES,
    C_SPACES,
    C_TILES,
    CONVERT,
    CONVERT_ANY,
    COPIES,
    COUNT,
    FIRST_C_SPACE,
    FIRST_SHAPE,
    FIRST_TEE,
    FOREST,
    GAIN_ANY,
    GAIN_CUBES,
    GAIN_DEPICTED,
    GIVEN,
    IMMEDIATE,
    IS_BUILDING,
    LETTER,
    MAX_BUILDINGS,
    MAX_EFFECTS,
    MAX_TILES,
    MINE,
    NAMES,
    OP,
    PRODUCTION,
    ROUNDS,
    SAME_TYPE,
    SLOTS,
    SPACES,
    STONE,
    STONE_COST,
    SWAP_AFTER,
    TILES,
    TYPES,
    WOOD,
    WOOD_COST,
)
from .rules import flow
from .rules.construction import EITHER, nothing_due, shape_fits, shape_price
from .rules.effects import NO_CONVERSION, can_convert, conversion_of, largest_set, timing_of, types_on
from .rules.market import space_to_fill
from .rules.town import (
    building_cubes,
    can_upgrade,
    cubes_left,
    cubes_on,
    free_slots,
    homes_of,
    in_town,
    is_cell,
    kind_of,
)
from .rules.transport import pull_limit
from .state import (
    ACTION,
    ARRIVE,
    DEAL,
    FINISHED,
    FREE_TRANSPORT,
    GAIN,
    KEEP,
    LEAVE,
    LIFTS,
    LOOP,
    PAY,
    PICK,
    PLACE,
    PROCESS,
    PRODUCE,
    PULL,
    PULLS,
    SET,
    SHAPING,
    START,
    STEP,
    STOCKPILE_ONLY,
    conserved,
    town_tiles,
)

carry_on = interpreted_loader({}).load(flow.carry_on)

FOLLOWS = {
    DEAL: (PRODUCE, ACTION),
    KEEP: (PRODUCE, ARRIVE, PROCESS, LOOP),
    GAIN: (ARRIVE,),
    SET: (PROCESS, LOOP),
    PICK: (ACTION, LOOP, PULLS, LEAVE),
}
"""What may follow a choice that does not itself say what comes next."""

CONSTRUCTION = {
    *((phase, START) for phase in (ACTION, PAY, PLACE, STEP, SHAPING)),
    *((DEAL, ACTION), (KEEP, ARRIVE), (GAIN, ARRIVE), (PICK, ACTION)),
}
"""The choices of the Construction phase, each with what follows it."""


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    return next(_problems(s), None)


def _problems(s: Any) -> Iterator[str]:
    for seat in range(s.players):
        yield from _town(s, seat)
    yield from _tiles(s)
    for seat in range(s.players):
        yield from _cubes(s, seat)
    yield from _market(s)
    yield from _turn(s)
    yield from _choice(s)
    if s.phase != FINISHED and carry_on(s.copy()):
        yield "There is nothing to choose here: the rules go on by themselves."


# ------------------------------------------------------------------ towns


def _town(s: Any, seat: int) -> Iterator[str]:
    kinds = town_tiles(s, seat)
    count = len(kinds)
    if any(s.tiles[seat, n] < 0 for n in range(count)):
        yield f"The tiles of seat {seat} are numbered without gaps."
    places = [(s.rows[seat, n], s.columns[seat, n]) for n in range(MAX_TILES)]
    if any(place != (0, 0) for place in places[count:]):
        yield f"Seat {seat} has only {count} tiles, so there are no other places."
    if kinds[:2] != [MINE, FOREST] or places[:2] != [(0, 0), (0, 1)] or {MINE, FOREST} & set(kinds[2:]):
        yield f"The town of seat {seat} begins with its only Mine at (0, 0) and its only Forest at (0, 1)."
    for n in range(2, count):
        row, column = places[n]
        if places[n] in places[:n]:
            yield f"Two tiles of seat {seat} lie in the cell {places[n]}."
        if not {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & set(places[:n]):
            yield f"The tile in the cell {places[n]} of seat {seat} touches no earlier tile."
    if sum(int(IS_BUILDING[kind]) for kind in kinds) > MAX_BUILDINGS:
        yield f"A town has room for {MAX_BUILDINGS} buildings."


def _cubes(s: Any, seat: int) -> Iterator[str]:
    for building in range(MAX_BUILDINGS):
        lying = [s.cubes[seat, building, t] for t in range(TYPES)]
        kept = [s.hand[building, t] if seat == s.turn else 0 for t in range(TYPES)]
        if building >= s.building_count[seat]:
            if any(lying) or any(kept):
                yield f"Seat {seat} has no building {building} to hold cubes."
            continue
        kind = kind_of(s, seat, building)
        name = NAMES[TILES[kind]]
        if sum(lying) + sum(kept) > SLOTS[kind]:
            yield f"The {name} of seat {seat} has {int(SLOTS[kind])} slots."
        if any((lying[t] or kept[t]) and not ACCEPTS[kind, t] for t in range(TYPES)):
            yield f"The {name} of seat {seat} can't hold those cubes."


# ------------------------------------------------------------------ tiles and market


def _tiles(s: Any) -> Iterator[str]:
    for kind, (name, count) in enumerate(conserved(s).items()):
        if count != int(COPIES[kind]):
            yield f"There are {int(COPIES[kind])} tiles {NAMES[name]} in this game, not {count}."
        left_out = int(COPIES[kind]) if s.first_game and ADVANCED[kind] else 0
        if s.players > 1 and s.removed[kind] != left_out:
            yield f"{left_out} tiles {NAMES[name]} are out of this game, not {s.removed[kind]}."


def _market(s: Any) -> Iterator[str]:
    shown = [kind for kind in s.display if kind >= 0]
    if len(set(shown)) < len(shown):
        yield "Equal tiles of the market lie on one space."
    left = A_TILES if s.round <= SWAP_AFTER else B_TILES
    for space in range(SPACES):
        kind = s.display[space]
        if (kind >= 0) != (s.stacks[space] > 0):
            yield f"Space {space} of the market has a tile on display exactly if tiles lie there."
        if kind >= 0 and not _is_open(s, space):
            yield f"Space {space} of the market is not used by {s.players} players."
        if kind >= 0 and LETTER[kind] != (left if space < FIRST_C_SPACE else C_TILES):
            yield f"The {NAMES[TILES[kind]]} does not lie on space {space} of the market in round {s.round}."
    yield from _unfilled(s)


def _is_open(s: Any, space: int) -> bool:
    return bool(space < AB_SPACES[s.players] or FIRST_C_SPACE <= space < FIRST_C_SPACE + C_SPACES)


def _unfilled(s: Any) -> Iterator[str]:
    """A space whose bag has tiles is empty only before the market is filled, or because its tile is being bought."""
    if s.phase in (START, DEAL):
        return
    trial = s.copy()
    if _is_bought(s) and trial.display[s.space] < 0:
        trial.display[s.space] = 0  # any tile will do to see whether another space is empty
    if space_to_fill(trial) >= 0:
        yield "A space of the market is empty although its bag has tiles."


def _is_bought(s: Any) -> bool:
    """Whether the market has lost a tile and has not been filled again."""
    return bool(s.buying >= 0 or (s.phase in (KEEP, GAIN) and s.back == ARRIVE))


# ------------------------------------------------------------------ whose turn


def _turn(s: Any) -> Iterator[str]:
    now = (s.phase, s.back)
    if s.back not in FOLLOWS.get(s.phase, (START,)):
        yield "That can't follow the present choice."
    building = now in CONSTRUCTION
    alone = building or s.phase in (START, DEAL, FINISHED)
    if s.steps >= s.players or (alone and s.steps):
        yield f"{s.steps} players can't have finished the present phase."
    if not building and s.turn != (s.first + s.steps) % s.players:
        yield "It is the turn of another seat."
    everybody = (1 << s.players) - 1
    if s.passed > everybody or (not building and s.passed):
        yield "Only players who build can have passed."
    if building and s.passed >> s.turn & 1:
        yield "The player in turn has passed."
    if s.phase == START and not _is_beginning(s):
        yield "Before the first player is drawn nothing has happened."
    if s.phase == FINISHED and s.round < ROUNDS:
        yield f"The game ends after round {ROUNDS}."
    for seat in range(s.players):
        if s.vp_floor and s.vp[seat] < 0 and not (seat == s.turn and now == (KEEP, PRODUCE)):
            yield f"The score of seat {seat} can't be below 0 by the options."


def _is_beginning(s: Any) -> bool:
    """Whether the game waits for the lot that names the first player."""
    towns = all(len(town_tiles(s, seat)) == 2 and s.vp[seat] == 0 for seat in range(s.players))
    cubes = any(s.cubes[seat, b, t] for seat in range(s.players) for b in range(2) for t in range(TYPES))
    fresh = s.round == 1 and s.first == 0 and not any(s.stacks)
    return s.players > 1 and s.first_player == 0 and towns and not cubes and fresh


# ------------------------------------------------------------------ the choice under way


def _choice(s: Any) -> Iterator[str]:
    """What a choice needs is there, and nothing that it can't have."""
    yield from _blank(s)
    if s.phase in (PAY, PLACE, STEP, SHAPING):
        yield from _building(s)
    elif s.phase == PICK:
        yield from _session(s)
    elif s.phase == PULL:
        yield from _pull(s)
    elif s.phase in (KEEP, GAIN):
        yield from _gain(s)
    elif s.phase == SET:
        yield from _set(s)
    if (s.phase == LOOP or s.back == LOOP) and s.round < ROUNDS:
        yield f"Transport and processing are mixed in round {ROUNDS} only."
    if s.back == LEAVE and s.round == ROUNDS:
        yield f"In round {ROUNDS} transport is mixed with processing."
    if s.back == PROCESS and s.round == ROUNDS and not s.round4_forced:
        yield f"In round {ROUNDS} nothing is processed by itself."


def _blank(s: Any) -> Iterator[str]:
    """What only some choices have: in all others it is blank."""
    phase = s.phase
    tracks = phase in (STEP, SHAPING) or (phase == PAY and s.buying < 0)
    lifting = (
        phase in (PICK, LOOP) or s.back == LOOP or (phase == ACTION and s.construction_transport == FREE_TRANSPORT)
    )
    counted = phase == PULL or (phase in (KEEP, GAIN, SET) and s.back in (PRODUCE, ARRIVE, PROCESS))
    for field, has, is_blank in (
        ("buying", phase in (PAY, PLACE), s.buying < 0),
        ("space", _is_bought(s), s.space == 0),
        ("due", phase == PAY, nothing_due(s)),
        ("pieces", tracks, s.pieces == 0),
        ("cell", tracks and phase != STEP, s.cell < 0),
        ("upgrading", tracks and phase != STEP, s.upgrading < 0),
        ("shape", phase == PAY and s.buying < 0, s.shape == 0),
        ("site", phase in (KEEP, GAIN, SET, PULL), s.site == 0),
        ("cursor", counted, s.cursor == 0),
        ("pending", phase == KEEP, not any(s.pending)),
        ("free_gain", phase == GAIN, s.free_gain == 0),
        ("pulled", phase == PULL, s.pulled == 0),
        ("chosen", phase == SET, not any(s.chosen)),
        ("hand", phase == PICK, s.held == 0),
        ("lifts", lifting, s.lifts == 0),
        ("moved", lifting, s.moved == 0),
    ):
        if not has and not is_blank:
            yield f"The present choice has nothing to do with {field}."


def _building(s: Any) -> Iterator[str]:
    """Buying a tile, or laying and upgrading tracks."""
    if s.buying >= 0:
        yield from _bought(s, s.buying)
        if s.building_count[s.turn] >= MAX_BUILDINGS or s.tile_count[s.turn] >= MAX_TILES:
            yield "The town has no room for another building."
        prices = (int(WOOD_COST[s.buying]), int(STONE_COST[s.buying]), 0)
        if any(due > price for due, price in zip(s.due, prices, strict=True)):
            yield f"That is more than the {NAMES[TILES[s.buying]]} costs."
        if any(s.due[t] > in_town(s, s.turn, t) for t in (WOOD, STONE)):
            yield "The town can't pay what is due."
        return
    if s.phase == PLACE:
        yield "There is no tile to place."
    kinds = town_tiles(s, s.turn)
    if s.pieces > sum((kind >= FIRST_SHAPE) + (kind >= FIRST_TEE) for kind in kinds):
        yield f"The town shows no {s.pieces} tracks that could have been laid in this action."
    if s.phase in (SHAPING, PAY):
        yield from _planned(s)


def _bought(s: Any, kind: int) -> Iterator[str]:
    """The tile has left its space, where tiles like it may still lie."""
    left = A_TILES if s.round <= SWAP_AFTER else B_TILES
    if not _is_open(s, s.space) or LETTER[kind] != (left if s.space < FIRST_C_SPACE else C_TILES):
        yield f"The {NAMES[TILES[kind]]} can't have come from space {s.space}."
    if s.display[s.space] not in (-1, kind) or any(s.display[n] == kind for n in range(SPACES) if n != s.space):
        yield f"The market shows that no {NAMES[TILES[kind]]} was taken from space {s.space}."


def _planned(s: Any) -> Iterator[str]:
    """A track is planned in one cell or is an upgrade, and can be paid for."""
    count = s.tile_count[s.turn]
    if (s.cell < 0) == (s.upgrading < 0):
        yield "A track goes into a cell or is upgraded."
        return
    if s.cell >= 0 and (s.cell >= 4 * count or not is_cell(s, s.turn, s.cell) or count >= MAX_TILES):
        yield f"There is no empty cell {s.cell} beside the town."
        return
    if s.upgrading >= 0 and (s.upgrading >= count or not can_upgrade(s, s.turn, s.upgrading)):
        yield f"Tile {s.upgrading} can't be upgraded."
        return
    if s.phase == PAY:
        if not shape_fits(s, s.shape):
            yield "The track does not fit there."
        if s.due[WOOD] or s.due[STONE] or s.due[EITHER] > shape_price(s, s.shape):
            yield "That is more than the track costs."
        if s.due[EITHER] > building_cubes(s, s.turn):
            yield "The town can't pay what is due."


def _session(s: Any) -> Iterator[str]:
    if s.back == ACTION and s.construction_transport != FREE_TRANSPORT:
        yield "Cubes are not moved during construction by the options."
    if s.back == PULLS and (s.construction_transport != STOCKPILE_ONLY or not _stockpiles(s)):
        yield "There is no Stockpile to be cleared before it acts."
    for building in range(s.building_count[s.turn]):
        for t in range(TYPES):
            if s.hand[building, t] and not homes_of(s, building, t) & ~(1 << building):
                yield "A cube that has no other home can't have been lifted."
    if s.held and not s.moved:
        yield "Somebody who holds cubes has moved some."
    if s.back != LOOP and s.lifts + s.held > LIFTS * (s.held + cubes_left(s, s.turn)):
        yield "That many cubes can't be lifted in this session."
    if s.back in (ACTION, LOOP) and not s.held:
        yield "A session goes on only as long as there are cubes in the hand."


def _stockpiles(s: Any) -> bool:
    return any(pull_limit(kind_of(s, s.turn, b)) > 0 for b in range(s.building_count[s.turn]))


def _pull(s: Any) -> Iterator[str]:
    if s.site >= s.building_count[s.turn] or pull_limit(kind_of(s, s.turn, s.site)) == 0:
        yield "Only a Stockpile takes cubes at the start of transport."
    elif s.pulled > min(int(pull_limit(kind_of(s, s.turn, s.site))), cubes_on(s, s.turn, s.site)):
        yield f"The Stockpile can't have taken {s.pulled} cubes."
    if s.cursor != s.site + 1:
        yield "The Stockpiles act in the order of construction."


def _gain(s: Any) -> Iterator[str]:
    """Cubes that a building gains: its owner names their types, or chooses which are kept."""
    if s.site >= s.building_count[s.turn]:
        yield f"The player in turn has no building {s.site}."
        return
    kind = kind_of(s, s.turn, s.site)
    effect = _effect_under_way(s, kind)
    if effect < 0:
        yield f"The {NAMES[TILES[kind]]} gives nothing now."
        return
    if s.back == ARRIVE:
        if s.building_of[s.turn, s.tile_count[s.turn] - 1] != s.site:
            yield f"The {NAMES[TILES[kind]]} was not built last."
        yield from _bought(s, kind)
    if s.phase == GAIN:
        whole = min(int(COUNT[kind, effect]), int(SLOTS[kind]))
        if not 0 < s.free_gain <= min(whole, free_slots(s, s.turn, s.site)):
            yield f"The {NAMES[TILES[kind]]} gives no {s.free_gain} cubes."
        if SAME_TYPE[kind, effect] and s.free_gain != whole:
            yield f"All cubes of the {NAMES[TILES[kind]]} are gained at once."
    else:
        yield from _kept(s, kind, effect)


def _effect_under_way(s: Any, kind: int) -> int:
    """The effect of the building that gives cubes now, or -1 if there is none."""
    if s.back in (PROCESS, LOOP):
        effect = int(conversion_of(kind))
        counted = s.cursor == (MAX_EFFECTS * s.site + effect if s.back == PROCESS else 0)
        return effect if effect != NO_CONVERSION and OP[kind, effect] == CONVERT and counted else -1
    effect = s.cursor - 1 - (MAX_EFFECTS * s.site if s.back == PRODUCE else 0)
    timing = PRODUCTION if s.back == PRODUCE else IMMEDIATE
    if not 0 <= effect < MAX_EFFECTS or timing_of(s, kind, effect) != timing:
        return -1
    gives = (GAIN_ANY,) if s.phase == GAIN else (GAIN_CUBES, GAIN_DEPICTED)
    return effect if OP[kind, effect] in gives else -1


def _kept(s: Any, kind: int, effect: int) -> Iterator[str]:
    most = [
        int(COUNT[kind, effect] if OP[kind, effect] == GAIN_DEPICTED else GIVEN[kind, effect, t]) for t in range(TYPES)
    ]
    if any(s.pending[t] > most[t] for t in range(TYPES)):
        yield f"The {NAMES[TILES[kind]]} does not give that many cubes."
    if not 0 < free_slots(s, s.turn, s.site) < sum(s.pending) or sum(n > 0 for n in s.pending) < 2:
        yield f"On the {NAMES[TILES[kind]]} there is nothing to choose."


def _set(s: Any) -> Iterator[str]:
    """A set of cubes that is being put together."""
    if s.site >= s.building_count[s.turn]:
        yield f"The player in turn has no building {s.site}."
        return
    kind = kind_of(s, s.turn, s.site)
    effect = int(conversion_of(kind))
    if effect == NO_CONVERSION or OP[kind, effect] == CONVERT or not can_convert(s, s.turn, s.site):
        yield f"The {NAMES[TILES[kind]]} converts no set of cubes now."
        return
    if s.cursor != (MAX_EFFECTS * s.site + effect if s.back == PROCESS else 0):
        yield "Another building is being processed."
    size, any_types = sum(s.chosen), OP[kind, effect] == CONVERT_ANY
    most = int(COUNT[kind, effect]) if any_types else int(largest_set(kind, effect, types_on(s, s.turn, s.site)))
    if size >= most or any(s.chosen[t] > s.cubes[s.turn, s.site, t] for t in range(TYPES)):
        yield f"That set can't be chosen on the {NAMES[TILES[kind]]}."
    if not any_types and max(s.chosen) > 1:
        yield "A set of different types has each type once."
