"""The API against its own description: schemathesis asks what the description allows and what it does not."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from running_server import RunningServer

from tabletown.web.tables.watch import Watch

pytestmark = pytest.mark.anyio

CONFIG = Path(__file__).parent / "schemathesis.toml"
THOROUGH = os.environ.get("CI") == "true"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long polls end soon: the description allows 25 seconds, and whoever tries its edges would wait them out."""
    past = Watch.past

    async def soon(self: Watch, since: int, seconds: float, *more: Any) -> None:
        await past(self, since, min(seconds, 0.05), *more)

    monkeypatch.setattr(Watch, "past", soon)


@pytest.mark.usefixtures("impatient")
async def test_the_api_keeps_to_its_description(sqlite: str, start_server: Any, tmp_path: Path) -> None:
    """All checks, over all routes, at a table in play; on CI with more examples and all edges of the description."""
    server = await start_server(sqlite, bot_seconds=0.5, lab_seconds=0.2)
    table = await server.table(seed=1)
    await table.play_on(3)
    token = table.made["seats"][await table.actor()]["token"]
    config = tmp_path / "schemathesis.toml"
    config.write_text(f'[parameters]\n"path.table" = "{table.id}"\n{CONFIG.read_text()}')
    phases, examples = ("coverage,fuzzing", "5") if THOROUGH else ("fuzzing", "1")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", "--checks", "all"]
    command += ["--max-response-time", "100"]  # a busy machine is not a fault of the API
    command += ["--phases", phases, "--max-examples", examples, "--seed", "1", "--request-timeout", "60"]
    command += ["--header", f"Authorization: Bearer {token}", f"{server.address}/api/openapi.json"]
    running = await asyncio.create_subprocess_exec(
        *command, cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await running.communicate()
    assert running.returncode == 0, said.decode()[-6000:]


async def test_every_refusal_is_described(server: RunningServer) -> None:
    described = server.app.openapi()
    assert set(described["components"]["securitySchemes"]) == {"token", "cookie"}
    for path, methods in described["paths"].items():
        assert ("get" in methods) == ("head" in methods), path
        if not path.startswith("/api/"):
            continue
        for method, operation in methods.items():
            statuses = set(operation["responses"])
            assert statuses >= {"400", "422", "429", "503"}, (path, method)
            assert not path.startswith("/api/tables/{table}") or "404" in statuses, (path, method)
            if method in ("post", "delete") and "{table}" in path:
                assert statuses >= {"403", "409"}, (path, method)
            told: Any = operation["responses"]["422"].get("content", {})
            assert method == "head" or told["application/json"]["schema"]["$ref"].endswith("/Problem"), (path, method)


async def test_an_address_names_the_methods_that_are_described(server: RunningServer) -> None:
    """All that it answers to and no other, whatever further routes its address would fit."""
    caller = server.program()
    for path, methods in server.app.openapi()["paths"].items():
        answer = await caller.client.options(re.sub(r"{\w+}", "1", path))
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].lower().split(", ")) == set(methods), path


NASTY = ["", "%00", "a" * 300, "..%2f..", "é", "[", "-1", "9" * 40, "%ff%fe", "null", "{}", "<b>"]


async def test_pages_answer_nonsense_without_a_fault(server: RunningServer) -> None:
    """Every page route with nonsense for its parameters and its form."""
    from tabletown.web.pages import router

    browser = server.browser()
    form = {"content-type": "application/x-www-form-urlencoded"}
    asked = 0
    for route in router.routes:
        path, methods = route.path, route.methods  # type: ignore[attr-defined]
        for number, nasty in enumerate(NASTY):
            address = re.sub(r"{\w+}", nasty or "x", path)
            for method in methods:
                answer = await browser.client.request(
                    method,
                    f"{address}?link={nasty}&ply={nasty}&layout={nasty}",
                    content=f"seat={nasty}&name={nasty}&kind1={nasty}&o-x={nasty}&" + "&" * number,
                    headers=form if method == "POST" else {},
                )
                assert answer.status_code < 500, (method, address, answer.text[:200])
                asked += 1
    assert asked > 100
