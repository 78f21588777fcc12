"""One real run of the program over the bundled sample inbox, shared by all tests of this folder."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from release import Release, latest
from tests.conftest import kept_fork_servers, made_once, read_by_rules
from tests.integration import commands

PARALLAX = Path(sys.executable).parent / "parallax"


def parallax(*arguments: str, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """The program as a user calls it; `more` are variables."""
    environment = os.environ | {"PARALLAX_HOME": str(home), "NO_COLOR": "1"} | more
    return subprocess.run(
        [PARALLAX, *arguments], capture_output=True, text=True, env=environment, check=False, timeout=900
    )


@pytest.fixture(autouse=True)
def _no_terminal_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallel test runner hands its terminal's width down; output that goes to no terminal must not be cut by it."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(scope="module", autouse=True)
def _reader(request: pytest.FixtureRequest, one_fork_server: None) -> None:
    """Who reads: the samples and the cases what a user gets; texts that are made for a step behind reading the rules, at a third of the cost."""
    of_module = [item for item in request.session.items if getattr(item, "module", None) is request.module]
    asks_for_samples = any("samples" in getattr(item, "fixturenames", ()) for item in of_module)
    if not asks_for_samples and not request.module.__name__.endswith("test_layout_cases"):
        request.getfixturevalue("rules_reader")


@dataclass(frozen=True)
class Published:
    """A home with a release, and what the run said."""

    home: Path
    said: str

    @property
    def latest(self) -> Path:
        """The release that readers are pointed at."""
        return (self.home / "releases" / "latest").resolve()

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """Rows of a query on the latest release."""
        from warehouse.connection import query

        return query(self.latest / "warehouse.duckdb", sql).to_dicts()


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """The sample inbox, published."""

    def run(home: Path) -> str:
        done = parallax("run", home=home)
        assert done.returncode == 0, done.stderr
        return done.stderr + done.stdout

    return Published(*made_once(tmp_path_factory, "samples", run))


@pytest.fixture(scope="session")
def press(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """One release of the small documents of several tests: each has markets of its own and looks at no others.

    A test that changes something does it on a copy.
    """
    from tests.integration import test_claims_without_sidecar as claims
    from tests.integration import test_file_kinds as kinds
    from tests.integration import test_guards as guards
    from tests.integration import test_hard_inbox as hard
    from tests.integration import test_markup_published as markup
    from tests.integration import test_second_reader_marts as answered
    from tests.integration import test_secrets as secrets
    from tests.integration import test_set_aside as aside
    from tests.integration import test_what_is_never_pooled as apart

    def run(home: Path) -> str:
        inbox = home.parent / "inbox"
        inbox.mkdir()
        for module in (claims, kinds, guards, hard, markup, aside, apart):
            module.write(inbox)
        secrets.write_feeds(home)
        with read_by_rules(), kept_fork_servers(), secrets.planted(PARALLAX_METRICS_FILE=str(home / secrets.METRICS)):
            answered.write(inbox, home)
            done = commands.parallax("run", "--inbox", str(inbox), "--home", str(home))
        assert done.code == 0, done.err
        return done.err + done.out

    return Published(*made_once(tmp_path_factory, "press", run))


@pytest.fixture(scope="session")
def home(samples: Published) -> Path:
    """A data home that holds one release of the samples."""
    return samples.home


@pytest.fixture(scope="session")
def release(home: Path) -> Release:
    """Its release."""
    found = latest(home)
    assert found is not None
    return found
