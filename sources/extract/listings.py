"""Lists of names with a figure each: "India - 11.3 %" under "CAGR by country, 2025-2035", or "Aster 34 %, Birch 29 %, others 37 %".

Finds the lists of a document and what stands over them. What a figure of one measures is told by `list_reading`; text that
says it in words of its own is left to the readers of sentences.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sources.extract.attribution import Part, Subject, area_subject, read_subject
from sources.extract.captions import adds_up
from sources.extract.quantities import Quantity
from sources.extract.surroundings import Reading
from sources.grammar.areas import Area
from sources.grammar.language import Grammar
from sources.grammar.table_words import table_pattern
from sources.records import Block

_LONGEST = 240
_LONGEST_LEAD = 120
_LONGEST_NAME = 50
_SHORT = 24
_PIECES = re.compile(
    r"\s\|\s|;\s|\s[·•/]\s|,\s(?=(?:and\s|und\s|y\s|et\s)?[^\W\d_])|\s(?:and|und|y|et)\s(?=[^\W\d_][^,;|]{1,50}\s[0-9])"
)
_ENTRY = re.compile(
    r"\s*(?:and\s|und\s|y\s|et\s)?(?P<name>[^\W_][^|:;\n]{0,58}?[^\W\d_][)\]]?)\s?(?::|：|\s[-–—=→]|\s?\.{3,}|\s?\t|\s?\(|\s)\s?"
    r"[~≈<>+\-−–]?\s?(?P<value>(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}\s|Rs\.?\s)?\s?[0-9][0-9.,]{0,14}\s?(?:%|％|percent\b|per cent\b|pp\b|(?:[^\W\d_]|[€£$]){1,11}\.?)?)"
    r"(?P<rest>[^\n]{0,48})$"
)
_REST = re.compile(
    r"\)?\s?(?:(?:million|billion|bn|mn|crore|units|tonnes)\b)?[\s,]*(?:\(?\s?[+\-−–]?[0-9][0-9.,]{0,8}\s?%\s?\)?)?[\s,]*(?:\(?\s?(?:in\s|by\s|to\s)?(?:19|20)[0-9]{2}(?:\s?[-–—]\s?(?:19|20)?[0-9]{2})?\s?\)?)?[.;,]?\s*"
)
_PERCENT = re.compile(r"(?P<number>[0-9]{1,3}(?:[.,][0-9]{1,2})?)\s?(?:%|％|percent\b|per cent\b)")
_DIGIT = re.compile(r"[0-9]")
_YEARS = re.compile(
    r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|['’][0-9]{2}(?![0-9])|\b[HQ][1-4]\b|\b[1-4][HQ](?:[0-9]{2})?\b|\([0-9]\)"
)
_BARE = re.compile(
    r"[~≈<>+\-−–]?\s?(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}\s|Rs\.?\s)?[0-9][0-9.,]{0,14}\s?(?:%|％|percent|(?:[^\W\d_]|[€£$]){1,11}\.?)?"
)
_IMPACT = re.compile(r"\b(?:impact|effect|influence)s?\b[^.;:]{0,40}\b(?:CAGR|growth)\b", re.IGNORECASE)
_LEADER = re.compile(
    r"(?P<name>[^\W\d_][^|:;(\n%]{1,48}?)\s?(?:,\s|:\s|\(|\s[-–—]\s|\s)(?:with\s|at\s|about\s)?[~≈]?[0-9]{1,2}(?:[.,][0-9]{1,2})?\s?(?:%|％|percent|per cent)"
    r"(?:\s(?:share|market share|revenue share|of\s[^;.()\n]{3,30}))?(?:,?\s(?:in\s)?(?:19|20)[0-9]{2})?\)?\.?"
)
_LABELLED = re.compile(r"(?P<label>[^:：\n]{3,80})[:：]\s")


@dataclass(frozen=True, slots=True)
class Entry:
    """One name with its figures, within a list."""

    start: int
    end: int
    name: str
    percent: Decimal | None  # its one percentage


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of one block, with what holds for the list that the block is part of."""

    entries: tuple[Entry, ...]
    under: str  # the line and the heading above the list
    is_whole: bool  # its percentages add up to a hundred
    is_of_companies: bool
    is_of_areas: bool
    is_leader: bool = False  # one entry, under a label such as "Largest region"

    def at(self, q: Quantity) -> Entry | None:
        """The entry that a figure stands in."""
        return next((e for e in self.entries if e.start <= q.start < e.end), None)


def listings(text: str, blocks: Sequence[Block], headings: dict[int, str], grammar: Grammar) -> dict[int, Listing]:
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
        if block is not None and (lone := _lone_leader(text, blocks, index)):
            out[index] = lone
            continue
        if block is not None and (inline := _inline(text, block, headings.get(index, ""), grammar)):
            out[index] = inline
            continue
        entries = _entries(text, block) if block is not None else ()
        if entries and (not run or headings.get(index) == headings.get(run[0][0])):
            run.append((index, entries))
            continue
        out.update(_listed(text, blocks, headings, run, grammar))
        run = [(index, entries)] if entries else []
    return out


def _listed(
    text: str,
    blocks: Sequence[Block],
    headings: dict[int, str],
    run: Sequence[tuple[int, tuple[Entry, ...]]],
    g: Grammar,
) -> Iterator[tuple[int, Listing]]:
    entries = [e for _, found in run for e in found]
    if len(entries) < 2:
        return
    first = run[0][0]
    under = " | ".join(dict.fromkeys(w for w in (_lead(text, blocks, first), headings.get(first, "")) if w))
    whole = adds_up([e.percent for e in entries])
    says = _says(under, g)
    if not whole and not says:
        return
    for index, found in run:
        own = tuple(e for e in found if not _names_metric(e.name, g))
        words = text[blocks[index].char_start : blocks[index].char_end]
        if own and not (_says(_without_names(words, own), g) and not whole):
            yield index, _listing(own, entries, under, whole=whole)


def leader(text: str, start: int, end: int, label: str) -> Listing | None:
    """ "Largest region" over or beside "Europe (44.1 %)": the one entry that a label of that kind has.

    Args:
        text: canonical text.
        start: where the value begins.
        end: where it ends.
        label: the words that name it.
    """
    if len(label) > _LONGEST_NAME or end - start > _LONGEST_LEAD or not table_pattern("leaders").search(label):
        return None
    match = _LEADER.fullmatch(text, start, end)
    if not match or _DIGIT.search(_YEARS.sub("", match["name"])):
        return None
    entry = Entry(start, end, match["name"].strip(" *_"), None)
    return Listing((entry,), label, is_whole=False, is_of_companies=bool(table_pattern("companies").search(label)),
                   is_of_areas=False, is_leader=True)  # fmt: skip


def _is_pair(text: str, label: Block, value: Block) -> bool:
    """A name on a line of its own, and a bare figure on the next."""
    if label.kind not in ("heading", "paragraph", "list_item") or value.kind not in ("paragraph", "list_item"):
        return False
    if value.char_end - value.char_start > _SHORT or label.char_end - label.char_start > _LONGEST_NAME:
        return False
    name = text[label.char_start : label.char_end]
    return (
        bool(_BARE.fullmatch(text[value.char_start : value.char_end]))
        and not _DIGIT.search(name)
        and not name.endswith((".", ":", "?", "!", ";", ","))
    )


def _paired(text: str, blocks: Sequence[Block], pairs: Sequence[int], g: Grammar) -> Iterator[tuple[int, Listing]]:
    """Names and figures on lines by turns, under a line that says what they are."""
    above = pairs[0] - 2
    if len(pairs) < 2 or above < 0 or any(b - a != 2 for a, b in itertools.pairwise(pairs)):
        return
    under = text[blocks[above].char_start : blocks[above].char_end]
    if len(under) > _LONGEST_LEAD or blocks[above].table is not None or _DIGIT.search(_YEARS.sub("", under)):
        return
    entries = []
    for index in pairs:
        label, value = blocks[index - 1], blocks[index]
        percent = _PERCENT.match(text, value.char_start, value.char_end)
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


def _listing(own: tuple[Entry, ...], entries: Sequence[Entry], under: str, *, whole: bool) -> Listing:
    areas = sum(bool(area_subject(e.name)) for e in entries) * 2 >= len(entries)
    return Listing(own, under, whole, bool(table_pattern("companies").search(under)), areas)


def _lone_leader(text: str, blocks: Sequence[Block], index: int) -> Listing | None:
    """A leader with its label on the line above, or before a colon; name and share may be on two lines."""
    block = blocks[index]
    if block.kind not in ("paragraph", "list_item") or not index:
        return None
    start, end = block.char_start, block.char_end
    if end - start > _LONGEST_LEAD:
        return None
    if match := _LABELLED.match(text, start, end):
        return leader(text, match.end(), end, match["label"])
    above = [text[b.char_start : b.char_end].strip(" *:") for b in blocks[max(0, index - 2) : index] if b.table is None]
    if not above or "\n" in text[start:end]:
        return None
    if found := leader(text, start, end, above[-1]):
        return found
    if len(above) == 2 and _BARE.fullmatch(text, start, end) and "%" in text[start:end]:
        is_named = len(above[1]) <= _LONGEST_NAME and not _DIGIT.search(above[1]) and not above[1].endswith(".")
        if is_named and len(above[0]) <= _LONGEST_NAME and table_pattern("leaders").match(above[0]):
            entry = Entry(start, end, above[1], None)
            return Listing((entry,), above[0], is_whole=False, is_of_companies=False, is_of_areas=False, is_leader=True)
    return None


def _inline(text: str, block: Block, heading: str, g: Grammar) -> Listing | None:
    """ "Revenue by channel: shops 52 %, online 35 %, other 13 %": a list with its own lead in one block."""
    if block.kind not in ("list_item", "paragraph") or block.char_end - block.char_start > _LONGEST:
        return None
    match = _LABELLED.match(text, block.char_start, block.char_end)
    if not match or _DIGIT.search(_YEARS.sub("", match["label"])):
        return None
    entries = _split(text[match.end() : block.char_end], match.end())
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
    is_figured = _DIGIT.search(_YEARS.sub("", words))
    return words.strip(" :*") if len(words) <= _LONGEST_LEAD and not is_figured and not words.endswith(".") else ""


def _entries(text: str, block: Block) -> tuple[Entry, ...]:
    """The entries that make up a block, or nothing where any part of it is something else."""
    if block.kind not in ("list_item", "paragraph") or block.char_end - block.char_start > _LONGEST:
        return ()
    words = text[block.char_start : block.char_end]
    if "\n" in words or not _DIGIT.search(words):
        return ()
    whole = _entry(words, block.char_start)
    if whole and len(_PERCENT.findall(words)) <= 1:
        return (whole,)
    return _split(words, block.char_start)


def _split(words: str, start: int) -> tuple[Entry, ...]:
    """The entries of a list on one line, or nothing where a piece of it is none."""
    out, at = [], 0
    for match in [*_PIECES.finditer(words), None]:
        end = match.start() if match else len(words)
        entry = _entry(words[at:end], start + at)
        if entry is None:
            return ()
        out.append(entry)
        at = match.end() if match else end
    return tuple(out)


def _entry(words: str, start: int) -> Entry | None:
    match = _ENTRY.match(words)
    if not match or not _REST.fullmatch(match["rest"]) or _DIGIT.search(_YEARS.sub("", match["name"])):
        return None
    name = match["name"].strip(" *_()-–—")
    if len(name.split()) > 7 or "%" in name or sum(c.isalpha() for c in _YEARS.sub("", name)) < 2:
        return None
    percents = _PERCENT.findall(words)
    percent = Decimal(percents[0].replace(",", ".")) if len(percents) == 1 else None
    return Entry(start, start + len(words), name, percent)


_METRICS = ("cagr", "share", "growth", "margin", "impact", "market_size", "volume", "price")


def _says(words: str, g: Grammar) -> bool:
    return any(g.pattern(f"metrics.{m}").search(words) for m in _METRICS) or bool(table_pattern("shares").search(words))


def _names_metric(name: str, g: Grammar) -> bool:
    return any(g.pattern(f"metrics.{m}").search(name) for m in ("cagr", "share", "margin", "impact", "price")) or bool(
        re.fullmatch(r"(?:total|annual|global|world|market|unit)?\s?(?:market|revenue|sales|volume|growth|size|value|turnover)s?(?:\s(?:size|value|growth))?", name, re.IGNORECASE)
    )  # fmt: skip


def entry_subject(
    q: Quantity, listing: Listing, market: str | None, parts: Sequence[Part], grammar: Grammar
) -> Subject | None:
    """Whom a figure of a list is said of: the name beside it."""
    entry = listing.at(q)
    if entry is None:
        return None
    name = entry.name
    if area := area_subject(name):
        return Subject(name, area=area)
    if listing.is_of_companies:
        return Subject(name, company=True)
    if table_pattern("total").fullmatch(name):
        return Subject(name, market="")
    if listing.is_of_areas and (table_pattern("rest").fullmatch(name) or name.lower().startswith("rest of")):
        return Subject(name, area=Area(f"vendor:{name}", name))
    subject = read_subject(name, market, parts, grammar)
    if subject.known or subject.area or subject.market is not None:
        return subject
    return replace(subject, segment=subject.segment or name, generic=False, company=False, known=True)


def list_reading(q: Quantity, listing: Listing, subject: Subject | None, grammar: Grammar) -> Reading | None:
    """The metric that a list as a whole gives to its figures; None where the words around a figure decide."""
    under = listing.under
    if _IMPACT.search(under) or grammar.pattern("metrics.impact").search(under):
        return Reading("impact_on_cagr", "list.impact") if q.kind in ("percent", "points") else None
    if subject and subject.company and q.kind not in ("percent", "points"):
        return Reading("other_numeric", "list.of_company")
    if q.kind == "percent":
        if table_pattern("not_shares").search(under):
            return None
        if listing.is_whole:
            return Reading("share", "list.adds_up")
        if grammar.pattern("metrics.cagr").search(under):
            return Reading("cagr", "list.under_cagr")
        if table_pattern("shares").search(under):
            return Reading("share", "list.under_share")
        if listing.is_leader:
            return Reading("share", "list.leader")
        return None
    if q.kind == "money" and subject and (subject.area or subject.segment):
        if table_pattern("not_sizes").search(under) or grammar.pattern("metrics.price").search(under):
            return None
        sized = grammar.pattern("metrics.market_size").search(under)
        return Reading("market_size", "list.under_size") if sized else None
    return None
