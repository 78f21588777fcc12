"""Documents to canonical text: bytes in, one string with its blocks out. Pure: no files, no clock, no state.

`parse` is the verb. Reading files is `sources.ingest`'s, reading figures `sources.extract`'s.
"""

from __future__ import annotations

import functools
import hashlib
import unicodedata
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from sources.records import ParsedDocument, Unreadable

if TYPE_CHECKING:
    from sources.parse.draft import Draft
    from sources.parse.unseen import Unseen

__all__ = ["PARSER_VERSION", "ParsedDocument", "Unreadable", "parse", "parser_version"]

PARSER_VERSION: str  # computed when first asked for

_LIBRARIES = (
    "charset-normalizer",
    "markdown-it-py",
    "selectolax",
    "pdfplumber",
    "pdfminer.six",
    "pypdfium2",
    "tinycss2",
    "mammoth",
    "openpyxl",
    "python-pptx",
    "lxml",
)

_OWN_TEXT = ("text/plain", "text/markdown")  # their characters are counted before their blocks are looked for


def _docx(content: bytes, unseen: Unseen) -> Draft:
    from sources.parse.office.word import parse_docx

    return parse_docx(content, unseen)


def _xlsx(content: bytes, unseen: Unseen) -> Draft:
    from sources.parse.office.sheets import parse_xlsx

    return parse_xlsx(content, unseen)


def _pptx(content: bytes, unseen: Unseen) -> Draft:
    from sources.parse.office.slides import parse_pptx

    return parse_pptx(content, unseen)


_OFFICE: Mapping[str, Callable[[bytes, Unseen], Draft]] = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": _docx,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": _xlsx,
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": _pptx,
}


def parse(content: bytes, charset: str | None = None, column_map: str | None = None) -> ParsedDocument:
    """Turn the bytes of one document into canonical text and blocks.

    Args:
        content: a text, Markdown, CSV, HTML, PDF or Office file (.docx, .xlsx, .pptx), or a picture of a page; its type is recognised by its bytes.
        charset: what the server that sent it named; holds before what the bytes declare, not before what they plainly are.
        column_map: what its sidecar says of the columns of its tables, for who extracts.

    Returns:
        The document with `text[b.char_start:b.char_end]` as the text of each block b. Text and Markdown are their
        own canonical text (NFC, LF, nothing stripped), but for stretches of HTML in them, which are read as pages are.

    Raises:
        Unreadable: with a short reason (`empty`, `binary`, `unknown_encoding`, `unsupported_type`, `hostile_markup`,
            `text_lost`, `no_text`, `scanned`, `encrypted`, `damaged`, `too_much_work`) and a message that says what to do.
    """
    from sources.parse import canonical, sniff
    from sources.parse.draft import Draft
    from sources.parse.unit_lines import with_unit_lines
    from sources.parse.unseen import Unseen
    from sources.parse.work import counted, spend

    unseen = Unseen()
    media_type = sniff.sniff(content)
    with counted():
        if media_type == "text/html":
            from sources.parse.html import parse_html

            draft = parse_html(content, charset, unseen)
        elif media_type == "application/pdf":
            from sources.parse.pdf import parse_pdf

            draft = parse_pdf(content, unseen=unseen)
        elif media_type in sniff.PICTURES:
            from sources.parse.pdf.recognise import recognised_picture

            draft = recognised_picture(content, sniff.PICTURES[media_type], unseen)
        elif media_type in _OFFICE:
            draft = _OFFICE[media_type](content, unseen)
        else:
            from sources.parse.html.mixed import read_mixed
            from sources.parse.quoted import withdrawn
            from sources.parse.text import blocks_of_text
            from sources.parse.text.csv import read_csv

            text, guessed = canonical.canonical_text(content, charset)
            spend("characters", len(text))  # before its blocks are looked for
            if records := read_csv(text):
                media_type, draft = "text/csv", records._replace(guessed_charset=guessed)
            elif mixed := read_mixed(text, unseen):
                draft, is_page = mixed[0]._replace(guessed_charset=guessed), mixed[1]
                media_type = "text/html" if is_page else sniff.text_type(draft.text)
            else:
                media_type = sniff.text_type(text)
                draft = Draft(text, blocks_of_text(text), withdrawn(text), guessed)
        if media_type not in _OWN_TEXT:
            spend("characters", len(draft.text))
    if not any(char.isprintable() and not char.isspace() for char in draft.text):
        raise Unreadable("no_text", "it holds no character that shows: check its download or export")
    return ParsedDocument(
        hashlib.sha256(content).hexdigest(), media_type, draft.text, with_unit_lines(draft.text, draft.blocks), parser_version(), draft.guessed_charset,
        unseen.n_hidden, unseen.n_hidden_figures, unseen.n_recognised, column_map, draft.withdrawn,
    )  # fmt: skip


@functools.cache
def parser_version() -> str:
    """Hash of all that decides the canonical text: the code and words of this package, its parsers' and Unicode's versions."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted(path for path in here.rglob("*") if path.suffix in (".py", ".yml")):
        digest.update(f"{path.relative_to(here).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    versions = [f"{name} {metadata.version(name)}" for name in _LIBRARIES]
    digest.update("\n".join([*versions, f"unicode {unicodedata.unidata_version}"]).encode())
    return digest.hexdigest()[:16]


def __getattr__(name: str) -> str:
    if name == "PARSER_VERSION":
        return parser_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
