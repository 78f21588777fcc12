"""Lists of names with a figure each: "India - 11.3 %" under "CAGR by country, 2025-2035", or "Aster 34 %, Birch 29 %, others 37 %".

Finds the lists of a document and what is over them. What a figure of one measures is read in `list_readings`; text that
says it in words of its own is left to the readers of sentences.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from sources.extract.layout.entries import (
    BARE,
    DIGIT,
    LABELLED,
    LONGEST,
    LONGEST_NAME,
    PERCENT,
    YEARS,
    Entry,
    Listing,
    entries_in,
    entries_of,
)
from sources.extract.layout.leaders import lone_leader
from sources.extract.layout.value_entries import value_entry
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.phrases.verbs import first_verb
from sources.extract.scan.captions import adds_up
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.table_words import table_pattern
from sources.records import Block

_WORDS = pattern_words("layout")

_LONGEST_LEAD = 120
_SHORT = 24


def listings(text: str, blocks: Sequence[Block], headings: Mapping[int, str], grammar: Grammar) -> dict[int, Listing]:
    """Lists of a document, by block. A list has two entries at least, in one block or in neighbouring ones.

    Args:
        text: canonical text.
        blocks: its blocks.
        headings: block index → the heading above it.
        grammar: the words that metrics have.
    """
    out: dict[int, Listing] = {}
    run: list[tuple[int, tuple[Entry, ...]]] = []
    pairs: list[int] = []
    for index, block in enumerate([*blocks, None]):
        if block is not None and index and _is_pair(text, blocks[index - 1], block):
            pairs.append(index)
        elif pairs and (block is None or index > pairs[-1] + 1):
            out.update(_paired(text, blocks, pairs, grammar))
            pairs = []
        if block is not None and (lone := lone_leader(text, blocks, index)):
            out[index] = lone
            continue
        if block is not None and (inline := _inline(text, block, headings.get(index, ""), grammar)):
            out[index] = inline
            continue
        entries = _entries(text, block, grammar) if block is not None else ()
        if entries and (
            not run or (headings.get(index) == headings.get(run[0][0]) and entries[0].opens == run[0][1][0].opens)
        ):
            run.append((index, entries))
            continue
        out.update(_listed(text, blocks, headings, run, grammar))
        run = [(index, entries)] if entries else []
    return out


def _entries(text: str, block: Block, g: Grammar) -> tuple[Entry, ...]:
    """The entries of a block, names first, else its one percentage and whose it is."""
    if entries := entries_of(text, block, g):
        return entries
    first = value_entry(text, block)
    return (first,) if first else ()


def _listed(
    text: str,
    blocks: Sequence[Block],
    headings: Mapping[int, str],
    run: Sequence[tuple[int, tuple[Entry, ...]]],
    g: Grammar,
) -> Iterator[tuple[int, Listing]]:
    entries = [e for _, in_block in run for e in in_block]
    if len(entries) < 2:
        return
    first = run[0][0]
    under = " | ".join(dict.fromkeys(w for w in (_lead(text, blocks, first), headings.get(first, "")) if w))
    whole = adds_up([e.percent for e in entries])
    says = _says(under, g) or _is_of_firms(under, entries)
    if not whole and (not says or entries[0].opens):
        return
    if any(_is_clause(e.name, g) for e in entries):  # "vinyl should be worth USD 3, up from USD 2": a sentence
        return
    for index, in_block in run:
        listed = tuple(e for e in in_block if not _names_metric(e.name, g))
        words = text[blocks[index].char_start : blocks[index].char_end]
        if listed and not (_says(_without_names(words, listed), g) and not whole):
            yield index, _listing(listed, entries, under, whole=whole)


def _is_of_firms(under: str, entries: Sequence[Entry]) -> bool:
    """A percentage for each of the companies that the line above announces, which speaks of no change."""
    if len(entries) < _FEWEST_FIRMS or any(e.percent is None for e in entries) or not under:
        return False
    announced = under.split(" | ")[0]
    return bool(table_pattern("companies").search(announced)) and not (
        table_pattern("changes").search(announced) or table_pattern("not_shares").search(announced)
    )


_FEWEST_FIRMS = 3
_NO_NAME = re.compile(rf"{_WORDS['comparing_words']}\b", re.IGNORECASE)


def _is_clause(name: str, g: Grammar) -> bool:
    return g.language == "en" and bool(_NO_NAME.match(name) or first_verb(name, 0, len(name), g))


def _is_pair(text: str, label: Block, value: Block) -> bool:
    """A name on a line of its own, and a bare figure on the next."""
    if label.kind not in ("heading", "paragraph", "list_item") or value.kind not in ("paragraph", "list_item"):
        return False
    if value.char_end - value.char_start > _SHORT or label.char_end - label.char_start > LONGEST_NAME:
        return False
    name = text[label.char_start : label.char_end]
    return (
        bool(BARE.fullmatch(text[value.char_start : value.char_end]))
        and not DIGIT.search(name)
        and not name.endswith((".", ":", "?", "!", ";", ","))
    )


def _paired(text: str, blocks: Sequence[Block], pairs: Sequence[int], g: Grammar) -> Iterator[tuple[int, Listing]]:
    """Names and figures on lines by turns, under a line that says what they are."""
    above = pairs[0] - 2
    if len(pairs) < 2 or above < 0 or any(b - a != 2 for a, b in itertools.pairwise(pairs)):
        return
    under = text[blocks[above].char_start : blocks[above].char_end]
    if len(under) > _LONGEST_LEAD or blocks[above].table is not None or DIGIT.search(YEARS.sub("", under)):
        return
    entries = []
    for index in pairs:
        label, value = blocks[index - 1], blocks[index]
        percent = PERCENT.match(text, value.char_start, value.char_end)
        entries.append(
            Entry(value.char_start, value.char_end, text[label.char_start : label.char_end].strip(" *_"),
                  Decimal(percent["number"].replace(",", ".")) if percent else None)
        )  # fmt: skip
    if any(_names_metric(e.name, g) for e in entries):
        return
    whole = adds_up([e.percent for e in entries])
    if whole or _says(under, g):
        for index, entry in zip(pairs, entries, strict=True):
            yield index, _listing((entry,), entries, under, whole=whole)


def _listing(listed: tuple[Entry, ...], entries: Sequence[Entry], under: str, *, whole: bool) -> Listing:
    areas = sum(bool(area_subject(e.name)) for e in entries) * 2 >= len(entries)
    names = tuple(e.name for e in entries)
    return Listing(listed, under, whole, bool(table_pattern("companies").search(under)), areas, names=names)


def _inline(text: str, block: Block, heading: str, g: Grammar) -> Listing | None:
    """ "Revenue by channel: shops 52 %, online 35 %, other 13 %": a list with its own lead in one block."""
    if block.kind not in ("list_item", "paragraph") or block.char_end - block.char_start > LONGEST:
        return None
    match = LABELLED.match(text, block.char_start, block.char_end)
    if not match or DIGIT.search(YEARS.sub("", match["label"])):
        return None
    entries = entries_in(text[match.end() : block.char_end], match.end(), g)
    whole = adds_up([e.percent for e in entries])
    if len(entries) < 2 or any(_names_metric(e.name, g) for e in entries) or not (whole or _says(match["label"], g)):
        return None
    return _listing(entries, entries, f"{match['label']} | {heading}", whole=whole)


def _without_names(words: str, entries: Sequence[Entry]) -> str:
    for e in entries:
        words = words.replace(e.name, " ")
    return words


def _lead(text: str, blocks: Sequence[Block], first: int) -> str:
    """A short line without a figure right above the list."""
    if not first or blocks[first - 1].kind not in ("paragraph", "list_item"):
        return ""
    words = text[blocks[first - 1].char_start : blocks[first - 1].char_end]
    if words.endswith((":", "：")):  # it leads on, whatever it says
        words = re.split(r"(?<=[.!?。])\s", words)[-1]
        return words.strip(" :：*") if len(words) <= 2 * _LONGEST_LEAD else ""
    is_figured = DIGIT.search(YEARS.sub("", words))
    return words.strip(" :*") if len(words) <= _LONGEST_LEAD and not is_figured and not words.endswith(".") else ""


_METRICS = ("cagr", "share", "growth", "margin", "impact", "market_size", "volume", "price")


def _says(words: str, g: Grammar) -> bool:
    return any(g.pattern(f"metrics.{m}").search(words) for m in _METRICS) or bool(table_pattern("shares").search(words))


_PLAIN_METRIC = re.compile(
    rf"{_WORDS['metric_scopes']}?\s?{_WORDS['metric_nouns']}s?(?:\s{_WORDS['metric_tails']})?", re.IGNORECASE
)


def _names_metric(name: str, g: Grammar) -> bool:
    return any(g.pattern(f"metrics.{m}").search(name) for m in ("cagr", "share", "margin", "impact", "price")) or bool(
        _PLAIN_METRIC.fullmatch(name)
    )
