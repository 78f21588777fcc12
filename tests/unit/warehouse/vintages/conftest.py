"""Three editions, an undated text and a page that changed later, written here, received and read by the real reader.

What they say of the gnome market of 2024, in USD million, and how they are dated:

    alder-1   Alder Insights   100   published 2025-03-10
    alder-2   Alder Insights   110   published 2025-09-10
    alder-3   Alder Insights   130   figures of February 2026, no day of publication
    birch     Birch Data       120   undated
    cedar     Cedar Index      125   last updated June 2026, no other date
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from sources.extract import extractor_version
from sources.ingest import receive
from tests.conftest import kept_fork_servers
from warehouse.build import build
from warehouse.decisions import Decisions
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import read_policy
from warehouse.vintages.clocks import Asked
from warehouse.vintages.rebuild import rebuild

REPORT = """Garden Gnome Market

The global garden gnome market was valued at USD {size} million in 2024.

It is projected to reach USD {later} million by 2030, growing at a CAGR of {rate}% from 2024 to 2030.

Ceramic gnomes held a {share}% share of the garden gnome market in 2024.
{foot}
"""
SIDECAR = 'publisher: "{publisher}"\nreport_id: {report_id}\npublished_on: {published}\ndata_as_of: {data_as_of}\n'
# name: publisher, report id, published on, data as of, last line; then size, later size, rate and share
TEXTS: dict[str, tuple[str, str, str, str, str, tuple[int, int, str, int]]] = {
    # 150 / 100 in six years: 1.5 ^ (1 / 6) - 1 = 6.99 %
    "alder-1": ("Alder Insights", "GG-1", "2025-03-10", "null", "", (100, 150, "7.0", 40)),
    # 165 / 110 likewise
    "alder-2": ("Alder Insights", "GG-1", "2025-09-10", "null", "", (110, 165, "7.0", 42)),
    # 195 / 130 likewise
    "alder-3": ("Alder Insights", "GG-1", "null", '"2026-02"', "", (130, 195, "7.0", 44)),
    # 180 / 120 likewise
    "birch": ("Birch Data", "null", "null", "null", "", (120, 180, "7.0", 47)),
    # 200 / 125: 1.6 ^ (1 / 6) - 1 = 8.15 %
    "cedar": ("Cedar Index", "null", "null", "null", "Last updated: June 2026\n", (125, 200, "8.1", 50)),
}
RECEIVED = datetime(2026, 11, 20, 12, tzinfo=UTC)

Receive = Callable[..., Ledger]
BuiltOf = Callable[..., Path]
At = Callable[..., Path]


def write(inbox: Path, names: Iterable[str]) -> None:
    """Puts texts with their sidecars into an inbox."""
    inbox.mkdir(parents=True, exist_ok=True)
    for name in names:
        publisher, report_id, published, data_as_of, foot, (size, later, rate, share) = TEXTS[name]
        text = REPORT.format(size=size, later=later, rate=rate, share=share, foot=foot)
        (inbox / f"{name}.txt").write_text(text, encoding="utf-8")
        fields = {"publisher": publisher, "report_id": report_id, "published": published, "data_as_of": data_as_of}
        (inbox / f"{name}.txt.meta.yml").write_text(SIDECAR.format(**fields), encoding="utf-8")


def receive_in_turn(home: Path, arrivals: Iterable[tuple[Iterable[str], datetime]]) -> Ledger:
    """A ledger that received these texts at these moments, and read them."""
    ledger = open_ledger(home)
    for number, (names, moment) in enumerate(arrivals):
        inbox = home.parent / f"{home.name}-inbox-{number}"
        write(inbox, names)
        ledger.take_in(receive(inbox), now=moment)
    version = extractor_version()
    with kept_fork_servers():
        assert all(reading.outcome == "read" for reading in read_pending(ledger, ledger.pending(version), version))
    return ledger


@pytest.fixture(scope="session")
def built_of(tmp_path_factory: pytest.TempPathFactory) -> BuiltOf:
    """A build of these texts, all received on one day where no turns are given; each made once."""
    made: dict[object, Path] = {}

    def run(*names: str, turns: tuple[tuple[tuple[str, ...], datetime], ...] = ()) -> Path:
        key = (names, turns)
        if key not in made:
            folder = tmp_path_factory.mktemp("gnomes")
            ledger = receive_in_turn(folder / "home", turns or [(names, RECEIVED)])
            made[key] = build(ledger, folder / "build", read_policy(), Decisions()).database
        return made[key]

    return run


@pytest.fixture(scope="session")
def everything(built_of: BuiltOf) -> Path:
    """A build of all texts."""
    return built_of(*TEXTS)


@pytest.fixture(scope="session")
def kept() -> dict[object, Path]:
    """Worlds that were made whole and without decisions, by what was asked for: tests only read them."""
    return {}


@pytest.fixture(scope="session")
def at(tmp_path_factory: pytest.TempPathFactory, everything: Path, kept: dict[object, Path]) -> At:
    """The world as of a day."""
    folder = tmp_path_factory.mktemp("worlds")
    number = iter(range(1_000))

    def run(
        as_of: date | None,
        *,
        of: Path = everything,
        known_by: date | None = None,
        only_known: bool = False,
        decisions: Decisions | None = None,
        wanted: Iterable[str] | None = None,
    ) -> Path:
        asked = Asked(as_of, known_by, only_known)
        is_plain = decisions is None and wanted is None
        if is_plain and (of, asked) in kept:
            return kept[of, asked]
        made = rebuild(
            of,
            folder / f"{next(number)}.duckdb",
            asked,
            read_policy(),
            decisions or Decisions(),
            None if wanted is None else list(wanted),
        )
        if is_plain:
            kept[of, asked] = made
        return made

    return run
