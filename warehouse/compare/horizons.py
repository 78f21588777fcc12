"""Horizons of related markets: the years that all of them cover, and those that one covers alone.

Belongs here: rows of rule horizon. Markets are compared as groups, so no rule of pairs fits. Nothing is carried beyond a
publisher's own last year.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.market_relations import groups_of
from warehouse.compare.comparison_engine import Compared
from warehouse.compare.money_statements import world_sizes
from warehouse.values.conflict_records import Conflict, Party, comparison


def horizons(compared: Compared) -> Iterator[Conflict]:
    """Of each group of related markets the years that all of them cover, and those that one covers alone."""
    paths: defaultdict[str, list[Aligned]] = defaultdict(list)
    for figure in world_sizes(compared):
        if not figure.is_derived:
            paths[figure.place.market_id or ""].append(figure)
    for group in groups_of(paths, compared.relations):
        if not 1 < len(group) <= compared.policy.comparability.related_shown_at_most:
            continue
        spans = {market: (min(map(_year, paths[market])), max(map(_year, paths[market]))) for market in group}
        start, end = max(span[0] for span in spans.values()), min(span[1] for span in spans.values())
        if len({span[1] for span in spans.values()}) == 1 and len({span[0] for span in spans.values()}) == 1:
            continue
        if len({name for market in group for figure in paths[market] for name in figure.publishers}) == 1:
            continue
        shortest, longest = min(group, key=lambda m: (spans[m][1], m)), max(group, key=lambda m: (spans[m][1], m))
        sides = [_ends(market, paths[market], spans[market]) for market in (shortest, longest)]
        each = "; ".join(
            f"{compared.market_names[market]} {spans[market][0]} to {spans[market][1]}" for market in group
        )
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
