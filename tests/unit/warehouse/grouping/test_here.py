"""Groups of a step in processes of this machine: the same rows, errors as they are, and no process that outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from warehouse.grouping.groups import KEY, Split, in_groups
from warehouse.grouping.here import on_cores
from warehouse.step import BuildContext, BuildError, Frames, Step

CONTEXT: Any = BuildContext(None, None, str)  # type: ignore[arg-type]
FRAMES = {"raw.numbers": pl.DataFrame({"n": range(100)})}


def cut(frames: Frames) -> Frames:
    return {"raw.numbers": frames["raw.numbers"].with_columns((pl.col("n") % 10).cast(pl.String).alias(KEY))}


def share(frames: Frames, context: BuildContext) -> Frames:
    return {"shared.sum": frames["raw.numbers"].sum()}


def sums(frames: Frames, context: BuildContext) -> Frames:
    n, of = frames["raw.numbers"]["n"].sum(), frames["shared.sum"]["n"].item()
    return {"core.sums": pl.DataFrame({"n": [n], "of": [of], "pid": [os.getpid()]})}


def rest(frames: Frames, context: BuildContext) -> Frames:
    return {"core.sums": pl.DataFrame({"n": [-1], "of": [frames["raw.numbers"].height], "pid": [os.getpid()]})}


def refuses(frames: Frames, context: BuildContext) -> Frames:
    raise BuildError("core.sums: a row that fits nowhere")


def is_killed(frames: Frames, context: BuildContext) -> Frames:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def reads_a_text(frames: Frames, context: BuildContext) -> Frames:
    context.text_of("d")
    return {}


def waits(frames: Frames, context: BuildContext) -> Frames:
    print(os.getpid(), flush=True)
    time.sleep(600)
    return {}


STEP = Step(
    "numbers",
    ("raw.numbers",),
    ("core.sums",),
    lambda frames, context: sums({**frames, **share(frames, context)}, context),
)


def rows(step: Step) -> list[tuple[int, int]]:
    return sorted(step.run(FRAMES, CONTEXT)["core.sums"].select("n", "of").iter_rows())


def test_rows_are_those_of_groups_in_one_process_and_none_is_made_here() -> None:
    split = Split(cut, share, sums, rest)
    found = on_cores(STEP, split, 2, at_least=1)
    # eight groups for ten keys of ten rows (of digit d: 450 + 10 d), each with the sum of all, and what is made of all at once
    assert rows(found) == rows(in_groups(STEP, split, 8))
    assert len(rows(found)) == 9
    assert sum(n for n, _ in rows(found)) == sum(range(100)) - 1
    assert os.getpid() not in found.run(FRAMES, CONTEXT)["core.sums"]["pid"].to_list()


def test_few_rows_stay_where_they_are() -> None:
    found = on_cores(STEP, Split(cut, share, is_killed), 2, at_least=101)
    assert found.run(FRAMES, CONTEXT)["core.sums"]["pid"].to_list() == [os.getpid()]


def test_what_a_group_raises_arrives_as_it_is() -> None:
    with pytest.raises(BuildError, match=r"^core\.sums: a row that fits nowhere$"):
        on_cores(STEP, Split(cut, share, refuses), 2, at_least=1).run(FRAMES, CONTEXT)


def test_no_group_is_given_texts() -> None:
    with pytest.raises(KeyError):
        on_cores(STEP, Split(cut, share, reads_a_text), 1, at_least=1).run(FRAMES, CONTEXT)


def test_a_process_that_is_killed_ends_the_build_with_what_to_do() -> None:
    with pytest.raises(BuildError, match=r"out of memory.*PARALLAX_WORKERS=1"):
        on_cores(STEP, Split(cut, share, is_killed), 2, at_least=1).run(FRAMES, CONTEXT)


def test_processes_end_with_a_parent_that_is_killed() -> None:
    name = "tests.unit.warehouse.grouping.test_here"
    code = (
        f"from {name} import *\n"
        "if __name__ == '__main__':\n"
        "    on_cores(STEP, Split(cut, share, waits), 2, at_least=1).run(FRAMES, CONTEXT)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(Path(f"/proc/{pid}").exists() for pid in pids)
        parent.kill()
        parent.wait()
        until = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in pids):
            assert time.monotonic() < until, "a process outlives its parent"
            time.sleep(0.05)
