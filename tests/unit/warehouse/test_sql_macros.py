"""The macros of `warehouse/sql/macros` say what `warehouse/values` says: figures in words, ids, published numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Context, Decimal
from typing import Any

import duckdb
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warehouse.load.quotes import shortened
from warehouse.resolve.claims.core_figure_contexts import without_plural_s
from warehouse.sql_steps import add_macros
from warehouse.values.arithmetic import stored
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place
from warehouse.values.keys import digest, published
from warehouse.values.rounding_bands import EXACT, Band, printed_unit
from warehouse.values.wording import amount, counted, listed, plain, times

D = Decimal
UNITS = ("USD", "EUR", "percent", "percentage points", "clusters", "GWh", "", None)
# What rounds at a tie, at a scale, or to nothing.
EDGES = [
    "0", "-0.0004", "0.0005", "0.0015", "2.0625", "2.0635", "0.9995", "999999.9995", "1234567.5", "1005000000", "1015000000", "999999999.999",
    "994999999999.5", "999995000000", "-74000000", "1000000000000", "12345678901234567890123456789.123456789",
]  # fmt: skip
VALUES = st.integers(-(10**35), 10**35).map(lambda n: D(n).scaleb(-9)) | st.integers(-(10**14), 10**14).map(
    lambda n: D(n).scaleb(-4)
)


@pytest.fixture(scope="module")
def shell() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with the macros."""
    with duckdb.connect() as con:
        con.execute("create schema core")
        add_macros(con)
        yield con


def said(con: duckdb.DuckDBPyConnection, expression: str, values: Sequence[D], *parameters: Any) -> list[Any]:
    frame = pl.DataFrame({"v": values}, schema={"v": pl.Decimal(38, 9)}).with_row_index().to_arrow()
    con.register("given_values", frame)
    rows = con.execute(f"select {expression} from given_values order by index", parameters).fetchall()
    return [row[0] for row in rows]


@pytest.mark.parametrize("unit", UNITS)
def test_figures_at_an_edge_are_worded_alike(shell: duckdb.DuckDBPyConnection, unit: str | None) -> None:
    values = [D(edge) for edge in EDGES]
    assert said(shell, "core.amount(v, $1)", values, unit) == [amount(value, unit) for value in values]
    assert said(shell, "core.plain(v)", values) == [plain(value) for value in values]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(VALUES, min_size=1, max_size=50), st.sampled_from(UNITS))
def test_any_figure_is_worded_alike(shell: duckdb.DuckDBPyConnection, values: list[D], unit: str | None) -> None:
    assert said(shell, "core.amount(v, $1)", values, unit) == [amount(value, unit) for value in values]


@pytest.mark.parametrize(
    ("bases", "named"),
    [
        ((None, None), ()),
        (("unknown", "current"), ()),
        (("retail", None), ("retail", "current")),
        ((None, "constant-2015"), ("unknown", "constant-2015")),
    ],
)
def test_a_series_that_states_no_basis_keeps_the_id_that_it_had_before_there_were_bases(
    shell: duckdb.DuckDBPyConnection, bases: tuple[str | None, str | None], named: tuple[str, ...]
) -> None:
    made = shell.execute(
        "select core.series_id('ünits', null, '001', 'price', 'USD', 'pump', null, $1, $2)", list(bases)
    ).fetchone()
    assert made == (digest("ünits", None, "001", "price", "USD", "pump", None, *named),)


def test_a_vendor_figure_has_the_id_of_its_key(shell: duckdb.DuckDBPyConnection) -> None:
    made = shell.execute("select core.vendor_figure_id('d', 'é \"p\"', 's', 2025::int)").fetchone()
    assert made == (digest("d", 'é "p"', "s", 2025),)


@given(st.floats(1e-9, 1e28))
def test_a_published_number_has_twelve_digits(shell: duckdb.DuckDBPyConnection, number: float) -> None:
    (made,) = shell.execute("select core.twelve_digits($1)::double", [number]).fetchone() or (None,)
    assert made == pytest.approx(published(D(number)), rel=1e-12)


@given(st.text("ab \n", max_size=30), st.integers(1, 12))
def test_words_are_cut_alike(shell: duckdb.DuckDBPyConnection, words: str, limit: int) -> None:
    assert shell.execute("select core.cut_to($1, $2::int)", [words, limit]).fetchone() == (shortened(words, limit),)


RATIOS = st.integers(1, 10**20).map(lambda n: D(n).scaleb(-4))


@given(RATIOS, RATIOS)
def test_a_ratio_is_worded_alike(shell: duckdb.DuckDBPyConnection, over: D, under: D) -> None:
    made = shell.execute("select core.times($1::decimal(38, 9), $2::decimal(38, 9))", [over, under]).fetchone()
    assert made == (times(EXACT.divide(over, under)),)


@pytest.mark.parametrize(("over", "ratio"), [("203", "1.02x"), ("201", "1.00x")])
def test_a_ratio_at_a_tie_goes_to_the_even_neighbour(shell: duckdb.DuckDBPyConnection, over: str, ratio: str) -> None:
    assert shell.execute("select core.times($1::decimal(38, 9), 200)", [D(over)]).fetchone() == (ratio,)


def test_a_ratio_of_figures_beyond_all_markets_keeps_fifteen_digits(shell: duckdb.DuckDBPyConnection) -> None:
    (made,) = shell.execute("select core.times($1::decimal(38, 9), 200)", [D("1" + "0" * 28)]).fetchone() or ("",)
    assert float(made.rstrip("x").replace(",", "")) == pytest.approx(5e25, rel=1e-15)


@given(st.lists(st.text("abÄ ", max_size=2), max_size=5), st.integers(0, 3000))
def test_lists_and_counts_are_worded_alike(shell: duckdb.DuckDBPyConnection, names: list[str], n: int) -> None:
    made = shell.execute(
        "select core.listed($1::varchar[]), core.each_once($1::varchar[], '; '), core.counted($2::int, 'name')",
        [names, n],
    )
    assert made.fetchone() == (listed(names), "; ".join(dict.fromkeys(names)), counted(n, "name"))


IDS = st.text('aé"/\\\n', min_size=1, max_size=3)


@given(st.lists(IDS, max_size=2), st.lists(IDS, max_size=2), st.none() | IDS)
def test_a_pair_has_the_id_of_its_rule_place_and_claims(
    shell: duckdb.DuckDBPyConnection, claims: list[str], statements: list[str], bridge: str | None
) -> None:
    place = Place("m", None, "001", "market_size", "USD", 2025)
    one, two = Party(D(1), (), tuple(claims), ""), Party(D(2), (), ("c",), "")
    grounds = Grounds(bridge, statement_ids_a=tuple(statements))
    there = Conflict("comparison", "scale", "not_comparable", "low", place, one, two, "", "o", grounds)
    made = shell.execute(
        """select core.pair_id('scale', 'm', null, '001', 'market_size', 2025::int, 'o', core.side('m', 1, [], $1::varchar[], $2::varchar[], ''),
            core.side('o', 2, [], ['c'], [], ''), $3::varchar)""",
        [claims, statements, bridge],
    )
    assert made.fetchone() == (there.pair_id,)


@given(st.integers(-(10**36), 10**36).map(lambda n: D(n).scaleb(-9)))
def test_half_of_a_number_is_stored_alike(shell: duckdb.DuckDBPyConnection, value: D) -> None:
    assert said(shell, "core.half(v)", [value]) == [stored(Context(prec=60).divide(value, D(2)))]


@pytest.mark.parametrize("noun", ["Clusters", "glass", "wind farm", "s", ""])
def test_a_noun_loses_its_plural_alike(shell: duckdb.DuckDBPyConnection, noun: str) -> None:
    assert shell.execute("select core.singular($1)", [noun]).fetchone() == (without_plural_s(noun),)


@given(
    st.text("0123456789., \u00a0\u202f'’x", max_size=14),
    st.sampled_from(["0", "1", "0.5", "-2.50", "21660000000", "1000", "1200", "33"]),
)
def test_the_last_digit_of_a_print_is_worth_the_same(shell: duckdb.DuckDBPyConnection, words: str, value: str) -> None:
    for print_ in (words, f"USD {value} {words}", f"{int(D(value)):,} {words}".replace(",", " ")):
        made = shell.execute("select core.printed_unit($1, $2::decimal(38, 9))::hugeint", [print_, value]).fetchone()
        assert made == (printed_unit(print_, D(value)) * 10**9,), print_


_END = st.none() | st.integers(0, 3).map(D)


@given(_END, _END, st.booleans(), _END, _END, st.booleans())
def test_figures_lie_below_each_other_alike(
    shell: duckdb.DuckDBPyConnection,
    low: D | None,
    high: D | None,
    explicit: bool,
    other_low: D | None,
    other_high: D | None,
    other: bool,
) -> None:
    bands = (
        Band(low, high, explicit or None in (low, high)),
        Band(other_low, other_high, other or None in (other_low, other_high)),
    )
    one, two = (
        {"low": band.low, "high": band.high, "is_rounding": not band.is_explicit and band.low != band.high}
        for band in bands
    )
    made = shell.execute("select core.lies_below($1, $2)", [one, two]).fetchone()
    assert made == (bands[0].lies_below(bands[1]),)
