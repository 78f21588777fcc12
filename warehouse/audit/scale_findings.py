"""Figures of one text that must have one order of magnitude: prices against example sizes, counts against capacities, costs against totals.

Belongs here: rules piece_price, lines_of_capacity and costs_against_market. Powers and other sums of equal parts stand
in `computed_totals.py`, a count times a price of one year in `print_findings.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.document_figures import DocumentFigure
from warehouse.audit.findings import Finding
from warehouse.doubt import comparable
from warehouse.policy import PiecePrice, Policy
from warehouse.resolve.claims.core_figure_contexts import without_plural_s
from warehouse.step import Frames
from warehouse.values.conflict_records import Place
from warehouse.values.keys import BASE_CURRENCY
from warehouse.values.rounding_bands import EXACT, Band, band_in_claim
from warehouse.values.wording import amount, listed, plain

_CAPACITY_RULE = "count.capacity_of_other"
_BESIDE_CLAIMS = ("core.figure_contexts", "core.technical_claims")
Row = Mapping[str, Any]


def scales(frames: Frames, figures: Sequence[DocumentFigure], policy: Policy) -> Iterator[Finding]:
    """Every finding of scale on current documents.

    Args:
        frames: core.claims, core.documents, core.technical_claims, core.figure_contexts.
        figures: own figures.
        policy: prices of pieces, words of lines.

    Yields:
        Flags where figures cannot be of one thing, and derived counts that the text does not state.
    """
    documents = frames["core.documents"].filter(pl.col("status") == "stated").select("document_id")
    claims = frames["core.claims"].filter(pl.col("status") == "stated").join(documents, on="document_id", how="semi")
    by_document: defaultdict[str, list[Row]] = defaultdict(list)
    for row in claims.sort("claim_id").iter_rows(named=True):
        by_document[row["document_id"]].append(row)
    usable, technical = (comparable(frames[name], frames["core.claims"]) for name in _BESIDE_CLAIMS)
    contexts = {(row["document_id"], row["char_start"], row["char_end"]): row for row in usable.iter_rows(named=True)}
    counts: defaultdict[str, list[tuple[Row, Row]]] = defaultdict(list)
    technical = technical.filter(pl.col("measure") == "unit_count", pl.col("status") == "stated")
    for row in technical.sort("document_id", "char_start", "technical_id").iter_rows(named=True):
        context = contexts.get((row["document_id"], row["char_start"], row["char_end"]))
        if context is not None:
            counts[row["document_id"]].append((row, context))
    sizes: defaultdict[str, list[DocumentFigure]] = defaultdict(list)
    for figure in figures:
        sizes[figure.document_id].append(figure)
    listings: defaultdict[str, list[Row]] = defaultdict(list)
    for (document_id, *_), row in sorted(contexts.items()):
        if row["actors"]:
            listings[document_id].append(row)
    for document_id in sorted(by_document):
        rows = by_document[document_id]
        yield from piece_prices(rows, counts[document_id], policy)
        yield from lines_of_capacity(rows, policy)
        yield from costs_against_market(rows, listings[document_id], sizes[document_id])


def piece_prices(claims: Sequence[Row], counts: Sequence[tuple[Row, Row]], policy: Policy) -> Iterator[Finding]:
    """An average price per unit over the pieces that the text's own examples of that unit hold.

    price per unit / pieces per unit = price per piece. It is flagged where even the smallest example gives less than
    the reviewed share of a piece's lowest price; the size that the average price buys is named with the assumption.

    Args:
        claims: stated claims of one document.
        counts: technical counts of it, each with its sentence.
        policy: prices of pieces.
    """
    for price in claims:
        if price["metric"] != "price" or price["unit_measure"] != BASE_CURRENCY or not price["unit_per"]:
            continue
        unit, band = without_plural_s(price["unit_per"]), band_in_claim(price)
        by_piece: defaultdict[str, dict[Decimal, Row]] = defaultdict(dict)
        for row, context in counts:
            piece = without_plural_s(row["unit_measure"])
            if unit in context["units"] and piece in policy.figure_scale.piece_prices_usd and row["obs_value"] > 0:
                by_piece[piece].setdefault(row["obs_value"], row)
        for piece in sorted(by_piece):
            known, examples = policy.figure_scale.piece_prices_usd[piece], by_piece[piece]
            fewest = min(examples)
            least = EXACT.multiply(EXACT.multiply(fewest, known.low), policy.figure_scale.implausible_below_share)
            if band.high is not None and band.high < least:
                yield _piece_price(price, piece, examples, known, band)


def _piece_price(price: Row, piece: str, examples: Mapping[Decimal, Row], known: PiecePrice, band: Band) -> Finding:
    value, fewest = price["obs_value"], min(examples)
    each = "; ".join(
        f"{price['value_as_printed']} / {plain(size)} = {amount(EXACT.divide(value, size), BASE_CURRENCY)} per {piece}"
        for size in sorted(examples)
    )
    bought = [plain(EXACT.divide(value, cost)) for cost in (known.high, known.low)]
    low, high = EXACT.multiply(fewest, known.low), EXACT.multiply(fewest, known.high)
    return Finding(
        rule="piece_price",
        outcome="flag",
        document_id=price["document_id"],
        publisher_id=price["publisher_id"],
        place=_place(price, "price", BASE_CURRENCY),
        claim_ids=tuple(
            sorted({price["claim_id"], *(row["claim_id"] for row in examples.values() if row["claim_id"])})
        ),
        explanation=(
            f"price per {without_plural_s(price['unit_per'])} / {piece}s in an example = price per {piece}: {each}; a {piece} is taken "
            f"to cost {amount(known.low, BASE_CURRENCY)} to {amount(known.high, BASE_CURRENCY)} ({known.why}), so the average "
            f"and the examples are not of one scale; on that assumption the average buys {bought[0]} to {bought[1]} {piece}s"
        ),
        stated=value,
        stated_band=band,
        expected=low,
        expected_band=Band(low, high),
        spans=tuple((row["char_start"], row["char_end"]) for row in examples.values()),
    )


def lines_of_capacity(claims: Sequence[Row], policy: Policy) -> Iterator[Finding]:
    """Units of one year over what one line makes in a year: a count of lines that nobody states.

    Args:
        claims: stated claims of one document.
        policy: words of lines, and nouns that count without naming.
    """
    generic = policy.comparability.generic_count_nouns
    for capacity in claims:
        said = (capacity["subject"] or "").casefold().replace("-", " ").split()
        line = next((word for word in policy.figure_scale.line_words if word in said), None)
        if capacity["rule"] != _CAPACITY_RULE or line is None or capacity["obs_value"] <= 0:
            continue
        product, per_line = (
            without_plural_s((capacity["unit_measure"] or "").split(" ")[-1]),
            band_in_claim(capacity),
        )
        for volume in claims:
            counted = without_plural_s((volume["unit_measure"] or "").split(" ")[-1])
            is_whole = volume["segment"] is None and volume["ref_area"] == WORLD
            if volume["metric"] != "volume" or not is_whole or volume["market_id"] != capacity["market_id"]:
                continue
            if counted != product and (counted in generic) == (product in generic):
                continue
            yield _lines(volume, capacity, line, band_in_claim(volume), per_line)


def _lines(volume: Row, capacity: Row, line: str, counted: Band, per_line: Band) -> Finding:
    count, slow = volume["obs_value"], capacity["obs_value"]
    fast = capacity["obs_value_high"] or slow
    low, high = EXACT.divide(count, fast), EXACT.divide(count, slow)
    middle = EXACT.divide(count, EXACT.divide(slow + fast, Decimal(2)))
    least, most = (
        EXACT.divide(a, b) if a is not None and b else None
        for a, b in ((counted.low, per_line.high), (counted.high, per_line.low))
    )
    return Finding(
        rule="lines_of_capacity",
        outcome="derived",
        document_id=volume["document_id"],
        publisher_id=volume["publisher_id"],
        place=_place(volume, "volume", f"{line}s"),
        claim_ids=tuple(sorted({volume["claim_id"], capacity["claim_id"]})),
        explanation=(
            f"units of a year / capacity of one {line} = {line}s: {volume['value_as_printed']} / "
            f"{capacity['value_as_printed']} = {plain(low)} to {plain(high)} {line}s; the text states no such count, and what "
            f"a {line} is here may be a manner of speaking: a note, no figure of the publisher"
        ),
        expected=middle,
        expected_band=Band(least, most),
    )


def costs_against_market(
    claims: Sequence[Row], contexts: Sequence[Row], figures: Iterable[DocumentFigure]
) -> Iterator[Finding]:
    """What the actors named beside a cost would spend with one such item each, against the text's own market of a year.

    n actors x cost per item: consistent where its upper end lies within the market, else a flag. No error: what an
    actor spends need not be sales of this market, and not each buys one a year.

    Args:
        claims: stated claims of one document.
        contexts: sentences of it that list actors.
        figures: own figures of it.
    """
    first: dict[str | None, DocumentFigure] = {}
    for figure in sorted(figures, key=lambda one: (one.place.year or 0, one.claim_ids)):
        place = figure.place
        if (place.metric, place.segment_key, place.ref_area) == ("market_size", None, WORLD) and place.year:
            first.setdefault(place.market_id, figure)
    by_id = {row["claim_id"]: row for row in claims}
    for context in contexts:
        cost = by_id.get(context["claim_id"])
        if cost is None or cost["unit_measure"] != BASE_CURRENCY or not cost["unit_per"]:
            continue
        total = first.get(cost["market_id"])
        if (
            total is not None
            and total.place.unit_measure == BASE_CURRENCY
            and cost["metric"] in ("other_numeric", "price")
        ):
            yield _costs(cost, context, total)


def _costs(cost: Row, context: Row, total: DocumentFigure) -> Finding:
    actors, band = context["actors"], band_in_claim(cost)
    n = Decimal(len(actors))
    low, high = (EXACT.multiply(n, end) for end in (cost["obs_value"], cost["obs_value_high"] or cost["obs_value"]))
    is_above = total.band.high is not None and high > total.band.high
    year, per = total.place.year, without_plural_s(cost["unit_per"])
    unit = total.place.unit_measure
    outcome = (
        f"one {per} each at the upper end exceeds the whole market"
        if is_above
        else f"one {per} each lies within the market"
    )
    return Finding(
        rule="costs_against_market",
        outcome="flag" if is_above else "consistent",
        document_id=cost["document_id"],
        publisher_id=cost["publisher_id"],
        place=total.place,
        claim_ids=tuple(sorted({cost["claim_id"], *total.claim_ids})),
        explanation=(
            f"actors x cost per {per}: {len(actors)} ({listed(actors)}) x {cost['value_as_printed']} = {amount(low, unit)} to "
            f"{amount(high, unit)} against {total.party.words} of the whole market in {year}: {outcome}; spending of its "
            "buyers and the market's yearly value need not be counted alike"
        ),
        stated=total.value,
        stated_band=total.band,
        expected=high,
        expected_band=band.times(n),
        spans=((context["actors_start"], context["actors_end"]),),
    )


def _place(claim: Row, metric: str, unit: str) -> Place:
    year = claim["time_period_year"] or claim["time_period_inferred"]
    return Place(claim["market_id"], claim["segment_key"], claim["ref_area"], metric, unit, year)
