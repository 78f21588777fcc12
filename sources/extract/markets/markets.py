"""English market names: the market of a document, and the market of a sentence."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sources.extract.text.name_keys import market_key
from sources.grammar.areas import area_named, area_of_adjective
from sources.grammar.market_naming import naming
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("markets")
_LISTS = word_lists("markets")
# A doubled word counts once.
_MARKET = re.compile(r"[Mm](?<=\b[Mm])(?:arkets?|(?<=M)ARKETS?)\b(?!\s[Mm]arkets?\b)")
_Role = Literal["name", "inner", "stop", "other"]
_MOST_WORDS = 9
_LONGEST_WORD = 40
_ONE_WORD = re.compile(r"[\w&+'’./-]+|\([A-Za-z0-9&/ -]{1,24}\)")
_WORD_BEFORE = re.compile(r"(?:[\w&+'’./-]+|\([A-Za-z0-9&/ -]{1,24}\))\Z")
_STOP_LEFT = frozenset(_LISTS["no_name_words"])
_INNER = frozenset(_LISTS["inner_words"])
_FIRM_NAME = re.compile(rf"s?\s{_WORDS['firm_name_words']}\b")
_VERB = re.compile(rf"\b{_WORDS['verbs']}\b")
_PREFIX = re.compile(
    rf"^{_WORDS['name_prefixes']}\s+",
    re.IGNORECASE,
)
# "Revenue in the online ticketing market": what is measured, before the name.
_MEASURED = re.compile(
    rf"^(?:{_WORDS['measure_adjectives']}\s)?{_WORDS['measured_nouns']}\s{_WORDS['measured_links']}\s(?:the\s)?",
    re.IGNORECASE,
)
_POSSESSIVE_AREA = re.compile(r"^(?P<area>[A-Z][\w. ]{1,24}?)['’]s\s+")
_LAST_WORD = re.compile(r"[\w&+'’./-]+$")
_DATED = re.compile(r"^.*\b(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}\s")
_LONE = frozenset(_LISTS["lone_adjectives"])  # no names by themselves
_STUDYING = frozenset(_LISTS["study_verbs"])  # "which studies industrial markets"
_LETTER = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2})?")
_NUMBERED = re.compile(r"[A-Z]?[0-9]{1,3}(?:[.-][0-9]{1,2}){0,3}[.)]")  # "1.", "3-1.": it numbers what is behind it
_DATED_CODE = re.compile(rf"{_WORDS['fiscal_marks']}(?:20)?[0-9]{{2}}E?|[QH][1-4]|[1-4][QH][0-9]{{0,2}}")
_AMOUNT = re.compile(r"[UE$€£₹¥](?:(?<=U)S[D$]|(?<=E)UR|(?<=[$€£₹¥]))\s?\d")
_SUFFIX = re.compile(
    rf"\s+{_WORDS['market_nouns']}(?:\s+{_WORDS['market_tail_nouns']})*$",
    re.IGNORECASE,
)


# "the market for pumps": what is behind the word, where nothing is before it.
_FOR_WORD = rf"(?!{_WORDS['no_name_behind_for']}\b)[A-Za-zÀ-ÿ][\w&/+-]{{1,30}}"
_FOR = re.compile(rf"s?\sfor\s(?P<name>{_FOR_WORD}(?:\s{_FOR_WORD}){{0,3}})")


# "Related: Fibre Laser Market; Glass Rod Market": other pages of the publisher.
_RELATED = re.compile(
    rf"[\s*#•-]{{0,6}}{_WORDS['related_labels']}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MarketMark:
    """A market where a text names it; `name` without "the", "global" and "market"."""

    start: int
    end: int
    name: str


def market_marks(text: str, start: int, end: int) -> list[MarketMark]:
    """Phrases "the X market" of `text[start:end]`, left to right."""
    marks = []
    seen: dict[int, tuple[int, _Role]] = {}
    for match in _MARKET.finditer(text, start, end):
        at, stop = match.span()
        if _FIRM_NAME.match(text, stop):
            continue
        name_start = _name_start(text, start, at, seen)
        if name := tidy_market(text[name_start:at]) if name_start < at else "":
            marks.append(MarketMark(name_start, stop, name))
        elif (of := _FOR.match(text, stop, end)) and (name := tidy_market(of["name"])):
            marks.append(MarketMark(name_start, of.end(), name))
    return marks


def _name_start(text: str, floor: int, at: int, seen: dict[int, tuple[int, _Role]]) -> int:
    """Walk left from "market" over the words of its name; `seen` holds the steps that this text has taken already."""
    position, best = at, at
    for _ in range(_MOST_WORDS):
        step = seen.get(position)
        if step is None:
            step = seen[position] = _step_left(text, floor, position)
        position, role = step
        if role == "stop":
            break
        if role == "name":
            best = position
    return best


def _step_left(text: str, floor: int, position: int) -> tuple[int, _Role]:
    """Where the word before a position begins, and what it is to a name; "stop" where none can go on."""
    left = position
    while left > floor and text[left - 1] in " \u00a0":
        left -= 1
    if left == floor:
        return left, "stop"
    edge = max(floor, left - _LONGEST_WORD)
    start = max(text.rfind(" ", edge, left) + 1, edge)
    if left - start > 4 and text[left - 1] in ".!?":
        return left, "stop"  # the name ends with the sentence before
    role = _role_of(text[start:left])
    if role == "other":  # brackets, quotes and marks: a part of it may be a word
        match = _WORD_BEFORE.search(text, edge, left)
        if not match:
            return left, "stop"
        start = match.start()
        role = _role_of(match.group())
    if role == "inner" and not _can_link(text, floor, start, text[start:left].lower().rstrip(".")):
        role = "stop"
    return start, role


@lru_cache(maxsize=8192)
def _role_of(word: str) -> _Role:
    """What a word before "market" is to its name: part of it, a link inside it, its end, or no single word."""
    if not _ONE_WORD.fullmatch(word):
        return "other"
    lower = word.lower().rstrip(".")
    if lower in _INNER:
        return "inner"
    if (
        lower in _STOP_LEFT
        or _DATED_CODE.fullmatch(word)
        or _NUMBERED.fullmatch(word)
        or (word[0].isdigit() and (len(word) == 4 or _DATE.fullmatch(word)))
    ):
        return "stop"
    return "stop" if word.endswith(("’s", "'s")) and area_named(word[:-2]) else "name"


def _can_link(text: str, floor: int, position: int, word: str) -> bool:
    """An inner "of", "as a", "and" belongs to the name only where it links capitalised or hyphenless name words."""
    left = text[max(floor, position - 60) : position].rstrip()
    previous = _LAST_WORD.search(left)
    if not previous:
        return False
    token = previous.group()
    if word == "the":
        return token.lower() in _INNER
    if word in ("as", "a", "&"):
        return True
    if token.lower() in _STOP_LEFT:
        return False
    return token[0].isupper() and word in _LISTS["capital_links"] and not left.endswith((",", ";"))


@lru_cache(maxsize=4096)
def tidy_market(name: str) -> str:
    """A market's name without determiners, "global", areas' possessives and the word market."""
    name = " ".join(name.replace("\u00a0", " ").split()).strip(" ,;:–—-\"“”'*#|")
    previous = None
    while previous != name:
        previous = name
        name = _MEASURED.sub("", _PREFIX.sub("", name))
        name = _SUFFIX.sub("", name)
        if (m := _POSSESSIVE_AREA.match(name)) and area_named(m["area"]):
            name = name[m.end() :]
    if name.endswith(("'s", "’s")):  # "SK Hynix's market share": a firm's
        return ""
    if not name or name.lower() in _STOP_LEFT or name.lower() in _INNER or _VERB.search(name.lower()):
        return ""
    name = _DATED.sub("", name)
    if (
        name.lower() in _LONE
        or name.partition(" ")[0].lower() in _STUDYING
        or area_of_adjective(name)
        or area_named(name)
        or not _LETTER.search(name)
        or all(word in naming("en").no_names for word in name.lower().split())
    ):
        return ""
    return name


def primary_market(text: str, headings: list[str], ends: int) -> str | None:
    """The market that a document is about: the name it uses most, a name in a title counting for more.

    Args:
        text: canonical text.
        headings: its titles and headings, the first one first.
        ends: offset to stop counting at.

    Returns:
        The name as most often printed, or None where the text names no market.
    """
    votes: Counter[frozenset[str]] = Counter()
    forms: dict[frozenset[str], Counter[str]] = {}
    for mark in market_marks(text, 0, ends):
        if _RELATED.match(text, text.rfind("\n", 0, mark.start) + 1):
            continue
        _vote(votes, forms, mark.name, 1 + _is_sized(text, mark))
    for index, heading in enumerate(headings[:40]):
        for mark in market_marks(heading, 0, 0 if _RELATED.match(heading) else len(heading)):
            _vote(votes, forms, mark.name, 4 if index < 3 else 1)
    votes.pop(frozenset(), None)
    if not votes:
        return None
    best = max(votes, key=lambda k: (votes[k], len(k), sorted(k)))
    names = forms[best]
    return max(names, key=lambda n: (names[n], n[0].isupper(), n))


def _vote(votes: Counter[frozenset[str]], forms: dict[frozenset[str], Counter[str]], name: str, weight: int) -> None:
    key = market_key(name)
    votes[key] += weight
    if key not in forms:
        forms[key] = Counter()
    forms[key][name] += 1


def _is_sized(text: str, mark: MarketMark) -> int:
    """2 where a money figure follows within the sentence: that is the market the page sizes."""
    return 2 if _AMOUNT.search(text, mark.end, mark.end + 120) else 0
