"""A page as numeric columns: the content of each token, the tokens between two others, and the distance of word classes from each figure. No candidates here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sources.extract.candidates.page import Page
from sources.extract.candidates.tokens import AREA, BIT, CJK, CLASSES, FIGURE, FUNCTION, LINK, VERBS, YEAR

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

FAR = 60.0  # tokens: further away is no nearer to anything

# Words beside a name, as one code: the first class that holds.
CODED_WORDS = (
    "FIGURE", "YEAR", "AREA", "of_words", "place_leads", "per_words", "articles", "and_words", "contrast_words", "possessives", "market_words", "segment_words", "metrics.share", "metrics.cagr",
    "metrics.growth", "measure_nouns", "copulas", "subject_verbs", "reporting_verbs", "motion_verbs", "rank_adjectives", "company_verbs", "agent_nouns", "people_nouns", "kind_words", "product_words",
    "with_words", "LINK", "FUNCTION", "WIDE",
)  # fmt: skip
_MARKS = {"FIGURE": FIGURE, "YEAR": YEAR, "AREA": AREA, "LINK": LINK, "FUNCTION": FUNCTION, "WIDE": CJK}
_CODES = tuple((BIT | _MARKS)[name] for name in CODED_WORDS)
# Codes of the sentence's edges, of a plain word and of the first class; signs are between END and PLAIN.
START, END, PLAIN, FIRST_CLASS = 0.0, 1.0, 19.0, 20.0
_SIGNS = {",": 1, ";": 2, ":": 3, "(": 4, ")": 5, "-": 6, "–": 6, "—": 6, "|": 7, ".": 8, "\n": 9, "、": 1, "，": 1, "；": 2, "：": 3, "（": 4, "）": 5, "。": 8, "/": 10, "%": 11, "'": 12, "’": 12, '"': 12, "“": 12, "”": 12}  # fmt: skip

BETWEEN = ("figures_between", "years_between", "verbs_between", "ands_between", "contrasts_between", "commas_between", "stops_between", "brackets_between", "bars_between")  # fmt: skip
_COUNTED_CLASSES = (FIGURE, YEAR, VERBS, BIT["and_words"], BIT["contrast_words"])
_COUNTED_SIGNS = ((1,), (2, 3, 8), (4, 5), (6, 7, 9))
_BYTES = (len(CLASSES) + 6 + 7) // 8  # of the classes of one token


@dataclass(frozen=True)
class PageColumns:
    """A page of n tokens and m figures.

    Attributes:
        starts, ends: spans of the tokens.
        kinds: the different sets of classes that tokens have, as bits; `kind`: which of them each token has.
        codes: what is at each token: a sign, the first class that holds, or a plain word.
        counts: of the tokens before each token those that BETWEEN counts, shape (n + 1, BETWEEN).
        first, last, left, right: of each figure, as `PlacedFigure` has them.
    """

    starts: Ints
    ends: Ints
    kinds: tuple[int, ...]
    kind: Ints
    codes: Floats
    counts: Ints
    first: Ints
    last: Ints
    left: Ints
    right: Ints

    def code(self, at: Ints, first: Ints, last: Ints) -> Floats:
        """What is at tokens, as numbers: 0 and 1 are the edges of their sentences."""
        inside = self.codes[np.clip(at, 0, len(self.codes) - 1)]
        return np.where(at < first, START, np.where(at >= last, END, inside))

    def between(self, first: Ints, last: Ints) -> Floats:
        """Counts of what is between two tokens each, shape (pairs, BETWEEN)."""
        return (self.counts[np.maximum(first, last)] - self.counts[first]).astype(float)

    def holds(self, classes: Sequence[int]) -> NDArray[np.bool_]:
        """Whether each token is of each of these classes, shape (n, classes)."""
        of_kind = np.array([[bool(bits & one) for one in classes] for bits in self.kinds])
        return of_kind[self.kind]

    def nearest(self, classes: Sequence[int]) -> tuple[Ints, Ints]:
        """Of each figure and class the nearest token before the figure in its sentence, and behind it; -1 for none. Each of shape (m, classes)."""
        held = self.holds(classes)
        before, behind = np.full((2, len(self.left), len(classes)), -1)
        for k in range(len(classes)):
            places = np.append(np.flatnonzero(held[:, k]), len(held))  # the last one is behind every sentence
            last = places.searchsorted(self.left) - 1
            before[:, k] = np.where(last < 0, -1, places[last])
            behind[:, k] = places[places.searchsorted(self.right)]
        before[before < self.first[:, None]] = -1
        behind[behind >= self.last[:, None]] = -1
        return before, behind

    def distances(self, before: Ints, behind: Ints, *, from_one: bool) -> tuple[Floats, Floats]:
        """Tokens from each figure to what `nearest` found, the token right behind it 1 or 0 away; FAR where it found none."""
        left = np.where(before < 0, FAR, self.left[:, None] - before)
        right = np.where(behind < 0, FAR, behind - self.right[:, None] + from_one)
        return left, right


def columns_of(page: Page) -> PageColumns:
    """Lays a page out in columns.

    Args:
        page: with at least one figure.
    """
    tokens = page.tokens
    number: dict[int, int] = {}
    kind = np.array([number.setdefault(bits, len(number)) for bits in tokens.classes])
    kinds = tuple(number)
    signs = np.array([_SIGNS.get(word, 0) for word in tokens.low])
    of_kind = np.array([next((FIRST_CLASS + n for n, bit in enumerate(_CODES) if bits & bit), PLAIN) for bits in kinds])
    counted = np.array([[bool(bits & one) for one in _COUNTED_CLASSES] for bits in kinds])[kind]
    counted = np.column_stack([counted, *(np.isin(signs, ones) for ones in _COUNTED_SIGNS)])
    none = np.zeros((1, len(BETWEEN)), dtype=np.intp)
    first, last, left, right = np.array([(f.first, f.last, f.left, f.right) for f in page.figures]).T
    return PageColumns(
        starts=np.array(tokens.starts),
        ends=np.array(tokens.ends),
        kinds=kinds,
        kind=kind,
        codes=np.where(signs > 0, 1.0 + signs, of_kind[kind]),
        counts=np.vstack([none, np.cumsum(counted, axis=0)]),
        first=first,
        last=last,
        left=left,
        right=right,
    )


def bits_of(classes: Sequence[int]) -> NDArray[np.uint8]:
    """Sets of classes as zeros and ones, shape (sets, bits)."""
    packed = b"".join(bits.to_bytes(_BYTES, "little") for bits in classes)
    return np.unpackbits(np.frombuffer(packed, np.uint8).reshape(-1, _BYTES), axis=1, bitorder="little")
