"""pdfium gives what pdfplumber gives, and gives up where it cannot know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sources
from sources.parse import pdf_plumber
from sources.parse.pdf import parse_pdf
from sources.parse.pdf_trust import PageFacts, page_facts

SAMPLES = sorted((Path(sources.__path__[0]) / "samples" / "inbox").glob("*.pdf"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_both_engines_read_the_samples_alike(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = parse_pdf(path.read_bytes())
    monkeypatch.delattr(pdf_plumber, "drawn")  # no page falls back
    assert parse_pdf(path.read_bytes(), page_facts) == expected


def test_a_page_on_which_the_count_of_characters_differs_is_read_by_pdfplumber(
    make_pdf: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = []
    drawn = pdf_plumber.drawn
    monkeypatch.setattr(pdf_plumber, "drawn", lambda page, number: numbers.append(number) or drawn(page, number))

    def one_more(page: object) -> PageFacts | None:
        facts = page_facts(page)  # type: ignore[arg-type]
        return facts._replace(n_codes=facts.n_codes + 1) if facts else None

    assert parse_pdf(make_pdf(("p", "Sales of USD 5 billion.")), one_more)[0] == "Sales of USD 5 billion.\n"
    assert numbers == [1]
