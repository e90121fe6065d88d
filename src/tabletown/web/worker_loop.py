"""The loop of a worker process: read questions, write answers, end when the server does."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def answer_requests(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed while an answer is worked out goes to the server's log, not into the answers
    print(json.dumps({"ready": True}), file=out, flush=True)
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:
            said = {"error": repr(error)}
        print(json.dumps(said), file=out, flush=True)
