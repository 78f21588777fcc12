"""A document that is taken back leaves nothing in core but its history, not even the spelling of a name."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.build import build
from warehouse.connection import held_open, query
from warehouse.decision_kinds import Retraction
from warehouse.decisions import Decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import read_policy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_fork_server")]

KEPT = "The cork press market was valued at USD 1.20 billion in 2025, and cork press makers are busy."
# Spells the first one's market otherwise, and names a market and a house that nobody else does.
TAKEN_BACK = (
    "Cork Presses Market Report\n\nPublisher: Ashgrove Statistics\n\nThe Cork Presses Market was worth USD 1.25 billion in "
    "2025. The global bell foundry market was valued at USD 3.40 billion in 2025.\n"
)
OF_HISTORY = ("receipts", "document_history", "decisions")


def core(home: Path, texts: dict[str, str], decisions: Decisions) -> dict[str, pl.DataFrame]:
    inbox = home / "inbox"
    inbox.mkdir(parents=True)
    for name, text in texts.items():
        (inbox / name).write_text(text, encoding="utf-8")
    ledger = open_ledger(home)
    ledger.take_in(receive(inbox), now=datetime(2026, 1, 2, tzinfo=UTC))
    version = extractor_version()
    list(read_pending(ledger, ledger.pending(version), version))
    database = build(ledger, home / "build", read_policy(), decisions).database
    with held_open(database):
        tables = query(database, "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'core' ORDER BY 1")
        return {name: query(database, f'SELECT * FROM core."{name}" ORDER BY ALL') for (name,) in tables.iter_rows()}


def test_a_document_that_is_taken_back_leaves_no_name_behind(tmp_path: Path) -> None:
    retraction = Retraction(
        kind="retraction",
        document_id=sha256(TAKEN_BACK.encode()).hexdigest(),
        author="a",
        date=date(2026, 1, 2),
        reason="r",
    )
    both = {"kept.txt": KEPT, "taken-back.txt": TAKEN_BACK}
    taken = core(tmp_path / "taken", both, Decisions(retractions=(retraction,)))
    never = core(tmp_path / "never", {"kept.txt": KEPT}, Decisions())

    read = open_ledger(tmp_path / "taken").rows("raw.claims").filter(document_id=retraction.document_id)
    assert read.height >= 2, "there is nothing that could be left"
    assert [name for name in never if name not in OF_HISTORY and not taken[name].equals(never[name])] == []
    assert "retracted" in taken["document_history"]["event"].to_list()
