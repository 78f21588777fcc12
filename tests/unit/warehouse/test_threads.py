"""Threads change nothing in the marts: matrices are multiplied by one."""

from __future__ import annotations

import os
import subprocess
import sys

# OpenBLAS starts its threads as numpy is loaded; Python itself has one.
_TASKS = "import os, warehouse, numpy; print(len(os.listdir('/proc/self/task')), os.environ['OPENBLAS_NUM_THREADS'])"


def test_matrices_are_multiplied_by_one_thread_whatever_the_user_has_set():
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", _TASKS], capture_output=True, text=True, check=True, env=alone)
    assert done.stdout.split() == ["1", "1"]


def test_a_build_gives_the_collector_back_as_it_was():
    import gc

    from warehouse.collecting import SELDOM, seldom_collected

    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == before
