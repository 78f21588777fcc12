"""`parallax extract`: the content of documents, to standard output. Stateless: nothing is stored, no home is needed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import whole
from pipelines.visible import json_text, shown_path
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from pipelines.cli.read.extract_lines import Kind, Line, Reasons
    from pipelines.cli.terminal.tables import Justify
    from sources.ingest.workers import ForkServer
    from sources.records import ParsedDocument


class Format(StrEnum):
    """Forms of the output."""

    jsonl = "jsonl"
    table = "table"


EXAMPLES = """\b
Examples:
  parallax extract report.pdf
  parallax extract REPORTS --format table
  parallax extract REPORTS --kinds figure,company,segment > claims.jsonl
  parallax extract REPORTS --kinds event,rank,citation --format table
  parallax extract report.txt --why | jq .why
  parallax extract report.txt | jq 'select(.metric == "cagr") | .value'
"""


def extract(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders to search.")],
    form: Annotated[
        Format, typer.Option("--format", help="JSON lines for machines, a table for people.")
    ] = Format.jsonl,
    kinds: Annotated[
        str,
        typer.Option(
            "--kinds",
            metavar="KINDS",
            help="Comma-separated: figure, withdrawn (figures that are struck through or quoted from an older text), company, segment, fact, rejection, event, rank, citation, definition, driver, technical, quality, basis, or all.",
        ),
    ] = "figure",
    why: Annotated[
        bool,
        typer.Option(
            "--why",
            help="Explain each figure: for each attribute the choice, what the rules read, the runner-up, and what decided (JSON lines only).",
        ),
    ] = False,
) -> None:
    """Read reports and print every figure they state: one object per mention, ordered by document and offset.

    Offsets count characters of the canonical text. Values are in base units (USD 65.28 billion is 65280000000).
    """
    if why and form is Format.table:
        raise UsageError(
            "--why: a table has no room for reasons; leave out --format, or use `parallax explain ID --why`"
        )
    for path in paths:
        if not path.exists():
            raise UsageError(f"{whole(path)}: no such file or folder; check the spelling")
    from pipelines.cli.read.given_files import started

    with closing(started()) as server:  # loads what reads while this process loads what prints
        _print_what(paths, form, kinds, server, why=why)


def _print_what(paths: list[Path], form: Format, kinds: str, server: ForkServer, *, why: bool) -> None:
    from sources.ingest import discover

    wanted = _kinds(kinds)
    files = discover(paths)
    if not files:
        raise UsageError(
            f"{', '.join(map(whole, paths))}: no document found; give files, or folders with txt, md, html, pdf, docx, xlsx, csv, pptx, eml or zip files"
        )
    outcomes: Counter[str] = Counter()
    # JSON lines and a bar on one terminal would tear each other apart.
    lines = _read(files, wanted, outcomes, server, bar=form is Format.table or not sys.stdout.isatty(), why=why)
    with closing(lines):  # before the server ends: workers are buried by who asked them
        if form is Format.jsonl:
            for line in lines:
                sys.stdout.write(json_text(line) + "\n")
        else:
            _print_tables(list(lines))
    if not outcomes["read"]:
        raise CommandError(f"none of {counted(len(files), 'file')} could be read; see the reasons above")


def _kinds(words: str) -> frozenset[Kind]:
    from pipelines.cli.read.extract_lines import Kind

    asked = {word.strip().lower().removesuffix("s") for word in words.split(",") if word.strip()}
    asked = {"company" if word == "companie" else word for word in asked}
    if asked == {"all"}:
        return frozenset(Kind)
    unknown = sorted(asked - {kind.value for kind in Kind})
    if unknown or not asked:
        raise UsageError(
            f"--kinds: {', '.join(unknown) or 'empty'}: no such kind; "
            f"there are {', '.join(kind.value for kind in Kind)}, or all"
        )
    return frozenset(Kind(word) for word in asked)


def _read(
    files: list[Path], kinds: frozenset[Kind], outcomes: Counter[str], server: ForkServer, *, bar: bool, why: bool
) -> Generator[Line, None, None]:
    """Lines of all documents, by name of their file; those that cannot be read are reported on standard error. `outcomes` counts both."""
    from pipelines.cli.read.extract_lines import lines_of
    from pipelines.cli.read.given_files import read_files
    from pipelines.cli.terminal.console import err
    from pipelines.cli.terminal.progress_bar import TerminalProgress

    progress = TerminalProgress(err(), bar=bar)
    with progress:
        progress.begin("extract", total=len(files))
        n_lines = 0
        ordered = sorted(files, key=lambda path: (path.name, str(path)))
        for path, answer in read_files(ordered, server, progress.warn):
            if isinstance(answer, str):
                outcomes["failed"] += 1
                progress.tell(f"{whole(path)}: {answer}", word="error:")
                found = []
            else:
                outcomes["read"] += 1
                found = lines_of(shown_path(Path(path.name)), answer[1], kinds, _reasons(answer[0]) if why else {})
            progress.advance(shown_path(Path(path.name)))
            n_lines += len(found)
            yield from found
        progress.end(f"{counted(n_lines, 'mention')} in {counted(outcomes['read'], 'document')}")


def _reasons(parsed: ParsedDocument) -> Reasons:
    from sources.extract.why import why

    return why(parsed)


def _print_tables(lines: list[Line]) -> None:
    from rich.text import Text

    from pipelines.cli.read.extract_lines import Kind
    from pipelines.cli.terminal.tables import plain_table, show

    for kind in Kind:
        rows = [line for line in lines if line["kind"] == kind.value]
        if not rows:
            continue
        columns = {"document": "document", "at": "char_start", **_COLUMNS[kind.value]}
        table = plain_table(*((title, _JUSTIFY.get(title, "left")) for title in columns))
        for row in rows:
            table.add_row(*(Text(cell(row, key)) for key in columns.values()))
        show(table)


# Columns of the table for people behind `document` and `at`: title → key of the line.
_COLUMNS = {
    "figure": {
        "metric": "metric", "figure": "value", "year": "year", "market": "market", "segment": "segment",
        "area": "geography", "printed": "surface",
    },
    "company": {"company": "name", "role": "role", "status": "status", "reason": "reason"},
    "segment": {"dimension": "dimension", "parent": "parent", "segment": "name"},
    "fact": {"fact": "name", "value": "value"},
    "rejection": {"printed": "surface", "rule": "rule"},
    "event": {"date": "date", "type": "event_type", "parties": "parties", "amount": "amount", "unit": "amount_unit", "headline": "headline"},
    "rank": {"place": "ordinal", "by": "criterion", "subject": "subject", "dimension": "dimension", "year": "year", "printed": "position"},
    "citation": {"form": "form", "source": "cited_name", "year": "year", "title": "cited_title", "address": "url"},
    "definition": {"term": "term", "defines": "defines", "definition": "definition"},
    "driver": {"role": "role", "driver": "name", "segment": "segment", "timeline": "timeline"},
    "technical": {"measure": "measure", "printed": "surface", "unit": "unit", "basis": "basis", "claimant": "claimant"},
    "quality": {"property": "named", "said": "polarity", "printed": "surface"},
    "basis": {"of": "tells", "basis": "basis", "year": "base_year", "printed": "surface"},
}  # fmt: skip
_COLUMNS["withdrawn"] = _COLUMNS["figure"]
_FIGURES = ("figure", "withdrawn")
_JUSTIFY: dict[str, Justify] = {"document": "whole", "at": "right", "figure": "right"}


def cell(line: Line, source: str) -> str:
    """One cell of the table for people: figures with hedge, range and unit, years with the mark of an inferred one."""
    from release.reading.figure_words import figure

    value = line[source]
    if source == "value" and line["kind"] in _FIGURES:
        hedge = "" if line["comparator"] == "=" else str(line["comparator"])
        unit = line["unit"] if isinstance(line["unit"], str) else None
        low = figure(_number(value), unit)
        high = f" – {figure(_number(line['value_high']), unit)}" if line["value_high"] is not None else ""
        return f"{hedge}{low}{high}"
    if source == "parties" and isinstance(value, list):
        return ", ".join(f"{party['name']} ({party['role']})" for party in value)
    if source == "year" and line["kind"] in _FIGURES:
        period = f"{line['period_start'] or '?'}–{line['period_end']}" if line["period_end"] is not None else value
        return "" if period is None else f"{period}{'*' if line['period_inferred'] else ''}"
    return "" if value is None else " ".join(str(value).split())


def _number(value: object) -> int | float | None:
    return value if isinstance(value, int | float) else None
