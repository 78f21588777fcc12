"""The pieces of a text as the model's vocabulary cuts it, each with its place, and the windows in which they are read."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

WINDOW = 384  # pieces that are read together; the base model was trained on up to 512
SHARED = 96  # pieces that two neighbouring windows share


@dataclass(frozen=True)
class Pieces:
    """The pieces of one text: their ids in the vocabulary and their spans in code points, in order."""

    ids: NDArray[np.int64]  # int64 [n]
    starts: NDArray[np.int64]  # int64 [n]
    ends: NDArray[np.int64]  # int64 [n]

    def within(self, start: int, end: int) -> range:
        """The pieces that share characters with a span."""
        return range(bisect_right(self.ends, start), bisect_left(self.starts, end))


def pieces_of(text: str, tokenizer: Tokenizer) -> Pieces:
    """Cuts a text into pieces.

    Args:
        text: canonical text without markup.
        tokenizer: the vocabulary. It normalises to NFKC; the spans are those of the text as it is.
    """
    encoded = tokenizer.encode(text, add_special_tokens=False)
    spans = np.array(encoded.offsets, dtype=np.int64).reshape(-1, 2)
    # A blank that leads a piece is none of the words that a span may end with.
    starts = [start + (end - start > 1 and text[start].isspace()) for start, end in spans.tolist()]
    return Pieces(np.array(encoded.ids, dtype=np.int64), np.array(starts, dtype=np.int64), spans[:, 1])


def windows_of(n: int, seen: NDArray[np.bool_]) -> tuple[range, ...]:
    """Windows over n pieces; those that hold nothing in the sight of a figure are left out.

    Args:
        n: number of pieces.
        seen: booleans [n]: what is in the sight of a figure.
    """
    starts = range(0, max(1, n - SHARED), WINDOW - SHARED)
    windows = (range(start, min(n, start + WINDOW)) for start in starts)
    return tuple(w for w in windows if seen[w.start : w.stop].any())


def homes(windows: Sequence[range], n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each piece the window in which it stands furthest from an edge, and its place there; -1 where no window has it."""
    window, place = np.full(n, -1, dtype=np.int64), np.zeros(n, dtype=np.int64)
    margin = np.full(n, -1, dtype=np.int64)
    for number, w in enumerate(windows):
        at = np.arange(w.start, w.stop)
        left = np.where(w.start == 0, len(w), at - w.start)
        right = np.where(w.stop == n, len(w), w.stop - 1 - at)
        own = np.minimum(left, right)
        better = own > margin[at]
        window[at[better]], place[at[better]], margin[at[better]] = number, (at - w.start)[better], own[better]
    return window, place
