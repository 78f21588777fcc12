"""Made reports, questions and other pipelines as sections of the result's page. What is measured is said elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.markdown import table


def made_sections(result: Mapping[str, Any]) -> list[str]:
    """Sections of what the result holds of them; nothing of what it lacks."""
    found = []
    if "made" in result:
        found.append(_jobs(result["made"]))
    if "others" in result:
        found.append(_others(result["others"]))
    if "queries" in result:
        found.append(_queries(result["queries"]))
    return found


def _jobs(jobs: Mapping[str, Any]) -> str:
    sizes = [size for size in jobs if size != "growth"]
    text = ["## Made reports, from the inbox to the release"]
    for size in sizes:
        job = jobs[size]
        if "failed" in job:
            text.append(f"### {int(size):,} reports\n\nFailed: {job['failed']}")
            continue
        rows = [
            (
                stage,
                f"{wall:.1f}",
                f"{job['cpu'][stage]:.1f}",
                f"{1000 * job['cpu'][stage] / int(size):.1f}",
                f"{job['peak_megabytes'][stage]:,}",
                f"{job['floors'][stage]['times']:,}" if stage in job.get("floors", {}) else "",
            )
            for stage, wall in job["stages"].items()
        ]
        titles = ("stage", "wall s", "cpu s", "cpu ms per report", "MB", "times its floor")
        told = _published(job) if "release" in job else f"Taken in and read only: {job['rows']['raw.claims']:,} claims."
        told += f" Measured in {job['put_together_of']}." if "put_together_of" in job else ""
        text.append(f"### {int(size):,} reports of {job['bytes'] / 1e6:.1f} MB\n\n{table(titles, rows)}\n\n{told}")
    if "growth" in jobs:
        grown = ", ".join(f"{stage} {times}" for stage, times in jobs["growth"].items())
        text.append(f"Processor time per report at the last size that was published, in times of the first: {grown}.")
    return "\n\n".join(text)


def _published(job: Mapping[str, Any]) -> str:
    accuracy = job["accuracy"]
    return (
        f"Release: {job['release']}. Recall {accuracy['recall']:.1%}, precision {accuracy['precision']:.1%}; with segment and "
        f"area {accuracy['recall_in_full']:.1%} and {accuracy['precision_in_full']:.1%}.{_one_more(job)}"
    )


def _one_more(job: Mapping[str, Any]) -> str:
    if "one_more" not in job:
        return ""
    more = job["one_more"]
    told = more["failed"] if "failed" in more else f"{sum(more['stages'].values()):.1f} s"
    return f" One report more: {told}."


def _others(others: Mapping[str, Any]) -> str:
    if "missing" in others:
        return f"## Beside what a user would write\n\n{others['missing']}"
    rows = [
        (
            name,
            *(f"{found[key]:.1%}" for key in ("recall", "precision", "recall_in_full", "precision_in_full")),
            f"{found['cpu_seconds_per_1000']:.0f}",
        )
        for name, found in others.items()
        if isinstance(found, Mapping) and "recall" in found
    ]
    priced = others["LLM pipeline, priced and not run"]
    dollars = ", ".join(f"{name} {cost:.2f}" for name, cost in priced["dollars_per_1000"].items())
    titles = ("pipeline", "recall", "precision", "recall in full", "precision in full", "cpu s per 1,000")
    return (
        f"## Beside what a user would write\n\nOn {others['documents']:,} made reports.\n\n{table(titles, rows)}\n\n"
        f"An LLM pipeline was not run. By list prices of {priced['as_of']} 1,000 such reports cost, in US dollars: {dollars} "
        f"({priced['tokens_in']:,} tokens in and {priced['tokens_out']:,} out for each)."
    )


def _queries(queries: Mapping[str, Any]) -> str:
    rows = [
        (
            title,
            f"{found['duckdb_ms']:.1f}",
            f"{found['parquet_ms']:.1f}",
            f"{found['times']:.1f}",
            f"{found['rows']:,}",
        )
        for title, found in queries["questions"].items()
    ]
    titles = ("question", "DuckDB ms", "Parquet ms", "times", "rows")
    return (
        f"## Ten questions of a release of {queries['claims']:,} claims\n\n{table(titles, rows)}\n\n"
        f"{queries['duckdb_megabytes']:,} MB as DuckDB, {queries['parquet_megabytes']:,} MB as Parquet."
    )
