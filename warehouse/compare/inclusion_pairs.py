"""A scope that is smaller than several things it holds: one row that names every such pair, publishers' figures and parts alike.

Belongs here: rows inclusion_pairs, gathered from scope_inclusion and bridge_inclusion. Whether one scope holds another is
decided there; nothing is compared here that they do not compare, save a part of which a bridge takes only some.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.bridge.bridged_scopes import shares_a_word
from warehouse.resolve.words.tokens import tokens_of, tokens_of_id
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import amount, listed, times

_LEAST = 2  # fewer things above their whole are told by the rule that found them


@dataclass(frozen=True, slots=True)
class _Inner:
    """Something that lies in the scope and is larger than it."""

    words: str
    value: Decimal
    publishers: tuple[str, ...]
    claim_ids: tuple[str, ...]
    needs: str | None = None
    bridge_id: str | None = None


def inclusion_pairs(
    conflicts: Sequence[Conflict], bridges: pl.DataFrame, market_names: Mapping[str, str]
) -> Iterator[Conflict]:
    """One row per scope and year that is smaller than two or more things which lie in it.

    Where a bridge takes a part of a part (the GPU part of the training part), the wider part that the scope is named by
    (training) is named as well, at its exact value: its other content is assumed to be in the scope, and the row says so.

    Args:
        conflicts: scope_inclusion and bridge_inclusion rows among others.
        bridges: core.bridges.
        market_names: market_id → name.

    Yields:
        inclusion_pairs rows; likely at most, and never firmer than the weakest pair.
    """
    by_id = {row["bridge_id"]: row for row in bridges.sort("bridge_id").iter_rows(named=True)}
    parts_of: defaultdict[tuple[Any, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for row in by_id.values():
        if row["other_market_id"] is None and len(row["segment_keys"] or ()) == 1 and row["method"] == "share":
            parts_of[row["market_id"], row["year"], row["cluster_id"], row["publishers"]].append(row)
    wholes: defaultdict[tuple[Place, Decimal, tuple[str, ...]], list[_Inner]] = defaultdict(list)
    parties: dict[tuple[Place, Decimal, tuple[str, ...]], Party] = {}
    for conflict in sorted(conflicts, key=lambda one: one.pair_id):
        if not conflict.verdict.startswith("conflict"):
            continue
        whole = conflict.place, conflict.a.value, conflict.a.publishers
        if conflict.rule == "scope_inclusion":
            parties.setdefault(whole, conflict.a)
            wholes[whole].append(_narrower(conflict, market_names))
        elif conflict.rule == "bridge_inclusion" and conflict.grounds.bound_high is None:
            row = by_id[conflict.grounds.bridge_id or ""]
            parts = parts_of[row["market_id"], row["year"], row["cluster_id"], row["publishers"]]
            parties.setdefault(whole, conflict.a)
            wholes[whole] += _wider_parts(row, parts, conflict.place, market_names)
    for key in sorted(wholes, key=repr):
        above = {one.words: one for one in wholes[key] if one.value > key[1]}
        if len(above) >= _LEAST:
            yield _row(key[0], parties[key], list(above.values()), market_names)


def _narrower(conflict: Conflict, market_names: Mapping[str, str]) -> _Inner:
    name = market_names.get(conflict.other_market_id or "", conflict.other_market_id or "")
    return _Inner(name, conflict.b.value, conflict.b.publishers, conflict.b.claim_ids, conflict.grounds.assumptions)


def _wider_parts(
    bridge: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], place: Place, market_names: Mapping[str, str]
) -> Iterator[_Inner]:
    for part in parts:
        (key,) = part["segment_keys"]
        member = tokens_of(part["segments"])
        if key not in bridge["segment_keys"] or not shares_a_word(member, tokens_of_id(place.market_id or ""), None):
            continue
        words = f"the {part['segments']} part of {market_names[part['market_id']]}"
        needs = f"all of {words} lies in that scope, as its {bridge['segments']} part does"
        yield _Inner(
            words,
            part["value_point"],
            tuple(part["publishers"].split("|")),
            tuple(part["claim_ids"]),
            needs if len(bridge["segment_keys"]) > 1 else None,
            part["bridge_id"],
        )


def _row(place: Place, whole: Party, inner: Sequence[_Inner], market_names: Mapping[str, str]) -> Conflict:
    unit = place.unit_measure
    ordered = sorted(inner, key=lambda one: (one.value, one.words))
    pairs = "; ".join(
        f"{one.words} {amount(one.value, unit)} ({listed(one.publishers)}), of which the whole is "
        f"{times(EXACT.divide(whole.value, one.value))}"
        for one in ordered
    )
    needs = list(dict.fromkeys(one.needs for one in ordered if one.needs))
    most = ordered[-1]
    b = Party(
        most.value,
        tuple(sorted({name for one in ordered for name in one.publishers})),
        tuple(sorted({claim_id for one in ordered for claim_id in one.claim_ids})),
        pairs,
    )
    words = (
        f"{listed(whole.publishers)} {amount(whole.value, unit)} for {market_names[place.market_id or '']} in {place.year} is "
        f"smaller than {len(ordered)} things that lie in it: {pairs}"
    )
    return Conflict(
        kind="comparison",
        rule="inclusion_pairs",
        verdict="conflict_likely",
        severity="high",
        place=place,
        a=whole,
        b=b,
        explanation=words + (f"; this holds if {'; and '.join(needs)}" if needs else ""),
        grounds=Grounds(
            bridge_id=next((one.bridge_id for one in reversed(ordered) if one.bridge_id), None),
            assumptions="; ".join(needs) or None,
        ),
    )
