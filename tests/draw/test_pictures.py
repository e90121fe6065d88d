"""The files of pictures, of the kit and of every game: plain shapes in the palette's colours, and all of them used."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import tabletown
from tabletown.draw.pictures import load_pictures
from tabletown.draw.sheet import KIT_DEFS
from tabletown.draw.tokens import TOKENS, merged
from tabletown.testing.drawing import from_palette, picture_faults
from tabletown.web.pages import theme

LARGEST = 12_000
HOME = Path(str(files(tabletown)))
GAMES = {name: Path(str(files(tabletown.rulebook(name).package))) for name in tabletown.games()}
FOLDERS = {
    "kit": HOME / "draw" / "pictures",
    "pages": HOME / "web" / "pages" / "pictures",
    **{name: home / "drawing" / "pictures" for name, home in GAMES.items()},
}
PICTURES = [
    pytest.param(owner, file, id=f"{owner} {file.stem}")
    for owner in FOLDERS
    for file in sorted(FOLDERS[owner].glob("*"))
]


def test_the_kit_has_pictures():
    assert len(list(FOLDERS["kit"].glob("*.svg"))) > 40


@pytest.mark.parametrize(("owner", "file"), PICTURES)
def test_a_picture_is_plain_shapes_in_the_palettes_colours(owner, file):
    assert file.suffix == ".svg"
    text = file.read_text(encoding="utf-8")
    assert len(text) < LARGEST
    if owner == "kit":
        definitions, tokens = KIT_DEFS, TOKENS["light"]
    elif owner == "pages":
        definitions, tokens = KIT_DEFS, {*merged(theme.TOKENS)["light"], "game", "game-lip", "tint"}
    else:
        table = tabletown.rulebook(owner).table
        definitions, tokens = KIT_DEFS | dict(table.DEFS), merged(table.TOKENS)["light"]
    assert picture_faults(text, definitions, tokens) == []


# ---------------------------------------------------------------- which names the code says


def said_in(home):
    """All strings in the code and the tables of a folder, and its f-strings as patterns."""
    strings, patterns = set(), []
    for file in home.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(part.value) if isinstance(part, ast.Constant) else "(.+)" for part in node.values]
                patterns.append(re.compile("".join(parts)))
    for file in home.rglob("*.toml"):
        collect(tomllib.loads(file.read_text(encoding="utf-8")), strings)
    for file in (*home.rglob("roof.svg"), *home.rglob("scene.svg")):  # drawn with pieces of the kit
        strings |= set(re.findall(r'href="#([\w-]+)"', file.read_text(encoding="utf-8")))
    return strings, [pattern for pattern in patterns if pattern.pattern.replace("(.+)", "")]


def collect(entry, strings):
    if isinstance(entry, dict):
        strings |= set(entry)
    for inner in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        collect(inner, strings)
    if isinstance(entry, str):
        strings |= {entry, re.sub(r"\W+", "_", entry.lower())}  # keys are made from names


def is_said(name, strings, patterns):
    """Whether a name is a string of the code, or an f-string whose gaps are filled with its strings or with digits."""
    if name in strings:
        return True
    matches = [match for pattern in patterns if (match := pattern.fullmatch(name))]
    return any(all(part in strings or part.isdigit() for part in match.groups()) for match in matches)


@pytest.mark.parametrize("owner", FOLDERS)
def test_every_picture_is_used(owner):
    strings, patterns = said_in(GAMES.get(owner, HOME))
    defs = tabletown.rulebook(owner).table.DEFS if owner in GAMES else KIT_DEFS
    unused = []
    for file in sorted(FOLDERS[owner].glob("*.svg")):
        ids = {name for name in defs if name.endswith(file.stem)}
        names = {file.stem, *ids, *(name.removeprefix("pic-") for name in ids)}
        if not any(is_said(name, strings, patterns) for name in names):
            unused.append(file.name)
    assert unused == []


# ---------------------------------------------------------------- the checks find what they are for


def picture(*shapes, box='viewBox="0 0 48 48"'):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{"".join(shapes)}</svg>'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (picture(box=""), "no viewBox"),
        (picture('<text x="1" y="1">No</text>'), "<text> is no plain shape"),
        (picture('<rect fill="url(#nowhere)"/>'), "nothing is called nowhere"),
        (picture('<use href="#nowhere"/>'), "nothing is called nowhere"),
        (picture('<rect fill="var(--unheard)"/>'), "no token is called unheard"),
        (picture('<rect fill="red"/>'), "fill='red' is no colour of the palette"),
        (picture('<rect stroke="#FF00FF"/>'), "stroke='#FF00FF' is no colour of the palette"),
    ],
)
def test_faults_of_a_picture_are_found(text, fault):
    assert picture_faults(text, {"sky"}, {"card"}) == [fault]


def test_a_sound_picture_has_no_faults():
    shapes = '<g opacity="var(--sun)"><rect fill="var(--card)" stroke="none"/></g><path fill="url(#sky)"/>'
    assert picture_faults(picture(shapes, '<circle fill="#5FAE4B80"/>'), {"sky"}, {"card", "sun"}) == []


def test_the_palette_knows_its_tints_and_shades_and_nothing_loud():
    assert all(from_palette(colour) for colour in ("#5FAE4B", "#fff", "#2B3140", "#AFD6A5", "#458049", "#00000030"))
    assert not any(from_palette(colour) for colour in ("#FF00FF", "#00FF00", "#0000FF", "#FF0000", "#0FF", "#FFFF00"))


def test_pictures_are_loaded_as_symbols():
    kit = load_pictures("tabletown.draw", kind="p-")
    assert kit["p-coin"].startswith('<symbol id="p-coin" viewBox="-10 -10 20 20" overflow="visible"><circle')
    assert "pic-x_coin" in load_pictures("tabletown.draw", "x_")
