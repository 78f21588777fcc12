"""Forms of `tests/forms` as labelled examples: fields that a form states are targets, others are not. No fitting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from corpus.labels import Label, LabelledText
from sources.extract.read.rules_reading import read_by_rules
from sources.parse import parse
from sources.records import Mention
from tests.forms.forms import Figure, Form, all_forms
from training.examples import Example, example_of

FAMILY = "forms"


def form_examples(forms: Sequence[Form] | None = None) -> tuple[Example, ...]:
    """Forms laid out as texts to train on; those with markup inside a sentence or without a figure of a market give none.

    Args:
        forms: None takes every form.

    Returns:
        Examples of family "forms", in the order of the forms. Rules were changed because of them, so both passes are fitted on them where the
        rules are right, and they are never scored as first readings. A figure that a form does not judge has no target; one that
        its form says is of no market has the target metric `other_numeric`.
    """
    found = (_example(form) for form in (all_forms() if forms is None else forms))
    return tuple(example for example in found if example)


def _example(form: Form) -> Example | None:
    document = parse(form.document.encode())
    mentions = sorted(read_by_rules(document).mentions, key=lambda m: m.char_start)
    placed = _placed(form.figures, [m for m in mentions if m.char_start >= form.begins])
    labels = tuple(_label(figure, mention) for figure, mention in placed)
    text = LabelledText(f"{form.file}:{form.line}", document, labels, is_exhaustive=False, density="plain")
    example = example_of(text, mentions, family=FAMILY, is_first=False)
    if example is None:
        return None
    asked = {mention.char_start: figure for figure, mention in placed}
    metrics = [
        target if _judges_metric(form, figure.mention, asked) else None
        for figure, target in zip(example.page.figures, example.targets.metrics, strict=True)
    ]
    return replace(example, targets=replace(example.targets, metrics=tuple(metrics)))


def _placed(figures: Sequence[Figure], mentions: Sequence[Mention]) -> list[tuple[Figure, Mention]]:
    """Each figure with the mention that prints it, in the order of the text where the form's figures have it."""
    found: list[tuple[Figure, Mention]] = []
    left = list(mentions)
    for figure in figures:
        alike = [m for m in left if _is_printed(figure, m)]
        last = found[-1][1].char_start if found else -1
        if alike:
            best = min(alike, key=lambda m: (m.char_start < last, -_n_agreed(figure, m), m.char_start))
            found.append((figure, best))
            left.remove(best)
    return found


def _is_printed(figure: Figure, mention: Mention) -> bool:
    accepted = figure.accepted()
    return mention.surface in accepted.get("surface", (mention.surface,)) and abs(mention.value) in [
        abs(value) for value in accepted.get("value", (mention.value,))
    ]


def _n_agreed(figure: Figure, mention: Mention) -> int:
    return sum(getattr(mention, name) in right for name, right in figure.accepted().items())


def _judges_metric(form: Form, mention: Mention, asked: dict[int, Figure]) -> bool:
    """The form gives the metric, or names every figure of a market and leaves this one out."""
    if figure := asked.get(mention.char_start):
        return figure.metric is not None
    return form.judged in ("all", "core") and mention.char_start >= form.begins


def _label(figure: Figure, mention: Mention) -> Label:
    """The figure as a label at its place; where it gives no metric, the metric of the rules decides which times are possible."""
    accepted: dict[str, tuple[Any, ...]] = figure.accepted()
    return Label(
        char_start=mention.char_start,
        char_end=mention.char_end,
        metrics=accepted.get("metric", (mention.metric,)),
        value=float(mention.value),
        value_high=None,
        unit=mention.unit or "",
        years=accepted.get("year", ()),
        period_starts=accepted.get("period_start", ()),
        period_ends=accepted.get("period_end", ()),
        statuses=accepted.get("status", ()),
        segments=accepted.get("segment", ()),
        areas=accepted.get("geography", ()),
        markets=(),
    )
