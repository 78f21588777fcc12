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
_CAPITAL = re.compile(r"[A-ZÀ-Þ][\w.]*")
_LOWER_CASE = ("world", "globally", "weltweit", "ndial")  # what the names without a capital hold
_ADJECTIVAL = re.compile(r"-(?:based|headquartered|listed|led|made|owned|focused)\b|[$]|\s?[$]\d|[A-Za-z0-9]")


_WIDE = re.compile("[\u2e80-\U0010ffff]")
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
    ambiguous: tuple[str, ...]
    directions: tuple[str, ...]


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
def _names() -> tuple[dict[str, Area], dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Names to areas, names by their first word (longest first), and those in scripts without blanks by first sign."""
    file = AreaFile.model_validate(yaml.load((_HERE / "areas.yml").read_text(encoding="utf-8"), yaml.CSafeLoader))
    names: dict[str, Area] = {}
    for country in json.loads((_HERE / "areas_cldr.json").read_text(encoding="utf-8")):
        area = Area(country["code"], country["names"].get("en", country["code"]))
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
    wide: dict[str, list[str]] = {}
    for name in names:
        if ord(name[0]) > 0x2E7F:
            wide.setdefault(name[0], []).append(name)
    return names, _frozen(first), _frozen(wide)


def _frozen(lists: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(members) for key, members in lists.items()}


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


def area_marks(text: str, start: int, end: int) -> list[AreaMark]:
    """Areas named in `text[start:end]`, longest name first, left to right, disjoint.

    "U.S.-based" and "US$" name no area.
    """
    names, first, wide = _names()
    marks: list[AreaMark] = []
    position = start
    search = (_WORD if any(text.find(w, start, end) >= 0 for w in _LOWER_CASE) else _CAPITAL).search
    while match := search(text, position, end):
        at, position = match.span()
        if at > start and text[at - 1].isalnum():
            continue
        word = match.group()
        options = first.get(word)
        if not options:
            if not (options := _less_exact(word, names, first)):
                continue
        for name in options:
            if not text.startswith(name, at) or at + len(name) > end:
                continue
            if _ADJECTIVAL.match(text, at + len(name)):
                continue
            marks.append(AreaMark(at, at + len(name), names.get(name, WORLD)))
            position = at + len(name)
            break
    if not text.isascii() and _WIDE.search(text, start, end):
        _add_wide(text[start:end], start, wide, names, marks)
    return marks


def _less_exact(word: str, names: dict[str, Area], first: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Names that may begin with a word that begins none as it stands: "U.S.", "India." and "the world"."""
    if word.startswith("the "):
        options = first.get("the", ())
        return options if word in names else ("the world", *options)
    if "." in word:
        return first.get(word.rstrip(".")) or first.get(_LAST_POINT.split(word)[0]) or ()
    return ()


def _add_wide(
    piece: str, start: int, wide: dict[str, tuple[str, ...]], names: dict[str, Area], marks: list[AreaMark]
) -> None:
    """Names in scripts without blanks, longest first, where no mark stands already."""
    found = [name for sign in set(piece) if sign in wide for name in wide[sign] if name in piece]
    for name in sorted(found, key=lambda n: (-len(n), n)):
        at = piece.find(name)
        while at >= 0:
            if all(start + at + len(name) <= m.start or start + at >= m.end for m in marks):
                marks.append(AreaMark(start + at, start + at + len(name), names[name]))
            at = piece.find(name, at + len(name))
    marks.sort(key=lambda m: m.start)
