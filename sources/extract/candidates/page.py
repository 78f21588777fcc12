"""A page laid out for choosing: its tokens, its figures with their places, and the names that it lists. No candidates here."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sources.extract.candidates.tokens import AREA, FIGURE, YEAR, Tokens, marked, tokens_of, with_spans
from sources.extract.document.context import Context
from sources.extract.scan.figure import Figure
from sources.extract.scan.headings import titles_of
from sources.extract.scenes.scene import Scene
from sources.extract.text.name_keys import part_words
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import WORLD_CODE, Area, AreaMark, area_marks
from sources.records import Mention, Metric, ParsedDocument

# Metrics that are chosen among. A driver's impact is read from its table alone.
METRICS: tuple[Metric, ...] = (
    "market_size", "cagr", "share", "growth_rate", "volume", "price", "margin", "other_numeric",
)  # fmt: skip
_OFTEN = 3


@dataclass(frozen=True, slots=True)
class PlacedFigure:
    """One mention in its place. Token indexes are those of the page.

    Attributes:
        mention: as the rules read it.
        scene: its sentence.
        quantity: its figure, one of `scene.live`.
        number: its place among the figures of the sentence, from 0.
        sentence: index of its sentence among those of the page.
        first, last: tokens of the sentence; `last` is one behind.
        left, right: its own tokens, with its hedge; `right` is one behind.
    """

    mention: Mention
    scene: Scene
    quantity: Figure
    number: int
    sentence: int
    first: int
    last: int
    left: int
    right: int


@dataclass(frozen=True)
class Page:
    """What all figures of a document share.

    Attributes:
        tokens: of the text; figures and years are one token each.
        sentences: in order.
        spans: tokens of each sentence, the second index one behind.
        figures: mentions whose metric, part and area are chosen, in order.
        areas: area names in order.
        n_areas: how often running text names each area; a name that is a whole line (a heading, a choice of language) does not count.
        part_keys: words of the parts that the document lists.
        title: words of the first title; `title_areas`: areas that it names.
        market: words of the document's market.
        n_words: how often the text has each token.
    """

    parsed: ParsedDocument
    context: Context
    tokens: Tokens
    sentences: tuple[Sentence, ...]
    spans: tuple[tuple[int, int], ...]
    figures: tuple[PlacedFigure, ...]
    areas: tuple[AreaMark, ...]
    n_areas: Counter[str]
    part_keys: frozenset[frozenset[str]]
    title: frozenset[str]
    title_areas: frozenset[str]
    market: frozenset[str]
    n_words: Counter[str]

    def areas_between(self, start: int, end: int) -> tuple[AreaMark, ...]:
        """Areas whose names begin within a span."""
        starts = self._area_starts
        return self.areas[bisect_left(starts, start) : bisect_left(starts, end)]

    @cached_property
    def often_named(self) -> tuple[Area, ...]:
        """The areas that the text names most often, at most three."""
        by_name = {mark.area.name: mark.area for mark in self.areas}
        return tuple(by_name[name] for name, _ in self.n_areas.most_common(_OFTEN))

    @cached_property
    def first_named(self) -> Area | None:
        """The first area that running text names."""
        return next((mark.area for mark in self.areas if self.n_areas[mark.area.name]), None)

    @cached_property
    def names_world(self) -> bool:
        """Whether the text names the whole world."""
        return any(mark.area.code == WORLD_CODE for mark in self.areas)

    @cached_property
    def _area_starts(self) -> tuple[int, ...]:
        return tuple(mark.start for mark in self.areas)


def page_of(
    parsed: ParsedDocument,
    sentences: Sequence[Sentence],
    context: Context,
    scenes: Sequence[Scene],
    mentions: Sequence[Mention],
) -> Page:
    """Lays a page out.

    Args:
        parsed: the document.
        sentences: its sentences, in order.
        context: its own facts.
        scenes: the sentences with figures.
        mentions: as the rules read them.
    """
    text = parsed.text
    areas = area_marks(text, 0, len(text))
    spans = [(q.start, q.end, FIGURE) for scene in scenes for q in scene.live]
    spans += [(mark.start, mark.end, YEAR) for scene in scenes for mark in scene.marks]
    tokens = with_spans(tokens_of(text, context.grammar.language), spans)
    tokens = marked(tokens, [(mark.start, mark.end) for mark in areas], AREA)
    titles = titles_of(text, parsed.blocks)
    title = titles[0][1].split("\n")[0] if titles else ""
    return Page(
        parsed=parsed,
        context=context,
        tokens=tokens,
        sentences=tuple(sentences),
        spans=tuple(tokens.between(s.start, s.end) for s in sentences),
        figures=_figures(tokens, sentences, scenes, mentions),
        areas=areas,
        n_areas=Counter(mark.area.name for mark in areas if not _is_whole_line(text, mark)),
        part_keys=frozenset(part.words for part in context.parts if part.words),
        title=part_words(title),
        title_areas=frozenset(mark.area.name for mark in area_marks(title, 0, len(title))),
        market=part_words(context.market or ""),
        n_words=Counter(tokens.low),
    )


def _is_whole_line(text: str, mark: AreaMark) -> bool:
    start, end = text.rfind("\n", 0, mark.start) + 1, text.find("\n", mark.end)
    return text[start : end if end >= 0 else len(text)].strip() == text[mark.start : mark.end]


def _figures(
    tokens: Tokens, sentences: Sequence[Sentence], scenes: Sequence[Scene], mentions: Sequence[Mention]
) -> tuple[PlacedFigure, ...]:
    at = {(q.start, q.end): (scene, number) for scene in scenes for number, q in enumerate(scene.live)}
    sentence_at = {s.end: number for number, s in enumerate(sentences)}  # a list number may be cut off its start
    figures = []
    for mention in sorted(mentions, key=lambda m: (m.char_start, m.char_end)):
        place = at.get((mention.char_start, mention.char_end))
        if place is None or mention.metric not in METRICS:
            continue
        scene, number = place
        quantity = scene.live[number]
        first, last = tokens.between(scene.sentence.start, scene.sentence.end)
        left, right = tokens.between(quantity.hedge_start, quantity.end)
        figures.append(
            PlacedFigure(mention, scene, quantity, number, sentence_at[scene.sentence.end], first, last, left, right)
        )
    return tuple(figures)
