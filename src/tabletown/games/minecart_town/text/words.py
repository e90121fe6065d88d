"""How moves and prompts read. What happened is told in story.py."""

from __future__ import annotations

from typing import Any

from tabletown.core.grammar import listed, named, sentence
from tabletown.core.move import Move

from ..bot.evaluation import PAR, POINT, evaluate
from ..components import (
    NAMES,
    RESOURCES,
    ROUNDS,
    SOLO_NAMES,
    SPACES,
    STONE,
    STONE_COST,
    THRESHOLDS,
    TYPES,
    WOOD,
    WOOD_COST,
)
from ..rules import score
from ..rules.construction import EITHER
from ..rules.town import in_town, kind_of
from ..rules.transport import next_type, pull_limit
from ..state import (
    ACTION,
    CUSTOM_SETUP,
    DEAL,
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
)
from ..view import threshold_reached
from .ending import mark_reached, totals, verdict, winners
from .phrases import building_name, cubes_in_words, name_of, place_words, points, tile_name
from .story import counters, points_from, tell

__all__ = ["SOLO_OPTIONS", "counters", "label", "points_from", "prompt", "reasons", "solo", "tell"]

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
        verb = "Convert on" if s.phase == LOOP else f"Set {_next_cube(s)} down on"
        return f"{verb} the {building_name(s, s.turn, args['building'])}"
    if move.name == "cube":
        return _cube_label(args, s)
    if move.name == "cell":
        where = _tile_words(s, args["tile"])
        return f"{SIDE_WORDS[args['side']].capitalize()} of {where}"
    if move.name == "upgrade":
        return f"Upgrade the track {place_words(s, s.turn, args['tile'])}"
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
        "end_pull": "Done" if s.pulled else "Take nothing",
        "end_pick": "Done moving cubes" if s.moved else "Leave cubes as they are",
        "end_set": "Convert these",
        "done": "Done",
    }[name]


def _type_label(resource: str, s: Any) -> str:
    verb = {KEEP: "Keep", GAIN: "Take", SET: "Spend"}.get(s.phase, "Name")
    return f"{verb} {resource}"


def _cube_label(args: dict[str, Any], s: Any) -> str:
    verb = {PAY: "Pay", PULL: "Take"}.get(s.phase, "Lift")
    return f"{verb} {args['resource']} from the {building_name(s, s.turn, args['building'])}"


def _next_cube(s: Any) -> str:
    return RESOURCES[next_type(s)] if s.held else "the cube"


def _tile_words(s: Any, tile: int) -> str:
    if tile >= s.tile_count[s.turn]:
        return f"tile {tile}"
    if s.building_of[s.turn, tile] >= 0:
        return f"the {tile_name(s, s.turn, tile)}"
    return f"the track {place_words(s, s.turn, tile)}"


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
        return f"{names[s.turn]} {_doing(s)}", f"Round {s.round} of {ROUNDS}."
    return _my_turn(s)


def _ending(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    if s.players == 1:
        return f"{'Your' if viewer == 0 else 'This'} town is worth {points(s.vp[0])}", f"Alone: {mark_reached(s)}."
    read = named(names, viewer)
    best = winners(s)
    if len(best) > 1:
        said = f"{listed([read[seat] for seat in best])} share the victory"
    else:
        said = f"{read[best[0]]} {read[best[0]]:has} won!"
    return said[0].upper() + said[1:], sentence(f"{verdict(s, read)} {totals(s, read)}")


def solo(s: Any) -> tuple[str, str]:
    """A finished game for one: its setup by name, and the mark that was reached. MT-218, MT-219"""
    setup = "Custom setup" if s.solo_setup == CUSTOM_SETUP else f"Setup {s.solo_setup + 1}, {SOLO_NAMES[s.solo_setup]}"
    mark = threshold_reached(s.vp[0])
    return setup, f"reached {mark}" if mark else f"below {THRESHOLDS[0]}"


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
        SET: "is choosing what to convert",
        LOOP: "moves and processes cubes",
    }.get(s.phase, "is busy")


def _my_turn(s: Any) -> tuple[str, str]:
    if s.phase == ACTION:
        return (
            "Build one thing, lay tracks, or pass",
            f"Your town holds {_stock(s)}.",
        )
    if s.phase == PAY:
        return _paying(s)
    if s.phase == PLACE:
        return f"Place the {name_of(s.buying)}", "It joins every rail that points at it."
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
        return what, "It must keep every connection that there is."
    if s.pieces:
        return "Lay another track, or end", f"Left: {_stock(s)}. A track costs 1 cube, a T-junction 2."
    return "Where do you lay a track?", f"You have {_stock(s)}. A track costs 1 cube, a T-junction 2."


def _type_prompt(s: Any) -> tuple[str, str]:
    name = building_name(s, s.turn, s.site)
    if s.phase == KEEP:
        gained = cubes_in_words([s.pending[t] for t in range(TYPES)])
        return f"The {name} is full: keep what?", f"It gives {gained}, more than there are slots for."
    if s.phase == GAIN:
        return f"{name}: take which cube?", f"{s.free_gain} still to take."
    if s.phase == PULL:
        most = int(pull_limit(kind_of(s, s.turn, s.site)))
        return f"{name}: take up to {most} cubes", f"{s.pulled} taken. They may come from anywhere in your town."
    chosen = cubes_in_words([s.chosen[t] for t in range(TYPES)])
    return f"{name}: convert which cubes?", f"Chosen: {chosen}." if chosen else "Choose the cubes one by one."


def _transport_prompt(s: Any) -> tuple[str, str]:
    if s.held:
        held = cubes_in_words([sum(s.hand[b, t] for b in range(s.building_count[s.turn])) for t in range(TYPES)])
        return f"Set the {_next_cube(s)} down where?", f"In the cart: {held}. You may lift more before."
    if s.phase == LOOP:
        return "Move, convert, or be done", "Final round: transport and processing in any mix, until you are done."
    if s.moved:
        return "Lift another cube, or be done", "Nothing is final before you are done."
    return "Lift the cubes that you want to move", "In any order; rails decide where they can go."


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


def prospects(s: Any, seat: int) -> list[tuple[str, float]]:
    """What a position promises a player: points now, and points with what the town can make of its cubes."""
    return [("points", int(score(s, seat))), ("points in sight", round((int(evaluate(s, seat)) + PAR) / POINT, 1))]
