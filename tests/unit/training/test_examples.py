"""Labelled texts as examples: what is right of a figure's candidates, and who fitted what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from corpus.labels import Label, LabelledText
from corpus.scoring import Score, f1, score
from sources.extract.candidates.page import METRICS
from sources.extract.choose.weights import WEIGHTS, WeightFile
from sources.extract.features.rules import UNREAD
from sources.parse import parse
from tests.unit.sources.extract.pages import MARKED, REPORT, laid
from training.evaluation import Judged, judged_by, read_with, table
from training.examples import Example, Target, example_of


def label(surface: str, metric: str, value: float, segments: Sequence[str | None], areas: Sequence[str | None] = ("Global",)) -> Label:  # fmt: skip
    start = REPORT.index(surface)
    return Label(
        char_start=start, char_end=start + len(surface), metrics=(metric,), value=value, value_high=None, unit="percent",
        years=(2024,), period_starts=(), period_ends=(), statuses=(), segments=tuple(segments), areas=tuple(areas), markets=(),
    )  # fmt: skip


def example(*labels: Label, is_first: bool = False) -> Example:
    text = LabelledText("corpus/c1.txt", parse(REPORT.encode()), labels, is_exhaustive=False)
    reading = tuple(laid(REPORT).mentions) if is_first else None
    found = example_of(text, reading, family="c", density="dense")
    assert found is not None
    return found


def at(e: Example, surface: str) -> int:
    (index,) = [i for i, f in enumerate(e.page.figures) if f.mention.surface == surface]
    return index


def right_parts(e: Example, surface: str) -> tuple[set[str | None], set[str | None]]:
    """Names that are right, and those that are wrong."""
    index = at(e, surface)
    target = e.targets.parts[index]
    assert target is not None
    taken = [c.name for c, t in zip(e.rows.parts.candidates[index], target.taken, strict=True) if t]
    right = {name for name, r in zip(taken, target.right, strict=True) if r}
    return right, set(taken) - right


def test_the_right_part_is_the_one_that_the_label_names_letter_by_letter_where_it_is_offered() -> None:
    right, wrong = right_parts(example(label("30%", "share", 30, ["Straddle carriers"])), "30%")
    assert right == {"Straddle carriers"}
    assert None in wrong  # the whole market
    assert "revenue" in wrong


def test_names_that_are_nearly_right_teach_nothing() -> None:
    e = example(label("45%", "share", 45, ["gantry cranes"]))
    right, wrong = right_parts(e, "45%")
    assert right == {"gantry cranes"}
    every = {c.name for c in e.rows.parts.candidates[at(e, "45%")]}
    assert {"gantry cranes took", "cranes"} & (every - right - wrong)


def test_where_the_label_has_no_part_the_whole_market_is_right() -> None:
    right, wrong = right_parts(example(label("12%", "share", 12, [None])), "12%")
    assert right == {None}
    assert "Floating cranes" in wrong


def test_where_either_is_accepted_either_is_right() -> None:
    right, _ = right_parts(example(label("30%", "share", 30, ["Straddle carriers", None])), "30%")
    assert right == {None, "Straddle carriers"}


def test_where_no_candidate_is_right_nothing_is_taught() -> None:
    e = example(label("30%", "share", 30, ["Tidal dredgers"]))
    assert e.targets.parts[at(e, "30%")] is None


def test_a_figure_without_a_label_is_of_no_market_and_teaches_no_part() -> None:
    e = example(label("30%", "share", 30, [None]))
    index = at(e, "12%")
    target = e.targets.metrics[index]
    assert target is not None
    assert [m for m, r in zip(METRICS, target.right, strict=True) if r] == ["other_numeric"]
    assert (e.targets.parts[index], e.targets.areas[index]) == (None, None)


def test_a_label_with_another_value_at_the_same_place_is_not_the_figures() -> None:
    e = example(label("30%", "share", 31, ["Straddle carriers"]))
    assert e.targets.parts[at(e, "30%")] is None


def test_the_right_area_is_the_one_that_the_label_accepts() -> None:
    e = example(label("45%", "share", 45, [None], ["Germany"]))
    index = at(e, "45%")
    target: Target | None = e.targets.areas[index]
    assert target is not None
    assert target.taken.all()
    assert [c.area.name for c, r in zip(e.rows.areas.candidates[index], target.right, strict=True) if r] == ["Germany"]


def test_columns_of_the_rules_are_read_from_first_readings_only() -> None:
    without = example(label("12%", "share", 12, [None]))
    assert not without.is_first_reading
    assert set(np.unique(without.rows.parts.rules)) == {UNREAD}
    first = example(label("12%", "share", 12, [None]), is_first=True)
    assert first.is_first_reading
    assert UNREAD not in first.rows.parts.rules
    assert np.array_equal(first.rows.parts.first, without.rows.parts.first)


def test_texts_with_markup_or_without_figures_teach_nothing() -> None:
    for source in (MARKED, "Crane Report\n\nNothing is known.\n"):
        assert (
            example_of(LabelledText("corpus/c1.txt", parse(source.encode()), (), is_exhaustive=False), None, family="c")
            is None
        )


def test_a_score_counts_right_read_and_labelled_figures() -> None:
    e = example(label("30%", "share", 30, ["Straddle carriers"]), label("12%", "share", 12, ["Jib cranes"]))
    # eight figures of a market are read; of the two labelled ones the first has its part right
    assert score(e.labels, e.mentions) == Score(right=1, read=8, labelled=2)
    assert f1([Score(1, 8, 2), Score(3, 4, 4)]) == pytest.approx(8 / 18)  # 2 * (1 + 3) / (8 + 2 + 4 + 4)
    assert f1([]) == 0


def test_the_chooser_in_force_reads_an_example_with_all_its_figures() -> None:
    e = example(label("30%", "share", 30, ["Straddle carriers"]), is_first=True)
    force = WeightFile.model_validate_json(WEIGHTS.read_text(encoding="utf-8"))
    mentions, chosen = read_with(e, force)
    assert [m.surface for m in mentions] == [m.surface for m in e.mentions]
    assert [c.figure for c in chosen] == list(e.page.figures)
    (judged,) = judged_by([e], force)
    assert (judged.family, judged.density) == ("c", "dense")
    assert judged.rules == Score(1, 8, 1)


def test_the_table_has_a_line_for_all_for_each_family_and_for_each_density() -> None:
    judged = [Judged("a", "plain", Score(1, 2, 2), Score(2, 2, 2)), Judged("b", "dense", Score(0, 2, 2), Score(1, 2, 2))]  # fmt: skip
    lines = table(judged).split("\n")[1:]
    assert [line.split("  ")[0].strip() for line in lines] == ["all", "family a", "family b", "dense", "plain"]
    # rules 2 * 1 / 8 = .25, chooser 2 * 3 / 8 = .75
    assert lines[0].split()[1:6] == ["2", "4", "0.250", "0.750", "+0.500"]
    assert lines[1].endswith("+0.500 (+0.500 to +0.500)")  # one text: every draw is the same
