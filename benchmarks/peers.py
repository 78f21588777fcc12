"""The extractor against other programs on one part of the corpus. `peer_runner.py` runs a peer.

Each pass is a new process. The passes of all take turns, so that a busy minute of the machine falls on each of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.clock import per_second
from benchmarks.corpus import samples, varied_documents
from sources.parse import parse

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / ".venv-peers" / "bin" / "python"
RUNNER = Path(__file__).with_name("peer_runner.py")
OWN = ("extract", "bare scan")
PEERS = ("spacy", "quantulum3")
PASSES = 3
MISSING = "The peers' environment is missing: make it with `make peers`, then run `make bench` again."


def beside_peers(
    inbox: Path, n_characters: int, slow_characters: int, work: Path, python: Path = PYTHON
) -> dict[str, Any]:
    """Three passes of everyone over the first documents of the corpus.

    Args:
        inbox: the samples.
        n_characters: how much to read.
        slow_characters: how much of it quantulum3 reads.
        work: folder for the peers' texts.
        python: the peers' interpreter.

    Returns:
        `readers`: for each the characters, figures found, median speed in characters per second of processor time, and
        `extract_is_faster`: the median over the passes of extract's speed in times of its own. `missing`: why the peers
        are not among them, or None.
    """
    sizes = {"spacy": n_characters, "quantulum3": slow_characters}
    commands: dict[str, Sequence[str]] = {
        name: (sys.executable, "-m", "benchmarks.own_pass", name, str(inbox), str(n_characters)) for name in OWN
    }
    missing = None if python.is_file() else MISSING
    for name in PEERS if missing is None else ():
        texts = work / f"{name}.json"
        texts.write_text(json.dumps(_asked(inbox, sizes[name])), encoding="utf-8")
        commands[name] = (str(python), str(RUNNER), name, str(texts))
    if missing:
        print(missing, file=sys.stderr, flush=True)
    passes: dict[str, list[dict[str, Any]]] = {name: [] for name in commands}
    for _ in range(PASSES):
        for name, command in commands.items():
            passes[name].append(_run(name, command))
    return {"passes": PASSES, "missing": missing, "readers": compared(passes)}


def compared(passes: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Medians and ratios of passes.

    Args:
        passes: by reader, "extract" among them, what each of its passes gave; as many of each.

    Returns:
        See `beside_peers`.
    """
    speeds = {
        name: [found["characters"] / max(found["cpu_seconds"], 1e-9) for found in runs] for name, runs in passes.items()
    }
    return {
        name: {
            "version": runs[0].get("version"),
            "characters": runs[0]["characters"],
            "found": runs[0]["found"],
            "characters_per_second": per_second(median(speeds[name]), 1.0),
            "extract_is_faster": round(
                median(own / other for own, other in zip(speeds["extract"], speeds[name], strict=True)), 4
            ),
        }
        for name, runs in passes.items()
    }


def _asked(inbox: Path, n_characters: int) -> dict[str, list[str]]:
    return {
        "warm_up": [parse(report.content).text for report in samples(inbox)],
        "texts": [document.text for document in varied_documents(inbox, n_characters)],
    }


def _run(name: str, command: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name}: exit {done.returncode}: {done.stderr.strip()[-400:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
