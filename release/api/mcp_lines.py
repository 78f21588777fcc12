r"""Input lines of an agent's program, made readable: a lone surrogate in a name must not cost the answer.

Python's and JavaScript's writers of JSON put half of a surrogate pair down as `\\ud800`; the reader beneath MCP takes no such line, and whoever
sent it waits for ever. A line of which only its id can be read becomes a request for an unknown method, which gets an error.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any, BinaryIO

UNREADABLE = "unreadable"
_PAIR = rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_HALF = rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
_ESCAPE = re.compile(rb"(?P<kept>" + _PAIR + rb")|(?P<half>" + _HALF + rb")|\\.", re.DOTALL)
_ID = re.compile(rb'"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,200}")')


def readable(line: bytes, is_taken: Callable[[bytes], bool]) -> bytes:
    """A line that can be read and says the same, but for half characters (U+FFFD then).

    Args:
        line: as it came, with its end.
        is_taken: whether the reader takes a line.

    Returns:
        The line; where it cannot be read, a request with its id for the method `UNREADABLE`; where it has no id, the line as it was.
    """
    mended = _ESCAPE.sub(lambda found: b"\\ufffd" if found["half"] else found[0], line)
    if not mended.strip() or is_taken(mended):
        return mended
    found = _ID.search(line)
    if found is None:
        return line
    return json.dumps({"jsonrpc": "2.0", "id": json.loads(found[1]), "method": UNREADABLE}).encode() + b"\n"


class ReadableLines(io.RawIOBase):
    """A binary stream of which every line is readable."""

    def __init__(self, lines: BinaryIO, is_taken: Callable[[bytes], bool]) -> None:
        """`lines`: as they come; `is_taken`: as in `readable`."""
        self._lines, self._is_taken = lines, is_taken
        self._left = b""

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Waits for one line where nothing is left of the one before."""
        if not self._left:
            self._left = readable(self._lines.readline(), self._is_taken)
        view = memoryview(buffer).cast("B")
        n = min(len(view), len(self._left))
        view[:n], self._left = self._left[:n], self._left[n:]
        return n
