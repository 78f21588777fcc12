"""`python -m learning.joining`: fits when the model counts where it and the rules differ, and how sure the joined reading is.

It is fitted on texts of the calibration split, which the model has not seen. Texts of parts a to l are left out, because the rules were mended on
them. The rules' chooser and confidence were fitted on texts of part m.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy.optimize import minimize

from corpus.judge import CORE, Tier, area_key, is_named, same_market, same_name, tier_of
from corpus.labels import Label, LabelledText
from learning.texts import Use, texts_for
from sources.extract.answer import Reader
from sources.extract.choose.chooser import choose
from sources.extract.choose.doubts import doubts_of
from sources.extract.choose.weights import weights as chooser_weights
from sources.extract.decide.chosen_mentions import placed_figures
from sources.extract.decide.claims import claims_of
from sources.extract.join.both import BothReadings, both_readings
from sources.extract.join.confidence import reading_features
from sources.extract.join.differences import Attribute, differing
from sources.extract.join.joined import Pair, kind_of, page_measures
from sources.extract.join.odds import DIFFERENCE, READING, WEIGHTS
from sources.extract.model.reader import built_in_model
from sources.extract.read.rules_reading import read_by_rules
from sources.records import Mention

PARTS = "mnptw"
_SHRINKAGE = 1.0  # of a weight, in cases
# Cases of one kind that a page counts as: a table repeats one difference in every row. Six folds by page on the calibration split decide .748 of the
# differences rightly with 2, .729 without, .740 with 1.
_MOST_OF_A_PAGE = 2.0
_FEWEST = 12  # cases of a kind of difference that are enough for weights of its own


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


def fitted(cases: Sequence[tuple[Sequence[float], bool, float]]) -> list[float]:
    """Weights of a logistic regression with a small penalty, from measures, whether it was right, and how much the case counts."""
    x = np.array([features for features, _, _ in cases])
    y = np.array([right for _, right, _ in cases], dtype=float)
    counts = np.array([count for _, _, count in cases])

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = x @ w
        value = float((counts * (np.logaddexp(0, z) - y * z)).sum() + _SHRINKAGE / 2 * w @ w)
        return value, x.T @ (counts * (1 / (1 + np.exp(-z)) - y)) + _SHRINKAGE * w

    return [round(float(w), 3) for w in minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x]


def fit(texts: Sequence[LabelledText], model: Reader) -> dict[str, object]:
    """Weights of both kinds, from texts that the model was not made on."""
    readings = [(text, read_of(text, model)) for text in texts]
    by_kind: dict[str, list[tuple[Sequence[float], bool, float]]] = defaultdict(list)
    for text, read in readings:
        found = list(cases_of(text, read))
        n_of_kind = Counter(kind for kind, _, _ in found)
        for kind, features, right in found:
            by_kind[kind].append((features, right, min(1.0, _MOST_OF_A_PAGE / n_of_kind[kind])))
    differences = {kind: fitted(cases) for kind, cases in sorted(by_kind.items()) if len(cases) >= _FEWEST}
    for kind, cases in sorted(by_kind.items()):
        print(f"{kind:12} {len(cases):5} differences with one side right, the model in {sum(r for _, r, _ in cases):5}")
    return {
        "differences": differences,
        "confidence": fitted([case for text, read in readings for case in _judged(text, read, differences)]),
    }


def _judged(
    text: LabelledText, read: BothReadings, differences: Mapping[str, Sequence[float]]
) -> Iterator[tuple[tuple[float, ...], bool, float]]:
    """Each core claim of the joined reading: its measures, and whether figure, time, part and area are right."""
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
        yield reading_features(rules, m, result, is_wide=read.is_wide), right, 1.0


def main() -> None:
    """Fits and writes the weights."""
    texts = texts_for({Use.calibration}, PARTS)
    found = fit(texts, built_in_model())
    measures = {"differences": DIFFERENCE, "confidence": READING}
    WEIGHTS.write_text(json.dumps({"measures": measures, **found}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
