"""Sentences that state figures, and the claims that each of them makes. No layout, no file.

A known claim holds the value as it is printed, rounded as it is printed: what a careful reader would note down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from trials.synthetic.worlds import Market, Publisher, words


@dataclass(frozen=True, slots=True)
class Known:
    """One claim that a report makes.

    Attributes:
        metric: as in `marts.claims`.
        value: money in US dollars, percentages in per cent, counts in pieces.
        unit: USD or percent, or the noun that is counted.
        year: of the figure; for rates the last year.
        since: the first year of a rate, else None.
        segment: the part of the market; None for the whole.
        area: Global where no area is named.
    """

    metric: str
    value: float
    unit: str
    year: int
    since: int | None = None
    segment: str | None = None
    area: str = "Global"


Said = tuple[str, tuple[Known, ...]]


@dataclass(frozen=True, slots=True)
class View:
    """A market as one publisher sees it: its own size and rate, its years, and how it prints amounts."""

    market: Market
    publisher: Publisher
    size: float
    cagr: float

    @property
    def first(self) -> int:
        """The base year."""
        return self.publisher.base_year

    @property
    def last(self) -> int:
        """The last year of the forecast."""
        return self.first + self.publisher.horizon

    def size_in(self, year: int) -> float:
        """The market in a year, along the publisher's own path."""
        return float(self.size * (1 + self.cagr / 100) ** (year - self.first))

    def money(self, amount: float) -> tuple[str, float]:
        """An amount as printed, and what the print says."""
        return printed_money(amount, self.publisher.style)


def view(market: Market, publisher: Publisher, random: Random) -> View:
    """A publisher's view: the truth, its leaning, and chance."""
    size = market.size * publisher.leaning * (1 + random.uniform(-0.06, 0.06))
    return View(market, publisher, size, round(max(1.1, market.cagr + random.gauss(0, 0.8)), 1))


def printed_money(amount: float, style: str) -> tuple[str, float]:
    """US dollars in one of four house styles, rounded to what is printed.

    >>> printed_money(12_437_000_000, "USD billion")
    ('USD 12.44 billion', 12440000000.0)
    >>> printed_money(12_437_000_000, "US$ million")
    ('US$ 12,437 million', 12437000000.0)
    >>> printed_money(431_260_000, "USD mixed")
    ('USD 431.3 million', 431300000.0)
    """
    if style == "US$ million":
        millions = round(amount / 1e6)
        return f"US$ {millions:,} million", millions * 1e6
    if amount < 1e9 and (style == "USD mixed" or amount < 1e8):  # nobody prints USD 0.03 billion
        tenths = round(amount / 1e6, 1)
        return f"USD {tenths:.1f} million", float(round(tenths * 1e6))
    billions = round(amount / 1e9, 2)
    text = f"${billions:.2f} bn" if style == "$ bn" else f"USD {billions:.2f} billion"
    return text, float(round(billions * 1e9))


def _pick(random: Random, statement: str, **slots: object) -> str:
    return str(random.choice(words()["statements"][statement]).format(**slots))


def headline(v: View, random: Random) -> Said:
    """Size in the base year, size in the last year, and the rate between them."""
    now, now_value = v.money(v.size)
    then, then_value = v.money(v.size_in(v.last))
    text = _pick(
        random, "headline", m=v.market.name, now=now, then=then, a=v.first, b=v.last, c=v.cagr, p=v.publisher.name
    )
    return text, (
        Known("market_size", now_value, "USD", v.first),
        Known("market_size", then_value, "USD", v.last),
        Known("cagr", v.cagr, "percent", v.last, v.first),
    )


def year_between(v: View, random: Random) -> Said:
    """The size in a year on the way."""
    year = random.randrange(v.first + 1, v.last)
    printed, value = v.money(v.size_in(year))
    text = _pick(random, "year_between", y=year, x=printed, m=v.market.name, p=v.publisher.name)
    return text, (Known("market_size", value, "USD", year),)


def year_before(v: View, random: Random) -> Said:
    """Growth over the year before."""
    rate = round(random.uniform(1.2, 14.8), 1)
    text = _pick(random, "year_before", m=v.market.name, r=rate, y=v.first)
    return text, (Known("growth_rate", rate, "percent", v.first),)


def segment_shares(v: View, random: Random) -> Said:
    """Shares of two segments in the base year."""
    (one, share), (two, other) = v.market.segments[:2]
    text = _pick(
        random, "segment_shares", d=v.market.dimension, one=one, two=two, s=share, o=other, y=v.first, m=v.market.name
    )
    return text, (
        Known("share", share, "percent", v.first, None, one),
        Known("share", other, "percent", v.first, None, two),
    )


def segment_size(v: View, random: Random) -> Said:
    """Money of one segment in the base year."""
    name, share = random.choice(v.market.segments)
    printed, value = v.money(v.size * share / 100)
    text = _pick(random, "segment_size", n=name, x=printed, y=v.first)
    return text, (Known("market_size", value, "USD", v.first, None, name),)


def segment_rate(v: View, random: Random) -> Said:
    """The rate of one segment."""
    name, _ = random.choice(v.market.segments)
    rate = round(max(0.8, v.cagr + random.uniform(-2, 4)), 1)
    text = _pick(random, "segment_rate", n=name, r=rate, a=v.first, b=v.last)
    return text, (Known("cagr", rate, "percent", v.last, v.first, name),)


def region_share(v: View, random: Random) -> Said:
    """The share of one region."""
    name, share = random.choice(v.market.regions)
    text = _pick(random, "region_share", n=name, s=share, y=v.first, m=v.market.name)
    return text, (Known("share", share, "percent", v.first, None, None, name),)


def country_size(v: View, random: Random) -> Said:
    """Money of one country, and its rate."""
    name = random.choice(words()["countries"])
    printed, value = v.money(v.size * random.uniform(0.03, 0.12))
    rate = round(max(0.9, v.cagr + random.uniform(-2, 3)), 1)
    text = _pick(random, "country_size", m=v.market.name, n=name, x=printed, y=v.first, r=rate, b=v.last)
    return text, (
        Known("market_size", value, "USD", v.first, None, None, name),
        Known("cagr", rate, "percent", v.last, v.first, None, name),
    )


def shipments(v: View, random: Random) -> Said:
    """Pieces sold in the base year."""
    thousands = max(1, round(v.market.units * (1 + random.uniform(-0.05, 0.05)) / 1e3))
    text = f"Global shipments of {v.market.name}s reached {thousands:,} thousand units in {v.first}."
    return text, (Known("volume", thousands * 1e3, "units", v.first),)


def distractor(v: View, random: Random) -> Said:
    """Figures that are no claim of the market: pages, interviews, prices of the study, dates."""
    text = _pick(
        random,
        "distractor",
        n=random.randrange(90, 340),
        k=random.randrange(21, 89),
        j=random.randrange(11, 70),
        p=random.randrange(2100, 4950),
        q=random.randrange(5100, 8900),
        y=v.first,
    )
    return text, ()


Table = tuple[str, tuple[tuple[str, ...], ...], tuple[Known, ...]]


def region_table(v: View, random: Random) -> Table:
    """Caption, rows with their header, and claims: money by region in the first and the last year, and rates."""
    header = ("Region", f"{v.first} (USD million)", f"{v.last} (USD million)", f"CAGR {v.first}-{v.last}")
    rows, known = [header], []
    for name, share in v.market.regions:
        rate = round(max(0.7, v.cagr + random.uniform(-1.5, 1.5)), 1)
        first = max(1, round(v.size * share / 1e8))
        last = max(1, round(first * (1 + rate / 100) ** (v.last - v.first)))
        rows.append((name, f"{first:,}", f"{last:,}", f"{rate}%"))
        known += [
            Known("market_size", first * 1e6, "USD", v.first, None, None, name),
            Known("market_size", last * 1e6, "USD", v.last, None, None, name),
            Known("cagr", rate, "percent", v.last, v.first, None, name),
        ]
    caption = f"{v.market.name.capitalize()} market by region"
    return caption, tuple(rows), tuple(known)


def segment_table(v: View, random: Random) -> Table:
    """Shares of every segment in the first and the last year."""
    header = (v.market.dimension.capitalize(), f"Share {v.first}", f"Share {v.last}")
    rows, known = [header], []
    drift = round(random.uniform(-2, 2), 1)
    for place, (name, share) in enumerate(v.market.segments):
        # What the first gains, the last loses: both years add up to the whole.
        later = round(share + {0: drift, len(v.market.segments) - 1: -drift}.get(place, 0.0), 1)
        rows.append((name.capitalize(), f"{share}%", f"{later}%"))
        known += [
            Known("share", share, "percent", v.first, None, name),
            Known("share", later, "percent", v.last, None, name),
        ]
    return f"Shares of the {v.market.name} market by {v.market.dimension}", tuple(rows), tuple(known)


OFTEN: tuple[Callable[[View, Random], Said], ...] = (
    year_between, year_before, segment_shares, segment_size, segment_rate, region_share, country_size, country_size,
    shipments, distractor, distractor,
)  # fmt: skip
