"""Proper names in a sentence: runs of capitalised words that are no area, month, unit or word that opens a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sources.extract.names.whole_names import is_instrument, names_thing, whole_end
from sources.grammar.areas import area_marks, area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("names")
_LISTS = word_lists("names")

_CAPITAL = r"(?:(?:[A-ZÀ-Þ](?:\.[A-Z])+\.?)|[A-ZÀ-Þ][\w&+]*(?:[’'](?!s\b)\w+)?(?:-[A-ZÀ-Þ0-9]\w*)*(?:\.[a-z]{2,3}\b)?(?!-[a-zà-ÿ]))"
_RUN = re.compile(
    rf"(?<![\w.-]){_CAPITAL}(?:\s(?:(?:{_WORDS['run_joints']}|{_WORDS['run_joints_mul']})\s)?(?:{_CAPITAL}|[0-9]{{1,3}}(?![\w.,%-])))*"
    rf"(?:,?\s{_WORDS['run_forms']}\b\.?)?"
)
_ADJECTIVE = re.compile(rf"[A-ZÀ-Þ][\w-]*{_WORDS['nation_endings']}$")  # "Danish coast": a nation's, no name
_POSSESSIVE = re.compile(r"['’]s?$")
_PRODUCT = re.compile(r"(?=\w*[A-Za-z])(?=\w*[0-9])[\w-]{3,}")
_LEGAL = re.compile(rf"\b{_WORDS['legal_forms']}\b")


@dataclass(frozen=True, slots=True)
class ProperName:
    """A name where it is."""

    start: int
    end: int
    name: str
    names_thing: bool = False  # it modifies a thing: "its Orca platform"

    @property
    def is_product(self) -> bool:
        """Whether it looks like a product or a programme: letters and digits in one word, a number at the end, or a thing's name."""
        last = self.name.split()[-1]
        return self.names_thing or (bool(_PRODUCT.search(self.name) or last.isdigit()) and not _LEGAL.search(self.name))


def proper_names(
    text: str, start: int, end: int, grammar: Grammar, is_common: Callable[[str], bool]
) -> list[ProperName]:
    """Names of `text[start:end]`, in order.

    Args:
        text: canonical text.
        start: first offset.
        end: end of the stretch.
        grammar: words that are no names.
        is_common: whether a lower-cased word is an ordinary one of the text; asked for a lone word that opens a sentence.
    """
    areas = [(a.start, a.end) for a in area_marks(text, start, end)]
    names: list[ProperName] = []
    for match in _RUN.finditer(text, start, end):
        a, b = match.span()
        a = _past_unit(text, start, _past_openers(text, a, b, grammar), b, grammar)
        while b > a and text[b - 1] in ".,’'-&" and not _ends_legally(text[a:b]):
            b -= 1
        if possessive := _POSSESSIVE.search(text, a, b):
            b = possessive.start() if possessive.end() == b else b
        if b <= a or any(x <= a and b <= y for x, y in areas):
            continue
        b = whole_end(text, a, b) if b == match.end() else b
        name = text[a:b]
        if is_instrument(name, grammar):
            continue
        if _ADJECTIVE.match(name) and re.match(r"\s[a-zà-ÿ]", text[b : b + 2]):
            continue
        if area_named(name) or not any(c.isalpha() for c in name) or len(name) < 2:
            continue
        if all(word.rstrip(".") in _no_party(grammar) or word.lower() in grammar.months for word in name.split()):
            continue
        opens = not text[start:a].strip(" *•-–\"“'") or text[max(start, a - 2) : a].strip() in (":", ".")
        if opens and " " not in name and name[1:].islower() and is_common(name.lower()):
            continue
        names.append(ProperName(a, b, name, names_thing(text, a, b, grammar)))
    return _institutions(text, names, grammar)


def _past_openers(text: str, start: int, end: int, grammar: Grammar) -> int:
    """Words that begin a sentence and no name: "The", "In", "Meanwhile"."""
    while True:
        word = re.match(r"[\w’'-]+", text[start:end])
        if not word or word.group().lower() not in _openers(grammar):
            return start
        start += word.end()
        while start < end and text[start] == " ":
            start += 1


def _past_unit(text: str, start: int, at: int, end: int, grammar: Grammar) -> int:
    """The unit of a figure before a name: "6 GW of Foo" names Foo."""
    if not re.search(r"[0-9][\s\u00a0]?$", text[max(start, at - 2) : at]):
        return at
    unit = grammar.pattern("measured_units").match(text, at, end)
    if not unit:
        return at
    rest = re.match(r"\s(?:of\s)?", text[unit.end() : end])
    return unit.end() + (rest.end() if rest else 0)


def _institutions(text: str, names: list[ProperName], grammar: Grammar) -> list[ProperName]:
    """ "Bureau of Industry and Security" is one name: an institution's field may hold an "and"."""
    words = frozenset(grammar.phrases("event_words.institutions"))
    joined: list[ProperName] = []
    for name in names:
        last = joined[-1] if joined else None
        if (
            last
            and text[last.end : name.start] in _ANDS
            and " of " in last.name
            and words & set(last.name.split(" of ")[0].split())
        ):
            joined[-1] = ProperName(last.start, name.end, text[last.start : name.end])
            continue
        joined.append(name)
    return joined


def _ends_legally(name: str) -> bool:
    return bool(_DOTTED.search(name))


_ANDS = frozenset(f" {word} " for word in (*_LISTS["institution_ands"], *_LISTS["institution_ands_mul"]))
_DOTTED = re.compile(rf"\b{_WORDS['dotted_forms']}\.$|(?:\b[A-Z]\.){{2}}$")


@cache
def _no_party(grammar: Grammar) -> frozenset[str]:
    return frozenset(grammar.phrases("event_words.no_party"))


@cache
def _openers(grammar: Grammar) -> frozenset[str]:
    words = {w for name in ("stop_words", "generic_subjects") for w in grammar.phrases(name)}
    return frozenset(w.lower() for w in (*words, *grammar.phrases("event_words.openers")) if " " not in w)
