"""SVG text to PNG bytes, with the kit's own fonts."""

from __future__ import annotations

from .text import font_paths


def png(svg: str, zoom: float = 1) -> bytes:
    """Render a stand-alone SVG document (its colours resolved) with static fonts; no system font is used."""
    import resvg_py

    files = [str(path) for path in font_paths().values()]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, zoom=zoom))
