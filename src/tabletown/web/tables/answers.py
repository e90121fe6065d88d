"""Idempotency keys of requests that make a table or take a seat: the same request again gets the same answer.

Answers may hold secrets: tokens of seats, invites. None is stored; they follow from the key, which is stored as a hash.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tabletown.web.refusals import Reused
from tabletown.web.store.storage import Answer, Storage

from . import seat_tokens
from .requests import Claim, NewLesson, NewTable
from .seat import Caller


def digest(*asked: Any) -> str:
    """A hash of what a request asks for."""
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


class Asked:
    """A request with or without a key, and whoever sends it."""

    def __init__(self, body: NewTable | NewLesson | Claim, caller: Caller, table: str = "") -> None:
        self._secret = body.key or seat_tokens.new_secret()
        self.key, self.body, self.caller = body.key, digest(body.model_dump(exclude={"key"})), caller
        self.id = digest(type(body).__name__, table, caller.browser or caller.token, self.key)

    async def answered(self, storage: Storage) -> Any:
        """What was answered before to this request, or None."""
        known = await storage.answer(self.id) if self.key else None
        if known and known.body != self.body:
            raise Reused
        return known.payload if known else None

    def answer(self, payload: dict[str, Any]) -> Answer | None:
        """What is to be stored with the change."""
        return Answer(self.id, self.body, payload) if self.key else None

    def token(self, table: str, seat: int) -> str:
        """The secret of a seat that a program takes."""
        return seat_tokens.derived(self._secret, "token", table, seat)

    def invite(self, table: str, seat: int) -> str:
        """The invite to an open seat; that of a browser follows from its secret, so it can be shown again."""
        if self.caller.secret:
            return seat_tokens.invitation(self.caller.secret, table, seat)
        return seat_tokens.derived(self._secret, "invite", table, seat)
