"""Processes that begin at once on a new home, runs and services, make Dagster's storage one after the other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import os, sys, time
from pathlib import Path
import dagster
from pipelines.dagster_storage import dagster_instance
from pipelines.home import prepare_dagster_home
folder = prepare_dagster_home(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
with dagster_instance(folder) as instance:
    instance.get_runs()
"""


def test_runs_that_begin_at_once_on_a_new_home_leave_storage_that_opens(tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for one in both:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in both:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    ended = [(one.communicate(timeout=600)[1], one.returncode) for one in both]

    assert [code for _, code in ended] == [0] * 3, ended
