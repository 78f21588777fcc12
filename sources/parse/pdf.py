"""PDF files: bytes to canonical text with blocks and page numbers, or the reason why not.

Opening a file, going through its pages and telling what is wrong with it. A page's lines and tables are read in
`pdf_page`, their order into headings, paragraphs and lists is `pdf_layout`'s.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any

from sources.parse import pdf_pdfium, pdf_plumber
from sources.parse.draft import Draft, compose
from sources.parse.pdf_counted import CountedBytes, count_pdfminer
from sources.parse.pdf_drawn import Refused
from sources.parse.pdf_layout import arrange
from sources.parse.pdf_page import PageContent, page_content
from sources.parse.pdf_streams import check_whole
from sources.parse.pdf_trust import PageFacts, page_facts
from sources.parse.unseen import Unseen
from sources.parse.work import begin_page, spend, work_limits
from sources.records import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pdfplumber.pdf
    from pdfminer.pdfpage import PDFPage

Trust = Callable[["PDFPage"], PageFacts]

_LOG = logging.getLogger(__name__)

_END_MARK = b"%%EOF"
_MAX_TAIL = 4_096  # bytes after the last end mark: some writers leave a few, a cut-off file many
_MAX_UNMAPPED = 0.2
_MAX_ROTATED = 0.5


def no_page(page: PDFPage) -> PageFacts:
    """Trusts pdfium with nothing.

    Raises:
        Refused: always.
    """
    raise Refused("pdfium is not to be used")


def parse_pdf(content: bytes, trusted: Trust = page_facts, unseen: Unseen | None = None) -> Draft:
    """Read a PDF.

    Lines are joined into paragraphs, ruled tables written as rows of cells, running headers and footers left out. So is text
    that cannot be seen; text that recognition wrote behind a scanned picture stays.

    Args:
        content: the file's bytes.
        trusted: which pages pdfium may read, with what it must know of them; the others are read by pdfplumber, and both
            give the same text and blocks. `no_page` has pdfplumber read all.
        unseen: collects what does not show.

    Returns:
        Canonical text, one line per block, and the blocks with their pages (a block that runs on to the next page
        has the page on which it begins).

    Raises:
        Unreadable: `encrypted`, `damaged` (also where pages are missing or the end is cut off), `scanned` (pages that
            are pictures, where no text recognition is installed), `no_text` (fonts without a character map), `text_lost` (most text is sideways), `too_much_work`.
        MemoryError: where the file needs more memory than there is; that is no fault of the document.
    """
    if not 0 <= len(content) - content.rfind(_END_MARK) <= _MAX_TAIL + len(_END_MARK) or _END_MARK not in content:
        raise Unreadable(
            "damaged", "the file ends before its end mark, so a part is missing: download or export it again"
        )
    pages = list(_pages(content, trusted))
    unseen = unseen or Unseen()
    for page in pages:
        unseen.hide(page.hidden)
        unseen.n_recognised += page.n_recognised
    n_chars = sum(page.n_chars for page in pages)
    n_rotated = sum(page.n_rotated for page in pages)
    if not n_chars + n_rotated and unseen.n_hidden:
        raise Unreadable(
            "no_text",
            f"all of its {unseen.n_hidden:,} characters are hidden (not drawn, too small or of the paper's colour): "
            "open it in a viewer and save what shows",
        )
    if not n_chars + n_rotated:
        from sources.parse.recognise import recognised_pdf

        return recognised_pdf(content, len(pages), unseen)
    if sum(page.n_unmapped for page in pages) > _MAX_UNMAPPED * n_chars:
        raise Unreadable(
            "no_text", "its fonts do not say which characters they show: print it to a new PDF, or run OCR on it"
        )
    if n_rotated > _MAX_ROTATED * (n_chars + n_rotated):
        raise Unreadable("text_lost", "most of its text is sideways: rotate the pages and save the file again")
    draft = compose(arrange(pages))
    if not draft.blocks:
        raise Unreadable("no_text", "its pages hold nothing but page numbers and running headers: run OCR on it first")
    return draft


def _pages(content: bytes, trusted: Trust) -> Iterator[PageContent]:
    """Read page by page, each page's memory given back before the next: by pdfium where it is trusted, else by pdfplumber."""
    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of colours and fonts that do not concern text
    number = 0
    count_pdfminer()
    try:
        outlines = _outlines(content)
        with nullcontext() if trusted is no_page else pdf_pdfium.opened(content) as fast, ExitStack() as stack:
            is_whole = fast is not None and len(fast) == len(outlines)
            slow: pdfplumber.pdf.PDF | None = None
            for number, outline in enumerate(outlines, start=1):
                begin_page()
                check_whole(outline, number)
                content_of_page = _fast(fast, number, outline, trusted) if is_whole else None
                if content_of_page is None:
                    slow = slow or stack.enter_context(_opened(content))
                    page = slow.pages[number - 1]
                    content_of_page = page_content(pdf_plumber.drawn(page, number))
                    page.close()
                yield content_of_page
    except Exception as error:
        raise _unreadable(error, number) from error


def _fast(document: Any, number: int, outline: PDFPage, trusted: Trust) -> PageContent | None:
    """A page as pdfium finds it; None, with the reason in the log, where it is for pdfplumber.

    What goes wrong here says nothing of the document: whether a page can be read is for pdfplumber to say.
    """
    try:
        return page_content(pdf_pdfium.drawn(document, number, trusted(outline)))
    except (MemoryError, Unreadable):
        raise
    except Exception as error:
        reason = error if isinstance(error, Refused) else f"pdfium fails ({type(error).__name__})"
        _LOG.debug("page %d is read by pdfplumber: %s", number, reason)
        return None


def _opened(content: bytes) -> pdfplumber.pdf.PDF:
    import pdfplumber

    return pdfplumber.open(CountedBytes(content))


def _outlines(content: bytes) -> list[PDFPage]:
    """The document's pages, nothing of them drawn yet."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser
    from pdfminer.pdftypes import resolve1

    document = PDFDocument(PDFParser(CountedBytes(content)))
    pages = list(islice(PDFPage.create_pages(document), work_limits().pages + 1))
    spend("pages", len(pages))
    if not pages:
        raise Unreadable("damaged", "no page can be read: download or export it again")
    announced = resolve1(resolve1(document.catalog["Pages"]).get("Count"))
    if isinstance(announced, int) and announced > len(pages):
        raise Unreadable(
            "damaged",
            f"it announces {announced:,} pages but only {len(pages):,} can be read: download or export it again",
        )
    return pages


def _unreadable(error: Exception, page: int) -> Exception:
    """The reason behind an error of the PDF reader; memory running out is passed on as what it is."""
    from pdfminer.pdfdocument import PDFEncryptionError

    if isinstance(error, Unreadable):
        return error
    for cause in _causes(error):
        if isinstance(cause, MemoryError | Unreadable):
            return cause
        if isinstance(cause, PDFEncryptionError):
            return Unreadable("encrypted", "it opens with a password only: save a copy without one")
    where = f"page {page} cannot be read" if page else "it cannot be opened"
    return Unreadable("damaged", f"{where} ({type(error).__name__}): download or export it again")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error with all that stand behind it; pdfplumber keeps the original as an argument of its own error."""
    seen: set[int] = set()
    queue: list[BaseException | None] = [error]
    while queue:
        item = queue.pop()
        if item is None or id(item) in seen:
            continue
        seen.add(id(item))
        yield item
        queue += [item.__cause__, item.__context__, *(arg for arg in item.args if isinstance(arg, BaseException))]
