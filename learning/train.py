"""Fits the network on labelled texts, one seed, step by step; what was learnt is kept after every epoch."""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from learning.base_model import BaseModel
from learning.batches import batch_of, logits_of, loss_of, steps_of
from learning.examples import Example
from learning.model import Conditioned, Trunk

SEED = 20261129
PIECES, FIGURES = 3000, 40  # of a step: about one whole page
# Close to the rates of the trial (1.2e-4 and 8e-4); none were compared.
RATE_TRUNK, RATE_HEADS = 1.5e-4, 1e-3
WARM_UP = 0.06  # of all steps
WEIGHTS = {"market": 0.5}  # of a loss; the others count 1


@dataclass(frozen=True)
class Fitted:
    """The trained network, and by attribute the mean loss over the steps of its last epoch."""

    trunk: Trunk
    conditioned: Conditioned
    losses: Mapping[str, float]


def fit(
    base: BaseModel,
    examples: Sequence[Example],
    epochs: int,
    checkpoint: Path | None,
    tell: Callable[[str], None],
    *,
    frozen: int = 0,
    augment: Callable[[Example, random.Random], Example] | None = None,
    stop_after: int | None = None,
) -> Fitted:
    """Trains the network from the base model.

    Args:
        base: the pre-trained encoder.
        examples: texts with their right answers.
        epochs: how often each figure is seen.
        checkpoint: where the state is kept after each epoch; an existing one is gone on from. None keeps nothing.
        tell: what prints a line of progress.
        frozen: how many of the lowest layers stay as they are.
        augment: changes a text for an epoch.
        stop_after: steps after which to end, for tests.
    """
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    trunk, conditioned = Trunk(base.weights, base.heads), Conditioned(base.weights["words"].shape[1])
    for layer in list(trunk.layers)[:frozen]:
        layer.requires_grad_(False)
    trunk_weights = [p for p in trunk.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": trunk_weights, "lr": RATE_TRUNK}, {"params": list(conditioned.parameters()), "lr": RATE_HEADS}],
        weight_decay=0.01,
    )
    n_steps = epochs * len(steps_of(examples, PIECES, FIGURES, random.Random(SEED)))

    def pace(step: int) -> float:
        return min(1.0, (step + 1) / (WARM_UP * n_steps)) * max(0.02, 1 - step / n_steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, pace)
    first = 0
    if checkpoint:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
    if checkpoint and checkpoint.is_file():
        kept = torch.load(checkpoint)
        for part, name in (
            (trunk, "trunk"),
            (conditioned, "conditioned"),
            (optimizer, "optimizer"),
            (schedule, "schedule"),
        ):
            part.load_state_dict(kept[name])
        rng.setstate(kept["rng"])
        first = kept["epoch"] + 1
        tell(f"goes on after epoch {first}")
    steps, began = 0, time.process_time()
    mean: dict[str, float] = {}
    for epoch in range(first, epochs):
        trunk.train()
        conditioned.train()
        losses: dict[str, list[float]] = defaultdict(list)
        changed = [augment(e, rng) if augment and epoch else e for e in examples]
        for texts, figures in steps_of(changed, PIECES, FIGURES, rng):
            batch = batch_of(texts, figures)
            parts = loss_of(logits_of(trunk, conditioned, batch), batch)
            loss = sum((WEIGHTS.get(name, 1.0) * value for name, value in parts.items()), torch.zeros(()))
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*trunk_weights, *conditioned.parameters()], 1.0)
            optimizer.step()
            schedule.step()
            steps += 1
            for name, value in parts.items():
                losses[name].append(float(value.detach()))
            if steps in (3, 10, 30) or steps % 100 == 0:
                last = {name: round(sum(v[-50:]) / len(v[-50:]), 3) for name, v in losses.items()}
                tell(f"step {steps} of {n_steps}, {time.process_time() - began:.0f} s of processor time, {last}")
            if stop_after and steps >= stop_after:
                return Fitted(trunk, conditioned, _means(losses))
        mean = _means(losses)
        tell(f"epoch {epoch + 1}: {mean}, {time.process_time() - began:.0f} s of processor time")
        if checkpoint:
            torch.save(
                {"trunk": trunk.state_dict(), "conditioned": conditioned.state_dict(), "optimizer": optimizer.state_dict(),
                 "schedule": schedule.state_dict(), "rng": rng.getstate(), "epoch": epoch},
                checkpoint,
            )  # fmt: skip
    return Fitted(trunk, conditioned, mean)


def _means(losses: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: round(math.fsum(values) / len(values), 4) for name, values in losses.items()}
