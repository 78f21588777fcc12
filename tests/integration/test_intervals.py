"""Published intervals hold what they promise: markets with a known centre as short press releases, the whole job, the published mart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.integration.conftest import Published

PRODUCTS = """Abacus|Anvil|Aquarium Heater|Bagpipe|Ballpoint Ink|Bamboo Mat|Banjo|Beeswax Polish|Bird Feeder|Bookend|Bread Slicer|Cable Reel|Caviar|
Cello Bow|Chalk Line|Clothes Peg|Coat Hanger|Compost Bin|Corkscrew|Crochet Hook|Cuckoo Clock|Dartboard|Dog Leash|Doormat|Egg Timer|Fly Swatter|Fondue Set|
Garlic Press|Globe|Gramophone|Hammock|Harmonica|Horseshoe|Ice Skate|Incense Stick|Jam Jar|Kaleidoscope|Kayak Paddle|Kazoo|Kimono|Lava Lamp|Lunch Box|
Mandolin|Marble Statue|Metronome|Mosquito Net|Mousetrap|Nutcracker|Oboe Reed|Origami Paper|Paella Pan|Pepper Mill|Periscope|Piggy Bank|Pogo Stick|Quill|
Rattan Basket|Rolling Pin|Saddle|Scarecrow|Seismograph|Shoehorn|Sieve|Sled|Snow Globe|Spinning Wheel|Stilt|Sundial|Thimble|Trampoline|Tuning Fork|Ukulele|
Unicycle|Violin String|Waffle Iron|Walking Cane|Weather Vane|Wheel Chock|Wind Chime|Xylophone|Yo-yo|Zither""".replace(
    "\n", ""
).split("|")
HOUSES = ("Amber Reports", "Basalt Data", "Cobble Analytics", "Dune Insights", "Estuary Research", "Fjord Consulting")
FORMS = (
    "{house} sees the worldwide {market} market at USD {value} billion in 2025. Workshops report full order books.",
    "In 2025 the global {market} market was worth USD {value} billion, {house} finds. Retailers restock twice a year.",
    "The global {market} market reached USD {value} billion in 2025, according to {house}. Prices of wood rise.",
)
SCENARIOS, NUMBERS = ("clean", "reprints", "gross"), (2, 3, 5)


@dataclass(frozen=True)
class Market:
    """A market with the law that its honest figures follow."""

    scenario: str
    centre: float
    figures: tuple[str, ...]


def drawn(seed: int) -> dict[str, Market]:
    """Markets in turn clean, with reprints (a third, half of them rounded) and with gross errors (a tenth, five to fifty times off)."""
    rng = np.random.default_rng(seed)
    found = {}
    for number, product in enumerate(PRODUCTS):
        scenario, n = SCENARIOS[number % 3], NUMBERS[number // 3 % 3]
        centre, spread = math.exp(rng.normal(2, 1)), math.exp(rng.uniform(math.log(0.1), math.log(0.7)))
        figures: list[str] = []
        for _ in range(n):
            if scenario == "reprints" and figures and rng.random() < 1 / 3:
                copied = figures[rng.integers(len(figures))]
                figures.append(f"{float(copied):#.2g}" if rng.random() < 0.5 else copied)
                continue
            value = centre * math.exp(spread * rng.normal())
            if scenario == "gross" and rng.random() < 0.1:
                value *= rng.uniform(5, 50) ** rng.choice([-1, 1])
            figures.append(f"{value:#.3g}".rstrip("."))
        found[product.lower()] = Market(scenario, centre * 1e9, tuple(figure.rstrip(".") for figure in figures))
    return found


def write(folder: Path, markets: dict[str, Market]) -> None:
    """One release per figure."""
    for number, (product, market) in enumerate(markets.items()):
        for place, value in enumerate(market.figures):
            house = HOUSES[(number + place) % len(HOUSES)]
            text = FORMS[(number + place) % len(FORMS)].format(house=house, market=product, value=value)
            file = folder / f"{product.replace(' ', '-')}-{place}.txt"
            file.write_text(f"{product.title()} Market\n\n{text}\n", encoding="utf-8")
            sidecar = f"publisher: {house}\npublished_on: 2026-0{place + 1}-10\n"
            file.with_name(f"{file.name}.meta.yml").write_text(sidecar, encoding="utf-8")


@dataclass(frozen=True)
class Row:
    """A market beside what was published of it."""

    market: Market
    estimate: float | None
    low: float | None
    high: float | None
    verdict: str
    n_independent: int
    reason: str


MARKETS = drawn(11)


@pytest.fixture(scope="module")
def rows(press: Published) -> list[Row]:
    found = press.rows(
        "select lower(market) as market, estimate, low, high, verdict, n_independent, reason from marts.market_estimates "
        "where metric = 'market_size' and segment is null and time_period = '2025'"
    )
    by_name = {row.pop("market"): row for row in found}
    return [Row(market, **by_name[name]) for name, market in MARKETS.items() if name in by_name]


def test_nearly_every_market_is_found(rows: list[Row]) -> None:
    assert len(rows) >= 0.9 * len(PRODUCTS)


def test_intervals_at_ninety_percent_hold_about_nine_of_ten_centres(rows: list[Row]) -> None:
    # 82 markets: one standard error is 0.033, so 0.80 is three of them below 0.90. Before reprints counted once and no voice
    # was dropped, the share was 0.6.
    published = [row for row in rows if row.estimate is not None and row.low is not None and row.high is not None]
    held = [row.low <= row.market.centre <= row.high for row in published if row.low and row.high]
    assert len(published) >= 60
    assert 0.80 <= np.mean(held) <= 0.99


def test_honest_markets_are_rarely_conflicts_and_gross_errors_often(rows: list[Row]) -> None:
    share = {
        scenario: np.mean([row.verdict.startswith("conflict") for row in rows if row.market.scenario == scenario])
        for scenario in SCENARIOS
    }
    assert share["clean"] <= 0.15  # 0.05 expected of 27 markets
    assert share["gross"] > share["clean"]


def test_equal_figures_count_once_and_are_named(rows: list[Row]) -> None:
    reprinted = [
        row for row in rows
        if row.market.scenario == "reprints" and len(set(row.market.figures)) < len(row.market.figures)
    ]  # fmt: skip
    assert len(reprinted) >= 5
    for row in reprinted:
        assert row.n_independent <= len(set(row.market.figures))
        assert "possibly one source" in row.reason
