"""A game in another package: found by its entry point, and then a game like any other. The package is examples/pig."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from installing import Environment, installed, run

ROOT = Path(__file__).parents[2]
PIG = ROOT / "examples" / "pig"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment of a process in which Pig is installed."""
    return installed(PIG, tmp_path_factory.mktemp("site"))


def test_without_the_package_there_is_no_such_game() -> None:
    import tabletown as tt

    assert "pig" not in tt.games()


def test_the_command_line_lists_it_after_the_others_and_simulates_it(elsewhere: Environment) -> None:
    names = [
        line.split()[0]
        for line in run(elsewhere, "-m", "tabletown.cli", "games").splitlines()
        if line and line[0] != " " and "  " in line
    ]
    assert names[-1] == "pig"
    assert "machi-koro" in names
    words = ["simulate", "pig", "--players", "3", "-o", "goal=20", "--games", "200", "--json"]
    played = json.loads(run(elsewhere, "-m", "tabletown.cli", *words))
    assert played["unfinished"] == 0
    assert sum(played["wins"]) == 200


PLAYS = """
import tabletown as tt
from tabletown import bots

match = tt.Match(tt.game("pig", players=2, goal=20), seed=3, names=["Ana", "Bram"])
greedy = bots.bot("greedy")
while not match.over:
    if match.actor == tt.CHANCE:
        match.step_chance()
    else:
        match.push(bots.choose(greedy, match.game, match.redacted(match.actor), match.actor, match.ply).move)
assert tt.Match.load(match.save()).log == match.log
print(match.ranking, max(match.scores), match.log[-1])
"""


def test_a_match_of_it_plays_to_the_end(elsewhere: Environment) -> None:
    said = run({**elsewhere, "TABLETOWN_ENGINE": "interpreted"}, "-c", PLAYS)
    assert said.startswith("[[")
    assert "holds" in said


CHECKS = """
from tabletown_pig import RULEBOOK
from tabletown.testing import check_game

check_game(RULEBOOK)
"""


def test_it_passes_all_checks(elsewhere: Environment) -> None:
    run(elsewhere, "-c", CHECKS)


def test_it_is_small() -> None:
    """The smallest complete game: at most six files and 180 lines in all."""
    files = [file for file in PIG.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) <= 6
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 180


def test_it_is_played_in_the_terminal(elsewhere: Environment) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tabletown.cli", *["play", "pig", "--players", "2", "--bot", "random", "--seed", "3"]],
        input="1\n?\nq\n",
        env={**elsewhere, "TABLETOWN_ENGINE": "interpreted"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Roll the die" in done.stdout
    assert "You roll a " in done.stdout


SERVES = """
import asyncio
import httpx
from tabletown.web.http.app import create_app
from tabletown.web.settings import Settings

async def look(app):
    headers = {"sec-fetch-site": "same-origin"}
    browser = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost", headers=headers)
    async with app.router.lifespan_context(app), browser as client:
        for address in ("/", "/games/pig", "/new/pig"):
            answer = await client.get(address)
            assert answer.status_code == 200 and "Pig" in answer.text, (address, answer.status_code)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        made = await client.post("/api/tables", json={"game": "pig", "seats": seats})
        assert made.status_code == 201, made.text
        assert (await client.get(made.json()["url"])).status_code == 200

asyncio.run(look(create_app(Settings(database="sqlite:///tables.sqlite3", prepare=False))))
"""


def test_the_server_shows_it(elsewhere: Environment, tmp_path: Path) -> None:
    run(elsewhere, "-c", SERVES, cwd=tmp_path)
