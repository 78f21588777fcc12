"""PDF pages in every layout of reports, drawn on the spot; the tests define the engines' results.

Each layout is a function without arguments that gives the bytes of a file. Markets and figures are invented.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import reportlab
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BalancedColumns,
    ListFlowable,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Table,
    TableStyle,
)

STYLES = getSampleStyleSheet()
BODY = STYLES["BodyText"]
GRID = ("GRID", (0, 0), (-1, -1), 0.5, colors.black)
PROSE = (
    "Sales of kite looms came to USD 41.9 billion in 2025, and makers expect USD 97.4 billion by 2031, which is a CAGR of 15.1%. "
    "Asia holds 38.2% of it; the rest is shared by Europe (27.5%) and the Americas (34.3%)."
)
ROWS = [
    ["Region", "2025", "2031", "CAGR"],
    ["Asia", "16.0", "37.2", "15.1%"],
    ["Europe", "11.5", "26.8", "15.1%"],
    ["Americas", "14.4", "33.4", ""],
]
Draw = Callable[[Canvas], None]


def flowing(*items: Any, **options: Any) -> bytes:
    """Text that flows over A4 pages."""
    buffer = io.BytesIO()
    decorate = options.pop("decorate", lambda canvas, document: None)
    SimpleDocTemplate(buffer, **{"pagesize": A4, "invariant": 1} | options).build(
        list(items), onFirstPage=decorate, onLaterPages=decorate
    )
    return buffer.getvalue()


def drawn(*pages: Draw, **options: Any) -> bytes:
    """Pages on which everything has its place."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, **{"pagesize": A4, "invariant": 1} | options)
    for page in pages:
        canvas.setFont("Helvetica", 10)
        page(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def operators(*lines: str) -> bytes:
    """A page with operators of the page description language between text in Helvetica."""

    def page(canvas: Canvas) -> None:
        canvas.drawString(72, 760, "Kite looms: USD 5 billion in 2025.")
        canvas._code.extend(lines)

    return drawn(page)


def lines_at(x: float, y: float, lines: Sequence[str], leading: float = 12) -> Draw:
    """Lines one below the other."""

    def page(canvas: Canvas) -> None:
        for number, line in enumerate(lines):
            canvas.drawString(x, y - leading * number, line)

    return page


def table(rows: Sequence[Sequence[Any]], *style: tuple[Any, ...], **options: Any) -> Table:
    """A table, ruled unless a style is given."""
    return Table([list(row) for row in rows], style=TableStyle(list(style) or [GRID]), **options)


def embedded_font(name: str = "Vera") -> str:
    """A TrueType font that ReportLab brings along, to be embedded."""
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, str(Path(reportlab.__file__).parent / "fonts" / f"{name}.ttf")))
    return name


def _japanese(canvas: Canvas) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3"))
    canvas.setFont("HeiseiMin-W3", 12)
    canvas.drawString(72, 700, "市場規模は2025年に41.9億ドル。")


def _in_font(font: str, *texts: str) -> Draw:
    def page(canvas: Canvas) -> None:
        canvas.setFont(font, 11)
        for number, text in enumerate(texts):
            canvas.drawString(72, 700 - 14 * number, text)

    return page


def _overprinted(canvas: Canvas) -> None:
    canvas.setFillColor(colors.darkred)
    for shift in (0, 0.3):
        canvas.drawString(72 + shift, 700, "Total of all looms: USD 41.9 billion")


def _coloured(canvas: Canvas) -> None:
    canvas.setFillColor(colors.lightgrey)
    canvas.rect(60, 690, 300, 30, fill=1, stroke=0)
    canvas.setFillColor(colors.red)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(72, 700, "Looms grow by 15.1% a year")
    canvas.setFillColor(colors.white)
    canvas.drawString(72, 660, "White words on white: 12.5%")


def _tiny(canvas: Canvas) -> None:
    for size in (1.0, 2.0, 3.0, 4.5):
        canvas.setFont("Helvetica", size)
        canvas.drawString(72, 600 + 30 * size, f"Still all filled bills swell till {size} billion in 2025.")


def _spaced(canvas: Canvas) -> None:
    text = canvas.beginText(72, 700)
    for spacing, words in ((0.4, "Spaced a little"), (2.5, "SPACED OUT"), (0, "Plain words")):
        text.setCharSpace(spacing)
        text.textLine(words)
    text.setCharSpace(0)
    for spacing, scale in ((3.0, 100), (0.0, 80), (1.0, 120)):
        text.setWordSpace(spacing)
        text.setHorizScale(scale)
        text.textLine("Words with USD 5.5 billion set apart")
    canvas.drawText(text)


def _kerned(canvas: Canvas) -> None:
    canvas._code.append(
        "BT /F1 11 Tf 72 640 Td [(V) 80 (alue of W) 60 (A) 70 (V) 90 (E looms) -900 (41.9) -2500 (97.4)] TJ ET"
    )


def _picture(canvas: Canvas) -> None:
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(io.BytesIO(_BITMAP)), 72, 500, 200, 200)


_BITMAP = b"P6 4 4 255\n" + bytes(range(48))


def _unruled(canvas: Canvas) -> None:
    for number, row in enumerate(ROWS * 4):
        for x, cell in zip((72, 250, 330, 410), row, strict=True):
            canvas.drawString(x, 700 - 16 * number, cell)


def _numbered(canvas: Canvas, document: Any) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, 812, "Quill & Marrow | Kite looms 2026")
    canvas.drawRightString(520, 30, f"Page {document.page}")


def _landscape() -> bytes:
    return flowing(Paragraph(PROSE, BODY), table(ROWS), pagesize=landscape(A4))


def _rotated(canvas: Canvas) -> None:
    canvas.setPageRotation(90)
    canvas.drawString(72, 700, "On its side: 4.5 billion looms in 2025")


def _upright(canvas: Canvas) -> None:
    canvas.setPageRotation(0)
    lines_at(72, 700, ["An upright page has more words than it", "and more lines: 5.5% in 2025"])(canvas)


def _slanted(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "Upright words: 4.5 billion looms in 2025")
    canvas.rotate(35)
    canvas.drawString(300, 300, "DRAFT COPY")


def _form(canvas: Canvas) -> None:
    canvas.beginForm("inner")
    canvas.drawString(72, 640, "Drawn in a form: 12.5%")
    canvas.endForm()
    canvas.drawString(72, 700, "Drawn on the page: 4.5%")
    canvas.doForm("inner")


def _linked(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "See the looms of 2025")
    canvas.linkURL("https://quill.example/looms", (72, 695, 200, 712), thickness=1)
    canvas.bookmarkPage("looms")
    canvas.addOutlineEntry("Looms", "looms")


def _rules(canvas: Canvas) -> None:
    """A table of filled strips as rules, a frame with round corners, a dashed line, a curve and a clipped stretch."""
    for row in range(4):
        canvas.rect(72, 600 + 20 * row, 300, 0.6, fill=1, stroke=0)
    for column in range(4):
        canvas.rect(72 + 100 * column, 600, 0.6, 60, fill=1, stroke=0)
    for row in range(3):
        for column in range(3):
            canvas.drawString(76 + 100 * column, 606 + 20 * row, f"{row}.{column}")
    canvas.roundRect(72, 400, 200, 80, 8)
    canvas.setDash(3, 3)
    canvas.line(72, 380, 300, 380)
    canvas.bezier(72, 300, 100, 350, 200, 250, 300, 300)
    path = canvas.beginPath()
    path.rect(72, 200, 100, 50)
    canvas.clipPath(path, stroke=0)
    canvas.drawString(80, 220, "Clipped on the right: many more looms than fit into it")


def _transformed(canvas: Canvas) -> None:
    canvas.translate(40, 30)
    canvas.scale(0.8, 0.9)
    table(ROWS).wrapOn(canvas, 400, 400)
    _placed(canvas, table(ROWS), 72, 600)
    canvas.drawString(72, 560, "Scaled words: 15.1%")


def _placed(canvas: Canvas, item: Table, x: float, y: float) -> None:
    item.wrapOn(canvas, 400, 400)
    item.drawOn(canvas, x, y)


def _outside(canvas: Canvas) -> None:
    canvas.drawString(72, 700, "On the page: 4.5%")
    canvas.drawString(-400, 700, "Left of the page: 5.5%")
    canvas.drawString(560, 600, "Over the edge: 6.5 billion looms")
    canvas.drawString(72, -40, "Below the page: 7.5%")


def _touching(canvas: Canvas) -> None:
    _placed(canvas, table([["Left", "2025"], ["Looms", "4.5"]], colWidths=[80, 60]), 72, 600)
    _placed(canvas, table([["Right", "2031"], ["Looms", "9.5"]], colWidths=[80, 60]), 300, 600)
    canvas.drawString(120, 560, "A line of text under both tables")


def _across_a_rule(canvas: Canvas) -> None:
    _placed(canvas, table([["Looms-of-every-kind-and-size", "4.5"], ["Kites", "5.5"]], colWidths=[60, 60]), 72, 600)


def random_table(seed: int) -> bytes:
    """A page of tables of words and numbers, with spans, fonts, sizes and columns by chance."""
    chance = random.Random(seed)
    items: list[Any] = []
    for _ in range(chance.randint(1, 3)):
        n_rows, n_columns = chance.randint(2, 9), chance.randint(2, 6)
        rows = [[_random_cell(chance) for _ in range(n_columns)] for _ in range(n_rows)]
        style: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, 0), chance.choice(("Helvetica-Bold", "Times-Bold")), chance.choice((8, 9, 10.5))),
            ("ALIGN", (1, 1), (-1, -1), chance.choice(("LEFT", "RIGHT", "CENTER"))),
        ]
        style.append(chance.choice((GRID, GRID, ("BOX", (0, 0), (-1, -1), 1, colors.black), ("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey))))  # fmt: skip
        if chance.random() < 0.4:
            row, column = chance.randrange(n_rows), chance.randrange(n_columns - 1)
            style.append(("SPAN", (column, row), (column + 1, row)))
        items += [Paragraph(PROSE[: chance.randint(20, len(PROSE))], BODY), table(rows, *style)]
    return flowing(*items)


def _random_cell(chance: random.Random) -> str:
    words = (
        "Asia",
        "looms",
        "silk & kites",
        "of which",
        "n.a.",
        "Total",
        "AVATAR",
        "filled",
        "CAGR (%)",
        "Zürich",
        "3–5 m",
        "“new”",
    )
    number = f"{chance.choice(('', '$', '€', '~', '-'))}{chance.uniform(0, 10 ** chance.randint(0, 6)):,.{chance.randint(0, 3)}f}"
    return chance.choice(("", number, number + "%", *(" ".join(chance.choices(words, k=chance.randint(1, 3))) for _ in range(3))))  # fmt: skip


SMALL = ParagraphStyle("small", BODY, fontSize=7, leading=8)
LAYOUTS: dict[str, Callable[[], bytes]] = {
    "one column": lambda: flowing(Paragraph("Kite looms", STYLES["Heading1"]), *[Paragraph(PROSE, BODY)] * 12),
    "two columns": lambda: flowing(
        Paragraph("Kite looms", STYLES["Title"]), BalancedColumns([Paragraph(PROSE, BODY)] * 8, nCols=2)
    ),
    "ruled table": lambda: flowing(Paragraph(PROSE, BODY), table(ROWS * 5), Paragraph(PROSE, BODY)),
    "table over pages": lambda: flowing(table([ROWS[0], *ROWS[1:] * 30], repeatRows=1)),
    "merged cells": lambda: flowing(
        table(
            [["Region", "USD bn", "", "CAGR"], ["", "2025", "2031", "%"], *ROWS[1:]],
            GRID, ("SPAN", (1, 0), (2, 0)), ("SPAN", (0, 0), (0, 1)), ("SPAN", (0, -1), (-1, -1)),
        )
    ),
    "unruled table": lambda: drawn(_unruled),
    "paragraphs in cells": lambda: flowing(table([[Paragraph(PROSE, SMALL), "4.5%"], ["5.5", Paragraph(PROSE, SMALL)]], colWidths=[200, 150])),
    "headers, footers and page numbers": lambda: flowing(
        *[Paragraph(PROSE, BODY), PageBreak()] * 3, Paragraph(PROSE, BODY), decorate=_numbered
    ),
    "landscape": _landscape,
    "rotated page": lambda: drawn(_rotated, _upright),
    "slanted watermark": lambda: drawn(_slanted),
    "hyphens at line ends": lambda: drawn(
        lines_at(72, 700, ["The market of kite looms is seen as long-", "term by its mak-", "ers, at 4.5 bil-", "lion in 2025."])
    ),
    "bullets and numbers": lambda: flowing(
        ListFlowable([Paragraph(PROSE, BODY)] * 3, bulletType="bullet"),
        ListFlowable([Paragraph(PROSE, BODY)] * 3, bulletType="1"),
        Paragraph("A bullet of the text font", BODY, bulletText="\u2022"),
    ),
    "footnotes": lambda: flowing(
        Paragraph("It grows at 16.87%<super>1</super> over 5 m<super>2</super> in 2025<sub>e</sub>.", BODY),
        Paragraph("<super>1</super> As the makers say.", SMALL),
    ),
    "coloured": lambda: drawn(_coloured),
    "overprinted bold": lambda: drawn(_overprinted),
    "tiny print": lambda: drawn(_tiny),
    "embedded font": lambda: drawn(_in_font(embedded_font(), "Wave of looms: 41.9 billion", "Zürich’s “new” mills – 4,5 %")),
    "two embedded fonts": lambda: drawn(_in_font(embedded_font(), PROSE[:80]), _in_font(embedded_font("VeraBd"), PROSE[:80])),
    "ligatures": lambda: drawn(_in_font(embedded_font(), "The \ufb01rst \ufb02oor", "plain office")),
    "japanese": lambda: drawn(_japanese),
    "symbol font": lambda: drawn(_in_font("Symbol", "abc"), lines_at(72, 700, ["Plain: 4.5%"])),
    "accents and dashes": lambda: drawn(lines_at(72, 700, ["Zürich’s “new” mills – 4,5 % – cost $ 12 000 … ½ of São José"])),
    "soft hyphens": lambda: drawn(lines_at(72, 700, ["soft\u00adhyphen"])),
    "no-break blanks": lambda: drawn(lines_at(72, 700, ["USD\u00a05 billion\u00a0in 2025", "  led by blanks", "trailed by blanks  "])),
    "spaced": lambda: drawn(_spaced),
    "kerned": lambda: drawn(_kerned),
    "form": lambda: drawn(_form),
    "links and bookmarks": lambda: drawn(_linked),
    "rules of every kind": lambda: drawn(_rules),
    "scaled": lambda: drawn(_transformed),
    "cropped": lambda: drawn(lines_at(72, 700, ["Cropped: 4.5% in 2025"]), cropBox=(50, 50, 500, 780)),
    "text outside the page": lambda: drawn(_outside),
    "tables side by side": lambda: drawn(_touching),
    "text across a rule": lambda: drawn(_across_a_rule),
    "hidden text": lambda: operators("BT 3 Tr /F1 10 Tf 72 700 Td (Not to be seen: 9.9%) Tj ET"),
    "raised by operator": lambda: operators("BT /F1 10 Tf 72 700 Td (It grows at 16.87%) Tj 4 Ts /F1 6 Tf (1) Tj 0 Ts ET"),
    "mirrored": lambda: operators("BT /F1 10 Tf -1 0 0 1 300 700 Tm (Mirrored 4.5%) Tj ET"),
    "size in the matrix": lambda: operators("BT /F1 1 Tf 11 0 0 11 72 700 Tm (Scaled up: 4.5%) Tj ET"),
    "replaced text": lambda: operators("/Span << /ActualText (Other) >> BDC BT /F1 10 Tf 72 700 Td (Shown) Tj ET EMC"),
    "quoted lines": lambda: operators("BT /F1 10 Tf 12 TL 72 700 Td (First 4.5%) Tj (Second 5.5%) ' 2 1 (Third 6.5%) \" ET"),
    "narrow blanks": lambda: operators("BT /F1 10 Tf 50 Tz 72 700 Td (Narrow 4.5%) Tj ET"),
    "tight letters": lambda: operators("BT /F1 10 Tf -1 Tc 72 700 Td (Tight illness 4.5%) Tj ET"),
    "control codes": lambda: operators(r"BT /F1 10 Tf 72 700 Td (Tab\tbetween) Tj ET"),
    "rising line": lambda: operators("BT /F1 10 Tf 72 700 Td (One) Tj 40 2.9 Td (two) Tj 40 2.9 Td (three) Tj 40 2.9 Td (four) Tj ET"),
    "turned over twice": lambda: operators("q 1 0 0 -1 0 842 cm BT /F1 10 Tf 1 0 0 -1 72 100 Tm (Flipped 4.5%) Tj ET Q"),
    "font restored": lambda: operators("q BT /F1 14 Tf 72 700 Td (Large 4.5%) Tj ET Q BT 72 650 Td (Restored 5.5%) Tj ET"),
    "open paths": lambda: operators("72 600 m 172 600 l 172 640 l 72 640 l s 172 600 m 272 600 l 272 640 l 172 640 l h S BT /F1 9 Tf 80 620 Td (a) Tj 100 0 Td (b) Tj ET"),
    "euro signs": lambda: random_table(5133),  # a column hangs on their width
    "inline image": lambda: operators("BI /W 2 /H 2 /BPC 8 /CS /G ID (abc EI"),
    "empty page": lambda: drawn(lambda canvas: None, lines_at(72, 700, ["After an empty page: 4.5%"])),
    "picture and text": lambda: drawn(_picture, lines_at(72, 700, ["After a picture: 4.5%"])),
    "picture only": lambda: drawn(_picture),
    "blank document": lambda: drawn(lambda canvas: None),
    "restricted": lambda: drawn(lines_at(72, 700, ["No printing: 4.5%"]), encrypt=StandardEncryption("", "owner", canPrint=0, strength=128)),
    "encrypted": lambda: drawn(lines_at(72, 700, ["Secret: 4.5%"]), encrypt=StandardEncryption("open", strength=128)),
    "truncated": lambda: flowing(*(Paragraph(PROSE, BODY) for _ in range(40)))[:2500],
}  # fmt: skip
