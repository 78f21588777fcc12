"""What a percentage measures, in the order of its steps. Single steps are in `rates_by_words`, `rates_by_figures`, `rate_headers` and `cjk_percentages`."""

from __future__ import annotations

import re
from collections.abc import Callable

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.cjk_percentages import cjk_share, in_cjk_script
from sources.extract.metric.figure_in_words import NOWHERE, first_reading
from sources.extract.metric.non_english_growth import is_ranked_share, non_english_growth
from sources.extract.metric.percentage import NEAR, Percentage, breaks_off, growth_before_is_far
from sources.extract.metric.rate_headers import under_heading
from sources.extract.metric.rate_words import near_clause
from sources.extract.metric.rates_by_figures import beside_figures, in_brackets, in_other_words, is_rival, listed, moved
from sources.extract.metric.rates_by_words import governed, named_margin, named_rate, of_counted, of_other_topic, yearly
from sources.extract.metric.share_levels import share_level
from sources.extract.metric.share_or_growth import share_or_growth
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")
_SHARE_MOVES = re.compile(rf"\b{_WORDS['share_word']}\b[^.;%]{{0,80}}\bby\s$", re.IGNORECASE)
_MADE_UP = re.compile(rf"\b{_WORDS['made_up_verbs']}\b", re.IGNORECASE)


def read_rate(q: Figure, a: Surroundings, g: Grammar) -> Reading:
    """The metric of a percentage, percentage points or basis points; `other_numeric` where no cue is near."""
    if reading := under_heading(a, g) or _of_points(q, a, g):
        return reading
    left, right = _MADE_UP.sub(" represented ", a.left[-160:]), _FOOTNOTE.sub("", a.right[:90])
    if g.is_cjk:
        left, right = near_clause(left, right)
    return first_reading(_STEPS, Percentage(q, a, g, left, right), Reading("other_numeric", "percent.other"))


def _of_points(q: Figure, a: Surroundings, g: Grammar) -> Reading | None:
    """Basis points, points by which a share moves, and points in a script without blanks: no metric of a market."""
    if q.kind == "basis_points":
        return Reading("other_numeric", "percent.basis_points")
    if q.kind == "points" and _SHARE_MOVES.search(a.left[-120:]):
        return Reading("other_numeric", "percent.points_of_share")
    if q.kind == "points" and g.is_cjk:
        return Reading("other_numeric", "percent.points")
    return None


def _level_of_share(r: Percentage) -> Reading | None:
    """A share by words of level, or with its change in brackets behind it."""
    if r.is_signed:
        return None
    if level := share_level(r.q, r.a, r.g):
        return level
    changes = r.q.kind == "percent" and _WITH_CHANGE.match(r.a.sentence, r.a.at + r.q.end - r.q.start)
    if changes and r.before("metrics.growth") > _ADJACENT and r.before("metrics.cagr") > NEAR:
        return Reading("share", "percent.with_change")
    return None


def _grown_in_other_words(r: Percentage) -> Reading | None:
    return non_english_growth(r.q, r.a, r.left, r.right, r.g) if r.is_named_in_other_words else None


def _weighed(r: Percentage) -> Reading | None:
    """Words of share against words of growth: the nearer ones decide."""
    if reading := share_or_growth(r.q, r.a, r.left, r.right, r.before("metrics.share"), r.g):
        return reading
    if r.g.is_cjk:
        return cjk_share(r.a, r.left, r.right, r.before("metrics.share"), r.g)
    if r.is_named_in_other_words and is_ranked_share(r.a, r.left, r.right, r.g):
        return Reading("share", "percent.ranked_share")
    return None


def _left_over(r: Percentage) -> Reading | None:
    """What weak cues make of a figure that no other step reads."""
    if r.behind("metrics.cagr") < NOWHERE and not breaks_off(r.right[: r.behind("metrics.cagr")]):
        return Reading("cagr", "percent.cagr_behind")
    if is_rival(r.a) and growth_before_is_far(r.left, r.g):
        return Reading("share", "percent.rival")
    return None


# In the order of their weight: the first that reads the figure decides.
_STEPS: tuple[Callable[[Percentage], Reading | None], ...] = (
    in_cjk_script,
    _level_of_share,
    governed,
    _grown_in_other_words,
    of_counted,
    of_other_topic,
    named_rate,
    named_margin,
    beside_figures,
    listed,
    yearly,
    in_brackets,
    moved,
    in_other_words,
    _weighed,
    _left_over,
)
_ADJACENT = 8
_WITH_CHANGE = re.compile(r"\s?\(\s?[-+−–]\s?[0-9][0-9.,]*\s?%\s?\)")  # "28 % (+2,2 %)": a share with its change
_FOOTNOTE = re.compile(r"^(?:[0-9]{1,2}|\[[0-9]{1,2}\])(?![0-9%.,])")
