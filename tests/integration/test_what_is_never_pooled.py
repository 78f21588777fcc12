"""Three markets whose figures must not be pooled, and one whose figures may be: short press releases, the whole job, the published mart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.integration.conftest import Published

# market: publisher, day of publication, text
RELEASES: dict[str, list[tuple[str, str, str]]] = {
    "Beehive Scale": [
        ("Larch Research", "2026-02-10", "In constant 2015 dollars, the global beehive scale market stood at USD 100 billion in 2025. Apiaries buy in spring."),
        ("Rowan Analytics", "2026-03-10", "The global beehive scale market was valued at USD 134 billion in 2025, Rowan Analytics finds. Sensors get cheaper."),
        ("Juniper Insights", "2026-04-10", "Juniper Insights puts the global beehive scale market at USD 130 billion in 2025. Cooperatives order together."),
    ],
    "Ski Wax": [
        ("Larch Research", "2026-02-11", "The global ski wax market reached USD 60 billion in 2025. All values are at retail selling prices."),
        ("Rowan Analytics", "2026-03-11", "Manufacturers' revenue in the global ski wax market was USD 42 billion in 2025. Races set the pace."),
        ("Juniper Insights", "2026-04-11", "The global ski wax market was worth USD 45 billion in 2025 at manufacturers' selling prices. Rules on fluorine bite."),
    ],
    "Kite Line": [
        ("Larch Research", "2019-05-20", "The global kite line market is projected to reach USD 41 billion by 2025, Larch Research says. Beaches fill up."),
        ("Rowan Analytics", "2026-03-12", "The global kite line market was valued at USD 30 billion in 2025, according to Rowan Analytics. Schools reorder."),
        ("Juniper Insights", "2026-04-12", "Juniper Insights estimates the global kite line market at USD 31 billion in 2025. Fibres become thinner."),
    ],
    "Oar Lock": [
        ("Larch Research", "2026-02-13", "The global oar lock market was valued at USD 50 billion in 2025 at current prices. Clubs renew their fleets."),
        ("Rowan Analytics", "2025-03-13", "The global oar lock market was worth USD 52 billion in 2025, Rowan Analytics reports. Rentals add volume."),
        ("Juniper Insights", "", "Juniper Insights expects the global oar lock market to reach USD 54 billion in 2025. Alloys win."),
    ],
}  # fmt: skip


def write(inbox: Path) -> None:
    """These press releases, each with its sidecar."""
    for market, releases in RELEASES.items():
        for publisher, day, text in releases:
            path = inbox / f"{market}-{publisher}.txt".lower().replace(" ", "-")
            path.write_text(f"{market} Market\n\n{text}\n", encoding="utf-8")
            dated = f"published_on: {day}\n" if day else ""
            Path(f"{path}.meta.yml").write_text(f"publisher: {publisher}\n{dated}", encoding="utf-8")


@pytest.fixture(scope="module")
def published(press: Published) -> Published:
    """The release in which they are."""
    return press


def estimates(published: Published, market: str) -> dict[tuple[str, str], dict[str, object]]:
    rows = published.rows(
        f"select * from marts.market_estimates where market ilike '{market}%' and metric = 'market_size' and time_period = '2025'"
    )
    return {(row["value_basis"], row["price_basis"]): row for row in rows}


def rules(published: Published, market: str) -> list[tuple[str, str, float, float]]:
    rows = published.rows(
        "select rule, verdict, value_a / 1e9 as a, value_b / 1e9 as b from marts.conflicts "
        f"where market ilike '{market}%' and rule in ('value_basis_differs', 'price_basis_differs', 'vintage_differs') order by rule"
    )
    return [(row["rule"], row["verdict"], float(row["a"]), float(row["b"])) for row in rows]


def test_constant_money_is_never_pooled_with_current_money(published: Published) -> None:
    found = estimates(published, "Beehive Scale")
    assert set(found) == {("unknown", "constant-2015"), ("unknown", "current")}
    constant, current = found["unknown", "constant-2015"], found["unknown", "current"]
    assert (constant["estimate"], constant["verdict"], constant["n_publishers"]) == (100e9, "single_source", 1)
    assert current["n_publishers"] == 2
    assert 130e9 <= current["estimate"] <= 134e9  # type: ignore[operator]
    assert "constant 2015 money" in str(current["related_scopes"])
    ((rule, verdict, low, high),) = rules(published, "Beehive Scale")
    assert (rule, verdict, low) == ("price_basis_differs", "not_comparable", 100)
    assert 130 <= high <= 134


def test_retail_value_is_never_pooled_with_what_makers_are_paid(published: Published) -> None:
    found = estimates(published, "Ski Wax")
    assert set(found) == {("retail", "current"), ("manufacturer", "current")}
    retail, makers = found["retail", "current"], found["manufacturer", "current"]
    assert (retail["estimate"], retail["verdict"]) == (60e9, "single_source")
    assert makers["n_publishers"] == 2
    assert 42e9 <= makers["estimate"] <= 45e9  # type: ignore[operator]
    ((rule, verdict, low, high),) = rules(published, "Ski Wax")
    assert (rule, verdict, high) == ("value_basis_differs", "not_comparable", 60)
    assert 42 <= low <= 45


def test_an_old_forecast_has_no_voice_beside_newer_estimates(published: Published) -> None:
    (found,) = estimates(published, "Kite Line").values()
    assert (found["n_publishers"], found["n_independent"]) == (2, 2)
    assert 30e9 <= found["estimate"] <= 31e9  # type: ignore[operator]
    assert "older vintage set apart: Larch Research USD 41.00 bn (by 2019-05-20)" in str(found["reason"])
    ((rule, verdict, low, high),) = rules(published, "Kite Line")
    assert (rule, verdict, high) == ("vintage_differs", "not_comparable", 41)
    assert 30 <= low <= 31
    (claim,) = published.rows(
        "select * from marts.claims where market ilike 'Kite Line%' and publisher = 'Larch Research'"
    )
    assert claim["estimate_role"] == "excluded"
    assert "older_vintage: made by 2019-05-20" in claim["estimate_reason"]
    figures = published.rows(
        "select vintage_date from marts.vendor_figures where market ilike 'Kite Line%' order by vintage_date"
    )
    assert [str(row["vintage_date"])[:10] for row in figures] == ["2019-05-20", "2026-03-12", "2026-04-12"]


def test_money_told_to_be_current_is_pooled_with_money_of_which_nothing_is_told(published: Published) -> None:
    (found,) = estimates(published, "Oar Lock").values()
    assert found["n_publishers"] == 3
    assert 50e9 <= found["estimate"] <= 54e9  # type: ignore[operator]
    assert rules(published, "Oar Lock") == []
    assumed = published.rows(
        "select publisher, price_basis, price_basis_is_assumed from marts.vendor_figures where market ilike 'Oar Lock%'"
    )
    assert {row["publisher"]: row["price_basis_is_assumed"] for row in assumed} == {
        "Larch Research": False,
        "Rowan Analytics": True,
        "Juniper Insights": True,
    }


def test_a_figure_of_unknown_vintage_stays_and_is_named(published: Published) -> None:
    """Juniper's page on oar locks bears no date, and it foresees 2025: nothing tells when it was made."""
    figures = published.rows("select publisher, vintage_date from marts.vendor_figures where market ilike 'Oar Lock%'")
    assert {row["publisher"]: str(row["vintage_date"])[:10] for row in figures} == {
        "Larch Research": "2026-02-13",
        "Rowan Analytics": "2025-03-13",
        "Juniper Insights": "None",
    }
    (found,) = estimates(published, "Oar Lock").values()
    assert str(found["reason"]).endswith("; vintage unknown: Juniper Insights")


def test_every_basis_of_a_claim_is_a_quote_of_its_text(published: Published) -> None:
    rows = published.rows(
        "select value_basis, value_basis_quote, value_basis_reach, price_basis, price_basis_quote from marts.claims"
    )
    told = {
        row["value_basis_quote"]: (row["value_basis"], row["value_basis_reach"]) for row in rows if row["value_basis"]
    }
    assert told == {
        "at retail selling prices": ("retail", "document"),
        "Manufacturers' revenue": ("manufacturer", "figure"),
        "at manufacturers' selling prices": ("manufacturer", "figure"),
    }
    assert {row["price_basis"]: row["price_basis_quote"] for row in rows if row["price_basis"]} == {
        "constant-2015": "In constant 2015",
        "current": "at current prices",
    }
