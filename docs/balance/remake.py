"""The pages of this folder, made with the Lab: how even each game is, what its components are worth, what beats what.

    python docs/balance/remake.py [GAME ...]

Every sentence and every picture is made from the numbers of this run. The quick bot and plans play with whole numbers
only, so the same rules give the same pages on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tabletown as tt
from tabletown.core import components
from tabletown.core.game import Rulebook
from tabletown.core.values import Value, values_of
from tabletown.lab import Experiment, find
from tabletown.lab.plans import written_plans
from tabletown.lab.report import picture
from tabletown.lab.stats import Difference, Estimate, holm
from tabletown.lab.words import number, percent, points, remark

HERE = Path(__file__).parent
FOUND_SEED, LEAGUE_SEED = 1, 7
"""Found plans play the league with other dice than those that chose them."""

MUCH = 0.05
"""From so many points on a component that is clearly worth having is called strong."""

LOOSE = 4
"""One decision in so many is random where it is asked whether something belongs to the game or to one bot's habits."""

LOOKS = {
    False: "looks one move ahead",
    True: "takes the likeliest move of a search's playouts and looks one move ahead only among equals",
}
"""How quick chooses, by whether it chooses by weight."""

RARE = 0.045
"""Plans that a mixture plays less often than that are not named."""

MOST_SINGLE_VALUES = 40
"""More reconstructed values than that are changed together, all of one field at a time."""


@dataclass(frozen=True)
class Sizes:
    """How many games each part of a page takes: a few minutes of one core for each game."""

    seats: int
    luck: int
    ban: int
    cards: int
    league: int
    climb: tuple[int, int] | None
    """Steps of the search for a plan around each component, and games against each rival."""

    sweep: int


SIZES = {
    "machi-koro": Sizes(40_960, 20_480, 8_192, 20_480, 30_000, (100, 150), 8_192),
    "mint-works": Sizes(40_960, 8_192, 8_192, 20_480, 12_000, (40, 80), 8_192),
    "little-town": Sizes(8_192, 2_048, 2_048, 4_096, 6_000, (30, 50), 2_048),
    "minecart-town": Sizes(8_192, 512, 1_024, 4_096, 6_000, (10, 20), 512),
    "mine-carts": Sizes(40_960, 4_096, 0, 81_920, 8_000, None, 8_192),
}
OTHERS = Sizes(4_096, 1_024, 1_024, 2_048, 2_400, None, 1_024)


def plainly(name: str) -> str:
    return name.replace("_", " ")


def listed(names: Iterable[str]) -> str:
    found = list(names)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]
    return ["", *lines, ""]


class Page:
    """A page while it is written."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.sizes = book, SIZES.get(book.name, OTHERS)
        self._file = book.name.replace("-", "_")
        self._lines: list[str] = []

    def say(self, *sentences: str) -> None:
        if told := " ".join(filter(None, sentences)):
            self._lines += [told, ""]

    def heading(self, text: str) -> None:
        self._lines += [f"## {text}", ""]

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self._lines += table(head, rows)[1:]

    def plot(self, name: str, title: str, entries: Mapping[str, Estimate], middle: float) -> None:
        file = f"{self._file}_{name}.svg"
        rows = [(plainly(entry), [found.to_json()]) for entry, found in entries.items()]
        (HERE / file).write_text(picture(title, rows, middle), encoding="utf-8")
        self._lines += [f"![{title}]({file})", ""]

    def write(self) -> None:
        (HERE / f"{self._file}.md").write_text("\n".join(self._lines).rstrip() + "\n", encoding="utf-8")

    def ask(self, players: int, games: int, *questions: str, **given: Any) -> Experiment:
        return Experiment(self.book.name, players=players, games=games, ask=questions, **given)


# ------------------------------------------------------------------ who begins


def beginning(page: Page) -> bool:
    """Who begins, length and closeness; returns whether the quick bot can play this game at all."""
    low, high = max(2, page.book.players[0]), page.book.players[1]
    page.heading("Who begins, how long, how close")
    page.say("The quick bot sits in every seat.")
    rows, first = [], {}
    for players in range(low, high + 1):
        result = page.ask(players, page.sizes.seats, "seats", "length", "close", "scores").run()
        found = result.arms["printed"].found
        if found["scores"]["best"].value <= 0:
            page.say(
                "**The quick bot can't play this game:** one move ahead nothing that scores is in sight, and the",
                f"winner of {page.sizes.seats:,} games with {players} players has no points. What it would say about",
                "seats and components means nothing, so this page has only what plans do against each other.",
            )
            return False
        wins, ahead = found["seats"]["wins"], found["seats"]["first_player"]
        shares = "; ".join(f"{place} {percent(entry.to_json())}" for place, entry in wins.items())
        first[f"{players} players"] = Difference(ahead.value, ahead.low, ahead.high, ahead.games)
        word = (
            "has no clear advantage" if ahead.low <= 0 <= ahead.high else "is ahead" if ahead.value > 0 else "is behind"
        )
        page.say(
            f"**{players} players:** who begins {word}: {points(ahead.to_json())} from an equal share",
            f"({wins['first'].games:,} games; {shares}).",
            loosely(page, players, ahead),
        )
        told = {**found["length"], **found["close"], "points of the winner": found["scores"]["best"]}
        rows.append((str(players), *(shown(told[name]) for name in TOLD)))
    page.plot("seats", f"{page.book.title}: how far who begins is from an equal share, in points", first, 0)
    page.table(("players", *(plainly(name) for name in TOLD)), rows)
    lab = page.book.lab
    page.say(
        f"Close is a game whose second is within {lab.CLOSE} of the winner's score. The leader is who has the best",
        "evaluation; decided is the part of a game after which that never changes, comeback a win of somebody who did",
        "not lead half-way.",
    )
    found = page.ask(2, page.sizes.luck, "seats", "luck").run().arms["printed"].found["luck"]
    if not found["size_of_luck"].value:
        page.say("**Luck.** Once the game is set up, chance has no part in it.")
        return True
    page.say(
        f"**Luck.** With two players what chance gave explains {percent(found['explained'].to_json())} of who wins",
        f"({page.sizes.luck:,} games), by the bots' evaluation; the rest is how they played and what the evaluation",
        f"does not see. Chance moved the first player's chance to win by {percent(found['size_of_luck'].to_json())}",
        "in a game, in one direction or the other.",
    )
    return True


def loosely(page: Page, players: int, exact: Estimate) -> str:
    """The same of players who are less predictable, and whether it is the game or the bot."""
    games = page.sizes.seats // 4
    result = page.ask(players, games, "seats", slip=LOOSE).run()
    ahead = result.arms["printed"].found["seats"]["first_player"]
    apart = ahead.high < exact.low or exact.high < ahead.low
    habit = apart and abs(ahead.value) < abs(exact.value) / 2
    told = f"With one decision in four at random it is {points(ahead.to_json())} ({games:,} games)"
    return told + (", so most of it is this bot's way to play." if habit else ".")


TOLD = ("rounds", "decisions", "close", "lead_changes", "decided", "comeback", "points of the winner")


def shown(found: Estimate) -> str:
    told = found.to_json()
    return percent(told) if told["kind"] == "share" else number(told)


# ------------------------------------------------------------------ components


def draws(page: Page) -> None:
    """What chance deals: who draws a thing is no choice, so that he wins more or less often is its worth."""
    page.heading("What every tile is worth")
    found = page.ask(2, page.sizes.cards, "cards").run().arms["printed"].found["cards"]
    worth: dict[str, Difference] = {name: entry["buyers_win_more_by"] for name, entry in found.items()}
    worth = dict(sorted(worth.items(), key=lambda item: -item[1].value))
    clear = holm(worth)
    page.say(
        f"Chance deals the tiles and nobody can decline one, so {page.sizes.cards:,} games of two quick bots show what",
        "each is worth: how much more often whoever draws it wins than whoever draws another. ✓ is clear after",
        "correction for so many questions.",
    )
    good = [name for name in worth if name in clear and worth[name].value > 0]
    bad = [name for name in reversed(worth) if name in clear and worth[name].value < 0]

    def told(names: Sequence[str]) -> str:
        return listed(f"{plainly(name)} ({points(worth[name].to_json())})" for name in names)

    if good:
        page.say(f"**Good to draw,** {len(good)} of {len(worth)}; the best are {told(good[:3])}.")
    if bad:
        page.say(f"**Bad to draw,** {len(bad)} of {len(worth)}; the worst are {told(bad[:3])}.")
    page.plot("worth", f"{page.book.title}: worth of a tile to whoever draws it, in points", worth, 0)
    page.table(
        ("", "worth"),
        [(plainly(name), points(entry.to_json()) + (" ✓" if name in clear else "")) for name, entry in worth.items()],
    )


def things(page: Page) -> None:
    page.heading("What every component is worth")
    games, needed = page.sizes.ban, page.book.lab.NEEDED
    asked = [name for name in page.book.lab.THINGS if name not in needed]
    banned = page.ask(2, games, "seats", ban=asked).run().arms["printed"].found
    counted = page.ask(2, page.sizes.cards, "cards", "footing", slip=12).run().arms["printed"].found
    worth: dict[str, Difference] = dict(sorted(banned["worth"].items(), key=lambda item: -item[1].value))
    clear = set(banned["clear"])
    page.say(
        f"Two quick bots play {games:,} games with the same dice for each component, in which one of them, in turn,",
        "may not have it. What that costs is the component's worth to this player; a mark stands where it is clear",
        "after correction for so many questions. Worth is no verdict on a component that the quick bot hardly ever",
        "takes: see the plans below.",
        f"Nobody wins without {listed(map(plainly, needed))}, so they are not asked about." if needed else "",
    )
    strong = [name for name in worth if name in clear and worth[name].value >= MUCH]
    good = [name for name in worth if name in clear and 0 < worth[name].value < MUCH]
    bad = [name for name in worth if name in clear and worth[name].value < 0]
    cards = counted["cards"]
    never = [name for name in worth if cards[name]["never"]]

    def told(names: Iterable[str]) -> str:
        return listed(f"{plainly(name)} ({points(worth[name].to_json())})" for name in names)

    page.say(f"**Strong,** worth {100 * MUCH:.0f} points or more: {told(strong)}." if strong else "Nothing is strong.")
    page.say(f"**Worth having:** {told(good)}." if good else "")
    page.say(f"**Better left** by this player, who wins more often without: {told(bad)}." if bad else "")
    rest = len(worth) - len(strong) - len(good) - len(bad)
    page.say(f"For the other {rest} of {len(worth)} no worth is clear." if rest else "")
    page.say(
        f"**Hardly ever taken,** in less than one of a hundred chances: {listed(map(plainly, never))}." if never else ""
    )
    for name in worth:
        if cards[name]["dominated_by"]:
            others = listed(map(plainly, cards[name]["dominated_by"]))
            page.say(f"**On paper** {plainly(name)} is nowhere better than {others}, which costs no more.")
    page.plot("worth", f"{page.book.title}: worth by the ban test, in points", worth, 0)
    footing = counted["footing"]
    rows = []
    for name, entry in worth.items():
        card = cards[name]
        alike = footing["things"].get(name)
        rows.append(
            (
                plainly(name),
                points(entry.to_json()) + (" ✓" if name in clear else ""),
                percent(card["seats"].to_json()),
                number(card["first_round"].to_json()) if card["first_round"] else "–",
                points(alike.to_json()) + (" ✓" if name in footing["clear"] else "") if alike else "–",
                points(card["buyers_win_more_by"].to_json()) if "buyers_win_more_by" in card else "–",
                remark(card),
            )
        )
    page.table(
        ("", "worth", "seats that took it", "first round", "on equal footing", "buyers win more by (not a cause)", ""),
        rows,
    )
    page.say(
        f"The columns after the worth are from {page.sizes.cards:,} games of two quick bots who make one decision in",
        "twelve at random. *On equal footing* compares those who took a component with those who could have and did",
        "not, in positions of like chances and in the same third of the game: an estimate, which also counts what else",
        "they did with their money or their turn. ✓ is clear.",
    )


# ------------------------------------------------------------------ plans


def league(page: Page) -> None:
    book, sizes = page.book, page.sizes
    written = list(written_plans(book))
    page.heading("Plans, and what beats what")
    field = Experiment(book.name, players=2, who="league", games=2, seed=FOUND_SEED)
    own = {}
    if sizes.climb:
        for thing in book.lab.THINGS:
            best = find(field, thing, steps=sizes.climb[0], games=sizes.climb[1])
            own[best.name] = best.declaration
            print(f"  {best.name} {best.wins.value:.3f}", flush=True)
    result = Experiment(
        book.name, players=2, who="league", plans=written, plan=own, games=sizes.league, ask=["plans", "luck"],
        seed=LEAGUE_SEED,
    ).run()  # fmt: skip
    found = result.arms["printed"].found
    plans = found["plans"]
    wins: dict[str, Estimate] = dict(sorted(plans["wins"].items(), key=lambda item: -item[1].value))
    page.say(
        f"A plan is a wish list. {len(written)} plans are written in the game's folder"
        + (
            f"; {len(own)} more were found by changing them a step at a time, each around one component, which stays"
            f" among its first three wishes ({sizes.climb[0]} steps, {sizes.climb[1]} games against each written plan)."
            if own and sizes.climb
            else "."
        ),
        f"Everybody meets everybody from both seats, {result.played[0].count:,} games; what a plan leaves open, such",
        "as where to build, is decided as the quick bot does.",
    )
    best, worst = next(iter(wins)), list(wins)[-1]
    page.say(
        f"The best against this field is **{plainly(best)}** with {percent(wins[best].to_json())}, the worst",
        f"{plainly(worst)} with {percent(wins[worst].to_json())}. The spread of the plans, chance taken out, is",
        f"{percent(plans['spread'].to_json())}: the root of the mean squared distance from an even half.",
    )
    mixture = sorted(plans["mixture"].items(), key=lambda item: -item[1])
    often = [f"{plainly(name)} in {100 * part:.0f}%" for name, part in mixture if part >= RARE]
    page.say(
        "A mixture that no plan of this league beats plays "
        + (", ".join(often) + " and others more rarely" if len(often) < len(mixture) else listed(often))
        + ". It is computed from the measured matrix and has no interval of its own."
    )
    page.say(
        "**Luck and skill.** Of what decides a game between two of these plans, who plays makes up",
        f"{percent(found['luck']['who_plays'].to_json())}, the dice alone",
        f"{percent(found['luck']['dice_alone'].to_json())}, and how these players meet these dice",
        f"{percent(found['luck']['how_they_meet'].to_json())}.",
    )
    page.plot("plans", f"{book.title}: share of the wins in the league", wins, 0.5)
    matrix = plans["matrix"]
    rows = []
    for name, entry in wins.items():
        answer = plans["best_answer"][name]
        wish = own.get(name, written_plans(book).get(name, {})).get("wish", [])
        rows.append(
            (
                plainly(name),
                percent(entry.to_json()),
                f"{plainly(answer)} {percent(matrix[answer][name].to_json())}",
                ", ".join(plainly(step) for step in wish[:4]) + (" …" if len(wish) > 4 else ""),
            )
        )
    page.say("The best answer is the largest of many measured shares, so it looks a little better than it is.")
    page.table(("plan", "share of the wins", "best answer to it", "first wishes"), rows)
    if own:
        even = [name.removeprefix("around_") for name in own if wins[name].low > 0.5]
        poor = [name.removeprefix("around_") for name in own if wins[name].high < 0.5]
        page.say(
            f"**Good for a plan around them** (clearly over one half): {listed(map(plainly, even))}." if even else "",
            f"**The plan that was found** around {listed(map(plainly, poor))} stays clearly under one half;"
            " a longer search may find a better one."
            if poor
            else "",
        )


# ------------------------------------------------------------------ reconstructed values


def is_reconstructed(data: Mapping[str, Any], value: Value) -> bool:
    """Whether no public source gives a value: by its own field if the file says so, else by its component."""
    entry = components.get(data, value.location[:2] if isinstance(value.location[1], int) else value.location[:1])
    sources = entry.get("sources", {})
    field = value.field.partition(".")[0].replace("effects", "effect").replace("output", "effect")
    return bool(sources.get(field, entry.get("source")) == "reconstructed")


def reconstructed(page: Page) -> None:
    book, games = page.book, page.sizes.sweep
    data = components.printed(book.package)
    ours = {key: value for key, value in values_of(book).items() if is_reconstructed(data, value)}
    if not ours:
        return
    page.heading("What our values do")
    groups: dict[str, list[Value]] = {}
    for value in ours.values():
        one_by_one = len(ours) <= MOST_SINGLE_VALUES
        groups.setdefault(value.title.replace(":", ",") if one_by_one else value.title.partition(": ")[2], []).append(
            value
        )
    page.say(
        f"No public source gives {len(ours)} of the {len(values_of(book))} values that can be changed; they are ours.",
        "Each is played one step lower and one step higher"
        if len(groups) == len(ours)
        else "All values of one kind are played one step lower together, then one step higher, as far as bounds allow",
        f"against the game as it is, by quick bots, with the same dice: two players, {games:,} games.",
    )
    changed: dict[tuple[str, str], Mapping[str, Any]] = {}
    for name, members in groups.items():
        for word, step in (("lower", -1), ("higher", 1)):
            change = {v.key: v.printed + step for v in members if v.low <= v.printed + step <= v.high}
            try:
                question = page.ask(2, games, "seats", "length", "close", "scores", change=change) if change else None
            except tt.TabletownError:
                question = None
            if question:
                changed[name, word] = question.run().against_printed.found
    columns: dict[str, Callable[[Any], Difference]] = {
        "first player": lambda found: found["seats"]["wins"]["first"],
        "close games": lambda found: found["close"]["close"],
        "rounds": lambda found: found["length"]["rounds"],
        "winner's points": lambda found: found["scores"]["best"],
    }
    clear = {
        column: holm({" ".join(key): get(found) for key, found in changed.items()}) for column, get in columns.items()
    }
    fair = sorted(clear["first player"])
    steps = listed(f"*{plainly(name).replace(' lower', ': lower').replace(' higher', ': higher')}*" for name in fair)
    page.say(
        f"**A fair start:** {steps if fair else 'no step'}"
        f" {'changes' if len(fair) < 2 else 'change'} clearly how often who begins wins."
    )
    rows = []
    for (name, word), found in changed.items():
        cells = []
        for column, get in columns.items():
            entry = get(found).to_json()
            shares = column in ("first player", "close games")
            mark = " ✓" if f"{name} {word}" in clear[column] else ""
            cells.append((points(entry) if shares else difference(entry)) + mark)
        rows.append((f"{plainly(name)}: {word}", *cells))
    page.table(("", *columns), rows)
    page.say("✓ is clear after correction for all steps of a column.")


def difference(entry: Mapping[str, Any]) -> str:
    return f"{entry['value']:+.2f} ± {(entry['high'] - entry['low']) / 2:.2f}".replace("-", "−")


# ------------------------------------------------------------------ alone


def alone(page: Page) -> None:
    """Games for one: against each opponent, or in each setup."""
    book = page.book
    if book.players[0] > 1:
        return
    page.heading("Alone")
    option = next(option for option in book.options if option.players == (1, 1) and option.type == "choice")
    rows = []
    for value in option.values:
        try:
            question = page.ask(1, page.sizes.sweep, "seats", "length", "scores", options={option.name: value})
        except tt.TabletownError:
            continue
        found = question.run().arms["printed"].found
        quantiles = found["scores"]["quantiles"]
        rows.append(
            (
                plainly(str(value)),
                percent(found["seats"]["wins"]["first"].to_json()) if book.solo_can_be_lost else "–",
                number(found["scores"]["best"].to_json()),
                f"{quantiles['5%'].value:.0f} to {quantiles['95%'].value:.0f}",
                number(found["length"]["rounds"].to_json()),
            )
        )
    page.say(f"The quick bot alone, {page.sizes.sweep:,} games each, by `{option.name}`.")
    page.table((option.name, "won", "points", "nine of ten games", "rounds"), rows)


def remake(name: str) -> None:
    book = tt.rulebook(name)
    page = Page(book)
    page.say(f"# Balance of {book.title}")
    page.say(
        f"Made by `python docs/balance/remake.py {name}` with [the Lab](../lab.md), rules {book.version}.",
        "Every interval holds the true number in 95 of 100 cases; shares are in percent, differences of shares in",
        f"points. *Quick* is the Lab's own bot, which {LOOKS[book.lab.BY_WEIGHT]}: other players may find otherwise.",
    )
    plays = beginning(page)
    if plays and book.lab.THINGS:
        draws(page) if book.lab.DEALT else things(page)
    if len(written_plans(book)) > 1:
        league(page)
    if plays:
        reconstructed(page)
        alone(page)
    page.write()


if __name__ == "__main__":
    for chosen in sys.argv[1:] or tt.games():
        print(chosen, flush=True)
        remake(chosen)
