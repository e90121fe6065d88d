"""The market: bags, spaces and stacks, and how they are refilled."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    A_TILES,
    AB_SPACES,
    ADVANCED,
    B_TILES,
    C_SPACES,
    C_TILES,
    COPIES,
    FIRST_C_SPACE,
    FIRST_OF_LETTER,
    LETTER,
    MARKET_KINDS,
    NO_TILE,
    SOLO_COLUMNS,
    SOLO_DISPLAY,
    SOLO_ROWS,
    SPACES,
    SWAP_AFTER,
)
from ..state import CUSTOM_SETUP


@rule
def fill_bags(s):
    """All copies go into the bags; in a first game the advanced C tiles stay out. MT-15, MT-197"""
    for space in range(SPACES):
        s.display[space] = NO_TILE
    for kind in range(MARKET_KINDS):
        s.bag[kind] = COPIES[kind]
        if s.first_game == 1 and ADVANCED[kind] == 1:
            s.bag[kind] = 0
            s.removed[kind] = COPIES[kind]


@rule
def lay_solo_display(s):
    """The printed display of a solo setup or the player's own; a random one is drawn. MT-198, MT-201..208"""
    if s.solo_setup == CUSTOM_SETUP:
        lay_chosen(s, s.solo_a, A_TILES, 0)
        lay_chosen(s, s.solo_c, C_TILES, FIRST_C_SPACE)
        return
    for space in range(SPACES):
        kind = SOLO_DISPLAY[s.solo_setup, space]
        if kind != NO_TILE:
            lay_out(s, kind, space)


@rule
def lay_chosen(s, chosen, letter, space):
    first = FIRST_OF_LETTER[letter]
    for kind in range(first, FIRST_OF_LETTER[letter + 1]):
        if chosen >> (kind - first) & 1 == 1:
            lay_out(s, kind, space)
            space += 1


@rule
def lay_out(s, kind, space):
    """One copy is shown; a printed display is complete even in a first game. MT-198, MT-208"""
    s.display[space] = kind
    s.stacks[space] = 1
    if s.bag[kind] > 0:
        s.bag[kind] -= 1
    else:
        s.removed[kind] -= 1


# ------------------------------------------------------------------ drawing


@rule
def left_bag(s):
    """The left area is filled from the A bag, from round 3 on from the B bag. MT-20, MT-77, MT-135"""
    return A_TILES if s.round <= SWAP_AFTER else B_TILES


@rule
def tiles_in_bag(s, letter):
    total = 0
    for kind in range(FIRST_OF_LETTER[letter], FIRST_OF_LETTER[letter + 1]):
        total += s.bag[kind]
    return total


@rule
def empty_space(s, first, count):
    for space in range(first, first + count):
        if s.display[space] == NO_TILE:
            return space
    return NO_TILE


@rule
def space_to_fill(s):
    """The next empty space whose bag still holds tiles; others stay empty. MT-16..19, MT-82, MT-210"""
    space = empty_space(s, 0, AB_SPACES[s.players])
    if space != NO_TILE and tiles_in_bag(s, left_bag(s)) > 0:
        return space
    space = empty_space(s, FIRST_C_SPACE, C_SPACES)
    if space != NO_TILE and tiles_in_bag(s, C_TILES) > 0:
        return space
    return NO_TILE


@rule
def bag_drawn_from(s):
    return C_TILES if space_to_fill(s) >= FIRST_C_SPACE else left_bag(s)


@rule
def reveal_tile(s, kind):
    """A tile goes onto one like it, and another is drawn, or fills the space. MT-21, MT-78, MT-81, MT-137"""
    space = space_to_fill(s)
    s.bag[kind] -= 1
    for other in range(SPACES):
        if s.display[other] == kind:
            s.stacks[other] += 1
            return
    s.display[space] = kind
    s.stacks[space] = 1


# ------------------------------------------------------------------ buying and sliding


@rule
def take_top(s, space):
    """Take the top tile of a space; the rest of a stack stays for sale. MT-67, MT-79"""
    kind = s.display[space]
    s.stacks[space] -= 1
    if s.stacks[space] == 0:
        s.display[space] = NO_TILE
    return kind


@rule
def slide_market(s, space):
    """Solo: the leftmost tiles of both rows of the area leave the game, and the rows slide left. MT-209..214"""
    area = 0 if space < FIRST_C_SPACE else 1
    columns = SOLO_COLUMNS[area]
    for row in range(SOLO_ROWS):
        start = area * FIRST_C_SPACE + row * columns
        remove_leftmost(s, start, columns)
        slide_row(s, start, columns)


@rule
def remove_leftmost(s, start, columns):
    """A removed space loses its whole stack; an empty row has nothing to remove. MT-213, MT-215"""
    for space in range(start, start + columns):
        if s.display[space] != NO_TILE:
            s.removed[s.display[space]] += s.stacks[space]
            s.display[space] = NO_TILE
            s.stacks[space] = 0
            return


@rule
def slide_row(s, start, columns):
    place = start
    for space in range(start, start + columns):
        if s.display[space] != NO_TILE:
            kind = s.display[space]
            height = s.stacks[space]
            s.display[space] = NO_TILE
            s.stacks[space] = 0
            s.display[place] = kind
            s.stacks[place] = height
            place += 1


@rule
def return_a_tiles(s):
    """After round 2 every A tile on the board goes back into its bag, for good. MT-135, MT-138"""
    for space in range(FIRST_C_SPACE):
        if s.display[space] != NO_TILE and LETTER[s.display[space]] == A_TILES:
            s.bag[s.display[space]] += s.stacks[space]
            s.display[space] = NO_TILE
            s.stacks[space] = 0
