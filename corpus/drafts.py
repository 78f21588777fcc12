"""Draft labels of texts in the gold format: the figures of both readers, and first of all where they differ, for a person to decide.

    python -m corpus.drafts TEXTS OUT [--answers FOLDER]

TEXTS is a folder of documents; FOLDER holds `questions.jsonl` and answers as `python -m benchmarks.asking` reads them. OUT gets each text with its
draft `NAME.json` beside it; labels that are there stay. No model is asked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.asking import answers_of
from sources.ask.reading import read_again
from sources.extract import extract
from sources.parse import parse
from sources.records import Extraction, Mention, ParsedDocument, ReadingChoice
from warehouse.policy import read_policy

_YEAR = "year_or_date"  # labels name no years among the distractors
_AROUND = 80  # characters of the text that are shown on each side of a figure


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the drafts, and says how many of their figures are open."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--answers", type=Path)
    said = parser.parse_args(arguments)
    answers, chances = answers_of(said.answers) if said.answers else {}, read_policy().language_model.chances
    said.out.mkdir(parents=True, exist_ok=True)
    for path in sorted(one for one in said.texts.iterdir() if one.is_file() and one.suffix not in (".json", ".yml")):
        target = said.out / f"{path.stem}.json"
        if target.exists():
            print(f"{target}: is there and stays")
            continue
        parsed = parse(path.read_bytes())
        made = draft(path.name, parsed, read_again(parsed, extract(parsed), answers.get(path.stem, []), chances))
        target.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        if not (said.out / path.name).exists():
            shutil.copyfile(path, said.out / path.name)
        print(f"{target}: {len(made['claims'])} figures, {len(made['review'])} to look at first")
    return 0


def draft(name: str, parsed: ParsedDocument, read: Extraction) -> dict[str, Any]:
    """Draft labels of one document.

    Args:
        name: the document's file name.
        parsed: its canonical text; offsets count its code points.
        read: the joined reading, or the built-in one where no answer exists.

    Returns:
        A gold file as a JSON object. `review` comes first: every attribute that the readers read differently, the least sure first, then
        what verification refused. `claims` has one entry per figure as it counts so far, and `distractors` every other figure but years.
    """
    confidence = {claim.claim_id: claim.confidence for claim in read.claims}
    by = {claim.claim_id: claim.read_by for claim in read.claims}
    facts = {fact.name: fact.value for fact in reversed(read.facts)}
    return {
        "document": name,
        "review": [_question(choice, parsed.text) for choice in sorted(read.choices, key=_openness)],
        "publisher": facts.get("publisher"),
        "market": facts.get("market"),
        "language": read.language,
        "claims": [
            _claim(m) | {"read_by": by[m.claim_id] or "built_in", "confidence": confidence[m.claim_id]}
            for m in sorted(read.mentions, key=lambda m: (m.char_start, m.char_end))
        ],
        "distractors": [
            {"surface": one.surface, "offset": one.char_start, "why": one.rule}
            for one in read.rejections
            if one.rule != _YEAR
        ],
    }


def _openness(choice: ReadingChoice) -> tuple[bool, float, int, str]:
    return choice.odds is None, choice.odds or 0.0, choice.char_start, choice.attribute


def _question(choice: ReadingChoice, text: str) -> dict[str, Any]:
    start, end = choice.char_start, choice.char_end
    names = ("surface", "attribute", "first", "second", "taken", "odds", "rule")
    around = f"{text[max(0, start - _AROUND) : start]}⟦{text[start:end]}⟧{text[end : end + _AROUND]}"
    return {"offset": start, **{name: getattr(choice, name) for name in names}, "words": " ".join(around.split())}


def _claim(m: Mention) -> dict[str, Any]:
    """One figure under the keys of the gold format. A year from elsewhere is a reading, so that a null is right as well."""
    names = (
        "metric",
        "unit",
        "comparator",
        "year",
        "period_start",
        "period_end",
        "period_inferred",
        "status",
        "market",
    )
    return {
        **{name: getattr(m, name) for name in (*names, "dimension", "segment", "geography", "subject", "surface")},
        "value": _number(m.value),
        "value_high": _number(m.value_high),
        "approx": m.comparator == "~",
        "year_optional": m.year is not None and m.period_inferred,
        "attributed_to": m.publisher,
        "offset": m.char_start,
    }


def _number(value: Decimal | None) -> int | float | None:
    return None if value is None else int(value) if value == value.to_integral_value() else float(value)


if __name__ == "__main__":
    sys.exit(main())
