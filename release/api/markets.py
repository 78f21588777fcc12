"""The markets, the market that a name means, and one market with all its series.

Belongs here: the questions `find_markets` and `market`. A name answers only where it is the market's own, but for a slip
of the finger: a name that merely holds the words is another scope until somebody says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from release.api import answer_forms, row_forms, rows
from release.api.problems import Candidate, QuestionError
from release.api.source import Source, told
from release.reading.market_reading import Series, SeriesHead, view_market
from release.reading.market_search import find_markets
from release.reading.published_figure import comparators_of, is_independent
from release.reading.row_words import Row, split_ids
from warehouse.connection import query

LIST_MARTS = ("markets",)
MARTS = ("markets", "market_estimates", "vendor_figures", "conflicts", "claims", "decisions")
MOST_FOUND = 200
SUGGESTED = 5
SLIP = 90.0  # of 100: how alike two names are that differ by a slip of the finger
_TAIL = re.compile(r"(?i)(?<!\s)\s++markets?(\s++size)?\s*+$")  # "heat pump market" is the market of heat pumps


def markets(source: Source, words: str | None, limit: int, offset: int) -> answer_forms.MarketPage:
    """Markets by name, best first; all of them, those with most publishers first, where no words are given.

    Args:
        source: who answers.
        words: a name, words of it, or an id.
        limit: most that are given.
        offset: how many are passed over.
    """
    known = {row["market_id"]: row for row in _all(source)}
    if words is None or not words.strip():
        found = [rows.market(row) for row in known.values()]
    else:
        found = [rows.market(known[m.market_id], m.score) for m in _matches(source, words, MOST_FOUND)]
    return answer_forms.MarketPage(
        **told(source), total=len(found), limit=limit, offset=offset, markets=found[offset : offset + limit]
    )


def market_named(source: Source, words: str) -> tuple[row_forms.MarketFound, str | None]:
    """The one market of that name, and a note where the name is not quite its own.

    Raises:
        QuestionError: none, or several; the candidates are those whose names hold the words or resemble them.
    """
    matches = _matches(source, words, SUGGESTED)
    known = {row["market_id"]: row for row in _all(source)} if matches else {}
    near = [match for match in matches if match.score == 100.0 or _is_slip(words, known[match.market_id])]
    if len(near) == 1 or (near and near[0].score == 100.0):
        found = rows.market(known[near[0].market_id], near[0].score)
        note = None if near[0].score == 100.0 else f"no market is named “{words}”; read as “{found.market}”"
        return found, note
    candidates = [Candidate(id=match.market_id, name=match.market) for match in (near or matches)]
    if near:
        raise QuestionError("ambiguous", f"{words}: several markets have this name; ask with an id", candidates)
    raise QuestionError(
        "not-found",
        f"{words}: release {source.release.release_id} has no market of that name"
        + (
            "; the candidates have similar names but may have another scope; ask with an id"
            if candidates
            else "; search with fewer words, or list the markets"
        ),
        candidates,
    )


def market(source: Source, words: str, metric: str | None, limit: int, offset: int) -> answer_forms.MarketAnswer:
    """One market: every series by year with the vendors side by side, whole market before parts.

    Args:
        source: who answers.
        words: the market's name or id.
        metric: only series of this metric.
        limit: most series that are given.
        offset: series passed over.

    Raises:
        QuestionError: no such market, or several.
    """
    found, _ = market_named(source, words)
    view = view_market(source.database, found.market_id)
    series = [one for one in view.series if metric is None or one.metric == metric]
    stated = [row for one in series for year in one.years for row in year.stated]
    comparators = comparators_of(source.database, stated)
    return answer_forms.MarketAnswer(
        **told(source),
        total=len(series),
        limit=limit,
        offset=offset,
        market=found,
        related=[
            answer_forms.ScopeRelation(market_id=one.market_id, market=one.market, relation=one.relation)
            for one in view.neighbours
        ],
        industry_classes=[
            answer_forms.IndustryClass(code=one.code, title=one.title, relation=one.relation) for one in view.classes
        ],
        n_conflicts=len(view.conflicts),
        n_decisions=len(view.decisions),
        series=[_series(one, comparators) for one in series[offset : offset + limit]],
    )


def _series(one: Series, comparators: Mapping[str, str]) -> answer_forms.SeriesAnswer:
    years = [
        row_forms.YearOfSeries(
            **rows.estimate_fields(year.row),
            figures=rows.vendor_figures(year.stated, {}, comparators, independent=is_independent(year.row)),
        )
        for year in one.years
    ]
    return answer_forms.SeriesAnswer(
        **{name: getattr(one, name) for name in SeriesHead.__slots__}, publishers=list(one.publishers), years=years
    )


def _all(source: Source) -> list[dict[str, Any]]:
    return query(
        source.database, "SELECT * FROM marts.markets ORDER BY n_publishers DESC, n_claims DESC, market_id"
    ).to_dicts()


def _matches(source: Source, words: str, limit: int) -> list[Any]:
    found = find_markets(source.database, words, limit)
    bare = _TAIL.sub("", words)
    if bare != words and not (found and found[0].score == 100.0):
        found = find_markets(source.database, bare, limit) or found
    return found


def _is_slip(words: str, row: Row) -> bool:
    from rapidfuzz import fuzz
    from rapidfuzz.utils import default_process

    asked = default_process(_TAIL.sub("", words))
    names = [row["market"], *split_ids(row["names"])]
    return any(fuzz.token_sort_ratio(asked, default_process(name)) >= SLIP for name in names if name)
