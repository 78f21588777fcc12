"""A result as JSON and as a page for people. What is measured is in the modules beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.plots import write_plots
from benchmarks.synthetic_report import jobs_section
from trials.markdown import table

_NOTES = """\
- A load average above one at the start means that others were at work on the machine: wall times are too long, ratios count.
- Speeds and ratios are of processor time of one process, so that other work on the machine hardly shows; stages and commands are
  wall time. Between runs, absolute speeds differ by up to two times: trust ratios within one run.
- All texts are synthetic reports (`trials/synthetic`): each has a publisher, a market and figures of its own. Seeds are fixed.
- spaCy is a blank English pipeline with a Matcher, quantulum3 has no classifier; kind and year come from the words of the sentence,
  medians from pandas (`peer_runner.py`). No text is read twice by one process that is timed: the reader remembers phrases.
- An LLM pipeline was not run; its price follows from the list prices in `prices.yml`.
- Stages are the calls that the Dagster assets make, in one process without Dagster; libraries are loaded in the stage that needs
  them first (dbt in marts, Great Expectations in judge core).
"""
# Part → its title, and what a reader must know to understand its keys.
_TITLES: Mapping[str, tuple[str, str]] = {
    "peers": ("Beside other programs", "The first synthetic reports, medians of passes that take turns, each in a new process."),
    "fusing": ("Fusing claims", "From Parquet to Parquet: `parallax fuse` beside the median and the 5 % and 95 % quantiles of the same groups by DuckDB."),
    "main_job": ("Main job on the samples", "Stages and steps of the build in seconds of wall time."),
    "queries": ("Ten questions of a grown release", "Milliseconds through DuckDB and through Parquet."),
    "commands": ("Commands", "Seconds of wall time from the key to the prompt."),
    "site": ("Site", "Required are less than 20 s and no page over 2 MB."),
}  # fmt: skip
Result = Mapping[str, Any]


def write_result(result: Result, folder: Path) -> Path:
    """Writes `<date>-<name>.json` and its plots, and `README.md` anew from it.

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
    sections = [
        "# How fast Parallax is",
        f"Measured on {result['date']} by `make bench` in {result['seconds']:.0f} s; all of it is in `{file_name}`. This page is "
        f"written by the benchmark. {result.get('note', '')}".rstrip(),
        f"Load average {result['machine']['load_average']} at the start, {result['load_average_at_end']} at the end. "
        + _inline(result["machine"]),
    ]
    if "synthetic" in result:
        sections.append(jobs_section(result["synthetic"]))
    for part, (title, words) in _TITLES.items():
        if part in result:
            sections += [f"## {title}", words, *_written(result[part])]
    sections += [f"![{name.removesuffix('.svg').rpartition('-')[2]}]({name})" for name in plots]
    sections.append("## How to read this\n\n" + _NOTES.rstrip())
    if earlier:
        sections.append("Earlier results: " + ", ".join(f"`{name}`" for name in earlier))
    return "\n\n".join(sections) + "\n"


def _written(found: Result) -> Iterator[str]:
    """A part as paragraphs: rows as a table with the keys of its rows as titles, all else as "key value"."""
    rows = {key: _flat(value) for key, value in found.items() if isinstance(value, Mapping)}
    if rows and len(rows) == len(found) and all(isinstance(value, Mapping) for value in found.values()):
        titles = list(dict.fromkeys(key for row in rows.values() for key in row))
        yield table(("", *titles), [(name, *(_cell(row.get(key)) for key in titles)) for name, row in rows.items()])
        return
    if plain := _inline(found):
        yield plain
    for key, value in found.items():
        if isinstance(value, list):
            yield from _written({f"{number}": row for number, row in enumerate(value, 1)})
        elif isinstance(value, Mapping) and any(isinstance(one, Mapping) for one in value.values()):
            yield from _written(value)
        elif isinstance(value, Mapping):
            yield f"{_words(key)}: {_inline(value)}"


def _inline(found: Result) -> str:
    return ", ".join(
        f"{_words(key)} {_cell(value)}" for key, value in found.items() if not isinstance(value, Mapping | list)
    )


def _flat(row: Result, before: str = "") -> dict[str, Any]:
    """A row without rows in it: the keys of an inner one follow that of the outer."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        flat |= _flat(value, f"{before}{_words(key)} ") if isinstance(value, Mapping) else {before + _words(key): value}
    return flat


def _words(key: str) -> str:
    return key.replace("_", " ")


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:,}" if isinstance(value, int | float) else str(value)
