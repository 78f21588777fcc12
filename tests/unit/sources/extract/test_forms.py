"""Every form of `tests/forms/*.yml` is read once and compared with its expected figures. `tests/forms/README.md` explains the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sources.extract import extract
from sources.parse import parse
from sources.records import Extraction, Mention, ParsedDocument
from tests.forms.forms import Figure, Form, all_forms


def _parameter(form: Form) -> Any:
    marks = [pytest.mark.xfail(reason=form.known, strict=True, raises=AssertionError)] if form.known else []
    return pytest.param(form, id=form.name, marks=marks)


@pytest.mark.parametrize("form", [_parameter(form) for form in all_forms()])
def test_a_form_states_its_figures(form: Form) -> None:
    parsed = parse(form.document.encode())
    assert parsed.text == form.document, "a form is plain text or Markdown, its own canonical text"
    found = extract(parsed)
    figures = [m for m in found.mentions if m.char_start >= form.begins]
    if form.judged == "some":
        _holds_each(figures, form.figures)
    else:
        _holds_exactly([m for m in figures if _is_judged(m, form.judged)], form.figures)
    for figure in form.absent:
        assert not [m for m in figures if _agrees(m, figure)], [_shown(m, figure) for m in figures]
    assert form.rejected.items() <= {(r.surface, r.rule) for r in found.rejections}
    if form.players is not None:
        assert tuple(p.name for p in found.players) == form.players
    _every_number_is_accounted_for(parsed, found)


def _is_judged(mention: Mention, judged: str) -> bool:
    return judged == "all" or (mention.metric != "other_numeric" if judged == "core" else mention.metric == judged)


def _holds_exactly(mentions: Sequence[Mention], figures: Sequence[Figure]) -> None:
    """As many mentions as figures, each agrees with its own; a failure shows both sides with the keys of the form."""
    shown = [_shown(m, f) for m, f in zip(mentions, figures, strict=False)]
    shown += [{"metric": m.metric, "surface": m.surface} for m in mentions[len(figures) :]]
    wanted = [_right(f, one) for f, one in zip(figures, shown, strict=False)]
    assert shown == wanted + [_right(f, {}) for f in figures[len(shown) :]]


def _holds_each(mentions: Sequence[Mention], figures: Sequence[Figure]) -> None:
    for figure in figures:
        alike = [m for m in mentions if m.surface == figure.surface] or mentions
        assert any(_agrees(m, figure) for m in alike), (_right(figure, {}), [_shown(m, figure) for m in alike])


def _agrees(mention: Mention, figure: Figure) -> bool:
    return all(getattr(mention, name) in right for name, right in figure.accepted().items())


def _shown(mention: Mention, figure: Figure) -> dict[str, Any]:
    return {name: getattr(mention, name) for name in figure.accepted()}


def _right(figure: Figure, read: dict[str, Any]) -> dict[str, Any]:
    """What is right of a figure; of several accepted readings the one that was read."""
    accepted = figure.accepted().items()
    return {name: read[name] if name in read and read[name] in right else right[0] for name, right in accepted}


def _every_number_is_accounted_for(parsed: ParsedDocument, found: Extraction) -> None:
    """Each digit of a block is inside a mention or a rejection; the numbers of a Markdown list are layout and in no block."""
    blocks = [(block.char_start, block.char_end) for block in parsed.blocks]
    spans = [(m.char_start, m.char_end) for m in found.mentions] + [
        (r.char_start, r.char_end) for r in found.rejections
    ]
    digits = {i for a, b in blocks for i in range(a, b) if parsed.text[i].isdecimal()}
    assert sorted(digits - {i for a, b in spans for i in range(a, b)}) == []
    assert all(parsed.text[m.char_start : m.char_end] == m.surface for m in found.mentions)
