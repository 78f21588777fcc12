"""Parsed documents rebuilt from the ledger's rows; nothing is parsed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import polars as pl

from sources.records import Block, ParsedDocument
from warehouse.ledger import Ledger
from warehouse.ledger.batches import Batch

AT_ONCE = 256  # documents whose blocks are in memory together
_NAMES = [field.name for field in fields(Block)]


def parsed_documents(ledger: Ledger, documents: Sequence[str]) -> Iterator[ParsedDocument]:
    """Canonical texts with their blocks, of the reading in force.

    Args:
        ledger: holds them; the caller holds its lock.
        documents: ids of readable documents, in a total order.

    Yields:
        One per id, in that order.

    Raises:
        LedgerError: a stored file is damaged.
    """
    batches = ledger.batches()
    in_force = ledger.outcomes(batches).select("document_id", "batch_number")
    for first in range(0, len(documents), AT_ONCE):
        wanted = pl.DataFrame({"document_id": documents[first : first + AT_ONCE]}, {"document_id": pl.String()})
        keys = wanted.join(in_force, on="document_id")
        there = _holding(batches, keys["batch_number"].to_list())
        rows = {
            row["document_id"]: row
            for row in ledger.rows("raw.documents", there)
            .join(keys, on=["document_id", "batch_number"], how="semi")
            .iter_rows(named=True)
        }
        blocks: dict[str, list[Block]] = {}
        for row in (
            ledger.rows("raw.blocks", there)
            .join(keys, on=["document_id", "batch_number"], how="semi", maintain_order="left")
            .iter_rows(named=True)
        ):
            blocks.setdefault(row["document_id"], []).append(_block(row))
        for document_id in wanted["document_id"]:
            yield _parsed(ledger, rows[document_id], blocks.get(document_id, []))


def _holding(batches: Sequence[Batch], numbers: Sequence[int]) -> list[Batch]:
    wanted = set(numbers)
    return [batch for batch in batches if any(batch.first <= number <= batch.number for number in wanted)]


def _block(row: dict[str, Any]) -> Block:
    paths = {name: tuple(row[name] or ()) for name in ("header_path", "row_labels")}
    return Block(**{**{name: row[name] for name in _NAMES}, **paths})


def _parsed(ledger: Ledger, row: dict[str, Any], blocks: list[Block]) -> ParsedDocument:
    return ParsedDocument(
        row["document_id"],
        row["media_type"],
        ledger.text_by_hash(row["text_sha256"]),
        tuple(blocks),
        row["parser_version"],
        row["guessed_charset"],
        row["n_hidden"] or 0,
        row["n_hidden_figures"] or 0,
        row["n_recognised"] or 0,
        row["column_map"],
    )
