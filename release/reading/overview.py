"""What one release holds, in counts: for the summary of a run and the front page. Reading only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from release.landed import SetAside, held_back, set_aside
from release.record import Release
from warehouse.connection import held_open, query


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A document that could not be read."""

    name: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts of a release, and where to look first.

    Attributes:
        documents: receipts by outcome.
        n_mentions: places that state a claim.
        n_rejections: figure-like tokens that a named rule set aside.
        claims: claims by status.
        estimates: estimates and refusals by verdict.
        conflicts: conflicts by verdict.
        quarantine: documents that could not be read, by name.
        set_aside: claims that bad data cost, by document and rule.
        held_back: figures and documents that a guard holds back, by guard.
        unnamed: documents with figures of which nobody is named who says them, and how many they are, in words.
        market: the market with most publishers; None where there is no market.
        estimate_id: the estimate of that market with most independent publishers, stated before derived; None where it
            has none.
    """

    documents: Mapping[str, int]
    n_mentions: int
    n_rejections: int
    claims: Mapping[str, int]
    estimates: Mapping[str, int]
    conflicts: Mapping[str, int]
    quarantine: tuple[Quarantined, ...]
    set_aside: tuple[SetAside, ...]
    held_back: Mapping[str, int]
    unnamed: tuple[tuple[str, str], ...]
    market: str | None
    estimate_id: str | None


def overview(release: Release) -> Overview:
    """Counts a release."""
    with held_open(release.database):
        return _counted(release)


def _counted(release: Release) -> Overview:
    database = release.database

    def counted(sql: str) -> dict[str, int]:
        return {str(name): int(count) for name, count in query(database, sql).iter_rows()}

    totals = query(database, "SELECT sum(n_mentions), sum(n_rejections) FROM marts.documents").row(0)
    quarantine = query(database, "SELECT name, reason, detail FROM marts.quarantine ORDER BY name, document_id")
    markets = query(
        database,
        "SELECT market_id, market FROM marts.markets ORDER BY n_publishers DESC, n_claims DESC, market_id LIMIT 1",
    )
    market = markets.row(0, named=True) if markets.height else None
    unnamed = query(
        database,
        "SELECT document, why FROM marts.review_queue WHERE kind = 'unnamed_publisher' AND state = 'open' ORDER BY document, document_id",
    )
    estimates = query(
        database,
        "SELECT estimate_id FROM marts.market_estimates WHERE market_id = ? "
        "ORDER BY n_independent DESC, status <> 'stated', n_claims DESC, time_period_year, estimate_id LIMIT 1",
        [market["market_id"] if market else ""],
    )
    return Overview(
        documents=release.record.documents,
        n_mentions=int(totals[0] or 0),
        n_rejections=int(totals[1] or 0),
        claims=counted("SELECT status, count(*) FROM marts.claims GROUP BY status ORDER BY status"),
        estimates=counted(
            "SELECT verdict, count(*) AS n FROM marts.market_estimates GROUP BY verdict ORDER BY n DESC, verdict"
        ),
        conflicts=counted(
            "SELECT verdict, count(*) AS n FROM marts.conflicts GROUP BY verdict ORDER BY n DESC, verdict"
        ),
        quarantine=tuple(Quarantined(*row) for row in quarantine.iter_rows()),
        set_aside=set_aside(release),
        held_back=held_back(release),
        unnamed=tuple((str(document), str(why)) for document, why in unnamed.iter_rows()),
        market=market["market"] if market else None,
        estimate_id=estimates.row(0)[0] if estimates.height else None,
    )
