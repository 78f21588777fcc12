"""Bad data costs its own series; a fault that would cost many is refused. Real texts, the real reader and the real build."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from release.making.settling import TooMuchSetAside, settle
from sources.extract import extractor_version
from sources.ingest import receive
from warehouse.build import build
from warehouse.connection import query
from warehouse.decisions import Decisions
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import Policy, read_policy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_fork_server")]

HOUSES = ("Glimmer Oak Research", "Quartz Finch Insights", "Marrow Lane Analytics")
# Beyond 1e18: no estimate meets it. 9e17 and 9.1e17: each may be, pooled they are above 1e15 USD.
BEYOND = "9999999999999999999 billion"
POOLED = ("900,000 trillion", "910,000 trillion")


def _ledger(folder: Path, sizes: Mapping[str, tuple[str, ...]]) -> Ledger:
    """A ledger of one text for each market and size, each of another house."""
    inbox = folder / "inbox"
    inbox.mkdir(parents=True)
    for market, figures in sizes.items():
        for number, figure in enumerate(figures):
            file = inbox / f"{market.lower().replace(' ', '-')}-{number}.txt"
            currency = "" if figure[0].isalpha() else "USD "
            file.write_text(
                f"{market} Market Report 2026\n\nThe global {market.lower()} market size was valued at {currency}{figure} "
                "in 2025.\n"
            )
            sidecar = f"publisher: {HOUSES[number]}\npublished_on: 2026-0{number + 2}-11\ntitle: {market} Market\n"
            file.with_name(f"{file.name}.meta.yml").write_text(sidecar)
    ledger = open_ledger(folder)
    ledger.take_in(receive(inbox), now=datetime(2026, 11, 20, tzinfo=UTC))
    version = extractor_version()
    assert {reading.outcome for reading in read_pending(ledger, ledger.pending(version), version)} == {"read"}
    return ledger


def _policy(**changes: object) -> Policy:
    policy = read_policy()
    return policy.model_copy(update={"set_aside": policy.set_aside.model_copy(update=changes)})


def _settled(
    ledger: Ledger, target: Path, policy: Policy | None = None, again: Callable[[int], None] = lambda _: None
) -> Path:
    """The database of the last round."""
    policy = policy or read_policy()
    make = partial(build, ledger, target, policy, Decisions(), None, None)
    return settle(make, policy.set_aside, again=again).database


def _estimated(database: Path) -> dict[str, float]:
    found = query(database, "select market_id, estimate from core.estimates where estimate is not null")
    return dict(found.iter_rows())


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    return _ledger(
        tmp_path_factory.mktemp("settling"),
        {
            "Tidal Sensor": (f"USD {BEYOND}", f"GBP {BEYOND}"),
            "Heath Pulley": POOLED,
            "Marsh Lantern": (*POOLED, "3 billion"),
            "Slate Drill": ("5 billion", "5.1 billion"),
            "Moss Panel": ("GBP 90000000000000000000 billion",),  # 9e28 x 1.3 is above 1e29, beyond any table
        },
    )


def test_series_of_bad_data_go_and_the_rest_stays(ledger: Ledger, tmp_path: Path) -> None:
    rounds: list[int] = []
    database = _settled(ledger, tmp_path / "build", again=rounds.append)
    assert rounds == [4], "one more round, without the two claims of each pooled pair"
    estimated = _estimated(database)
    assert set(estimated) == {"marsh-lantern", "slate-drill"}, estimated
    assert estimated["marsh-lantern"] == 3e9, "the honest third stands alone"
    aside = query(database, "select rule, set_aside_by, count(*) from core.set_aside group by all order by all").rows()
    assert aside == [("core.estimates: pooled_sizes", "series", 4), ("largest_figure", "claim", 3)]
    status = query(database, "select distinct status from core.claims semi join core.set_aside using (claim_id)")
    assert status["status"].to_list() == ["quarantined"]


def test_above_the_policys_share_of_the_series_the_release_is_refused_with_names_and_what_to_do(
    ledger: Ledger, tmp_path: Path
) -> None:
    with pytest.raises(TooMuchSetAside) as refused:  # 3 of 6 series in the first round
        _settled(ledger, tmp_path / "build", _policy(counts_from=1, refuse_above_share=0.2))
    said = str(refused.value)
    assert "3 of 6 series lost a claim to largest_figure; the policy allows 20%" in said
    assert "tidal-sensor-0.txt" in said and "--answer retract" in said
