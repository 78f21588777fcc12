"""The small world, built once per session for the tests of `dbt_project` and `quality`. What is in it: small_world.py."""

from __future__ import annotations

import pytest

from tests.unit.small_world import SmallWorld, core_rows, write_core
from tests.unit.small_world_texts import DOCUMENTS, TEXTS
from warehouse.marts import MartReport, build_marts


@pytest.fixture(scope="session")
def small_build(tmp_path_factory: pytest.TempPathFactory) -> tuple[SmallWorld, MartReport]:
    """The small world with marts, data tests and unit tests run once, and what dbt reported. Copy it to change it."""
    database = tmp_path_factory.mktemp("small_world") / "small.duckdb"
    write_core(database, core_rows())
    report = build_marts(database, unit_tests=True)
    return SmallWorld(database, {DOCUMENTS[name]: text for name, text in TEXTS.items()}), report


@pytest.fixture(scope="session")
def small_world(small_build: tuple[SmallWorld, MartReport]) -> SmallWorld:
    """A build that every check passes."""
    return small_build[0]
