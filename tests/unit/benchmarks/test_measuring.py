from __future__ import annotations

from typing import Any

from benchmarks.peers import MISSING
from benchmarks.report import page
from trials.clock import Seconds, per_second, timed


def test_a_call_is_timed() -> None:
    assert 0 < timed(lambda: sum(range(100_000))).wall < 600


def test_seconds_add_up_and_speeds_are_whole() -> None:
    assert Seconds(1.0, 0.5) + Seconds(2.0, 0.25) == Seconds(3.0, 0.75)
    assert per_second(1000, 0.3) == 3333
    assert per_second(1000, 0.0) == 0


def test_the_page_shows_rows_as_tables_and_all_else_as_keys_with_values() -> None:
    written = page(_RESULT, "2026-11-20-x.json", ["2026-11-19-x.json"])
    assert "Load average 0.1 at the start, 0.3 at the end. cores 2," in written
    assert "|  | version | characters | accuracy recall |" in written
    assert "| spaCy rules + pandas | 3.8.18 | 90,000 | 0.5 |" in written
    assert "| extract |  | 90,000 |  |" in written  # it has neither a version nor an accuracy of its own
    assert "make it with `make peers`" in written
    assert "dollars per 1000: one 5.5" in written
    assert "|  | claims | fuse wall seconds | ratio |" in written
    assert "| 1 | 1,000,000 | 4.0 | 2.0 |" in written
    assert "growth 1.0" in written
    assert "failed took more than 80 s" in written
    assert "| parallax --help | 0.2 | 5 |" in written
    assert "pages 279, holds no" in written
    assert "Earlier results: `2026-11-19-x.json`" in written


def test_a_part_that_was_not_measured_has_no_section() -> None:
    measured = {key: value for key, value in _RESULT.items() if key != "commands"}
    assert "## Commands" in page(_RESULT, "x.json")
    assert "## Commands" not in page(measured, "x.json")


_RESULT: dict[str, Any] = {
    "date": "2026-11-20", "name": "x", "seconds": 200.0, "load_average_at_end": 0.3,
    "machine": {"cores": 2, "load_average": 0.1, "libraries": {"duckdb": "1.5.5"}},
    "peers": {
        "passes": 3, "missing": MISSING,
        "readers": {"extract": {"version": None, "characters": 90_000},
                    "spaCy rules + pandas": {"version": "3.8.18", "characters": 90_000, "accuracy": {"recall": 0.5}}},
        "llm": {"dollars_per_1000": {"one": 5.5}, "tokens_in": 3_000},
    },
    "fusing": {"growth": 1.0, "sizes": [{"claims": 1_000_000, "fuse": {"wall_seconds": 4.0}, "ratio": 2.0}]},
    "main_job": {"failed": "took more than 80 s"},
    "commands": {"parallax --help": {"median": 0.2, "runs": 5}},
    "site": {"pages": 279, "holds": False},
}  # fmt: skip
