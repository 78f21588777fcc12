"""A hostile kind of document: its name, its bytes, and the permitted outcomes. The modules beside this one define the kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LANDED = "landed"
# Reasons that the reader's own limits give, beside those of `sources.parse`.
LIMITS = frozenset({"too_slow", "too_much_work", "too_much_memory", "parser_killed", "answer_too_large"})


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of hostile document.

    Attributes:
        name: what it is, in words with underscores.
        make: its bytes; the same at every call.
        allowed: what may become of it: "landed", or a reason for quarantine.
        must_say: words that must be in the text where it lands: text that a parser drops without a word is a failure.
        is_slow: takes more than a few seconds of a worker.
    """

    name: str
    make: Callable[[], bytes]
    allowed: frozenset[str]
    must_say: str = ""
    is_slow: bool = False


def kind(name: str, make: Callable[[], bytes], allowed: str, *, must_say: str = "", is_slow: bool = False) -> Kind:
    """A kind; `allowed` as words, where "limits" stands for all reasons of the reader's limits."""
    words = frozenset(allowed.split())
    return Kind(name, make, words - {"limits"} | (LIMITS if "limits" in words else frozenset()), must_say, is_slow)
