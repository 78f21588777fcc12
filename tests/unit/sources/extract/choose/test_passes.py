"""Rows of both passes: every candidate of every figure in order, read from each list of the page a fixed number of times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sources.extract.candidates.areas import area_candidates
from sources.extract.candidates.page import METRICS, page_of
from sources.extract.candidates.parts import part_candidates
from sources.extract.candidates.times import time_candidates
from sources.extract.choose.chooser import choose
from sources.extract.choose.passes import OTHERS, PassTrees, choices, first_rows, second_rows
from sources.extract.choose.rows import page_rows
from sources.extract.choose.trees import Trees
from sources.extract.choose.weights import weights
from sources.extract.features import neighbours
from sources.extract.features.statuses import STATUSES
from tests.unit.sources.extract.pages import PAGES, REPORT, laid, page
from training.fitting import FIRST, SECOND


def flat() -> Trees:
    """A forest that prefers nothing."""
    none, leaf = np.zeros(1, dtype=np.int32), np.full(1, -1, dtype=np.int32)
    return Trees(none, leaf, np.zeros(1), none, none, np.zeros(1))


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_every_figure_has_one_choice_among_its_own_candidates(text: str) -> None:
    of = page(text)
    chosen = choose(of, weights())
    assert [c.figure for c in chosen] == list(of.figures)
    for c in chosen:
        assert c.metric.candidates == METRICS
        assert c.part.candidates == part_candidates(of, c.figure)
        assert c.area.candidates == area_candidates(of, c.figure)
        assert c.time.candidates == time_candidates(of, c.figure)
        assert c.status.candidates == STATUSES
        for choice in (c.metric, c.part, c.area, c.time, c.status):
            assert sum(choice.chances) == pytest.approx(1)


def test_the_second_pass_sees_the_first_the_neighbours_the_other_attributes_and_the_rules() -> None:
    of = page(REPORT)
    rows = page_rows(of, [f.mention for f in of.figures])
    first = choices(rows, first_rows(rows), PassTrees(flat(), flat(), flat(), flat(), flat()))
    seen = second_rows(of, rows, first)
    for name in FIRST:
        own = getattr(seen, name)
        assert own.shape[1] == len(SECOND[name])
        at = len(FIRST[name])
        assert np.array_equal(own[:, :at], getattr(rows, name).first)
        assert np.array_equal(own[:, at + len(neighbours.COLUMNS) + len(OTHERS[name]) :], getattr(rows, name).rules)
    # without preferences every candidate of a figure has the same chance, and so each of the eight metrics has 1/8
    others = len(FIRST["parts"]) + len(neighbours.COLUMNS)
    assert seen.parts[:, SECOND["parts"].index("first_pass")][0] == pytest.approx(1 / len(rows.parts.candidates[0]))
    assert seen.parts[0, others + 1 : others + 1 + len(METRICS)].tolist() == pytest.approx([1 / 8] * 8)
    world = 1 / len(rows.areas.candidates[0])  # one candidate is the world
    assert seen.parts[0, others] == pytest.approx(world)
    assert seen.metrics[0, SECOND["metrics"].index("chance_of_world")] == pytest.approx(world)
    whole = 1 / len(rows.parts.candidates[0])
    assert seen.metrics[0, SECOND["metrics"].index("chance_of_whole")] == pytest.approx(whole)
    assert seen.areas[0, SECOND["areas"].index("chance_of_whole")] == pytest.approx(whole)


def test_a_page_without_figures_has_no_choices() -> None:
    assert choose(page("Crane Report\n\nNothing is known.\n"), weights()) == ()


class Counted(tuple[Any, ...]):
    """A tuple that counts how often it is gone through."""

    n_walks = 0

    def __iter__(self) -> Iterator[Any]:
        """Counts, and goes through it."""
        type(self).n_walks += 1
        return super().__iter__()


def test_lists_of_the_page_are_gone_through_a_fixed_number_of_times() -> None:
    def walks(n: int) -> int:
        text = "Crane Report\n\n" + "\n".join(f"Hoist {i} in Spain held {i % 90 + 1}% in 2024.\n" for i in range(n))
        of = laid(text).page
        assert len(of.figures) == n
        Counted.n_walks = 0
        of = replace(of, areas=Counted(of.areas), figures=Counted(of.figures), sentences=Counted(of.sentences), spans=Counted(of.spans))  # fmt: skip
        choose(of, weights())
        return Counted.n_walks

    assert walks(40) == walks(4)


def test_the_metric_of_a_figure_that_the_rules_read_is_no_column_of_the_first_pass() -> None:
    of = laid(REPORT)
    other = [replace(m, metric="other_numeric") for m in of.mentions]
    changed = page_of(of.scan.parsed, of.scan.sentences, of.context, of.scenes, other)
    ours, theirs = (page_rows(p, [None] * len(p.figures)) for p in (of.page, changed))
    assert np.array_equal(ours.metrics.first, theirs.metrics.first)
