"""The colours of Mint Works that differ between light and dark, as tokens."""

from __future__ import annotations

from tabletown.draw.tokens import NIGHT, Tokens, mix

_KINDS = {  # awning, sign, wall by day, wall by night
    "core": ("#DE5A45", "#A23E30", "#FDDDD0", "#C2382F"),
    "deed": ("#D79A1E", "#8F6410", "#FDECC0", "#9A6400"),
    "advanced": ("#8E62C8", "#5F3F8E", "#E7DBF7", "#70439F"),
}
_HOUSES = ("#FFE1C4", "#FBD0C6", "#D7E9F7", "#FFF1C9", "#E3DAF3")
HOUSE_COUNT = len(_HOUSES)


def _tokens(evening: bool) -> dict[str, str]:
    card = "#232A36" if evening else "#FFFDF8"
    out = {
        "mint-enamel": "#2C6657" if evening else "#BFE8D8",
        "mint-enamel-shade": "#1C463C" if evening else "#86C9B0",
        "mint-shine": "0.2" if evening else "0.6",
        "mint-rim": "#7C8894" if evening else "#EEF2F4",
        "mint-rim-dark": "#4B5661" if evening else "#B4BEC6",
        "mint-well": mix("#1B212B" if evening else "#E4D9C3", "#000000", 0.14),
        "mint-plaque": "#DDEBE5" if evening else "#F7FBF9",
        "mint-plaque-edge": "#1C463C" if evening else "#86C9B0",
        "mint-plaque-ink": "#1E5C49",
        "mint-hinge-light": "#8D98A3" if evening else "#F6F8F9",
        "mint-hinge": "#5E6A76" if evening else "#C3CCD3",
        "mint-hinge-dark": "#3A444E" if evening else "#8C98A2",
        "mint-back": "#257F79" if evening else "#2FA39A",
        "mint-back-dark": "#175B56" if evening else "#1D7670",
        "mint-shutter": mix("#1B212B", "#A9B3C3", 0.2) if evening else mix("#E4D9C3", "#565D6C", 0.2),
        "mint-pane": "#FFD98A" if evening else "#FFFFFF",
        "mint-lot": mix("#2B5E41" if evening else "#83BA62", "#FFFFFF", 0.45),
        "mint-leaf": mix("#2B5E41", "#000000", 0.35) if evening else mix("#83BA62", "#1E4A1A", 0.3),
        "mint-scene-ink": "#FFFFFF" if evening else "#1E2430",
        "mint-shop-veil": "0.46" if evening else "0.5",
    }
    for kind, (awning, sign, day, night) in _KINDS.items():
        out |= {
            f"mint-{kind}-awning": mix(sign if evening else awning, "#FFFFFF", 0.1),
            f"mint-{kind}-sign": sign,
            f"mint-{kind}-sign-pale": mix(sign, card, 0.74),
            f"mint-{kind}-curb": mix(sign, card, 0.45),
            f"mint-{kind}-wall": mix(night, card, 0.72) if evening else day,
        }
    for index, wall in enumerate(_HOUSES):
        face = mix(wall, NIGHT, 0.72) if evening else wall
        out[f"mint-house-{index}"] = face
        out[f"mint-roof-{index}"] = mix(face, "#000000" if evening else "#A1503A", 0.42)
    return out


TOKENS: Tokens = {"light": _tokens(False), "dark": _tokens(True)}
