"""How moves and prompts read. What happened is told in story.py."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import NAMES, RESOURCES, SOLO_NAMES, SPACES, STONE, STONE_COST, TYPES, WOOD, WOOD_COST
from ..rules import place
from ..rules.construction import EITHER
from ..rules.town import in_town
from ..rules.transport import next_type
from ..state import (
    ACTION,
    CUSTOM_SETUP,
    DEAL,
    DROP,
    FINISHED,
    GAIN,
    KEEP,
    LOOP,
    PAY,
    PICK,
    PLACE,
    PULL,
    SET,
    SHAPING,
    START,
    STEP,
    town_tiles,
)
from ..view import threshold_reached
from .phrases import cubes_in_words, listed, name_of, points
from .story import changes, points_from, tell

__all__ = ["SOLO_OPTIONS", "changes", "label", "points_from", "prompt", "reasons", "solo", "tell"]

SOLO_OPTIONS = ("solo_setup",)

SHAPE_WORDS = {
    "NS": "Straight, north to south",
    "EW": "Straight, west to east",
    "NE": "Curve, north to east",
    "ES": "Curve, east to south",
    "SW": "Curve, south to west",
    "NW": "Curve, west to north",
    "ESW": "T-junction: east, south, west",
    "NSW": "T-junction: north, south, west",
    "NEW": "T-junction: north, east, west",
    "NES": "T-junction: north, east, south",
}
SIDE_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: list[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    if move.name == "buy":
        kind = s.display[args["space"]]
        return f"Buy the {name_of(kind)}" if kind >= 0 else f"Buy from space {args['space']}"
    if move.name == "type":
        return _type_label(args["resource"], s)
    if move.name == "shape":
        return SHAPE_WORDS[args["shape"]]
    if move.name == "at":
        verb = "Convert on" if s.phase == LOOP else "Set down on"
        return f"{verb} {building_name(s, args['building'])}"
    if move.name == "cube":
        return _cube_label(args, s)
    if move.name == "cell":
        where = _tile_words(s, args["tile"])
        return f"{SIDE_WORDS[args['side']].capitalize()} of {where}"
    if move.name == "upgrade":
        return f"Upgrade the track {_place_words(s, args['tile'])}"
    if move.name == "begin":
        return f"{names[args['seat']]} goes first"
    if move.name == "reveal":
        return f"Draw the {NAMES[args['tile']]}"
    return _plain_label(move.name, s)


def _plain_label(name: str, s: Any) -> str:
    return {
        "tracks": "Lay tracks",
        "pass": "Pass",
        "end_tracks": "End of tracks",
        "end_pull": "Take no more",
        "end_pick": "Set them down" if s.phase == PICK and next_type(s) >= 0 else "Leave cubes as they are",
        "end_set": "Convert these",
        "done": "Done",
    }[name]


def _type_label(resource: str, s: Any) -> str:
    verb = {KEEP: "Keep", GAIN: "Take", SET: "Spend"}.get(s.phase, "Name")
    return f"{verb} {resource}"


def _cube_label(args: dict[str, Any], s: Any) -> str:
    verb = {PAY: "Pay", PULL: "Take"}.get(s.phase, "Lift")
    return f"{verb} {args['resource']} from {building_name(s, args['building'])}"


def building_name(s: Any, building: int) -> str:
    return _named(s, s.tile_of[s.turn, building]) if building < s.building_count[s.turn] else f"building {building}"


def _named(s: Any, tile: int) -> str:
    """A building by name, and by place where the town has another of that name."""
    kind = s.tiles[s.turn, tile]
    name = str(name_of(kind))
    return name if town_tiles(s, s.turn).count(kind) == 1 else f"{name} {_place_words(s, tile)}"


def _tile_words(s: Any, tile: int) -> str:
    if tile >= s.tile_count[s.turn]:
        return f"tile {tile}"
    if s.building_of[s.turn, tile] >= 0:
        return _named(s, tile)
    return f"the track {_place_words(s, tile)}"


def _place_words(s: Any, tile: int) -> str:
    """Where a tile lies, seen from the Mine: '2 north, 1 east'."""
    if tile >= s.tile_count[s.turn]:
        return f"number {tile}"
    row, column = s.rows[s.turn, tile], s.columns[s.turn, tile]
    parts = [f"{abs(row)} {'south' if row > 0 else 'north'}"] if row else []
    parts += [f"{abs(column)} {'east' if column > 0 else 'west'}"] if column else []
    return f"{', '.join(parts)} of the Mine"


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    """One sentence that says what to do or who is waited for, and a quieter one that says why or with what."""
    if s.phase == FINISHED:
        return _ending(s, viewer, names)
    if s.phase == START:
        return "Who goes first?", "The lot decides."
    if s.phase == DEAL:
        return "New tiles come to the market", "They are drawn from the bags."
    if viewer != s.turn:
        return f"{names[s.turn]} {_doing(s)}", f"Round {s.round} of 4."
    return _my_turn(s)


def _ending(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    if s.players == 1:
        mark = threshold_reached(s.vp[0])
        return f"Your town is worth {points(s.vp[0])}", f"You have reached {mark}." if mark else "The first mark is 60."
    winners = [seat for seat in range(s.players) if place(s, seat) == 1]
    if len(winners) > 1:
        return f"{listed([names[seat] for seat in winners])} share the victory", "VP, cubes and tiles are equal."
    mine = winners[0] == viewer
    return ("You have won!" if mine else f"{names[winners[0]]} has won!"), f"With {points(s.vp[winners[0]])}."


def solo(s: Any) -> tuple[str, str]:
    """A finished game for one: its setup by name, and the mark that was reached. MT-218, MT-219"""
    setup = "Custom setup" if s.solo_setup == CUSTOM_SETUP else f"Setup {s.solo_setup + 1}, {SOLO_NAMES[s.solo_setup]}"
    mark = threshold_reached(s.vp[0])
    return setup, f"reached {mark}" if mark else "below 60"


def _doing(s: Any) -> str:
    return {
        KEEP: "chooses what to keep",
        ACTION: "is building",
        PAY: "is paying",
        PLACE: "is choosing a place",
        GAIN: "is choosing cubes",
        STEP: "is laying tracks",
        SHAPING: "is choosing a track",
        PULL: "is filling the Stockpile",
        PICK: "is moving cubes",
        DROP: "is moving cubes",
        SET: "is choosing what to convert",
        LOOP: "moves and processes cubes",
    }.get(s.phase, "is busy")


def _my_turn(s: Any) -> tuple[str, str]:
    if s.phase == ACTION:
        return (
            "Build one thing, lay tracks, or pass",
            f"Your town holds {_stock(s)}. Everything that glows you can pay for.",
        )
    if s.phase == PAY:
        return _paying(s)
    if s.phase == PLACE:
        return f"Place the {name_of(s.buying)}", "Where rails point, cubes can come in at once."
    if s.phase in (STEP, SHAPING):
        return _track_prompt(s)
    if s.phase in (KEEP, GAIN, SET, PULL):
        return _type_prompt(s)
    return _transport_prompt(s)


def _stock(s: Any) -> str:
    return f"{in_town(s, s.turn, WOOD)} wood and {in_town(s, s.turn, STONE)} stone"


def _paying(s: Any) -> tuple[str, str]:
    thing = f"the {name_of(s.buying)}" if s.buying >= 0 else "the upgrade" if s.upgrading >= 0 else "the track"
    due = {"wood": s.due[WOOD], "stone": s.due[STONE], "wood or stone": s.due[EITHER]}
    left = listed([f"{count} {what}" for what, count in due.items() if count])
    return f"Pay for {thing}", f"Still due: {left}. Choose which cubes go."


def _track_prompt(s: Any) -> tuple[str, str]:
    if s.phase == SHAPING:
        what = "Turn it which way?" if s.upgrading >= 0 else "Which track goes there?"
        return what, "Every connection that stands is kept."
    if s.pieces:
        return "Lay another track, or end", f"Left: {_stock(s)}. One cube a track, two a T-junction."
    return "Where do you lay a track?", f"You have {_stock(s)}. One cube a track, two a T-junction."


def _type_prompt(s: Any) -> tuple[str, str]:
    name = building_name(s, s.site)
    if s.phase == KEEP:
        gained = cubes_in_words([s.pending[t] for t in range(TYPES)])
        return f"The {name} is full: keep what?", f"It gives {gained}, more than there are slots for."
    if s.phase == GAIN:
        return f"{name}: take which cube?", f"{s.free_gain} still to take."
    if s.phase == PULL:
        return f"{name}: take up to 4 cubes", f"{s.pulled} taken. They may come from anywhere in the town."
    chosen = cubes_in_words([s.chosen[t] for t in range(TYPES)])
    return f"{name}: convert which cubes?", f"Chosen: {chosen}." if chosen else "Choose the cubes one by one."


def _transport_prompt(s: Any) -> tuple[str, str]:
    if s.phase == DROP:
        resource = RESOURCES[next_type(s)]
        left = sum(s.hand[b, t] for b in range(s.building_count[s.turn]) for t in range(TYPES))
        return f"Set the {resource} down where?", f"{left} in the cart. Glowing buildings have a slot for it."
    if s.phase == LOOP:
        return "Move, convert, or be done", "Final round: transport and processing in any mix."
    held = cubes_in_words([sum(s.hand[b, t] for b in range(s.building_count[s.turn])) for t in range(TYPES)])
    hint = f"In the cart: {held}." if held else "Lift what you want to move; rails decide where it can go."
    return "Load the cart with cubes", hint


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    """Why something on the table can't be chosen now, by target."""
    if s.phase != ACTION or viewer != s.turn:
        return {}
    found = {}
    for space in range(SPACES):
        if s.display[space] >= 0:
            short = _short(s, s.display[space])
            if short:
                found[f"space-{space}"] = short
    return found


def _short(s: Any, kind: int) -> str:
    """How many cubes are missing: '1 wood short'."""
    wood = max(0, int(WOOD_COST[kind]) - in_town(s, s.turn, WOOD))
    stone = max(0, int(STONE_COST[kind]) - in_town(s, s.turn, STONE))
    if wood and stone:
        return f"{wood + stone} short"
    return f"{wood} wood short" if wood else f"{stone} stone short" if stone else ""
