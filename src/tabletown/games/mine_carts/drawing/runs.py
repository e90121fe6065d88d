"""Runs along the track: those of the last move, and those that laying the tile would lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.shapes import at, circle, group, path, stroke
from tabletown.draw.states import Offer, flag_beside, fresh_outline, legal_glow, legal_outline, preview
from tabletown.draw.text import display
from tabletown.draw.tokens import CARD, DANGER, FRESH, LEGAL, seat_colour, var

from ..components import ACROSS, SIDES, TILES
from ..text.names import LETTERS
from .colours import CREAM, mine_colour
from .mine import Board, Grid, Laid, Standing, board_of
from .pieces import cart, crash_burst, danger_mark
from .track import INWARD, angle_of, free_spot, track_tile

Run = Mapping[str, Any]
Choice = tuple[Mapping[str, Any], Offer]

# fill, ink and edge of a sign
GAINED = (FRESH, var("fresh-ink"), "#fff")
TO_GAIN = (var("legal-fill"), var("legal-ink"), "#fff")
LOST = (CARD, mine_colour("danger-ink"), DANGER)

# ---------------------------------------------------------------- lines and what stands beside them


def _line(grid: Grid, run: Run, own: bool, colour: str, core: str) -> str:
    """A bright line along the track with arrowheads that show the way; thinner, in the seat's colour, for others."""
    curves = [grid.curve(step) for step in run["passes"]]
    data = curves[0].data() + "".join(curve.continuation() for curve in curves[1:])
    unit, arrows = grid.unit * (1 if own else 0.72), ""
    colour = colour if own else seat_colour(run["seat"], "glow")
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


def _sign(grid: Grid, spot: complex, label: str, busy: list[complex], size: float, style: tuple[str, str, str]) -> str:
    return flag_beside(grid.box, spot, label, busy, 17 * max(0.75, grid.unit), max(11, size * grid.unit), *style)


# ---------------------------------------------------------------- the last move


def last_move(grid: Grid, laid: Sequence[Laid], carts: Sequence[Standing], last: Mapping[str, Any]) -> str:
    """What has just happened: the new tile, the way every cart took, ore gained, carts lost."""
    board, runs = board_of(laid), last["runs"]
    busy = _busy(grid, board, carts, runs)
    lines = marks = signs = ""
    for run in reversed(runs):
        own = run["seat"] == last["seat"]
        lines += _line(grid, run, own, FRESH, "#FFF9E5")
        if own:
            marks += _counters(grid, board, run, *GAINED[:2])
        if run["end"] != "open":
            end, crash = _end(grid, run), run["end"] == "crash"
            out = danger_mark(end.real, end.imag, max(22, 30 * grid.unit))
            marks += crash_burst(end.real, end.imag, grid.cart * 1.9) if crash else out
            busy += _around(grid, end + 14j * grid.unit) + _around(grid, end - 14j * grid.unit)
            signs += _sign(grid, end, "Crash!" if crash else "Out", busy, 13.5, LOST)
        if run["drawn"]:
            spot = grid.curve(run["passes"][-1 if own else 0]).point(0.5 if own else 0.1)
            signs += _sign(grid, spot, f"+{run['drawn']} ore", busy, 15 if own else 12, GAINED)
    z, s = grid.corner(last["row"], last["column"]), grid.cell
    outline = fresh_outline(z.real + 3, z.imag + 3, s - 6, s - 6, 5)
    return group(outline, lines, marks, signs, class_="trail", pointer_events="none")


# ---------------------------------------------------------------- what would happen


def previews(
    grid: Grid,
    laid: Sequence[Laid],
    carts: Sequence[Standing],
    tile: int,
    names: Sequence[str],
    choices: Sequence[Choice],
) -> str:
    """For every way to lay the tile: the tile as it would lie, the ways of all carts, pickaxes and dangers."""
    return "".join(_preview(grid, board_of(laid), carts, tile, names, choice) for choice in choices)


def _preview(grid: Grid, laid: Board, carts: Sequence[Standing], tile: int, names: Sequence[str], entry: Choice) -> str:
    choice, offer = entry
    row, column, turns, runs = choice["row"], choice["column"], choice["turns"], choice["runs"]
    board = laid | {(row, column): (tile, turns)}
    busy = _busy(grid, board, carts, runs)
    lines = marks = signs = ""
    for run in reversed(runs):
        own = run["seat"] == runs[0]["seat"]
        lines += _line(grid, run, own, LEGAL, "#F4FFF9" if own else CREAM)
        if own:
            marks += _counters(grid, board, run, *TO_GAIN[:2])
        if run["end"] == "open":
            spot, angle = grid.pose(board, *_ahead(run), 2)
            busy += _around(grid, spot)
            marks += cart(spot.real, spot.imag, grid.cart, run["seat"], LETTERS[run["cart"]], angle, "ghost")
            continue
        spot = _end(grid, run) - INWARD[run["passes"][-1][3]] * grid.rim * 0.35
        busy += _around(grid, spot)
        marks += danger_mark(spot.real, spot.imag, max(22, 31 * grid.unit))
        word = "Crash" if run["end"] == "crash" else f"{'You' if own else names[run['seat']]} out"
        signs += _sign(grid, spot, word, busy, 12.5, LOST)
    if runs[0]["pickaxes"]:
        spot = grid.curve(runs[0]["passes"][-1]).point(0.5)
        signs += _sign(grid, spot, f"+{runs[0]['pickaxes']} ore", busy, 14.5, TO_GAIN)
    z, s = grid.corner(row, column), grid.cell
    ghost = track_tile(z.real, z.imag, s, tile, turns)
    glow = legal_glow(z.real, z.imag, s, s, 7, True) + legal_outline(z.real, z.imag, s, s, 7, True)
    return preview(choice["target"], offer.chosen, ghost + glow, lines, marks, signs)
