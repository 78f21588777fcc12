"""What a quantity measures: one of the nine metrics, from the words around it. Other sentences are not read here.

The words before and behind a figure count up to its neighbours; of several cues the nearest decides, and each reading
has the id of its rule.
"""

from __future__ import annotations

from dataclasses import replace

from sources.extract.figures.plausible_amounts import of_plausible_size
from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.amounts import read_amount
from sources.extract.metric.counts import read_count
from sources.extract.metric.english_amounts import english_amount
from sources.extract.metric.english_counts import english_count
from sources.extract.metric.english_rates import english_rate
from sources.extract.metric.non_english_rows import non_english_row
from sources.extract.metric.rates import read_rate
from sources.extract.metric.year_before import year_before
from sources.extract.scan.figure import Figure
from sources.extract.subjects.reporting_speakers import only_says
from sources.grammar.language import Grammar


def read_metric(q: Figure, around: Surroundings, grammar: Grammar) -> Reading | None:
    """The metric of a quantity, or None where it is no figure worth a claim (the caller names the rejection)."""
    if reading := year_before(q, around, grammar):
        return reading
    if q.kind in ("percent", "points", "basis_points"):
        return non_english_row(around, grammar, english_rate(q, around, grammar, read_rate(q, around, grammar)))
    if q.kind == "money":
        around = _without_speaker(around, grammar)
        return english_amount(
            q, around, grammar, of_plausible_size(q, around, read_amount(q, around, grammar), grammar)
        )
    return english_count(q, around, grammar, read_count(q, around, grammar))


def _without_speaker(a: Surroundings, g: Grammar) -> Surroundings:
    """ "同社は…とみている": words for the research house that states an amount do not make it an amount of a firm."""
    if not g.verb_last or not g.pattern("company_words").search(a.clause):
        return a
    if not only_says(a.clause, a.sentence[a.at :], g):
        return a
    firms = g.pattern("company_words")
    return replace(a, left=firms.sub("", a.left), clause=firms.sub("", a.clause), subject_is_market=True)
