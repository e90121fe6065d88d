"""Whole games: what holds in every one of them, and how they read."""

import json

import pytest
from minecart_towns import fresh, phase

import tabletown as tt
from tabletown.games.minecart_town.components import RESOURCES, TILES, TYPES
from tabletown.games.minecart_town.moves import MOVES
from tabletown.games.minecart_town.text import words
from tabletown.games.minecart_town.text.story import points_from

OPTIONS = [
    {},
    {"expert": [0], "junction_lines_meet": True},
    {"construction_transport": "free", "auto_forced": False, "round4_forced": True},
    {"paddock_timing": "production", "vp_floor": "zero", "construction_transport": "off", "first_game": True},
]


@pytest.mark.rule("MT-240")
@pytest.mark.parametrize("options", OPTIONS, ids=["base", "expert", "free", "other"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_node_has_legal_decisions(players, options):
    m = tt.Match(tt.game("minecart-town", players=players, **options), seed=players)
    whole = m.game.rulebook.declarations.conserved(m.position)
    while not m.over:
        ids = m.legal_ids
        assert ids
        assert len(ids) == len(set(ids)) <= m.game.rulebook.max_legal
        before = m.at(m.ply).tobytes()
        m.push(m.random_move())
        assert m.at(m.ply).tobytes() != before
    assert m.game.rulebook.declarations.conserved(m.position) == whole
    assert m.game.rulebook.validity.impossible(m.position) is None


@pytest.mark.rule("MT-240")
def test_ids_of_the_ledger():
    firsts = {
        "buy": 0,
        "tracks": 12,
        "pass": 13,
        "end_tracks": 14,
        "end_pull": 15,
        "end_pick": 16,
        "end_set": 17,
        "done": 18,
    }
    firsts |= {"type": 19, "shape": 24, "at": 34, "cube": 74, "cell": 274, "upgrade": 530}
    assert {name: MOVES.first(name) for name in firsts} == firsts
    assert MOVES.first("begin") == 594


@pytest.mark.rule("MT-223")
def test_nobody_is_asked_without_a_choice():
    for seed in range(4):
        m = fresh(3, seed)
        while not m.over:
            if m.actor != tt.CHANCE:
                assert len(m.legal_ids) > 1
            m.push(m.random_move())
    asked = set()
    m = fresh(2, 1, auto_forced=False)
    while not m.over:
        if m.actor != tt.CHANCE and len(m.legal_ids) == 1:
            asked.add(phase(m))
        m.push(m.random_move())
    assert asked


@pytest.mark.rule("MT-250", "MT-227", "MT-236", "MT-241", "MT-243", "MT-244", "MT-246")
def test_games_are_finite_and_towns_fit():
    for seed in range(8):
        m = fresh(2, 100 + seed)
        decisions = 0
        while not m.over:
            decisions += m.actor != tt.CHANCE
            m.push(m.random_move())
        s = m.position
        assert decisions < 2 * 2000
        for seat in range(2):
            assert s.tile_count[seat] <= 54
            assert s.building_count[seat] <= 35
            places = [(s.rows[seat, n], s.columns[seat, n]) for n in range(s.tile_count[seat])]
            assert len(set(places)) == len(places)
            assert all(-52 <= r <= 53 and -52 <= c <= 53 for r, c in places)


@pytest.mark.rule("MT-11")
def test_cubes_change_only_by_gain_payment_conversion_or_removal():
    asked = {"produce", "pay", "arrive", "gain", "keep", "set", "loop"}
    for seed in range(4):
        m = fresh(2, seed)
        while not m.over:
            s = m.position
            before = {seat: [sum(s.cubes[seat, b, t] for b in range(40)) for t in range(TYPES)] for seat in range(2)}
            held, who, now = sum(sum(s.hand[b, t] for b in range(40)) for t in range(TYPES)), s.turn, phase(m)
            m.push(m.random_move())
            if (
                now in ("place", "step", "shape", "action", "pick")
                and phase(m) in ("pick", "shape", "step")
                and s.turn == who
            ):
                after = {seat: [sum(s.cubes[seat, b, t] for b in range(40)) for t in range(TYPES)] for seat in range(2)}
                moved = sum(sum(s.hand[b, t] for b in range(40)) for t in range(TYPES)) - held
                if now == "pick":
                    assert sum(before[who]) - sum(after[who]) == moved
                assert before[1 - who] == after[1 - who]
            assert now in asked | {"place", "step", "shape", "action", "pick", "deal", "pull"}


def test_push_and_pop_restore_every_byte():
    m = fresh(2, 5)
    for _ in range(60):
        before = m.at(m.ply).tobytes()
        m.push(m.random_move())
        m.pop()
        assert m.at(m.ply).tobytes() == before
        m.push(m.random_move())


# ------------------------------------------------------------------ words


@pytest.mark.parametrize("players", [1, 3])
def test_prompts_labels_and_reasons_read_well(players):
    for seed in range(3):
        m = tt.Match(
            tt.game("minecart-town", players=players, **({"solo_setup": "6"} if players == 1 else {})),
            seed=seed,
            names=["Ana", "Bram", "Chloé"][:players],
        )
        while not m.over:
            for viewer in (None, 0):
                sentence, hint = words.prompt(m.position, viewer, m.names)
                assert 0 < len(sentence.split()) <= 8
                assert hint
            if m.actor != tt.CHANCE:
                labels = [move.label for move in m.legal_moves]
                assert all(label and label[0].isupper() for label in labels)
                assert len(set(labels)) == len(labels)
            m.push(m.random_move())
        sentence, _ = words.prompt(m.position, 0, m.names)
        assert len(sentence.split()) <= 8
        json.dumps(m.view(0))


def test_reasons_say_what_is_missing():
    m = fresh(1, solo_setup="2")
    s = m.position
    for b, t in ((0, 1), (1, 0)):
        s.cubes[0, b, t] = 0
    s.cubes[0, 1, 0] = 1
    found = words.reasons(s, 0)
    tiles = {n: TILES[s.display[n]] for n in range(12) if s.display[n] >= 0}
    by_name = {tiles[int(target.split("-")[1])]: reason for target, reason in found.items()}
    assert by_name["wheat_field"] == "1 wood short"
    assert by_name["timberland"] == "1 stone short"
    assert by_name["hot_spring"] == "4 short"
    assert words.reasons(s, None) == {}


def test_the_log_says_what_happened_and_why():
    m = tt.Match(tt.game("minecart-town", players=2, first_player="seat_0"), seed=4, names=["Ana", "Bram"])
    m.play_chance()
    log = m.log
    assert "Ana’s town makes 3 stone on the Mine and 5 wood on the Forest." in log
    for move in ("tracks", "cell 1 E", "shape EW", "cube 1 wood", "end_tracks", "pass", "pass"):
        m.push(move)
    log = m.log
    assert "Ana lays a straight track." in log
    assert "Bram passes." in log
    assert "Round 2 begins; Bram goes first." in log
    while not m.over:
        m.push(m.random_move())
    assert any("wins with" in line for line in m.log)


def test_every_line_of_random_games_has_words():
    for seed in range(3):
        m = fresh(3, seed)
        while not m.over:
            m.push(m.random_move())
        assert all(line.endswith((".", "!")) and "  " not in line for line in m.log)
        text = " ".join(m.log)
        assert "None" not in text
        assert any(resource in text for resource in RESOURCES)


@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [(1, 3, {}), (2, 1, {"round4_forced": True}), (4, 1, {}), (3, 2, {"vp_floor": "zero"})],
)
def test_where_the_points_came_from_adds_up(players, seed, options):
    m = tt.Match(tt.game("minecart-town", players=players, **options), seed=seed)
    sums, sources = [0] * players, set()
    while not m.over:
        before = m.position.copy()
        move = m.random_move()
        m.push(move)
        found = points_from(before, m.game.moves.decode(move))
        for seat, source, points in found:
            sums[seat] += points
            sources.add(source)
        assert sums == [m.position.vp[seat] for seat in range(players)]
    assert sources <= {"Production", "When built", "Processing", "End of the game"}
    assert "End of the game" in sources or players == 1, "random towns of one score little"
