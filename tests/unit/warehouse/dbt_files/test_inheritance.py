"""A column of a mart holds what its entry says, else what the column of its name in the models that the query reads says."""

from __future__ import annotations

import pytest

from warehouse.dbt_files.entries import MartEntry
from warehouse.dbt_files.inheritance import ContractError, Inheritable, inherited
from warehouse.schema.marts import MartColumn


def model(doc: str, key: str, *columns: MartColumn) -> Inheritable:
    """A model whose key is one column."""
    return Inheritable(doc, (key,), {column.name: column for column in columns})


FIGURES = model(
    "Figures.",
    "figure_id",
    MartColumn("figure_id", "id of the figure", None, required=True),
    MartColumn("market_id", "its market", None),
    MartColumn("value", "the figure", "USD", required=True),
)
MARKETS = model(
    "Markets.",
    "market_id",
    MartColumn("market_id", "id of the market", None, required=True),
    MartColumn("market", "its name", None, required=True),
)
READ = {"markets": MARKETS, "figures": FIGURES}  # the query names markets first
TYPES = {"figure_id": "varchar", "market_id": "varchar", "market": "varchar", "value": "decimal(38,9)"}


def mart(**given: object) -> Inheritable:
    """A mart of figures with the columns of TYPES and those of `types`."""
    types = TYPES | dict(given.pop("types", {}))  # type: ignore[call-overload]
    return inherited(MartEntry.model_validate({"grain": "figure", "rows_of": "figures"} | given), types, READ)


def test_a_mart_takes_everything_from_the_table_whose_rows_it_has_and_the_rest_from_those_it_joins() -> None:
    assert mart() == Inheritable(
        "Figures.",
        ("figure_id",),
        {
            "figure_id": MartColumn("figure_id", "id of the figure", None, "varchar", required=True),
            "market_id": MartColumn("market_id", "its market", None, "varchar"),
            # required in markets; a figure without a market has none, so that here it is optional
            "market": MartColumn("market", "its name", None, "varchar"),
            "value": MartColumn("value", "the figure", "USD", "decimal(38,9)", required=True),
        },
    )


def test_without_rows_of_a_column_comes_from_the_first_table_that_the_query_names() -> None:
    found = mart(rows_of=None, doc="Pairs.", key=["figure_id"]).columns["market_id"]
    assert found == MartColumn("market_id", "id of the market", None, "varchar")


@pytest.mark.parametrize(
    ("name", "entry", "expected"),
    [
        ("market", "name of its market", MartColumn("market", "name of its market", None, "varchar")),
        ("market", {"required": True}, MartColumn("market", "its name", None, "varchar", required=True)),
        ("value", {"unit": "EUR"}, MartColumn("value", "the figure", "EUR", "decimal(38,9)", required=True)),
        ("value", {"required": False}, MartColumn("value", "the figure", "USD", "decimal(38,9)")),
    ],
)
def test_an_entry_overrides_only_what_it_says(name: str, entry: object, expected: MartColumn) -> None:
    assert mart(columns={name: entry}).columns[name] == expected


def test_a_number_that_the_query_writes_as_text_has_no_unit() -> None:
    assert mart(types={"value": "varchar"}).columns["value"].unit is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"types": {"n_claims": "bigint"}, "columns": {"n_claims": {"unit": "count"}}}, "n_claims: no table"),
        ({"types": {"n_claims": "bigint"}, "columns": {"n_claims": "claims"}}, "n_claims: is bigint: a number needs a"),
        ({"columns": {"market": {"unit": "USD"}}}, "market: is varchar: a number needs a unit, and nothing else"),
        ({"columns": {"gone": "a column"}}, "gone: the query has no such column"),
        ({"columns": {"market": "its name"}}, "market: doc repeats what it inherits"),
        ({"columns": {"value": {"unit": "USD"}}}, "value: unit repeats what it inherits"),
        ({"columns": {"value": {"required": True}}}, "value: required repeats what it inherits"),
        ({"doc": "Figures."}, "doc: repeats what it inherits"),
        ({"key": ["figure_id"]}, "key: repeats what it inherits"),
        ({"key": ["name"]}, "key and order: must name columns"),
        ({"order": ["name"]}, "key and order: must name columns"),
        ({"rows_of": "claims", "doc": "Claims.", "key": ["value"]}, "rows_of: the query reads no such table"),
        ({"rows_of": None, "doc": "Figures.", "key": ["value"], "where": "true"}, "where: is a condition on rows_of"),
        ({"rows_of": None, "key": ["value"]}, "doc: missing"),
        ({"rows_of": None, "doc": "Figures."}, "key: missing"),
    ],
)
def test_an_entry_that_says_too_little_or_says_again_what_it_inherits_is_refused(
    given: dict[str, object], said: str
) -> None:
    with pytest.raises(ContractError) as caught:
        mart(**given)
    assert said in str(caught.value)
