"""From an answer to a decision: the right kind, what the release says of its subject, and errors that say what to do."""

from __future__ import annotations

import shutil
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from release.reading.decision_answers import Answer, decision_of
from release.record import ReleaseError
from tests.unit.small_world import SmallWorld
from tests.unit.small_world_texts import DOCUMENTS, TEXTS, span_of
from warehouse.decisions import Alias, Decisions, Override, RejectedClaim, Retraction
from warehouse.schema import raw_tables

DAY = date(2026, 11, 2)
text_of = {DOCUMENTS[name]: text for name, text in TEXTS.items()}.__getitem__


@pytest.fixture(scope="module")
def database(small_world: SmallWorld, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small world with more questions, and with raw tables that print two names."""
    path = tmp_path_factory.mktemp("answers") / "warehouse.duckdb"
    shutil.copyfile(small_world.database, path)
    with duckdb.connect(str(path)) as con:
        con.execute("create schema raw")
        for table in raw_tables().values():
            con.execute(table.ddl().replace(" NOT NULL", ""))
        for name, market in (("d_new", "widgets"), ("d_other", "smart widgets")):
            con.execute(
                "insert into raw.receipts by name select ? as document_id, ? as name", [DOCUMENTS[name], f"{name}.txt"]
            )
            con.execute(
                "insert into raw.claims by name select ? as document_id, ? as market", [DOCUMENTS[name], market]
            )
        q1 = "select * replace ({}) from marts.review_queue where question_id = 'q1'"
        for replaced in (
            "'pair-1' as question_id, 'scope_relation' as kind, 'Smart Widget' as market, 'Widget' as other_market, "
            "'same|different|a_contains_b|b_contains_a|alias|close' as answers",
            "'flag-1' as question_id, 'flagged_decision' as kind, 'd1' as decision_id, 'renew|close' as answers",
            "'unsure-1' as question_id, 'unsure_claim' as kind, 'c08' as claim_id, 'confirm|reject|override|close' as answers",
        ):
            con.execute(f"insert into marts.review_queue {q1.format(replaced)}")
    return path


def answered(database: Path, wanted: str, answer: str, taken: Decisions | None = None, **fields: Any) -> dict[str, Any]:
    given = Answer(wanted, answer, "Ada", "seen", DAY, **fields)
    decision = decision_of(database, given, taken or Decisions(), text_of)
    assert (decision.author, decision.reason, decision.date) == ("Ada", "seen", DAY)
    return decision.model_dump(exclude={"author", "reason", "date"}, exclude_none=True)


NOW = {"value_as_printed": "EUR 8.8 billion", "quote": "EUR 8.8 billion", "document": "d_other.txt"}


FIGURE = {
    "document_id": DOCUMENTS["d_other"],
    "quote": "EUR 8.8 billion",
    "before": "Widgets were worth ",
    "behind": " in 2025, smart widgets USD 12.0 billion",
    **span_of(TEXTS["d_other"], "EUR 8.8 billion"),
}


@pytest.mark.parametrize("wanted", ["unsure-1", "unsu", "c08"], ids=["question", "its beginning", "claim"])
@pytest.mark.parametrize(("answer", "kind"), [("confirm", "confirmed_claim"), ("reject", "rejected_claim")])
def test_an_answer_on_a_claim_carries_what_it_says_now(database: Path, wanted: str, answer: str, kind: str) -> None:
    assert answered(database, wanted, answer) == {"kind": kind, "claim_id": "c08", "expect": NOW, "figure": FIGURE}


def test_where_the_released_text_is_not_at_hand_an_answer_keeps_the_place_of_its_figure_alone(database: Path) -> None:
    other = dict.fromkeys(DOCUMENTS.values(), "Widgets, worth EUR 8.8 billion").__getitem__
    nothing: dict[str, str] = {}
    for texts in (nothing.__getitem__, other):
        decision = decision_of(database, Answer("c08", "reject", "Ada", "seen", DAY), Decisions(), texts)
        assert isinstance(decision, RejectedClaim) and decision.figure is not None
        assert (decision.figure.quote, decision.figure.before, decision.figure.behind) == ("EUR 8.8 billion", "", "")


def test_an_override_has_a_value_and_may_have_an_end(database: Path) -> None:
    found = answered(database, "c08", "override", value="8.9", expires=date(2027, 1, 1))
    assert (found["obs_value"], found["expires"], found["expect"]) == (Decimal("8.9"), date(2027, 1, 1), NOW)


def test_an_accepted_conflict_carries_both_values_their_ratio_and_its_place(database: Path) -> None:
    with duckdb.connect(str(database), read_only=True) as con:
        rows = con.sql(
            "select value_a, value_b, ratio, rule, market_id, metric, time_period_year as year, segment_key, ref_area, "
            "other_market_id, unit_measure from marts.conflicts where conflict_id = 'k2'"
        )
        (now,) = (dict(zip(rows.columns, row, strict=True)) for row in rows.fetchall())
    assert (now["segment_key"], now["other_market_id"]) == (
        "deployment:cloud",
        None,
    )  # where it says nothing, nothing is expected
    expect = answered(database, "k2", "accept")["expect"]
    assert expect | {"ratio": float(expect["ratio"])} == {key: value for key, value in now.items() if value is not None}


def test_a_question_is_closed_with_the_reason_it_was_asked_for_and_a_document_retracted_by_its_name(
    database: Path,
) -> None:
    assert answered(database, "q1", "close") == {
        "kind": "closed_question", "question_id": "q1", "expect": {"why": "other industry"},
    }  # fmt: skip
    assert answered(database, "d_copy.txt", "retract") == {
        "kind": "retraction", "document_id": DOCUMENTS["d_copy"], "expect": {"name": "d_copy.txt"},
    }  # fmt: skip


BOTH = {"documents": ("d_new.txt", "d_other.txt")}


@pytest.mark.parametrize(
    ("answer", "fields"),
    [
        ("same", {"kind": "same_scope", "a": "Smart Widget", "b": "Widget"}),
        ("different", {"kind": "different_scope", "a": "Smart Widget", "b": "Widget"}),
        ("a_contains_b", {"kind": "contained_scope", "part": "Widget", "whole": "Smart Widget"}),
        ("b_contains_a", {"kind": "contained_scope", "part": "Smart Widget", "whole": "Widget"}),
    ],
)
def test_a_pair_is_decided_by_its_question_or_by_two_names(database: Path, answer: str, fields: dict[str, Any]) -> None:
    assert answered(database, "pair-1", answer) == fields | {"expect": BOTH}
    assert answered(database, "smart widgets", answer, other="widget") == fields | {"expect": BOTH}


def test_an_alias_joins_one_of_a_pair_to_the_other_and_facets_are_told_by_name(database: Path) -> None:
    alias = answered(database, "pair-1", "alias", value="Widget")
    assert alias == {
        "kind": "alias",
        "name": "Smart Widget",
        "market": "Widget",
        "expect": {"documents": ("d_other.txt",)},
    }
    facets = answered(database, "widget", "facets", value="technology=smart|ai; layer=")
    assert facets["facets"] == {"technology": ("smart", "ai"), "layer": ()}


def test_a_flagged_decision_is_renewed_as_its_source_stands_now(database: Path) -> None:
    old = Override.model_validate(
        {"kind": "override", "claim_id": "c01", "obs_value": 7, "author": "Bo", "date": "2026-01-01", "reason": "old"}
    )
    with duckdb.connect(str(database)) as con:
        con.execute("update marts.review_queue set decision_id = ? where question_id = 'flag-1'", [old.decision_id])
        con.execute(
            "insert into marts.decisions select * replace (? as decision_id, 'c08' as successor_id) from marts.decisions "
            "where decision_id = 'd1'",
            [old.decision_id],
        )
    taken = Decisions(overrides=(old,))
    assert answered(database, "flag-1", "renew", taken) == {
        "kind": "override", "claim_id": "c08", "obs_value": Decimal(7), "expect": NOW, "figure": FIGURE,
    }  # fmt: skip
    assert answered(database, "flag-1", "renew", taken, value="8")["obs_value"] == 8
    with pytest.raises(ReleaseError, match="only a flagged decision in a file"):
        answered(database, "flag-1", "renew")


def test_a_retraction_is_renewed_with_the_name_that_its_document_has_now(database: Path) -> None:
    said = {"author": "Bo", "date": "2026-01-01", "reason": "old", "expires": "2026-02-01"}
    old = Retraction.model_validate({"kind": "retraction", "document_id": DOCUMENTS["d_copy"], **said})
    lost = Retraction.model_validate({"kind": "retraction", "document_id": "f" * 64, **said})
    with duckdb.connect(str(database)) as con:
        for question_id, decision in (("flag-2", old), ("flag-3", lost)):
            con.execute(
                "insert into marts.review_queue select * replace (? as question_id, ? as decision_id) "
                "from marts.review_queue where question_id = 'flag-1'",
                [question_id, decision.decision_id],
            )
            con.execute(
                "insert into marts.decisions select * replace (? as decision_id, null as successor_id) from marts.decisions "
                "where decision_id = 'd1'",
                [decision.decision_id],
            )
    taken = Decisions(retractions=(old, lost))
    assert answered(database, "flag-2", "renew", taken) == {
        "kind": "retraction", "document_id": DOCUMENTS["d_copy"], "expect": {"name": "d_copy.txt"},
    }  # fmt: skip
    # Of a document that is not there nothing can be expected; like a claim that is gone, it is not decided again.
    with pytest.raises(ReleaseError, match=r"no row of marts\.documents"):
        answered(database, "flag-3", "renew", taken)


@pytest.mark.parametrize(
    ("wanted", "answer", "fields", "told"),
    [
        ("q1", "confirm", {}, "not an answer to a question of kind quarantined_company; it takes close"),
        ("q2", "retract", {}, "not an answer|already decided"),
        ("nothing", "close", {}, "no question of this release"),
        ("nothing", "confirm", {}, r"no row of marts\.claims"),
        ("nothing", "same", {"other": "Widget"}, "no market has this name"),
        ("c08", "override", {}, "as --value, a plain number in EUR"),
        ("c08", "override", {"value": "much"}, "obs_value: .*decimal"),
        ("c08", "confirm", {"expires": date(2026, 1, 1)}, "not after its date"),
        ("widget", "same", {}, "second market as --with"),
        ("widget", "facets", {"value": "gpu"}, "not of the form `facet=value`"),
        ("widget", "facets", {"value": "colour=red"}, r"facets\.colour"),
        ("pair-1", "alias", {"value": "Gadget"}, "must be one of the two names"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_to_do(
    database: Path, wanted: str, answer: str, fields: Any, told: str
) -> None:
    with pytest.raises(ReleaseError, match=told):
        answered(database, wanted, answer, **fields)


def test_the_alias_of_a_printed_name_stays_as_it_is_printed(database: Path) -> None:
    decision = decision_of(
        database, Answer("smart widgets", "alias", "Ada", "seen", DAY, value="Widget"), Decisions(), text_of
    )
    assert isinstance(decision, Alias) and decision.name == "smart widgets"
