"""The full screen, driven with keys and mouse as a person would."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from driving import app_for, last_moves, my_turn, play_by_number, table_of, until

import tabletown as tt
from tabletown.core.advice import advise, offered
from tabletown.learn.judge import Judge
from tabletown.terminal.app import TerminalApp
from tabletown.terminal.dialogs import Curtain, Question, Reading
from tabletown.terminal.lesson import LessonSession
from tabletown.terminal.local import LocalSession
from tabletown.terminal.puzzle import PuzzleSession
from tabletown.terminal.replay_screen import ReplayScreen
from tabletown.terminal.session import NotNow
from tabletown.terminal.setup_screen import SetupScreen
from tabletown.terminal.table_screen import TableScreen
from tabletown.terminal.widgets import Log, MoveList, TableView

pytestmark = pytest.mark.anyio

SMALL, LARGE = (80, 24), (140, 45)
PATIENCE = 8
"""Decisions after which a whole game is brought to its end without building more."""


def new_match(game: str, seed: int = 4, **options: object) -> tt.Match:
    return tt.Match(tt.game(game, players=2, **options), seed, names=["Ana", "Bram"])


def secret_game() -> str:
    return next(name for name in tt.games() if tt.rulebook(name).secrets)


def played(game: str, plies: int) -> tt.Match:
    """A match after some random moves, with seat 0 to decide."""
    for seed in range(100):
        match = new_match(game, seed)
        while not match.over:
            if match.ply >= plies and match.actor == 0:
                return match
            match.push(match.random_move())
    raise AssertionError(f"no random game of {game} is that long")


@pytest.mark.parametrize("game", tt.games())
async def test_a_whole_game_of_each(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as few players as the game allows, and on native code where it is ready."""
    monkeypatch.delenv("TABLETOWN_ENGINE")
    match = tt.Match(tt.game(game, players=tt.rulebook(game).players[0]), seed=4)
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        decisions = 0
        while not (screen := await my_turn(pilot)).seen["over"]:
            decisions += 1
            await play_by_number(pilot, screen, hurry=decisions > PATIENCE)
        await until(pilot, lambda: isinstance(app.screen, Question))
        assert match.over
        await pilot.press("enter")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize(("game", "size"), list(zip(tt.games(), cycle([SMALL, LARGE]), strict=False)))
async def test_every_move_can_be_seen_and_every_place_reached(game: str, size: tuple[int, int]) -> None:
    """All moves are listed, nothing is cut off, and the arrow keys go over the table from place to place."""
    app = app_for(played(game, 16))
    async with app.run_test(size=size) as pilot:
        screen = await my_turn(pilot)
        table, moves = screen.query_one(TableView), screen.query_one(MoveList)
        assert moves.option_count == len(screen.seen["moves"])
        assert table.canvas.width <= table.size.width
        on_table = [move for move in screen.seen["moves"] if move["target"] in table.canvas.places()]
        if len({move["target"] for move in on_table}) < 2:
            return
        await pilot.press("tab")
        assert app.focused is table
        chosen = set()
        for key in ("down", "right", "up", "left", "down", "right"):
            await pilot.press(key)
            await pilot.pause()
            chosen.add(screen.seen["selected"])
        assert len(chosen) > 1


async def test_the_mouse_chooses_and_plays() -> None:
    match = played("machi-koro", 0)
    while match.actor != 0 or match.view(0)["position"]["phase"] != "build":
        match.push(match.random_move())
    app = app_for(match)
    async with app.run_test(size=LARGE) as pilot:
        screen = await my_turn(pilot)
        table = screen.query_one(TableView)
        move = next(move for move in screen.seen["moves"] if move["name"] == "build")
        x, y = table.canvas.places()[move["target"]]
        place = {"offset": (x + table.gutter.left, y + table.gutter.top)}
        await pilot.click(TableView, **place)
        await pilot.pause()
        assert screen.seen["selected"] == move["id"]
        ply = match.ply
        await pilot.click(TableView, **place)
        await my_turn(pilot)
        assert match.moves[ply].id == move["id"]


async def test_undo_takes_back_what_may_be_taken_back() -> None:
    match = played("little-town", 26)
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        build = next(move["id"] for move in screen.seen["moves"] if move["name"] == "build")
        screen.query_one(MoveList).choose(build)
        ply = match.ply
        await pilot.press("enter")
        await my_turn(pilot)
        assert match.ply > ply
        await pilot.press("u")
        await until(pilot, lambda: match.ply == ply)
        await my_turn(pilot)
        await pilot.press("u")  # the turn before, and what the bots did after it
        await until(pilot, lambda: match.ply < ply)
        await my_turn(pilot)
        assert match.actor == 0


async def test_the_newest_line_of_the_log_stays_in_sight() -> None:
    """Also when what is told above it grows and shrinks with the chosen move."""
    app = app_for(played("little-town", 40))
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        log = screen.query_one(Log)
        await until(pilot, lambda: log.max_scroll_y > 0 and log.is_vertical_scroll_end)
        heights = set()
        for _ in range(12):
            await pilot.press("down")
            await until(pilot, lambda: log.is_vertical_scroll_end)
            heights.add(log.size.height)
        assert len(heights) > 1


def test_people_at_one_screen_keep_what_is_done() -> None:
    match = played("mint-works", 20)
    people = LocalSession(match, range(match.game.players), {})
    while match.actor in (0, tt.CHANCE):
        match.push(match.random_move())
    ply = match.ply
    with pytest.raises(NotNow):
        people.undo()
    assert match.ply == ply


async def test_what_a_move_would_do_is_told_by_the_rules() -> None:
    """The sentence over the moves is what the game says beforehand, or what the log has after the move was played."""
    match = played("little-town", 26)
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        assert {move["name"] for move in screen.seen["moves"]} == {"place", "build"}
        for move in screen.seen["moves"]:
            told = screen.session.foresee(move["id"])
            trial = match.copy()
            trial.push(move["id"])
            if move["name"] == "place":
                given = screen.seen["position"]["yields"][move["args"]["square"]]
                assert all(f"{number} {cube}" in told[0] for cube, number in given.items())
                held = trial.view(0)["position"]["cubes"][0]
                before = screen.seen["position"]["cubes"][0]
                if trial.actor != match.actor or trial.view(0)["position"]["work"] is None:
                    assert {cube: held[cube] - before[cube] for cube in held if held[cube] != before[cube]} == given
            else:
                assert told == [line["text"] for line in trial.story(0, addressed=True) if line["ply"] == match.ply]


async def test_a_hint_has_reasons_and_can_be_played() -> None:
    match = played("mint-works", 10)
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        ply = match.ply
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: match.ply > ply)


async def test_the_games_own_advice() -> None:
    game = next(name for name in tt.games() if tt.rulebook(name).gives_advice)
    match = next(found for seed in range(400) if (found := at_an_advice(game, seed)))
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        ply = match.ply
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("enter")
        await until(pilot, lambda: match.ply > ply + 1)


def at_an_advice(game: str, seed: int) -> tt.Match | None:
    match = new_match(game, seed)
    while not match.over:
        if match.actor == 0 and offered(match, 0):
            found = advise(match, 0)
            if found is not None and len(found.moves) > 2:
                return match
        match.push(match.random_move())
    return None


async def test_reference_guide_and_keys_are_read_and_closed() -> None:
    app = app_for(played("machi-koro", 10))
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        for key in ("r", "g", "question_mark"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Reading))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_saving_leaving_and_loading(tmp_path: Path) -> None:
    file = tmp_path / "saved"
    match = played("machi-koro", 10)
    app = app_for(match, file=file)
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        await pilot.press("1", "enter")
        await my_turn(pilot)
        assert screen.changed
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("enter")
        await pilot.pause()
    assert tt.Match.load(file.read_text()).moves == match.moves
    again = app_for(new_match("mint-works"), file=file)
    async with again.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        await pilot.press("l")
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: table_of(again).session.book.name == "machi-koro")
        session = (await my_turn(pilot)).session
        assert isinstance(session, LocalSession)
        assert session.match.moves[: match.ply] == match.moves


async def test_replay_steps_through_the_match() -> None:
    match = played("mint-works", 30)
    app = app_for(match)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.replay.ply == 0
        await pilot.press("right", "right")
        assert screen.replay.ply >= 2
        assert screen.replay.told()
        await pilot.press("end")
        assert screen.replay.view()["position"] == match.view(0)["position"]
        await pilot.press("left", "home")
        assert screen.replay.ply == 0
        await pilot.press("p")
        await until(pilot, lambda: screen.replay.ply > 0)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_a_curtain_falls_between_people_with_secrets() -> None:
    match = new_match(secret_game())
    app = app_for(match, [0, 1])
    async with app.run_test(size=SMALL) as pilot:
        viewers = []
        for _ in range(6):
            await until(pilot, lambda: isinstance(app.screen, Curtain) or table_of(app).seen["moves"])
            if isinstance(app.screen, Curtain):
                await pilot.press("enter")
                await until(pilot, lambda: isinstance(app.screen, TableScreen))
            screen = await my_turn(pilot)
            viewers.append(screen.seen["viewer"])
            assert screen.seen["viewer"] == match.actor
            await pilot.press("1", "enter")
            await pilot.pause()
        assert set(viewers) == {0, 1}


async def test_no_view_of_another_person_is_drawn_before_the_curtain() -> None:
    match = new_match(secret_game())
    session = LocalSession(match, [0, 1], {})
    match.play_chance()
    while match.actor == 0:
        match.push(match.legal_ids[0])
        match.play_chance()
    assert session.curtain == "Bram"
    assert session.view()["viewer"] is None
    session.lift_curtain()
    assert session.view()["viewer"] == 1


async def test_bots_are_told_one_by_one_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a pace every step of the others is drawn; without one only the last."""
    drawn: list[int] = []
    shown = TableScreen.show

    def show(screen: TableScreen) -> None:
        shown(screen)
        drawn.append(screen.seen["ply"])

    monkeypatch.setattr(TableScreen, "show", show)
    app = app_for(played("mint-works", 20), pace=0.01)
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        await pilot.press("1", "enter")
        await pilot.pause()
        await my_turn(pilot)
        assert len(set(drawn)) > 2
        await pilot.press("plus")
        assert screen.pace > 0.01
        await pilot.press("minus")
        assert screen.pace == 0


async def test_a_game_is_set_up_on_the_screen() -> None:
    app = TerminalApp(pace=0, name="Cleo", colours="true")
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query("#seat-1"))
        app.screen.query_one("#game").value = "mint-works"  # type: ignore[attr-defined]
        await until(pilot, lambda: app.screen.query("#option-vault_star"))
        await pilot.press("ctrl+s")
        session = (await my_turn(pilot)).session
        assert isinstance(session, LocalSession)
        assert session.match.game == tt.game("mint-works", players=2)
        assert session.match.names == ["Cleo", "Normal"]


async def test_what_can_not_be_set_up_is_said() -> None:
    app = TerminalApp(pace=0, colours="true")
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query("#option-ages"))
        app.screen.query_one("#option-starting_player").value = "youngest"  # type: ignore[attr-defined]
        await until(pilot, lambda: app.screen.query_one("#row-ages").display)
        app.screen.query_one("#option-ages").value = "seven"  # type: ignore[attr-defined]
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        assert "ages" in str(app.screen.query_one("#setup-problem").render())


async def test_the_form_asks_only_what_matters() -> None:
    """Values have the names that people use, rare options come on request, others with the seats that they are for."""
    app = TerminalApp(pace=0, colours="true")
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query("#row-ages"))
        form = app.screen

        def shows(name: str) -> bool:
            return bool(form.query_one(f"#row-{name}").display)

        await until(pilot, lambda: not shows("play_on_for_places"))
        assert not shows("extra_turn_chains")
        await pilot.press("ctrl+o")
        await until(pilot, lambda: shows("extra_turn_chains"))
        form.query_one("#seat-2").value = "easy"  # type: ignore[attr-defined]
        await until(pilot, lambda: shows("play_on_for_places"))
        assert "By lot" in str(form.query_one("#option-starting_player SelectCurrent").query_one("#label").render())


@pytest.mark.parametrize(("key", "kind"), [("ctrl+l", LessonSession), ("ctrl+p", PuzzleSession)])
async def test_lessons_and_puzzles_are_opened_from_the_form(key: str, kind: type) -> None:
    app = TerminalApp(pace=0, colours="true")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and app.screen.query("#seat-1"))
        await pilot.press(key)
        assert isinstance((await my_turn(pilot)).session, kind)


async def test_a_finished_match_is_reviewed_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the last dialog to the replay, with what the review says of marked moves; on native code."""
    monkeypatch.delenv("TABLETOWN_ENGINE")
    match = last_moves("machi-koro", 12)
    Judge(match.game)  # compiles, if need be for longer than the screen is waited for
    monkeypatch.setattr(match.game.rulebook.evaluation, "LEAF", 1)
    app = app_for(match)
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Question) and app.screen.query("#review"))
        button = app.screen.query_one("#review")
        await until(pilot, lambda: button.region.area)  # it is there before it has its place
        await pilot.pause()
        await pilot.click("#review")
        await until(pilot, lambda: isinstance(app.screen, Reading))
        await pilot.press("escape")
        screen = next(screen for screen in app.screen_stack if isinstance(screen, ReplayScreen))
        await until(pilot, lambda: app.screen is screen)
        review = screen.review
        assert review is not None
        assert review.marked
        await pilot.press("m")
        assert screen.replay.ply == review.marked[0]
        assert review.told(screen.replay.ply)[0] in str(screen.query_one("#replay-told").render())


async def test_what_is_not_over_is_not_reviewed() -> None:
    app = app_for(played("mine-carts", 10))
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot)
        await pilot.press("v")
        await until(pilot, lambda: app._notifications)
        assert "when it is over" in next(iter(app._notifications)).message
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize(("theme", "colours"), [("dark", "true"), ("light", "16")])
async def test_every_look_and_every_size(theme: str, colours: str) -> None:
    app = app_for(played("minecart-town", 40), theme=theme, colours=colours)
    async with app.run_test(size=SMALL) as pilot:
        screen = await my_turn(pilot)
        assert screen.palette.theme == ("ansi" if colours == "16" else theme)
        for width, height in ((200, 60), (60, 16), (120, 30)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
        await pilot.press("t", "z", "z")
        assert app.current_theme.dark == (theme == "light")
