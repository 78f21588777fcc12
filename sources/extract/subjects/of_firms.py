"""Figures of firms: revenue, growth and shipments of a firm are no figures of the market; its market share is one."""

from __future__ import annotations

import re
from dataclasses import replace

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.names.firm_names import is_firm
from sources.extract.parts.named_subjects import Subject
from sources.extract.scenes.scene import Scene
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("subjects")

_OWN = {
    "market_size": Reading("other_numeric", "money.of_company"),
    "growth_rate": Reading("other_numeric", "percent.of_company"),
    "cagr": Reading("other_numeric", "percent.of_company"),
    "volume": Reading("other_numeric", "count.of_company"),
}
# "Samsung expects the market to reach", "X estimates": a firm may speak of the market as well.
_MARKET = re.compile(rf"\b{_WORDS['market_nouns']}\b", re.IGNORECASE)


def as_firm(scene: Scene, subject: Subject | None) -> Subject | None:
    """The subject as a firm where its unlisted name is one; None where it is none."""
    if subject is None or not subject.segment or subject.known or scene.cell or scene.listing or scene.is_wide:
        return None
    if not is_firm(scene.text, subject.segment, scene.words, scene.grammar):
        return None
    return replace(subject, text=subject.segment, segment=None, company=True)


def of_firm(reading: Reading, around: Surroundings) -> Reading:
    """What a figure measures whose subject is a firm."""
    if _MARKET.search(around.clause):
        return reading
    return _OWN.get(reading.metric, reading)
