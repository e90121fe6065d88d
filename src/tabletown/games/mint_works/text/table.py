"""Mint Works as text: the street with its spaces and prices, the plans for sale, and everybody's neighborhood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tabletown.core.grammar import count
from tabletown.text_table.canvas import Canvas, beside, pad, shorten, stacked, wrap
from tabletown.text_table.elements import (
    Piece,
    card,
    flow,
    gain,
    length,
    player_name,
    pointer,
    state_style,
)
from tabletown.text_table.styles import MARKS, MINT, STAR, seat_style

from ..components import END_STARS
from ..drawing.view_model import Front, Sale, TableModel
from .cards import OPPONENTS, SHOPS, Plan

STYLES: dict[str, tuple[str, str, str]] = {
    "culture": ("#CBA0F0", "#70439F", "magenta"),
    "production": ("#FF8F83", "#B3301F", "red"),
    "utility": ("#86BAF5", "#1F62AB", "bright_blue"),
    "deed": ("#F2C94C", "#7E6000", "yellow"),
}

ROOMY, TALL, FULL = 84, 30, 40
"""The width and height from which shops and plans are cards, and the height from which these show all their text."""
FREE = "○"
_PICTURES = {
    "mw_card": "plan",
    "mw_mint": "mints",
    "mw_start_token": "start token",
    "mw_type_culture": "Culture",
    "mw_at_supplier": "Supplier",
    "mw_at_builder": "Builder",
    "mw_at_wholesaler": "Wholesaler",
    "mw_at_lotto": "Lotto",
}


def brief(effect: str) -> str:
    """The short form of an effect with characters and words in the place of its pictures."""
    effect = re.sub(r"^{pic:mw_mint}", "{mint:1}", effect)
    said = re.sub(r"{(mint|star):(\d+)}", lambda found: found[2] + (MINT if found[1] == "mint" else STAR), effect)
    return re.sub(r"{pic:(\w+)}", lambda found: _PICTURES[found[1]], said)


def table(view: Mapping[str, Any], width: int, height: int) -> Canvas:
    """The street, the plans for sale, then the neighborhoods, the viewer's first."""
    model = TableModel(view)
    roomy = width >= ROOMY and height >= TALL
    street = _shop_cards(model, width, height >= FULL) if roomy else _shop_list(model, width)
    sales = _plan_cards(model, width, height >= FULL) if roomy else _plan_list(model, width)
    order = [model.me, *(side for side in model.sides() if side != model.me)]
    homes = [_home(model, side, width, roomy) for side in order[:1]]
    share = (width - 2) // 2 if width >= ROOMY else width
    others = beside(width, [_home(model, side, share) for side in order[1:]], 2)
    return stacked(
        width, [_heading(width, "Main Street", _round(model)), street, _deck(model, width), sales, *homes, others]
    )


def _heading(width: int, title: str, note: str) -> Canvas:
    canvas = Canvas(width, 1)
    canvas.rule(0, title)
    if note:
        text = f" {shorten(note, width - len(title) - 8)} "
        canvas.put(width - len(text) - 1, 0, text, "soft")
    return canvas


def _round(model: TableModel) -> str:
    following = model.position["opponent_next"]
    if model.alone and following:
        return f"{model.round}, {model.name(1)} goes to the {SHOPS[following].name} next"
    return str(model.round)


def _deck(model: TableModel, width: int) -> Canvas:
    bank = model.position["bank"]
    supply = f", {count(bank, 'mint')} in the supply" if bank is not None else ""
    return _heading(width, "Plans for sale", f"{model.position['deck']} in the deck{supply}")


# ------------------------------------------------------------------ the street


def _spaces(front: Front) -> list[Piece]:
    """Who placed how many mints on each space, and the free ones."""
    spaces, placed = front[4], front[5]
    taken: list[Piece] = [(f"{MARKS[side]}{amount} ", f"{seat_style(side)} bold") for side, amount in placed]
    return [*taken, (f"{FREE} " * (spaces - len(placed)), "mint")]


def _note(model: TableModel, front: Front) -> list[Piece]:
    """Whose deed it is, or why it is shut."""
    _, is_open, owner, name, *_, closed, _ = front
    if owner is not None:
        return [(f"{MARKS[owner]} {name} ", seat_style(owner))]
    return [] if is_open and not closed else [("closed ", "danger" if closed else "soft")]


def _touched(model: TableModel, front: Front) -> str:
    """The element that a shop stands for: its own, or the card that would be bought or built there."""
    shop, offer = front[0], front[7]
    own = f"location-{shop.key}"
    return next((str(move["target"]) for move in model.targets.moves if move["id"] == offer.move), own)


def _price(front: Front) -> str:
    return f"{front[6]}{MINT}" if front[6] else "cost"


def _shop_list(model: TableModel, width: int) -> Canvas:
    """One line a shop: name, price, spaces, what it does."""
    canvas = Canvas(width)
    for y, front in enumerate(model.fronts()):
        shop, is_open = front[0], front[1]
        offer, change, target = front[7], front[9], _touched(model, front)
        chosen = "chosen" if offer.chosen else ""
        canvas.put(0, y, " " * width, chosen, target)
        look = chosen or ("fresh" if change else "heading" if is_open else "soft")
        canvas.parts(0, y, [pointer(offer), (pad(shop.name, 18), look)], target)
        canvas.put(20, y, pad(_price(front), 5), chosen or "mint", target)
        spaces = [(text, chosen or style) for text, style in (*_spaces(front), *_note(model, front))]
        x = canvas.parts(25, y, spaces, target)
        x = max(x, 34)
        canvas.put(x, y, shorten(brief(shop.effect), width - x), chosen or "soft", target)
    return canvas


def _more(texts: Iterable[str], width: int, lines: int) -> int:
    """How many lines more than these the longest of some texts needs on a card."""
    return max([0, *(len(wrap(text, width - 4)) - lines for text in texts)])


def _shop_cards(model: TableModel, width: int, full: bool) -> Canvas:
    fronts = model.fronts()
    across = 5 if len(fronts) % 5 == 0 or len(fronts) > 8 else 4 if len(fronts) > 6 else 3
    each = (width - across + 1) // across
    blocks = []
    for number, front in enumerate(fronts):
        row = fronts[number - number % across :][:across]
        height = 7 + (_more((other[0].text for other in row), each, 3) if full else 0)
        shop, is_open = front[0], front[1]
        offer, change, target = front[7], front[9], _touched(model, front)
        style = state_style(offer, change, "mint" if is_open else "soft")
        said = [(shop.name, "heading" if is_open else "soft"), (shop.text, "soft")]
        kind = "double" if offer.chosen else "round"
        block = card(each, height, pointer(offer)[0].strip(), _price(front), said, ("", ""), style, target, kind)
        spaces = [*_spaces(front), *_note(model, front)]
        block.put(2, height - 2, " " * (each - 4))
        block.parts(2 if length(spaces) <= each - 4 else 1, height - 2, spaces, target)
        blocks.append(block)
    return beside(width, blocks)


# ------------------------------------------------------------------ plans


def _stars(plan: Plan) -> str:
    return f"{STAR}?" if plan.stars is None else f"{STAR}{plan.stars}"


def _plan_list(model: TableModel, width: int) -> Canvas:
    canvas = Canvas(width)
    for y, sale in enumerate(model.sales()):
        if sale is None:
            canvas.put(1, y, "--", "soft")
            continue
        plan, price, offer, change = sale
        target, chosen = f"supply-{plan.key}", "chosen" if offer.chosen else ""
        canvas.put(0, y, " " * width, chosen, target)
        canvas.parts(0, y, [pointer(offer), (pad(plan.name, 18), chosen or ("fresh" if change else plan.type))], target)
        canvas.put(20, y, f"{price}{MINT}", chosen or "mint", target)
        canvas.put(25, y, _stars(plan), chosen or "star", target)
        said = f"{plan.type}, {brief(plan.effect)}" if plan.effect else plan.type
        canvas.put(29, y, shorten(said, width - 29), chosen or "soft", target)
    return canvas


def _plan_cards(model: TableModel, width: int, full: bool) -> Canvas:
    sales = model.sales()
    each = min((width - len(sales) + 1) // len(sales), 40)
    texts = [sale[0].text for sale in sales if sale is not None]
    height = 6 + (_more(texts, each, 3) if full else 0)
    return beside(width, [_plan_card(sale, each, height) for sale in sales])


def _plan_card(sale: Sale, width: int, height: int) -> Canvas:
    if sale is None:
        return card(width, height, "", "", [("sold", "soft")], ("", ""), "line", "")
    plan, price, offer, change = sale
    style = state_style(offer, change, plan.type)
    said = [(plan.name, f"{plan.type} bold"), (plan.text[:1].upper() + plan.text[1:], "soft")]
    left = f"{pointer(offer)[0]}{price}{MINT}".strip()
    kind = "double" if offer.chosen else "round"
    return card(width, height, left, _stars(plan), said, (plan.type, ""), style, f"supply-{plan.key}", kind)


# ------------------------------------------------------------------ neighborhoods


def _home(model: TableModel, side: int, width: int, roomy: bool = False) -> Canvas:
    """A side: mints, stars, buildings with what they are worth, plans face down; with room for it as cards."""
    canvas, home = Canvas(width), model.home(side)
    canvas.rule(0)
    offer = model.targets.offer(f"player-{side}")
    x = canvas.parts(1, 0, [(" ", ""), pointer(offer), *_who(model, side), (" ", "")], f"player-{side}")
    mints, stars = model.targets.fresh(f"mints-{side}"), model.targets.fresh(f"stars-{side}")
    if home["mints"] is not None:
        x = canvas.put(x, 0, f" {home['mints']}{MINT}{gain(mints)} ", "fresh bold" if mints else "mint bold")
    x = canvas.put(x, 0, f" {home['stars']}{STAR}{gain(stars)} ", "fresh bold" if stars else "star bold")
    if model.position["token"] == side:
        canvas.put(x, 0, " start token ", "soft")
    items = [*_buildings(model, side), *_plans(model, side)]
    if not items:
        canvas.put(
            2, 1, f"nothing built yet; {END_STARS} stars end the game" if side == model.me else "nothing yet", "soft"
        )
    if roomy and items:
        canvas.blit(0, 1, beside(width, _own_cards(model, side)))
    else:
        flow(canvas, 1, 1, width - 2, items)
    return canvas


def _own_cards(model: TableModel, side: int) -> list[Canvas]:
    """The cards of a side: buildings with their stars, plans with the stars they would add."""
    values = model.position["values"] if model.phase == "recycle" else {}
    found = []
    for entry, sort in (
        *((b, "built") for b in model.home(side)["buildings"]),
        *((p, "plan") for p in model.home(side)["plans"]),
    ):
        key = entry["plan"]
        if key is None:
            found.append(card(22, 5, "", "", [("face down", "soft")], ("", ""), "line", ""))
            continue
        plan, target = model.plans[key], f"card-{side}-{key}"
        offer, change = model.state(target)
        stars = f"{STAR}{entry['stars']}" if sort == "built" else f"{model.position['previews'].get(key, 0):+d}{STAR}"
        holds = f"{entry['mints']}{MINT}" if entry.get("mints") else f"= {values[key]}{MINT}" if key in values else ""
        look = plan.type if sort == "built" else f"{plan.type} italic"
        said = [(plan.name, f"{look} bold"), (brief(plan.effect), "soft")]
        style = state_style(offer, change, plan.type if sort == "built" else "soft")
        foot = (plan.type if sort == "built" else "plan", holds)
        kind = "double" if offer.chosen else "round"
        found.append(card(22, 5, pointer(offer)[0].strip(), stars, said, foot, style, target, kind))
    return found


def _who(model: TableModel, side: int) -> list[Piece]:
    if side in model.seats:
        return player_name(model, side, 16)
    return [(f"{MARKS[side]} ", seat_style(side)), (model.name(side), f"{seat_style(side)} bold")]


def _buildings(model: TableModel, side: int) -> list[tuple[Sequence[Piece], str]]:
    values = model.position["values"] if model.phase == "recycle" and side == model.me else {}
    found: list[tuple[Sequence[Piece], str]] = []
    for entry in model.home(side)["buildings"]:
        key, target = entry["plan"], f"card-{side}-{entry['plan']}"
        offer, change = model.state(target)
        holds = f" {entry['mints']}{MINT}" if entry["mints"] else ""
        pays = f" = {values[key]}{MINT}" if key in values else ""
        style = state_style(offer, change, model.plans[key].type)
        said = [pointer(offer), (f"{model.plans[key].name} ", style), (f"{STAR}{entry['stars']}{holds}{pays}", "star")]
        found.append((said, target))
    return found


def _plans(model: TableModel, side: int) -> list[tuple[Sequence[Piece], str]]:
    """Plans in brackets; those the viewer can't know are backs of cards."""
    previews = model.position["previews"] if side == model.me else {}
    found: list[tuple[Sequence[Piece], str]] = []
    for number, entry in enumerate(model.home(side)["plans"], 1):
        key = entry["plan"]
        if key is None:
            found.append(([("[face down]", "soft")], f"back-{side}-{number}"))
            continue
        target = f"card-{side}-{key}"
        offer, change = model.state(target)
        style = state_style(offer, change, f"{model.plans[key].type} italic")
        worth = f" {previews[key]:+d}{STAR}" if key in previews else ""
        secret = ", secret" if entry["secret"] else ""
        found.append(([pointer(offer), (f"[plan {model.plans[key].name}{secret}{worth}]", style)], target))
    return found


# ------------------------------------------------------------------ in sentences


def prose(view: Mapping[str, Any]) -> list[str]:
    """The shops, the plans for sale, then every neighborhood."""
    model = TableModel(view)
    said = [_shop_in_words(model, front) for front in model.fronts()]
    for sale in model.sales():
        if sale is not None:
            said.append(f"For sale: {sale[0].name} for {count(sale[1], 'mint')}. {sale[0].spoken}.")
    said.append(f"In the deck: {count(model.position['deck'], 'plan')}.")
    said += [_home_in_words(model, side) for side in (model.me, *(s for s in model.sides() if s != model.me))]
    if model.opponent:
        traits = "; ".join(text for _, text in OPPONENTS[model.opponent].traits)
        said.append(f"{model.name(1)}: {traits}.")
        following = model.position["opponent_next"]
        said += [f"{model.name(1)} goes to the {SHOPS[following].name} next."] if following else []
    return said


def _shop_in_words(model: TableModel, front: Front) -> str:
    shop, is_open, owner, name, spaces, placed, price, *_ = front
    if not is_open:
        return f"{shop.name} is not open."
    if front[10]:
        return f"{shop.name} is closed for this round."
    whose = f", owned by {name}" if owner is not None else ""
    there = "; ".join(f"{model.name(side)} placed {count(amount, 'mint')}" for side, amount in placed)
    cost = f", costs {count(price, 'mint')}" if price else ""
    free = spaces - len(placed)
    used = f" {there}." if there else ""
    return f"{shop.name}{whose}{cost}, {free} of {count(spaces, 'space')} free. {shop.text}.{used}"


def _home_in_words(model: TableModel, side: int) -> str:
    home = model.home(side)
    mints = "endless mints" if home["mints"] is None else count(home["mints"], "mint")
    built = (
        ", ".join(f"{model.plans[b['plan']].name} ({count(b['stars'], 'star')})" for b in home["buildings"])
        or "nothing"
    )
    plans = ", ".join("a face-down plan" if p["plan"] is None else model.plans[p["plan"]].name for p in home["plans"])
    token = ", with the start token" if model.position["token"] == side else ""
    return (
        f"{model.name(side)}{token}: {mints}, {count(home['stars'], 'star')}. Built: {built}. Plans: {plans or 'none'}."
    )
