"""Reports in any number, grown from the sample inbox. Reads the samples, writes copies.

How figures change stands in `figures.py`, names in `names.py`, order in `order.py`. Copies for the main job change figures only
and keep their sidecars; copies for reading change all three, so that nothing learned from one text helps with the next.
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

SIDECAR = ".meta.yml"
_DATED = ("published_on:", "data_as_of:")
_TEXTUAL = ("txt", "md", "html")
_NAMED = ("url:", "report_id:")


@dataclass(frozen=True, slots=True)
class Report:
    """One report of the corpus.

    Attributes:
        name: file name, with the number of the copy before its suffix.
        form: txt, md, html or pdf.
        content: the file's bytes.
        sidecar: text of its sidecar, None where the sample has none.
    """

    name: str
    form: str
    content: bytes
    sidecar: str | None


def samples(inbox: Path) -> tuple[Report, ...]:
    """The reports of a folder in order of their names, as they are."""
    return tuple(_sample(path) for path in sorted(discover([inbox]), key=lambda path: path.name))


def _sample(path: Path) -> Report:
    beside = path.with_name(path.name + SIDECAR)
    sidecar = beside.read_text(encoding="utf-8") if beside.is_file() else None
    return Report(path.name, path.suffix.removeprefix("."), path.read_bytes(), sidecar)


def copy_of(report: Report, copy: int) -> Report:
    """One copy of a report. Its sidecar names another address and report number, so that it is no edition of the original.

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
    sidecar = None if report.sidecar is None else _other_sidecar(report.sidecar, copy)
    return Report(f"{stem}-{copy:04d}.{suffix}", report.form, content, sidecar)


def _other_sidecar(sidecar: str, copy: int) -> str:
    lines = []
    for line in sidecar.splitlines():
        key, _, value = line.partition(" ")
        if key in _DATED:
            line = f"{key} {with_other_figures(value, copy)}"
        elif key in _NAMED and value not in ("", "null"):
            plain = value.strip('"')
            line = f'{key} "{plain}-{copy:04d}"'
        lines.append(line)
    return "\n".join([*lines, ""])


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
        Reports without sidecars: what a reader learns, it learns from the text.
    """
    chosen = [report for report in samples(inbox) if report.form in _TEXTUAL]
    if not chosen:
        raise ValueError(f"{inbox}: no report of the forms {', '.join(_TEXTUAL)}; name the sample inbox")
    for copy in count(1):
        for report in Random(f"parallax corpus {copy}").sample(chosen, len(chosen)):
            found = copy_of(report, copy)
            text = with_other_names(found.content.decode("utf-8"), copy)
            content = in_other_order(text, report.form, copy).encode("utf-8")
            yield Report(found.name, report.form, content, None)


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


def write_inbox(reports: Sequence[Report], folder: Path) -> None:
    """Writes reports and their sidecars into a folder that is made here."""
    folder.mkdir(parents=True)
    for report in reports:
        (folder / report.name).write_bytes(report.content)
        if report.sidecar is not None:
            (folder / (report.name + SIDECAR)).write_text(report.sidecar, encoding="utf-8")
