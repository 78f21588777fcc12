"""dbt's data tests are asset checks of their marts: all of them, with what each found, also where one fails."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import dagster as dg
import duckdb
import pytest

from pipelines.defs.marts import _TESTS, _checks
from warehouse.marts import MartError, MartReport, build_marts
from warehouse.schema.marts import marts

pytestmark = pytest.mark.slow


def test_every_data_test_that_dbt_runs_is_a_check_of_its_mart_and_no_other(
    small_build: tuple[Any, MartReport],
) -> None:
    found = list(_checks(small_build[1].tests))
    assert {(check.asset_key, check.check_name) for check in found} == {(spec.asset_key, spec.name) for spec in _TESTS}
    assert len(found) == 2 * len(marts()) + 5  # key and core rows of each mart, and the files of dbt_project/tests
    assert all(check.passed for check in found)


def test_a_data_test_that_fails_says_so_before_the_step_does(
    small_build: tuple[Any, MartReport], tmp_path: Path
) -> None:
    database = tmp_path / "broken.duckdb"
    shutil.copyfile(small_build[0].database, database)
    with duckdb.connect(str(database)) as connection:
        connection.execute("UPDATE core.claims SET n_mentions = n_mentions + 1")
    with pytest.raises(MartError) as raised:
        build_marts(database)
    (failed,) = [check for check in _checks(raised.value.results) if not check.passed]
    assert (failed.asset_key, failed.check_name) == (dg.AssetKey(["marts", "claims"]), "dbt_claims_have_their_mentions")
    assert failed.severity == dg.AssetCheckSeverity.ERROR
    assert failed.metadata["failing"].value == 12  # every claim of the small world
