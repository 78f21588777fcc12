"""Stored readings of whole pages, beside the pages: every page has one, and every figure stands where the reading has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.pages import PART, page_files
from corpus.readings import first_readings
from sources.parse import parse


@pytest.fixture
def pages(shared: Path) -> list[Path]:
    if not (shared / "pages").is_dir():
        pytest.skip("needs ../shared/pages (labelled whole pages), which this machine does not have")
    return page_files(shared / "pages")


def test_every_page_has_a_stored_reading_and_no_other_text_has(pages: list[Path]) -> None:
    assert len(pages) == 195
    assert [reading.text for reading in first_readings(parts={PART})] == [f"{PART}/{page.name}" for page in pages]


def test_every_stored_figure_stands_where_its_reading_has_it(pages: list[Path]) -> None:
    texts = {f"{PART}/{page.name}": parse(page.read_bytes()).text for page in pages}
    moved = [
        (reading.text, mention.char_start)
        for reading in first_readings(parts={PART})
        for mention in reading.mentions
        if texts[reading.text][mention.char_start : mention.char_end] != mention.surface
    ]
    assert moved == []
