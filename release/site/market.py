"""The market pages: one per market, with everything a release holds of it.

Belongs here: which sections a page has and in which order; a market whose series fill more than a page goes on over
further ones. How sections are picked: `series.py` and `parts.py`.
"""

from __future__ import annotations

from typing import Any

from release.site.addresses import Addresses, numbered, stem
from release.site.paper import Paper, laid_out
from release.site.parts import divisions, growth, players, revision_groups, timeline, tornado
from release.site.rows import Row, Rows, ids
from release.site.scopes import scopes_of
from release.site.series import Series, series_of

FACETS = ("product", "technology", "workload", "layer", "value_basis", "deployment")


def write_markets(rows: Rows, at: Addresses, paper: Paper) -> None:
    """Writes the page of every market and enters its estimates' addresses.

    Args:
        rows: the marts.
        at: has the addresses of claims and conflicts, gets those of estimates.
        paper: where the pages go.
    """
    names = {row["market_id"]: row["market"] for row in rows.of("markets")}
    conflicts = _touching(rows)
    for market in rows.of("markets"):
        market_id = market["market_id"]
        series = series_of(
            rows.by("vendor_figures", "market_id").get(market_id, []),
            rows.by("market_estimates", "market_id").get(market_id, []),
            at,
        )
        name = f"markets/{stem(market_id)}"
        blocks = [
            (one.series_id, paper.block("series.html", 1, s=one, at=at, is_first=n == 0))
            for n, one in enumerate(series)
        ]
        pages, page_of = laid_out(blocks)
        related = _related(market, names)
        for one in series:
            page = numbered(name, page_of[one.series_id])
            at.estimates.update({row["estimate_id"]: f"{page}#est-{row['estimate_id']}" for row in one.estimates})
        paper.write_list(
            name,
            "market.html",
            pages,
            m=market,
            facets=[(facet, market[facet]) for facet in FACETS if market[facet]],
            other_names=[one for one in ids(market["names"]) if one.casefold() != market["market"].casefold()],
            related=related,
            scopes=scopes_of(market, related, rows, at),
            headline=_headline(series),
            conflicts=rows.at("conflicts", conflicts.get(market_id, [])),
            at=at,
            n_series=len(series),
            **_sections(rows, market_id, at),
        )


def _sections(rows: Rows, market_id: str, at: Addresses) -> dict[str, Any]:
    def of(mart: str) -> list[Row]:
        return rows.by(mart, "market_id").get(market_id, [])

    return {
        "documents": of("documents"),
        "growth": growth(of("growth_audit"), at),
        "divisions": divisions(of("segment_shares"), at),
        "segments": of("segments"),
        "tornado": tornado(of("drivers"), at),
        "players": players(of("companies")),
        "timeline": timeline(of("events"), at),
        "revisions": revision_groups(of("revisions"), at),
        "definitions": [{**row, "href": at.statements.get(row["definition_id"])} for row in of("definitions")],
        "rankings": [{**row, "href": at.statements.get(row["ranking_id"])} for row in of("rankings")],
        "technical": [{**row, "href": at.statements.get(row["technical_id"])} for row in of("technical_claims")],
        "bridges": of("bridges"),
    }


def _touching(rows: Rows) -> dict[str, list[int]]:
    """Numbers of conflicts by each market they are about."""
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows.of("conflicts", "market_id", "other_market_id")):
        for market_id in {row["market_id"], row["other_market_id"]} - {None}:
            found.setdefault(market_id, []).append(number)
    return found


def _related(market: Row, names: dict[str, str]) -> list[tuple[str, list[tuple[str, str]]]]:
    relations = (
        ("contains", market["contains_market_ids"]),
        ("part of", market["contained_in_market_ids"]),
        ("overlaps", market["overlaps_market_ids"]),
    )
    return [
        (word, [(one, names[one]) for one in ids(joined) if one in names]) for word, joined in relations if ids(joined)
    ]


def _headline(series: list[Series]) -> Row | None:
    """The estimate that the index shows: of the first series' years the one with most independent publishers, the latest
    stated before the later ones.
    """
    for one in series[:1]:
        if one.metric == "market_size" and one.segment is None and one.estimates:
            return max(
                one.estimates,
                key=lambda row: (row["n_independent"], row["status"] == "stated", -row["time_period_year"]),
            )
    return None
