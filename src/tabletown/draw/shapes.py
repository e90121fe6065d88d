"""SVG primitives: small functions that return SVG text. No style decisions live here."""

from __future__ import annotations

from functools import lru_cache

from .accessibility import for_page

Value = str | float | None

_NAMES: dict[str, str] = {}


@lru_cache(maxsize=1 << 14)
def number(value: float) -> str:
    """A coordinate with at most two decimals and no needless zeros."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}"
    if text.endswith("00"):
        text = text[:-3]
    elif text.endswith("0"):
        text = text[:-1]
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if len(text) > 2 else "0"
    return text


def escaped(text: str) -> str:
    """Text that is safe inside elements and double-quoted attributes."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if '"' in text:
        text = text.replace('"', "&quot;")
    return text


def attributes(values: dict[str, Value]) -> str:
    """Attributes with a leading blank each; `stroke_width` becomes `stroke-width`, `class_` becomes `class`."""
    out = ""
    for name, value in values.items():
        if value is None:
            continue
        key = _NAMES.get(name)
        if key is None:
            key = _NAMES[name] = name if name == "viewBox" else name.rstrip("_").replace("_", "-")
        out += f' {key}="{escaped(value) if isinstance(value, str) else number(value)}"'
    return out


def tag(name: str, *children: str, tip: Value = None, **values: Value) -> str:
    """Any element. Children are SVG text already; use `escaped` for words. `tip` says what the element is.

    In a document a tip is a title. In a drawing for a page it is an attribute, and names the element as well.
    """
    inner = "".join(children)
    if tip and for_page():
        values |= {"data_tip": tip, "aria_label": values.get("aria_label") or tip, "role": values.get("role") or "img"}
    elif tip:
        inner = f"<title>{escaped(str(tip))}</title>{inner}"
    head = name + attributes(values)
    return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"


def group(*children: str, tip: Value = None, **values: Value) -> str:
    """A `<g>`; nothing at all when there is nothing in it."""
    inner = "".join(children)
    if not inner:
        return ""
    return tag("g", inner, tip=tip, **values) if tip or any(value is not None for value in values.values()) else inner


def rect(x: float, y: float, width: float, height: float, fill: str = "none", radius: float = 0, **more: Value) -> str:
    head = f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    corner = f' rx="{number(radius)}"' if radius else ""
    return f'{head}{corner} fill="{fill}"{attributes(more)}/>'


def circle(cx: float, cy: float, r: float, fill: str = "none", **more: Value) -> str:
    return f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="{fill}"{attributes(more)}/>'


def ellipse(cx: float, cy: float, rx: float, ry: float, fill: str = "none", **more: Value) -> str:
    return tag("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, fill=fill, **more)


def path(d: str, fill: str = "none", **more: Value) -> str:
    return f'<path d="{d}" fill="{fill}"{attributes(more)}/>'


def stroke(d: str, colour: str, width: float, **more: Value) -> str:
    """A line with round ends."""
    return path(d, "none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **more)


def line(*steps: str | float) -> str:
    """Path data from letters and numbers: `line("M", x, y, "h", width)`."""
    out: list[str] = []
    for step in steps:
        out.append(step if isinstance(step, str) else number(step))
    return " ".join(out)


def at(x: float, y: float, *children: str, scale: float = 1, angle: float = 0, **more: Value) -> str:
    """Children placed at (x, y), scaled and turned about that point."""
    steps = f"translate({number(x)} {number(y)})"
    if angle:
        steps += f" rotate({number(angle)})"
    if scale != 1:
        steps += f" scale({round(scale, 4):g})"
    return group(*children, transform=steps, **more)


def use(name: str, x: float, y: float, width: float, height: float, **more: Value) -> str:
    """A symbol from the definitions, stretched into a box."""
    head = f'<use href="#{name}" x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f"{head}{attributes(more)}/>"


def symbol(name: str, drawing: str, box: str) -> str:
    """A drawing to be kept among the definitions and shown with `use`; `box` is its viewBox."""
    return tag("symbol", drawing, id=name, viewBox=box, overflow="visible")


def top_rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Path data of a box with only its top corners rounded."""
    arc = number(radius)
    rise, across = number(radius - height), number(width - 2 * radius)
    return (
        f"M{number(x)} {number(y + height)}v{rise}q0 -{arc} {arc} -{arc}h{across}"
        f"q{arc} 0 {arc} {arc}v{number(height - radius)}Z"
    )


def left_rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Path data of a box with only its left corners rounded."""
    arc = number(radius)
    return (
        f"M{number(x + width)} {number(y)}v{number(height)}h{number(radius - width)}q-{arc} 0 -{arc} -{arc}"
        f"v{number(2 * radius - height)}q0 -{arc} {arc} -{arc}Z"
    )


def linear_gradient(name: str, *stops: tuple[float, str], x2: float = 0, y2: float = 1) -> str:
    inner = "".join(tag("stop", offset=offset, stop_color=colour) for offset, colour in stops)
    return tag("linearGradient", inner, id=name, x1=0, y1=0, x2=x2, y2=y2)


def clip(name: str, *shapes: str) -> str:
    return tag("clipPath", *shapes, id=name)
