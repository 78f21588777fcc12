"""One row per cause of disagreement: pairs of sides from any rule become conflicts with all their years and sides.

Belongs here: which pairs are one cause, which year represents it, and the step that writes work.conflicts and work.conflict_sides.
What a pair is, and when two figures disagree, is decided by the rules. See docs/decisions/0027.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter

import polars as pl

from warehouse.conflict_pairs import with_low_market
from warehouse.explain.cause_rows import Row, Year, cause_id, conflict_row, side_rows
from warehouse.schema import work_tables
from warehouse.schema.framing import framed
from warehouse.schema.work import COMPARED
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.connected_components import connected_components

PAIRS = (
    "work.pairs_in_documents",
    "work.pairs_in_series",
    *(f"work.{of}_pairs" for of in COMPARED),
)
AT_ONCE = 20_000  # pairs that exist as dictionaries at a time
# Where a pair rests on one printed rate, its year is the end of a period: other years are other rates.
OF_ONE_PERIOD = ("growth_mismatch",)
_BY_VALUE = itemgetter("value_a", "value_b", "pair_id")
_BUCKET = ("kind", "rule", "low_market", "high_market", "segment", "ref_area", "metric", "unit_measure", "meets")


def gathered(frames: Frames) -> pl.DataFrame:
    """Pairs of all rules, each with what its cause is known by and with what claims state of it.

    Args:
        frames: `PAIRS`, core.bridges for the part that a bridge is of, core.observations for the years that claims state.

    Returns:
        Pairs with columns low_market, high_market, segment and meets: those that differ in one of them are of different causes; and whether
        each side is stated for the year of the pair: a claim of it is, or it rests on no claim.
    """
    form = list(work_tables()["work.pairs_in_series"].column_names)
    pairs = pl.concat([frames[name].select(form) for name in PAIRS])
    keyed = _keyed(pairs, frames["core.bridges"])
    observed = frames["core.observations"].select("claim_id", seen="year").drop_nulls()
    return _with_status(keyed, observed)


def causes(gathered_pairs: pl.DataFrame) -> Frames:
    """Brings the pairs of one cause together.

    One cause are pairs of one kind and rule, about the same two markets, segment, area, metric and unit (and, across a bridge,
    the same part), of which holds:

    - in one year they disagree and have a side in common: their sides are sides of one disagreement;
    - in different years the same two publishers of the same markets, on the same statements, oppose each other. Where two
      pairs of one year have the same opponents, nothing tells which of them goes on: each year stays for itself. Pairs of one
      year that another year joins in this way are one disagreement.

    Args:
        gathered_pairs: of `gathered`, all or those with some low_market.

    Returns:
        work.conflicts and work.conflict_sides.
    """
    ordered = gathered_pairs.sort(*_BUCKET, "pair_id").with_columns(bucket=pl.struct(_BUCKET).rle_id())
    conflicts, sides = [framed("work.conflicts", ())], [framed("work.conflict_sides", ())]
    start = 0
    while start < ordered.height:
        last = ordered["bucket"][min(start + AT_ONCE, ordered.height) - 1]
        stop = ordered["bucket"].search_sorted(last, side="right")
        rows = ordered[start:stop].iter_rows(named=True)
        named = [cause for _, of_one in groupby(rows, itemgetter("bucket")) for cause in _bucket(of_one)]
        conflicts.append(framed("work.conflicts", (_at(years) | conflict_row(name, years) for name, years in named)))
        each = (_at(years) | row for name, years in named for row in side_rows(name, years))
        sides.append(framed("work.conflict_sides", each))
        start = stop
    return {"work.conflicts": pl.concat(conflicts), "work.conflict_sides": pl.concat(sides)}


def _at(years: Sequence[Year]) -> Row:
    return {"low_market": years[0].pairs[0]["low_market"]}


def _keyed(pairs: pl.DataFrame, bridges: pl.DataFrame) -> pl.DataFrame:
    """Pairs with what only pairs of one cause may have in common."""
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
    return (
        with_low_market(pairs)
        .join(parts, on="bridge_id", how="left", maintain_order="left")
        .with_columns(
            high_market=pl.max_horizontal(one, other),
            segment=pl.col("segment_key").fill_null(""),
            meets=pl.when(pl.col("kind") == "bridge")
            .then(pl.col("part").fill_null(""))
            .when(pl.col("rule").is_in(OF_ONE_PERIOD))
            .then(claims)
            .otherwise(pl.lit("")),
        )
        .drop("part")
    )


def _with_status(pairs: pl.DataFrame, observed: pl.DataFrame) -> pl.DataFrame:
    for side in ("a", "b"):
        claims = pairs.select("pair_id", "year", claim_id=f"claim_ids_{side}").explode("claim_id")
        is_stated = pl.col("claim_id").is_null() | pl.col("year").is_null() | (pl.col("seen") == pl.col("year"))
        status = (
            claims.join(observed, on="claim_id", how="left")
            .group_by("pair_id")
            .agg(is_stated.fill_null(False).any().alias(f"is_stated_{side}"))
        )
        stated = pl.col(f"is_stated_{side}").fill_null(True)
        pairs = pairs.join(status, on="pair_id", how="left", maintain_order="left").with_columns(stated)
    return pairs


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


def _run(frames: Frames, context: BuildContext) -> Frames:
    return causes(gathered(frames))


STEP = Step(
    name="causes",
    reads=(*PAIRS, "core.bridges", "core.observations"),
    writes=("work.conflicts", "work.conflict_sides"),
    run=_run,
)
