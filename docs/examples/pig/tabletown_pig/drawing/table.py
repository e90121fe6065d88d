"""How Pig looks: a felt tray with the die, the players beside or below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletown.draw.action_bar import action_bar, phone_bar, phone_bar_height
from tabletown.draw.head import round_button, wordmark
from tabletown.draw.keys import keys_of
from tabletown.draw.log import log_height, log_strip
from tabletown.draw.panels import Purse, player_panel, score_strip
from tabletown.draw.pieces import die
from tabletown.draw.scenery import felt_tray
from tabletown.draw.sheet import Region, Sheet, region
from tabletown.draw.states import NOTHING, Change, Offer, fresh_mark, legal_glow, legal_outline, target
from tabletown.draw.text import display
from tabletown.draw.tokens import Tokens
from tabletown.draw.view_model import ViewModel

DEFS: dict[str, str] = {}
TOKENS: Tokens = {"light": {}, "dark": {}}
SIDE = 132


def _head(x: float, width: float, title: str) -> str:
    return wordmark(x + 2, 30, title, 23, die(0, 0, 26, 1), room=width - 84) + round_button(
        x + width - 16, 30, 15, "menu", "Menu", "menu"
    )


def _tray(
    x: float, y: float, width: float, height: float, face: int, gathered: int, offer: Offer, change: Change | None
) -> str:
    """The die, to be touched, and what was gathered with it."""
    left, top = x + (width - SIDE) / 2, y + height / 2 - SIDE + 10
    return (
        felt_tray(x, y, width, height)
        + target(
            "die",
            offer,
            f"Die, {face or 'not rolled yet'}",
            legal_glow(left, top, SIDE, SIDE, 24, offer.chosen) if offer.legal else "",
            die(left + SIDE / 2, top + SIDE / 2, SIDE - 12, face),
            legal_outline(left, top, SIDE, SIDE, 24, offer.chosen) if offer.legal else "",
            fresh_mark(left, top, SIDE, SIDE, 24, change),
            text="Each roll adds to what you may hold; a 1 takes it all and ends your turn",
        )
        + display(f"{gathered} at stake", x + width / 2, top + SIDE + 56, 30, "#FFF4DF", "middle")
    )


def _player(
    x: float,
    y: float,
    width: float,
    height: float,
    player: Mapping[str, Any],
    points: int,
    active: bool,
    change: Change | None,
) -> str:
    return player_panel(
        x, y, width, height, player, [Purse("star", points, f"points-{player['seat']}", change)], active
    )


def _parts(model: ViewModel) -> tuple[list[Mapping[str, Any]], Sequence[Any]]:
    """The players as a panel wants them, and what the tray shows."""
    players = [{key: player.get(key) for key in ("seat", "name", "bot", "place")} for player in model.view["players"]]
    return players, (
        model.position["face"],
        model.position["gathered"],
        model.targets.offer("die"),
        model.targets.fresh("die"),
    )


def table(view: Mapping[str, Any], layout: str = "desktop") -> Sheet:
    """`desktop`: 1280 x 720; `phone`: 360 wide, as high as it needs to be."""
    model = ViewModel(view)
    players, tray = _parts(model)
    keys, points, turn = keys_of(model.targets), model.position["points"], model.position["turn"]
    bar = (view["prompt"]["sentence"], view["prompt"]["hint"], turn)
    log, changed = list(view["log"][-14:]), [model.targets.fresh(f"points-{player['seat']}") for player in players]
    if layout == "phone":
        purses = [[Purse("star", n, f"points-{seat}", changed[seat])] for seat, n in enumerate(points)]
        offers = [NOTHING for _ in players]
        y = 116 + phone_bar_height(keys, 340)
        return Sheet(360, round(y + 322 + log_height(log, 340)), (
            region("head", None, _head, 10, 340, view["title"]),
            region("players", None, score_strip, 10, 54, 340, players, purses, turn, offers, view["viewer"]),
            region("action", None, phone_bar, 10, 106, 340, *bar, keys, "", 0, view["over"]),
            region("tray", None, _tray, 10, y, 340, 300, *tray),
            region("log", None, log_strip, 10, y + 312, 340, log_height(log, 340), log),
        ), f"{view['title']} table", "pig:phone")  # fmt: skip
    panels: list[Region] = []
    for seat, player in enumerate(players):
        box = (12, 58 + seat * 84, 226, 74)
        panels.append(
            region(
                f"seat-{seat}",
                None,
                _player,
                *box,
                player,
                points[seat],
                seat == turn and not view["over"],
                changed[seat],
            )
        )
    low = 58 + len(players) * 84
    return Sheet(1280, 720, (
        region("head", None, _head, 12, 226, view["title"]),
        region("action", None, action_bar, 250, 12, 1018, 66, *bar, keys, view["over"]),
        region("tray", None, _tray, 250, 90, 1018, 620, *tray),
        *panels,
        region("log", None, log_strip, 12, low, 226, 710 - low, log),
    ), f"{view['title']} table", "pig:desktop")  # fmt: skip
