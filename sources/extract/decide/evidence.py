"""What a page holds for and against the reading of each claim: its place, its part, its area, and figures that prove or rival it.

Each kind of evidence (`sources.grammar.confidence.EVIDENCE`) is a plain measure of the text and of what was read in it,
never a rule's name, a word of a vendor or a market. `calibration` fits its worth; it is not set here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log1p, log10

from sources.extract.choose.doubts import Doubt
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD_CODE, area_marks, area_of_adjective
from sources.grammar.confidence import EVIDENCE
from sources.records import Block, Claim, Mention, ParsedDocument

_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile("[぀-ヿ一-鿿가-힣]")
_CJK_LANGUAGES = frozenset({"ja", "ko", "zh"})
_POINTS = 0.35  # a printed rate and the one that two printed sizes imply differ by rounding up to this, in points
_MOST_SIZES = 40  # sizes of one part and area that are held against rates: a page of more is a table, not a claim
_ROUNDING = 0.02  # values closer than this share may be one value, printed twice
_HEADLINES = frozenset({"market_size", "cagr"})
_FURTHEST = 3.0  # orders of magnitude; beyond it the value is cut

Series = tuple[str, str]  # area, part in lower case
Key = tuple[object, ...]


def evidence_of(
    parsed: ParsedDocument,
    sentences: Sequence[Sentence],
    language: str,
    claims: Sequence[Claim],
    mentions: Iterable[Mention],
    doubts: Mapping[tuple[int, int], Doubt],
) -> tuple[Mapping[str, float], ...]:
    """The evidence of every claim of a document, in their order.

    metric_growth_rate, metric_share, metric_cagr, metric_volume, metric_price: 1 for claims of that metric. part_unlisted: the part is a phrase that no segmentation
    lists. part_carried: neither the sentence nor the headers of the cell hold the part's words. part_one_word: its name is
    one word. part_above_whole: its size is above the first size of a whole market. part_of_neighbour: the claim names no
    part, another figure of its sentence does. other_area_beside: the sentence or the headers name another area and not the
    claim's. money_of_a_country: a size or price of the whole world in a currency other than USD. proved: a rate that two
    sizes imply, or one of these sizes. rival_before: the first claim on the same metric, part, area
    and time says another value. off_scale: orders of magnitude between a size and the first size of a whole market. rank: ln(1 + place among
    the document's claims). sentence_length: ln(1 + characters). table_cell: it is in one. wide_script: Japanese,
    Chinese or Korean. time_missing: a level without a year, a yearly rate without an end. time_inferred: a year or period that
    the text does not state beside it. doubt_metric to doubt_status: the chooser's doubt of the claim's most doubtful mention. joint_chance: exp of minus their
    sum, the chance that all are right, were they independent.
    page_doubt: mean total doubt of the page's figures. page_headlines: share of the page's claims that are sizes or yearly rates.
    page_proved: 1 where any two sizes of the page imply a rate that it prints. page_areas: ln(1 + areas of its claims).

    Args:
        parsed: the document.
        sentences: its sentences, in order.
        language: its language code.
        claims: in order of their first mention.
        mentions: of these claims.
        doubts: of the chooser, by the span of the mention; a mention without is not doubted.

    Returns:
        A measure for every name of EVIDENCE, per claim.
    """
    ordered = sorted(mentions, key=lambda m: (m.char_start, m.char_end))
    page, figures, worst = _Page(parsed, sentences, ordered), _Figures(claims), _most_doubtful(ordered, doubts)
    of_page = {
        "wide_script": float(language in _CJK_LANGUAGES),
        "page_doubt": sum(doubt.total for doubt in doubts.values()) / len(doubts) if doubts else 0.0,
        "page_headlines": sum(c.metric in _HEADLINES for c in claims) / len(claims) if claims else 0.0,
        "page_proved": float(figures.has_proof),
        "page_areas": log1p(len({claim.ref_area for claim in claims})),
    }
    return tuple(
        _evidence(page, figures, claim, rank, worst.get(claim.claim_id, Doubt()), of_page)
        for rank, claim in enumerate(claims)
    )


def _most_doubtful(mentions: Sequence[Mention], doubts: Mapping[tuple[int, int], Doubt]) -> dict[str, Doubt]:
    """By claim, the doubt of its most doubtful mention."""
    worst: dict[str, Doubt] = {}
    for mention in mentions:
        doubt = doubts.get((mention.char_start, mention.char_end), Doubt())
        known = worst.setdefault(mention.claim_id, doubt)
        if doubt.total > known.total:
            worst[mention.claim_id] = doubt
    return worst


def _evidence(
    page: _Page, figures: _Figures, claim: Claim, rank: int, doubt: Doubt, of_page: Mapping[str, float]
) -> Mapping[str, float]:
    place = page.place_of(claim)
    is_world = claim.ref_area == WORLD_CODE
    is_beside = claim.ref_area in place.areas
    measures: dict[str, float] = {
        "metric_growth_rate": claim.metric == "growth_rate",
        "metric_share": claim.metric == "share",
        "whole_headline": claim.segment is None and is_world and claim.metric in _HEADLINES,
        "whole_area": claim.segment is None and not is_world,
        "part_listed": claim.segment is not None and claim.dimension is not None,
        "part_unlisted": claim.segment is not None and claim.dimension is None,
        "part_carried": claim.segment is not None and not place.holds(claim.segment),
        "part_one_word": claim.segment is not None and len(_WORD.findall(claim.segment)) == 1,
        "part_above_whole": figures.is_above_whole(claim),
        "part_of_neighbour": claim.segment is None and place.has_parts,
        "other_area_beside": not is_beside and bool(place.areas - {WORLD_CODE} if is_world else place.areas),
        "money_of_a_country": is_world and claim.metric in ("market_size", "price") and claim.unit not in ("USD", None),
        "proved": figures.is_proved(claim),
        "rival_before": figures.has_rival_before(claim),
        "off_scale": figures.distance(claim),
        "rank": log1p(rank),
        "sentence_length": log1p(len(place.words)),
        "table_cell": place.is_cell,
        "metric_cagr": claim.metric == "cagr",
        "metric_volume": claim.metric == "volume",
        "metric_price": claim.metric == "price",
        "time_missing": (claim.period_end if claim.metric == "cagr" else _year(claim)) is None,
        "time_inferred": claim.year_inferred is not None or claim.period_inferred,
        "doubt_metric": doubt.metric,
        "doubt_part": doubt.part,
        "doubt_area": doubt.area,
        "doubt_time": doubt.time,
        "doubt_status": doubt.status,
        "joint_chance": exp(-doubt.total),
        **of_page,
    }
    return {name: float(measures[name]) for name in EVIDENCE}


@dataclass(frozen=True)
class _Place:
    """A sentence with figures, and the headers above it where it is a cell."""

    words: str
    headers: str
    is_cell: bool
    has_parts: bool  # a figure in it is of a part

    @cached_property
    def areas(self) -> frozenset[str]:
        named = {
            mark.area.code for text in (self.words, self.headers) if text for mark in area_marks(text, 0, len(text))
        }
        meant = (area_of_adjective(word) for word in _WORD.findall(self.words))
        return frozenset(named | {area.code for area in meant if area})

    def holds(self, name: str) -> bool:
        """Whether at least half of the name's words are in the sentence or in the headers."""
        if _CJK.search(name):
            return name.lower() in self.words.lower() or name.lower() in self.headers.lower()
        wanted = _stems(name)
        return any(2 * len(wanted & there) >= len(wanted) for there in (self._stems, _stems(self.headers)))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return _stems(self.words)


class _Page:
    """The places of a document's claims."""

    def __init__(self, parsed: ParsedDocument, sentences: Sequence[Sentence], mentions: Sequence[Mention]) -> None:
        self._parsed, self._sentences = parsed, sentences
        self._starts = [sentence.start for sentence in sentences]
        self._first: dict[str, int] = {}
        self._with_parts: set[int] = set()
        self._places: dict[int, _Place] = {}
        for mention in mentions:
            at = self._sentence_at(mention.char_start)
            self._first.setdefault(mention.claim_id, at)
            if mention.segment:
                self._with_parts.add(at)

    def place_of(self, claim: Claim) -> _Place:
        """The sentence of the claim's first mention."""
        at = self._first[claim.claim_id]
        if at not in self._places:
            sentence = self._sentences[at]
            block: Block = self._parsed.blocks[sentence.block]
            self._places[at] = _Place(
                words=self._parsed.text[sentence.start : sentence.end],
                headers=" \n ".join([*block.header_path, *block.row_labels]).strip(),
                is_cell=block.kind == "table_cell",
                has_parts=at in self._with_parts,
            )
        return self._places[at]

    def _sentence_at(self, start: int) -> int:
        return max(bisect_right(self._starts, start) - 1, 0)


class _Figures:
    """What the claims of a document say of each other."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self._earliest: dict[Key, float] = {}
        for claim in claims:
            self._earliest.setdefault(_key(claim), float(claim.value))
        whole = (float(c.value) for c in claims if c.metric == "market_size" and c.segment is None)
        self._whole = next(whole, None)
        self._proved = _proved(claims)

    def is_above_whole(self, claim: Claim) -> bool:
        is_part = claim.metric == "market_size" and claim.segment is not None
        return is_part and self._whole is not None and float(claim.value) > self._whole * (1 + _ROUNDING)

    def has_rival_before(self, claim: Claim) -> bool:
        earliest, value = self._earliest[_key(claim)], float(claim.value)
        return abs(value - earliest) > _ROUNDING * max(abs(value), abs(earliest))

    @property
    def has_proof(self) -> bool:
        return bool(self._proved)

    def is_proved(self, claim: Claim) -> bool:
        return (claim.metric, _series(claim), float(claim.value)) in self._proved

    def distance(self, claim: Claim) -> float:
        if claim.metric != "market_size" or not self._whole:
            return 0.0
        ratio = float(claim.value) / self._whole
        return min(abs(log10(ratio)), _FURTHEST) if 0 < ratio < inf else _FURTHEST


def _proved(claims: Iterable[Claim]) -> set[tuple[str, Series, float]]:
    """Rates that two sizes of the same part and area imply, and these sizes: end = start * (1 + rate) ** years."""
    sizes: defaultdict[Series, list[tuple[int, float]]] = defaultdict(list)
    rates: defaultdict[Series, set[float]] = defaultdict(set)
    for claim in claims:
        series, year = _series(claim), _year(claim)
        if claim.metric == "cagr":
            rates[series].add(float(claim.value))
        elif claim.metric == "market_size" and year and claim.value > 0 and len(sizes[series]) < _MOST_SIZES:
            sizes[series].append((year, float(claim.value)))
    proved: set[tuple[str, Series, float]] = set()
    for series, stated in rates.items():
        ordered = sorted(stated)
        for first, start in sizes[series]:
            for last, end in sizes[series]:
                if last <= first:
                    continue
                implied = 100 * ((end / start) ** (1 / (last - first)) - 1)
                at = bisect_right(ordered, implied - _POINTS)
                if at < len(ordered) and ordered[at] <= implied + _POINTS:
                    proved |= {("market_size", series, start), ("market_size", series, end)}
                    proved |= {("cagr", series, rate) for rate in ordered[at:] if rate <= implied + _POINTS}
    return proved


def _year(claim: Claim) -> int | None:
    return claim.year_stated or claim.year_inferred


def _series(claim: Claim) -> Series:
    return claim.ref_area, (claim.segment or "").lower()


def _key(claim: Claim) -> Key:
    """Claims of one key speak of the same thing: at most one of two values is right."""
    start = claim.period_start if claim.metric == "cagr" else None
    time = (_year(claim), start, claim.period_end)
    return (claim.metric, *_series(claim), claim.subject, *time)


def _stems(text: str) -> frozenset[str]:
    words = [word.lower().rstrip("s") for word in _WORD.findall(text)]
    return frozenset(word for word in words if len(word) > 1) or frozenset(words)
