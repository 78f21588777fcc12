"""Groups of a step in processes of this machine; a process returns its memory at the end of the step.

Belongs here: who runs which group when, and how frames get there and back. Steps with few rows run whole where they are: starting
processes would take longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, FIRST_EXCEPTION, Future, wait
from dataclasses import replace
from itertools import chain
from pathlib import Path

from warehouse.grouping.files import Files, mapped, written
from warehouse.grouping.groups import KEY, Run, RunGroups, Split, cuts, dealt_out, groups_wanted, together
from warehouse.processes import processes
from warehouse.step import BuildContext, Frames, Step
from warehouse.temporary import scratch_folder

AT_LEAST = 50_000  # rows that a step reads; fewer are done before processes have started (measured)
_LOADED = "warehouse.grouping.splits"  # with all rooms of the build behind it


def on_cores(step: Step, split: Split, n_workers: int, at_least: int = AT_LEAST) -> Step:
    """The same step, its groups run by as many processes.

    Args:
        step: a step of the build.
        split: how it falls apart.
        n_workers: processes at a time.
        at_least: rows that it reads from which on it is taken apart.

    Returns:
        A step that writes the same rows. It raises BuildError where a process ends before its group is done.
    """
    run_groups = groups_on_cores(n_workers, at_least=0)

    def run(frames: Frames, context: BuildContext) -> Frames:
        if sum(frame.height for frame in frames.values()) < at_least:
            return step.run(frames, context)
        shared = split.shared(frames, context)
        parts = (run_groups(split, frames, cut, shared, context) for cut in cuts(split, frames, context))
        return together(chain.from_iterable(parts), step.writes)

    return replace(step, run=run)


def groups_on_cores(n_workers: int, at_least: int = AT_LEAST) -> RunGroups:
    """Runs groups of a step in as many processes; few rows are one group in this one.

    Args:
        n_workers: processes at a time.
        at_least: dealt rows from which on processes are started.
    """

    def run(split: Split, frames: Frames, cut: Frames, shared: Frames, context: BuildContext) -> Iterator[Frames]:
        n_rows = sum(frame.height for frame in cut.values())
        if split.whole is None and n_rows < max(at_least, 1):
            if n_rows:
                yield split.run({**shared, **{name: rows.drop(KEY) for name, rows in cut.items()}}, context)
            return
        with scratch_folder("groups", context.scratch) as folder, processes(n_workers, _LOADED) as pool:
            alone = replace(context, scratch=None)
            asked: list[Future[Files]] = []
            if split.whole is not None:  # the longest goes first
                given = written(frames, folder / "whole")
                asked.append(pool.submit(_run, split.whole, given, alone, folder / "rest"))
            shared_files = written(shared, folder / "shared")
            for number, group in dealt_out(cut, groups_wanted(cut, n_workers)):
                given = {**shared_files, **written(group, folder / f"group-{number}")}
                asked.append(pool.submit(_run, split.run, given, alone, folder / f"rows-{number}"))
                _await_room(asked, n_workers)
            yield from _results(asked)

    return run


def _run(run: Run, given: Files, context: BuildContext, target: Path) -> Files:
    """What a process does with a group."""
    return written(run(mapped(given), context), target)


def _await_room(asked: list[Future[Files]], n_workers: int) -> None:
    """Keeps a group or two ready for each process: groups are written when they are wanted, not all at once."""
    _, left = wait(asked, timeout=0)
    while len(left) > 2 * n_workers:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for one in done:
            one.result()  # raises what the group raised


def _results(asked: list[Future[Files]]) -> Iterator[Frames]:
    """What was made, in the order in which it was asked for; what one raises is raised before others are done."""
    for one in wait(asked, return_when=FIRST_EXCEPTION).done:
        one.result()
    for one in asked:
        yield mapped(one.result())
