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
    is_printed,
    model_chance,
    rules_doubt,
    with_attribute,
)
from sources.extract.join.odds import is_model_right, log_odds
from sources.extract.model.heads import METRICS
from sources.extract.resolve.mention import PageValues, mention_of
from sources.extract.scan.scan import Scan
from sources.records import Block, Mention, Rejection

Span = tuple[int, int]
_NO_DOUBT = Doubt()
# A claim is judged by its figure, time, part and area.
_UNJUDGED: frozenset[Attribute] = frozenset({"speaker", "market"})


@dataclass(frozen=True, slots=True)
class PageMeasures:
    """How both readers read a page.

    Attributes:
        rules: mean log odds of the rules' confidence; 0 where they have none.
        agrees: share of the figures claimed by both on which they agree; one half where there are none.
    """

    rules: float = 0.0
    agrees: float = 0.5


@dataclass(frozen=True)
class Pair:
    """One figure as both read it. `rules` is None where they set it aside; `model` a rejection where it does.

    Attributes:
        words: that state the figure: its sentence, and the headers above its cell.
        doubt: of the rules' chooser.
        confidence: of the rules; one half where they have none.
        bands: stacked heads: those of the figure's column where it has several, and those of its row likewise.
    """

    answer: FigureAnswer
    rules: Mention | None
    model: Mention | Rejection
    is_cell: bool
    is_wide: bool
    words: str = ""
    doubt: Doubt = _NO_DOUBT
    confidence: float = 0.5
    bands: tuple[str, ...] = ()

    @property
    def is_banded(self) -> bool:
        """Whether one of several stacked heads names the rules' part. The parser knows such heads, so the model cannot overrule them."""
        part = self.rules.segment if self.rules else None
        return part is not None and any(part.casefold() in band.casefold() for band in self.bands)

    @property
    def agrees(self) -> bool:
        """Whether both claim the figure and say the same of all that a claim is judged by."""
        if self.rules is None or isinstance(self.model, Rejection) or self.rules.metric != self.model.metric:
            return False
        return not {attribute for attribute, _ in differing(self.rules, self.model)} - _UNJUDGED

    def features(self, attribute: Attribute | Literal["metric"], page: PageMeasures) -> tuple[float, ...]:
        """The measures of a difference, as `odds.DIFFERENCE` names them."""
        return (
            1.0,
            log_odds(model_chance(self.answer, attribute)),
            rules_doubt(self.doubt, attribute),
            log_odds(self.confidence),
            float(attribute == "part" and self.rules is not None and self.rules.dimension is not None),
            float(is_printed(attribute, self.rules, self.words)),
            float(is_printed(attribute, self.model, self.words)),
            float(self.is_cell),
            float(self.is_wide),
            page.rules,
            page.agrees,
        )


@dataclass
class Joined:
    """A reading of a document.

    Attributes:
        mentions, rejections: in order of the text.
        chances: by span of a mention the chance that the model gives to it as it is read; those it was not asked about have none.
        added: spans of mentions that the rules set aside.
        agreed: spans of mentions on which both agree.
        page: how both read the page.
    """

    mentions: Sequence[Mention]
    rejections: Sequence[Rejection]
    chances: Mapping[Span, float] = field(default_factory=dict)
    added: frozenset[Span] = frozenset()
    agreed: frozenset[Span] = frozenset()
    page: PageMeasures = PageMeasures()


def pairs_of(
    scan: Scan,
    mentions: Sequence[Mention],
    answers: Iterable[FigureAnswer],
    page: PageValues,
    doubts: Mapping[Span, Doubt],
    sure: Mapping[Span, float],
) -> tuple[list[Pair], list[Mention]]:
    """The figures that the model answers for, and the rules' mentions of others.

    Args:
        scan: the document.
        mentions: the rules', in order of the text.
        answers: the model's, in order of the text.
        page: what an answer means that points to PAGE.
        doubts: of the rules' chooser, by span.
        sure: the rules' confidence, by span.
    """
    cells = [b for b in scan.blocks if b.kind == "table_cell"]
    places = [(b.char_start, b.char_end) for b in cells]
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
        cell = _meeting(places, figure.start, figure.end)
        span = spans[at] if at is not None else (-1, -1)
        found.append(
            Pair(
                answer,
                rules,
                mention_of(scan, page, answer),
                cell is not None,
                scan.grammar.is_cjk,
                scan.stating_words(answer.figure),
                doubts.get(span, _NO_DOUBT),
                sure.get(span, 0.5),
                () if cell is None else _bands(cells[cell]),
            )
        )
    return found, [m for at, m in enumerate(mentions) if at not in met]


def _bands(cell: Block) -> tuple[str, ...]:
    return tuple(name for path in (cell.header_path, cell.row_labels) if len(path) > 1 for name in path)


def page_measures(pairs: Sequence[Pair]) -> PageMeasures:
    """Measures a page by its pairs."""
    sure = [log_odds(pair.confidence) for pair in pairs if pair.rules and pair.rules.metric != "other_numeric"]
    both = [pair.agrees for pair in pairs if pair.rules and isinstance(pair.model, Mention)]
    return PageMeasures(sum(sure) / len(sure) if sure else 0.0, sum(both) / len(both) if both else 0.5)


def _meeting(spans: Sequence[Span], start: int, end: int) -> int | None:
    """The place of the first of disjoint spans, in order, that shares characters with a stretch."""
    at = bisect_left(spans, start + 1, key=lambda span: span[1])
    return at if at < len(spans) and spans[at][0] < end else None


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
    read = [pair.model if isinstance(pair.model, Mention) else None for pair in pairs]
    return _reading(pairs, read, (), rejections, page_measures(pairs))


def _reading(
    pairs: Sequence[Pair],
    read: Sequence[Mention | None],
    others: Sequence[Mention],
    rejections: Sequence[Rejection],
    page: PageMeasures,
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
        frozenset((m.char_start, m.char_end) for m, pair in kept if pair.agrees),
        page,
    )


def _likelier(pair: Pair, page: PageMeasures, fitted: Mapping[str, Sequence[float]]) -> Mention | None:
    rules, model = pair.rules, pair.model
    if kind := kind_of(pair):
        if not is_model_right(kind, pair.features("metric", page), fitted):
            return rules
        return model if isinstance(model, Mention) else None
    if rules is None or isinstance(model, Rejection):
        return rules
    read = rules
    for attribute, difference in differing(rules, model):
        if attribute == "part" and pair.is_banded:
            continue
        if is_model_right(difference, pair.features(attribute, page), fitted):
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
        if attribute in _UNJUDGED:
            continue
        own = model_chance(pair.answer, attribute)
        chance *= 1 - own if attribute in others else own
    return chance
