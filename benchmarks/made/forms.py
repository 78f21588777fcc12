"""A synthetic report as the bytes of a text, Markdown, HTML or PDF file, and its sidecar. No composing, no folder."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from io import BytesIO
from textwrap import wrap

from benchmarks.made.composing import Made, Part


def as_text(report: Made) -> bytes:
    """Plain text: paragraphs apart by blank lines, tables in columns."""
    lines = [report.title, ""]
    for part in report.parts:
        if part.kind == "heading":
            lines += [part.text.upper(), ""]
        elif part.kind == "list":
            lines += [*(f"* {row[0]}" for row in part.rows), ""]
        elif part.kind == "table":
            widths = [max(len(row[i]) for row in part.rows) + 3 for i in range(len(part.rows[0]))]
            lines += [
                "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
                for row in part.rows
            ]
            lines.append("")
        else:
            lines += [part.text, ""]
    return "\n".join(lines).encode("utf-8")


def as_markdown(report: Made) -> bytes:
    """Markdown with pipe tables."""
    lines = [f"# {report.title}", ""]
    for part in report.parts:
        if part.kind == "heading":
            lines += [f"## {part.text}", ""]
        elif part.kind == "list":
            lines += [*(f"- {row[0]}" for row in part.rows), ""]
        elif part.kind == "table":
            header, *rows = ("| " + " | ".join(row) + " |" for row in part.rows)
            lines += [header, "|" + " --- |" * len(part.rows[0]), *rows, ""]
        else:
            lines += [f"*{part.text}*" if part.kind == "byline" else part.text, ""]
    return "\n".join(lines).encode("utf-8")


def as_html(report: Made) -> bytes:
    """A page with navigation around the article, as pages have it."""
    body = [_html(part) for part in report.parts]
    title = escape(report.title)
    page = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{title} | {escape(report.publisher)}</title>",
        "<style>td{padding:4px}</style></head><body>",
        '<nav><ul><li><a href="/">Home</a></li><li><a href="/studies">Studies</a></li></ul></nav>',
        f"<main><article><h1>{title}</h1>",
        *body,
        f"</article></main><footer>{escape(report.publisher)}</footer></body></html>",
    ]
    return "\n".join(page).encode("utf-8")


def _html(part: Part) -> str:
    if part.kind == "heading":
        return f"<h2>{escape(part.text)}</h2>"
    if part.kind == "list":
        return "<ul>" + "".join(f"<li>{escape(row[0])}</li>" for row in part.rows) + "</ul>"
    if part.kind == "table":
        header, *rows = part.rows
        head = "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in header) + "</tr>"
        lines = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><thead>{head}</thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<p class="{part.kind}">{escape(part.text)}</p>'


def as_pdf(report: Made) -> bytes:
    """Pages of A4 in one column, tables with every rule drawn."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    page = Canvas(out, pagesize=A4, invariant=1)
    page.setTitle(report.title)
    left, top, bottom, leading = 62.0, A4[1] - 80.0, 70.0, 13.0
    y = top

    def line(text: str, font: str = "Helvetica", size: float = 10) -> None:
        nonlocal y
        if y < bottom:
            page.showPage()
            y = top
        page.setFont(font, size)
        page.drawString(left, y, text)
        y -= leading

    line(report.title, "Helvetica-Bold", 14)
    y -= leading
    for part in report.parts:
        if part.kind == "heading":
            line(part.text, "Helvetica-Bold", 12)
        elif part.kind == "list":
            for row in part.rows:
                line(f"\u2022 {row[0]}")
        elif part.kind == "table":
            y = _drawn(page, part, left, top, bottom, y)
        else:
            for text in wrap(part.text, 92):
                line(text)
        y -= leading / 2
    page.save()
    return out.getvalue()


def _drawn(page: object, part: Part, left: float, top: float, bottom: float, y: float) -> float:
    """Draws a table at a height; gives the height below it."""
    from reportlab.lib import colors
    from reportlab.platypus import Table, TableStyle

    table = Table(part.rows, colWidths=[470 / len(part.rows[0])] * len(part.rows[0]))
    table.setStyle(TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)]))
    _, height = table.wrap(470, 700)
    if y - height < bottom:
        page.showPage()  # type: ignore[attr-defined]
        y = top
    table.drawOn(page, left, y - height)
    return float(y - height - 16)


FORMS: dict[str, Callable[[Made], bytes]] = {"txt": as_text, "md": as_markdown, "html": as_html, "pdf": as_pdf}


def sidecar(report: Made) -> str:
    """What a collector notes beside the file."""
    return (
        f'publisher: "{report.publisher}"\ntitle: "{report.title}"\n'
        f'url: "https://{report.domain}/studies/{report.number:06d}"\nreport_id: "{report.number:06d}"\n'
        f"published_on: {report.published_on}\ndata_as_of: null\nlicence: all-rights-reserved\n"
        "quote_limit_chars: 300\nlanguage: en\n"
    )
