"""A game in another package: found by its entry point, and then a game like any other. The package is docs/examples/pig."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIG = ROOT / "docs" / "examples" / "pig"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the package is installed: its folder, and what an installer writes from its pyproject.toml."""
    project = tomllib.loads((PIG / "pyproject.toml").read_text())["project"]
    site = tmp_path_factory.mktemp("site")
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {thing}\n" for name, thing in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(lines))
    (site / "tabletown_pig").symlink_to(PIG / "tabletown_pig")
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def run(elsewhere: dict[str, str], *words: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *words], env=elsewhere, cwd=cwd, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_without_the_package_there_is_no_such_game() -> None:
    import tabletown as tt

    assert "pig" not in tt.games()


def test_the_command_line_lists_it_after_the_others_and_simulates_it(elsewhere: dict[str, str]) -> None:
    names = [
        line.split()[0]
        for line in run(elsewhere, "-m", "tabletown.cli", "games").splitlines()
        if line and line[0] != " " and "  " in line
    ]
    assert names[-1] == "pig"
    assert "machi-koro" in names
    played = json.loads(
        run(
            elsewhere,
            "-m",
            "tabletown.cli",
            "simulate",
            "pig",
            "--players",
            "3",
            "-o",
            "goal=20",
            "--games",
            "200",
            "--json",
        )
    )
    assert played["unfinished"] == 0
    assert sum(played["wins"]) == 200


PLAYS = """
import tabletown as tt
from tabletown.bots import bot
from tabletown.draw.check import complaints

match = tt.Match(tt.game("pig", players=2, goal=20), seed=3, names=["Ana", "Bram"])
thinker = bot("greedy")
while not match.over:
    if match.actor == tt.CHANCE:
        match.step_chance()
    else:
        match.push(bots.choose(thinker, match.game, match.redacted(match.actor), match.actor, match.ply).move)
    for layout in ("desktop", "phone"):
        for viewer in (None, 0, 1):
            assert complaints(match.svg(viewer, layout=layout)) == []
assert tt.Match.load(match.save()).log == match.log
print(match.ranking, max(match.scores), match.log[-1])
"""


def test_a_match_of_it_plays_to_the_end(elsewhere: dict[str, str]) -> None:
    said = run({**elsewhere, "TABLETOWN_ENGINE": "interpreted"}, "-c", PLAYS)
    assert said.startswith("[[")
    assert "holds" in said


def test_the_free_tests_run_it(elsewhere: dict[str, str]) -> None:
    said = run(
        elsewhere,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "tests/core/test_every_game.py",
        "-k",
        "pig",
        cwd=ROOT,
    )
    assert "passed" in said or "[100%]" in said


SERVES = """
import asyncio
import httpx
from tabletown.web.http.app import create_app
from tabletown.web.settings import Settings

async def look(app):
    headers = {"sec-fetch-site": "same-origin"}
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost", headers=headers) as client:
        for address in ("/", "/games/pig", "/new/pig"):
            answer = await client.get(address)
            assert answer.status_code == 200 and "Pig" in answer.text, (address, answer.status_code)
        made = await client.post("/api/tables", json={"game": "pig", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
        assert made.status_code == 201, made.text
        assert (await client.get(made.json()["url"])).status_code == 200

asyncio.run(look(create_app(Settings(database="sqlite:///tables.sqlite3", covers=False))))
"""


def test_the_server_shows_it(elsewhere: dict[str, str], tmp_path: Path) -> None:
    run(elsewhere, "-c", SERVES, cwd=tmp_path)
