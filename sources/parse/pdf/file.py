"""A PDF file: its pages one after the other, or the reason why it cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sources.parse.draft import Draft, compose
from sources.parse.pdf.layout import arrange
from sources.parse.pdf.page import PageContent, read_page
from sources.parse.unseen import Unseen
from sources.parse.work import begin_page, spend, work_limits
from sources.records import Unreadable

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage
    from pdfplumber.pdf import PDF

_END_MARK = b"%%EOF"
_MAX_TAIL = 4_096  # bytes after the last end mark: some writers leave a few, a cut-off file many
_MAX_UNMAPPED = 0.2
_MAX_ROTATED = 0.5
_AGAIN = "download or export it again"


def parse_pdf(content: bytes, unseen: Unseen | None = None) -> Draft:
    """Read a PDF: lines joined to paragraphs, tables as rows of cells, running headers and text that nobody sees left out.

    Args:
        content: the file's bytes.
        unseen: collects what does not show.

    Returns:
        Canonical text, one line per block, and the blocks with their pages (a block that runs on to the next page
        has the page on which it begins).

    Raises:
        Unreadable: `encrypted`, `damaged` (also where pages are missing or the end is cut off), `scanned` (pages that
            are pictures, where no text recognition is installed), `no_text` (fonts without a character map), `text_lost` (most text is sideways), `too_much_work`.
        MemoryError: where the file needs more memory than there is; that is no fault of the document.
    """
    end = content.rfind(_END_MARK)
    if end < 0 or len(content) - end > _MAX_TAIL + len(_END_MARK):
        raise Unreadable("damaged", f"the file ends before its end mark, so a part is missing: {_AGAIN}")
    pages, unseen = list(_pages(content)), unseen or Unseen()
    for page in pages:
        unseen.hide(page.hidden)
        unseen.n_recognised += page.n_recognised
    n_upright = sum(page.n_chars for page in pages)
    n_chars = n_upright + sum(page.n_rotated for page in pages)
    if not n_chars and unseen.n_hidden:
        raise Unreadable(
            "no_text",
            f"all of its {unseen.n_hidden:,} characters are hidden (not drawn, too small or of the paper's colour): "
            "open it in a viewer and save what shows",
        )
    if not n_chars:
        from sources.parse.pdf.recognise import recognised_pdf

        return recognised_pdf(content, len(pages), unseen)
    if sum(page.n_unmapped for page in pages) > _MAX_UNMAPPED * n_upright:
        raise Unreadable(
            "no_text", "its fonts do not say which characters they show: print it to a new PDF, or run OCR on it"
        )
    if n_chars - n_upright > _MAX_ROTATED * n_chars:
        raise Unreadable("text_lost", "most of its text is sideways: rotate the pages and save the file again")
    draft = compose(arrange(pages))
    if not draft.blocks:
        raise Unreadable("no_text", "its pages hold nothing but page numbers and running headers: run OCR on it first")
    return draft


def _pages(content: bytes) -> Iterator[PageContent]:
    """Read page by page, each page's memory given back before the next."""
    import pdfplumber
    from pdfplumber.page import Page

    from sources.parse.pdf.counted import CountedBytes, check_whole, count_pdfminer

    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of colours and fonts that do not concern text
    count_pdfminer()
    number = 0
    try:
        with pdfplumber.open(CountedBytes(content)) as pdf:
            for number, outline in enumerate(_outlines(pdf), start=1):
                begin_page()
                check_whole(outline, number)
                page = Page(pdf, outline, number)
                yield read_page(page)
                page.close()
    except Exception as error:
        raise _unreadable(error, number) from error


def _outlines(pdf: PDF) -> list[PDFPage]:
    """The document's pages, nothing of them drawn yet."""
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdftypes import resolve1

    pages = list(islice(PDFPage.create_pages(pdf.doc), work_limits().pages + 1))
    spend("pages", len(pages))
    announced = resolve1(resolve1(pdf.doc.catalog["Pages"]).get("Count"))
    if not pages:
        raise Unreadable("damaged", f"no page can be read: {_AGAIN}")
    if isinstance(announced, int) and announced > len(pages):
        raise Unreadable("damaged", f"it announces {announced:,} pages but only {len(pages):,} can be read: {_AGAIN}")
    return pages


def _unreadable(error: Exception, page: int) -> Exception:
    """The reason behind an error of the PDF reader; memory running out is passed on as what it is."""
    from pdfminer.pdfdocument import PDFEncryptionError

    causes: list[BaseException] = [error]
    for cause in causes:  # pdfplumber keeps the original as an argument of its own error
        if isinstance(cause, MemoryError | Unreadable):
            return cause
        if isinstance(cause, PDFEncryptionError):
            return Unreadable("encrypted", "it opens with a password only: save a copy without one")
        more = (cause.__cause__, cause.__context__, *cause.args)
        causes += [item for item in more if isinstance(item, BaseException) and item not in causes]
    where = f"page {page} cannot be read" if page else "it cannot be opened"
    return Unreadable("damaged", f"{where} ({type(error).__name__}): {_AGAIN}")
