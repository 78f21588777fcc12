"""Components of a distance: the sum of logarithms, and each component from claims, worked by hand."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from math import log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.explain.decomposition import COMPONENTS, Effect, component_rows
from warehouse.explain.disagreement_sides import Conversion, Question, Side, Spanned
from warehouse.explain.effects import effects

D = Decimal


def components(book: Any, rule: str, year: int | None = None) -> dict[str, dict[str, Any]]:
    """Rows of the one conflict of a rule (and year), by component."""
    frames = book.build()
    (found,) = frames["core.conflicts"].filter(rule=rule).to_dicts()
    of_year = {"conflict_id": found["conflict_id"], "year": year or found["year"]}
    rows = frames["core.conflict_components"].filter(**of_year).sort("position").to_dicts()
    assert [row["component"] for row in rows] == list(COMPONENTS)
    return {row["component"]: row for row in rows}


def shares(rows: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Percent of the log ratio of what was computed."""
    return {name: row["log_share_pct"] for name, row in rows.items() if row["status"] == "computed"}


def size(book: Any, publisher: str, billions: str, **fields: Any) -> str:
    if not any(row["document_id"] == publisher for row in book.rows.get("core.documents", [])):
        book.document(publisher, publisher)
    currency = fields.pop("unit_measure", "USD")
    return str(
        book.claim(
            publisher, f"{currency} {billions} billion", str(int(D(billions) * 10**9)), unit_measure=currency, **fields
        )
    )


def test_where_nothing_explains_a_distance_the_remainder_is_all_of_it_and_lists_what_is_unknown(book: Any) -> None:
    a, b = size(book, "a", "10.0"), size(book, "b", "20.0")
    rows = components(book, "same_scope_ratio")
    assert shares(rows) == {"remainder": 100.0}
    assert rows["remainder"]["log_ratio"] == pytest.approx(log(2), abs=1e-12)
    assert rows["remainder"]["how"].endswith("not quantified: value basis, vintage")
    assert {name: row["status"] for name, row in rows.items() if row["status"] == "unknown"} == {
        "value_basis": "unknown", "vintage": "unknown",
    }  # fmt: skip
    assert (rows["remainder"]["claim_ids_a"], rows["remainder"]["claim_ids_b"]) == ([a], [b])
    assert all(row["claim_ids_a"] and row["claim_ids_b"] for row in rows.values())


def test_scope_is_the_share_that_a_bridge_gives_with_its_bounds(book: Any) -> None:
    # ln(65.28 / 21.66) = 1.103218; scope -ln(0.6054 x 0.8027) = 0.721640 = 65.412 %, remainder 34.588 %;
    # bounds: -ln(0.6054) = 0.501866 = 45.491 %, -ln(0.4081) = 0.896243 = 81.239 %
    size(book, "m", "65.28", market_id="ai-accelerator-cluster")
    book.share("m", "60.54", "function:training", market_id="ai-accelerator-cluster")
    book.share("m", "80.27", "architecture:gpu", market_id="ai-accelerator-cluster")
    size(book, "q", "21.66", market_id="ai-training-gpu-cluster")
    book.relation("ai-accelerator-cluster", "ai-training-gpu-cluster", "a_contains_b")
    rows = components(book, "related_scope")
    assert shares(rows) == pytest.approx({"scope": 65.4122584, "remainder": 34.5877416}, abs=1e-6)
    scope = rows["scope"]
    assert (scope["log_share_low_pct"], scope["log_share_high_pct"]) == pytest.approx(
        (45.4910697, 81.2389442), abs=1e-6
    )
    assert scope["factor"] == pytest.approx(1 / (0.6054 * 0.8027), rel=1e-11)
    assert len(scope["claim_ids_b"]) == 3  # total and both shares
    # the bridge itself: the overlap is open by ln(31.7231 / 26.6408) of ln(31.7231 / 21.66) = 45.758 %
    held = components(book, "bridge")
    assert shares(held) == {"remainder": 100.0}
    assert held["scope"]["log_share_high_pct"] == pytest.approx(45.7580780, abs=1e-6)
    assert held["scope"]["log_share_low_pct"] == pytest.approx(-57.5960958, abs=1e-6)


def test_horizon_is_what_the_forecasts_add_since_the_last_year_that_both_state(book: Any) -> None:
    # Q 21.66 to 55.51 (2032), T 12.00 to 86.24 (2034), so 12.00 x (86.24 / 12.00) ^ (7/9) = 55.637717 in 2032.
    # ln(55.637717 / 55.51) = 0.0022982; growth of T less that of Q = 1.5338588 - 0.9410000 = 0.5928588;
    # the gap of 2025, ln(12.00 / 21.66) = -0.5905606, remains.
    for year, q in ((2025, "21.66"), (2032, "55.51")):
        size(book, "q", q, market_id="q", year=year, obs_status="E" if year == 2025 else "F")
    for year, t in ((2025, "12.00"), (2034, "86.24")):
        size(book, "t", t, market_id="t", year=year, obs_status="E" if year == 2025 else "F")
    book.relation("q", "t", "overlap")
    rows = components(book, "related_scope", 2032)
    assert rows["horizon"]["log_ratio"] == pytest.approx(log(86.24 / 12) * 7 / 9 - log(55.51 / 21.66), abs=1e-9)
    assert rows["remainder"]["log_ratio"] == pytest.approx(log(12 / 21.66), abs=1e-9)
    assert rows["base_year"]["status"] == "unknown"  # T states no growth to carry its figure by
    assert sum(shares(rows).values()) == pytest.approx(100, abs=1e-6)
    assert components(book, "related_scope", 2025)["horizon"]["status"] == "none"


def test_base_year_is_a_figure_on_its_own_path_against_its_own_stated_growth(book: Any) -> None:
    # Q 2026 on its path: 21.66 x (55.51 / 21.66) ^ (1/7) = 24.776844; by its 14.6 %: 24.822360.
    # M states 76.25: the distance is ln(76.25 / 24.776844), to which Q's lower figure adds ln(24.822360 / 24.776844).
    size(book, "q", "21.66", market_id="q")
    size(book, "q", "55.51", market_id="q", year=2032, obs_status="F")
    book.growth("q", "40", 2028, 2035, market_id="q")  # of years that the figure is not carried to
    book.growth("q", "14.6", 2026, 2032, market_id="q")
    size(book, "m", "65.28", market_id="m")
    size(book, "m", "76.25", market_id="m", year=2026, obs_status="F")
    book.relation("m", "q", "a_contains_b")
    rows = components(book, "related_scope", 2026)
    path = 21.66 * (55.51 / 21.66) ** (1 / 7)
    own = 21.66 * 1.146
    assert rows["base_year"]["log_ratio"] == pytest.approx(log(own / path), abs=1e-9)
    assert rows["horizon"]["log_ratio"] == pytest.approx(log(76.25 / 65.28) - log(own / 21.66), abs=1e-9)
    assert rows["remainder"]["log_ratio"] == pytest.approx(log(65.28 / 21.66), abs=1e-9)


def test_vintage_is_the_later_side_s_own_revision_since_the_other_s_date(book: Any) -> None:
    # A said 10.0 in January and says 12.0 in June, B says 7.0 as of January:
    # ln(12 / 7) = 0.538997, of which ln(12 / 10) = 0.182322 = 33.826 % came with the later edition.
    book.document("old", "a", status="superseded", superseded_by="new", figure_date=date(2026, 1, 20), report_key="r")
    book.document("new", "a", figure_date=date(2026, 6, 30), report_key="r")
    book.document("b", "b", figure_date=date(2026, 1, 31))
    book.claim("old", "USD 10.0 billion", "10000000000")
    book.claim("new", "USD 12.0 billion", "12000000000")
    book.claim("b", "USD 7.0 billion", "7000000000")
    rows = components(book, "same_scope_ratio")
    total = log(12 / 7)
    assert shares(rows) == pytest.approx(
        {"vintage": 100 * log(12 / 10) / total, "remainder": 100 * log(10 / 7) / total}, abs=1e-9
    )
    assert len(rows["vintage"]["claim_ids_b"]) == 2  # both editions


def test_geography_is_a_stated_share_of_the_area(book: Any) -> None:
    # A sizes the world at 10.0 with 40 % in North America, B sizes North America at 12.0: ln(12 / 10) = 0.182322.
    # The area alone would make B's figure 0.4 times A's: ln(0.4) = -0.916291 = -502.57 %.
    size(book, "a", "10.0")
    book.claim("a", "40%", "40", metric="share", unit_measure="percent", ref_area="003", geography="North America")
    size(book, "b", "12.0", ref_area="003")
    rows = components(book, "area_inclusion")
    assert shares(rows) == pytest.approx(
        {"geography": 100 * log(0.4) / log(1.2), "remainder": 100 - 100 * log(0.4) / log(1.2)}, abs=1e-8
    )


def test_a_share_of_the_world_is_no_share_of_a_region(book: Any) -> None:
    # A sizes Europe at 10.0 and gives Germany 5 % of its world of 100.0; B sizes Germany at 12.0, above A's Europe. What
    # Germany is of Europe nobody says: 5 % is not it.
    size(book, "a", "100.0")
    size(book, "a", "10.0", ref_area="150")
    book.claim("a", "5%", "5", metric="share", unit_measure="percent", ref_area="DEU", geography="Germany")
    size(book, "b", "12.0", ref_area="DEU")
    book.segments("a", "pumps", "Geography", "Germany", parent="Europe")
    rows = components(book, "area_inclusion")
    assert (rows["geography"]["status"], rows["geography"]["log_share_pct"]) == ("unknown", None)
    assert shares(rows) == {"remainder": 100.0}


def test_a_region_that_countries_add_up_to_is_another_area_than_one_of_its_countries(book: Any) -> None:
    # A has 1.0 + 0.1 + 1.0 = 2.1 for the Benelux countries; B has 6.0 for the Netherlands alone.
    for country, value in (("BEL", "1.0"), ("LUX", "0.1"), ("NLD", "1.0")):
        size(book, "a", value, ref_area=country)
    size(book, "b", "6.0", ref_area="NLD")
    book.segments("b", "pumps", "Geography", "Netherlands", parent="Benelux")
    rows = components(book, "area_inclusion")
    assert rows["geography"]["status"] == "unknown"


def test_currency_is_a_publisher_s_own_rate_against_the_one_in_use(book: Any) -> None:
    # A prints EUR 8.80 bn and USD 9.2 bn: 1.045455 of its own, 1.10 in use, so it counts as 9.68 bn. B prints 20.0.
    # ln(20.0 / 9.68) = 0.725670; at its own rate A would be ln(9.68 / 9.2) = 0.050858 further off.
    size(book, "a", "8.80", unit_measure="EUR")
    size(book, "a", "9.2")
    size(book, "b", "20.0")
    rows = components(book, "same_scope_ratio")
    assert rows["currency"]["log_ratio"] == pytest.approx(-log(9.68 / 9.2), abs=1e-9)
    assert len(rows["currency"]["claim_ids_a"]) == 2
    assert shares(rows)["remainder"] == pytest.approx(100 * log(20 / 9.2) / log(20 / 9.68), abs=1e-8)


def test_a_currency_without_a_second_rate_is_unknown_and_not_guessed(book: Any) -> None:
    size(book, "a", "8.80", unit_measure="EUR")
    size(book, "b", "20.0")
    rows = components(book, "same_scope_ratio")
    assert (rows["currency"]["status"], rows["currency"]["log_share_pct"]) == ("unknown", None)
    assert "converted at 1.1" in rows["currency"]["how"]
    assert rows["remainder"]["how"].endswith("not quantified: currency, value basis, vintage")


def side(value: str, **fields: Any) -> Side:
    return Side((f"P{value}",), D(value), (f"c{value}",), "stated", **fields)


def test_two_rates_of_one_currency_are_their_ratio() -> None:
    # EUR 10 at 1.08 against EUR 20 at 1.10: ln(22 / 10.8) = 0.711496, of which ln(1.10 / 1.08) = 0.018349
    a = side("10.8", conversion=Conversion("EUR", D("1.08"), "mean of 2024", None, ("c1",)))
    b = side("22", conversion=Conversion("EUR", D("1.10"), "mean of 2025", None, ("c2",)))
    found = effects(Question(a, b, "market_size", "USD", 2025, True, ""))["currency"]
    assert float(found.log) == pytest.approx(log(1.10 / 1.08), abs=1e-12)
    assert (found.status, found.claim_ids_a, found.claim_ids_b) == ("computed", ("c1",), ("c2",))


@pytest.mark.parametrize(
    ("wide_is_b", "point", "low", "high"),
    # Shares of 30 % and 40 %: max(0, 70 - 100) = 0 to 30 %, 12 % under independence; the sides are 1 and e apart, so
    # ln(b / a) = 1 and a share of it is 100 x the log. ln 0.30 = -1.203973, ln 0.12 = -2.120264.
    # Side a is the wide one: its part may be anything down to nothing, no lowest share, the highest is -120.3973 %.
    # Side b is the wide one: -ln share, at least 120.3973 %, and no highest.
    [(False, -212.0263536, None, -120.3972804), (True, 212.0263536, 120.3972804, None)],
)
def test_a_bound_of_nothing_leaves_its_own_end_open(
    wide_is_b: bool, point: float, low: float | None, high: float | None
) -> None:
    share = Spanned(wide_is_b, D("0.12"), D(0), D("0.30"), ("s",), "bridged")
    question = Question(side("1"), side("2"), "market_size", "USD", 2025, False, "", spanned=share)
    rows = {row["component"]: row for row in component_rows({"conflict_id": "k"}, D(1), D(1).exp(), effects(question))}
    scope = rows["scope"]
    assert scope["log_share_pct"] == pytest.approx(point, abs=1e-6)
    assert (scope["log_share_low_pct"], scope["log_share_high_pct"]) == (
        pytest.approx(low, abs=1e-6),
        pytest.approx(high, abs=1e-6),
    )


def test_a_bridge_of_which_nothing_may_be_left_opens_the_end_of_the_side_that_it_is() -> None:
    # The bridged figure is worth 0 to 2.5 times itself. As side b it may be all that lies between the two and more:
    # -ln 2.5 = -0.916291 at the lowest, no highest; as side a the same, turned.
    ends = {
        is_b: effects(
            Question(
                side("1"), side("2"), "market_size", "USD", 2025, False, "",
                inside_bridge=(D(0), D("2.5")), bridge_is_b=is_b,
            )
        )["scope"]
        for is_b in (True, False)
    }  # fmt: skip
    seventh = D("1e-7")
    assert (ends[True].low or D(0)).quantize(seventh) == D("-0.9162907")
    assert (ends[False].high or D(0)).quantize(seventh) == D("0.9162907")
    assert ends[True].high is ends[False].low is None


def test_value_bases_that_agree_are_none_and_that_differ_are_unknown() -> None:
    same = effects(
        Question(side("1", basis="revenue"), side("2", basis="revenue"), "market_size", "USD", 2025, True, "")
    )
    other = effects(
        Question(side("1", basis="revenue"), side("2", basis="trade"), "market_size", "USD", 2025, True, "")
    )
    assert (same["value_basis"].status, other["value_basis"].status) == ("none", "unknown")
    assert "P1: revenue, P2: trade" in other["value_basis"].how


@given(
    st.decimals("0.001", "1000", places=3),
    st.decimals("0.001", "1000", places=3),
    st.lists(st.one_of(st.none(), st.decimals("-5", "5", places=6)), min_size=7, max_size=7),
)
def test_components_and_remainder_come_to_the_log_ratio_and_to_100_percent(
    a: Decimal, b: Decimal, logs: list[Decimal | None]
) -> None:
    if a == b:
        with pytest.raises(ValueError, match="no log ratio"):
            component_rows({"conflict_id": "k"}, a, b, {})
        return
    given_effects = {
        name: Effect("unknown", "") if one is None else Effect("computed", "", one)
        for name, one in zip(COMPONENTS, logs, strict=False)
    }
    rows = component_rows({"conflict_id": "k"}, a, b, given_effects)
    total = sum(row["log_ratio"] for row in rows if row["log_ratio"] is not None)
    assert total == pytest.approx(log(b / a), abs=1e-9)
    largest = max(abs(row["log_share_pct"]) for row in rows if row["log_share_pct"] is not None)
    percent = sum(row["log_share_pct"] for row in rows if row["log_share_pct"] is not None)
    assert percent == pytest.approx(100, abs=1e-9 * max(100, largest))


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (None, "offering differs: gaming against service"),  # no row: the names tell it again
        ("decided by a reviewer", "decided by a reviewer"),  # a row that allows nothing is heard before the names
    ],
)
def test_scopes_that_meet_through_a_third_one_say_why_they_are_not_comparable(
    book: Any, kept: str | None, says: str
) -> None:
    size(book, "a", "10.0", market_id="cloud-gaming")
    size(book, "b", "20.0", market_id="gpu-as-a-service")
    size(book, "c", "40.0", market_id="gpu-cloud")
    book.relation("cloud-gaming", "gpu-cloud", "overlap")
    book.relation("gpu-as-a-service", "gpu-cloud", "overlap")
    if kept:
        book.relation("cloud-gaming", "gpu-as-a-service", "unknown", kept)
    frames = book.build()
    (found,) = (
        frames["core.conflicts"]
        .filter(rule="related_scope", market_id="cloud-gaming", other_market_id="gpu-as-a-service")
        .to_dicts()
    )
    assert f"different scopes ({says}; both stand beside" in found["explanation"]
    scope = frames["core.conflict_components"].filter(conflict_id=found["conflict_id"], component="scope")
    assert says in scope["how"][0]
