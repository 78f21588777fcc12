"""A document as the model sees it: its pieces, the windows that are read, its marks, and the sight of each figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from sources.extract.scan.marks import Mark
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import Scan
from sources.extract.window.outline import block_lines, innermost
from sources.extract.window.pieces import Pieces, homes, pieces_of, windows_of
from sources.extract.window.sight import Line, Sight, sight_of
from sources.grammar.areas import Area


class MarkKind(IntEnum):
    """What the scanner found where a piece stands."""

    nothing = 0
    figure = 1
    time = 2
    area = 3


@dataclass(frozen=True)
class View:
    """One document.

    Attributes:
        pieces: of the text without markup.
        windows: ranges of pieces that the trunk reads.
        window, place: for each piece the window that its state is taken from, and where it stands there; -1 where none reads it.
        kinds: for each piece its MarkKind.
        times, areas: piece → the mark that begins there.
        sights: of each figure of the scan.
    """

    pieces: Pieces
    windows: tuple[range, ...]
    window: NDArray[np.int64]
    place: NDArray[np.int64]
    kinds: NDArray[np.int64]
    times: Mapping[int, Mark]
    areas: Mapping[int, Mark]
    sights: tuple[Sight, ...]


def view_of(scan: Scan, facts: Sequence[Line], tokenizer: Tokenizer) -> View:
    """Lays a document out.

    Args:
        scan: its figures and marks.
        facts: where the page says what holds for all its figures.
        tokenizer: the model's vocabulary.
    """
    blocks = scan.parsed.blocks
    pieces = pieces_of(scan.parsed.text, tokenizer)
    n = len(pieces.ids)
    block_of = np.array(innermost(blocks, pieces.starts.tolist()), dtype=np.int64)
    kinds = np.zeros(n, dtype=np.int64)
    times: dict[int, Mark] = {}
    areas: dict[int, Mark] = {}
    for mark in scan.marks:
        own = pieces.within(mark.start, mark.end)
        if len(own) and isinstance(mark.value, Area):
            areas.setdefault(own.start, mark)
            kinds[own.start] = MarkKind.area
        elif len(own) and isinstance(mark.value, Period) and mark.value.last:
            times.setdefault(own.start, mark)
            kinds[own.start] = MarkKind.time
    lines_of = block_lines(scan.parsed)
    sights: list[Sight] = []
    for figure in scan.figures:
        own = pieces.within(figure.start, figure.end)
        kinds[own.start : own.stop] = MarkKind.figure
        home = int(block_of[own.start]) if own.start < n else -1
        lines = (*(lines_of[home] if home >= 0 else ()), *facts)
        sights.append(sight_of(pieces, own, lines, block_of, blocks))
    # A piece of a figure may begin a time as well ("2024年": a scanner may find both): the time can be pointed to.
    kinds[list(times)] = MarkKind.time
    seen = np.zeros(n, dtype=bool)
    for sight in sights:
        seen[sight.pieces] = True
    windows = windows_of(n, seen)
    window, place = homes(windows, n)
    return View(pieces, windows, window, place, kinds, times, areas, tuple(sights))
