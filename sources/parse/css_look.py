"""The effect of an element's style on its text: removed, moved off the page, cut, shrunk, or in the colour behind it.

Judges the declarations of one element; which hold for it is `html_style`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from tinycss2 import parse_component_value_list
from tinycss2.color3 import RGBA, parse_color

Declared = Mapping[str, str]

FAR = 900.0  # pixels beyond an edge; menus slide out by their own width, a few hundred
_TINY = 1.5  # pixels
_FAINT = 0.05
_SAME = 6 / 255
_LENGTH = re.compile(r"(-?[0-9]*\.?[0-9]+)(px|r?em|ex|ch|%|vw|vh|pt|cm|in|mm)?(?![\w.%])")
_PIXELS = {"": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "%": 12.8, "vw": 12.8, "vh": 8.0, "pt": 4 / 3, "cm": 37.8, "mm": 3.78, "in": 96.0}  # fmt: skip
_CLIP_RECT = re.compile(r"rect\(([^)]*)\)")
_CLIP_ALL = re.compile(
    r"inset\(\s*(?:5\d|[6-9]\d|100)(?:\.\d+)?%|circle\(\s*0|polygon\(\s*0(?:px)?\s+0(?:px)?\s*(?:,\s*0(?:px)?\s+0(?:px)?\s*)*\)"
)
_SCALED = re.compile(r"scale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]")
_MOVED = re.compile(r"translate(?:3d|x|y)?\(([^)]*)\)")
_MAX_PAIRS = 2_000  # of colours and grounds that are compared before elements are looked at
_PAINT = frozenset(("color", "background", "background-color", "background-image"))
_GROUPS = tuple(
    frozenset(group.split())
    for group in (
        "display", "content-visibility", "opacity", "visibility", "text-indent", "font font-size", "transform", "clip-path",
        "position left right top bottom", "margin-left margin-top", "position clip",
        "overflow overflow-x overflow-y width height max-width max-height",
    )
)  # fmt: skip


class Look(NamedTuple):
    """How text of an element looks that nothing inside it changes; what is not stated is None.

    Attributes:
        is_visible: by `visibility`.
        is_tiny: by the size of its font.
        colour: of its letters.
        ground: what lies behind them.
        is_moved: by an indent.
    """

    is_visible: bool = True
    is_tiny: bool = False
    colour: RGBA | None = None
    ground: RGBA | None = None
    is_moved: bool = False

    @property
    def shows(self) -> bool:
        """Whether letters can be seen."""
        if not self.is_visible or self.is_tiny or self.is_moved:
            return False
        if self.colour is None:
            return True
        return self.colour.alpha >= _FAINT and (
            self.ground is None
            or not all(abs(a - b) <= _SAME for a, b in zip(self.colour[:3], self.ground[:3], strict=True))
        )


def is_gone(declared: Declared) -> bool:
    """Whether an element does not show with all that is in it."""
    if declared.get("display") == "none" or declared.get("content-visibility") == "hidden":
        return True
    opacity = _LENGTH.fullmatch(declared.get("opacity", ""))
    if opacity and float(opacity[1]) < (5.0 if opacity[2] == "%" else _FAINT):
        return True
    return _is_far(declared) or _is_cut(declared)


def look_of(declared: Declared, outer: Look) -> Look:
    """How text of an element looks.

    Args:
        declared: property to value, in lower case.
        outer: how text of the element around it looks.
    """
    visibility = declared.get("visibility")
    indent = _pixels(declared.get("text-indent", ""))
    colour = _colour(declared.get("color", ""))
    return Look(
        outer.is_visible if visibility in (None, "inherit") else visibility not in ("hidden", "collapse"),
        _is_tiny(declared, outer),
        outer.colour if colour is None else colour,
        _ground(declared, outer),
        outer.is_moved if indent is None else indent <= -FAR,
    )


def properties_that_may_hide(declared: Iterable[tuple[str, str]]) -> frozenset[str]:
    """The properties that decide whether text of a page shows; the declarations of all others change nothing.

    Properties that act together are judged together: where no value of a group hides text, none of its properties is given.
    A colour hides text where it is the colour of some ground of the page, wherever either holds.

    Args:
        declared: property and value of each declaration of the page, in lower case.
    """
    names: set[str] = set()
    colours: set[RGBA] = set()
    grounds: set[RGBA] = set()
    for name, value in declared:
        if name == "color":
            colour = _colour(value)
            colours |= {colour} if colour else set()
        elif name in ("background", "background-color"):
            grounds.update(_colours(value))
        elif name not in names and _may_hide(name, value):
            names.update(*(group for group in _GROUPS if name in group))
    if len(colours) * len(grounds) > _MAX_PAIRS or any(
        not Look(colour=colour, ground=ground).shows for colour in colours for ground in (None, *grounds)
    ):
        names |= _PAINT
    return frozenset(names)


def _may_hide(name: str, value: str) -> bool:
    """Whether a value hides text, alone or with the best of other declarations."""
    if name in ("overflow", "overflow-x", "overflow-y", "position"):
        return False  # they hide with a size or a place, which is judged
    best = {"position": "absolute", "overflow": "hidden", name: value}
    return is_gone(best) or not look_of({name: value}, Look()).shows


def _is_far(declared: Declared) -> bool:
    if declared.get("position") in ("absolute", "fixed", "relative"):
        moved = [_pixels(declared.get(side, "")) for side in ("left", "right", "top", "bottom")]
        if any(pixels is not None and pixels <= -FAR for pixels in moved):
            return True
    moved = [_pixels(declared.get(side, "")) for side in ("margin-left", "margin-top")]
    for match in _MOVED.finditer(declared.get("transform", "")):
        moved += [_pixels(part.strip()) for part in match[1].split(",")]
    return any(pixels is not None and pixels <= -FAR for pixels in moved)


def _is_cut(declared: Declared) -> bool:
    """Whether an element is cut or shrunk to nothing, as text for screen readers is."""
    clip = _CLIP_RECT.search(declared.get("clip", ""))
    if clip and declared.get("position") in ("absolute", "fixed"):
        edges = [_pixels(part) for part in clip[1].replace(",", " ").split()]
        if len(edges) == 4 and all(edge is not None for edge in edges):
            top, right, bottom, left = (edge or 0.0 for edge in edges)
            if right - left <= _TINY or bottom - top <= _TINY:
                return True
    if _CLIP_ALL.search(declared.get("clip-path", "")) or _SCALED.search(declared.get("transform", "")):
        return True
    overflow = " ".join(declared.get(name, "") for name in ("overflow", "overflow-x", "overflow-y"))
    if "hidden" not in overflow and "clip" not in overflow:
        return False
    sides = [_pixels(declared.get(name, "")) for name in ("width", "height", "max-width", "max-height")]
    return any(pixels is not None and 0 <= pixels <= _TINY for pixels in sides)


def _is_tiny(declared: Declared, outer: Look) -> bool:
    length = _LENGTH.match(declared["font-size"]) if "font-size" in declared else None
    if length is None and "font" in declared:
        length = next((match for match in _LENGTH.finditer(declared["font"]) if match[2] or float(match[1]) == 0), None)
    if length is None:
        return outer.is_tiny
    size = float(length[1]) * (0.16 if length[2] == "%" else _PIXELS[length[2] or ""])
    is_share = length[2] in ("em", "%", "ex", "ch")
    return size <= _TINY or (is_share and outer.is_tiny)


def _ground(declared: Declared, outer: Look) -> RGBA | None:
    stated = declared.get("background-color", declared.get("background", ""))
    image = declared.get("background-image", declared.get("background", ""))
    if "url(" in image or "gradient(" in image:
        return None
    colours = _colours(stated)
    if not colours or colours[0].alpha < _FAINT:
        return None if "var(" in stated else outer.ground
    return colours[0] if colours[0].alpha > 1 - _FAINT else None


@lru_cache(maxsize=1024)
def _colours(value: str) -> tuple[RGBA, ...]:
    """The colours that a value names, in order."""
    return tuple(
        colour for token in parse_component_value_list(value) if isinstance(colour := parse_color(token), RGBA)
    )


@lru_cache(maxsize=1024)
def _colour(value: str) -> RGBA | None:
    colour = parse_color(value) if value else None
    return colour if isinstance(colour, RGBA) else None


def _pixels(value: str) -> float | None:
    match = _LENGTH.match(value)
    return float(match[1]) * _PIXELS[match[2] or ""] if match else None
