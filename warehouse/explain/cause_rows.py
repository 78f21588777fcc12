"""A cause as rows: its representative year, its sides in every year, and its words about the other years.

Belongs here: the form of core.conflicts and core.conflict_sides. Which pairs are one cause is decided in `causes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

from warehouse.values.distances import Verdict
from warehouse.values.keys import digest, published
from warehouse.values.rounding_bands import EXACT

Row = dict[str, Any]
Opponent = tuple[str, str, tuple[str, ...]]  # market, publisher, statements

WORST_FIRST: tuple[Verdict, ...] = (
    "conflict_proven", "conflict_likely", "not_comparable", "insufficient", "compatible", "agree", "single_source",
)  # fmt: skip
_SEVERITIES = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a disagreement in one year."""

    value: Decimal
    claim_ids: tuple[str, ...]
    statement_ids: tuple[str, ...]
    market_id: str | None
    publishers: tuple[str, ...]
    words: str
    is_stated: bool

    @property
    def order(self) -> tuple[Any, ...]:
        """Ascending by value, then by what it rests on."""
        return self.value, self.claim_ids, self.statement_ids, self.market_id or "", self.publishers


@dataclass(frozen=True)
class Year:
    """One year of a cause, or a cause without a year: pairs that have sides in common."""

    pairs: tuple[Row, ...]

    @property
    def year(self) -> int | None:
        """The year; None where the pairs are of none."""
        year: int | None = self.pairs[0]["year"]
        return year

    @cached_property
    def worst(self) -> Row:
        """The pair with the worst verdict, the first of them."""
        return min(self.pairs, key=lambda row: WORST_FIRST.index(row["verdict"]))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Sides, lowest first. Equal values that no pair opposes are one side; what one source alone says is on both."""
        if len(self.pairs) == 1:
            return _side(self.pairs[0], "a"), _side(self.pairs[0], "b")
        by_order: dict[tuple[Any, ...], Side] = {}
        opposed = set()
        for row in self.pairs:
            a, b = _side(row, "a"), _side(row, "b")
            opposed.add(frozenset((a.order, b.order)))
            by_order |= {a.order: a, b.order: b}
        sides: list[Side] = []
        for side in sorted(by_order.values(), key=lambda one: one.order):
            last = sides[-1] if sides else None
            if last and last.value == side.value and last.market_id == side.market_id:
                if not any(last.order in pair and side.order in pair for pair in opposed):
                    sides[-1] = _one_side(last, side)
                    continue
            sides.append(side)
        return tuple(sides)

    @cached_property
    def opponents(self) -> frozenset[frozenset[Opponent]]:
        """Pairs of publishers on different sides."""
        heads = [
            [(side.market_id or "", publisher, side.statement_ids) for publisher in side.publishers]
            for side in self.sides
        ]
        return frozenset(
            frozenset((one, other))
            for place, left in enumerate(heads)
            for right in heads[place + 1 :]
            for one in left
            for other in right
        )

    @property
    def is_stated(self) -> bool:
        """All sides are stated for the year."""
        return all(side.is_stated for side in self.sides)

    @property
    def ratio(self) -> Decimal | None:
        """Highest over lowest side; None where the lowest is not positive."""
        low, high = self.sides[0].value, self.sides[-1].value
        return EXACT.divide(high, low) if low > 0 else None


def _side(row: Row, side: str) -> Side:
    market = row["market_id"] if side == "a" else row["other_market_id"] or row["market_id"]
    return Side(
        row[f"value_{side}"],
        tuple(row[f"claim_ids_{side}"]),
        tuple(row[f"statement_ids_{side}"]),
        market,
        tuple(row[f"publishers_{side}"].split("|")),
        row[f"words_{side}"],
        row[f"is_stated_{side}"],
    )


def _one_side(one: Side, other: Side) -> Side:
    return Side(
        one.value,
        tuple(sorted({*one.claim_ids, *other.claim_ids})),
        tuple(sorted({*one.statement_ids, *other.statement_ids})),
        one.market_id,
        tuple(sorted({*one.publishers, *other.publishers})),
        " and ".join(dict.fromkeys((one.words, other.words))),
        one.is_stated or other.is_stated,
    )


def representative(years: Sequence[Year]) -> Year:
    """The year whose figures a cause is shown with: of those with the worst verdict the first that all sides state, else the first."""
    worst = min(WORST_FIRST.index(year.worst["verdict"]) for year in years)
    among = [year for year in years if WORST_FIRST.index(year.worst["verdict"]) == worst]
    return next((year for year in among if year.is_stated), among[0])


def cause_id(years: Sequence[Year], *, apart_by: Literal["claims", "pairs"] | None = None) -> str:
    """The id of a cause: of its place, publishers and statements, so that a further year or another figure leaves it as it is.

    Args:
        years: its years.
        apart_by: two causes have all of that in common, and only claims tell them apart, or only their pairs.
    """
    row = years[0].pairs[0]
    sides = [side for year in years for side in year.sides]
    who = sorted({f"{side.market_id or ''}\n{publisher}" for side in sides for publisher in side.publishers})
    statements = sorted({one for side in sides for one in side.statement_ids})
    claims = sorted({one for side in sides for one in side.claim_ids}) if apart_by else []
    pairs = [sorted(row["pair_id"] for year in years for row in year.pairs)] if apart_by == "pairs" else []
    place = (row["segment_key"], row["ref_area"], row["metric"], row["unit_measure"])
    return digest(row["kind"], row["rule"], *place, row["meets"], who, statements, claims, *pairs)


def conflict_row(conflict_id: str, years: Sequence[Year]) -> Row:
    """A cause as a row of core.conflicts.

    Args:
        conflict_id: its id.
        years: its years, ascending.
    """
    shown = representative(years)
    row, low, high = shown.worst, shown.sides[0], shown.sides[-1]
    ratios = [year.ratio for year in years if year.ratio is not None]
    dated = [year.year for year in years if year.year is not None]
    severities = [pair["severity"] for year in years for pair in year.pairs]
    return {
        **{
            name: row[name] for name in ("kind", "rule", "verdict", "segment_key", "ref_area", "metric", "unit_measure")
        },
        "conflict_id": conflict_id,
        "severity": max(severities, key=_SEVERITIES.index),
        "market_id": low.market_id,
        "other_market_id": high.market_id if high.market_id != low.market_id else None,
        "year": shown.year,
        **_ends(low, "a"),
        **_ends(high, "b"),
        "ratio": None if shown.ratio is None else published(shown.ratio),
        "explanation": "; and ".join(_each(shown.pairs, "explanation")) + _elsewhere(shown, years),
        "bridge_id": row["bridge_id"],
        "bound_low": row["bound_low"],
        "bound_high": row["bound_high"],
        "assumptions": "; ".join(_each(shown.pairs, "assumptions")) or None,
        "publishers": "|".join(sorted({name for year in years for side in year.sides for name in side.publishers})),
        "n_sides": len(shown.sides),
        "years": [str(year) for year in dated],
        "n_years": len(dated),
        "first_year": min(dated, default=None),
        "last_year": max(dated, default=None),
        "ratio_low": published(min(ratios)) if ratios else None,
        "ratio_high": published(max(ratios)) if ratios else None,
    }


def _ends(side: Side, name: str) -> Mapping[str, Any]:
    return {
        f"value_{name}": side.value,
        f"publishers_{name}": "|".join(side.publishers),
        f"claim_ids_{name}": list(side.claim_ids),
        f"statement_ids_{name}": list(side.statement_ids),
    }


def _each(pairs: Sequence[Row], column: str) -> Iterator[str]:
    yield from dict.fromkeys(row[column] for row in pairs if row[column])


def _elsewhere(shown: Year, years: Sequence[Year]) -> str:
    """The words on the years that are not shown, with the verdict where it is another."""
    words = ""
    for verdict in WORST_FIRST:
        dated = [
            year.year
            for year in years
            if year is not shown and year.year is not None and year.worst["verdict"] == verdict
        ]
        if dated:
            what = "the same" if verdict == shown.worst["verdict"] else verdict.replace("_", " ")
            words += f"; {what} in {_spans(dated)}"
    return words


def _spans(years: Sequence[int]) -> str:
    """Years in words: "2025, 2027 to 2030 and 2034"."""
    spans: list[list[int]] = []
    for year in years:
        if spans and spans[-1][-1] == year - 1:
            spans[-1].append(year)
        else:
            spans.append([year])
    words = [
        str(span[0]) if len(span) == 1 else f"{span[0]} {'to' if len(span) > 2 else 'and'} {span[-1]}" for span in spans
    ]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def side_rows(conflict_id: str, years: Sequence[Year]) -> Iterator[Row]:
    """The sides of a cause in each of its years as rows of core.conflict_sides.

    Sides are numbered from 1, lowest first, in the year that represents the cause; in other years a side keeps the number of
    that with which it shares a market and most publishers.

    Args:
        conflict_id: the cause.
        years: its years, ascending.
    """
    shown = representative(years)
    known = [(side.market_id, set(side.publishers)) for side in shown.sides]
    for year in years:
        pair = year.worst
        taken: set[int] = set()
        for side in year.sides:
            number = _number(side, known, taken)
            taken.add(number)
            yield {
                "conflict_id": conflict_id,
                "year": year.year,
                "side": number + 1,
                "is_representative": year is shown,
                "verdict": pair["verdict"],
                "market_id": side.market_id,
                "publishers": "|".join(side.publishers),
                "value": side.value,
                "words": side.words,
                "is_stated": side.is_stated,
                "claim_ids": list(side.claim_ids),
                "statement_ids": list(side.statement_ids),
                "bridge_id": pair["bridge_id"],
                "bound_low": pair["bound_low"],
                "bound_high": pair["bound_high"],
                "assumptions": "; ".join(_each(year.pairs, "assumptions")) or None,
            }


def _number(side: Side, known: list[tuple[str | None, set[str]]], taken: set[int]) -> int:
    shared = {
        number: len(publishers.intersection(side.publishers))
        for number, (market_id, publishers) in enumerate(known)
        if number not in taken and market_id == side.market_id and publishers.intersection(side.publishers)
    }
    if not shared:
        known.append((side.market_id, set(side.publishers)))
        return len(known) - 1
    return max(shared, key=lambda number: (shared[number], -number))
