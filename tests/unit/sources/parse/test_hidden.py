"""Text that a document's reader cannot see is left out and counted; text that shows stays, whatever its colour."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from sources.parse import parse
from sources.parse.css_look import properties_that_may_hide
from sources.parse.html import parse_html
from sources.parse.pdf import parse_pdf
from sources.parse.unseen import Unseen
from sources.parse.work import counted

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


HEAD = "<!doctype html><html><head><style>{}</style></head><body>"
HIDING = {
    "a class that takes away": (".x{display:none}", "<p class=x>{}</p>"),
    "a class within a class": (".a .x{display:none}", "<div class=a><p class='b x'>{}</p></div>"),
    "rules within rules": (".a{.x{display:none}}", "<div class=a><p class=x>{}</p></div>"),
    "on any screen": ("@media screen{.x{display:none}}", "<p class=x>{}</p>"),
    "on a wide screen": ("@media (min-width:600px){.x{display:none}}", "<p class=x>{}</p>"),
    "the weightier rule": ("p#y{display:none}p.x{display:block}", "<p class=x id=y>{}</p>"),
    "the important rule": (".x{display:none!important}", "<p class=x style='display:block'>{}</p>"),
    "not visible": (".x{visibility:hidden}", "<p class=x>{}</p>"),
    "seen through": ("", "<p style='opacity:0'>{}</p>"),
    "no size": (".x{font-size:0}", "<p class=x>{}</p>"),
    "no size in short": ("", "<p style='font:0/0 a'>{}</p>"),
    "a size of almost nothing": ("", "<p style='font-size:.5px'>{}</p>"),
    "off to the left": (".x{position:absolute;left:-9999px}", "<p class=x>{}</p>"),
    "off by a margin": ("", "<p style='margin-left:-9999px'>{}</p>"),
    "off by an indent": ("", "<p style='text-indent:-9999px'>{}</p>"),
    "off by a move": ("", "<p style='transform:translateX(-9999px)'>{}</p>"),
    "cut": (".x{position:absolute;clip:rect(0,0,0,0)}", "<p class=x>{}</p>"),
    "cut by a path": ("", "<p style='clip-path:inset(50%)'>{}</p>"),
    "in a box of no height": ("", "<div style='height:0;overflow:hidden'><p>{}</p></div>"),
    "for readers of screens": ("", "<p class=sr-only>{}</p>"),
    "white on white": ("body{background:#fff}.x{color:white}", "<p class=x>{}</p>"),
    "white on white inline": ("", "<p style='color:#fff;background-color:rgb(255,255,255)'>{}</p>"),
    "without colour": ("", "<p style='color:transparent'>{}</p>"),
    "a cell": (".x{display:none}", "<table><tr><td>a</td><td>b</td><td class=x>{}</td></tr></table>"),
    "within a heading": ("", "<h2>Kites <span style='font-size:0'>{}</span></h2>"),
}
SHOWING = {
    "taken back by a later rule": (".x{display:none}.x.y{display:block}", "<p class='x y'>{}</p>"),
    "taken back by the element": (".x{display:none}", "<p class=x style='display:block'>{}</p>"),
    "on paper only": ("@media print{.x{display:none}}", "<p class=x>{}</p>"),
    "on narrow screens only": ("@media (max-width:600px){.x{display:none}}", "<p class=x>{}</p>"),
    "under the pointer only": (".x:hover{display:none}", "<p class=x>{}</p>"),
    "visible within hidden": ("", "<div style='visibility:hidden'><p style='visibility:visible'>{}</p></div>"),
    "a size within none": ("", "<div style='font-size:0'><p style='font-size:16px'>{}</p></div>"),
    "white on black": ("body{background:#fff}.x{color:#fff;background:#000}", "<p class=x>{}</p>"),
    "white over a picture": ("body{background:#fff}.x{color:#fff;background:url(a.png)}", "<p class=x>{}</p>"),
    "white on what is not stated": ("", "<p style='color:#fff'>{}</p>"),
    "moved a little": ("", "<p style='position:relative;left:-20px'>{}</p>"),
    "a page that a script shows": ("body{opacity:0;visibility:hidden}", "<p>{}</p>"),
    "before a mark": (".x::before{display:none}", "<p class=x>{}</p>"),
}


def _page(case: tuple[str, str]) -> bytes:
    return f"{HEAD.format(case[0])}<p>{PLAIN}</p>{case[1].format(SECRET)}</body></html>".encode()


@pytest.mark.parametrize("name", HIDING)
def test_text_of_a_page_that_its_styles_hide_is_left_out_and_counted(name: str) -> None:
    found = parse(_page(HIDING[name]))
    assert PLAIN in found.text
    assert "9.9" not in found.text
    assert (found.n_hidden, found.n_hidden_figures) == (N_SECRET, 2)


@pytest.mark.parametrize("name", SHOWING)
def test_text_of_a_page_that_shows_stays(name: str) -> None:
    found = parse(_page(SHOWING[name]))
    assert SECRET in found.text
    assert found.n_hidden == 0


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({("color", "#333"), ("background", "#fff")}, set()),
        ({("color", "#fff"), ("background", "url(x) #fff")}, {"color", "background", "background-color", "background-image"}),
        ({("color", "rgba(0,0,0,0.01)")}, {"color", "background", "background-color", "background-image"}),
        ({("display", "block"), ("left", "-9px"), ("overflow", "hidden")}, set()),
        ({("display", "block"), ("display", "none")}, {"display"}),
        ({("left", "-9999px"), ("display", "block")}, {"position", "left", "right", "top", "bottom"}),
        ({("clip", "rect(0 0 0 0)")}, {"position", "clip"}),
        ({("font", "0/0 a"), ("opacity", "1")}, {"font", "font-size"}),
        ({("visibility", "inherit"), ("text-indent", "2em")}, set()),
    ],
)  # fmt: skip
def test_only_properties_with_a_value_that_hides_text_are_weighed(
    declared: set[tuple[str, str]], expected: set[str]
) -> None:
    assert properties_that_may_hide(declared) == expected


def test_styles_that_hide_nothing_cost_no_comparison_and_one_that_does_counts_its_own() -> None:
    plain = "p{color:#333} p{margin:0;display:block} .n{width:9em;background:#fff}"
    body = "<body><p class='n'>Kites.</p><p>Sold for USD 5.</p></body>"
    for sheet, expected in ((plain, 0), (plain + "p.n{display:none}", 12)):
        with counted() as spent:
            parse_html(f"<!doctype html><style>{sheet}</style>{body}".encode())
        # html, head, style, body and two p are 6 elements; of 4 rules, 2 declare `display` where one hides by it
        assert spent["style_matches"] == expected
