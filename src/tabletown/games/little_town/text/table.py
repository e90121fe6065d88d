"""Little Town Builders as text: the board as a map, the players with their goods and goals, the market of tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletown.core.grammar import count, listed
from tabletown.draw.view_model import ViewModel
from tabletown.text_table.canvas import Canvas, beside, pad, shorten, stacked
from tabletown.text_table.elements import Piece, flow, gain, length, player_name, pointer
from tabletown.text_table.styles import COIN, GOODS, MARKS, STAR, legend, seat_style

from ..components import COLUMNS, CUBES, GRIDS, ROWS, SQUARES, TERRAINS
from ..drawing.icons import GOAL, TILE, Tile
from .phrases import minus, total_words

STYLES: dict[str, tuple[str, str, str]] = {
    "forest": ("#8FD08C on #17361F", "#1E5A28 on #BFDFB4", "green"),
    "mountain": ("#C2CAD6 on #363C46", "#4A515C on #D3D5D9", "white"),
    "lake": ("#7CC8F2 on #123249", "#0D5C86 on #BFE0F2", "cyan"),
    "grass": ("#8C9A7C on #242B1F", "#5B6A48 on #E9EFDB", ""),
    "site": ("#F4ECDA on #3B3428", "#3A2D14 on #F6E6C4", "bold"),
    "reach": ("#FFC24D underline", "#8F5A00 underline", "yellow underline"),
}

_SIGNS = {"forest": "♠", "mountain": "△", "lake": "≈"}
HOUSE = "⌂"


def table(view: Mapping[str, Any], width: int, height: int) -> Canvas:
    """The map above, then the players, then the market."""
    model = ViewModel(view)
    cell = max(4, min(10, (width - 2) // COLUMNS))
    lines = 3 if height >= 34 else 2
    roomy = width >= 80
    plates = [_player(model, seat, _share(model, width)) for seat in (model.me, *model.others())]
    return stacked(
        width,
        [_map(model, cell, lines), _legend(width), beside(width, plates, 2), _market(model, width, 2 if roomy else 1)],
    )


def _share(model: ViewModel, width: int) -> int:
    across = max(1, min(len(model.seats), width // 30))
    return (width - 2 * (across - 1)) // across


def _legend(width: int) -> Canvas:
    canvas = Canvas(width, 1)
    mountain, lake = (f"{_SIGNS[name]} " for name in ("mountain", "lake"))
    wood, stone, fish, wheat = (legend([cube]) for cube in CUBES)
    tile = [(f"{HOUSE} ", "site"), ("in reach", "soft")]
    canvas.parts(2, 0, [*wood, (mountain, "mountain"), *stone, (lake, "lake"), *fish, *wheat, *tile])
    return canvas


# ------------------------------------------------------------------ the map


def _map(model: ViewModel, cell: int, lines: int) -> Canvas:
    """The squares with their names; those around the chosen one that would give something are underlined."""
    canvas = Canvas(2 + COLUMNS * cell, 1 + ROWS * lines)
    chosen = model.targets.chosen()
    square = chosen["args"].get("square") if chosen else None
    work = model.position["work"]
    near = model.position["reach"].get(square, []) if square else (work or {}).get("around", [])
    for column in range(COLUMNS):
        canvas.put(2 + column * cell + (cell - 1) // 2, 0, "ABCDEFGHI"[column], "soft")
    for index, name in enumerate(SQUARES):
        row, column = divmod(index, COLUMNS)
        if column == 0:
            canvas.put(0, 1 + row * lines, str(row + 1), "soft")
        _square(model, canvas, 2 + column * cell, 1 + row * lines, cell - 1, lines, name, name in near)
    return canvas


def _square(model: ViewModel, canvas: Canvas, x: int, y: int, width: int, lines: int, name: str, near: bool) -> None:
    row, column = divmod(SQUARES.index(name), COLUMNS)
    terrain = TERRAINS[GRIDS[model.position["side"]][row][column]]
    target = f"square-{name}"
    offer, change = model.state(target)
    held = model.position["board"].get(name)
    ground = "chosen" if offer.chosen else "site" if held else terrain
    canvas.fill(x, y, width, lines, ground, target)
    look = f"{ground} reach" if near else ground
    sign, style = pointer(offer)
    if terrain != "grass":
        canvas.put(x + 1, y, _SIGNS[terrain] * max(1, width - 2), look, target)
        if lines > 2:
            canvas.put(x + 1, y + 1, _SIGNS[terrain] * max(1, width - 3), look, target)
    elif held and "worker" in held:
        canvas.put(x, y, f"({MARKS[held['worker']]})", f"{look} {seat_style(held['worker'])} bold", target)
        canvas.put(x, y + 1, "worker" if width > 5 else "wkr", f"{look} soft", target)
    elif held:
        tile = TILE[held["tile"]]
        canvas.put(x, y, MARKS[held["owner"]], f"{ground} {seat_style(held['owner'])} bold", target)
        canvas.put(x + 1, y, tile.name[: width - 1], f"{look} bold" + (" reach" if change else ""), target)
        canvas.put(x, y + 1, sign.strip(), f"{ground} {style}" if not offer.chosen else "chosen", target)
        canvas.put(x + len(sign.strip()), y + 1, shorten(_exchange(tile), width - len(sign.strip())), look, target)
    elif offer.legal:
        canvas.put(x, y, f"{sign}{name}", ground if offer.chosen else f"{ground} legal", target)
        _yields(model, canvas, x, y + 1, width, name, ground, target)
    else:
        canvas.put(x + width // 2, y + (lines - 1) // 2, "·", ground, target)


def _yields(model: ViewModel, canvas: Canvas, x: int, y: int, width: int, name: str, ground: str, target: str) -> None:
    """What a worker would collect on a square, and how many tiles would be in reach."""
    found = [(GOODS[cube], cube) for cube, n in model.position["yields"].get(name, {}).items() for _ in range(n)]
    built = [n for n in model.position["reach"].get(name, []) if "tile" in model.position["board"].get(n, {})]
    found += [(HOUSE, "site")] * len(built)
    if len(found) > width:
        found = [*found[: width - 1], ("…", "soft")]
    for index, (sign, cube) in enumerate(found):
        canvas.put(x + index, y, sign, ground if ground == "chosen" else f"{ground} {cube} bold", target)


# ------------------------------------------------------------------ tiles


def _amounts(goods: Mapping[str, int]) -> str:
    """Goods in signs: '2♠ ▬'."""
    signs = {**GOODS, "any": "?", "coin": COIN, "vp": STAR}
    return " ".join(f"{n if n > 1 or word in ('coin', 'vp') else ''}{signs[word]}" for word, n in goods.items())


def _exchange(tile: Tile) -> str:
    """What a tile takes and gives, in signs."""
    special = {
        "castle": f"4{STAR}/{HOUSE}",
        "watchtower": f"2{STAR}/free",
        "cathedral": f"1{STAR}/wkr",
        "residence": "works",
        "statue": "",
    }
    if tile.key in special:
        return special[tile.key]
    return f"{_amounts(tile.pays)}→{_amounts(tile.gives)}" if tile.pays else _amounts(tile.gives)


def _market(model: ViewModel, width: int, columns: int) -> Canvas:
    """A line for each kind of tile: points, cost, what it does, how many are left."""
    canvas = Canvas(width)
    canvas.rule(0, "Tiles to build")
    entries = [entry for entry in model.position["market"] if entry["left"]]
    rows = -(-len(entries) // columns)
    each = width // columns
    for index, entry in enumerate(entries):
        block = _offer(model, entry, each - (1 if columns > 1 else 0))
        canvas.blit(index // rows * each, 1 + index % rows, block)
    return canvas


def _offer(model: ViewModel, entry: Mapping[str, Any], width: int) -> Canvas:
    canvas, tile, target = Canvas(width, 1), TILE[entry["tile"]], f"market-{entry['tile']}"
    offer, change = model.state(target)
    chosen = "chosen" if offer.chosen else ""
    canvas.fill(0, 0, width, 1, chosen, target)
    name = chosen or ("legal" if offer.legal else "fresh" if change else "soft")
    canvas.parts(0, 0, [pointer(offer), (pad(tile.name, 13), name)], target)
    left = f"×{entry['left']}" if entry["left"] > 1 else ""
    canvas.put(15, 0, f"{tile.points}{STAR}", chosen or "star", target)
    canvas.put(19, 0, pad(_amounts(tile.cost), 8), chosen, target)
    canvas.put(27, 0, shorten(f"{_exchange(tile)} {left}", width - 27), chosen or "soft", target)
    return canvas


# ------------------------------------------------------------------ players


def _player(model: ViewModel, seat: int, width: int) -> Canvas:
    """Points, coins and cubes, workers in hand, houses left, goals."""
    position, canvas = model.position, Canvas(width)
    canvas.rule(0)
    score = model.view["players"][seat]["score"]
    first = [(" start ", "soft")] if position["start"] == seat else []
    canvas.parts(1, 0, [(" ", ""), *player_name(model, seat, 12), (f" {minus(score)}{STAR} ", "star bold"), *first])
    held: list[tuple[list[Piece], str]] = []
    for name, sign, style, amount in (
        (f"coins-{seat}", COIN, "coin", position["coins"][seat]),
        *((f"cubes-{seat}-{cube}", GOODS[cube], cube, position["cubes"][seat][cube]) for cube in CUBES),
    ):
        change = model.targets.fresh(name)
        held.append(([(f"{amount}{sign}{gain(change)}", f"{style} bold" if amount else "soft")], name))
    workers, houses = position["workers"][seat], position["houses"][seat]
    held.append(([(f"{workers} worker{'' if workers == 1 else 's'}, {houses} {HOUSE} left", "soft")], ""))
    y = flow(canvas, 1, 1, width - 1, held, 1)
    flow(canvas, 1, y, width - 1, [([piece], "") for piece in _goals(model, seat, width - 1)], 1)
    return canvas


def _goals(model: ViewModel, seat: int, width: int) -> list[Piece]:
    goals = model.position["goals"][seat]
    open_ones = [(shorten(f"☐ {GOAL[key].points}{STAR} {GOAL[key].title}", width), "") for key in goals["unmet"]]
    met = [(shorten(f"☑ {GOAL[key].title}", width), "soft") for key in goals["met"]]
    if seat != model.me and goals["met"]:
        met = [(f"{count(len(goals['met']), 'goal')} met", "soft")]
    hidden = [(f"{goals['hidden']} hidden", "soft")] if goals["hidden"] else []
    found: list[Piece] = [*open_ones, *met, *hidden]
    return [piece for piece in found if length([piece])]


# ------------------------------------------------------------------ in sentences


def prose(view: Mapping[str, Any]) -> list[str]:
    """The players, what stands where, what a worker would collect, and the tiles to build."""
    model = ViewModel(view)
    position = model.position
    said = [f"Round {position['round']} of {position['rounds']}."]
    said += [_player_in_words(model, seat) for seat in (model.me, *model.others())]
    for name, held in position["board"].items():
        if "worker" in held:
            said.append(f"{name}: a worker of {model.name(held['worker'])}.")
        else:
            tile = TILE[held["tile"]]
            said.append(f"{name}: {tile.name} of {model.name(held['owner'])}. {tile.text.partition('. ')[2]}.")
    for name, collected in position["yields"].items():
        goods = ", ".join(f"{n} {cube}" for cube, n in collected.items())
        built = [n for n in position["reach"].get(name, []) if "tile" in position["board"].get(n, {})]
        names = [f"{TILE[position['board'][n]['tile']].name} at {n}" for n in built]
        beside_it = f"beside {listed(names)}" if names else ""
        what = "; ".join(part for part in (goods, beside_it) if part)
        if what:
            said.append(f"A worker at {name}: {what}.")
    for entry in position["market"]:
        if entry["left"]:
            tile = TILE[entry["tile"]]
            said.append(f"To build: {tile.name}, {count(tile.points, 'point')}, {entry['left']} left. {tile.text}.")
    return said


def _player_in_words(model: ViewModel, seat: int) -> str:
    position = model.position
    cubes = ", ".join(f"{position['cubes'][seat][cube]} {cube}" for cube in CUBES)
    goals = position["goals"][seat]
    open_ones = "; ".join(f"{GOAL[key].title}: {GOAL[key].text.rstrip('.')}" for key in goals["unmet"])
    kept = f" Goals to meet: {open_ones}." if open_ones else ""
    hidden = f" Hidden goals: {goals['hidden']}." if goals["hidden"] else ""
    met = f" Goals met: {listed([GOAL[key].title for key in goals['met']])}." if goals["met"] else ""
    score, money = total_words(model.view["players"][seat]["score"]), count(position["coins"][seat], "coin")
    return (
        f"{model.name(seat)}: {score}, {money}, {cubes}, "
        f"{count(position['workers'][seat], 'worker')} in hand, {count(position['houses'][seat], 'house')} left."
        f"{met}{kept}{hidden}"
    )
