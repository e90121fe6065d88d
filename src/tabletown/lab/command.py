"""`tabletown lab`: experiments from the command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ..compile.engine import forced
from ..compile.waiting import compile_units
from ..core.errors import BadOption
from ..core.registry import games, rulebook
from ..core.values import parse, values_of
from . import words
from .comparison import compare as compared
from .comparison import read
from .experiment import Experiment, load
from .plans import written_plans
from .run import units_for
from .stats import Difference, holm
from .sweeps import STEPS

VERBS = ("compare", "find", "ladder", "tornado", "values")
TORNADO_GAMES = 2048
"""Games of each step of a tornado unless told; a game may have a hundred values."""


def run(args: argparse.Namespace, progress_bar: Any) -> None:
    """Carry out the command."""
    verb, rest = args.what[0], args.what[1:]
    wanted = {"compare": 2, "values": 1, "find": 1, "ladder": 1, "tornado": 1}.get(verb, 0)
    if len(rest) != wanted:
        raise BadOption(
            {
                "compare": "Name two answers: tabletown lab compare A.json B.json.",
                "values": "Name a game: tabletown lab values machi-koro.",
                "find": "Name a game: tabletown lab find machi-koro --around mine.",
                "tornado": "Name a game: tabletown lab tornado machi-koro --who league --goal 'cheese = 50'.",
                "ladder": "Name a game: tabletown lab ladder machi-koro --who random,greedy,search:50.",
            }.get(verb, f"What is {rest[0]!r} for? Name one file or one game." if rest else "")
        )
    if verb == "values":
        show_values(rest[0], args.json)
    elif verb == "compare":
        compare(rest, args)
    elif verb == "find":
        find(rest[0], args)
    elif verb == "ladder":
        climb(rest[0], args)
    elif verb == "tornado":
        show_tornado(args)
    else:
        experiment(args, progress_bar)


def asked(args: argparse.Namespace) -> Experiment:
    """The experiment of a file or of a game, with what the command line adds."""
    given: dict[str, Any] = {}
    for name in ("players", "who", "games", "precision", "slip", "seed"):
        if getattr(args, name) is not None:
            given[name] = getattr(args, name)
    for name in ("plans", "ask"):
        if getattr(args, name):
            given[name] = [part.strip() for part in getattr(args, name).split(",")]
    if args.ban:
        given["ban"] = args.ban if args.ban == "every" else args.ban.split(",")
    if args.change:
        given["change"] = dict(parse(entry) for entry in args.change)
    if args.option:
        given["options"] = dict(_option(entry) for entry in args.option)
    what = args.what[0] if args.what[0] not in VERBS else args.what[1]
    if what in games() or (not Path(what).suffix and not Path(what).exists()):
        rulebook(what)
        return Experiment(what, **given)
    found = load(what)
    return Experiment(**{**found.to_json(), **given}) if given else found


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"An option is written NAME=VALUE, not {text!r}.")
    return name, value


def prepare(experiment: Experiment, quiet: bool) -> None:
    """Compile what an experiment needs before anything is played; says so on standard error."""
    if forced() != "interpreted":
        compile_units(units_for(experiment.book, bool(experiment.lineup.bots)), quiet)


def experiment(args: argparse.Namespace, progress_bar: Any) -> None:
    found = asked(args)
    check_tables(found)
    prepare(found, args.json)
    if found.find:
        found = with_found_plans(found, args)
    if found.balance:
        show_balance(found, args)
        return
    total = (found.games or 10_240) * len(found.arms) * (1 + len(found.bans)) if not found.precision else None
    with progress_bar(total, f"Playing {found.book.title}", hidden=args.json) as step:
        before = 0

        def progress(now: Any) -> None:
            nonlocal before
            step(now.games - before)
            before = now.games

        result = found.run(progress, args.cores, args.cluster, args.device)
    answer = result.to_json()
    if args.save:
        for file in result.save(args.save):
            Console(stderr=True).print(f"{file} written", style="dim", highlight=False)
    if args.json:
        print(json.dumps(answer))
    else:
        show(answer)


def check_tables(experiment: Experiment) -> None:
    """Refuse what the tables [find] and [balance] can't ask, before anything is compiled or played."""
    from .plan_search import check
    from .sweeps import goal_of, value_called

    if experiment.find:
        check(experiment, *around(experiment))
    if experiment.balance:
        keys, goal = experiment.balance.get("values", []), experiment.balance.get("goal", "spread")
        if not keys or isinstance(keys, str):
            raise BadOption('[balance] must name values: values = ["bakery.cost"].')
        for key in keys:
            value_called(experiment, key)
        if goal != "spread" and not experiment.find:
            goal_of(experiment, goal)
        if goal == "spread" and not experiment.lineup.league:
            raise BadOption('The spread is that of a league: who = "league".')


def around(experiment: Experiment) -> list[str]:
    """The things around which the table [find] asks for plans."""
    asked_for = experiment.find.get("around", "every")
    if asked_for == "every":
        return list(experiment.book.lab.THINGS)
    return [asked_for] if isinstance(asked_for, str) else list(asked_for)


def with_found_plans(experiment: Experiment, args: argparse.Namespace) -> Experiment:
    """The experiment with the plans that its table [find] asks for in its league."""
    from .plan_search import GAMES, STEPS
    from .plan_search import find as search

    steps, games = experiment.find.get("steps", STEPS), experiment.find.get("games", GAMES)
    found = {}
    for thing in around(experiment):
        best = search(experiment, thing, steps=steps, games=games, cores=args.cores)
        found[best.name] = best.declaration
        Console(stderr=True).print(f"{best.name}: {words.percent(best.wins.to_json())}", style="dim", highlight=False)
    plans = list(found) if experiment.plans == "found" else experiment.plans
    return replace(experiment, plans=plans, plan={**experiment.plan, **found}, find={})


def show_balance(experiment: Experiment, args: argparse.Namespace) -> None:
    """Carry out the table [balance] of a file: where a number crosses its goal, or what evens the league out."""
    from .tuning import balance, even_out

    told, plain = experiment.balance, replace(experiment, balance={})
    goal, keys = told.get("goal", "spread"), told.get("values", [])
    if goal != "spread":
        crossings = [balance(plain, key, goal, cores=args.cores) for key in keys]
        print(json.dumps([entry.to_json() for entry in crossings]) if args.json else "\n".join(map(str, crossings)))
        return
    change, tried = even_out(plain, keys, told.get("within", 1), cores=args.cores)
    if args.json:
        print(json.dumps({"change": change, "tried": [[dict(c), e.to_json()] for c, e in tried]}))
        return
    rows = [(", ".join(f"{k} = {v}" for k, v in c.items()) or "printed", words.percent(e.to_json())) for c, e in tried]
    _print(Console(), "Spread of the league: the less, the more even", ("", "spread"), rows)
    best = ", ".join(f"{key} = {value}" for key, value in change.items())
    print(f"Most even with {best}." if best else "The printed values are the most even of these.")


def show(answer: Mapping[str, Any]) -> None:
    """An answer as tables in the terminal."""
    console = Console()
    console.print(words.verdict(answer), style="bold", highlight=False)
    console.print(words.players(answer), style="dim", highlight=False)
    arms = answer["arms"]
    for question, title in (("plans", "Plans"), ("seats", "By order of play")):
        by_names: dict[tuple[str, ...], list[str]] = {}
        for label, arm in arms.items():
            if question in arm:
                by_names.setdefault(tuple(arm[question]["wins"]), []).append(label)
        for names, labels in by_names.items():
            rows = [(name, *(words.percent(arms[label][question]["wins"][name]) for label in labels)) for name in names]
            _print(console, title, ("", *labels), rows)
    for question, title in (
        ("length", "Length"),
        ("close", "Closeness"),
        ("scores", "Scores"),
        ("luck", "Luck and skill"),
    ):
        each = [words.numbers_of(arm.get(question, {})) for arm in arms.values()]
        asked_of = dict.fromkeys(name for found in each for name in found)
        rows = [(name, *(words.shown(found[name]) if name in found else "–" for found in each)) for name in asked_of]
        if rows:
            _print(console, title, ("", *arms), rows)
    for label, arm in arms.items():
        if arm.get("cards"):
            told = [_thing(name, entry) for name, entry in words.in_order(arm["cards"], answer)]
            _print(console, f"Things, {label}", words.things_head(answer), told)
        if arm.get("footing"):
            known = sorted(arm["footing"]["things"].items(), key=lambda item: -item[1]["value"])
            clear = arm["footing"]["clear"]
            told = [(n, words.points(e), "clear" if n in clear else "not clear") for n, e in known]
            _print(console, f"Things on equal footing, {label}", ("", words.CAUSE["footing"], ""), told)
        if arm.get("worth"):
            worth = sorted(arm["worth"].items(), key=lambda item: -item[1]["value"])
            told = [(n, words.points(e), "clear" if n in arm["clear"] else "not clear") for n, e in worth]
            _print(console, f"Worth by the ban test, {label}", ("", "worth", ""), told)
    for label, found in answer["differences"].items():
        rows = []
        for question in ("plans", "seats"):
            for name, entry in found.get(question, {}).get("wins", {}).items():
                clear = "clear" if words.is_clear(found[question], name, entry) else "not clear"
                rows.append((name, words.points(entry), clear, f"{entry['saved']:.1f} ×"))
        if "length" in found:
            entry = found["length"]["rounds"]
            clear = "clear" if entry["clear"] else "not clear"
            rows.append(("rounds", words.change(entry), clear, f"{entry['saved']:.1f} ×"))
        _print(console, f"Against the printed game: {label}", ("", "difference", "", "games saved"), rows)


def _thing(name: str, entry: Mapping[str, Any]) -> tuple[str, ...]:
    more = entry.get("buyers_win_more_by")
    first = f"{entry['first_round']['value']:.1f}" if entry["first_round"] else "–"
    told = words.points(more) if more else "–"
    return name, words.percent(entry["seats"]), f"{entry['copies']['value']:.2f}", first, told, words.remark(entry)


def _print(
    console: Console, title: str, head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)
) -> None:
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left")
    for number, name in enumerate(head):
        table.add_column(name, justify="left" if number in left else "right", no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def show_values(name: str, as_json: bool) -> None:
    """What of a game can be changed, and its plans."""
    book = rulebook(name)
    known = values_of(book)
    if as_json:
        print(json.dumps([value.to_json() for value in known.values()], indent=1))
        return
    if not known:
        raise BadOption(f"{book.title} has no values that can be changed.")
    console = Console()
    rows = [(v.key, str(v.printed), f"{v.low} to {v.high} {v.unit}".rstrip(), v.title) for v in known.values()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = 4 if sum(widths) + 3 * len(widths) <= console.width else 3  # the title says little beyond the key
    head = ("", "printed", "possible", "")[:shown]
    _print(console, f"Values of {book.title}", head, [row[:shown] for row in rows], left=(0, 3))
    if written_plans(book):
        console.print(f"Plans: {', '.join(written_plans(book))}.", highlight=False)


def compare(files: Sequence[str], args: argparse.Namespace) -> None:
    found = compared(*(read(file) for file in files))
    if args.save:
        found.report(f"{args.save}.html")
    if args.json:
        print(json.dumps(found.to_json()))
        return
    how = "paired by the same dice" if found.paired else "not paired"
    _print(Console(), f"What B has more than A ({how})", ("", "difference", ""), found.rows())


def find(name: str, args: argparse.Namespace) -> None:
    """Find the best plan around a thing, and print it as it would be written in a file."""
    from .plan_search import check
    from .plan_search import find as search
    from .report import plan_text

    args.who = args.who or "league"
    chosen = asked(args)
    things = list(chosen.book.lab.THINGS) if args.around == "every" else [args.around]
    check(chosen, *things)
    prepare(chosen, args.json)
    found = [search(chosen, around, steps=args.steps, cores=args.cores) for around in things]
    if args.json:
        print(json.dumps([entry.to_json() for entry in found]))
        return
    for entry in found:
        print(f"# {words.percent(entry.wins.to_json())} against the league, in {entry.games:,} games")
        print(plan_text(entry.name, entry.declaration) + "\n")


def show_tornado(args: argparse.Namespace) -> None:
    """What one step of each value does to a share, the strongest value first."""
    from .sweeps import goal_of, tornado, value_called

    if args.games is None and args.precision is None:
        args.games = TORNADO_GAMES
    chosen = asked(args)
    goal = args.goal or (f"{chosen.lineup.players[0].name} = 50" if chosen.lineup.league else "first = 50")
    goal_of(chosen, goal)
    keys = [part.strip() for part in args.values.split(",")] if args.values else list(values_of(chosen.book))
    for key in keys:
        value_called(chosen, key)
    prepare(chosen, args.json)
    found = tornado(chosen, goal, keys, cores=args.cores)
    if args.json:
        print(json.dumps({key: {step: d.to_json() for step, d in steps.items()} for key, steps in found.items()}))
        return
    clear = holm({f"{key} {step}": d for key, steps in found.items() for step, d in steps.items()})
    rows = []
    for key, steps in found.items():
        cells = [(shortly(steps[n]), f"{key} {n}" in clear) if n in steps else ("–", False) for n in STEPS]
        rows.append((key, *(told + (" ✓" if sure else "") for told, sure in cells)))
    console = Console()
    title = f"What one step does to the wins of {goal.partition('=')[0].strip()}, in points"
    _print(console, title, ("", *(f"{n:+d}".replace("-", "−") for n in STEPS)), rows)
    lineup = chosen.lineup
    told = words.seated(chosen.who, [player.name for player in lineup.players] or lineup.bots)
    note = f"{told}; paired by the same dice. ✓: clear among all that are shown."
    console.print(note, style="dim", highlight=False)


def shortly(found: Difference) -> str:
    """A difference of shares in points, without the word."""
    return words.points(found.to_json()).removesuffix(" points")


def climb(name: str, args: argparse.Namespace) -> None:
    """Each bot against the one before it: how far skill goes."""
    from .skill_ladder import RUNGS, ladder

    options = dict(_option(entry) for entry in args.option)
    game = rulebook(name).configure(args.players or 2, dict(parse(entry) for entry in args.change), **options)
    rungs = [part.strip() for part in args.who.split(",")] if args.who else RUNGS
    found = ladder(game, rungs, args.games or 300, args.seed or 0, jobs=args.cores, cluster=args.cluster)
    if args.json:
        print(json.dumps([rung.to_json() for rung in found]))
        return
    rows = []
    for rung in found:
        low, high = rung.points
        coins = f"{100 * rung.coin_share:.0f}%" if rung.wins.value > 0.5 else "–"
        rows.append((rung.name, rung.below, words.percent(rung.wins.to_json()), f"{low:+.0f} to {high:+.0f}", coins))
    head = ("", "against", "share of wins", "points, as in chess", "coin share")
    _print(Console(), f"Skill ladder of {game.rulebook.title}", head, rows)
