"""`python -m learning.joining`: fits when the model counts where it and the rules differ, and how sure the joined reading is.

It is fitted on texts of the calibration split, which the model has not seen. Texts of parts a to l are left out, because the rules were mended on
them. The rules' chooser and confidence were fitted on texts of part m.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
from scipy.optimize import minimize

from corpus.judge import CORE, Tier, area_key, is_named, same_market, same_name, tier_of
from corpus.labels import Label, LabelledText
from corpus.parts import part_of
from learning.texts import Use, texts_for
from sources.extract.answer import Reader
from sources.extract.choose.chooser import choose
from sources.extract.choose.doubts import doubts_of
from sources.extract.choose.weights import weights as chooser_weights
from sources.extract.decide.chosen_mentions import placed_figures
from sources.extract.decide.claims import claims_of
from sources.extract.join.both import BothReadings, both_readings
from sources.extract.join.confidence import agreement_of, reading_features
from sources.extract.join.differences import Attribute, differing
from sources.extract.join.odds import DIFFERENCE, READING, WEIGHTS, Agreement, Weights, chance_of
from sources.extract.join.pairs import Pair, kind_of, page_measures
from sources.extract.model.reader import built_in_model
from sources.extract.read.rules_reading import read_by_rules
from sources.records import Mention
from warehouse.doubt import ClaimKind
from warehouse.doubt import kind_of as claim_kind

PARTS = "mnoptw"
# Of a weight, and of a kind's departure from what all kinds share, in cases. Six folds by page, three times: mean loss of a decision .556 with 3,
# .557 with 8, and .594 where every kind is fitted by itself and on a tenth of part o only.
_SHRINKAGE, _DEPARTURE = 1.0, 3.0
# Cases of one kind that a page counts as: a table repeats one difference in every row. Six folds by page on the calibration split decide .748 of the
# differences rightly with 2, .729 without, .740 with 1.
_MOST_OF_A_PAGE = 2.0
_FOLDS = 6
_BARS = tuple(round(0.6 + 0.02 * step, 2) for step in range(20))

Reading = tuple[LabelledText, BothReadings]
Kind = TypeVar("Kind", bound=str)


class Case(NamedTuple):
    """What a weight is fitted on: measures, whether it was right, and how much it counts."""

    features: Sequence[float]
    is_right: bool
    counts_as: float


class Judged(NamedTuple):
    """One mention of a joined reading: its measures, and whether figure, time, part and area are right."""

    mention: Mention
    features: tuple[float, ...]
    agreement: Agreement
    is_right: bool


def read_of(text: LabelledText, model: Reader) -> BothReadings:
    """Both readings of a text; without pairs where it is known what the columns of its tables hold."""
    laid = read_by_rules(text.document)
    chosen = choose(laid.page, chooser_weights()) if laid.mentions else ()
    placed = placed_figures(laid, chosen)
    if placed.column_map is not None:
        return BothReadings(laid, (), placed.mentions, placed.rejections, doubts_of(chosen))
    return both_readings(laid, placed.mentions, placed.rejections, doubts_of(chosen), model)


def cases_of(text: LabelledText, read: BothReadings) -> Iterator[tuple[str, tuple[float, ...], bool]]:
    """Differences of which exactly one side is right: kind, measures, whether the model is the right one."""
    page = page_measures(read.pairs)
    for pair in read.pairs:
        label = _label_of(text, read, pair)
        rules, model = pair.rules, pair.model
        kind = kind_of(pair)
        if kind is not None:
            right = [_is_metric_right(one, label) for one in (rules, model)]
            if right[0] != right[1]:
                yield kind, pair.features("metric", page), right[1]
        elif rules is not None and isinstance(model, Mention) and label is not None and rules.metric in label.metrics:
            for attribute, difference in differing(rules, model):
                sides = [_is_right(attribute, one, label) for one in (rules, model)]
                if sides[0] != sides[1]:
                    yield difference, pair.features(attribute, page), bool(sides[1])


def _label_of(text: LabelledText, read: BothReadings, pair: Pair) -> Label | None:
    figure = read.laid.scan.figures[pair.answer.figure]
    shown = read.laid.scan.shown
    start, end = shown.in_source(figure.start, figure.end) if shown else (figure.start, figure.end)
    near = [one for one in text.labels if one.char_start < end and start < one.char_end]
    return max(near, key=lambda one: min(one.char_end, end) - max(one.char_start, start), default=None)


def _is_metric_right(read: object, label: Label | None) -> bool:
    """Of a figure without a label it is right to claim nothing of a market."""
    metric = read.metric if isinstance(read, Mention) else None
    if label is None or set(label.metrics) == {"other_numeric"}:
        return metric not in CORE
    return metric in label.metrics


def _is_right(attribute: Attribute, m: Mention, label: Label) -> bool | None:
    if attribute == "time":
        times = ((label.years, m.year), (label.period_starts, m.period_start), (label.period_ends, m.period_end))
        return all(read in accepted for accepted, read in times if accepted)
    if attribute == "status":
        return not label.statuses or m.status in label.statuses
    if attribute == "part":
        return any(same_name(name, m.segment) for name in label.segments)
    if attribute == "area":
        return area_key(m.geography) in map(area_key, label.areas)
    if attribute == "market":
        return any(same_market(name, m.market) for name in label.markets)
    if attribute == "speaker":
        return is_named(m.publisher, label.speakers or (None,))
    if attribute == "assertion":
        return m.assertion == (label.assertion or "asserted")
    return (m.value < 0) == (label.value < 0)


def fitted_by_kind(by_kind: Mapping[Kind, Sequence[Case]]) -> dict[Kind, list[float]]:
    """Weights of a logistic regression by kind: those that all kinds share, and each kind's own departure from them.

    A kind with few cases stays near the shared weights, one with many has its own (partial pooling; Gelman and Hill 2007, chapter 12).
    """
    kinds = sorted(by_kind)
    cases = [case for kind in kinds for case in by_kind[kind]]
    x = np.array([case.features for case in cases])
    y = np.array([case.is_right for case in cases], dtype=float)
    counts = np.array([case.counts_as for case in cases])
    own = np.repeat(np.arange(len(kinds)), [len(by_kind[kind]) for kind in kinds]) + 1
    penalty = np.full((len(kinds) + 1, x.shape[1]), _DEPARTURE)
    penalty[0] = penalty[:, 0] = _SHRINKAGE  # how often the model is right is each kind's own

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        w = flat.reshape(penalty.shape)
        z = (x * (w[0] + w[own])).sum(axis=1)
        value = float((counts * (np.logaddexp(0, z) - y * z)).sum() + (penalty * w * w).sum() / 2)
        pulls = (counts * (1 / (1 + np.exp(-z)) - y))[:, None] * x
        slope = penalty * w
        slope[0] += pulls.sum(axis=0)
        np.add.at(slope, own, pulls)
        return value, slope.ravel()

    w = minimize(loss, np.zeros(penalty.size), jac=True, method="L-BFGS-B").x.reshape(penalty.shape)
    return {kind: [round(float(one), 3) for one in w[0] + w[at]] for at, kind in enumerate(kinds, 1)}


def fit(readings: Sequence[Reading]) -> Weights:
    """Weights of both kinds, from texts that the model was not made on."""
    by_kind: dict[str, list[Case]] = defaultdict(list)
    for text, read in readings:
        found = list(cases_of(text, read))
        n_of_kind = Counter(kind for kind, _, _ in found)
        for kind, features, right in found:
            by_kind[kind].append(Case(features, right, min(1.0, _MOST_OF_A_PAGE / n_of_kind[kind])))
    differences = fitted_by_kind(by_kind)
    judged: dict[Agreement, list[Case]] = defaultdict(list)
    for reading in _ordinary(readings):
        for one in judged_readings(*reading, differences):
            judged[one.agreement].append(Case(one.features, one.is_right, 1.0))
    return Weights(differences, fitted_by_kind(judged))


def _ordinary(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Without parts that only calibrate: their hard texts say whom to believe, but not how sure to be of an ordinary page."""
    return (one for one in readings if part_of(one[0].name.rpartition("/")[2]).network == "fit")


def judged_readings(
    text: LabelledText, read: BothReadings, differences: Mapping[str, Sequence[float]]
) -> Iterator[Judged]:
    """Each core claim of the joined reading, by its mentions."""
    result = read.joined(differences)
    claims, mentions = claims_of(read.laid, result.mentions, read.doubts)
    sure = {claim.claim_id: claim.confidence for claim in claims}
    shown = read.laid.scan.shown
    for m in mentions:
        span = (m.char_start, m.char_end)
        rules = sure[m.claim_id]
        if m.metric not in CORE or span not in result.chances or rules is None or m.assertion != "asserted":
            continue
        start, end = shown.in_source(*span) if shown else span
        placed = replace(m, char_start=start, char_end=end)
        near = [one for one in text.labels if one.char_start < end and start < one.char_end and not one.assertion]
        right = any(tier_of(label, placed) >= Tier.attributed for label in near)
        features = reading_features(rules, m, result, is_wide=read.is_wide)
        yield Judged(m, features, agreement_of(m, result), right)


def main() -> None:
    """Fits and writes the weights."""
    model = built_in_model()
    readings = [(text, read_of(text, model)) for text in texts_for({Use.calibration}, PARTS)]
    found = fit(readings)
    print(differences_table(readings))
    print(bars_table(readings))
    measures = {"differences": DIFFERENCE, "confidence": READING}
    WEIGHTS.write_text(json.dumps({"measures": measures, **found._asdict()}, indent=1) + "\n", encoding="utf-8")


def differences_table(readings: Sequence[Reading]) -> str:
    """By kind how many differences have one right side, and of how many the model is it."""
    counts: dict[str, list[bool]] = defaultdict(list)
    for reading in readings:
        for kind, _, right in cases_of(*reading):
            counts[kind].append(right)
    lines = [f"{kind:12} {len(rights):5} {sum(rights):5}" for kind, rights in sorted(counts.items())]
    return "\n".join(["difference   cases  model right", *lines])


def bars_table(readings: Sequence[Reading]) -> str:
    """By kind of claim how many count at a bar and how many of them are right, each page read with weights fitted on others.

    The bars of `warehouse/policy.yml` are chosen by this table.
    """
    confidence: dict[ClaimKind, list[tuple[float, bool]]] = defaultdict(list)
    for fold in range(_FOLDS):
        weights = fit([one for at, one in enumerate(readings) if at % _FOLDS != fold])
        for reading in _ordinary(readings[fold::_FOLDS]):
            for one in judged_readings(*reading, weights.differences):
                m, chance = one.mention, chance_of(one.features, weights.confidence[one.agreement])
                kind = claim_kind(m.metric, m.segment, m.dimension, m.ref_area)
                confidence[kind].append((chance, one.is_right))
    lines = ["bar   " + "".join(f"{kind:>22}" for kind in ClaimKind)]
    for bar in _BARS:
        cells = []
        for kind in ClaimKind:
            rights = [right for _, right in confidence[kind]]
            counted = [right for chance, right in confidence[kind] if chance >= bar]
            share = sum(counted) / len(counted) if counted else 0.0
            cells.append(f"{share:8.3f} {len(counted):4} {sum(counted) / max(1, sum(rights)):7.2f}")
        lines.append(f"{bar:.2f}  " + "".join(f"{cell:>22}" for cell in cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
