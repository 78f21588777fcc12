"""What a claim is about, and whether it is sure enough to count."""

from __future__ import annotations

import polars as pl
import pytest

from warehouse.decisions import Decisions
from warehouse.doubt import ClaimKind, comparable, is_unsure, kind_of, unsure
from warehouse.load.thresholds import policy_rows
from warehouse.policy import UnsureBelow, read_policy
from warehouse.schema import core_tables
from warehouse.sql_steps import sql_steps
from warehouse.step import BuildContext

BARS = UnsureBelow(headline=0.7, area=0.8, other_whole=0.9, listed_part=0.6, other_part=0.85)


@pytest.mark.parametrize(
    ("metric", "segment", "dimension", "ref_area", "kind"),
    [
        ("market_size", None, None, "001", ClaimKind.headline),
        ("cagr", None, None, "001", ClaimKind.headline),
        ("volume", None, None, "001", ClaimKind.other_whole),
        ("market_size", None, None, "DEU", ClaimKind.area),
        ("price", None, None, "150", ClaimKind.area),
        ("market_size", "Cloud", None, "001", ClaimKind.other_part),
        ("share", "Cloud", "Deployment", "DEU", ClaimKind.listed_part),
    ],
)
def test_a_part_is_a_part_wherever_it_is_and_a_headline_is_worldwide(
    metric: str, segment: str | None, dimension: str | None, ref_area: str, kind: ClaimKind
) -> None:
    assert kind_of(metric, segment, dimension, ref_area) is kind


def test_a_claim_is_unsure_below_the_bar_of_its_kind_in_rows_and_in_frames() -> None:
    rows = [
        {"metric": metric, "segment": segment, "dimension": dimension, "ref_area": ref_area, "confidence": confidence}
        for metric in ("market_size", "cagr", "share")
        for segment, dimension in ((None, None), ("Cloud", None), ("Cloud", "Deployment"))
        for ref_area in ("001", "DEU")
        for confidence in (0.65, 0.7, 0.75, 0.8, 0.84, 0.85, 0.89, 0.9, None)
    ]
    by_row = [is_unsure(row, BARS) for row in rows]
    by_frame = pl.DataFrame(rows).select(found=unsure(BARS).fill_null(value=False))["found"].to_list()
    assert by_row == by_frame
    # 7 of the 8 confidences below .9, 5 below .85, 3 below .8, 1 below .7: two headlines, one other,
    # three areas, six parts by phrases; none of the six listed parts is below .6
    assert sum(by_row) == 2 * 1 + 1 * 7 + 3 * 3 + 6 * 5


def test_a_claim_without_confidence_is_not_unsure() -> None:
    assert not is_unsure(
        {"metric": "share", "segment": "Cloud", "dimension": None, "ref_area": "001", "confidence": None}, BARS
    )


def test_every_kind_has_its_bar() -> None:
    assert set(UnsureBelow.model_fields) == set(ClaimKind)


DOUBTFUL = next(step for step in sql_steps() if step.name == "doubtful_claims")
READ = {"claim_id": "c", "confidence": 0.89, "n_mentions": 1, "status": "stated", "is_confirmed": None}


@pytest.mark.parametrize(
    ("changed", "accuses"),
    [
        ({}, False),
        ({"confidence": 0.9}, True),
        ({"confidence": None}, True),  # from a mapped table: nothing was read
        ({"n_mentions": 2}, True),
        ({"is_confirmed": True}, True),
        ({"status": "overridden"}, True),
    ],
)
def test_a_reading_accuses_its_publisher_where_it_is_sure_stands_twice_or_was_checked(
    changed: dict[str, object], accuses: bool
) -> None:
    claims = pl.DataFrame([READ | changed], core_tables()["core.claims"].polars_schema())
    policy = read_policy()  # a confidence of 0.9, or two places
    frames = {"core.claims": claims, "core.policy": policy_rows(policy)}
    doubtful = DOUBTFUL.run(frames, BuildContext(policy, Decisions(), str))["work.doubtful_claims"]
    assert doubtful.is_empty() == accuses


@pytest.mark.parametrize("status", ["superseded", "overridden", "quarantined", "unsure"])
def test_a_claim_that_does_not_stand_as_printed_takes_its_rows_out_of_comparisons(status: str) -> None:
    rows = pl.DataFrame({"technical_id": ["a", "b", "c"], "claim_id": ["kept", "gone", None]})
    claims = pl.DataFrame({"claim_id": ["kept", "gone"], "status": ["stated", status]})
    assert comparable(rows, claims)["technical_id"].to_list() == ["a", "c"]
