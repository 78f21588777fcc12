"""One reading of a document from two: for each figure and attribute the reading that is likelier right. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sources.extract.join.differences import ATTRIBUTES, differing, is_part_of_year, model_chance, with_attribute
from sources.extract.join.odds import model_right
from sources.extract.join.pairs import UNJUDGED, PageMeasures, Pair, Span, kind_of, meeting, page_measures
from sources.records import Mention, Rejection

_EVEN = 0.5


@dataclass
class Joined:
    """A reading of a document.

    Attributes:
        mentions, rejections: in order of the text.
        chances: by span of a mention the chance that the model gives to it as it is read; those it was not asked about have none.
        added: spans of mentions that the rules set aside.
        agreed: spans of mentions on which both agree.
        odds: by span of a mention, attribute in which the readings differ → the chance that the model is right there; its reading counts
            above one half. Where one of them sets the figure aside, or they measure it otherwise, the attribute is `metric`.
        page: how both read the page.
    """

    mentions: Sequence[Mention]
    rejections: Sequence[Rejection]
    chances: Mapping[Span, float] = field(default_factory=dict)
    added: frozenset[Span] = frozenset()
    agreed: frozenset[Span] = frozenset()
    odds: Mapping[Span, Mapping[str, float]] = field(default_factory=dict)
    page: PageMeasures = field(default_factory=PageMeasures)

    def taken(self, span: Span) -> frozenset[str]:
        """The attributes of a mention in which the model's reading counts against the rules'."""
        return frozenset(name for name, chance in self.odds.get(span, {}).items() if chance > _EVEN)


def joined(
    pairs: Sequence[Pair],
    others: Sequence[Mention],
    rejections: Sequence[Rejection],
    fitted: Mapping[str, Sequence[float]],
) -> Joined:
    """Joins two readings.

    Args:
        pairs: figures with both readings, see `pairs_of`.
        others: the rules' mentions of other figures; they stay.
        rejections: the rules'.
        fitted: weights by kind of difference.
    """
    page = page_measures(pairs)
    return _reading(pairs, [_likelier(pair, page, fitted) for pair in pairs], others, rejections, page)


def of_model(pairs: Sequence[Pair], rejections: Sequence[Rejection]) -> Joined:
    """The model's reading alone; what it was not asked about is read by nobody.

    Args:
        pairs: figures with both readings.
        rejections: the rules'; those stay that the model does not read.
    """
    read = [
        Likelier(pair.model if isinstance(pair.model, Mention) else None, {"metric": pair.answer.metric.chance})
        for pair in pairs
    ]
    return _reading(pairs, read, (), rejections, page_measures(pairs))


def _reading(
    pairs: Sequence[Pair],
    read: Sequence[Likelier],
    others: Sequence[Mention],
    rejections: Sequence[Rejection],
    page: PageMeasures,
) -> Joined:
    """Mentions and rejections of a document, each figure in one of them."""
    kept = [(one.mention, pair) for one, pair in zip(read, pairs, strict=True) if one.mention is not None]
    added = sorted((m.char_start, m.char_end) for m, pair in kept if pair.rules is None)
    denied = [
        pair.model
        for one, pair in zip(read, pairs, strict=True)
        if one.mention is None and pair.rules is not None and isinstance(pair.model, Rejection)
    ]
    rest = [r for r in rejections if meeting(added, r.char_start, r.char_end) is None]
    return Joined(
        sorted([*others, *(m for m, _ in kept)], key=lambda m: (m.char_start, m.char_end)),
        sorted([*rest, *denied], key=lambda r: (r.char_start, r.char_end)),
        {(m.char_start, m.char_end): support(pair, m) for m, pair in kept},
        frozenset(added),
        frozenset((m.char_start, m.char_end) for m, pair in kept if pair.agrees),
        {(one.mention.char_start, one.mention.char_end): one.odds for one in read if one.mention and one.odds},
        page,
    )


class Likelier(NamedTuple):
    """One figure as it is read, None where it is set aside, and the chances that the model is right where the readings differ."""

    mention: Mention | None
    odds: Mapping[str, float]


def _likelier(pair: Pair, page: PageMeasures, fitted: Mapping[str, Sequence[float]]) -> Likelier:
    rules, model = pair.rules, pair.model
    if kind := kind_of(pair):
        chance = model_right(kind, pair.features("metric", page), fitted)
        likelier = rules if chance <= _EVEN else model
        return Likelier(likelier if isinstance(likelier, Mention) else None, {"metric": chance})
    if rules is None or isinstance(model, Rejection):
        return Likelier(rules, {})
    read = rules
    odds: dict[str, float] = {}
    for attribute, difference in differing(rules, model):
        if attribute == "part" and pair.is_banded:
            continue
        odds[attribute] = model_right(difference, pair.features(attribute, page), fitted)
        if odds[attribute] > _EVEN:
            read = with_attribute(read, model, attribute)
    return Likelier(with_attribute(read, model, "time") if is_part_of_year(model, read) else read, odds)


def support(pair: Pair, read: Mention) -> float:
    """The chance that the model gives to a reading: that of its own values where they are read, what is left to 1 where others are."""
    model = pair.model
    if isinstance(model, Rejection) or model.metric != read.metric:
        return 1 - pair.answer.metric.chance
    others = {attribute for attribute, _ in differing(read, model)}
    chance = pair.answer.metric.chance
    for attribute in ATTRIBUTES:
        if attribute in UNJUDGED:
            continue
        own = model_chance(pair.answer, attribute)
        chance *= 1 - own if attribute in others else own
    return chance
