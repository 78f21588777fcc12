"""Subjects set before a sentence begins its own: "In Europe, ...", the label before a colon, the heading above.

Whether a figure is said of them is decided in `subjects`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from sources.extract.document.context import Context
from sources.extract.names.phrase_subjects import subject_in
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.phrases.non_english_phrases import adjective_area, non_english_phrase
from sources.extract.scan.figure import Figure
from sources.extract.scan.headings import SECTION
from sources.extract.scenes.memory import Memory
from sources.extract.scenes.scene import Scene
from sources.extract.text.name_keys import market_key
from sources.grammar.areas import WORLD_CODE, area_marks
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("subjects")

_THE_SEGMENT = re.compile(rf"(?:the|this)\s{_WORDS['pointing_parts']}\b", re.IGNORECASE)
_HEADING_LEAD = re.compile(r"^(?:[0-9.]+\s+)?(?:By\s[\w ]+:\s)?")
_WITHIN = re.compile(
    rf"(?i:{_WORDS['introducing_prepositions']}|{_WORDS['introducing_prepositions_mul']})\s(?P<rest>.+)$"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_OF_METRIC = re.compile(rf"\s(?:{_WORDS['metric_openers']}\s)?{_WORDS['metric_nouns']}$", re.IGNORECASE)
_LEVEL = re.compile(
    rf"\b{_WORDS['level_nouns_mul']}\b",
    re.IGNORECASE,
)


def introduced(intro: str, context: Context) -> Subject | None:
    """The area or segment of an introduction: "In Europe", "For the AI processor segment"."""
    if context.grammar.is_non_english and _LEVEL.search(intro) and (level := adjective_area(intro)):
        return Subject(intro, area=level)
    match = _WITHIN.match(intro)
    if not match or _YEAR.search(intro):
        return None
    rest = match["rest"].split(",")[0]
    if context.grammar.is_non_english:
        marks = area_marks(rest, 0, len(rest))
        if marks and not non_english_phrase(rest[: marks[0].start], context.grammar):
            return Subject(rest, area=marks[0].area)
    if area := area_subject(rest):
        return Subject(rest, area=area)
    subject = subject_in(rest, context)
    return (
        subject if subject.known or (subject.segment and re.search(rf"\b{_WORDS['segment_nouns']}\b", rest)) else None
    )


def labelled(scene: Scene, q: Figure) -> list[Subject]:
    """The subject in the label before the sentence, or in the line above it, where that is a name."""
    label = scene.above or (scene.label[0] if scene.label and scene.label[1] <= q.start else "")
    if not label or scene.grammar.pattern("metrics.cagr").search(label):
        return []
    if scene.label and label == scene.label[0] and scene.text.count(f"\n{label}:") >= _TURNS:
        return []  # the person who answers in an interview
    if scene.sentence.block == 0 and not scene.above:
        market_words = market_key(scene.context.market or "")
        return [Subject(label, market="")] if market_words & market_key(label) else []
    named = subject_in(_OF_METRIC.sub("", label), scene.context)
    is_name = named.area or named.known or named.market is not None
    is_plain = not scene.above and not named.generic and len(label.split()) <= 7
    return [named] if is_name or is_plain else []


_TURNS = 3


def headed(scene: Scene, memory: Memory, chain: list[Subject]) -> list[Subject]:
    """The heading, where it is a listed name or the sentence says "this segment" under it."""
    heading = _HEADING_LEAD.sub("", scene.context.headings.get(scene.sentence.block, ""))
    if not heading:
        return []
    named = subject_in(heading, scene.context)
    marks = area_marks(heading, 0, len(heading))
    if named.market is not None and len(marks) == 1 and marks[0].start == 0 and marks[0].area.code != WORLD_CODE:
        named = Subject(heading, area=marks[0].area)
    says_segment = bool(chain and _THE_SEGMENT.match(chain[0].text)) and len(heading.split()) <= 6
    memory.headed = memory.headed or (says_segment and bool(named.segment or named.known))
    if scene.sentence.block in scene.context.dimensions and named.segment and not SECTION.search(heading):
        return [replace(named, dimension=named.dimension or scene.context.dimensions[scene.sentence.block])]
    alike = memory.headed and len(heading.split()) <= 4 and not SECTION.search(heading)
    is_part = named.segment and (says_segment or alike or named.segment in memory.parts)
    return [named] if named.known or named.area or is_part else []
