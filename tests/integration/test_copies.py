"""Copies never weigh: thirty near-copies of a report, under other names, leave every estimate unchanged.

Real texts, the real reader and the real build, without Dagster, dbt and the release.
"""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sources
from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import Decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import read_policy

INBOX = Path(sources.__file__).parent / "samples" / "inbox"
ORIGINAL = "halden-ridge-industrial-heat-pumps.md"
COMPANY = ("quayside-industrial-heat-pumps.html", "pinnock-vale-onshore-wind-services.md")
# Words that say the same; figures, names of the market and of its parts stay as they are.
OTHER_WORDS = {
    "worth": "valued at",
    "expects": "foresees",
    "helped by": "supported by",
    "dairies": "creameries",
    "engineers": "technicians",
    "dismissed": "rejected",
    "The study": "This study",
    "counts": "covers",
    "left out": "excluded",
    "calm years": "quiet years",
}
SAME = ("estimate", "low", "high", "verdict", "n_independent", "status", "method")


def _reworded(text: str, number: int) -> str:
    """The text under another house's name, with other words in places and a sentence of its own."""
    drawn = random.Random(number)
    for word, other in OTHER_WORDS.items():
        if drawn.random() < 0.5:
            text = text.replace(word, other)
    text = re.sub(r"Halden Ridge( Research)?", _house(number), text)
    return f"{text}\n\nDistributed by desk {chr(97 + number % 26)}{chr(97 + number // 26)} to its readers.\n"


def _house(number: int) -> str:
    return f"{('Amber', 'Birch', 'Cedar', 'Dover', 'Elgin')[number % 5]}{'abcdefghijklmnopqrst'[number // 5]}ford Wire"


def _estimates(folder: Path, copies: int) -> pl.DataFrame:
    inbox = folder / "inbox"
    inbox.mkdir(parents=True)
    for name in (ORIGINAL, *COMPANY):
        for file in (name, f"{name}.meta.yml"):
            (inbox / file).write_bytes((INBOX / file).read_bytes())
    original = (INBOX / ORIGINAL).read_text(encoding="utf-8")
    for number in range(copies):
        copy = inbox / f"copy-{number:03}.md"
        copy.write_text(_reworded(original, number), encoding="utf-8")
        sidecar = f"publisher: {_house(number)}\npublished_on: 2026-04-{15 + number % 10}\nlanguage: en\n"
        copy.with_name(f"{copy.name}.meta.yml").write_text(sidecar, encoding="utf-8")
    ledger = open_ledger(folder / "ledger")
    ledger.take_in(receive(inbox), now=datetime(2026, 11, 20, tzinfo=UTC))
    version = extractor_version()
    assert {reading.outcome for reading in read_pending(ledger, ledger.pending(version), version)} == {"read"}
    database = build(ledger, folder / "build", read_policy(), Decisions()).database
    clusters = query(database, "select count(distinct cluster_id) as n, count(*) as m from core.documents").to_dicts()
    assert clusters == [{"n": 1 + len(COMPANY), "m": 1 + len(COMPANY) + copies}]
    columns = ", ".join(("estimate_id", "market_id", "segment_key", "ref_area", "metric", "year", *SAME))
    return query(database, f"select {columns} from core.estimates order by estimate_id")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The estimates without any copy."""
    return _estimates(tmp_path_factory.mktemp("alone"), 0)


def test_copies_of_a_report_change_no_estimate(alone: pl.DataFrame, tmp_path: Path) -> None:
    found = _estimates(tmp_path, 30)
    assert found.to_dicts() == alone.to_dicts()


def test_the_copied_report_has_company_so_that_a_weight_would_show(alone: pl.DataFrame) -> None:
    both: list[dict[str, Any]] = alone.filter(pl.col("n_independent") > 1).to_dicts()
    assert {row["market_id"] for row in both} == {"industrial-heat-pump"}
    assert any(row["metric"] == "market_size" and row["year"] == 2025 for row in both)
