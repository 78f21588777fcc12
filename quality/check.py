"""A check: a frame to judge, and the expectation that Great Expectations must meet in it. Declarations only.

A frame holds aggregates or failing rows, never a whole large table. Which checks there are is said in `suites/`;
`judge.py` runs them, `gx.py` translates expectations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

import polars as pl

from quality.expectations import Expected
from quality.result import Layer, Severity
from warehouse.aside import SetAsideBy


@dataclass(frozen=True, slots=True)
class Reading:
    """What a frame may be made from.

    Attributes:
        query: SQL → rows, on the build that is judged.
        text_of: canonical text by document_id; raises KeyError where there is none.
        as_of: the day that freshness is measured against; None = not to be measured. No clock is read here.
        expected: what is expected of publishers; None = nothing is.
    """

    query: Callable[[str], pl.DataFrame]
    text_of: Callable[[str], str]
    as_of: date | None
    expected: Expected | None = None


OnFailure: TypeAlias = Literal["blocks", "sets_aside", "warns"]


@dataclass(frozen=True, slots=True)
class SetsAside:
    """Which claims are behind the failing rows of a check on data, so that a build can do without them.

    Attributes:
        by: what the failing rows are set aside by: the claim itself, its series, its document.
        claims: SQL on core for claim_id, key (id of that claim, series or document) and found (the value against the check);
            no claim that is quarantined already.
    """

    by: SetAsideBy
    claims: str


FrameOf: TypeAlias = Callable[[Reading], pl.DataFrame | None]


@dataclass(frozen=True, slots=True)
class Expect:
    """One expectation on a frame: the name of a class of Great Expectations, and its arguments."""

    kind: str
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule about one table, or the same rule about several.

    Attributes:
        name: what must be in order, as a noun: `quote_limit`.
        tables: tables with their schema; one result each. With several, the frame has a column `table_name`.
        severity: error blocks a release, unless the check sets aside and the build without those claims holds it.
        description: what must hold, one sentence for people.
        frame: SQL, or a function where SQL is not enough; a function that gives None says that the check cannot apply.
        expectations: what must hold of the frame; a failing expectation on a column names rows of the frame, one on the
            table names all of them.
        offenders: SQL that lists the rows to show on failure, where the frame holds aggregates; else the frame's own.
        aside: of a check that data can fail, the claims to do without; None of one that only the program can fail.
    """

    name: str
    tables: tuple[str, ...]
    severity: Severity
    description: str
    frame: str | FrameOf
    expectations: tuple[Expect, ...]
    offenders: str | None = None
    aside: SetsAside | None = None

    @property
    def on_failure(self) -> OnFailure:
        """What a failure means: the program is wrong and nothing is published, data is set aside, or a warning is reported."""
        if self.severity == "warning":
            return "warns"
        return "blocks" if self.aside is None else "sets_aside"

    @property
    def layer(self) -> Layer:
        """The layer its tables belong to."""
        return "marts" if self.tables[0].startswith("marts.") else "core"


NO_ROW = Expect("ExpectTableRowCountToEqual", {"value": 0})


def no_rows(name: str, table: str | Sequence[str], severity: Severity, description: str, frame: str | FrameOf) -> Check:
    """A rule whose frame holds the rows against it."""
    tables = (table,) if isinstance(table, str) else tuple(table)
    return Check(name, tables, severity, description, frame, (NO_ROW,))


def equal(
    name: str,
    table: str,
    severity: Severity,
    description: str,
    *,
    totals: str,
    pair: tuple[str, str],
    offenders: str,
) -> Check:
    """A conservation law: in the frame of `totals` two columns are equal; `offenders` lists what is missing."""
    expectation = Expect("ExpectColumnPairValuesToBeEqual", {"column_A": pair[0], "column_B": pair[1]})
    return Check(name, (table,), severity, description, totals, (expectation,), offenders)


def within(
    name: str,
    table: str,
    severity: Severity,
    description: str,
    *,
    column: str,
    bounds: tuple[float, float],
    show: str,
    where: str = "true",
    above_low: bool = False,
    aside: SetsAside | None = None,
) -> Check:
    """A rule about the range of a column; nulls are passed over.

    Args:
        name: of the check.
        table: with its schema.
        severity: error blocks a release.
        description: what must hold.
        column: a numeric column.
        bounds: lowest and highest value allowed, both included.
        show: columns that tell an offending row apart, comma-separated; they give the order too.
        where: rows that the rule is about.
        above_low: whether the lowest value is itself excluded.
        aside: the claims to do without where it fails.
    """
    low, high = bounds
    value = f"cast({column} as double)"
    outside = f"{value} {'<=' if above_low else '<'} {low!r} or {value} > {high!r}"
    return Check(
        name,
        (table,),
        severity,
        description,
        f"select count({column}) as n_values, min({value}) as lowest, max({value}) as highest\n"
        f"from {table} where {where}",
        (
            Expect("ExpectColumnValuesToBeBetween", {"column": "lowest", "min_value": low, "strict_min": above_low}),
            Expect("ExpectColumnValuesToBeBetween", {"column": "highest", "max_value": high}),
        ),
        f"select {show}, {value} as value\nfrom {table} where ({where}) and ({outside}) order by {show}",
        aside,
    )


def in_vocabulary(name: str, severity: Severity, description: str, terms: Mapping[str, Sequence[str]]) -> Check:
    """A rule about columns that hold words of a closed list.

    Args:
        name: of the check.
        severity: error blocks a release.
        description: what must hold.
        terms: allowed words by column with table and schema ("core.claims.metric"); nulls are passed over.
    """
    selects = [
        f"select '{table}' as table_name, '{column}' as column_name, {column} as word, count(*) as n_rows,\n"
        f"  concat('{table}.{column}=', {column}) as term from {table} where {column} is not null group by {column}"
        for table, _, column in (place.rpartition(".") for place in terms)
    ]
    allowed = [f"{place}={word}" for place, words in terms.items() for word in words]
    return Check(
        name,
        tuple(dict.fromkeys(place.rpartition(".")[0] for place in terms)),
        severity,
        description,
        "\nunion all\n".join(selects) + "\norder by table_name, column_name, word",
        (Expect("ExpectColumnValuesToBeInSet", {"column": "term", "value_set": allowed}),),
    )


def matches(
    name: str,
    table: str,
    severity: Severity,
    description: str,
    *,
    column: str,
    pattern: str,
    where: str = "true",
    aside: SetsAside | None = None,
) -> Check:
    """A rule about the form of a column's distinct words; nulls are passed over."""
    return Check(
        name,
        (table,),
        severity,
        description,
        f"select {column}, count(*) as n_rows from {table}\n"
        f"where ({where}) and {column} is not null group by {column} order by {column}",
        (Expect("ExpectColumnValuesToMatchRegex", {"column": column, "regex": pattern}),),
        aside=aside,
    )
