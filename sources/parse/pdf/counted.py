"""pdfminer with counters: unpacking and parsing are charged to the document's work. No reading here.

pdfminer has no place to put a counter or a bound. Everything that it unpacks goes through functions that its module of streams names,
and everything that it takes apart is read from a `BytesIO` in steps of 4,096 bytes, so these names are bound to ours that count and
hand on. They are bound once per process; outside of `work.counted` they count nothing.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

from sources.parse.work import spend

_STEP = 1 << 20
_BUFFER = 4_096
_COPIES = 20  # bytes are copied so many times faster than they are unpacked
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

    def __init__(self) -> None:
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
        unpacker = zlib.decompressobj()
        pieces: list[bytes] = []
        left = data
        while not unpacker.eof:
            piece = unpacker.decompress(left, _STEP)
            left = unpacker.unconsumed_tail
            if not piece and not left:
                raise zlib.error("incomplete or truncated stream")
            spend("unpacked_bytes", len(piece))
            pieces.append(piece)
        return b"".join(pieces)


@cache
def count_pdfminer() -> None:
    """Has pdfminer spend what it does, from now on."""
    from pdfminer import pdffont, pdfinterp, pdfparser, pdftypes

    setattr(pdftypes, "zlib", _Zlib)  # noqa: B010 - a name that the module does not give out
    for name in (*_DECODERS, *_PREDICTORS):
        setattr(pdftypes, name, _spending(getattr(pdftypes, name), is_last=name in _PREDICTORS))
    for module in (pdfparser, pdfinterp, pdffont):
        setattr(module, "BytesIO", CountedBytes)  # noqa: B010 - as above


def _spending(decode: Callable[..., bytes], *, is_last: bool) -> Callable[..., bytes]:
    """A decoder written in Python: what goes in is taken apart byte by byte, what comes out is unpacked."""

    def decoded(*arguments: Any) -> bytes:
        data = arguments[-1] if is_last else arguments[0]
        spend("parsed_bytes", len(data))
        unpacked = decode(*arguments)
        spend("unpacked_bytes", len(unpacked))
        return unpacked

    return decoded
