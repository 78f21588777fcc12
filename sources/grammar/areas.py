"""Areas by name: the world, its regions, countries and vendors' own regions, and where a text names them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

_HERE = Path(__file__).parent
_WORD = re.compile(
    r"[A-ZÀ-Þ][\w.]*|\bworldwide\b|\bglobally\b|\bweltweit\b|\bmundial\b|\bmondial\w*\b|\bthe world\b", re.UNICODE
)
_ADJECTIVAL = re.compile(
    r"[-\s]?[Dd]oll?[aá]r|-(?:based|headquartered|listed|led|made|owned|focused)\b|[$]|\s?[$]\d|[A-Za-z0-9]"
)


_WIDE = re.compile("[\u2e80-\U0010ffff]")


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
    ambiguous: tuple[str, ...]
    directions: tuple[str, ...]
    currency_areas: dict[str, str]
    display: dict[str, str]
    adjectives: dict[str, str]


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


WORLD = Area("001", "Global")


@cache
def _names() -> tuple[dict[str, Area], dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Names to areas, names by their first word (longest first), and names in scripts without blanks."""
    file = AreaFile.model_validate(yaml.load((_HERE / "areas.yml").read_text(encoding="utf-8"), yaml.CSafeLoader))
    names: dict[str, Area] = {}
    for country in json.loads((_HERE / "areas_cldr.json").read_text(encoding="utf-8")):
        area = Area(country["code"], file.display.get(country["code"]) or country["names"].get("en", country["code"]))
        for name in country["names"].values():
            if name not in file.ambiguous:
                names[name] = area
    english = {area.code: area for area in names.values()}
    for code, others in file.countries.items():
        for name in others:
            names[name] = english.get(code, Area(code, others[0]))
    for region in file.regions:
        for name in region.names:
            names[name] = Area(region.code, region.area)
    for country in json.loads((_HERE / "areas_iso3166_2.json").read_text(encoding="utf-8")):
        for name in country["names"]:
            if name not in names and name not in file.ambiguous:
                names[name] = Area(f"vendor:{name}", name)
    for name, area in list(names.items()):
        if len(area.code) == 3 and area.code.isalpha() and name[0].isupper():
            for direction in file.directions:
                names.setdefault(f"{direction} {name}", Area(f"vendor:{direction} {name}", f"{direction} {name}"))
    first: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda n: (-len(n), n)):
        first.setdefault(re.split(r"[\s-]", name)[0], []).append(name)
    wide = tuple(sorted((n for n in names if ord(n[0]) > 0x2E7F), key=lambda n: (-len(n), n)))
    return names, {word: tuple(options) for word, options in first.items()}, wide


def area_names() -> dict[str, Area]:
    """Every name that is read as an area, with the area it names."""
    return dict(_names()[0])


def area_named(name: str) -> Area | None:
    """The area with exactly this name ("Asia Pacific", "U.S."), in any language read."""
    names, _, _ = _names()
    plain = " ".join(name.split()).strip(" .,:;()")
    return names.get(plain) or names.get(plain + ".") or names.get(re.sub(r"^(?:the|The)\s", "", plain))


@cache
def _currency_areas() -> dict[str, Area]:
    file = AreaFile.model_validate(yaml.load((_HERE / "areas.yml").read_text(encoding="utf-8"), yaml.CSafeLoader))
    by_code = {area.code: area for area in _names()[0].values()}
    return {currency: by_code[code] for currency, code in file.currency_areas.items()}


@cache
def _by_code() -> dict[str, Area]:
    return {area.code: area for area in _names()[0].values()}


def area_with_code(code: str) -> Area | None:
    """The area with this M49 or ISO 3166 alpha-3 code."""
    return _by_code().get(code)


@cache
def _adjectives() -> dict[str, Area]:
    file = AreaFile.model_validate(yaml.load((_HERE / "areas.yml").read_text(encoding="utf-8"), yaml.CSafeLoader))
    by_code = {area.code: area for area in _names()[0].values()}
    return {word: by_code[code] for word, code in file.adjectives.items()}


def area_of_adjective(word: str) -> Area | None:
    """The area that an adjective speaks of: "Chinese", "European"; None where it is none."""
    return _adjectives().get(word)


def area_of_currency(currency: str) -> Area | None:
    """The one country that an ISO 4217 currency is money of; None for USD, EUR and unlisted ones."""
    return _currency_areas().get(currency)


def area_marks(text: str, start: int, end: int) -> list[AreaMark]:
    """Areas named in `text[start:end]`, longest name first, left to right, disjoint.

    "U.S.-based" and "US$" name no area.
    """
    names, first, wide = _names()
    marks: list[AreaMark] = []
    position = start
    while match := _WORD.search(text, position, end):
        position = match.end()
        at = match.start()
        if at > start and text[at - 1].isalnum():
            continue
        word = match.group()
        head = word.split(" ")[0] if word.startswith("the ") else word
        options = first.get(head) or first.get(head.rstrip(".")) or first.get(re.split(r"\.(?=[A-Z]?$)", head)[0]) or ()
        options = options if word in names or not word.startswith("the ") else ("the world", *options)
        for name in options:
            if not text.startswith(name, at) or at + len(name) > end:
                continue
            if _ADJECTIVAL.match(text, at + len(name)):
                continue
            marks.append(AreaMark(at, at + len(name), names.get(name, WORLD)))
            position = at + len(name)
            break
    piece = text[start:end]
    if _WIDE.search(piece):
        for name in wide:
            at = piece.find(name)
            while at >= 0:
                if all(start + at + len(name) <= m.start or start + at >= m.end for m in marks):
                    marks.append(AreaMark(start + at, start + at + len(name), names[name]))
                at = piece.find(name, at + len(name))
        marks.sort(key=lambda m: m.start)
    return marks
