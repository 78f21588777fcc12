"""Bars and curves as SVG. Values in, one file's text out; the same values give the same text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

_COLOURS = ("#1D4ED8", "#B45309", "#047857", "#7C3AED", "#BE185D", "#4D7C0F", "#0E7490", "#6B7280")
_LIMIT = "#B42318"
_WIDTH = 8.6  # inches of 72 points
_STYLE: Any = {  # its keys are typed as hundreds of literal names
    "svg.hashsalt": "parallax",  # else ids differ from run to run
    "svg.fonttype": "none",  # words stay words, for whoever searches or reads aloud
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def bars(
    title: str,
    groups: Mapping[str, Mapping[str, float]],
    unit: str,
    limit: float | None = None,
    limit_name: str = "limit",
) -> str:
    """Horizontal bars, one group a line, one bar of it per series, each with its value.

    Args:
        title: above the plot.
        groups: line → series → value; series in one order everywhere.
        unit: behind each value.
        limit: a value that is drawn as a line down the plot.
        limit_name: what the line is.

    Returns:
        The SVG.
    """
    series = _series(groups)
    high = 0.8 / max(1, len(series))
    with _paper(title, 1.0 + len(groups) * (0.12 + 0.2 * len(series))) as (axes, out):
        for number, name in enumerate(series):
            lines = [line for line, label in enumerate(groups) if name in groups[label]]
            values = [values[name] for values in groups.values() if name in values]
            places = [line + (number - (len(series) - 1) / 2) * high for line in lines]
            drawn = axes.barh(places, values, high * 0.9, color=_COLOURS[number % len(_COLOURS)], label=name)
            axes.bar_label(drawn, [f"{value:,.4g} {unit}" for value in values], padding=3, fontsize=8)
        if limit is not None:
            axes.axvline(limit, color=_LIMIT, linestyle="--", label=f"{limit_name}: {limit:,.4g} {unit}")
        axes.set_yticks(range(len(groups)), list(groups))
        axes.invert_yaxis()
        axes.margins(x=0.12)
        axes.set_xlabel(unit)
        if len(series) > 1 or limit is not None:
            axes.figure.legend(loc="outside lower right", ncols=3, frameon=False)
    return out.getvalue()


def curves(title: str, lines: Mapping[str, Mapping[float, float]], across: str, up: str) -> str:
    """Curves with their points over a logarithmic axis.

    Args:
        title: above the plot.
        lines: name → where → value.
        across: name of the axis to the right.
        up: name of the upright axis, which begins at nought.

    Returns:
        The SVG.
    """
    with _paper(title, 4.2) as (axes, out):
        for number, (name, points) in enumerate(lines.items()):
            where = sorted(points)
            axes.plot(where, [points[at] for at in where], "o-", color=_COLOURS[number % len(_COLOURS)], label=name)
        places = sorted({at for points in lines.values() for at in points})
        axes.set_xscale("log")
        axes.set_xticks(places, [f"{at:,.0f}" for at in places], minor=False)
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    return out.getvalue()


def shares(
    title: str, lines: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, *, has_diagonal: bool
) -> str:
    """Curves over axes from 0 to 1.

    Args:
        title: above the plot.
        lines: name → points, in the order in which they are joined.
        across: name of the axis to the right.
        up: name of the upright axis.
        has_diagonal: whether a dashed line shows where both are equal.

    Returns:
        The SVG.
    """
    with _paper(title, 4.6) as (axes, out):
        if has_diagonal:
            axes.plot((0, 1), (0, 1), "--", color=_LIMIT, label="equal")
        for number, (name, points) in enumerate(lines.items()):
            where, values = zip(*points, strict=True)
            axes.plot(where, values, ".-", color=_COLOURS[number % len(_COLOURS)], label=name)
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel=across, ylabel=up)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    return out.getvalue()


@contextmanager
def _paper(title: str, height: float) -> Iterator[tuple[Axes, StringIO]]:
    """Axes to draw on, and where their SVG stands behind the block."""
    import matplotlib
    from matplotlib.figure import Figure

    out = StringIO()
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.subplots()
        axes.set_title(title, loc="left", fontsize=11)
        yield axes, out
        figure.savefig(out, format="svg", metadata={"Date": None, "Title": title})


def _series(groups: Mapping[str, Mapping[str, float]]) -> Sequence[str]:
    return tuple(dict.fromkeys(name for line in groups.values() for name in line))
