"""What travels between a worker and the process that asks: frames of a kind, a length and a content. No processes here.

A worker has read a stranger's file, so what it sends is read with care: a length is checked before anything is kept, and only
records of ours are built from it.
"""

from __future__ import annotations

import importlib
import io
import pickle
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

READY = b"R"
READ = b"A"  # a pickle of (ParsedDocument, Extraction)
UNREADABLE = b"U"  # a pickle of (reason, detail)
NO_MEMORY = b"M"  # words
FAILED = b"F"  # words: the error, then where
TOO_LARGE = b"L"  # the size in digits

_HEAD = struct.Struct("!cQ")
_DOCUMENT = struct.Struct("!QHId")
_CHUNK = 1 << 20
_OURS = frozenset({("decimal", "Decimal"), ("datetime", "date")})
_OUR_MODULE = "sources.records"


class WireError(Exception):
    """A worker sent what no worker of ours sends."""


class AnswerTooLarge(Exception):
    """A worker announced more than it may send; the size in bytes."""


class _OurRecords(pickle.Unpickler):
    """Builds nothing but records: a pickle may name any function, and a broken-into parser could write one."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) in _OURS or (module == _OUR_MODULE and name.isidentifier() and not name.startswith("_")):
            loaded = getattr(importlib.import_module(module), name, None)
            if isinstance(loaded, type):
                return loaded
        raise WireError(f"it sent a {module}.{name}")


def unpacked(payload: bytes) -> object:
    """What a worker packed.

    Raises:
        WireError: it holds anything but records of ours.
    """
    try:
        return _OurRecords(io.BytesIO(payload)).load()
    except WireError:
        raise
    except Exception as error:
        raise WireError(f"it sent what cannot be read ({type(error).__name__}: {error})") from error


def send_frame(channel: socket.socket, kind: bytes, payload: bytes = b"") -> None:
    """Sends one frame; waits until it is gone."""
    channel.sendall(_HEAD.pack(kind, len(payload)))
    channel.sendall(payload)


def document_frame(
    content: bytes, seconds: float, charset: str | None = None, column_map: str | None = None
) -> list[memoryview]:
    """A document on its way to a worker, with its processor seconds, the charset of its server and the column map of its sidecar."""
    named, mapped = (charset or "").encode("ascii", "replace"), (column_map or "").encode()
    head = _DOCUMENT.pack(len(content), len(named), len(mapped), seconds)
    return [memoryview(head + named + mapped), memoryview(content)]


def receive_document(channel: socket.socket) -> tuple[bytes, str | None, str | None, float] | None:
    """The next document, its charset, its column map and its processor seconds; None where no worker is left to ask for one."""
    head = _exactly(channel, _DOCUMENT.size)
    if head is None:
        return None
    length, n_named, n_mapped, seconds = _DOCUMENT.unpack(head)
    named, mapped, content = (_exactly(channel, n_bytes) for n_bytes in (n_named, n_mapped, length))
    if named is None or mapped is None or content is None:
        return None
    return content, named.decode("ascii") or None, mapped.decode() or None, seconds


def _exactly(channel: socket.socket, length: int) -> bytes | None:
    content = bytearray(length)
    left = memoryview(content)
    while left:
        n_read = channel.recv_into(left, min(len(left), _CHUNK))
        if not n_read:
            return None
        left = left[n_read:]
    return bytes(content)


@dataclass(slots=True)
class Inbox:
    """Frames of one worker as their bytes come in.

    Attributes:
        most: bytes that the content of a frame may have.
    """

    most: int
    _held: bytearray = field(default_factory=bytearray)

    def take(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Takes bytes; gives the frames that are whole.

        Raises:
            AnswerTooLarge: a frame is larger than it may be; nothing of it is kept.
        """
        self._held += data
        while len(self._held) >= _HEAD.size:
            kind, length = _HEAD.unpack_from(self._held)
            if length > self.most:
                raise AnswerTooLarge(length)
            end = _HEAD.size + length
            if len(self._held) < end:
                return
            payload = bytes(self._held[_HEAD.size : end])
            del self._held[:end]
            yield kind, payload
