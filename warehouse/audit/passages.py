"""Words that core tables hold of a document: stated claims with their context, definitions and drivers.

Belongs here: which passages hold a word, and their sentences. What a rule reads in a sentence belongs to the module of the rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import polars as pl

from warehouse.step import Frames

SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?=\s)|(?=\n)|\Z)")


def passages(frames: Frames, forms: Collection[str], *, statements: bool) -> pl.DataFrame:
    """Passages that hold a form, in the order of the text, with publisher and market of their document.

    Args:
        frames: core.documents, core.claims, core.evidence, core.definitions, core.drivers.
        forms: words in any case.
        statements: whether definitions and drivers count beside stated claims.

    Returns:
        Columns document_id, publisher_id, market_id, start, words, claim_id and char_start of its print, definition_id.
    """
    claims = frames["core.claims"].filter(status="stated")
    prefix = pl.col("prefix").fill_null("")
    found = [
        frames["core.evidence"]
        .join(claims, on="claim_id", how="semi")
        .with_columns(
            start=pl.col("char_start") - prefix.str.len_chars(),
            words=pl.concat_str("prefix", "quote", "suffix", ignore_nulls=True),
        )
    ]
    for table in ("core.definitions", "core.drivers") if statements else ():
        stated = frames[table].filter(status="stated").with_columns(start="char_start", words="quote")
        found.append(stated.drop("claim_id", strict=False))
    columns = ("document_id", "claim_id", "definition_id", "char_start", "start", "words")
    rows = pl.concat(
        [one.select(pl.col(name) for name in columns if name in one.columns) for one in found], how="diagonal"
    )
    rows = rows.with_columns(pl.lit(None, pl.String).alias(name) for name in columns if name not in rows.columns)
    documents = frames["core.documents"].select("document_id", "publisher_id", "market_id")
    held = rows.filter(pl.col("words").str.contains_any(list(forms), ascii_case_insensitive=True))
    return held.join(documents, on="document_id").sort("document_id", "start", "claim_id", "words")
