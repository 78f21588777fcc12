"""Reports in any number, grown from the sample inbox. Reads the samples, writes copies.

How figures change stands in `figures.py`, names in `names.py`, order in `order.py`. A copy changes figures only; copies for reading
change all three, so that nothing learned from one text helps with the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from benchmarks.figures import with_other_figures, with_other_figures_in_html
from benchmarks.names import with_other_names
from benchmarks.order import in_other_order
from benchmarks.pdf_figures import pdf_with_other_figures
from sources.ingest import discover
from sources.parse import parse
from sources.records import ParsedDocument

_TEXTUAL = ("txt", "md", "html")


@dataclass(frozen=True, slots=True)
class Report:
    """One report of the corpus.

    Attributes:
        name: file name, with the number of the copy before its suffix.
        form: txt, md, html or pdf.
        content: the file's bytes.
    """

    name: str
    form: str
    content: bytes


def samples(inbox: Path) -> tuple[Report, ...]:
    """The reports of a folder in order of their names, as they are."""
    found = sorted(discover([inbox]), key=lambda path: path.name)
    return tuple(Report(path.name, path.suffix.removeprefix("."), path.read_bytes()) for path in found)


def copy_of(report: Report, copy: int) -> Report:
    """One copy of a report.

    Args:
        report: a sample.
        copy: number of the copy; 0 gives the report itself.

    Returns:
        The copy, the same on every machine.
    """
    if copy == 0:
        return report
    if report.form == "pdf":
        content = pdf_with_other_figures(report.content, copy)
    else:
        change = with_other_figures_in_html if report.form == "html" else with_other_figures
        content = change(report.content.decode("utf-8"), copy).encode("utf-8")
    stem, _, suffix = report.name.rpartition(".")
    return Report(f"{stem}-{copy:04d}.{suffix}", report.form, content)


def grown(inbox: Path, forms: Sequence[str] = ("txt", "md", "html", "pdf")) -> Iterator[Report]:
    """Copies without end: all samples with the figures of copy 1, then of copy 2, and so on.

    Args:
        inbox: folder with the samples.
        forms: which of them to take.

    Yields:
        Reports whose bytes all differ.

    Raises:
        ValueError: the folder holds no report of these forms.
    """
    chosen = [report for report in samples(inbox) if report.form in forms]
    if not chosen:
        raise ValueError(f"{inbox}: no report of the forms {', '.join(forms)}; name the sample inbox")
    for copy in count(1):
        for report in chosen:
            yield copy_of(report, copy)


def varied(inbox: Path) -> Iterator[Report]:
    """Text, Markdown and HTML reports without end, no two of them alike: other figures, years, names and order of paragraphs.

    Every round holds each sample once, in an order of its own. The corpus is the same on every machine.

    Args:
        inbox: folder with the samples.

    Yields:
        Reports: what a reader learns, it learns from the text.
    """
    chosen = [report for report in samples(inbox) if report.form in _TEXTUAL]
    if not chosen:
        raise ValueError(f"{inbox}: no report of the forms {', '.join(_TEXTUAL)}; name the sample inbox")
    for copy in count(1):
        for report in Random(f"parallax corpus {copy}").sample(chosen, len(chosen)):
            found = copy_of(report, copy)
            text = with_other_names(found.content.decode("utf-8"), copy)
            content = in_other_order(text, report.form, copy).encode("utf-8")
            yield Report(found.name, report.form, content)


def varied_documents(inbox: Path, n_characters: int) -> Iterator[ParsedDocument]:
    """Varied reports, parsed when they are asked for, until they hold `n_characters` of canonical text together."""
    total = 0
    for report in varied(inbox):
        document = parse(report.content)
        yield document
        total += len(document.text)
        if total >= n_characters:
            return


def long_texts(inbox: Path, sizes: Sequence[int]) -> list[list[str]]:
    """Texts of at least these characters, each as whole varied text and Markdown reports one behind the other; none is in two."""
    reports = (report for report in varied(inbox) if report.form != "html")
    texts: list[list[str]] = []
    for n_characters in sizes:
        pieces: list[str] = []
        total = 0
        while total < n_characters:
            pieces.append(next(reports).content.decode("utf-8").strip() + "\n\n")
            total += len(pieces[-1])
        texts.append(pieces)
    return texts
