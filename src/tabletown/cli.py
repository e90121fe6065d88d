"""The command line. Bad input gets one sentence and exit code 2."""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from . import __version__
from .core.errors import BadOption, TabletownError
from .core.game import Game
from .core.match import Match
from .core.registry import game as find_game
from .core.registry import rulebook, rulebooks
from .core.values import parse as read_change

if TYPE_CHECKING:
    from .web.settings import Chosen, Settings

MOST_GAMES = 10**12
MOST_SEED = 2**63 - 1
SETTINGS = ("database", "host", "port", "workers", "metrics", "log_format", "log_level")
"""Settings of the server that are options of the command line too."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"tabletown: {message}\n")
        raise SystemExit(2)


def whole(low: int, high: int) -> Any:
    """An argument type: a whole number between two bounds."""

    def read(text: str) -> int:
        try:
            value = int(text.replace("_", ""))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is not between {low} and {high}")
        return value

    return read


def seats(text: str) -> list[int]:
    """An argument type: seats with commas between them."""
    return [whole(0, 3)(part) for part in text.split(",")]


def seconds(text: str) -> float:
    """An argument type: a short time."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 <= value <= 60:
        raise argparse.ArgumentTypeError(f"{value:g} is not between 0 and 60 seconds")
    return value


def chosen_game(args: argparse.Namespace) -> Game:
    options = {}
    for entry in args.option:
        name, equals, value = entry.partition("=")
        if not equals:
            raise BadOption(f"An option is written NAME=VALUE, not {entry!r}.")
        options[name] = value
    players = args.players
    if players is None:
        players = rulebook(args.game).players[1] if args.most else None
    change = dict(read_change(entry) for entry in args.change)
    return find_game(args.game, players, change=change, **options)


def need(*modules: str) -> None:
    """Notice a missing extra before any work is done."""
    for module in modules:
        importlib.import_module(module)


# ------------------------------------------------------------------ commands


def games(args: argparse.Namespace) -> None:
    if args.json:
        print(json.dumps([book.to_json() for book in rulebooks().values()], indent=1))
        return
    from rich.console import Console

    console = Console()
    for book in rulebooks().values():
        low, high = book.players
        seats = f"{low} to {high} players"
        console.print(f"[bold]{book.name}[/]  {book.title}, {seats}, {book.minutes} minutes. {book.tagline}.")
        if book.reconstructed:
            console.print("  Some components are reconstructed: no public source gives their values.", style="yellow")
        for option in book.options:
            default = json.dumps(option.default)
            console.print(
                f"  {option.name} = {default}: {option.help} ({option.allowed})", style="dim", highlight=False
            )


def simulate(args: argparse.Namespace) -> None:
    from .lab import simulate as lab

    chosen, bots = chosen_game(args), args.bots.split(",")
    if set(bots) != {"random"} or args.cluster:
        need("joblib")
    if args.device == "cpu":
        wait_for_native_code(chosen, set(bots) != {"random"}, quiet=args.json)
    shared = {"cores": args.cores, "cluster": args.cluster}
    with progress_bar(args.games, f"Playing {chosen}", hidden=args.json) as step:
        if set(bots) == {"random"}:
            outcome = lab.simulate(chosen, args.games, args.seed, args.device, progress=step, **shared)
        elif args.device == "cuda":
            raise BadOption("On CUDA only random bots play; run named bots with --device cpu.")
        else:
            outcome = lab.simulate_bots(chosen, bots, args.games, args.seed, progress=step, **shared)
    found = outcome.to_json()
    print(json.dumps(found) if args.json else summary(found))


def wait_for_native_code(game: Game, search: bool, quiet: bool = False) -> None:
    """Compile what a game needs before anything is timed; says so on standard error."""
    from .bots.compiled_search import UNIT
    from .compile.native import rules_unit
    from .compile.waiting import compile_units

    compile_units([rules_unit(game.rulebook), *([UNIT] if search else [])], quiet)


def compile_native(args: argparse.Namespace) -> None:
    from .bots import compiled_search
    from .compile.native import rules_unit, values_unit
    from .compile.waiting import compile_units
    from .envs import batch
    from .lab import driver

    books = [rulebook(args.game)] if args.game else list(rulebooks().values())
    units = [*map(rules_unit, books), compiled_search.UNIT, batch.UNIT]
    if args.lab:
        units += [*map(values_unit, books), driver.UNIT]
    seconds = compile_units(units)
    print(f"Native code is ready for {', '.join(book.title for book in books)} ({seconds:.0f} s).")


def summary(found: dict[str, Any]) -> str:
    """A simulation for people."""
    length = found["length"]
    lines = [
        f"{found['games']:,} games of {found['game']} with {found['players']} players, "
        f"seed {found['seed']}, {found['device']}:",
        f"  {found['moves']:,} moves in {found['seconds']:.2f} s: "
        f"{found['moves_per_second']:,} moves/s, {found['games_per_second']:,.0f} games/s",
        f"  length {length['mean']} decisions ({length['min']} to {length['max']}), "
        f"{found['chance_moves']:,} moves by chance",
    ]
    for seat, (wins, score) in enumerate(zip(found["wins"], found["scores"], strict=True)):
        share = wins / max(1, found["games"])
        lines.append(f"  seat {seat}: wins {share:6.2%}, score {score['mean']:.2f} ± {score['std']:.2f}")
    if found["unfinished"]:
        lines.append(f"  {found['unfinished']:,} games were not finished within the limit")
    return "\n".join(lines)


def progress_bar(total: int | None, words: str, hidden: bool) -> Any:
    """A bar on standard error; hidden when standard output is for a program or nobody watches."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import Progress

    @contextmanager
    def bar() -> Any:
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=hidden or not console.is_terminal) as shown:
            task = shown.add_task(words, total=total)
            yield lambda count: shown.advance(task, count)

    return bar()


def bench(args: argparse.Namespace) -> None:
    from .bench import bench as measure

    names = [args.game] if args.game else list(rulebooks())
    books = [rulebook(name) for name in names]
    rows = []
    with progress_bar(len(books), "Measuring", hidden=args.json) as step:
        for book in books:
            rows.append(measure(book))
            step(1)
    if args.json:
        print(json.dumps(rows, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Moves a second, random legal play")
    for column in rows[0]:
        table.add_column(column.replace("_", " "), justify="left" if column == "game" else "right")
    for row in rows:
        table.add_row(
            *(
                "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
                for value in row.values()
            )
        )
    Console().print(table)


def replay(args: argparse.Namespace) -> None:
    from . import terminal

    match = terminal.load_match(args.file)
    if args.step:
        terminal.walk_through(match, plain=args.plain, theme=args.theme, colours=args.colours)
        return
    for line in match.story(None):
        print(f"{line['ply']:4}  {line['text']}")
    if match.over:
        places = "; ".join(" and ".join(match.names[seat] for seat in rank) for rank in match.ranking)
        print(f"Places: {places}. Scores: {', '.join(map(str, match.scores))}.")
    if args.svg:
        draw_replay(match, Path(args.svg), args.theme)


def review(args: argparse.Namespace) -> None:
    from . import terminal
    from .compile.engine import forced
    from .learn import words
    from .learn.review import Reviewer, assemble

    match = terminal.load_match(args.file)
    if not 0 <= args.seat < match.game.players:
        raise BadOption(f"There is no seat {args.seat}; the seats are 0 to {match.game.players - 1}.")
    if forced() != "interpreted":
        wait_for_native_code(match.game, search=True, quiet=args.json or args.html)
    reviewer = Reviewer(match, args.playouts)
    events = {}
    with progress_bar(2 * len(reviewer.spans), "Reviewing", hidden=args.json or args.html) as step:
        for event in reviewer.run():
            events[event.index] = event
            step(1)
    found = assemble(reviewer, [events[index] for index in range(len(events))])
    if args.json:
        print(json.dumps(found.to_json()))
    elif args.html:
        from .learn.page import page

        print(page(found, match, args.seat))
    else:
        print(words.report(found, match, args.seat))


def mine(args: argparse.Namespace) -> None:
    from .learn import mining, puzzles

    chosen = chosen_game(args)
    wait_for_native_code(chosen, search=True)
    target = Path(args.out)
    kept = {puzzle.id: puzzle for puzzle in puzzles.read(target.read_text(encoding="utf-8"))} if target.exists() else {}
    for puzzle in mining.mine(chosen, args.games, args.seed):
        kept.setdefault(puzzle.id, puzzle)
        target.write_text(puzzles.write(list(kept.values())), encoding="utf-8")
        print(f"{len(kept)}: {puzzle.id}, grade {puzzle.grade}, {puzzle.theme}: {puzzle.right[0]}", flush=True)
        if len(kept) >= mining.TO_CHOOSE_FROM * args.most:
            break
    target.write_text(puzzles.write(mining.varied(list(kept.values()), args.most)), encoding="utf-8")
    print(f"{target} holds {min(len(kept), args.most)} puzzles of {len(kept)} that were found.")


def puzzle(args: argparse.Namespace) -> None:
    from .learn import puzzles

    if args.number is None or args.game is None:
        found = puzzles.of_today(args.game)
    else:
        every = puzzles.puzzles_of(rulebook(args.game))
        if not 1 <= args.number <= len(every):
            raise BadOption(f"{rulebook(args.game).title} has {len(every)} puzzles, from 1 on.")
        found = every[args.number - 1]
    ask_puzzle(found)


def ask_puzzle(found: Any) -> None:
    """Show a puzzle and take moves until its turn is played rightly, or no more come."""
    from .learn import puzzles

    book, made = rulebook(found.game), list[int]()
    while True:
        match = found.match(made)
        print("\n".join(book.text_table.prose(match.view(found.seat))))
        if not made:
            print(f"\n{book.title}, {'*' * found.grade}: you are {match.names[found.seat]}. What is the best move?")
        legal = match.labelled_moves(book.state.proxy(match.redacted(found.seat)))
        for number, move in enumerate(legal, 1):
            print(f"{number:3}  {move.label}")
        told: dict[str, Any] = {"right": False}
        while not told["right"]:
            print("Number (h: a hint, empty: show the answer): ", end="", flush=True)
            text = sys.stdin.readline().strip()
            if text == "h":
                print(puzzles.hint(found, made))
                continue
            if not text:
                answer = puzzles.solution(found, made)
                print(f"{', then '.join(answer['line'])}: this wins {answer['value']:.0%}.", *answer["why"])
                return
            if not text.isdigit() or not 1 <= int(text) <= len(legal):
                print(f"Write a number from 1 to {len(legal)}.")
                continue
            move = legal[int(text) - 1].id
            told = puzzles.answer(found, [*made, move])
            print(told["sentence"], *told["why"])
        made.append(move)
        if told["solved"]:
            return


def draw_replay(match: Match, folder: Path, theme: str) -> None:
    """One picture a move, as a spectator sees it."""
    folder.mkdir(parents=True, exist_ok=True)
    walked = Match(match.game, match.seed, match.began_from, match.names)
    with progress_bar(match.ply + 1, "Drawing", hidden=False) as step:
        for ply in range(match.ply + 1):
            (folder / f"{ply:04}.svg").write_text(walked.svg(None, theme), encoding="utf-8")
            if ply < match.ply:
                walked.push(match.moves[ply])
            step(1)


def play(args: argparse.Namespace) -> None:
    from . import terminal

    looks = {"theme": args.theme, "colours": args.colours, "name": args.name}
    shown: dict[str, Any] = {"plain": args.plain, "file": Path(args.save) if args.save else None, "pace": args.pace}
    if args.game and terminal.is_address(args.game):
        session: terminal.Session | None = terminal.RemoteSession.join(args.game, args.name)
    elif args.load:
        session = terminal.sit_down(terminal.load_match(args.load), args.seat, args.bot.split(","), None)
    elif args.game:
        session = terminal.sit_down(Match(chosen_game(args), args.seed), args.seat, args.bot.split(","), args.name)
    else:
        session = None
    terminal.open_table(session, **shown, **looks)


def learn(args: argparse.Namespace) -> None:
    from . import terminal

    if args.game is None:
        for book in rulebooks().values():
            if book.lesson:
                print(
                    f"{book.name:<16}{book.lesson.title}, {len(book.lesson.steps)} steps, {book.lesson.minutes} minutes"
                )
        return
    session = terminal.LessonSession(rulebook(args.game), args.name)
    looks = {"theme": args.theme, "colours": args.colours, "name": args.name}
    terminal.open_table(session, plain=args.plain, file=None, pace=args.pace, **looks)


def arena(args: argparse.Namespace) -> None:
    from .lab.arena import arena as contest

    chosen = chosen_game(args)
    need("joblib", "choix")
    wait_for_native_code(chosen, search=True, quiet=args.json)
    with progress_bar(args.games, f"Arena: {chosen}", hidden=args.json) as step:
        result = contest(
            chosen,
            args.bots.split(","),
            args.games,
            args.seed,
            cluster=args.cluster,
            results=args.results,
            progress=step,
        )
    if args.plot:
        result.plot(args.plot)
    if args.json:
        print(json.dumps(result.to_json()))
        return
    from rich.console import Console

    Console().print(result.table())


def lab(args: argparse.Namespace) -> None:
    from .lab.command import run

    run(args, progress_bar)


def train(args: argparse.Namespace) -> None:
    book = rulebook(args.game)
    need("torch")
    from .compile.engine import forced
    from .train.command import Plan
    from .train.command import train as learn
    from .train.kinds import read_players

    players = read_players(book, args.players)
    plan = Plan(book, players, args.minutes, args.device, Path(args.folder), args.seed, args.games, args.games_on)
    plan.resume, plan.measure = args.resume, not args.no_measuring
    plan.command = " ".join(["tabletown", *args.given])
    if (args.games_on or args.device) == "cpu" and forced() != "interpreted":
        wait_for_native_code(book.configure(players[0]), search=False)
    print(learn(plan, lambda line: print(line, flush=True)))


def minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < value <= 100_000:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 100000")
    return value


def serve(args: argparse.Namespace) -> None:
    if args.show_settings:
        print("\n".join(chosen_settings(args).lines()))
        return
    gc.disable()  # much is imported and nothing of it becomes garbage; the server turns it on when it has begun
    from .web import serve as start

    start(settings_of(args), open_browser=not args.no_browser)


def backup(args: argparse.Namespace) -> None:
    from .web import backup as write

    games = write(settings_of(args).database, args.file)
    print(f"{args.file} holds {games} tables.")


def restore(args: argparse.Namespace) -> None:
    from .web import restore as read

    database = settings_of(args).database
    print(f"{read(args.file, database)} tables were put into {shown(database)}.")


def chosen_settings(args: argparse.Namespace) -> Chosen:
    """What the command line says; what it leaves open is in the environment or the settings file, else the default."""
    from .web.settings import choose

    return choose({name: value for name in SETTINGS if (value := getattr(args, name, None)) is not None})


def settings_of(args: argparse.Namespace) -> Settings:
    return chosen_settings(args).settings


def shown(database: str) -> str:
    """The address of a database without its password."""
    from .web.settings import shown_database

    return shown_database(database)


def new_game(args: argparse.Namespace) -> None:
    from .new_game import new_game as write

    target = Path(args.folder) / args.name
    for file in write(args.name, Path(args.folder)):
        print(file)
    print(f"It works already. Install it: pip install -e {target}. Play it: tabletown play {args.name}.")
    print(f"Test it: python -m pytest {target}. What to change: docs/adding-a-game.md.")


# ------------------------------------------------------------------ arguments


def parser() -> Parser:
    top = Parser(prog="tabletown", description="Five town-and-mine board games: play them, simulate them.")
    top.add_argument("--version", action="version", version=f"tabletown {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Any, help: str, extra: str = "") -> argparse.ArgumentParser:
        entry = commands.add_parser(name, help=help, description=help)
        entry.set_defaults(run=run, extra=extra)
        return entry

    listing = command("games", games, "what there is, with options")
    listing.add_argument("--json", action="store_true")

    table = command("play", play, "play in the terminal, against bots, or at a table on a server by its link")
    game_arguments(table, most=False)
    table.add_argument(
        "--seat", type=seats, default=[0], help="your seat, from 0; several (0,2) for people at one screen"
    )
    table.add_argument(
        "--bot", default="normal", help="who plays the other seats: one level, or one for each (easy,hard)"
    )
    table.add_argument("--name", default="Player 1", help="what you are called")
    table.add_argument("--load", metavar="FILE", help="go on with a saved match")
    table.add_argument("--save", metavar="FILE", help="where 'save' writes to")
    table.add_argument("--seed", type=whole(0, MOST_SEED), default=None)
    table.add_argument("--pace", type=seconds, default=0.7, help="seconds between the moves of bots")
    screen_arguments(table, "dark")

    first = command("learn", learn, "a guided first game in the terminal; without a game, which there are")
    first.add_argument("game", nargs="?")
    first.add_argument("--name", default="", help="what you are called")
    first.add_argument("--pace", type=seconds, default=0.7, help="seconds between the moves of bots")
    screen_arguments(first, "dark")

    many = command("simulate", simulate, "play many games at once", extra="arena")
    game_arguments(many, most=True)
    many.add_argument("--games", type=whole(1, MOST_GAMES), default=10_000)
    many.add_argument("--bots", default="random", help="one bot for all seats, or one a seat, by name")
    many.add_argument("--seed", type=whole(0, MOST_SEED), default=0)
    many.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    many.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster")
    many.add_argument("--cores", type=whole(1, 4096), default=None)
    many.add_argument("--json", action="store_true")

    contest = command("arena", arena, "let bots play each other and rate them", extra="arena")
    game_arguments(contest, most=False)
    contest.add_argument("--bots", required=True, help="the bots, by name: search:200ms,greedy,random")
    contest.add_argument("--games", type=whole(1, 10**7), default=200)
    contest.add_argument("--seed", type=whole(0, MOST_SEED), default=0)
    contest.add_argument("--results", metavar="FILE", help="append results here and go on from what is there")
    contest.add_argument("--plot", metavar="FILE")
    contest.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster")
    contest.add_argument("--json", action="store_true")

    lab_arguments(command("lab", lab, "experiments: what if a card cost one more?", extra="arena"))

    learning = command("train", train, "train a net by self-play", extra="train")
    learning.add_argument("game")
    learning.add_argument("--minutes", type=minutes, default=10.0)
    learning.add_argument("--players", help="player counts, as 2, 2-4 or 1,3; all unless told")
    learning.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    learning.add_argument("--games-on", choices=["cuda", "cpu"], help="where games are stepped, if elsewhere")
    learning.add_argument("--games", type=whole(1, 10**7), help="how many games are played side by side")
    learning.add_argument("--seed", type=whole(0, MOST_SEED), default=0)
    learning.add_argument("--folder", metavar="DIR", default="nets", help="where net, checkpoint and curve go")
    learning.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    learning.add_argument("--no-measuring", action="store_true", help="play no games against fixed bots")

    native = command("compile", compile_native, "compile everything now: rules, bots, environments")
    native.add_argument("game", nargs="?", help="one game; all of them if none is named")
    native.add_argument("--lab", action="store_true", help="also the rules that take changed values, for the Lab")

    speed = command("bench", bench, "how fast it runs here")
    speed.add_argument("game", nargs="?")
    speed.add_argument("--json", action="store_true")

    again = command("replay", replay, "tell a saved match move by move")
    again.add_argument("file")
    again.add_argument("--svg", metavar="DIR", help="draw every position into this folder")
    again.add_argument("--step", action="store_true", help="walk through it in the terminal")
    screen_arguments(again, "light")

    looking_back = command("review", review, "tell luck and skill apart in a finished match")
    looking_back.add_argument("file")
    looking_back.add_argument("--seat", type=int, default=0, help="through whose eyes, from 0")
    looking_back.add_argument("--playouts", type=whole(1, 100_000), help="of each tree; the game decides if not said")
    form = looking_back.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true")
    form.add_argument("--html", action="store_true", help="a page that stands alone")

    solving = command("puzzle", puzzle, "find the best move: the day's puzzle, or one of a game")
    solving.add_argument("game", nargs="?")
    solving.add_argument("number", nargs="?", type=whole(1, 10_000), help="which one; the day's if not said")

    digging = command("mine", mine, "find puzzles in games of bots")
    game_arguments(digging, most=False)
    digging.add_argument("--games", type=whole(1, 10**6), default=300)
    digging.add_argument(
        "--most", type=whole(1, 10_000), default=60, help="keep so many, the most varied of twice as many"
    )
    digging.add_argument("--out", metavar="FILE", default="puzzles.jsonl", help="puzzles that are there are kept")
    digging.add_argument("--seed", type=whole(0, MOST_SEED), default=0)

    open_to_visitors = command("serve", serve, "start the server and open the browser", extra="web")
    open_to_visitors.add_argument("--host", help="where to listen: 127.0.0.1 (this machine only) if nothing is said")
    open_to_visitors.add_argument("--port", type=whole(0, 65535), help="8321 if nothing is said; 0 is any free one")
    open_to_visitors.add_argument("--workers", type=whole(1, 256), help="processes; more than one needs PostgreSQL")
    open_to_visitors.add_argument(
        "--metrics", metavar="HOST:PORT", help="where Prometheus may ask; nowhere if not said"
    )
    open_to_visitors.add_argument("--log-format", choices=["text", "json"])
    open_to_visitors.add_argument("--log-level", choices=["debug", "info", "warning", "error"])
    open_to_visitors.add_argument("--no-browser", action="store_true")
    open_to_visitors.add_argument(
        "--show-settings", action="store_true", help="print all settings and where each comes from, and end"
    )

    copy = command("backup", backup, "copy the database while it is in use", extra="web")
    copy.add_argument("file")

    back = command("restore", restore, "put a backup into an empty database", extra="web")
    back.add_argument("file")

    for entry in (open_to_visitors, copy, back):
        entry.add_argument("--database", help="sqlite:///FILE or postgresql://USER@HOST/NAME")

    beginning = command("new-game", new_game, "write the package of a new game, to be filled in")
    beginning.add_argument("name", help="small letters, digits and dashes: my-game")
    beginning.add_argument("--folder", metavar="DIR", default=".", help="where its folder goes")
    return top


def screen_arguments(entry: argparse.ArgumentParser, theme: str) -> None:
    """How the terminal looks."""
    entry.add_argument("--plain", action="store_true", help="sentences and numbered moves, nothing drawn")
    entry.add_argument("--theme", choices=["light", "dark"], default=theme)
    entry.add_argument("--colours", choices=["auto", "16", "true"], default="auto")


def lab_arguments(entry: argparse.ArgumentParser) -> None:
    """What `tabletown lab` takes."""
    entry.add_argument(
        "what",
        nargs="+",
        metavar="FILE",
        help="an experiment's file, a game, or: values GAME, compare A B, find GAME, ladder GAME, tornado GAME",
    )
    entry.add_argument("--players", type=int, default=None)
    entry.add_argument("--option", "-o", action="append", default=[], metavar="NAME=VALUE")
    entry.add_argument("--change", "-c", action="append", default=[], metavar="THING.FIELD=NUMBER")
    entry.add_argument("--who", help="quick, random, league, plan:NAME or a bot; one for all seats or one a seat")
    entry.add_argument("--plans", help="the plans of the league, with commas; all of the game's if not said")
    entry.add_argument("--ask", help="the questions, with commas: seats,length,close,scores,plans,cards,footing,luck")
    entry.add_argument("--ban", help="things to forbid one seat, with commas, or every: what they are worth")
    entry.add_argument("--games", type=whole(1, 10**8), default=None)
    entry.add_argument("--precision", type=float, default=None, help="points on every difference or share")
    entry.add_argument("--slip", type=whole(0, 1000), default=None, help="one decision in so many is random")
    entry.add_argument("--seed", type=whole(0, MOST_SEED), default=None)
    entry.add_argument("--around", metavar="THING", help="find: the thing that the plan is built around, or every")
    entry.add_argument("--steps", type=whole(1, 10_000), default=130, help="find: how many changes are tried")
    entry.add_argument("--goal", help="tornado: whose wins are looked at, a plan or first; as in 'cheese = 50'")
    entry.add_argument("--values", help="tornado: the values, with commas; all of the game's if not said")
    entry.add_argument("--save", metavar="NAME", help="write NAME.json, NAME.html and the rows")
    entry.add_argument("--cores", type=whole(1, 4096), default=None)
    entry.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster")
    entry.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    entry.add_argument("--json", action="store_true")


def game_arguments(entry: argparse.ArgumentParser, most: bool) -> None:
    plays = entry.prog.endswith(" play")
    entry.add_argument("game", nargs="?" if plays else None, help="its name, or the link of a table" if plays else None)
    entry.add_argument("--players", type=int, default=None)
    entry.add_argument(
        "--option", "-o", action="append", default=[], metavar="NAME=VALUE", help="may be given several times"
    )
    entry.add_argument(
        "--change", "-c", action="append", default=[], metavar="THING.FIELD=NUMBER", help="a value; see lab values GAME"
    )
    entry.set_defaults(most=most)


def main(argv: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    args = parser().parse_args(given or ["serve"])
    if not hasattr(args, "run"):
        args = parser().parse_args(["serve", *given])
    args.given = given
    try:
        args.run(args)
    except TabletownError as error:
        sys.stderr.write(f"tabletown: {error}\n")
        return 2
    except ModuleNotFoundError as error:
        if not args.extra or (error.name or "tabletown").startswith("tabletown"):
            raise
        needs = f"{args.command} needs {error.name}, which comes with pip install 'tabletown[{args.extra}]'"
        sys.stderr.write(f"tabletown: {needs}.\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except BrokenPipeError:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
