from __future__ import annotations

import signal
from typing import Any

import pytest

from benchmarks import growth, hostile, pdf_engines, reading
from benchmarks.clock import ZERO, OverLimit, Seconds, limit, per_second, timed
from benchmarks.growth import in_parts, projected
from benchmarks.hostile import hostile_seconds
from benchmarks.peers import MISSING
from benchmarks.report import page
from pipelines.home import sample_inbox
from sources.parse import parse


def test_a_call_over_its_limit_is_ended() -> None:
    with pytest.raises(OverLimit), limit(0.05):
        while True:
            pass


def test_a_call_within_its_limit_is_timed_and_the_alarm_is_off_afterwards() -> None:
    with limit(600):
        spent = timed(lambda: sum(range(10_000)))
    assert 0 < spent.wall < 600
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


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
    assert "costs more than 10.0 times what ten of 100,000 cost" in told
    assert "Failed: took more than 80 s" in told
    assert "900 characters were read of a corpus of 50,000,000 (as far as 150 s allowed;" in told
    assert "| commas | 1,000,000 | 0.51 | 2 | yes |" in told
    assert "| digits | 1,000,000 | more than 15.00 |  | **no** |" in told
    assert "| spaCy 3.8.18 | 90 | 7 | 400,000 | 0.125 |" in told
    assert "make it with `make peers`" in told
    assert "pdfium is 4.7 times as fast; 5 of 6 reports read alike" in told
    assert "0.1 at the start, 0.3 at the end" in told
    assert "Earlier results: `2026-11-19-x.json`" in told


def test_the_page_says_where_commands_were_not_timed() -> None:
    assert "Not timed: they need a release" in page({**_result(), "commands": {}}, "2026-11-20-x.json")


def _result() -> dict[str, Any]:
    speed = {"characters_per_second": 50_000, "characters_per_second_wall": 40_000}
    hostile = {"characters": 1_000_000, "is_bounded": True}
    short = {"documents": 10, "parse_characters_per_second": 9, "basis": "measured"}
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
            "passes": 3, "missing": MISSING,
            "readers": {"spacy": {"version": "3.8.18", "characters": 90, "found": 7, "characters_per_second": 400_000,
                                  "extract_is_faster": 0.125}},
        },
        "hostile": {
            "commas": {**hostile, "parse_seconds": 0.01, "extract_seconds": 0.5, "is_broken_off": False, "holds": True,
                       "times_of_half": 2.0},
            "digits": {**hostile, "parse_seconds": 0.0, "extract_seconds": 15.0, "is_broken_off": True, "holds": False,
                       "times_of_half": None},
        },
        "fusing": {
            "growth": 1.0, "one_series_milliseconds": 3.5,
            "sizes": [{"claims": 1_000_000, "series": 50_000, "ratio": 2.0,
                       "fuse": {"wall_seconds": 4.0, "cpu_seconds": 3.0, "peak_megabytes": 300},
                       "duckdb": {"wall_seconds": 2.0, "cpu_seconds": 1.5, "peak_megabytes": 200}}],
        },
        "pdf_engines": {"reports": 6, "pages": 12, "passes": 3, "pages_per_second": {"pdfplumber": 15.4, "pdfium": 73.3},
                        "ratio": 4.7, "same": 5},
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
    row = growth._read(["Sales were USD 1.2 billion in 2025.\n" * 10], 1.0)
    assert (row["basis"], row["documents"]) == ("broken off", 0)
    # 360 characters in no less than 0.1 s of processor time out of 1 s, even on a busy machine.
    assert row["extract_characters_per_second"] < 3600


def test_documents_that_end_in_time_are_measured() -> None:
    row = growth._read(["Sales were USD 1.2 billion in 2025.\n"] * 3, 20.0)
    assert (row["basis"], row["documents"]) == ("measured", 3)


def test_reading_counts_claims_and_says_how_much_of_the_corpus_was_read() -> None:
    documents = [parse(b"The widget market was valued at USD 1.2 billion in 2025.")] * 3
    found = reading.reading_speed(sample_inbox(), documents, 20.0, whole=1_000)
    assert (found["documents"], found["claims"], found["is_whole"]) == (3, 3, False)
    assert found["characters"] == 3 * len(documents[0].text)
    stopped = reading.reading_speed(sample_inbox(), documents, 0.0, whole=len(documents[0].text))
    assert (stopped["documents"], stopped["is_whole"]) == (1, True)


def test_floors_get_the_beginning_of_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [parse(b"Sales were USD 1.2 billion in 2025.")] * 4
    size = len(documents[0].text)
    monkeypatch.setattr(reading, "FLOOR_CHARACTERS", 2 * size)
    monkeypatch.setattr(reading, "_floors", lambda part: {"n": Seconds(1.0, 0.5 * len(part))})
    # Two documents of four, which took 3 + 1 s; the floor takes 1 s for them.
    spent = [Seconds(0.0, 3.0), Seconds(0.0, 1.0), Seconds(0.0, 50.0), ZERO]
    assert reading._beside_floors(documents, spent)["n"]["times_faster"] == 4.0


def test_hostile_text_that_does_not_end_in_time_is_given_up_and_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(document: object) -> None:
        while len(getattr(document, "text", "")) > 100:
            pass

    monkeypatch.setattr(hostile, "extract", endless)
    monkeypatch.setattr(hostile, "CASES", {"long": ("5 ", 400, True), "short": ("5 ", 40, True)})
    found = hostile_seconds(patience=0.3)
    assert (found["long"]["is_broken_off"], found["long"]["holds"], found["long"]["times_of_half"]) == (
        True,
        False,
        None,
    )
    assert (found["short"]["is_broken_off"], found["short"]["holds"]) == (False, True)


def test_pdf_engines_are_timed_on_the_same_reports_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_engines, "N_REPORTS", 2)
    monkeypatch.setattr(pdf_engines, "PASSES", 1)
    found = pdf_engines.pdf_speed(sample_inbox())
    assert (found["reports"], found["pages"], found["same"]) == (2, 4, 2)
    real = pdf_engines._read

    def other(content: bytes, engine: pdf_engines.Engine) -> pdf_engines.Read:
        text, blocks = real(content, "pdfplumber")
        return (text if engine == "pdfplumber" else text + "?", blocks)

    monkeypatch.setattr(pdf_engines, "_read", other)
    assert pdf_engines.pdf_speed(sample_inbox())["same"] == 0
