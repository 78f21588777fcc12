"""Files of every kind through the whole job: each publishes the figures of its twin in Markdown, with quotes that are in its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.conftest import Published
from tests.office_files import Rows, docx, mail, paragraph, pptx, word_table, xlsx, zipped

TWIN = "Zinc Kite"
# kind of file: the market that its file is about
MARKETS = {
    "docx": "Tin Kite", "xlsx": "Iron Kite", "pptx": "Lead Kite", "csv": "Brass Kite", "eml": "Nickel Kite", "zip": "Cobalt Kite",
}  # fmt: skip


ROWS: Rows = [["Region", "2025", "2031"], ["Europe", "4.1", "6.5"], ["North America", "3.9", "6.0"]]


def _caption(market: str) -> str:
    return f"{market} Market by region (USD billion)"


def _markdown(market: str) -> str:
    rows = "\n".join(f"| {' | '.join(map(str, row))} |" for row in ROWS)
    head, body = rows.split("\n", 1)
    return f"# {_caption(market)}\n\n{head}\n|---|---|---|\n{body}\n"


def _content(kind: str) -> bytes:
    market = MARKETS[kind]
    caption, rows = _caption(market), ROWS
    figures = [[float(str(cell)) if "." in str(cell) else cell for cell in row] for row in rows]
    match kind:
        case "docx":
            return docx(paragraph(caption, "H1"), word_table(rows))
        case "xlsx":
            return xlsx({"Sheet1": [[caption], [], ["Region", 2025, 2031], *figures[1:]]}, {"C5": "0.0"})
        case "pptx":
            return pptx((caption, rows))
        case "csv":
            return "\n".join([caption, *(",".join(map(str, row)) for row in rows), ""]).encode()
        case "eml":
            cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
            return mail(
                "see the page", f"<html><body><h1>{caption}</h1><table>{cells}</table></body></html>", Subject=caption
            )
        case _:
            return zipped({"reports/kite.md": _markdown(market)})


def write(inbox: Path) -> None:
    """The files, and the twin of all of them."""
    (inbox / "zinc-kite.md").write_text(_markdown(TWIN), encoding="utf-8")
    for kind, market in MARKETS.items():
        name = f"{market.lower().replace(' ', '-')}.{kind}"
        (inbox / name).write_bytes(_content(kind))
        (inbox / f"{name}.meta.yml").write_text(
            "publisher: Larkwell Research\npublished_on: 2026-03-02\nlanguage: en\n"
        )
    (inbox / "zinc-kite.md.meta.yml").write_text(
        "publisher: Larkwell Research\npublished_on: 2026-03-02\nlanguage: en\n"
    )


def _figures(release: Published, market: str) -> list[tuple[object, ...]]:
    rows = release.rows(
        "select metric, obs_value, unit_measure, time_period_year, ref_area, segment, value_as_printed, publisher from marts.claims "
        f"where market = '{market}' order by all"
    )
    return [tuple(row.values()) for row in rows]


@pytest.mark.parametrize("kind", MARKETS)
def test_a_file_publishes_the_figures_of_its_twin(kind: str, press: Published) -> None:
    twin = _figures(press, TWIN)
    assert [row[:5] for row in twin] == [  # worked out: billions of the two regions in the two years
        ("market_size", 3_900_000_000, "USD", 2025, "003"),
        ("market_size", 4_100_000_000, "USD", 2025, "150"),
        ("market_size", 6_000_000_000, "USD", 2031, "003"),
        ("market_size", 6_500_000_000, "USD", 2031, "150"),
    ]
    assert _figures(press, MARKETS[kind]) == twin


def test_documents_inside_mails_and_archives_are_named_by_their_place(press: Published) -> None:
    names = {row["name"] for row in press.rows("select name from marts.documents where name like '%kite%'")}
    assert {"nickel-kite.eml/body.html", "cobalt-kite.zip/reports/kite.md"} <= names
