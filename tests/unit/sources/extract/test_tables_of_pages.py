"""A table of an HTML page and of a PDF is read by its headers. Tables of plain text: `tests/forms/tables_*.yml`."""

from __future__ import annotations

from sources.extract import extract
from sources.parse import parse

ROWS = [
    ["Type", "2024 (USD million)", "2030 (USD million)", "CAGR 2024-2030"],
    ["Folding", "310", "455", "6.6%"],
    ["Fixed", "190", "214", "2.0%"],
]
WANTED = [
    ("market_size", 310_000_000, 2024, "Folding"),
    ("market_size", 455_000_000, 2030, "Folding"),
    ("cagr", 6.6, (2024, 2030), "Folding"),
    ("market_size", 190_000_000, 2024, "Fixed"),
    ("market_size", 214_000_000, 2030, "Fixed"),
    ("cagr", 2.0, (2024, 2030), "Fixed"),
]


def _read_bytes(content: bytes) -> list[tuple[object, ...]]:
    return [
        (m.metric, float(m.value), m.year or (m.period_start, m.period_end), m.segment)
        for m in extract(parse(content)).mentions
    ]


def test_an_html_table_is_read_by_its_headers() -> None:
    head, *body = ("".join(f"<td>{cell}</td>" for cell in row) for row in ROWS)
    rows = "".join(f"<tr>{row}</tr>" for row in body)
    page = (
        "<html><body><h1>Camp Bed Market</h1><p>Figures by type follow.</p>"
        f"<table><thead><tr>{head.replace('td>', 'th>')}</tr></thead><tbody>{rows}</tbody></table></body></html>"
    )
    assert _read_bytes(page.encode()) == WANTED


def test_a_pdf_table_is_read_by_its_headers() -> None:
    import io

    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle

    styles, buffer = getSampleStyleSheet(), io.BytesIO()
    grid = TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    SimpleDocTemplate(buffer, invariant=1).build(
        [
            Paragraph("Camp Bed Market", styles["Heading1"]),
            Paragraph("Figures by type follow.", styles["BodyText"]),
            Table(ROWS, style=grid),
        ]
    )
    assert _read_bytes(buffer.getvalue()) == WANTED
