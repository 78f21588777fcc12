"""The pages that look across markets: index with search, growth, publishers, revisions, events, quality, dictionary.

Belongs here: their rows and order. Sections that a market page has too are picked in `parts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from quality import CheckResult
from release.changes.record import Changes
from release.reading.open_questions import most_valuable_first
from release.reading.row_words import split_ids
from release.record import ReleaseRecord
from release.site.addresses import Addresses, stem
from release.site.answer import SIZE, SIZE_COLUMNS, best_sizes, leading
from release.site.dataset import dataset
from release.site.disputes import Disputes, with_sentences
from release.site.kept import Block, Parts
from release.site.paper import Paper, laid_out
from release.site.parts import LATEST_FIRST, areas_of, growth, latest_first, revision_groups, timeline_of
from release.site.rows import Row, Rows, grouped
from release.site.search import write_search
from release.site.shown import AS_THEY_STAND, Shown, Where, equal, shown
from warehouse.export import list_tables
from warehouse.mart_docs import PAGE
from warehouse.schema.marts import marts
from warehouse.schema.table import literal

_SIDES_SQL = "string_split(publishers, '|')"
_SEVERITIES = {"high": 0, "medium": 1, "low": 2}


def write_index(rows: Rows, record: ReleaseRecord, at: Addresses, paper: Paper) -> None:
    """The front page: every market with its best size, and the search over markets, publishers, segments and companies."""
    stated = (row for row in rows.of("market_estimates", *SIZE_COLUMNS) if row["metric"] == SIZE)
    sizes = {market_id: best_sizes(found) for market_id, found in grouped(stated, "market_id").items()}
    markets = sorted(rows.of("markets"), key=lambda row: (-(row["n_publishers"] or 0), row["market"], row["market_id"]))
    contested: dict[str, int] = {}
    for row in rows.of("conflicts", "verdict", "market_id", "other_market_id"):
        if row["verdict"].startswith("conflict"):
            for market_id in {row["market_id"], row["other_market_id"]} - {None}:
                contested[market_id] = contested.get(market_id, 0) + 1
    blocks = [
        (
            row["market_id"],
            paper.block(
                "index_row.html",
                0,
                m=row,
                size=leading(sizes.get(row["market_id"], {})),
                n_areas=len(sizes.get(row["market_id"], ())),
                n_conflicts=contested.get(row["market_id"], 0),
                at=at,
            ),
        )
        for row in markets
    ]
    pages, _ = laid_out(blocks)
    counts = {name: rows.count(name) for name in ("markets", "publishers", "documents", "claims")}
    counts |= {"conflicts": sum(row["verdict"].startswith("conflict") for row in rows.of("conflicts", "verdict"))}
    paper.write_list("index", "index.html", pages, counts=counts, dataset=dataset(rows, record), at=at)
    write_search(rows, at, paper)


def write_growth(rows: Rows, at: Addresses, paper: Paper, parts: Parts) -> None:
    """Every stated growth rate against its recomputations."""
    audits = rows.by("growth_audit", "publisher")

    def drawn(publisher: str | None) -> Iterator[Block]:
        audit = audits[publisher]
        for one in growth(audit, at, areas_of(rows, audit)):
            yield one["claim_id"], paper.block("growth_row.html", 0, g=one, at=at)

    publishers = sorted(audits, key=_or_first)
    pages, page_of = laid_out(
        block for one in publishers for block in parts.blocks(f"growth of {one!r}", partial(drawn, one))
    )
    conventions = [row for row in rows.of("publishers") if row["growth_convention"]]
    paper.write_list("growth", "growth.html", pages, conventions=conventions, n=len(page_of), at=at)


def write_revisions(rows: Rows, at: Addresses, paper: Paper, parts: Parts) -> None:
    """Every year of which a publisher has said more than one thing."""
    markets = rows.by("revisions", "market")

    def drawn(market: str | None) -> Iterator[Block]:
        own = markets[market]
        for n, one in enumerate(revision_groups(own, at, areas_of(rows, own))):
            yield str(n), paper.block("revision.html", 0, g=one, at=at)

    names = sorted(markets, key=_or_first)
    groups = (block for one in names for _, block in parts.blocks(f"revisions of {one!r}", partial(drawn, one)))
    pages, page_of = laid_out(enumerate(groups))
    paper.write_list("revisions", "revisions.html", pages, n=len(page_of), at=at)


def _or_first(name: str | None) -> str:
    """Sorts rows without a name before those with one."""
    return name or ""


def write_events(rows: Rows, at: Addresses, paper: Paper) -> None:
    """All events by market."""
    by_market = rows.by("events", "market_id")
    names = {row["market_id"]: row["market"] for row in rows.of("markets")}
    blocks = [
        (
            market_id,
            paper.block(
                "events_of.html",
                0,
                **timeline_of(by_market[market_id], market_id, at),
                market_id=market_id,
                market=names.get(market_id),
                at=at,
            ),
        )
        for market_id in sorted(by_market, key=lambda one: names.get(one) or "~")
    ]
    pages, _ = laid_out(blocks)
    paper.write_list("events", "events.html", pages, at=at)


def write_publishers(rows: Rows, at: Addresses, paper: Paper, parts: Parts) -> None:
    """The scorecards in one table, and a page per publisher with its documents and findings."""
    cards = list(rows.of("vendor_scorecard"))
    paper.write("publishers.html", "publishers.html", cards=cards, at=at)
    dictionary = {column.name: column.doc for column in marts()["vendor_scorecard"].columns}
    conflicts = Disputes(rows, ("publishers",), lambda row: split_ids(row["publishers"]))
    card_of = rows.by("vendor_scorecard", "publisher_id")

    def write(key: str | None) -> None:
        card = card_of[key][0]
        of_publisher = equal("publisher_id", key)
        findings = shown(
            [row for row in rows.by("audit_findings", "publisher_id").get(key, []) if row["outcome"] != "consistent"],
            Where("audit_findings", f"{of_publisher} AND outcome <> 'consistent'"),
            "mismatches first, by severity",
            rank=_by_severity,
        )
        told = [{**row, "href": at.first(split_ids(row["claim_ids"]))} for row in findings]
        paper.write(
            f"publishers/{stem(key)}.html",
            "publisher.html",
            card=card,
            about=dictionary,
            documents=shown(
                rows.by("documents", "publisher_id").get(key, []),
                Where("documents", of_publisher),
                LATEST_FIRST,
                rank=latest_first,
            ),
            findings=findings.filled(told),
            conflicts=with_sentences(
                conflicts.of(card["publisher"], f"list_contains({_SIDES_SQL}, {literal(card['publisher'])})"), rows
            ),
            at=at,
        )

    for key in card_of:
        parts.pages(f"publishers/{stem(key)}", partial(write, key))


def _by_severity(finding: Row) -> tuple[object, ...]:
    return (finding["outcome"] != "mismatch", _SEVERITIES.get(finding["severity"], len(_SEVERITIES)))


def write_quality(
    rows: Rows, checks: Sequence[CheckResult], record: ReleaseRecord, at: Addresses, paper: Paper
) -> None:
    """The checks of this release as they were run, coverage, open questions, and what could not be read."""
    ordered = sorted(
        checks, key=lambda check: (check.passed, check.severity != "error", check.layer, check.table, check.name)
    )
    counted = (("candidates", "n_candidates"), ("mentions", "n_mentions"), ("rejected", "n_rejections"))
    totals = {name: sum(row[column] or 0 for row in rows.of("documents", column)) for name, column in counted}
    blocks = [(n, paper.block("check_row.html", 0, check=check)) for n, check in enumerate(ordered)]
    pages, _ = laid_out(blocks)
    paper.write_list(
        "quality", "quality.html", pages, totals=totals, counts=record.checks, documents=record.documents,
        questions=_open_questions(rows), quarantine=_whole(rows, "quarantine"), decisions=_whole(rows, "decisions"), at=at,
    )  # fmt: skip


def _whole(rows: Rows, mart: str) -> Shown[Row]:
    return shown(list(rows.of(mart)), Where(mart), AS_THEY_STAND)


def _open_questions(rows: Rows) -> Shown[Row]:
    told = ("state", "at_stake_usd", "kind", "confidence", "document", "subject", "question_id")
    ranks = {
        number: most_valuable_first(row)
        for number, row in enumerate(rows.of("review_queue", *told))
        if row["state"] == "open"
    }
    where = Where("review_queue", "state = 'open'")
    picked = shown([*ranks], where, "most valuable first, as in parallax review", rank=ranks.__getitem__)
    return picked.filled(rows.at("review_queue", picked.rows))


def write_dictionary(rows: Rows, at: Addresses, paper: Paper) -> None:
    """Every mart with its columns, as the contracts say them, and the metrics."""
    types = {
        table.name: {column.name: column.type for column in table.columns}
        for table in list_tables(rows.database, "marts")
    }
    tables = [(mart, types.get(name, {})) for name, mart in sorted(marts().items())]
    lineage = PAGE if rows.database.with_name(PAGE).is_file() else None
    paper.write(
        "dictionary.html", "dictionary.html", tables=tables, metrics=list(rows.of("metrics")), lineage=lineage, at=at
    )


def write_changes(changes: Changes, at: Addresses, paper: Paper) -> None:
    """The release notes: what is new, revised and withdrawn, and which estimate moved and why."""
    paper.write("changes.html", "changes.html", c=changes, at=at)
