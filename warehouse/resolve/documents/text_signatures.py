"""Signatures of texts (MinHash), by which copies are looked for without reading every text again.

Belongs here: shingles, a text's signature, and the step that gives each document one. Which documents are copies is decided in
`document_clusters.py`.
"""

from __future__ import annotations

import re
from typing import TypeAlias

import polars as pl

from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

Shingles: TypeAlias = frozenset[str]  # words joined by blanks, which no word holds

# Scripts without blanks between words: each letter is a word.
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힣]|[^\W぀-ヿ㐀-鿿가-힣]+")
_PERMUTATIONS = 128
_SEED = 20261120
_DIGITS = 8  # of one permutation's smallest hash
# 32 bands of 4: a pair of Jaccard 0.8 meets in some band with probability 1 - (1 - 0.8^4)^32 = 1 - 5e-8, one of 0.6
# with 0.99.
_BAND = 4 * _DIGITS
TABLE = "work.text_signatures"


def shingles(text: str, size: int) -> Shingles:
    """Runs of `size` casefolded words; the whole text where it is shorter, nothing where it has no word."""
    words = _WORD.findall(text.casefold())
    if not words:
        return frozenset()
    if len(words) <= size:
        return frozenset((" ".join(words),))
    return frozenset(map(" ".join, zip(*(words[at:] for at in range(size)), strict=False)))


def signature(text: str, size: int) -> str | None:
    """The smallest hash of a text's shingles under each permutation, as hexadecimal digits; None for a text without a word.

    Args:
        text: canonical text.
        size: words of a shingle.
    """
    from rensa import RMinHash  # lazily: a compiled library

    grams = shingles(text, size)
    if not grams:
        return None
    minhash = RMinHash(num_perm=_PERMUTATIONS, seed=_SEED)
    minhash.update(list(grams))
    return "".join(f"{least:0{_DIGITS}x}" for least in minhash.digest())


def bands(of_text: str) -> list[tuple[int, str]]:
    """Parts of a signature: near duplicates have one in common."""
    return [(start, of_text[start : start + _BAND]) for start in range(0, len(of_text), _BAND)]


def estimated_jaccard(one: str, other: str) -> float:
    """The share of permutations under which two texts have the same smallest hash."""
    starts = range(0, len(one), _DIGITS)
    return sum(one[at : at + _DIGITS] == other[at : at + _DIGITS] for at in starts) / _PERMUTATIONS


def in_force(frames: Frames, context: BuildContext) -> pl.DataFrame:
    """Documents that were not taken back, with the hash of their text."""
    retracted = [decision.document_id for decision in context.decisions.retractions]
    documents = frames["raw.documents"].select("document_id", "text_sha256")
    return documents.filter(~pl.col("document_id").is_in(retracted))


def _run(frames: Frames, context: BuildContext) -> Frames:
    size = context.policy.independence.shingle_words
    rows = (
        {"document_id": document_id, "signature": signature(context.text_of(document_id), size)}
        for document_id in in_force(frames, context)["document_id"].sort()
    )
    return {TABLE: framed(TABLE, rows)}


STEP = Step(name="text signatures", reads=("raw.documents",), writes=(TABLE,), run=_run)
