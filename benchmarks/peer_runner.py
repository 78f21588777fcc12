"""One pass of a peer over texts, run by the peers' interpreter: `python peer_runner.py spacy|quantulum3 TEXTS`.

Standard library and the peer only, since the project is not installed there. TEXTS is JSON: `warm_up` and `texts`, lists of
texts. Importing and warming up are not timed. JSON goes to standard output.
"""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

_CODES = ["USD", "EUR", "GBP", "INR", "JPY", "CNY", "RMB", "CHF"]
_SIGNS = ["$", "US$", "€", "£", "¥", "₹"]
_SCALES = ["billion", "million", "trillion", "crore", "lakh", "bn", "mn", "b", "m", "mrd", "mrd.", "mio", "mio."]
_NUMBER = {"LIKE_NUM": True}
_SCALE = {"LOWER": {"IN": _SCALES}, "OP": "?"}
_LINK = {"LOWER": {"IN": ["to", "-", "–"]}}
_PERCENT = {"LOWER": {"IN": ["%", "percent"]}}

# The six rules a user of the matcher would write first: three for money, three for percentages.
PATTERNS: dict[str, list[list[dict[str, Any]]]] = {
    "money": [
        [{"TEXT": {"IN": _CODES + _SIGNS}}, _NUMBER, _SCALE],
        [{"TEXT": {"IN": _CODES + _SIGNS}}, _NUMBER, _SCALE, _LINK, {"TEXT": {"IN": _CODES + _SIGNS}, "OP": "?"}, _NUMBER, _SCALE],
        [_NUMBER, _SCALE, {"LOWER": {"IN": [*map(str.lower, _CODES), "euro", "euros", "dollars"]}}],
    ],
    "percent": [
        [_NUMBER, _PERCENT],
        [_NUMBER, _LINK, _NUMBER, _PERCENT],
        [_NUMBER, {"LOWER": "per"}, {"LOWER": "cent"}],
    ],
}  # fmt: skip


def spacy_reader() -> Callable[[str], int]:
    """A blank English pipeline with hand-written patterns; gives how many longest matches a text holds."""
    spacy = importlib.import_module("spacy")
    matching = importlib.import_module("spacy.matcher")
    pipeline = spacy.blank("en")
    pipeline.max_length = 100_000_000
    matcher = matching.Matcher(pipeline.vocab)
    for kind, patterns in PATTERNS.items():
        matcher.add(kind, patterns, greedy="LONGEST")

    def read(text: str) -> int:
        return len(matcher(pipeline(text)))

    return read


def quantulum3_reader() -> Callable[[str], int]:
    """The parser without classifier, line by line, since its time grows faster than the text; gives how many quantities."""
    parser = importlib.import_module("quantulum3.parser")

    def read(text: str) -> int:
        return sum(len(parser.parse(line)) for line in text.split("\n"))

    return read


READERS = {"spacy": spacy_reader, "quantulum3": quantulum3_reader}


def run(name: str, warm_up: list[str], texts: list[str]) -> dict[str, Any]:
    """Reads all texts once.

    Args:
        name: of the peer.
        warm_up: texts that are read before the clock starts.
        texts: to read.

    Returns:
        Version, characters, figures found, and seconds of processor and wall time.
    """
    read = READERS[name]()
    for text in warm_up:
        read(text)
    wall, cpu = perf_counter(), process_time()
    found = sum(map(read, texts))
    cpu, wall = process_time() - cpu, perf_counter() - wall
    return {
        "version": version(name),
        "characters": sum(map(len, texts)),
        "found": found,
        "cpu_seconds": cpu,
        "wall_seconds": wall,
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(json.dumps(run(sys.argv[1], asked["warm_up"], asked["texts"])))
