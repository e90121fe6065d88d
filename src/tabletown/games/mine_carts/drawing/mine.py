"""The mine on the table: frame and gates, laid track, carts, the way they took, and the way they would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import at, circle, clip, group, path, rect, stroke, title
from tabletown.draw.states import (
    Change,
    Offer,
    flag_beside,
    fresh_outline,
    legal_glow,
    legal_outline,
    preview,
    reason_chip,
    target,
)
from tabletown.draw.text import display
from tabletown.draw.tokens import CARD, DANGER, FRESH, LEGAL, seat_colour, var

from ..components import ACROSS, COLUMNS, ROWS, SIDES, TILES
from ..text.words import gate_name
from .pictograms import (
    INWARD,
    LETTERS,
    POINTS,
    TILE,
    Curve,
    angle_of,
    cart,
    crash_burst,
    danger_mark,
    free_spot,
    gate,
    lamplight,
    lantern,
    mine,
    rock_cell,
    section,
    track_tile,
    turned,
)

Run = Mapping[str, Any]
Laid = Mapping[str, Any]
Standing = Mapping[str, Any]
Board = dict[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Grid:
    """Where the board lies on the page."""

    x: float
    y: float
    cell: float
    rim: float

    @property
    def width(self) -> float:
        return COLUMNS * self.cell + 2 * self.rim

    @property
    def height(self) -> float:
        return ROWS * self.cell + 2 * self.rim

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.width, self.height

    @property
    def unit(self) -> float:
        return self.cell / TILE

    @property
    def cart(self) -> float:
        return max(27, 38 * self.unit)

    def corner(self, row: int, column: int) -> complex:
        return complex(self.x + self.rim + column * self.cell, self.y + self.rim + row * self.cell)

    def place(self, row: int, column: int, z: complex) -> complex:
        return self.corner(row, column) + self.unit * z

    def curve(self, step: Sequence[int]) -> Curve:
        row, column, a, b = step
        return section(a, b).moved(self.corner(row, column), self.unit)

    def pose(self, board: Board, row: int, column: int, point: int, back: float) -> tuple[complex, float]:
        """Centre and angle of a cart that stands `back` tile units before the border of the cell it faces."""
        down, right = SIDES[point // 2]
        behind = (row + down, column + right)
        if behind not in board:
            here = self.place(row, column, POINTS[point])
            return here - INWARD[point] * min(back, 11) * self.unit, angle_of(INWARD[point])
        came_by = ACROSS[point]
        pairs = turned(*board[behind])
        entry = next(b if a == came_by else a for a, b in pairs if came_by in (a, b))
        curve = section(entry, came_by)
        t = max(0.0, 1 - back / curve.length())
        return self.place(*behind, curve.point(t)), angle_of(curve.direction(t))


def board_of(laid: Sequence[Laid]) -> Board:
    return {(entry["row"], entry["column"]): (entry["tile"], entry["turns"]) for entry in laid}


# ---------------------------------------------------------------- rock, gates, track


def frame(grid: Grid, gates: Sequence[Mapping[str, int]]) -> str:
    """A frame of rock with gates and lanterns, and the undug cells."""
    x, y, width, height = grid.box
    rocks = ""
    for row in range(ROWS):
        for column in range(COLUMNS):
            z = grid.corner(row, column)
            rocks += rock_cell(z.real, z.imag, grid.cell, row * 5 + column * 4)
    inner = grid.corner(0, 0)
    half_way = inner + complex(COLUMNS // 2, ROWS // 2) * grid.cell
    seams = f"M{half_way.real:g} {inner.imag:g}v{ROWS * grid.cell:g}M{inner.real:g} {half_way.imag:g}h{COLUMNS * grid.cell:g}"
    mouths = ""
    for spot in gates:
        z = grid.place(spot["row"], spot["column"], POINTS[spot["point"]])
        mouths += gate(z, INWARD[spot["point"]], grid.unit, grid.rim - 3)
    posts = [(dx, dy) for dx in (0.0, 0.5, 1.0) for dy in (0.0, 0.5, 1.0) if (dx, dy) != (0.5, 0.5)]
    size = min(27.0, grid.rim * 0.96)
    lamps = "".join(
        lantern(x + grid.rim / 2 + dx * (width - grid.rim), y + grid.rim / 2 + dy * (height - grid.rim), size, glow=4)
        for dx, dy in posts
    )
    return (
        shadow(x, y, width, height, 18, 2)
        + clip("mc-board", rect(x, y, width, height, "#000", 18))
        + group(
            rect(x, y, width, height, mine("rock-deep")),
            rocks,
            stroke(seams, mine("rock-deep"), 2.4, stroke_opacity=0.7),
            mouths,
            rect(
                inner.real,
                inner.imag,
                COLUMNS * grid.cell,
                ROWS * grid.cell,
                "none",
                stroke=mine("rock-deep"),
                stroke_width=1.5,
            ),
            lamps,
            clip_path="url(#mc-board)",
            role="img",
            aria_label="The mine",
        )
    )


def laid_track(grid: Grid, laid: Sequence[Laid]) -> str:
    """All tiles on the board, each with an id of its own."""
    out = ""
    for entry in laid:
        z = grid.corner(entry["row"], entry["column"])
        name = f"Tile {entry['tile']}, {'with a' if TILES[entry['tile'] - 1]['pickaxe'] else 'without'} pickaxe"
        cell = entry["row"] * COLUMNS + entry["column"]
        out += group(
            title(name), track_tile(z.real, z.imag, grid.cell, entry["tile"], entry["turns"]), id=f"cell-{cell}"
        )
    return out


# ---------------------------------------------------------------- gates to choose


def gate_choices(grid: Grid, gates: Sequence[tuple[Mapping[str, int], Offer]]) -> str:
    """Every gate as a target: free ones glow, taken ones say so."""
    return "".join(_gate_choice(grid, index, spot, offer) for index, (spot, offer) in enumerate(gates))


def _gate_box(grid: Grid, spot: Mapping[str, int]) -> tuple[float, float, float, float]:
    """The half side of a border cell that belongs to a gate, from the rim to a little inside."""
    corner = grid.corner(spot["row"], spot["column"])
    half, depth, reach = grid.cell / 2, grid.rim - 5, 12 * grid.unit
    side, point = spot["point"] // 2, spot["point"]
    if side % 2 == 0:
        left = corner.real + (half if point in (1, 4) else 0)
        top = corner.imag - depth if side == 0 else corner.imag + grid.cell - reach
        return left + 1.5, top, half - 3, depth + reach
    top = corner.imag + (half if point in (3, 6) else 0)
    left = corner.real - depth if side == 3 else corner.real + grid.cell - reach
    return left, top + 1.5, depth + reach, half - 3


def _gate_choice(grid: Grid, index: int, spot: Mapping[str, int], offer: Offer) -> str:
    x, y, width, height = _gate_box(grid, spot)
    z = grid.place(spot["row"], spot["column"], POINTS[spot["point"]])
    lamp = circle(z.real, z.imag, 6.4 * grid.unit, LEGAL, stroke="#fff", stroke_width=1.6) if offer.legal else ""
    return target(
        f"gate-{index}",
        offer,
        gate_name(index).capitalize(),
        legal_glow(x, y, width, height, 7, offer.chosen, small=True) if offer.legal else "",
        rect(x, y, width, height, "#00000001", 7),
        legal_outline(x, y, width, height, 7, offer.chosen, 1.5) if offer.legal else "",
        lamp,
    )


def gate_ghosts(grid: Grid, gates: Sequence[tuple[Mapping[str, int], Offer]], seat: int, letter: str) -> str:
    """One's cart at each free gate, to be shown when the gate is pointed at or chosen."""
    out = ""
    for index, (spot, offer) in enumerate(gates):
        if offer.legal:
            z, angle = grid.pose({}, spot["row"], spot["column"], spot["point"], 11)
            out += preview(
                f"gate-{index}", offer.chosen, cart(z.real, z.imag, grid.cart, seat, letter, angle, "running")
            )
    return out


# ---------------------------------------------------------------- carts


def standing_carts(
    grid: Grid, laid: Sequence[Laid], carts: Sequence[tuple[Standing, str, Offer, Change | None]]
) -> str:
    """Every cart in the mine, nose forward; one's own may be targets."""
    board, out = board_of(laid), ""
    for standing, owner, offer, change in sorted(carts, key=lambda entry: (entry[0]["row"], entry[0]["column"])):
        z, angle = grid.pose(board, standing["row"], standing["column"], standing["point"], 15)
        letter, size = LETTERS[standing["cart"]], grid.cart
        half = size * 0.62
        box = (z.real - half, z.imag - half, 2 * half, 2 * half, half)
        label = f"{owner}’s cart {letter}"
        out += target(
            f"cart-{standing['seat']}-{standing['cart']}",
            offer,
            label,
            group(lamplight(z.real, z.imag, size * 1.1, 0.8), clip_path="url(#mc-board)"),
            legal_glow(*box, offer.chosen) if offer.legal else "",
            cart(z.real, z.imag, size, standing["seat"], letter, angle, "running"),
            legal_outline(*box, offer.chosen) if offer.legal else "",
            reason_chip(z.real, z.imag + half, offer.reason) if offer.reason else "",
            kind="cart moved" if change else "cart",
        )
    return out


def own_cells(grid: Grid, seat: int, carts: Sequence[Standing]) -> str:
    """The cells before one's carts: where the tile may go."""
    out = ""
    letters: dict[tuple[int, int], str] = {}
    for standing in carts:
        cell = (standing["row"], standing["column"])
        letters[cell] = letters.get(cell, "") + LETTERS[standing["cart"]]
    for (row, column), letter in letters.items():
        z, s = grid.corner(row, column), grid.cell
        out += rect(
            z.real + 4,
            z.imag + 4,
            s - 8,
            s - 8,
            "#FFFFFF14",
            8,
            stroke=seat_colour(seat, "glow"),
            stroke_width=3,
            stroke_dasharray="7 5",
        )
        out += display(" ".join(letter), z.real + s / 2, z.imag + s / 2 + s * 0.1, s * 0.28, "#FFF4DFB3", "middle")
    return group(out, pointer_events="none")


# ---------------------------------------------------------------- ways along the track


def _line(grid: Grid, run: Run, colour: str, core: str, weight: float) -> str:
    """A bright line along the track with arrowheads that show the way."""
    curves = [grid.curve(step) for step in run["passes"]]
    data = curves[0].data() + "".join(curve.pieces() for curve in curves[1:])
    unit, arrows = grid.unit * weight, ""
    for curve in curves:
        z, angle = curve.point(0.5), angle_of(curve.direction(0.5))
        head = path("M-4.6 -6.4L6 0L-4.6 6.4L-1.8 0Z", colour, stroke="#fff", stroke_width=1.6, stroke_linejoin="round")
        arrows += at(z.real, z.imag, head, angle=angle, scale=max(0.72, unit))
    return (
        stroke(data, colour, 17 * unit, stroke_opacity=0.22)
        + stroke(data, colour, 11.5 * unit, stroke_opacity=0.45)
        + stroke(data, colour, 7 * unit)
        + stroke(data, core, 2.8 * unit)
        + arrows
    )


def _counters(grid: Grid, board: Board, run: Run, fill: str, ink: str) -> str:
    """Numbers on the line: the first, second, third pickaxe counted."""
    out, count, r = "", 0, max(8.6, 9.6 * grid.unit)
    for row, column, a, b in run["passes"]:
        if TILES[board[row, column][0] - 1]["pickaxe"]:
            count += 1
            z = grid.curve((row, column, a, b)).point(0.26)
            out += circle(z.real, z.imag, r, fill, stroke="#fff", stroke_width=1.6)
            out += display(count, z.real, z.imag + r * 0.44, r * 1.24, ink, "middle")
    return out


def _around(grid: Grid, z: complex) -> list[complex]:
    """Points around a cart or mark, so that flags keep off all of it."""
    return [z, *(z + 18 * grid.unit * side for side in (1, -1, 1j, -1j))]


def _busy(grid: Grid, board: Board, carts: Sequence[Standing], runs: Sequence[Run]) -> list[complex]:
    """What flags should not cover: carts, the lines drawn, and pickaxes on the tiles passed."""
    found = []
    for standing in carts:
        found += _around(grid, grid.pose(board, standing["row"], standing["column"], standing["point"], 15)[0])
    for run in runs:
        found += [grid.curve(step).point(i / 5) for step in run["passes"] for i in range(6)]
        found += [grid.place(row, column, free_spot(*board[row, column])) for row, column, _, _ in run["passes"]]
    return found


def _end(grid: Grid, run: Run) -> complex:
    return grid.curve(run["passes"][-1]).end


def _ahead(run: Run) -> tuple[int, int, int]:
    """Where a cart stands that came to an open end."""
    row, column, _, leaving = run["passes"][-1]
    down, right = SIDES[leaving // 2]
    return row + down, column + right, ACROSS[leaving]


def last_move(grid: Grid, laid: Sequence[Laid], carts: Sequence[Standing], last: Mapping[str, Any]) -> str:
    """What has just happened: the new tile, the way every cart took, ore gained, carts lost."""
    board, runs = board_of(laid), last["runs"]
    busy = _busy(grid, board, carts, runs)
    standing = {(entry["seat"], entry["cart"]) for entry in carts}
    lines = marks = signs = ""
    for run in reversed(runs):
        own = run["seat"] == last["seat"]
        lines += _line(grid, run, FRESH if own else seat_colour(run["seat"], "glow"), "#FFF9E5", 1 if own else 0.72)
        if own:
            marks += _counters(grid, board, run, FRESH, var("fresh-ink"))
        end = _end(grid, run)
        if run["end"] != "open":
            marks += (
                _wreckage(grid, run, end, standing)
                if run["end"] == "crash"
                else danger_mark(end.real, end.imag, max(22, 30 * grid.unit))
            )
            busy += _around(grid, end + 14j * grid.unit) + _around(grid, end - 14j * grid.unit)
            signs += _sign(
                grid, end, "Crash!" if run["end"] == "crash" else "Out", busy, 13.5, CARD, mine("danger-ink"), DANGER
            )
        if run["drawn"]:
            spot = grid.curve(run["passes"][-1 if own else 0]).point(0.5 if own else 0.1)
            signs += _sign(grid, spot, f"+{run['drawn']} ore", busy, 15 if own else 12, FRESH, var("fresh-ink"), "#fff")
    z, s = grid.corner(last["row"], last["column"]), grid.cell
    return group(
        fresh_outline(z.real + 3, z.imag + 3, s - 6, s - 6, 5),
        lines,
        marks,
        signs,
        class_="trail",
        pointer_events="none",
    )


def _sign(
    grid: Grid, spot: complex, label: str, busy: list[complex], size: float, fill: str, ink: str, edge: str
) -> str:
    return flag_beside(
        grid.box, spot, label, busy, 17 * max(0.75, grid.unit), max(11, size * grid.unit), fill, ink, edge
    )


def _wreckage(grid: Grid, run: Run, end: complex, standing: set[tuple[int, int]]) -> str:
    """Both carts of a collision, nose to nose on the burst; while ore is drawn they still stand where they were."""
    size, way = grid.cart, grid.curve(run["passes"][-1]).direction(1)
    out = crash_burst(end.real, end.imag, size * 1.9)
    if (run["seat"], run["cart"]) in standing:
        return out
    first, second = end - way * size * 0.42, end + way * size * 0.42
    seat, index = run["met"]
    out += cart(first.real, first.imag, size * 0.9, run["seat"], LETTERS[run["cart"]], angle_of(way) - 16, "wreck")
    return out + cart(second.real, second.imag, size * 0.9, seat, LETTERS[index], angle_of(-way) - 14, "wreck")


def previews(
    grid: Grid,
    laid: Sequence[Laid],
    carts: Sequence[Standing],
    tile: int,
    names: Sequence[str],
    choices: Sequence[tuple[Mapping[str, Any], Offer]],
) -> str:
    """For every way to lay the tile: the tile as it would lie, the ways of all carts, pickaxes and dangers."""
    return "".join(_preview(grid, laid, carts, tile, names, choice, offer) for choice, offer in choices)


def _preview(
    grid: Grid,
    laid: Sequence[Laid],
    carts: Sequence[Standing],
    tile: int,
    names: Sequence[str],
    choice: Mapping[str, Any],
    offer: Offer,
) -> str:
    row, column, turns, runs = choice["row"], choice["column"], choice["turns"], choice["runs"]
    board = board_of(laid) | {(row, column): (tile, turns)}
    z, s, mover = grid.corner(row, column), grid.cell, runs[0]["seat"]
    busy = _busy(grid, board, carts, runs)
    lines = marks = signs = ""
    for run in reversed(runs):
        own = run["seat"] == mover
        lines += _line(
            grid,
            run,
            LEGAL if own else seat_colour(run["seat"], "glow"),
            "#F4FFF9" if own else "#FFF4DF",
            1 if own else 0.72,
        )
        if own:
            marks += _counters(grid, board, run, var("legal-fill"), var("legal-ink"))
        if run["end"] == "open":
            spot, angle = grid.pose(board, *_ahead(run), 2)
            busy += _around(grid, spot)
            marks += cart(spot.real, spot.imag, grid.cart, run["seat"], LETTERS[run["cart"]], angle, "ghost")
            continue
        spot = _end(grid, run) - INWARD[run["passes"][-1][3]] * grid.rim * 0.35
        busy += _around(grid, spot)
        marks += danger_mark(spot.real, spot.imag, max(22, 31 * grid.unit))
        word = "Crash" if run["end"] == "crash" else f"{'You' if own else names[run['seat']]} out"
        signs += _sign(grid, spot, word, busy, 12.5, CARD, mine("danger-ink"), DANGER)
    if runs[0]["pickaxes"]:
        spot = grid.curve(runs[0]["passes"][-1]).point(0.5)
        signs += _sign(
            grid, spot, f"+{runs[0]['pickaxes']} ore", busy, 14.5, var("legal-fill"), var("legal-ink"), "#fff"
        )
    ghost = (
        track_tile(z.real, z.imag, s, tile, turns)
        + legal_glow(z.real, z.imag, s, s, 7, True)
        + legal_outline(z.real, z.imag, s, s, 7, True)
    )
    return preview(choice["target"], offer.chosen, ghost, lines, marks, signs)
