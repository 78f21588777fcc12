"""`python -m benchmarks.pdf_engines FILE...`: pages a second of both PDF engines, a table of docs/extraction.md. Default: the samples."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from statistics import median

from pipelines.home import sample_inbox
from sources.parse.pdf import no_page, parse_pdf
from sources.parse.pdf_trust import page_facts
from trials.clock import timed
from trials.markdown import table

PASSES = 9
_TITLES = ("file", "pdfium, pages/s", "pdfplumber, pages/s", "ratio")


def row(path: Path) -> tuple[str, ...]:
    """Medians of processor time over passes in turn; the first pass, which loads the libraries, does not count."""
    content = path.read_bytes()
    _, blocks, *_ = parse_pdf(content, no_page)
    n_pages = max((block.page or 0 for block in blocks), default=1)
    pairs = [
        [timed(partial(parse_pdf, content, trusted)).cpu for trusted in (page_facts, no_page)]
        for _ in range(PASSES + 1)
    ][1:]
    speeds = [n_pages / median(times) for times in zip(*pairs, strict=True)]
    ratio = median(slow / fast for fast, slow in pairs)
    return path.name, *(f"{speed:.1f}" for speed in speeds), f"{ratio:.1f}"


if __name__ == "__main__":
    paths = [Path(name) for name in sys.argv[1:]] or sorted(sample_inbox().glob("*.pdf"))
    print(table(_TITLES, map(row, paths)))
