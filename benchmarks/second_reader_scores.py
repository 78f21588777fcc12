"""Scores of the first reader, the second and both, and the odds that answers measure. Folds keep a text's own answers out of its odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.second_reader import Case
from corpus.judge import CORE, Tier, judge, met
from corpus.labels import Label
from sources.extract.decide.settle import settle
from sources.records import Claim, Extraction
from sources.second_reader.join import join, outcomes
from sources.second_reader.odds import Count, OddsFile
from sources.second_reader.pairs import Pair, differing, pairs, with_attribute
from warehouse.doubt import bar_of
from warehouse.policy import read_policy

FOLDS = 5
Readings = Mapping[str, Sequence[Extraction]]
_BANDS = (0.0, 0.5, 0.8, 0.9, 0.95)  # lower ends of confidence


@dataclass(frozen=True, slots=True)
class Score:
    """Core figures of one reading: predicted, labelled, right at each tier; and of what counts, how much is right."""

    n_predicted: int
    n_labelled: int
    right: tuple[int, int, int, int]
    n_counted: int
    n_counted_right: int

    def f1(self, tier: Tier) -> float:
        """Harmonic mean of precision and recall at a tier."""
        return 2 * self.right[tier - 1] / max(1, self.n_predicted + self.n_labelled)


def readings(cases: Sequence[Case], odds: OddsFile | None = None) -> Readings:
    """The three readings of each text.

    Args:
        cases: texts with their first reading and their verified answers.
        odds: which reading counts where the two differ; without them each fold is joined by what the others measure.

    Returns:
        Extractions in the order of the cases, under `first`, `second` and `both`.
    """
    by_fold = [odds or fitted([c for i, c in enumerate(cases) if i % FOLDS != n], "folds") for n in range(FOLDS)]
    return {
        "first": [case.first for case in cases],
        "second": [alone(case) for case in cases],
        "both": [join(case.first, case.second, by_fold[i % FOLDS]) for i, case in enumerate(cases)],
    }


def scores(cases: Sequence[Case], three: Readings, odds: OddsFile) -> str:
    """A table of the three readings, what of the joined one is right by confidence, and the odds that the answers measure."""
    lines = [f"{len(cases)} texts", "reading   figure   timed  attributed  placed   counts  right   of labels"]
    for name, read in three.items():
        s = score(zip(cases, read, strict=True))
        tiers = "  ".join(f"{s.f1(tier):7.3f}" for tier in (Tier.figure, Tier.timed, Tier.attributed, Tier.placed))
        precision = s.n_counted_right / s.n_counted if s.n_counted else 0.0
        covered = s.n_counted_right / max(1, s.n_labelled)
        lines.append(f"{name:8} {tiers}   {s.n_counted:6}  {precision:.3f}     {covered:.3f}")
    refused = Counter(r.rule for case in cases for r in case.second.refusals)
    lines.append("refused: " + (", ".join(f"{n} {rule}" for rule, n in refused.most_common()) or "nothing"))
    lines += _calibrated(cases, three["both"])
    lines.append("odds of the second reading where the two differ and one is right:")
    lines += [f"  {name:8} {c.right} of {c.n}" for name, c in sorted(odds.second.items())]
    return "\n".join(lines)


def alone(case: Case) -> Extraction:
    """The second reading as if there were no first."""
    claims, mentions = settle(case.first.document_id, case.second.mentions)
    return replace(case.first, claims=claims, mentions=mentions)


def score(read: Iterable[tuple[Case, Extraction]]) -> Score:
    """Counts over texts. What counts: claims at or above the bar of their kind; without a confidence all count."""
    bars = read_policy().comparability.unsure_below_confidence
    predicted = labelled = counted = counted_right = 0
    right = [0, 0, 0, 0]
    for case, extraction in read:
        labels, read_all = case.text.labels, extraction.mentions
        # As the project's scorer has it: a label that is hit by an accepted other metric counts where the prediction counts.
        metrics = [
            label.metrics[0] if index is None else read_all[index].metric
            for label, index in zip(labels, met(labels, read_all), strict=True)
        ]
        labelled += sum(metric in CORE for metric in metrics)
        judged = judge(labels, read_all)
        mentions = [m for m in read_all if m.metric in CORE]
        tiers = [tier for m, tier in zip(read_all, judged, strict=True) if m.metric in CORE]
        predicted += len(mentions)
        for tier in tiers:
            for level in range(tier):
                right[level] += 1
        for c, is_right in judged_claims(case, extraction):
            row = {"metric": c.metric, "segment": c.segment, "dimension": c.dimension, "ref_area": c.ref_area}
            if c.confidence is None or c.confidence >= bar_of(row, bars):
                counted += 1
                counted_right += is_right
    return Score(predicted, labelled, (right[0], right[1], right[2], right[3]), counted, counted_right)


def judged_claims(case: Case, extraction: Extraction) -> list[tuple[Claim, bool]]:
    """Claims of core metrics, each with whether all its mentions are right in value, time, part and area."""
    mentions = extraction.mentions
    tiers = judge(case.text.labels, mentions)
    core = [(m, tier) for m, tier in zip(mentions, tiers, strict=True) if m.metric in CORE]
    wrong = {m.claim_id for m, tier in core if tier < Tier.attributed}
    known = {m.claim_id for m, _ in core}
    return [(c, c.claim_id not in wrong) for c in extraction.claims if c.claim_id in known]


def _calibrated(cases: Sequence[Case], read: Sequence[Extraction]) -> list[str]:
    """Claims by confidence: how many, what the confidence promises on average, and what is right."""
    found = [pair for case, one in zip(cases, read, strict=True) for pair in judged_claims(case, one)]
    lines = ["both, by confidence:"]
    for low, high in zip(_BANDS, (*_BANDS[1:], 1.01), strict=True):
        band = [(c.confidence, right) for c, right in found if c.confidence is not None and low <= c.confidence < high]
        if band:
            said = sum(confidence for confidence, _ in band) / len(band)
            right = sum(is_right for _, is_right in band) / len(band)
            lines.append(
                f"  {low:.2f} to {min(high, 1):.2f}  {len(band):4} claims  promised {said:.3f}  right {right:.3f}"
            )
    return lines


def fitted(cases: Sequence[Case], measured_on: str) -> OddsFile:
    """Odds by counting: where the readings differ and exactly one is right, how often it is the second; and how often
    a claim with each outcome is right once the odds have chosen.
    """
    second = _second(cases)
    chosen = OddsFile(measured_on=measured_on, second=second, outcomes={})
    counts: dict[str, Count] = {}
    for case in cases:
        read = [outcome for _, outcome in outcomes(case.first, case.second, chosen) if outcome.mention]
        tiers = judge(case.text.labels, [outcome.mention for outcome in read if outcome.mention])
        for outcome, tier in zip(read, tiers, strict=True):
            if outcome.name != "kept" and outcome.mention and outcome.mention.metric in CORE:
                counts[outcome.name] = _more(counts.get(outcome.name), tier >= Tier.attributed)
    return chosen.model_copy(update={"outcomes": dict(sorted(counts.items()))})


_TIERS = {"metric": Tier.figure, "time": Tier.timed, "status": Tier.timed, "part": Tier.attributed,
          "area": Tier.attributed, "market": Tier.placed}  # fmt: skip


def _second(cases: Sequence[Case]) -> dict[str, Count]:
    """By attribute, cases where exactly one reading is right, and in how many it is the second.

    An attribute is right where the label is met at its tier with the other attributes of either reading.
    """
    counts: dict[str, Count] = {}
    for case in cases:
        for pair in pairs(case.first.mentions, case.second):
            for name, first_right, second_right in _compared(case.text.labels, pair):
                if first_right != second_right:
                    counts[name] = _more(counts.get(name), second_right)
    return dict(sorted(counts.items()))


def _compared(labels: Sequence[Label], pair: Pair) -> Iterator[tuple[str, bool, bool]]:
    m, other = pair.first, pair.second
    if m and other:
        for attribute in differing(m, other):
            tier = _TIERS[attribute]
            first = max(judge(labels, [with_attribute(other, m, attribute)])[0], judge(labels, [m])[0])
            second = max(judge(labels, [with_attribute(m, other, attribute)])[0], judge(labels, [other])[0])
            yield attribute, first >= tier, second >= tier
        return
    one = m or other
    if one is None or one.metric not in CORE or (other is None and pair.denial is None):
        return
    is_right = judge(labels, [one])[0] >= Tier.figure
    labelled = any(
        label.metrics[0] in CORE and label.char_start < one.char_end and one.char_start < label.char_end
        for label in labels
    )
    yield ("figure", is_right, not labelled) if m else ("added", not labelled, is_right)


def _more(count: Count | None, is_right: bool) -> Count:
    count = count or Count(n=0, right=0)
    return Count(n=count.n + 1, right=count.right + is_right)
