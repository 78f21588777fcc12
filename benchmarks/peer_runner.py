"""What a user would write in a day, run by the peers' interpreter: `python peer_runner.py spacy|quantulum3 TEXTS`.

Amounts and percentages by a library, kind and year by the words of their sentence, the market by the title, medians by pandas.
Standard library, the peer and pandas only, since the project is not installed there. TEXTS is JSON: document → text. JSON goes to
standard output: figures, medians, seconds. Importing and warming up are not timed.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

Amount = tuple[str, float, int]  # kind, value, where it begins
_TIMES = {
    "k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9, "trillion": 1e12,
}  # fmt: skip
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_KINDS = (
    ("cagr", re.compile(r"\bCAGR\b|compound annual", re.IGNORECASE)),
    ("share", re.compile(r"\bshare|\bheld\b|accounted for|followed by", re.IGNORECASE)),
    ("growth_rate", re.compile(r"\bgrew|\brose|\bgrowth", re.IGNORECASE)),
)
_DOLLARS = re.compile(r"(?:USD|US\$|\$)\s?$")
_TITLE = re.compile(r"(?:Global )?(?P<name>.+?) Market\b")


def spacy_amounts() -> Callable[[str], list[Amount]]:
    """A blank English pipeline with a Matcher: a currency, a number, a scale; a number, a percent sign."""
    spacy = importlib.import_module("spacy")
    pipeline = spacy.blank("en")
    matcher = importlib.import_module("spacy.matcher").Matcher(pipeline.vocab)
    scale = {"LOWER": {"IN": list(_TIMES)}, "OP": "?"}
    currency = {"TEXT": {"IN": ["USD", "US$", "$", "US"]}}
    matcher.add("money", [[currency, {"TEXT": "$", "OP": "?"}, {"LIKE_NUM": True}, scale]], greedy="LONGEST")
    matcher.add("percent", [[{"LIKE_NUM": True}, {"TEXT": "%"}]], greedy="LONGEST")

    def read(text: str) -> list[Amount]:
        parsed, found = pipeline(text), []
        for match, start, end in matcher(parsed):
            span = parsed[start:end]
            numbers = [token.text for token in span if token.like_num]
            value = _number(numbers[0]) if numbers else None
            if value is not None:
                factor = _TIMES.get(span[-1].lower_, 1.0)
                found.append((pipeline.vocab.strings[match], value * factor, span.start_char))
        return found

    return read


def quantulum3_amounts() -> Callable[[str], list[Amount]]:
    """The parser without classifier; percentages, and what it counts behind a dollar sign or code, which it does not know."""
    parser = importlib.import_module("quantulum3.parser")

    def read(text: str) -> list[Amount]:
        found = []
        text = text.replace(" bn", " billion")  # else "$3 bn" is three dollar bit newton
        for quantity in parser.parse(text):
            start = int(quantity.span[0])
            is_money = quantity.unit.name.startswith("dollar") or _DOLLARS.search(text[max(0, start - 4) : start])
            if is_money or quantity.unit.name == "percentage":
                found.append(("money" if is_money else "percent", float(quantity.value), start))
        return found

    return read


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def figures(text: str, amounts: Callable[[str], list[Amount]]) -> Iterator[tuple[str, float, int | None]]:
    """Metric, value and year of each amount: kind by the sentence's words, the year behind it or else the nearest before."""
    for sentence in _SENTENCE.split(text):
        if not any(letter.isdigit() for letter in sentence):
            continue
        years = [(m.start(), int(m.group())) for m in _YEAR.finditer(sentence)]
        for kind, value, at in amounts(sentence):
            metric = "market_size" if kind == "money" else _metric(sentence, at)
            if metric is None or not years:
                continue
            behind = [year for place, year in years if place > at]
            year = max(behind) if metric == "cagr" and behind else behind[0] if behind else years[-1][1]
            yield metric, value, year


def _metric(sentence: str, at: int) -> str | None:
    """The kind whose word stands nearest to the percentage."""
    found = [(abs(m.start() - at), name) for name, pattern in _KINDS for m in pattern.finditer(sentence)]
    return min(found)[1] if found else None


READERS = {"spacy": spacy_amounts, "quantulum3": quantulum3_amounts}


def run(name: str, texts: dict[str, str]) -> dict[str, Any]:
    """Reads all documents once and takes medians by market, metric and year.

    Returns:
        `figures` (document, metric, value, year), `sizes` (market, year, median), characters read, figures found, seconds.
    """
    pandas = importlib.import_module("pandas")
    amounts = READERS[name]()
    amounts("The market reached USD 1.5 billion in 2024, up 3% from 2023.")
    wall, cpu = perf_counter(), process_time()
    rows = []
    for document, text in texts.items():
        title = _TITLE.search(text.lstrip("# ").partition("\n")[0])
        market = title["name"].lower() if title else document
        rows += [(document, market, *one) for one in figures(text, amounts)]
    frame = pandas.DataFrame(rows, columns=["document", "market", "metric", "value", "year"])
    sizes = frame[frame.metric == "market_size"].groupby(["market", "year"]).value.median().reset_index()
    cpu, wall = process_time() - cpu, perf_counter() - wall
    return {
        "version": version(name),
        "characters": sum(map(len, texts.values())),
        "found": len(rows),
        "figures": frame[["document", "metric", "value", "year"]].values.tolist(),
        "sizes": sizes.values.tolist(),
        "cpu_seconds": cpu,
        "wall_seconds": wall,
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(json.dumps(run(sys.argv[1], asked)))
