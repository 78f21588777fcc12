"""Visibility of text on a PDF page: its drawing mode, its size, and its colour against what was painted below it.

Geometry and colours only, for every reader of pages. What is not known for sure (a picture, a pattern, a shade, an ink of its own) hides
nothing: text is set aside only where no reader of the page could see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sources.parse.work import spend

SEEN, HIDDEN, RECOGNISED = 0, 1, 2
MIN_SIZE = 1.0  # points: a third of a millimetre; the smallest print that is made to be read has three
MIN_ALPHA = 0.05
STROKED = frozenset((1, 5))  # modes of drawing text (ISO 32000, table 104): outlines only
NOT_DRAWN = frozenset((3, 7))

_SAME = 6 / 255  # of a colour's parts: no eye parts them
_MIN_SIDE = 2.0  # points of a painted shape that can hide a letter; less is a rule
_MIN_RESOLUTION = 36.0  # dots per inch of a picture in which letters could be recognised

Rgb = tuple[float, float, float]
Box = tuple[float, float, float, float]
WHITE: Rgb = (1.0, 1.0, 1.0)


class _Paint(NamedTuple):
    box: Box
    colour: Rgb | None  # None where it is not known, or of many
    is_solid: bool  # all of the box is painted


@dataclass(slots=True)
class Background:
    """What has been painted on a page so far, in order. Boxes are (left, one edge, right, other edge) in the units of the text's places."""

    _paints: list[_Paint] = field(default_factory=list)
    _colours: set[Rgb] = field(default_factory=lambda: {WHITE})
    _pictures: list[Box] = field(default_factory=list)

    def paint(self, box: Box, colour: Rgb | None, *, is_solid: bool) -> None:
        """A shape is painted; rules are too thin to count."""
        x0, y0, x1, y1 = box
        if x1 - x0 < _MIN_SIDE or y1 - y0 < _MIN_SIDE:
            return
        self._paints.append(_Paint(box, colour, is_solid))
        if colour is not None:
            self._colours.add(colour)

    def picture(self, box: Box, pixels: tuple[float, float]) -> None:
        """A picture is painted.

        Args:
            box: where.
            pixels: how many it has, across and down.
        """
        self.paint(box, None, is_solid=True)
        x0, y0, x1, y1 = box
        if pixels[0] * 72 >= _MIN_RESOLUTION * (x1 - x0) > 0 and pixels[1] * 72 >= _MIN_RESOLUTION * (y1 - y0) > 0:
            self._pictures.append(box)

    def may_hide(self, colour: Rgb | None) -> bool:
        """Whether text of a colour can be lost against the paper or any shape so far; False for nearly all text."""
        return colour is not None and any(_is_same(colour, other) for other in self._colours)

    def hides(self, colour: Rgb, x: float, y: float) -> bool:
        """Whether a letter of a colour is lost at a place, against the shapes painted so far."""
        spend("drawn_comparisons", len(self._paints))
        for (x0, y0, x1, y1), painted, is_solid in reversed(self._paints):
            if not (x0 <= x <= x1 and y0 <= y <= y1):
                continue
            if painted is None or not _is_same(colour, painted):
                return False
            if is_solid:
                return True
        return _is_same(colour, WHITE)

    def shows_in_picture(self, x: float, y: float) -> bool:
        """Whether a place lies in a picture fine enough for letters: a scanned page with its recognised text above or below it."""
        spend("drawn_comparisons", len(self._pictures))
        return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in self._pictures)


def rgb_of(space: str, parts: Sequence[float]) -> Rgb | None:
    """A colour as red, green and blue from 0 to 1; None where its space does not say what it looks like.

    Args:
        space: name of the colour space as in the file.
        parts: its components.
    """
    if space in ("Pattern", "Indexed", "Lab"):
        return None
    if space in ("Separation", "DeviceN"):
        return None if any(parts) else WHITE  # no ink at all
    if len(parts) == 1:
        return (parts[0],) * 3
    if len(parts) == 3:
        return (parts[0], parts[1], parts[2])
    if len(parts) == 4:
        cyan, magenta, yellow, black = parts
        return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))  # type: ignore[return-value]
    return None


def _is_same(one: Rgb, other: Rgb) -> bool:
    return all(abs(a - b) <= _SAME for a, b in zip(one, other, strict=True))
