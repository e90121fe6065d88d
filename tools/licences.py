"""Lists the licence of every package that an installation brings with it: python tools/licences.py [EXTRA ...]

Without extras: what the library alone needs. The packages must be installed; the exit status is 1 if one names no
licence.
"""

from __future__ import annotations

import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = "tabletown"
_PREFIX = "License :: "
_BEGINNINGS = {
    "Permission is hereby granted, free of charge, to any person obtaining a copy": "MIT",
    "Redistribution and use in source and binary forms": "BSD",
    "Apache License": "Apache-2.0",
}
"""By what their licence file says, the licences of packages whose metadata name none."""


def needed(extras: set[str]) -> dict[str, Distribution]:
    """All packages that the project needs with these extras on this machine, by name."""
    found: dict[str, Distribution] = {}
    asked: set[tuple[str, frozenset[str]]] = set()
    waiting = [(ROOT, frozenset(extras))]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in asked:
            continue
        asked.add((name, wanted))
        found[name] = distribution(name)
        for text in found[name].requires or []:
            need = Requirement(text)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in wanted | {""}):
                waiting.append((canonicalize_name(need.name), frozenset(need.extras)))
    return found


def licence_of(package: Distribution) -> str:
    """The licence in SPDX's words if the package gives one, else as it is called there."""
    about = package.metadata
    if expression := about.get("License-Expression"):
        return str(expression)
    named = [entry.split(" :: ")[-1] for entry in about.get_all("Classifier") or [] if entry.startswith(_PREFIX)]
    named = [entry for entry in named if entry != "OSI Approved"]
    if named:
        return ", ".join(named)
    first = str(about.get("License") or "").strip().splitlines()
    return first[0] if first else _licence_file_of(package)


def _licence_file_of(package: Distribution) -> str:
    names = set(package.metadata.get_all("License-File") or [])
    files = [file for file in package.files or [] if "licenses" in file.parts and file.name in names]
    text = " ".join(" ".join(file.read_text().split()) for file in files)
    return next((f"{licence} (by its licence file)" for words, licence in _BEGINNINGS.items() if words in text), "")


def main() -> int:
    try:
        packages = needed(set(sys.argv[1:]))
    except PackageNotFoundError as error:
        print(f"{error.name} is not installed, so its licence is not known.", file=sys.stderr)
        return 1
    del packages[ROOT]
    rows = [(name, package.version, licence_of(package)) for name, package in sorted(packages.items())]
    for name, version, licence in rows:
        print(f"{name:28} {version:12} {licence or 'unknown'}")
    return 0 if all(licence for _, _, licence in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
