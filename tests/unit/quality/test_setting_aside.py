"""What a failure means is declared in data; a failure on data names the claims to do without, one of the program names none."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest
import yaml

from quality.setting_aside import failing
from quality.suites import core_suite, marts_suite
from tests.unit.small_world import SmallWorld
from warehouse.marts import PROJECT

# c01 (10.0), c02 (2030), c08 (8.8 EUR) and c10 (10.0) are the claims of the widget market's sizes.
POOLED = "update core.estimates set estimate = 2e15, high = 2e15 where estimate_id = 'e1'"
OUTSIDE = "update core.observations set obs_value = 3e15 where claim_id = 'c08'"


@pytest.fixture
def broken(small_world: SmallWorld, tmp_path: Path):
    """Plants failures in a copy of the small world and says which claims are to be set aside."""
    database = tmp_path / "small.duckdb"
    shutil.copyfile(small_world.database, database)

    def ask(*statements: str, whole_documents: bool = False):
        with duckdb.connect(str(database)) as connection:
            for statement in statements:
                connection.execute(statement)
        return failing(database, 1, whole_documents=whole_documents)

    return ask


def test_where_all_holds_nothing_is_set_aside(broken) -> None:
    assert broken() == ()


def test_of_a_series_only_the_claims_go_that_are_out_of_bounds_themselves(broken) -> None:
    (found,) = broken(POOLED, OUTSIDE)
    assert (found.claim_id, found.rule, found.set_aside_by) == ("c08", "core.estimates: pooled_sizes", "series")
    assert found.found == "2e+15 in 2025"


def test_where_no_claim_is_out_of_bounds_the_whole_series_goes(broken) -> None:
    found = broken(POOLED)
    assert {one.set_aside_by for one in found} == {"series"}
    assert {"c01", "c08", "c10"} <= {one.claim_id for one in found}
    assert "c09" not in {one.claim_id for one in found}, "the smart widget's market is another series"


@pytest.mark.parametrize("series", ["another", "zz"])
def test_of_a_claim_behind_two_series_the_first_by_name_is_recorded(broken, series: str) -> None:
    first = min(series, broken(POOLED, OUTSIDE)[0].key)
    (found,) = broken(
        f"insert into core.observations select * replace ('{series}' as series_id) from core.observations "
        "where claim_id = 'c08'",
        f"insert into core.estimates select * replace ('e0' as estimate_id, '{series}' as series_id) from core.estimates "
        "where estimate_id = 'e1'",
    )
    assert (found.claim_id, found.key) == ("c08", first)


def test_a_claim_is_its_own_key(broken) -> None:
    (found,) = broken("update core.claims set unit_measure = 'dollars' where claim_id = 'c09'")
    assert (found.claim_id, found.key, found.set_aside_by, found.found) == ("c09", "c09", "claim", "dollars")


def test_in_the_last_round_all_claims_of_the_documents_behind_go(broken) -> None:
    found = broken(POOLED, OUTSIDE, whole_documents=True)
    assert {one.claim_id for one in found} == {"c08", "c09", "c11"}, "all that d_other says"
    assert {one.set_aside_by for one in found} == {"document"}


@pytest.mark.parametrize(
    "statement",
    [
        "update core.evidence set quote = 'USD 99 billion' where claim_id = 'c02'",  # evidence
        "update core.conflicts set claim_ids_b = ['nowhere'] where conflict_id = 'k1'",  # references
        "insert into core.companies select * from core.companies limit 1",  # keys
        "update core.conflict_components set log_share_pct = 90 where component = 'remainder'",  # arithmetic
        "update core.documents set n_candidates = 9 where name = 'd_old.txt'",  # conservation
    ],
)
def test_what_the_program_made_wrong_sets_nothing_aside(broken, statement: str) -> None:
    assert broken(statement) == ()


def test_a_check_that_sets_aside_is_on_core_where_the_build_can_be_made_again() -> None:
    assert {check.name: check.aside.by for check in core_suite() if check.aside is not None} == {
        "pooled_sizes": "series",
        "pooled_shares": "series",
        "currency_codes": "claim",
    }
    assert [check.name for check in marts_suite() if check.on_failure == "sets_aside"] == []
    for check in core_suite():
        assert check.on_failure == (
            "warns" if check.severity == "warning" else "sets_aside" if check.aside else "blocks"
        )


def test_every_test_of_dbt_is_about_what_the_program_makes() -> None:
    """Keys and conservation laws: none of them reads a value that a vendor prints, so each declares that it blocks."""
    project = yaml.safe_load((PROJECT / "dbt_project.yml").read_text())
    assert project["data_tests"]["parallax"]["+meta"] == {"on_failure": "blocks"}
    used = {
        next(iter(test)) if isinstance(test, dict) else test
        for path in (PROJECT / "models" / "marts").glob("*.yml")
        for model in yaml.safe_load(path.read_text())["models"]
        for test in model.get("data_tests", ())
    }
    assert used == {"same_keys_as"}
