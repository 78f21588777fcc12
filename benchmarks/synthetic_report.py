"""Jobs over synthetic reports as a section of the result's page. What is measured is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trials.markdown import table


def jobs_section(jobs: Mapping[str, Any]) -> str:
    """Stages, accuracy and growth of every size."""
    sizes = [size for size in jobs if size != "growth"]
    text = ["## Synthetic reports, from the inbox to the release"]
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
        note = _published(job) if "release" in job else f"Taken in and read only: {job['rows']['raw.claims']:,} claims."
        text.append(f"### {int(size):,} reports of {job['bytes'] / 1e6:.1f} MB\n\n{table(titles, rows)}\n\n{note}")
    if "growth" in jobs:
        grown = ", ".join(f"{stage} {times}" for stage, times in jobs["growth"].items())
        text.append(f"Processor time per report at the last size that was published, in times of the first: {grown}.")
    return "\n\n".join(text)


def _published(job: Mapping[str, Any]) -> str:
    accuracy, more = job["accuracy"], job.get("one_more")
    return (
        f"Release: {job['release']}. Recall {accuracy['recall']:.1%}, precision {accuracy['precision']:.1%}; with segment and "
        f"area {accuracy['recall_in_full']:.1%} and {accuracy['precision_in_full']:.1%}."
        + (f" One report more: {more.get('failed') or round(sum(more['stages'].values()), 1)} s." if more else "")
    )
