"""The unit line of each table: the nearest line above it that says in which unit its figures are, "in million GBP", "Table 4, USD BILLION".

A line says a unit where a bracket, what stands behind a comma, a colon or "in", or the whole line holds nothing but a currency, a scale or a measure. What
it means is read in `extract`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from sources.grammar.currencies import currency_before, currency_marks
from sources.grammar.language import grammar
from sources.grammar.language_file import languages
from sources.grammar.table_words import table_words
from sources.records import Block

_LONGEST = 200  # characters of a line that is a title and no paragraph
_REACH = 12  # blocks above a table within which its unit line stands
_YEARS = re.compile(
    r"(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?[A-Za-z]?(?![0-9])|\b[HQ][1-4]\b|\b[1-4][HQ]\s?['’]?[0-9]{2}\b|\bFY\s?['’]?[0-9]{2}"
)
_NUMBERED = re.compile(
    r"^\W{0,3}(?![A-Z]{3}\s?[0-9])[^\W\d_]{0,12}\.?\s?[A-Z]?[0-9]{1,3}(?:[.-][0-9]{1,2}){0,3}[.:)]?(?=\s|$)"
)
_POWERS = re.compile(r"['’‘]000s?|\b1[,.]?000s?\b|\b10\s?\^?[369]\b|10[³⁶⁹]|\b[mk][23]\b|\bCO2e?\b")
_BRACKET = re.compile(r"[(\[（]([^()\[\]（）]{1,60})[)\]）]")
_PART = re.compile(r"[,;:：()（）\[\]]|\s[–—-]\s")
_IN = re.compile(r".*\b(?:in|en|em)\s(?=\S)", re.IGNORECASE)
_SHORT_MARK = 2
_CURRENCY_WORDS = 2  # words that name a currency beside its scale: "Swiss francs", "US dollars"
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_WORD = re.compile(r"['’‘]?[^\W_]+['’]?|[$€£¥₹%％₦₱฿₫₩]+")


def with_unit_lines(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, each cell of a table's body with the unit line of its table.

    Args:
        text: canonical text.
        blocks: its blocks in reading order.
    """
    units: dict[int, str | None] = {}
    last = {block.table: index for index, block in enumerate(blocks) if block.table is not None}
    for index, block in enumerate(blocks):
        if block.table is not None and block.table not in units:
            before = blocks[index - 1].table if index else None
            units[block.table] = (
                next(_lines_above(text, blocks, index), None)
                or _line_below(text, blocks, last[block.table])
                or (units[before] if before is not None else None)  # nothing stands between the two tables
            )
    if not any(units.values()):
        return tuple(blocks)
    return tuple(
        replace(block, unit_line=units[block.table])
        if block.table is not None and (block.row_labels or block.header_path) and units[block.table]
        else block
        for block in blocks
    )


def _lines_above(text: str, blocks: Sequence[Block], index: int) -> Iterator[str]:
    """Unit lines above block `index`, nearest first."""
    for block in reversed(blocks[max(0, index - _REACH) : index]):
        if block.table is not None:
            if block.row_labels or block.header_path:
                return  # the lines above belong to another table
            continue
        for line in reversed(text[block.char_start : block.char_end].split("\n")):
            if is_unit_line(line):
                yield line.strip()


def _line_below(text: str, blocks: Sequence[Block], last: int) -> str | None:
    """A note right behind the table that ends at block `last`: "Values in USD million."."""
    if last + 1 == len(blocks) or blocks[last + 1].table is not None or blocks[last + 1].kind == "heading":
        return None
    line = text[blocks[last + 1].char_start : blocks[last + 1].char_end]
    return line if is_unit_line(line) else None


def is_unit_line(line: str) -> bool:
    """The line names a unit for figures, and holds no figure of its own."""
    if len(line) > _LONGEST:
        return False
    plain = _exceptions().sub("", _YEARS.sub(" ", _NUMBERED.sub(" ", line.strip(" *_#|.\t"))))
    if re.search(r"[0-9]", _POWERS.sub("", plain)):
        return False
    parts = [*_BRACKET.findall(plain), *_PART.split(plain)]
    return any(_is_unit(part) or (_IN.match(part) and _is_unit(_IN.sub("", part))) for part in parts)


def _is_unit(words: str) -> bool:
    rest = _POWERS.sub(" thousand ", words)
    printed = _WORD.findall(rest)
    # "Rs bn": marks of two letters count only where nothing but a scale stands beside them.
    short_marks = [word for word in printed if len(word) == _SHORT_MARK and currency_before(word)]
    tokens = [word.lower().strip("'’") for word in printed if word not in short_marks]
    known = [word for word in tokens if word in _units() or (_CJK.search(word) and _is_made_of_units(word))]
    n_other = len(tokens) - len(known)
    if currency_marks(rest):
        return n_other <= _CURRENCY_WORDS
    says_something = bool(short_marks) or any(word not in table_words().unit_links for word in known)
    return bool(known) and n_other == 0 and says_something


def _is_made_of_units(word: str) -> bool:
    """A word of a script without blanks that is units through and through: "万台"."""
    for at in range(len(word), 0, -1):
        if word[:at] in _units():
            return at == len(word) or _is_made_of_units(word[at:])
    return False


@cache
def _units() -> frozenset[str]:
    """Words of units in all languages: scales, measures, counted nouns, what stands beside them."""
    words = {*table_words().unit_links, "%", "％"}
    for language in languages():
        g = grammar(language)
        phrases = (*g.scales, *g.phrases("measured_units"), *g.phrases("counted_nouns"), *g.phrases("percent"))
        words |= {
            part
            for phrase in phrases
            for part in re.split(r"[\s~]", phrase.lower())
            if len(part) > 1 or _CJK.match(part)
        }
    return frozenset(words | {word.lower().strip("'’") for word in table_words().thousand})


@cache
def _exceptions() -> re.Pattern[str]:
    words = "|".join(map(re.escape, table_words().unit_exceptions))
    return re.compile(rf"\s(?:{words})\b.*$", re.IGNORECASE)
