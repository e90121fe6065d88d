"""The reckoning of each game: its charts add up to what the counters of the table did."""

from __future__ import annotations

import pytest

import tabletown as tt
from tabletown.core.reckoning import Bars, Race, changes_of
from tabletown.core.view import told
from tabletown.web.pages import context, standings


def played(game, players, seed=4):
    match = tt.Match(tt.game(game, players=players), seed=seed)
    while not match.over:
        match.push(match.random_move())
    return match


def charts_of(match):
    book = match.game.rulebook
    return book.reckoning.charts(told(match, None), book.state.proxy(match.redacted(None)))


def gained(match, counter):
    """What each seat got of something in all, as the log tells it."""
    sums = dict.fromkeys(range(match.game.players), 0)
    for _, _, change in changes_of(told(match, None)):
        what, _, seat = change.target.partition("-")
        if what == counter and change.amount > 0 and int(seat) in sums:
            sums[int(seat)] += change.amount
    return sums


def test_machi_koro_knows_every_coin_and_every_landmark():
    match = played("machi-koro", 3)
    race, coins = charts_of(match)
    assert isinstance(race, Race)
    assert sorted(mark.seat for mark in race.marks) == sorted(
        seat for seat, score in enumerate(match.scores) for _ in range(score)
    )
    assert isinstance(coins, Bars)
    assert {seat: sum(n for _, n in parts) for seat, parts in coins.parts.items()} == gained(match, "coins")
    assert {name for parts in coins.parts.values() for name, _ in parts} <= set(match.game.rulebook.reckoning.COLOURS)


def test_mint_works_knows_every_mint_and_its_single_players_opponent():
    (mints,) = charts_of(match := played("mint-works", 3))
    assert {seat: sum(n for _, n in parts) for seat, parts in mints.parts.items()} == gained(match, "mints")
    alone = played("mint-works", 1)
    rows, _ = standings.standings(alone, alone.view(0), standings.scores_by_ply(alone, 0))
    assert [row["place"] for row in rows] == [1, 2]
    assert {row["name"] for row in rows} == {"Player 1", "Justin"}
    assert all(sum(points for _, points in rival.parts) == rival.score for rival in standings.rivals_of(alone, 0))


def test_rent_in_little_town_is_paid_by_somebody():
    for seed in range(20):
        charts = charts_of(played("little-town", 4, seed))
        rent = [chart for chart in charts if chart.title == "Rent"]
        if rent:
            assert sum(n for parts in rent[0].parts.values() for _, n in parts) == 0
            return
    raise AssertionError("nobody paid rent in twenty games")


@pytest.mark.parametrize("game", tt.games())
def test_every_end_page_shows_each_player_with_colours_of_the_game(game):
    match = played(game, tt.rulebook(game).players[1], 2)
    seats = [{}] * match.game.players
    about = {"game": game, "id": "t", "rematch": None, "viewer": 0, "seats": seats, "coached": False}
    end = context.end(about, match.view(0), match, [])
    assert {row["seat"] for row in end["standings"]} == set(range(match.game.players))
    for colour in match.game.rulebook.reckoning.COLOURS.values():
        assert len(colour) == 7
        assert colour.startswith("#")
    for chart in end["reckoning"]:
        assert chart["race"] or len(chart["rows"]) == match.game.players


def test_the_line_of_the_last_move_stands_among_its_neighbours():
    match = played("machi-koro", 2)
    story = match.story(None)
    for ply in range(0, match.ply + 1, 7):
        lines, now = context.lines_around(story, ply)
        earlier = [line for line in story if line["ply"] < ply]
        assert (lines[now] == earlier[-1]) if earlier else now == -1
    assert context.lines_around(story, 0)[0][0] == story[0]


@pytest.mark.parametrize("game", tt.games())
def test_sources_stand_in_one_order_and_look_different(game):
    match = played(game, tt.rulebook(game).players[1], 3)
    own = list(match.game.rulebook.reckoning.COLOURS)
    for chart in charts_of(match):
        if not isinstance(chart, Bars):
            continue
        names = standings._all_names(match, chart.parts.values())
        assert [name for name in names if name in own] == [name for name in own if name in names]
        colours = [standings.colours_of(match, names)[name][0] for name in names]
        assert len(set(colours)) == len(colours), f"{chart.title}: {dict(zip(names, colours, strict=True))}"


def test_what_nobody_counts_as_points_is_not_called_points():
    match = played("machi-koro", 2)
    seats = [{}] * 2
    about = {"game": "machi-koro", "id": "t", "rematch": None, "viewer": 0, "seats": seats, "coached": False}
    assert context.end(about, match.view(0), match, [])["points_head"] == "Landmarks built"
