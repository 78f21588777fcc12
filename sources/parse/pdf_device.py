"""A page drawn by pdfminer for pdfplumber, with the visibility of each character. No order, no interpretation.

The device is pdfminer's own way to follow what is drawn; each character's mark travels in `mcid`, which nothing here needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar
from pdfminer.pdffont import PDFType3Font
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import literal_name

from sources.parse.pdf_seen import (
    HIDDEN,
    MIN_ALPHA,
    MIN_SIZE,
    NOT_DRAWN,
    RECOGNISED,
    SEEN,
    STROKED,
    Background,
    Rgb,
    rgb_of,
)
from sources.parse.work import spend

_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)
_LATER = 3  # whether a picture covers it shows when the page is drawn


class SeeingDevice(PDFPageAggregator):
    """Gathers what is drawn, as its base does, and marks each character in `mcid`: seen, hidden or recognised."""

    def __init__(self, resources: Any, number: int) -> None:
        """Nothing is drawn yet.

        Args:
            resources: pdfminer's store of fonts of the document.
            number: of the page.
        """
        super().__init__(resources, pageno=number)
        self.alpha = 1.0
        self.background = Background()
        self._later: list[LTChar] = []
        self._mark = SEEN
        self._ink: Rgb | None = None  # of the string at hand, where it may be lost
        self._is_within = False  # a path of many parts

    def begin_page(self, page: Any, ctm: Any) -> None:
        """A page of its own background begins."""
        self.background = Background()
        super().begin_page(page, ctm)

    def end_page(self, page: Any) -> None:
        """All is drawn: text that was not drawn and lies in a picture is the picture's text."""
        for char in self._later:
            is_shown = self.background.shows_in_picture((char.x0 + char.x1) / 2, (char.y0 + char.y1) / 2)
            setattr(char, "mcid", RECOGNISED if is_shown else HIDDEN)  # noqa: B010 - pdfplumber's name, pdfminer has none
        super().end_page(page)

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: PDFGraphicState) -> None:
        """Text of one look."""
        mode = SEEN if isinstance(textstate.font, PDFType3Font) else textstate.render
        self._mark, self._ink = SEEN, None
        if mode in NOT_DRAWN:
            self._mark = _LATER
        elif self.alpha < MIN_ALPHA:
            self._mark = HIDDEN
        else:
            is_stroked = mode in STROKED
            ink = _colour(graphicstate, is_stroked=is_stroked)
            self._ink = ink if self.background.may_hide(ink) else None
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_char(self, *args: Any, **options: Any) -> float:
        """One character, marked."""
        _drawn()
        advance = super().render_char(*args, **options)
        char: Any = self.cur_item._objs[-1]
        mark = self._mark
        if char.size < MIN_SIZE:
            mark = HIDDEN
        elif self._ink is not None:
            x, y = (char.x0 + char.x1) / 2, (char.y0 + char.y1) / 2
            mark = HIDDEN if self.background.hides(self._ink, x, y) else SEEN
        if mark == _LATER:
            self._later.append(char)
        char.mcid = mark
        return advance

    def render_image(self, name: str, stream: Any) -> None:
        """A picture, whatever it shows."""
        _drawn()
        super().render_image(name, stream)
        item = self.cur_item
        width, height = (resolve1(stream.get_any(names)) for names in (("W", "Width"), ("H", "Height")))
        pixels = tuple(float(side) if isinstance(side, int | float) else 0.0 for side in (width, height))
        self.background.picture((item.x0, item.y0, item.x1, item.y1), (pixels[0], pixels[1]))

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """A shape; one of many parts comes here again part by part."""
        _drawn()
        before = len(self.cur_item._objs)
        is_part, is_whole = self._is_within, sum(step[0] == "m" for step in path) < 2
        self._is_within = is_part or not is_whole
        super().paint_path(gstate, stroke, fill, evenodd, path)
        self._is_within = is_part
        if fill and is_whole and self.alpha >= MIN_ALPHA:
            for shape in self.cur_item._objs[before:]:
                is_solid = not is_part and type(shape).__name__ == "LTRect"
                colour = _colour(gstate, is_stroked=False) if self.alpha > 1 - MIN_ALPHA else None
                self.background.paint((shape.x0, shape.y0, shape.x1, shape.y1), colour, is_solid=is_solid)


class SeeingInterpreter(PDFPageInterpreter):
    """Follows a page as its base does, and how far what is drawn can be seen through."""

    device: SeeingDevice

    def do_gs(self, name: Any) -> None:
        """States of drawing by name: of these only the share that shows."""
        state = resolve1((resolve1(self.resources.get("ExtGState")) or {}).get(literal_name(name)))
        alpha = resolve1(state.get("ca")) if isinstance(state, dict) else None
        if isinstance(alpha, int | float):
            self.device.alpha = float(alpha)

    def do_q(self) -> None:
        """Keeps the state."""
        super().do_q()
        self._alphas.append(self.device.alpha)

    def do_Q(self) -> None:  # noqa: N802 - an operator's name
        """Takes the kept state."""
        super().do_Q()
        if self._alphas:
            self.device.alpha = self._alphas.pop()

    def do_Do(self, xobjid_arg: Any) -> None:  # noqa: N802 - an operator's name
        """Draws a drawing or picture; what it does to the state ends with it."""
        alpha = self.device.alpha
        super().do_Do(xobjid_arg)
        self.device.alpha = alpha

    def do_sh(self, name: object) -> None:
        """A shade, which pdfminer leaves out: what lies over it can be seen."""
        self.device.background.paint(_EVERYWHERE, None, is_solid=True)

    def init_state(self, ctm: Any) -> None:
        """The state that a page or drawing begins with."""
        super().init_state(ctm)
        self._alphas: list[float] = []


def _drawn() -> None:
    spend("drawn_objects", 1)
    spend("drawn_objects_on_a_page", 1)


def _colour(state: Any, *, is_stroked: bool) -> Rgb | None:
    colour, space = (state.scolor, state.scs) if is_stroked else (state.ncolor, state.ncs)
    parts = colour if isinstance(colour, list | tuple) else (colour,)
    if not all(isinstance(part, int | float) for part in parts):
        return None
    return rgb_of(space.name, [float(part) for part in parts])
