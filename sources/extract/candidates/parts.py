"""Candidates for a figure's part of the market: the whole, names in and above its sentence, and the rules' reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from sources.extract.candidates.page import Page, PlacedFigure
from sources.extract.candidates.tokens import CJK, FIGURE, FUNCTION, LINK, VERBS, YEAR, Tokens
from sources.extract.text.name_keys import part_words

Source = Literal["whole", "sentence", "label", "row", "header", "heading", "title", "before", "above", "rule"]
SOURCES: tuple[Source, ...] = (
    "whole", "sentence", "label", "row", "header", "heading", "title", "before", "above", "rule",
)  # fmt: skip

_FURTHEST = 45  # tokens between a figure and a name of its sentence
_LONGEST = 7  # tokens of a name; more in scripts without blanks
_LONGEST_CJK = 12
_TRIMMED = 3  # words that may be cut from either end of a run of words
_BACK = 2  # sentences before
_PIECES = re.compile(r"[|:()–—,;]| - ")
_FIGURES = re.compile(r"(?:19|20)[0-9]{2}|[0-9.,]+\s?%?")


class PartCandidate(NamedTuple):
    """One reading of a figure's part.

    Attributes:
        name: as printed; None for the whole market.
        key: its words; empty for the whole market.
        source: where it comes from.
        first, last: its tokens on the page where running text names it; else -1.
        distance: sentences, headers or headings away; 0 for the nearest.
    """

    name: str | None
    key: frozenset[str]
    source: Source
    first: int = -1
    last: int = -1
    distance: int = 0


WHOLE = PartCandidate(None, frozenset(), "whole")


def part_candidates(page: Page, figure: PlacedFigure) -> tuple[PartCandidate, ...]:
    """Every reading of a figure's part; the whole market comes first, what the rules read last where nothing else offers it.

    Args:
        page: with the figure.
        figure: one of its figures.
    """
    candidates: dict[tuple[str, Source], PartCandidate] = {}
    for candidate in _offered(page, figure):
        if candidate.key and candidate.name:
            candidates.setdefault((candidate.name, candidate.source), candidate)
    read = figure.mention.segment
    if read and not any(c.name == read for c in candidates.values()):
        candidates[(read, "rule")] = PartCandidate(read, part_words(read), "rule")
    return (WHOLE, *candidates.values())


def _offered(page: Page, figure: PlacedFigure) -> Iterator[PartCandidate]:
    beside = [
        (figure.left - last if last <= figure.left else first - figure.right, first, last)
        for first, last in names_in(page.tokens, figure.first, figure.last)
        if last <= figure.left or first >= figure.right
    ]
    for gap, first, last in sorted(beside):  # of a name that is printed twice the nearer one counts
        if gap <= _FURTHEST:
            yield _in_text(page, first, last, "sentence", 0)
    block = figure.scene.block
    for distance, label in enumerate(reversed(block.row_labels)):
        yield from _pieces(label, "row", distance)
    for distance, header in enumerate(reversed(block.header_path)):
        yield from _pieces(header, "header", distance)
    if figure.scene.label:
        yield from _pieces(figure.scene.label[0], "label", 0)
    yield from _pieces(figure.scene.above, "above", 0)
    yield from _pieces(page.context.headings.get(figure.scene.sentence.block, ""), "heading", 0)
    yield from _pieces(page.context.title or "", "title", 0)
    if figure.scene.cell is None:
        yield from _before(page, figure)


def _before(page: Page, figure: PlacedFigure) -> Iterator[PartCandidate]:
    """Names that open one of the sentences before, and listed parts in them."""
    for distance in range(_BACK):
        at = figure.sentence - 1 - distance
        if at < 0:
            return
        if distance and page.sentences[at].block != figure.scene.sentence.block:
            return
        first, last = page.spans[at]
        for begin, end in names_in(page.tokens, first, last):
            candidate = _in_text(page, begin, end, "before", distance)
            if begin - first <= 4 or candidate.key in page.part_keys:
                yield candidate


def _in_text(page: Page, first: int, last: int, source: Source, distance: int) -> PartCandidate:
    name = page.parsed.text[page.tokens.starts[first] : page.tokens.ends[last - 1]]
    return PartCandidate(name, part_words(name), source, first, last, distance)


@lru_cache(maxsize=1024)
def _pieces(words: str, source: Source, distance: int) -> tuple[PartCandidate, ...]:
    """A heading or a header, and its pieces between marks, without figures."""
    whole = words.strip(" *|:-–•\n")
    if not whole:
        return ()
    seen = dict.fromkeys([whole[:80]])
    for piece in _PIECES.split(whole):
        bare = _FIGURES.sub(" ", piece).strip(" *-–\n")
        if 1 < len(bare) <= 60:
            seen[bare] = None
    return tuple(PartCandidate(name, part_words(name), source, distance=distance) for name in seen)


def names_in(tokens: Tokens, first: int, last: int) -> tuple[tuple[int, int], ...]:
    """Runs of content words among tokens: whole, with up to three words cut from either end, and their first and last one to three words.

    A run is given whole, and cut, only up to seven words. Of a run in a script without blanks every piece of two or more signs
    is given, or where it has more than twelve signs those that open and end it. Runs end at function words, figures and punctuation, in a second round at verbs as well; two runs that a link word joins
    are a name as well ("oil and gas").
    """
    stretches: dict[tuple[int, int], None] = {}
    for cut in (FUNCTION | FIGURE | YEAR, FUNCTION | FIGURE | YEAR | VERBS):
        runs = _runs(tokens, first, last, cut)
        for start, end in runs:
            stretches |= dict.fromkeys(_trimmed(tokens, start, end))
        for (a, b), (c, d) in pairwise(runs):
            gap = range(b, c)
            if 1 <= len(gap) <= 2 and d - a <= 8 and all(tokens.classes[i] & LINK for i in gap):
                stretches[(a, d)] = None
    return tuple(stretches)


def _runs(tokens: Tokens, first: int, last: int, cut: int) -> list[tuple[int, int]]:
    runs, start = [], -1
    for i in range(first, last + 1):
        is_word = i < last and not tokens.classes[i] & cut and tokens.low[i][:1].isalnum()
        if is_word and start < 0 and not tokens.low[i][0].isdigit():
            start = i
        elif not is_word and start >= 0:
            runs.append((start, i))
            start = -1
    return runs


def _trimmed(tokens: Tokens, start: int, end: int) -> Iterator[tuple[int, int]]:
    n = end - start
    if tokens.classes[start] & CJK:
        longest = min(n, _LONGEST_CJK)
        for size in range(2, longest + 1):
            if n <= _LONGEST_CJK:
                yield from ((i, i + size) for i in range(start, end - size + 1))
            else:
                yield from ((start, start + size), (end - size, end))
        if n == 1:
            yield (start, end)
        return
    if n <= _LONGEST:
        yield (start, end)
    for size in range(1, min(n, _TRIMMED + 1)):
        yield (start, start + size)
        yield (end - size, end)
        if n - size <= _LONGEST:
            yield (start + size, end)
            yield (start, end - size)
