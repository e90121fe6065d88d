"""The process in which bots think: reads questions, writes answers, ends when its server does."""

from __future__ import annotations

import base64
import json
import os
import sys
from typing import Any

import numpy as np


def answer(question: dict[str, Any]) -> dict[str, Any]:
    from tabletown import bots
    from tabletown.core import registry

    game = registry.game(question["game"], question["players"], **question["options"])
    record = np.frombuffer(bytearray(base64.b64decode(question["record"])), game.rulebook.state.dtype)
    choice = bots.bot(question["level"]).choose(game, record, question["seat"], question["seed"])
    return {"move": int(choice.move), "reason": getattr(choice, "reason", "")}


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
