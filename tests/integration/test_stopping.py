"""`parallax run` is stopped in the middle of a stage: one line, the signal's exit code, no traceback, no process left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPORT = """# Frost Kettle Market Outlook

Published 3 March 2026 by Lintel & Rowe.

The global frost kettle market was valued at USD 4.2 billion in 2024 and will reach USD 6.0 billion by 2030.
"""
LAST = {signal.SIGINT: "interrupted; ", signal.SIGTERM: "stopped by SIGTERM; "}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seen", "number"),
    [
        ("home ", signal.SIGINT),  # Dagster is being loaded
        ("✔ start", signal.SIGTERM),  # documents are read in processes of their own
        ("✔ check core", signal.SIGINT),  # dbt makes the marts, and takes an interruption for an error of a model
    ],
)
def test_a_run_that_is_stopped_says_so_in_one_line(tmp_path: Path, seen: str, number: signal.Signals) -> None:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "frost.md").write_text(REPORT)
    words = ["run", "--inbox", str(tmp_path / "inbox"), "--home", str(tmp_path / "home")]
    with subprocess.Popen(
        [sys.executable, "-c", "from pipelines.cli.program import main; main()", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None and process.stdout is not None
        before = next((line for line in process.stderr if line.startswith(seen)), None)
        assert before is not None, "the stage never came"
        process.send_signal(number)
        said, printed = process.stderr.read(), process.stdout.read()
    assert process.returncode == 128 + number
    assert (said, printed) == (f"{LAST[number]}the last release is unchanged\n", "")
    while _is_there(process.pid):  # the suite's own patience ends this
        time.sleep(0.05)


def _is_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
