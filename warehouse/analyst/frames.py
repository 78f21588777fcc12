"""The messages between the two processes: one letter, the length in 8 bytes, the bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal, TypeAlias

# From the one that asks: a text with its limits, the next statement, no more of them, break off what runs.
ASK, NEXT, ENOUGH, STOP = b"A", b"N", b"X", b"I"
# From the one that answers: open and idle, a piece of a result (Arrow's stream), a result is whole, a statement without
# rows is done, all is done, an error (its kind and message).
READY, PIECE, WHOLE, DONE, ALL, ERROR = b"R", b"D", b"S", b"T", b"F", b"E"

Frame: TypeAlias = tuple[bytes, bytes]
_HEAD = 9
_CHUNK = 2**20
_ORDER: Literal["big"] = "big"


def send(descriptor: int, kind: bytes, content: bytes | memoryview = b"") -> None:
    """Writes one frame; waits while the pipe is full.

    Raises:
        BrokenPipeError: nobody reads.
    """
    for part in (kind + len(content).to_bytes(8, _ORDER), content):
        left = memoryview(part)
        while left:
            left = left[os.write(descriptor, left) :]


class Frames:
    """Frames out of a pipe, cut from what comes."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor`: the end to read from."""
        self._descriptor = descriptor
        self._left = bytearray()

    def read(self) -> bool:
        """Takes what is there, waiting for at least one byte; False at the end of the pipe."""
        taken = os.read(self._descriptor, _CHUNK)
        self._left += taken
        return bool(taken)

    def whole(self) -> Iterator[Frame]:
        """Every frame that is complete."""
        while len(self._left) >= _HEAD:
            end = _HEAD + int.from_bytes(self._left[1:_HEAD], _ORDER)
            if len(self._left) < end:
                return
            frame = bytes(self._left[:1]), bytes(self._left[_HEAD:end])
            del self._left[:end]
            yield frame
