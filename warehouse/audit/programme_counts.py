"""Counts of a public programme in a text against reviewed reference counts: number of sites, number of states.

Belongs here: the rule programme_count. Reference counts are in `programmes.yml`; figures of hardware are tested in
`warehouse/sql/20_technical_claims.sql`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from warehouse.audit.findings import Row, Span, word_finding
from warehouse.audit.passages import SENTENCE, passages
from warehouse.resolve.words.vocabulary import Phrase
from warehouse.reviewed import read_reviewed
from warehouse.step import Frames
from warehouse.values.rounding_bands import Band, band_of
from warehouse.values.wording import plain

_COMPARATORS = {
    "more than": ">", "over": ">", "exceeding": ">", "at least": ">=", "about": "~", "around": "~", "approximately": "~",
    "nearly": "~", "almost": "~", "some": "~", "fewer than": "<", "less than": "<", "up to": "<=", "at most": "<=",
}  # fmt: skip
# Between a number and its noun: words that name the thing, none that leads to another thing or counts a part.
_BETWEEN = (
    r"(?:(?!(?:of|in|across|from|and|or|to|with|by|for|new|additional|more|further|other)\b)[A-Za-z][\w-]*\s){0,3}?"
)


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Count(_Shape):
    """How many of what; the first noun names it."""

    nouns: tuple[Phrase, ...]
    value: Decimal


class Stage(_Shape):
    """A programme as it was counted on a day."""

    programme: Phrase
    names: tuple[Phrase, ...]
    beside: tuple[Phrase, ...]
    as_of: date
    counts: tuple[Count, ...]
    source: Phrase


class _Stages(_Shape):
    """`programmes.yml`."""

    reviewed: Mapping[str, Phrase | date]
    stages: tuple[Stage, ...]


class _Counted(NamedTuple):
    """A count of a text, what it counts, what its words leave open, whether the reference is within, and its place."""

    what: Count
    value: Decimal
    printed: str
    band: Band
    fits: bool
    is_of_the_stage: bool
    span: Span


def programme_counts(frames: Frames, hedge_share: Decimal) -> Iterator[Row]:
    """Counts of a programme in the sentence of a stated claim, where one of them is that of a reference stage.

    Args:
        frames: core.documents, core.claims, core.evidence.
        hedge_share: how far "about" may lie off.

    Yields:
        Per count a finding: consistent, or a mismatch with the reference.
    """
    names = [name for stage in _stages() for name in stage.names]
    at: dict[tuple[str, str, Span], tuple[bool, Row]] = {}
    for row in (
        passages(frames, names, statements=False).sort("document_id", "char_start", "claim_id").iter_rows(named=True)
    ):
        for stage, counted in _read(row, hedge_share):
            fitting = {one.what for one in counted if one.fits}
            for one in counted if any(one.is_of_the_stage for one in counted) else ():
                if not one.fits and one.what in fitting:
                    continue  # the sentence has the whole, and this is a part of it
                is_outside = not one.span[0] <= row["char_start"] < one.span[1]
                key = (row["document_id"], stage.programme, one.span)
                if key not in at or is_outside < at[key][0]:
                    # several claims may hold one place in their context; its own claim goes first
                    at[key] = is_outside, _finding(row, stage, one)
    yield from (finding for _, finding in at.values())


def _read(row: Row, hedge_share: Decimal) -> Iterator[tuple[Stage, Sequence[_Counted]]]:
    """Per stage that a sentence of a passage is on, what the sentence counts of it."""
    for sentence in SENTENCE.finditer(row["words"]):
        words = sentence.group()
        for stage in _stages():
            if _names(words, stage.names) and (not stage.beside or _names(words, stage.beside)):
                yield stage, tuple(_counts(words, row["start"] + sentence.start(), stage, hedge_share))


def _counts(words: str, start: int, stage: Stage, hedge_share: Decimal) -> Iterator[_Counted]:
    for count in stage.counts:
        for match in _pattern(count.nouns).finditer(words):
            value, comparator = Decimal(match["number"]), _COMPARATORS.get((match["words"] or "").lower(), "=")
            band = band_of(value, None, comparator, match["number"], hedge_share)
            if comparator == "=":  # a count is no rounded measure
                band = Band(value, value)
            fits = band.meets(Band(count.value, count.value))
            span = (start + match.start(), start + match.end())
            yield _Counted(count, value, match.group(), band, fits, comparator == "=" and value == count.value, span)


def _finding(row: Row, stage: Stage, one: _Counted) -> Row:
    noun, expected = one.what.nouns[0], one.what.value
    return word_finding(
        "programme_count",
        "consistent" if one.fits else "mismatch",
        row,
        f"{stage.programme}: {one.printed} against {plain(expected)} {noun} of the reference as of "
        f"{stage.as_of.isoformat()}: {'agrees' if one.fits else 'differs'} ({stage.source})",
        [one.span],
        stage.programme,
        [row["claim_id"]],
        metric="other_numeric",
        unit_measure=noun,
        stated=one.value,
        stated_low=one.band.low,
        stated_high=one.band.high,
        expected=expected,
        expected_low=expected,
        expected_high=expected,
    )


def _names(words: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", words) for name in names)


@cache
def _stages() -> tuple[Stage, ...]:
    return read_reviewed(Path(__file__).parent / "programmes.yml", TypeAdapter(_Stages)).stages


@cache
def _pattern(nouns: tuple[str, ...]) -> re.Pattern[str]:
    hedges, named = ("|".join(re.escape(word) for word in words) for words in (_COMPARATORS, nouns))
    return re.compile(
        rf"(?:\b(?P<words>{hedges})\s)?(?<![\w.,$€£-])(?P<number>[0-9]{{1,3}})\s{_BETWEEN}(?:{named})(?![\w-])",
        re.IGNORECASE,
    )
