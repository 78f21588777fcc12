"""Whether all packed content of a PDF page can be unpacked. Engines skip damaged content and its text.

Looks at bytes only; what is drawn is for the readers of pages.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from sources.parse.work import spend
from sources.records import Unreadable

if TYPE_CHECKING:
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdftypes import PDFStream

_PACKED = ("FlateDecode", "Fl")
_MOST = 64_000_000  # bytes of one stream that are unpacked for this look; a page of text has a thousandth
_STEP = 1 << 20


def check_whole(page: PDFPage, number: int) -> None:
    """Refuses a page of which a part of the content is missing or damaged.

    Args:
        page: as pdfminer finds it, before anything of it is drawn.
        number: its number, from 1.

    Raises:
        Unreadable: `damaged`.
    """
    from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1

    named = page.attrs.get("Contents")
    parts = resolve1(named)
    for part in parts if isinstance(parts, list) else [parts]:
        stream = resolve1(part)
        if isinstance(stream, PDFStream):
            if not _is_whole(stream):
                raise _damaged(number)
        elif stream is None and isinstance(named, PDFObjRef):
            raise _damaged(number)


def _is_whole(stream: PDFStream) -> bool:
    from pdfminer.psparser import literal_name

    data = stream.rawdata or b""
    filters = stream.get_filters()
    if not data.strip() or not filters or literal_name(filters[0][0]) not in _PACKED:
        return True  # unpacked already, blank, or a form that readers refuse by themselves
    if stream.decipher is not None and stream.objid is not None and stream.genno is not None:
        data = stream.decipher(stream.objid, stream.genno, data, stream.attrs)
    try:
        # The checksum behind the data is sometimes left away; the mark of the last block never is.
        return _ends(data, zlib.MAX_WBITS) or _ends(data[2:], -zlib.MAX_WBITS)
    except zlib.error:
        return False


def _ends(data: bytes, form: int) -> bool:
    """Whether packed data comes to its end; True as well where it is too long to be followed."""
    unpacker = zlib.decompressobj(form)
    n_unpacked, left = 0, data
    while not unpacker.eof and n_unpacked <= _MOST:
        piece = unpacker.decompress(left, _STEP)
        left = unpacker.unconsumed_tail
        n_unpacked += len(piece)
        spend("unpacked_bytes", len(piece))
        if not piece and not left:
            return unpacker.eof
    return True


def _damaged(page: int) -> Unreadable:
    return Unreadable(
        "damaged", f"a part of the content of page {page} is missing or damaged: download or export it again"
    )
