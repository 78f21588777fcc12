"""A page read by pdfium: fast, and refused if the result might differ from pdfplumber's.

Text from `pdf_runs`, ruled lines from the path objects, nothing from annotations. What speaks against a page before it is opened
(rotation, fonts, nested drawings) is `pdf_trust`'s.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sources.parse.pdf_calls import calls, fill_of, is_filled
from sources.parse.pdf_drawn import Drawn, Refused
from sources.parse.pdf_grid import Edge, edges_of, grids
from sources.parse.pdf_runs import Runs, runs
from sources.parse.pdf_seen import Background, Box, Rgb
from sources.parse.pdf_trust import PageFacts
from sources.parse.pdf_words import words

_MAX_OBJECTS = 20_000
_PLACES = 3  # decimals of a point that single precision holds on a page


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """The document in pdfium, None where pdfium cannot open it; closed with all its pages afterwards."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError:
        yield None
        return
    try:
        yield document
    finally:
        document.close()


def drawn(document: Any, number: int, facts: PageFacts) -> Drawn:
    """Text and ruled grids of one page.

    Args:
        document: as `opened` gives it.
        number: of the page, from 1.
        facts: what the file says of the page.

    Raises:
        Refused: a character or line is not of the plain kind, or pdfium finds more or fewer characters than the page's content
            shows: the page is for pdfplumber.
    """
    height = facts.box[3]
    page = document[number - 1]
    try:
        text_page = page.get_textpage()
        try:
            text_runs = runs(text_page.raw, height, facts.fonts)
        finally:
            text_page.close()
        if text_runs.n_codes != facts.n_codes and text_runs.n_inked != facts.n_inked:
            raise Refused("the count of characters differs")
        edges, shapes = _edges(page.raw, height)
        _check_seen(page.raw, text_runs, shapes)
    finally:
        page.close()
    return Drawn(number, facts.box, text_runs.pieces, grids(*edges), text_runs.n_inked, 0, 0, words)


def _check_seen(page: Any, text_runs: Runs, shapes: Sequence[tuple[int, Box, Rgb | None, bool]]) -> None:
    """Refuse a page on which text has the colour of what lies below it.

    Args:
        page: pdfium's handle.
        text_runs: its text.
        shapes: what is painted: place in the order of drawing, box, colour, whether all of the box is painted.
    """
    import pypdfium2.raw as raw

    everything = Background()
    for _, box, colour, is_solid in shapes:
        everything.paint(box, colour, is_solid=is_solid)
    doubtful = [ink for ink in text_runs.inks if ink.end > ink.begin and everything.may_hide(ink.colour)]
    if not doubtful:
        return
    objects = (raw.FPDFPage_GetObject(page, index) for index in range(raw.FPDFPage_CountObjects(page)))
    order = {ctypes.cast(item, ctypes.c_void_p).value: index for index, item in enumerate(objects)}
    left = list(reversed(shapes))
    background = Background()
    for ink in sorted(doubtful, key=lambda ink: order.get(ink.handle, -1)):
        while left and left[-1][0] < order.get(ink.handle, -1):
            _, box, colour, is_solid = left.pop()
            background.paint(box, colour, is_solid=is_solid)
        for piece in text_runs.pieces[ink.begin : ink.end]:
            y = (piece.top + piece.bottom) / 2
            if any(background.hides(ink.colour, x, y) for x in (piece.first, piece.last)):
                raise Refused("text may not show")


def _edges(page: Any, height: float) -> tuple[tuple[list[Edge], list[Edge]], list[tuple[int, Box, Rgb | None, bool]]]:
    """Level and upright edges of all paths that are drawn; shapes as for `_check_seen`."""
    import pypdfium2.raw as raw

    level: list[Edge] = []
    upright: list[Edge] = []
    shapes: list[tuple[int, Box, Rgb | None, bool]] = []
    n = raw.FPDFPage_CountObjects(page)
    if n > _MAX_OBJECTS:
        raise Refused("the page holds too many objects")
    for index in range(n):
        item = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            continue
        if kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
            shapes.append((index, _box_of(item, height), None, True))
            continue
        if kind != raw.FPDF_PAGEOBJ_PATH:
            raise Refused("drawings are nested")
        handle = ctypes.cast(item, ctypes.c_void_p).value
        stretches = list(_stretches(handle, height))
        for points, is_closed, has_curves in stretches:
            more_level, more_upright = edges_of(points, is_closed=is_closed, has_curves=has_curves)
            level += more_level
            upright += more_upright
        if is_filled(handle):
            colour = fill_of(handle)
            shapes += [
                (index, _around(points), colour, len(stretches) == 1 and not has_curves and _is_box(points))
                for points, _, has_curves in stretches
            ]
    return (level, upright), shapes


def _box_of(item: Any, height: float) -> Box:
    """Where a picture or shade lies; everywhere, where pdfium does not say."""
    import pypdfium2.raw as raw

    edges = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(item, *(ctypes.byref(edge) for edge in edges)):
        return (-1e9, -1e9, 1e9, 1e9)
    x0, bottom, x1, top = (edge.value for edge in edges)
    return x0, height - top, x1, height - bottom


def _around(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _is_box(points: Sequence[tuple[float, float]]) -> bool:
    """Whether a stretch goes along the four edges of a box."""
    x0, y0, x1, y1 = _around(points)
    return {*points} == {(x0, y0), (x1, y0), (x1, y1), (x0, y1)}


def _stretches(item: int | None, height: float) -> Iterator[tuple[list[tuple[float, float]], bool, bool]]:
    """The points of each stretch of a path, whether it is closed, whether some of it is bent."""
    import pypdfium2.raw as raw

    asked, matrix, x, y = calls(), raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    x_at, y_at = ctypes.addressof(x), ctypes.addressof(y)
    asked.matrix(item, ctypes.addressof(matrix))
    a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
    move, bezier = raw.FPDF_SEGMENT_MOVETO, raw.FPDF_SEGMENT_BEZIERTO
    points: list[tuple[float, float]] = []
    is_closed, n_bends = False, 0
    for at in range(asked.n_segments(item)):
        segment = asked.segment(item, at)
        shape = asked.segment_type(segment)
        if shape == move:
            if len(points) > 1:
                yield points, is_closed, n_bends > 0
            points, is_closed, n_bends = [], False, 0
        elif shape == bezier:
            n_bends += 1
        is_closed = is_closed or bool(asked.segment_closes(segment))
        if shape == bezier and n_bends % 3:  # the first two points of three are not on the curve
            continue
        asked.segment_point(segment, x_at, y_at)
        px, py = x.value, y.value
        points.append((round(a * px + c * py + e, _PLACES), round(height - (b * px + d * py + f), _PLACES)))
    if len(points) > 1:
        yield points, is_closed, n_bends > 0
