"""Columns of figures, parts, areas and metrics: one value for each name, and what single columns measure, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.extract.candidates.areas import area_candidates
from sources.extract.candidates.page import METRICS, Page, PlacedFigure
from sources.extract.candidates.parts import WHOLE, PartCandidate, part_candidates
from sources.extract.candidates.times import time_candidates
from sources.extract.candidates.tokens import BIT, CLASSES
from sources.extract.features import areas, figures, metrics, neighbours, parts, rules, statuses, times
from sources.extract.features.page_columns import BETWEEN, FAR, bits_of, columns_of
from sources.extract.text.name_keys import part_words
from sources.records import Mention, Metric
from tests.unit.sources.extract.pages import LISTED, PAGES, REPORT, TABLE, figure, page


def of_figure(text: str, surface: str) -> dict[str, float]:
    of = page(text)
    row = figures.figure_columns(of, columns_of(of))[of.figures.index(figure(of, surface))]
    return dict(zip(figures.COLUMNS, row.tolist(), strict=True))


def of_metric(text: str, surface: str, metric: Metric) -> dict[str, float]:
    of = page(text)
    rows = metrics.metric_columns(of, columns_of(of))[of.figures.index(figure(of, surface))]
    return dict(zip(metrics.COLUMNS, rows[METRICS.index(metric)].tolist(), strict=True))


def of_part(of: Page, one: PlacedFigure, candidate: PartCandidate) -> dict[str, float]:
    offered = [part_candidates(of, f) if f is one else (WHOLE,) for f in of.figures]
    at = of.figures.index(one)
    offered[at] = (*offered[at], candidate)
    row = parts.part_columns(of, columns_of(of), offered)[sum(len(o) for o in offered[: at + 1]) - 1]
    return dict(zip(parts.COLUMNS, row.tolist(), strict=True))


def of_area(text: str, surface: str, area: str) -> dict[str, float]:
    of = page(text)
    one = figure(of, surface)
    (candidate,) = [c for c in area_candidates(of, one) if c.area.name == area]
    rows = areas.area_columns(of, columns_of(of), [(candidate,) if f is one else () for f in of.figures])
    return dict(zip(areas.COLUMNS, rows[0].tolist(), strict=True))


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_every_figure_and_pair_has_one_finite_value_for_each_column(text: str) -> None:
    of = page(text)
    columns, n = columns_of(of), len(of.figures)
    part = [part_candidates(of, f) for f in of.figures]
    area = [area_candidates(of, f) for f in of.figures]
    time = [time_candidates(of, f) for f in of.figures]
    found = [
        (figures.figure_columns(of, columns), (n, len(figures.COLUMNS))),
        (parts.part_columns(of, columns, part), (sum(map(len, part)), len(parts.COLUMNS))),
        (areas.area_columns(of, columns, area), (sum(map(len, area)), len(areas.COLUMNS))),
        (times.time_columns(of, columns, time), (sum(map(len, time)), len(times.COLUMNS))),
        (metrics.metric_columns(of, columns), (n, len(METRICS), len(metrics.COLUMNS))),
        (statuses.status_columns(of, columns), (n, len(statuses.STATUSES), len(statuses.COLUMNS))),
    ]
    for rows, shape in found:
        assert rows.shape == shape
        assert rows.dtype == float
        assert np.isfinite(rows).all()


@pytest.mark.parametrize("text", PAGES.values(), ids=PAGES)
def test_the_row_of_a_pair_is_its_own_whatever_else_is_offered(text: str) -> None:
    of = page(text)
    columns = columns_of(of)
    offered = [part_candidates(of, f) for f in of.figures]
    together = parts.part_columns(of, columns, offered).tolist()
    nearer = parts.COLUMNS.index("nearer_names")
    at = 0
    for i, of_figure in enumerate(offered):
        for c in of_figure:
            alone = parts.part_columns(of, columns, [(c,) if j == i else () for j in range(len(offered))])[0]
            alone[nearer] = together[at][nearer]  # names beside it are counted
            assert together[at] == alone.tolist()
            at += 1


@pytest.mark.parametrize("columns", [figures.COLUMNS, parts.COLUMNS, areas.COLUMNS, metrics.COLUMNS, metrics.RULE_COLUMNS, neighbours.COLUMNS, rules.PART_COLUMNS, rules.AREA_COLUMNS])  # fmt: skip
def test_no_two_columns_have_one_name(columns: tuple[str, ...]) -> None:
    assert len(set(columns)) == len(columns)


def test_columns_of_a_figure_are_those_of_its_sentence() -> None:
    # "In Germany, gantry cranes took 45% in 2024, ahead of Japan with 20% and Germany again with 9%."
    # In | Germany | , | gantry | cranes | took | 45% | in | 2024 | "," | ahead | of | Japan | with | 20% | and | Germany | again | with | 9% | .
    found = of_figure(REPORT, "20%")
    assert found["metric"] == METRICS.index("share")
    assert (found["figures_in_sentence"], found["figure_number"]) == (3, 1)
    assert (found["tokens_before"], found["tokens_behind"]) == (14, 6)
    assert found["areas_in_sentence"] == 3
    assert (found["is_cell"], found["has_header"], found["has_label"], found["is_wide"]) == (0, 0, 0, 0)
    assert found["magnitude"] == pytest.approx(1.3222, abs=1e-4)  # log10(20 + 1)
    assert (found["left_to_region_words"], found["right_to_region_words"]) == (FAR, FAR)


def test_columns_of_a_cell_say_that_it_has_header_row_and_heading() -> None:
    found = of_figure(TABLE, "USD 0.4 billion")
    assert [found[name] for name in ("is_cell", "has_header", "has_row_label", "has_heading")] == [1, 1, 1, 1]
    assert (found["tokens_before"], found["tokens_behind"], found["word_before"], found["word_behind"]) == (0, 0, 0, 1)


def test_percentages_that_add_up_to_a_hundred_are_told() -> None:
    whole = "Crane Report\n\nGantry had 45%, mobile 35% and floating cranes 20% of revenue.\n"  # 45 + 35 + 20 = 100
    assert of_figure(whole, "35%")["adds_up_to_whole"] == 1
    assert of_figure(whole.replace("20%", "12%"), "35%")["adds_up_to_whole"] == 0  # 92
    assert of_figure(REPORT, "45%")["adds_up_to_whole"] == 0  # 45 + 20 + 9 = 74


def test_a_code_names_what_is_at_a_token_and_the_edges() -> None:
    # Quay | , | the | 7% | of | revenue | .
    of = page("Quay, the 7% of revenue.\n")
    columns = columns_of(of)

    def code_of(at: int, first: int = 0, last: int = 7) -> float:
        return float(columns.code(*(np.array([n]) for n in (at, first, last)))[0])

    assert code_of(-1) == 0
    assert code_of(2, first=3) == 0
    assert code_of(7) == 1
    assert code_of(1, last=1) == 1
    assert code_of(0) == 19  # a plain word
    assert code_of(1) == 2  # 1 + the comma's number, 1
    assert code_of(2) > 20  # a class
    assert code_of(3) == 20  # a figure, the first of the classes


def test_bits_of_sets_of_classes_are_in_the_order_of_the_classes() -> None:
    highest = 1 << (len(CLASSES) + 5)
    found = bits_of([0, 1 | 4, highest])
    assert [row.nonzero()[0].tolist() for row in found] == [[], [0, 2], [len(CLASSES) + 5]]
    assert bits_of([BIT[CLASSES[-1]]])[0, len(CLASSES) - 1] == 1


def test_what_stands_between_is_counted() -> None:
    of = page(REPORT)
    one = figure(of, "9%")
    # between "took" and "9%": 45% in 2024 , ahead of Japan with 20% and Germany again with
    first, _ = of.tokens.between(REPORT.index("45%"), REPORT.index("45%") + 1)
    (row,) = columns_of(of).between(np.array([first]), np.array([one.left]))
    found = dict(zip(BETWEEN, row.tolist(), strict=True))
    assert (found["figures_between"], found["years_between"], found["commas_between"]) == (2, 1, 1)
    assert (found["stops_between"], found["brackets_between"], found["bars_between"]) == (0, 0, 0)


def test_a_metrics_own_words_are_those_that_no_other_figure_stands_before() -> None:
    # The market grew from USD 4.2 billion in 2024 to USD 6.1 billion in 2030 , a CAGR of 6.4% .
    # "CAGR": two tokens before "6.4%"; from 6.1 bn: in, 2030, ",", a, CAGR: the fifth; from 4.2 bn: in, 2024, to, 6.1 bn, in, 2030, ",", a, CAGR: the ninth
    near = of_metric(REPORT, "6.4%", "cagr")
    assert (near["left_named"], near["left_own_named"], near["right_named"]) == (2, 2, FAR)
    beside = of_metric(REPORT, "USD 6.1 billion", "cagr")
    assert (beside["right_named"], beside["right_own_named"], beside["left_named"]) == (5, 5, FAR)
    behind = of_metric(REPORT, "USD 4.2 billion", "cagr")
    assert (behind["right_named"], behind["right_own_named"]) == (9, FAR)  # 6.1 bn stands between
    assert near["fits_kind"] == 1
    assert of_metric(REPORT, "6.4%", "price")["fits_kind"] == 0


def test_words_of_a_metric_in_heading_and_title_are_told() -> None:
    text = "# Harbour Crane Market Report\n\n## CAGR by drive\n\n| Drive | 2025 to 2030 |\n|---|---|\n| Electric | 6.4% |\n"
    found = of_metric(text, "6.4%", "cagr")
    assert [found[f"named_in_{place}"] for place in ("heading", "title", "row")] == [1, 0, 0]


def test_the_place_of_a_part_is_counted_in_tokens_and_in_nearer_names() -> None:
    of = page(REPORT)
    one = figure(of, "45%")
    (cranes,) = [c for c in part_candidates(of, one) if c.name == "gantry cranes"]
    found = of_part(of, one, cranes)
    # In Germany , [gantry cranes] took 45%: nearer is where "took" ends, a name before verbs are told apart
    assert [found[name] for name in ("is_left", "gap", "nearer_names", "from_start", "n_words")] == [1, 1, 1, 3, 2]
    assert (found["n_printed"], found["n_letters"], found["n_key"]) == (1, 13, 2)
    assert (found["is_capital"], found["is_whole_run"], found["figures_between"]) == (0, 0, 0)
    assert found["commas_between"] == 0
    whole = of_part(of, one, WHOLE)
    assert {value for name, value in whole.items() if name not in ("source", "distance")} == {-1.0}


def test_a_listed_part_counts_more_than_one_that_is_like_a_listed_one() -> None:
    of = page(LISTED)
    assert frozenset({"hydraulic"}) in of.part_keys
    one = of.figures[0]

    def listed(name: str) -> float:
        return of_part(of, one, PartCandidate(name, part_words(name), "heading"))["listed"]

    # "drive" is one word more; three words more are another name
    assert [listed(n) for n in ("Hydraulic", "hydraulic drive", "big blue wet hydraulic drive", "Dredgers")] == [
        2,
        1,
        0,
        0,
    ]


def test_a_name_on_a_long_page_is_counted_near_the_figure() -> None:
    # windows of 20,000 characters: a figure at the start sees the first two, one at the end the last two
    filler = "Ports pay late. " * 3_000  # 48,000 characters
    text = f"Crane Report\n\nGantry hoists held a share of 12% in 2024.\n\n{filler}\n\nGantry hoists held a share of 13% in 2025. Gantry hoists sell.\n"
    of = page(text)
    counted = []
    for surface in ("12%", "13%"):
        one = figure(of, surface)
        candidate = next(c for c in part_candidates(of, one) if c.name == "Gantry hoists")
        counted.append(of_part(of, one, candidate)["n_printed"])
    assert counted == [1, 2]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("gantry", "gantry", True),
        ("gantry", "gantry crane", True),  # one word more
        ("gantry", "gantry crane port", True),  # two words more
        ("gantry", "gantry crane port quay", False),  # three; 1 of 4 shared
        ("gantry crane", "gantry hoist", False),  # 1 of 3 shared
        ("gantry crane port", "gantry crane quay", True),  # 2 of 4 shared
        ("gantry", "", False),
        ("", "", True),
        ("gantry", "mobile", False),
    ],
)
def test_names_are_alike_where_one_holds_the_other_or_they_share_half_of_their_words(
    a: str, b: str, expected: bool
) -> None:
    left, right = frozenset(a.split()), frozenset(b.split())
    assert parts.is_similar(left, right) is expected
    assert parts.is_similar(right, left) is expected


KEYS = st.frozensets(st.sampled_from("abcdef"), max_size=4)


@given(KEYS, st.frozensets(KEYS.filter(bool), max_size=6))
def test_a_name_is_near_a_listed_one_where_any_listed_one_is_like_it(
    key: frozenset[str], listed: frozenset[frozenset[str]]
) -> None:
    assert parts._is_near_listed(parts._by_word(listed), key) == any(parts.is_similar(key, part) for part in listed)


def test_the_place_of_an_area_is_counted_in_tokens() -> None:
    # 45% [in 2024 , ahead of] Japan: five tokens, one year, one comma
    found = of_area(REPORT, "45%", "Japan")
    assert [found[n] for n in ("is_left", "gap", "years_between", "commas_between", "figures_between")] == [
        0,
        5,
        1,
        1,
        0,
    ]
    assert [found[n] for n in ("is_world", "is_country", "n_named", "n_areas", "other_in_sentence")] == [0, 1, 1, 3, 1]
    # 20 % is 6 signs from Japan and 45 % is 18; 9 % is further
    assert found["figures_nearer"] == 1
    assert found["share_named"] == pytest.approx(1 / 4)  # Norway, Germany twice, Japan
    world = of_area(REPORT, "45%", "Global")
    assert (world["is_world"], world["gap"], world["n_named"]) == (1, -1, 0)


READ: Mention = figure(page(REPORT), "30%").mention


@pytest.mark.parametrize(
    ("segment", "name", "expected"),
    [
        # read, whole, same, alike, words that differ, same name, with a dimension
        ("Straddle carriers", "Straddle carriers", [1, 0, 1, 1, 0, 1, 0]),
        ("Straddle carriers", "straddle carrier", [1, 0, 1, 1, 0, 0, 0]),
        ("Straddle carriers", "carriers", [1, 0, 0, 1, 1, 0, 0]),
        ("Straddle carriers", None, [1, 0, 0, 0, 2, 0, 0]),
        (None, None, [1, 1, 1, 1, 0, 1, 0]),
    ],
)
def test_a_part_is_held_against_what_the_rules_read(
    segment: str | None, name: str | None, expected: list[float]
) -> None:
    candidate = PartCandidate(name, part_words(name), "sentence") if name else WHOLE
    assert rules.part_rule_columns(replace(READ, segment=segment), candidate) == expected


def test_without_a_first_reading_every_column_of_the_rules_is_unread() -> None:
    of = page(REPORT)
    area = area_candidates(of, of.figures[0])[0]
    assert rules.part_rule_columns(None, WHOLE) == [rules.UNREAD] * len(rules.PART_COLUMNS)
    assert rules.area_rule_columns(None, area) == [rules.UNREAD] * len(rules.AREA_COLUMNS)
    unread = metrics.metric_rule_columns(None, 0, [None], "share")
    assert unread == [rules.UNREAD] * len(metrics.RULE_COLUMNS)


def test_a_metric_is_held_against_what_the_rules_read_of_the_figure_its_neighbours_and_its_kind() -> None:
    of = page(REPORT)
    read = [f.mention for f in of.figures]
    assert [m.metric for m in read] == ["share"] * 5 + ["market_size", "market_size", "cagr"]
    alike = metrics.metrics_by_kind(of.figures, read)
    # six percentages: five shares and one rate
    assert alike == {"percent": {"share": 5, "cagr": 1}, "money": {"market_size": 2}}
    found = dict(
        zip(metrics.RULE_COLUMNS, metrics.metric_rule_columns(alike["percent"], 4, read, "share"), strict=True)
    )
    assert found == {
        "rules_read_metric": METRICS.index("share"), "rules_same_metric": 1, "rules_part": 0, "rules_area": 1,
        "rules_previous_same": 1, "rules_next_same": 0, "rules_share_same": pytest.approx(5 / 6),
    }  # fmt: skip
    last = metrics.metric_rule_columns(alike["percent"], 7, read, "cagr")
    assert last[metrics.RULE_COLUMNS.index("rules_next_same")] == -1  # nothing behind
