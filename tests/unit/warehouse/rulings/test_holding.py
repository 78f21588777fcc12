"""Which decisions the steps apply: judged by a day that is an input, and by what raw tables say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import polars as pl
import pytest

from warehouse.decisions import Alias, Decisions, ExpectedClaim, ExpectedNames, RejectedClaim
from warehouse.rulings.day import document_days, judged_on
from warehouse.rulings.holding import hold
from warehouse.schema import raw_tables

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}


def raw(**rows: list[dict[str, Any]]) -> Callable[[str], pl.DataFrame]:
    """A reader of raw tables that hold these rows."""
    return lambda table: pl.DataFrame(
        rows.get(table.removeprefix("raw."), []), schema=raw_tables()[table].polars_schema()
    )


def rejected(**fields: Any) -> Decisions:
    return Decisions(rejected_claims=(RejectedClaim(kind="rejected_claim", claim_id="c", **SIGNED | fields),))


CLAIM = {"claim_id": "c", "document_id": "d", "value_as_printed": "USD 5", "market": "Pumps"}
MENTION = {"claim_id": "c", "document_id": "d", "surface": "USD 5"}
RECEIPT = {"document_id": "d", "name": "d.txt"}


@pytest.mark.parametrize(
    ("given", "published", "is_held"),
    [
        (date(2026, 11, 30), [], True),  # the day before the end
        (date(2026, 12, 1), [], False),  # on the end it no longer applies
        (None, [], True),  # the decision's own date is the latest one known
        (None, ["2026-12-24"], False),  # a document says that time has passed
        (date(2026, 11, 3), ["2026-12-24"], True),  # a day that is given stands before what documents say
    ],
)
def test_the_end_is_judged_by_the_given_day_else_by_what_decisions_and_documents_name(
    given: Any, published: list[str], is_held: bool
) -> None:
    told = [
        {"document_id": "e", "name": "published_on", "value": day, "char_start": 0, "char_end": 1} for day in published
    ]
    read = raw(claims=[CLAIM], mentions=[MENTION], facts=told)
    held, _ = hold(rejected(expires=date(2026, 12, 1)), given, read)
    assert bool(held.rejected_claims) == is_held


def test_no_decision_is_judged_by_a_day_before_it_was_taken() -> None:
    assert judged_on(rejected(), date(2020, 1, 1)) == date(2026, 11, 2)
    assert judged_on(Decisions(), None) is None


def test_of_a_vague_date_the_first_day_counts_and_no_date_is_none() -> None:
    metadata = pl.DataFrame(
        [{"document_id": "a", "origin": "o", "published_on": date(2026, 5, 1)}],
        schema=raw_tables()["raw.metadata"].polars_schema(),
    )
    facts = raw(
        facts=[
            {"document_id": "b", "name": "published_on", "value": "June 2026", "char_start": 0, "char_end": 1},
            {"document_id": "x", "name": "title", "value": "2031", "char_start": 0, "char_end": 1},
        ]
    )("raw.facts")
    assert document_days(metadata, facts) == [date(2026, 5, 1), date(2026, 6, 1)]


@pytest.mark.parametrize(
    ("claims", "expect", "is_held"),
    [
        ([CLAIM], None, True),
        ([], None, False),
        ([CLAIM], ExpectedClaim(value_as_printed="USD 5", quote="USD 5"), True),
        ([CLAIM], ExpectedClaim(value_as_printed="USD 6"), False),
        ([CLAIM], ExpectedClaim(quote="USD 6"), False),
    ],
)
def test_a_decision_on_a_claim_holds_while_the_claim_says_what_it_said(claims: Any, expect: Any, is_held: bool) -> None:
    held, _ = hold(rejected(expect=expect), None, raw(claims=claims, mentions=[MENTION]))
    assert bool(held.rejected_claims) == is_held


@pytest.mark.parametrize(("documents", "is_held"), [(("d.txt",), True), (("e.txt",), False)])
def test_a_decision_on_a_name_holds_while_a_file_that_it_was_read_in_prints_it(documents: Any, is_held: bool) -> None:
    alias = Alias(kind="alias", name="pump", market="Heat Pumps", expect=ExpectedNames(documents=documents), **SIGNED)
    held, _ = hold(Decisions(aliases=(alias,)), None, raw(claims=[CLAIM], receipts=[RECEIPT]))
    assert bool(held.aliases) == is_held


def test_without_decisions_no_table_is_read() -> None:
    assert hold(Decisions(), None, pytest.fail) == (Decisions(), None)
