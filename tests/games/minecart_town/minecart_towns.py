"""Prepared positions: matches with towns laid out by hand."""

from __future__ import annotations

import tabletown as tt
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import MARKET_KINDS, RESOURCES, TILES
from tabletown.games.minecart_town.rules import flow
from tabletown.games.minecart_town.rules.town import homes_of, kind_of, lay_tile, map_networks


def fresh(players=2, seed=1, **options):
    """A match at its first construction action, seat 0 to begin."""
    if players > 1:
        options.setdefault("first_player", "seat_0")
    m = tt.Match(tt.game("minecart-town", players=players, **options), seed=seed)
    m.play_chance()
    return m


def town(*tiles, players=1, seat=0, waiting=False, **options):
    """A match whose town has these tiles besides Mine and Forest, and no cubes: (name, row, column).

    With `waiting` there is a second player with cubes to move, so that a session of the first is followed by a choice.
    """
    m = fresh(2 if waiting else players, **options)
    clear(m)
    if waiting:
        put(m, "EW", 0, 2, seat=1)
        put(m, "furniture_store", 0, 3, seat=1)
        load(m, "forest", seat=1, wood=1)
    for name, row, column in tiles:
        put(m, name, row, column, seat)
    return m


def put(m, name, row, column, seat=0):
    """Lay a tile into a town, out of the bag or off the display; returns its number."""
    s = m.position
    kind = TILES.index(name)
    if kind < MARKET_KINDS:
        if s.bag[kind]:
            s.bag[kind] -= 1
        else:
            space = next(n for n in range(12) if s.display[n] == kind)
            s.stacks[space] -= 1
            if not s.stacks[space]:
                s.display[space] = -1
    return lay_tile(s, seat, kind, row, column)


def index(m, name, seat=0):
    """The building of that name."""
    s = m.position
    return next(b for b in range(s.building_count[seat]) if TILES[kind_of(s, seat, b)] == name)


def load(m, name, seat=0, **cubes):
    """Set the cubes on a building."""
    b = name if isinstance(name, int) else index(m, name, seat)
    for resource, count in cubes.items():
        m.position.cubes[seat, b, RESOURCES.index(resource)] = count


def cubes(m, name, seat=0):
    """The cubes on a building, as a dict."""
    s = m.position
    b = name if isinstance(name, int) else index(m, name, seat)
    return {r: s.cubes[seat, b, t] for t, r in enumerate(RESOURCES) if s.cubes[seat, b, t]}


def clear(m):
    s = m.position
    for seat in range(s.players):
        for b in range(40):
            for t in range(5):
                s.cubes[seat, b, t] = 0


def show(m, space, name, count=1):
    """Put a tile on display; what lay there takes its old place or goes back into the bag."""
    s = m.position
    kind = TILES.index(name)
    old, height = s.display[space], s.stacks[space]
    place = next((n for n in range(12) if s.display[n] == kind and n != space), None)
    if old >= 0:
        s.bag[old] += height
    if place is not None:
        s.bag[kind] += s.stacks[place]
        s.display[place], s.stacks[place] = old, 1
        s.bag[old] -= 1
    s.bag[kind] -= count
    s.display[space] = kind
    s.stacks[space] = count


def run(m, phase):
    """Let the rules go on by themselves for as long as they are in this phase."""
    s = m.position
    while s.phase == phase and flow.carry_on(s):
        pass


def produce(m):
    s = m.position
    s.phase, s.turn, s.steps, s.cursor = state.PRODUCE, s.first, 0, 0
    run(m, state.PRODUCE)


def process(m):
    """The Processing phase, up to a choice or to the end of the round."""
    s = m.position
    s.phase, s.turn, s.steps, s.cursor = state.PROCESS, s.first, 0, 0
    go_on_processing(m)


def go_on_processing(m):
    s = m.position
    while s.phase in (state.PROCESS, state.SET, state.KEEP) and flow.carry_on(s):
        pass


def transport(m, round=1):
    """The start of the Transportation phase."""
    s = m.position
    s.phase, s.turn, s.steps, s.round = state.ARRANGE, s.first, 0, round
    flow.settle(s)


def final_round(m):
    transport(m, round=4)


def finish(m):
    """End effects, at once."""
    s = m.position
    s.round = 4
    flow.end_game(s)


def texts(m):
    """The legal moves as texts."""
    return [move.text for move in m.legal_moves]


def phase(m):
    return state.PHASES[m.position.phase]


def play(m, *moves):
    for move in moves:
        m.push(move)


def linked(m, one, other, resource="wheat", seat=0):
    """Whether a cube on one building could lie on the other."""
    s = m.position
    map_networks(s, seat)
    return bool(homes_of(s, index(m, one, seat), RESOURCES.index(resource)) >> index(m, other, seat) & 1)


def same_network(m, one, other, resource="wheat", seat=0):
    s = m.position
    map_networks(s, seat)
    t = RESOURCES.index(resource)
    return s.network[t, index(m, one, seat)] == s.network[t, index(m, other, seat)]
