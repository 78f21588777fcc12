"""Names with a figure each, as lists print them: "India - 11.3 %", "Aster 34 %, Birch 29 %". The lines over them belong to `listings`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Block

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")

LONGEST = 240
LONGEST_NAME = 50
_PIECES = re.compile(
    rf"\s\|\s|;\s(?=[^\W\d_])|\s[·•/]\s|,\s(?=(?:{_ANY['and_words']}\s)?[^\W\d_])|\s{_ANY['and_words']}\s(?=[^\W\d_][^,;|]{{1,50}}\s[0-9])"
)
_ENTRY = re.compile(
    rf"\s*[・•·*]?\s?(?:{_ANY['and_words']}\s)?(?P<name>(?:[^\W_][^|:;\n]{{0,58}}?)?[^\W\d_][)\]]?)\s?"
    r"(?::|：|\s[-–—=→]|\s?\.{3,}|\s?\t|\s?\(|\s)\s?[~≈<>+\-−–]?\s?"
    rf"(?P<value>(?:[A-Z]{{0,3}}[$€£¥₹]|[A-Z]{{3}}\s|{_WORDS['rupee_sign']}\.?\s)?\s?[0-9][0-9.,]{{0,14}}\s?"
    rf"(?:%|％|{_WORDS['percent_marks']}\b|(?:[^\W\d_]|[€£$]){{1,11}}\.?)?)(?P<rest>[^\n]{{0,48}})$"
)
# A rate beside a share: "(33.1%; 8.8% CAGR to 2030)".
_RATED = re.compile(
    rf"[;,/|]\s?(?:{_ANY['rate_leads']}\s(?:at\s|of\s|a\s)?){{0,3}}[+~≈]?[0-9]{{1,2}}(?:[.,][0-9]{{1,2}})?\s?%"
    rf"(?:\s{_ANY['rate_tails']})?(?:[,\s]{{1,2}}{_ANY['rate_end_leads']}?\s?(?:20[0-9]{{2}}(?:\s?[-–—]\s?[0-9]{{2,4}})?))?"
    r"(?=\s*\)?[.;,]?\s*$)"
)
_REST = re.compile(
    rf"(?:\s{_ANY['share_tails']}\b)?\)?\s?(?:{_WORDS['amount_units']}\b)?[\s,]*"
    r"(?:\(?\s?[+\-−–]?[0-9][0-9.,]{0,8}\s?%\s?\)?)?[\s,]*"
    r"(?:\(?\s?(?:in\s|by\s|to\s)?(?:19|20)[0-9]{2}(?:\s?[-–—]\s?(?:19|20)?[0-9]{2})?\s?\)?)?[.;,]?"
    rf"(?:\s{_ANY['joining_words']})?\s*"
)
# What leads from a name to its figure: "Toyota con un 7.7%", "Rask with 12 %".
_LINKED = re.compile(
    rf"\s{_ANY['entry_links']}(?:\s{_ANY['entry_hedges']})?$",
    re.IGNORECASE,
)
_CURRENCY = re.compile(rf"\b{_WORDS['currency_codes']}\b")
PERCENT = re.compile(rf"(?P<number>[0-9]{{1,3}}(?:[.,][0-9]{{1,2}})?)\s?(?:%|％|{_WORDS['percent_nouns']}\b)")
DIGIT = re.compile(r"[0-9]")
YEARS = re.compile(
    r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|['’][0-9]{2}(?![0-9])|\b[HQ][1-4]\b|\b[1-4][HQ](?:[0-9]{2})?\b|\([0-9]\)"
)
BARE = re.compile(
    rf"[~≈<>+\-−–]?\s?(?:[A-Z]{{0,3}}[$€£¥₹]|[A-Z]{{3}}\s|{_WORDS['rupee_sign']}\.?\s)?[0-9][0-9.,]{{0,14}}\s?"
    rf"(?:%|％|{_WORDS['percent_noun']}|(?:[^\W\d_]|[€£$]){{1,11}}\.?)?"
)
LABELLED = re.compile(r"(?P<label>[^:：\n]{3,80})[:：]\s")


@dataclass(frozen=True, slots=True)
class Entry:
    """One name with its figures, within a list."""

    start: int
    end: int
    name: str
    percent: Decimal | None  # its one percentage
    opens: bool = False  # the percentage is before the name


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of one block, with what holds for the list that the block is part of."""

    entries: tuple[Entry, ...]
    under: str  # the line and the heading above the list
    is_whole: bool  # its percentages add up to a hundred
    is_of_companies: bool
    is_of_areas: bool
    is_leader: bool = False  # one entry, under a label such as "Largest region"
    names: tuple[str, ...] = ()  # of all entries of the list

    def at(self, q: Figure) -> Entry | None:
        """The entry that a figure is in."""
        return next((e for e in self.entries if e.start <= q.start < e.end), None)


def entries_of(text: str, block: Block, grammar: Grammar) -> tuple[Entry, ...]:
    """The entries that make up a block, or nothing where any part of it is something else."""
    if block.kind not in ("list_item", "paragraph") or block.char_end - block.char_start > LONGEST:
        return ()
    words = text[block.char_start : block.char_end]
    if "\n" in words or not DIGIT.search(words):
        return ()
    whole = _entry(words, block.char_start, grammar)
    if whole and len(PERCENT.findall(words)) <= 1:
        return (whole,)
    return entries_in(words, block.char_start, grammar)


def entries_in(words: str, start: int, grammar: Grammar) -> tuple[Entry, ...]:
    """The entries of a list on one line, or nothing where a piece of it is none."""
    out, at = [], 0
    for match in [*_PIECES.finditer(words), None]:
        end = match.start() if match else len(words)
        entry = _entry(words[at:end], start + at, grammar)
        if entry is None:
            return ()
        out.append(entry)
        at = match.end() if match else end
    return tuple(out)


_AMOUNT = re.compile(rf"(?:[A-Z]{{0,3}}[$€£¥₹]|[A-Z]{{3}}\s|{_WORDS['rupee_sign']})")


# "Fires cost the state $2 billion": no list has it, prices do cost
_COST = re.compile(rf"\b{_WORDS['cost_nouns']}\b", re.IGNORECASE)


def _verb(name: str, g: Grammar) -> re.Match[str] | None:
    """A verb, which makes a name with an amount a sentence."""
    return g.pattern("subject_verbs").search(name) or g.pattern("company_verbs").search(name) or _COST.search(name)


def _n_letters(name: str) -> int:
    """Letters of a name, years and currencies left out; a character of a script without blanks is as good as two."""
    plain = _CURRENCY.sub("", YEARS.sub("", name))
    return sum(2 if ord(c) > _CJK else 1 for c in plain if c.isalpha())


_CJK = 0x2E7F


def _entry(words: str, start: int, grammar: Grammar) -> Entry | None:
    end = start + len(words)
    words = _RATED.sub("", words) if words.count("%") > 1 else words
    match = _ENTRY.match(words)
    if not match or not _REST.fullmatch(match["rest"]) or DIGIT.search(YEARS.sub("", match["name"])):
        return None
    name = _LINKED.sub("", match["name"].strip(" *_()-–—"))
    if _AMOUNT.match(match["value"]) and (verb := _verb(name, grammar)):
        if words.rstrip().endswith(".") or verb.end() == len(name):
            return None
    if len(name.split()) > 7 or "%" in name or _n_letters(name) < 2:
        return None
    percents = PERCENT.findall(_RATED.sub("", words))
    percent = Decimal(percents[0].replace(",", ".")) if len(percents) == 1 else None
    return Entry(start, end, name, percent)
