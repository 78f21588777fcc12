"""A printed market name, read: its tokens, the area it names, the acronyms it explains.

Belongs here: what one name says by itself. `entity_resolution.py` decides which of all names of a build are one market.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from sources.grammar.areas import Area
from warehouse.resolve.names.brackets import without_brackets
from warehouse.resolve.names.inverted_titles import uninverted_title
from warehouse.resolve.names.name_areas import is_area, without_area
from warehouse.resolve.names.normal_form import normal_form
from warehouse.resolve.names.translation import in_english
from warehouse.resolve.words.acronyms import initials, is_sure_alone, with_acronyms_disambiguated
from warehouse.resolve.words.market_words import market_word_at, names_market
from warehouse.resolve.words.tokens import Tokens, phrase_tokens, raw_tokens, tokens_of
from warehouse.resolve.words.vocabulary import acronyms, words

_TITLE_PARTS = re.compile(r"\s*[:|：]\s*|\s+[–—-]\s+|\s*[–—]\s+")
# What opens a title before its market, and the words of a title's part about the report.
_OPENING = re.compile(
    r"^\s*(?:an?\s+|the\s+)?(?:(?:in[- ]depth|comprehensive|detailed|latest|strategic|market)\s+)*(?:research|report|study|analysis|survey|review|insights?|overview|briefing)s?"
    r"\s+(?:report\s+)?(?:on|of|into|for)\s++(?=.*(?:market|industry|sector)\b)|^\s*(?:in[- ]depth|comprehensive|detailed)\s++(?=.*(?:market|industry|sector)\b)",
    re.IGNORECASE,
)
_SUBTITLE = re.compile(
    r"\b(?:forecasts?|outlook|reports?|size|share|trends?|analysis|growth|insights?|opportunit(?:y|ies)|statistics|20\d\d|cagr|overview|study|by\s+\w+|revenue|segments?|segmentation|key players)\b",
    re.IGNORECASE,
)
_SHORTEST_ACRONYM = 2


@dataclass(frozen=True, slots=True)
class Name:
    """One printed name.

    Attributes:
        printed: as printed.
        tokens: normal tokens without area, market words and boilerplate; empty where the name names no market.
        area: the one area that the name carries besides the world; None where it carries none or several (several stay
            among the tokens).
        acronyms: acronyms that the name explains, with the tokens they stand for.
    """

    printed: str
    tokens: Tokens
    area: Area | None
    acronyms: tuple[tuple[str, Tokens], ...]


@cache
def read_name(printed: str) -> Name:
    """Reads one printed market name.

    Reading is idempotent: the joined tokens of a name read to the same tokens.

    Args:
        printed: as a claim, a segment list or a fact prints it.

    Returns:
        The name; its tokens may be empty.
    """
    text, explained = without_brackets(_without_subtitle(uninverted_title(printed)), _is_named)
    text = _capitals_written_out(text)
    text = in_english(text, is_area) or text
    tokens, before = tokens_of(text), None
    areas: dict[str, Area] = {}
    while tokens != before:
        before = tokens
        tokens, found = normal_form(before, strip_areas=True)
        if tokens and len(found) > 1:
            tokens, found = normal_form(before, strip_areas=False)[0], ()
        areas.update({area.code: area for area in found})
        english = in_english(" ".join(tokens), is_area)  # words around the name may have hidden its language
        tokens = tokens_of(english) if english else tokens
    return Name(
        printed,
        with_acronyms_disambiguated(tokens, raw_tokens(printed)),
        next(iter(areas.values())) if len(areas) == 1 else None,
        explained,
    )


def _is_named(text: str) -> bool:
    """Whether a text names a market."""
    return bool(read_name(text).tokens)


def _capitals_written_out(text: str) -> str:
    """A name with the acronyms written out that are another word in lower case: MICE tourism, DER management."""
    shown = text.split()
    if text.isupper() and len(shown) > 1:
        return text
    table = acronyms().in_capitals
    for at, word in enumerate(shown):
        acronym = word.casefold()
        if word.isupper() and acronym in table and (is_sure_alone(acronym) or not _says_nothing(shown, at)):
            shown[at] = table[acronym].split(" / ")[0]
    return " ".join(shown)


def _says_nothing(shown: list[str], at: int) -> bool:
    """Whether no word of a name but the one at a place says anything of its scope."""
    vocabulary = words()
    empty = vocabulary.market_words | vocabulary.boilerplate | vocabulary.leading | vocabulary.trailing
    return empty.issuperset(token for other in (*shown[:at], *shown[at + 1 :]) for token in phrase_tokens(other))


def _without_subtitle(text: str) -> str:
    """A title's first part where it ends in a market word and the others say what the report holds, and no area."""
    parts = [part for part in _TITLE_PARTS.split(text) if part and part.strip()]
    if len(parts) < 2:
        return _OPENING.sub("", text)
    first = tokens_of(parts[0])
    at = market_word_at(first)
    if not at or not all(token in words().boilerplate for token in first[at + 1 :]):
        return _OPENING.sub("", text)
    told = next((part for part in parts[1:] if at == 1 and _spells(part, parts[0])), None)
    if told is not None:
        return told  # "VSF Market: Viscose Staple Fibre 2025"
    kept = [part for part in parts[1:] if not _SUBTITLE.search(part) or without_area(tokens_of(part))[1]]
    return " - ".join([_OPENING.sub("", parts[0]), *kept])


def _spells(part: str, first: str) -> bool:
    """Whether a part of a title is what the acronym that another part consists of stands for."""
    acronym = next((word for word in first.split() if word.isupper() and len(word) > _SHORTEST_ACRONYM), None)
    phrase = tuple(token for token in raw_tokens(part) if not token.isdigit())
    return acronym is not None and len(phrase) > 1 and acronym.casefold() in initials(phrase)


def market_in_title(title: str) -> str | None:
    """The part of a document's title that names a market.

    Args:
        title: as printed, "Smart Lock Market Size and Share | A Vendor".

    Returns:
        The part before the market word ("Smart Lock"), or the part beside one that holds nothing but a market word and
        boilerplate; None where the title names no market.
    """
    parts = [part for part in _TITLE_PARTS.split(title) if part and part.strip()]
    marked = [part for part in parts if names_market(tokens_of(part))]
    for part in marked:
        tokens = tokens_of(part)
        at = market_word_at(tokens)
        cut = tokens[:at] if at else tokens
        if normal_form(cut, strip_areas=True)[0]:
            return " ".join(cut)
    if marked and read_name(parts[0]).tokens:
        return parts[0]
    return None
