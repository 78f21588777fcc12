"""Bars as SVG, written by hand: no drawing library is worth its weight for two plots. Values in, one file's text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _LEFT, _ROW, _BAR = 860, 250, 22, 14
_INK, _PALE = "#1F2933", "#E8EDF3"
_COLOURS = ("#1D4ED8", "#B45309", "#047857", "#7C3AED")


def bars(title: str, groups: Mapping[str, Mapping[str, float]], unit: str, limit: float | None = None) -> str:
    """Horizontal bars, one group a line, one bar of it per series.

    Args:
        title: above the plot.
        groups: line → series → value; series in one order everywhere.
        unit: behind each value.
        limit: a value that is drawn as a line down the plot.

    Returns:
        The SVG.
    """
    series: Sequence[str] = tuple(dict.fromkeys(name for line in groups.values() for name in line))
    most = max([limit or 0.0, *(value for line in groups.values() for value in line.values())]) or 1.0
    step = _ROW * len(series) + 8
    height = 60 + step * len(groups)
    scale = (_WIDTH - _LEFT - 110) / most
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        f'<text x="12" y="22" font-size="15" fill="{_INK}">{escape(title)}</text>',
    ]
    at = 12.0
    for number, name in enumerate(series if len(series) > 1 else ()):
        out.append(f'<rect x="{at}" y="32" width="10" height="10" fill="{_COLOURS[number % len(_COLOURS)]}"/>')
        out.append(f'<text x="{at + 14}" y="41" fill="{_INK}">{escape(name)}</text>')
        at += 30 + 7 * len(name)
    for line, (label, values) in enumerate(groups.items()):
        top = 52 + line * step
        out.append(
            f'<rect x="0" y="{top}" width="{_WIDTH}" height="{step - 4}" fill="{_PALE if line % 2 else "white"}"/>'
        )
        out.append(f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end" fill="{_INK}">{escape(label)}</text>')
        for number, name in enumerate(series):
            if name not in values:
                continue
            y, width = top + 3 + number * _ROW, max(1.0, values[name] * scale)
            colour = _COLOURS[number % len(_COLOURS)]
            out.append(f'<rect x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{colour}"/>')
            told = f"{values[name]:,.4g} {unit}"
            out.append(f'<text x="{_LEFT + width + 5:.1f}" y="{y + 12}" fill="{_INK}">{escape(told)}</text>')
    if limit is not None:
        x = _LEFT + limit * scale
        out.append(f'<line x1="{x:.1f}" y1="48" x2="{x:.1f}" y2="{height}" stroke="#B42318" stroke-dasharray="4 3"/>')
    return "\n".join([*out, "</svg>", ""])
