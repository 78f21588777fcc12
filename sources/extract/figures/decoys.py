"""Numbers that are no figures: names of products, marks, dates, counts of the report itself. Each test is a named rule.

A rule looks at the print around a number, never at which document it is in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from sources.extract.figures.broken_numbers import is_broken
from sources.extract.figures.contacts import contact_rule
from sources.extract.figures.surroundings import lacks_percent
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Block

_WORDS = pattern_words("figures")
_LISTS = word_lists("figures")
_ADDRESS = re.compile(
    rf"(?:https?://|www\.)\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+|\b{_WORDS['paper_identifiers']}\s?:?\s?\S+|\b[\w-]+\.{_WORDS['domain_ends']}(?:\.[a-z]{{2}})?(?:/\S*)?\b",
    re.IGNORECASE,
)
# What an address cannot do without: "://", "@", "doi", "arxiv", "www." or a point before a letter.
_ADDRESS_MARK = re.compile(
    r"[@.:dDaA](?:(?<=@)|(?<=:)//|(?<=\.)[^\s0-9]|(?<=[wW]\.)|(?<=[dD])[oO][iIİı]|(?<=[aA])[rR][xX][iIİı][vV])"
)
_PHONE = re.compile(r"(?:\+|\b00|\()?[0-9]{1,4}\)?(?:[\s./-]\(?[0-9]{2,6}\)?){2,6}(?![0-9])")
_PHONE_HINT = re.compile(
    rf"{_WORDS['phone_labels']}\b[^0-9]{{0,24}}$|\+$|\b{_WORDS['phone_areas']}\)?:?\s?$",
    re.IGNORECASE,
)
_AGO = re.compile(rf"\s?{_WORDS['page_times']}\s{_WORDS['page_ages']}\b")
_HYPHEN_WORD = re.compile(r"[-‑](?P<word>[A-Za-z][A-Za-z-]*)")
_GLUED_LETTERS = re.compile(r"[A-Za-zµ°][A-Za-z0-9/²³]*")
_MARK_BEHIND = re.compile(r"\s*(?:[.;,:)\]…]|$|\n)")
_WORD_LEFT = re.compile(r"([A-Za-zÀ-ÿ][\w'’-]*|[%)\]”\"’])\s?\.?\s?$")
_LEAD_INS = frozenset(_LISTS["lead_ins"])
_REPORT = re.compile(
    rf"\b(?:{_WORDS['report_words']}|{_WORDS['report_words_mul']})\b|{_WORDS['report_words_cjk']}",
    re.IGNORECASE,
)
_SALE = re.compile(
    rf"\b(?:{_WORDS['sale_words']}|{_WORDS['sale_words_mul']})\b|{_WORDS['sale_words_cjk']}",
    re.IGNORECASE,
)
_SMALL_UNITS = frozenset(
    {"INR", "JPY", "KRW", "VND", "IDR", "HUF", "CLP", "COP", "NGN", "PKR"}
)  # a report costs many of them
_MIDDLE_UNITS = frozenset({"CNY", "TWD", "HKD", "THB"})
_PAGES = re.compile(
    rf"[0-9]\s?(?:{_WORDS['page_nouns']}|{_WORDS['page_marks']}\b|{_WORDS['page_nouns_mul']})", re.IGNORECASE
)
_CITED = re.compile(r"\s?(?:,\s?[0-9]+\s?)*\]")
_TERMS = re.compile(rf"\s?(?:{_WORDS['price_cut_words']}\b|{_WORDS['sales_terms']})", re.IGNORECASE)
_ROUNDED = re.compile(rf"\b{_WORDS['rounding_words']}\s(?:the\s)?$", re.IGNORECASE)
_MARKET_PRICE = re.compile(rf"\b{_WORDS['market_price_words']}\b")
_PRICE_LABEL = re.compile(
    rf"(?:^|\n|\b)(?:{_WORDS['price_labels']}|{_WORDS['price_labels_mul']})\s*[:：]?\s*(?:from\s)?$"
)
_HYPHENS = frozenset("-–‑")
_NAME_HYPHEN = re.compile(r"[A-Za-z][A-Za-z0-9]*[-–‑]$")
_WORD_HYPHEN = re.compile(rf"(?:^|\s){_WORDS['hyphen_leads']}[-–]$")
_ORDINAL = re.compile(rf"(?:{_WORDS['ordinal_ends']}|[ºª])\b")
_SECTION = re.compile(r"[.)]?(?:[0-9]++[.)]?)*+\s")
_SECTION_MARKS = frozenset(".)")
_EXAMPLE = re.compile(rf"\s{_WORDS['example_words']}\b")
_WORD_BREAK = re.compile(r"[\s-]+")
_SMALL = 12
_SOLD_BEHIND = re.compile(rf"{_WORDS['sold_participles']}\b")  # "around 480 sold"
_FURTHER = re.compile(rf"\b{_WORDS['further_words']}\s$", re.IGNORECASE)  # "a further 3% off" is a fall


def address_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans of web and mail addresses and identifiers of that kind."""
    if not _ADDRESS_MARK.search(text, start, end):
        return []
    return [m.span() for m in _ADDRESS.finditer(text, start, end)]


_MOST_SECTIONS = 100


def _is_large(q: Figure) -> bool:
    """ "620,000 units" on a line of its own."""
    return bool(q.noun) and q.value >= _MOST_SECTIONS


def decoy_rule(
    text: str,
    q: Figure,
    start: int,
    end: int,
    block: Block,
    addresses: Sequence[tuple[int, int]],
    bounds: Sequence[tuple[int, int]],
    grammar: Grammar,
) -> str | None:
    """The name of the rule by which the quantity is no figure, or None where it may be one.

    Args:
        text: canonical text.
        q: the quantity, in the sentence `text[start:end]`.
        start: the sentence's start.
        end: the sentence's end.
        block: the sentence's block.
        addresses: spans of addresses in the sentence.
        bounds: spans of segment names that hold numbers ("257-2,048 accelerators").
        grammar: the document's words.
    """
    number_start, number_end = q.numerals[0][0], q.numerals[-1][1]
    before, after = text[max(start, number_start - 40) : number_start], text[number_end : min(end, number_end + 40)]
    if any(a <= number_start < b for a, b in addresses):
        return "address"
    if any(a <= number_start and number_end <= b for a, b in bounds) and q.kind == "count":
        return "segment_bound"
    if before.endswith(("'", "’")) and text[number_start:number_end] == "000":
        return "thousands_mark"
    if is_broken(text, q, grammar):
        return "part_of_a_number"
    if before.endswith("[") and _CITED.match(after):
        return "citation_mark"
    if q.kind == "times" and _is_product_code(text, q, start, number_start, number_end):
        return "name_with_number"
    if q.kind in ("percent", "points", "basis_points", "times"):
        return _sale_terms(text, q, start, end, grammar)
    if q.kind == "money":
        return _report_price(text, q, start, end, block, grammar)
    if not q.scaled and q.comparator == "=" and (contact := contact_rule(text, number_start, number_end)):
        return contact
    if rule := _identifier(text, q, start, block, before, after, grammar):
        return rule
    return _uncounted(q, before, after, grammar)


_CODE_BEFORE = re.compile(r"(?:\b[A-Z]{2,}|\b[A-Z][A-Za-z]*[0-9][\w-]*|\b[A-Z][a-z]+)[\s-]$")
_COMPARES = re.compile(rf"\s(?:\w+er\b|{_WORDS['compared_words']}|{_WORDS['compared_leads']}\s)")
_LEAST_CODE = 100


def _is_product_code(text: str, q: Figure, start: int, number_start: int, number_end: int) -> bool:
    """Whether an "x" behind digits closes a product's code: "MX720X", "RTX 4090x"; in "5x", "3X growth" it multiplies."""
    if number_start > start and (text[number_start - 1].isalpha() or text[number_start - 1 : number_start] == "_"):
        return text[number_start - 1] < "\u2e80"
    if text[number_start - 2 : number_start].endswith("-") and text[number_start - 2 : number_start - 1].isalnum():
        return True
    if text[number_end : number_end + 1] not in ("x", "X") or q.value < _LEAST_CODE or q.value_high is not None:
        return False
    named = _CODE_BEFORE.search(text, max(start, number_start - 24), number_start)
    return bool(named and named.start() > start - 1 and not _COMPARES.match(text, number_end + 1))


def _sale_terms(text: str, q: Figure, start: int, end: int, g: Grammar) -> str | None:
    behind = text[q.end : min(end, q.end + 24)]
    if _TERMS.match(behind) and not _FURTHER.search(text[max(start, q.hedge_start - 12) : q.start]):
        return "terms_of_sale"
    return None


def _report_price(text: str, q: Figure, start: int, end: int, block: Block, g: Grammar) -> str | None:
    """The price of the report itself; market prices have a unit or a year beside them."""
    line = text[max(block.char_start, q.start - 80) : min(block.char_end, q.end + 60)]
    if _ROUNDED.search(text[max(start, q.start - 24) : q.start]):
        return "rounding_note"
    if g.language == "ko" and q.unit == "KRW" and q.value < _KOREAN_REPORT and _is_for_sale(line, g):
        return "report_price"
    limit = 1_000_000 if q.unit in _SMALL_UNITS else 100_000 if q.unit in _MIDDLE_UNITS else 20_000
    if q.value >= limit or q.value_high is not None:
        return None
    if _PAGES.search(text[max(block.char_start, q.start - 60) : min(block.char_end, q.end + 60)]):
        return "report_price"
    line = text[max(block.char_start, q.start - 160) : min(block.char_end, q.end + 80)]
    if _is_report_for_sale(line, g):
        return "report_price"
    if g.pattern("report_price").search(line) and not _MARKET_PRICE.search(line):
        return "report_price"
    if _PRICE_LABEL.search(text[max(start, q.start - 24) : q.start]):
        return "report_price"
    return None


def _is_report_for_sale(line: str, g: Grammar) -> bool:
    """A report is named with words of a sale; "the report says" speaks and is not for sale."""
    if not _SALE.search(line):
        return False
    speaks = g.starting("reporting_verbs")
    return any(not speaks.match(line, m.end()) for m in _REPORT.finditer(line))


_KOREAN_REPORT = 20_000_000


def _is_for_sale(line: str, g: Grammar) -> bool:
    return bool(g.pattern("report_words").search(line) and g.pattern("sale_words").search(line))


_GENERATION = re.compile(r"[2-6](?:\.[0-9]|\.?5)?G\b|[23]D\b")  # mobile networks, dimensions


def _identifier(text: str, q: Figure, start: int, block: Block, before: str, after: str, g: Grammar) -> str | None:
    number_start = q.numerals[0][0]
    if number_start > start and text[number_start - 1].isalpha() and text[number_start - 1] < "\u2e80":
        return "name_with_number"
    if before[-1:] in _HYPHENS and _NAME_HYPHEN.search(before) and not _WORD_HYPHEN.search(before):
        return "name_with_number"
    if _ORDINAL.match(after):
        return "ordinal"
    if _AGO.match(after):
        return "age_of_page"
    if number_start == block.char_start and not (q.scaled or _is_large(q)) and _SECTION.match(after) and (
        after[:1] in _SECTION_MARKS or block.kind == "heading"
    ):  # fmt: skip
        return "section_number"
    phone = _PHONE.match(text, number_start)
    if phone and not q.scaled and (_PHONE_HINT.search(before) or phone.group().count("-") > 1):
        return "phone"
    if _at_end(g, "identifier_words").search(before) and not q.scaled and q.comparator == "=":
        return "identifier"
    if not q.scaled and _GENERATION.match(text, number_start):
        return "name_with_number"
    glued = _GLUED_LETTERS.match(after)
    if glued and not q.scaled and not g.pattern("measured_units").fullmatch(glued.group()):
        return "name_with_number"
    if _numbered(g).search(before) and not q.scaled:
        word = before.split()[-1].strip('(“"').lower()
        if q.value < 10_000 and not (
            word in _LISTS["numbered_nouns"] and g.pattern("measured_units").match(q.noun or "")
        ):
            return "numbered_name"
    return None


@cache
def _at_end(g: Grammar, name: str) -> re.Pattern[str]:
    return re.compile(alternation_end(g, name), re.IGNORECASE)


@cache
def _numbered(g: Grammar) -> re.Pattern[str]:
    words = "|".join(map(re.escape, g.phrases("numbered_words")))
    return re.compile(rf"(?:^|[\s(“\"])(?:{words})[\s\u00a0.-]$", re.IGNORECASE)


def alternation_end(g: Grammar, name: str) -> str:
    """Source of a pattern that matches a phrase of the list at the end of the text before a number."""
    return r"(?:^|[\s(|])(?:" + "|".join(re.escape(w) for w in g.phrases(name)) + r")\s?[:：.#]?\s?$"


def _uncounted(q: Figure, before: str, after: str, g: Grammar) -> str | None:
    noun = q.noun
    if g.pattern("report_details").match(noun) or _at_end(g, "report_details").search(before):
        return "report_detail" if q.value < 2_000 and not q.scaled else None
    if g.starting("periods.units").match(after) and not q.scaled:
        return "duration"
    hyphen = _HYPHEN_WORD.match(after)
    if hyphen and not q.scaled and q.value <= 1_000 and q.value_high is None:
        return "attributive_size"
    if _EXAMPLE.match(after):
        return "example"
    if g.is_cjk and g.starting("per_words").match(after[q.end - q.numerals[-1][1] :]):
        return "unit_of_price"
    measured = bool(noun and g.pattern("measured_units").match(noun))
    if measured or q.scaled:
        return None
    if not noun and lacks_percent(before, q, g):
        return None
    if not noun:
        left = _WORD_LEFT.search(before)
        if (
            _MARK_BEHIND.match(after)
            and left
            and left.group(1).lower() not in _LEAD_INS
            and q.comparator == "="
            and q.value < 1_000
        ):
            return "footnote_mark"
        if _is_marked_year(q, before, g):
            return "footnote_mark"
        return None if q.comparator != "=" or q.value >= 10_000 else "no_unit"
    if q.value >= _SMALL and _SOLD_BEHIND.match(noun):
        return None
    if not _is_counted(noun, g) and not (g.language != "en" and q.value >= 1000 and noun[0].isalpha()):
        return "no_counted_noun"
    if (
        q.value <= _SMALL
        and q.comparator == "="
        and q.value_high is None
        and not g.pattern("counted_nouns").match(noun)
    ):
        return "small_count"
    return None


def _is_marked_year(q: Figure, before: str, g: Grammar) -> bool:
    """A year with the mark of its footnote glued to it: "in 20251"."""
    bare = q.value_high is None and q.end - q.start == 5 and not q.scaled and q.comparator == "="
    if not bare or not 1900 <= q.value // 10 < 2100 or q.value % 10 == 0:
        return False
    return before.rstrip().lower().endswith(tuple(f" {lead}" for lead in g.phrases("year_leads") or _YEAR_LEADS))


_YEAR_LEADS = _LISTS["year_leads"]
_NO_PLURAL = frozenset(_LISTS["no_plurals"])
_PLURAL = frozenset(_LISTS["irregular_plurals"])
_NOUN_END = frozenset(_LISTS["noun_ends"])


def _is_counted(noun: str, g: Grammar) -> bool:
    """The words behind the number have a plural before any preposition or verb."""
    for word in _WORD_BREAK.split(noun):
        plain = word.strip(".,'’")
        if plain.lower() in _NOUN_END:
            return False
        if plain in _PLURAL or (
            plain.endswith("s") and len(plain) > 2 and plain.lower() not in _NO_PLURAL and not plain.endswith("ss")
        ):
            return True
        if plain in _LISTS["card_nouns"] or g.pattern("counted_nouns").fullmatch(plain):
            return True
    return False
