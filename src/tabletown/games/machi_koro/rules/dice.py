"""The roll: how many dice, their faces, and the second roll of a Radio Tower."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import FACES, RADIO_TOWER, TRAIN_STATION
from ..moves import KEEP, ROLLED, ROLLED_TWO
from ..state import BUILT, CHOOSE_DICE, EARN, REROLL, ROLL


@rule
def prepare_roll(s):
    """One die; with a Train Station the player first chooses one or two. MK-23..25"""
    if s.landmarks[s.turn, TRAIN_STATION] == BUILT:
        s.phase = CHOOSE_DICE
    else:
        s.dice_thrown = 1
        s.phase = ROLL


@rule
def possible_rolls(s, moves):
    """The faces of each die are equally likely and independent of the other die. MK-27"""
    if s.dice_thrown == 1:
        for face in range(FACES):
            moves[face] = ROLLED + face
        return FACES
    for faces in range(FACES * FACES):
        moves[faces] = ROLLED_TWO + faces
    return FACES * FACES


@rule
def throw_dice(s, move):
    """The roll is known; a Radio Tower may still have it thrown again before any income. MK-26, MK-98, MK-101"""
    if move >= ROLLED_TWO:
        s.dice[0] = (move - ROLLED_TWO) // FACES + 1
        s.dice[1] = (move - ROLLED_TWO) % FACES + 1
    else:
        s.dice[0] = move - ROLLED + 1
        s.dice[1] = 0
    if s.landmarks[s.turn, RADIO_TOWER] == BUILT and s.rerolled == 0:
        s.phase = REROLL
    else:
        s.phase = EARN


@rule
def answer_reroll(s, move):
    """All dice are thrown again and the second roll stands. MK-99, MK-100, MK-V03

    The player chooses the number of dice again, unless the option is strict.
    """
    if move == KEEP:
        s.phase = EARN
        return
    s.rerolled = 1
    if s.reroll_may_change_dice == 1:
        prepare_roll(s)
    else:
        s.phase = ROLL
