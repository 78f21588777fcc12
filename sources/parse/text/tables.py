"""The table that begins at a line of plain text: each way to part cells proposes one, and one scorer chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sources.parse.text.cells import Line
from sources.parse.text.columns import columns_at
from sources.parse.text.fields import fields_at
from sources.parse.text.grid import Grid
from sources.parse.text.pipes import pipes_at, tabs_at
from sources.parse.text.score import Proposal, best
from sources.parse.text.stacks import stacks_at
from sources.parse.text.words import words_at

_CAPTIONS = 2


def table_at(lines: Sequence[Line], i: int, *, opens: bool, is_judged: bool = False) -> Grid | None:
    """The table that begins at line i.

    Args:
        lines: the lines of the text.
        i: index of a line that is not blank.
        opens: the line is the first or second since the last blank one.
        is_judged: the line is one of those that a grid without rows has ruled out.

    Returns:
        Its rows, or None where no table begins here; a grid without rows rules its lines out.
    """
    columns = None if is_judged else columns_at(lines, i)
    proposals = [*_proposals(lines, i, opens=opens), *([columns] if columns else [])]
    found = best(proposals)
    if found is None:
        return columns.grid if columns and not columns.grid.rows else None
    if found[1].parted == "lines":  # the line may be a caption, and the table fit better from the next line on
        behind = [
            best(list(stacks_at(lines, k, opens=False))) for k in range(i + 1, min(i + 1 + _CAPTIONS, len(lines)))
        ]
        if any(other and other[0] > found[0] for other in behind):
            return None
    return found[1].whole() if found[1].whole else found[1].grid


def _proposals(lines: Sequence[Line], i: int, *, opens: bool) -> Iterator[Proposal]:
    yield from pipes_at(lines, i)
    yield from tabs_at(lines, i)
    yield from fields_at(lines, i)
    yield from words_at(lines, i)
    yield from stacks_at(lines, i, opens=opens)
