from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.corpus import Report, copy_of, grown, samples
from benchmarks.pdf_figures import pdf_with_other_figures
from pipelines.home import sample_inbox
from sources.parse import parse

SAMPLES = samples(sample_inbox())
# Years, percentages and numbers with marks; amounts of one or two bare digits ("USD 90 million") may stay.
_FIGURE = re.compile(r"(?<![0-9])20[0-9]{2}(?![0-9])|[0-9]+[.,][0-9]+(?:[.,][0-9]+)*|[0-9]+(?=%)")


def _text(report: Report) -> str:
    return parse(report.content).text


@pytest.mark.parametrize("report", SAMPLES, ids=lambda report: report.name)
def test_every_printed_figure_and_year_of_a_copy_differs_from_the_original(report: Report) -> None:
    before, after = _text(report), _text(copy_of(report, 3))
    pairs = list(zip(_FIGURE.findall(before), _FIGURE.findall(after), strict=True))
    assert len(pairs) > 10
    assert [pair for pair in pairs if pair[0] == pair[1]] == []


@pytest.mark.parametrize("report", SAMPLES, ids=lambda report: report.name)
def test_a_copy_has_the_words_and_the_blocks_of_the_original(report: Report) -> None:
    before, after = parse(report.content), parse(copy_of(report, 3).content)
    assert re.sub(r"[0-9.,]+", "#", before.text) == re.sub(r"[0-9.,]+", "#", after.text)
    assert [(b.kind, b.page, b.row, b.column) for b in before.blocks] == [
        (b.kind, b.page, b.row, b.column) for b in after.blocks
    ]


def test_the_corpus_grows_the_same_way_each_time_and_never_repeats_itself() -> None:
    first, again = (list(islice(grown(sample_inbox()), 3 * len(SAMPLES))) for _ in range(2))
    assert first == again
    assert len({report.content for report in first}) == len({report.name for report in first}) == 3 * len(SAMPLES)


def test_a_folder_without_reports_of_the_asked_forms_is_an_error_and_no_endless_loop(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("USD 1.2 billion in 2025")
    with pytest.raises(ValueError, match="no report of the forms pdf"):
        next(grown(tmp_path, ("pdf",)))


def test_a_pdf_of_another_program_is_refused() -> None:
    with pytest.raises(ValueError, match="no PDF as ReportLab writes it"):
        pdf_with_other_figures(b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n", 1)
