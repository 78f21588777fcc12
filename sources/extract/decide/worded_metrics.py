"""Metrics with words of their own: a figure that follows such words has that metric, whatever was read before.

Belongs here: the words of `sources/metrics.yml`. Metrics that rules and chooser know have none and are not touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, cast

from sources.extract.rule_names import WORDED
from sources.extract.text.sentences import Sentence
from sources.metrics import FigureKind, MetricFacts
from sources.records import Mention, Metric, ParsedDocument

_Worded: TypeAlias = tuple[MetricFacts, re.Pattern[str]]
_ALWAYS_READ = "en"  # English is read beneath every language
_CODE = re.compile("[A-Z]{3}")
_LETTER = re.compile(r"[^\W\d_぀-ヿ㐀-鿿가-힣]")  # of scripts that part words by blanks


def with_worded_metrics(
    mentions: Sequence[Mention],
    parsed: ParsedDocument,
    sentences: Iterable[Sentence],
    language: str,
    known: Sequence[MetricFacts],
) -> list[Mention]:
    """The mentions of a document, those behind a metric's own words as mentions of that metric.

    The words stand before the figure in its sentence, or in the headers or the label of its cell, and no figure of the same
    kind stands between. The kind of the figure is one that can state the metric. The longest words win.

    Args:
        mentions: as chosen, in order.
        parsed: the document.
        sentences: its sentences, in order.
        language: of the document; English words are read as well.
        known: all metrics.
    """
    patterns = _patterns(known, language)
    if not patterns:
        return list(mentions)
    renamed: dict[int, Mention] = {}
    for sentence in sentences:
        since: dict[FigureKind, int] = {}
        inside = [(i, m) for i, m in enumerate(mentions) if sentence.start <= m.char_start < sentence.end]
        for index, m in inside:
            kind = _kind(m)
            before = parsed.text[since.get(kind, sentence.start) : m.char_start]
            since[kind] = m.char_end
            metric = _metric_behind(f"{_above(parsed, sentence)}\n{before}", kind, patterns)
            if metric is not None and metric.name != m.metric:
                renamed[index] = _as(m, metric)
    return [renamed.get(index, m) for index, m in enumerate(mentions)]


def _as(m: Mention, metric: MetricFacts) -> Mention:
    unit_per = m.unit_per if metric.is_per_noun else None
    return replace(m, metric=cast("Metric", metric.name), unit_per=unit_per, rule=WORDED)


def _above(parsed: ParsedDocument, sentence: Sentence) -> str:
    block = parsed.blocks[sentence.block]
    return "\n".join((*block.header_path, *block.row_labels))


def _kind(m: Mention) -> FigureKind:
    if m.unit == "percent":
        return "percent"
    if m.unit == "percentage points":
        return "points"
    return "money" if m.unit and _CODE.fullmatch(m.unit) else "count"


def _metric_behind(words: str, kind: FigureKind, patterns: Sequence[_Worded]) -> MetricFacts | None:
    met = [
        (len(match[0]), facts)
        for facts, pattern in patterns
        if kind in facts.figures
        for match in pattern.finditer(words)
    ]
    return max(met, key=lambda one: one[0])[1] if met else None


def _patterns(known: Sequence[MetricFacts], language: str) -> tuple[_Worded, ...]:
    phrases = {facts.name: "|".join(_phrases(facts, language)) for facts in known}
    return tuple((facts, re.compile(phrases[facts.name], re.IGNORECASE)) for facts in known if phrases[facts.name])


def _phrases(facts: MetricFacts, language: str) -> Iterator[str]:
    for code in dict.fromkeys((language, _ALWAYS_READ)):
        for phrase in sorted(facts.words.get(code, ()), key=len, reverse=True):
            before = r"(?<!\w)" if _LETTER.match(phrase) else ""
            behind = r"(?!\w)" if _LETTER.match(phrase[-1]) else ""
            yield before + r"\s+".join(map(re.escape, phrase.split())) + behind
