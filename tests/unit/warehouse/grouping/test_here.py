"""Groups of a step in processes of this machine: the same rows, errors as they are, and no process that outlives its parent."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from warehouse.grouping.groups import KEY, Split, in_groups
from warehouse.grouping.here import _LOADED, on_cores
from warehouse.step import BuildContext, BuildError, Frames, Step

CONTEXT: Any = BuildContext(None, None, str)  # type: ignore[arg-type]
FRAMES = {"raw.numbers": pl.DataFrame({"n": range(100)})}


def cut(frames: Frames, context: BuildContext) -> Frames:
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
    return {"core.sums": pl.DataFrame({"n": [len(context.text_of("three"))], "of": [0], "pid": [os.getpid()]})}


def tells_its_folder(frames: Frames, context: BuildContext) -> Frames:
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    return {
        "core.sums": pl.DataFrame({"n": ["-groups-" in maps and "shared.sum.arrow" in maps], "of": [0]}).cast(pl.Int64)
    }


def program(frames: Frames, context: BuildContext) -> Frames:
    import warehouse

    return {"core.sums": pl.DataFrame({"n": [0], "of": [warehouse.__file__]})}


def waits(frames: Frames, context: BuildContext) -> Frames:
    print(os.getpid(), flush=True)
    time.sleep(3600)
    return {}


STEP = Step(
    "numbers",
    ("raw.numbers",),
    ("core.sums",),
    lambda frames, context: sums({**frames, **share(frames, context)}, context),
)


def rows(step: Step) -> list[tuple[int, int]]:
    return sorted(step.run(FRAMES, CONTEXT)["core.sums"].select("n", "of").iter_rows())


def lives(pid: int) -> bool:
    """Whether the process runs; a zombie counts as dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


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


def test_a_group_reads_texts_where_it_runs() -> None:
    made = on_cores(STEP, Split(cut, share, reads_a_text), 1, at_least=1).run(FRAMES, CONTEXT)["core.sums"]
    assert set(made["n"]) == {len("three")}
    assert os.getpid() not in set(made["pid"])


def test_a_group_for_other_machines_is_given_no_texts() -> None:
    with pytest.raises(KeyError):
        in_groups(STEP, Split(cut, share, reads_a_text), 2).run(FRAMES, CONTEXT)


def test_a_process_that_is_killed_ends_the_build_with_what_to_do() -> None:
    with pytest.raises(BuildError, match=r"out of memory.*PARALLAX_WORKERS"):
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
        assert all(lives(pid) for pid in pids)
        parent.kill()
        parent.wait()
        until = time.monotonic() + 600
        while any(lives(pid) for pid in pids):
            assert time.monotonic() < until, "a process outlives its parent"
            time.sleep(0.05)


def test_what_a_group_raises_ends_the_groups_that_still_run() -> None:
    # else this waits for an hour
    with pytest.raises(BuildError, match="fits nowhere"):
        on_cores(STEP, Split(cut, share, refuses, waits), 2, at_least=1).run(FRAMES, CONTEXT)


def test_frames_lie_in_the_folder_of_the_build_and_are_gone_with_the_step(tmp_path: Path) -> None:
    found = on_cores(STEP, Split(cut, share, tells_its_folder), 2, at_least=1)
    assert found.run(FRAMES, replace(CONTEXT, scratch=tmp_path))["core.sums"]["n"].to_list() == [1] * 8
    assert not list(tmp_path.iterdir())


def test_processes_load_this_program_and_nothing_that_lies_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "warehouse").mkdir()
    for name in ("warehouse/__init__.py", "polars.py", "yaml.py"):
        (tmp_path / name).write_text("raise SystemExit('not this program')", encoding="utf-8")
    code = (
        "import sys; sys.path = [entry for entry in sys.path if entry]\n"  # as for the command, which is a file
        "from tests.unit.warehouse.grouping.test_here import *\n"
        "if __name__ == '__main__':\n"
        "    print(on_cores(STEP, Split(cut, share, program), 2, at_least=1).run(FRAMES, CONTEXT)['core.sums']['of'].unique().to_list())\n"
    )
    root = Path(__file__).resolve().parents[4]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.strip() == str([str(root / "warehouse" / "__init__.py")])


def test_the_process_that_others_are_forks_of_runs_nothing_of_polars_pool() -> None:
    """Threads of its allocator begin anew in a fork; those of its pool would be waited for, and not be there."""
    names = "print(*(open(f'/proc/self/task/{task}/comm').read() for task in os.listdir('/proc/self/task')))"
    work = "import polars; polars.DataFrame({'n': range(100_000)}).group_by('n').len()"
    codes = (f"import os, {_LOADED}; {names}", f"import os, {_LOADED}; {work}; {names}")
    idle, busy = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for code in codes
    )
    pool = re.compile(r"polars-\d+")
    assert any(map(pool.fullmatch, busy))  # what it is called where it runs
    assert not any(map(pool.fullmatch, idle))
