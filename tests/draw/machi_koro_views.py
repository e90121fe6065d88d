"""Made-up views of Machi Koro, as the rules would give them, for tests of its table."""

from __future__ import annotations

import copy
from typing import Any

CARDS = (
    "wheat_field",
    "ranch",
    "bakery",
    "cafe",
    "convenience_store",
    "forest",
    "stadium",
    "tv_station",
    "business_center",
    "cheese_factory",
    "furniture_factory",
    "mine",
    "family_restaurant",
    "apple_orchard",
    "fruit_and_vegetable_market",
)
COSTS = dict(zip(CARDS, (1, 1, 1, 2, 2, 3, 6, 7, 8, 5, 3, 6, 3, 3, 2), strict=True))
MAJORS = ("stadium", "tv_station", "business_center")
LANDMARKS = {"train_station": 4, "shopping_mall": 10, "amusement_park": 16, "radio_tower": 22}

_CITIES: list[dict[str, int]] = [
    {
        "wheat_field": 2,
        "ranch": 1,
        "bakery": 2,
        "cafe": 1,
        "convenience_store": 1,
        "forest": 1,
        "stadium": 1,
        "cheese_factory": 1,
    },
    {
        "wheat_field": 1,
        "ranch": 1,
        "bakery": 4,
        "cafe": 2,
        "convenience_store": 3,
        "tv_station": 1,
        "furniture_factory": 1,
    },
    {"wheat_field": 1, "bakery": 2, "forest": 3, "furniture_factory": 2, "mine": 1, "family_restaurant": 1},
    {
        "wheat_field": 3,
        "ranch": 1,
        "bakery": 2,
        "cafe": 1,
        "forest": 1,
        "apple_orchard": 2,
        "fruit_and_vegetable_market": 2,
        "family_restaurant": 1,
    },
]
_MARKET = dict(zip(CARDS, (3, 3, 0, 2, 2, 1, 3, 3, 4, 5, 3, 5, 4, 4, 4), strict=True))
_LOG = [
    {"seat": 2, "text": "Chloé builds the Shopping Mall.", "ply": 49},
    {"seat": 3, "text": "Dai rolls 4 + 6 = 10.", "ply": 52},
    {"seat": 3, "text": "2 × Apple Orchard: Dai gets 6 coins.", "ply": 52},
    {"seat": 3, "text": "Dai builds a Fruit and Vegetable Market.", "ply": 53},
    {"seat": 0, "text": "Ana rolls 4 + 3 = 7.", "ply": 55},
    {"seat": 0, "text": "Cheese Factory: Ana gets 3 coins.", "ply": 55},
]


def moves(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The legal moves of the viewer, roughly as the rules would list them."""
    position, me = view["position"], view["viewer"]
    if me is None or view["actor"] != me:
        return []
    found: list[tuple[str, dict[str, Any], str, str]] = []
    phase, city, coins = position["phase"], position["cities"][me], position["coins"][me]
    others = [p["seat"] for p in view["players"] if p["seat"] != me]
    if phase == "choose_dice":
        numbers = (1, 2) if "train_station" in position["landmarks"][me] else (1,)
        found = [("dice", {"number": n}, f"dice-{n}", "Roll one die" if n == 1 else "Roll both dice") for n in numbers]
    if phase == "reroll":
        found = [("keep", {}, "keep", "Keep the 7"), ("reroll", {}, "reroll", "Roll again")]
    if phase == "tv_station":
        found = [("charge", {"seat": s}, f"player-{s}", "Take 5 coins") for s in others]
    if phase == "give":
        found = [("give", {"card": k}, f"city-{me}-{k}", "Give away") for k in city if k not in MAJORS]
        found.append(("decline", {}, "decline", "Exchange nothing"))
    if phase == "take":
        for s in others:
            for k in position["cities"][s]:
                if k not in MAJORS:
                    found.append(("take", {"seat": s, "card": k}, f"city-{s}-{k}", "Take"))
    if phase == "build":
        for k, left in position["market"].items():
            if left and COSTS[k] <= coins and not (k in MAJORS and city.get(k)):
                found.append(("build", {"card": k}, f"market-{k}", f"Build {k.replace('_', ' ').title()}"))
        for k, cost in LANDMARKS.items():
            if cost <= coins and k not in position["landmarks"][me]:
                name = f"Build {k.replace('_', ' ').title()}"
                found.append(("erect", {"landmark": k}, f"landmark-{me}-{k}", name))
        found.append(("pass", {}, "pass", "Keep coins"))
    return [
        {"id": 90 + i, "name": name, "args": args, "text": name, "label": label, "target": target}
        for i, (name, args, target, label) in enumerate(found)
    ]


def reasons(view: dict[str, Any]) -> dict[str, str]:
    position, me = view["position"], view["viewer"]
    if me is None or view["actor"] != me or position["phase"] != "build":
        return {}
    out = {}
    for k, left in position["market"].items():
        short = COSTS[k] - position["coins"][me]
        if not left:
            out[f"market-{k}"] = "Sold out"
        elif k in MAJORS and position["cities"][me].get(k):
            out[f"market-{k}"] = "You have it"
        elif short > 0:
            out[f"market-{k}"] = f"{short} short"
    for k, cost in LANDMARKS.items():
        short = cost - position["coins"][me]
        if k not in position["landmarks"][me] and short > 0:
            out[f"landmark-{me}-{k}"] = f"{short} short"
    return out


_PROMPTS = {
    "start": ("Who begins?", "The lot decides."),
    "deal": ("New cards come to the market", "They are drawn from the deck."),
    "choose_dice": ("Roll one die or both?", "One die reaches 1 to 6, two dice 2 to 12."),
    "roll": ("The dice are rolling", "You have 5 coins."),
    "reroll": ("You rolled 7. Keep it?", "The Radio Tower lets you roll again once this turn."),
    "tv_station": ("Who pays for your TV Station?", "That player hands you up to 5 coins."),
    "give": ("Exchange one of your cards?", "Choose the card that you give away; purple ones stay."),
    "take": ("Take which card for your Wheat Field?", "Choose a card in another town."),
    "build": ("Build one thing, or keep your coins", "You have 5 coins."),
    "over": ("Ana has won!", "All four landmarks stand."),
}
PHASES = tuple(_PROMPTS)


def view(
    phase: str = "build", players: int = 4, viewer: int | None = 0, actor: int | str | None = 0, **changed: Any
) -> dict[str, Any]:
    """A view in a phase; keywords replace entries of the view or of its position."""
    names = ["Ana", "Bram", "Chloé", "Dai"]
    over = phase == "over"
    early = phase in ("start", "deal", "choose_dice", "roll")
    sentence, hint = _PROMPTS[phase]
    out: dict[str, Any] = {
        "game": "machi-koro",
        "title": "Machi Koro",
        "ply": 57,
        "over": over,
        "viewer": viewer,
        "actor": None if over else "chance" if phase in ("start", "deal", "roll") else actor,
        "players": [
            {"seat": i, "name": names[i], "bot": i % 2 == 1, "score": 1, "place": i + 1 if over else None}
            for i in range(players)
        ],
        "options": {"market": "total"},
        "prompt": {"sentence": sentence, "hint": hint},
        "changes": []
        if early
        else [{"target": "city-0-cheese_factory", "amount": 3}, {"target": "coins-0", "amount": 3}],
        "log": [entry for entry in _LOG if entry["seat"] < players],
        "selected": None,
        "position": {
            "turn": actor if isinstance(actor, int) else 0,
            "round": 9,
            "phase": phase,
            "dice": [] if early else [4, 3],
            "extra_turn": False,
            "coins": [5, 4, 11, 2][:players],
            "cities": copy.deepcopy(_CITIES[:players]),
            "landmarks": [["train_station"], ["train_station"], ["train_station", "shopping_mall"], ["train_station"]][
                :players
            ],
            "market": dict(_MARKET),
            "deck": 0,
            "bank": 270,
            "give": "wheat_field" if phase == "take" else None,
            "out": [],
        },
    }
    for key, value in changed.items():
        (out if key in out else out["position"])[key] = value
    out["moves"], out["reasons"] = moves(out), reasons(out)
    return out


def named(base: dict[str, Any], *names: str) -> dict[str, Any]:
    for player, name in zip(base["players"], names, strict=False):
        player["name"] = name
    return base


def select(base: dict[str, Any], target: str) -> dict[str, Any]:
    base["selected"] = next(m["id"] for m in base["moves"] if m["target"] == target)
    return base


def large(**changed: Any) -> dict[str, Any]:
    """Everybody owns every kind, all landmarks and a heap of coins."""
    city = {k: (1 if k in MAJORS else 6 + i % 5) for i, k in enumerate(CARDS)}
    count = changed.get("players", 4)
    return view(
        **changed,
        coins=[120, 87, 133, 5][:count],
        cities=[dict(city) for _ in range(count)],
        landmarks=[list(LANDMARKS)[:3] for _ in range(count)],
    )


def dealt(kind: str = "ten_stacks", **changed: Any) -> dict[str, Any]:
    kinds = CARDS[1:11] if kind == "ten_stacks" else (*CARDS[:5], *CARDS[6:8], *CARDS[10:])
    usual: dict[str, Any] = {
        "options": {"market": kind},
        "market": {k: 1 + i % 5 for i, k in enumerate(kinds)},
        "deck": 31,
    }
    return view(**(usual | changed))
