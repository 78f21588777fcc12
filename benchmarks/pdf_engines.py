"""Pages per second of both PDF engines, and whether they read the same. Which engine a page gets is `sources/parse/pdf.py`'s."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, Literal

from benchmarks.clock import ZERO, timed
from benchmarks.corpus import grown
from sources.parse.pdf import no_page, parse_pdf
from sources.parse.pdf_trust import page_facts
from sources.records import Block

Engine = Literal["pdfplumber", "pdfium"]
Read = tuple[str, tuple[Block, ...]]
N_REPORTS = 6
PASSES = 3


def pdf_speed(inbox: Path) -> dict[str, Any]:
    """Parses grown PDF reports with each engine, three times in turns.

    Args:
        inbox: the samples.

    Returns:
        Reports, pages, `pages_per_second` of processor time by engine (medians), `ratio` (median over the passes of pdfium's
        speed in times of pdfplumber's), and how many reports both read to the same text, blocks and pages.
    """
    first, *reports = (report.content for report in islice(grown(inbox, ("pdf",)), N_REPORTS + 1))
    for engine in _ENGINES:
        _read(first, engine)  # loads the libraries
    seconds: dict[Engine, list[float]] = {engine: [] for engine in _ENGINES}
    read: dict[Engine, list[Read]] = {}
    for _ in range(PASSES):
        for engine in _ENGINES:
            read[engine], spent = _pass(reports, engine)
            seconds[engine].append(spent)
    n_pages = sum(max((block.page or 0 for block in blocks), default=0) for _, blocks in read["pdfplumber"])
    pairs = zip(seconds["pdfplumber"], seconds["pdfium"], strict=True)
    return {
        "reports": len(reports),
        "pages": n_pages,
        "passes": PASSES,
        "pages_per_second": {engine: round(n_pages / median(spent), 1) for engine, spent in seconds.items()},
        "ratio": round(median(slow / fast for slow, fast in pairs), 1),
        "same": sum(slow == fast for slow, fast in zip(read["pdfplumber"], read["pdfium"], strict=True)),
    }


_ENGINES: tuple[Engine, ...] = ("pdfplumber", "pdfium")


def _pass(reports: Sequence[bytes], engine: Engine) -> tuple[list[Read], float]:
    found: list[Read] = []
    spent = sum(
        (timed(partial(lambda content: found.append(_read(content, engine)), content)) for content in reports), ZERO
    )
    return found, spent.cpu


def _read(content: bytes, engine: Engine) -> Read:
    """The only place that says how an engine is chosen: pdfium where its trust in a page is justified, else none of it."""
    return parse_pdf(content, page_facts if engine == "pdfium" else no_page)
