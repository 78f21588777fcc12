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

# Tables of claims that only a sidecar explains: their heads name neither currency nor scale.
MAPPED = {"csv": "Copper Kite", "xlsx": "Silver Kite"}
CLAIMS = """claims:
  - columns: {market: Goods, area: Where, year: When, value: Amount}
    constants: {metric: market_size, unit: USD, scale: billion, base_year: 2025}
"""

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
    write_tables_of_claims(inbox)
    (inbox / "zinc-kite.md.meta.yml").write_text(
        "publisher: Larkwell Research\npublished_on: 2026-03-02\nlanguage: en\n"
    )


def write_tables_of_claims(inbox: Path) -> None:
    """Tables of claims with their sidecars, and one whose sidecar names a column that it has not."""
    head: list[str | float | int | None] = ["Goods", "Where", "When", "Amount"]
    for kind, market in {**MAPPED, "wrong": "Gold Kite"}.items():
        cells = [(area, year, row[at]) for area, *row in ROWS[1:] for at, year in enumerate(ROWS[0][1:])]
        rows: Rows = [head, *([market, *cell] for cell in cells)]
        name = f"{market.lower().replace(' ', '-')}.{'xlsx' if kind == 'xlsx' else 'csv'}"
        is_book = kind == "xlsx"
        content = xlsx({"Sheet1": rows}) if is_book else "\n".join(",".join(map(str, row)) for row in rows).encode()
        (inbox / name).write_bytes(content)
        claims = CLAIMS.replace("value: Amount", "value: Amuont") if kind == "wrong" else CLAIMS
        (inbox / f"{name}.meta.yml").write_text(
            f"publisher: Larkwell Research\npublished_on: 2026-03-02\nlanguage: en\n{claims}"
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


@pytest.mark.parametrize("kind", MAPPED)
def test_a_table_of_claims_publishes_the_figures_of_its_twin_as_its_sidecar_maps_it(
    kind: str, press: Published
) -> None:
    assert _figures(press, MAPPED[kind]) == _figures(press, TWIN)
    rows = press.rows(
        f"select rule, confidence, status from marts.claims where market = '{MAPPED[kind]}' group by all order by all"
    )
    assert rows == [{"rule": "columns.mapped", "confidence": None, "status": "stated"}]
    quotes = press.rows(
        "select quote from marts.evidence join marts.claims using (claim_id) "
        f"where market = '{MAPPED[kind]}' order by char_start"
    )
    assert [row["quote"] for row in quotes] == ["4.1", "6.5", "3.9", "6.0"]


def test_a_table_whose_sidecar_names_a_column_that_it_has_not_is_refused_with_the_columns_it_has(
    press: Published,
) -> None:
    (row,) = press.rows("select name, reason, detail from marts.quarantine where name like 'gold-kite%'")
    assert row["reason"] == "wrong_columns"
    assert "“Amuont”" in row["detail"] and "“Goods”, “Where”, “When”, “Amount”" in row["detail"]
