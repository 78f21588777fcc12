"""Areas by name: the world, its regions, countries and vendors' own regions, and their places in a text."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.variants import in_traditional

_HERE = Path(__file__).parent
_WORD = re.compile(
    r"[A-ZÀ-Þ][\w.]*|\bworldwide\b|\bglobally\b|\bweltweit\b|\bmundial\b|\bmondial\w*\b|\bthe world\b", re.UNICODE
)
_CAPITAL = re.compile(r"[A-ZÀ-Þ][\w.]*")
_LOWER_CASE = ("world", "globally", "weltweit", "ndial")  # what the names without a capital hold
_ADJECTIVAL = re.compile(
    r"[-\s]?[Dd]oll?[aá]r|-(?:based|headquartered|listed|led|made|owned|focused)\b|[$]|\s?[$]\d|[A-Za-z0-9]"
)


_CJK = re.compile("[\u2e80-\U0010ffff]")
_LAST_POINT = re.compile(r"\.(?=[A-Z]?$)")


class Region(BaseModel):
    """A region of `areas.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    code: str
    area: str
    names: tuple[str, ...]


class AreaFile(BaseModel):
    """`areas.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    regions: tuple[Region, ...]
    countries: dict[str, tuple[str, ...]]
    guarded: tuple[str, ...]
    ambiguous: tuple[str, ...]
    directions: tuple[str, ...]
    currency_areas: dict[str, str]
    display: dict[str, str]
    adjectives: dict[str, str]
    offices: dict[str, str]


@dataclass(frozen=True, slots=True)
class Area:
    """An area: its code (M49, ISO 3166 alpha-3 or `vendor:` and a name) and its name for people."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class AreaMark:
    """An area where a text names it."""

    start: int
    end: int
    area: Area


WORLD_CODE = "001"  # UN M49
WORLD = Area(WORLD_CODE, "Global")
_BETWEEN = re.compile(r"[\s-]")  # words of a name
_DIVIDED = ("Europe", "Africa", "Asia")  # continents of whose parts texts speak: "Northwest Europe"
_DIRECTED = re.compile(r"(?:north|south|east|west|central)(?:-?(?:east|west))?(?:ern)?[ -]\Z")  # "western Europe"


class _Group(NamedTuple):
    """Names that begin with the same word: a text can hold only one of each length."""

    lengths: tuple[int, ...]  # longest first
    names: frozenset[str]


@cache
def _file() -> AreaFile:
    return AreaFile.model_validate(yaml_content(_HERE / "areas.yml"))


@cache
def _names() -> tuple[dict[str, Area], dict[str, _Group], dict[str, tuple[str, ...]]]:
    """Names to areas, names by their first word, and those in scripts without blanks by their first sign."""
    file = _file()
    names = _country_names(file)
    _add_regions(names, file)
    _add_divisions(names, file)
    _add_directions(names, file)
    first: dict[str, list[str]] = {}
    for name in names:
        first.setdefault(_BETWEEN.split(name, 1)[0], []).append(name)
    for name, area in list(names.items()):
        if _is_cjk(name):
            names.setdefault(in_traditional(name), area)
    by_sign: dict[str, list[str]] = {}
    for name in names:
        if _is_cjk(name):
            by_sign.setdefault(name[0], []).append(name)
    the = first.setdefault("the", [])
    if "the world" not in names:
        the.append("the world")
    groups = {
        word: _Group(tuple(sorted({len(n) for n in group}, reverse=True)), frozenset(group))
        for word, group in first.items()
    }
    return names, groups, {sign: tuple(group) for sign, group in by_sign.items()}


def _is_cjk(name: str) -> bool:
    """It begins with a sign of a script without blanks."""
    return ord(name[0]) > 0x2E7F


def _country_names(file: AreaFile) -> dict[str, Area]:
    """Countries by their names in all languages of CLDR, and by the further names of `areas.yml`."""
    names: dict[str, Area] = {}
    for country in json.loads((_HERE / "areas_cldr.json").read_text(encoding="utf-8")):
        area = Area(country["code"], file.display.get(country["code"]) or country["names"].get("en", country["code"]))
        names.update({name: area for name in country["names"].values() if name not in file.ambiguous})
    english = {area.code: area for area in names.values()}
    for code, others in file.countries.items():
        for name in others:
            names[name] = english.get(code, Area(code, others[0]))
    return names


def _add_regions(names: dict[str, Area], file: AreaFile) -> None:
    for region in file.regions:
        for name in region.names:
            names[name] = WORLD if region.code == WORLD.code else Area(region.code, region.area)
            first_word, blank, others_words = name.partition(" ")
            if blank and name[0].isupper():  # "América del norte", "Europa occidental"
                names.setdefault(f"{first_word} {others_words.lower()}", names[name])


def _add_divisions(names: dict[str, Area], file: AreaFile) -> None:
    """States and provinces, where no country or region has the name."""
    for country in json.loads((_HERE / "areas_iso3166_2.json").read_text(encoding="utf-8")):
        for name in country["names"]:
            if name not in names and name not in file.ambiguous:
                names[name] = Area(f"vendor:{name}", name)


def _add_directions(names: dict[str, Area], file: AreaFile) -> None:
    """ "North India", "Northwest Europe": parts of countries and continents by the direction."""
    countries = [
        name for name, area in names.items() if len(area.code) == 3 and area.code.isalpha() and name[0].isupper()
    ]
    for name in (*countries, *_DIVIDED):
        for direction in file.directions:
            names.setdefault(f"{direction} {name}", Area(f"vendor:{direction} {name}", f"{direction} {name}"))


def area_names() -> dict[str, Area]:
    """Every name that is read as an area, with the area it names."""
    return dict(_names()[0])


def area_named(name: str) -> Area | None:
    """The area with exactly this name ("Asia Pacific", "U.S."), in any language read."""
    names, _, _ = _names()
    plain = " ".join(name.split()).strip(" .,:;()")
    if area := names.get(plain) or names.get(plain + "."):
        return area
    return names.get(plain[4:]) if plain.startswith(("the ", "The ")) else None


@cache
def _currency_areas() -> dict[str, Area]:
    file = _file()
    by_code = {area.code: area for area in _names()[0].values()}
    return {currency: by_code[code] for currency, code in file.currency_areas.items()}


@cache
def _by_code() -> dict[str, Area]:
    return {area.code: area for area in _names()[0].values()}


def area_with_code(code: str) -> Area | None:
    """The area with this M49 or ISO 3166 alpha-3 code."""
    return _by_code().get(code)


# Peoples whose name is not their adjective with an "s".
_PEOPLES = {
    "Britons": "British",
    "Brits": "British",
    "Spaniards": "Spanish",
    "Danes": "Danish",
    "Swedes": "Swedish",
    "Poles": "Polish",
    "Finns": "Finnish",
    "Turks": "Turkish",
    "Swiss": "Swiss",
}


@cache
def _adjectives() -> dict[str, Area]:
    file = _file()
    by_code = {area.code: area for area in _names()[0].values()}
    return {word: by_code[code] for word, code in file.adjectives.items()}


@lru_cache(maxsize=16384)
def area_of_adjective(word: str) -> Area | None:
    """The area that an adjective speaks of: "Chinese", "European"; None where it is none."""
    known = _adjectives()
    if area := known.get(word) or known.get(_PEOPLES.get(word, word.removesuffix("s"))):
        return area
    return next((known[base] for base in _singular(word) if base in known), None)


_PLURALS = (
    ("en", "e"),
    ("er", "e"),
    ("es", "e"),
    ("em", "e"),
    ("s", ""),
    ("es", ""),
    ("i", "o"),
    ("e", "a"),
    ("i", "e"),
    ("chi", "co"),
    ("che", "ca"),
    ("schi", "sco"),
    ("sche", "sca"),
    ("nhóis", "nhol"),
    ("nhóes", "nhão"),
    ("eses", "ês"),
    ("eses", "és"),
    ("eus", "eu"),
    ("eias", "eia"),
    ("mães", "mão"),
    ("ses", "s"),
    ("nais", "nais"),
    ("ães", "ão"),
)


def _singular(word: str) -> list[str]:
    """What the plural or another case of an adjective may come from: "españoles", "italiani", "deutscher"."""
    return [word.removesuffix(a) + b for a, b in _PLURALS if word.endswith(a) and len(word) > len(a) + 3]


@cache
def _offices() -> dict[str, Area]:
    file = _file()
    return {name: _by_code()[code] for name, code in file.offices.items()}


def areas_of_offices(text: str) -> set[Area]:
    """The countries whose offices for statistics, ministries or national bodies a text names."""
    return {
        area
        for name, area in _offices().items()
        if name in text and (_CJK.match(name) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    }


def area_of_currency(currency: str) -> Area | None:
    """The one country that an ISO 4217 currency is money of; None for USD, EUR and unlisted ones."""
    return _currency_areas().get(currency)


@lru_cache(maxsize=1024)
def area_marks(text: str, start: int, end: int) -> tuple[AreaMark, ...]:
    """Areas named in `text[start:end]`, longest name first, left to right, disjoint.

    "U.S.-based" and "US$" name no area.
    """
    names, first, by_sign = _names()
    marks: list[AreaMark] = []
    position = start
    search = (_WORD if any(text.find(w, start, end) >= 0 for w in _LOWER_CASE) else _CAPITAL).search
    while match := search(text, position, end):
        at, position = match.span()
        if at > start and text[at - 1].isalnum():
            continue
        word = match.group()
        group = first.get(word)
        if group is None:
            if ("." not in word and word[0] != "t") or not (group := _less_exact(word, first)):
                continue
        for length in group.lengths:
            stop = at + length
            if stop > end or text[at:stop] not in group.names:
                continue
            if _ADJECTIVAL.match(text, stop) or (text[at:stop] in _guarded() and not _is_placed(text, at, stop, marks)):
                continue
            if at > start and text[at - 1] in " -" and (lead := _DIRECTED.search(text, max(start, at - 14), at)):
                whole = f"{lead.group()[:-1].title()} {text[at:stop]}"
                if whole in names and (lead.start() == start or not text[lead.start() - 1].isalnum()):
                    marks.append(AreaMark(lead.start(), stop, names[whole]))
                    position = stop
                    break
            marks.append(AreaMark(at, stop, names.get(text[at:stop], WORLD)))
            position = stop
            break
    if not text.isascii() and _CJK.search(text, start, end):
        _add_cjk(text[start:end], start, by_sign, names, marks)
    return tuple(marks)


@cache
def _guarded() -> frozenset[str]:
    return frozenset(_file().guarded)


_PLACED_BEFORE = re.compile(r"(?<![^\W_])(?:[Ii]n|[Aa]cross|[Tt]hroughout|within|[Ee]n|[Ee]m|nach|au)\s\Z")
_LISTED = re.compile(r",? (?:and|&|und|y|e|et) |, |/|-")


def _is_placed(text: str, at: int, stop: int, marks: list[AreaMark]) -> bool:
    """A name that people and firms have as well, behind a preposition of place or beside an area in a list."""
    if _PLACED_BEFORE.search(text, max(0, at - 12), at):
        return True
    if marks and _LISTED.fullmatch(text, marks[-1].end, at):
        return True
    link = _LISTED.match(text, stop)
    names, first, _ = _names()
    if link is None or (behind := _CAPITAL.match(text, link.end())) is None:
        return False
    group = first.get(behind.group()) or first.get(behind.group().rstrip("."))
    ends = [link.end() + length for length in group.lengths] if group else []
    return any(text[link.end() : end] in names and text[link.end() : end] not in _guarded() for end in ends)


def _less_exact(word: str, first: dict[str, _Group]) -> _Group | None:
    """Names that may begin with a word that alone begins none: "U.S.", "India." and "the world"."""
    if word.startswith("the "):
        return first.get("the")
    return first.get(word.rstrip(".")) or first.get(_LAST_POINT.split(word)[0])


_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]")


def _is_within_word(piece: str, start: int, end: int) -> bool:
    """ "タイ" within "タイプ" is no country: words in katakana do not end where katakana go on."""
    if "\uac00" <= piece[start] <= "\ud7a3" and start and "\uac00" <= piece[start - 1] <= "\ud7a3":
        return True  # Korean names open a word
    if _KATAKANA.match(piece[start]) and start and _KATAKANA.match(piece[start - 1]):
        return True
    return bool(_KATAKANA.match(piece[end - 1]) and _KATAKANA.match(piece[end : end + 1]))


def _add_cjk(
    piece: str, start: int, by_sign: dict[str, tuple[str, ...]], names: dict[str, Area], marks: list[AreaMark]
) -> None:
    """Names in scripts without blanks, longest first, where no mark is already."""
    present = [name for sign in set(piece) if sign in by_sign for name in by_sign[sign] if name in piece]
    is_taken = bytearray(len(piece))
    for mark in marks:
        is_taken[mark.start - start : mark.end - start] = b"\1" * (mark.end - mark.start)
    for name in sorted(present, key=lambda n: (-len(n), n)):
        at = piece.find(name)
        while at >= 0:
            stop = at + len(name)
            if not _is_within_word(piece, at, stop) and not any(is_taken[at:stop]):
                marks.append(AreaMark(start + at, start + stop, names[name]))
                is_taken[at:stop] = b"\1" * len(name)
            at = piece.find(name, stop)
    marks.sort(key=lambda m: m.start)
