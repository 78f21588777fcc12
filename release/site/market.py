"""The market pages: one per market, with everything a release holds of it.

Belongs here: which sections a page has and in which order; a market whose series fill more than a page goes on over
further ones. What stands in the sections beside the series: `sections.py`.
"""

from __future__ import annotations

from functools import partial

from release.reading.industry_classes import industry_classes
from release.reading.market_reading import relations_of
from release.reading.row_words import split_ids
from release.site.addresses import Addresses, numbered, stem
from release.site.answer import Answer, answer_of
from release.site.disputes import Disputes, with_sentences
from release.site.kept import Parts
from release.site.paper import LARGEST, Paper, laid_out
from release.site.rows import Groups, Row, Rows
from release.site.scopes import scopes_of
from release.site.sections import contents_of, sections_of
from release.site.series import COLUMNS, Series, series_of
from warehouse.schema.table import literal

MARKETS = ("market_id", "other_market_id")  # columns of marts.conflicts
FACETS = ("product", "technology", "workload", "layer", "value_basis", "deployment")
_RELATIONS = {"contained_in": "part of"}  # what a page calls them, where it is another word


def write_markets(rows: Rows, at: Addresses, paper: Paper, parts: Parts) -> None:
    """Writes the page of every market and enters its estimates' addresses.

    Args:
        rows: the marts.
        at: has the addresses of claims and conflicts, gets those of estimates.
        paper: where the pages go.
        parts: takes over what did not change.
    """
    markets = rows.by("markets", "market_id")
    conflicts = Disputes(rows, MARKETS, lambda row: {row[column] for column in MARKETS} - {None})
    for market_id in markets:
        name = f"markets/{stem(market_id)}"
        parts.pages(name, partial(_write_market, market_id, name, markets, conflicts, rows, at, paper))


def _write_market(
    market_id: str, name: str, markets: Groups, conflicts: Disputes, rows: Rows, at: Addresses, paper: Paper
) -> None:
    market = markets[market_id][0]
    figures = rows.by("vendor_figures", "market_id", *COLUMNS).get(market_id, [])
    estimates = rows.by("market_estimates", "market_id").get(market_id, [])
    answer = answer_of(estimates, figures, rows)
    series = _answer_first(series_of(figures, estimates, at), answer)
    related = _related(market, markets)
    told = {
        "scopes": scopes_of(market, related, rows, at),
        "conflicts": with_sentences(conflicts.of(market_id, f"{literal(market_id)} IN ({', '.join(MARKETS)})"), rows),
        **sections_of(rows, market_id, at),
    }
    sections = paper.block("market_sections.html", 1, at=at, m=market, **told)
    blocks = (
        (one.series_id, paper.block("series.html", 1, s=one, at=at, is_first=n == 0)) for n, one in enumerate(series)
    )
    pages, page_of = laid_out(blocks, first=LARGEST - len(sections.encode("utf-8", "replace")))
    for one in series:
        page = numbered(name, page_of[one.series_id])
        at.estimates.update({row["estimate_id"]: f"{page}#est-{row['estimate_id']}" for row in one.estimates})
    paper.write_list(
        name,
        "market.html",
        pages,
        m=market,
        facets=[(facet, market[facet]) for facet in FACETS if market[facet]],
        other_names=[one for one in split_ids(market["names"]) if one.casefold() != market["market"].casefold()],
        related=related,
        classes=tuple(industry_classes(market)),
        answer=answer,
        contents=contents_of(told, len(series)),
        at=at,
        sections=sections,
    )


def _answer_first(series: list[Series], answer: Answer | None) -> list[Series]:
    """The series in their order, that of the answer before the others: a national size where no global one is stated."""
    return sorted(series, key=lambda one: answer is None or one.series_id != answer.size["series_id"])


def _related(market: Row, markets: Groups) -> list[tuple[str, list[tuple[str, str]]]]:
    told = [(_RELATIONS.get(word, word), ids) for word, ids in relations_of(market) if ids]
    names = markets.known(one for _, ids in told for one in ids)
    return [(word, [(one, names[one][0]["market"]) for one in ids if one in names]) for word, ids in told]
