"""How a net's strength grew, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 60, 20, 48, 48
COLOURS = ("#1F6FB2", "#B2521F", "#2E8B57", "#70439F")


def draw(title: str, points: Sequence[Mapping[str, float]], rivals: Sequence[str]) -> str:
    """The share of wins against each rival over millions of decisions, as SVG."""
    most = max([point["decisions"] for point in points], default=1.0) or 1.0

    def x(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for number, rival in enumerate(rivals):
        known = [(x(p["decisions"]), y(p[rival])) for p in points if rival in p]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in known)
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in known]
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{26 + 16 * number}" text-anchor="end" fill="{colour}">{rival}</text>'
        )
    label = f"{most / 1e6:,.0f} million decisions"
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 16}" text-anchor="end">{label}</text></svg>')
    return "".join(parts)
