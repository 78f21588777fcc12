"""Numbers of contact blocks: house numbers, postcodes, post boxes and telephone numbers, by the print of their line."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from sources.grammar.areas import area_named
from sources.grammar.contacts import contact_words
from sources.grammar.pattern_words import pattern_words
from sources.grammar.technical import unit_behind

_WORDS = pattern_words("figures")
_PLAIN = re.compile(r"[0-9]{1,8}(?:[ -][0-9]{2,6}){0,3}")
_WORD = re.compile(r"[^\W\d_][\w.'’-]*")
_BEFORE = re.compile(r"(?:^|[,;:(|]\s?|\b[A-ZÀ-Þ][\w.'’]*[\s-]{1,3}|[-–]\s?|\bof\s[A-Z]\w+\s)$")
_BEHIND = re.compile(r"\s?(?:$|[,;.)|]|[-–]\s?[0-9A-ZÀ-Þ]|[A-ZÀ-Þ])|-[0-9]")
_TOWN = re.compile(r"(?:[A-Z]{1,3}-)?[0-9]{4,6}\s(?:[A-ZÀ-Þ][\w.'’-]*[,\s]{0,2}){1,4}$")
_DIALLED = re.compile(
    r"(?:\+\s?[0-9]{1,3}|\([0-9]{2,5}\)|\b00[0-9]{1,3})(?:[\s./()-]{1,3}[0-9]{1,6}){2,6}(?![0-9,.]*[0-9%])"
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w")
_NEAR = 240  # characters around a line in which a label of a contact block may be
_LONGEST_LINE = 320
_TOWN_COMMAS = 2

Rule = Literal["postal_address", "phone"]


def contact_rule(text: str, start: int, end: int) -> Rule | None:
    """Whether a number belongs to a postal address or is a telephone number.

    A word right before it says so ("P.O. Box", "Tel:"), or the way telephone numbers are printed, or it is
    among capitalised names in a line that has a house number with its street, or that is postcode, town and country.

    Args:
        text: canonical text.
        start: where the number begins.
        end: where it ends.
    """
    if not _PLAIN.fullmatch(text, start, end):
        return None
    begin = max(text.rfind("\n", 0, start) + 1, start - _LONGEST_LINE)
    stop = text.find("\n", end)
    stop = min(stop if stop >= 0 else len(text), end + _LONGEST_LINE)
    before, behind = text[begin:start], text[end:stop]
    if _phone_before().search(before[-48:]) or any(m.start() <= start < m.end() for m in _dialled(text, begin, stop)):
        return "phone"
    if _coded_before().search(before[-32:]):
        return "postal_address"
    if not _BEFORE.search(before) or not _BEHIND.match(behind) or unit_behind().match(text, end):
        return None
    line = text[begin:stop]
    if _street().search(line) or _is_town(text, line, begin, stop, end - start):
        return "postal_address"
    return None


def _dialled(text: str, begin: int, stop: int) -> list[re.Match[str]]:
    return list(_DIALLED.finditer(text, begin, stop))


def _is_town(text: str, line: str, begin: int, stop: int, length: int) -> bool:
    """ "10115 Berlin" within a contact block; "Pune 411045, Maharashtra, India" anywhere."""
    plain = line.strip(" *•|.\t")
    if length < 4 or not all(w[0].isupper() or w.lower() in contact_words().links for w in _WORD.findall(plain)):
        return False
    if plain.count(",") >= _TOWN_COMMAS and area_named(plain.rpartition(",")[2].strip()):
        return True
    around = text[max(0, begin - _NEAR) : stop + _NEAR]
    return bool(
        _TOWN.fullmatch(plain) and (_labels().search(around) or _MAIL.search(around) or _street().search(around))
    )


@cache
def _phone_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[^\w])(?:{_any('phone')})(?:\s?{_WORDS['phone_number_signs']}\.?)?\s?[:：.]?[\s+()0-9./-]*$",
        re.IGNORECASE,
    )


@cache
def _coded_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[^\w])(?:{_any('box')}|{_any('postcode')})\s?(?:{_WORDS['number_signs']}\.?\s?)?[:：#]?\s?[0-9 -]*$",
        re.IGNORECASE,
    )


@cache
def _street() -> re.Pattern[str]:
    """A street with its house number before or behind it."""
    name = rf"(?:[A-ZÀ-Þ][\w.'’-]*|(?:{_any('links')})(?![\w]))"
    behind, ahead = _any("streets_behind"), _any("streets_before")
    number = r"[0-9]{1,5}[A-Za-z]?(?:[-/][0-9]{1,4})?"
    return re.compile(
        rf"(?<![\w.,]){number},?\s(?:(?:{name}\s){{1,4}}(?:{behind})(?!\w)|[A-ZÀ-Þ]\w+(?:{behind})(?!\w)|(?i:{ahead})\s{name})"
        rf"|(?:\b[A-ZÀ-Þ][\w.-]*[\s-]?|\b)(?:{behind})\s(?:{_WORDS['number_signs']}\.?\s|n[°º]\s)?{number}(?![\w%])"
        rf"|\b(?i:{ahead})\s(?:{name}[\s,]{{1,2}}){{1,4}}(?:n[°º]\.?\s)?{number}(?![\w%])"
    )


@cache
def _labels() -> re.Pattern[str]:
    return re.compile(_any("labels"), re.IGNORECASE)


def _any(name: str) -> str:
    phrases: tuple[str, ...] = getattr(contact_words(), name)
    return "|".join(re.escape(p) for p in sorted(phrases, key=len, reverse=True))
