"""Which positions can come up: a position from outside is refused in one sentence if something in it can't be."""

from __future__ import annotations

from typing import Any

from .components import (
    AMUSEMENT_PARK,
    BOX_COINS,
    BUSINESS_CENTER,
    CARD_KINDS,
    COPIES,
    ESTABLISHMENTS,
    FACES,
    IS_MAJOR,
    LANDMARK_KINDS,
    NAMES,
    RADIO_TOWER,
    STARTING_COPIES,
    TRAIN_STATION,
    TV_STATION,
)
from .rules.market import everybody_has, row_to_refill
from .rules.seats import players_left
from .state import (
    BUILT,
    BY_CHANCE,
    CHOOSE_DICE,
    DEAL,
    FINISHED,
    GIVE,
    LEFT_OUT,
    NEW,
    REPLACED,
    REROLL,
    ROLL,
    START,
    TAKE,
    TOTAL,
    TV,
    conserved,
)


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    return _cards(s) or _landmarks(s) or _market(s) or _places(s) or _turn(s) or _roll(s) or _choice(s)


def _cards(s: Any) -> str | None:
    for card, (name, count) in enumerate(conserved(s).items()):
        expected = int(COPIES[card]) + s.players * int(STARTING_COPIES[card])
        if count != expected:
            return f"There are {expected} cards {NAMES[name]} in this game, not {count}."
    for seat in range(s.players):
        owned = [s.cities[seat, card] for card in range(CARD_KINDS)]
        if any(copies > 1 for card, copies in enumerate(owned) if IS_MAJOR[card]):
            return f"Seat {seat} can have only one of each purple card."
        if not any(copies for card, copies in enumerate(owned) if not IS_MAJOR[card]):
            return f"Seat {seat} always has an establishment that is not purple."
    if s.limited_bank and sum(s.coins[seat] for seat in range(s.players)) > BOX_COINS:
        return f"There are {BOX_COINS} coins in this game."
    return None


def _landmarks(s: Any) -> str | None:
    new = [seat for seat in range(s.players) if NEW in [s.landmarks[seat, i] for i in range(LANDMARK_KINDS)]]
    if new and s.landmark_active_at_once:
        return "Landmarks work at once in this game: each is 0 (unbuilt) or 1 (built)."
    if s.turn in new and s.phase not in (DEAL, FINISHED):
        return "The landmarks of the player whose turn it is work by now."
    return None


def _market(s: Any) -> str | None:
    if s.market == TOTAL:
        return "All cards lie open in this market." if any(s.deck) or any(s.removed) else None
    for card, name in enumerate(ESTABLISHMENTS):
        surplus = max(0, int(COPIES[card]) - s.players) if IS_MAJOR[card] and s.dead_majors == LEFT_OUT else 0
        replaced = s.dead_majors == REPLACED and IS_MAJOR[card] and everybody_has(s, card)
        if s.removed[card] != surplus and not replaced:
            return f"{surplus} cards {NAMES[name]} are out of this game, not {s.removed[card]}."
    waiting = row_to_refill(s) >= 0
    if waiting != (s.phase in (START, DEAL)) and s.phase != FINISHED:
        return "A market that lacks cards is filled up first." if waiting else "The market lacks no cards."
    return None


def _places(s: Any) -> str | None:
    reached = [s.places[seat] for seat in range(s.players)]
    complete = [all(s.landmarks[seat, i] for i in range(LANDMARK_KINDS)) for seat in range(s.players)]
    left = reached.count(0)
    over = s.phase == FINISHED
    winners = s.players - left - (s.play_on_for_places and over)
    if sorted(filter(None, reached)) != list(range(1, s.players - left + 1)):
        return "The places are 1, 2 and so on, each of them once."
    for seat, place in enumerate(reached):
        if complete[seat] != (0 < place <= winners):
            return f"Seat {seat} has its place as soon as all four landmarks are built, and not before."
    if over and not (left == 0 if s.play_on_for_places else winners == 1):
        return (
            "The game ends with its winner."
            if not s.play_on_for_places
            else "The game ends when everybody has a place."
        )
    if not over and (left < 2 or (winners and not s.play_on_for_places)):
        return "With its winner the game is over." if not s.play_on_for_places else "A single player can't play on."
    if over and reached[s.turn] != winners:
        return "The player who ended the game had the last turn."
    if reached[s.turn] and s.phase not in (DEAL, FINISHED):
        return f"Seat {s.turn} has left the game and has no turn."
    return None


def _turn(s: Any) -> str | None:
    if s.phase == START and s.starting_player != BY_CHANCE:
        return "The first player is not drawn by lot in this game."
    if s.phase == START and s.round:
        return "The first player is drawn before the first round."
    if s.phase == DEAL and s.market == TOTAL:
        return "No cards are dealt to this market."
    if (s.extra_turn or s.extra_turn_due) and s.landmarks[s.turn, AMUSEMENT_PARK] != BUILT:
        return "An extra turn needs an Amusement Park."
    if s.extra_turn and s.extra_turn_due and not s.extra_turn_chains:
        return "Doubles in an extra turn bring no further one in this game."
    return None


def _roll(s: Any) -> str | None:
    """Dice that show nothing say nothing: a position in words may leave the roll out once it is done with."""
    thrown = [face for face in s.dice if face]
    station, tower = s.landmarks[s.turn, TRAIN_STATION] == BUILT, s.landmarks[s.turn, RADIO_TOWER] == BUILT
    if s.phase in (ROLL, REROLL) and s.dice_thrown not in ((1, 2) if station else (1,)):
        return "One die is thrown, with a Train Station one or two."
    if s.phase == CHOOSE_DICE and not station:
        return "Only a Train Station gives a choice of dice."
    if s.phase == CHOOSE_DICE and s.rerolled and not s.reroll_may_change_dice:
        return "The second roll is made with as many dice as the first."
    if (s.phase == REROLL and s.rerolled) or (not tower and (s.rerolled or s.phase == REROLL)):
        return "Only a Radio Tower lets its owner roll again, once a turn."
    if s.phase == REROLL and (len(thrown) != s.dice_thrown or not s.dice[0]):
        return "The dice show what was thrown."
    if s.extra_turn_due and thrown and (len(thrown) == 1 or thrown[0] != thrown[1]):
        return "Another turn is due only after doubles."
    return None


def _choice(s: Any) -> str | None:
    if s.phase in (TV, GIVE, TAKE) and sum(s.dice) not in (0, FACES):
        return f"Purple cards work on a {FACES}."
    if s.phase == TV and (not s.cities[s.turn, TV_STATION] or players_left(s) == 2):
        return "There is a choice only for the owner of a TV Station with several opponents."
    if s.phase in (GIVE, TAKE) and not s.cities[s.turn, BUSINESS_CENTER]:
        return "Only the owner of a Business Center exchanges cards."
    if s.phase == TAKE and s.given < 0:
        return "In the phase 'take' the card given must be named."
    if s.phase != TAKE and s.given >= 0:
        return "A card is given only in the phase 'take'."
    if s.phase == TAKE and (IS_MAJOR[s.given] or not s.cities[s.turn, s.given]):
        return f"Seat {s.turn} can't give away a card {NAMES[ESTABLISHMENTS[s.given]]}."
    return None
