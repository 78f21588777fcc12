"""One row per cause of disagreement: pairs of sides from any rule become conflicts with all their years and sides.

Belongs here: which pairs are one cause, which year represents it, and the rows of core.conflicts and core.conflict_sides.
What a pair is, and when two figures disagree, is decided by the rules. See docs/decisions/0027.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter

import polars as pl

from warehouse.explain.cause_rows import Row, Year, cause_id, conflict_row, side_rows
from warehouse.schema import core_tables
from warehouse.schema.framing import framed, laid_out
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict
from warehouse.values.connected_components import connected_components

AT_ONCE = 20_000  # pairs that exist as dictionaries at a time
# Where a pair rests on one printed rate, its year is the end of a period: other years are other rates.
OF_ONE_PERIOD = ("growth_mismatch",)
_OF_A_CAUSE = (
    "conflict_id", "publishers", "n_sides", "years", "n_years", "first_year", "last_year", "ratio_low", "ratio_high",
)  # fmt: skip
_BY_VALUE = itemgetter("value_a", "value_b", "pair_id")
_BUCKET = ("kind", "rule", "low_market", "high_market", "segment", "ref_area", "metric", "unit_measure", "meets")


def pairs_of(conflicts: Iterable[Conflict]) -> pl.DataFrame:
    """Pairs as a frame, each once: there are more of them than claims, and each takes some kilobytes as an object."""
    schema = core_tables()["core.conflicts"].polars_schema()
    types = {name: kind for name, kind in schema.items() if name not in _OF_A_CAUSE}
    form = {"pair_id": pl.String(), "words_a": pl.String(), "words_b": pl.String(), **types}
    return laid_out(form, (conflict.row() for conflict in conflicts)).unique("pair_id", keep="last")


def causes(pairs: pl.DataFrame, bridges: pl.DataFrame, observations: pl.DataFrame) -> Frames:
    """Brings the pairs of one cause together.

    One cause are pairs of one kind and rule, about the same two markets, segment, area, metric and unit (and, across a bridge,
    the same part), of which holds:

    - in one year they disagree and have a side in common: their sides are sides of one disagreement;
    - in different years the same two publishers of the same markets, on the same statements, oppose each other. Where two
      pairs of one year have the same opponents, nothing tells which of them goes on: each year stays for itself. Pairs of one
      year that another year joins in this way are one disagreement.

    Args:
        pairs: what `pairs_of` gives.
        bridges: core.bridges, for the part that a bridge is of.
        observations: core.observations, for the years that claims state.

    Returns:
        core.conflicts and core.conflict_sides.
    """
    ordered = _in_buckets(pairs.with_row_index("row"), bridges)
    observed = observations.select("claim_id", seen="year").drop_nulls()
    conflicts, sides = [framed("core.conflicts", ())], [framed("core.conflict_sides", ())]
    start = 0
    while start < ordered.height:
        last = ordered["bucket"][min(start + AT_ONCE, ordered.height) - 1]
        stop = ordered["bucket"].search_sorted(last, side="right")
        part = ordered[start:stop].join(pairs.with_row_index("row"), on="row", maintain_order="left")
        named = [
            cause for _, rows in groupby(_with_status(part, observed), itemgetter("bucket")) for cause in _bucket(rows)
        ]
        conflicts.append(framed("core.conflicts", (conflict_row(name, years) for name, years in named)))
        sides.append(framed("core.conflict_sides", (row for name, years in named for row in side_rows(name, years))))
        start = stop
    return {"core.conflicts": pl.concat(conflicts), "core.conflict_sides": pl.concat(sides)}


def _in_buckets(pairs: pl.DataFrame, bridges: pl.DataFrame) -> pl.DataFrame:
    """row, bucket: pairs that may be of one cause have one number and are beside each other."""
    parts = bridges.select(
        "bridge_id",
        part=pl.concat_str(
            "market_id",
            pl.col("other_market_id").fill_null(""),
            pl.col("segment_keys").list.join(","),
            pl.col("lies").fill_null(""),
            "publishers",  # whose total and shares: others may bridge the same part the other way round
            separator="\n",
        ),
    )
    one = pl.col("market_id").fill_null("")
    other = pl.col("other_market_id").fill_null(one)
    claims = pl.concat_list("claim_ids_a", "claim_ids_b").list.join(",")
    keyed = pairs.join(parts, on="bridge_id", how="left").select(
        "row",
        "pair_id",
        *("kind", "rule", "ref_area", "metric", "unit_measure"),
        low_market=pl.when(one <= other).then(one).otherwise(other),
        high_market=pl.when(one <= other).then(other).otherwise(one),
        segment=pl.col("segment_key").fill_null(""),
        meets=pl.when(pl.col("kind") == "bridge")
        .then(pl.col("part").fill_null(""))
        .when(pl.col("rule").is_in(OF_ONE_PERIOD))
        .then(claims)
        .otherwise(pl.lit("")),
    )
    ordered = keyed.sort(*_BUCKET, "pair_id")
    return ordered.select("row", "meets", bucket=pl.struct(_BUCKET).rle_id())


def _with_status(part: pl.DataFrame, observed: pl.DataFrame) -> Iterator[Row]:
    """Rows with whether each side is stated for the year of the pair: a claim of it is, or it rests on no claim."""
    for side in ("a", "b"):
        claims = part.select("row", "year", claim_id=f"claim_ids_{side}").explode("claim_id")
        is_stated = pl.col("claim_id").is_null() | pl.col("year").is_null() | (pl.col("seen") == pl.col("year"))
        status = (
            claims.join(observed, on="claim_id", how="left")
            .group_by("row")
            .agg(is_stated.fill_null(False).any().alias(f"is_stated_{side}"))
        )
        stated = pl.col(f"is_stated_{side}").fill_null(True)
        part = part.join(status, on="row", how="left", maintain_order="left").with_columns(stated)
    return part.iter_rows(named=True)


def _bucket(rows: Iterable[Row]) -> Iterator[tuple[str, Sequence[Year]]]:
    """The causes of one bucket: id and years of each."""
    by_value = sorted(rows, key=_BY_VALUE)
    if len(by_value) == 1:  # most buckets: nothing to bring together
        alone = [Year(tuple(by_value))]
        yield cause_id(alone), alone
        return
    years = [Year(tuple(group)) for group in connected_components(by_value, _sides_in_common)]
    seen: dict[tuple[object, ...], int] = {}
    for year in years:
        for pair in year.opponents:
            seen[year.year, pair] = seen.get((year.year, pair), 0) + 1
    unsure = {pair for (_, pair), times in seen.items() if times > 1}
    groups = [
        _each_once(group)
        for group in connected_components(years, lambda one: () if one.year is None else one.opponents - unsure)
    ]
    yield from zip(_names(groups), groups, strict=True)


def _each_once(group: Iterable[Year]) -> list[Year]:
    """The years of a cause, ascending, each once: what another year shows to be one disagreement is one in all its years."""
    ordered = sorted(group, key=lambda one: (one.year is not None, one.year or 0))
    return [
        together[0]
        if len(together) == 1
        else Year(tuple(sorted(chain(*(one.pairs for one in together)), key=_BY_VALUE)))
        for _, same in groupby(ordered, lambda one: one.year)
        for together in [list(same)]
    ]


def _names(groups: Sequence[Sequence[Year]]) -> list[str]:
    """The ids of the causes of one bucket. Those that place, publishers and statements do not tell apart are told apart by
    claims; where these are the same (figures of several years derived from two printed ones), by their pairs.
    """
    names = [cause_id(group) for group in groups]
    for more in ("claims", "pairs"):
        times = Counter(names)
        names = [
            name if times[name] == 1 else cause_id(group, apart_by=more)
            for name, group in zip(names, groups, strict=True)
        ]
    return names


def _sides_in_common(row: Row) -> Iterator[tuple[object, ...]]:
    """What a pair shares with others of its year that are of one disagreement."""
    if row["verdict"].startswith("conflict"):
        other = row["other_market_id"] or row["market_id"]
        for side, market in (("a", row["market_id"]), ("b", other)):
            ids = (*row[f"claim_ids_{side}"], *row[f"statement_ids_{side}"])
            yield row["year"], row["verdict"], market, row[f"publishers_{side}"], row[f"value_{side}"], ids
