"""Firms among the subjects of figures. A firm is no part of the market, and its share is a figure of the whole market."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sources.grammar.areas import area_named
from sources.grammar.firms import known_firms
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("names")

_POSSESSIVE = re.compile(r"['’]s?$")
_NAME = re.compile(r"[A-ZÀ-Þ][\w&.’'+-]*(?:\s(?:&\s)?[A-ZÀ-Þ0-9][\w&.’'+-]*){0,3}")
_LEGAL = rf",?\s(?:{_WORDS['firm_forms']}|Co\b\.?,?\s{_WORDS['forms_behind_co']})\b"
_WIDE = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_WIDE_BOUND = r"(?:^|[、,,。;;:\s(()」》和与及跟·])"
_LONGEST_KEY = 4  # words


def is_firm(text: str, name: str, sentence: str, grammar: Grammar) -> bool:
    """Whether a phrase that no segmentation lists is a firm's name.

    Args:
        text: canonical text.
        name: the phrase.
        sentence: the words of the figure's sentence.
        grammar: the document's words.
    """
    name = _POSSESSIVE.sub("", name.strip(" \"“”'‘’«»()"))
    if not name:
        return False
    if _WIDE.search(name):
        return _is_cjk_firm(name, text, sentence)
    if not (
        name[0].isupper() or name[0].isdigit() or name.partition(" ")[0] in known_firms().printed_low or _is_camel(name)
    ):
        return False
    key = _known(name)
    if key == "firm":
        return True
    if key == "ambiguous":
        return bool(_firms_named(text)) and not _printed_low(text, name)
    if not _NAME.fullmatch(name):
        return False
    if _has_form(text, name):
        return True
    if _is_plain(name, text, grammar):
        return False
    return _is_firm_by_text(text, name, grammar) or (_names_known(sentence) and not _opens(sentence, name))


def _is_camel(name: str) -> bool:
    """ "iRobot", "eBay"."""
    return bool(re.match(r"[a-z][A-Z]", name))


def _known(name: str) -> str | None:
    """Whether the phrase is, or opens with, a listed name."""
    firms = known_firms()
    words = name.lower().replace("’", "'").split()
    whole = " ".join(words)
    if whole in firms.firms or whole.rstrip(".") in firms.firms:
        return "firm"
    if whole in firms.ambiguous:
        return "ambiguous"
    for count in range(min(len(words) - 1, _LONGEST_KEY), 0, -1):
        lead = _POSSESSIVE.sub("", " ".join(words[:count]))
        if lead in firms.firms and len(lead) > 2:
            return "firm"
        if lead in firms.ambiguous:
            return "firm" if _is_camel(name.split()[count]) else "ambiguous"
    return None


def _is_plain(name: str, text: str, grammar: Grammar) -> bool:
    """The name is a common noun: a plural, printed in lower case, listed, or German, where every noun has a capital."""
    last = name.split()[-1]
    if grammar.language == "de" or (last.endswith("s") and not last.isupper()):
        return True
    return name.lower() in grammar.words("common_names") or _printed_low(text, name)


def _printed_low(text: str, name: str) -> bool:
    low = name.lower()
    return any(not text[at - 1 : at].isalnum() for at in _places(text, low))


def _has_form(text: str, name: str) -> bool:
    """A legal form is behind the name somewhere in the text."""
    return any(_FORM.match(text, at + len(name)) for at in _places(text, name) if not text[at - 1 : at].isalnum())


def _places(text: str, name: str) -> Iterator[int]:
    """Where a name is in the part of a text that is searched for what it says of names."""
    at = text.find(name, 0, _READ)
    while at >= 0:
        yield at
        at = text.find(name, at + 1, _READ)


_READ = 60_000  # characters: who is a firm shows early, and every name is looked for
_FORM = re.compile(_LEGAL)


@lru_cache(maxsize=512)
def _is_firm_by_text(text: str, name: str, grammar: Grammar) -> bool:
    """ "X, the Korean maker", "X (Israel)", "X announced": the text says or shows somewhere that the name is a firm's."""
    for at in _places(text, name):
        stop = at + len(name)
        if text[at - 1 : at].isalnum() or text[stop : stop + 1].isalnum():
            continue
        rest = text[stop : stop + _REACH]
        if _DOES.match(rest):
            return True
        apposed = _APPOSED.match(rest)
        if apposed and grammar.words("firm_heads") & set(re.findall(r"[^\W_][\w'-]*", apposed["what"].lower())):
            return True
        placed = _PLACED.match(rest)
        if placed and area_named(placed["place"]):
            return True
    return False


_REACH = 70
_DOES = re.compile(rf"\s{_WORDS['firm_verbs']}\b")
_APPOSED = re.compile(
    rf"\s?[,(]\s?(?:{_WORDS['apposition_articles']}|{_WORDS['apposition_articles_mul']})\s(?P<what>[^,.;()]{{3,60}})"
)
_PLACED = re.compile(r"\s\((?P<place>[A-Z][A-Za-z. ]{1,24})\)")


@lru_cache(maxsize=64)
def _names_known(sentence: str) -> bool:
    return bool(_firms_named(sentence))


@lru_cache(maxsize=64)
def _firms_named(text: str) -> frozenset[str]:
    """Listed firms that a text names with a capital."""
    firms = known_firms().firms
    found = set()
    if _WIDE.search(text):
        found |= {name for name in _cjk_keys() if name in text}
    for match in _NAME.finditer(text, 0, _READ):
        words = _POSSESSIVE.sub("", match.group().lower().replace("’", "'")).split()
        for count in range(1, len(words) + 1):
            if (lead := _POSSESSIVE.sub("", " ".join(words[:count])).rstrip(".,")) in firms and len(lead) > 2:
                found.add(lead)
    return frozenset(found)


def _opens(sentence: str, name: str) -> bool:
    return sentence.lstrip(" *•-–\"“'").startswith(name)


@lru_cache(maxsize=1)
def _cjk_keys() -> tuple[str, ...]:
    return tuple(sorted(name for name in known_firms().firms if _WIDE.search(name)))


def _is_cjk_firm(name: str, text: str, sentence: str) -> bool:
    """In scripts without blanks: a listed name, or one that is in a row with one."""
    firms = known_firms()
    key = re.sub(r"(?:公司|集团|集團|株式会社|(?<=.)社|\(株\)|㈜)$", "", name.lower())
    if key in firms.firms:
        return True
    if key in firms.ambiguous:
        return bool(_firms_named(text) - {key})
    if len(name) > 8 or _BAND.search(name):
        return False
    firm_form = re.compile(rf"{re.escape(name)}(?:{_CJK_FORM})|(?:{_CJK_SELLERS})[^。、,，]{{0,40}}{re.escape(name)}")
    if firm_form.search(text, 0, _READ):
        return True
    return any(
        re.search(
            rf"{_WIDE_BOUND}{re.escape(firm)}[^、。;;]{{0,14}}[、和与及,]{re.escape(name)}", sentence, re.IGNORECASE
        )
        or re.search(
            rf"{_WIDE_BOUND}{re.escape(name)}[^、。;;]{{0,14}}[、和与及,]{re.escape(firm)}", sentence, re.IGNORECASE
        )
        for firm in _firms_named(sentence)
    )


_CJK_FORM = r"公司|集团|集團|股份有限|株式会社|ホールディングス|\s?[((](?:[0-9]{6}|[0-9]{4}\.|[A-Z]{2,5}[.:])|㈜"
_CJK_SELLERS = r"(?:厂商|廠商|企业|企業|公司|品牌|メーカー)(?:主要)?(?:包括|包含|有|如|:|:|としては|には)"
_BAND = re.compile(r"[0-9其他他们]|その他|기타")
