"""Scores of whole pages by kind, worked by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.labels import LabelledText, labelled_folder
from corpus.page_scores import PageScore, page_score, page_table
from corpus.scoring import Score
from tests.labelled_pages import OF_NEWS, OF_VENDOR, write_pages


@pytest.fixture
def pages(tmp_path: Path) -> tuple[LabelledText, ...]:
    write_pages(tmp_path)
    return labelled_folder(tmp_path)


def test_a_page_counts_what_is_asserted_by_the_metric_that_is_read(pages: tuple[LabelledText, ...]) -> None:
    # Labelled: the size, 5%, 30%, and 12% as it is read as a share; not the size that is taken back. Read: all five. Right: all but that
    # size; in area all but 30%.
    assert page_score(pages[0], "a", OF_VENDOR) == PageScore(
        kind="a",
        tiers=(Score(4, 5, 4), Score(4, 5, 4), Score(3, 5, 4), Score(3, 5, 4)),
        publisher="right",
        speakers=(1, 1),
        ranked=((0.9, True), (0.8, False), (0.9, True), (0.6, False), (0.7, True)),
    )


def test_an_other_figure_that_is_not_read_is_not_labelled(pages: tuple[LabelledText, ...]) -> None:
    assert page_score(pages[0], "a", OF_VENDOR[:4]).tiers[0] == Score(3, 4, 3)


def test_no_publisher_is_right_where_the_page_names_none(pages: tuple[LabelledText, ...]) -> None:
    found = page_score(pages[1], "b", OF_NEWS)
    # what is said not to be asserted is neither read nor asked for; the ministry is not named
    assert (found.tiers[0], found.publisher, found.speakers) == (Score(1, 1, 1), "right", (0, 1))
    assert page_score(pages[0], "a", ()).publisher == "none"
    said = tuple(one.model_copy(update={"publisher": "Ostwick"}) for one in OF_NEWS)
    assert page_score(pages[1], "b", said).publisher == "wrong"


def test_no_speaker_is_right_where_the_label_accepts_none(pages: tuple[LabelledText, ...]) -> None:
    label = replace(pages[1].labels[0], speakers=("ministry", None))
    assert page_score(replace(pages[1], labels=(label,)), "b", OF_NEWS[:1]).speakers == (1, 1)


def test_the_table_has_a_line_for_each_kind_and_one_for_all(pages: tuple[LabelledText, ...]) -> None:
    _, *kinds, confidence = page_table(
        [page_score(pages[0], "a", OF_VENDOR), page_score(pages[1], "b", OF_NEWS)]
    ).split("\n")
    # F1: 2 x 4 / 9, 2 x 3 / 9; all of the news; 2 x 5 / 11, 2 x 4 / 11
    assert [line.split() for line in kinds] == [
        ["a", "1", "4", "5", "0.889", "0.889", "0.667", "0.667", "1/0/0", "1", "of", "1"],
        ["b", "1", "1", "1", "1.000", "1.000", "1.000", "1.000", "1/0/0", "0", "of", "1"],
        ["all", "2", "5", "6", "0.909", "0.909", "0.727", "0.727", "2/0/0", "1", "of", "2"],
    ]
    # four are right; the figure without confidence counts as 0
    assert confidence == (
        "precision by confidence: >= 0.9: 1.000 of 2, 0.50 of the right ones; >= 0.8: 0.667 of 3, 0.50 of the right ones; "
        ">= 0.7: 0.750 of 4, 0.75 of the right ones; >= 0.5: 0.600 of 5, 0.75 of the right ones"
    )
