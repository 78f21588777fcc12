"""The extractor beside what a user would write with other libraries, on the same synthetic reports: speed and accuracy.

How a peer reads is in `peer_runner.py`. Each pass is a new process. The passes take turns, so that a busy minute of the machine falls
on each reader.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from trials.processes import ROOT, json_of
from trials.synthetic.corpus import documents, reports
from trials.synthetic.scoring import figure, scored

PYTHON = ROOT / ".venv-peers" / "bin" / "python"
RUNNER = Path(__file__).with_name("peer_runner.py")
NAMES = {"spacy": "spaCy rules + pandas", "quantulum3": "quantulum3 + pandas"}
PASSES = 3
MISSING = "The peers' environment is missing: make it with `make peers`, then run `make bench` again."


def beside_peers(n_characters: int, work: Path, python: Path = PYTHON) -> dict[str, Any]:
    """Three passes of every reader over the same canonical texts, so that parsing is nobody's advantage.

    Args:
        n_characters: how much to read.
        work: folder for the peers' texts.
        python: the peers' interpreter.

    Returns:
        `readers`: of each the characters, figures found, median characters per second of processor time, and
        `extract_is_faster`, the median ratio over the passes; of peers also `accuracy` and `cpu_seconds_per_1000`
        documents. `missing`: why the peers are not among the readers, or None.
    """
    texts = [document.text for document in documents(n_characters)]
    made = list(islice(reports(), len(texts)))
    known = [
        {"document": str(report.number), "market": report.market, **asdict(claim)} for report in made for claim in report.known
    ]  # fmt: skip
    commands: dict[str, Sequence[str | Path]] = {
        "extract": (sys.executable, "-m", "benchmarks.reading", str(n_characters))
    }
    missing = None if python.is_file() else MISSING
    if missing:
        print(missing, file=sys.stderr, flush=True)
    else:
        asked = work / "peers.json"
        asked.write_text(json.dumps({str(number): text for number, text in enumerate(texts)}), encoding="utf-8")
        commands |= {title: (python, RUNNER, name, asked) for name, title in NAMES.items()}
    passes: dict[str, list[dict[str, Any]]] = {name: [] for name in commands}
    for _ in range(PASSES):
        for name, command in commands.items():
            passes[name].append(json_of(command))
    found = compared(passes)
    for title in set(NAMES.values()) & set(found):
        ran = passes[title][0]
        found[title] |= {
            "accuracy": scored((figure(*row) for row in ran["figures"]), known),
            "cpu_seconds_per_1000": round(ran["cpu_seconds"] * 1000 / len(texts), 3),
        }
    return {"passes": PASSES, "missing": missing, "documents": len(texts), "readers": found}


def compared(passes: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Medians and ratios of passes: by reader, "extract" among them, what each pass gave; as many of each."""
    speeds = {
        name: [found["characters"] / max(found["cpu_seconds"], 1e-9) for found in runs] for name, runs in passes.items()
    }
    return {
        name: {
            "version": runs[0].get("version"),
            "characters": runs[0]["characters"],
            "found": runs[0]["found"],
            "characters_per_second": round(median(speeds[name])),
            "extract_is_faster": round(
                median(own / other for own, other in zip(speeds["extract"], speeds[name], strict=True)), 4
            ),
        }
        for name, runs in passes.items()
    }
