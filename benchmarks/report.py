"""A result of `python -m benchmarks` as a page for people: tables in Markdown. What is measured is in the modules beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

_NOTES = """\
- A load average above some tenths at the start means that others were at work on the machine: wall times are too long. Processor
  seconds and ratios of one run say more.
- All texts are synthetic reports (`trials/synthetic`): each has a publisher, a market and figures of its own. Seeds are fixed.
- Stages are the calls that the Dagster assets make, in one process without Dagster; libraries are loaded in the stage that needs
  them first. An update goes from the inbox to a published release with all checks; the command includes the start of Dagster.
- spaCy is a blank English pipeline with a Matcher, quantulum3 has no classifier; kind and year come from the words of the sentence,
  medians from pandas (`peer_runner.py`).
"""
Result = Mapping[str, Any]


def page(result: Result, file_name: str) -> str:
    """The result in Markdown; a part that it lacks is left out."""
    machine = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in result["machine"].items())
    sections = [
        "# How fast Parallax is",
        f"Written by `make bench`; all of it is in `{file_name}`. Machine: {machine}.",
    ]
    for part, shown in {"synthetic": _synthetic, "queries": _queries, "peers": _peers}.items():
        sections += shown(result[part]) if part in result else []
    return "\n\n".join([*sections, "## How to read this", _NOTES.rstrip()]) + "\n"


def _synthetic(jobs: Result) -> Iterator[str]:
    yield "## Synthetic reports, from the inbox to the release"
    rows = [(f"{int(size):,}", "from nothing", job) for size, job in jobs.items()]
    rows += [
        (f"{int(size):,}", name, update)
        for size, job in jobs.items()
        for name, update in job.get("updates", {}).items()
    ]
    yield _table(
        ("reports", "run", "wall s", "cpu s", "peak MB", "groups computed"),
        [(size, name, *_sums(job)) for size, name, job in rows],
    )
    stages = [
        (size, name, stage, f"{one['wall']:.1f}", f"{one['cpu']:.1f}", f"{one['megabytes']:,}")
        for size, name, job in rows
        for stage, one in job.get("stages", {}).items()
    ]
    yield _table(("reports", "run", "stage", "wall s", "cpu s", "MB"), stages)
    right = [
        (
            f"{int(size):,}",
            *(f"{job['accuracy'][key]:.1%}" for key in ("recall", "precision", "recall_in_full", "precision_in_full")),
        )
        for size, job in jobs.items()
        if "accuracy" in job
    ]
    yield _table(("reports", "recall", "precision", "recall with segment and area", "precision with them"), right)


def _sums(job: Result) -> Sequence[str]:
    if "failed" in job:
        return f"failed: {job['failed']}", "", "", ""
    stages, groups = job["stages"].values(), job.get("groups")
    wall, cpu = (sum(one[key] for one in stages) for key in ("wall", "cpu"))
    computed = f"{groups['computed']:,} of {groups['all']:,}" if groups else ""
    return f"{wall:.1f}", f"{cpu:.1f}", f"{max(one['megabytes'] for one in stages):,}", computed


def _queries(found: Result) -> Iterator[str]:
    yield f"## Ten questions on {found['claims']:,} claims"
    rows = [
        (
            name,
            f"{one['duckdb_ms']}",
            f"{one['parquet_ms']}",
            f"{one['rows']:,}",
            "yes" if one["same"] and one["holds"] else "no",
        )
        for name, one in found["questions"].items()
    ]
    yield _table(("question", "DuckDB ms", "Parquet ms", "rows", "same and within the limit"), rows)


def _peers(found: Result) -> Iterator[str]:
    yield f"## Beside other programs, {found['documents']:,} reports"
    rows = [
        (name, one["version"] or "", f"{one['characters_per_second']:,}", *(f"{one['accuracy'][key]:.1%}" if "accuracy" in one else ""
         for key in ("recall", "precision", "recall_in_full", "precision_in_full")))
        for name, one in found["readers"].items()
    ]  # fmt: skip
    titles = (
        "reader",
        "version",
        "characters a cpu second",
        "recall",
        "precision",
        "recall in full",
        "precision in full",
    )
    yield _table(titles, rows) + (f"\n\n{found['missing']}" if found["missing"] else "")


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is aligned to the left."""
    rule = ["---", *["---:"] * (len(titles) - 1)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (titles, rule, *rows))
