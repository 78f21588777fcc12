"""Speed of parsing by format: each in this process, on copies that have not been parsed before."""

from __future__ import annotations

from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.clock import ZERO, per_second, timed
from benchmarks.corpus import grown
from sources.parse import parse
from sources.records import ParsedDocument

N_REPORTS = {"txt": 60, "md": 60, "html": 60, "pdf": 8}


def parse_speed(inbox: Path) -> dict[str, dict[str, Any]]:
    """Parses grown reports of each format.

    Args:
        inbox: the samples.

    Returns:
        By format: reports, characters of canonical text, characters per second and milliseconds per report of processor
        time; for PDF, pages and pages per second.
    """
    found = {}
    for form, n_reports in N_REPORTS.items():
        first, *reports = islice(grown(inbox, (form,)), n_reports + 1)
        parse(first.content)  # loads the libraries
        parsed: list[ParsedDocument] = []
        spent = sum((timed(partial(_parse_into, parsed, report.content)) for report in reports), ZERO)
        n_characters = sum(len(document.text) for document in parsed)
        found[form] = {
            "reports": n_reports,
            "characters": n_characters,
            "characters_per_second": per_second(n_characters, spent.cpu),
            "milliseconds_per_report": round(1000 * spent.cpu / n_reports, 2),
        }
        if form == "pdf":
            pages = sum(max((block.page or 0 for block in document.blocks), default=0) for document in parsed)
            found[form] |= {"pages": pages, "pages_per_second": round(pages / spent.cpu, 1)}
    return found


def _parse_into(parsed: list[ParsedDocument], content: bytes) -> None:
    parsed.append(parse(content))
