"""A result as JSON and as a page for people. What is measured is said elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.made_report import made_sections
from benchmarks.markdown import table
from benchmarks.plots import write_plots

_NOTES = """\
- A load average above one at the start means that others were at work on the machine: wall times are too long, ratios count.
- Speeds and ratios are of processor time of one process, so that other work on the machine hardly shows; stages and commands are
  wall time. Between runs, absolute speeds differ by up to two times: trust ratios within one run.
- The corpus for reading is the sample reports (text, Markdown, HTML) again and again, no two alike: each copy has other years,
  amounts and percentages (`figures.py`), other publishers, companies and wares (`names.py`) and another order of paragraphs and
  list items (`order.py`); each round has another order of reports. Seeds are fixed. Sentences without figure or name repeat, and
  no document is longer than its sample (about 3,000 characters), so that what is done once per document weighs more than usual.
- The main job reads copies with other figures and the names they had. Words repeat, so the search for near-duplicates meets more
  copies than any inbox has.
- spaCy is a blank English pipeline with six hand-written Matcher patterns; quantulum3 has no classifier and reads line by line;
  the bare scan is one pattern that looks for digits first (`scan.py`). A second pass over one text is faster than a first, since
  phrases are remembered; so no text is read twice by one process that is timed.
- Stages are the calls that the Dagster assets make, in one process without Dagster; libraries are loaded in the stage that needs
  them first (dbt in marts, Great Expectations in judge core).
"""
_PEERS = {"spacy": "spaCy", "bare scan": "bare scan (floor)"}
_LESS = {"measured": "", "projected": "about ", "broken off": "less than ", "not read": "less than "}
_MORE = {"measured": "", "projected": "about ", "broken off": "more than ", "not read": "more than "}


def write_result(result: Mapping[str, Any], folder: Path) -> Path:
    """Writes `<date>-<name>.json` and its plots, and `README.md` anew from it.

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
    plots = [drawn.name for drawn in write_plots(result, folder, path.stem)]
    (folder / "README.md").write_text(page(result, path.name, earlier, plots), encoding="utf-8")
    return path


def _put_together(result: Mapping[str, Any]) -> str:
    """Of a result that was not measured in one go, by which commands."""
    return f" Put together of {result['put_together_of']}." if "put_together_of" in result else ""


def page(result: Mapping[str, Any], file_name: str, earlier: Sequence[str] = (), plots: Sequence[str] = ()) -> str:
    """The result in Markdown.

    Args:
        result: what `python -m benchmarks` found.
        file_name: the JSON file with all of it.
        earlier: names of other results in the same folder.
        plots: names of its plots in the same folder.

    Returns:
        The page.
    """
    sections = [
        "# How fast Parallax is",
        f"Measured on {result['date']} by `make bench` in {result['seconds']:.0f} s; all of it is in `{file_name}`. This page is "
        f"written by the benchmark.{_put_together(result)}",
        _machine(result["machine"], result["load_average_at_end"]),
        _reading(result["reading"]),
        _peers(result["peers"]),
        _growth(result["growth"]),
        _hostile(result["hostile"]),
        _fusing(result["fusing"]),
        _formats(result["parse"]),
        _pdf_engines(result["pdf_engines"]),
        _stages(result["main_job"]),
        *made_sections(result),
        *(f"![{name.removesuffix('.svg').rpartition('-')[2]}]({name})" for name in plots),
        _commands(result["commands"]),
        _site(result.get("site", {})),
        "## How to read this\n\n" + _NOTES.rstrip(),
    ]
    if earlier:
        sections.append("Earlier results: " + ", ".join(f"`{name}`" for name in earlier))
    return "\n\n".join(sections) + "\n"


def _machine(machine: Mapping[str, Any], load_average_at_end: float) -> str:
    libraries = ", ".join(f"{name} {number}" for name, number in machine["libraries"].items())
    return (
        f"Machine: {machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}, {machine['python']}; load average "
        f"{machine['load_average']} at the start, {load_average_at_end} at the end. {libraries}."
    )


def _reading(reading: Mapping[str, Any]) -> str:
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


def _peers(peers: Mapping[str, Any]) -> str:
    rows = [
        (
            " ".join(filter(None, (_PEERS.get(name, name), found["version"]))),
            f"{found['characters']:,}",
            f"{found['found']:,}",
            f"{found['characters_per_second']:,}",
            f"{found['extract_is_faster']:.3g}",
        )
        for name, found in peers["readers"].items()
    ]
    titles = ("reader", "characters read", "found", "characters/s", "extract in times of it")
    text = (
        f"## Beside other programs\n\nThe first documents of the same corpus; medians of {peers['passes']} passes, each in a new "
        "process, taking turns. The peers find amounts and percentages; extract settles market, place, years and kind of each too.\n\n"
        + table(titles, rows)
    )
    return f"{text}\n\n{peers['missing']}" if peers["missing"] else text


def _hostile(hostile: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [
        (
            name,
            f"{case['characters']:,}",
            f"{'more than ' if case['is_broken_off'] else ''}{case['parse_seconds'] + case['extract_seconds']:.2f}",
            "" if case["times_of_half"] is None else f"{case['times_of_half']:g}",
            {True: "yes", False: "**no**", None: ""}[case["holds"]],
        )
        for name, case in hostile.items()
    ]
    titles = ("repeated", "characters", "parse and extract, s", "times of half the length", "under 1 s as required")
    return "## Hostile text\n\nTwice the length should cost about 2 times.\n\n" + table(titles, rows)


def _pdf_engines(engines: Mapping[str, Any]) -> str:
    rows = [(name, f"{speed:,}") for name, speed in engines["pages_per_second"].items()]
    return (
        f"### PDF engines\n\n{engines['reports']} reports of {engines['pages']} pages in all, medians of {engines['passes']} passes: pdfium "
        f"is {engines['ratio']} times as fast; {engines['same']} of {engines['reports']} reports read alike by both.\n\n"
        + table(("engine", "pages/s"), rows)
    )


def _fusing(fusing: Mapping[str, Any]) -> str:
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
    return "## Parsing\n\n" + table(("format", "ms per report", "characters/s", "pages/s"), rows)


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
    titles = (
        "length",
        "documents read",
        "parse, characters/s",
        "extract, characters/s",
        "extract of as much as the longest, s",
    )
    return (
        f"## Growth with length\n\nDocuments of growing length, each with text of its own. One of {growth['characters']:,} "
        f"characters costs {_MORE[growth['basis']]}{growth['ratio']} times what ten of {growth['characters'] // 10:,} cost; 1 is linear.\n\n"
        + table(titles, rows, left=0)
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
            + table(("stage", "s", "share"), rows)
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
    if not rows:
        return "## Commands\n\nNot timed: they need a release of the samples, and the main job made none."
    return "## Commands\n\n" + table(("command", "median s", "least", "most", "runs"), rows)


def _site(site: Mapping[str, Any]) -> str:
    if not site:
        return "## Site\n\nNot built: it is made of a release of the samples, and the main job made none."
    return (
        f"## Site\n\n{site['markets']} markets × {site['publishers']} publishers ({site['claims']:,} claims, {site['figures']:,} figures, "
        f"{site['conflicts']:,} conflicts), the samples' richest market multiplied by SQL: {site['pages']} pages of "
        f"{site['megabytes']:,} MB in {site['wall_seconds']:.1f} s ({site['cpu_seconds']:.1f} s of processor time, "
        f"{site['peak_megabytes']:,} MB of memory); the largest page has {site['largest_bytes']:,} bytes. Required are less than 20 s and "
        f"no page over 2 MB: {'kept' if site['holds'] else '**not kept**'}."
    )
