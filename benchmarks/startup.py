"""How long a command takes from the key to the prompt: `parallax` as a process of its own, several times."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

REPEATS = 5
PAGE = "velmora-wind-services.txt"
MARKET = "industrial heat pump"
NOTHING_NEW = "parallax run (nothing new)"
QUERY = "select verdict, count(*) as n from marts.market_estimates group by verdict order by verdict"


def command_seconds(inbox: Path, home: Path) -> dict[str, dict[str, Any]]:
    """Times commands against a data home that holds a release of the samples.

    Five runs each; the first finds its files and bytecode cold, the median does not.

    Returns:
        By command: median, least and most seconds, and how many runs. `python -c pass` is what nobody can be faster than.
        `parallax run` runs once, with nothing new; where it made a release (because code was changed meanwhile), it is left out.

    Raises:
        RuntimeError: a command failed; a benchmark of failures says nothing.
    """
    program = str(Path(sys.executable).with_name("parallax"))
    commands: dict[str, tuple[Sequence[str], int]] = {
        "python -c pass": ((sys.executable, "-c", "pass"), REPEATS),
        "parallax --help": ((program, "--help"), REPEATS),
        "parallax extract (one page)": ((program, "extract", str(inbox / PAGE)), REPEATS),
        "parallax sql": ((program, "sql", QUERY), REPEATS),
        "parallax show": ((program, "show", MARKET), REPEATS),
        NOTHING_NEW: ((program, "run", "--inbox", str(inbox)), 1),
    }
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PARALLAX_HOME"] = str(home)
    found = {}
    for name, (command, n_runs) in commands.items():
        seconds, outputs = zip(*(_run(name, command, environment) for _ in range(n_runs)), strict=True)
        if name == NOTHING_NEW and "nothing new" not in outputs[0]:
            print(f"{name}: left out, the code was changed since the main job ran", file=sys.stderr)
            continue
        found[name] = {
            "median": round(median(seconds), 3),
            "least": round(min(seconds), 3),
            "most": round(max(seconds), 3),
            "runs": n_runs,
        }
    return found


def _run(name: str, command: Sequence[str], environment: dict[str, str]) -> tuple[float, str]:
    started = perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    seconds = perf_counter() - started
    if done.returncode:
        raise RuntimeError(f"{name}: exit {done.returncode}: {done.stderr.strip()[-400:]}")
    return seconds, done.stdout
