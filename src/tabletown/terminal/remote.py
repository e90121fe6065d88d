"""A table on a server, played at over its JSON API."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from ..core.errors import BadOption, BadSave, TabletownError
from ..core.registry import rulebook_of
from .session import Hint, Proposal, View, standing

WAIT = 10
"""Seconds that a request waits for news before it comes back without."""
PATIENCE = 20
"""Seconds that any other answer may take."""


class Refused(TabletownError):
    """The server said no; its own sentence says why."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


def is_address(text: str) -> bool:
    """Whether a word is the address of a table rather than the name of a game."""
    return text.startswith(("http://", "https://"))


class Client:
    """Requests to one table; a token makes them those of its seat."""

    def __init__(self, server: str, table: str) -> None:
        self.server, self.table = server, table
        self.token: str | None = None

    def ask(self, method: str, path: str, body: object = None, wait: float = 0, text: bool = False) -> Any:
        """The answer as JSON, or as text; a refusal or a broken line raises Refused."""
        headers = {"accept": "text/plain" if text else "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            data, headers["content-type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(f"{self.server}/api/tables/{self.table}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE + wait) as answer:
                found = answer.read().decode()
                return found if text else json.loads(found)
        except urllib.error.HTTPError as error:
            raise Refused(_sentence(error), error.code) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Refused(f"{self.server} does not answer: {reason}.") from error


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read().decode())["error"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered {error.code}: {error.reason}."


# ------------------------------------------------------------------ seats one has taken


class Tokens:
    """The tokens of the seats that were taken from this account, so that one can come back to them."""

    def __init__(self) -> None:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
        self.file = Path(home) / "tabletown" / "seats.json"

    def _all(self) -> dict[str, str]:
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return dict(found) if isinstance(found, dict) else {}

    def get(self, server: str, table: str) -> str | None:
        return self._all().get(f"{server}/table/{table}")

    def keep(self, server: str, table: str, token: str) -> None:
        """Remember a token; only the owner of the account may read the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        kept = {**self._all(), f"{server}/table/{table}": token}
        with open(self.file, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(kept, file, indent=1)


# ------------------------------------------------------------------ the session


class RemoteSession:
    """One seat at a table on a server, or a place among the spectators."""

    kept = True

    def __init__(self, client: Client) -> None:
        self.client = client
        self._about: dict[str, Any] = {}
        self._look()
        self.book = rulebook_of(self._about)

    @classmethod
    def join(cls, address: str, name: str, tokens: Tokens | None = None) -> RemoteSession:
        """Sit down by an invite link, come back to a seat, or watch by the address of a table."""
        tokens = tokens or Tokens()
        parts = urllib.parse.urlsplit(address)
        server, path = f"{parts.scheme}://{parts.netloc}", [part for part in parts.path.split("/") if part]
        match path:
            case ["join", table, seat, invite] if seat.isdigit():
                client = Client(server, table)
                client.token = tokens.get(server, table)
                if client.token is None:
                    body = {"seat": int(seat), "invite": invite, "name": name}
                    client.token = str(client.ask("POST", "/claim", body)["token"])
                    tokens.keep(server, table, client.token)
            case ["table", table, *_]:
                client = Client(server, table)
                client.token = tokens.get(server, table)
            case _:
                raise BadOption(f"{address} is not the link of a table; it looks like SERVER/join/… or SERVER/table/….")
        return cls(client)

    def _look(self) -> None:
        self._about = self.client.ask("GET", "")

    # -------------------------------------------------------------- what is seen

    def view(self) -> View:
        view: View = self._about["view"]
        bots = {seat["seat"] for seat in self._about["seats"] if seat["kind"] == "bot"}
        for player in view["players"]:
            player["bot"] = player["seat"] in bots
        return view

    @property
    def seat(self) -> int | None:
        viewer: int | None = self._about["viewer"]
        return viewer

    @property
    def over(self) -> bool:
        return bool(self._about["view"]["over"])

    @property
    def waiting(self) -> bool:
        return not self.over and not self._about["your_turn"]

    @property
    def waiting_for(self) -> str:
        free = [seat["seat"] + 1 for seat in self._about["seats"] if seat["kind"] == "open"]
        if free:
            return f"Waiting for somebody to take seat {' and '.join(map(str, free))} …"
        mover = self._about["to_move"]
        return "Waiting …" if mover is None else f"Waiting for {self._about['view']['players'][mover]['name']} …"

    @property
    def curtain(self) -> str | None:
        return None

    def lift_curtain(self) -> None:
        """There is one person at this screen, and so no curtain."""

    # -------------------------------------------------------------- play

    def step(self) -> None:
        since = self._about["version"]
        self.client.ask("GET", f"/events?since={since}&wait={WAIT}", wait=WAIT)
        self._look()

    def _act(self, path: str, **body: object) -> None:
        """Do something for the version that is on the screen; if the table has moved on, look again and say so."""
        try:
            self.client.ask("POST", path, {**body, "version": self._about["version"], "key": str(uuid.uuid4())})
        except Refused as refusal:
            if refusal.status == 409:
                self._look()
            raise
        self._look()

    def play(self, move: int) -> None:
        self._act("/moves", move=move)

    def foresee(self, move: int) -> list[str]:
        return []

    def undo(self) -> None:
        self._act("/undo")

    # -------------------------------------------------------------- help

    def hint(self) -> Hint:
        found = self.client.ask("POST", "/hint", {}, wait=PATIENCE)
        return Hint(int(found["move"]), str(found["label"]), [str(found["reason"])] if found["reason"] else [])

    def advice_label(self) -> str | None:
        return "Advice" if self.book.gives_advice and self._about["your_turn"] else None

    def advise(self) -> Proposal:
        found = self.client.ask("GET", "/advice")
        return Proposal(str(found["sentence"]), bool(found["moves"]))

    def take_advice(self) -> None:
        self._act("/advice")

    def reference(self) -> list[str]:
        return [str(line) for line in self.client.ask("GET", "/reference")["lines"]]

    def standings(self) -> list[str]:
        ranked = sorted(self.view()["players"], key=lambda player: player["place"] or 0)
        return [standing(player["place"], player["name"], player["score"]) for player in ranked]

    def save(self, file: Path) -> str:
        """The finished match as the server exports it."""
        text = self.client.ask("GET", "/export.txt", text=True)
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadSave(f"{file} can't be written: {error.strerror}.") from error
        return f"Saved to {file}; walk through it with: tabletown replay --step {file}"
