"""One reading of a document from two: for each figure and attribute the reading that is likelier right. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sources.extract.answer import FigureAnswer
from sources.extract.choose.doubts import Doubt
from sources.extract.join.differences import (
    ATTRIBUTES,
    Attribute,
    differing,
    is_part_of_year,
    model_chance,
    rules_doubt,
    with_attribute,
)
from sources.extract.join.odds import is_model_right, log_odds
from sources.extract.model.heads import METRICS
from sources.extract.resolve.mention import PageValues, mention_of
from sources.extract.scan.scan import Scan
from sources.records import Mention, Rejection

Span = tuple[int, int]


@dataclass(frozen=True)
class Pair:
    """One figure as both read it. `rules` is None where they set it aside; `model` a rejection where it does."""

    answer: FigureAnswer
    rules: Mention | None
    model: Mention | Rejection
    is_cell: bool
    is_wide: bool

    @property
    def span(self) -> Span | None:
        """Where the rules' mention is; None where they set the figure aside."""
        return (self.rules.char_start, self.rules.char_end) if self.rules else None

    def features(self, attribute: Attribute | Literal["metric"], doubt: Doubt) -> tuple[float, ...]:
        """The measures of a difference, as `odds.DIFFERENCE` names them."""
        chance = log_odds(model_chance(self.answer, attribute))
        return (1.0, chance, rules_doubt(doubt, attribute), float(self.is_cell), float(self.is_wide))


@dataclass
class Joined:
    """A reading of a document.

    Attributes:
        mentions, rejections: in order of the text.
        chances: by span of a mention the chance that the model gives to it as it is read; those it was not asked about have none.
        added: spans of mentions that the rules set aside.
    """

    mentions: Sequence[Mention]
    rejections: Sequence[Rejection]
    chances: Mapping[Span, float] = field(default_factory=dict)
    added: frozenset[Span] = frozenset()


def pairs_of(
    scan: Scan, mentions: Sequence[Mention], answers: Iterable[FigureAnswer], page: PageValues
) -> tuple[list[Pair], list[Mention]]:
    """The figures that the model answers for, and the rules' mentions of others; `mentions` and `answers` in order of the text."""
    cells = [(b.char_start, b.char_end) for b in scan.blocks if b.kind == "table_cell"]
    spans = [(m.char_start, m.char_end) for m in mentions]
    met: set[int] = set()
    found = []
    for answer in answers:
        figure = scan.figures[answer.figure]
        at = _meeting(spans, figure.start, figure.end)
        if at is not None and at in met:
            continue  # two figures of the scan are one of the rules: the first speaks for it
        met |= {at} if at is not None else set()
        rules = mentions[at] if at is not None else None
        is_cell = _meeting(cells, figure.start, figure.end) is not None
        found.append(Pair(answer, rules, mention_of(scan, page, answer), is_cell, scan.grammar.is_cjk))
    return found, [m for at, m in enumerate(mentions) if at not in met]


def _meeting(spans: Sequence[Span], start: int, end: int) -> int | None:
    """The place of the first of disjoint spans, in order, that shares characters with a stretch."""
    at = bisect_left(spans, start + 1, key=lambda span: span[1])
    return at if at < len(spans) and spans[at][0] < end else None


def joined(
    pairs: Sequence[Pair],
    others: Sequence[Mention],
    rejections: Sequence[Rejection],
    doubts: Mapping[Span, Doubt],
    fitted: Mapping[str, Sequence[float]],
) -> Joined:
    """Joins two readings.

    Args:
        pairs: figures with both readings, see `pairs_of`.
        others: the rules' mentions of other figures; they stay.
        rejections: the rules'.
        doubts: of the rules, by span.
        fitted: weights by kind of difference.
    """
    read = [_likelier(pair, doubts.get(pair.span, Doubt()) if pair.span else Doubt(), fitted) for pair in pairs]
    return _reading(pairs, read, others, rejections)


def of_model(pairs: Sequence[Pair], rejections: Sequence[Rejection]) -> Joined:
    """The model's reading alone; what it was not asked about is read by nobody.

    Args:
        pairs: figures with both readings.
        rejections: the rules'; those stay that the model does not read.
    """
    return _reading(pairs, [p.model if isinstance(p.model, Mention) else None for p in pairs], (), rejections)


def _reading(
    pairs: Sequence[Pair], read: Sequence[Mention | None], others: Sequence[Mention], rejections: Sequence[Rejection]
) -> Joined:
    """Mentions and rejections of a document, each figure in one of them."""
    kept = [(m, pair) for m, pair in zip(read, pairs, strict=True) if m is not None]
    added = sorted((m.char_start, m.char_end) for m, pair in kept if pair.rules is None)
    denied = [
        pair.model
        for m, pair in zip(read, pairs, strict=True)
        if m is None and pair.rules is not None and isinstance(pair.model, Rejection)
    ]
    rest = [r for r in rejections if _meeting(added, r.char_start, r.char_end) is None]
    return Joined(
        sorted([*others, *(m for m, _ in kept)], key=lambda m: (m.char_start, m.char_end)),
        sorted([*rest, *denied], key=lambda r: (r.char_start, r.char_end)),
        {(m.char_start, m.char_end): support(pair, m) for m, pair in kept},
        frozenset(added),
    )


def _likelier(pair: Pair, doubt: Doubt, fitted: Mapping[str, Sequence[float]]) -> Mention | None:
    rules, model = pair.rules, pair.model
    if kind := kind_of(pair):
        if not is_model_right(kind, pair.features("metric", doubt), fitted):
            return rules
        return model if isinstance(model, Mention) else None
    if rules is None or isinstance(model, Rejection):
        return rules
    read = rules
    for attribute, difference in differing(rules, model):
        if is_model_right(difference, pair.features(attribute, doubt), fitted):
            read = with_attribute(read, model, attribute)
    return with_attribute(read, model, "time") if is_part_of_year(model, read) else read


def kind_of(pair: Pair) -> str | None:
    """How the readings differ about the figure as a whole; None where they agree what it measures."""
    if pair.rules is None:
        return "added" if isinstance(pair.model, Mention) else None
    if pair.rules.metric not in METRICS:
        return None  # a metric of the user's own file: the model never heard of it
    if isinstance(pair.model, Rejection):
        return "denied"
    return "metric" if pair.rules.metric != pair.model.metric else None


def support(pair: Pair, read: Mention) -> float:
    """The chance that the model gives to a reading: that of its own values where they are read, what is left to 1 where others are."""
    model = pair.model
    if isinstance(model, Rejection) or model.metric != read.metric:
        return 1 - pair.answer.metric.chance
    others = {attribute for attribute, _ in differing(read, model)}
    chance = pair.answer.metric.chance
    for attribute in ATTRIBUTES:
        if attribute in ("speaker", "market"):
            continue  # what a claim is judged by is its figure, time, part and area
        own = model_chance(pair.answer, attribute)
        chance *= 1 - own if attribute in others else own
    return chance
