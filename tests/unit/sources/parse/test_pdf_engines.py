"""pdfium gives what pdfplumber gives, and gives up, saying why, where it cannot know."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sources
from sources.parse import pdf_pdfium, pdf_plumber
from sources.parse.pdf import Trust, no_page, parse_pdf
from sources.parse.pdf_trust import PageFacts, page_facts
from sources.parse.recogniser import VARIABLE
from sources.records import Block, Unreadable
from tests.unit.sources.parse.pdf_layouts import LAYOUTS, PROSE, drawn, lines_at, random_table

SAMPLES = sorted((Path(sources.__path__[0]) / "samples" / "inbox").glob("*.pdf"))
LOG = "sources.parse.pdf"

# Layouts of which a page is left to pdfplumber: the page, and why. Of all others pdfium reads every page.
REFUSED = {
    "rotated page": (1, "the page is rotated"),
    "slanted watermark": (1, "text does not stand upright"),
    "overprinted bold": (1, "the count of characters differs"),
    "ligatures": (1, "the count of characters differs"),
    "japanese": (1, "a composite font does not say plainly what its codes show"),
    "symbol font": (1, "a font has no name or shows symbols"),
    "soft hyphens": (1, "a font has hyphens that may go"),
    "form": (1, "drawings are nested"),
    "cropped": (1, "the page is cropped, shifted or scaled"),
    "text outside the page": (1, "text stands across the edge of the page"),
    "text across a rule": (1, "text stands across a rule"),
    "mirrored": (1, "text does not stand upright"),
    "quoted lines": (1, "lines are shown by the operators of quotation marks"),
    "narrow blanks": (1, "blanks are too narrow to part words"),
    "tight letters": (1, "blanks are too narrow to part words"),
    "control codes": (1, "a code has no character"),
    "euro signs": (1, "a standard font shows a euro sign"),
    "coloured": (1, "text may not show"),
    "hidden text": (1, "text may not show"),
    "replaced text": (1, "text is replaced by other text"),
}
UNREADABLE = {
    "picture only": "scanned",
    "blank document": "no_text",
    "encrypted": "encrypted",
    "truncated": "damaged",
}


def _outcome(content: bytes, trusted: Trust) -> tuple[str, tuple[Block, ...]] | tuple[str, str]:
    try:
        return parse_pdf(content, trusted)
    except Unreadable as unreadable:
        return unreadable.reason, unreadable.detail


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_pdfium_reads_the_samples_alike(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = parse_pdf(path.read_bytes(), no_page)
    monkeypatch.delattr(pdf_plumber, "drawn")  # no page falls back
    assert parse_pdf(path.read_bytes()) == expected


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_is_read_alike_or_refused_with_a_reason(
    name: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")  # whether Tesseract is installed or not
    content = LAYOUTS[name]()
    expected = _outcome(content, no_page)
    caplog.set_level(logging.DEBUG, LOG)
    caplog.clear()
    assert _outcome(content, page_facts) == expected
    refused = [(record.args[0], str(record.args[1])) for record in caplog.records if isinstance(record.args, tuple)]
    assert refused == ([REFUSED[name]] if name in REFUSED else [])
    assert expected[0] == UNREADABLE.get(name, expected[0])


def test_the_tables_of_reasons_name_layouts() -> None:
    assert REFUSED.keys() | UNREADABLE.keys() <= LAYOUTS.keys()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 1_000_000))
def test_tables_by_chance_are_read_alike(seed: int) -> None:
    content = random_table(seed)
    assert parse_pdf(content, page_facts) == parse_pdf(content, no_page)


def test_a_hyphen_at_the_end_of_a_line_stays_a_hyphen() -> None:
    content = drawn(lines_at(72, 700, ["A plan that is long-", "term: 4.5%"]))
    assert parse_pdf(content)[0] == "A plan that is long-term: 4.5%\n"


def test_a_blank_that_pdfium_makes_up_in_front_of_a_gap_parts_no_figure() -> None:
    # The gap of 0.9 sizes stands before the 4; nothing but a width of 0.556 sizes is between 4 and 1.
    assert parse_pdf(LAYOUTS["kerned"]())[0].endswith("looms 41.9 97.4\n")


def test_a_page_on_which_the_count_of_characters_differs_is_read_by_pdfplumber(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def one_more(page: Any) -> PageFacts:
        facts = page_facts(page)
        return facts._replace(n_codes=facts.n_codes + 1, n_inked=None)

    caplog.set_level(logging.DEBUG, LOG)
    assert parse_pdf(drawn(lines_at(72, 700, [PROSE[:60]])), one_more)[0] == f"{PROSE[:60]}\n"
    assert caplog.messages == ["page 1 is read by pdfplumber: the count of characters differs"]


@pytest.mark.parametrize("error", [ValueError, RecursionError, KeyError])
def test_what_fails_in_pdfium_says_nothing_of_the_document(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(pdf_pdfium, "drawn", fail)
    caplog.set_level(logging.DEBUG, LOG)
    assert parse_pdf(drawn(lines_at(72, 700, ["Looms: 4.5%"])))[0] == "Looms: 4.5%\n"
    assert caplog.messages == [f"page 1 is read by pdfplumber: pdfium fails ({error.__name__})"]


def test_memory_that_runs_out_in_pdfium_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(pdf_pdfium, "drawn", fail)
    with pytest.raises(MemoryError):
        parse_pdf(drawn(lines_at(72, 700, ["Looms: 4.5%"])))


@pytest.mark.parametrize("name", ["ruled table", "overprinted bold", "picture only"])
def test_pages_and_documents_are_closed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import pypdfium2

    opened: list[Any] = []

    def kept(of: type, method: str) -> None:
        original: Callable[..., Any] = getattr(of, method)

        def keeping(*arguments: Any, **options: Any) -> Any:
            result = original(*arguments, **options)
            opened.append(arguments[0] if method == "__init__" else result)
            return result

        monkeypatch.setattr(of, method, keeping)

    kept(pypdfium2.PdfDocument, "__init__")
    kept(pypdfium2.PdfDocument, "get_page")
    kept(pypdfium2.PdfPage, "get_textpage")
    _outcome(LAYOUTS[name](), page_facts)
    gc.collect()
    assert len(opened) >= 3  # a page of pictures only is opened once more, to be recognised
    assert not any(item.raw for item in opened)
