"""Views of documents as the arrays that the two graphs take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sources.extract.window.view import MarkKind, View

BEGIN, PAD, END = 0, 1, 2  # ids of the pieces around a window and behind it


@dataclass(frozen=True)
class Inputs:
    """Windows for the trunk, and for each figure where its sight stands among the trunk's states.

    Attributes:
        windows: of each row, its number among the windows of its view.
        ids, marks: int64 [windows, width].
        window_mask: bool [windows, width].
        at: int64 [figures, length]: row × width + place of each piece in sight.
        own: int64: 1 the figure itself, 2 another figure, 0 neither.
        roles, relations, distances, kinds: int64, see `window`.
        mask: bool; all of these [figures, length].
    """

    windows: NDArray[np.int64]
    ids: NDArray[np.int64]
    marks: NDArray[np.int64]
    window_mask: NDArray[np.bool_]
    at: NDArray[np.int64]
    own: NDArray[np.int64]
    roles: NDArray[np.int64]
    relations: NDArray[np.int64]
    distances: NDArray[np.int64]
    kinds: NDArray[np.int64]
    mask: NDArray[np.bool_]


def inputs_of(views: Sequence[View], figures_of: Sequence[Sequence[int]]) -> Inputs:
    """Lays out some figures of some documents; only the windows that they see are read."""
    rows: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    windows: list[int] = []
    sights: list[tuple[View, int, NDArray[np.int64]]] = []
    for view, figures in zip(views, figures_of, strict=True):
        used = sorted({int(w) for f in figures for w in np.unique(view.window[view.sights[f].pieces])})
        number = {w: len(rows) + i for i, w in enumerate(used)}
        windows += used
        for w in used:
            span = view.windows[w]
            ids = np.concatenate([[BEGIN], view.pieces.ids[span.start : span.stop], [END]])
            rows.append((ids, np.concatenate([[0], view.kinds[span.start : span.stop], [0]])))
        for f in figures:
            pieces = view.sights[f].pieces
            window = np.array([number[int(w)] for w in view.window[pieces]], dtype=np.int64)
            sights.append((view, f, np.stack([window, view.place[pieces] + 1])))
    width = max(len(ids) for ids, _ in rows)
    length = max(where.shape[1] for _, _, where in sights)
    ids = np.full((len(rows), width), PAD, dtype=np.int64)
    marks = np.zeros_like(ids)
    for i, (one, mark) in enumerate(rows):
        ids[i, : len(one)], marks[i, : len(one)] = one, mark
    n = len(sights)
    at, own, roles, relations, distances, kinds = (np.zeros((n, length), dtype=np.int64) for _ in range(6))
    mask = np.zeros((n, length), dtype=np.bool_)
    for i, (view, f, where) in enumerate(sights):
        sight, m = view.sights[f], where.shape[1]
        at[i, :m] = where[0] * width + where[1]
        kind = view.kinds[sight.pieces]
        own[i, :m] = np.where(kind == MarkKind.figure, 2, 0)
        own[i, sight.figure.start : sight.figure.stop] = 1
        roles[i, :m], relations[i, :m], distances[i, :m] = sight.roles, sight.relations, sight.distances
        kinds[i, :m], mask[i, :m] = kind, True
    return Inputs(
        np.array(windows, dtype=np.int64), ids, marks, ids != PAD, at, own, roles, relations, distances, kinds, mask
    )
