"""Texts changed between epochs, so that no figure or year is learnt by heart: all years move together, digits are drawn anew."""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from learning.examples import Example
from sources.extract.window.view import MarkKind

_MOST = 9  # years that a text is moved by
_EARLIEST, _LATEST = 1990, 2069
_REDRAWN = 0.5  # of the figures of a text


def augmenting(pieces: Sequence[str]) -> Callable[[Example, random.Random], Example]:
    """What changes a text without moving a piece: a piece of digits is replaced by one of the same form and length.

    Args:
        pieces: the vocabulary in the order of its ids.
    """
    years: dict[tuple[str, int], int] = {}
    form_of: dict[int, str] = {}
    of_form: dict[str, list[int]] = defaultdict(list)
    year_of: dict[int, tuple[str, int]] = {}
    for number, piece in enumerate(pieces):
        blank, digits = ("▁", piece[1:]) if piece.startswith("▁") else ("", piece)
        if digits.isascii() and digits.isdigit():
            form = f"{blank}{len(digits)}{'0' if digits[0] == '0' else ''}"
            form_of[number] = form
            of_form[form].append(number)
            if len(digits) == 4 and _EARLIEST <= int(digits) <= _LATEST:
                years[blank, int(digits)] = number
                year_of[number] = (blank, int(digits))

    def change(example: Example, rng: random.Random) -> Example:
        view = example.view
        ids = view.pieces.ids.copy()
        own = {
            p: year_of[int(one)]
            for p, one in enumerate(ids)
            if int(one) in year_of and view.kinds[p] != MarkKind.figure
        }
        values = [year for _, year in own.values()]
        shift = rng.choice([0, 0, *range(-_MOST, _MOST + 1)]) if values else 0
        moved = {p: years.get((blank, year + shift)) for p, (blank, year) in own.items()}
        if all(moved.values()):
            for p, number in moved.items():
                ids[p] = number or ids[p]
        if rng.random() < _REDRAWN:
            for p in np.flatnonzero(view.kinds == MarkKind.figure).tolist():
                if form := form_of.get(int(ids[p])):
                    ids[p] = rng.choice(of_form[form])
        return dataclasses.replace(
            example, view=dataclasses.replace(view, pieces=dataclasses.replace(view.pieces, ids=ids))
        )

    return change
