"""Receipts, quarantine, history: every arrival has one outcome, every document one fate."""

from __future__ import annotations

from datetime import date, datetime

import polars as pl

from warehouse.build import run_step
from warehouse.decisions import Decisions, Retraction
from warehouse.load.decided import STEP as RETRACTIONS
from warehouse.policy import read_policy
from warehouse.schema import empty_frame, raw_tables, table_of
from warehouse.sql_steps import sql_steps
from warehouse.step import BuildContext

STATEMENTS = {step.name: step for step in sql_steps()}

EARLY, LATE = datetime(2026, 1, 1), datetime(2026, 2, 1)


def receipt(origin, document_id, outcome="landed", reason=None, batch="000001-aaaaaaaaaaaa", at=EARLY):
    name = origin.rsplit("/", 1)[-1]
    return (origin, name, document_id, 7, outcome, reason, reason and f"{reason} in words", at, batch)


def receipts_of(*rows):
    return pl.DataFrame(list(rows), schema=raw_tables()["raw.receipts"].polars_schema(), orient="row")


def documents_of(*ids):
    return pl.DataFrame({"document_id": list(ids)}, schema={"document_id": pl.String})


def unreadable_of(**reasons):
    rows = [
        {
            "document_id": document_id,
            "reason": reason,
            "detail": f"{reason} in words",
            "extractor_version": "v1",
            "batch_id": "b",
        }
        for document_id, reason in reasons.items()
    ]
    return pl.DataFrame(rows, schema=raw_tables()["raw.unreadable"].polars_schema())


def documents_with(**superseded_by):
    """core.documents with what follows each."""
    found = empty_frame(table_of("core.documents"))
    rows = pl.DataFrame(
        {"document_id": list(superseded_by), "superseded_by": list(superseded_by.values())},
        schema={"document_id": pl.String, "superseded_by": pl.String},
    )
    return pl.concat([found, rows], how="diagonal")


def taken_back(document_id, reason):
    decision = Retraction(kind="retraction", document_id="f" * 64, author="Ada", date=date(2026, 3, 1), reason=reason)
    return decision.model_copy(update={"document_id": document_id})


def made(receipts, read=(), unreadable=None, documents=None, retractions=()):
    """What the statements make of receipts."""
    decisions = Decisions().model_copy(update={"retractions": tuple(retractions)})
    context = BuildContext(read_policy(), decisions, lambda _: "")
    frames = {
        "raw.receipts": receipts,
        "raw.documents": documents_of(*read),
        "raw.unreadable": unreadable_of() if unreadable is None else unreadable,
        "core.documents": documents_with() if documents is None else documents,
    }
    for step in (RETRACTIONS, *(STATEMENTS[name] for name in ("receipts", "quarantine", "document_history"))):
        frames |= run_step(step, frames, context)
    return frames


def by_origin(frame):
    return dict(frame.sort("origin").select("origin", "outcome").iter_rows())


def test_outcomes_say_what_reading_found_and_stored_receipts_stay():
    stored = receipts_of(
        receipt("in/good", "good"),
        receipt("in/copy", "good", "duplicate"),
        receipt("in/bad", "bad"),
        receipt("in/unread", "unread"),
        receipt("in/locked", "locked", "quarantined", "unreadable_file"),
    )
    found = made(stored, ["good"], unreadable_of(bad="encrypted"))["core.receipts"]
    assert by_origin(found) == {
        "in/good": "landed",
        "in/copy": "duplicate",
        "in/bad": "quarantined",
        "in/unread": "pending",  # landed, and not read yet: an infrastructure failure, told as such
        "in/locked": "quarantined",
    }
    assert found.filter(origin="in/bad").row(0, named=True)["reason"] == "encrypted"
    assert by_origin(stored)["in/bad"] == "landed"


def test_of_two_receipts_of_one_place_the_later_holds_by_number_not_by_name():
    stored = receipts_of(
        receipt("in/a", "x", "landed", batch="1000000-000000000000"),
        receipt("in/a", "x", "quarantined", "unreadable_file", batch="999999-ffffffffffff"),
    )
    assert by_origin(made(stored, ["x"])["core.receipts"]) == {"in/a": "landed"}


def test_quarantine_has_one_row_per_document_under_its_first_name():
    found = made(
        receipts_of(
            receipt("in/z.pdf", "bad", "quarantined", "truncated"),
            receipt("in/b.pdf", "bad", "duplicate"),
            receipt("in/locked", "mixed", "quarantined", "unreadable_file"),
            receipt("in/open", "mixed", "landed"),
        ),
        ["mixed"],
    )["core.quarantine"]
    assert found.select("document_id", "name", "reason").rows() == [("bad", "b.pdf", "truncated")]
    assert found["detail"].to_list() == ["truncated in words"]


def test_history_says_until_when_each_document_was_believed():
    stored = receipts_of(
        receipt("in/old", "old"),
        receipt("in/new", "new", at=LATE),
        receipt("in/gone", "gone"),
        receipt("in/bad", "bad", "quarantined", "empty"),
    )
    editions = documents_with(old="new", new=None)
    found = made(stored, ["old", "new", "gone"], None, editions, [taken_back("gone", "withdrawn")])[
        "core.document_history"
    ]
    told = found.select("document_id", "event", "known_from", "known_to", "reason").sort(pl.all()).rows()
    march = datetime(2026, 3, 1)
    assert told == [
        ("bad", "quarantined", EARLY, None, "empty"),
        ("gone", "landed", EARLY, march, None),
        ("gone", "retracted", march, None, "Ada, 2026-03-01: withdrawn"),
        ("new", "landed", LATE, None, None),
        ("old", "landed", EARLY, LATE, None),  # the later edition became known in February
        ("old", "superseded", LATE, None, "new"),
    ]


def test_an_unreadable_document_that_is_taken_back_leaves_quarantine_and_keeps_its_history():
    stored = receipts_of(receipt("in/bad", "bad"), receipt("in/other", "other"))
    unreadable = unreadable_of(bad="encrypted", other="empty")
    found = made(stored, (), unreadable, None, [taken_back("bad", "not ours to hold")])
    assert found["core.quarantine"]["document_id"].to_list() == ["other"]
    history_of = found["core.document_history"].filter(document_id="bad").sort("event")
    assert history_of.select("event", "known_from", "known_to", "reason").rows() == [
        ("quarantined", EARLY, datetime(2026, 3, 1), "encrypted"),
        ("retracted", datetime(2026, 3, 1), None, "Ada, 2026-03-01: not ours to hold"),
    ]
    assert by_origin(found["core.receipts"])["in/bad"] == "quarantined", "what was received stays told"


def test_a_late_old_edition_is_superseded_from_the_moment_it_lands():
    stored = receipts_of(receipt("in/old", "old", at=LATE), receipt("in/new", "new", at=EARLY))
    history = made(stored, ["old", "new"], None, documents_with(old="new", new=None))["core.document_history"]
    found = history.filter(document_id="old").sort("event")
    assert found.select("event", "known_from", "known_to").rows() == [
        ("landed", LATE, LATE),
        ("superseded", LATE, None),
    ]


def test_an_empty_ledger_gives_three_empty_tables():
    found = made(receipts_of())
    assert all(found[f"core.{name}"].is_empty() for name in ("receipts", "quarantine", "document_history"))
