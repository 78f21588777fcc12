"""One market as tables for the terminal: vendors side by side, conflicts, refusals, decisions, related scopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from rich.table import Table
from rich.text import Text

from pipelines.cli.terminal.tables import Justify, plain_table
from release.reading.figure_words import common_scale, figure, in_scale, year_words
from release.reading.market_reading import MarketView, Series, VendorFigure, YearRow
from release.reading.row_words import metric_words, words
from warehouse.values.wording import counted

MARKS = {"stated": "●", "inferred": "◐", "derived": "○"}
DEPENDENT = "≈"
LEGEND = (
    "● stated   ◐ stated, year inferred   ○ derived along the publisher's own path\n"
    "n/m: n independent of m publishers   ≈ not independent of another publisher in the row; together they count once\n"
    "interval: 90 % for the centre of independent publishers on the scope; for a refusal, the range of stated figures"
)
UNSURE_VINTAGE = {"possible": " (?)", "unknown": " ?"}
VINTAGE_LEGEND = "?  no date says whether the figure existed by then   (?)  a vague date allows both"
_VINTAGE: tuple[tuple[str, Justify], ...] = (("vintage", "left"),)
ROWS_OF_PARTS = 40
ID_CHARS = 10

_STYLES = {
    "agree": "green",
    "compatible": "green",
    "conflict_proven": "bold red",
    "conflict_likely": "yellow",
    "not_comparable": "magenta",
    "insufficient": "magenta",
}


def past_table(then: str, documents: Sequence[Mapping[str, Any]]) -> Iterable[Text | Table]:
    """The documents that the answer rests on, and those that were not there yet."""
    if not then:
        return
    counts = Counter(row["vintage"] for row in documents)
    words = {"known": "certainly there", "possible": "possibly", "unknown": "of unknown vintage", "absent": "not there"}
    yield Text(f"{then}: " + ", ".join(f"{counts[name]} {said}" for name, said in words.items() if counts[name]))
    table = plain_table(("vintage", "left"), ("publisher", "left"), ("document", "whole"), ("why", "left"))
    for row in documents:
        why = row["vintage_reason"] + ("" if row["is_included"] or row["vintage"] == "absent" else "; left out")
        table.add_row(row["vintage"], Text(row["publisher"] or "–"), Text(row["name"]), Text(why, style="dim"))
    yield table
    yield Text()


def market_tables(view: MarketView, everything: bool, past: Iterable[Text | Table]) -> Iterable[Text | Table]:
    """What `parallax show` prints, from top to bottom; `past` comes behind the head, `everything` keeps all parts."""
    yield Text(view.market, style="bold")
    yield Text(view.scope or "no known facet", style="dim")
    for one in view.classes:
        yield Text(f"{one.relation_words} {one.code}, {one.title}", style="dim")
    yield Text(
        f"{counted(view.n_documents, 'document')}, {counted(view.n_publishers, 'publisher')}, {counted(view.n_claims, 'claim')}\n",
        style="dim",
    )
    yield from past
    whole = [series for series in view.series if series.segment is None and len(series.years) > 1]
    parts = [series for series in view.series if series not in whole]
    if not view.series:
        yield Text("No estimate: no figure of this market has a comparable year and unit.\n")
    for series in whole:
        yield from _side_by_side(series)
    if parts:
        yield from _one_by_one(parts, everything)
    if view.series:
        has_vintages = any(year.vintage for series in view.series for year in series.years)
        yield Text(LEGEND + "\n" + (VINTAGE_LEGEND + "\n" if has_vintages else ""), style="dim")
    yield from _conflicts(view)
    yield from _refusals(view.series)
    yield from _decisions(view)
    yield from _neighbours(view)


def _side_by_side(series: Series) -> Iterable[Text | Table]:
    values = [year.estimate for year in series.years if year.estimate is not None]
    values += [float(vendor.value) for year in series.years for vendor in year.figures.values()]
    scale, unit = common_scale(values, series.unit)
    yield Text.assemble((_named(series), "bold"), f" · {series.area} · {unit}")
    table = plain_table(
        ("year", "left"), ("estimate", "right"), ("centre", "right"), ("next publisher", "right"), ("verdict", "left"), *_vintage_column(series),
        ("n/m", "left"),
        *((publisher, "right") for publisher in series.publishers), ("id", "left"),
    )  # fmt: skip
    for column in table.columns:  # only the long names of publishers may wrap
        column.no_wrap = column.header not in series.publishers
    for year in series.years:
        table.add_row(
            _when(series, year),
            Text(in_scale(year.estimate, scale), style="bold"),
            _range(year.low, year.high, scale),
            _range(year.predicted_low, year.predicted_high, scale),
            _verdict(year),
            *_vintage(year),
            Text(f"{year.n_independent}/{year.n_publishers}", style="dim"),
            *(
                _vendor(vendor, year, "" if vendor is None else in_scale(vendor.value, scale))
                for vendor in map(year.figures.get, series.publishers)
            ),
            Text(year.estimate_id[:ID_CHARS], style="dim"),
        )
    yield table
    yield Text()


def _range(low: float | None, high: float | None, scale: Decimal) -> str:
    return "" if low is None or high is None or low == high else f"{in_scale(low, scale)} – {in_scale(high, scale)}"


def _when(series: Series, year: YearRow) -> str:
    """The year; of a growth rate the last one of its period."""
    return f"to {year.year}" if series.metric == "cagr" else str(year.year)


def _one_by_one(parts: Sequence[Series], everything: bool) -> Iterable[Text | Table]:
    yield Text("Growth, shares, segments and areas", style="bold")
    table = plain_table(
        ("metric", "left"), ("segment", "left"), ("area", "left"), ("year", "left"), ("estimate", "right"),
        ("verdict", "left"), *_vintage_column(parts[0]), ("vendors", "left"), ("id", "left"),
    )  # fmt: skip
    rows = [(series, year) for series in parts for year in series.years]
    shown = rows if everything else rows[:ROWS_OF_PARTS]
    for series, year in shown:
        vendors = Text("; ").join(
            Text.assemble(f"{name} ", _vendor(vendor, year, figure(vendor.value, series.unit)))
            for name, vendor in sorted(year.figures.items())
        )
        table.add_row(
            _named(series),
            series.segment or "",
            series.area,
            _when(series, year),
            Text(figure(year.estimate, series.unit), style="bold"),
            _verdict(year),
            *_vintage(year),
            vendors,
            Text(year.estimate_id[:ID_CHARS], style="dim"),
        )
    yield table
    if len(shown) < len(rows):
        yield Text(f"… and {len(rows) - len(shown)} more; --all shows them", style="dim")
    yield Text()


def _vendor(vendor: VendorFigure | None, year: YearRow, value: str) -> Text:
    """A publisher's figure with its mark, and the sign of those that share a source with another one of the year."""
    if vendor is None:
        return Text("–", style="dim")
    shared = [other for other in year.figures.values() if other.cluster_id == vendor.cluster_id]
    sign = DEPENDENT if len(shared) > 1 else ""
    style = "dim" if vendor.status == "derived" else ""
    unsure = UNSURE_VINTAGE.get(vendor.vintage or "", "")
    return Text(f"{sign}{value} {MARKS.get(vendor.status, '?')}{unsure}", style=style)


def _vintage_column(series: Series) -> tuple[tuple[str, Justify], ...]:
    """A column of its own where the past is asked."""
    return _VINTAGE if any(year.vintage for year in series.years) else ()


def _vintage(year: YearRow) -> list[Text]:
    return [] if year.vintage is None else [Text(year.vintage, style="" if year.vintage == "known" else "yellow")]


def _verdict(year: YearRow) -> Text:
    return Text(words(year.verdict), style=_STYLES.get(year.verdict, ""))


def _conflicts(view: MarketView) -> Iterable[Text | Table]:
    if not view.conflicts:
        return
    yield Text(f"Conflicts and limits of comparison ({len(view.conflicts)})", style="bold")
    table = plain_table(
        ("verdict", "left"), *(_VINTAGE if "vintage" in view.conflicts[0] else ()),
        ("what", "left"), ("year", "left"), ("explanation", "left"), ("id", "left"),
    )  # fmt: skip
    for row in view.conflicts:
        table.add_row(
            Text(words(row["verdict"]), style=_STYLES.get(row["verdict"], "")),
            *([str(row["vintage"])] if "vintage" in row else []),
            f"{words(row['kind'])}, {metric_words(row['metric'])}",
            year_words(row["years"]),
            Text(row["explanation"]),
            Text(row["conflict_id"][:ID_CHARS], style="dim"),
        )
    yield table
    yield Text()


def _refusals(series: Sequence[Series]) -> Iterable[Text | Table]:
    refused = [(one, year) for one in series for year in one.years if year.estimate is None]
    if not refused:
        return
    yield Text(f"Refusals ({len(refused)})", style="bold")
    table = plain_table(("what", "left"), ("year", "left"), ("reason", "left"), ("id", "left"))
    for one, year in refused:
        part = f", {one.segment}" if one.segment else ""
        table.add_row(
            f"{metric_words(one.metric)}{part}, {one.area}",
            str(year.year),
            Text(year.reason),
            Text(year.estimate_id[:ID_CHARS], style="dim"),
        )
    yield table
    yield Text()


def _decisions(view: MarketView) -> Iterable[Text | Table]:
    if not view.decisions:
        return
    yield Text(f"Human decisions ({len(view.decisions)})", style="bold")
    table = plain_table(("decision", "left"), ("who, when, why", "left"), ("state", "left"), ("id", "left"))
    for row in view.decisions:
        table.add_row(
            Text(f"{words(row['kind'])}: {row['decides']}"),
            Text(f"{row['author']}, {row['decided_on']}: {row['reason']}"),
            Text(words(row["state"])),
            Text(row["decision_id"][:ID_CHARS], style="dim"),
        )
    yield table
    yield Text()


def _neighbours(view: MarketView) -> Iterable[Text | Table]:
    notes = [(one, year) for one in view.series for year in one.years if year.related_scopes]
    if not view.neighbours and not notes:
        return
    yield Text("Related scopes, never pooled", style="bold")
    if view.neighbours:
        table = plain_table(("relation", "left"), ("market", "left"), ("scope", "left"))
        for neighbour in view.neighbours:
            table.add_row(words(neighbour.relation), Text(neighbour.market), Text(neighbour.scope, style="dim"))
        yield table
    if notes:
        table = plain_table(("what", "left"), ("year", "left"), ("compared with", "left"))
        for one, year in notes:
            what = ", ".join(part for part in (metric_words(one.metric), one.segment, one.area) if part)
            table.add_row(Text(what), _when(one, year), Text(str(year.related_scopes), style="dim"))
        yield table


def _named(series: Series) -> str:
    """Metric, and the basis where one is stated: "market size (retail)"."""
    return f"{metric_words(series.metric)} ({series.basis})" if series.basis else metric_words(series.metric)
