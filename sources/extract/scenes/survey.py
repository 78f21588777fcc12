"""The scene of a sentence, without the numbers that are no figures. Its quantities are found in `sentence_quantities`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.document.context import Context
from sources.extract.figures.beyond_range import BEYOND_RANGE, is_beyond_range
from sources.extract.figures.decoys import address_spans, decoy_rule
from sources.extract.phrases.clauses import label_of
from sources.extract.scan.figure import Figure
from sources.extract.scan.scan import Found, Scan
from sources.extract.scan.years import year_marks
from sources.extract.scenes.scene import Scene
from sources.extract.scenes.sentence_quantities import quantities_of
from sources.extract.scenes.tables import cell_decoy
from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.records import Block, Rejection

_WORDS = pattern_words("scenes")

_NO_DIGITS = re.compile(r"[^0-9]+")


def survey(
    page: Scan,
    found: Found,
    context: Context,
    bounds: Sequence[tuple[int, int]],
    before: Sentence | None = None,
) -> tuple[Scene, list[Rejection]]:
    """Find a sentence's quantities and set aside the tokens that are no figures.

    Args:
        page: the document's scan.
        found: the sentence.
        context: the document's own facts.
        bounds: spans of segment names that hold numbers.
        before: the sentence before, which may be the label of a bare value.

    Returns:
        The scene, and a rejection for each year, list number and decoy.
    """
    parsed, sentence, g = page.parsed, found.printed.sentence, context.grammar
    text = parsed.text
    seen = quantities_of(page, found, context)
    cell, figures, rejections = seen.cell, seen.figures, [*found.printed.aside, *seen.unknown]
    start, end, block = sentence.start, sentence.end, parsed.blocks[sentence.block]
    addresses = address_spans(text, start, end)
    near = [b for b in bounds if b[0] < end and start < b[1]] if figures else []
    live = []
    for q in figures:
        rule = (cell_decoy(q, cell) if cell else None) or decoy_rule(
            text, q, start, end, block, addresses, [*near, *_part_span(text, q, context)], g
        )
        rule = rule or (BEYOND_RANGE if is_beyond_range(q.value, q.value_high) else None)
        if rule:
            rejections.append(rejection(text, q, rule))
        else:
            live.append(q)
    opens = sentence.first and block.kind in ("list_item", "paragraph", "heading")
    label = _after_dateline(text, block) or label_of(text, block.char_start, block.char_end, g) if opens else None
    above = _label_above(text, live, sentence, before, g) if live and before and not cell and not label else ""
    return Scene(
        parsed, context, sentence, block, tuple(found.printed.years), tuple(live), label, cell, above
    ), rejections


# "MUMBAI, 18 August 2025: ", "HAMBURG - ": where a news text was written.
_DATELINE = re.compile(
    r"\s*(?:[A-ZÀ-Þ]{4}[A-ZÀ-Þ .,-]{0,30}\s?[-–—]{1,2}|(?:[A-ZÀ-Þ][\w.-]+[ ,]{1,2}){1,4}(?:[0-9]{1,2}\.?\s)?(?:[A-Z][a-zà-ÿ]{2,9}\.?\s)?(?:[0-9]{1,2},?\s)?(?:19|20)[0-9]{2}(?:\s?\([^)]{2,30}\)|\s?/[^/\s]{2,30}/)?\s?(?:[-–—]{1,2}|:))\s+(?=\S)"
)


def _after_dateline(text: str, block: Block) -> tuple[str, int] | None:
    match = _DATELINE.match(text, block.char_start, min(block.char_end, block.char_start + 90))
    for mark in year_marks(text, block.char_start, min(block.char_end, block.char_start + 60)) if match is None else ():
        behind = _DASH.match(text, mark.end)
        if mark.kind == "date" and behind and _PLACE.fullmatch(text[block.char_start : mark.start]):
            return ("", behind.end())
    return ("", match.end()) if match else None


_DASH = re.compile(r"\s?(?:\([^()]{2,30}\))?\s?\.?\s?[-–—]{1,2}\s+(?=\S)|\s?[.:]\s+(?=\S)")
_PLACE = re.compile(rf"\s*[A-ZÀ-Þ][\w’'.-]*(?:[ /][\w’'.-]+){{0,3}},?\s(?:{_WORDS['date_articles_mul']}\s)?")

_BARE_LEAD = re.compile(rf"[\s*•·\-–—|:~≈]*(?:{_WORDS['bare_hedges']}\s)?$", re.IGNORECASE)
_LONGEST_LABEL = 70


def _label_above(text: str, live: list[Figure], sentence: Sentence, before: Sentence, g: Grammar) -> str:
    """ "Market size in 2025" on a line of its own, above a line that opens with the value or lists names and values."""
    listed = len(live) > 2 and not g.pattern("subject_verbs").search(text, sentence.start, sentence.end)
    if not listed and not _BARE_LEAD.fullmatch(text[sentence.start : live[0].start]):
        return ""
    words = text[before.start : before.end].strip(" \n*•|:")
    gap = text[before.end : sentence.start].strip()
    short = 2 < len(words) <= _LONGEST_LABEL and words[-1] not in ".!;,"
    return (
        words
        if short and not gap and not re.search(r"[0-9]", re.sub(r"(?:19|20)[0-9]{2}|['’][0-9]{2}\b", "", words))
        else ""
    )


def rejection(text: str, q: Figure, rule: str) -> Rejection:
    """A quantity set aside by a named rule."""
    first, last = q.numerals[0][0], q.numerals[-1][1]
    return Rejection(first, last, text[first:last], rule)


def _part_span(text: str, q: Figure, context: Context) -> list[tuple[int, int]]:
    """The number's own span where it is part of a listed member's name ("above 16,384 units")."""
    if q.kind != "count" or not context.part_digits:
        return []
    span = (q.numerals[0][0], q.numerals[-1][1])
    digits = _NO_DIGITS.sub("", text[span[0] : span[1]])
    return [span] if len(digits) > 1 and any(digits in other for other in context.part_digits) else []
