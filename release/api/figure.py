"""One figure in one answer: the estimate or its refusal, the verdict, each publisher's figure and its quote.

Belongs here: which rows the answer is made of and how it reads. Nothing is computed that the marts do not hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from release.api import answer_forms, row_forms, rows
from release.api.markets import market_named
from release.api.problems import Candidate, QuestionError
from release.api.source import Source, told
from release.reading.claim_evidence import mentions_of
from release.reading.market_reading import relations_of
from release.reading.past_database import past_words
from release.reading.published_figure import comparators_of, is_independent, publishers_figures
from release.reading.row_words import Row, area_of, basis_of, bound_words, split_ids, words
from sources.grammar.areas import area_named
from warehouse.connection import query

MARTS = ("markets", "market_estimates", "vendor_figures", "conflicts", "claims", "decisions", "evidence", "documents",
         "areas")  # fmt: skip
MOST_CONFLICTS = 10
MOST_AVAILABLE = 20
_WORST_FIRST = ("conflict_proven", "conflict_likely", "not_comparable", "insufficient")


def figure(
    source: Source,
    market: str,
    year: int,
    metric: str = "market_size",
    area: str = "World",
    segment: str | None = None,
    unit: str | None = None,
) -> answer_forms.FigureAnswer:
    """A market's figure of a year, or why there is none.

    Args:
        source: who answers.
        market: the market's name or id.
        year: of a cagr the last year of its period.
        metric: one that is reconciled.
        area: name or code.
        segment: name or key; None for the whole market.
        unit: only figures in this unit.

    Raises:
        QuestionError: market, area or segment is not known, or several have the name.
    """
    found, note = market_named(source, market)
    ref_area, area_name = _area(source, area, found)
    segment_key = None if segment is None else _segment(source, segment, found)
    here = query(
        source.database,
        "SELECT * FROM marts.market_estimates WHERE market_id = ? ORDER BY time_period_year, estimate_id",
        [found.market_id],
    ).to_dicts()
    series = [
        row
        for row in here
        if (row["metric"], row["ref_area"]) == (metric, ref_area)
        and (row["segment"] is None if segment_key is None else row["segment_key"] == segment_key)
        and unit in (None, row["unit_measure"])
    ]
    of_year = sorted((row for row in series if row["time_period_year"] == year), key=_weightiest)
    then = past_words(source.asked)
    part = " · ".join(str(word) for word in (found.market, segment, words(metric), area_name, year, then) if word)
    if not of_year:
        return _nothing(source, found, note, part, here, metric)
    row, others = of_year[0], of_year[1:]
    part += f" · {basis}" if (basis := basis_of(row)) else ""
    figures = _figures(source, row)
    conflicts = _conflicts(source, split_ids(row["conflict_ids"]))
    estimate = rows.estimate(row)
    return answer_forms.FigureAnswer(
        **told(source),
        outcome="refusal" if row["estimate"] is None else "estimate",
        answer=_in_words(part, estimate, figures, note, len(conflicts)),
        market=found,
        note=note,
        estimate=estimate,
        figures=figures,
        conflicts=[rows.conflict(one) for one in conflicts[:MOST_CONFLICTS]],
        n_conflicts=len(conflicts),
        related=_related(source, row, conflicts),
        other_series=[rows.estimate(other) for other in others],
        available=[],
    )


def _weightiest(row: Row) -> tuple[object, ...]:
    """Of several series of one question the one that most independent publishers speak of, money in dollars first."""
    return (
        -row["n_independent"], -row["n_publishers"], row["unit_measure"] != "USD", row["status"] != "stated",
        -row["n_claims"], row["estimate_id"],
    )  # fmt: skip


def _area(source: Source, asked: str, market: row_forms.MarketFound) -> tuple[str, str]:
    known = query(source.database, "SELECT ref_area, area FROM marts.areas ORDER BY ref_area").rows()
    wanted = " ".join(asked.casefold().split())
    for code, name in known:
        if wanted in (code.casefold(), (name or "").casefold()):
            return code, name or code
    named = area_named(asked) or area_named(asked.title())
    if named is not None:
        return named.code, dict(known).get(named.code) or named.name
    here = query(
        source.database,
        "SELECT DISTINCT ref_area, area FROM marts.market_estimates WHERE market_id = ? ORDER BY ref_area LIMIT 20",
        [market.market_id],
    ).rows()
    raise QuestionError(
        "not-found",
        f"{asked}: no area of that name; {market.market} has figures for the listed areas",
        [Candidate(id=code, name=name or code) for code, name in here],
    )


def _segment(source: Source, asked: str, market: row_forms.MarketFound) -> str:
    known = query(
        source.database,
        "SELECT DISTINCT segment_key, segment FROM marts.market_estimates "
        "WHERE market_id = ? AND segment_key IS NOT NULL ORDER BY segment_key, segment",
        [market.market_id],
    ).rows()
    wanted = " ".join(asked.casefold().split())
    keys = sorted({key for key, name in known if wanted in (key.casefold(), (name or "").casefold())})
    if len(keys) == 1:
        return str(keys[0])
    listed = [Candidate(id=key, name=name or key) for key, name in known if not keys or key in keys]
    if keys:
        raise QuestionError("ambiguous", f"{asked}: a segment in several dimensions; ask with its key", listed)
    raise QuestionError(
        "not-found",
        f"{asked}: no segment of {market.market} with a figure has that name"
        + ("; see the listed segments" if listed else "; no segment has a figure"),
        listed[:20],
    )


def _figures(source: Source, row: Row) -> list[row_forms.VendorFigure]:
    key = (row["series_id"], row["time_period_year"])
    found = publishers_figures(source.database, series_id=key[0], year=key[1]).get(key, [])
    mentions = mentions_of(source.database, {claim_id for one in found for claim_id in split_ids(one["claim_ids"])})
    comparators = comparators_of(source.database, found)
    return rows.vendor_figures(found, mentions, comparators, independent=is_independent(row))


def _conflicts(source: Source, ids: list[str]) -> list[dict[str, Any]]:
    if not ids:
        return []
    found = query(
        source.database, "SELECT * FROM marts.conflicts WHERE conflict_id IN (SELECT unnest(?::VARCHAR[]))", [ids]
    ).to_dicts()
    ranks = {verdict: rank for rank, verdict in enumerate(_WORST_FIRST)}
    return sorted(found, key=lambda one: (ranks.get(one["verdict"], len(ranks)), one["conflict_id"]))


def _related(source: Source, row: Row, conflicts: Sequence[Row]) -> list[answer_forms.RelatedScope]:
    own = row["market_id"]
    head = query(source.database, "SELECT * FROM marts.markets WHERE market_id = ?", [own]).to_dicts()[0]
    relations = {
        other: "another_scope"
        for one in conflicts
        for other in (one["market_id"], one["other_market_id"])
        if other not in (None, own)
    }
    for relation, others in reversed(relations_of(head)):
        relations |= dict.fromkeys(others, relation)
    if not relations or row["segment"] is not None:
        return []
    found = query(
        source.database,
        "SELECT * FROM marts.market_estimates WHERE market_id IN (SELECT unnest(?::VARCHAR[])) AND metric = ? "
        "AND ref_area = ? AND unit_measure = ? AND time_period_year = ? AND segment IS NULL ORDER BY market, estimate_id",
        [sorted(relations), row["metric"], row["ref_area"], row["unit_measure"], row["time_period_year"]],
    )
    return [
        answer_forms.RelatedScope(
            market_id=one["market_id"],
            market=one["market"],
            relation=relations[one["market_id"]],
            estimate_id=one["estimate_id"],
            value=rows.quantity(one["estimate"], one["unit_measure"]),
            verdict=one["verdict"],
            reason=one["reason"],
        )
        for one in found.iter_rows(named=True)
    ]


def _nothing(
    source: Source, market: row_forms.MarketFound, note: str | None, part: str, here: Sequence[Row], metric: str
) -> answer_forms.FigureAnswer:
    years: dict[tuple[str, str, str, str | None], set[int]] = {}
    for row in sorted(here, key=lambda one: (one["metric"] != metric, one["segment"] is not None, one["metric"])):
        key = (row["metric"], row["unit_measure"], area_of(row), row["segment"])
        years.setdefault(key, set()).add(row["time_period_year"])
    available = [
        answer_forms.Available(metric=name, unit=unit, area=area, segment=segment, years=sorted(found))
        for (name, unit, area, segment), found in years.items()
    ][:MOST_AVAILABLE]
    said = f"{part}: no figure. No publisher states one, and no publisher's own path reaches that year."
    return answer_forms.FigureAnswer(
        **told(source),
        outcome="no_figure",
        answer=" ".join([*([f"({note})"] if note else []), said]),
        market=market,
        note=note,
        estimate=None,
        figures=[],
        conflicts=[],
        n_conflicts=0,
        related=[],
        other_series=[],
        available=available,
    )


def _in_words(
    part: str,
    estimate: row_forms.Estimate,
    figures: Sequence[row_forms.VendorFigure],
    note: str | None,
    n_conflicts: int,
) -> str:
    lines = [f"({note})"] if note else []
    verdict = words(estimate.verdict)
    if estimate.value is None:
        lines.append(f"{part}: no reconciled value ({verdict}). {estimate.reason}.")
    else:
        lines.append(f"{part}: {estimate.value.shown} ({verdict}, {estimate.status}; {estimate.reason}).")
        if estimate.in_words is not None:
            lines.append(estimate.in_words)
    for one in figures:
        how = one.status if one.formula is None else f"{one.status}: {one.formula}"
        shared = f", same source as {', '.join(one.same_source_as)}" if one.same_source_as else ""
        quoted = f" “{one.quotes[0].quote}” ({one.quotes[0].document})" if one.quotes else ""
        then = f", {one.vintage} then" if one.vintage else ""
        value = f"{bound_words(one.comparator)}{one.value.shown}"
        lines.append(f"{one.publisher}: {value} [{how}{shared}{then}]{quoted}.")
    if estimate.related_scopes:
        lines.append(f"Other scopes, {estimate.related_scopes}.")
    if n_conflicts:
        lines.append(f"Conflicts and limits of comparison: {n_conflicts}.")
    return " ".join(lines)
