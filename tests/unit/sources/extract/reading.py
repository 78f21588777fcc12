"""Reads a text as a document, for tests that look at what is read and not at how the text came in."""

from __future__ import annotations

import hashlib
import unicodedata

from sources.extract import extract
from sources.parse.text import blocks_of_text
from sources.parse.unit_lines import with_unit_lines
from sources.records import Extraction, Mention, ParsedDocument


def parsed(text: str) -> ParsedDocument:
    """A plain-text document."""
    plain = unicodedata.normalize("NFC", text)
    blocks = with_unit_lines(plain, blocks_of_text(plain))
    return ParsedDocument(hashlib.sha256(plain.encode()).hexdigest(), "text/plain", plain, blocks, "test")


def read(text: str) -> Extraction:
    """What the document states."""
    return extract(parsed(text))


def figures(text: str) -> list[Mention]:
    """Its mentions, in order of the text."""
    return list(read(text).mentions)
