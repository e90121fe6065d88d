"""Mine Carts as text: the mine with its curved track in braille, carts and pickaxes, and where the tile would lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.core.grammar import count
from tabletown.draw.view_model import ViewModel
from tabletown.text_table.braille import Dots
from tabletown.text_table.canvas import Canvas, beside, shorten, stacked
from tabletown.text_table.elements import Piece, flow, player_name, pointer
from tabletown.text_table.styles import MARKS, STAR, seat_style

from ..components import CARTS, COLUMNS, ORES, PICKAXE, ROWS, TILES
from ..drawing.track import INWARD, POINTS, TILE, free_spot, section, turned
from .names import LETTERS, cell_name, whose_cart
from .runs import ending, found, runner

STYLES: dict[str, tuple[str, str, str]] = {
    "rock": ("#4A463F on #1B1A18", "#B5AB98 on #E4DCCB", "dim"),
    "floor": ("#8F8677 on #2A2722", "#7A6C52 on #F5EEDD", ""),
    "rail": ("#B9A98C on #2A2722", "#8A6A3A on #F5EEDD", "white"),
    "ghost": ("#7FD9B4 on #12261E", "#0B7A52 on #D9F0E5", "green"),
    "pickaxe": ("bold #FFD75E", "bold #8F5A00", "bold yellow"),
    "copper": ("#E39A66", "#9A4B12", "red"),
    "iron": ("#AEB9C9", "#4E5968", "white"),
    "silver": ("#E6EBF2", "#616B79", "bright_white"),
}

Run = Mapping[str, Any]
PICK = "τ"
"""A pickaxe."""
STEPS = 48
"""Points that a section is drawn with."""


def table(view: Mapping[str, Any], width: int, height: int) -> Canvas:
    """The mine; beside it the tile in the hand, what it would bring, and the players."""
    model = ViewModel(view)
    lines = next((n for n in (6, 5, 4) if 2 * n * COLUMNS + 30 <= width and n * ROWS + 2 <= height), 3)
    mine = _mine(model, 2 * lines, lines)
    room = width - mine.width - 1
    if room >= 24:
        return beside(width, [mine, stacked(room, [_hand(model, room), *_plates(model, room)])], 1)
    if room >= 10:
        side = stacked(room, [_hand_tile(model, room), *(_small_plate(model, seat, room) for seat in _order(model))])
        return stacked(width, [beside(width, [mine, side], 1), _hand(model, width), *_plates(model, width)])
    return stacked(width, [mine, _hand(model, width), *_plates(model, width)])


def _order(model: ViewModel) -> list[int]:
    return [model.me, *model.others()]


def _preview(model: ViewModel) -> Mapping[str, Any] | None:
    """What the chosen way to lay the tile would lead to."""
    chosen = model.targets.chosen()
    return next((p for p in model.position["previews"] if chosen and p["target"] == chosen["target"]), None)


# ------------------------------------------------------------------ the mine


class _Grid:
    """Where the points of the tiles lie on a canvas whose first row and column belong to the gates."""

    def __init__(self, across: int, down: int) -> None:
        self.across, self.down = across, down

    def corner(self, row: int, column: int) -> tuple[int, int]:
        return 1 + column * self.across, 1 + row * self.down

    def place(self, row: int, column: int, spot: complex) -> tuple[float, float]:
        """Column and row of a spot of a tile, in cells from the corner of the mine."""
        return (column + spot.real / TILE) * self.across, (row + spot.imag / TILE) * self.down

    def character(self, row: int, column: int, point: int, inward: float) -> tuple[int, int]:
        """The cell of the canvas at a point of a tile, moved into the tile by a part of its size."""
        x, y = self.place(row, column, POINTS[point] + INWARD[point] * TILE * inward)
        return 1 + int(min(x, COLUMNS * self.across - 0.01)), 1 + int(min(y, ROWS * self.down - 0.01))


def _mine(model: ViewModel, across: int, down: int) -> Canvas:
    grid = _Grid(across, down)
    canvas = Canvas(COLUMNS * across + 2, ROWS * down + 2)
    preview = _preview(model)
    tiles = [(entry["row"], entry["column"], entry["tile"], entry["turns"]) for entry in model.position["board"]]
    laid = {(row, column) for row, column, _, _ in tiles}
    for row in range(ROWS):
        for column in range(COLUMNS):
            _ground(canvas, grid, row, column, (row, column) in laid)
    dots = Dots(COLUMNS * across, ROWS * down)
    for entry in tiles:
        _draw_track(dots, grid, *entry, "rail")
    if preview:
        x, y = grid.corner(preview["row"], preview["column"])
        canvas.fill(x, y, across, down, "ghost", preview["target"])
        _draw_track(dots, grid, preview["row"], preview["column"], _hand_number(model), preview["turns"], "ghost")
    runs = preview["runs"] if preview else (model.position["last"] or {}).get("runs", [])
    for run in reversed(runs):
        for row, column, entry, leaving in run["passes"]:
            ghost = preview and (row, column) == (preview["row"], preview["column"])
            _draw_section(
                dots, grid, row, column, entry, leaving, f"{'ghost' if ghost else 'rail'} {seat_style(run['seat'])}"
            )
    dots.draw(canvas, 1, 1)
    for entry in tiles:
        _draw_pickaxe(canvas, grid, *entry)
    if preview:
        _draw_pickaxe(canvas, grid, preview["row"], preview["column"], _hand_number(model), preview["turns"])
    _gates(model, canvas, grid)
    _carts(model, canvas, grid)
    if preview:
        for run in runs:
            _end_of(canvas, grid, run)
    return canvas


def _hand_number(model: ViewModel) -> int:
    return int(model.position["hand"]["tile"])


def _ground(canvas: Canvas, grid: _Grid, row: int, column: int, laid: bool) -> None:
    x, y = grid.corner(row, column)
    canvas.fill(x, y, grid.across, grid.down, "floor" if laid else "rock")
    if not laid:
        canvas.put(x + grid.across // 2 - 1, y + grid.down // 2, cell_name(row * COLUMNS + column), "rock")


def _draw_track(dots: Dots, grid: _Grid, row: int, column: int, tile: int, turns: int, style: str) -> None:
    for a, b in turned(tile, turns):
        _draw_section(dots, grid, row, column, a, b, style)


def _draw_section(dots: Dots, grid: _Grid, row: int, column: int, a: int, b: int, style: str) -> None:
    curve = section(a, b)
    for step in range(STEPS + 1):
        x, y = grid.place(row, column, curve.point(step / STEPS))
        left, top = column * grid.across, row * grid.down
        dots.dot(min(x, left + grid.across - 0.01), min(y, top + grid.down - 0.01), style)


def _draw_pickaxe(canvas: Canvas, grid: _Grid, row: int, column: int, tile: int, turns: int) -> None:
    if PICKAXE[tile]:
        x, y = grid.place(row, column, free_spot(tile, turns))
        _over(canvas, 1 + int(x), 1 + int(y), PICK, "pickaxe")


def _over(canvas: Canvas, x: int, y: int, text: str, style: str, target: str = "") -> None:
    """Write on the ground that is already there."""
    ground = canvas.rows[y][x].style.split(" ")[0] if 0 <= x < canvas.width else ""
    canvas.put(x, y, text, f"{ground} {style}".strip(), target)


def _gates(model: ViewModel, canvas: Canvas, grid: _Grid) -> None:
    """Ticks at the gates; while carts are placed, free gates may be chosen."""
    for number, gate in enumerate(model.position["gates"]):
        row, column, point = gate["row"], gate["column"], gate["point"]
        x, y = grid.character(row, column, point, 0)
        side = point // 2
        x = canvas.width - 1 if side == 1 else 0 if side == 3 else x
        y = 0 if side == 0 else canvas.height - 1 if side == 2 else y
        target = f"gate-{number}"
        offer = model.targets.offer(target)
        if offer.legal:
            canvas.put(x, y, "◉" if offer.chosen else "○", "chosen" if offer.chosen else "legal", target)
        else:
            canvas.put(x, y, "╷╴╵╶"[side], "soft")


def _carts(model: ViewModel, canvas: Canvas, grid: _Grid) -> None:
    for cart in model.position["carts"]:
        x, y = grid.character(cart["row"], cart["column"], cart["point"], 0.06)
        target = f"cart-{cart['seat']}-{cart['cart']}"
        offer = model.targets.offer(target)
        style = "chosen" if offer.chosen else f"{seat_style(cart['seat'])} bold reverse"
        canvas.put(x, y, f"{MARKS[cart['seat']]}", style, target)
        label = x + 1 if x + 1 < 1 + (cart["column"] + 1) * grid.across else x - 1
        canvas.put(label, y, LETTERS[cart["cart"]], style, target)


def _end_of(canvas: Canvas, grid: _Grid, run: Run) -> None:
    """Where a run would end: a ring where the cart would stop safely, a warning where it would be lost."""
    if not run["passes"]:
        return
    row, column, _, leaving = run["passes"][-1]
    x, y = grid.character(row, column, leaving, 0.04)
    canvas.put(
        x,
        y,
        "◎" if run["end"] == "open" else "✗",
        f"{seat_style(run['seat'])} bold" if run["end"] == "open" else "danger",
    )


# ------------------------------------------------------------------ the tile in the hand


def _hand_tile(model: ViewModel, width: int) -> Canvas:
    """The tile as it would be laid."""
    hand = model.position["hand"]
    if hand is None:
        return Canvas(width)
    preview = _preview(model)
    down = 4
    grid, canvas = _Grid(2 * down, down), Canvas(width)
    canvas.put(0, 0, shorten("Tile", width), "heading")
    canvas.fill(1, 1, 2 * down, down, "ghost")
    dots = Dots(2 * down, down)
    turns = preview["turns"] if preview else 0
    _draw_track(dots, grid, 0, 0, hand["tile"], turns, "ghost")
    dots.draw(canvas, 1, 1)
    _draw_pickaxe(canvas, grid, 0, 0, hand["tile"], turns)
    return canvas


def _hand(model: ViewModel, width: int) -> Canvas:
    """What is drawn and what each way to lay it would bring; while others play, what the last move brought."""
    canvas = Canvas(width)
    names = [player["name"] for player in model.view["players"]]
    position = model.position
    ground = position["ground"]
    canvas.rule(0, f"{len(position['pile'])} tiles, {ground['tokens']} ore in the ground")
    y = 1
    if position["previews"]:
        for choice in position["previews"]:
            y = _way(model, canvas, y, width, choice, names)
    elif position["last"]:
        for run in position["last"]["runs"]:
            y = canvas.paragraph(1, y, width - 2, _told(run, names), seat_style(run["seat"]), 2)
    elif position["placing"]:
        canvas.put(1, 1, "The carts take their gates.", "soft")
    if width >= 24 and position["hand"]:
        canvas.blit(0, y, _hand_tile(model, width))
    return canvas


def _way(model: ViewModel, canvas: Canvas, y: int, width: int, choice: Mapping[str, Any], names: Sequence[str]) -> int:
    offer = model.targets.offer(choice["target"])
    own = next(run for run in choice["runs"] if run["seat"] == model.me and run["cart"] == choice["cart"])
    chosen = "chosen" if offer.chosen else ""
    canvas.fill(0, y, width, 1, chosen, choice["target"])
    end = {"open": "safe", "exit": "out", "crash": "crash"}[own["end"]]
    style = chosen or ("" if end == "safe" else "danger")
    turn = ("as drawn", "a quarter", "a half", "three quarters")[choice["turns"]]
    pieces: list[Piece] = [
        pointer(offer),
        (f"{LETTERS[choice['cart']]} {turn}: ", chosen or "legal"),
        (f"{own['pickaxes']}{PICK} ", chosen or "pickaxe"),
        (end, style),
    ]
    canvas.parts(0, y, pieces, choice["target"])
    y += 1
    if offer.chosen:
        for run in choice["runs"]:
            y = canvas.paragraph(3, y, width - 4, _told(run, names), seat_style(run["seat"]), 2)
    return y


def _told(run: Run, names: Sequence[str]) -> str:
    return f"{runner(run, names)}: {found(run)}, {ending(run, names)}"


# ------------------------------------------------------------------ players


def _points(model: ViewModel, seat: int) -> str:
    points = model.position["ore"][seat]["points"]
    return "?" if points is None else str(points)


def _small_plate(model: ViewModel, seat: int, width: int) -> Canvas:
    canvas = Canvas(width, 3)
    canvas.parts(0, 1, player_name(model, seat, width - 2))
    left = model.position["carts_left"][seat]
    carts = count(left, "cart") if left or model.position["placing"] else "out"
    canvas.parts(0, 2, [(f" {_points(model, seat)}{STAR} ", "star bold"), (carts, "soft")])
    return canvas


def _plates(model: ViewModel, width: int) -> list[Canvas]:
    return [_plate(model, seat, width) for seat in _order(model)]


def _plate(model: ViewModel, seat: int, width: int) -> Canvas:
    """Points, carts and ore by kind."""
    canvas, held = Canvas(width), model.position["ore"][seat]
    canvas.rule(0)
    left = model.position["carts_left"][seat]
    carts = "out" if seat in model.position["out"] else count(left, "cart")
    canvas.parts(
        1,
        0,
        [
            (" ", ""),
            *player_name(model, seat, 12),
            (f" {_points(model, seat)}{STAR} ", "star bold"),
            (f" {carts} ", "soft"),
        ],
    )
    if held["kinds"] is None:
        canvas.put(1, 1, count(held["tokens"], "token"), "soft")
    else:
        items = [([(f"{held['kinds'][ore]} {ore}", ore)], "") for ore in ORES if held["kinds"][ore]]
        flow(canvas, 1, 1, width - 2, items or [([("no ore yet", "soft")], "")])
    return canvas


# ------------------------------------------------------------------ in sentences


def prose(view: Mapping[str, Any]) -> list[str]:
    """The carts, the tiles, what each way to lay the tile would bring, and the players' ore."""
    model = ViewModel(view)
    position = model.position
    names = [player["name"] for player in view["players"]]
    said = []
    for cart in position["carts"]:
        place = cell_name(cart["row"] * COLUMNS + cart["column"])
        who = whose_cart(CARTS * cart["seat"] + cart["cart"], names)
        said.append(f"{who} stands before {place}, at its {_point(cart['point'])}.")
    for entry in position["board"]:
        name = cell_name(entry["row"] * COLUMNS + entry["column"])
        joins = "; ".join(f"{_point(a)} to {_point(b)}" for a, b in turned(entry["tile"], entry["turns"]))
        said.append(f"Tile at {name}{', with a pickaxe' if PICKAXE[entry['tile']] else ''}: {joins}.")
    if position["hand"]:
        joins = "; ".join(f"{_point(a)} to {_point(b)}" for a, b in TILES[position["hand"]["tile"] - 1]["pairs"])
        said.append(f"The tile drawn{', with a pickaxe' if position['hand']['pickaxe'] else ''}: {joins}.")
    for choice in position["previews"]:
        turn = ("as drawn", "after a quarter turn", "after a half turn", "after three quarter turns")[choice["turns"]]
        told = ". ".join(_told(run, names) for run in choice["runs"])
        said.append(f"Laid for cart {LETTERS[choice['cart']]} {turn}: {told}.")
    for seat in _order(model):
        held = position["ore"][seat]
        kinds = held["kinds"] or {}
        ore = ", ".join(f"{n} {kind}" for kind, n in kinds.items() if n) or count(held["tokens"], "ore token")
        points = "points hidden" if held["points"] is None else count(held["points"], "point")
        said.append(f"{names[seat]}: {points}, {count(position['carts_left'][seat], 'cart')}, {ore}.")
    said.append(
        f"In the pile: {count(len(position['pile']), 'tile')}. "
        f"In the ground: {count(position['ground']['tokens'], 'ore token')}."
    )
    return said


def _point(point: int) -> str:
    """A point of a tile by its side and its number there, clockwise."""
    return f"{('top', 'right', 'bottom', 'left')[point // 2]} {point % 2 + 1}"
