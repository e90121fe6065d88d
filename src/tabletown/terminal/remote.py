"""A table on a server, played at over its JSON API."""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from ..core.errors import BadOption, BadSave, TabletownError
from ..core.match import Match
from ..core.registry import rulebook_of
from .session import Ending, Hint, NotNow, OutOfReach, Proposal, View, standing

WAIT = 10
"""Seconds that a request waits for news before it comes back without."""
PATIENCE = 20
"""Seconds that any other answer may take."""
FAULTS, OUTDATED = 500, 409
"""From which status on the server is at fault; and the status of what comes too late."""


class Refused(TabletownError):
    """The server said no; its own sentence says why."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


def is_address(text: str) -> bool:
    """Whether a word is the address of a table rather than the name of a game."""
    return "/" in text


class Client:
    """Requests to one table; a token makes them those of its seat."""

    def __init__(self, server: str, table: str) -> None:
        self.server, self.table = server, table
        self.token: str | None = None

    def ask(self, method: str, path: str, body: object = None, wait: float = 0, text: bool = False) -> Any:
        """The answer as JSON, or as text; a refusal raises Refused, a broken line or server OutOfReach."""
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
            if error.code >= FAULTS:
                raise OutOfReach(_sentence(error)) from error
            raise Refused(_sentence(error), error.code) from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise OutOfReach(f"{self.server} does not answer: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    """Why there was no answer, without numbers of the system."""
    inner = getattr(error, "reason", error)
    return str(getattr(inner, "strerror", None) or inner or type(inner).__name__).rstrip(".")


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
    far = True

    def __init__(self, client: Client) -> None:
        self.client = client
        self._about: dict[str, Any] = {}
        self._lost = False
        """Whether the last look for news was in vain."""
        self._look()
        self.book = rulebook_of(self._about)

    @classmethod
    def join(cls, address: str, name: str, tokens: Tokens | None = None) -> RemoteSession:
        """Sit down by an invite link, come back to a seat, or watch by the address of a table."""
        tokens = tokens or Tokens()
        if not address.startswith(("http://", "https://")):
            raise BadOption(f"{address} is no address; the link of a table begins with http:// or https://.")
        parts = urllib.parse.urlsplit(address)
        server, path = f"{parts.scheme}://{parts.netloc}", [part for part in parts.path.split("/") if part]
        match path:
            case ["join", table, seat, invite] if seat.isdigit():
                client = Client(server, table)
                client.token = tokens.get(server, table)
                if client.token is None:
                    body = {"seat": int(seat), "invite": invite, "name": name}
                    client.token = cls._claimed(client, body)
                    tokens.keep(server, table, client.token)
            case ["table", table, *_]:
                client = Client(server, table)
                client.token = tokens.get(server, table)
            case _:
                raise BadOption(f"{address} is not the link of a table; it looks like SERVER/join/… or SERVER/table/….")
        session = cls(client)
        session._come_back()
        return session

    @staticmethod
    def _claimed(client: Client, body: dict[str, Any]) -> str:
        """The token of a seat that is taken now."""
        try:
            return str(client.ask("POST", "/claim", body)["token"])
        except Refused:
            seats = client.ask("GET", "")["seats"]
            if body["seat"] < len(seats) and seats[body["seat"]]["kind"] == "open":
                raise
            watch = f"tabletown play {client.server}/table/{client.table}"
            raise BadOption(f"That seat is taken already. To watch: {watch}") from None

    def _come_back(self) -> None:
        """Take one's seat from the bot that has played on meanwhile."""
        if self.seat is not None and self._about["seats"][self.seat]["left"]:
            self.client.ask("POST", "/claim", {"seat": self.seat})
            self._look()

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
        """Wait for news; after a fault only look, so that it is soon known whether the server is back."""
        after_a_fault, self._lost = self._lost, True
        if not after_a_fault:
            since = self._about["version"]
            self.client.ask("GET", f"/events?since={since}&wait={WAIT}", wait=WAIT)
        self._look()
        self._lost = False

    def _act(self, path: str, **body: object) -> None:
        """Do something for the version that is on the screen; if the table has moved on, look again and say so."""
        try:
            self.client.ask("POST", path, {**body, "version": self._about["version"], "key": str(uuid.uuid4())})
        except Refused as refusal:
            if refusal.status == OUTDATED:
                self._look()
            raise
        self._look()

    def play(self, move: int) -> None:
        self._act("/moves", move=move)

    def foresee(self, move: int) -> list[str]:
        said = str(self.client.ask("GET", f"/moves/{move}")["outlook"])
        return [said] if said else []

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

    def preparing(self) -> str:
        return ""

    def record(self) -> Match:
        """The finished match as the server exports it."""
        if not self.over:
            raise NotNow("A table on a server can be replayed when its game is over.")
        return Match.load(self.client.ask("GET", "/export.txt", text=True))

    def ending(self) -> Ending:
        ranked = sorted(self.view()["players"], key=lambda player: player["place"] or 0)
        return Ending("The game is over", [standing(p["place"], p["name"], p["score"]) for p in ranked])

    def save(self, file: Path) -> str:
        """The finished match as the server exports it."""
        text = self.client.ask("GET", "/export.txt", text=True)
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadSave(f"{file} can't be written: {error.strerror}.") from error
        return f"Saved to {file}; walk through it with: tabletown replay --step {file}"
