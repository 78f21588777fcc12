"""Statements that the seeds do not make, once read out of them: none may come back."""

from __future__ import annotations

from tests.shared.conftest import Published


def test_no_team_is_ranked_largest(published: Published) -> None:
    rows = published.rows("select subject, criterion from marts.rankings where subject ilike '%team%'")
    assert rows == []


def test_power_of_ten_thousand_pieces_is_not_said_of_one(published: Published) -> None:
    (row,) = published.rows(
        "select product, subject from marts.technical_claims where unit_measure = 'MW' and obs_value = 7"
    )
    assert row["product"] is None and "10,000" in row["subject"]


def test_pieces_per_node_are_said_of_the_node(published: Published) -> None:
    (row,) = published.rows(
        "select product, basis from marts.technical_claims where obs_value = 1 and obs_value_high = 8"
    )
    assert (row["product"], row["basis"]) == (None, "per node")


def test_postcodes_and_codes_of_products_are_no_figures(published: Published) -> None:
    rows = published.rows("select value_as_printed from marts.claims where obs_value = 91748 or (unit_measure = 'times' and obs_value in (300, 450))")  # fmt: skip
    assert rows == []


def test_publishers_are_those_of_the_four_documents(published: Published) -> None:
    rows = published.rows("select publisher from marts.publishers")
    assert {row["publisher"] for row in rows} == {"QYResearch", "Mordor Intelligence", "TrendX Insights", "AIWiki"}


def test_the_market_of_a_document_is_that_of_its_title(published: Published) -> None:
    (row,) = published.rows("select market from marts.documents where publisher = 'TrendX Insights'")
    assert row["market"] == "AI Training"


def test_parties_are_organisations_and_amounts_no_specifications(published: Published) -> None:
    rows = published.rows("select parties, amount, amount_unit from marts.events")
    parties = {name for row in rows for name in (row["parties"] or "").split("|")}
    assert "SK hynix" in parties and not parties & {"SK", "Texas Senate Bill", "Ascend", "Vera Rubin"}
    assert "GB" not in {row["amount_unit"] for row in rows}


def test_a_rate_that_fits_no_convention_moves_no_figure(published: Published) -> None:
    rows = published.rows("select status, residual_before, residual_after from marts.balance_constraints where kind = 'growth' and market = 'AI Training GPU Cluster'")  # fmt: skip
    assert {row["status"] for row in rows} == {"outlier"}
    assert all(row["residual_before"] == row["residual_after"] for row in rows)
