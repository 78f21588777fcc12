"""Jobs over synthetic reports as a section of the result's page. What is measured is in the modules beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.updates import ONE
from trials.markdown import table

_STEPS_SHOWN = 10


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
    updated = {size: jobs[size]["updates"] for size in sizes if "updates" in jobs[size]}
    if updated:
        text.append(_updates(updated))
        text += [_one_more(int(size), updates[ONE]) for size, updates in updated.items() if "stages" in updates[ONE]]
    if "growth" in jobs:
        grown = ", ".join(f"{stage} {times}" for stage, times in jobs["growth"].items())
        text.append(f"Processor time per report at the last size that was published, in times of the first: {grown}.")
    return "\n\n".join(text)


def _updates(updated: Mapping[str, Mapping[str, Any]]) -> str:
    """Each update at each size."""
    rows = []
    for size, updates in updated.items():
        for name, update in updates.items():
            if "failed" in update:
                rows.append((name, f"{int(size):,}", update["failed"], "", "", ""))
                continue
            is_command = "wall" in update
            wall, cpu = (update["wall"], update["cpu"]) if is_command else map(_sum, (update["stages"], update["cpu"]))
            megabytes = update["peak_megabytes"] if is_command else max(update["peak_megabytes"].values())
            groups = list(update.get("groups", {}).values())
            share = f"{_sum_of(groups, 'computed'):,} of {_sum_of(groups, 'all'):,}" if groups else ""
            rows.append((name, f"{int(size):,}", f"{wall:.1f}", f"{cpu:.1f}", f"{megabytes:,}", share))
    titles = ("update", "reports", "wall s", "cpu s", "MB", "groups computed")
    words = "The command includes the start of Python and Dagster; its memory is that of its largest process."
    return f"### Updates, to a published release with all checks\n\n{table(titles, rows)}\n\n{words}"


def _one_more(size: int, update: Mapping[str, Any]) -> str:
    """Stages of one report more, and of its build the steps that take longest."""
    stages = [
        (name, "", f"{wall:.2f}", f"{update['cpu'][name]:.2f}", f"{update['peak_megabytes'][name]:,}", "")
        for name, wall in update["stages"].items()
    ]
    longest = sorted(update["build_steps"].items(), key=lambda step: (-step[1], step[0]))[:_STEPS_SHOWN]
    steps = [
        ("build", name, f"{wall:.2f}", f"{cpu:.2f}" if (cpu := update["step_cpu"].get(name)) is not None else "", "", _groups(update, name))
        for name, wall in longest
    ]  # fmt: skip
    titles = ("stage", "step", "wall s", "cpu s", "MB", "groups computed")
    words = (
        f"Of the build the {_STEPS_SHOWN} longest steps; their processor time is without reading and writing tables."
    )
    title = f"### Where the seconds of one report more go, at {size:,} reports"
    return f"{title}\n\n{table(titles, [*stages, *steps])}\n\n{words}"


def _groups(update: Mapping[str, Any], step: str) -> str:
    found = update["groups"].get(step)
    return f"{found['computed']:,} of {found['all']:,}" if found else ""


def _sum(seconds: Mapping[str, float]) -> float:
    return sum(seconds.values())


def _sum_of(groups: Sequence[Mapping[str, int]], key: str) -> int:
    return sum(one[key] for one in groups)


def _published(job: Mapping[str, Any]) -> str:
    accuracy = job["accuracy"]
    return (
        f"Release: {job['release']}. Recall {accuracy['recall']:.1%}, precision {accuracy['precision']:.1%}; with segment and "
        f"area {accuracy['recall_in_full']:.1%} and {accuracy['precision_in_full']:.1%}."
    )
