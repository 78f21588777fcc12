"""From the graphs' outputs to answers: the chance of each class, and of each span that a pointer may land on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sources.extract.answer import NONE, PAGE, WORLD, Choice, FigureAnswer, Pointer
from sources.extract.model.heads import ASSERTIONS, METRICS, N_POINTERS, PRICE_BASES, SPANS, TIMES, VALUE_BASES
from sources.extract.scan.figure import Kind
from sources.extract.scan.periods import Period
from sources.extract.scan.scan import Scan
from sources.extract.window.view import View
from sources.metrics import facts_of
from sources.records import Metric

T = TypeVar("T")
_WIDEST = 16  # pieces of a span
_FIRSTS = 8  # likeliest first pieces of a span that are looked at
_UNLIKELY = 0.003  # chance below which a span is left out
_NEVER = np.float32(-1e4)  # a logit
_DIGITS = 3  # of a chance: processors differ in the last bits


@dataclass(frozen=True)
class Outputs:
    """What the graphs give for some figures, as floats.

    Attributes:
        classes: name → logits [figures, classes].
        pointers: logits [figures, length, N_POINTERS].
        beside: logits [figures, N_BESIDE].
    """

    classes: Mapping[str, NDArray[np.float32]]
    pointers: NDArray[np.float32]
    beside: NDArray[np.float32]


def answers_of(scan: Scan, view: View, figures: Sequence[int], outputs: Outputs) -> list[FigureAnswer]:
    """The answers for some figures of one document. A metric that is not stated in a figure's unit has no chance.

    Args:
        scan: the document.
        view: the same as pieces.
        figures: their numbers, in the order of the outputs.
        outputs: of the graphs.
    """
    text = scan.parsed.text
    fits = np.array([[_fits(metric, scan.figures[f].kind) for metric in METRICS] for f in figures])
    logits_of = {**outputs.classes, "metric": np.where(fits, outputs.classes["metric"], _NEVER)}
    classes = {name: _softmax(logits) for name, logits in logits_of.items()}
    out = []
    for i, f in enumerate(figures):
        pointers: dict[str, Choice[Pointer]] = {}
        for number, name in enumerate(TIMES):
            pointers[name] = _time(view, f, outputs.pointers[i, :, number], float(outputs.beside[i, number]), name)
        for number, name in enumerate(SPANS):
            at = len(TIMES) + 2 * number
            beside = np.array([outputs.beside[i, at], outputs.beside[i, N_POINTERS + number]])
            pointers[name] = _span(view, f, text, outputs.pointers[i, :, at : at + 2], beside, name)
        out.append(
            FigureAnswer(
                f,
                _best(classes["metric"][i], METRICS),
                _best(classes["forecast"][i], (False, True)),
                _best(classes["falls"][i], (False, True)),
                _best(classes["assertion"][i], ASSERTIONS),
                _best(classes["value_basis"][i], VALUE_BASES),
                _best(classes["price_basis"][i], PRICE_BASES),
                pointers,
            )
        )
    return out


def _fits(metric: Metric | None, kind: Kind) -> bool:
    return metric is None or kind in facts_of(metric).figures


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    spread = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    chances: NDArray[np.float64] = spread / spread.sum(axis=-1, keepdims=True)
    return chances


def _best(chances: NDArray[np.float64], values: Sequence[T]) -> Choice[T]:
    first, second = (int(k) for k in np.argsort(-chances, kind="stable")[:2])
    return Choice(values[first], _rounded(chances[first]), values[second], _rounded(chances[second]))


def _rounded(chance: float) -> float:
    return round(min(1.0, float(chance)), _DIGITS)


def _chosen(votes: Mapping[object, float], spans: Mapping[object, tuple[float, Pointer]]) -> Choice[Pointer]:
    """The value with the most chance, all places that say it together; of its places the likeliest."""
    order = sorted(votes, key=lambda v: (-votes[v], spans[v][1].start))
    second = order[1] if len(order) > 1 else None
    return Choice(
        spans[order[0]][1],
        _rounded(votes[order[0]]),
        spans[second][1] if second is not None else None,
        _rounded(votes[second]) if second is not None else 0.0,
    )


def _time(view: View, figure: int, logits: NDArray[np.float32], none: float, name: str) -> Choice[Pointer]:
    sight = view.sights[figure]
    marks = [(i, mark) for i, p in enumerate(sight.pieces.tolist()) if (mark := view.times.get(p))]
    chances = _softmax(np.array([*(logits[i] for i, _ in marks), none], dtype=np.float32))
    votes: dict[object, float] = {NONE: float(chances[-1])}
    spans: dict[object, tuple[float, Pointer]] = {NONE: (float(chances[-1]), NONE)}
    for chance, (_, mark) in zip(chances.tolist(), marks, strict=False):
        assert isinstance(mark.value, Period)
        year = mark.value.first if name == "start" else mark.value.last
        votes[year] = votes.get(year, 0.0) + chance
        if chance > spans.get(year, (-1.0, NONE))[0]:
            spans[year] = (chance, Pointer(mark.start, mark.end))
    return _chosen(votes, spans)


def _span(
    view: View, figure: int, text: str, logits: NDArray[np.float32], beside: NDArray[np.float32], name: str
) -> Choice[Pointer]:
    pieces = view.sights[figure].pieces
    n = len(pieces)
    first = _softmax(np.concatenate([logits[:n, 0], beside]))
    last = _softmax(logits[:n, 1])
    nowhere = WORLD if name == "area" else NONE
    votes: dict[object, float] = {nowhere: float(first[n]), PAGE: float(first[n + 1])}
    spans: dict[object, tuple[float, Pointer]] = {nowhere: (votes[nowhere], nowhere), PAGE: (votes[PAGE], PAGE)}
    for s in np.argsort(-first[:n], kind="stable")[:_FIRSTS].tolist():
        for e in range(s, min(n, s + _WIDEST)):
            if pieces[e] - pieces[s] != e - s:
                break
            chance = float(first[s] * last[e])
            if chance < _UNLIKELY:
                continue
            start, end = int(view.pieces.starts[pieces[s]]), int(view.pieces.ends[pieces[e]])
            words = " ".join(text[start:end].split()).casefold()
            votes[words] = votes.get(words, 0.0) + chance
            if chance > spans.get(words, (-1.0, NONE))[0]:
                spans[words] = (chance, Pointer(start, end))
    return _chosen(votes, spans)
