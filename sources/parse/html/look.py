"""The effect of an element's style on its text: gone, unseen, struck through, raised, set apart from its neighbours.

Judges one element and what it takes over from the one around it; which declarations hold for it is `sheets`'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import nan
from typing import Any, NamedTuple

from tinycss2 import parse_component_value_list
from tinycss2.color4 import parse_color

from sources.parse.html.sheets import EM, WINDOW, Style, four_sides

Colour = tuple[float, float, float, float]  # red, green, blue, how opaque: 0 to 1

_FAR = 900.0  # pixels beyond an edge; menus slide out by their own width, a few hundred
_TINY = 1.5  # pixels
_FAINT = 0.05
_SAME = 6 / 255  # a difference of colours that the eye does not see
_BLUR = EM / 2  # pixels: letters run into each other
_BLANK = EM / 4  # pixels: what a blank takes in most fonts
_NUMBER = r"([+-]?(?:[0-9]++(?:\.[0-9]++)?+|\.[0-9]++))"
_LENGTH = re.compile(_NUMBER + r"(px|r?em|ex|ch|%|vw|vh|pt|cm|in|mm)?(?![\w.%])")
_PIXELS = {"": 1.0, "px": 1.0, "rem": EM, "%": WINDOW / 100, "vw": WINDOW / 100, "vh": 8.0, "pt": 4 / 3, "cm": 37.8, "mm": 3.78, "in": 96.0}  # fmt: skip
_EMS = {"em": 1.0, "ex": 0.5, "ch": 0.5}
_SIZES = {"smaller": 0.83, "larger": 1.2, "inherit": 1.0, "unset": 1.0}
_FUNCTION = re.compile(r"([a-z3-]+)\(([^()]*)\)")
_ANGLE = re.compile(_NUMBER + r"(deg|grad|rad|turn)")
_DEGREES = {"deg": 1.0, "grad": 0.9, "rad": 57.29578, "turn": 360.0}
_SIDE_BY_SIDE = frozenset("inline-block inline-flex inline-grid inline-table table-cell".split())
_MOVING = ("transform", "translate", "scale", "rotate")


class Look(NamedTuple):
    """How text of an element looks that nothing inside it changes.

    Attributes:
        size: of its font, in pixels.
        is_visible: by `visibility`.
        is_off: moved or squeezed by an indent or by the space between letters.
        colour: of its letters; None where it is not stated.
        ground: what lies behind them; None where it is not known.
        is_on_box: a painted box lies between it and what it can go below.
        is_struck: struck through.
        is_preformatted: blanks and line ends show.
        between: what sets the elements in it apart: a line end, a blank, or nothing.
    """

    size: float = EM
    is_visible: bool = True
    is_off: bool = False
    colour: Colour | None = None
    ground: Colour | None = (1.0, 1.0, 1.0, 1.0)
    is_on_box: bool = False
    is_struck: bool = False
    is_preformatted: bool = False
    between: str = ""

    @property
    def shows(self) -> bool:
        """Whether letters can be seen."""
        if not self.is_visible or self.is_off or self.size <= _TINY:
            return False
        if self.colour is None:
            return True
        return self.colour[3] >= _FAINT and (self.ground is None or not _is_same(self.colour, self.ground))


class Shown(NamedTuple):
    """An element that shows: the look of its text, what sets it apart (None: its tag tells), and whether it is raised."""

    look: Look
    apart: str | None = None
    is_raised: bool = False


def shown(style: Style, outer: Look) -> Shown | None:
    """How an element shows; None where it does not, with all that is in it.

    Args:
        style: property to value, in lower case, shorthands written out.
        outer: how text of the element around it looks.
    """
    is_placed = style.get("position", "static") in ("relative", "absolute", "fixed", "sticky")
    if _is_gone(style) or _is_far(style, is_placed=is_placed) or _is_cut(style):
        return None
    if is_placed and outer.is_on_box and style.get("z-index", "").startswith("-"):
        return None
    look = look_of(style, outer)
    rise = _pixels(style.get("vertical-align"), look.size) or 0.0
    if style.get("position") == "relative":
        rise += (_pixels(style.get("bottom"), look.size) or 0.0) - (_pixels(style.get("top"), look.size) or 0.0)
    is_raised = style.get("vertical-align") == "super" or (rise > 0 and look.size < 0.95 * outer.size)
    return Shown(look, _apart(style, outer), is_raised)


def look_of(style: Style, outer: Look) -> Look:
    """How text of an element looks, wherever the element lies."""
    size = _font_size(style.get("font-size"), outer.size)
    indent = _pixels(style.get("text-indent"), size)
    squeeze = _pixels(style.get("letter-spacing"), size) or 0.0
    is_off = outer.is_off if indent is None else _is_beyond(indent, WINDOW if _cuts(style) else WINDOW + _FAR)
    colour = _colour(style.get("color"), outer.colour)
    letters = _colour(style.get("text-fill-color"), colour)
    if style.get("background-clip", "").endswith("text") and style.get("background-image", "none") != "none":
        letters = None  # cut out of a picture or shade
    ground = _ground(style, outer.ground, colour)
    visibility = style.get("visibility", "inherit")
    white_space = style.get("white-space", "inherit")
    return Look(
        size,
        outer.is_visible if visibility == "inherit" else visibility not in ("hidden", "collapse"),
        is_off or squeeze < min(0.0, -0.9 * size),
        letters,
        ground,
        not _is_stacked(style) and (outer.is_on_box or ground is not outer.ground),
        outer.is_struck or "line-through" in style.get("text-decoration-line", ""),
        outer.is_preformatted if white_space == "inherit" else white_space.startswith(("pre", "break-spaces")),
        _between(style),
    )


def _is_gone(style: Style) -> bool:
    """Whether an element is taken away, seen through, blurred or masked."""
    if style.get("display") == "none" or style.get("content-visibility") == "hidden":
        return True
    mask = _colours(style.get("mask-image", ""))
    return (
        _number(style.get("opacity")) < _FAINT
        or any(name == "opacity" and _number(value) < _FAINT for name, (value, *_) in _functions(style, "filter"))
        or any(name == "blur" and (_pixels(value) or 0) >= _BLUR for name, (value, *_) in _functions(style, "filter"))
        or (bool(mask) and "url(" not in style["mask-image"] and all(one and one[3] < _FAINT for one in mask))
    )


def _is_far(style: Style, *, is_placed: bool) -> bool:
    """Whether an element is moved off the page, or turned or shrunk until nothing is left of it."""
    moved = [_pixels(style.get(side)) for side in ("margin-left", "margin-top", "padding-left")]
    if is_placed:
        moved += [_pixels(style.get(side)) for side in ("left", "top")]
        moved += [min(0.0, _pixels(style.get(side)) or 0.0) for side in ("right", "bottom")]
    for name, values in (found for moving in _MOVING for found in _functions(style, moving)):
        numbers = [_number(value) for value in values]
        angle = _ANGLE.match(values[-1])
        if name.startswith("translate"):
            moved += map(_pixels, values)
        elif name in ("rotatex", "rotatey", "rotate") and angle and (name != "rotate" or values[0] in ("x", "y")):
            if abs(float(angle[1]) * _DEGREES[angle[2]] % 180 - 90) < 1:
                return True
        elif name.startswith("scale") and any(abs(number) < _TINY / EM for number in numbers[:2]):
            return True
        elif name == "matrix" and len(numbers) == 6:
            moved.append(numbers[4])
            if abs(numbers[0] * numbers[3] - numbers[1] * numbers[2]) < _TINY / EM:
                return True
    return any(_is_beyond(pixels) for pixels in moved if pixels is not None)


def _is_cut(style: Style) -> bool:
    """Whether an element is cut to nothing, as text for screen readers is."""
    if style.get("position") in ("absolute", "fixed"):
        for _, values in _functions(style, "clip"):
            top, right, bottom, left = (_pixels(value) for value in four_sides(values)[:4])
            if None not in (top, bottom) and (bottom or 0.0) - (top or 0.0) <= _TINY:
                return True
            if None not in (left, right) and (right or 0.0) - (left or 0.0) <= _TINY:
                return True
    for name, values in _functions(style, "clip-path"):
        top, right, bottom, left = (_number(value) if "%" in value else 0.0 for value in four_sides(values)[:4])
        is_point = name in ("circle", "ellipse") and _number(values[0]) == 0
        is_line = name == "polygon" and len(set(zip(values[::2], values[1::2], strict=False))) < 3
        if is_point or is_line or (name == "inset" and max(top + bottom, left + right) >= 1):
            return True
    sides = [_pixels(style.get(name)) for name in ("width", "height", "max-width", "max-height")]
    return _cuts(style) and any(pixels is not None and 0 <= pixels <= _TINY for pixels in sides)


def _cuts(style: Style) -> bool:
    return any(style.get(name) in ("hidden", "clip") for name in ("overflow-x", "overflow-y"))


def _is_beyond(pixels: float, right: float = WINDOW + _FAR) -> bool:
    return not -_FAR < pixels < right


def _is_stacked(style: Style) -> bool:
    """Whether what lies lowest in an element still lies above its ground (a stacking context)."""
    return (
        style.get("position") in ("fixed", "sticky")
        or style.get("isolation") == "isolate"
        or ("position" in style and style.get("z-index", "auto") != "auto")
        or any(style.get(name, "none") not in ("none", "1") for name in (*_MOVING, "filter", "opacity"))
    )


def _font_size(value: str | None, outer: float) -> float:
    if value is None or value in _SIZES:
        return outer * _SIZES[value or "inherit"]
    if value.endswith("%"):
        return outer * _number(value)
    pixels = _pixels(value, outer)
    return EM if pixels is None else pixels


def _ground(style: Style, outer: Colour | None, colour: Colour | None) -> Colour | None:
    """What lies behind the letters: the colour of the box or of a shade that does not change; a picture is not known."""
    image = style.get("background-image", "")
    stated = image if "gradient(" in image else style.get("background-color", "")
    if "url(" in image or "var(" in stated:
        return None
    colours = [one or colour for one in _colours(stated)]
    if all(one and one[3] < _FAINT for one in colours):
        return outer
    first = colours[0]
    is_one = first and first[3] > 1 - _FAINT and all(one and _is_same(one, first) for one in colours)
    return first if is_one else None


def _apart(style: Style, outer: Look) -> str | None:
    """What sets an element apart from what stands before and behind it."""
    display = style.get("display")
    if outer.between or display in _SIDE_BY_SIDE:
        return outer.between or " "
    if display in ("inline", "contents"):
        return ""
    if display not in (None, "initial", "inherit", "unset", "ruby", "ruby-text"):
        return "\n"
    gaps = [_pixels(style.get(f"{box}-{side}")) or 0 for box in ("margin", "padding") for side in ("left", "right")]
    is_loose = style.get("float", "none") != "none" or style.get("position") in ("absolute", "fixed")
    return " " if is_loose or max(gaps) >= _BLANK else None


def _between(style: Style) -> str:
    """What sets the elements in an element apart: those of a row stand side by side, those of a column one below the other."""
    display = style.get("display", "")
    if display.endswith("flex"):
        return "\n" if style.get("flex-direction", "").startswith("column") else " "
    if display.endswith("grid"):
        return " " if re.search(r"[\s(]", style.get("grid-template-columns", "")) else "\n"
    return ""


def _functions(style: Style, name: str) -> Iterator[tuple[str, list[str]]]:
    """The functions that a value calls, each with what it is given; a bare value is given to the property's own."""
    value = style.get(name, "none")
    calls = _FUNCTION.findall(value) or ([(name, value)] if value != "none" else [])
    for function, given in calls:
        yield function, re.split(r"[\s,]+", given.strip())


def _pixels(value: str | None, size: float = EM) -> float | None:
    match = _LENGTH.match(value or "")
    if match is None:
        return None
    unit = match[2] or ""
    return float(match[1]) * (_EMS[unit] * size if unit in _EMS else _PIXELS[unit])


def _number(value: str | None) -> float:
    match = _LENGTH.match(value or "")
    return 1.0 if match is None else float(match[1]) / (100 if match[2] == "%" else 1)


def _is_same(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) <= _SAME for a, b in zip(one[:3], other[:3], strict=True))


def _colour(value: str | None, outer: Colour | None) -> Colour | None:
    if value is None or value in ("inherit", "currentcolor", "unset"):
        return outer
    colours = _colours(value)
    return colours[0] if len(colours) == 1 else None


@lru_cache(maxsize=1024)
def _colours(value: str) -> tuple[Colour | None, ...]:
    """The colours that a value names, in order; None stands for that of the letters."""
    return tuple(_named(parse_component_value_list(value)))


def _named(tokens: Sequence[Any]) -> Iterator[Colour | None]:
    for token in tokens:
        colour = parse_color(token)
        if colour == "currentcolor":
            yield None
        elif colour is not None:
            try:
                red, green, blue = colour.to("srgb")[:3]
            except NotImplementedError:  # of a space that is like no other colour
                red = green = blue = nan
            yield red, green, blue, colour.alpha
        elif token.type == "function":
            yield from _named(token.arguments)
