"""PDF files made on the spot for the tests of this folder."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, PageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle

STYLES = getSampleStyleSheet()
MakePdf = Callable[..., bytes]


def _flowable(item: Any) -> Any:
    """("h1", text), ("p", text), ("ul", texts), ("table", rows, spans), ("page",)."""
    kind = item[0]
    if kind in ("h1", "h2"):
        return Paragraph(item[1], STYLES["Heading1" if kind == "h1" else "Heading2"])
    if kind == "p":
        return Paragraph(item[1], STYLES["BodyText"])
    if kind == "ul":
        return ListFlowable([Paragraph(text, STYLES["BodyText"]) for text in item[1]], bulletType="bullet")
    if kind == "table":
        spans = [("SPAN", *span) for span in (item[2] if len(item) > 2 else ())]
        return Table(item[1], style=TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), *spans]))
    return PageBreak()


@pytest.fixture
def make_pdf() -> MakePdf:
    """Write flowing text, lists and ruled tables; `decorate(canvas, page)` draws what every page bears."""

    def make(*items: Any, decorate: Callable[[Canvas, int], None] | None = None, **options: Any) -> bytes:
        buffer = io.BytesIO()

        def on_page(canvas: Canvas, document: Any) -> None:
            if decorate:
                decorate(canvas, document.page)

        document = SimpleDocTemplate(buffer, pagesize=A4, invariant=1, **options)
        document.build([_flowable(item) for item in items], onFirstPage=on_page, onLaterPages=on_page)
        return buffer.getvalue()

    return make


@pytest.fixture
def draw_pdf() -> MakePdf:
    """Draw strings at places: pages of (x, y from below, size, text) or (x, y, size, text, font)."""

    def draw(*pages: list[tuple[Any, ...]], **options: Any) -> bytes:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=A4, invariant=1, **options)
        for page in pages:
            for x, y, size, text, *font in page:
                canvas.setFont(font[0] if font else "Helvetica", size)
                canvas.drawString(x, y, text)
            canvas.showPage()
        canvas.save()
        return buffer.getvalue()

    return draw
