"""Kinds of words in a header, a label or a caption: a time, a total, a metric, or a name. The table around them is not read here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.grammar.table_words import table_pattern

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")

_TOTAL = re.compile(
    rf"^(?:{_WORDS['total_leads']}\s)?{_ANY['total_words']}(?!\w)",
    re.IGNORECASE,
)
_SHORT_SPAN = re.compile(
    rf"(?:(?<={_WORDS['rate_name']}\s)|(?<={_WORDS['rate_name']}\s\()|(?<={_WORDS['rate_name']},\s)|(?<![0-9A-Za-z])['’])"
    r"([0-9]{2})[EFP]?(\s?[-–—/]\s?)['’]?([0-9]{2})[EFP]?(?![0-9%])"
)
_SHORT_YEAR = re.compile(r"(?<![0-9A-Za-z])([HQ][1-4](?:['’]| ['’]?)|[1-4][HQ]['’ ]?|['’])([0-9]{2})(?![0-9%])")
_YEAR_FIRST = re.compile(r"(?<![0-9A-Za-z])(?:20)?([0-9]{2})([QH])([1-4])(?![0-9])")
_YEAR_WORDS = re.compile(
    r"(?<![0-9A-Za-z])(?:20)?[0-9]{2}[QH][1-4](?![0-9])"
    rf"|(?<![0-9A-Za-z])(?:(?:{_WORDS['year_signs']}|[HQ][1-4]|[1-4][HQ])[ '’]?)?"
    r"(?:(?:19|20)[0-9]{2}|(?<=[YQH1-4'’ ])[0-9]{2})(?:\s?[-–—/]\s?[0-9]{2,4})?\s?\(?"
    rf"(?:[EFPA]|{_WORDS['flag_words']})?\b\.?\)?|(?<![^\W_])(?i:{_WORDS['relative_words']})\s(?i:{_WORDS['period_nouns']})"
    r"(?![^\W_])"
)
_CJK_YEAR = re.compile(
    r"(?:(?:19|20)[0-9]{2}\s?[-–—~～〜]\s?)?(?:19|20)[0-9]{2}\s?[年년]度?도?(?:第?[一二三四1-4]四?季度|[上下]半年|[上下]期|[0-9]{1,2}月期?)?"
)
_CJK_FLAG = re.compile(rf"\s?[(（]?(?:{_ANY['flag_signs']}|[EFPA])[)）]?\s?")
_RANK = re.compile(r"^#?[0-9]{1,2}[.)]?\s+(?=\D)")


# What names a measure: metrics by their words, shares and changes by the nouns that stand in tables ("Hand-held" and "Climbing" are parts).
_METRICS = ("cagr", "market_size", "price", "volume", "margin", "impact")
_MEASURES = ("shares", "changes", "not_sizes", "not_volumes")


def full_years(header: str) -> str:
    """Short years of a header written out: "2Q25" as "2Q2025", "CAGR '24-30" as "CAGR 2024-2030"."""
    header = _YEAR_FIRST.sub(r"\3\g<2>20\1", header)
    header = _SHORT_SPAN.sub(r"20\1\g<2>20\3", header)
    return _SHORT_YEAR.sub(lambda m: f"{m[1].strip(chr(39) + '’ ')}20{m[2]}", header)


def is_time(label: str) -> bool:
    """The label is a year, a quarter or a half and nothing else."""
    if _CJK_YEAR.search(label):
        label = _CJK_YEAR.sub("", label)
        return not label.strip(" .*年度()（）") or bool(_CJK_FLAG.fullmatch(label))
    return bool(label) and not _YEAR_WORDS.sub("", label).strip(" .*")


def is_sum(name: str) -> bool:
    """The label is a word for the sum of the rows."""
    return bool(table_pattern("total").fullmatch(plain_name(name)))


def plain_name(name: str) -> str:
    """A label without brackets, emphasis, rank and footnote marks."""
    return _RANK.sub("", re.sub(r"\([^)]*\)", "", name).strip(" :*_†‡")).strip(" :*_")


def names_metric(words: str, g: Grammar) -> bool:
    """The words say what is measured."""
    return any(pattern.search(words) for pattern in _measures(g))


def _measures(g: Grammar) -> Iterator[re.Pattern[str]]:
    yield from (g.pattern(f"metrics.{metric}") for metric in _METRICS)
    yield from map(table_pattern, _MEASURES)


# What a measure may have behind it and still be one: "Revenue in 2024", "Sales of the year", "Users (m)".
_GOES_ON = re.compile(
    rf"\s*(?:$|[(\[,:–-]|(?:{_WORDS['continuations']}|19|20|Q[1-4]|{_WORDS['fiscal_year_sign']}|H[12])\b|[0-9])",
    re.IGNORECASE,
)


def is_measure(words: str, g: Grammar) -> bool:
    """The words say what is measured, and their head does: "Unit sales", no "Sales tools" or "Business process services"."""
    if " " not in words.strip() or g.language not in ("en", "de"):
        return names_metric(words, g)
    return any(_GOES_ON.match(words, match.end()) for pattern in _measures(g) for match in pattern.finditer(words))


_CHANGE_SIGN = re.compile(
    rf"(?:in\s)?[%(]?\s?(?:\+\s?/\s?[-–−]|[-–−]\s?/\s?\+|±|[ΔδΔ]|▲\s?/\s?▼|%\s?{_WORDS['change_signs']}"
    rf"|{_ANY['change_words']})\.?\s?[)%]?(?:\s?(?:in\s)?%)?(?:\s?\(?{_ANY['versus_marks']}?\s?(?:19|20)?[0-9]{{0,4}}\)?)?"
    rf"|%?\s?(?:(?:19|20)?[0-9]{{2}}\s?)?(?:/|{_ANY['versus_words']})\s?(?:19|20)?[0-9]{{2}}(?:\s?\(?%\)?)?",
    re.IGNORECASE,
)


def is_change_sign(header: str) -> bool:
    """ "+/-", "Δ %", "vs. 2023", "2024/2023": a head that names a change without a word for it."""
    return bool(_CHANGE_SIGN.fullmatch(header.strip(" *_"))) and not is_time(header)


def total(name: str) -> bool:
    """The label opens with a word for the whole: "Total", "World", "Market"."""
    return bool(_TOTAL.match(name))


def without_years(words: str) -> str:
    """The words with years, quarters and their E or F taken out."""
    return _YEAR_WORDS.sub("", _CJK_YEAR.sub("", words) if "年" in words or "년" in words else words)
