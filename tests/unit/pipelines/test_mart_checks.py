"""dbt's data tests are asset checks of their marts: all of them, with what each found, also where one fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import dagster as dg
import pytest

from pipelines.defs.marts import _TESTS, _checks
from warehouse.marts import MartReport
from warehouse.schema.marts import marts

pytestmark = pytest.mark.slow


def test_every_data_test_that_dbt_runs_is_a_check_of_its_mart_and_no_other(
    small_build: tuple[Any, MartReport],
) -> None:
    found = list(_checks(small_build[1].tests))
    assert {(check.asset_key, check.check_name) for check in found} == {(spec.asset_key, spec.name) for spec in _TESTS}
    assert len(found) == len(marts()) + 5  # the keys of each mart, and the files of dbt_project/tests
    assert all(check.passed for check in found)


def test_a_data_test_that_failed_is_an_error_of_its_mart_and_says_how_many_rows(
    small_build: tuple[Any, MartReport],
) -> None:
    (test,) = [one for one in small_build[1].tests if one.name == "claims_have_their_mentions"]
    (failed,) = _checks([replace(test, status="fail", n_failing=12)])
    assert (failed.asset_key, failed.check_name) == (dg.AssetKey(["marts", "claims"]), "dbt_claims_have_their_mentions")
    assert (failed.passed, failed.severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert failed.metadata["failing"].value == 12
