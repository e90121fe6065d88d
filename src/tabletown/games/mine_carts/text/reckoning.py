"""The reckoning of Mine Carts: the ore that each player dug."""

from __future__ import annotations

COLOURS = {
    "Coal": "#3B4250",
    "Iron": "#8D6E63",
    "Copper": "#C4713A",
    "Silver": "#A7B4C2",
    "Gold": "#F2B92E",
}
