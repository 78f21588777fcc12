"""Editions supersede figure by figure: what a later edition says again, and what it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.claims.restated_figures import superseded_claims

Frame = Callable[..., pl.DataFrame]


def _documents(frame: Frame, **superseded: tuple[str, str]) -> pl.DataFrame:
    rows = [
        {"document_id": name, "superseded_by": by, "superseded_reason": reason}
        for name in ("first", "second", "third")
        for by, reason in [superseded.get(name, (None, None))]
    ]
    return frame("core.documents", rows)


def _claim(claim_id: str, document_id: str, year: int | None, **fields: Any) -> dict[str, Any]:
    series = {"publisher_id": "acme", "market_id": "pump", "metric": "market_size"}
    return {"claim_id": claim_id, "document_id": document_id, "time_period_year": year, **series, **fields}


LATER = {"first": ("second", "later_edition")}
NEW = [_claim("new-2025", "second", 2025), _claim("new-2032", "second", 2032)]


@pytest.mark.parametrize(
    ("fields", "is_again"),
    [
        ({"year": 2025}, True),
        ({"year": 2030}, True),  # between two figures of the later edition: its own path tells that year
        ({"year": None, "time_period_inferred": 2026}, True),
        ({"year": None}, True),
        ({"year": 2024}, False),  # before all that the later edition tells
        ({"year": 2033}, False),
        ({"year": 2025, "ref_area": "003"}, False),
        ({"year": 2025, "segment_key": "type:gear"}, False),
        ({"year": 2025, "metric": "volume"}, False),
        ({"year": 2025, "market_id": None}, False),
        ({"year": 2025, "publisher_id": "bolt"}, False),  # passed on from another house
    ],
)
def test_a_later_edition_supersedes_what_it_states_again(frame: Frame, fields: dict[str, Any], is_again: bool) -> None:
    claims = frame("core.claims", [_claim("old", "first", **fields), *NEW])
    assert superseded_claims(claims, _documents(frame, **LATER)) == ({"old"} if is_again else set())


def test_a_rate_of_a_later_edition_supersedes_those_of_its_series_whatever_their_period(frame: Frame) -> None:
    rates: dict[str, Any] = {"metric": "cagr", "year": None, "period_start": 2025, "period_end": 2030}
    later = rates | {"period_start": 2026, "period_end": 2033}
    claims = [_claim("old", "first", **rates), _claim("old-part", "first", **rates, segment_key="type:gear")]
    assert superseded_claims(
        frame("core.claims", [*claims, _claim("new", "second", **later)]), _documents(frame, **LATER)
    ) == {"old"}


def test_every_edition_behind_counts_and_a_figure_that_was_set_aside_restates_nothing(frame: Frame) -> None:
    old = [_claim("old", "first", 2025), _claim("old-part", "first", 2025, segment_key="type:gear")]
    third = [
        _claim("new", "third", 2025),
        _claim("new-part", "third", 2025, segment_key="type:gear", status="quarantined"),
    ]
    chain = LATER | {"second": ("third", "later_edition")}
    assert superseded_claims(frame("core.claims", old + third), _documents(frame, **chain)) == {"old"}


def test_the_beginning_of_a_file_goes_whole_once_the_file_is_there(frame: Frame) -> None:
    claims = frame("core.claims", [_claim("cut", "first", 2019), *NEW])
    assert superseded_claims(claims, _documents(frame, first=("second", "whole_file"))) == {"cut"}


def test_without_editions_nothing_is_superseded(frame: Frame) -> None:
    assert superseded_claims(frame("core.claims", [_claim("old", "first", 2025), *NEW]), _documents(frame)) == set()
