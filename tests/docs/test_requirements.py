"""The lock files hold what the project asks for, within its bounds, and name no place to get it from."""

from __future__ import annotations

import re
import tomllib

import pytest
from code_blocks import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def asked(extras: list[str]) -> list[Requirement]:
    """What the project and its extras name themselves."""
    found, waiting = [Requirement(text) for text in PROJECT["dependencies"]], list(extras)
    while waiting:
        for text in PROJECT["optional-dependencies"][waiting.pop()]:
            need = Requirement(text)
            if need.name == PROJECT["name"]:
                waiting += need.extras
            else:
                found.append(need)
    return found


@pytest.mark.parametrize(("file", "extras"), [("server.txt", ["web", "arena"]), ("dev.txt", ["dev"])])
def test_the_lock_file(file: str, extras: list[str]) -> None:
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|index-url|find-links", text)
    locked: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==([\w.+-]+)", text, re.MULTILINE):
        locked.setdefault(canonicalize_name(name), []).append(version)
    for need in asked(extras):
        versions = locked.get(canonicalize_name(need.name), [])
        assert versions, f"{need} is not locked; run make lock"
        assert all(need.specifier.contains(version, prereleases=True) for version in versions), f"{need}: {versions}"
