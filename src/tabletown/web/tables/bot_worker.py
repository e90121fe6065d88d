"""The process in which bots choose moves: reads questions, writes answers, ends when its server does."""

from __future__ import annotations

import base64
import json
import os
import sys
from functools import lru_cache
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.core import registry

BOTS_KEPT = 64


@lru_cache(BOTS_KEPT)
def bot_of(table: str, seat: int, level: str) -> bots.Bot:
    """The bot of a seat; it keeps its search tree from one move to the next, so each seat has its own."""
    return bots.bot(level)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    game = registry.game(question["game"], question["players"], **question["options"])
    record = np.frombuffer(bytearray(base64.b64decode(question["record"])), game.rulebook.state.dtype)
    bot = bot_of(question["table"], question["seat"], question["level"])
    choice = bots.choose(bot, game, record, question["seat"], question["seed"])
    explained = choice.game is not None and choice.position is not None
    return {"move": int(choice.move), "reason": bots.explain(choice, question["names"])["summary"] if explained else ""}


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a bot prints goes to the server's log, not into the answers
    print(json.dumps({"ready": True}), file=out, flush=True)
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:
            said = {"error": repr(error)}
        print(json.dumps(said), file=out, flush=True)


if __name__ == "__main__":
    main()
