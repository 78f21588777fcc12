"""`python -m learning.evaluate`: F1 of the rules, the model and both on labelled texts, as the program reads them, by group: four tiers of the corpus judge."""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.judge import CORE, is_named, judge, met
from corpus.labels import LabelledText
from learning.joining import read_of
from learning.texts import Use, texts_for
from sources.extract.answer import Reader
from sources.extract.decide.claims import claims_of
from sources.extract.join.both import BothReadings, joint_claims
from sources.extract.join.odds import weights
from sources.extract.model.reader import built_in_model
from sources.records import Claim, Mention

READERS = ("rules", "model", "both")
TIERS = ("figure", "timed", "attributed", "placed")
_DRAWS = 1000  # of the bootstrap, over texts (Efron 1979)
_WITHIN = 0.9
_BARS = (0.5, 0.7, 0.8, 0.9, 0.95)


@dataclass(frozen=True)
class Counts:
    """One text read by one reader: core figures labelled, read, right at each tier; speakers right and all; confidence and rightness of each."""

    labelled: int
    read: int
    right: tuple[int, ...]
    speakers: tuple[int, int]
    ranked: tuple[tuple[float, bool], ...]


def read_by_all(text: LabelledText, model: Reader) -> dict[str, Counts]:
    """Counts of a text for each reader."""
    read = read_of(text, model)
    rules = [*(pair.rules for pair in read.pairs if pair.rules), *read.others]
    by_rules = claims_of(read.laid, sorted(rules, key=lambda m: (m.char_start, m.char_end)), read.doubts)
    if not read.pairs:  # what the columns of its tables hold is known
        return dict.fromkeys(READERS, counts_of(text, read, *by_rules))
    found: dict[str, tuple[tuple[Claim, ...], tuple[Mention, ...]]] = {
        "rules": by_rules,
        "model": joint_claims(read, read.of_model(), weights()),
        "both": joint_claims(read, read.joined(weights().differences), weights()),
    }
    return {name: counts_of(text, read, *claims) for name, claims in found.items()}


def counts_of(text: LabelledText, read: BothReadings, claims: Sequence[Claim], mentions: Sequence[Mention]) -> Counts:
    """What of a reading is right. A reading of a figure that its text does not assert is wrong."""
    shown = read.laid.scan.shown
    sure = {claim.claim_id: claim.confidence or 0.0 for claim in claims}
    placed = []
    for m in mentions:
        start, end = shown.in_source(m.char_start, m.char_end) if shown else (m.char_start, m.char_end)
        if m.assertion == "asserted":
            placed.append(replace(m, char_start=start, char_end=end))
    tiers = [(m, tier) for m, tier in zip(placed, judge(text.labels, placed), strict=True) if m.metric in CORE]
    spoken = [
        is_named(placed[at].publisher, label.speakers)
        for label, at in zip(text.labels, met(text.labels, placed), strict=True)
        if at is not None and label.speakers
    ]
    return Counts(
        sum(one.metrics[0] in CORE for one in text.labels if not one.assertion),
        len(tiers),
        tuple(sum(tier > t for _, tier in tiers) for t in range(len(TIERS))),
        (sum(spoken), len(spoken)),
        tuple((sure[m.claim_id], tier >= 3) for m, tier in tiers),
    )


def f1(counts: Iterable[Counts], tier: int) -> float:
    """F1 of a tier over texts."""
    found = list(counts)
    asked = sum(one.labelled + one.read for one in found)
    return 2 * sum(one.right[tier] for one in found) / max(1, asked)


def table(found: Mapping[str, Sequence[Mapping[str, Counts]]]) -> str:
    """A line for each group and reader: F1 of the tiers, and of `both` against the rules the difference with its interval over texts drawn anew."""
    rows = ["group        reader  labelled  figure timed attributed placed  speakers"]
    everything = [one for texts in found.values() for one in texts]
    for group, texts in (*sorted(found.items()), ("all", everything)):
        for name in READERS:
            mine = [one[name] for one in texts]
            scores = "  ".join(f"{f1(mine, t):.3f}" for t in range(len(TIERS)))
            right, said = (sum(one.speakers[k] for one in mine) for k in (0, 1))
            rows.append(f"{group:12} {name:7} {sum(c.labelled for c in mine):7}  {scores}  {right}/{said}")
        rows.append(f"{group:12} both - rules: " + "  ".join(_interval(texts, t) for t in range(len(TIERS))))
    for name in READERS:
        ranked = [pair for one in everything for pair in one[name].ranked]
        n_right = sum(right for _, right in ranked)
        for bar in _BARS:
            over = [right for chance, right in ranked if chance >= bar]
            rows.append(f"{name:7} from {bar:.2f}: {len(over):6} read, precision {sum(over) / max(1, len(over)):.3f}, {sum(over) / max(1, n_right):.2f} of the right ones")  # fmt: skip
    return "\n".join(rows)


def _interval(texts: Sequence[Mapping[str, Counts]], tier: int) -> str:
    rng = random.Random(1)
    draws = []
    for _ in range(_DRAWS if len(texts) > 1 else 0):
        drawn = rng.choices(texts, k=len(texts))
        draws.append(f1((one["both"] for one in drawn), tier) - f1((one["rules"] for one in drawn), tier))
    draws.sort()
    low, high = (draws[int(q * (len(draws) - 1))] for q in ((1 - _WITHIN) / 2, (1 + _WITHIN) / 2)) if draws else (0, 0)
    return f"{low:+.3f}..{high:+.3f}"


_LATIN = frozenset({"de", "fr", "es", "it", "pt"})


def group_of(text: LabelledText, language: str) -> str:
    """Short texts by language, pages by their kind."""
    name = text.name.rpartition("/")[2]
    if name[0] in "wp":
        return f"{name[0]} {name[1] if name[1] not in 'ab' else 'a+b'}"
    return f"{name[0]} " + ("English" if language == "en" else "European" if language in _LATIN else "CJK")


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the texts and prints the table. Of kept-aside texts only totals are printed, here as everywhere."""
    parser = argparse.ArgumentParser(prog="python -m learning.evaluate", description=__doc__)
    parser.add_argument("--parts", default="mnptw", help="letters of parts")
    parser.add_argument("--use", type=Use, default=Use.calibration, choices=list(Use))
    options = parser.parse_args(arguments)
    from sources.extract.scan.scan import scan

    model = built_in_model()
    found: dict[str, list[Mapping[str, Counts]]] = defaultdict(list)
    for text in texts_for({options.use}, options.parts):
        found[group_of(text, scan(text.document).language)].append(read_by_all(text, model))
    print(table(found))


if __name__ == "__main__":
    main()
