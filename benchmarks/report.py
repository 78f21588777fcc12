"""A result as JSON and as a page for people. What is measured is said elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

_NOTES = """\
- Speeds and ratios are of processor time of one process, so that other work on the machine hardly shows; stages and commands are
  wall time. Between runs, absolute speeds differ by up to two times: trust ratios within one run.
- The corpus is the sample inbox again and again with other years and figures (`benchmarks/figures.py`). Words repeat, so the
  search for near-duplicates meets more copies than any inbox has, and vocabularies see fewer markets.
- Stages are the calls that the Dagster assets make, in one process without Dagster; libraries are loaded in the stage that needs
  them first (dbt in marts, Great Expectations in judge core).
"""
_LESS = {"measured": "", "projected": "about ", "broken off": "less than ", "not read": "less than "}
_MORE = {"measured": "", "projected": "about ", "broken off": "more than ", "not read": "more than "}


def write_result(result: Mapping[str, Any], folder: Path) -> Path:
    """Writes `<date>-<name>.json`, and `README.md` anew from it.

    Args:
        result: what `python -m benchmarks` found.
        folder: where results lie; made where it is missing.

    Returns:
        The JSON file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result['date']}-{result['name']}.json"
    path.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    earlier = sorted(other.name for other in folder.glob("*.json") if other != path)
    (folder / "README.md").write_text(page(result, path.name, earlier), encoding="utf-8")
    return path


def page(result: Mapping[str, Any], file_name: str, earlier: Sequence[str] = ()) -> str:
    """The result in Markdown.

    Args:
        result: what `python -m benchmarks` found.
        file_name: the JSON file with all of it.
        earlier: names of other results in the same folder.

    Returns:
        The page.
    """
    sections = [
        "# How fast Parallax is",
        f"Measured on {result['date']} by `make bench` in {result['seconds']:.0f} s; all of it is in `{file_name}`. This page is "
        "written by the benchmark.",
        _machine(result["machine"]),
        _reading(result["reading"]),
        _formats(result["parse"]),
        _growth(result["growth"]),
        _stages(result["main_job"]),
        _commands(result["commands"]),
        "## How to read this\n\n" + _NOTES.rstrip(),
    ]
    if earlier:
        sections.append("Earlier results: " + ", ".join(f"`{name}`" for name in earlier))
    return "\n\n".join(sections) + "\n"


def _machine(machine: Mapping[str, Any]) -> str:
    libraries = ", ".join(f"{name} {number}" for name, number in machine["libraries"].items())
    return (
        f"Machine: {machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}, {machine['python']}; load average "
        f"{machine['load_average']} at the start. {libraries}."
    )


def _reading(reading: Mapping[str, Any]) -> str:
    slices = reading["slices"]
    rows = [("extract", f"{reading['extract']['characters_per_second']:,}", "1")]
    for name, floor in reading["floors"].items():
        rows.append((f"floor: {name}", f"{floor['characters_per_second']:,}", f"{floor['times_faster']:,.0f}"))
    whole = "all of the corpus" if reading["is_whole"] else "as far as time allowed"
    return (
        f"## Reading\n\n{reading['documents']:,} documents, {reading['characters']:,} characters ({whole}), "
        f"{reading['mentions']:,} figures; one process. By the wall clock "
        f"{reading['extract']['characters_per_second_wall']:,} characters/s. Tenths of the documents: slowest "
        f"{slices['slowest']:,}, median {slices['median']:,}, fastest {slices['fastest']:,}. Extractor "
        f"{reading['extractor_version']}.\n\n"
        + _table(("what", "characters/s", "times as fast as extract"), rows, right=(1, 2))
    )


def _formats(parse: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [
        (
            form,
            f"{found['milliseconds_per_report']:,}",
            f"{found['characters_per_second']:,}",
            f"{found['pages_per_second']:,}" if "pages_per_second" in found else "",
        )
        for form, found in parse.items()
    ]
    return "## Parsing\n\n" + _table(("format", "ms per report", "characters/s", "pages/s"), rows, right=(1, 2, 3))


def _growth(growth: Mapping[str, Any]) -> str:
    rows = [
        (
            f"{row['length']:,}",
            f"{row['documents']:,}" if row["basis"] == "measured" else row["basis"],
            f"{row['parse_characters_per_second']:,}" if row["basis"] == "measured" else "",
            f"{_LESS[row['basis']]}{row['extract_characters_per_second']:,}",
            f"{_MORE[row['basis']]}{row['whole_text_seconds']:,.1f}",
        )
        for row in growth["lengths"]
    ]
    titles = ("length", "documents read", "parse, characters/s", "extract, characters/s", "extract of all, s")
    return (
        f"## Growth with length\n\nThe same {growth['characters']:,} characters in documents of growing length. As one document "
        f"extraction costs {_MORE[growth['basis']]}{growth['ratio']} times what it costs as ten of 100,000; 1 is linear.\n\n"
        + _table(titles, rows, right=(0, 1, 2, 3, 4))
    )


def _stages(jobs: Mapping[str, Mapping[str, Any]]) -> str:
    text = "## Stages of the main job"
    for name, job in jobs.items():
        if "failed" in job:
            text += f"\n\n### {name}\n\nFailed: {job['failed']}"
            continue
        total = sum(job["stages"].values())
        rows = [(stage, f"{s:.2f}", f"{s / total:.0%}") for stage, s in job["stages"].items()]
        steps = sorted(job["build_steps"].items(), key=lambda item: (-item[1], item[0]))
        counts = ", ".join(f"{n:,} {table}" for table, n in job["rows"].items())
        text += (
            f"\n\n### {name}\n\n{total:.1f} s; {counts}; release: {job['release']}.\n\n"
            + _table(("stage", "s", "share"), rows, right=(1, 2))
            + "\n\nBuild by step, s: "
            + ", ".join(f"{step} {s:.2f}" for step, s in steps)
            + "."
        )
    return text


def _commands(commands: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [
        (f"`{name}`", f"{found['median']:.2f}", f"{found['least']:.2f}", f"{found['most']:.2f}", str(found["runs"]))
        for name, found in commands.items()
    ]
    return "## Commands\n\n" + _table(("command", "median s", "least", "most", "runs"), rows, right=(1, 2, 3, 4))


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int]) -> str:
    rule = ["---:" if column in right else "---" for column in range(len(titles))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (titles, rule, *rows))
