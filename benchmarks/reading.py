"""One pass of `extract` over synthetic reports in a process of its own: `python -m benchmarks.reading CHARACTERS` prints JSON."""

from __future__ import annotations

import json
import sys
from time import perf_counter, process_time
from typing import Any

from pipelines.home import sample_inbox
from sources.extract import extract
from sources.ingest import discover
from sources.parse import parse
from trials.synthetic.corpus import documents


def one_pass(n_characters: int) -> dict[str, Any]:
    """Reads the first documents once; a second pass over one text would be faster, since the reader remembers phrases."""
    for path in discover([sample_inbox()]):  # loads the grammar of every language
        extract(parse(path.read_bytes()))
    texts = list(documents(n_characters))
    wall, cpu = perf_counter(), process_time()
    found = sum(len(extract(document).mentions) for document in texts)
    spent = {"cpu_seconds": process_time() - cpu, "wall_seconds": perf_counter() - wall}
    return {"characters": sum(len(document.text) for document in texts), "found": found, **spent}


if __name__ == "__main__":
    print(json.dumps(one_pass(int(sys.argv[1]))))
