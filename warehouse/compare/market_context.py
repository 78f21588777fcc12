"""Figures of related markets that are no figure of the same thing: shown beside each other, and told why not compared.

Belongs here: horizons, conventions, lists of regions. No row is a conflict. Money per thing, capital raised and figures
that one publisher alone states stand in `money_context.py`, technical figures in `technical_comparison.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import area_named
from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.market_relations import MarketRelations, groups_of, related_pairs
from warehouse.compare.money_context import money_rows
from warehouse.policy import Policy
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.wording import listed, plain


def context_rows(
    frames: Frames,
    figures: Sequence[Aligned],
    relations: MarketRelations,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
    policy: Policy,
) -> Iterator[Conflict]:
    """Rows that say why figures are shown beside each other and not compared.

    Args:
        frames: core.claims, evidence, observations, segments, growth_audit, events.
        figures: aligned figures.
        relations: how markets lie to each other.
        names: publisher_id → name.
        market_names: market_id → name.
        policy: how many markets stand side by side at most.

    Yields:
        horizon, growth_convention, regions_differ, scale, funding_against_market, single_source.
    """
    sizes = [
        figure
        for figure in figures
        if figure.place.metric == "market_size" and figure.place.segment_key is None and figure.place.ref_area == WORLD
    ]
    yield from _horizons(sizes, relations, market_names, policy.comparability.related_shown_at_most)
    yield from _conventions(frames["core.growth_audit"], relations, names, market_names)
    yield from _regions(frames["core.segments"], relations, names, market_names)
    yield from money_rows(frames, sizes, relations, names, market_names)


def _horizons(
    sizes: Sequence[Aligned], relations: MarketRelations, market_names: Mapping[str, str], at_most: int
) -> Iterator[Conflict]:
    """Of each group of related markets the years that all of them cover, and those that one covers alone."""
    paths: defaultdict[str, list[Aligned]] = defaultdict(list)
    for figure in sizes:
        if not figure.is_derived:
            paths[figure.place.market_id or ""].append(figure)
    for group in groups_of(paths, relations):
        if not 1 < len(group) <= at_most:
            continue
        spans = {market: (min(map(_year, paths[market])), max(map(_year, paths[market]))) for market in group}
        start, end = max(span[0] for span in spans.values()), min(span[1] for span in spans.values())
        if len({span[1] for span in spans.values()}) == 1 and len({span[0] for span in spans.values()}) == 1:
            continue
        if len({name for market in group for figure in paths[market] for name in figure.publishers}) == 1:
            continue
        shortest, longest = min(group, key=lambda m: (spans[m][1], m)), max(group, key=lambda m: (spans[m][1], m))
        sides = [_ends(market, paths[market], spans[market]) for market in (shortest, longest)]
        each = "; ".join(f"{market_names[market]} {spans[market][0]} to {spans[market][1]}" for market in group)
        has_window = start < end
        window = (
            f"all cover {start} to {end}, and are compared there only" if has_window else "no year is covered by all"
        )
        yield comparison(
            "horizon",
            "compatible" if has_window else "not_comparable",
            sides[0],
            sides[1],
            "market_size",
            "year",
            f"horizons of related markets: {each}; {window}; nothing is carried beyond a publisher's own last year",
        )


def _year(figure: Aligned) -> int:
    return figure.place.year or 0


def _ends(market: str, path: Sequence[Aligned], span: tuple[int, int]) -> tuple[str | None, Party, tuple[str, ...]]:
    ends = [figure for figure in path if _year(figure) in span]
    publishers = tuple(sorted({name for figure in ends for name in figure.publishers}))
    claims = tuple(sorted({claim_id for figure in ends for claim_id in figure.claim_ids}))
    return market, Party(Decimal(span[1]), publishers, claims, str(span[1])), ()


def _conventions(
    audit: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str], market_names: Mapping[str, str]
) -> Iterator[Conflict]:
    """Growth of related whole markets whose publishers count its periods differently, one row per pair of publishers.

    Of several rates of one publisher on one market that of the longest period stands for it, then that which ends last.
    """
    whole = audit.filter(
        pl.col("segment_key").is_null(), pl.col("ref_area") == WORLD, pl.col("publisher_id").is_not_null()
    ).sort("claim_id", "periods", "convention")
    rates: defaultdict[tuple[str, str], dict[str, list[Mapping[str, Any]]]] = defaultdict(dict)
    for row in whole.iter_rows(named=True):
        rates[row["market_id"] or "", row["publisher_id"]].setdefault(row["claim_id"], []).append(row)
    by_market: defaultdict[str, list[Sequence[Mapping[str, Any]]]] = defaultdict(list)
    for (market, _), of_publisher in sorted(rates.items()):
        by_market[market].append(min(of_publisher.values(), key=_longest))
    pairs = [
        pair for m, other in related_pairs(by_market, relations) for pair in product(by_market[m], by_market[other])
    ]
    for one, two in pairs:
        conventions = (one[0]["publisher_convention"], two[0]["publisher_convention"])
        is_one_convention = conventions[0] == conventions[1] is not None
        if one[0]["publisher_id"] == two[0]["publisher_id"] or is_one_convention:
            continue
        sides = [
            (
                rows[0]["market_id"],
                Party(
                    rows[0]["stated_pct"],
                    (names[rows[0]["publisher_id"]],),
                    tuple(sorted({row[k] for row in rows for k in ("claim_id", "start_claim_id", "end_claim_id")})),
                    f"{plain(rows[0]['stated_pct'])} %",
                ),
                (),
            )
            for rows in (one, two)
        ]
        words = "; ".join(
            f"{names[rows[0]['publisher_id']]} states {plain(rows[0]['stated_pct'])} % for {market_names[rows[0]['market_id']]} "
            f"and counts {rows[0]['publisher_convention'] or 'by no convention that fits'} ("
            + ", ".join(f"{row['convention']}: {plain(row['recomputed_pct'])} %" for row in rows)
            + ")"
            for rows in (one, two)
        )
        yield comparison(
            "growth_convention",
            "not_comparable",
            sides[0],
            sides[1],
            "cagr",
            "percent",
            f"growth counted over different periods: {words}; held against each other under one convention only",
        )


def _longest(rows: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
    """Sorts the rate of the longest period first, then that which ends last; equal ones by their value."""
    return (-max(row["periods"] for row in rows), -rows[0]["end_year"], rows[0]["stated_pct"], rows[0]["claim_id"])


def _regions(
    segments: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str], market_names: Mapping[str, str]
) -> Iterator[Conflict]:
    """Lists of regions that do not name the same areas: their members are not equal sets, whatever they share."""
    lists: defaultdict[str, dict[str, tuple[str, str, str]]] = defaultdict(dict)
    inner: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    usable = segments.filter(pl.col("market_id").is_not_null(), pl.col("publisher_id").is_not_null())
    for row in usable.sort("document_id", "position", "char_start").iter_rows(named=True):
        area = area_named(row["segment"])
        if area is not None and row["parent"] is None:
            place = f"{row['document_id']}:{row['char_start']}-{row['char_end']}"
            lists[row["market_id"]].setdefault(area.code, (area.name, row["publisher_id"], place))
        elif area is not None:
            inner[row["market_id"]][row["parent"]].append(area.name)
    for market, other in related_pairs(lists, relations):
        one, two = lists[market], lists[other]
        if one.keys() == two.keys() or not one.keys() & two.keys() or {p for _, p, _ in one.values()} == {
            p for _, p, _ in two.values()
        }:  # fmt: skip
            continue
        sides, words = [], []
        for market_id, own, others in ((market, one, two), (other, two, one)):
            alone = sorted(code for code in own if code not in others)
            evidence = tuple(sorted(own[code][2] for code in alone or own))
            publishers = tuple(sorted({names[publisher] for _, publisher, _ in own.values()}))
            sides.append((market_id, Party(Decimal(len(own)), publishers, (), f"{len(own)} regions"), evidence))
            listed_inner = "; ".join(
                f"{parent} holds {listed(members)}" for parent, members in sorted(inner[market_id].items())
            )
            words.append(
                f"{market_names[market_id]} ({listed(publishers)}) alone names "
                f"{listed(f'{own[code][0]} ({code})' for code in alone)}{f', its {listed_inner}' if listed_inner else ''}"
            )
        yield comparison(
            "regions_differ",
            "not_comparable",
            sides[0],
            sides[1],
            "share",
            "regions",
            f"lists of regions differ: {'; '.join(words)}; regions of different lists are never taken for one another",
        )
