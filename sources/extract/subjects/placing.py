"""Where a figure belongs: its market, its part of it, its area, and the topic of a figure that has none."""

from __future__ import annotations

import re

from sources.extract.markets.market_phrases import market_phrases
from sources.extract.markets.markets import market_marks
from sources.extract.names.firm_names import is_firm
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import area_subject, areas_around
from sources.extract.phrases.clauses import Clause
from sources.extract.scan.figure import Figure
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import Scene
from sources.extract.subjects.clause_areas import area_without_preposition
from sources.extract.subjects.introductions import introduced
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import WORLD, Area, area_marks, area_of_adjective
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Metric

_WORDS = pattern_words("subjects")
_LISTS = word_lists("subjects")

_WORLDWIDE = re.compile(rf"{_WORDS['worldwide_words']}\b", re.IGNORECASE)
_IS_BESIDE = re.compile(
    rf"\s(?:{_WORDS['place_prepositions']}|{_WORDS['place_prepositions_mul']})\s(?:(?:the|{_WORDS['place_articles_mul']})\s)?"
)
_POSSESSIVE = re.compile(r"(?:the\s)?(?P<area>.+?)(?:['’]s)\s")
_BUSINESS_OF = re.compile(
    rf"\b{_WORDS['business_nouns']}\s{_WORDS['worth_words']}\s(?:{_WORDS['worth_hedges']}\s)?(?:{_WORDS['worth_currencies']}|[$€£₹¥])"
)
_COMPANY_LIKE = re.compile(r"[A-Z]\w+(?:\s[A-Z]\w+)*$")
_NOUN_ENDS = frozenset(_LISTS["after_nouns"])


def area_of(scene: Scene, q: Figure, clause: Clause, subject: Subject | None, metric: Metric) -> Area:
    """The area a figure is about: subject, its row's geography, the clause, the introduction, behind it, the document."""
    if scene.cell and scene.cell.area:
        return scene.cell.area
    if scene.cell is None and (beside := area_without_preposition(scene, q, clause, metric)):
        return beside
    if subject and subject.area:
        return subject.area
    if scene.grammar.is_cjk:  # the subject or nothing: there are no prepositions to decide by
        return scene.context.area
    text = scene.text
    stop = next((o.start for o in scene.live if o.start >= q.end), scene.sentence.end)
    before, behind = areas_around(text, clause, q.start, q.end, scene.sentence.end, stop, scene.grammar)
    if before and not (behind and _IS_BESIDE.fullmatch(text, q.end, behind.start)):
        return before.area
    if scene.label and scene.label[0]:
        named = [
            m
            for m in area_marks(scene.label[0], 0, len(scene.label[0]))
            if re.search(r"\b(?:in|of|for)\s(?:the\s)?$", scene.label[0][: m.start])
        ]
        if named:
            return named[-1].area
    for piece in clause.intro.split("; "):
        if _WORLDWIDE.match(piece):
            return WORLD
        intro = introduced(piece, scene.context)
        if intro and intro.area:
            return intro.area
    if behind and _IS_BESIDE.fullmatch(text, q.end, behind.start):
        return behind.area
    if behind and metric != "other_numeric" and not re.search(r"[,;]\s|\n", text[q.end : behind.start]):
        return behind.area
    owner = _POSSESSIVE.match(clause.subject) if clause.subject else None
    return (area_subject(owner["area"]) if owner else None) or scene.context.area


def market_of(scene: Scene, clause: Clause, subject: Subject | None) -> str | None:
    """The market that the sentence, or the caption of the figure's table, speaks of by name, else the document's own."""
    if subject and subject.market:
        return subject.market
    market_words = market_key(scene.context.market or "")
    if scene.cell and (captioned := _captioned_market(scene, market_words)):
        return captioned
    if market_words and subject and subject.market is not None:
        for mark in market_marks(scene.text, scene.sentence.start, scene.sentence.end):
            key = market_key(mark.name)
            if key and not key & market_words and mark.start <= clause.start + 60:
                return mark.name
    return scene.context.market


def _captioned_market(scene: Scene, market_words: frozenset[str]) -> str | None:
    """The one market that the lines above a table name, where it is another than the document's, and no part of it by its name."""
    facts = None if scene.block.table is None else scene.context.tables.get(scene.block.table)
    for line in facts.lines if facts else ():
        marks = market_phrases(line, 0, len(line), scene.grammar) or market_marks(line, 0, len(line))
        names = {market_key(mark.name): mark.name for mark in marks}
        if len(names) == 1:
            ((key, name),) = names.items()
            return name if key and not key <= market_words and not market_words <= key else None
    return None


def part_of_market(
    scene: Scene, clause: Clause, subject: Subject | None, metric: Metric, memory: Memory
) -> tuple[str | None, str | None, str | None]:
    """Segment, dimension and topic of a figure.

    A listed member is a segment for every metric but other_numeric; an unlisted phrase only for what parts have
    (shares, growth), or once it has carried one of those. What is no segment is the topic.
    """
    if metric == "impact_on_cagr":
        return None, None, scene.block.row_label or (subject.text if subject else None)
    if subject is None:
        return None, None, None
    if subject.company:
        owner = _POSSESSIVE.match(subject.text)  # "Sony's share": whose it is stays with the figure, though no part is
        return None, None, owner["area"] if owner else subject.text
    topic = None if subject.generic else subject.text
    segment, dimension = subject.segment, subject.dimension
    if metric in ("other_numeric", "margin", "price"):
        if metric == "other_numeric" or not subject.known:
            return None, None, topic
    else:
        topic = None
    is_unasked = scene.cell is not None or scene.listing is not None or scene.is_wide  # as_firm asks for the others
    if segment and is_unasked and not subject.known and is_firm(scene.text, segment, scene.words, scene.grammar):
        return None, None, segment
    if segment and not subject.known and scene.grammar.language == "en" and is_proper(scene.text, segment):
        return None, None, segment
    if segment and not subject.known and segment[0].isupper() and _is_among_firms(scene, segment):
        return None, None, segment
    if segment and metric == "market_size" and _BUSINESS_OF.search(clause_words(scene, clause)):
        return None, None, segment
    listed = scene.grammar.is_non_english and scene.block.kind == "list_item" and scene.label is not None
    if (
        segment
        and not listed
        and not subject.known
        and segment not in memory.parts
        and not (
            _has_parts_metric(scene, metric, segment)
            or (metric == "market_size" and _USED.match(subject.text, len(segment)))
        )
    ):
        return None, None, segment
    if segment and not dimension:
        dimension = (scene.cell.dimension if scene.cell else None) or _capitalised(clause.dimension)
    return segment, dimension, topic


_FIRMS = re.compile(
    rf"\b(?:{_WORDS['firm_nouns']}|competit\w+)\b",
    re.IGNORECASE,
)


def _is_among_firms(scene: Scene, name: str) -> bool:
    """A capitalised name under a heading such as "Vendors", never printed in lower case: a firm."""
    heading = scene.context.headings.get(scene.sentence.block, "")
    return len(heading) < 60 and bool(_FIRMS.search(heading)) and name.lower() not in scene.text


def clause_words(scene: Scene, clause: Clause) -> str:
    """The words from a clause's beginning to the sentence's end."""
    return scene.text[clause.start : scene.sentence.end]


def _has_parts_metric(scene: Scene, metric: Metric, segment: str) -> bool:
    if metric in ("share", "cagr", "growth_rate"):
        return True
    if scene.is_wide:
        return metric in ("market_size", "volume")
    if metric == "volume" and scene.grammar.pattern("metrics.volume").search(segment):
        return False
    return metric in ("market_size", "volume") and (
        not _COMPANY_LIKE.match(segment)
        or scene.grammar.language == "de"  # every noun has a capital; firms are recognised by `firm_names`
        or _is_common(scene.text, segment)
        or segment.lower() in scene.grammar.phrases("common_names")
        or area_of_adjective(segment) is not None  # "Greek types"
    )


def is_proper(text: str, name: str) -> bool:
    """A capitalised English name that is capitalised within a sentence as well, and never printed in lower case: a firm."""
    if not name[0].isupper() or not name.isalpha() or name.lower() in text:
        return False
    led = re.compile(rf"\b{_WORDS['firm_leads']} {re.escape(name)}\b")
    return bool(led.search(text, 0, _READ))


_READ = 60_000  # characters: what a name is shows early


_USED = re.compile(rf"\s{_WORDS['use_nouns']}\b")


def _is_common(text: str, name: str) -> bool:
    """A capitalised name that is a common noun: a plural, or printed in lower case elsewhere."""
    return name.endswith("s") or name.lower() in text


def _capitalised(name: str | None) -> str | None:
    return name[:1].upper() + name[1:] if name else None


def unit_of(scene: Scene, q: Figure, metric: Metric) -> str | None:
    """Currency, percent, a measured unit, or the noun that is counted."""
    if metric == "impact_on_cagr":
        return "percentage points"
    if metric == "market_size" and q.kind == "count" and q.scaled and not q.noun:
        return _only_currency(scene)
    if q.unit or q.kind != "count" or not q.noun:
        return q.unit
    if m := scene.grammar.pattern("measured_units").match(q.noun):
        return m.group()
    words: list[str] = []
    for word in q.noun.split():
        if word.lower() in _NOUN_ENDS or len(words) == 4:
            break
        words.append(word.strip(".,"))
        if words[-1].endswith("s") and len(words) <= 3:
            break
    if metric == "volume" and len(words) == 1 and _ACRONYMS.fullmatch(words[0]):
        return words[0][:-1]
    return " ".join(words) or None


def _only_currency(scene: Scene) -> str | None:
    """The currency of the sentence's other amounts, where they have one: "stood at 31 billion and will touch USD 90 billion"."""
    printed = {q.unit for q in scene.live if q.kind == "money"} or {scene.context.currency}
    return printed.pop() if len(printed) == 1 else None


_ACRONYMS = re.compile(r"[A-Z]{2,}s")  # "24 million TEUs"
