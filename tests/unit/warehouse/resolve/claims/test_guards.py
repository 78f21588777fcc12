"""Guards at their limits: what fires, what does not, and what a sentence beside a table, a decimal mark or rounding excuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import pytest

from tests.unit.warehouse.resolve.conftest import frame_of
from warehouse.policy import Policy, read_policy
from warehouse.resolve.claims.guards import READS, held_back, reads_nothing

POLICY = read_policy()
Rows = Sequence[Mapping[str, Any]]


def held(claims: Rows, cells: Rows = (), policy: Policy = POLICY, **raw: Rows) -> dict[str, str]:
    """The guard of each claim that is held back. Each claim stands at the place of its number, a character a claim; cells are as wide."""
    claims = [{"document_id": "d", "claim_id": f"c{at}"} | dict(claim) for at, claim in enumerate(claims)]
    mentions: list[dict[str, Any]] = [
        {"document_id": "d", "claim_id": one["claim_id"], "char_start": at, "char_end": at + 1, "surface": one.get("value_as_printed", "x")}
        for at, one in enumerate(claims)
    ]  # fmt: skip
    blocks = [
        {"document_id": "d", "kind": "table_cell", "char_start": cell["at"], "char_end": cell["at"] + 1, "level": 0,
         "table": cell.get("table", 0), "row": cell["at"], "column": cell.get("column", 1), "header_path": [], "row_labels": []}
        for cell in cells
    ]  # fmt: skip
    tables: dict[str, Rows] = dict(raw)
    tables |= {"claims": claims, "blocks": blocks, "mentions": [*mentions, *raw.get("mentions", ())]}
    frames = {name: frame_of(name, tables.get(name.removeprefix("raw."), ())) for name in READS}
    return dict(held_back(frames, policy).select("claim_id", "guard").iter_rows())


def money(value: float | str, unit: str | None = "USD", **fields: Any) -> dict[str, Any]:
    return {"value": Decimal(str(value)), "unit": unit, "value_as_printed": f"{value}", "year_stated": 2025} | fields


def rate(value: float, high: float | None = None, metric: str = "cagr") -> dict[str, Any]:
    ends = {"value": Decimal(str(value)), "value_high": None if high is None else Decimal(str(high))}
    return ends | {"metric": metric, "unit": "percent", "value_as_printed": f"{value}%"}


@pytest.mark.parametrize(
    ("claim", "fires"),
    [
        (money("9999.99"), True),
        (money(10_000), False),
        (money(-999), True),  # a sentinel for "no value"
        (money(9_000, value_high=Decimal(11_000)), False),
        (money(260, None), True),  # no currency: the plain number
        (money(1_000_000, "JPY"), True),  # about USD 7,000
        (money(2_000_000, "JPY"), False),
        (money(9_500, "EUR"), False),  # above USD 10,000
        (money(9_999, "NGN"), True),  # no rate: the plain number
        (money(10_000, "NGN"), False),
        (money(5, metric="price"), False),
    ],
)
def test_a_size_below_the_limit_is_held_back(claim: dict[str, Any], fires: bool) -> None:
    assert held([claim]) == ({"c0": "small_size"} if fires else {})


@pytest.mark.parametrize(
    ("claim", "fires"),
    [(rate(200), False), (rate(200.1), True), (rate(30, 210), True), (rate(900, metric="growth_rate"), False)],
)
def test_a_compound_rate_above_the_limit_is_held_back(claim: dict[str, Any], fires: bool) -> None:
    assert ("fast_growth" in held([claim]).values()) is fires


@pytest.mark.parametrize(
    ("low", "high", "metric", "fires"),
    [
        (2, 10, "cagr", False),
        (2, 10.1, "cagr", True),
        (-10.1, -2, "growth_rate", True),
        (-10, -2, "growth_rate", False),
        (-1, 9, "growth_rate", False),  # no ratio leads from a fall to a rise
        (0, 9, "share", False),
        (2, 90, "other_numeric", False),  # in no estimate anyhow
    ],
)
def test_a_range_wider_than_the_limit_is_held_back(low: float, high: float, metric: str, fires: bool) -> None:
    assert held([rate(low, high, metric)]) == ({"c0": "wide_range"} if fires else {})


TWO = [money("140000000", value_as_printed="140"), money("150000000", value_as_printed="150")]
IN_ONE = [{"at": 0}, {"at": 1}]


def test_two_totals_of_one_table_are_both_held_back() -> None:
    assert held(TWO, IN_ONE) == {"c0": "two_totals", "c1": "two_totals"}


@pytest.mark.parametrize(
    "other",
    [
        {"year_stated": 2024},
        {"time_period": "2025-H1"},
        {"ref_area": "150"},
        {"segment": "Cloud"},
        {"publisher": "Acme"},
        {"unit": "EUR"},
        {"status": "forecast"},
        {"market": "Other"},
        {"comparator": ">"},
        {"metric": "volume", "unit": "units"},
        {"assertion": "withdrawn"},
        {"value": Decimal(140_400_000), "value_as_printed": "140.4"},  # rounds to the same
    ],
    ids=lambda other: next(iter(other)),
)
def test_totals_that_are_not_of_one_thing_or_that_rounding_makes_one_do_not_contradict(other: dict[str, Any]) -> None:
    assert held([TWO[0], TWO[1] | other], IN_ONE) == {}


def test_two_tables_may_have_two_totals() -> None:
    assert held(TWO, [{"at": 0}, {"at": 1, "table": 1}]) == {}


@pytest.mark.parametrize(
    ("first", "second", "fires"),
    [
        ({"tells": "value", "basis": "retail"}, None, False),
        ({"tells": "value", "basis": "retail"}, {"tells": "value", "basis": "retail"}, True),
        ({"tells": "price", "basis": "constant", "base_year": 2015}, {"tells": "price", "basis": "constant", "base_year": 2020}, False),
    ],
)  # fmt: skip
def test_two_bases_may_have_two_totals(first: dict[str, Any], second: dict[str, Any] | None, fires: bool) -> None:
    bases = [
        {"document_id": "d", "char_start": 5, "char_end": 6, "surface": "x", "reach": "table", "figure_start": at,
         "figure_end": at + 1, "rule": "r"} | stated
        for at, stated in enumerate((first, second)) if stated is not None
    ]  # fmt: skip
    assert bool(held(TWO, IN_ONE, bases=bases)) is fires


def test_a_total_that_a_sentence_states_too_is_not_held_back_for_its_table() -> None:
    said = {"document_id": "d", "claim_id": "c0", "char_start": 9, "char_end": 10}
    assert held(TWO, IN_ONE, mentions=[said]) == {"c1": "two_totals"}


def marked(*prints: str) -> dict[str, str]:
    """What is held back of sizes that stand below one another in one column."""
    claims = [money(10**6 + at, value_as_printed=one, time_period=f"{2000 + at}") for at, one in enumerate(prints)]
    return held(claims, [{"at": at} for at in range(len(prints))])


@pytest.mark.parametrize(
    ("prints", "fires"),
    [
        (("1,234", "1.234"), True),
        (("1,234,567", "1.097.100"), True),
        (("1 234", "1,234"), True),
        (("1\u00a0234", "1 234"), False),  # spaces are one mark
        (("1,234", "1.234", "8.4"), False),  # the point parts decimals here
        (("1,234.5", "1.234"), False),
        (("1,234", "0.234"), False),
        (("3,74,670", "12,345"), False),
        (("1,234", "1234.567"), False),
        (("1.234", "8,4"), False),
        (("1,234", "12.5%"), False),
    ],
)
def test_numbers_with_two_group_marks_in_one_column_are_held_back(prints: tuple[str, ...], fires: bool) -> None:
    assert marked(*prints) == ({f"c{at}": "mixed_marks" for at in range(len(prints))} if fires else {})


def test_a_number_without_a_mark_and_one_of_another_column_stay() -> None:
    assert marked("1,234", "1.234", "12") == {"c0": "mixed_marks", "c1": "mixed_marks"}
    assert held([money(10**6, value_as_printed="1,234"), money(10**7, value_as_printed="1.234", segment="s")],
                [{"at": 0}, {"at": 1, "column": 2}]) == {}  # fmt: skip


def test_a_number_that_became_no_claim_tells_the_mark_of_its_column_too() -> None:
    rejected = {"document_id": "d", "char_start": 1, "char_end": 2, "surface": "1.097.100", "rule": "no_reading"}
    claims = [money(10**6, value_as_printed="1,234")]
    assert held(claims, IN_ONE, rejections=[rejected]) == {"c0": "mixed_marks"}


@pytest.mark.parametrize(("n_mentions", "n_candidates", "fires"), [(0, 1, True), (0, 0, False), (1, 9, False)])
def test_a_document_is_held_back_where_nothing_was_read_of_its_numbers(
    n_mentions: int, n_candidates: int, fires: bool
) -> None:
    assert reads_nothing(n_mentions, n_candidates, POLICY) is fires


def test_the_first_guard_of_the_policy_is_named_and_one_that_is_left_out_is_off() -> None:
    both = money(1, value_high=Decimal(9))
    assert held([both]) == {"c0": "small_size"}
    without = {name: guard for name, guard in POLICY.guards.items() if name != "small_size"}
    assert held([both], policy=POLICY.model_copy(update={"guards": without})) == {"c0": "wide_range"}
    off = POLICY.model_copy(update={"guards": {}})
    assert held([both, *TWO], [{"at": 1}, {"at": 2}], off) == {} and not reads_nothing(0, 9, off)


def test_a_withdrawn_figure_contradicts_nothing_and_is_not_held_back() -> None:
    assert held([money(5) | {"assertion": "withdrawn"}]) == {}
