"""The typefaces as browsers get them: cut to the characters that pages use, as WOFF2, from the installed packages.

Each face comes in two files. Browsers fetch the first, with the letters of western Europe, wherever the face is used,
and the second, with all other characters of the face, only where a page shows one of them.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from tabletown.compile.cache import cache_root
from tabletown.draw.text import DISPLAY, font_paths

WESTERN = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x131, 0x152, 0x153, 0x2BB, 0x2BC, 0x2C6, 0x2DA, 0x2DC),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x20AC, 0x2122, 0x2212),
)
_FEATURES = ["liga", "locl", "ccmp", "mark", "mkmk"]
KERNED = ("display", "text-500")
"""Faces of headlines and running text; in the short labels of the others kerning shows little and weighs a third."""
_EDITION = "2"
"""Changes when the same font is cut in another way."""


LIGHT, MEDIUM = 400, 500
"""Weights of the text face that browsers get as one: their letters are equally wide and hardly to be told apart."""


def faces() -> dict[str, tuple[str, str, Path]]:
    """The faces by the name of their file: family, weights that it stands for, and where the whole font lies."""
    found = {}
    for (family, weight), path in font_paths().items():
        if family == DISPLAY:
            found["display"] = (family, str(weight), path)
        elif weight != LIGHT:
            found[f"text-{weight}"] = (family, f"{LIGHT} {MEDIUM}" if weight == MEDIUM else str(weight), path)
    return found


def font_names() -> list[str]:
    return [f"{name}{part}.woff2" for name in faces() for part in ("", "-more")]


@cache
def _all_characters(path: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    return frozenset(TTFont(path, lazy=True).getBestCmap())


def _characters(path: Path, more: bool) -> list[int]:
    known = _all_characters(path)
    return sorted(known - set(WESTERN)) if more else sorted(known & set(WESTERN))


def _ranges(characters: list[int]) -> str:
    """Characters as the style sheet writes them: U+20-7E, U+A0."""
    runs: list[list[int]] = []
    for code in characters:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{first:X}-{last:X}" if last > first else f"U+{first:X}" for first, last in runs)


def font_styles() -> str:
    """The rules of the style sheet that name the files; text is shown in another font until they have come."""
    rules = []
    for name, (family, weight, path) in faces().items():
        for part in ("", "-more"):
            ranges = _ranges(_characters(path, bool(part)))
            rules.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:swap;'
                f'src:url("{name}{part}.woff2") format("woff2");unicode-range:{ranges}}}'
            )
    return "\n".join(rules)


def woff2(file: str) -> bytes:
    """A file of a face; cutting takes half a second, so the result is kept in the cache folder."""
    name, more = file.removesuffix(".woff2").removesuffix("-more"), file.endswith("-more.woff2")
    path = faces()[name][2]
    key = hashlib.blake2b(path.read_bytes() + _EDITION.encode() + bytes([more]), digest_size=8).hexdigest()
    kept = cache_root() / "fonts" / f"{name}-{key}.woff2"
    with suppress(OSError):
        return kept.read_bytes()
    features = [*_FEATURES, "kern"] if name in KERNED else _FEATURES
    data = _cut(path, _characters(path, more), features)
    with suppress(OSError):
        _keep(kept, data)
    return data


def _cut(path: Path, characters: list[int], features: list[str]) -> bytes:
    from fontTools import subset

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    options = subset.Options(
        flavor="woff2",
        layout_features=features,
        hinting=False,
        name_IDs=[0, 1, 2, 13, 14],
        drop_tables=["FFTM", "DSIG"],
    )
    font = subset.load_font(str(path), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def _keep(file: Path, data: bytes) -> None:
    """Write the file in one step, since several processes may do so."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as made:
        made.write(data)
    os.replace(made.name, file)
