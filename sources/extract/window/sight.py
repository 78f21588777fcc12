"""What is in the sight of a figure: the text around it, and the lines that lead to it from elsewhere on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sources.extract.window.pieces import Pieces
from sources.records import Block

AROUND = 320  # pieces of the text around a figure
_CARRIED = 24  # pieces of one carried line; a longer one is cut


class Role(IntEnum):
    """Why a piece is in sight."""

    around = 0
    title = 1
    heading = 2
    header = 3
    row_label = 4
    unit_line = 5
    base_year = 6
    forecast_period = 7
    page_area = 8
    page_market = 9
    publisher = 10


class Relation(IntEnum):
    """Where a piece stands to a figure."""

    elsewhere = 0
    same_line = 1
    same_cell = 2
    same_row = 3
    same_column = 4
    same_table = 5


@dataclass(frozen=True)
class Line:
    """A line that is carried to a figure, in code points of the text."""

    start: int
    end: int
    role: Role


@dataclass(frozen=True)
class Sight:
    """The pieces in the sight of one figure, in text order, each once; arrays of one length."""

    figure: range  # its own pieces, as places in these arrays
    pieces: NDArray[np.int64]  # int64: numbers of pieces
    roles: NDArray[np.int64]  # int64, see Role
    relations: NDArray[np.int64]  # int64, see Relation
    distances: NDArray[np.int64]  # int64: bucket of the distance to the figure, see `bucket`


N_BUCKETS = 64


def bucket(distance: NDArray[np.int64]) -> NDArray[np.int64]:
    """Signed distances in pieces as 64 buckets that grow with the logarithm; 32 is the figure itself."""
    size = np.minimum(31, np.round(4 * np.log2(np.abs(distance) + 1))).astype(np.int64)
    out: NDArray[np.int64] = np.clip(32 + np.sign(distance) * size, 0, N_BUCKETS - 1)
    return out


def sight_of(
    pieces: Pieces, own: range, lines: Sequence[Line], block_of: NDArray[np.int64], blocks: Sequence[Block]
) -> Sight:
    """The pieces that the model looks at to read one figure.

    Args:
        pieces: of the text.
        own: the figure's pieces.
        lines: what is carried to it; of lines that overlap, the first counts.
        block_of: for each piece the innermost block that it stands in, -1 where there is none.
        blocks: of the text.
    """
    n = len(pieces.ids)
    before = max(0, min(own.start - (AROUND - len(own)) // 2, n - AROUND))
    near = range(before, min(n, max(before + AROUND, own.stop)))
    roles = dict.fromkeys(near, Role.around)
    for line in lines:
        for at in list(pieces.within(line.start, line.end))[:_CARRIED]:
            if roles.get(at, Role.around) is Role.around:
                roles[at] = line.role
    seen = np.array(sorted(roles), dtype=np.int64)
    first = int(np.searchsorted(seen, own.start))
    distance = np.where(seen < own.start, seen - own.start, np.where(seen >= own.stop, seen - own.stop + 1, 0))
    return Sight(
        range(first, first + len(own)),
        seen,
        np.array([roles[p] for p in seen.tolist()], dtype=np.int64),
        _relations(seen, own, block_of, blocks),
        bucket(distance),
    )


def _relations(
    at: NDArray[np.int64], own: range, block_of: NDArray[np.int64], blocks: Sequence[Block]
) -> NDArray[np.int64]:
    home = int(block_of[own.start])
    if home < 0:
        return np.zeros(len(at), dtype=np.int64)
    cell = blocks[home]
    out = np.full(len(at), Relation.elsewhere, dtype=np.int64)
    of = block_of[at]
    if cell.kind != "table_cell":
        out[of == home] = Relation.same_line
        return out
    for number in np.unique(of[of >= 0]).tolist():
        other = blocks[number]
        if other.table != cell.table or other.kind not in ("table_cell", "table_row"):
            continue
        relation = Relation.same_table
        if number == home:
            relation = Relation.same_cell
        elif other.row == cell.row:
            relation = Relation.same_row
        elif other.column == cell.column and other.kind == "table_cell":
            relation = Relation.same_column
        out[of == number] = relation
    return out
