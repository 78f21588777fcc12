"""Values on lines of their own, with a label under or over them: "61.40 Million", then "2025 Market Size (USD)".

Finds them; a value then is read as the cell of a table whose row label is that line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sources.extract.layout.change_lines import says_change
from sources.extract.layout.header_words import is_time, names_metric
from sources.extract.scan.years import year_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import lists_of_languages, pattern_words, words_of_languages
from sources.grammar.table_words import table_pattern
from sources.grammar.unit_expressions import names_currency, unit_in
from sources.records import Block

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")
_LISTS = lists_of_languages("layout")

_LINES = ("paragraph", "heading", "list_item")
_LONGEST_VALUE, _LONGEST_LABEL = 36, 110
_NEAR_LINES, _NEAR_BLOCKS = 2, 8
_NUMBER = re.compile(r"[~≈<>+\-−–]?\s?[0-9][0-9.,\u00a0\u202f ]{0,16}")
_YEAR_NUMBER = re.compile(r"(?<![0-9])(?<![0-9][.,])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?(?:19|20)?[0-9]{2})?(?![.,]?[0-9])")
_SHORT_TIME = re.compile(
    rf"\b{_WORDS['year_signs']}\s?['’]?[0-9]{{2}}\b|\b[HQ][1-4]\b(?:\s?['’]?[0-9]{{2}}\b)?|\b[1-4][HQ](?:\s?['’]?[0-9]{{2}})?\b|['’][0-9]{{2}}\b"
)
_WORD = re.compile(r"[^\W\d_]+")
# "CAGR (2024 - 2029) 3.9 %" needs no label
_DATED_RATE = re.compile(rf"\W*{_ANY['rate_abbreviations']}\W*(?:19|20)[0-9]{{2}}")
_BY_LETTER = frozenset("mbtk")
_UNIT_LISTS = ("currency_words", "rate_words", "scale_abbreviations")
_END = re.compile(r"[.!?;:,。！？；：、]$")
SIZE_WORDS = re.compile(rf"(?<![^\W\d_]){_ANY['size_nouns']}(?![^\W\d_])|{_ANY['size_signs']}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StackedLabel:
    """What is around a value on a line of its own."""

    label: str  # the line that says what is measured
    above: str  # the line above the value where its label is below: "Leading Company"
    ends: tuple[int, int] | None = None  # first and last year of the labels around one that names none
    is_over: bool = False  # the label is the line above
    is_change: bool = False  # the value says by how much the labelled one has changed


def stacked_labels(text: str, blocks: Sequence[Block], grammar: Grammar) -> Mapping[int, StackedLabel]:
    """The values of a document whose label is the line below, by block.

    Args:
        text: canonical text.
        blocks: its blocks.
        grammar: the words that metrics and scales have.
    """
    out: dict[int, StackedLabel] = {}
    for index in range(len(blocks)):
        if card := _card(text, blocks, index, grammar):
            out[index] = card
            continue
        if not _is_value(text, blocks[index], grammar) or _DATED_RATE.match(text, blocks[index].char_start):
            if label := _label_behind(text, blocks[index], grammar) or _label_with_unit(text, blocks[index], grammar):
                out[index] = StackedLabel(label, "", is_over=True)
            continue
        below = _label(text, blocks, index + 1, grammar) if _are_near(text, blocks, index) else ""
        above = _label(text, blocks, index - 1, grammar, metric=False) if index else ""
        if index > 1 and index - 2 in out and not out[index - 2].is_over:
            above = ""  # it is the label of the value before
        over = above if above and _are_near(text, blocks, index - 1) and _has_meaning(above, grammar) else ""
        if over and (not below or _is_labelled_above(text, blocks, index, above, below, out, grammar)):
            out[index] = StackedLabel(over, "", is_over=True)
        elif below:
            out[index] = StackedLabel(below, above)
    return {index: _with_ends(index, out) for index in out}


_CARD = 2  # lines of a card between its label and its last value


def _card(text: str, blocks: Sequence[Block], index: int, g: Grammar) -> StackedLabel | None:
    """A label, its value and the change of that value on three lines, value or change first."""
    block = blocks[index]
    if index < 1 or block.kind not in _LINES or block.char_end - block.char_start > _LONGEST_VALUE:
        return None
    is_change = says_change(_words(text, block))
    if not is_change and not _is_value(text, block, g):
        return None
    before = blocks[index - 1]
    if is_change and before.kind in _LINES and _are_near(text, blocks, index - 1):
        is_figure = re.search(r"[0-9]", text[before.char_start : before.char_end]) and not _has_meaning(
            _words(text, before), g
        )
        at = index - _CARD if index >= _CARD and is_figure and not says_change(_words(text, before)) else index - 1
        label = _label(text, blocks, at, g, metric=False)
        return StackedLabel(label, "", is_over=True, is_change=True) if label and _has_meaning(label, g) else None
    if not is_change and index >= _CARD and says_change(_words(text, before)) and _are_near(text, blocks, index - 1):
        label = _label(text, blocks, index - _CARD, g, metric=False)
        taken = index > _CARD and _is_value(text, blocks[index - _CARD - 1], g) and not _has_meaning(label, g)
        return StackedLabel(label, "", is_over=True) if label and _has_meaning(label, g) and not taken else None
    return None


def _words(text: str, block: Block) -> str:
    return text[block.char_start : block.char_end].strip(" *_|")


_LEAD = re.compile(r"(?P<value>[^\n:：|–—]{1,30}?)\**\s?(?::|：|\s[-–—]\s|\s?\|\s|\t)\s?\**(?P<label>[^\n]{4,110})")


def _label_behind(text: str, block: Block, g: Grammar) -> str:
    """ "37%: Europe's share of the market": the words behind a value that opens its line."""
    start, end = block.char_start, block.char_end
    if block.kind not in ("paragraph", "list_item") or end - start > _LONGEST_LABEL + _LONGEST_VALUE:
        return ""
    while start < end and text[start] in "*_ ":
        start += 1
    match = (
        _LEAD.fullmatch(text, start, end) if text[start : start + 6].strip("$€£¥₹~≈<>+-USD ")[:1].isdigit() else None
    )
    if match is None:
        return ""
    value = replace(block, char_start=match.start("value"), char_end=match.end("value"))
    label = match["label"].strip(" *_.")
    is_plain = not re.search(r"[0-9]", _SHORT_TIME.sub("", _YEAR_NUMBER.sub("", label))) and not _END.search(label)
    return label if is_plain and _is_value(text, value, g) and _has_meaning(label, g) else ""


_FIELD = re.compile(r"(?P<label>[^\n:：]{3,90})[:：]\s?(?P<value>[+\-−–~]?\s?[0-9][0-9.,]{0,14})\s?")


def _label_with_unit(text: str, block: Block, g: Grammar) -> str:
    """ "YoY growth 2024-2025 (%): 5.1": a bare number whose label before the colon gives it its unit."""
    if block.kind not in ("paragraph", "list_item") or block.char_end - block.char_start > _LONGEST_LABEL:
        return ""
    match = _FIELD.fullmatch(text, block.char_start, block.char_end)
    if match is None or _YEAR_NUMBER.fullmatch(match["value"].strip()):
        return ""
    label = match["label"].strip(" *_")
    is_plain = not re.search(r"[0-9]", _SHORT_TIME.sub("", _YEAR_NUMBER.sub("", label)))
    return label if is_plain and _has_meaning(label, g) and unit_in(label, g.language) else ""


def _are_near(text: str, blocks: Sequence[Block], index: int) -> bool:
    """Block `index` and the next have one blank line between them at most."""
    return (
        index + 1 < len(blocks)
        and text[blocks[index].char_end : blocks[index + 1].char_start].count("\n") <= _NEAR_LINES
    )


def _with_ends(index: int, labels: Mapping[int, StackedLabel]) -> StackedLabel:
    """ "CAGR" under "Value (2024)" and "Value (2034)" runs from the one to the other."""
    label = labels[index]
    if _has_year(label.label):
        return label
    years = {
        m.first
        for at in range(index - _NEAR_BLOCKS, index + _NEAR_BLOCKS + 1)
        if at in labels
        for m in year_marks(labels[at].label, 0, len(labels[at].label))
        if m.kind == "point" and m.first
    }
    return replace(label, ends=(min(years), max(years))) if len(years) > 1 else label


def _is_labelled_above(
    text: str,
    blocks: Sequence[Block],
    index: int,
    above: str,
    below: str,
    labels: Mapping[int, StackedLabel],
    g: Grammar,
) -> bool:
    """The line above is the value's label: labels and values take turns, a label first."""
    if not _has_meaning(above, g):
        return False
    if _has_year(below) and not _has_year(above):
        return False
    if index + 2 >= len(blocks) or not _is_value(text, blocks[index + 2], g):
        return not (table_pattern("leaders").search(above) and _has_meaning(below, g))
    at = index
    while (
        at >= 2
        and (at - 2 not in labels or labels[at - 2].is_over)
        and _is_value(text, blocks[at - 2], g)
        and _label(text, blocks, at - 1, g)
    ):
        at -= 2
    return at - 2 not in labels or labels[at - 2].is_over


def _is_value(text: str, block: Block, g: Grammar) -> bool:
    """A line with one figure and nothing besides but its unit."""
    if block.kind not in _LINES or block.char_end - block.char_start > _LONGEST_VALUE:
        return False
    words = text[block.char_start : block.char_end].strip(" *_+")
    if ":" in words or "：" in words:
        return False
    words = _YEAR_NUMBER.sub(" ", words)
    if not re.search(r"[0-9]", words) or "\n" in words:
        return False
    rest, n = _NUMBER.subn(" ", words, count=2)
    if n > 1 and not re.search(r"[0-9]\s?[-–—]\s?[A-Z$€£¥₹]{0,4}\s?[0-9]", words) and not _has_cjk(words):
        return False
    if re.search(r"[0-9]", rest) and not _has_cjk(words):
        return False
    tokens = [t.lower() for t in _WORD.findall(rest)]
    known = _units(g)
    marked = bool(re.search(r"[%％$€£¥₹]", words)) or bool(names_currency(words))
    plain = [t for t in tokens if t not in known and not (len(t) == 1 and t in _BY_LETTER)]
    if plain and not all(_is_cjk_unit(t, g) for t in plain):
        return False
    return marked or bool(tokens)


def _has_cjk(words: str) -> bool:
    return any(ord(c) > 0x2E7F for c in words)


@cache
def _units(g: Grammar) -> frozenset[str]:
    counted = {w.lower() for p in ("counted_nouns", "percent") for phrase in g.phrases(p) for w in phrase.split()}
    return frozenset({*g.scales, *counted, *(word for name in _UNIT_LISTS for word in _LISTS[name])})


@cache
def _cjk_units(g: Grammar) -> tuple[str, ...]:
    words = [*(s for s in g.scales if _has_cjk(s)), *(n for n in g.phrases("counted_nouns") if _has_cjk(n))]
    return tuple(sorted({*words, *_LISTS["currency_signs"]}))


def _is_cjk_unit(token: str, g: Grammar) -> bool:
    """Whether it consists of such words; each place is looked at once, for words that hold others have many readings."""
    ends = {0}
    for at in range(len(token)):
        if at in ends:
            ends.update(at + len(word) for word in _cjk_units(g) if token.startswith(word, at))
    return bool(token) and len(token) in ends


def _label(text: str, blocks: Sequence[Block], index: int, g: Grammar, *, metric: bool = True) -> str:
    """A short line without a figure that says what is measured, or when."""
    if not 0 <= index < len(blocks):
        return ""
    block = blocks[index]
    if block.kind not in _LINES or block.char_end - block.char_start > _LONGEST_LABEL:
        return ""
    words = text[block.char_start : block.char_end].strip(" *_|")
    if len(words) < 2 or "\n" in words or _END.search(words) or _is_value(text, block, g):
        return ""
    if re.search(r"[0-9]", _SHORT_TIME.sub("", _YEAR_NUMBER.sub("", words))):
        return ""
    if not metric:
        return words
    return words if _has_meaning(words, g) or is_time(words) else ""


def _has_meaning(words: str, g: Grammar) -> bool:
    if g.pattern("subject_verbs").search(words) and len(words.split()) > 9:
        return False
    return (
        names_metric(words, g)
        or any(table_pattern(name).search(words) for name in ("shares", "sizes", "sold"))
        or bool(SIZE_WORDS.search(words) and (_has_year(words) or names_currency(words)))
        or is_target(words)
    )


def is_target(words: str) -> bool:
    """ "Forecast 2030", "2030年予測": a year and nothing besides but words for forecast or actual."""
    return len(words) <= _LONGEST_VALUE and _has_year(words) and says_when(_YEAR_NUMBER.sub("", words))


def says_when(words: str) -> bool:
    """ "Forecast Year", "Prognose für": words for forecast or actual, and nothing besides."""
    rest, n_ahead = table_pattern("projected").subn("", words)
    rest, n_past = table_pattern("actual").subn("", rest)
    return bool(n_ahead or n_past) and not re.search(r"[^\W\d_]{3}|[^\x00-\u2e7f]", _SMALL.sub("", rest))


_SMALL = re.compile(
    rf"\b{_ANY['label_words']}\b|年度?|[(（][^()（）]{{0,12}}[)）]",
    re.IGNORECASE,
)


def _has_year(words: str) -> bool:
    return bool(year_marks(words, 0, len(words)))
