"""Play in the terminal: a readable table, numbered moves, bots in the other seats, undo, save."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from . import bots
from .core.advice import advise, offered
from .core.errors import BadOption
from .core.match import Match
from .core.move import CHANCE

SEAT_STYLES = ["bold blue", "bold dark_orange3", "bold yellow3", "bold magenta"]
HELP = "Type the number of a move; u takes back, s saves, ? explains, q leaves."


class Table:
    """A person at one seat of a match, bots at the others."""

    def __init__(self, match: Match, seat: int, bot: str, file: Path | None) -> None:

        if not 0 <= seat < match.game.players:
            raise BadOption(f"Seat {seat} is not at this table; seats are 0 to {match.game.players - 1}.")
        self.match = match
        self.seat = seat
        self.bot = bots.bot(bot)
        self.bot_name = bot
        self.file = file or Path(f"{match.game.name}.tabletown")
        self.console = Console()
        self.told = 0
        bots.prepare(match.game)
        match.names = ["You" if s == seat else f"{bot} {s}" for s in range(match.game.players)]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self.console.print(f"[bold]{self.match.game}[/]. {HELP}")
        while not self.match.over:
            self.let_others_move()
            self.tell()
            if self.match.over:
                break
            self.show()
            if not self.my_move():
                return
        self.tell()
        self.show()
        self.console.print(f"[bold]{self.match.view(self.seat)['prompt']['sentence']}[/]")

    def let_others_move(self) -> None:
        match = self.match
        while match.actor is not None and match.actor != self.seat:
            if match.actor == CHANCE:
                match.step_chance()
                continue
            name = match.names[match.actor]
            with self.console.status(f"{name} is thinking ..."):
                choice = bots.choose(
                    self.bot, match.game, match.redacted(match.actor), match.actor, match.seed + match.ply
                )
            match.push(int(choice.move))

    def my_move(self) -> bool:
        """Ask for one move; False when the person leaves."""
        match = self.match
        moves = match.legal_moves
        grid = Grid.grid(padding=(0, 2))
        for number, move in enumerate(moves, 1):
            grid.add_row(f"[bold]{number}[/]", move.label)
        help_offered = offered(match, self.seat)
        if help_offered:
            grid.add_row("[bold]a[/]", help_offered)
        self.console.print(grid)
        while True:
            answer = self.ask()
            if answer in ("q", "quit"):
                self.console.print("Left the table; the match was not saved." if match.ply else "")
                return False
            if answer in ("u", "undo"):
                if match.can_undo(self.seat):
                    match.pop()
                    self.told = min(self.told, match.ply)
                    return True
                self.console.print("This can't be taken back: the dice have spoken or the turn has passed on.")
            elif answer in ("s", "save"):
                self.file.write_text(match.save(), encoding="utf-8")
                self.console.print(f"Saved to {self.file}; go on with: tabletown play --load {self.file}")
            elif answer == "a" and help_offered:
                if self.take_advice():
                    return True
            elif answer == "?":
                self.console.print(HELP)
                self.console.print(match.game.rulebook.guide)
            elif answer.isdigit() and 1 <= int(answer) <= len(moves):
                match.push(moves[int(answer) - 1].id)
                return True
            else:
                self.console.print(f"Type a number from 1 to {len(moves)}, or u, s, ?, q.")

    def take_advice(self) -> bool:
        """Show what the game advises; whether it was accepted and played."""
        found = advise(self.match, self.seat)
        if found is None or not found.moves:
            self.console.print(found.sentence if found else "There is nothing to be advised now.")
            return False
        self.console.print(f"{found.sentence} Type y to accept.")
        if self.ask() not in ("y", "yes"):
            return False
        for move in found.moves:
            self.match.push(move)
        return True

    def ask(self) -> str:
        try:
            return self.console.input("[bold]> [/]").strip().lower()
        except EOFError:
            return "q"

    def tell(self) -> None:
        """What happened since the person last looked."""
        for line in self.match.story(self.seat):
            if line["ply"] >= self.told:
                style = SEAT_STYLES[line["seat"]] if line["seat"] is not None else ""
                self.console.print(Text("• ", style=style) + Text(line["text"]))
        self.told = self.match.ply

    def show(self) -> None:
        view = self.match.view(self.seat)
        self.console.print(Group(players(view), *rest(view)))
        self.console.print(f"[bold]{view['prompt']['sentence']}[/]  [dim]{view['prompt']['hint']}[/]")


def players(view: dict[str, Any]) -> Columns:
    """One panel a player: the score and everything that the position lists by seat."""
    count = len(view["players"])
    by_seat = {key: value for key, value in view["position"].items() if isinstance(value, list) and len(value) == count}
    panels = []
    for player in view["players"]:
        seat = player["seat"]
        lines = [f"score {player['score']}"]
        lines += [
            f"[dim]{key.replace('_', ' ')}[/] {spelled(value[seat])}"
            for key, value in by_seat.items()
            if value[seat] not in (None, [], {}, "")
        ]
        border = SEAT_STYLES[seat] if view["actor"] == seat else "dim"
        panels.append(
            Panel(
                "\n".join(lines),
                title=f"[{SEAT_STYLES[seat]}]{player['name']}[/]",
                border_style=border,
                width=min(44, 128 // count),
            )
        )
    return Columns(panels)


def rest(view: dict[str, Any]) -> list[Text]:
    """What lies on the table for all."""
    count = len(view["players"])
    lines = []
    for key, value in view["position"].items():
        if not (isinstance(value, list) and len(value) == count) and value not in (None, [], {}, ""):
            lines.append(Text.assemble((f"{key.replace('_', ' ')}: ", "bold"), spelled(value)))
    return lines


def spelled(value: Any) -> str:
    """A value of a view in words."""
    if isinstance(value, dict):
        return ", ".join(
            f"{str(key).replace('_', ' ')} {spelled(inner)}"
            for key, inner in value.items()
            if inner not in (None, [], {})
        )
    if isinstance(value, list):
        return ", ".join(spelled(inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")
