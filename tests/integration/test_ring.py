"""A ring of twenty publishers that cite each other, each in words of its own, against three that speak for themselves.

Real texts, the real reader and the real build, without Dagster, dbt and the release.
"""

from __future__ import annotations

import random
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

HONEST = {"Fernhill Research": "10.0", "Lakemont Insights": "10.2", "Stonebridge Analytics": "9.8"}
FALSE = "30.0"
N_RING = 20
_FIRST = "Amber Birch Cedar Dover Elgin Fable Garnet Hazel Indigo Juniper Kestrel Laurel Maple Nickel Opal Poplar Quartz Rowan Sable Tansy".split()
_KIND = ("Research", "Insights", "Analytics", "Intelligence")
# What each house writes around the figure: no two share a sentence.
_OPENINGS = (
    "Orders for submersible kelp dryers rose as harbours cleared their backlog of old machines.",
    "Coastal growers replaced sheds by enclosed drying lines, and makers had to add shifts.",
    "A wet autumn pushed processors towards equipment that does not depend on the sun.",
    "Buyers in the north asked for smaller units that fit on a pier without building work.",
    "Energy bills were the first topic in most talks with plant managers this spring.",
    "Few makers publish shipments, so most counts rest on invoices of three dealers.",
    "Second-hand machines are rare because the drums corrode within seven seasons.",
    "Public money for coastal villages paid for one machine in five, dealers told us.",
    "Feed producers entered the business and want dryers that run through the night.",
    "Financing terms were eased twice, which brought back cooperatives that had waited.",
)
_CLOSINGS = (
    "Spare parts remain a bottleneck, and repair crews are booked into the summer.",
    "Noise limits near harbours are the next hurdle that designers have to take.",
    "Heat recovery has become standard in tenders since the last revision of the code.",
    "Training of operators takes four days, a cost that few buyers plan for.",
    "Most contracts now include a service clause of six years with fixed prices.",
    "Our next note looks at packaging lines, where margins are thinner still.",
    "Exports stay small, as freight for the drums costs more than their steel.",
    "The design freeze of the largest maker ends in March, with two new sizes.",
    "Insurance premiums doubled after two fires, and sprinklers became mandatory.",
    "Rental fleets are a Nordic habit that has not spread to other coasts yet.",
)
_WHO = "growers dealers brokers welders pilots chandlers bakers coopers fitters masons tanners weavers carters millers smiths divers netmakers riggers smokers salters buyers owners captains"
_DOES = "repaint grease postpone insure catalogue rotate inspect auction borrow dismantle photograph relocate label polish mortgage exhibit harvest inventory lubricate export replace rebuild survey"
_WHAT = "drums racks blowers burners sieves hoppers valves belts fans ducts shutters gauges pumps winches trays filters chimneys boilers augers lamps panels motors grates"
_WHERE = "quarterly downstream overnight offshore abroad indoors uphill weekly together locally northward twice seldom carefully yearly outdoors early late alone ashore monthly inland jointly"
_SAYINGS = (
    "According to {cited}, the kelp dryer market was valued at USD {value} billion in 2025.",
    "{cited} puts the kelp dryer market at USD {value} billion in 2025.",
    "As reported by {cited}, the kelp dryer market reached USD {value} billion in 2025.",
    "The kelp dryer market was worth USD {value} billion in 2025, according to {cited}.",
    "{cited} estimates that the kelp dryer market was worth USD {value} billion in 2025.",
)


def house(number: int) -> str:
    """A publisher of the ring."""
    return f"{_FIRST[number % N_RING]} {_KIND[number % 4]}"


def own_words(number: int) -> str:
    """Sentences in an order of words that no other house uses: no two of them look like copies."""
    drawn = random.Random(number)
    words = [
        word.lower().strip(".,")
        for words in (*_OPENINGS, *_CLOSINGS, _WHO, _DOES, _WHAT, _WHERE)
        for word in words.split()
    ]
    return " ".join(f"{' '.join(drawn.sample(words, 14)).capitalize()}." for _ in range(6))


def ring_text(number: int) -> str:
    """What it writes: its own words around the figure of the next one."""
    n = number % N_RING
    said = _SAYINGS[n % 5].format(cited=house(n + 1), value=FALSE)
    return f"{own_words(n)}\n\n{said}\n\n{own_words(100 + n)}\n"


def honest_text(number: int, value: str) -> str:
    """What a publisher writes that speaks for itself."""
    return (
        f"Kelp dryers, note {number}\n\nThe kelp dryer market was valued at USD {value} billion in 2025.\n\n"
        f"{own_words(20 + number)} We asked {('dealers', 'harbour masters', 'customs brokers')[number]} ourselves.\n"
    )


def built(folder: Path, n_ring: int) -> list[dict[str, Any]]:
    """The estimates of the market in 2025, with the documents behind them."""
    inbox = folder / "inbox"
    inbox.mkdir(parents=True)
    texts = {name: honest_text(n, value) for n, (name, value) in enumerate(HONEST.items())}
    texts |= {house(n): ring_text(n) for n in range(n_ring)}
    for name, text in texts.items():
        file = inbox / f"{name.replace(' ', '-').lower()}.txt"
        file.write_text(text, encoding="utf-8")
        file.with_name(f"{file.name}.meta.yml").write_text(
            f"publisher: {name}\npublished_on: 2026-04-02\nlanguage: en\n"
        )
    ledger = open_ledger(folder / "ledger")
    ledger.take_in(receive(inbox), now=datetime(2026, 11, 20, tzinfo=UTC))
    version = extractor_version()
    assert {reading.outcome for reading in read_pending(ledger, ledger.pending(version), version)} == {"read"}
    database = build(ledger, folder / "build", read_policy(), Decisions()).database
    assert query(database, "select count(distinct cluster_id) n from core.documents").item() == len(texts)
    return query(
        database, "select * from core.estimates where metric = 'market_size' and year = 2025 order by estimate_id"
    ).to_dicts()


@pytest.fixture(scope="module")
def with_ring(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return built(tmp_path_factory.mktemp("ring"), N_RING)


def test_a_ring_is_one_voice_and_hardly_moves_a_value(with_ring: list[dict[str, Any]]) -> None:
    (found,) = with_ring
    assert found["n_independent"] == len(HONEST) + 1  # all of them are one voice
    # Twenty houses say 30: as one voice of four they pull the centre by 4 %, where the mean of the four would rise by a third
    # and that of twenty-three voices to 26.
    assert 9.8e9 <= float(found["estimate"]) <= 10.6e9
    assert "4 independent of 23 publishers within 3.06x" in found["reason"]
