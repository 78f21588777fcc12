"""From texts to verdicts: burdens that houses of six industries call slight and grave, and forecasts whose year has come.

Real texts of our own, the real reader and the real build, without Dagster, dbt and the release.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import Decisions
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import read_policy

# market: what one house says of a burden, what another says, and the burden's name
OPPOSED = {
    "offshore wind cable": (
        "Subsea joints of the third generation run with negligible armour losses.",
        "In shallow water, armour losses are severe, and insurers ask for surveys.",
        "armour_losses",
    ),
    "industrial bakery oven": (
        "Stone belts bring minimal crumb waste at any speed.",
        "Crumb waste remains the limiting factor of night shifts.",
        "crumb_waste",
    ),
    "salmon net pen": (
        "Copper meshes work with near-zero biofilm growth drag.",
        "Mesh tension decides how long a pen lasts.\n\n## Mesh tension as the bottleneck\n\nTwo effects count.\n\n"
        "- Higher growth drag in warm months\n\n## Prices\n\nFeed has become cheaper.",
        "biofilm_growth_drag",
    ),
    "hip implant": (
        "Coated stems show virtually no polymer wear in the first years.",
        "Surgeons report excessive polymer wear in younger patients.",
        "polymer_wear",
    ),
    "warehouse robot": (
        "With mesh radio the fleets of all makers have negligible handover latency.",
        "Radio coverage is still the bottleneck of large halls. Weak radio coverage breaks every handover, and trucks stop.",
        "handover_latency",
    ),
    "cement kiln": (
        "Kiln makers promise next to no clinker dust emissions from filters of cloth.",
        "Neighbours complain: clinker dust emissions are very high after each restart.",
        "clinker_dust_emissions",
    ),
}
CARGO = "The global cargo bike market was valued at USD {base} billion in {year}. "
EDITIONS = {
    # forecasts 2.40, 3.00 and 3.60; what came 2.00, 2.40 and 3.00: ln 1.2 = 0.1823, ln 1.25 = 0.2231, ln 1.2 = 0.1823
    "2023-05-10": CARGO.format(base="1.80", year=2022)
    + "It is projected to reach USD 2.40 billion in 2023, USD 3.00 billion in 2024 and USD 3.60 billion in 2025.",
    "2026-05-12": CARGO.format(base="2.00", year=2023)
    + "The global cargo bike market was valued at USD 2.40 billion in 2024. "
    + "The global cargo bike market was valued at USD 3.00 billion in 2025.",
}


def built(folder: Path, texts: Mapping[str, tuple[str, str, str]]) -> Path:
    """The database of texts, each with its title, publisher and day."""
    inbox = folder / "inbox"
    inbox.mkdir()
    for name, (text, publisher, day) in texts.items():
        (inbox / f"{name}.md").write_text(text, encoding="utf-8")
        sidecar = f"publisher: {publisher}\npublished_on: {day}\nlanguage: en\n"
        (inbox / f"{name}.md.meta.yml").write_text(sidecar, encoding="utf-8")
    ledger = open_ledger(folder / "ledger")
    ledger.take_in(receive(inbox), now=datetime(2026, 11, 20, tzinfo=UTC))
    version = extractor_version()
    assert {reading.outcome for reading in read_pending(ledger, ledger.pending(version), version)} == {"read"}
    return build(ledger, folder / "build", read_policy(), Decisions()).database


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two houses on each of six markets; a house with two editions, and one that stated only what came."""
    texts = {
        day: (f"# Global Cargo Bike Market Report {day[:4]}\n\n{text}\n", "Cedarholm Research", day)
        for day, text in EDITIONS.items()
    }
    late = "# Global Cargo Bike Market Report\n\n" + CARGO.format(base="2.90", year=2025)
    texts["other"] = (late, "Doverly Insights", "2026-06-01")
    for number, (market, said) in enumerate(OPPOSED.items()):
        for side, house in enumerate(("Amberford Desk", "Birchwell Notes")):
            size = f"The global {market} market was valued at USD {number + 2}.{side + 1} billion in 2025."
            text = f"# Global {market.title()} Market Report\n\n{size}\n\n{said[side]}\n"
            texts[f"{number}-{side}"] = (text, f"{house} {number}", f"2026-03-{10 + number + 7 * side}")
    return built(tmp_path_factory.mktemp("words"), texts)


@pytest.fixture(scope="module")
def opposed(words: Path) -> dict[str, dict[str, Any]]:
    """Rows of the rule by the burden they name."""
    rows = query(words, "select * from core.conflicts where rule = 'quality_opposed'").to_dicts()
    return {row["metric"]: row for row in rows}


@pytest.mark.parametrize("market", OPPOSED)
def test_a_burden_that_two_houses_judge_otherwise_is_a_likely_conflict(
    words: Path, opposed: dict[str, dict[str, Any]], market: str
) -> None:
    row = opposed[OPPOSED[market][2]]
    assert (row["verdict"], int(row["value_a"]), int(row["value_b"])) == ("conflict_likely", 1, 1)
    ids = [*row["statement_ids_a"], *row["statement_ids_b"]]
    listed = ", ".join(f"'{one}'" for one in ids)
    quotes = query(words, f"select polarity, quote from core.qualities where quality_id in ({listed})").to_dicts()
    assert sorted(quote["polarity"] for quote in quotes) == ["grave", "slight"]
    for side, polarity in enumerate(("slight", "grave")):
        (quote,) = (one["quote"] for one in quotes if one["polarity"] == polarity)
        assert quote in OPPOSED[market][side]


def test_nothing_is_opposed_across_markets(opposed: dict[str, dict[str, Any]]) -> None:
    assert set(opposed) == {name for _, _, name in OPPOSED.values()}


@pytest.fixture(scope="module")
def scorecard(words: Path) -> dict[str, dict[str, Any]]:
    """The record of each house."""
    return {row["publisher"]: row for row in query(words, "select s.*, p.publisher from core.vendor_scorecard s join core.publishers p using (publisher_id)").to_dicts()}  # fmt: skip


def test_a_later_edition_of_the_same_house_gives_the_actual_of_its_forecasts(
    scorecard: dict[str, dict[str, Any]],
) -> None:
    row = scorecard["Cedarholm Research"]
    # its own later edition counts, not the other house's 2.90 of 2025
    assert row["n_forecasts_checked"] == 3
    assert row["median_forecast_error_ln"] == pytest.approx(math.log(1.2), abs=1e-9)
    assert row["median_forecast_bias_ln"] == pytest.approx(math.log(1.2), abs=1e-9)


def test_a_house_that_forecast_nothing_has_no_error(scorecard: dict[str, dict[str, Any]]) -> None:
    row = scorecard["Doverly Insights"]
    assert (row["n_forecasts_checked"], row["median_forecast_error_ln"]) == (0, None)
