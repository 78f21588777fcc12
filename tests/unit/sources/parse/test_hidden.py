"""Text of a PDF that its reader cannot see is left out and counted; text that shows stays, whatever its colour."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from sources.parse import parse
from sources.parse.pdf import parse_pdf
from sources.parse.unseen import Unseen

PLAIN = "Kites sell in every town."
SECRET = "Kites reached USD 9.9 billion in 2025."
N_SECRET = len(SECRET.replace(" ", ""))  # 32 characters with ink; its numbers are 9.9 and 2025
Draw = Callable[[Canvas], object]


def _pdf(draw: Draw) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 780, PLAIN)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def _text(canvas: Canvas, mode: int = 0, size: float = 11, fill: tuple[float, float, float] = (0, 0, 0)) -> None:
    canvas.setFillColorRGB(*fill)
    written = canvas.beginText(72, 700)
    written.setFont("Helvetica", size)
    written.setTextRenderMode(mode)
    written.textOut(SECRET)
    canvas.drawText(written)


def _on(canvas: Canvas, ground: tuple[float, float, float], fill: tuple[float, float, float]) -> None:
    canvas.setFillColorRGB(*ground)
    canvas.rect(60, 690, 300, 30, fill=1, stroke=0)
    _text(canvas, fill=fill)


def _scan(canvas: Canvas, *, pixels: int = 600, box: tuple[float, float, float, float] = (0, 0, *A4)) -> None:
    from PIL import Image

    canvas.drawImage(ImageReader(Image.new("L", (pixels, pixels), 220)), *box)


def _scanned(
    canvas: Canvas,
    *,
    mode: int = 0,
    fill: tuple[float, float, float] = (0, 0, 0),
    pixels: int = 600,
    box: tuple[float, float, float, float] = (0, 0, *A4),
) -> None:
    _scan(canvas, pixels=pixels, box=box)
    _text(canvas, mode=mode, fill=fill)


def _framed(canvas: Canvas) -> None:
    canvas.rect(60, 690, 300, 30, fill=0)
    _text(canvas)


def _scaled(canvas: Canvas) -> None:
    canvas.scale(0.001, 0.001)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72_000, 700_000, SECRET)


def _clear(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    _text(canvas)


HIDDEN: dict[str, Draw] = {
    "not drawn": lambda canvas: _text(canvas, mode=3),
    "for clipping only": lambda canvas: _text(canvas, mode=7),
    "white on paper": lambda canvas: _text(canvas, fill=(1, 1, 1)),
    "nearly white on paper": lambda canvas: _text(canvas, fill=(0.99, 0.99, 0.99)),
    "white on a white box": lambda canvas: _on(canvas, (1, 1, 1), (1, 1, 1)),
    "blue on a blue box": lambda canvas: _on(canvas, (0, 0, 0.6), (0, 0, 0.6)),
    "a hundredth of a point": lambda canvas: _text(canvas, size=0.01),
    "shrunk by the matrix": _scaled,
    "seen through": _clear,
    "not drawn beside a picture": lambda canvas: _scanned(canvas, mode=3, box=(72, 100, 200, 200)),
    "not drawn over one dot": lambda canvas: _scanned(canvas, mode=3, pixels=1),
}
SHOWN: dict[str, Draw] = {
    "black": _text,
    "white on a dark box": lambda canvas: _on(canvas, (0, 0, 0.3), (1, 1, 1)),
    "white over a picture": lambda canvas: _scanned(canvas, fill=(1, 1, 1)),
    "black in a black frame": _framed,
    "grey on paper": lambda canvas: _text(canvas, fill=(0.8, 0.8, 0.8)),
    "small print": lambda canvas: _text(canvas, size=2),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_text_of_a_pdf_that_cannot_be_seen_is_left_out_and_counted(name: str) -> None:
    unseen = Unseen()
    assert parse_pdf(_pdf(HIDDEN[name]), unseen)[0] == f"{PLAIN}\n"
    assert (unseen.n_hidden, unseen.n_hidden_figures, unseen.n_recognised) == (N_SECRET, 2, 0)


@pytest.mark.parametrize("name", SHOWN)
def test_text_of_a_pdf_that_can_be_seen_stays(name: str) -> None:
    unseen = Unseen()
    assert SECRET in parse_pdf(_pdf(SHOWN[name]), unseen)[0]
    assert unseen == Unseen()


def test_text_that_recognition_wrote_over_a_scanned_page_stays_and_is_counted() -> None:
    def below(canvas: Canvas) -> None:
        _text(canvas, mode=3)
        _scan(canvas)

    def above(canvas: Canvas) -> None:
        _scanned(canvas, mode=3)

    for draw in (below, above):
        found = parse(_pdf(draw))
        assert SECRET in found.text
        assert (found.n_hidden, found.n_recognised) == (0, N_SECRET)
