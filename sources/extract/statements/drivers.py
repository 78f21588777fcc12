"""Drivers and restraints of a document's market, gathered from tables, lists and prose, and the caveat that impacts do not add up.

Each form is read in `driver_tables`, `driver_lists` and `driver_phrases`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sources.extract.statements.driver_lists import drivers_in_lists
from sources.extract.statements.driver_phrases import drivers_in_prose
from sources.extract.statements.driver_roles import driver_at, role_of
from sources.extract.statements.driver_tables import drivers_in_tables
from sources.extract.text.search_text import SearchText
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.records import Block, Driver, DriverRole, Fact

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_NOT = re.compile(rf"\b{_ANY['negation_words']}\b", re.IGNORECASE)
_IMPACT = re.compile(rf"\b{_WORDS['impact_nouns']}\b", re.IGNORECASE)
ADDITIVE = lists_of_languages("statements")["additive_phrases"]


def drivers_of(
    search: SearchText, blocks: Sequence[Block], market: str | None, grammar: Grammar
) -> tuple[tuple[Driver, ...], tuple[Fact, ...]]:
    """Every place that names a driver, restraint, opportunity, trend, requirement or factor, and the caveats on impacts.

    Args:
        search: the document's text.
        blocks: its blocks.
        market: the market they drive.
        grammar: the document's words.

    Returns:
        Drivers in order of the text, each span once (tables before lists before prose), and facts `impact_caveat`.
    """
    text = search.text
    tabled = list(drivers_in_tables(text, blocks, market, grammar))
    found = [*tabled, *drivers_in_lists(text, blocks, market, grammar)]
    found += drivers_in_prose(search, market, grammar.language, tuple(_sections(text, blocks, market, grammar)))
    found += _narratives(text, blocks, tabled)
    return tuple(_disjoint(found)), tuple(_caveats(search))


def _disjoint(found: Sequence[Driver]) -> list[Driver]:
    """Mentions in order of the text; of two that overlap the one found first stays."""
    rank = {id(driver): at for at, driver in enumerate(found)}
    kept: list[Driver] = []
    for driver in sorted(found, key=lambda d: (d.char_start, rank[id(d)])):
        while kept and kept[-1].char_end > driver.char_start and rank[id(driver)] < rank[id(kept[-1])]:
            kept.pop()
        if not kept or kept[-1].char_end <= driver.char_start:
            kept.append(driver)
    return kept


def _sections(
    text: str, blocks: Sequence[Block], market: str | None, grammar: Grammar
) -> Iterator[tuple[int, int, DriverRole]]:
    role: DriverRole | None = None
    for block in blocks:
        if block.kind == "heading":
            role = role_of(text[block.char_start : block.char_end], grammar.language, market)
        elif role in ("restraint", "driver") and block.kind == "paragraph":
            yield block.char_start, block.char_end, role


def _narratives(text: str, blocks: Sequence[Block], tabled: Sequence[Driver]) -> Iterator[Driver]:
    """Headings that repeat the name of a driver in a table: the text below is about it."""
    names = {_fold(driver.name): driver for driver in tabled}
    if not names:
        return
    for block in blocks:
        if block.kind != "heading":
            continue
        driver = names.get(_fold(text[block.char_start : block.char_end]))
        again = driver and driver_at(text, block.char_start, block.char_end, driver.role, market=driver.market, segment=None, rule="driver.narrative", listing=driver.listing, position=driver.position)  # fmt: skip
        if again:
            yield again


def _fold(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def _caveats(search: SearchText) -> Iterator[Fact]:
    for cue in search.cues(ADDITIVE):
        sentence = search.sentence_at(cue.start)
        if sentence is None:
            continue
        words = search.text[sentence.start : sentence.end]
        if _NOT.search(words) and _IMPACT.search(words):
            start = sentence.start + len(words) - len(words.lstrip())
            end = sentence.start + len(words.rstrip())
            yield Fact("impact_caveat", search.text[start:end], start, end)
            return
