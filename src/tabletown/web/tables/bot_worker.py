"""The process in which bots choose moves."""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Any

import numpy as np

from tabletown import bots
from tabletown.core import registry
from tabletown.learn.why import can_compare, hint_in_words
from tabletown.web.worker_loop import answer_requests

BOTS_KEPT = 64


@lru_cache(BOTS_KEPT)
def bot_of(table: str, seat: int, level: str) -> bots.Bot:
    """The bot of a seat; it keeps its search tree from one move to the next, so each seat has its own."""
    return bots.bot(level)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    game = registry.game(question["game"], question["players"], change=question["change"], **question["options"])
    record = np.frombuffer(bytearray(base64.b64decode(question["record"])), game.rulebook.state.dtype)
    bot = bot_of(question["table"], question["seat"], question["level"])
    if hasattr(bot, "within"):
        bot.within = question["seconds"]
    choice = bots.choose(bot, game, record, question["seat"], question["seed"])
    explained = choice.game is not None and choice.position is not None
    if explained and question.get("in_words") and can_compare(game):
        reason = hint_in_words(choice, question["names"])
    else:
        reason = bots.explain(choice, question["names"])["summary"] if explained else ""
    return {"move": int(choice.move), "reason": reason}


def main() -> None:
    answer_requests(answer)


if __name__ == "__main__":
    main()
