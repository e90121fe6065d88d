"""The table in sentences, with numbered moves: for pipes, screen readers, braille displays and slow lines."""

from __future__ import annotations

import sys
import textwrap
import time
from pathlib import Path
from typing import TextIO

from ..core.errors import TabletownError
from .replay import Replay
from .review import MatchReview
from .session import AFTER_A_FAULT, OutOfReach, Session, View

HELP = (
    "Type the number of a move (12? tells what move 12 would do), or a letter: t tells the table, m the moves, "
    "h gives a hint, r the reference, g the guide, l the log, u takes back, s saves, ? explains, q leaves."
)
AFTERWARDS = "v reviews the game, p walks through it, s saves it, Enter leaves."
WIDTH = 78
LOG_LINES = 12


class PlainTable:
    """A session told line by line; what is asked for comes in line by line."""

    def __init__(
        self, session: Session, file: Path, pace: float = 0, read: TextIO = sys.stdin, write: TextIO = sys.stdout
    ) -> None:
        self.session, self.file, self.pace = session, file, pace
        self._read, self._write = read, write
        self._told = 0
        """How many lines of the log have been told."""

    # -------------------------------------------------------------- telling

    def say(self, text: str = "", indent: str = "") -> None:
        lines = textwrap.wrap(text, WIDTH, subsequent_indent=indent) or [""]
        self._write.write("\n".join(lines) + "\n")
        self._write.flush()

    def tell(self) -> None:
        """What happened since the last time."""
        log = self.session.view()["log"]
        if len(log) < self._told:
            self._told = len(log)
        for line in log[self._told :]:
            self.say(line["text"])
        self._told = len(log)

    def table(self, view: View) -> None:
        for sentence in self.session.book.text_table.prose(view):
            self.say(sentence, "  ")

    def moves(self, view: View) -> None:
        self.say(view["prompt"]["sentence"] + ("" if view["prompt"]["sentence"][-1:] in ".?!" else "."))
        if view["prompt"]["hint"]:
            self.say(view["prompt"]["hint"])
        for number, move in enumerate(view["moves"], 1):
            self.say(f"{number}. {move['label']}", "   ")
        label = self.session.advice_label()
        if label:
            self.say(f"a. {label}")

    # -------------------------------------------------------------- the course of play

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self.say(f"{self.session.view()['title']}. {HELP}")
        first = True
        while not self.session.over:
            self._let_others_move()
            if self.session.over:
                break
            self._change_places()
            self.tell()
            view = self.session.view()
            if first:
                self.say()
                self.table(view)
                first = False
            self.say()
            self.moves(view)
            if not self._decide(view):
                return
        self.tell()
        view = self.session.view()
        if not view["log"] or view["log"][-1]["text"] != view["prompt"]["sentence"]:
            self.say(view["prompt"]["sentence"])
        for line in self.session.ending().lines:
            self.say(line, "   ")
        self._look_back()

    def _let_others_move(self) -> None:
        announced = ""
        while self.session.waiting:
            who = self.session.waiting_for
            if self.session.kept and who != announced:
                self.say(who)
                announced = who
            self._step()
            known = self._told
            self.tell()
            if self.pace and self._told > known:
                time.sleep(self.pace)
        if announced:
            self.say("It is your turn." if not self.session.over else "")
            if self._write.isatty():
                self._write.write("\a")

    def _step(self) -> None:
        """Let the others do one thing; a server that does not answer is asked until it does."""
        told = False
        while True:
            try:
                self.session.step()
            except OutOfReach as error:
                if not told:
                    self.say(f"{error} It is asked again every {AFTER_A_FAULT:g} seconds; Ctrl+C leaves.")
                told = True
                time.sleep(AFTER_A_FAULT)
                continue
            if told:
                self.say("It answers again.")
            return

    def _look_back(self) -> None:
        """When all is over: review it, walk through it, save it, or leave."""
        while True:
            self.say(AFTERWARDS)
            answer = self._ask()
            try:
                if answer in ("v", "review"):
                    self._review()
                elif answer in ("p", "replay"):
                    PlainReplay(Replay(self.session.record(), self.session.seat), self._read, self._write).play()
                elif answer in ("s", "save"):
                    self.say(self.session.save(self.file))
                elif answer in ("", "q", "quit"):
                    return
            except TabletownError as error:
                self.say(str(error))

    def _review(self) -> None:
        review = MatchReview(self.session.record(), self.session.seat or 0)
        self.say("Reviewing; this may take a minute.")
        quarters = iter((0.25, 0.5, 0.75, 2.0))
        following = next(quarters)

        def report(share: float) -> None:
            nonlocal following
            if share >= following:
                self.say(f"{following:.0%} done.")
                following = next(quarters)

        review.work(report)
        for line in review.report().splitlines():
            self.say(line, "  ")

    def _change_places(self) -> None:
        name = self.session.curtain
        if name is not None:
            self._write.write("\n" * 40)
            self.say(f"It is {name}’s turn. Press Enter when you are there.")
            self._ask()
            self.session.lift_curtain()
            self._told = max(0, len(self.session.view()["log"]) - LOG_LINES)

    def _ask(self) -> str:
        self._write.write("> ")
        self._write.flush()
        line = self._read.readline()
        return line.strip().lower() if line else "q"

    def _decide(self, view: View) -> bool:
        """Take answers until a move is made; False when the person leaves."""
        while True:
            answer = self._ask()
            try:
                if answer in ("q", "quit"):
                    lost = not self.session.kept and view["ply"] > 0
                    self.say("Left the table; the match was not saved." if lost else "Left the table.")
                    return False
                if self._answer(answer, view):
                    return True
            except TabletownError as error:
                self.say(str(error))

    def _answer(self, answer: str, view: View) -> bool:
        """Do what was typed; True when the position has changed."""
        moves, session = view["moves"], self.session
        if answer.isdigit() and 1 <= int(answer) <= len(moves):
            session.play(int(moves[int(answer) - 1]["id"]))
            return True
        if answer in ("u", "undo"):
            session.undo()
            self.say("Taken back.")
            return True
        asked = answer.removesuffix("?")
        if asked.isdigit() and 1 <= int(asked) <= len(moves):
            move = moves[int(asked) - 1]
            for sentence in session.foresee(int(move["id"])) or ["What it does is not known beforehand."]:
                self.say(sentence)
            return False
        if answer == "a" and session.advice_label():
            return self._take_advice()
        if answer in ("s", "save"):
            self.say(session.save(self.file))
        elif answer in ("t", "table"):
            self.table(view)
        elif answer in ("m", "moves"):
            self.moves(view)
        elif answer in ("l", "log"):
            for line in view["log"][-LOG_LINES:]:
                self.say(line["text"])
        elif answer in ("h", "hint"):
            hint = session.hint()
            for sentence in (hint.sentence, *hint.more):
                self.say(sentence, "  ")
        elif answer in ("r", "reference"):
            for line in session.reference() or ["The table shows every component; t tells it."]:
                self.say(line, "  ")
        elif answer in ("g", "guide"):
            self._write.write(session.book.guide + "\n")
        elif answer == "?":
            self.say(HELP)
        else:
            numbers = "1" if len(moves) == 1 else f"a number from 1 to {len(moves)}"
            self.say(f"Type {numbers}, or t, m, h, r, g, l, u, s, ?, q.")
        return False

    def _take_advice(self) -> bool:
        """Tell what the game advises; whether it was accepted and played."""
        found = self.session.advise()
        if not found.playable:
            self.say(found.sentence)
            return False
        self.say(f"{found.sentence} Type y to accept.")
        if self._ask() not in ("y", "yes"):
            return False
        self.session.take_advice()
        return True


class PlainReplay:
    """A match told move by move; Enter goes on."""

    HELP = "Enter goes on, b goes back, t tells the table, a number goes to that move, q leaves."

    def __init__(self, replay: Replay, read: TextIO = sys.stdin, write: TextIO = sys.stdout) -> None:
        self.replay, self._read, self._write = replay, read, write

    def _say(self, text: str) -> None:
        self._write.write("\n".join(textwrap.wrap(text, WIDTH, subsequent_indent="  ")) + "\n")

    def play(self) -> None:
        self._say(f"{self.replay.view()['title']}, {self.replay.last} moves. {self.HELP}")
        while True:
            self._write.write(f"{self.replay.ply}/{self.replay.last}> ")
            self._write.flush()
            line = self._read.readline()
            answer = line.strip().lower() if line else "q"
            if answer == "q":
                return
            if answer == "t":
                for sentence in self.replay.book.text_table.prose(self.replay.view()):
                    self._say(sentence)
                continue
            if answer.isdigit():
                self.replay.go(int(answer))
            elif answer in ("", "n", "b"):
                self.replay.step(-1 if answer == "b" else 1)
            else:
                self._say(self.HELP)
                continue
            for sentence in self.replay.told() or ["The beginning."]:
                self._say(sentence)
