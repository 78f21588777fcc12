"""The publisher of a document, from its own words: bylines, announcements, notes, or a site name above the title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sources.extract.document.byline import byline_of
from sources.extract.text.literals import places, within
from sources.grammar.areas import area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("document")
_LISTS = word_lists("document")
_PUBLISHED_BY = (
    re.compile(
        rf"(?:{_WORDS['work_nouns']}|{_WORDS['work_nouns_mul']})\s?(?:by|:)\s(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){{0,4}})"
    ),
    re.compile(
        rf"(?:{_WORDS['publisher_labels']}|{_WORDS['publisher_labels_mul']})\s?[:：]?\s?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){{0,4}})"
    ),
    re.compile(
        rf"(?P<name>[A-Z][\w&.’'-]{{0,60}}(?:[ ](?:&[ ])?[A-Z][\w&.’'-]{{0,60}}){{0,3}})[®™]?\s(?:{_WORDS['announcing_verbs']}|{_WORDS['announcing_verbs_mul']})\b"
    ),
    re.compile(
        rf"(?:{_WORDS['note_words']}: |{_WORDS['before_sources']} |{_WORDS['before_sources_mul']} )(?:the )?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){{0,3}}(?:[ ]{_WORDS['house_name_ends']}))"
    ),
)
_DESCRIBED = re.compile(
    rf"(?P<name>[A-Z][\w&.’'-]{{0,60}}(?:[ ](?:&[ ])?[A-Z][\w&.’'-]{{0,60}}){{0,3}}),? an? (?:[a-z-]+ ){{0,3}}{_WORDS['house_nouns']} of (?:[a-z-]+ )?{_WORDS['house_goods']}"
    rf"|(?P<owner>[A-Z][\w&-]*(?:[ ](?:&[ ])?[A-Z][\w&-]*){{1,3}})['’]s (?:{_WORDS['latest_words']} )?{_WORDS['owned_works']}"
)
_FIRM = re.compile(
    rf"\b(?P<name>(?:[A-Z][\w&’'-]*[ ](?:&[ ])?){{0,3}}{_WORDS['firm_name_ends']}(?:\s{_WORDS['company_forms']}\.?)?)\b"
)
_FIRM_WORD = re.compile(rf"{_WORDS['house_name_ends']}|{_WORDS['firm_name_ends']}")
_ANNOUNCING = (*_LISTS["announcing_verbs"], *_LISTS["announcing_verbs_mul"])
_FIRM_OF = tuple(f"{w} of" for w in _LISTS["house_nouns"])
_OWNED = re.compile(rf"['’]s (?:{_WORDS['latest_words']} )?{_WORDS['owned_works']}")
_EDGES = ("\n", ";", "(", ")", '"')  # no part of a name
_REACH = 80
_NOT_FIRM = frozenset(_LISTS["no_house_starts"])


def publisher_of(text: str, titles: Sequence[tuple[int, str]], words: Grammar) -> tuple[str, int] | None:
    """Who publishes: a byline's name; else the name that announcements and notes give most often; else a site name above the title.

    Where a text quotes several houses and has no byline, none of them publishes it.
    """
    if byline := byline_of(text, words):
        return byline
    votes: Counter[str] = Counter()
    first: dict[str, int] = {}
    named = [m.start() for m in _FIRM_WORD.finditer(text)]
    searches = (
        (4, _PUBLISHED_BY[0].finditer(text)),
        (4, _PUBLISHED_BY[1].finditer(text)),
        (2, within(_PUBLISHED_BY[2], text, _stretches(text, places(text, _ANNOUNCING)))),
        (3, within(_PUBLISHED_BY[3], text, _stretches(text, named))),
        (1, within(_FIRM, text, _stretches(text, named))),
    )
    for weight, matches in searches:
        for m in matches:
            name = _firm_name(m["name"])
            if name:
                votes[name] += weight
                first.setdefault(name, text.find(name, m.start()))
    described = places(text, _FIRM_OF) + [m.start() for m in _OWNED.finditer(text)]
    for m in within(_DESCRIBED, text, _stretches(text, sorted(described))):
        if name := _firm_name(m["name"] or m["owner"]):
            votes[name] += 3
            first.setdefault(name, text.find(name, m.start()))
    for name in votes:
        votes[name] += min(5, text.count(name)) + (2 if _FIRM.search(name) else 0)
    quoted = {n for n in votes if _FIRM.fullmatch(n)}
    if len(quoted) > 2 and max(votes.values()) < 2 * sorted(votes.values())[-2]:
        return None
    if votes:
        best = max(votes, key=lambda n: (votes[n], -first[n], n))
        return best, first[best]
    if len(titles) > 1 and re.fullmatch(r"[A-Z][a-z]*[A-Z][\w]*|[A-Z]{2,}[a-z]\w*", titles[0][1].strip()):
        return titles[0][1].strip(), titles[0][0]
    return None


def _stretches(text: str, found: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The words around literals that a name can run over: from the mark or line before them to the end of their phrase."""
    floor = 0
    for at in found:
        edge = max(at - 1, floor)
        start = max([floor, *(text.rfind(mark, floor, edge) + 1 for mark in _EDGES)])
        floor = min(len(text), at + _REACH)
        yield start, floor


def _firm_name(printed: str) -> str | None:
    name = printed.strip()
    name = (name[:-2] if name.endswith(("'s", "’s")) else name).rstrip(".")
    name = _TITLE.sub("", name)
    words = name.split()
    if not words or words[0] in _NOT_FIRM or len(name) < 3 or area_named(name):
        return None
    plain = len(words) == 1 and not _CAMEL.search(name)
    if name in _CODES or words[0] in _NO_FIRST_WORD or re.search(r"[0-9]{4}", name):
        return None
    return None if plain and name.lower() in _COMMON else name


_TITLE = re.compile(rf"^(?:{_WORDS['before_house_nouns']}\s)*{_WORDS['house_titles']}\s")
_CODES = frozenset(_LISTS["no_house_codes"])
_NO_FIRST_WORD = frozenset(_LISTS["no_house_subjects"])
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}")
_COMMON = frozenset(_LISTS["common_nouns"])
