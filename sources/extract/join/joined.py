"""One reading of a document from two: for each figure and attribute the reading that is likelier right. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sources.extract.answer import FigureAnswer
from sources.extract.choose.doubts import Doubt
from sources.extract.join.differences import (
    ATTRIBUTES,
    Attribute,
    differing,
    model_chance,
    rules_doubt,
    with_attribute,
)
from sources.extract.join.odds import is_model_right, log_odds
from sources.extract.model.heads import METRICS
from sources.extract.resolve.mention import PageValues, mention_of
from sources.extract.scan.scan import Scan
from sources.records import Mention, Rejection

_WIDE = frozenset({"ja", "ko", "zh"})
Span = tuple[int, int]


@dataclass(frozen=True)
class Pair:
    """One figure as both read it. `rules` is None where they set it aside; `model` a rejection where it does."""

    answer: FigureAnswer
    rules: Mention | None
    model: Mention | Rejection
    is_cell: bool
    is_wide: bool

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
    """The figures that the model answers for, and the rules' mentions of others."""
    cells = [(b.char_start, b.char_end) for b in scan.blocks if b.kind == "table_cell"]
    starts = {m.char_start: m for m in mentions}
    met: set[int] = set()
    found = []
    at = 0
    for answer in answers:
        figure = scan.figures[answer.figure]
        mine = starts.get(figure.start) or next(
            (m for m in mentions if m.char_start < figure.end and figure.start < m.char_end), None
        )
        if mine is not None:
            if mine.char_start in met:
                continue  # two figures of the scan are one of the rules: the first speaks for it
            met.add(mine.char_start)
        while at < len(cells) and cells[at][1] <= figure.start:
            at += 1
        is_cell = at < len(cells) and cells[at][0] <= figure.start
        found.append(Pair(answer, mine, mention_of(scan, page, answer), is_cell, scan.language in _WIDE))
    return found, [m for m in mentions if m.char_start not in met]


def joined(
    pairs: Sequence[Pair],
    others: Sequence[Mention],
    rejections: Sequence[Rejection],
    doubts: Mapping[Span, Doubt],
    fitted: Mapping[str, Sequence[float]],
    *,
    trusts_model: bool = False,
) -> Joined:
    """Joins two readings.

    Args:
        pairs: figures with both readings, see `pairs_of`.
        others: the rules' mentions of other figures; they stay.
        rejections: the rules'.
        doubts: of the rules, by span.
        fitted: weights by kind of difference.
        trusts_model: the model is right wherever they differ.
    """
    kept: list[tuple[Mention, float | None]] = [(m, None) for m in others]
    denied: list[Rejection] = []
    added: list[Mention] = []
    for pair in pairs:
        doubt = doubts.get((pair.rules.char_start, pair.rules.char_end), Doubt()) if pair.rules else Doubt()
        read = _by_model(pair) if trusts_model else _of_pair(pair, doubt, fitted)
        if read is not None:
            kept.append((read, support(pair, read)))
            added += [read] if pair.rules is None else []
        elif pair.rules is not None:
            assert isinstance(pair.model, Rejection)
            denied.append(pair.model)
    rest = [r for r in rejections if not any(r.char_start < m.char_end and m.char_start < r.char_end for m in added)]
    return Joined(
        [m for m, _ in sorted(kept, key=lambda k: (k[0].char_start, k[0].char_end))],
        sorted([*rest, *denied], key=lambda r: (r.char_start, r.char_end)),
        {(m.char_start, m.char_end): chance for m, chance in kept if chance is not None},
        frozenset((m.char_start, m.char_end) for m in added),
    )


def _by_model(pair: Pair) -> Mention | None:
    return pair.model if isinstance(pair.model, Mention) else None


def _of_pair(pair: Pair, doubt: Doubt, fitted: Mapping[str, Sequence[float]]) -> Mention | None:
    rules, model = pair.rules, pair.model
    kind = kind_of(pair)
    if rules is None:
        assert not isinstance(model, Mention) or kind == "added"
        takes = isinstance(model, Mention) and is_model_right("added", pair.features("metric", doubt), fitted)
        return model if takes and isinstance(model, Mention) else None
    if kind is not None:
        if not is_model_right(kind, pair.features("metric", doubt), fitted):
            return rules
        return model if isinstance(model, Mention) else None
    if isinstance(model, Rejection):
        return rules
    read = rules
    for attribute, difference in differing(rules, model):
        if is_model_right(difference, pair.features(attribute, doubt), fitted):
            read = with_attribute(read, model, attribute)
    return read


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
