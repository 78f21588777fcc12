"""Parallax against what a user would write, on the same synthetic reports: accuracy, seconds, money for 1,000 documents.

How the others read is `others_runner.py`'s; an LLM pipeline is priced by `prices.yml` and not run.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from benchmarks.clock import rounded
from benchmarks.made.scoring import figure, known_claims, scored, size_errors
from benchmarks.peers import MISSING, PYTHON

RUNNER = Path(__file__).with_name("others_runner.py")
NAMES = {"spacy": "spaCy rules + pandas", "quantulum3": "quantulum3 + pandas"}
PRICES = Path(__file__).with_name("prices.yml")


def beside_others(texts: Mapping[str, str], known_file: Path, work: Path, python: Path = PYTHON) -> dict[str, Any]:
    """Every pipeline once over the same canonical texts, so that parsing is nobody's advantage.

    Args:
        texts: document → canonical text.
        known_file: claims of these documents.
        work: folder for the texts.
        python: the peers' interpreter.

    Returns:
        By name: `recall`, `precision`, `sizes`, seconds per 1,000 documents; `missing` where there is no such interpreter.
    """
    if not python.is_file():
        return {"missing": MISSING}
    known = [row for row in known_claims(known_file) if row["document"] in texts]
    asked = work / "others.json"
    asked.write_text(json.dumps(dict(texts)), encoding="utf-8")
    found: dict[str, Any] = {"documents": len(texts)}
    for name, title in NAMES.items():
        done = subprocess.run([str(python), str(RUNNER), name, str(asked)], capture_output=True, text=True, check=True)
        ran = json.loads(done.stdout)
        found[title] = {
            "version": ran["version"],
            **scored((figure(*row) for row in ran["figures"]), known),
            "sizes": size_errors({(market, int(year)): value for market, year, value in ran["sizes"]}, known),
            "cpu_seconds_per_1000": rounded(ran["cpu_seconds"] * 1000 / len(texts)),
        }
    found["LLM pipeline, priced and not run"] = priced(texts.values(), len(known) / max(len(texts), 1))
    return found


def priced(texts: Iterable[str], claims_per_document: float, prices: Path = PRICES) -> dict[str, Any]:
    """What 1,000 documents like these cost by published prices.

    Args:
        texts: documents.
        claims_per_document: how many claims come back.
        prices: the file of prices.

    Returns:
        US dollars per 1,000 documents by model, with source and day.
    """
    said = yaml.load(prices.read_text(encoding="utf-8"), yaml.CSafeLoader)
    lengths: Sequence[int] = [len(text) for text in texts]
    tokens_in = sum(lengths) / len(lengths) / said["characters_per_token"] + said["prompt_tokens"]
    tokens_out = claims_per_document * said["output_tokens_per_claim"]
    return {
        "dollars_per_1000": {
            model["name"]: round((tokens_in * model["input"] + tokens_out * model["output"]) / 1e6 * 1000, 2)
            for model in said["models"]
        },
        "tokens_in": round(tokens_in),
        "tokens_out": round(tokens_out),
        "source": said["source"],
        "as_of": str(said["as_of"]),
        "latency": said["latency"],
    }
