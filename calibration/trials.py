"""Judged claims of a chooser on families that it was not fitted on: the data that confidence is fitted on. No fitting, no evaluation.

`make train-chooser` makes them (`training.trials`) and stores them here, so that `make calibrate` needs no training.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sources.grammar.confidence import EVIDENCE
from warehouse.doubt import ClaimKind

TRIALS = Path(__file__).with_name("trials.jsonl")


@dataclass(frozen=True)
class Trial:
    """One claim of a core metric in one text.

    Attributes:
        kind: of claim; used for reports and for the bar, not for confidence.
        evidence: a measure for every name of EVIDENCE, three decimals.
        is_right: every place that states it was read right up to segment and area.
    """

    family: str
    text: str
    kind: ClaimKind
    evidence: Mapping[str, float]
    is_right: bool


def stored_trials(path: Path = TRIALS) -> list[Trial]:
    """The stored trials, in the order of the file.

    Raises:
        ValueError: a line is no trial of today's evidence; the message names file and line.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_read(line, f"{path.name}, line {number}") for number, line in enumerate(lines, 1)]


def trials_text(trials: Iterable[Trial]) -> str:
    """The text of the file: one JSON line per trial; evidence that is 0 is left out."""
    return "".join(_line(trial) for trial in trials)


def _line(t: Trial) -> str:
    evidence = {name: t.evidence[name] for name in EVIDENCE if t.evidence[name]}
    return json.dumps([t.family, t.text, t.kind.value, t.is_right, evidence], separators=(",", ":")) + "\n"


def _read(line: str, place: str) -> Trial:
    try:
        family, text, kind, is_right, evidence = json.loads(line)
        unknown = evidence.keys() - set(EVIDENCE)
        if unknown:
            raise ValueError(f"unknown evidence {', '.join(sorted(unknown))}")
        measured = {name: float(evidence.get(name, 0.0)) for name in EVIDENCE}
        return Trial(family, text, ClaimKind(kind), measured, bool(is_right))
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{place}: no trial: {error}; `make train-chooser` writes the file anew") from error
