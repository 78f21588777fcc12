"""Technical figures for the comparison engine: of one product, of one quantity, per piece, per node, in bands of size.

Belongs here: statements of core.technical_claims and the bands of core.segments, and what two of them imply. What a technical
figure is tested against is read in `warehouse/resolve`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

import polars as pl

from sources.grammar.technical import technical_words
from warehouse.compare.comparison_engine import Compared, Outcome, Row, Statement, attributed
from warehouse.resolve.scopes.concept_hierarchy import hypernyms
from warehouse.resolve.statements.hardware_facts import HardwareFact, hardware_facts, is_per_device
from warehouse.resolve.words.tokens import tokens_of
from warehouse.values.distances import Verdict
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import plain, times

# Units of one quantity, in its smallest: figures of measures with such units stand beside each other.
_IN_WATTS = {"W": Decimal(1), "kW": Decimal(1_000), "MW": Decimal(1_000_000), "GW": Decimal(1_000_000_000)}
_DIMENSIONS = ("power", "energy", "bytes")  # quantities of which a whole holds the sum over its pieces and more
_NODES = frozenset({"per node", "per server"})
_LARGE = Decimal(1_000)  # a smaller count is of parts of a thing, not of the things that bands sort


def _rows(compared: Compared) -> Iterator[Row]:
    return compared.stated("core.technical_claims").sort("technical_id").iter_rows(named=True)


def _statement(
    row: Row, compared: Compared, value: Decimal, words: str, key: object = None, has_claim: bool = True
) -> Statement:
    claims = (row["claim_id"],) if has_claim and row["claim_id"] else ()
    who = (compared.names[row["publisher_id"]],)
    return Statement(row["market_id"], who, value, words, claims, (row["technical_id"],), key, row)


def _of_first_publishers(compared: Compared) -> list[Row]:
    """Rows of the publishers that are paired: the first ones in alphabetical order where a market has many."""
    rows = list(_rows(compared))
    publishers: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        publishers[row["market_id"]].add(row["publisher_id"])
    at_most = compared.policy.comparability.related_shown_at_most
    paired = {market: frozenset(sorted(of_market)[:at_most]) for market, of_market in publishers.items()}
    chosen = (row for row in rows if row["publisher_id"] in paired[row["market_id"]])
    return sorted(chosen, key=lambda row: (row["publisher_id"], row["technical_id"]))


def of_products(compared: Compared) -> Iterator[Statement]:
    """Figures that name their product."""
    for row in _of_first_publishers(compared):
        if row["product"]:
            key = (row["product"], row["measure"], row["unit_measure"])
            yield _statement(row, compared, row["obs_value"], _printed(row, compared), key)


def against_reference(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """Two figures of one product: a conflict only where the reference contradicts one of two unequal ones."""
    rows = (one.detail, two.detail)
    verdicts = {row["verdict"] for row in rows}
    verdict: Verdict = "not_comparable"
    outcome = "no reference decides"
    if one.value == two.value:
        verdict, outcome = "agree", "equal"
    elif verdicts == {"consistent"}:
        verdict, outcome = "compatible", "both fit a reference, of different variants"
    elif verdicts == {"consistent", "contradicts"}:
        right, wrong = sorted(rows, key=lambda row: row["verdict"] == "contradicts")
        who = compared.names[wrong["publisher_id"]]
        verdict = "conflict_proven"
        outcome = f"decided by reference: {right['reason']}; the figure of {who} is kept and not used"
    what = f"{rows[0]['measure'].replace('_', ' ')} of {rows[0]['product']}"
    words = {"what": what, "outcome": outcome, "measure": rows[0]["measure"], "unit": rows[0]["unit_measure"]}
    yield Outcome(one, two, words, verdict)


def of_quantities(compared: Compared) -> Iterator[Statement]:
    """The largest figure of each quantity that a publisher states of a market, with all of them in words."""
    groups: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in _of_first_publishers(compared):
        quantity = _quantity(row)[0]
        if quantity and row["claim_id"]:
            groups[row["market_id"], row["publisher_id"], quantity].append(row)
    for (market, publisher, quantity), rows in groups.items():
        most = max(rows, key=lambda row: (_quantity(row)[1], row["technical_id"]))
        claims = tuple(sorted({row["claim_id"] for row in rows}))
        ids = tuple(sorted(row["technical_id"] for row in rows))
        every = "; ".join(dict.fromkeys(_printed(row, compared) for row in rows))
        who, value = (compared.names[publisher],), _quantity(most)[1]
        yield Statement(market, who, value, _printed(most, compared), claims, ids, quantity, every)


def of_one_quantity(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """All figures of one quantity on both sides."""
    del compared
    quantity = str(one.key)
    unit = "W" if quantity == "power" else "units"
    metric = quantity.replace(" ", "_")
    yield Outcome(
        one, two, {"quantity": quantity, "metric": metric, "unit": unit, "one": one.detail, "two": two.detail}
    )


def _quantity(row: Row) -> tuple[str | None, Decimal]:
    if row["unit_measure"] in _IN_WATTS:
        return "power", row["obs_value"] * _IN_WATTS[row["unit_measure"]]
    if row["measure"] == "unit_count":
        return "unit count", row["obs_value_high"] or row["obs_value"]
    return None, row["obs_value"]


def _figure(row: Row) -> str:
    high = f" to {plain(row['obs_value_high'])}" if row["obs_value_high"] is not None else ""
    sign = "" if row["comparator"] == "=" else row["comparator"]
    return f"{sign}{plain(row['obs_value'])}{high} {row['unit_measure']}"


def _printed(row: Row, compared: Compared) -> str:
    of = row["product"] or row["subject"] or "no product named"
    basis = f", {row['basis']}" if row["basis"] else ""
    return f"{compared.names[row['publisher_id']]} {_figure(row)} ({of}{basis})"


def pieces_alone(compared: Compared) -> Iterator[Statement]:
    """Figures of one piece by itself, in the base unit of their dimension."""
    for row, base, value in _of_dimensions(compared):
        basis = row["basis"] or row["reference_basis"]
        if pieces_of(row["product"]) is None and is_per_device(basis):
            who, what = compared.names[row["publisher_id"]], row["measure"].replace("_", " ")
            words = f"{who} {plain(value)} {base} {basis} ({row['product']} alone, {what})"
            yield _statement(row, compared, value, words, base)


def pieces_of_wholes(compared: Compared) -> Iterator[Statement]:
    """Figures of a whole divided by the pieces it holds; how many these are is asked of the reference table."""
    for row, base, value in _of_dimensions(compared):
        if (count := pieces_of(row["product"])) is not None:
            each = EXACT.divide(value, count.value)
            words = (
                f"{compared.names[row['publisher_id']]} {plain(row['obs_value'])} {row['unit_measure']} / "
                f"{plain(count.value)} {count.unit}s of a {row['product']} = {plain(each)} {base} per {count.unit} within "
                "the whole, with all else it feeds"
            )
            yield _statement(row, compared, each, words, base)


def _of_dimensions(compared: Compared) -> Iterator[tuple[Row, str, Decimal]]:
    units = technical_words().units
    for row in _rows(compared):
        unit = units.get(row["unit_measure"])
        if unit is not None and unit.of in _DIMENSIONS and row["comparator"] in "=~" and row["product"]:
            base = next(name for name, other in units.items() if other.of == unit.of)
            yield row, base, EXACT.multiply(row["obs_value"], unit.factor)


def piece_and_part(alone: Statement, part: Statement, compared: Compared) -> Iterator[Outcome]:
    """A whole feeds more than its pieces, so this is never a conflict; the ratio says what the scope is worth."""
    del compared
    low, high = sorted((alone.value, part.value))
    base = str(alone.key)
    dimension = technical_words().units[base].of
    ratio = times(EXACT.divide(high, low)) if low else "no ratio"
    yield Outcome(alone, part, {"dimension": dimension, "ratio": ratio, "unit": base})


def pieces_of(product: str) -> HardwareFact | None:
    """The reference figure of how many pieces a product holds; None for one that is a piece itself or unknown."""
    facts = hardware_facts().get(product.lower(), ())
    return next((fact for fact in facts if fact.measure == "unit_count" and fact.value > 1), None)


def counts_in_nodes(compared: Compared) -> Iterator[Statement]:
    """Counts of pieces within one node."""
    for row in _rows(compared):
        if row["measure"] == "unit_count" and row["basis"] in _NODES:
            most = row["obs_value_high"] or row["obs_value"]
            low = f"{plain(row['obs_value'])} to " if row["obs_value_high"] is not None else ""
            who = compared.names[row["publisher_id"]]
            words = f"{who} {low}{plain(most)} {row['unit_measure']} {row['basis']}"
            yield _statement(row, compared, most, words, _noun(row["unit_measure"]), has_claim=False)


def products_of_pieces(compared: Compared) -> Iterator[Statement]:
    """Products that hold several pieces in one rack, by the reference table; one per publisher and market."""
    seen: set[tuple[str, str, str]] = set()
    for row in _rows(compared):
        place = (row["market_id"], row["publisher_id"], row["product"])
        is_count = row["measure"] == "unit_count" and row["basis"] in _NODES
        if is_count or not row["product"] or place in seen or (fact := pieces_of(row["product"])) is None:
            continue
        seen.add(place)
        who = compared.names[row["publisher_id"]]
        words = f"{row['product']} of {who} with {plain(fact.value)} {fact.unit}s in one rack"
        yield _statement(row, compared, fact.value, words, _noun(fact.unit), has_claim=False)


def node_and_rack(count: Statement, rack: Statement, compared: Compared) -> Iterator[Outcome]:
    """A rack that holds more pieces than a node; both counts may be right."""
    del compared
    fact = pieces_of(rack.detail["product"])
    if fact is not None and rack.value > count.value:
        yield Outcome(count, rack, {"source": fact.source})


def _noun(unit: str) -> str:
    return unit.rstrip("s").lower()


def uppermost_bands(compared: Compared) -> Iterator[Statement]:
    """The open upper band of the first division by size of each publisher and market."""
    bands = attributed(
        compared.frames["core.segments"], pl.col("bound_low") >= int(_LARGE), pl.col("bound_high").is_null()
    ).sort("market_id", "document_id", "char_start")
    for row in bands.unique(["market_id", "publisher_id"], keep="first", maintain_order=True).iter_rows(named=True):
        place = (f"{row['document_id']}:{row['char_start']}-{row['char_end']}",)
        who, low = (compared.names[row["publisher_id"]],), Decimal(row["bound_low"])
        yield Statement(row["market_id"], who, low, row["segment"], (), place, detail=row)


def large_counts(compared: Compared) -> Iterator[Statement]:
    """Every count of at least a thousand that a publisher states of a market."""
    is_large = (pl.col("measure") == "unit_count", pl.col("obs_value") >= _LARGE)
    rows = compared.stated("core.technical_claims", *is_large).sort("char_start", "technical_id")
    counts: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows.iter_rows(named=True):
        counts[row["market_id"], row["publisher_id"]].append(row)
    for (market, publisher), stated in sorted(counts.items()):
        yield Statement(market, (compared.names[publisher],), detail=stated)


def band_and_counts(band: Statement, counts: Statement, compared: Compared) -> Iterator[Outcome]:
    """Counts of what the band counts, or of a thing that the band's noun covers."""
    del compared
    noun = counted_in(band.words)
    rows: Sequence[Row] = [row for row in counts.detail if _is_of(row, noun)]
    if not rows:
        return
    most = max(rows, key=lambda row: (row["obs_value_high"] or row["obs_value"], row["technical_id"]))
    named = (f"{_figure(row)} ({row['subject'] or row['product'] or 'nothing named'})" for row in rows)
    counted = Statement(
        counts.market_id,
        counts.publishers,
        most["obs_value_high"] or most["obs_value"],
        "; ".join(dict.fromkeys(named)),
        tuple(sorted({row["claim_id"] for row in rows if row["claim_id"]})),
        tuple(sorted(row["technical_id"] for row in rows)),
    )
    words = {
        "dimension": band.detail["dimension"],
        "who": band.publishers[0],
        "low": plain(band.value),
        "other": counts.publishers[0],
    }
    yield Outcome(band, counted, words)


def counted_in(segment: str) -> str:
    """What a band counts: the last word of its name, singular."""
    tokens = tokens_of(segment)
    return tokens[-1] if tokens else ""


def _is_of(row: Row, noun: str) -> bool:
    tokens = tokens_of(row["unit_measure"])
    return bool(tokens) and (tokens[-1] == noun or (noun,) in hypernyms(tokens[-1:]))
