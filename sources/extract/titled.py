"""The market that a title names without the word market: "Oat drinks in the UK: aisle report", "Freeze dryers - outlook".

A headline that is a sentence names none here; what the text repeats of it is told by `topics`.
"""

from __future__ import annotations

import re
from functools import cache

from sources.extract.markets import market_key, tidy_market
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_CUT = re.compile(r"\s?[:|(（,;·]\s?|\s[-–—]+\s|(?<=[a-z0-9)])[.?!](?:\s|$)|\n")
_YEAR = re.compile(r"\b(?:FY|Q[1-4]|H[12])?\s?(?:19|20)[0-9]{2}\b.*$")
_SENTENCE = re.compile(
    r"[a-z][.!](?:\s|$)|^[^:]*[a-z]\?(?:\s|$)|^(?:Next|In|On|At|As|With|When|While|After|Before|Since|If|By|From|Nearly|More|Over)\s"
)
# "Food packaging passes the trillion mark": what stands before the verb of a headline.
_VERB_IN_S = re.compile(r"(?P<name>\S+\s\S+(?:\s\S+)?)\s[a-z]{3,}(?:es|s)\s(?:the|a|an|past|up|its)\b")
# "India's jewellery trade at Rs 6.5 lakh crore": the name stands before the figure.
_AT_FIGURE = re.compile(
    r"\s(?:at|to|by|worth|hits?|reach(?:es)?|tops?|crosses|nears|of|up|down|(?:heading|headed|set) for|to (?:hit|reach|top|exceed|surpass))\s(?=(?:Rs|USD|EUR|US|INR)\b|[$€£₹¥]?[0-9])",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"\b(?:USD|US|EUR|INR|Rs|GBP)\b")
_NUMBERED = re.compile(r"[0-9]+(?:\.[0-9]+)*\.?\s")  # "3.2 Manuka honey": a chapter of a longer work
_PLAIN_NUMBER = re.compile(r"(?:^|\s)[0-9][0-9.,]*(?:\s|$)|[$€£₹%]")
_TITLE_BY = 200
_LEAD = re.compile(
    r"^(?:(?:the|a|an|global|worldwide|world|inside|about|understanding|why|how|what)\s|[0-9.]+\s+)+", re.IGNORECASE
)
_OFFICE = re.compile(
    r"(?:ministry|department|agency|association|bureau|office|council|federation|institute|chamber)\s(?:of|for)\b",
    re.IGNORECASE,
)
_LONGEST = 6


def titled_market(text: str, titles: list[tuple[int, str]], words: Grammar) -> str | None:
    """The head of the title, where it is a noun phrase that the text comes back to.

    Args:
        text: canonical text.
        titles: title and headings with their offsets, in order.
        words: the document's words; `title_ends` are those that close the name in a title.

    Returns:
        The name without area, year and report words; None where the title is a sentence or is not taken up again.
    """
    for rank, (at, title) in enumerate(titles[:3]):
        if at > _TITLE_BY or _SENTENCE.search(title.strip()):
            break
        head = _head(title, words)
        if head is None or all(w in words.phrases("topic_stop_words") for w in head.lower().split()):
            continue
        if (
            _OFFICE.match(head)
            or words.pattern("publisher_words").search(head)
            or (_NUMBERED.match(title) and rank == 0)
        ):
            continue
        is_labelled = rank == 0 and " " in head and bool(_ends(words).search(title))
        if rank and " " not in head and not _NUMBERED.match(title):
            continue
        if is_labelled or _comes_back(text[at + len(title) :], head):
            return head
    return None


def _head(title: str, words: Grammar) -> str | None:
    name = _AT_FIGURE.split(_CUT.split(title.strip(), maxsplit=1)[0])[0]
    for mark in reversed(area_marks(name, 0, len(name))):
        name = name[: mark.start] + " " + re.sub(r"^['’]s\b", "", name[mark.end :])
    name = " ".join(name.split())
    if end := _ends(words).search(name):
        name = name[: end.start()]
    if verb := _VERB_IN_S.match(name):
        name = verb["name"]
    name = re.sub(
        r"\s(?:in|of|for|across|to|by|im|en|au|aux|dans)(?:\s(?:the|der|den|el|la))?$",
        "",
        _YEAR.sub("", _LEAD.sub("", name)).strip(),
    )
    if words.pattern("subject_verbs").search(name) or _CURRENCY.search(name) or _PLAIN_NUMBER.search(name):
        return None
    plain = re.sub(r"(?<=\s)spend$", "spending", tidy_market(name))
    return plain if plain and len(plain.split()) <= _LONGEST and market_key(plain) else None


@cache
def _ends(words: Grammar) -> re.Pattern[str]:
    return re.compile(r"\s" + alternation(words.phrases("title_ends")), re.IGNORECASE)


def _comes_back(body: str, head: str) -> bool:
    """The words of the name, or the last of them, stand in the text again."""
    lower = body.lower()
    key = market_key(head)
    found = sum(bool(re.search(rf"\b{re.escape(word)}", lower)) for word in key)
    common = any(re.search(rf"\b{re.escape(word)}s?\b", body) for word in key)
    return found * 2 > len(key) and (common or " " in head)  # one word that is only ever capitalised is a firm's name


_CAPTIONED = re.compile(
    r"\b(?:sales|shipments|consumption|production|output|demand|revenues?|deliveries|turnover|value|market)\s(?:of|for)\s(?:the\s)?(?P<name>[a-z][a-z-]+(?:\s(?!by\b|in\b|per\b|for\b|from\b|with\b|and\b|to\b)[a-z-]+){0,4})",
    re.IGNORECASE,
)


def captioned_market(titles: list[tuple[int, str]], words: Grammar) -> str | None:
    """What the first caption or heading counts: "Table 6. World sales of seaweed gels (in tonnes)".

    Args:
        titles: title and headings with their offsets, in order.
        words: the document's words.
    """
    for _, title in titles:
        match = _CAPTIONED.search(title)
        if match and (name := _head(match["name"], words)) and name.lower() not in words.phrases("topic_stop_words"):
            return name
    return None
