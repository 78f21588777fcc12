"""A printed market name, read: its tokens, the area it names, the acronyms it explains.

Belongs here: what one name says by itself. Which names are one market is decided among all names of a build, in
`resolution.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import Area, area_names
from warehouse.resolve import compiled
from warehouse.resolve.acronyms import in_context, initials, is_sure_alone
from warehouse.resolve.foreign import in_english
from warehouse.resolve.membership import VENDOR, named_regions
from warehouse.resolve.tokens import (
    CONNECTORS,
    LONGEST_PHRASE,
    Tokens,
    echoes,
    phrase_tokens,
    raw_tokens,
    rewritten,
    tokens_of,
)
from warehouse.resolve.turned_titles import in_reading_order
from warehouse.resolve.vocabulary import acronyms, grammar, words

_BRACKET = re.compile(r"[(\[（【]([^()\[\]（）【】]*)[)\]）】]")
_TITLE_PARTS = re.compile(r"\s*[:|：]\s*|\s+[–—-]\s+|\s*[–—]\s+")
# What opens a title before its market, and what a part of a title has that tells of the report.
_OPENING = re.compile(
    r"^\s*(?:an?\s+|the\s+)?(?:(?:in[- ]depth|comprehensive|detailed|latest|strategic|market)\s+)*(?:research|report|study|analysis|survey|review|insights?|overview|briefing)s?"
    r"\s+(?:report\s+)?(?:on|of|into|for)\s+(?=.*(?:market|industry|sector)\b)|^\s*(?:in[- ]depth|comprehensive|detailed)\s+(?=.*(?:market|industry|sector)\b)",
    re.IGNORECASE,
)
_SUBTITLE = re.compile(
    r"\b(?:forecasts?|outlook|reports?|size|share|trends?|analysis|growth|insights?|opportunit(?:y|ies)|statistics|20\d\d|cagr|overview|study|by\s+\w+|revenue|segments?|segmentation|key players)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"^(?:fy|cy|q[1-4]|h[12])?\d*(?:st|nd|rd|th)?$|^\d+(?:\.\d+)+(?:bn|mn|[bm])?$|^\d+(?:bn|mn|[bm])$"
)  # q1, fy2025, 5.2
_BEFORE_CLOSING = frozenset(
    [
        "growth",
        "size",
        "share",
        "trend",
        "forecast",
        "global",
        "outlook",
        "insight",
        "and",
        "industry",
        "research",
        "report",
    ]
)
_CLOSING = frozenset(["forecast", "outlook", "report", "analysis"])  # "market for locks, forecast 2030"
_SHORTEST_ACRONYM = 2
_UNITS = frozenset(
    [
        "usd",
        "us",
        "eur",
        "gbp",
        "billion",
        "million",
        "bn",
        "mn",
        "in",
        "value",
        "revenue",
        "kiloton",
        "kt",
        "and",
        "unit",
    ]
)
_MONEY = frozenset(
    ["usd", "eur", "gbp", "billion", "million", "bn", "mn", "kiloton", "kt"]
)  # one of these makes it a unit


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
    text, explained = _without_brackets(_without_subtitle(in_reading_order(printed)))
    text = _capitals_written_out(text)
    text = in_english(text, _is_area) or text
    tokens, before = tokens_of(text), None
    areas: dict[str, Area] = {}
    while tokens != before:
        before = tokens
        tokens, found = _settled(before, strip_areas=True)
        if tokens and len(found) > 1:
            tokens, found = _settled(before, strip_areas=False)[0], ()
        areas.update({area.code: area for area in found})
        english = in_english(" ".join(tokens), _is_area)  # what stood around the name may have hidden its language
        tokens = tokens_of(english) if english else tokens
    return Name(printed, in_context(tokens), next(iter(areas.values())) if len(areas) == 1 else None, explained)


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
    at = _market_word_at(first)
    if not at or not all(token in words().boilerplate for token in first[at + 1 :]):
        return _OPENING.sub("", text)
    told = next((part for part in parts[1:] if at == 1 and _spells(part, parts[0])), None)
    if told is not None:
        return told  # "VSF Market: Viscose Staple Fibre 2025"
    kept = [part for part in parts[1:] if not _SUBTITLE.search(part) or _without_area(tokens_of(part))[1]]
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
    marked = [part for part in parts if _names_market(tokens_of(part))]
    for part in marked:
        tokens = tokens_of(part)
        at = _market_word_at(tokens)
        cut = tokens[:at] if at else tokens
        if _settled(cut, strip_areas=True)[0]:
            return " ".join(cut)
    if marked and read_name(parts[0]).tokens:
        return parts[0]
    return None


def _names_market(tokens: Tokens) -> bool:
    wide = tuple(word for word in words().wide_trailing if len(word) > 1)
    return _market_word_at(tokens) is not None or any(token.endswith(wide) for token in tokens)


def _market_word_at(tokens: Tokens) -> int | None:
    return next((at for at, token in enumerate(tokens) if _is_market_word(tokens, at)), None)


def _is_market_word(tokens: Tokens, at: int) -> bool:
    if tokens[at] not in words().market_words:
        return False
    return not any(tokens[at - 1 : at + 1] == phrase or tokens[at : at + 2] == phrase for phrase in _protected())


@cache
def _protected() -> tuple[Tokens, ...]:
    return tuple(phrase_tokens(phrase) for phrase in words().protected)


def _settled(tokens: Tokens, *, strip_areas: bool) -> tuple[Tokens, tuple[Area, ...]]:
    """Tokens without what is no scope, to a fixed point, and the areas found on the way (each once, not the world)."""
    areas: dict[str, Area] = {}
    before: Tokens | None = None
    while tokens != before and tokens:
        before = tokens
        tokens = _without_ends(_without_wide_words(tokens))
        if strip_areas:
            tokens, found = _without_area(tokens)
            areas.update({area.code: area for area in found if area.code != WORLD})
        tokens = _said_once(rewritten(_turned(_without_market_word(tokens))))
    return tokens, tuple(areas[code] for code in sorted(areas))


def _without_ends(tokens: Tokens) -> Tokens:
    vocabulary = words()
    start, end = 0, len(tokens)
    while start < end and tokens[start] in vocabulary.leading:
        start += 1
    while end > start and _may_go(tokens[:end]):
        end -= 1
    if end - start > 1 and tokens[end - 1] in vocabulary.closing and not _is_protected(tokens[:end]):
        end -= 1
        while end - start > 1 and tokens[end - 1] in _BEFORE_CLOSING:
            end -= 1
    return tokens[start:end]


def _is_protected(tokens: Tokens) -> bool:
    return any(tokens[-len(phrase) :] == phrase for phrase in _protected())


def _may_go(tokens: Tokens) -> bool:
    """Whether the last token says nothing of the scope; "ride share" keeps its share."""
    return tokens[-1] in words().trailing | {"and"} or (
        tokens[-1] == "share" and not any(tokens[-2:] == phrase for phrase in _protected())
    )


def _without_market_word(tokens: Tokens) -> Tokens:
    """Cuts at the market word where only boilerplate follows; turns "market for locks" into locks."""
    vocabulary = words()
    for at in range(len(tokens)):
        if not _is_market_word(tokens, at):
            continue
        rest = tokens[at + 1 :]
        while rest and rest[0] in vocabulary.boilerplate and rest[0] not in vocabulary.joining | vocabulary.turning:
            rest = rest[1:]
        if all(token in vocabulary.boilerplate for token in rest):
            return tokens[:at]
        if at and _is_closing(tokens[at + 1 :]):
            return tokens[:at]
        if rest[0] in vocabulary.joining:
            content = rest[1:]
            while content and content[0] in vocabulary.leading:
                content = content[1:]
            while len(content) > 1 and content[-1] in _CLOSING:
                content = content[:-1]
            return content + tokens[:at]
    return tokens


def _is_closing(rest: Tokens) -> bool:
    """Whether what stands behind a market word belongs to the report: "by type and region", "key players", "worth 5 billion"."""
    vocabulary = words()
    for at, token in enumerate(rest):
        if token == "by" and at == sum(word in vocabulary.boilerplate for word in rest[:at]):
            return True
        if token not in vocabulary.boilerplate | vocabulary.behind_market and not _PERIOD.match(token):
            return False
    return True


def _said_once(tokens: Tokens) -> Tokens:
    """Tokens without what they say twice: "LCD displays", "electric submersible pump pumps", "stroller and stroller"."""
    half = len(tokens) // 2
    if len(tokens) % 2 and tokens[half : half + 1] == ("and",) and tokens[:half] == tokens[half + 1 :]:
        return tokens[:half]
    kept = [
        token
        for at, token in enumerate(tokens)
        if not at
        or ((token != tokens[at - 1] or len(token) <= _SHORTEST_ACRONYM) and (tokens[at - 1], token) not in echoes())
    ]
    return tuple(kept) if len(kept) < len(tokens) else tokens


def _turned(tokens: Tokens) -> Tokens:
    """Turns "ai in healthcare" into "healthcare ai"."""
    for at in range(1, len(tokens) - 1):
        if tokens[at] in words().turning:
            return tokens[at + 1 :] + tokens[:at]
    return tokens


def _without_area(tokens: Tokens) -> tuple[Tokens, tuple[Area, ...]]:
    """Takes one area off the start, the end, or the place behind a market word; an area alone is no market."""
    vocabulary = words()
    if _never_areas().search(f" {' '.join(tokens)} "):
        return tokens, ()
    for length in range(min(LONGEST_PHRASE, len(tokens)), 0, -1):
        area = _areas().get(tokens[:length])
        if area:
            return tokens[length:], (area,)
    for end in range(len(tokens), 0, -1):
        for length in range(min(LONGEST_PHRASE, end), 0, -1):
            area = _areas().get(tokens[end - length : end])
            if area is None:
                continue
            start = end - length
            while start > 0 and tokens[start - 1] in vocabulary.before_area:
                start -= 1
            return tokens[:start] + tokens[end:], (area,)
        if not (
            tokens[end - 1] in vocabulary.boilerplate | vocabulary.market_words or _behind_market_word(tokens, end - 1)
        ):
            break
    return tokens, ()


def _behind_market_word(tokens: Tokens, at: int) -> bool:
    """Whether a market word stands before this place: "market in india by type" still names its area."""
    return any(_is_market_word(tokens, earlier) for earlier in range(at))


@cache
def _areas() -> Mapping[Tokens, Area]:
    """Areas by the tokens of their names, and of the adjectives that `words.yml` lists."""
    kept = compiled.kept("areas")
    if kept is not None:
        return {compiled.unpacked(phrase): Area(code, name) for phrase, (code, name) in kept.items()}
    named = {tokens_of(name): area for name, area in sorted(area_names().items())}
    for region in named_regions():
        for code in (region.ref_area, *region.also):
            own = code.removeprefix(VENDOR)
            named.setdefault(tokens_of(own), Area(region.ref_area, region.ref_area.removeprefix(VENDOR)))
            named.setdefault(tokens_of(f"the {own}"), Area(region.ref_area, region.ref_area.removeprefix(VENDOR)))
    english = {area.code: area for area in sorted(area_names().values(), key=lambda area: (area.code, area.name))}
    adjectives = {
        tokens_of(adjective): english.get(code, Area(code, code))
        for code, listed in words().demonyms.items()
        for adjective in listed
    }
    return {tokens: area for tokens, area in (named | adjectives).items() if tokens and tokens not in _not_areas()}


def _is_area(raw: Tokens) -> bool:
    """Whether words name an area, or are the adjective of one."""
    return tokens_of(" ".join(raw)) in _areas()


@cache
def _not_areas() -> frozenset[Tokens]:
    return frozenset(form for phrase in words().not_areas for form in (phrase_tokens(phrase), tokens_of(phrase)))


@cache
def _never_areas() -> re.Pattern[str]:
    phrases = sorted(" ".join(phrase) for phrase in _not_areas() if len(phrase) > 1)
    return re.compile(f" (?:{'|'.join(map(re.escape, phrases))}) ")


def _without_wide_words(tokens: Tokens) -> Tokens:
    """Takes market words off tokens written without blanks; a token that is nothing else goes."""
    vocabulary = words()
    return tuple(
        kept
        for token in tokens
        if (kept := token if token.isascii() else _cut(token, vocabulary.wide_leading, vocabulary.wide_trailing))
    )


def _cut(token: str, leading: tuple[str, ...], trailing: tuple[str, ...]) -> str:
    before = None
    while token != before:
        before = token
        for cut in sorted(leading, key=lambda word: (-len(word), word)):
            token = token.removeprefix(cut)
        for cut in sorted(trailing, key=lambda word: (-len(word), word)):
            token = token.removesuffix(cut)
    return token


def _without_brackets(text: str) -> tuple[str, tuple[tuple[str, Tokens], ...]]:
    """Dissolves brackets: explained acronyms are kept beside, qualifiers move before the name, areas stay in place."""
    acronyms: list[tuple[str, Tokens]] = []
    while found := _BRACKET.search(text):
        before, inner, after = text[: found.start()], found[1], text[found.end() :]
        explained = _explained(before, inner)
        inner_tokens = tokens_of(inner)
        if explained:
            acronym, phrase, before = explained
            acronyms.append((acronym, phrase))
            text = f"{before} {after}"
        elif not inner_tokens or _ends_with(tokens_of(before), inner_tokens) or _is_unit(inner_tokens):
            text = f"{before} {after}"
        elif (named := _named_twice(before, inner_tokens)) is not None:
            text = f"{named} {after}"
        elif inner_tokens in _areas() or read_name(after).tokens:
            text = f"{before} {inner} {after}"
        else:
            text = f"{inner} {before} {after}"
    return text, tuple(dict.fromkeys(acronyms))


def _is_unit(tokens: Tokens) -> bool:
    """Whether a bracket says in what the figures are: "(USD Billion)"; "(value)" alone tells the basis and stays."""
    return _UNITS.issuperset(tokens) and not _MONEY.isdisjoint(tokens)


def _named_twice(before: str, inner: Tokens) -> str | None:
    """The text before a bracket with its last words as the trade's other name in the bracket: "Lift (Elevator)"."""
    printed = before.split()
    for length in range(min(2, len(printed)), 0, -1):
        last = tokens_of(" ".join(printed[-length:]))
        for canonical, listed in grammar().told_by_bracket.items():
            forms = {tokens_of(form) for form in (canonical, *listed)}
            if last in forms and inner in forms:
                return " ".join([*printed[:-length], canonical])
    return None


def _explained(before: str, inner: str) -> tuple[str, Tokens, str] | None:
    """An acronym in brackets behind its words, or its words in brackets behind it.

    Returns:
        (acronym, tokens it stands for, the text before with the words written out), or None.
    """
    outside, inside = raw_tokens(before), raw_tokens(inner)
    if len(inside) == 1 and len(inside[0]) >= _SHORTEST_ACRONYM:
        for length in range(1, len(outside) + 1):
            phrase = outside[-length:]
            if phrase[0] not in CONNECTORS and len(phrase) > 1 and inside[0] in initials(phrase):
                return inside[0], tokens_of(" ".join(phrase)), before
    if outside and len(inside) > 1 and len(outside[-1]) >= _SHORTEST_ACRONYM and outside[-1] in initials(inside):
        return outside[-1], tokens_of(inner), f"{' '.join(outside[:-1])} {inner}"
    return None


def _ends_with(tokens: Tokens, end: Tokens) -> bool:
    return bool(end) and tokens[-len(end) :] == end
