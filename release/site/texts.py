"""Whole texts of documents whose licence permits it: their pages, with every quoted place marked.

Belongs here: cutting a text into pages and pieces. Which licences do is policy (`evidence.whole_text_licences`); a text
that may not be passed on never comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from release.site.addresses import Addresses, numbered, stem
from release.site.kept import Key, Parts
from release.site.paper import Paper
from release.site.rows import Row, Rows

LONGEST = 300_000  # characters a page: with four bytes each it is as large as the largest page of a list

WholeText = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text between two ends of quotes.

    Attributes:
        anchors: evidence_ids of the quotes that begin here.
        href: the claim that a quote over this stretch states; None where none does.
    """

    text: str
    anchors: tuple[str, ...]
    href: str | None


def lay_out_texts(rows: Rows, at: Addresses, whole_text: WholeText) -> None:
    """Enters where in a whole text every quote stands, before the evidence that links there is written.

    Args:
        rows: the marts.
        at: gets the addresses of texts, and of mentions in them.
        whole_text: a document's canonical text, None where its licence does not let it be passed on.
    """
    mentions = rows.by("evidence", "document_id")
    for document in rows.of("documents"):
        document_id = document["document_id"]
        text = whole_text(document_id)
        if text is None:
            continue
        name = f"texts/{stem(document_id)}"
        at.texts[document_id] = numbered(name, 1)
        places = pages_of(text)
        for row in mentions.get(document_id, []):
            n = next(n for n, (_, end) in enumerate(places, 1) if row["char_start"] < end)
            at.in_texts[row["evidence_id"]] = f"{numbered(name, n)}#t-{row['evidence_id']}"


def write_texts(rows: Rows, at: Addresses, paper: Paper, whole_text: WholeText, parts: Parts) -> None:
    """Writes the pages of every text that has an address.

    Args:
        rows: the marts.
        at: the addresses of texts and claims.
        paper: where the pages go.
        whole_text: as for `lay_out_texts`.
        parts: takes over what did not change.
    """
    texts = _Texts(whole_text)
    rows.reads.add(texts.NAME, texts)
    mentions = rows.by("evidence", "document_id")
    documents = rows.by("documents", "document_id")

    def write(document_id: str) -> None:
        rows.reads.note(texts.NAME, (document_id,))
        text = whole_text(document_id) or ""
        quotes = mentions.get(document_id, [])
        blocks = [
            [paper.block("text.html", 1, pieces=list(pieces_of(text, start, end, quotes, at)))]
            for start, end in pages_of(text)
        ]
        paper.write_list(
            f"texts/{stem(document_id)}",
            "texts.html",
            blocks,
            document=documents[document_id][0],
            n_quotes=len(quotes),
            at=at,
        )

    for document_id in at.texts:
        parts.pages(f"texts/{stem(document_id)}", partial(write, document_id))


@dataclass(frozen=True, slots=True)
class _Texts:
    """Whole texts as a source of parts."""

    whole_text: WholeText
    NAME = "whole texts"

    def states(self, keys: Sequence[Key]) -> Iterable[bytes]:
        """The text of each document that may be passed on."""
        return ((self.whole_text(key or "") or "").encode("utf-8", "surrogatepass") for key in keys)


def pages_of(text: str, longest: int = LONGEST) -> list[tuple[int, int]]:
    """Start and end of each page of a text; a page ends behind a line where one ends in its second half.

    Args:
        text: the whole.
        longest: characters a page at most.

    Returns:
        Stretches that follow one another without a gap; one, which may be empty, at the least.
    """
    places = []
    start = 0
    while len(text) - start > longest:
        line = text.rfind("\n", start + longest // 2, start + longest)
        end = line + 1 if line >= 0 else start + longest
        places.append((start, end))
        start = end
    return [*places, (start, len(text))]


def pieces_of(text: str, start: int, end: int, quotes: Sequence[Row], at: Addresses) -> Iterator[Piece]:
    """The pieces of text[start:end], in order; joined they are that text.

    Args:
        text: the whole.
        start: first character of the page.
        end: the one behind its last.
        quotes: rows of marts.evidence of this text.
        at: the addresses of claims.
    """
    here = [row for row in quotes if row["char_start"] < end and row["char_end"] > start]
    ends = {start, end, *(row["char_start"] for row in here), *(row["char_end"] for row in here)}
    cuts = sorted(cut for cut in ends if start <= cut <= end)
    for first, last in pairwise(cuts):
        over = [row for row in here if row["char_start"] <= first < row["char_end"]]
        over.sort(key=lambda row: (-row["char_start"], row["char_end"], row["evidence_id"]))
        yield Piece(
            text=text[first:last],
            anchors=tuple(row["evidence_id"] for row in over if row["char_start"] == first),
            href=next((at.claims[row["claim_id"]] for row in over if row["claim_id"] in at.claims), None),
        )
