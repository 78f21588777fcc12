"""Markup around figures: tags, Markdown, entities, quotations and arrows, and whether any of it is read as a comparison.

Real files of invented reports through the real parser and reader; kinds of markup come from `tests.markups`.
"""

from __future__ import annotations

import random
from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from sources.extract import extract
from sources.parse import parse
from tests.markups import FRAGMENTS, KINDS, POINTERS, QUOTATIONS, REPORTS, SPACED_KINDS, quoted

ROUNDS = {"quick": 1, "full": 20}
_SEED = 20261123
_FORMS = ("USD {} billion", "US${} million", "€{}bn", "{} billion USD")

Claim = tuple[object, ...]


def _claims(text: str) -> list[Claim]:
    """What a file states; a slice that is none makes a claim of its own."""
    parsed = parse(text.encode())
    return [
        (m.metric, m.value, m.unit, m.comparator, m.year, m.ref_area, m.segment)
        if parsed.text[m.char_start : m.char_end] == m.surface
        else ("no slice of the text", m.surface)
        for m in extract(parsed).mentions
    ]


def _figures_in_markup(folder: Path, size: Size) -> Outcome:
    drawn = random.Random(_SEED)
    trials, wrong = 0, []
    for report in REPORTS * ROUNDS[size]:
        figures = [drawn.choice(_FORMS).format(f"{drawn.uniform(1, 999):.2f}") for _ in range(2)]
        text = "\n\n".join(report)
        plain = _claims(text.format(*figures))
        written = {name: text.format(*map(kind, figures)) for name, kind in (KINDS | SPACED_KINDS | POINTERS).items()}
        written |= {repr(mark): quoted(text.format(*figures), mark) for mark in QUOTATIONS}
        bold = [line.format(*map(KINDS["bold tag"], figures)) for line in report]
        written |= {name: fragment(bold) for name, fragment in FRAGMENTS.items()}
        trials += len(written)
        wrong += [name for name, marked in written.items() if _claims(marked) != plain]
    return Outcome.of(trials, sorted(set(wrong)), failures=len(wrong))


TRIALS = (
    Trial(
        "figures in tags, Markdown, entities, quotations and pieces of pages",
        "the claims of the plain text: same value, comparator, year, area, segment; every span a slice of its text",
        _figures_in_markup,
    ),
)
