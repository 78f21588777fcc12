"""`python -m learning.evaluate`: what `extract` reads of labelled texts with the rules, the model and both, scored by group as pages are.

The judge and its counts are the corpus's (`corpus.page_scores`); here readers are run side by side and compared.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from typing import get_args

import numpy as np

from corpus.built_in import predictions_of
from corpus.labels import LabelledText
from corpus.page_scores import PageScore, page_score, page_table
from corpus.scoring import TIERS
from learning.texts import Use, texts_for
from sources.extract.reader_name import READER_VARIABLE, ReaderName
from sources.extract.scan.scan import scan

READERS: tuple[ReaderName, ...] = get_args(ReaderName)
_DRAWS = 1000  # of the bootstrap, over texts (Efron 1979)
_EUROPEAN = frozenset({"de", "es", "fr", "it", "pt"})

Scores = Mapping[str, PageScore]  # by reader


def scores_of(text: LabelledText) -> Scores:
    """One text, read by each reader through the program's own verb."""
    kind = group_of(text)
    found: dict[str, PageScore] = {}
    for reader in READERS:
        os.environ[READER_VARIABLE] = reader
        found[reader] = page_score(text, kind, list(predictions_of([text])))
    return found


def group_of(text: LabelledText) -> str:
    """Pages by their kind, vendors together; other texts by language: `w.ab`, `p.c`, `m.en`, `n.eu`, `t.cj`."""
    name = text.name.rpartition("/")[2]
    if name[0] in "wp":
        return f"{name[0]}.{'ab' if name[1] in 'ab' else name[1]}"
    language = scan(text.document).language
    return f"{name[0]}.{language if language == 'en' else 'eu' if language in _EUROPEAN else 'cj'}"


def differences(found: Sequence[Scores]) -> str:
    """By group the F1 of both less that of the rules at each tier, with its 90 % interval over texts drawn anew."""
    ordered = sorted(found, key=lambda one: one["rules"].kind)
    groups = [(kind, list(of)) for kind, of in groupby(ordered, key=lambda one: one["rules"].kind)]
    lines = ["both less rules (90 %)"]
    for kind, of in (*groups, ("all", ordered)):
        tiers = "  ".join(f"{tier.name} {_difference(of, at)}" for at, tier in enumerate(TIERS))
        lines.append(f"{kind:4} {tiers}")
    return "\n".join(lines)


def _difference(of: Sequence[Scores], tier: int) -> str:
    drawn = np.random.default_rng(1).integers(len(of), size=(_DRAWS, len(of)))
    f1 = {}
    for reader in ("rules", "both"):
        counts = [one[reader].tiers[tier] for one in of]
        right = np.array([c.right for c in counts], dtype=float)
        total = np.array([c.read + c.labelled for c in counts], dtype=float)
        f1[reader] = 2 * right[drawn].sum(axis=1) / np.maximum(1, total[drawn].sum(axis=1))
    low, high = np.quantile(f1["both"] - f1["rules"], (0.05, 0.95))
    return f"{low:+.3f}..{high:+.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the texts on all cores and prints totals; of kept-aside texts nothing else may be printed."""
    parser = argparse.ArgumentParser(prog="python -m learning.evaluate", description=__doc__)
    parser.add_argument("--parts", default="mnptw", help="letters of parts")
    parser.add_argument("--use", type=Use, default=Use.calibration, choices=list(Use))
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(scores_of, texts_for({options.use}, options.parts)))
    for reader in READERS:
        print(f"{reader}\n{page_table(one[reader] for one in found)}\n")
    print(differences(found))


if __name__ == "__main__":
    main()
