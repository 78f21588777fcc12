"""Figures of different value basis, price basis or vintage: never pooled, never on one path, always named."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import polars as pl
import pytest

from warehouse.balance.balance_records import Figure as Balanced
from warehouse.balance.coherence_inputs import of_one_basis
from warehouse.estimate.figure_vintages import newest, vintage_words
from warehouse.estimate.independence import Figure
from warehouse.policy import read_policy
from warehouse.resolve.claims.stated_bases import StatedBases
from warehouse.values.rounding_bands import Band

D = Decimal
BN = 10**9


def bn(value: D) -> str:
    return str((value / BN).quantize(D("0.01")))


def size(book: Any, document: str, billions: str, **fields: Any) -> str:
    return str(book.claim(document, f"USD {billions} billion", str(int(D(billions) * BN)), **fields))


def figures(book: Any, **wanted: str) -> dict[int, str]:
    rows = book.build()["core.vendor_figures"].filter(metric="market_size", **wanted).sort("year").to_dicts()
    return {row["year"]: bn(row["obs_value"]) for row in rows}


# -- the basis in use ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "value_told", "price_told", "expected"),
    [
        ("market_size", None, None, ("unknown", "current")),
        ("market_size", "retail", "constant-2015", ("retail", "constant-2015")),
        ("price", None, "current", ("unknown", "current")),
        ("cagr", None, None, (None, "current")),
        ("cagr", "retail", "constant-2015", (None, "constant")),
        ("share", "retail", "constant", (None, None)),
        ("volume", None, None, (None, None)),
    ],
)
def test_a_metric_has_the_bases_that_it_can_have(
    book: Any, metric: str, value_told: str | None, price_told: str | None, expected: tuple[str | None, str | None]
) -> None:
    book.document("d", "p")
    book.claim("d", "42", "42", metric=metric, value_basis=value_told, price_basis=price_told)
    assert book.build()["core.observations"].select("value_basis", "price_basis").rows() == [expected]


def test_a_figure_on_another_basis_leaves_the_series_of_others_alone(book: Any) -> None:
    for document in ("d", "e"):
        book.document(document, document)
    size(book, "d", "42")
    before = set(book.build()["core.estimates"]["series_id"])
    size(book, "e", "60", value_basis="retail")
    after = book.build()["core.estimates"]
    assert before < set(after["series_id"])
    assert dict(after.select("value_basis", "estimate").iter_rows()) == {"unknown": 42e9, "retail": 60e9}


# -- a publisher's own paths ------------------------------------------------------------------------------------------------------


def test_a_publisher_that_prints_constant_and_current_money_has_two_paths(book: Any) -> None:
    # constant: 100 x (110.25 / 100) ^ (1/2) = 105.00; current: 120 x (172.80 / 120) ^ (1/2) = 144.00
    book.document("d", "p")
    size(book, "d", "100", year=2024, price_basis="constant-2015")
    size(book, "d", "110.25", year=2026, price_basis="constant-2015")
    size(book, "d", "120", year=2024)
    size(book, "d", "172.80", year=2026)
    assert figures(book, price_basis="constant-2015") == {2024: "100.00", 2025: "105.00", 2026: "110.25"}
    assert figures(book, price_basis="current") == {2024: "120.00", 2025: "144.00", 2026: "172.80"}


def test_growth_without_inflation_leads_along_constant_money_alone(book: Any) -> None:
    # constant: 100 x 1.02 = 102.00 and 104.04; current: 130 x 1.05 = 136.50 and 143.325
    book.document("d", "p")
    size(book, "d", "100", price_basis="constant-2015")
    size(book, "d", "130")
    book.growth("d", "2", 2025, 2027, price_basis="constant")
    book.growth("d", "5", 2025, 2027)
    assert figures(book, price_basis="constant-2015") == {2025: "100.00", 2026: "102.00", 2027: "104.04"}
    assert figures(book, price_basis="current") == {2025: "130.00", 2026: "136.50", 2027: "143.32"}


def test_one_rate_beside_two_levels_of_the_trade_leads_nowhere(book: Any) -> None:
    book.document("d", "p")
    size(book, "d", "60", value_basis="retail")
    size(book, "d", "42", value_basis="manufacturer")
    book.growth("d", "5", 2025, 2027)
    rows = book.build()["core.vendor_figures"].filter(metric="market_size")
    assert rows["year"].to_list() == [2025, 2025]


def test_growth_is_audited_against_money_of_its_own_kind(book: Any) -> None:
    # constant: (104.04 / 100) ^ (1/2) - 1 = 2.00 %; current: (143.325 / 130) ^ (1/2) - 1 = 5.00 %
    book.document("d", "p", base_year=2025)
    for year, constant, current in ((2025, "100", "130"), (2027, "104.04", "143.325")):
        size(book, "d", constant, year=year, price_basis="constant-2015")
        size(book, "d", current, year=year)
    real, nominal = book.growth("d", "2.0", 2025, 2027, price_basis="constant"), book.growth("d", "5.0", 2025, 2027)
    best = book.build()["core.growth_audit"].filter("is_best")
    assert dict(best.select("claim_id", "finding").iter_rows()) == {real: "consistent", nominal: "consistent"}


def test_count_times_price_has_the_basis_of_the_price(book: Any) -> None:
    # 1,000 units at USD 2,000 at retail = USD 2,000,000 at retail
    book.document("d", "p")
    book.claim("d", "1,000 units", "1000", metric="volume", unit_measure="units")
    book.claim("d", "USD 2,000", "2000", metric="price", unit_per="unit", value_basis="retail")
    (row,) = book.build()["core.vendor_figures"].filter(metric="market_size").to_dicts()
    assert (row["obs_value"], row["value_basis"], row["price_basis"]) == (2_000_000, "retail", "current")


# -- a document against itself ----------------------------------------------------------------------------------------------------


def test_a_part_at_retail_prices_may_be_larger_than_a_whole_at_makers_prices(book: Any) -> None:
    book.document("d", "p")
    size(book, "d", "42", value_basis="manufacturer")
    part = {"dimension": "Type", "segment": "hand", "segment_key": "type:hand"}
    size(book, "d", "50", value_basis="retail", **part)
    assert "part_above_whole" not in book.build()["core.conflicts"]["rule"].to_list()
    size(book, "d", "50", value_basis="manufacturer", **part)
    assert "part_above_whole" in book.build()["core.conflicts"]["rule"].to_list()


def test_a_share_is_held_against_sizes_of_one_basis(book: Any) -> None:
    # 50 / 100 = 50 % at retail; 50 of 80 would be 62.5 %
    book.document("d", "p")
    size(book, "d", "100", value_basis="retail")
    size(book, "d", "80", value_basis="manufacturer")
    size(book, "d", "50", value_basis="retail", dimension="Type", segment="hand", segment_key="type:hand")
    book.share("d", "50", "type:hand")
    assert "share_mismatch" not in book.build()["core.conflicts"]["rule"].to_list()


def test_sizes_of_one_basis_are_balanced_together_and_no_others() -> None:
    def figure(name: str, metric: str, basis: str, market: str = "m") -> Balanced:
        return Balanced(
            name, "d|p", market, None, False, "001", metric, "USD", 2025, name, 1.0, None, "stated", "v", 1, (), basis
        )

    retail, plain = "retail, current", "unknown, current"
    told = [figure("a", "market_size", retail), figure("b", "market_size", plain), figure("s", "share", "")]
    alone = [figure("c", "market_size", retail, "n"), figure("t", "share", "", "n")]
    sets = [{one.figure_id for one in found} for found in of_one_basis([*told, *alone])]
    assert sets == [{"a", "c", "t"}, {"b", "s"}]


# -- several publishers -----------------------------------------------------------------------------------------------------------


def test_what_was_set_apart_is_a_row_and_words_of_the_estimate(book: Any) -> None:
    for document in ("d", "e"):
        book.document(document, document)
    size(book, "d", "60", value_basis="retail")
    size(book, "e", "42", value_basis="manufacturer")
    built = book.build()
    (row,) = built["core.conflicts"].filter(rule="value_basis_differs").to_dicts()
    assert (row["verdict"], row["kind"], bn(row["value_a"]), bn(row["value_b"])) == ("not_comparable", "comparison", "42.00", "60.00")  # fmt: skip
    assert row["explanation"] == (
        "E USD 42.00 bn (manufacturer value, current money) against D USD 60.00 bn (retail value, current money): never pooled"
    )
    words = dict(built["core.estimates"].select("value_basis", "related_scopes").iter_rows())
    assert (
        words["retail"]
        == "not pooled, for it counts on another basis: manufacturer value, current money: USD 42.00 bn (E)"
    )
    assert set(built["core.estimates"]["verdict"]) == {"single_source"}


def test_two_bases_of_one_publisher_are_no_disagreement(book: Any) -> None:
    book.document("d", "p")
    size(book, "d", "60", value_basis="retail")
    size(book, "d", "42", value_basis="manufacturer")
    built = book.build()
    assert "value_basis_differs" not in built["core.conflicts"]["rule"].to_list()
    assert all(built["core.estimates"]["related_scopes"].is_not_null())


def test_a_bridge_reaches_figures_of_its_own_basis_alone(book: Any) -> None:
    book.document("d", "p")
    book.document("e", "q")
    size(book, "d", "100", value_basis="retail", market="pumps", market_id="pumps")
    book.share("d", "40", "type:hand", market="pumps", market_id="pumps")
    size(book, "e", "90", market="hand pumps", market_id="hand-pumps")
    book.relation("pumps", "hand-pumps", "a_contains_b")
    reached = {row["other_market_id"] for row in book.build()["core.bridges"].iter_rows(named=True)}
    assert reached == {None}


# -- vintages -----------------------------------------------------------------------------------------------------------------------


def made(name: str, vintage: date | None) -> Figure:
    return Figure(
        name,
        name,
        name.upper(),
        name,
        None,
        D(41 * BN),
        Band(D(41 * BN), D(41 * BN)),
        "stated",
        (name,),
        vintage=vintage,
    )


@pytest.mark.parametrize(
    ("days", "older"),
    [
        ({"a": date(2026, 3, 1), "b": date(2026, 5, 1)}, ""),
        ({"a": date(2024, 5, 1), "b": date(2026, 5, 1)}, ""),  # two years to the day
        ({"a": date(2024, 4, 30), "b": date(2026, 5, 1)}, "a"),
        ({"a": date(2019, 5, 1), "b": date(2021, 6, 1), "c": date(2026, 5, 1)}, "ab"),
        ({"a": None, "b": date(2026, 5, 1)}, ""),
        ({"a": None, "b": None}, ""),
        ({"a": date(2019, 5, 1)}, ""),
        ({"a": date(2022, 2, 28), "b": date(2024, 2, 29)}, ""),
        ({"a": date(2022, 2, 27), "b": date(2024, 2, 29)}, "a"),
    ],
)
def test_figures_made_long_before_the_newest_have_no_voice(days: dict[str, date | None], older: str) -> None:
    kept, aside = newest([made(name, day) for name, day in days.items()], 2)
    assert "".join(figure.publisher_id for figure in aside) == older
    assert {figure.publisher_id for figure in (*kept, *aside)} == set(days)


def test_vintages_are_told_where_they_matter() -> None:
    old, new, untold = made("a", date(2019, 5, 1)), made("b", date(2026, 5, 1)), made("c", None)
    assert vintage_words([new], [old], "USD") == "; older vintage set apart: A USD 41.00 bn (by 2019-05-01)"
    assert vintage_words([new, untold], [], "USD") == "; vintage unknown: C"
    assert vintage_words([untold], [], "USD") == ""


def test_an_old_vintage_alone_is_the_vintage_of_the_estimate(book: Any) -> None:
    book.document("d", "p", figure_date=date(2017, 3, 1))
    book.document("e", "q", figure_date=date(2018, 3, 1))
    size(book, "d", "40")
    size(book, "e", "41")
    (estimate,) = book.build()["core.estimates"].to_dicts()
    assert (estimate["n_independent"], estimate["verdict"]) == (2, "agree")


def test_a_document_without_a_date_is_as_old_as_the_last_year_that_it_states_as_past(book: Any) -> None:
    book.document("d", "p")
    book.document("e", "q", base_year=2024)
    book.document("f", "r")
    size(book, "d", "40", year=2019)
    size(book, "e", "41", year=2026, obs_status="F")
    size(book, "f", "42", year=2026, obs_status="F")
    seen = book.build()["core.observations"].select("document_id", "vintage_date")
    assert dict(seen.iter_rows()) == {"d": date(2020, 1, 1), "e": date(2025, 1, 1), "f": None}


def test_the_span_is_a_policy(book: Any) -> None:
    policy = read_policy()
    wide = policy.model_copy(
        update={"comparability": policy.comparability.model_copy(update={"vintage_span_years": 9})}
    )
    book.document("d", "p", figure_date=date(2019, 5, 1))
    book.document("e", "q", figure_date=date(2026, 5, 1))
    size(book, "d", "41", obs_status="F")
    size(book, "e", "40")
    assert book.build()["core.estimates"]["n_independent"].to_list() == [1]
    assert book.build(wide)["core.estimates"]["n_independent"].to_list() == [2]


# -- what a claim takes from its document -------------------------------------------------------------------------------------------


def telling(tells: str, basis: str, reach: str, figure: int | None, year: int | None = None) -> dict[str, Any]:
    return {
        "document_id": "d", "char_start": 1 if figure is None else figure + 20, "char_end": 9, "surface": f"{basis} words",
        "tells": tells, "basis": basis, "base_year": year, "reach": reach, "figure_start": figure,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "metric", "is_quoted", "expected"),
    [
        ([telling("value", "retail", "figure", 10), telling("value", "manufacturer", "document", None)], "market_size", False, ("retail", None)),
        ([telling("value", "manufacturer", "document", None)], "market_size", False, ("manufacturer", None)),
        ([telling("value", "manufacturer", "document", None)], "market_size", True, (None, None)),
        ([telling("value", "retail", "figure", 10)], "market_size", True, ("retail", None)),
        ([telling("value", "retail", "figure", 99)], "market_size", False, (None, None)),
        ([telling("value", "retail", "figure", 10)], "share", False, (None, None)),
        ([telling("value", "retail", "document", None), telling("price", "constant", "figure", 10)], "cagr", False, (None, "constant")),
        ([telling("price", "constant", "figure", 10), telling("price", "constant", "table", 10, 2015)], "market_size", False, (None, "constant-2015")),
        ([telling("price", "current", "figure", 10), telling("price", "constant", "document", None, 2015)], "market_size", False, (None, "current")),
    ],
)  # fmt: skip
def test_the_words_nearest_to_a_figure_go_first(
    rows: list[dict[str, Any]], metric: str, is_quoted: bool, expected: tuple[str | None, str | None]
) -> None:
    mentions = pl.DataFrame({"claim_id": ["c"], "document_id": ["d"], "char_start": [10]})
    told = StatedBases(pl.DataFrame(rows, infer_schema_length=None), mentions)
    columns = told.of({"claim_id": "c", "document_id": "d", "metric": metric}, is_quoted=is_quoted)
    assert (columns["value_basis"], columns["price_basis"]) == expected


def test_of_growth_over_several_periods_that_of_the_most_publishers_stands_for_its_market(book: Any) -> None:
    for document, publisher in (("a", "alpha"), ("b", "beta"), ("c", "gamma")):
        book.document(document, publisher)
    book.growth("a", "4", 2025, 2030)
    for document, rate in (("b", "9"), ("c", "8")):
        book.growth(document, rate, 2026, 2030)
    rows = book.build()["work.judgements"].filter(metric="cagr").sort("n_independent")
    assert rows.select("n_independent", "is_first").rows() == [(1, False), (2, True)]
