"""pdfminer with counters: unpacking and parsing are charged to the document's work, and damaged content is refused.

pdfminer has no place for a counter. What it unpacks goes through functions that its module of streams names, and what it takes apart
is read from a `BytesIO` in steps of 4,096 bytes, so these names are bound to ours, once per process. Outside of `work.counted` they
count nothing.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from sources.parse.work import spend
from sources.records import Unreadable

if TYPE_CHECKING:
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdftypes import PDFStream

_STEP = 1 << 20
_BUFFER = 4_096
_COPIES = 20  # bytes are copied so many times faster than they are unpacked
_ENTRY = 32  # bytes that an entry of a map takes at least; it takes as long to make
_OBJECT = 16  # bytes that are taken apart in the time that an object of an object stream takes beside its own
_FORMS = ((0, zlib.MAX_WBITS), (2, -zlib.MAX_WBITS))  # with the checksum, and without, as some writers leave it
_DECODERS = ("lzwdecode", "ascii85decode", "asciihexdecode", "rldecode", "ccittfaxdecode")
_PREDICTORS = ("apply_png_predictor", "apply_tiff_predictor")


class CountedBytes(io.BytesIO):
    """Bytes whose reading is spent, a whole buffer for each part of one: a drawing of ten bytes costs as much as one of 4,096."""

    def read(self, size: int | None = -1, /) -> bytes:
        """As in `BytesIO`."""
        data = super().read(size)
        spend("parsed_bytes", max(len(data), _BUFFER))
        return data


class _Unpacker:
    """As `zlib.decompressobj()`, for pdfminer's look at damaged data: byte by byte, all that came before copied at each."""

    n_made = 0

    def __init__(self) -> None:
        _Unpacker.n_made += 1
        self._unpacker = zlib.decompressobj()
        self._n_out = 0

    def decompress(self, data: bytes) -> bytes:
        unpacked = self._unpacker.decompress(data)
        self._n_out += len(unpacked)
        spend("unpacked_bytes", len(unpacked) + 1 + (self._n_out // _COPIES if unpacked else 0))
        return unpacked


class _Zlib:
    """The part of `zlib` that pdfminer uses."""

    error = zlib.error
    decompressobj = _Unpacker

    @staticmethod
    def decompress(data: bytes) -> bytes:
        """As `zlib.decompress`, step by step."""
        for begin, form in _FORMS:
            unpacker, pieces, left = zlib.decompressobj(form), [b""], data[begin:]
            while not unpacker.eof and (left or pieces[-1]):
                pieces.append(unpacker.decompress(left, _STEP))
                left = unpacker.unconsumed_tail
                spend("unpacked_bytes", len(pieces[-1]))
            if unpacker.eof:
                return b"".join(pieces)
        raise zlib.error("incomplete or truncated stream")


@cache
def count_pdfminer() -> None:
    """Has pdfminer spend what it does, from now on."""
    from pdfminer import pdfdocument, pdffont, pdfinterp, pdfparser, pdftypes
    from pdfminer.cmapdb import FileUnicodeMap

    setattr(pdftypes, "zlib", _Zlib)  # noqa: B010 - a name that the module does not give out
    for name in (*_DECODERS, *_PREDICTORS):
        setattr(pdftypes, name, _spending(getattr(pdftypes, name), is_last=name in _PREDICTORS))
    for module in (pdfparser, pdfinterp, pdffont):
        setattr(module, "BytesIO", CountedBytes)  # noqa: B010 - as above

    class CountedMap(FileUnicodeMap):
        """A font's map of characters: one short line of a file may have it grow by all numbers there are."""

        def add_cid2unichr(self, cid: int, code: Any) -> None:
            spend("parsed_bytes", _ENTRY)
            super().add_cid2unichr(cid, code)

    setattr(pdffont, "FileUnicodeMap", CountedMap)  # noqa: B010 - as above
    setattr(pdfdocument.PDFDocument, "_get_objects", _announced_objects)  # noqa: B010 - as above


def _announced_objects(document: PDFDocument, stream: PDFStream) -> tuple[list[object], int]:
    """The objects of an object stream: as many as it announces, each behind two numbers (ISO 32000-1, 7.5.7).

    pdfminer takes apart whatever the stream holds.
    """
    from pdfminer.pdfparser import PDFStreamParser
    from pdfminer.psparser import PSEOF

    announced = stream.get("N")
    n = announced if isinstance(announced, int) else 0
    parser = PDFStreamParser(stream.get_data())
    parser.set_document(document)
    objects: list[object] = []
    with suppress(PSEOF):
        while len(objects) < 3 * n:
            spend("parsed_bytes", _OBJECT)
            objects.append(parser.nextobject()[1])
    return objects, n


def check_whole(page: PDFPage, number: int) -> None:
    """Refuse a page of which a part of the content is missing or damaged: pdfminer passes over it.

    Raises:
        Unreadable: `damaged`.
    """
    from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1

    n_damaged = _Unpacker.n_made
    parts = [resolve1(part) for part in page.contents]
    for part in parts:
        if isinstance(part, PDFStream):
            part.get_data()
    is_missing = None in parts and isinstance(page.attrs.get("Contents"), PDFObjRef)
    if is_missing or _Unpacker.n_made > n_damaged:
        raise Unreadable(
            "damaged", f"a part of the content of page {number} is missing or damaged: download or export it again"
        )


def _spending(decode: Callable[..., bytes], *, is_last: bool) -> Callable[..., bytes]:
    """A decoder written in Python: what goes in is taken apart byte by byte, what comes out is unpacked."""

    def decoded(*arguments: Any) -> bytes:
        data = arguments[-1] if is_last else arguments[0]
        spend("parsed_bytes", len(data))
        unpacked = decode(*arguments)
        spend("unpacked_bytes", len(unpacked))
        return unpacked

    return decoded
