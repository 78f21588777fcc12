"""Market names: what a document is about, and which market a sentence speaks of."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sources.grammar.areas import area_named, area_of_adjective
from sources.grammar.market_naming import naming

# A doubled word counts once.
_MARKET = re.compile(r"[Mm](?<=\b[Mm])(?:arkets?|(?<=M)ARKETS?)\b(?!\s[Mm]arkets?\b)")
_Role = Literal["name", "inner", "stop", "other"]
_MOST_WORDS = 9
_LONGEST_WORD = 40
_ONE_WORD = re.compile(r"[\w&+'’./-]+|\([A-Za-z0-9&/ -]{1,24}\)")
_WORD_BEFORE = re.compile(r"(?:[\w&+'’./-]+|\([A-Za-z0-9&/ -]{1,24}\))\Z")
_STOP_LEFT = frozenset(
    "regarding concerning including excluding considering besides alongside amongst versus the this that these its their our an global globally worldwide world overall entire total of in for on by with to from into across within at and or "
    "there here then now once also its within meanwhile today "
    "is are was were as is, has have had will would should could may might while whereas but which who than whose new key major leading "
    "about studies latest comprehensive report reports study published titled named called covers covering analysis research current puts values sizes expects "
    "sees under through during between per via toward towards regional national local respective addressable target future growing driving shaping "
    "entering dominated dominates leads led dominate what how why when where whole broader wider accessible estimated stock capital emerging mature "
    "labour labor housing job end single each every any such some most many other another same free domestic international overseas primary secondary mass open "
    "largest biggest fastest-growing fastest second-largest second dominant strong robust significant highest important attractive projected forecast forecasted expected".split()
)
_INNER = frozenset("of in for and & as a to the on with".split())
_FIRM_NAME = re.compile(
    r"s?\s(?:Research|Studies|Study\sGroup|Data\b|Monitor|Observer|Observatory|Partners|Advisory|Advisors|Insights?|Intelligence|Reports?\sWorld|Watch|Future|Data Forecast|Growth Reports|Analysis\sReports|Labs?|House|Desk|Institute|Bureau|Consult(?:ing|ants)|Lens|Pulse|Scope|Metrics|Analytics|Tracker)\b"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|will|has|have|had|puts|values|held|accounted|drives?|driving|made|take[sn]?|show[sn]?|said|says|reached|grew|puts)\b"
)
_PREFIX = re.compile(
    r"^(?:the|a|an|global|globally|worldwide|world|world's|worldwide's|international|overall|total|today's|current|this)\s+",
    re.IGNORECASE,
)
# "Revenue in the online ticketing market": what is measured, before the name.
_MEASURED = re.compile(
    r"^(?:(?:annual|total|average|market|sales)\s)?(?:revenues?|sales|growth|share|size|value|volumes?|spending|spend|demand|competition|investments?|prices?|users?|ad spending)\s(?:in|of|on|for|from|within|across)\s(?:the\s)?",
    re.IGNORECASE,
)
_POSSESSIVE_AREA = re.compile(r"^(?P<area>[A-Z][\w. ]{1,24}?)['’]s\s+")
_BRACKETS = re.compile(r"\([^)]{0,1000}+\)")
_WORDS = re.compile(r"[^\W_]+")
_LAST_WORD = re.compile(r"[\w&+'’./-]+$")
_DATED = re.compile(r"^.*\b(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}\s")
_LONE = frozenset(
    "industrial commercial consumer performing residential institutional financial core sub specialized specialised adjacent related".split()
)  # no names by themselves
_TELLING = frozenset(
    "studies serves covers tracks follows watches enters sees shapes".split()
)  # "which studies industrial markets"
_LETTER = re.compile(r"[^\W\d_]")
_DATE = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}(?:-[0-9]{2})?")
_DATED_CODE = re.compile(r"(?:FY|CY)(?:20)?[0-9]{2}E?|[QH][1-4]|[1-4][QH][0-9]{0,2}")
_AMOUNT = re.compile(r"[UE$€£₹¥](?:(?<=U)S[D$]|(?<=E)UR|(?<=[$€£₹¥]))\s?\d")
_SUFFIX = re.compile(
    r"\s+(?:market|markets|industry|sector|business)(?:\s+(?:size|share|report|outlook|analysis|value|forecast|revenue))*$",
    re.IGNORECASE,
)


# "the market for pumps": what stands behind the word, where nothing stands before it.
_FOR_WORD = (
    r"(?!(?:the|a|an|this|these|those|its|their|our|your|all|some|many|such|which|that|what|who|it|them|is|are|was|were|will|would|should|could|can|may|might|has|have|had|in|on|at|by|to|of|for|from|with|"
    r"as|and|or|but|while|until|through|over|than|came|comes|come|stood|stands|grew|grows|reached|reaches|rose|rises|fell|falls|worth|valued|expected|projected|forecast|estimated|alone|worldwide|globally|"
    r"years?|decades?|months?|now|today|hit|hits|passed|passes|amounted|totalled|totaled|generated|continues|remains|expands?|expanded)\b)[A-Za-zÀ-ÿ][\w&/+-]{1,30}"
)
_FOR = re.compile(rf"s?\sfor\s(?P<name>{_FOR_WORD}(?:\s{_FOR_WORD}){{0,3}})")


# "Related: Fibre Laser Market; Glass Rod Market": other pages of the publisher.
_RELATED = re.compile(
    r"[\s*#•-]{0,6}(?:related|see also|read also|more reports|similar reports|other reports|you may also|browse|trending)\b",
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
    return token[0].isupper() and word in ("in", "of", "for", "and", "to", "on") and not left.endswith((",", ";"))


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
        or name.partition(" ")[0].lower() in _TELLING
        or area_of_adjective(name)
        or area_named(name)
        or not _LETTER.search(name)
        or all(word in naming("en").no_names for word in name.lower().split())
    ):
        return ""
    return name


@lru_cache(maxsize=4096)
def market_key(name: str) -> frozenset[str]:
    """Words of a name for comparison: lower case, singular, no brackets, no stop words."""
    plain = _BRACKETS.sub(" ", name.lower())
    words = _WORDS.findall(plain)
    return frozenset(_singular(w) for w in words if w not in _KEY_STOP)


def _singular(word: str) -> str:
    """One spelling for both numbers; the same for languages that add an s: "batteries" and "battery", "mattresses" and "mattress"."""
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("ss"):
        return word
    plain = word.rstrip("s") or word
    return plain[:-2] + "y" if plain.endswith("ie") and len(plain) > _SHORT_WORD else plain


_SHORT_WORD = 4


_KEY_STOP = frozenset(
    "the a an of for and in global worldwide world market markets industry sector size share report as".split()
)


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
