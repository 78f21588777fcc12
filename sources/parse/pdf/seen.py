"""What a person sees of a PDF page: pdfminer follows the drawing, and each character is held against what was painted below it.

What is not known for sure (a picture, a pattern, a shade, an ink of its own) hides nothing: text is set aside only where no reader of the
page could see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTComponent, LTContainer, LTCurve, LTImage, LTRect
from pdfminer.pdffont import PDFType3Font
from pdfminer.pdfinterp import PDFGraphicState, PDFPageInterpreter
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import literal_name

from sources.parse.work import spend

if TYPE_CHECKING:
    from pdfplumber.page import Page

Char = dict[str, Any]
Rgb = tuple[float, float, float]
Box = tuple[float, float, float, float]

_STROKED, _NOT_DRAWN = (1, 5), (3, 7)  # modes of drawing text (ISO 32000, table 104): outlines only, nothing
_MIN_SIZE = 1.0  # points: a third of a millimetre; the smallest print that is made to be read has three
_MIN_ALPHA = 0.05
_SAME = 6 / 255  # of a colour's parts: no eye parts them
_MIN_SIDE = 2.0  # points of a painted shape that can hide a letter; less is a rule
_MIN_RESOLUTION = 36.0  # dots per inch of a picture in which letters could be recognised
_WHITE: Rgb = (1.0, 1.0, 1.0)
_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)


class Sight(NamedTuple):
    """Characters of a page as pdfplumber has them, in the order of drawing.

    Attributes:
        chars: those that can be seen.
        hidden: text that cannot be seen.
        n_recognised: characters that are not drawn and lie in a picture, as text recognition (OCR) writes them; `chars` holds them.
    """

    chars: list[Char]
    hidden: str
    n_recognised: int


class _State(PDFGraphicState):
    """The state of drawing, with what pdfminer does not follow: how far colours cover, how text is drawn."""

    alpha = 1.0
    mode = 0

    def copy(self) -> _State:
        copied = _State()
        copied.__dict__.update(self.__dict__)
        return copied


class _Interpreter(PDFPageInterpreter):
    alpha = 1.0
    device: _Device
    graphicstate: _State

    def init_state(self, ctm: Any) -> None:
        super().init_state(ctm)
        self.graphicstate = _State()
        self.graphicstate.alpha = self.alpha

    def dup(self) -> _Interpreter:
        """The follower of a drawing on the page, which begins as see-through as the page is."""
        copied = _Interpreter(self.rsrcmgr, self.device)
        copied.alpha = self.graphicstate.alpha
        return copied

    def do_gs(self, name: Any) -> None:
        state = resolve1((resolve1(self.resources.get("ExtGState")) or {}).get(literal_name(name)))
        alpha = resolve1(state.get("ca")) if isinstance(state, dict) else None
        if isinstance(alpha, int | float):
            self.graphicstate.alpha = float(alpha)

    def do_sh(self, name: object) -> None:
        """A shade, which pdfminer leaves out: what lies over it can be seen."""
        self.device.cur_item.add(LTComponent(_EVERYWHERE))


class _Device(PDFPageAggregator):
    """Gathers and counts what is drawn; shapes keep their paint, characters their mode."""

    cur_item: Any

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
        graphicstate.mode = 0 if isinstance(textstate.font, PDFType3Font) else textstate.render
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_char(self, *args: Any, **options: Any) -> float:
        _count()
        return super().render_char(*args, **options)

    def render_image(self, name: str, stream: Any) -> None:
        _count()
        super().render_image(name, stream)

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Sequence[Any]) -> None:
        """A shape; of one with many parts the base calls here for each, and no part is known to be painted whole."""
        _count()
        before = len(self.cur_item._objs)
        super().paint_path(gstate, stroke, fill, evenodd, path)
        shapes = self.cur_item._objs[before:]
        for shape in shapes if fill and gstate.alpha >= _MIN_ALPHA else ():
            colour = _rgb(gstate.ncs.name, gstate.ncolor) if gstate.alpha > 1 - _MIN_ALPHA else None
            shape.paint = (colour, len(shapes) == 1 and isinstance(shape, LTRect))


class _Ground:
    """What has been painted so far."""

    def __init__(self) -> None:
        self._paints: list[tuple[Box, Rgb | None, bool]] = []
        self._colours = {_WHITE}
        self._pictures: list[Box] = []

    def paint(self, box: Box, colour: Rgb | None, *, is_solid: bool) -> None:
        """A shape; `colour` is None where it is not known or of many, `is_solid` where all of the box is painted."""
        if min(box[2] - box[0], box[3] - box[1]) >= _MIN_SIDE:
            self._paints.append((box, colour, is_solid))
            self._colours.update([colour] if colour else ())

    def picture(self, item: Any) -> None:
        self.paint(item.bbox, None, is_solid=True)
        sides = [resolve1(side) for side in item.srcsize]
        if all(
            isinstance(pixels, int | float) and pixels * 72 >= _MIN_RESOLUTION * points > 0
            for pixels, points in zip(sides, (item.width, item.height), strict=True)
        ):
            self._pictures.append(item.bbox)

    def may_hide(self, colour: Rgb) -> bool:
        """Whether text of a colour can be lost at all; False for nearly all text."""
        return any(_is_same(colour, other) for other in self._colours)

    def hides(self, colour: Rgb, x: float, y: float) -> bool:
        spend("drawn_comparisons", len(self._paints))
        for (x0, y0, x1, y1), painted, is_solid in reversed(self._paints):
            if x0 <= x <= x1 and y0 <= y <= y1:
                if painted is None or not _is_same(colour, painted):
                    return False
                if is_solid:
                    return True
        return _is_same(colour, _WHITE)

    def has_picture(self, x: float, y: float) -> bool:
        spend("drawn_comparisons", len(self._pictures))
        return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in self._pictures)


def look(page: Page) -> Sight:
    """Draw a page and part what can be seen from what cannot; pdfplumber gets its lines and shapes.

    Args:
        page: a page of an open PDF; nothing of it is drawn yet.

    Raises:
        Exception: whatever pdfminer meets in a damaged page.
    """
    device = _Device(page.pdf.rsrcmgr, page.page_number)
    _Interpreter(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    ground, seen, later, hidden = _Ground(), list[Char](), [], []
    objects: dict[str, list[Char]] = {"char": seen}
    state: Any = None
    ink: Rgb | None = None
    for item in _flat(device.get_result()):
        if isinstance(item, LTChar):
            x, y = (item.x0 + item.x1) / 2, (item.y0 + item.y1) / 2
            if item.graphicstate is not state:  # a string's characters share theirs
                state = item.graphicstate
                ink = _ink(state, ground)
            if item.size < _MIN_SIZE or state.alpha < _MIN_ALPHA or (ink and ground.hides(ink, x, y)):
                hidden.append(item.get_text())
            elif state.mode in _NOT_DRAWN:
                later.append((x, y, item))  # whether a picture shows it is known when all is drawn
            else:
                seen.append(_char(page, item))
        elif isinstance(item, LTImage):
            ground.picture(item)
        elif isinstance(item, LTCurve):
            if hasattr(item, "paint"):
                ground.paint(item.bbox, item.paint[0], is_solid=item.paint[1])
            shape = page.process_object(item)
            objects.setdefault(shape["object_type"], []).append(shape)
        else:
            ground.paint(item.bbox, None, is_solid=True)
    recognised = [_char(page, item) for x, y, item in later if ground.has_picture(x, y)]
    hidden += [item.get_text() for x, y, item in later if not ground.has_picture(x, y)]
    seen += recognised
    page._objects = objects  # where pdfplumber keeps what its own device found
    return Sight(seen, "".join(hidden), sum(not char["text"].isspace() for char in recognised))


def _flat(container: Any) -> Iterator[Any]:
    for item in container:
        if isinstance(item, LTContainer):
            yield from _flat(item)
        else:
            yield item


def _char(page: Page, item: Any) -> Char:
    """A character as pdfplumber's words need it: places from the upper left corner."""
    left, upper, height = page.mediabox[0], page.mediabox[1], page.height
    return {
        "text": item.get_text(), "fontname": str(item.fontname), "size": item.size, "upright": item.upright,
        "x0": item.x0 + left, "x1": item.x1 + left, "top": height - item.y1 + upper, "bottom": height - item.y0 + upper,
        "doctop": height - item.y1 + upper,
    }  # fmt: skip


def _ink(state: Any, ground: _Ground) -> Rgb | None:
    """The colour of a string that may be lost on what lies below it."""
    if state.mode in _NOT_DRAWN:
        return None
    is_stroked = state.mode in _STROKED
    space, parts = (state.scs, state.scolor) if is_stroked else (state.ncs, state.ncolor)
    colour = _rgb(space.name, parts)
    return colour if colour and ground.may_hide(colour) else None


def _rgb(space: str, colour: Any) -> Rgb | None:
    """A colour as red, green and blue from 0 to 1; None where its space does not say what it looks like."""
    parts = list(colour) if isinstance(colour, list | tuple) else [colour]
    if not all(isinstance(part, int | float) for part in parts) or space in ("Pattern", "Indexed", "Lab"):
        return None
    if space in ("Separation", "DeviceN"):
        return None if any(parts) else _WHITE  # no ink at all
    if len(parts) == 4:
        parts = [(1 - ink) * (1 - parts[3]) for ink in parts[:3]]
    if len(parts) not in (1, 3):
        return None
    return (parts[0], parts[len(parts) // 2], parts[-1])


def _is_same(one: Rgb, other: Rgb) -> bool:
    return all(abs(a - b) <= _SAME for a, b in zip(one, other, strict=True))


def _count() -> None:
    spend("drawn_objects", 1)
    spend("drawn_objects_on_a_page", 1)
