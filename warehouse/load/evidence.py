"""Evidence: one row per mention, its quote checked against the stored text, with words around it as far as allowed.

Belongs here: offsets → quote, prefix, suffix, header of the table, page. Which mention belongs to which claim is the extractor's word.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from warehouse.load.table_headers import header_spans
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, BuildError, Frames, Step
from warehouse.values.wording import counted


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text that context must not leave, the page it stands on, and its table where it is a table's row."""

    char_start: int
    char_end: int
    page: int | None
    table: int | None = None


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds core.evidence.

    Args:
        frames: raw.mentions, raw.blocks, core.documents, core.claims.
        context: its texts and its evidence policy are used.

    Returns:
        The table, with a row for every mention of every document that is not retracted. Prefix, quote, suffix and header together keep
        to the document's quote limit.

    Raises:
        BuildError: a mention's surface is not what the text has at its offsets, or its claim is unknown.
    """
    documents = frames["core.documents"].select("document_id", "text_sha256", "quote_limit_chars").sort("document_id")
    mentions = frames["raw.mentions"].join(documents, on="document_id", how="semi")
    _refuse_orphans(mentions, frames["core.claims"])
    return {"core.evidence": framed("core.evidence", _rows(documents, mentions, frames["raw.blocks"], context))}


def _rows(
    documents: pl.DataFrame, mentions: pl.DataFrame, blocks_of_all: pl.DataFrame, context: BuildContext
) -> Iterator[dict[str, object]]:
    of_document = mentions.sort("document_id", "char_start", "char_end", "claim_id").partition_by(
        "document_id", as_dict=True
    )
    headers = header_spans(blocks_of_all)
    blocks = blocks_of_all.filter(pl.col("kind") != "table_cell").partition_by("document_id", as_dict=True)
    for document_id, text_sha256, limit in documents.iter_rows():
        of_one = of_document.get((document_id,))
        if of_one is None:
            continue
        text = context.text_of(document_id)
        stretches = _stretches(blocks.get((document_id,)))
        starts = [stretch.char_start for stretch in stretches]
        for mention in of_one.iter_rows(named=True):
            start, end = mention["char_start"], mention["char_end"]
            if text[start:end] != mention["surface"] or start >= end:
                raise BuildError(
                    f"document {document_id}, claim {mention['claim_id']}: the text at [{start}:{end}] is "
                    f"{text[start:end]!r}, the evidence says {mention['surface']!r}; a fault of the extractor, "
                    "no release can carry it"
                )
            place = bisect_right(starts, start) - 1
            inside = place >= 0 and end <= stretches[place].char_end
            around = stretches[place] if inside else line_around(text, start, end)
            before, behind = context_of(text, (start, end), around, limit, context.policy.evidence.context_chars)
            taken = len(before) + end - start + len(behind)
            span = None if around.table is None else headers.get((document_id, around.table))
            header = _header(span, start, limit - taken)
            yield {
                "evidence_id": evidence_id(mention["claim_id"], start, end),
                "claim_id": mention["claim_id"],
                "document_id": document_id,
                "text_sha256": text_sha256,
                "char_start": start,
                "char_end": end,
                "page": around.page,
                "quote": text[start:end],
                "prefix": before,
                "suffix": behind,
                "header_start": header and header[0],
                "header_end": header and header[1],
                "header": header and text[slice(*header)],
                "rule": mention["rule"],
            }


def evidence_id(claim_id: str, char_start: int, char_end: int) -> str:
    """Id of a mention: 16 hex digits of the hash of claim and offsets."""
    return hashlib.sha256(f"{claim_id}:{char_start}:{char_end}".encode()).hexdigest()[:16]


def line_around(text: str, start: int, end: int) -> Stretch:
    """The line or lines that hold a span: what bounds its context where no block does."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return Stretch(first, len(text) if last < 0 else last, None)


def context_of(text: str, span: tuple[int, int], around: Stretch, limit: int, wanted: int) -> tuple[str, str]:
    """Words before and behind a span.

    The span and its context together keep to `limit`; what is left beside the quote is shared evenly, and what one side
    cannot use goes to the other. Cut at whitespace, so no word is cut in two. The quote itself is never cut: it is the
    figure, and a claim without it would be none.

    Args:
        text: canonical text.
        span: first code point of the quote, code point behind it.
        around: bounds of the context.
        limit: most code points of prefix, quote and suffix.
        wanted: most code points of each side.

    Returns:
        Prefix and suffix; the text between them, with them, stands in `text` as it is.
    """
    start, end = span
    left = min(wanted, start - around.char_start)
    right = min(wanted, around.char_end - end)
    budget = max(0, limit - (end - start))
    if left + right > budget:
        half = budget // 2
        left = max(budget - right, min(left, budget - half))
        right = budget - left
    first, last = start - left, end + right
    if first > around.char_start and not text[first - 1].isspace():
        first = next((place + 1 for place in range(first, start) if text[place].isspace()), start)
    if last < around.char_end and not text[last].isspace():
        last = next((place for place in range(last - 1, end - 1, -1) if text[place].isspace()), end)
    return text[first:start], text[end:last]


def _header(span: tuple[int, int] | None, start: int, room: int) -> tuple[int, int] | None:
    """The header above a quote, None if the quote limit has no room for all of it: a part would put figures under wrong columns."""
    return span if span is not None and span[1] <= start and span[1] - span[0] <= room else None


def _stretches(blocks: pl.DataFrame | None) -> Sequence[Stretch]:
    """Blocks that bound context, in order; cells are left out, their row bounds them (a cell alone says little)."""
    if blocks is None:
        return ()
    ordered = blocks.sort("char_start", "char_end").select("char_start", "char_end", "page", "table")
    return tuple(Stretch(*row) for row in ordered.iter_rows())


def _refuse_orphans(mentions: pl.DataFrame, claims: pl.DataFrame) -> None:
    orphans = mentions.join(claims, on="claim_id", how="anti").sort("document_id", "char_start")
    if orphans.height:
        first = orphans.row(0, named=True)
        raise BuildError(
            f"document {first['document_id']}: {counted(orphans.height, 'mention')} of claims that core.claims does not have; "
            f"first: claim {first['claim_id']} at {first['char_start']}"
        )


STEP = Step(
    name="evidence",
    reads=("raw.mentions", "raw.blocks", "core.documents", "core.claims"),
    writes=("core.evidence",),
    run=run,
)
