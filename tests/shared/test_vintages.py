"""The acceptance list of the seeds' inventory, item 11 and X-19: what was known on 1 February 2026."""

from __future__ import annotations

import json
from typing import Any

from tests.integration.commands import parallax
from tests.shared.conftest import Published

DAY = "2026-02-01"
# One text says as of when its figures are (January 2026); two have no date; one gives its last change, in June 2026.
CERTAIN = "001_81fd1ed0c1024e28.txt"
UNKNOWN = {"000_cbe1b6a5e04b65cd.txt", "002_12f3e6d12c3c8a0b.txt", "003_501c187cdd5585f6.txt"}


def then(published: Published, sql: str, *more: str) -> Any:
    done = parallax("sql", sql, "--as-of", DAY, "--format", "json", *more, "--home", str(published.home))
    assert done.code == 0, done.err
    return json.loads(done.out)


def test_only_the_text_with_dated_figures_was_certainly_there(published: Published) -> None:
    rows = then(published, "select name, vintage from marts.vintages")
    assert {row["name"] for row in rows if row["vintage"] == "known"} == {CERTAIN}
    assert {row["name"] for row in rows if row["vintage"] == "unknown"} == UNKNOWN


def test_every_market_figure_carries_the_vintage_of_its_text(published: Published) -> None:
    for mart in ("claims", "vendor_figures", "revisions"):
        rows = then(
            published,
            f"select d.name, m.vintage, count(*) as n from marts.{mart} m join marts.documents d using (document_id) "
            "where m.metric <> 'other_numeric' group by all",
        )  # fmt: skip
        assert {(row["name"], row["vintage"]) for row in rows} == {
            (CERTAIN, "known"),
            *((name, "unknown") for name in UNKNOWN),
        }


def test_estimates_and_conflicts_that_rest_on_an_undated_text_are_marked(published: Published) -> None:
    for mart, key, cited in (
        ("market_estimates", "estimate_id", "claim_ids, other_claim_ids"),
        ("conflicts", "conflict_id", "claim_ids_a, claim_ids_b"),
    ):
        rows = then(
            published,
            f"select m.vintage, bool_and(d.name = '{CERTAIN}') as rests_on_certain_alone from marts.{mart} m "
            f"join marts.claims c on list_contains(string_split(concat_ws('|', {cited}), '|'), c.claim_id) "
            f"join marts.documents d on c.document_id = d.document_id group by m.{key}, m.vintage",
        )  # fmt: skip
        assert rows
        assert all((row["vintage"] == "known") == row["rests_on_certain_alone"] for row in rows)


def test_certain_only_answers_with_one_publisher(published: Published) -> None:
    rows = then(published, "select distinct publisher, vintage from marts.vendor_figures", "--certain")
    assert rows == [{"publisher": "Mordor Intelligence", "vintage": "known"}]


def test_words_of_a_page_whose_figures_alone_are_dated_are_not_certain(published: Published) -> None:
    """Its text tells of events as late as June 2026, some with amounts: they were not known in February."""
    for words in ("marts.events", "(from marts.claims where metric = 'other_numeric')"):
        rows = then(
            published,
            f"select distinct w.vintage from {words} w join marts.documents d using (document_id) "
            f"where d.name = '{CERTAIN}'",
        )  # fmt: skip
        assert rows == [{"vintage": "unknown"}]
