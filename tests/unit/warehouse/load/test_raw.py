"""Raw tables: the rows in force, whatever order they came in; old batches still load."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.records import Unreadable
from warehouse.connection import connect
from warehouse.ledger import open_ledger
from warehouse.ledger.batches import write_batch
from warehouse.ledger.head import write_head
from warehouse.load.raw import load_raw
from warehouse.schema import raw_tables
from warehouse.step import BuildError

TEXTS = ["USD 1 in 2025", "USD 2 and USD 3", "nothing", "USD 4\n\nUSD 5 after 2030"]


def loaded(ledger):
    """All raw tables of a ledger as frames."""
    with tempfile.TemporaryDirectory() as folder:
        con = connect(Path(folder) / "warehouse.duckdb", read_only=False)
        counts = load_raw(con, ledger, ledger.batches())
        frames = {name: con.execute(f"SELECT * FROM {name}").pl() for name in raw_tables()}
        con.close()
    assert counts == {name: frame.height for name, frame in frames.items()}
    return frames


def test_tables_have_their_types_and_the_rows_that_were_recorded(tmp_path, fill):
    frames = loaded(fill(tmp_path, TEXTS))
    assert {name: frame.schema for name, frame in frames.items()} == {
        name: table.polars_schema() for name, table in raw_tables().items()
    }
    # Four texts with 1 + 2 + 0 + 2 dollar figures and 1 + 0 + 0 + 1 bare years.
    assert {name: frame.height for name, frame in frames.items() if frame.height} == {
        "raw.receipts": 4,
        "raw.documents": 4,
        "raw.blocks": 5,
        "raw.claims": 5,
        "raw.mentions": 5,
        "raw.rejections": 2,
    }
    assert frames["raw.documents"]["n_candidates"].sum() == 7
    assert frames["raw.receipts"]["batch_id"].str.starts_with("000001-").all()
    assert frames["raw.documents"]["batch_id"].str.starts_with("000002-").all()


def test_only_the_newest_extraction_of_a_document_is_loaded(tmp_path, fill, read):
    ledger = fill(tmp_path, ["USD 1 in 2025", "USD 2"])
    parsed, extraction = read("USD 1 in 2025", "v2")
    ledger.record([(parsed, replace(extraction, claims=(), mentions=()))])
    frames = loaded(ledger)
    assert sorted(frames["raw.documents"]["extractor_version"]) == ["v1", "v2"]
    assert frames["raw.mentions"]["surface"].to_list() == ["USD 2"]
    assert frames["raw.claims"].height == 1
    assert frames["raw.rejections"].height == 1
    assert len(frames["raw.documents"]) == 2


def test_a_document_that_became_unreadable_has_no_rows_but_its_reason(tmp_path, fill, read):
    ledger = fill(tmp_path, ["USD 1", "USD 2"])
    document_id = read("USD 1")[0].document_id
    ledger.record([(document_id, Unreadable("text_lost", "most of the text was lost"))], extractor_version="v2")
    frames = loaded(ledger)
    assert frames["raw.unreadable"].select("document_id", "reason").rows() == [(document_id, "text_lost")]
    for name in ("raw.documents", "raw.blocks", "raw.claims", "raw.mentions"):
        assert document_id not in frames[name]["document_id"].to_list(), name


def test_only_the_sidecar_in_force_is_loaded(tmp_path, arrive, noon):
    ledger = open_ledger(tmp_path)
    for publisher in ("Acme", "Bolt"):
        ledger.take_in([arrive("a", metadata={"publisher": publisher})], now=noon)
    assert loaded(ledger)["raw.metadata"]["publisher"].to_list() == ["Bolt"]


@pytest.fixture(scope="module")
def in_one_batch(tmp_path_factory, fill):
    return loaded(fill(tmp_path_factory.mktemp("one"), TEXTS))


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.permutations(TEXTS), st.integers(1, 3))
def test_order_of_arrival_and_batching_change_no_row(in_one_batch, arrive, read, noon, texts, size):
    with tempfile.TemporaryDirectory() as home:
        ledger = open_ledger(Path(home))
        for start in range(0, 4, size):
            part = list(texts)[start : start + size]
            ledger.take_in([arrive(text, f"inbox/{TEXTS.index(text)}.txt") for text in part], now=noon)
            ledger.record([read(text) for text in part])
        frames = loaded(ledger)
    for name in raw_tables():
        ours, theirs = (frame[name].drop("batch_id", strict=False) for frame in (frames, in_one_batch))
        assert ours.equals(theirs), name


def rewrite_batch(ledger, table, change):
    """Writes the newest batch again with one table changed, as an older program would have written it."""
    batch = ledger.batches()[-1]
    tables = {name: pq.read_table(batch.file(name)) for name in batch.tables}
    tables[table] = change(tables[table])
    for path in batch.folder.iterdir():
        path.unlink()
    batch.folder.rmdir()
    write_head(ledger.root, [write_batch(ledger.root / "batches", ledger.root / "tmp", tables)])


def test_a_batch_from_before_an_optional_column_loads_with_nulls(tmp_path, fill):
    ledger = fill(tmp_path, ["USD 1"])
    rewrite_batch(ledger, "raw.mentions", lambda rows: rows.drop_columns(["subject"]))
    frame = loaded(ledger)["raw.mentions"]
    assert frame["subject"].to_list() == [None]
    assert frame["surface"].to_list() == ["USD 1"]


def test_a_batch_from_before_a_required_column_is_refused_with_what_to_do(tmp_path, fill):
    ledger = fill(tmp_path, ["USD 1"])
    rewrite_batch(ledger, "raw.mentions", lambda rows: rows.drop_columns(["surface"]))
    with pytest.raises(BuildError, match=r"raw\.mentions: .*read the documents again"):
        loaded(ledger)


def test_joined_batches_load_as_they_did_before(tmp_path, fill, read):
    ledger = fill(tmp_path, TEXTS)
    ledger.record([read(TEXTS[0], "v2")])  # supersedes what the second batch says of it
    before = loaded(ledger)
    assert len(ledger.compact(small_rows=1_000, rows_at_most=10_000)) == 1
    after = loaded(ledger)
    assert {name: frame.rows() for name, frame in after.items()} == {
        name: frame.rows() for name, frame in before.items()
    }


def test_an_empty_ledger_gives_every_table_empty(tmp_path):
    frames = loaded(open_ledger(tmp_path))
    assert set(frames) == set(raw_tables())
    assert all(isinstance(frame, pl.DataFrame) and frame.is_empty() for frame in frames.values())


def test_a_batch_listing_says_how_many_rows_it_holds(tmp_path, fill):
    batch = fill(tmp_path, TEXTS).batches()[-1]
    listing = json.loads((batch.folder / "batch.json").read_text())["tables"]
    assert listing["raw.mentions"]["rows"] == 5
