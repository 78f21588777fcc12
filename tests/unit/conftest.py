"""The small world, built once for all processes that test for the tests of `dbt_project` and `quality`. What is in it: small_world.py."""

from __future__ import annotations

import base64
import pickle
from pathlib import Path

import pytest

from tests.conftest import made_once
from tests.unit.small_world import SmallWorld, core_rows, write_core
from tests.unit.small_world_texts import DOCUMENTS, TEXTS
from warehouse.marts import MartReport, build_marts


@pytest.fixture(scope="session")
def small_build(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallWorld, MartReport]:
    """The small world with marts and data tests run once, and what was reported. Copy it to change it."""

    def make(folder: Path) -> str:
        folder.mkdir()
        write_core(folder / "small.duckdb", core_rows())
        report = build_marts(folder / "small.duckdb")
        return base64.b64encode(pickle.dumps(report)).decode("ascii")

    folder, told = made_once(tmp_path_factory, "small_world", make)
    report: MartReport = pickle.loads(base64.b64decode(told))
    return SmallWorld(folder / "small.duckdb", {DOCUMENTS[name]: text for name, text in TEXTS.items()}), report


@pytest.fixture(scope="session")
def small_world(small_build: tuple[SmallWorld, MartReport]) -> SmallWorld:
    """A build that every check passes."""
    return small_build[0]
