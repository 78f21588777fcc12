"""A check: SQL for the rows that are against it. Declarations only.

Which checks there are is said in `suites/`; `judge.py` runs them, and Great Expectations judges how many rows each has found (`gx.py`).
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
class Check:
    """One rule, about one table or several.

    Attributes:
        name: what must be in order, as a noun: `quote_limit`.
        tables: that it is about, with their schema. With several, the rows against it have a column `table_name`.
        severity: error blocks a release, unless the check sets aside and the build without those claims holds it.
        description: what must hold, one sentence for people.
        against: SQL for the rows against it, or a function where SQL is not enough; a function that gives None says that the check
            cannot apply.
        aside: of a check that data can fail, the claims to do without; None of one that only the program can fail.
    """

    name: str
    tables: tuple[str, ...]
    severity: Severity
    description: str
    against: str | FrameOf
    aside: SetsAside | None = None

    @property
    def on_failure(self) -> OnFailure:
        """What a failure means: the program is wrong and nothing is published, data is set aside, or a warning is reported."""
        if self.severity == "warning":
            return "warns"
        return "blocks" if self.aside is None else "sets_aside"

    @property
    def table(self) -> str:
        """The table under which it is reported: the first one."""
        return self.tables[0]

    @property
    def layer(self) -> Layer:
        """The layer its tables belong to."""
        return "marts" if self.table.startswith("marts.") else "core"


def no_rows(
    name: str, table: str | Sequence[str], severity: Severity, description: str, against: str | FrameOf
) -> Check:
    """A rule, by the rows against it."""
    return Check(name, (table,) if isinstance(table, str) else tuple(table), severity, description, against)


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
    """A conservation law: in the one row of `totals` two columns are equal; `offenders` lists what is missing."""

    def against(reading: Reading) -> pl.DataFrame:
        unequal = reading.query(totals).filter(pl.col(pair[0]).ne_missing(pl.col(pair[1])))
        if unequal.is_empty():
            return unequal
        listed = reading.query(offenders)
        # Totals that differ although no single row stands out are shown themselves: a failure never goes without rows.
        return unequal if listed.is_empty() else listed

    return Check(name, (table,), severity, description, against)


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
    selects = []
    for place, words in terms.items():
        table, _, column = place.rpartition(".")
        listed = ", ".join("'" + word.replace("'", "''") + "'" for word in words)
        selects.append(
            f"select '{table}' as table_name, '{column}' as column_name, {column} as word, count(*) as n_rows from {table}\n"
            f"where {column} not in ({listed}) group by {column}"
        )
    return Check(
        name,
        tuple(dict.fromkeys(place.rpartition(".")[0] for place in terms)),
        severity,
        description,
        "\nunion all\n".join(selects) + "\norder by table_name, column_name, word",
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
        f"where ({where}) and not regexp_matches({column}, '{pattern}') group by {column} order by {column}",
        aside,
    )
