"""Digests of groups of rows: equal exactly where a step would be given equal rows. No files, no steps."""

from __future__ import annotations

import hashlib

import polars as pl

from warehouse.grouping.groups import KEY
from warehouse.step import Frames

DIGEST = "__digest__"
_SEEDS = (0x5EED, 0xD1CE)  # two hashes of 64 bits: rows differ in both, or collide once in 2^128


def group_digests(frames: Frames, made_by: str) -> pl.DataFrame:
    """One digest for each group. The order of rows does not count, how often a row occurs does.

    Args:
        frames: each with a column KEY; rows without a key are the group of the empty key.
        made_by: what else the rows of a group are made from, as text.

    Returns:
        KEY and DIGEST (sha256, hex), one row per key, in order of KEY. Polars promises its row hashes for one version of
        polars only, so the version has to be part of `made_by`.
    """
    parts = [_sums(name, frame) for name, frame in sorted(frames.items())]
    if not parts:
        return pl.DataFrame(schema={KEY: pl.String, DIGEST: pl.String})
    words = (
        pl.concat(parts)
        .sort(KEY, "name")
        .group_by(KEY, maintain_order=True)
        .agg(pl.concat_str("name", "n", "first", "second", separator=" ").str.join("\n").alias("words"))
    )
    head = hashlib.sha256(made_by.encode())
    return words.select(KEY, pl.Series(DIGEST, [_sha256(head, one) for one in words["words"]], dtype=pl.String))


def frames_digest(frames: Frames) -> str:
    """One digest of whole frames: sha256, hex. The order of rows does not count."""
    alone = {name: frame.with_columns(pl.lit("").alias(KEY)) for name, frame in frames.items()}
    forms = repr([(name, list(frame.schema.items())) for name, frame in sorted(frames.items())])
    return "".join([hashlib.sha256(forms.encode()).hexdigest(), *group_digests(alone, "")[DIGEST]])


def _sums(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    """KEY, name with form, number of rows and the sums of their hashes, modulo 2^64."""
    rows = frame.drop(KEY)
    first, second = (rows.hash_rows(seed=seed) for seed in _SEEDS)
    return (
        frame.select(pl.col(KEY).fill_null(""))
        .with_columns(first=first, second=second)
        .group_by(KEY)
        .agg(pl.len().alias("n"), pl.col("first").sum(), pl.col("second").sum())
        .select(KEY, pl.lit(f"{name} {list(rows.schema.items())}").alias("name"), "n", "first", "second")
    )


def _sha256(head: hashlib._Hash, words: str) -> str:
    digest = head.copy()
    digest.update(words.encode())
    return digest.hexdigest()
