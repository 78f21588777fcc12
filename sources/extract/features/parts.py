"""Columns of a figure and one reading of its part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.candidates.parts import SOURCES, PartCandidate
from sources.extract.candidates.tokens import AREA, CLASSES, FUNCTION, VERBS, marked, tokens_of
from sources.extract.features.page_columns import BETWEEN, Floats, Ints, PageColumns, bits_of
from sources.extract.text.name_keys import part_words
from sources.grammar.areas import area_marks

Bools = NDArray[np.bool_]

_HELD = (
    "metrics.share", "metrics.cagr", "metrics.growth", "metrics.volume", "metrics.price", "metrics.market_size", "metrics.other_money", "market_words", "segment_words", "generic_subjects",
    "rise_nouns", "fall_nouns", "agent_nouns", "measure_nouns", "generic_words", "no_part_words", "reporters", "firm_heads", "weak_heads", "measure_heads", "measure_qualifiers", "rank_adjectives",
    "growth_nouns", "people_nouns", "own_accounts", "other_subjects", "house_words", "house_nouns", "report_words", "value_nouns", "region_words", "counted_nouns", "superlatives", "rest_words",
    "product_words", "kind_words", "company_words", "periods.now", "status.forecast", "world_words",
)  # fmt: skip
_LAST = (
    "metrics.share", "metrics.growth", "metrics.volume", "market_words", "segment_words", "generic_subjects", "agent_nouns", "measure_nouns", "generic_words", "no_part_words", "firm_heads",
    "weak_heads", "rank_adjectives", "people_nouns", "region_words", "kind_words", "company_words", "product_words",
)  # fmt: skip

COLUMNS = (
    "source", "distance", "is_left", "gap", "nearer_names", "from_start", "to_end", "n_words", "before_2", "before_1", "behind_1", "behind_2", *BETWEEN,
    "listed", "n_printed", "in_title", "beyond_title", "in_market", "beyond_market", "n_key", "n_letters", "is_capital", "is_upper", "n_capitals", "is_lower_elsewhere", "rarest_word",
    "holds_area", "is_area", "holds_verb", "holds_function_word", "is_whole_run", "same_as_row", "same_as_header", "same_as_heading",
    *(f"holds_{name}" for name in _HELD), *(f"ends_{name}" for name in _LAST),
)  # fmt: skip
_WINDOW = 20_000  # characters: names of a long page are counted near the figure, so that time grows with the page
_HELD_BITS = [CLASSES.index(name) for name in _HELD]
_LAST_BITS = [CLASSES.index(name) for name in _LAST]
_LOWER, _SAME = 10, 16  # where the columns that depend on the figure stand among the others of a name
_WHOLE = [-1.0] * 5
_Name = tuple[str | None, frozenset[str], int, int]  # as printed, its words, its first token and one behind its last


def part_columns(page: Page, columns: PageColumns, candidates: Sequence[Sequence[PartCandidate]]) -> Floats:
    """One row for each figure and candidate, figure after figure, shape (candidates of all figures, COLUMNS).

    Args:
        page: with at least one figure.
        columns: of the page.
        candidates: of each of its figures.
    """
    at = np.repeat(np.arange(len(candidates)), [len(offered) for offered in candidates])
    offered = [c for of_figure in candidates for c in of_figure]
    number: dict[_Name, int] = {}
    name = np.array([number.setdefault((c.name, c.key, c.first, c.last), len(number)) for c in offered])
    columns_of_names = _names(page, tuple(number))[name]
    beside = np.array([
        row for figure, of_figure in zip(page.figures, candidates, strict=True) for row in _beside(page, figure, of_figure)
    ])  # fmt: skip
    named = np.hstack([columns_of_names[:, :1], beside[:, :1], columns_of_names[:, 1:_LOWER], beside[:, 1:2], columns_of_names[:, _LOWER:_SAME], beside[:, 2:], columns_of_names[:, _SAME:]])  # fmt: skip
    named[[c.name is None for c in offered]] = -1.0
    source = np.array([SOURCES.index(c.source) for c in offered])
    distance = np.array([c.distance for c in offered])
    first, last = np.array([(c.first, c.last) for c in offered]).T
    return np.column_stack([source, distance, _place(page, columns, at, source, distance, first, last), named])


def _place(page: Page, columns: PageColumns, at: Ints, source: Ints, distance: Ints, first: Ints, last: Ints) -> Floats:
    """The place of each candidate as seen from its figure; -1 where running text does not name it."""
    left, right = columns.left[at], columns.right[at]
    in_sentence = source == SOURCES.index("sentence")
    before = np.where((first >= 0) & ~in_sentence, np.array([f.sentence for f in page.figures])[at] - 1 - distance, 0)
    starts, ends = np.array(page.spans).T
    start = np.where(in_sentence, columns.first[at], starts[before])
    end = np.where(in_sentence, columns.last[at], ends[before])
    is_left = last <= left
    between = columns.between(np.where(is_left, last, right), np.where(is_left, left, first))
    between[~in_sentence] = -1.0
    values = np.column_stack([
        is_left, np.where(is_left, left - last, first - right), _nearer(len(columns.kind), at, in_sentence, is_left, first, last), first - start, end - last, last - first,
        *(columns.code(place, start, end) for place in (first - 2, first - 1, last, last + 1)), between,
    ])  # fmt: skip
    values[first < 0] = -1.0
    return values


def _nearer(n: int, at: Ints, in_sentence: Bools, is_left: Bools, first: Ints, last: Ints) -> Ints:
    """How many places there are on its side where other names of the sentence end, or begin, nearer to the figure; n is the number of tokens."""
    on_left, on_right = in_sentence & is_left, in_sentence & ~is_left
    begins, ends = at * (n + 1) + first, at * (n + 1) + last
    all_begins, all_ends = _distinct(begins[on_right]), _distinct(ends[on_left])
    nearer_ends = all_ends.searchsorted((at + 1) * (n + 1)) - all_ends.searchsorted(ends, "right")
    nearer_begins = all_begins.searchsorted(begins) - all_begins.searchsorted(at * (n + 1))
    return np.where(on_left, nearer_ends, np.where(on_right, nearer_begins, 0))


def _distinct(places: Ints) -> Ints:
    """Places in order, each once. As `np.unique`, which loads masked arrays in every process."""
    ordered = np.sort(places)
    return ordered[np.diff(ordered, prepend=-1) > 0]


def _beside(page: Page, figure: PlacedFigure, offered: Sequence[PartCandidate]) -> list[list[float]]:
    """What of a name depends on the figure: n_printed, is_lower_elsewhere, same_as_row, same_as_header, same_as_heading."""
    block, window = figure.scene.block, figure.mention.char_start // _WINDOW
    row = {part_words(label) for label in block.row_labels}
    headers = {part_words(header) for header in block.header_path}
    heading = part_words(page.context.headings.get(figure.scene.sentence.block, ""))
    return [
        [*_printed(page.parsed.text, c.name, window), c.key in row, c.key in headers, bool(heading) and c.key <= heading] if c.name else _WHOLE
        for c in offered
    ]  # fmt: skip


def _names(page: Page, names: Sequence[_Name]) -> Floats:
    """What of a name does not depend on the figure, one row for each."""
    by_word = _by_word(page.part_keys)
    rows, held, closing = [], [], []
    for name, key, first, last in names:
        low, classes = _tokens(page, name or "", first, last)
        held.append(reduce(or_, classes, 0))
        closing.append(classes[-1] if classes else 0)
        words = (name or "").split()
        rows.append([
            2.0 if key in page.part_keys else float(_is_near_listed(by_word, key)), len(key & page.title), len(key - page.title), len(key & page.market), len(key - page.market), len(key), len(name or ""),
            (name or "")[:1].isupper(), (name or "").isupper(), sum(word[0].isupper() for word in words),
            min((page.n_words[word] for word in low if word), default=0),
            bool(held[-1] & AREA), bool(classes) and all(bits & AREA for bits in classes), bool(held[-1] & VERBS), bool(held[-1] & FUNCTION), _is_whole_run(page, first, last),
        ])  # fmt: skip
    return np.hstack([np.array(rows, dtype=float), bits_of(held)[:, _HELD_BITS], bits_of(closing)[:, _LAST_BITS]])


def _tokens(page: Page, name: str, first: int, last: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    if first >= 0:
        return page.tokens.low[first:last], page.tokens.classes[first:last]
    return _classed(name, page.context.grammar.language)


def _is_whole_run(page: Page, first: int, last: int) -> bool:
    if first < 0:
        return True
    classes, low = page.tokens.classes, page.tokens.low
    return all(
        not 0 <= i < len(low) or bool(classes[i] & FUNCTION) or not low[i][:1].isalpha() for i in (first - 1, last)
    )


@lru_cache(maxsize=16384)
def is_similar(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two names are likely the same: one holds the other and at most two words more, or they share half of their words."""
    if not a or not b:
        return a == b
    return ((a <= b or b <= a) and len(a ^ b) <= 2) or 2 * len(a & b) >= len(a | b)


def _is_near_listed(by_word: dict[str, list[frozenset[str]]], key: frozenset[str]) -> bool:
    return any(is_similar(key, part) for word in key for part in by_word.get(word, ()))


def _by_word(parts: frozenset[frozenset[str]]) -> dict[str, list[frozenset[str]]]:
    """Similar names share a word: what is listed, by its words."""
    by_word: dict[str, list[frozenset[str]]] = {}
    for part in parts:
        for word in part:
            by_word.setdefault(word, []).append(part)
    return by_word


@lru_cache(maxsize=4096)
def _printed(text: str, name: str, window: int) -> tuple[int, bool]:
    """How often a name is printed in its window and the two beside it, and whether it is there in lower case while it is not so itself."""
    start, end = max(0, (window - 1) * _WINDOW), (window + 2) * _WINDOW
    low = name.lower()
    return text.count(name, start, end), low != name and text.find(low, start, end) >= 0


def classes_of(words: str, language: str) -> tuple[int, ...]:
    """Classes of the tokens of a heading, a header or a name."""
    return _classed(words, language)[1] if words else ()


@lru_cache(maxsize=4096)
def _classed(name: str, language: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    areas = [(mark.start, mark.end) for mark in area_marks(name, 0, len(name))]
    tokens = marked(tokens_of(name, language), areas, AREA)
    return tokens.low, tokens.classes
