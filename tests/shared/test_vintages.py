"""The acceptance list of the seeds' inventory, item 11 and X-19: what was known on 1 February 2026."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.integration.commands import parallax
from tests.shared.conftest import Published
from warehouse.connection import query
from warehouse.decisions import read_decisions
from warehouse.policy import read_policy
from warehouse.vintages.clocks import Asked
from warehouse.vintages.rebuild import rebuild

DAY = "2026-02-01"
# One text says as of when its figures are (January 2026); two have no date; one gives its last change, in June 2026.
CERTAIN = "001_81fd1ed0c1024e28.txt"
UNKNOWN = {"000_cbe1b6a5e04b65cd.txt", "002_12f3e6d12c3c8a0b.txt", "003_501c187cdd5585f6.txt"}


Rows = Callable[[str], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def then(published: Published, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Rows of a query on the world of that day."""
    target = tmp_path_factory.mktemp("then") / "then.duckdb"
    database = published.home / "releases" / "latest" / "warehouse.duckdb"
    rebuild(database, target, Asked(date.fromisoformat(DAY)), read_policy(), read_decisions(published.home))
    return lambda sql: query(target, sql).to_dicts()


def test_only_the_text_with_dated_figures_was_certainly_there(then: Rows) -> None:
    rows = then("select name, vintage from marts.vintages")
    assert {row["name"] for row in rows if row["vintage"] == "known"} == {CERTAIN}
    assert {row["name"] for row in rows if row["vintage"] == "unknown"} == UNKNOWN


def test_every_market_figure_carries_the_vintage_of_its_text(then: Rows) -> None:
    for mart in ("claims", "vendor_figures", "revisions"):
        rows = then(
            f"select d.name, m.vintage, count(*) as n from marts.{mart} m join marts.documents d using (document_id) "
            "where m.metric <> 'other_numeric' group by all",
        )  # fmt: skip
        assert {(row["name"], row["vintage"]) for row in rows} == {
            (CERTAIN, "known"),
            *((name, "unknown") for name in UNKNOWN),
        }


def test_estimates_and_conflicts_that_rest_on_an_undated_text_are_marked(then: Rows) -> None:
    for mart, key, cited in (
        ("market_estimates", "estimate_id", "claim_ids, other_claim_ids"),
        ("conflicts", "conflict_id", "claim_ids_a, claim_ids_b"),
    ):
        rows = then(
            f"select m.vintage, bool_and(d.name = '{CERTAIN}') as rests_on_certain_alone from marts.{mart} m "
            f"join marts.claims c on list_contains(string_split(concat_ws('|', {cited}), '|'), c.claim_id) "
            f"join marts.documents d on c.document_id = d.document_id group by m.{key}, m.vintage",
        )  # fmt: skip
        assert rows
        assert all((row["vintage"] == "known") == row["rests_on_certain_alone"] for row in rows)


def test_certain_only_answers_with_one_publisher(published: Published) -> None:
    sql = "select distinct publisher, vintage from marts.vendor_figures"
    done = parallax("sql", sql, "--as-of", DAY, "--format", "json", "--certain", "--home", str(published.home))
    assert done.code == 0, done.err
    assert json.loads(done.out) == [{"publisher": "Mordor Intelligence", "vintage": "known"}]


def test_words_of_a_page_whose_figures_alone_are_dated_are_not_certain(then: Rows) -> None:
    """Its text tells of events as late as June 2026, some with amounts: they were not known in February."""
    for words in ("marts.events", "(from marts.claims where metric = 'other_numeric')"):
        rows = then(
            f"select distinct w.vintage from {words} w join marts.documents d using (document_id) "
            f"where d.name = '{CERTAIN}'",
        )  # fmt: skip
        assert rows == [{"vintage": "unknown"}]
