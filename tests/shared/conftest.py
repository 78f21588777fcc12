"""Paths of the labelled texts outside the repository (on developers' machines and in CI), and one real run over the seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml

from sources.extract import extractor_version
from sources.extract.reader_name import READER_VARIABLE, ReaderName
from sources.ingest import receive
from tests.conftest import made_once, read_by_rules
from warehouse.ledger import open_ledger
from warehouse.ledger.reading import read_pending
from warehouse.policy import read_policy

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PARALLAX = Path(sys.executable).parent / "parallax"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.shared)
            if not SHARED.is_dir():
                item.add_marker(
                    pytest.mark.skip(reason="needs ../shared (labelled vendor texts), which a clone does not have")
                )


@pytest.fixture(scope="module", autouse=True)
def _the_rules_read(rules_reader: None) -> None:
    """What these tests know of the seeds is worked out from what they print, which the rules read without a fault: the steps behind reading
    are tested. What both readers joined make of them is in `test_scores`.
    """


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of labelled texts."""
    return SHARED


@pytest.fixture(scope="session")
def facts() -> list[dict[str, Any]]:
    """The inventory of all that the seed texts hold."""
    return [
        json.loads(line)
        for line in (SHARED / "inventory" / "seed_facts.jsonl").read_text(encoding="utf-8").splitlines()
    ]


@dataclass(frozen=True)
class Published:
    """A home with a release made by `parallax run` over the seeds."""

    home: Path

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """Rows of a query on the latest release."""
        from warehouse.connection import query

        return query(self.home / "releases" / "latest" / "warehouse.duckdb", sql).to_dicts()


def run_parallax(*arguments: str, home: Path, reader: ReaderName = "rules") -> subprocess.CompletedProcess[str]:
    """The program as a user calls it; what dbt has read of its project is kept between calls."""
    kept = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return subprocess.run(
        [PARALLAX, *arguments],
        capture_output=True,
        text=True,
        env={
            "PARALLAX_HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "HOME": str(home),
            "XDG_CACHE_HOME": kept,
            "PYTHONPATH": str(ROOT),
            READER_VARIABLE: reader,
        },
        check=False,
        timeout=900,
    )


@pytest.fixture(scope="session")
def parallax() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Calls the program."""
    return run_parallax


REVIEW = [("author", "A reviewer"), ("date", "2026-01-01"), ("reason", "compared with the page")]


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """The seeds after a review: every claim that is not sure enough to count, or to accuse its publisher, is confirmed.

    The labels allow it: all of them are read right.
    """

    def run(home: Path) -> str:
        ledger = open_ledger(home)
        ledger.take_in(receive(SHARED / "seeds"), now=datetime.now(UTC))
        with read_by_rules():
            version = extractor_version()
            assert {one.outcome for one in read_pending(ledger, ledger.pending(version), version)} == {"read"}
        claims = ledger.rows("raw.claims").filter(pl.col("confidence") < read_policy().accusation.confidence)
        unsure = claims.select("claim_id").unique().sort("claim_id").to_dicts()
        decisions = [{"kind": "confirmed_claim", **row, **dict(REVIEW)} for row in unsure]
        (home / "decisions").mkdir(exist_ok=True)
        (home / "decisions" / "reviewed.yml").write_text(yaml.safe_dump(decisions), encoding="utf-8")
        done = run_parallax("run", "--inbox", str(SHARED / "seeds"), home=home)
        assert done.returncode == 0, done.stderr
        return done.stderr

    return Published(made_once(tmp_path_factory, "seeds-reviewed", run)[0])
