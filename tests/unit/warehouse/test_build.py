"""The runner: a fresh file from a ledger, each step checked against its contract, the same rows in any order."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import polars as pl
import pytest

from sources.records import Unreadable
from warehouse.build import build, check_order
from warehouse.connection import connect, query
from warehouse.decisions import Decisions
from warehouse.ledger import LedgerError
from warehouse.load import decided, evidence
from warehouse.policy import read_policy
from warehouse.schema import core_tables
from warehouse.step import BuildError, Step
from warehouse.steps import all_steps


def filled_out(table, frame):
    """A frame with every missing column: null where that is allowed, else an empty value of its type."""
    blank = {"VARCHAR": "", "BOOLEAN": False, "DOUBLE": 0.0, "NUM": Decimal(0), "VARCHAR[]": []}
    return frame.with_columns(
        pl.lit(blank.get(column.type, 0) if column.required else None, column.polars_type).alias(column.name)
        for column in core_tables()[table].columns
        if column.name not in frame.columns
    ).select(core_tables()[table].column_names)


def documents_of(frames, _):
    found = frames["raw.documents"].drop("byte_length", "n_candidates", "batch_id", "media_type", "parser_version")
    found = found.with_columns(quote_limit_chars=pl.lit(300), status=pl.lit("stated"))
    return {"core.documents": filled_out("core.documents", found)}


def claims_of(frames, _):
    found = frames["raw.claims"].select("claim_id", "document_id", "metric", obs_value="value", n_mentions="n_mentions")
    return {"core.claims": filled_out("core.claims", found)}


DOCUMENTS = Step("documents", ("raw.documents",), ("core.documents",), documents_of)
CLAIMS = Step("claims", ("raw.claims",), ("core.claims",), claims_of)
_LOADED = ("receipts", "quarantine", "document_history", "rejections")
STEPS = (decided.STEP, DOCUMENTS, CLAIMS, evidence.STEP, *(step for step in all_steps() if step.name in _LOADED))
TEXTS = ["Robots are worth USD 12 in 2025.", "Drones: USD 7, then USD 9.", "No figure here."]


def built(ledger, target, steps=STEPS):
    return build(ledger, target, read_policy(), Decisions(), steps)


def test_a_build_is_one_closed_file_with_raw_and_core_and_no_log(tmp_path, fill):
    ledger = fill(tmp_path, TEXTS)
    report = built(ledger, tmp_path / "builds" / "1")
    assert [path.name for path in (tmp_path / "builds" / "1").iterdir()] == ["warehouse.duckdb"]
    # 1 + 2 + 0 figures; one bare year.
    assert {name: report.rows[name] for name in report.rows if name.startswith("core.")} == {
        "core.documents": 3,
        "core.receipts": 3,
        "core.quarantine": 0,
        "core.document_history": 3,
        "core.claims": 3,
        "core.evidence": 3,
        "core.rejections": 1,
    }
    assert set(report.seconds) == {"raw", *(step.name for step in STEPS)}
    quotes = query(report.database, "SELECT quote FROM core.evidence ORDER BY quote")["quote"].to_list()
    assert quotes == ["USD 12", "USD 7", "USD 9"]
    connect(report.database, read_only=False).close()  # nothing holds it


def test_a_table_that_is_written_in_parts_has_all_rows_in_key_order(tmp_path, fill, monkeypatch):
    ledger = fill(tmp_path, TEXTS)
    whole = built(ledger, tmp_path / "whole")
    monkeypatch.setattr("warehouse.table_writer._WRITTEN_AT_ONCE", 2)
    parts = built(ledger, tmp_path / "parts")
    assert parts.rows == whole.rows
    for name in ("core.documents", "core.claims", "core.quarantine"):  # three rows, three, and none
        stored = f"SELECT * FROM {name}"
        assert query(parts.database, stored).equals(query(whole.database, stored), null_equal=True)


def test_tables_have_their_columns_types_comments_and_key_order(tmp_path, fill):
    report = built(fill(tmp_path, TEXTS), tmp_path / "b")
    for name in ("core.claims", "core.evidence", "core.receipts"):
        table = core_tables()[name]
        frame = query(report.database, f"SELECT * FROM {name}")
        assert frame.schema == table.polars_schema()
        assert frame.equals(frame.sort(table.key))
        comments = query(
            report.database,
            "SELECT column_name, comment, is_nullable FROM duckdb_columns() "
            "WHERE schema_name || '.' || table_name = ? ORDER BY column_index",
            [name],
        ).rows()
        assert comments == [(column.name, column.doc, not column.required) for column in table.columns]


def test_no_index_is_made(tmp_path, fill):
    report = built(fill(tmp_path, TEXTS), tmp_path / "b")
    assert query(report.database, "SELECT count(*) AS n FROM duckdb_indexes()")["n"].to_list() == [0]
    assert query(
        report.database,
        "SELECT count(*) AS n FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE')",
    )["n"].to_list() == [0]


def test_a_table_of_work_goes_from_step_to_step_and_into_no_database(tmp_path, fill):
    pair = pl.DataFrame({"market_id": ["m"], "series_id": ["s"], "publisher_group": ["a"], "other_group": ["b"]})
    seen = []

    def read(frames, _):
        seen.append(frames["work.reprints"])
        return {"core.claims": filled_out("core.claims", pl.DataFrame())}

    steps = (
        DOCUMENTS,
        Step("reprints", ("core.documents",), ("work.reprints",), lambda frames, _: {"work.reprints": pair}),
        Step("claims", ("work.reprints",), ("core.claims",), read),
    )
    report = built(fill(tmp_path, TEXTS), tmp_path / "b", steps)
    assert seen[0].equals(pair)
    assert "work.reprints" not in report.rows
    schemas = query(report.database, "SELECT DISTINCT schema_name FROM duckdb_tables()")["schema_name"]
    assert sorted(schemas) == ["core", "raw"]


def test_a_table_of_work_keeps_to_its_schema(tmp_path, fill):
    wrong = pl.DataFrame({"market_id": ["m"], "series_id": [None], "publisher_group": ["a"], "other_group": ["b"]})
    steps = (DOCUMENTS, Step("reprints", (), ("work.reprints",), lambda frames, _: {"work.reprints": wrong}))
    with pytest.raises(BuildError, match=r"step reprints: work.reprints.series_id: required, yet null"):
        built(fill(tmp_path, TEXTS), tmp_path / "b", steps)


@pytest.mark.slow
def test_another_order_of_arrival_gives_the_same_rows(tmp_path, fill):
    one = built(fill(tmp_path / "x", TEXTS), tmp_path / "one")
    two = built(fill(tmp_path / "y", TEXTS[::-1]), tmp_path / "two")
    for name in ("core.documents", "core.claims", "core.evidence", "core.rejections"):
        frames = [query(report.database, f"SELECT * FROM {name}") for report in (one, two)]
        assert frames[0].equals(frames[1]), name


def test_a_target_in_use_is_refused_and_left_alone(tmp_path, fill):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "warehouse.duckdb").write_bytes(b"someone's")
    with pytest.raises(BuildError, match="not empty"):
        built(fill(tmp_path, TEXTS), tmp_path / "b")
    assert (tmp_path / "b" / "warehouse.duckdb").read_bytes() == b"someone's"


def broken(step, change):
    """The step with its written frames changed."""

    def run(frames, context):
        return {name: change(frame) for name, frame in step.run(frames, context).items()}

    return dataclasses.replace(step, run=run)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.drop("rule"), r"step claims: core\.claims: columns differ.*missing \['rule'\]"),
        (lambda frame: frame.with_columns(x=1), r"not in the schema \['x'\]"),
        (lambda frame: pl.concat([frame, frame]), r"core\.claims: key claim_id is repeated in 6 rows; first"),
        (
            lambda frame: frame.with_columns(metric=pl.lit(None, pl.String)),
            r"core\.claims\.metric: required, yet null in 3 rows",
        ),
        (
            lambda frame: frame.with_columns(pl.col("obs_value").cast(pl.Float64)),
            r"core\.claims\.obs_value: is Float64",
        ),
    ],
)
def test_a_step_that_breaks_its_table_stops_the_build_by_name(tmp_path, fill, change, message):
    steps = (DOCUMENTS, broken(CLAIMS, change))
    with pytest.raises(BuildError, match=message):
        built(fill(tmp_path, TEXTS), tmp_path / "b", steps)


def test_a_step_that_writes_other_tables_than_it_says_is_refused(tmp_path, fill):
    lying = dataclasses.replace(CLAIMS, writes=("core.claims", "core.areas"))
    with pytest.raises(BuildError, match=r"step claims: says it writes"):
        built(fill(tmp_path, TEXTS), tmp_path / "b", (lying,))


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((evidence.STEP,), r"step evidence reads core\.documents, which no step before it writes"),
        (
            (DOCUMENTS, dataclasses.replace(DOCUMENTS, name="again")),
            r"step again writes core\.documents: written before",
        ),
        ((dataclasses.replace(DOCUMENTS, writes=("core.nonsense",)),), r"writes core\.nonsense"),
        ((DOCUMENTS, dataclasses.replace(CLAIMS, name="documents")), r"share a name: \['documents'\]"),
    ],
)
def test_steps_out_of_order_are_refused_before_anything_is_written(steps, message):
    with pytest.raises(BuildError, match=message):
        check_order(steps)


def test_a_step_is_given_what_it_reads_and_no_more(tmp_path, fill):
    seen = {}

    def run(frames, context):
        seen.update(frames)
        return documents_of(frames, context)

    built(fill(tmp_path, TEXTS), tmp_path / "b", (dataclasses.replace(DOCUMENTS, run=run),))
    assert set(seen) == {"raw.documents"}


def test_false_evidence_in_the_ledger_stops_the_build(tmp_path, fill, read):
    ledger = fill(tmp_path, TEXTS)
    parsed, extraction = read(TEXTS[0], "v2")
    slipped = dataclasses.replace(extraction.mentions[0], char_start=extraction.mentions[0].char_start + 1)
    ledger.record([(parsed, dataclasses.replace(extraction, mentions=(slipped,)))])
    with pytest.raises(BuildError, match=rf"step evidence: document {parsed.document_id}, claim"):
        built(ledger, tmp_path / "b")


def test_a_damaged_batch_stops_the_build(tmp_path, fill):
    ledger = fill(tmp_path, TEXTS)
    path = ledger.batches()[-1].file("raw.claims")
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(LedgerError, match=r"claims\.parquet: missing or damaged"):
        built(ledger, tmp_path / "b")


def test_an_unreadable_document_is_in_quarantine_and_nowhere_else(tmp_path, fill, read):
    ledger = fill(tmp_path, TEXTS)
    document_id = read(TEXTS[0])[0].document_id
    ledger.record([(document_id, Unreadable("no_text", "no text in it"))], extractor_version="v2")
    report = built(ledger, tmp_path / "b")
    assert query(report.database, "SELECT document_id, reason FROM core.quarantine").rows() == [
        (document_id, "no_text")
    ]
    assert report.rows["core.documents"] == 2
    outcomes = query(
        report.database, "SELECT outcome, count(*) AS n FROM core.receipts GROUP BY outcome ORDER BY outcome"
    )
    assert outcomes.rows() == [("landed", 2), ("quarantined", 1)]


def test_a_fault_inside_a_step_keeps_its_error_and_gains_the_name_of_the_step(tmp_path, fill):
    def run(frames, context):
        raise ZeroDivisionError("no such ratio")

    with pytest.raises(ZeroDivisionError) as raised:
        built(fill(tmp_path, TEXTS), tmp_path / "b", (dataclasses.replace(DOCUMENTS, run=run),))
    assert raised.value.__notes__ == ["in step documents of the build"]


def test_an_empty_ledger_builds_empty_tables(tmp_path, fill):
    report = built(fill(tmp_path, []), tmp_path / "b")
    assert set(report.rows.values()) == {0}
