"""What of a result is drawn: cost by stage, cost as collections grow, updates, questions. How it is drawn is in `drawing.py`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.queries import REQUIRED_SECONDS
from benchmarks.updates import ONE
from trials.drawing import bars, curves


def plots_of(result: Mapping[str, Any]) -> dict[str, str]:
    """Plots by name, as SVG; none of what the result lacks.

    Returns:
        `stages` (milliseconds of processor time a report, by stage and size), `growth` (the same over the size), `updates` (seconds of
        one report more and its like over the size), `one_more` (processor seconds of one report more, by stage and size), `questions`.
    """
    jobs = {
        int(size): job for size, job in result.get("synthetic", {}).items() if size != "growth" and "failed" not in job
    }
    found = {}
    if jobs:
        spent = {size: _milliseconds(size, job) for size, job in jobs.items()}
        stages = list(next(iter(spent.values())))
        by_stage = {
            stage: {f"{size:,} reports": values[stage] for size, values in spent.items() if stage in values}
            for stage in stages
        }
        found["stages"] = bars("Processor time a synthetic report, by stage", by_stage, "ms")
        if len(jobs) > 1:
            lines = {
                stage: {float(size): values[stage] for size, values in spent.items() if stage in values}
                for stage in stages
            }
            found["growth"] = curves("How cost grows with work", lines, "reports", "processor ms a report")
        found |= _updates({size: job["updates"] for size, job in jobs.items() if "updates" in job})
    if "queries" in result:
        asked = result["queries"]
        answers = {
            title: {"DuckDB": one["duckdb_ms"], "Parquet": one["parquet_ms"]}
            for title, one in asked["questions"].items()
        }
        title = f"Ten questions of {asked['claims'] / 1e6:.2f} million claims"
        found["questions"] = bars(title, answers, "ms", REQUIRED_SECONDS * 1000, "asked for through DuckDB")
    return found


def _updates(updated: Mapping[int, Mapping[str, Any]]) -> dict[str, str]:
    """Plots of updates: over the size where there are several sizes, and of one report more by stage."""
    walls: dict[str, dict[float, float]] = {}
    stages: dict[str, dict[str, float]] = {}
    for size, updates in updated.items():
        for name, update in updates.items():
            if "failed" not in update:
                walls.setdefault(name, {})[float(size)] = update.get("wall") or sum(update["stages"].values())
        for stage, seconds in updates[ONE].get("cpu", {}).items():
            stages.setdefault(stage, {})[f"{size:,} reports"] = seconds
    found = {}
    if len(updated) > 1:
        found["updates"] = curves("From a little more to a release", walls, "reports", "seconds")
    if stages:
        found["one_more"] = bars("Processor time of one report more, by stage", stages, "s")
    return found


def write_plots(result: Mapping[str, Any], folder: Path, stem: str) -> list[Path]:
    """Writes `<stem>-<plot>.svg` for each plot of a result; their files, by name."""
    written = []
    for name, text in plots_of(result).items():
        path = folder / f"{stem}-{name}.svg"
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return sorted(written)


def _milliseconds(size: int, job: Mapping[str, Any]) -> dict[str, float]:
    return {stage: round(1000 * seconds / size, 2) for stage, seconds in job["cpu"].items()}
