"""A match in this process: people at one screen, bots in the other seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from .. import bots
from ..bots.explain import can_be_won
from ..compile.engine import engine
from ..core import advice
from ..core.errors import BadOption, BadSave, IllegalMove
from ..core.match import Match, plies_of_last_turn
from ..core.move import CHANCE
from ..learn.why import can_compare, why_chosen
from .session import Ending, Hint, NotNow, Proposal, View, standing

LEVEL_OF_HINTS = "expert"
SHOWN_CANDIDATES = 4


class LocalSession:
    """People share the screen; with secrets and several people a curtain falls between their turns."""

    kept = False
    far = False

    def __init__(self, match: Match, people: Collection[int], levels: Mapping[int, str]) -> None:
        seats = match.game.players
        outside = [seat for seat in (*people, *levels) if not 0 <= seat < seats]
        if outside or not people:
            wrong = f"Seat {outside[0]} is not at this table" if outside else "Nobody sits at this table"
            raise BadOption(f"{wrong}; seats are 0 to {seats - 1}.")
        self.match = match
        self.book = match.game.rulebook
        self.people = sorted(people)
        self.levels = {seat: levels.get(seat, "normal") for seat in range(seats) if seat not in self.people}
        self._bots = {seat: bots.bot(level) for seat, level in self.levels.items()}
        self._looking: int | None = self.people[0]
        bots.prepare(match.game)

    # -------------------------------------------------------------- what is seen

    @property
    def _secret(self) -> bool:
        """Whether people at this screen may not see each other's things."""
        return self.book.secrets and len(self.people) > 1

    @property
    def seat(self) -> int | None:
        """Whose eyes the view is for; nobody's while others move and people have secrets from each other."""
        actor = self.match.actor
        if self._secret:
            return self._looking if actor == self._looking or self.over else None
        if actor in self.people:
            self._looking = actor
        return self._looking

    @property
    def _alone(self) -> bool:
        """Whether one person sits at this screen, who is spoken to as "you"."""
        return len(self.people) == 1

    def view(self) -> View:
        view = self.match.view(self.seat)
        view["log"] = self.match.story(self.seat, addressed=self._alone)
        for player in view["players"]:
            player["bot"] = player["seat"] in self.levels
        return view

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def waiting(self) -> bool:
        return not self.over and self.match.actor not in self.people

    @property
    def waiting_for(self) -> str:
        actor = self.match.actor
        return "" if actor is None or actor == CHANCE else f"{self.match.names[actor]} is thinking …"

    @property
    def curtain(self) -> str | None:
        actor = self.match.actor
        if self._secret and actor in self.people and actor != self._looking and actor is not None:
            return self.match.names[actor]
        return None

    def lift_curtain(self) -> None:
        self._looking = self.match.actor

    # -------------------------------------------------------------- play

    def step(self) -> None:
        match = self.match
        actor = match.actor
        if actor == CHANCE:
            match.step_chance()
        elif actor is not None and actor in self._bots:
            seen = match.redacted(actor)
            match.push(bots.choose(self._bots[actor], match.game, seen, actor, match.seed + match.ply).move)

    def play(self, move: int) -> None:
        self.match.push(move)

    def foresee(self, move: int) -> list[str]:
        """What the game says of it beforehand; of most moves what it tells when they are played on a copy of what the
        person sees."""
        match, seat = self.match, self.seat
        seen = self.book.state.proxy(match.redacted(seat))
        said = self.book.words.outlook(match.game.moves.decode(move), seen, match.names)
        if said:
            return [said]
        trial = match.standing_at(seen)
        try:
            trial.push(move)
        except IllegalMove:
            return []
        return [line["text"] for line in trial.story(seat, addressed=self._alone) if line["ply"] == match.ply]

    def undo(self) -> None:
        """Take the last move back; who is alone with bots may also take back a whole turn and what followed it."""
        actor = self.match.actor
        if actor in self.people and self.match.can_undo(actor):
            plies = 1
        else:
            plies = self._last_turn()
        if not plies:
            raise NotNow("This can't be taken back: chance has settled it, it showed something, or the turn is over.")
        for _ in range(plies):
            self.match.pop()

    def _last_turn(self) -> int:
        if len(self.people) > 1 or self.over:
            return 0
        rules = engine(self.book)
        movers = [rules.actor(self.match.at(ply)) for ply in range(self.match.ply)]
        return plies_of_last_turn([None if mover == CHANCE else mover for mover in movers], self.people[0])

    # -------------------------------------------------------------- help

    def _mover(self) -> int:
        actor = self.match.actor
        if actor is None or actor not in self.people:
            raise NotNow("Help is for the player whose turn it is.")
        return actor

    def hint(self) -> Hint:
        seat, match = self._mover(), self.match
        choice = bots.choose(bots.bot(LEVEL_OF_HINTS), match.game, match.redacted(seat), seat, match.seed + match.ply)
        told = bots.explain(choice, match.names)
        if can_compare(match.game):
            more = [*why_chosen(choice, match.names)]
        else:
            more = [
                *self.foresee(choice.move),
                self.preparing() or "Reasons take native code, which is being prepared.",
            ]
        if can_be_won(match.game):
            more += [
                f"{entry['label']}: wins {entry['value']:.0%} of the time, {entry['share']:.0%} of the thinking"
                for entry in told["candidates"][:SHOWN_CANDIDATES]
                if entry["share"]
            ]
        if len(told["line"]) > 1:
            more.append("How play may go on: " + "; ".join(entry["text"] for entry in told["line"][:6]) + ".")
        return Hint(choice.move, str(told["summary"]), more)

    def advice_label(self) -> str | None:
        actor = self.match.actor
        return advice.offered(self.match, actor) if actor is not None and actor in self.people else None

    def advise(self) -> Proposal:
        found = advice.advise(self.match, self._mover())
        if found is None:
            return Proposal("There is nothing to be advised now.", False)
        return Proposal(found.sentence, bool(found.moves))

    def take_advice(self) -> None:
        found = advice.advise(self.match, self._mover())
        for move in found.moves if found else ():
            self.match.push(move)

    def reference(self) -> list[str]:
        return self.match.reference(self.seat)

    def preparing(self) -> str:
        """Levels play more simply until native code is there; who is compiling what is told in percent."""
        compiling = bots.preparing(self.match.game)
        return "" if compiling is None else f"Stronger bots are being prepared: {compiling:.0%}."

    def record(self) -> Match:
        if not self.match.ply:
            raise NotNow("There is nothing to be replayed yet.")
        return self.match

    def ending(self) -> Ending:
        return Ending("The game is over", standings(self.match))

    def save(self, file: Path) -> str:
        try:
            file.write_text(self.match.save(), encoding="utf-8")
        except OSError as error:
            raise BadSave(f"{file} can't be written: {error.strerror}.") from error
        return f"Saved to {file}; go on with: tabletown play --load {file}"


def standings(match: Match) -> list[str]:
    """The players and opponents without a seat by place, with their points and where those came from as far as the
    game says it of positions."""
    book = match.game.rulebook
    explain = book.words.score_parts
    s = book.state.proxy(match.redacted(None))
    found = [
        (player["place"], player["name"], player["score"], explain(s, player["seat"]) if explain else ())
        for player in match.view(None)["players"]
    ]
    found += [(rival.place, rival.name, rival.score, rival.parts) for rival in book.reckoning.rivals(s)]
    return [standing(*row) for row in sorted(found, key=lambda row: int(row[0]))]


def seat_names(players: int, people: Sequence[int], levels: Mapping[int, str], name: str) -> list[str]:
    """What everybody is called: people by number if there are several, bots by their level."""
    named, counts = [], dict.fromkeys(levels.values(), 0)
    for seat in range(players):
        if seat in people:
            named.append(name if len(people) == 1 else f"Player {seat + 1}")
            continue
        level = levels[seat]
        counts[level] += 1
        several = list(levels.values()).count(level) > 1
        named.append(f"{level.partition(':')[0].capitalize()}{f' {counts[level]}' if several else ''}")
    return named
