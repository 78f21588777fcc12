"""Tables whose columns a sidecar names: what their rows state, what is set aside, and which maps are refused."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract import extract
from sources.extract.columns.claim_map import ClaimMap, as_text, from_text
from sources.extract.why import why
from sources.parse import parse
from sources.records import Extraction, Mention, Rejection, Unreadable

HEAD = "Goods,Where,When,Amount,Most,Rate,What,Counted,By,Kind"
LAST = {
    "Goods": "Elm Crate", "Where": "Asia", "When": "2020", "Amount": "77", "Most": "99", "Rate": "7", "What": "share", "Counted": "%",
    "By": "Ostrava Insights", "Kind": "Actual",
}  # fmt: skip
SIZES = {"metric": "market_size", "unit": "USD", "scale": "million"}


def read(rows: str, columns: dict[str, str], constants: dict[str, str] | None = None, head: str = HEAD) -> Extraction:
    """What a table of claims states."""
    text = f"{head}\n{rows}\n"
    mapped = as_text([ClaimMap.model_validate({"columns": columns, "constants": constants or {}})])
    parsed = parse(text.encode(), None, mapped)
    found = extract(parsed)
    for one in tokens(found):
        assert parsed.text[one.char_start : one.char_end] == one.surface
    return found


def tokens(found: Extraction) -> list[Mention | Rejection]:
    """Every figure-like token."""
    return [*found.mentions, *found.rejections]


def row(**cells: str) -> str:
    """A row of the table, by column."""
    return ",".join(cells.get(name, "") for name in HEAD.split(","))


def table(*rows: dict[str, str]) -> str:
    """Rows, and one more that is always there: a table has two at least."""
    return "\n".join(row(**cells) for cells in (*rows, LAST))


def first(found: Extraction) -> Mention:
    return found.mentions[0]


@pytest.mark.parametrize(
    ("cell", "constants", "value", "unit", "comparator"),
    [
        ("4.1", {}, "4100000", "USD", "="),
        ("EUR 4.1", {}, "4.1", "EUR", "="),  # the currency that is printed counts, and no scale that is said of another
        ("USD 4.1", {}, "4100000", "USD", "="),
        ("4.1 billion", {}, "4100000000", "USD", "="),
        ("~4.1", {}, "4100000", "USD", "~"),
        ("> 4.1", {}, "4100000", "USD", ">"),
        ("4.1", {"unit": "EUR billion", "scale": None}, "4100000000", "EUR", "="),
        ("4.1", {"scale": "1000"}, "4100", "USD", "="),
        ("4½", {}, "4500000", "USD", "="),
        ("\"1,840\"", {}, "1840000000", "USD", "="),
    ],
)  # fmt: skip
def test_a_cell_states_its_figure_in_its_own_words_and_then_in_those_of_the_constants(
    cell: str, constants: dict[str, str | None], value: str, unit: str, comparator: str
) -> None:
    said = {name: word for name, word in {**SIZES, **constants}.items() if word is not None}
    m = first(
        read(table({"Goods": "Oak Crate", "Amount": cell, "When": "2025"}), {"value": "Amount", "year": "When"}, said)
    )
    assert (m.value, m.unit, m.comparator) == (Decimal(value), unit, comparator)
    assert (m.year, m.time_period, m.period_inferred, m.rule) == (2025, "2025", False, "columns.mapped")


@pytest.mark.parametrize("cell", ["½", "n/a", "4.1 to be confirmed by 3", "4.1 5.2", "1e3", "x4.1", "4.1x4", "9" * 200])
def test_a_cell_that_is_no_single_figure_states_nothing(cell: str) -> None:
    found = read(table({"Goods": "Oak Crate", "Amount": cell}), {"value": "Amount"}, SIZES)
    assert [m.surface for m in found.mentions] == ["77"]


def test_every_figure_of_a_mapped_table_is_a_mention_or_set_aside_by_name() -> None:
    rows = table(
        {"Goods": "Oak Crate", "Amount": "12", "When": "2025", "Rate": "9.5%"},
        {"Goods": "Ash Crate", "Amount": "13", "When": "soon"},
    )
    found = read(rows, {"value": "Amount", "year": "When", "market": "Goods"}, SIZES)
    said = sorted((one.surface, one.rule) for one in tokens(found))
    assert said == [
        ("12", "columns.mapped"), ("13", "columns.year_unread"), ("2020", "year_or_date"), ("2025", "year_or_date"),
        ("7", "no_unit"), ("77", "columns.mapped"), ("9.5%", "columns.other"), ("99", "no_unit"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "columns", "fields"),
    [
        ({"Goods": "Global Oak Crate Market"}, {"market": "Goods"}, {"market": "Oak Crate"}),
        ({"Where": "Europe"}, {"area": "Where"}, {"geography": "Europe", "ref_area": "150"}),
        ({"Where": "Outer Fells"}, {"area": "Where"}, {"geography": "Outer Fells", "ref_area": "vendor:Outer Fells"}),
        ({"By": "Ostrava Insights"}, {"publisher": "By"}, {"publisher": "Ostrava Insights"}),
        (
            {"Kind": "Lids", "What": "Part"},
            {"segment": "Kind", "dimension": "What"},
            {"segment": "Lids", "dimension": "Part"},
        ),
        ({"When": "2026-Q1"}, {"year": "When"}, {"year": 2026, "time_period": "2026-Q1"}),
        ({"When": "2031F"}, {"year": "When"}, {"year": 2031, "status": "forecast"}),
        ({"When": "2031A"}, {"year": "When"}, {"year": 2031, "status": "historical"}),
        ({"Kind": "Forecast"}, {"status": "Kind"}, {"status": "forecast"}),
        ({"Most": "5.2"}, {"value_high": "Most"}, {"value": Decimal(4_100_000), "value_high": Decimal(5_200_000)}),
        ({}, {}, {"year": None, "time_period": None, "segment": None, "publisher": None, "geography": "Global"}),
    ],
)
def test_a_column_gives_its_attribute(cells: dict[str, str], columns: dict[str, str], fields: dict[str, Any]) -> None:
    m = first(read(table({"Amount": "4.1", **cells}), {"value": "Amount", **columns}, SIZES))
    assert {name: getattr(m, name) for name in fields} == fields


def test_the_metric_may_be_a_column_and_its_unit_as_well() -> None:
    rows = table(
        {"Goods": "Oak Crate", "Amount": "12", "What": "Market size", "Counted": "EUR million"},
        {"Goods": "Oak Crate", "Amount": "40", "What": "share", "Counted": "%"},
        {"Goods": "Oak Crate", "Amount": "900", "What": "volume", "Counted": "crates"},
        {"Goods": "Oak Crate", "Amount": "901", "What": "wingspan", "Counted": "m"},
    )
    found = read(rows, {"value": "Amount", "metric": "What", "unit": "Counted", "market": "Goods"})
    assert [(m.metric, m.value, m.unit) for m in found.mentions if m.value != 77] == [
        ("market_size", Decimal(12_000_000), "EUR"), ("share", Decimal(40), "percent"), ("volume", Decimal(900), "crates"),
    ]  # fmt: skip
    assert ("901", "columns.metric_unread") in [(r.surface, r.rule) for r in found.rejections]


def test_a_compound_rate_has_the_period_of_its_columns_or_of_constants() -> None:
    stated = first(
        read(table({"Rate": "8.2", "When": "2025-2031"}), {"value": "Rate", "year": "When"}, {"metric": "cagr"})
    )
    assert (stated.period_start, stated.period_end, stated.period_inferred, stated.year) == (2025, 2031, False, None)
    constants = {"metric": "cagr", "period_start": "2025", "period_end": "2031"}
    said = first(read(table({"Rate": "8.2"}), {"value": "Rate"}, constants))
    assert (said.period_start, said.period_end, said.period_inferred) == (2025, 2031, True)
    assert said.inference_basis == "a constant of the sidecar"


def test_a_year_that_only_a_constant_gives_is_inferred() -> None:
    m = first(read(table({"Amount": "4.1"}), {"value": "Amount"}, {**SIZES, "year": "2025"}))
    assert (m.year, m.time_period, m.period_inferred, m.inference_basis) == (
        2025,
        None,
        True,
        "a constant of the sidecar",
    )


def test_one_figure_of_two_publishers_is_two_claims_and_one_of_one_publisher_is_one() -> None:
    cells = {"Goods": "Oak Crate", "Amount": "12", "When": "2025"}
    rows = table(
        {**cells, "By": "Ostrava Insights"}, {**cells, "By": "Larkwell Research"}, {**cells, "By": "Larkwell Research"}
    )
    columns = {"value": "Amount", "market": "Goods", "year": "When", "publisher": "By"}
    claims = [c for c in read(rows, columns, SIZES).claims if c.value == 12_000_000]
    assert [(c.publisher, c.n_mentions) for c in claims] == [("Ostrava Insights", 1), ("Larkwell Research", 2)]
    assert {c.confidence for c in claims} == {None}


@pytest.mark.parametrize(
    ("columns", "head", "said"),
    [
        ({"value": "Amuont"}, HEAD, "has the column “Amuont”"),
        ({"value": "Amount"}, HEAD.replace("Most", "Amount"), "two columns of its table are called “Amount”"),
        ({"value": "Amount", "year": "Goods"}, HEAD, "year cannot be read beside the first figure, “4.1”"),
        ({"value": "Kind"}, HEAD, "value cannot be read beside the first figure, “Actual”"),
    ],
)
def test_a_map_that_does_not_fit_is_refused_with_what_is_wrong(columns: dict[str, str], head: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said) as refusal:
        read(table({"Goods": "Oak Crate", "Amount": "4.1"}), columns, SIZES, head)
    assert refusal.value.reason == "wrong_columns"


def test_a_document_without_a_table_is_refused_where_its_sidecar_maps_one() -> None:
    mapped = as_text([ClaimMap.model_validate({"columns": {"value": "Amount"}, "constants": SIZES})])
    with pytest.raises(Unreadable, match="no table with a header row"):
        extract(parse(b"The oak crate market was worth USD 3 million in 2025.", None, mapped))


def test_words_outside_the_table_are_read_as_ever() -> None:
    prose = "# Oak Crate Market\n\nThe global oak crate market was worth USD 3 million in 2024.\n\n"
    grid = "| When | Amount |\n|---|---|\n| 2025 | 4 |\n| 2026 | 5 |\n"
    mapped = as_text([ClaimMap.model_validate({"columns": {"value": "Amount", "year": "When"}, "constants": SIZES})])
    figures = [
        (m.value, m.year, m.rule == "columns.mapped")
        for m in extract(parse((prose + grid).encode(), None, mapped)).mentions
    ]
    assert figures == [
        (Decimal(3_000_000), 2024, False),
        (Decimal(4_000_000), 2025, True),
        (Decimal(5_000_000), 2026, True),
    ]


def test_the_reason_of_a_mapped_figure_is_the_map() -> None:
    mapped = as_text([ClaimMap.model_validate({"columns": {"value": "Amount"}, "constants": SIZES})])
    reasons = why(parse(f"{HEAD}\n{table({'Amount': '4.1'})}\n".encode(), None, mapped))
    assert {reason.because for of_one in reasons.values() for reason in of_one} == {
        ("the columns of its table are known: from the sidecar of the document, or from their names and cells",)
    }


_WORD = st.text(min_size=1, max_size=20).map(str.strip).filter(lambda s: s and " ".join(s.split()))


@given(column=_WORD, market=_WORD)
def test_a_map_is_read_back_from_its_text(column: str, market: str) -> None:
    one = ClaimMap.model_validate({"columns": {"value": column}, "constants": {"market": market, "metric": "cagr"}})
    assert from_text(as_text([one])) == (one,)
