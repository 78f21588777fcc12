"""Reports, a model that knows them, and what a home says of it: for tests of second readings. No tests here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sources.ask.chance import Chances
from sources.ask.settings import Settings
from tests.model_server import Asked, choices
from warehouse.ledger import Ledger
from warehouse.policy import read_policy
from warehouse.second_reading.given import Given

CHANCES: Chances = {"plain": {"others": 0.99}, "dense": {"others": 0.99}}
MARKETS = ("Frost Kettle", "Tidal Lantern", "Gravel Scanner", "Moss Grinder", "Pollen Sieve", "Quartz Whistle")


def report(market: str, size: str = "4.2") -> str:
    """A short report of one market: a size and a forecast."""
    return (
        f"# {market} Market Outlook\n\nPublished 3 March 2026 by Lintel & Rowe.\n\n"
        f"The global {market.lower()} market was valued at USD {size} billion in 2024 and is set for USD 9.0 billion by 2030.\n"
    )


def knowing(asked: Asked) -> str:
    """The right answer about any such report."""
    told = []
    for words, year, status in (("USD 9.0 billion", "2030", "forecast"), ("USD 4.2 billion", "2024", "historical")):
        number = asked.number_before(words)
        if number is not None:
            told.append({"figure": number, "metric": "market_size", "year": year, "status": status})
    return choices(*told)


@dataclass
class Heard:
    """A listener that remembers warnings and what ended."""

    warnings: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)

    def begin(self, stage: str, total: int | None = None) -> None:
        """Nothing to remember."""

    def advance(self, item: str = "") -> None:
        self.items.append(item)

    def end(self, note: str) -> None:
        self.ended.append(note)

    def warn(self, message: str) -> None:
        self.warnings.append(message)


def settings_for(url: str, **more: Any) -> Settings:
    """Settings for a server; every document is asked about."""
    return Settings.model_validate({"url": url, "model": "quill-1", "reads": "all", **more})


def given_for(url: str | None, **more: Any) -> Given:
    """What a home would say."""
    settings = None if url is None else settings_for(url, **more)
    return Given(settings, CHANCES, read_policy().comparability.unsure_below_confidence)


def rows_in_force(ledger: Ledger) -> dict[str, list[tuple[Any, ...]]]:
    """What is in force, without batches: two ledgers that say the same have the same."""
    outcomes = ledger.outcomes()
    found = {"digest": [(ledger.digest(),)]}
    for name in ("raw.claims", "raw.mentions", "raw.rejections", "raw.choices"):
        rows = ledger.rows(name).join(outcomes, on=["document_id", "batch_number"], how="semi")
        found[name] = sorted(rows.drop("batch_id", "batch_number").rows(), key=repr)
    return found
