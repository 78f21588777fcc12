"""How well a proposed table holds together, judged by what a person checks; who proposes tables does not judge them.

Each check is a share from 0 to 1, and the score is their product: rows are whole, columns are of one kind, columns and rows have
names, years follow each other. How the cells are parted says how much is needed.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from sources.parse.cell_kinds import is_head, is_label, is_time, kind_of
from sources.parse.text.grid import Grid, Row, label_column

Parted = Literal["pipes", "tabs", "gaps", "fields", "blanks", "lines"]
# The least score and the least number of figures: the weaker the sign that parts the cells, the more the rest must agree.
_LEAST: dict[Parted, tuple[float, int]] = {
    "pipes": (0.45, 1),
    "tabs": (0.3, 1),
    "gaps": (0.4, 2),
    "fields": (0.5, 1),
    "blanks": (0.7, 2),
    "lines": (0.7, 3),
}
_STRENGTH: dict[Parted, float] = {"pipes": 1.0, "tabs": 1.0, "gaps": 0.95, "fields": 0.9, "lines": 0.85, "blanks": 0.8}
_SAMPLE, _MOST = 24, 64  # rows, and cells, by which a table is judged
_UNNAMED = 0.7  # of a table without heads: its rows must agree in all else
_UNLABELLED = 0.8  # of one whose labels are figures, where marks part the cells: "$14 a year"
_UNORDERED = 0.5  # of one whose years jump
_RANK = re.compile(r"^#?[0-9]{1,2}[.)]?\s(?=\S)")
_FOUR_DIGITS = re.compile(r"(?:19|20)[0-9]{2}")


class Proposal(NamedTuple):
    """A table that may begin at a line.

    Attributes:
        grid: its first rows, by which it is judged.
        parted: what parts its cells.
        whole: reads all of its rows; None where `grid` has them.
        is_drawn: a frame or a rule draws it.
        n_left: cells that stand right behind it and belong to nothing.
    """

    grid: Grid
    parted: Parted
    whole: Callable[[], Grid] | None = None
    is_drawn: bool = False
    n_left: int = 0


def best(proposals: Sequence[Proposal]) -> tuple[float, Proposal] | None:
    """The best of the proposals that reach what they need, with its worth; None where none does.

    Of tables that hold together alike the one that leaves less over is better, and the one whose cells are parted by the stronger sign.
    """
    judged = [(score(one), one) for one in proposals if one.grid.rows]
    fit = [(found, one) for found, one in judged if one.is_drawn or _is_enough(found, one)]
    if not fit:
        return None
    most = max(_n_cells(one) for _, one in fit)
    worth = [found * _STRENGTH[one.parted] * (_n_cells(one) / (most + one.n_left)) ** 0.5 for found, one in fit]
    return max(worth), fit[worth.index(max(worth))][1]


def _n_cells(proposal: Proposal) -> int:
    return min(_MOST, sum(len(row.cells) for row in proposal.grid.rows[:_SAMPLE]))


def _is_enough(found: float, proposal: Proposal) -> bool:
    least, n_least = _LEAST[proposal.parted]
    at = label_column(proposal.grid)
    cells = [piece.text for row in proposal.grid.rows if row.covers is None for c, piece in row.cells if c > at]
    if proposal.parted == "fields":
        n = sum(any(map(str.isdigit, text)) for text in cells)  # "CAGR of 5.3 % from 2025"
    else:
        n = sum(kind_of(text) not in ("words", "time") for text in cells)
    return found >= least and n >= n_least


def score(proposal: Proposal) -> float:
    """From 0 to 1: how much of the proposed grid is as a table is."""
    grid, at = proposal.grid, label_column(proposal.grid)
    body = [row for row in grid.rows if row.covers is None and len(row.cells) > 1][:_SAMPLE]
    columns = sorted({column for row in body for column, _ in row.cells if column > at})
    if not columns:
        return 0.0
    heads = [row.covers for row in grid.rows if row.covers is not None]
    names = {c: [covers[c] for covers in heads if c < len(covers) and covers[c]] for c in columns}
    n_cells = sum(c > at for row in body for c, _ in row.cells)
    has_sections = any(row.covers is None and len(row.cells) == 1 for row in grid.rows)
    named = sum(bool(found) and all(map(is_head, found)) for found in names.values()) / len(columns)
    if not heads and (len(columns) == 1 or (has_sections and len(columns) == 2)):
        named = 1.0  # labels and figures need no name
    one_kind = _one_kind(body, columns) if len(columns) > 1 or heads else 1.0
    return (
        n_cells / (len(body) * len(columns)) * one_kind * max(named, _UNNAMED * (not heads))
        * max(_labelled(body, at), _UNLABELLED * (proposal.parted in ("pipes", "tabs")))
        * _ordered(body, [names[c] for c in columns])
    )  # fmt: skip


def _one_kind(body: Sequence[Row], columns: Sequence[int]) -> float:
    """The share of cells that hold what most of their column hold; plain numbers go with figures of any kind.

    Nothing where no column holds figures.
    """
    n = n_fit = 0
    has_figures = False
    for column in columns:
        kinds = Counter(kind for row in body for c, piece in row.cells if c == column and (kind := kind_of(piece.text)))
        if not kinds:
            continue
        kind, most = max(kinds.items(), key=lambda item: item[1])
        if kind in ("percent", "money", "number"):
            has_figures = True
            most = max(kinds["percent"], kinds["money"]) + kinds["number"]
        n += kinds.total()
        n_fit += most
    return n_fit / n if has_figures else 0.0


def _labelled(body: Sequence[Row], at: int) -> float:
    """The share of rows that a name or a time begins; a lone record needs none."""
    labels = [next((piece.text for c, piece in row.cells if c == at), "") for row in body]
    if len(body) == 1 and not labels[0]:
        return 1.0
    return sum(is_label(_RANK.sub("", label)) or is_time(label) for label in labels) / len(labels)


def _ordered(body: Sequence[Row], names: Sequence[Sequence[str]]) -> float:
    """Years of heads, or of labels, rise or fall; a group of columns may begin anew."""
    labels = [row.cells[0][1].text for row in body if is_time(row.cells[0][1].text)]
    years = [int(found[0]) for label in labels if (found := _FOUR_DIGITS.search(label))]
    if len(labels) == len(body) > 1 and len(years) == len(labels):
        falls = sum(a > b for a, b in itertools.pairwise(years))
        if 0 < falls < len(years) - 1 and falls > len(years) // 4:
            return _UNORDERED
    return 1.0
