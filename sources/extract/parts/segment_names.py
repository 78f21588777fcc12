"""Names of segments and dimensions: a name from its print, and whether two prints are one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sources.grammar.areas import area_named
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Segment

_WORDS = pattern_words("parts")
_LISTS = word_lists("parts")

GEOGRAPHIC = frozenset(_LISTS["geographic_dimensions"])
_BAND = re.compile(
    rf"(?:(?P<low>[0-9][0-9,]*)\s?[-–—]\s?(?P<high>[0-9][0-9,]*)|(?P<up>{_WORDS['upper_bounds']})\s(?P<max>[0-9][0-9,]*)|(?P<over>{_WORDS['lower_bounds']})\s(?P<min>[0-9][0-9,]*))",
    re.IGNORECASE,
)
_COMMA = re.compile(r",(?![0-9]{3}(?![0-9]))\s*|\s*;\s*|\s*[|•·]\s*|\s/\s")
_AND = re.compile(rf"^(?:{_WORDS['member_links']}|{_WORDS['member_links_mul']})\s+", re.IGNORECASE)
_INNER_AND = re.compile(rf"\s{_WORDS['and_words']}\s")
_COMMA_AND = re.compile(rf",\s{_WORDS['and_words']}\s$")
_JUST_YEAR = re.compile(r"(?:19|20)[0-9]{2}$")
_DIMENSION_LEAD = re.compile(rf"^(?:{_WORDS['dimension_openers']}\s)+")
_MARKS = re.compile(r"[^a-z0-9]+")
_LONGEST = 90


def segment_at(
    text: str,
    start: int,
    end: int,
    dimension: str,
    market: str | None,
    parent: str | None,
    position: int,
    repair: str | None,
) -> Segment:
    """One mention of a member: its printed words tidied, with the bounds of a size band."""
    name = " ".join(text[start:end].split()).strip(" *.")
    low, high = size_bounds(name)
    return Segment(
        start, end, text[start:end], market, tidy_dimension(dimension), name, parent, position, low, high, repair
    )


def size_bounds(name: str) -> tuple[int | None, int | None]:
    """Inclusive bounds of a size band ("257-2,048", "Above 2,048"); None where open or where there is none."""
    m = _BAND.search(name)
    if not m or _JUST_YEAR.match(m.group()):
        return None, None
    if m["low"]:
        return _whole(m["low"]), _whole(m["high"])
    if m["up"]:
        return None, _whole(m["max"])
    least = _whole(m["min"])
    return (least + 1 if least is not None else None), None


def members_at(text: str, start: int, end: int, dimension: str, market: str | None) -> Iterator[Segment]:
    """Members of a comma list; "A, B and C" has three, a list of one none."""
    pieces = []
    at = start
    for cut in [*_COMMA.finditer(text, start, end), None]:
        stop = cut.start() if cut else end
        piece = text[at:stop]
        lead = len(piece) - len(piece.lstrip())
        body = piece.strip()
        if m := _AND.match(body):
            lead += m.end()
            body = body[m.end() :]
        if body:
            pieces.append((at + lead, at + lead + len(body)))
        at = cut.end() if cut else end
    pieces = _split_last_and(text, pieces, dimension)
    if len(pieces) < 2:
        return
    for position, (a, b) in enumerate(pieces):
        if b - a <= _LONGEST:
            yield segment_at(text, a, b, dimension, market, None, position, None)


def _split_last_and(text: str, pieces: list[tuple[int, int]], dimension: str) -> list[tuple[int, int]]:
    """ "A, B and C": the last "and" separates, unless it is part of an area's name or of the only two words around it."""
    if not pieces:
        return pieces
    a, b = pieces[-1]
    last = text[a:b]
    if area_named(last):
        return pieces
    m = _INNER_AND.search(last)
    if m and ((len(pieces) > 1 and not _COMMA_AND.search(text[max(0, a - 6) : a])) or len(pieces) == 1):
        return [*pieces[:-1], (a, a + m.start()), (a + m.end(), b)]
    return pieces


def _whole(printed: str | None) -> int | None:
    return int(printed.replace(",", "")) if printed else None


def tidy_dimension(name: str) -> str:
    """A dimension's name: "by Deployment" → "Deployment"."""
    name = _DIMENSION_LEAD.sub("", " ".join(name.split())).strip(" :,-–—*")
    return name[:1].upper() + name[1:]


def distinctive_words(name: str) -> frozenset[str]:
    """Words that distinguish a member from its neighbours: "Cloud-Based" and "Cloud" are one."""
    words = frozenset(w.rstrip("s") for w in fold(name).split())
    return words - _COMMON or words


_COMMON = frozenset(_LISTS["common_words"])


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """A name for comparison: lower case, marks as blanks."""
    return _MARKS.sub(" ", name.lower().replace("–", "-")).strip()
