"""A history in a process beside others, and its line for people. What a history is, is in `walk.py`."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from time import process_time

from trials.histories.texts import Text
from trials.histories.walk import Walked, walk

TEXTS = "texts.pickle"  # all texts with their readings, read once for all processes


def in_words(walked: Walked, seconds: float) -> str:
    """A history in a line; where it differs, what happened, what differs, and how to walk it again."""
    n_groups = sum(one.n_groups for one in walked.counts)
    n_computed = sum(one.n_computed for one in walked.counts)
    head = f"history {walked.number}: {len(walked.differences)} differences in {walked.n_tables} tables"
    head += f" and {walked.n_files} files" if walked.n_files else ""
    lines = [f"{head}; {n_computed} of {n_groups} groups computed; {seconds:.1f} s of processor time"]
    if walked.differences:
        lines.append(f"  {'; '.join(walked.events)}")
    for one in walked.differences:
        lines.append(f"  {one.what} differs from {one.compared} after `{one.after}`: {one.words[:600]}")
    if walked.differences:
        lines.append(f"  again: python -m trials.histories 1 --start {walked.number}")
    return "\n".join(lines)


def timed(number: int, folder: str) -> tuple[Walked, float]:
    """Walks a history in a process of its own; with its processor seconds.

    Args:
        number: of the history.
        folder: holds TEXTS.
    """
    started = process_time()
    walked = walk(number, _texts(folder))
    return walked, process_time() - started


@cache
def _texts(folder: str) -> tuple[Text, ...]:
    texts: tuple[Text, ...] = pickle.loads((Path(folder) / TEXTS).read_bytes())
    return texts
