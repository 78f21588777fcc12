"""PowerPoint presentations (.pptx): bytes to canonical text with blocks. Each slide is a heading with its lines and tables.

Belongs here: what a slide shows as text. Pictures, drawn charts and the speaker's notes are no text of a slide.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

from sources.parse.draft import Cell, Draft, Line, Part, Table, compose
from sources.parse.office.package import parts_of
from sources.parse.unseen import Unseen
from sources.parse.work import spend
from sources.records import Unreadable

if TYPE_CHECKING:
    from pptx.slide import Slide

_HIDDEN = "0"


def parse_pptx(content: bytes, unseen: Unseen) -> Draft:
    """Reads the slides that show, in order; text boxes from top to bottom.

    Args:
        content: bytes of a .pptx file.
        unseen: collects hidden slides.

    Raises:
        Unreadable: as `parts_of`; `damaged` where python-pptx cannot read it.
    """
    from pptx import Presentation
    from pptx.exc import PythonPptxError

    parts_of(content)
    parts: list[Part] = []
    try:
        for slide in Presentation(BytesIO(content)).slides:
            spend("pages", 1)
            if slide.element.get("show") == _HIDDEN:
                unseen.hide("\n".join(_text_of(part) for part in _slide(slide)))
            else:
                parts += _slide(slide)
    except (PythonPptxError, KeyError, ValueError, AttributeError, TypeError, IndexError) as error:
        raise Unreadable("damaged", f"it is no whole presentation ({type(error).__name__}): save it again") from error
    return compose(parts)


def _slide(slide: Slide) -> Iterator[Part]:
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        yield Line("heading", _joined(title.text_frame.text), level=2)
    others = [shape for shape in _shapes(slide.shapes) if title is None or shape.shape_id != title.shape_id]
    for shape in sorted(others, key=lambda shape: (shape.top or 0, shape.left or 0)):
        if shape.has_text_frame:
            for paragraph in shape.text_frame.paragraphs:
                text = _joined(paragraph.text)
                is_item = shape.is_placeholder or paragraph.level
                yield Line("list_item", text, level=paragraph.level + 1) if is_item else Line("paragraph", text)
        elif getattr(shape, "has_table", False):
            yield _table(shape.table)


def _shapes(shapes: Any) -> Iterator[Any]:
    """All shapes, those of groups among them."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _table(table: Any) -> Table:
    cells = [
        Cell(
            row, column, _joined(cell.text), *((cell.span_height, cell.span_width) if cell.is_merge_origin else (1, 1))
        )
        for row, of_row in enumerate(table.rows)
        for column, cell in enumerate(of_row.cells)
        if not cell.is_spanned
    ]
    spend("cells", len(cells))
    return Table(tuple(cells), header_rows=1 if table.first_row else None)


def _joined(text: str) -> str:
    """A text of one line: a line break inside a paragraph is a vertical tab in python-pptx."""
    return " ".join(text.replace("\v", " ").split())


def _text_of(part: Part) -> str:
    return part.text if isinstance(part, Line) else " ".join(cell.text for cell in part.cells)
