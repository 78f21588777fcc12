from __future__ import annotations

from typing import Any

import pytest

from benchmarks import reading
from benchmarks.peers import MISSING
from benchmarks.report import page
from sources.parse import parse
from trials.clock import ZERO, Seconds, per_second, timed


def test_a_call_is_timed() -> None:
    assert 0 < timed(lambda: sum(range(100_000))).wall < 600


def test_seconds_add_up_and_speeds_are_whole() -> None:
    assert Seconds(1.0, 0.5) + Seconds(2.0, 0.25) == Seconds(3.0, 0.75)
    assert per_second(1000, 0.3) == 3333
    assert per_second(1000, 0.0) == 0


def test_the_page_says_what_was_not_measured_and_what_failed() -> None:
    written = page(_result(), "2026-11-20-x.json", ["2026-11-19-x.json"])
    assert "| 1,000,000 | 1 | 9 | 5,000 | 200.0 |" in written
    assert "costs 10.0 times what ten of 100,000 cost" in written
    assert "Failed: took more than 80 s" in written
    assert "900 characters were read of a corpus of 50,000,000 (as far as 150 s allowed;" in written
    assert "| spaCy rules + pandas 3.8.18 | 90 | 7 | 400,000 | 0.125 |" in written
    assert "make it with `make peers`" in written
    assert "0.1 at the start, 0.3 at the end" in written
    assert "Earlier results: `2026-11-19-x.json`" in written


def test_the_page_says_where_commands_were_not_timed() -> None:
    assert "Not timed: they need a release" in page({**_result(), "commands": {}}, "2026-11-20-x.json")


def _result() -> dict[str, Any]:
    speed = {"characters_per_second": 50_000, "characters_per_second_wall": 40_000}
    return {
        "date": "2026-11-20",
        "name": "x",
        "seconds": 200.0,
        "load_average_at_end": 0.3,
        "machine": {
            "cores": 2, "memory_gib": 8.0, "system": "Linux", "python": "CPython 3.11", "load_average": 0.1,
            "libraries": {"duckdb": "1.5.5"},
        },
        "reading": {
            "documents": 3, "characters": 900, "mentions": 7, "is_whole": False, "claims": 6, "claims_per_second": 60,
            "corpus_characters": 50_000_000, "budget_seconds": 150.0, "extractor_version": "abc", "extract": speed,
            "slices": {"slowest": 1, "median": 2, "fastest": 3}, "floors": {"numerals": {**speed, "times_faster": 1.0}},
        },
        "peers": {
            "passes": 3, "missing": MISSING, "documents": 5,
            "llm": {"dollars_per_1000": {"one": 5.5}, "as_of": "2026-07-11", "tokens_in": 3_000, "tokens_out": 500},
            "readers": {"spaCy rules + pandas": {"version": "3.8.18", "characters": 90, "found": 7, "characters_per_second": 400_000,
                                  "extract_is_faster": 0.125}},
        },
        "fusing": {
            "growth": 1.0, "one_series_milliseconds": 3.5,
            "sizes": [{"claims": 1_000_000, "series": 50_000, "ratio": 2.0,
                       "fuse": {"wall_seconds": 4.0, "cpu_seconds": 3.0, "peak_megabytes": 300},
                       "duckdb": {"wall_seconds": 2.0, "cpu_seconds": 1.5, "peak_megabytes": 200}}],
        },
        "parse": {"pdf": {"milliseconds_per_report": 100.0, "characters_per_second": 9, "pages_per_second": 10.0}},
        "growth": {
            "characters": 1_000_000, "ratio": 10.0,
            "lengths": [
                {"length": 1_000_000, "documents": 1, "parse_characters_per_second": 9, "extract_characters_per_second": 5_000,
                 "whole_text_seconds": 200.0},
            ],
        },
        "main_job": {"failed": "took more than 80 s"},
        "commands": {"parallax --help": {"median": 0.2, "least": 0.1, "most": 0.3, "runs": 5}},
    }  # fmt: skip


def test_reading_counts_claims_and_says_how_much_of_the_corpus_was_read() -> None:
    documents = [parse(b"The widget market was valued at USD 1.2 billion in 2025.")] * 3
    found = reading.reading_speed(documents, 20.0, whole=1_000)
    assert (found["documents"], found["claims"], found["is_whole"]) == (3, 3, False)
    assert found["characters"] == 3 * len(documents[0].text)
    stopped = reading.reading_speed(documents, 0.0, whole=len(documents[0].text))
    assert (stopped["documents"], stopped["is_whole"]) == (1, True)


def test_floors_get_the_beginning_of_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [parse(b"Sales were USD 1.2 billion in 2025.")] * 4
    size = len(documents[0].text)
    monkeypatch.setattr(reading, "FLOOR_CHARACTERS", 2 * size)
    monkeypatch.setattr(reading, "_floors", lambda part: {"n": Seconds(1.0, 0.5 * len(part))})
    # Two documents of four, which took 3 + 1 s; the floor takes 1 s for them.
    spent = [Seconds(0.0, 3.0), Seconds(0.0, 1.0), Seconds(0.0, 50.0), ZERO]
    assert reading._beside_floors(documents, spent)["n"]["times_faster"] == 4.0
