"""The extractor beside what a user would write with other libraries, on the same synthetic reports: speed, accuracy, money.

How a peer reads is in `peer_runner.py`; an LLM pipeline is priced by `prices.yml` and not run. Each pass is a new process. The
passes take turns, so that a busy minute of the machine falls on each reader.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from trials.clock import per_second, rounded
from trials.processes import ROOT, json_of
from trials.synthetic.corpus import documents, reports
from trials.synthetic.scoring import figure, scored, size_errors

PYTHON = ROOT / ".venv-peers" / "bin" / "python"
RUNNER = Path(__file__).with_name("peer_runner.py")
NAMES = {"spacy": "spaCy rules + pandas", "quantulum3": "quantulum3 + pandas"}
PRICES = Path(__file__).with_name("prices.yml")
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
        `extract_is_faster`, the median ratio over the passes; of peers also `accuracy`, `sizes` and `cpu_seconds_per_1000`
        documents. `llm`: what an LLM pipeline costs. `missing`: why the peers are not among the readers, or None.
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
            "sizes": size_errors({(market, int(year)): value for market, year, value in ran["sizes"]}, known),
            "cpu_seconds_per_1000": rounded(ran["cpu_seconds"] * 1000 / len(texts)),
        }
    llm = priced(texts, len(known) / len(texts))
    return {"passes": PASSES, "missing": missing, "documents": len(texts), "readers": found, "llm": llm}


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
            "characters_per_second": per_second(median(speeds[name]), 1.0),
            "extract_is_faster": round(
                median(own / other for own, other in zip(speeds["extract"], speeds[name], strict=True)), 4
            ),
        }
        for name, runs in passes.items()
    }


def priced(texts: Iterable[str], claims_per_document: float, prices: Path = PRICES) -> dict[str, Any]:
    """What 1,000 documents like these cost by published prices.

    Returns:
        US dollars per 1,000 documents by model, with source and day.
    """
    listed = yaml.load(prices.read_text(encoding="utf-8"), yaml.CSafeLoader)
    lengths = [len(text) for text in texts]
    tokens_in = sum(lengths) / len(lengths) / listed["characters_per_token"] + listed["prompt_tokens"]
    tokens_out = claims_per_document * listed["output_tokens_per_claim"]
    return {
        "dollars_per_1000": {
            model["name"]: round((tokens_in * model["input"] + tokens_out * model["output"]) / 1e6 * 1000, 2)
            for model in listed["models"]
        },
        "tokens_in": round(tokens_in),
        "tokens_out": round(tokens_out),
        "source": listed["source"],
        "as_of": str(listed["as_of"]),
    }
