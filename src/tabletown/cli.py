"""The command line. Bad input gets one sentence and exit code 2."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from . import __version__
from .core.errors import BadOption, BadSave, TabletownError
from .core.game import Game
from .core.match import Match
from .core.registry import game as find_game
from .core.registry import rulebook, rulebooks

MOST_GAMES = 10**12
MOST_SEED = 2**63 - 1


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
    return find_game(args.game, players, **options)


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
    from .compile.native import rules_unit
    from .compile.waiting import compile_units
    from .envs import batch

    books = [rulebook(args.game)] if args.game else list(rulebooks().values())
    seconds = compile_units([*map(rules_unit, books), compiled_search.UNIT, batch.UNIT])
    print(f"Native code is ready for {', '.join(book.title for book in books)} ({seconds:.0f} s).")


def summary(found: dict[str, Any]) -> str:
    """A simulation for people."""
    lines = [
        f"{found['games']:,} games of {found['game']} with {found['players']} players, seed {found['seed']}, {found['device']}:",
        f"  {found['moves']:,} moves in {found['seconds']:.2f} s: {found['moves_per_second']:,} moves/s, {found['games_per_second']:,.0f} games/s",
        f"  length {found['length']['mean']} decisions ({found['length']['min']} to {found['length']['max']}), {found['chance_moves']:,} moves by chance",
    ]
    for seat, (wins, score) in enumerate(zip(found["wins"], found["scores"], strict=True)):
        share = wins / max(1, found["games"])
        lines.append(f"  seat {seat}: wins {share:6.2%}, score {score['mean']:.2f} ± {score['std']:.2f}")
    if found["unfinished"]:
        lines.append(f"  {found['unfinished']:,} games were not finished within the limit")
    return "\n".join(lines)


def progress_bar(total: int, words: str, hidden: bool) -> Any:
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
    match = load_file(args.file)
    for line in match.story(None):
        print(f"{line['ply']:4}  {line['text']}")
    if match.over:
        places = "; ".join(" and ".join(match.names[seat] for seat in rank) for rank in match.ranking)
        print(f"Places: {places}. Scores: {', '.join(map(str, match.scores))}.")
    if args.svg:
        draw_replay(match, Path(args.svg), args.theme)


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


def load_file(name: str) -> Match:
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSave(
            f"{name} can't be read as a saved match: {getattr(error, 'strerror', None) or 'it is not text'}."
        ) from error
    return Match.load(text)


def play(args: argparse.Namespace) -> None:
    from .terminal import Table

    match = load_file(args.load) if args.load else Match(chosen_game(args), args.seed, names=None)
    Table(match, args.seat, args.bot, Path(args.save) if args.save else None).play()


def arena(args: argparse.Namespace) -> None:
    from .lab.arena import arena as contest

    chosen = chosen_game(args)
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


def serve(args: argparse.Namespace) -> None:
    from .web import serve as start

    start(args.host, args.port, args.database, open_browser=not args.no_browser)


def backup(args: argparse.Namespace) -> None:
    from .web import backup as write

    print(write(args.database, args.file))


# ------------------------------------------------------------------ arguments


def parser() -> Parser:
    top = Parser(prog="tabletown", description="Five town-and-mine board games: play them, simulate them.")
    top.add_argument("--version", action="version", version=f"tabletown {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Any, help: str) -> argparse.ArgumentParser:
        entry = commands.add_parser(name, help=help, description=help)
        entry.set_defaults(run=run)
        return entry

    listing = command("games", games, "what there is, with options")
    listing.add_argument("--json", action="store_true")

    table = command("play", play, "play in the terminal, against bots")
    game_arguments(table, most=False)
    table.add_argument("--seat", type=whole(0, 3), default=0, help="your seat, from 0")
    table.add_argument("--bot", default="normal", help="who plays the other seats")
    table.add_argument("--load", metavar="FILE", help="go on with a saved match")
    table.add_argument("--save", metavar="FILE", help="where 'save' writes to")
    table.add_argument("--seed", type=whole(0, MOST_SEED), default=None)

    many = command("simulate", simulate, "play many games at once")
    game_arguments(many, most=True)
    many.add_argument("--games", type=whole(1, MOST_GAMES), default=10_000)
    many.add_argument("--bots", default="random", help="one bot for all seats, or one a seat, by name")
    many.add_argument("--seed", type=whole(0, MOST_SEED), default=0)
    many.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    many.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster")
    many.add_argument("--cores", type=whole(1, 4096), default=None)
    many.add_argument("--json", action="store_true")

    contest = command("arena", arena, "let bots play each other and rate them")
    game_arguments(contest, most=False)
    contest.add_argument("--bots", required=True, help="the bots, by name: search:200ms,greedy,random")
    contest.add_argument("--games", type=whole(1, 10**7), default=200)
    contest.add_argument("--seed", type=whole(0, MOST_SEED), default=0)
    contest.add_argument("--results", metavar="FILE", help="append results here and go on from what is there")
    contest.add_argument("--plot", metavar="FILE")
    contest.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster")
    contest.add_argument("--json", action="store_true")

    native = command("compile", compile_native, "compile everything now: rules, bots, environments")
    native.add_argument("game", nargs="?", help="one game; all of them if none is named")

    speed = command("bench", bench, "how fast it runs here")
    speed.add_argument("game", nargs="?")
    speed.add_argument("--json", action="store_true")

    again = command("replay", replay, "tell a saved match move by move")
    again.add_argument("file")
    again.add_argument("--svg", metavar="DIR", help="draw every position into this folder")
    again.add_argument("--theme", choices=["light", "dark"], default="light")

    for name, run, help in (
        ("serve", serve, "start the server and open the browser"),
        ("backup", backup, "copy the database while it is in use"),
    ):
        entry = command(name, run, help)
        entry.add_argument(
            "--database", default="sqlite:///tabletown.sqlite3", help="sqlite:///FILE or postgresql://..."
        )
        if name == "backup":
            entry.add_argument("file")
        else:
            entry.add_argument("--host", default="127.0.0.1")
            entry.add_argument("--port", type=whole(0, 65535), default=8321)
            entry.add_argument("--no-browser", action="store_true")
    return top


def game_arguments(entry: argparse.ArgumentParser, most: bool) -> None:
    entry.add_argument("game", nargs="?" if entry.prog.endswith(" play") else None)
    entry.add_argument("--players", type=int, default=None)
    entry.add_argument(
        "--option", "-o", action="append", default=[], metavar="NAME=VALUE", help="may be given several times"
    )
    entry.set_defaults(most=most)


def main(argv: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    args = parser().parse_args(given or ["serve"])
    if not hasattr(args, "run"):
        args = parser().parse_args(["serve", *given])
    try:
        args.run(args)
    except TabletownError as error:
        sys.stderr.write(f"tabletown: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except BrokenPipeError:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
