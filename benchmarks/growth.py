"""Growth with length: whether a long document costs more than the same amount of text in shorter ones."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.reading import warm_up
from sources.extract import extract
from sources.parse import parse
from trials.clock import ZERO, per_second, rounded, timed
from trials.synthetic.corpus import long_texts

PARTS = (100, 10, 1)  # a document of each length is this part of the whole
MOST_DOCUMENTS = 10


def growth(whole: int) -> dict[str, Any]:
    """Reads documents of three lengths: ten of a hundredth of the whole, ten of a tenth, and one of all of it.

    Args:
        whole: characters of the longest document.

    Returns:
        `lengths`: of each the documents, characters per second of processor time of parsing and of extraction, and seconds of
        extraction for as much as the longest. `ratio`: extraction of the longest in times of ten of a tenth; 1 is linear.
    """
    warm_up()
    rows: list[dict[str, Any]] = []
    counts = [min(n_parts, MOST_DOCUMENTS) for n_parts in PARTS]
    # Each document has text of its own: the reader remembers phrases.
    texts = iter(long_texts([whole // n_parts for n_parts, n in zip(PARTS, counts, strict=True) for _ in range(n)]))
    for n_parts, n in zip(PARTS, counts, strict=True):
        characters, parsing, extraction = 0, ZERO, ZERO
        for _ in range(n):
            content = next(texts).encode("utf-8")
            document = parse(content)
            parsing += timed(partial(parse, content))
            extraction += timed(partial(extract, document))
            characters += len(document.text)
        rows.append(
            {
                "length": whole // n_parts,
                "documents": n,
                "parse_characters_per_second": per_second(characters, parsing.cpu),
                "extract_characters_per_second": per_second(characters, extraction.cpu),
                "whole_text_seconds": rounded(whole * extraction.cpu / characters),
            }
        )
    ratio = rows[-1]["whole_text_seconds"] / rows[-2]["whole_text_seconds"]
    return {"characters": whole, "lengths": rows, "ratio": round(ratio, 2)}
