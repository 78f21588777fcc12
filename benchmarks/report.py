"""A result as JSON and as a page for people. What is measured is in the modules beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.plots import write_plots
from benchmarks.synthetic_report import jobs_section, queries_section
from trials.markdown import table

_NOTES = """\
- A load average above one at the start means that others were at work on the machine: wall times are too long, ratios count.
- Speeds and ratios are of processor time of one process, so that other work on the machine hardly shows; stages and commands are
  wall time. Between runs, absolute speeds differ by up to two times: trust ratios within one run.
- All texts are synthetic reports (`trials/synthetic`): each has a publisher, a market and figures of its own. Seeds are fixed.
- spaCy is a blank English pipeline with a Matcher, quantulum3 has no classifier; kind and year come from the words of the sentence,
  medians from pandas (`peer_runner.py`). No text is read twice by one process that is timed: the reader remembers phrases.
- Stages are the calls that the Dagster assets make, in one process without Dagster; libraries are loaded in the stage that needs
  them first (dbt in marts, Great Expectations in judge core).
"""
Result = Mapping[str, Any]


def write_result(result: Result, folder: Path) -> Path:
    """Writes `<date>-<name>.json` and its plots, and `README.md` anew from it.

    Args:
        result: what `python -m benchmarks` found.
        folder: for results; made where it is missing.

    Returns:
        The JSON file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result['date']}-{result['name']}.json"
    path.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    earlier = sorted(other.name for other in folder.glob("*.json") if other != path)
    plots = [drawn.name for drawn in write_plots(result, folder, path.stem)]
    (folder / "README.md").write_text(page(result, path.name, earlier, plots), encoding="utf-8")
    return path


def page(result: Result, file_name: str, earlier: Sequence[str] = (), plots: Sequence[str] = ()) -> str:
    """The result in Markdown; a part that it lacks is left out.

    Args:
        result: what `python -m benchmarks` found.
        file_name: the JSON file with all of it.
        earlier: names of other results in the same folder.
        plots: names of its plots in the same folder.
    """
    written = {
        "reading": _reading, "peers": _peers, "growth": _growth, "fusing": _fusing, "parse": _formats, "main_job": _stages,
        "synthetic": jobs_section, "queries": queries_section, "commands": _commands, "site": _site,
    }  # fmt: skip
    sections = [
        "# How fast Parallax is",
        f"Measured on {result['date']} by `make bench` in {result['seconds']:.0f} s; all of it is in `{file_name}`. This page is "
        "written by the benchmark.",
        _machine(result["machine"], result["load_average_at_end"]),
        *(write(result[part]) for part, write in written.items() if part in result),
        *(f"![{name.removesuffix('.svg').rpartition('-')[2]}]({name})" for name in plots),
        "## How to read this\n\n" + _NOTES.rstrip(),
    ]
    if earlier:
        sections.append("Earlier results: " + ", ".join(f"`{name}`" for name in earlier))
    return "\n\n".join(sections) + "\n"


def _machine(machine: Result, load_average_at_end: float) -> str:
    libraries = ", ".join(f"{name} {number}" for name, number in machine["libraries"].items())
    return (
        f"Machine: {machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}, {machine['python']}; load average "
        f"{machine['load_average']} at the start, {load_average_at_end} at the end. {libraries}."
    )


def _reading(reading: Result) -> str:
    slices = reading["slices"]
    rows = [("extract", f"{reading['extract']['characters_per_second']:,}", "1")]
    for name, floor in reading["floors"].items():
        rows.append((f"floor: {name}", f"{floor['characters_per_second']:,}", f"{floor['times_faster']:,.0f}"))
    whole = "all of it" if reading["is_whole"] else f"as far as {reading['budget_seconds']:.0f} s allowed"
    return (
        f"## Reading\n\n{reading['characters']:,} characters were read of a corpus of {reading['corpus_characters']:,} ({whole}; "
        f"`make bench BENCH=full` reads all): {reading['documents']:,} documents, {reading['claims']:,} full claims with "
        f"{reading['mentions']:,} mentions, **{reading['claims_per_second']:,} claims/s** in one process. By the wall clock "
        f"{reading['extract']['characters_per_second_wall']:,} characters/s. Tenths of the documents: slowest "
        f"{slices['slowest']:,}, median {slices['median']:,}, fastest {slices['fastest']:,}. Extractor "
        f"{reading['extractor_version']}.\n\n" + table(("what", "characters/s", "times as fast as extract"), rows)
    )


def _peers(peers: Result) -> str:
    shares = ("recall", "precision", "recall_in_full", "precision_in_full")
    rows = [
        (
            " ".join(filter(None, (name, found["version"]))),
            f"{found['characters']:,}",
            f"{found['found']:,}",
            f"{found['characters_per_second']:,}",
            f"{found['extract_is_faster']:.3g}",
            *(f"{found['accuracy'][key]:.1%}" if "accuracy" in found else "" for key in shares),
        )
        for name, found in peers["readers"].items()
    ]
    titles = (
        "reader", "characters read", "found", "characters/s", "extract in times of it", "recall", "precision", "recall in full", "precision in full",
    )  # fmt: skip
    llm = peers["llm"]
    dollars = ", ".join(f"{name} {cost:.2f}" for name, cost in llm["dollars_per_1000"].items())
    return (
        f"## Beside other programs\n\nThe first {peers['documents']:,} synthetic reports; medians of {peers['passes']} passes, each in a new "
        "process, taking turns. The accuracy of extract is that of the jobs below.\n\n"
        f"{table(titles, rows)}\n\nAn LLM pipeline was not run. By list prices of {llm['as_of']} 1,000 such reports cost, in US dollars: "
        f"{dollars} ({llm['tokens_in']:,} tokens in and {llm['tokens_out']:,} out for each)."
        + (f"\n\n{peers['missing']}" if peers["missing"] else "")
    )


def _growth(growth: Result) -> str:
    rows = [
        (
            f"{row['length']:,}",
            f"{row['documents']:,}",
            f"{row['parse_characters_per_second']:,}",
            f"{row['extract_characters_per_second']:,}",
            f"{row['whole_text_seconds']:,.1f}",
        )
        for row in growth["lengths"]
    ]
    titles = (
        "length",
        "documents",
        "parse, characters/s",
        "extract, characters/s",
        "extract of as much as the longest, s",
    )
    return (
        f"## Growth with length\n\nDocuments of growing length, each with text of its own. One of {growth['characters']:,} "
        f"characters costs {growth['ratio']} times what ten of {growth['characters'] // 10:,} cost; 1 is linear.\n\n"
        + table(titles, rows, left=0)
    )


def _fusing(fusing: Result) -> str:
    titles = ("claims", "series", "fuse", "DuckDB", "ratio", "memory of fuse", "memory of DuckDB")
    rows = [
        (
            f"{row['claims']:,}",
            f"{row['series']:,}",
            f"{row['fuse']['wall_seconds']:.2f} s",
            f"{row['duckdb']['wall_seconds']:.2f} s",
            f"{row['ratio']:.2f}",
            f"{row['fuse']['peak_megabytes']:,.0f} MB",
            f"{row['duckdb']['peak_megabytes']:,.0f} MB",
        )
        for row in fusing["sizes"]
    ]
    return (
        "## Fusing claims\n\nFrom a Parquet file to a Parquet file: `parallax fuse`'s values, intervals and weights, beside median and "
        "5 % and 95 % quantiles of the same groups by DuckDB with as many threads. "
        f"Time per claim of the largest in times of the smallest: {fusing['growth']}. One series of 21 figures anew, prior and "
        f"weights given: {fusing['one_series_milliseconds']} ms.\n\n" + table(titles, rows, left=0)
    )


def _formats(parse: Mapping[str, Result]) -> str:
    keys = ("milliseconds_per_report", "characters_per_second", "pages_per_second")
    rows = [(form, *(f"{found[key]:,}" if key in found else "" for key in keys)) for form, found in parse.items()]
    return "## Parsing\n\n" + table(("format", "ms per report", "characters/s", "pages/s"), rows)


def _stages(job: Result) -> str:
    title = "## Stages of the main job on the samples\n\n"
    if "failed" in job:
        return f"{title}Failed: {job['failed']}"
    total = sum(job["stages"].values())
    rows = [(stage, f"{s:.2f}", f"{s / total:.0%}") for stage, s in job["stages"].items()]
    steps = sorted(job["build_steps"].items(), key=lambda item: (-item[1], item[0]))
    counts = ", ".join(f"{n:,} {name}" for name, n in job["rows"].items())
    return (
        f"{title}{total:.1f} s; {counts}; release: {job['release']}.\n\n{table(('stage', 's', 'share'), rows)}\n\n"
        f"Build by step, s: {', '.join(f'{step} {s:.2f}' for step, s in steps)}."
    )


def _commands(commands: Mapping[str, Result]) -> str:
    if not commands:
        return "## Commands\n\nNot timed: they need a release of the samples, and the main job made none."
    rows = [
        (f"`{name}`", f"{found['median']:.2f}", f"{found['least']:.2f}", f"{found['most']:.2f}", str(found["runs"]))
        for name, found in commands.items()
    ]
    return "## Commands\n\n" + table(("command", "median s", "least", "most", "runs"), rows)


def _site(site: Result) -> str:
    return (
        f"## Site\n\n{site['markets']:,} markets, {site['publishers']:,} publishers ({site['claims']:,} claims, {site['vendor_figures']:,} "
        f"figures, {site['conflicts']:,} conflicts) of synthetic reports: {site['pages']:,} pages of "
        f"{site['megabytes']:,} MB in {site['wall_seconds']:.1f} s ({site['cpu_seconds']:.1f} s of processor time, "
        f"{site['peak_megabytes']:,} MB of memory); the largest page has {site['largest_bytes']:,} bytes. Required are less than 20 s and "
        f"no page over 2 MB: {'kept' if site['holds'] else '**not kept**'}."
    )
