"""Who publishes a document, as its own words tell: bylines, announcements, notes, or a site name above the title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sources.grammar.areas import area_named

_PUBLISHED_BY = (
    re.compile(
        r"(?:Analysis|Review|Report|Study|Research|Insights|Outlook|Source|Quelle|Fuente)\s?(?:by|:)\s(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,4})"
    ),
    re.compile(
        r"(?:Publisher|publisher|发布|発行元|Herausgeber|Editor|Published by|published by|Verlag|Fuente|Source)\s?[:：]?\s?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,4})"
    ),
    re.compile(
        r"(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,3})[®™]?\s(?:announces|has released|has published|today released|released|published|expects|estimates|puts|values|forecasts|projects|says|veröffentlicht|schätzt|estima|valora|prevé)\b"
    ),
    re.compile(
        r"(?:[Nn]ote: |contact |from |browse the |[Aa]ccording to |[Ll]aut |[Ss]egún |[Ss]elon )(?:the )?(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,3}(?:[ ](?:Research|Insights|Intelligence|Analytics|Partners|Advisory|Consulting|Institute)))"
    ),
)
_DESCRIBED = re.compile(
    r"(?P<name>[A-Z][\w&.’'-]*(?:[ ](?:&[ ])?[A-Z][\w&.’'-]*){0,3}),? an? (?:[a-z-]+ ){0,3}(?:supplier|provider|publisher|firm|house|company|institute) of (?:[a-z-]+ )?(?:market|research|statistics|business)"
    r"|(?P<owner>[A-Z][\w&-]*(?:[ ](?:&[ ])?[A-Z][\w&-]*){1,3})['’]s (?:latest |new |own )?(?:estimate|report|study|analysis|forecast|research)"
)
_FIRM = re.compile(
    r"\b(?P<name>(?:[A-Z][\w&’'-]*[ ]){0,3}(?:Research|Insights|Intelligence|Analytics|Advisory|Consulting|Reports)(?:\s(?:Inc|Ltd|LLC|Group)\.?)?)\b"
)
_NOT_FIRM = frozenset(
    "The This Global Key Recent Our Major Market Primary Secondary Full Exclusive Industry More Related Latest New Study".split()
)


def publisher_of(text: str, titles: Sequence[tuple[int, str]]) -> tuple[str, int] | None:
    """Who publishes: the name that bylines, announcements and notes give most often; else a site name above the title."""
    votes: Counter[str] = Counter()
    first: dict[str, int] = {}
    for weight, pattern in zip((4, 4, 2, 3, 1), (*_PUBLISHED_BY, _FIRM), strict=True):
        for m in pattern.finditer(text):
            name = _firm_name(m["name"])
            if name:
                votes[name] += weight
                first.setdefault(name, text.find(name, m.start()))
    for m in _DESCRIBED.finditer(text):
        if name := _firm_name(m["name"] or m["owner"]):
            votes[name] += 3
            first.setdefault(name, text.find(name, m.start()))
    for name in votes:
        votes[name] += min(5, text.count(name)) + (2 if _FIRM.search(name) else 0)
    if votes:
        best = max(votes, key=lambda n: (votes[n], -first[n], n))
        return best, first[best]
    if len(titles) > 1 and re.fullmatch(r"[A-Z][a-z]*[A-Z][\w]*|[A-Z]{2,}[a-z]\w*", titles[0][1].strip()):
        return titles[0][1].strip(), titles[0][0]
    return None


def _firm_name(printed: str) -> str | None:
    name = re.sub(r"['’]s$", "", printed.strip()).rstrip(".")
    name = re.sub(r"^(?:(?:Global|Leading|Market|Research|The|A)\s)*(?:Publisher|Firm|Company|Analyst)s?\s", "", name)
    words = name.split()
    if not words or words[0] in _NOT_FIRM or len(name) < 3 or area_named(name):
        return None
    plain = len(words) == 1 and not re.search(r"[a-z][A-Z]|[A-Z]{2}", name)
    return None if plain and name.lower() in _COMMON else name


_COMMON = frozenset(
    "companies analysts experts industry market research report type application region demand growth europe year source study company players segment product".split()
)
