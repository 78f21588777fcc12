"""From mentions to claims: restatements of one figure within a document become mentions of one claim.

The fuller mention fills what the shorter leaves open (a period, a year, a segment's exact name); nothing is filled
from another document.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from sources.extract.rule_names import MAPPED
from sources.extract.text.name_keys import market_key, part_words
from sources.records import Claim, Mention, Status

_RATES = frozenset({"cagr", "growth_rate"})


def settle(document_id: str, mentions: Sequence[Mention]) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
    """Group mentions into claims.

    Args:
        document_id: sha256 of the document.
        mentions: as read, in order of the text.

    Returns:
        Claims in order of their first mention, and the mentions with `claim_id` set and open fields filled from the
        fuller mention of the same claim.
    """
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for index, m in enumerate(mentions):
        groups[_coarse_key(m)].append(index)
    settled: list[Mention] = list(mentions)
    claims: list[Claim] = []
    for indices in groups.values():
        for cluster in _clusters([(i, mentions[i]) for i in indices]):
            members = [mentions[i] for i in cluster]
            full = _fullest(members)
            claim = _claim(document_id, full, members)
            claims.append(claim)
            for i in cluster:
                settled[i] = _filled(mentions[i], full, claim.claim_id)
    first: dict[str, int] = {}
    for index, m in enumerate(settled):
        first.setdefault(m.claim_id, index)
    return tuple(sorted(_distinct(claims), key=lambda c: first[c.claim_id])), tuple(settled)


def _distinct(claims: Iterable[Claim]) -> list[Claim]:
    merged: dict[str, Claim] = {}
    for claim in claims:
        known = merged.get(claim.claim_id)
        merged[claim.claim_id] = replace(known, n_mentions=known.n_mentions + claim.n_mentions) if known else claim
    return list(merged.values())


def _coarse_key(m: Mention) -> tuple[object, ...]:
    return (
        "growth" if m.metric in _RATES else m.metric,
        m.value.normalize(),
        m.value_high.normalize() if m.value_high is not None else None,
        m.unit,
        m.ref_area,
        market_key(m.market or ""),
        (m.subject or "").lower() if m.metric in ("other_numeric", "impact_on_cagr") else "",
    )


def _clusters(items: list[tuple[int, Mention]]) -> list[list[int]]:
    """Mentions whose segment, year and period do not contradict each other belong together.

    Mentions that read alike are compared once: a figure repeated ten thousand times costs what it costs twice.
    """
    readings: dict[tuple[object, ...], list[int]] = {}
    examples: dict[tuple[object, ...], Mention] = {}
    for index, m in items:
        key: tuple[object, ...] = (
            m.publisher,
            m.segment,
            m.year,
            m.period_start,
            m.period_end,
            m.period_inferred,
            m.metric,
        )
        readings.setdefault(key, []).append(index)
        examples.setdefault(key, m)
    clusters: list[list[tuple[object, ...]]] = []
    for reading, m in examples.items():
        for cluster in clusters:
            if all(_compatible(m, examples[other]) for other in cluster):
                cluster.append(reading)
                break
        else:
            clusters.append([reading])
    return [sorted(i for key in cluster for i in readings[key]) for cluster in clusters]


def _compatible(a: Mention, b: Mention) -> bool:
    if a.publisher and b.publisher and a.publisher != b.publisher:
        return False
    if (a.segment is None) != (b.segment is None):
        return False
    if a.segment and b.segment and not _same_segment(a.segment, b.segment):
        return False
    if a.year is not None and b.year is not None and a.year != b.year:
        return False
    for one, other in ((a.period_start, b.period_start), (a.period_end, b.period_end)):
        if one is not None and other is not None and one != other and not (a.period_inferred or b.period_inferred):
            return False
    return (
        a.metric != "share"
        or (a.year is None) == (b.year is None)
        or a.year == b.year
        or a.year is None
        or b.year is None
    )


def _same_segment(a: str, b: str) -> bool:
    x, y = part_words(a), part_words(b)
    return x == y or x <= y or y <= x


def _fullest(members: Sequence[Mention]) -> Mention:
    """The mention that states most; years and periods stated anywhere win over inferred ones."""
    base = max(
        members,
        key=lambda m: (
            m.metric != "growth_rate",
            not m.period_inferred,
            m.year is not None and not m.period_inferred,
            m.period_start is not None,
            m.dimension is not None,
            -m.char_start,
        ),
    )
    changes: dict[str, object] = {}
    stated = next((m for m in members if m.time_period), None)
    if stated and not base.time_period:
        changes |= {
            "time_period": stated.time_period,
            "year": stated.year,
            "period_inferred": False,
            "inference_basis": None,
        }
    if base.comparator == "=":
        hedged = next((m for m in members if m.comparator != "="), None)
        changes |= {"comparator": hedged.comparator} if hedged else {}
    if base.dimension is None and (named := next((m for m in members if m.dimension), None)):
        changes |= {"dimension": named.dimension, "segment": named.segment}
    return replace(base, **changes) if changes else base  # type: ignore[arg-type]


def _filled(m: Mention, full: Mention, claim_id: str) -> Mention:
    changes: dict[str, object] = {"claim_id": claim_id}
    if m.year is None and full.year is not None:
        changes |= {
            "year": full.year,
            "period_inferred": True,
            "inference_basis": m.inference_basis or "stated with the same figure elsewhere in the document",
        }
    if (
        m.metric in _RATES
        and (m.period_start is None or m.period_inferred)
        and full.period_start is not None
        and not full.period_inferred
    ):
        changes |= {"period_start": full.period_start, "period_end": full.period_end, "period_inferred": True,
                    "inference_basis": "period stated with the same figure elsewhere in the document"}  # fmt: skip
    if m.segment and full.segment:
        changes |= {"segment": full.segment, "dimension": full.dimension}
    return replace(m, **changes)  # type: ignore[arg-type]


def _claim(document_id: str, m: Mention, members: Sequence[Mention]) -> Claim:
    stated_year = m.year if m.time_period else None
    inferred_year = m.year if not m.time_period else None
    return Claim(
        claim_id=claim_id_of(document_id, m),
        document_id=document_id,
        metric=m.metric,
        market=m.market,
        dimension=m.dimension,
        segment=m.segment,
        geography=m.geography,
        ref_area=m.ref_area,
        value=m.value,
        value_high=m.value_high,
        comparator=m.comparator,
        unit=m.unit,
        unit_per=m.unit_per,
        time_period=m.time_period,
        year_stated=stated_year,
        year_inferred=inferred_year,
        inference_basis=m.inference_basis if (m.period_inferred or inferred_year is not None) else None,
        period_start=m.period_start,
        period_end=m.period_end,
        period_inferred=m.period_inferred,
        status=_status(members, m),
        value_as_printed=min(members, key=lambda x: x.char_start).surface,
        publisher=m.publisher,
        subject=m.subject,
        rule=m.rule,
        confidence=None,  # given once the whole page is read
        n_mentions=len(members),
    )


def _status(members: Sequence[Mention], m: Mention) -> Status:
    """Forecast wins: "expected to reach 76 in 2026" and "was valued at 76 in 2026" is one forecast."""
    return "forecast" if any(x.status == "forecast" for x in members) else m.status


def claim_id_of(document_id: str, m: Mention) -> str:
    """Hash of document, metric, market, dimension, segment, area, period and normalised value: 16 hex digits."""
    fields = (
        document_id, m.metric, " ".join(sorted(market_key(m.market or ""))), (m.dimension or "").lower(), " ".join(sorted(part_words(m.segment))) if m.segment else "",
        m.ref_area, m.time_period or "", _span(m), _plain(m.value), _plain(m.value_high), m.unit or "", m.comparator, (m.subject or "").lower(),
    )  # fmt: skip
    said_by = (
        (m.publisher,) if m.rule == MAPPED and m.publisher else ()
    )  # a table may hold one figure of two publishers
    return hashlib.sha256("\x1f".join((*fields, *said_by)).encode()).hexdigest()[:16]


def _span(m: Mention) -> str:
    return f"{m.period_start or ''}-{m.period_end or ''}" if m.metric in _RATES else ""


def _plain(value: Decimal | None) -> str:
    return "" if value is None else format(value.normalize(), "f")
