"""Figures that are held back whatever the reader says: their own print makes the reading unlikely. `held_back` judges claims, `reads_nothing` documents.

Belongs here: the guards over claims and the table cells that they stand in. Limits and their sources are in `warehouse/policy.yml`;
what follows for a claim is decided in `core_claims.py`, for a document in `warehouse/review/review_questions.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from itertools import combinations
from typing import Any, TypeAlias

import polars as pl

from sources.metrics import MetricFacts, named
from warehouse.policy import Guard, GuardName, Policy
from warehouse.resolve.claims.exchange_rates import BASE, usd_of_year
from warehouse.step import Frames
from warehouse.values.rounding_bands import HEDGED, band_of
from warehouse.values.wording import amount, listed, times

READS = ("raw.claims", "raw.mentions", "raw.rejections", "raw.blocks", "raw.bases")
_FOUND = {"claim_id": pl.String, "guard_words": pl.String}
Finder: TypeAlias = Callable[["_Figures", Guard], pl.DataFrame]


def held_back(frames: Frames, policy: Policy) -> pl.DataFrame:
    """The claims that a guard holds back.

    A claim that stands in a table and in a sentence as well is not held back for its table: the sentence says the same.

    Args:
        frames: the tables of `READS`.
        policy: its guards, the first that fires is named; what a hedge leaves open.

    Returns:
        claim_id, guard, and guard_words: what fired, as printed. At most one row a claim.
    """
    figures = _Figures(frames, policy.comparability.hedge_share)
    found = [pl.DataFrame(schema=_FOUND | {"guard": pl.String})]
    for name, guard in policy.guards.items():
        if finder := _FINDERS.get(name):
            found.append(finder(figures, guard).with_columns(guard=pl.lit(name)))
    first = pl.concat(found).unique("claim_id", keep="first", maintain_order=True)
    return first.select("claim_id", "guard", "guard_words")


def reads_nothing(n_mentions: int, n_candidates: int, policy: Policy) -> bool:
    """Whether the guard on whole documents fires.

    Args:
        n_mentions: figures that were read.
        n_candidates: tokens that look like a figure: those that were read and those that rules set aside.
        policy: its guards.
    """
    guard = policy.guards.get("nothing_read")
    return guard is not None and n_mentions == 0 and n_candidates >= guard.limit


class _Figures:
    """The claims that their authors stand by, and where they are printed."""

    def __init__(self, frames: Frames, hedge_share: Decimal) -> None:
        self.hedge_share = hedge_share
        asserted = pl.col("assertion").fill_null("asserted") == "asserted"
        self.claims = frames["raw.claims"].filter(asserted)
        columns = ("document_id", "char_start", "char_end", "surface")
        self.mentions = _in_cells(frames["raw.mentions"].filter(asserted).select(*columns, "claim_id"), frames)
        self.rejections = _in_cells(frames["raw.rejections"].select(columns), frames)
        bases = frames["raw.bases"].filter(pl.col("figure_start").is_not_null())
        self.bases = bases.group_by("document_id", char_start="figure_start").agg(
            basis=pl.concat_str("tells", "basis", "base_year", separator=" ", ignore_nulls=True).sort().str.join(",")
        )

    def of(self, which: Callable[[MetricFacts], bool]) -> pl.DataFrame:
        """The claims of the metrics of which something holds."""
        return self.claims.filter(pl.col("metric").is_in(named(which)))

    def all_within(self, marked: pl.DataFrame) -> pl.DataFrame:
        """The claims of some mentions that are printed nowhere else."""
        elsewhere = self.mentions.join(marked, on=["document_id", "char_start", "claim_id"], how="anti")
        return marked.join(elsewhere, on="claim_id", how="anti")


def _in_cells(tokens: pl.DataFrame, frames: Frames) -> pl.DataFrame:
    """Tokens of texts with the table and the column of the cell that holds them; both null outside tables."""
    place = ("table", "column", "cell_end")
    cells = frames["raw.blocks"].filter(pl.col("kind") == "table_cell")
    cells = cells.select("document_id", "table", "column", cell_start="char_start", cell_end="char_end")
    found = tokens.sort("char_start").join_asof(
        cells.sort("cell_start"),
        left_on="char_start",
        right_on="cell_start",
        by="document_id",
        strategy="backward",
        check_sortedness=False,  # both are sorted by place; within documents that is enough
    )
    inside = pl.col("char_end") <= pl.col("cell_end")
    return found.with_columns(pl.when(inside).then(pl.col(name)).alias(name) for name in place)


# -- guards over single claims ---------------------------------------------------------------------------------------------------

_READ = ("claim_id", "value", "value_high", "unit", "value_as_printed")


def _is_size(facts: MetricFacts) -> bool:
    return facts.is_money and facts.additive


def _small_sizes(figures: _Figures, guard: Guard) -> pl.DataFrame:
    """Sizes below the limit in USD; the plain number counts where the currency is unknown or has no rate."""

    def rows() -> Iterator[Mapping[str, str]]:
        columns = (*_READ, "year_stated", "year_inferred")
        for claim in figures.of(_is_size).select(columns).iter_rows(named=True):
            size, unit = max(claim["value"], claim["value_high"] or claim["value"]), claim["unit"]
            rate = None
            if unit is not None and unit != BASE:
                rate = usd_of_year(unit, claim["year_stated"] or claim["year_inferred"])
            if size * (rate or 1) < guard.limit:
                yield _found(claim, f"is read as a size of {amount(size, unit)}")

    return pl.DataFrame(rows(), schema=_FOUND)


def _fast_growth(figures: _Figures, guard: Guard) -> pl.DataFrame:
    rate = pl.max_horizontal("value", "value_high")
    fast = (
        figures.of(lambda facts: facts.is_growth and facts.unique)
        .select(*_READ, rate=rate)
        .filter(pl.col("rate") > guard.limit)
    )
    rows = (
        _found(claim, f"is read as a rate of {amount(claim['rate'], claim['unit'])} a year")
        for claim in fast.iter_rows(named=True)
    )
    return pl.DataFrame(rows, schema=_FOUND)


def _wide_ranges(figures: _Figures, guard: Guard) -> pl.DataFrame:
    """Ranges whose ends have one sign: from a fall to a rise no ratio leads."""

    def rows() -> Iterator[Mapping[str, str]]:
        for claim in (
            figures.of(lambda facts: facts.estimated).select(_READ).drop_nulls("value_high").iter_rows(named=True)
        ):
            ends = claim["value"], claim["value_high"]
            low, high = sorted(map(abs, ends))
            if ends[0] * ends[1] > 0 and high > guard.limit * low:
                yield _found(claim, f"is read as a range whose ends differ {times(high / low)}")

    return pl.DataFrame(rows(), schema=_FOUND)


def _found(claim: Mapping[str, Any], words: str) -> Mapping[str, str]:
    return {"claim_id": claim["claim_id"], "guard_words": f"“{claim['value_as_printed']}” {words}"}


# -- guards over tables ----------------------------------------------------------------------------------------------------------

_COLUMN = ("document_id", "table", "column")
_ONE_THING = ("document_id", "table", "metric", "market", "ref_area", "unit", "publisher", "status", "period", "basis")


def _two_totals(figures: _Figures, guard: Guard) -> pl.DataFrame:
    """Totals of one market, area and period in one table that no rounding makes one; their basis and publisher are one as well."""
    period = pl.coalesce("time_period", pl.coalesce("year_stated", "year_inferred").cast(pl.String))
    totals = figures.of(_is_size).filter(pl.col("segment").is_null(), pl.col("comparator").is_in(["=", HEDGED]))
    totals = totals.with_columns(period=period).drop_nulls("period")
    printed = figures.mentions.drop_nulls("table").join(figures.bases, on=["document_id", "char_start"], how="left")
    placed = printed.join(totals, on=["claim_id", "document_id"])
    of_one = placed.filter(pl.col("value").n_unique().over(_ONE_THING) > guard.limit)

    def rows() -> Iterator[Mapping[str, Any]]:
        for _, group in of_one.sort("document_id", "char_start").group_by(_ONE_THING, maintain_order=True):
            claims = group.unique("claim_id", keep="first", maintain_order=True).to_dicts()
            bands = {
                one["claim_id"]: band_of(
                    one["value"], one["value_high"], one["comparator"], one["value_as_printed"], figures.hedge_share
                )
                for one in claims
            }
            apart = {claim_id for a, b in combinations(bands, 2) if not bands[a].meets(bands[b]) for claim_id in (a, b)}
            if len(apart) > guard.limit:
                prints = listed(f"“{one['value_as_printed']}”" for one in claims if one["claim_id"] in apart)
                words = f"{prints} are read as totals of one market and area in {claims[0]['period']}, in one table"
                yield from (one | {"guard_words": words} for one in group.to_dicts() if one["claim_id"] in apart)

    marked = pl.DataFrame(rows(), schema=figures.mentions.schema | {"guard_words": pl.String})
    return figures.all_within(marked).select(*_FOUND).unique("claim_id", keep="first", maintain_order=True)


# The characters of each mark that may group digits.
_MARKS: Mapping[str, str] = {"comma": ",", "point": ".", "apostrophe": "'’", "space": " \u00a0\u202f\u2009"}
_ALONE = "(?:^|[^0-9.,])"  # no digit stands before: the number begins here


def _groups(mark: str) -> pl.Expr:
    """Whether the mark may group the digits of a number: three follow each time. "1.234" may be a decimal as well."""
    number = rf"{_ALONE}[1-9][0-9]{{0,2}}(?:[{_MARKS[mark]}][0-9]{{3}})+(?:[^0-9]|$)"
    return pl.col("surface").str.contains(number)


def _parts_decimals(mark: str) -> pl.Expr:
    """Whether the mark parts decimals: other than three digits follow, a zero leads, or another mark groups before it."""
    own, others = _MARKS[mark], "".join(chars for name, chars in _MARKS.items() if name != mark)
    uneven = rf"[0-9][{own}](?:[0-9]{{1,2}}(?:[^0-9{own}]|$)|[0-9]{{4}})"
    led_by_zero, behind_groups = rf"{_ALONE}0[{own}][0-9]", rf"[0-9][{others}][0-9]{{3}}[{own}][0-9]"
    return pl.col("surface").str.contains(f"{uneven}|{led_by_zero}|{behind_groups}")


def _mixed_marks(figures: _Figures, guard: Guard) -> pl.DataFrame:
    """Grouped numbers of columns in which more marks group than one; a mark that parts decimals there groups nothing."""
    cells = pl.concat([figures.mentions, figures.rejections], how="diagonal").drop_nulls(["table", "column"])
    in_use = ((_groups(mark).any() & ~_parts_decimals(mark).any()).over(_COLUMN).alias(mark) for mark in _MARKS)
    mixed = cells.with_columns(in_use).filter(pl.sum_horizontal(*_MARKS) > guard.limit)
    grouped = mixed.filter(pl.any_horizontal(pl.col(mark) & _groups(mark) for mark in _MARKS))

    def rows() -> Iterator[Mapping[str, Any]]:
        for _, group in grouped.sort("document_id", "char_start").group_by(_COLUMN, maintain_order=True):
            firsts = [group.filter(pl.col(mark) & _groups(mark))["surface"].head(1) for mark in _MARKS]
            words = f"{listed(f'“{print_}”' for print_ in pl.concat(firsts))} stand in one column of a table"
            yield from (one | {"guard_words": words} for one in group.drop_nulls("claim_id").to_dicts())

    marked = pl.DataFrame(rows(), schema=figures.mentions.schema | {"guard_words": pl.String})
    return figures.all_within(marked).select(*_FOUND).unique("claim_id", keep="first", maintain_order=True)


_FINDERS: Mapping[GuardName, Finder] = {
    "small_size": _small_sizes,
    "fast_growth": _fast_growth,
    "wide_range": _wide_ranges,
    "two_totals": _two_totals,
    "mixed_marks": _mixed_marks,
}
