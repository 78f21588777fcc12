"""Two releases of a small world, the second changed by hand: the reported differences and their causes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from release.changes.alerts import alerts_of
from release.changes.compare import compare, inputs_that_differ
from release.changes.record import Alert, Changes, EstimateChange
from release.record import Release
from warehouse.policy import ChangeAlerts, read_policy

SAME = {"documents": "1", "code": "1", "engines": "1", "policy": "1", "decisions": "1"}
Later = Callable[..., Changes]


def no_alerts(*_: object) -> tuple[Alert, ...]:
    return ()


@pytest.fixture
def later(tmp_path: Path, release: Release) -> Later:
    """The difference to the same release after some statements."""

    def run(*statements: str, made_from: dict[str, str] | None = None) -> Changes:
        database = tmp_path / "later.duckdb"
        shutil.copyfile(release.database, database)
        database.chmod(0o644)
        with duckdb.connect(str(database)) as con:
            for statement in statements:
                con.execute(statement)
        before = Release(release.path, release.record.model_copy(update={"made_from": SAME}))
        return compare(before, database, "r000002", made_from or SAME, no_alerts)

    return run


@pytest.fixture
def pooled(release: Release) -> dict[str, Any]:
    """An estimate that rests on claims, with its first claim and its document."""
    with duckdb.connect(str(release.database), read_only=True) as con:
        row = con.execute(
            "SELECT e.estimate_id, e.series_id, e.time_period, e.estimate, c.claim_id, c.document_id, d.name "
            "FROM marts.market_estimates AS e "
            "INNER JOIN marts.claims AS c ON c.claim_id = string_split(e.claim_ids, '|')[1] "
            "INNER JOIN marts.documents AS d ON c.document_id = d.document_id "
            "WHERE e.estimate IS NOT NULL AND c.status = 'stated' ORDER BY e.estimate_id LIMIT 1"
        ).fetchone()
    assert row is not None
    return dict(zip(("estimate_id", "series", "period", "value", "claim_id", "document_id", "name"), row, strict=True))


def moved(pooled: dict[str, Any], value: str) -> str:
    return f"UPDATE marts.market_estimates SET estimate = {value} WHERE estimate_id = '{pooled['estimate_id']}'"


def test_equal_releases_differ_in_nothing(later: Later) -> None:
    found = later()
    assert set(found.counts.values()) == {0}
    assert (found.inputs, found.documents, found.figures, found.estimates, found.conflicts) == ((), (), (), (), ())


def test_a_first_release_is_compared_with_nothing(release: Release) -> None:
    found = compare(None, release.database, "r000001", SAME, no_alerts)
    assert (found.before, found.counts, found.estimates) == (None, {}, ())


@pytest.mark.parametrize(
    ("differs", "cause", "words"),
    [
        ("policy", "policy", "the policy differs"),
        ("code", "code", "another version"),
        ("decisions", "decision", "decisions differ"),
        ("documents", "document", "fitted over all series"),
    ],
)
def test_an_estimate_of_the_same_figures_moved_by_what_differs_between_the_releases(
    later: Later, pooled: dict[str, Any], differs: str, cause: str, words: str
) -> None:
    found = later(moved(pooled, "estimate * 1.25"), made_from=SAME | {differs: "2"})
    (one,) = found.estimates
    assert (one.change, one.move_pct, one.cause) == ("moved", 25.0, cause)
    assert words in one.reason
    assert found.inputs == (differs,)


def test_a_document_that_came_goes_before_every_other_cause(
    later: Later, pooled: dict[str, Any], release: Release
) -> None:
    # the later release has one more document, with a copy of the claim, on which the estimate now rests, too
    found = later(
        "INSERT INTO marts.documents SELECT * REPLACE ('new' AS document_id, 'new.txt' AS name) FROM marts.documents "
        f"WHERE document_id = '{pooled['document_id']}'",
        "INSERT INTO marts.claims SELECT * REPLACE ('fresh' AS claim_id, 'new' AS document_id) FROM marts.claims "
        f"WHERE claim_id = '{pooled['claim_id']}'",
        "UPDATE marts.market_estimates SET estimate = estimate / 2, claim_ids = claim_ids || '|fresh' "
        f"WHERE estimate_id = '{pooled['estimate_id']}'",
        made_from=SAME | {"policy": "2", "documents": "2"},
    )
    (one,) = found.estimates
    assert (one.cause, one.reason, one.move_pct) == ("document", "new.txt is new", -50.0)
    assert [(row.change, row.claim_id) for row in found.figures] == [("new", "fresh")]
    assert [(row.change, row.name) for row in found.documents] == [("new", "new.txt")]


def test_a_figure_of_a_superseded_document_is_superseded_and_raises_no_alert(
    later: Later, pooled: dict[str, Any]
) -> None:
    there = f"document_id = '{pooled['document_id']}'"
    found = later(
        f"UPDATE marts.documents SET status = 'superseded' WHERE {there}",
        f"UPDATE marts.claims SET status = 'superseded' WHERE {there}",
    )
    assert {row.change for row in found.figures} == {"superseded"}
    assert found.counts["figures superseded"] > 0
    assert found.counts["figures withdrawn"] == 0  # what the threshold of alerts counts
    assert {row.cause for row in found.figures} == {"document"}
    (document,) = found.documents
    assert (document.change, document.name) == ("changed", pooled["name"])


def test_a_rate_moves_in_points(later: Later, pooled: dict[str, Any]) -> None:
    before = f"UPDATE marts.market_estimates SET unit_measure = 'percent' WHERE estimate_id = '{pooled['estimate_id']}'"
    (one,) = later(moved(pooled, "estimate + 0.4"), before).estimates
    assert (one.change, one.move_pct, one.move_points) == ("moved", None, 0.4)


def test_the_lines_of_changes_name_segment_area_and_year() -> None:
    from pipelines.cli.explore.diff_command import _moved, _name

    one = EstimateChange.model_validate(
        change(None, "cagr").model_dump()
        | {"part": "Ducts", "area": "Japan", "unit_measure": "percent", "move_points": 0.4}
    )
    assert _name(one) == "Widgets, Ducts, Japan, cagr 2025 (moved)"
    assert _moved(one) == "+0.4 points"
    assert "None" not in _name(change(None, "cagr"))


def test_a_refusal_is_no_move_and_a_verdict_alone_is_told(later: Later, pooled: dict[str, Any]) -> None:
    (refused,) = later(moved(pooled, "NULL")).estimates
    assert (refused.change, refused.move_pct) == ("judged otherwise", None)
    assert refused.before is not None
    assert refused.after is not None
    assert refused.before.estimate == pooled["value"]
    assert refused.after.estimate is None


def test_conflicts_come_go_and_are_judged_otherwise(later: Later, release: Release) -> None:
    with duckdb.connect(str(release.database), read_only=True) as con:
        first, second = (
            row[0] for row in con.execute("SELECT conflict_id FROM marts.conflicts ORDER BY 1 LIMIT 2").fetchall()
        )
    found = later(
        f"DELETE FROM marts.conflicts WHERE conflict_id = '{first}'",
        f"UPDATE marts.conflicts SET verdict = 'insufficient' WHERE conflict_id = '{second}'",
    )
    assert {(row.conflict_id, row.change) for row in found.conflicts} == {(first, "gone"), (second, "judged otherwise")}


def test_a_release_that_does_not_say_what_it_was_made_from_names_no_cause() -> None:
    assert inputs_that_differ({}, SAME) == ("unknown",)
    assert inputs_that_differ(SAME, SAME | {"engines": "2"}) == ("engines",)


def change(move: float | None, metric: str = "market_size", points: float | None = None) -> EstimateChange:
    return EstimateChange(
        change="moved", estimate_id="e", market_id="m", market="Widgets", metric=metric, unit_measure="USD", part=None, area=None,
        time_period="2025", before=None, after=None, move_pct=move, cause="policy", reason="the policy differs",
        move_points=points,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("estimates", "counts", "figures", "passed"),
    [
        ([change(10.0)], {}, 100, []),  # at the limit is not above it
        ([change(-10.1)], {}, 100, ["estimate_moved_above_pct"]),
        ([change(50.0, "share")], {}, 100, []),  # no watched metric
        ([change(None, "cagr", 2.0)], {}, 100, []),
        ([change(None, "cagr", -2.1)], {}, 100, ["rate_moved_above_points"]),
        ([change(None, "growth_rate", 9.0)], {}, 100, []),  # no watched metric
        ([change(None)], {"figures withdrawn": 5}, 100, []),
        ([], {"figures withdrawn": 6}, 100, ["figures_withdrawn_above_pct"]),
        ([], {"figures withdrawn": 1}, 0, []),
        ([], {"conflicts new": 21}, 100, ["new_conflicts_above"]),
    ],
)
def test_an_alert_is_raised_above_a_threshold_and_not_at_it(
    estimates: Sequence[EstimateChange], counts: dict[str, int], figures: int, passed: list[str]
) -> None:
    limits = read_policy().change_alerts
    assert limits == ChangeAlerts(
        estimate_moved_above_pct=10.0, rate_moved_above_points=2.0, figures_withdrawn_above_pct=5.0, new_conflicts_above=20
    )  # fmt: skip
    assert [one.threshold for one in alerts_of(limits, counts, estimates, figures)] == passed
