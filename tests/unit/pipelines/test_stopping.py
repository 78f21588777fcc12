"""Ctrl-C and SIGTERM end a run with one line and their exit code, whatever the libraries beneath make of them."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SAID = {
    signal.SIGINT: "interrupted; the last release is unchanged\n",
    signal.SIGTERM: "stopped by SIGTERM; the last release is unchanged\n",
}
PROGRAM = """
import signal, sys, time
from pipelines.cli.terminal import stopping
stopping.GRACE = 0.2
try:
    with stopping.stopped_by_signals():
        print("ready", flush=True)
{block}
except stopping.Stopped as stopped:
    print("an orderly end", flush=True)
    sys.stderr.write("complaints of libraries at exit")
    sys.exit(stopped.code)
"""
BLOCKS = {
    "is interrupted": ("time.sleep(600)", True),
    "makes an error of it, as dbt does": (
        "try:\n    time.sleep(600)\nexcept KeyboardInterrupt as error:\n    sys.stderr.write('dbt could not run')\n"
        "    raise ValueError('dbt could not run: ') from error",
        True,
    ),
    "takes it for itself and goes on": (
        "try:\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    pass",
        True,
    ),
    "has a handler of its own and never ends, as a step of Dagster's": (
        "for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, lambda *of: None)\n"
        "print('ready', flush=True)\nwhile True: time.sleep(600)",
        False,
    ),
}


@pytest.mark.parametrize("number", SAID)
@pytest.mark.parametrize("name", BLOCKS)
def test_a_signal_ends_whatever_is_at_work_with_one_line_and_its_code(name: str, number: signal.Signals) -> None:
    block, is_orderly = BLOCKS[name]
    program = PROGRAM.format(block="\n".join(f"        {line}" for line in block.splitlines()))
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        for _ in range(program.count("'ready'") + 1):
            assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        said = process.stderr.read()
        ended = process.stdout.read()
    assert (process.returncode, said) == (128 + number, SAID[number])
    assert ("an orderly end" in ended) is is_orderly


def test_without_a_signal_nothing_changes() -> None:
    program = PROGRAM.format(block="        raise ValueError('as it is')")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ValueError: as it is" in done.stderr


@pytest.mark.parametrize("number", SAID)
def test_a_signal_while_commands_are_loaded_is_one_line(number: signal.Signals) -> None:
    program = (
        "import builtins, os, signal\nfrom pipelines.cli import program\nload = builtins.__import__\n"
        "def loading(name, *more):\n"
        f"    if name == 'typer': os.kill(os.getpid(), {int(number)})\n"
        "    return load(name, *more)\n"
        "builtins.__import__ = loading\nprogram.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (128 + number, SAID[number])
