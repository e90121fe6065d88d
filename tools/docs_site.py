"""What the documentation site takes from elsewhere in the repository, so that nothing is written twice.

Guides of games, from their folders; tables of measurements, the changelog and the like, from where they stand. Links to
source files lead to copies of them. MkDocs calls the functions `on_...` while it builds the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any

from mkdocs.structure.files import File, Files

from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebooks

ROOT = Path(__file__).parents[1]
TAKEN = {
    "benchmarks/results.md": ("measured/speed.md", "Speed", "Researchers"),
    "benchmarks/gpu.md": ("measured/gpu.md", "Speed on a GPU", "Researchers"),
    "benchmarks/envs.md": ("measured/environments.md", "Speed of environments", "Researchers"),
    "benchmarks/arena.md": ("measured/arena.md", "Strength of bots", "Bot authors"),
    "benchmarks/lab.md": ("measured/lab.md", "Speed of the Lab", "Designers"),
    "benchmarks/load/README.md": ("measured/load.md", "Load", "Operators"),
    "benchmarks/load/lag.md": ("measured/lag.md", "Lag of the event loop", "Operators"),
    "CONTRIBUTING.md": ("project/contributing.md", "Contributing", "Project"),
    "SECURITY.md": ("project/security.md", "Security", "Project"),
    "CHANGELOG.md": ("project/changelog.md", "Changes", "Project"),
}
"""Files outside docs/: their page, its title and its section."""
ICON = "icon.svg"
"""The picture in the head of the site and in the browser's tab: that of the server's pages."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
NESTED = re.compile(r"^ {2,3}(?=[-*] |\d+\. )", re.MULTILINE)
"""An entry of a list in a list; the site's Markdown wants it four spaces deep."""
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Add the pages that come from elsewhere to the menu."""
    sections = {title: pages for entry in config.nav for title, pages in entry.items() if isinstance(pages, list)}
    for book in rulebooks().values():
        sections["Players"].insert(-1, {book.title: guide_page(book)})
        if ledger(book).exists():
            sections["Designers"].append({f"Rules of {book.title}": f"rules/{ledger(book).name}"})
    for page, title, section in TAKEN.values():
        sections[section].append({title: page})
    return config


def on_files(files: Files, config: Any) -> Files:
    for book in rulebooks().values():
        files.append(File.generated(config, guide_page(book), content=guide(book)))
    for source, (page, _, _) in TAKEN.items():
        text = linked((ROOT / source).read_text(encoding="utf-8"), Path(source).parent.as_posix(), page)
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, ICON, abs_src_path=str(ROOT / "src" / "tabletown" / "web" / "static" / ICON)))
    for source in sources(config):
        files.append(File.generated(config, f"source/{source}", abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """In pages of docs/ itself, links out of the folder lead to where the site has the same."""
    if page.file.generated_by:
        return markdown
    return linked(markdown, (Path("docs") / page.file.src_uri).parent.as_posix(), page.file.src_uri)


# ------------------------------------------------------------------ guides


def guide_page(book: Rulebook) -> str:
    return f"players/{book.name}.md"


def ledger(book: Rulebook) -> Path:
    return ROOT / "docs" / "rules" / f"{book.name.replace('-', '_')}.md"


def guide(book: Rulebook) -> str:
    """A game's own guide, with its picture below the title and its options at the end."""
    head, _, rest = book.guide.partition("\n")
    picture = f"pictures/{book.name.replace('-', '_')}.png"
    parts = [head, f"![A table of {book.title}](../{picture})" if (ROOT / "docs" / picture).exists() else "", rest]
    if book.options:
        rows = [f"| `{o.name}` | {o.help} | {o.allowed} | `{o.default}` |".replace("\n", " ") for o in book.options]
        parts.append(
            "\n".join(["## Options", "", "| name | | allowed | default |", "| --- | --- | --- | --- |", *rows])
        )
    if ledger(book).exists():
        parts.append(f"Every rule as a numbered sentence, with its source: [the ledger](../rules/{ledger(book).name}).")
    return NESTED.sub("    ", "\n\n".join(part.strip() for part in parts if part)) + "\n"


# ------------------------------------------------------------------ links


def linked(markdown: str, folder: str, page: str) -> str:
    """A text that stands in a folder of the repository, with its links as they must be on a page of the site."""

    def replace(match: re.Match[str]) -> str:
        image, words, target, anchor = match.groups()
        if "://" in target or target.startswith("mailto:"):
            return match.group()
        place = site_path(normpath(f"{folder}/{target}"))
        if place is None:
            return words if words.startswith("`") else f"{words} (`{normpath(f'{folder}/{target}')}`)"
        return f"{image}[{words}]({relpath(place, Path(page).parent.as_posix() or '.')}{anchor or ''})"

    kept = FENCED.split(markdown)
    fences = FENCED.findall(markdown)
    pieces = [NESTED.sub("    ", LINK.sub(replace, part)) for part in kept]
    return "".join(piece + fence for piece, fence in zip(pieces, [*fences, ""], strict=True))


def site_path(path: str) -> str | None:
    """Where the site has a file of the repository; None for a folder, which it hasn't."""
    if path in TAKEN:
        return TAKEN[path][0]
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/") and (ROOT / path).is_file():
        return path.removeprefix("docs/")
    return f"source/{path}" if (ROOT / path).is_file() else None


def sources(config: Any) -> list[str]:
    """The source files that pages link to."""
    found: set[str] = set()
    pages = [*Path(config.docs_dir).rglob("*.md"), *(ROOT / source for source in TAKEN)]
    for file in pages:
        folder = file.relative_to(ROOT).parent.as_posix()
        for _, _, target, _ in LINK.findall(FENCED.sub("", file.read_text(encoding="utf-8"))):
            path = normpath(f"{folder}/{target}")
            if "://" not in target and (site_path(path) or "").startswith("source/"):
                found.add(path)
    return sorted(found)
