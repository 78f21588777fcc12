"""The weights as the text of their file."""

from __future__ import annotations

from sources.grammar.confidence import WeightFile

_HEAD = """\
# What each kind of evidence adds to the log odds that a claim is read right in value, unit, time, part and area.
# Written by `make calibrate` from readings of families that the chooser was not fitted on (calibration/trials.jsonl).
# What each kind measures: sources/extract/decide/evidence.py.
"""


def weights_text(found: WeightFile) -> str:
    """The file's text."""
    lines = [
        f"families: [{', '.join(found.families)}]",
        f"n_texts: {found.n_texts}",
        f"n_claims: {found.n_claims}",
        f"intercept: {found.intercept}",
        "weights:",
        *(f"  {name}: {weight}" for name, weight in found.weights.items()),
    ]
    return _HEAD + "\n".join(lines) + "\n"
