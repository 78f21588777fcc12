"""A CSV file and a sheet of claims without sidecars through the whole job: what is published, from which cells, and what a correction changes."""

from __future__ import annotations

import hashlib
import shutil
from decimal import Decimal
from pathlib import Path

from tests.integration.commands import parallax
from tests.integration.conftest import Published
from tests.integration.test_second_reader import ingest
from tests.office_files import Rows, xlsx
from warehouse.ledger import open_ledger

HEAD = ["Publisher", "Published", "Market", "Region", "Segment", "Year", "Market size (EUR million)", "Link", "Notes"]
# publisher, day, region, its code, segment, and sizes in millions of 2025 (estimated) and of 2031 (forecast)
CLAIMS = [
    ("Larkwell Research", "2026-03-02", "Europe", "150", "Steel", "1,240.5", "1,800"),
    ("Larkwell Research", "2026-03-02", "Europe", "150", "Timber", "310", "402.25"),
    ("Larkwell Research", "2026-03-02", "Japan", "JPN", "Steel", "95.5", "120"),
    ("Ostrava Insights", "2026-01-19", "Europe", "150", "Steel", "1,190", "1,655"),
    ("Ostrava Insights", "2026-01-19", "Europe", "150", "Timber", "288", "377"),
    ("Ostrava Insights", "2026-01-19", "Japan", "JPN", "Steel", "101", "133.5"),
]
MARKETS = {"kettle.csv": "Copper Kettle", "urn.xlsx": "Copper Urn"}


def _rows(market: str) -> list[list[str]]:
    rows = []
    for publisher, day, area, _, segment, *sizes in CLAIMS:
        for year, size in zip(("2025", "2031"), sizes, strict=True):
            link = f"https://{publisher.split()[0].lower()}.example/{market.split()[1].lower()}"
            rows.append([publisher, day, market, area, segment, year, size, link, ""])
    rows[3][-1] = "checked"
    return rows


def write(inbox: Path) -> None:
    """The two files."""
    lines = [HEAD, *_rows(MARKETS["kettle.csv"])]
    (inbox / "kettle.csv").write_text("\n".join(",".join(f'"{cell}"' for cell in line) for line in lines) + "\n")
    cells: Rows = [
        [*row[:5], int(row[5]), float(row[6].replace(",", "")), *row[7:]] for row in _rows(MARKETS["urn.xlsx"])
    ]
    sheet: Rows = [["Collected for the desk"], ["Figures as the houses print them"], [], list(HEAD), *cells]
    (inbox / "urn.xlsx").write_bytes(xlsx({"Sheet1": sheet}))


def _published(home: Published, market: str) -> list[tuple[object, ...]]:
    rows = home.rows(
        "select publisher, time_period_year, obs_value, unit_measure, ref_area, segment, obs_status, rule from marts.claims "
        f"where market = '{market}' and metric = 'market_size' order by all"
    )
    return [tuple(row.values()) for row in rows]


def _expected(unit: str) -> list[tuple[object, ...]]:
    return sorted(
        (publisher, year, Decimal(size.replace(",", "")) * 1_000_000, unit, code, segment, status, "columns.mapped")
        for publisher, _, _, code, segment, *sizes in CLAIMS
        for year, size, status in zip((2025, 2031), sizes, ("E", "F"), strict=True)
    )


def test_claims_of_sheets_are_published_from_their_cells(press: Published) -> None:
    for name, market in MARKETS.items():
        assert _published(press, market) == _expected("EUR"), name
        evidence = press.rows(
            "select quote, header from marts.evidence join marts.claims using (claim_id) "
            f"where market = '{market}' order by char_start"
        )
        cells = [row[6] for row in _rows(market)]
        if name == "urn.xlsx":  # a sheet shows numbers by their format, which groups nothing here
            cells = [cell.replace(",", "") for cell in cells]
        assert [row["quote"] for row in evidence] == cells
        assert all("Market size (EUR million)" in row["header"] for row in evidence)
        (document,) = press.rows(f"select column_map from marts.documents where name = '{name}'")
        assert document["column_map"].startswith("recognised [")


def test_claims_of_a_sheet_follow_a_correction_of_its_columns(press: Published, tmp_path: Path) -> None:
    home, inbox = tmp_path / "home", tmp_path / "inbox"
    shutil.copytree(press.home / "ledger", home / "ledger")
    inbox.mkdir()
    write(inbox)
    (inbox / "urn.xlsx").unlink()  # it was received, and written anew it has another time in it
    kettle = inbox / "kettle.csv"
    told = parallax("add", str(kettle), "--inbox", str(inbox), "--constants", "unit=USD", "--home", str(home))
    assert told.code == 0, told.err
    assert "value: market size USD million" in told.out
    ingest(home, inbox, None)
    ledger = open_ledger(home)
    again = ledger.rows("raw.claims", ledger.batches()[-1:])
    kettle_id = hashlib.sha256(kettle.read_bytes()).hexdigest()
    assert set(again["document_id"]) == {kettle_id}, "the other file stays as it was"
    sizes = again.filter(metric="market_size")
    found = sorted(zip(sizes["publisher"], sizes["value"], sizes["unit"], sizes["segment"], strict=True))
    assert found == sorted((row[0], row[2], row[3], row[5]) for row in _expected("USD"))
    maps = dict(ledger.outcomes().select("document_id", "column_map").iter_rows())
    assert maps[kettle_id].startswith("[")
