"""A labelled text as the model sees it, with the right answers of each figure. Nothing here is learnt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tokenizers import Tokenizer

from corpus.judge import area_key, same_market
from corpus.labels import Label, LabelledText
from sources.extract.document.context import context_of
from sources.extract.join.both import PageFacts, page_facts
from sources.extract.model.heads import ASSERTIONS, METRICS, PRICE_BASES, TIMES, VALUE_BASES
from sources.extract.scan.figure import Figure
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import Scan, scan
from sources.extract.window.sight import Sight
from sources.extract.window.view import View, view_of
from sources.grammar.areas import Area

_CLOSE = 1e-6  # of a value, for sums of binary fractions


@dataclass
class Answers:
    """What is right of one figure. Places are places in its sight; what is left out is not judged.

    Attributes:
        years: pointer → right places, and whether NONE is right.
        spans: pointer → right first and last places, whether NONE (for areas WORLD) is right, and whether PAGE is.
    """

    metric: list[int] | None = None
    forecast: int | None = None
    falls: int | None = None
    assertion: int | None = None
    value_basis: int | None = None
    price_basis: int | None = None
    times: dict[str, tuple[list[int], bool]] = field(default_factory=dict)
    spans: dict[str, tuple[list[tuple[int, int]], bool, bool]] = field(default_factory=dict)


@dataclass
class Example:
    """One text; `sights`, `answers` and `labels` are those of each figure."""

    name: str
    language: str
    text: str
    figures: tuple[Figure, ...]
    sources: tuple[tuple[int, int], ...]  # spans of the figures in the canonical text
    facts: PageFacts
    view: View
    answers: tuple[Answers, ...]
    labels: tuple[Label | None, ...]


def example_of(text: LabelledText, tokenizer: Tokenizer) -> Example:
    """Lays out a text and finds the right answers of its figures."""
    scanned = scan(text.document)
    facts = page_facts(context_of(scanned))
    view = view_of(scanned, facts.lines, tokenizer)
    shown = scanned.shown
    sources = tuple(shown.in_source(f.start, f.end) if shown else (f.start, f.end) for f in scanned.figures)
    answers, labels = [], []
    for figure, source, sight in zip(scanned.figures, sources, view.sights, strict=True):
        near = [one for one in text.labels if one.char_start < source[1] and source[0] < one.char_end]
        label = next((one for one in near if _is_value(figure, one)), None)
        answers.append(
            _answers(label, sight, view, facts, scanned) if label else Answers(None if near else [METRICS.index(None)])
        )
        labels.append(label)
    return Example(
        text.name,
        scanned.language,
        scanned.parsed.text,
        scanned.figures,
        sources,
        facts,
        view,
        tuple(answers),
        tuple(labels),
    )


def _answers(label: Label, sight: Sight, view: View, facts: PageFacts, scanned: Scan) -> Answers:
    metric = label.metrics[0]
    answers = Answers([METRICS.index(m) for m in label.metrics if m in METRICS])
    answers.assertion = ASSERTIONS.index(label.assertion or "asserted")
    place_of = {int(piece): place for place, piece in enumerate(sight.pieces.tolist())}
    text = scanned.parsed.text
    if label.subject or not {"other_numeric", "impact_on_cagr"} & set(label.metrics):
        answers.spans["subject"] = (_places(text, view, place_of, [label.subject]), label.subject is None, False)
    if set(label.metrics) == {"other_numeric"}:
        return answers
    answers.value_basis = VALUE_BASES.index(label.value_basis) if label.value_basis in VALUE_BASES else None
    # "constant-2015": which year's money is read from the text by its own words.
    answers.price_basis = PRICE_BASES.index(label.price_basis.partition("-")[0] if label.price_basis else None)
    if len(label.statuses) == 1 and label.statuses[0] in ("historical", "forecast"):
        answers.forecast = int(label.statuses[0] == "forecast")
    if metric in ("growth_rate", "cagr"):
        answers.falls = int(label.value < 0)
    for name, accepted in zip(TIMES, (label.years, label.period_starts, label.period_ends), strict=True):
        if accepted:
            right = [
                place_of[p] for p, mark in view.times.items() if p in place_of and year_of(mark.value, name) in accepted
            ]
            answers.times[name] = (right, None in accepted)
    keys = {area_key(a) for a in label.areas}
    marked = [
        (place_of[p], place_of[last])
        for p, mark in view.areas.items()
        if isinstance(mark.value, Area) and area_key(mark.value.name) in keys and p in place_of
        if (last := view.pieces.within(mark.start, mark.end).stop - 1) in place_of
    ]
    named = sorted({*marked, *_places(text, view, place_of, label.areas)})
    answers.spans["area"] = (named, "global" in keys, area_key(facts.page.area.name) in keys)
    none = None in label.segments or not label.segments
    answers.spans["segment"] = (_places(text, view, place_of, label.segments), none, False)
    market = facts.page.market
    page = market is not None and any(same_market(name, market) for name in label.markets)
    answers.spans["market"] = (_places(text, view, place_of, label.markets), False, page)
    answers.spans["speaker"] = (_places(text, view, place_of, label.speakers), False, not label.speakers)
    return answers


def year_of(value: object, pointer: str) -> int | None:
    """The year that a pointer takes from a time: a start takes the first of a span, the others its last."""
    assert isinstance(value, Period)
    return value.first if pointer == "start" else value.last


def _is_value(figure: Figure, label: Label) -> bool:
    """Only the size counts: the sign is an answer."""
    ends = (figure.value, figure.value_high) if figure.value_high is not None else (figure.value,)
    return any(abs(abs(float(v)) - abs(label.value)) <= _CLOSE * max(1.0, abs(label.value)) for v in ends)


def _places(text: str, view: View, place_of: dict[int, int], names: Iterable[str | None]) -> list[tuple[int, int]]:
    """Where the accepted names stand in sight, in any case."""
    low = text.lower()
    low = low if len(low) == len(text) else text
    out = set()
    for name in names:
        words = (name or "").lower().strip()
        at = low.find(words) if words else -1
        while at >= 0:
            end = at + len(words)
            if not _is_within_word(low, at) and not _is_within_word(low, end):
                own = view.pieces.within(at, end)
                if len(own) and own.start in place_of and own.stop - 1 in place_of:
                    out.add((place_of[own.start], place_of[own.stop - 1]))
            at = low.find(words, at + 1)
    return sorted(out)


_CJK = "\u2e80"  # scripts from here on write words without blanks between them


def _is_within_word(text: str, at: int) -> bool:
    before, behind = text[at - 1 : at], text[at : at + 1]
    return before.isalpha() and behind.isalpha() and before < _CJK and behind < _CJK
