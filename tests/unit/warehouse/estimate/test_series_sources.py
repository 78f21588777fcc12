"""What laws are learned from: the year with most sources of each series; laws come back from their tables bit for bit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.warehouse.estimate.judging import POLICY
from warehouse.build import run_step
from warehouse.decisions import Decisions
from warehouse.estimate.estimation import SEVERAL, fit
from warehouse.estimate.reprints import possible_reprints
from warehouse.estimate.series import attributed_figures, series_years
from warehouse.estimate.series_sources import STEP, equal_prints
from warehouse.estimate.spread_laws import STEP as LAWS
from warehouse.estimate.spread_laws import fits_of
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames

CONTEXT = BuildContext(POLICY, Decisions(), lambda _: "")
PUBLISHERS = ("a", "b", "c", "d", "e")


def frame(table: str, rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=core_tables()[table].polars_schema())


def world(random: Random, n_figures: int) -> Frames:
    """Figures of few series, years and publishers, so that they share many; every publisher has one document."""
    rows: dict[tuple[str, ...], dict[str, object]] = {}
    for _ in range(n_figures):
        series, year, who = random.choice("stu"), random.choice((2024, 2025, 2026)), random.choice(PUBLISHERS)
        value = Decimal(random.choice((100, 101, 150, 400)))
        low, high = random.choice(((value - 1, value + 1), (value - 1, value + 1), (value, None)))
        rows[series, str(year), who] = {
            "vendor_figure_id": f"{series}{year}{who}", "document_id": who, "publisher_id": who, "series_id": series,
            "publisher_group": random.choice((who, "g")), "cluster_id": random.choice((who, "k")), "market_id": "m",
            "segment_key": f"by-type:{series}", "ref_area": "001", "metric": "market_size", "unit_measure": "USD", "year": year,
            "obs_value": value, "obs_value_low": low, "obs_value_high": high, "status": "stated", "claim_ids": [who],
        }  # fmt: skip
    named = [{"publisher_id": who, "publisher": who, "tier": "unknown"} for who in PUBLISHERS]
    return {
        "core.vendor_figures": frame("core.vendor_figures", list(rows.values())),
        "core.documents": frame("core.documents", [{"document_id": who, "publisher_id": who} for who in PUBLISHERS]),
        "core.publishers": frame("core.publishers", named),
        "core.markets": frame("core.markets", [{"market_id": "m", "market": "M"}]),
    }


@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_the_first_year_with_most_sources_stands_for_its_series(random: Random, n_figures: int) -> None:
    frames = world(random, n_figures)
    written = run_step(STEP, frames, CONTEXT)
    # Every year is asked, as a build did before: the first with most sources, where they are several.
    equal = possible_reprints(frames["core.vendor_figures"], POLICY.independence.equal_within_share)
    expected: dict[str, list[tuple[float, str]]] = {}
    for item in series_years(attributed_figures(frames), equal, POLICY):
        sources = [(float(source.value), source.group) for source in item.spoken.sources]
        if len(sources) >= SEVERAL and len(sources) > len(expected.get(item.series_id, ())):
            expected[item.series_id] = sources
    found: dict[str, list[tuple[float, str]]] = {}
    for series_id, value, group in (
        written["work.series_sources"].select("series_id", "value", "publisher_group").iter_rows()
    ):
        found.setdefault(series_id, []).append((value, group))
    assert found == expected
    assert equal_prints(written["work.reprints"]) == equal


def test_laws_come_back_from_their_tables_bit_for_bit() -> None:
    frames = world(Random(3), 60)
    sources = run_step(STEP, frames, CONTEXT)
    tables = run_step(LAWS, sources, CONTEXT)
    found = fits_of(tables["work.spread_laws"], tables["work.source_factors"], POLICY)
    expected = fit(series_years(attributed_figures(frames), equal_prints(sources["work.reprints"]), POLICY), POLICY)
    assert expected["market_size"].variances  # something was learned
    assert found.keys() == expected.keys()
    for metric, one in expected.items():
        assert found[metric].law.spread.tolist() == one.law.spread.tolist()
        assert found[metric].law.probability.tolist() == one.law.probability.tolist()
        other = replace(found[metric], law=one.law)
        assert other == one and found[metric].law.gross_share == one.law.gross_share
