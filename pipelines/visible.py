"""Foreign text made safe for a terminal or a log: no control characters, direction marks or invalid UTF-8. Pure.

Names of files and words of documents pass here on their way to people; what programs read keeps its meaning.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

# Controls but tab and line feed (a terminal obeys them, those from 0x80 on too), separators of lines that are none in
# ASCII, marks that open another direction of writing, and halves of pairs.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = re.compile("[\t\n]")
REPLACED = "\ufffd"


def visible(text: str) -> str:
    """A text of any number of lines, with a replacement character for everything that would steer a terminal."""
    return _STEERING.sub(REPLACED, text)


def escaped(text: str) -> str:
    r"""The same text with `\x1b` or `\u202e` in its place, for whoever must know what was there."""
    return _STEERING.sub(lambda found: _written(ord(found[0])), text)


def shown_path(path: Path) -> str:
    """A path in one line; bytes that are no UTF-8 as escapes."""
    return _BREAKS.sub(REPLACED, visible(os.fsencode(path).decode("utf-8", "backslashreplace")))


def json_text(value: object, default: Callable[[object], object] | None = None) -> str:
    """A value as JSON in one line, with the escapes of JSON for what would steer: reading it back gives the same value."""
    return _STEERING.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False, default=default)
    )


def _written(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
