"""One pass of the extractor or of the bare scan over a part of the corpus, in a process of its own: `python -m benchmarks.own_pass`.

A second pass over one text is faster than the first, since phrases are remembered; so every pass that is timed begins in a new
process, as the peers' passes do, and warms up on the samples only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.clock import timed
from benchmarks.corpus import samples, varied_documents
from benchmarks.scan import scan
from sources.extract import extract
from sources.parse import parse
from sources.records import ParsedDocument


def _extract(document: ParsedDocument) -> int:
    return len(extract(document).mentions)


def _scan(document: ParsedDocument) -> int:
    return len(scan(document.text))


READERS: dict[str, Callable[[ParsedDocument], int]] = {"extract": _extract, "bare scan": _scan}


def run(name: str, inbox: Path, n_characters: int) -> dict[str, Any]:
    """Reads the first documents of the corpus once.

    Args:
        name: of the reader.
        inbox: the samples.
        n_characters: how much to read.

    Returns:
        Characters, figures found, and seconds of processor and wall time.
    """
    read = READERS[name]
    for report in samples(inbox):
        read(parse(report.content))
    documents = list(varied_documents(inbox, n_characters))
    found: list[int] = []
    spent = timed(lambda: found.extend(map(read, documents)))
    return {
        "characters": sum(len(document.text) for document in documents),
        "found": sum(found),
        "cpu_seconds": spent.cpu,
        "wall_seconds": spent.wall,
    }


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))))
