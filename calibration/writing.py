"""The record as the text of its file: one line per metric, rule and circumstances, in one order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sources.grammar.confidence import Cell, key_of

_HEAD = """\
# The reader's record on labelled texts, written by `make calibrate`: metric, rule, circumstances, [right, judged].
# Right: value, unit, time, segment and area of every mention are as labelled. Counts only, of texts whose errors
# rules may have been mended on. How they become a confidence: sources/extract/confidence.py.
"""


def record_text(n_texts: int, cells: Sequence[Cell]) -> str:
    """The file's text.

    Args:
        n_texts: texts behind the counts.
        cells: ordered by metric and rule.
    """
    lines = [f"n_texts: {n_texts}", "records:" if cells else "records: {}"]
    for metric, of_metric in groupby(cells, key=lambda cell: cell.metric):
        lines.append(f"  {metric}:")
        for rule, of_rule in groupby(of_metric, key=lambda cell: cell.rule):
            counts = ", ".join(f"{key_of(c.circumstances)}: [{c.hits}, {c.trials}]" for c in of_rule)
            lines.append(f"    {rule}: {{{counts}}}")
    return _HEAD + "\n".join(lines) + "\n"
