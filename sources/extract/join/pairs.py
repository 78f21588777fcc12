"""The figures of a document as both readers read them, with the measures that say whom to believe. Nothing is decided here."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from sources.extract.answer import FigureAnswer
from sources.extract.choose.doubts import Doubt
from sources.extract.join.differences import Attribute, differing, is_printed, model_chance, rules_doubt, said
from sources.extract.join.odds import log_odds
from sources.extract.model.heads import METRICS
from sources.extract.resolve.mention import PageValues, mention_of
from sources.extract.scan.scan import Scan
from sources.records import Block, Mention, Rejection

Span = tuple[int, int]
_NO_DOUBT = Doubt()
UNJUDGED: Final[frozenset[Attribute]] = frozenset(
    {"speaker", "market"}
)  # a claim is judged by its figure, time, part and area
_TELLING: Final[tuple[Attribute, ...]] = ("time", "part", "area")  # what the figures of a sentence are told apart by


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
        apart: attribute → share of the sentence's figures of this kind that the rules tell apart by it, less that of the model.
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
    apart: Mapping[str, float] = field(default_factory=dict)

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
        return not {attribute for attribute, _ in differing(self.rules, self.model)} - UNJUDGED

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
            self.apart.get(attribute, 0.0),
            float(self.is_cell),
            float(self.is_wide),
            page.rules,
            page.agrees,
        )


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
        at = meeting(spans, figure.start, figure.end)
        if at is not None and at in met:
            continue  # two figures of the scan are one of the rules: the first speaks for it
        met |= {at} if at is not None else set()
        rules = mentions[at] if at is not None else None
        cell = meeting(places, figure.start, figure.end)
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
    return _told_apart(scan, found), [m for at, m in enumerate(mentions) if at not in met]


def _told_apart(scan: Scan, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs with what either reader tells apart among the figures of one sentence and kind that both claim."""
    of_place: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, pair in enumerate(pairs):
        if pair.rules is not None and isinstance(pair.model, Mention):
            at = pair.answer.figure
            of_place[scan.homes[at].start, scan.figures[at].kind].append(number)
    out = list(pairs)
    for numbers in of_place.values():
        both = [(one.rules, one.model) for one in map(out.__getitem__, numbers)]
        apart: dict[str, float] = {
            attribute: (
                len({said(attribute, rules) for rules, _ in both if rules})
                - len({said(attribute, model) for _, model in both if isinstance(model, Mention)})
            )
            / len(both)
            for attribute in _TELLING
        }
        for number in numbers:
            out[number] = replace(out[number], apart=apart)
    return out


def _bands(cell: Block) -> tuple[str, ...]:
    return tuple(name for path in (cell.header_path, cell.row_labels) if len(path) > 1 for name in path)


def page_measures(pairs: Sequence[Pair]) -> PageMeasures:
    """Measures a page by its pairs."""
    sure = [log_odds(pair.confidence) for pair in pairs if pair.rules and pair.rules.metric != "other_numeric"]
    both = [pair.agrees for pair in pairs if pair.rules and isinstance(pair.model, Mention)]
    return PageMeasures(sum(sure) / len(sure) if sure else 0.0, sum(both) / len(both) if both else 0.5)


def meeting(spans: Sequence[Span], start: int, end: int) -> int | None:
    """The place of the first of disjoint spans, in order, that shares characters with a stretch."""
    at = bisect_left(spans, start + 1, key=lambda span: span[1])
    return at if at < len(spans) and spans[at][0] < end else None


def kind_of(pair: Pair) -> str | None:
    """How the readings differ about the figure as a whole; None where they agree what it measures."""
    if pair.rules is None:
        return "added" if isinstance(pair.model, Mention) else None
    if pair.rules.metric not in METRICS:
        return None  # a metric of the user's own file: the model never heard of it
    if isinstance(pair.model, Rejection):
        return "denied"
    return "metric" if pair.rules.metric != pair.model.metric else None
