"""PowerPoint presentations (.pptx): bytes to canonical text with blocks. Each slide is a heading with its lines and tables.

Belongs here: what a slide shows as text, and in which order. Pictures, drawn charts and the speaker's notes are no text of a slide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from sources.parse.draft import Cell, Draft, Line, Part, Table, compose, own, struck
from sources.parse.foreign import library
from sources.parse.office.package import parts_of
from sources.parse.raised import superscript
from sources.parse.unseen import Unseen
from sources.parse.work import spend

if TYPE_CHECKING:
    from pptx.slide import Slide

_HIDDEN = "0"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_RAISED = re.compile(r"\+?0*[1-9]")  # thousandths of the size of the letters; lowered text has a minus
_MAX_CUTS = 500  # shapes; more of them are no slide that somebody reads, and are taken row by row


class _Box(NamedTuple):
    """A shape with its place on the slide (top, left, bottom, right; EMU) and what it says; a group with the shapes in it."""

    place: tuple[int, int, int, int]
    parts: tuple[Part, ...]
    inside: tuple[_Box, ...] = ()


def parse_pptx(content: bytes, unseen: Unseen) -> Draft:
    """Reads the slides that show, in order; what lies closer together is read together, from top to bottom and from left to right.

    Args:
        content: bytes of a .pptx file.
        unseen: collects hidden slides.

    Raises:
        Unreadable: as `parts_of`; `damaged` where python-pptx cannot read it.
    """
    from pptx import Presentation

    parts_of(content)
    parts: list[Part] = []
    with library("it is no whole presentation"):
        slides = [
            (slide.element.get("show") != _HIDDEN, *_slide(slide)) for slide in Presentation(BytesIO(content)).slides
        ]
    for shows, title, boxes in slides:
        of_slide = [*title, *(part for box in _in_order(boxes) for part in box.parts)]
        if shows:
            parts += of_slide
        else:
            unseen.hide("\n".join(_text_of(part) for part in of_slide))
    return compose(parts)


def _slide(slide: Slide) -> tuple[list[Part], list[_Box]]:
    spend("pages", 1)
    title: Any = slide.shapes.title
    if title is None or not title.has_text_frame:
        return [], list(_boxes(slide.shapes))
    heading = Line("heading", " ".join(map(_text, title.text_frame.paragraphs)), level=2)
    return [heading], list(_boxes(shape for shape in slide.shapes if shape.shape_id != title.shape_id))


def _boxes(shapes: Iterable[Any]) -> Iterator[_Box]:
    """Shapes with words: what is only drawn parts nothing."""
    for box in map(_box, shapes):
        if box.inside or any(_text_of(part).strip() for part in box.parts):
            yield box


def _box(shape: Any) -> _Box:
    top, left = shape.top or 0, shape.left or 0
    place = (top, left, top + (shape.height or 0), left + (shape.width or 0))
    if hasattr(shape, "shapes"):
        return _Box(place, (), tuple(_boxes(shape.shapes)))
    if shape.has_text_frame:
        lines = (
            Line("list_item", _text(paragraph), level=paragraph.level + 1)
            if shape.is_placeholder or paragraph.level
            else Line("paragraph", _text(paragraph))
            for paragraph in shape.text_frame.paragraphs
        )
        return _Box(place, tuple(lines))
    return _Box(place, (_table(shape.table),) if getattr(shape, "has_table", False) else ())


def _table(table: Any) -> Table:
    cells = [
        Cell(row, column, text, *((cell.span_height, cell.span_width) if cell.is_merge_origin else (1, 1)))
        for row, of_row in enumerate(table.rows)
        for column, cell in enumerate(of_row.cells)
        if not cell.is_spanned
        for text in [" ".join(map(_text, cell.text_frame.paragraphs))]
    ]
    spend("cells", len(cells))
    return Table(tuple(cells), header_rows=1 if table.first_row else None)


def _text(paragraph: Any) -> str:
    """A paragraph in one line, without marks of notes; what is struck through is marked."""
    text = ""
    for piece in paragraph._p:
        if piece.tag == f"{_A}br":
            text += " "
        said = own(piece.findtext(f"{_A}t") or "") if piece.tag in (f"{_A}r", f"{_A}fld") else ""
        look = piece.find(f"{_A}rPr")
        if look is not None and _RAISED.match(look.get("baseline", "")):
            said = superscript(text, said)
        is_struck = look is not None and look.get("strike", "noStrike") != "noStrike"
        text += struck(said) if said and is_struck else said
    return " ".join(text.replace("\v", " ").split())


def _in_order(boxes: Sequence[_Box]) -> Iterator[_Box]:
    """Boxes in reading order: cut along the widest gap between rows or columns, again and again."""
    waiting = [list(boxes)]
    while waiting:
        some = waiting.pop()
        if len(some) > 1:
            gap = max(_gaps(some), default=None) if len(some) <= _MAX_CUTS else None
            if gap is None:  # they overlap
                row_by_row = sorted(some, key=lambda box: box.place[:2])
                waiting += ([box] for box in reversed(row_by_row))
            else:
                _, minus_axis, at = gap
                waiting += (
                    [box for box in some if is_before == (box.place[-minus_axis] < at)] for is_before in (False, True)
                )
        elif some and some[0].inside:
            waiting.append(list(some[0].inside))
        else:
            yield from some


def _gaps(boxes: Sequence[_Box]) -> Iterator[tuple[int, int, int]]:
    """Gaps from edge to edge of a slide: their width, minus the axis (rows, 0, before columns, 1), and where the next box begins."""
    for axis in (0, 1):
        placed = sorted((box.place[axis], box.place[axis + 2]) for box in boxes)
        reach = accumulate((end for _, end in placed), max)
        for end, (start, _) in zip(reach, placed[1:], strict=False):
            if start >= end and start > placed[0][0]:
                yield start - end, -axis, start


def _text_of(part: Part) -> str:
    return part.text if isinstance(part, Line) else " ".join(cell.text for cell in part.cells)
