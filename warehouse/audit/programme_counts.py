"""Counts of a public programme in a text against reviewed reference counts: number of sites, number of states.

Belongs here: the rule programme_count. Reference counts are in `programmes.yml`; figures of hardware are tested in
`warehouse/sql/20_technical_claims.sql`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import BaseModel, ConfigDict, TypeAdapter

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.findings import Finding
from warehouse.policy import Policy
from warehouse.resolve.words.vocabulary import Phrase
from warehouse.reviewed import read_reviewed
from warehouse.step import Frames
from warehouse.values.conflict_records import Place
from warehouse.values.rounding_bands import Band, band_of
from warehouse.values.wording import plain

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?=\s)|(?=\n)|\Z)")
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


@dataclass(frozen=True, slots=True)
class _Counted:
    """A count of a text, what it counts, and its place."""

    count: Count
    value: Decimal
    printed: str
    band: Band
    comparator: str
    span: tuple[int, int]

    @property
    def fits(self) -> bool:
        """The words allow for the reference count."""
        return self.band.meets(Band(self.count.value, self.count.value))

    @property
    def is_of_the_stage(self) -> bool:
        """The text says the reference count itself."""
        return self.comparator == "=" and self.value == self.count.value


def programme_counts(frames: Frames, policy: Policy) -> Iterator[Finding]:
    """Counts of a programme in the sentence of a stated claim, where one of them is that of a reference stage.

    Args:
        frames: core.documents, core.claims, core.evidence.
        policy: hedges.

    Yields:
        Per count a finding: consistent, or a mismatch with the reference.
    """
    current = frames["core.documents"].filter(pl.col("status") == "stated")
    documents = {row["document_id"]: row for row in current.iter_rows(named=True)}
    claims = frames["core.claims"].filter(pl.col("status") == "stated").select("claim_id")
    names = [name for stage in _stages() for name in stage.names]
    words = pl.concat_str("prefix", "quote", "suffix", ignore_nulls=True)
    evidence = frames["core.evidence"].filter(words.str.contains_any(names)).join(claims, on="claim_id", how="semi")
    by_place: defaultdict[tuple[str, str, tuple[int, int]], list[tuple[bool, Finding]]] = defaultdict(list)
    for row in evidence.sort("document_id", "char_start", "claim_id").iter_rows(named=True):
        if row["document_id"] not in documents:
            continue
        for stage, counted in _read(row, policy):
            if not any(one.is_of_the_stage for one in counted):
                continue
            fitting = {one.count for one in counted if one.fits}
            for one in counted:
                if not one.fits and one.count in fitting:
                    continue  # the sentence has the whole, and this is a part of it
                is_inside = one.span[0] <= row["char_start"] < one.span[1]
                finding = _finding(documents[row["document_id"]], row["claim_id"], stage, one)
                by_place[row["document_id"], stage.programme, one.span].append((is_inside, finding))
    for key in sorted(by_place):  # one place may stand in the context of several claims; its own claim goes first
        yield next((one for is_inside, one in by_place[key] if is_inside), by_place[key][0][1])


def _read(row: Mapping[str, Any], policy: Policy) -> Iterator[tuple[Stage, Sequence[_Counted]]]:
    """Per stage that a sentence of a passage is on, what the sentence counts of it."""
    before = row["prefix"] or ""
    passage, start = before + row["quote"] + (row["suffix"] or ""), row["char_start"] - len(before)
    for sentence in _SENTENCE.finditer(passage):
        words = sentence.group()
        for stage in _stages():
            if _names(words, stage.names) and (not stage.beside or _names(words, stage.beside)):
                yield stage, tuple(_counts(words, start + sentence.start(), stage, policy))


def _counts(words: str, start: int, stage: Stage, policy: Policy) -> Iterator[_Counted]:
    for count in stage.counts:
        for match in _pattern(count.nouns).finditer(words):
            value, comparator = Decimal(match["number"]), _COMPARATORS.get((match["words"] or "").lower(), "=")
            stated_band = band_of(value, None, comparator, match["number"], policy.comparability.hedge_share)
            band = Band(value, value) if comparator == "=" else stated_band  # a count is no rounded measure
            span = (start + match.start(), start + match.end())
            yield _Counted(count, value, match.group(), band, comparator, span)


def _finding(document: Mapping[str, Any], claim_id: str, stage: Stage, one: _Counted) -> Finding:
    noun, expected = one.count.nouns[0], one.count.value
    return Finding(
        rule="programme_count",
        outcome="consistent" if one.fits else "mismatch",
        document_id=document["document_id"],
        publisher_id=document["publisher_id"],
        place=Place(document["market_id"], None, WORLD, "other_numeric", noun, None),
        claim_ids=(claim_id,),
        explanation=(
            f"{stage.programme}: {one.printed} against {plain(expected)} {noun} of the reference as of "
            f"{stage.as_of.isoformat()}: {'agrees' if one.fits else 'differs'} ({stage.source})"
        ),
        stated=one.value,
        stated_band=one.band,
        expected=expected,
        expected_band=Band(expected, expected),
        spans=(one.span,),
        about=stage.programme,
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
