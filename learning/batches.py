"""Examples as tensors, the loss of the network's answers, and the steps of an epoch."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from learning.examples import Answers, Example
from learning.model import Conditioned, Trunk
from sources.extract.model.heads import CLASSES, N_POINTERS, SPANS, TIMES
from sources.extract.model.inputs import Inputs, inputs_of
from sources.extract.window.view import MarkKind

# Figures of one page repeat its lines and differ in little. An epoch has 20,001 of 37,846 figures and 0.67 of 1.44 million pieces so.
OF_ONE_TEXT = 24
_SORTED = 256  # texts that are sorted by length before they are cut into steps
_FORBIDDEN = -1e4
Logits = tuple[dict[str, Tensor], Tensor, Tensor]


@dataclass
class Batch:
    """The arrays of one step as tensors, and the right answers of its figures."""

    tensors: dict[str, Tensor]
    answers: list[Answers]


def batch_of(examples: Sequence[Example], figures_of: Sequence[Sequence[int]]) -> Batch:
    """Some figures of some texts."""
    inputs: Inputs = inputs_of([example.view for example in examples], figures_of)
    tensors = {name: torch.from_numpy(values) for name, values in vars(inputs).items()}
    answers = [e.answers[f] for e, figures in zip(examples, figures_of, strict=True) for f in figures]
    return Batch(tensors, answers)


def logits_of(trunk: Trunk, conditioned: Conditioned, batch: Batch) -> Logits:
    """Runs the network on a batch: classes by name, pointers, and what stands beside them."""
    t = batch.tensors
    states = trunk(t["ids"], t["marks"], t["window_mask"])
    seen = states.flatten(0, 1)[t["at"]]
    out: Logits = conditioned(seen, t["own"], t["roles"], t["relations"], t["distances"], t["kinds"], t["mask"])
    return out


def loss_of(logits: Logits, batch: Batch) -> dict[str, Tensor]:
    """By attribute the mean negative log likelihood of all right answers together; what no figure of the batch asks is left out."""
    classes, pointers, beside = logits
    length = pointers.shape[1]
    terms: dict[str, list[Tensor]] = {}
    logs = {name: functional.log_softmax(classes[name], -1) for name in CLASSES}
    times = [_time_logs(pointers, beside, batch.tensors["kinds"], n) for n in range(len(TIMES))]
    spans = [_span_logs(pointers, beside, n) for n in range(len(SPANS))]
    for i, right in enumerate(batch.answers):
        for name in CLASSES:
            if (value := getattr(right, name)) is not None:
                terms.setdefault(name, []).append(logs[name][i, value if isinstance(value, list) else [value]])
        for name, one in zip(TIMES, times, strict=True):
            if name in right.times:
                marks, none = right.times[name]
                terms.setdefault(name, []).append(one[i, [*marks, *([length] if none else [])]])
        for name, (first, last, others) in zip(SPANS, spans, strict=True):
            if name in right.spans:
                places, none, page = right.spans[name]
                starts, ends = [s for s, _ in places], [e for _, e in places]
                kept = [k for k, said in enumerate((none, page)) if said]
                terms.setdefault(name, []).append(torch.cat([first[i, starts] + last[i, ends], others[i, kept]]))
    return {
        name: -torch.stack([torch.logsumexp(right, 0) for right in found if len(right)]).mean()
        for name, found in terms.items()
        if any(len(right) for right in found)
    }


def _time_logs(pointers: Tensor, beside: Tensor, kinds: Tensor, number: int) -> Tensor:
    """Log chances of the marks of time, then of NONE: [n, length + 1]."""
    marked = pointers[:, :, number].masked_fill(kinds != MarkKind.time, _FORBIDDEN)
    return functional.log_softmax(torch.cat([marked, beside[:, number : number + 1]], -1), -1)


def _span_logs(pointers: Tensor, beside: Tensor, number: int) -> tuple[Tensor, Tensor, Tensor]:
    """Log chances of a span's first piece and of its last given that there is one, and of NONE and PAGE: [n, length] twice, [n, 2]."""
    at = len(TIMES) + 2 * number
    none, page = beside[:, at : at + 1], beside[:, N_POINTERS + number : N_POINTERS + number + 1]
    first = functional.log_softmax(torch.cat([pointers[:, :, at], none, page], -1), -1)
    return first[:, :-2], functional.log_softmax(pointers[:, :, at + 1], -1), first[:, -2:]


def steps_of(
    examples: Sequence[Example], most_pieces: int, most_figures: int, rng: random.Random
) -> list[tuple[list[Example], list[list[int]]]]:
    """One epoch as steps of at most so many pieces and figures; texts of like length stand together.

    Of a long text a run of `OF_ONE_TEXT` figures is drawn: other runs come in other epochs.
    """
    order = list(examples)
    rng.shuffle(order)
    chunks: list[tuple[Example, list[int]]] = []
    for example in order:
        asked = [f for f, right in enumerate(example.answers) if right.metric is not None]
        first = rng.randrange(max(1, len(asked) - OF_ONE_TEXT + 1))
        if asked:
            chunks.append((example, asked[first : first + OF_ONE_TEXT]))
    out: list[tuple[list[Example], list[list[int]]]] = []
    for at in range(0, len(chunks), _SORTED):
        texts: list[Example] = []
        figures_of: list[list[int]] = []
        size = 0
        for example, figures in sorted(chunks[at : at + _SORTED], key=lambda c: len(c[0].view.pieces.ids)):
            windows = {int(w) for f in figures for w in example.view.window[example.view.sights[f].pieces]}
            cost = sum(len(example.view.windows[w]) for w in windows)
            if texts and (size + cost > most_pieces or sum(map(len, figures_of)) + len(figures) > most_figures):
                out.append((texts, figures_of))
                texts, figures_of, size = [], [], 0
            texts.append(example)
            figures_of.append(figures)
            size += cost
        if texts:
            out.append((texts, figures_of))
    rng.shuffle(out)
    return out
