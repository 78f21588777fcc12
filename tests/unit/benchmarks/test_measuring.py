from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

from benchmarks import growth
from benchmarks.clock import OverLimit, Seconds, limit, per_second, timed
from benchmarks.growth import in_parts, projected
from benchmarks.report import page


def test_a_call_over_its_limit_is_ended() -> None:
    began = perf_counter()
    with pytest.raises(OverLimit), limit(0.05):
        while perf_counter() - began < 5:
            pass
    assert perf_counter() - began < 1


def test_a_call_within_its_limit_is_timed_and_the_alarm_is_off_afterwards() -> None:
    with limit(0.05):
        spent = timed(lambda: sum(range(10_000)))
    assert 0 < spent.wall < 0.05
    timed(lambda: [None for _ in range(3_000_000)])  # longer than the limit that was


def test_seconds_add_up_and_speeds_are_whole() -> None:
    assert Seconds(1.0, 0.5) + Seconds(2.0, 0.25) == Seconds(3.0, 0.75)
    assert per_second(1000, 0.3) == 3333
    assert per_second(1000, 0.0) == 0


def test_parts_hold_all_pieces_in_order_in_nearly_equal_lengths() -> None:
    pieces = [str(number) * 7 for number in range(10)] * 3
    parts = in_parts(pieces, 4)
    assert "".join(parts) == "".join(pieces)
    # 210 characters in 4 parts: 52.5 each, cut behind whole pieces of 7.
    assert [len(part) for part in parts] == [56, 49, 56, 49]


def test_the_time_of_a_longer_document_is_projected_from_the_two_before() -> None:
    # 100 characters in 1 s, 200 in 4 s: time grows with the square of the length, so 400 take 16 s.
    rows: list[dict[str, Any]] = [
        {"length": 100, "extract_characters_per_second": 100},
        {"length": 200, "extract_characters_per_second": 50},
    ]
    assert projected(rows, 400) == pytest.approx(16.0)
    assert projected(rows[:1], 200) is None


def test_the_page_says_what_was_not_measured_and_what_failed() -> None:
    told = page(_result(), "2026-11-20-x.json", ["2026-11-19-x.json"])
    assert "| 1,000,000 | broken off |  | less than 5,000 | more than 200.0 |" in told
    assert "costs more than 10.0 times what it costs as ten" in told
    assert "Failed: took more than 80 s" in told
    assert "as far as time allowed" in told
    assert "Earlier results: `2026-11-19-x.json`" in told


def _result() -> dict[str, Any]:
    speed = {"characters_per_second": 50_000, "characters_per_second_wall": 40_000}
    short = {"documents": 10, "parse_characters_per_second": 9, "basis": "measured"}
    return {
        "date": "2026-11-20",
        "name": "x",
        "seconds": 200.0,
        "machine": {
            "cores": 2, "memory_gib": 8.0, "system": "Linux", "python": "CPython 3.11", "load_average": 0.1,
            "libraries": {"duckdb": "1.5.5"},
        },
        "reading": {
            "documents": 3, "characters": 900, "mentions": 7, "is_whole": False, "extractor_version": "abc", "extract": speed,
            "slices": {"slowest": 1, "median": 2, "fastest": 3}, "floors": {"numerals": {**speed, "times_faster": 1.0}},
        },
        "parse": {"pdf": {"milliseconds_per_report": 100.0, "characters_per_second": 9, "pages_per_second": 10.0}},
        "growth": {
            "characters": 1_000_000, "ratio": 10.0, "basis": "broken off",
            "lengths": [
                {"length": 100_000, **short, "extract_characters_per_second": 50_000, "whole_text_seconds": 20.0},
                {"length": 1_000_000, "documents": 0, "extract_characters_per_second": 5_000, "basis": "broken off",
                 "whole_text_seconds": 200.0},
            ],
        },
        "main_job": {"sample inbox": {"failed": "took more than 80 s"}},
        "commands": {"parallax --help": {"median": 0.2, "least": 0.1, "most": 0.3, "runs": 5}},
    }  # fmt: skip


def test_a_document_that_does_not_end_in_time_is_broken_off_and_said_to_be_slower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(document: object) -> None:
        while True:
            pass

    monkeypatch.setattr(growth, "extract", endless)
    row = growth._read(["Sales were USD 1.2 billion in 2025.\n" * 10], 0.2)
    assert (row["basis"], row["documents"]) == ("broken off", 0)
    # 360 characters in no less than 0.1 s of processor time, even on a busy machine.
    assert row["extract_characters_per_second"] < 3600


def test_documents_that_end_in_time_are_measured() -> None:
    row = growth._read(["Sales were USD 1.2 billion in 2025.\n"] * 3, 20.0)
    assert (row["basis"], row["documents"]) == ("measured", 3)
