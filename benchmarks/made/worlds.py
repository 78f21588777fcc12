"""Markets and publishers of synthetic reports: names and true figures by number, from a seed. No sentence, no file.

Everything is a function of (seed, number), so that a report can be made alone, in any order, on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp, log, pow
from pathlib import Path
from random import Random
from typing import Any

import yaml

MARKET_COPIES = 8  # reports on each market, each of another publisher


@dataclass(frozen=True, slots=True)
class Market:
    """A market as it is, before any publisher looks at it.

    Attributes:
        name: in the singular, lower case.
        size: money of the base year in US dollars.
        cagr: per cent a year.
        regions: share of each region, per cent of the whole, in one decimal; they sum to 100.
        dimension: how its segments are cut.
        segments: share of each segment, as regions.
        units: pieces sold in the base year.
    """

    name: str
    size: float
    cagr: float
    regions: tuple[tuple[str, float], ...]
    dimension: str
    segments: tuple[tuple[str, float], ...]
    units: float


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who writes: a name, a house style of amounts, a base year, and a leaning off the truth (a factor)."""

    name: str
    style: str
    base_year: int
    horizon: int
    leaning: float
    domain: str


@cache
def words() -> dict[str, Any]:
    """The word lists of `words.yml`."""
    found: dict[str, Any] = yaml.load(
        Path(__file__).with_name("words.yml").read_text(encoding="utf-8"), yaml.CSafeLoader
    )
    return found


def market_count(n_reports: int) -> int:
    """How many markets so many reports are about."""
    return max(12, -(-n_reports // MARKET_COPIES))


def publisher_count(n_reports: int) -> int:
    """How many publishers write so many reports: 90 write 1,000, 710 write 100,000."""
    return max(MARKET_COPIES * 2, round(4 * pow(n_reports, 0.45)))


def market(seed: int, number: int) -> Market:
    """The market of a number; no two numbers under 160,000 share a name."""
    lists = words()
    qualities, techniques, products = lists["qualities"], lists["techniques"], lists["products"]
    whole = len(qualities) * len(techniques) * len(products)
    # A stride without a common factor walks over every name once, far from the one before.
    at = (number * 7_919 + seed * 104_729) % whole
    product, at = products[at % len(products)], at // len(products)
    technique, quality = techniques[at % len(techniques)], qualities[at // len(techniques) % len(qualities)]
    random = Random(f"made market {seed} {number}")
    dimension = random.choice(list(lists["dimensions"]))
    size = exp(random.uniform(log(8e7), log(9e10)))
    return Market(
        f"{quality} {technique} {product}",
        size,
        round(random.uniform(2.5, 17.5), 1),
        tuple(zip(lists["regions"], _parts(random, len(lists["regions"])), strict=True)),
        dimension,
        tuple(zip(lists["dimensions"][dimension], _parts(random, len(lists["dimensions"][dimension])), strict=True)),
        size / exp(random.uniform(log(40), log(40_000))),
    )


def _parts(random: Random, n: int) -> list[float]:
    """Shares in one decimal that differ and sum to 100."""
    while True:
        weights = [random.uniform(1, 6) for _ in range(n)]
        tenths = [round(1000 * weight / sum(weights)) for weight in weights]
        tenths[0] += 1000 - sum(tenths)
        if len(set(tenths)) == n:
            return [part / 10 for part in sorted(tenths, reverse=True)]


def publisher(seed: int, number: int) -> Publisher:
    """The publisher of a number; no two numbers under 4,500 share a name."""
    lists = words()
    first, second, kinds = lists["first"], lists["second"], lists["kinds"]
    at = (number * 1_009 + seed * 31) % (len(first) * len(second) * len(kinds))
    stem = first[at % len(first)] + second[at // len(first) % len(second)]
    name = f"{stem} {kinds[at // (len(first) * len(second))]}"
    random = Random(f"made publisher {seed} {number}")
    return Publisher(
        name,
        random.choice(("USD billion", "US$ million", "$ bn", "USD mixed")),
        random.choice((2024, 2025)),
        random.choice((6, 7, 8, 10)),
        exp(random.gauss(0, 0.12)),
        name.lower().replace(" ", "-") + ".example",
    )
