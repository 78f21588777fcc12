"""Conflicts, publishers and the release itself."""

from __future__ import annotations

from release.api import answer_forms, row_forms, rows
from release.api.markets import market_named
from release.api.source import Source, told
from release.reading import full_text
from release.reading.full_text import Kind
from warehouse.connection import query

CONFLICT_MARTS = ("markets", "conflicts")
PUBLISHER_MARTS = ("publishers", "vendor_scorecard")


def conflicts(
    source: Source, market: str | None, verdict: str | None, limit: int, offset: int
) -> answer_forms.ConflictPage:
    """Conflicts and limits of comparison, worst first.

    Args:
        source: who answers.
        market: only those that touch this market; its name or id.
        verdict: only those of this verdict.
        limit: most that are given.
        offset: how many are passed over.

    Raises:
        QuestionError: no such market, or several.
    """
    market_id = "" if market is None else market_named(source, market)[0].market_id
    where = "($1 = '' OR $1 IN (market_id, other_market_id)) AND ($2 = '' OR verdict = $2)"
    asked: list[object] = [market_id, verdict or ""]
    total = query(source.database, f"SELECT count(*) FROM marts.conflicts WHERE {where}", asked).item()
    found = query(
        source.database,
        f"SELECT * FROM marts.conflicts WHERE {where} ORDER BY CASE verdict WHEN 'conflict_proven' THEN 0 "
        "WHEN 'conflict_likely' THEN 1 WHEN 'not_comparable' THEN 2 ELSE 3 END, verdict, "
        "ratio DESC NULLS LAST, conflict_id LIMIT $3 OFFSET $4",
        [*asked, limit, offset],
    )
    return answer_forms.ConflictPage(
        **told(source),
        total=total,
        limit=limit,
        offset=offset,
        conflicts=[rows.conflict(row) for row in found.iter_rows(named=True)],
    )


def publishers(source: Source, limit: int, offset: int) -> answer_forms.PublisherPage:
    """Publishers with their record, those with most claims first."""
    found = query(
        source.database,
        "SELECT p.*, s.n_conflicts, s.n_checks, s.n_errors, s.median_revision_pct FROM marts.publishers AS p "
        "LEFT JOIN marts.vendor_scorecard AS s USING (publisher_id) ORDER BY p.n_claims DESC, p.publisher_id",
    ).to_dicts()
    fields = tuple(row_forms.Publisher.model_fields)
    return answer_forms.PublisherPage(
        **told(source),
        total=len(found),
        limit=limit,
        offset=offset,
        publishers=[
            row_forms.Publisher(**{name: row[name] for name in fields}) for row in found[offset : offset + limit]
        ],
    )


def search(source: Source, words: str, kind: Kind | None, limit: int, offset: int) -> answer_forms.SearchPage:
    """What holds the words: names, headlines, quotes, and columns by what they hold."""
    total, found = full_text.search(source.database, words, kind, limit, offset)
    return answer_forms.SearchPage(
        **told(source),
        total=total,
        limit=limit,
        offset=offset,
        found=[
            answer_forms.TextFound(**{name: getattr(one, name) for name in answer_forms.TextFound.model_fields})
            for one in found
        ],
    )


def release_info(source: Source, addresses: dict[str, str] | None = None) -> answer_forms.ReleaseAnswer:
    """What the release says of itself."""
    record = source.release.record
    return answer_forms.ReleaseAnswer(
        **told(source),
        published_at=record.published_at,
        fingerprint=record.fingerprint,
        rows=record.rows,
        documents=record.documents,
        checks={
            name: answer_forms.Counted(passed=count.passed, failed=count.failed)
            for name, count in record.checks.items()
        },
        warnings=list(record.warnings),
        versions=record.versions,
        addresses=addresses or {},
    )
