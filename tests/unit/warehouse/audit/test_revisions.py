"""Editions, revisions and the scorecard."""

from __future__ import annotations

from typing import Any

import pytest

NEXT = {"e1": "e2", "e2": "e3", "e3": None}


def editions(book: Any, **fields: Any) -> None:
    """Three editions of one report, each superseded by the next."""
    for document_id, later in NEXT.items():
        status = "superseded" if later else "stated"
        book.document(document_id, "p", report_key="r", **({"superseded_by": later, "status": status} | fields))


def test_each_edition_points_to_the_figure_before_and_says_the_change(book: Any) -> None:
    # 10.0, 11.0, 11.0 bn: +10 %, 0 %. The third edition adds a year that has no figure before.
    editions(book)
    for document_id, value in (("e1", "10.0"), ("e2", "11.0"), ("e3", "11.0")):
        book.claim(document_id, f"USD {value} bn", f"{value.replace('.', '')}00000000")
    book.claim("e3", "USD 20.0 bn", "20000000000", year=2032)
    rows = book.build()["core.revisions"].sort("claim_id").to_dicts()
    assert [(row["edition"], row["previous_claim_id"], row["change_pct"]) for row in rows] == [
        (1, None, None),
        (2, "c000", 10.0),
        (3, "c001", 0.0),
        (3, None, None),
    ]


def test_a_figure_that_an_edition_leaves_out_is_not_new_in_the_next(book: Any) -> None:
    # 10.0 bn in the first edition, nothing of that year in the second, 12.0 bn in the third: +20 %.
    editions(book)
    book.claim("e1", "USD 10.0 bn", "10000000000")
    book.claim("e2", "USD 20.0 bn", "20000000000", year=2032)
    book.claim("e3", "USD 12.0 bn", "12000000000")
    rows = book.build()["core.revisions"].sort("claim_id").to_dicts()
    assert [(row["edition"], row["previous_claim_id"], row["change_pct"]) for row in rows] == [
        (1, None, None),
        (2, None, None),
        (3, "c000", 20.0),
    ]


def test_of_two_editions_before_the_nearest_that_states_the_figure_counts(book: Any) -> None:
    # e1 -> e2 -> e4 and e3 -> e4: e2 is the second edition of its line, e3 the first of its own.
    for document_id, later in (("e1", "e2"), ("e2", "e4"), ("e3", "e4"), ("e4", None)):
        status = "superseded" if later else "stated"
        book.document(document_id, "p", report_key="r", superseded_by=later, status=status)
    for document_id, value in (("e1", "10"), ("e2", "11"), ("e3", "15"), ("e4", "22")):
        book.claim(document_id, f"USD {value} bn", f"{value}000000000")
    rows = book.build()["core.revisions"].sort("claim_id").to_dicts()
    # 22 / 11 = +100 %
    assert (rows[3]["edition"], rows[3]["previous_claim_id"], rows[3]["change_pct"]) == (3, "c001", 100.0)


def test_exchange_rates_are_no_revision(book: Any) -> None:
    # EUR 2.00 bn in both editions; the first is converted for 2024, the second too: the printed values decide.
    editions(book)
    book.claim("e1", "EUR 2.00 bn", "2000000000", unit_measure="EUR", year=2024)
    book.claim("e2", "EUR 2.20 bn", "2200000000", unit_measure="EUR", year=2024)
    book.claim("e3", "USD 2.16 bn", "2160000000", year=2024)
    changes = book.build()["core.revisions"].sort("claim_id")["change_pct"].to_list()
    # 2.20 / 2.00 = +10 %; USD 2.16 bn against EUR 2.20 bn x 1.08 = USD 2.376 bn: -9.0909... %.
    assert changes == [None, 10.0, -9.09090909091]


def test_undated_editions_have_no_order(book: Any) -> None:
    editions(book, superseded_by=None, edition_order_unknown=True, status="stated")
    for document_id in ("e1", "e2"):
        book.claim(document_id, "USD 10 bn", "10000000000")
    rows = book.build()["core.revisions"].to_dicts()
    assert [(row["edition"], row["previous_claim_id"]) for row in rows] == [(0, None)] * 2


def test_figures_that_no_series_tells_apart_have_no_figure_before(book: Any) -> None:
    # 61 % of one thing in the first edition, 40 % of another in the second: nothing was lowered.
    editions(book)
    for document_id, value in (("e1", "61"), ("e2", "40")):
        book.claim(document_id, f"{value}%", value, metric="other_numeric", unit_measure="percent")
    rows = book.build()["core.revisions"].sort("claim_id").to_dicts()
    assert [(row["edition"], row["previous_claim_id"]) for row in rows] == [(1, None), (2, None)]


def test_an_edition_that_supersedes_two_counts_from_both(book: Any) -> None:
    for document_id, later in (("e1", "e3"), ("e2", "e3"), ("e3", None)):
        status = "superseded" if later else "stated"
        book.document(document_id, "p", report_key="r", superseded_by=later, status=status)
        book.claim(document_id, "USD 10 bn", "10000000000")
    rows = book.build()["core.revisions"].sort("claim_id").to_dicts()
    assert [(row["edition"], row["previous_claim_id"]) for row in rows] == [(1, None), (1, None), (2, "c000")]


@pytest.mark.parametrize(
    "second",
    [
        {"status": "quarantined"},
        {"year": None},
        {"publisher_id": "quoted", "attributed_through": "P"},
        {"segment_key": "type:a"},
    ],
)
def test_other_figures_and_quoted_ones_are_no_revision(book: Any, second: dict[str, Any]) -> None:
    editions(book)
    book.claim("e1", "USD 10 bn", "10000000000")
    book.claim("e2", "USD 11 bn", "11000000000", **second)
    assert book.build()["core.revisions"]["previous_claim_id"].to_list() in ([None], [None, None])


def test_the_scorecard_counts_what_the_tables_say(book: Any) -> None:
    # p: three editions, one figure revised by 10 %; one CAGR recomputed: 11 to 22 over 7 periods is 10.41 %, stated 10.4.
    editions(book)
    book.document("copy", "wire", cluster_id="e3")
    book.claim("e1", "USD 10.0 bn", "10000000000")
    book.claim("e2", "USD 11.0 bn", "11000000000")
    book.claim("e3", "USD 11.0 bn", "11000000000")
    book.claim("e3", "USD 22.0 bn", "22000000000", year=2032)
    book.growth("e3", "10.4", 2025, 2032)
    book.claim("copy", "USD 40.0 bn", "40000000000", market_id="fans")
    book.claim("copy", "USD 50.0 bn", "50000000000", market_id="fans")
    book.claim("copy", "USD 60.0 bn", "60000000000", market_id="fans", year=2027)
    book.growth("copy", "30.0", 2025, 2027, market_id="fans")
    rows = {row["publisher_id"]: row for row in book.build()["core.vendor_scorecard"].to_dicts()}
    counted = ["publisher_id", "n_documents", "n_markets", "n_claims", "n_growth_audited", "n_growth_mismatch"]
    counted += ("growth_convention", "n_conflicts", "n_revised", "median_revision_pct", "n_dependent_documents")
    assert {name: rows["p"][name] for name in counted} == {
        "publisher_id": "p",
        "n_documents": 1,
        "n_markets": 1,
        "n_claims": 3,
        "n_growth_audited": 1,
        "n_growth_mismatch": 0,
        "growth_convention": "from_base_year",
        "n_conflicts": 0,
        "n_revised": 1,
        "median_revision_pct": 10.0,
        "n_dependent_documents": 1,
    }
    # wire: 40 and 50 for one figure, proven; 40 to 60 over 2 periods is 22.47 %, stated 30: a mismatch and a conflict.
    assert {name: rows["wire"][name] for name in ("n_growth_mismatch", "n_conflicts", "n_dependent_documents")} == {
        "n_growth_mismatch": 1,
        "n_conflicts": 2,
        "n_dependent_documents": 1,
    }
    assert rows["wire"]["growth_convention"] is None


def test_a_publisher_without_documents_has_a_card_of_zeros(book: Any) -> None:
    book.document("d", "press")
    book.claim("d", "USD 10 bn", "10000000000", publisher_id="quoted", attributed_through="PRESS")
    rows = {row["publisher_id"]: row for row in book.build()["core.vendor_scorecard"].to_dicts()}
    assert (rows["press"]["n_documents"], rows["press"]["n_claims"]) == (1, 0)
    assert (rows["quoted"]["n_documents"], rows["quoted"]["n_claims"], rows["quoted"]["n_markets"]) == (0, 1, 1)
