"""Plots show every value and every name of a result, and are the same text for the same values."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from benchmarks.plots import plots_of, write_plots
from trials.drawing import bars, curves

JOB = {"cpu": {"take in": 0.5, "build": 2.0}}
RESULT: dict[str, Any] = {
    "synthetic": {"100": JOB, "1000": {"cpu": {"take in": 3.0, "build": 68.0}}, "growth": {"all": 2.8}},
    "queries": {
        "claims": 1_033_614,
        "questions": {"one claim": {"duckdb_ms": 40.1, "parquet_ms": 42.2}},
    },
}


def words(svg: str) -> set[str]:
    return {
        "".join(text.itertext()).strip() for text in ElementTree.fromstring(svg).iter() if text.tag.endswith("text")
    }


def lengths(svg: str, colour: str) -> list[float]:
    """Widths of the bars of a colour, in points."""
    paths = re.findall(r'<path d="([^"]*)"[^>]*style="fill: ' + colour, svg)
    across = [[float(x) for x in re.findall(r"[ML] ([\d.]+)", path)] for path in paths]
    return [max(xs) - min(xs) for xs in across if len(xs) == 4]


def test_bars_are_as_long_as_their_values_and_name_them() -> None:
    svg = bars("Pumps & valves", {"a": {"s": 1.0}, "b & c": {"s": 2.0}}, "ms", 4.0, "asked for")
    one, two = lengths(svg, "#1d4ed8")[:2]
    assert round(two / one, 3) == 2.0
    assert {"Pumps & valves", "a", "b & c", "1 ms", "2 ms", "asked for: 4 ms", "s"} <= words(svg)


def test_the_same_values_are_the_same_text() -> None:
    groups = {"a": {"before": 1.0, "after": 0.5}}
    assert bars("t", groups, "s") == bars("t", groups, "s")
    lines = {"build": {100.0: 3.0, 1000.0: 4.0}}
    assert curves("t", lines, "reports", "ms") == curves("t", lines, "reports", "ms")


def test_a_series_that_lacks_a_value_draws_no_bar_for_it() -> None:
    # 100 reports: 500 ms / 100 = 5 ms a report to take in; the larger size has no such stage.
    svg = bars("t", {"take in": {"100": 5.0}, "build": {"100": 20.0, "1,000": 68.0}}, "ms")
    assert {"5 ms", "20 ms", "68 ms"} <= words(svg)
    assert len([told for told in words(svg) if told.endswith(" ms")]) == 3


def test_a_result_is_drawn_by_stage_by_growth_and_by_question() -> None:
    plots = plots_of(RESULT)
    assert list(plots) == ["stages", "growth", "questions"]
    # 0.5 s / 100 = 5 ms, 2 s / 100 = 20 ms; 3 s / 1,000 = 3 ms, 68 s / 1,000 = 68 ms.
    assert {"5 ms", "20 ms", "3 ms", "68 ms", "100 reports", "1,000 reports"} <= words(plots["stages"])
    assert {"take in", "build", "100", "1,000", "reports"} <= words(plots["growth"])
    assert {"one claim", "40.1 ms", "42.2 ms", "asked for through DuckDB: 200 ms"} <= words(plots["questions"])


def test_updates_are_drawn_over_sizes_and_one_report_more_by_stage() -> None:
    one = {"stages": {"build": 6.0, "publish": 2.0}, "cpu": {"build": 5.0, "publish": 1.5}}
    updates = {"one report more": one, "ten reports more": {"failed": "broken off"}, "the command": {"wall": 12.0}}
    jobs = {size: {**JOB, "updates": updates} for size in ("100", "1000")}
    plots = plots_of({"synthetic": jobs})
    assert {"one report more", "the command", "seconds", "100", "1,000"} <= words(plots["updates"])
    assert "ten reports more" not in words(plots["updates"])
    assert {"5 s", "1.5 s", "publish", "100 reports"} <= words(plots["one_more"])


def test_what_failed_or_was_not_measured_is_not_drawn() -> None:
    assert plots_of({}) == {}
    assert list(plots_of({"synthetic": {"50": JOB, "200": {"failed": "broken off"}}})) == ["stages"]


def test_plots_stand_beside_the_result(tmp_path: Path) -> None:
    written = write_plots(RESULT, tmp_path, "2026-11-22-made")
    assert [path.name for path in written] == [
        f"2026-11-22-made-{name}.svg" for name in ("growth", "questions", "stages")
    ]
    assert all(path.read_text(encoding="utf-8").rstrip().endswith("</svg>") for path in written)


def test_committed_answers_to_questions_are_drawn_with_their_figures() -> None:
    path = Path(__file__).parents[3] / "benchmarks" / "results" / "2026-11-22-questions.json"
    result = json.loads(path.read_text(encoding="utf-8"))
    told = words(plots_of(result)["questions"])
    assert {f"{one['duckdb_ms']:,.4g} ms" for one in result["queries"]["questions"].values()} <= told
