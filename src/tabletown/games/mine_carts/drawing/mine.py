"""The mine on the table: frame and gates, laid track, carts, and where one may place or lay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.draw.scenery import shadow
from tabletown.draw.shapes import circle, clip, group, rect, stroke
from tabletown.draw.states import Change, Offer, legal_glow, legal_outline, preview, reason_chip, target, turning
from tabletown.draw.text import display, words
from tabletown.draw.tokens import LEGAL

from ..components import ACROSS, CARTS, COLUMNS, ROWS, SIDES, TILES
from ..text.names import LETTERS, ROW_LETTERS, cell_name, gate_name, gate_number, whose_cart
from .colours import CREAM, mine_colour
from .pieces import cart, lamplight, lantern
from .track import INWARD, POINTS, TILE, Curve, angle_of, gate, rock_cell, section, track_tile, turned

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


def frame(grid: Grid, gates: Sequence[Mapping[str, int]], placing: bool) -> str:
    """A frame of rock with gates and lanterns, and the undug cells; marked with what the log names places by."""
    x, y, width, height = grid.box
    rocks = ""
    for row in range(ROWS):
        for column in range(COLUMNS):
            z = grid.corner(row, column)
            rocks += rock_cell(z.real, z.imag, grid.cell, row * 5 + column * 4)
    mouths = ""
    for spot in gates:
        z = grid.place(spot["row"], spot["column"], POINTS[spot["point"]])
        mouths += gate(z, INWARD[spot["point"]], grid.unit, grid.rim - 3)
    lamps, size = "", min(27.0, grid.rim * 0.96)
    for dx in (0.0, 0.5, 1.0):
        for dy in (0.0, 0.5, 1.0):
            if (dx, dy) != (0.5, 0.5):
                cx, cy = grid.rim / 2 + dx * (width - grid.rim), grid.rim / 2 + dy * (height - grid.rim)
                lamps += lamplight(x + cx, y + cy, size * 4) + lantern(x + cx, y + cy, size)
    inner, across, down = grid.corner(0, 0), COLUMNS * grid.cell, ROWS * grid.cell
    middle = inner + complex(COLUMNS // 2, ROWS // 2) * grid.cell
    seams = f"M{middle.real:g} {inner.imag:g}v{down:g}M{inner.real:g} {middle.imag:g}h{across:g}"
    deep = mine_colour("rock-deep")
    return (
        shadow(x, y, width, height, 18, 2)
        + clip("mc-board", rect(x, y, width, height, "#000", 18))
        + group(
            rect(x, y, width, height, deep),
            rocks,
            stroke(seams, deep, 2.4, stroke_opacity=0.7),
            mouths,
            rect(inner.real, inner.imag, across, down, "none", stroke=deep, stroke_width=1.5),
            lamps,
            _gate_marks(grid, gates) if placing else _cell_marks(grid),
            clip_path="url(#mc-board)",
            role="img",
            aria_label="The mine",
        )
    )


def _gate_marks(grid: Grid, gates: Sequence[Mapping[str, int]]) -> str:
    """What the log names places by: the numbers of the gates while carts are placed."""
    out = ""
    for index, spot in enumerate(gates):
        z = grid.place(spot["row"], spot["column"], POINTS[spot["point"]]) - INWARD[spot["point"]] * grid.rim / 2
        out += _mark(z, gate_number(index))
    return group(out, pointer_events="none", aria_hidden="true")


def _cell_marks(grid: Grid) -> str:
    """What the log names places by: the letters of the rows and the numbers of the columns once carts run."""
    far, out = complex(grid.width, grid.height) - complex(grid.rim, grid.rim), ""
    for step in range(max(ROWS, COLUMNS)):
        middle = grid.corner(step, step) + complex(grid.cell, grid.cell) / 2
        near = complex(grid.x, grid.y) + complex(grid.rim, grid.rim) / 2
        for edge in (near, near + far):
            out += _mark(complex(edge.real, middle.imag), ROW_LETTERS[step]) if step < ROWS else ""
            out += _mark(complex(middle.real, edge.imag), step + 1) if step < COLUMNS else ""
    return group(out, pointer_events="none", aria_hidden="true")


def _mark(z: complex, text: object) -> str:
    return circle(z.real, z.imag, 8, mine_colour("rock-deep")) + words(
        text, z.real, z.imag + 4, 11, CREAM, 700, "middle"
    )


def laid_track(grid: Grid, laid: Sequence[Laid]) -> str:
    """All tiles on the board, each with an id of its own."""
    out = ""
    for entry in laid:
        z = grid.corner(entry["row"], entry["column"])
        name = f"Tile {entry['tile']}, {'with a' if TILES[entry['tile'] - 1]['pickaxe'] else 'without'} pickaxe"
        cell = entry["row"] * COLUMNS + entry["column"]
        tile = track_tile(z.real, z.imag, grid.cell, entry["tile"], entry["turns"])
        out += group(tile, tip=name, id=f"cell-{cell}", data_from="hand")
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
            ghost = cart(z.real, z.imag, grid.cart, seat, letter, angle, "running")
            out += preview(f"gate-{index}", offer.chosen, ghost)
    return out


# ---------------------------------------------------------------- carts


STANDS = 15
"""How far before the border of the next cell a cart stands, in units of a tile."""


def way(grid: Grid, board: Board, run: Mapping[str, Any]) -> str:
    """The way of a run as path data: from where the cart stood along the rails to where it stands or is lost."""
    curves = [grid.curve(step) for step in run["passes"]]
    if run["end"] == "open":
        curves[-1] = curves[-1].until(max(0.0, 1 - STANDS * grid.unit / curves[-1].length()))
    row, column, entry, _ = run["passes"][0]
    start = grid.pose(board, row, column, entry, STANDS)[0]
    return f"M{start.real:.5g} {start.imag:.5g}L{curves[0].data()[1:]}" + "".join(c.continuation() for c in curves[1:])


def lost(runs: Sequence[Mapping[str, Any]]) -> set[tuple[int, int]]:
    """The carts, by seat and number, that the last move cost: those that ran out or crashed, and those they hit."""
    gone = [run for run in runs if run["end"] != "open"]
    return {(run["seat"], run["cart"]) for run in gone} | {tuple(run["met"]) for run in gone if run["met"]}


def lost_carts(grid: Grid, laid: Sequence[Laid], runs: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """The carts that the last move cost, where they were lost: nose to nose on a burst, or at the edge."""
    board, out, own = board_of(laid), "", {(run["seat"], run["cart"]) for run in runs if run["end"] != "open"}
    for run in runs:
        if run["end"] == "open":
            continue
        curve, size = grid.curve(run["passes"][-1]), grid.cart * 0.9
        end, heading = curve.end, curve.direction(1)
        crash = run["end"] == "crash"
        figures = [(run["seat"], run["cart"], end + heading * (-0.42 * size if crash else 0.3 * grid.rim), 16)]
        if crash and tuple(run["met"]) not in own:
            figures.append((*run["met"], end + heading * 0.42 * size, 194))
        for seat, index, z, lean in figures:
            angle = angle_of(heading) - (lean if crash else 0)
            out += group(
                cart(z.real, z.imag, size, seat, LETTERS[index], angle, "wreck"),
                id=f"cart-{seat}-{index}",
                tip=f"{whose_cart(CARTS * seat + index, names)} {'crashed' if crash else 'leaves the mine'}",
                data_way=way(grid, board, run) if (seat, index) in own else None,
            )
    return out


def standing_carts(
    grid: Grid,
    laid: Sequence[Laid],
    carts: Sequence[tuple[Standing, str, Offer, Change | None]],
    runs: Sequence[Mapping[str, Any]],
) -> str:
    """Every cart in the mine, nose forward; one's own may be targets. `runs` of the last move tell how they came."""
    board, out, gone = board_of(laid), "", lost(runs)
    came = {(run["seat"], run["cart"]): run for run in runs}
    for standing, owner, offer, change in sorted(carts, key=lambda entry: (entry[0]["row"], entry[0]["column"])):
        name = (standing["seat"], standing["cart"])
        if name in gone:
            continue  # shown where it was lost
        z, angle = grid.pose(board, standing["row"], standing["column"], standing["point"], STANDS)
        letter, size = LETTERS[standing["cart"]], grid.cart
        half = size * 0.62
        box = (z.real - half, z.imag - half, 2 * half, 2 * half, half)
        out += target(
            f"cart-{standing['seat']}-{standing['cart']}",
            offer,
            f"{owner}’s cart {letter}",
            group(lamplight(z.real, z.imag, size * 1.1, 0.8), clip_path="url(#mc-board)"),
            legal_glow(*box, offer.chosen) if offer.legal else "",
            cart(z.real, z.imag, size, standing["seat"], letter, angle, "running"),
            legal_outline(*box, offer.chosen) if offer.legal else "",
            reason_chip(z.real, z.imag + half, offer.reason) if offer.reason else "",
            kind="cart moved" if change else "cart",
            data_way=way(grid, board, came[name]) if name in came else None,
        )
    return out


def own_cells(grid: Grid, places: Sequence[tuple[int, str, Sequence[int]]]) -> str:
    """The cells before one's carts, where the tile may go: each with its carts and all ways to lay the tile there."""
    out = ""
    for cell, letters, moves in places:
        z, s = grid.corner(*divmod(cell, COLUMNS)), grid.cell
        box = (z.real + 3, z.imag + 3, s - 6, s - 6, 8)
        out += turning(
            f"lay-{cell}",
            moves,
            f"Cell {cell_name(cell)}, before cart {letters}",
            legal_glow(*box),
            rect(*box[:4], "#FFFFFF1F", 8),
            display(letters, z.real + s / 2, z.imag + s / 2 + s * 0.1, s * 0.28, "#FFF4DFB3", "middle"),
            legal_outline(*box, False, 2.5),
        )
    return out
