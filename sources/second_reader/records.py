"""Questions to a second reader and the outcomes of its answers. Frozen data; spans are half-open code points of the canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from sources.records import Mention

NameKind = Literal["year", "area", "part", "market", "speaker"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A numbered figure of a passage, as our own scanner found it."""

    number: int  # from 1 within the passage
    char_start: int  # in the passage
    char_end: int
    surface: str


@dataclass(frozen=True, slots=True)
class Name:
    """A candidate that an answer may point to by its key instead of quoting it."""

    key: str  # Y1, A1, P1, M1, S1
    kind: NameKind
    surface: str  # as the document prints it


@dataclass(frozen=True, slots=True)
class Question:
    """One call: a passage with numbered figures, the lines that lead to it, and the candidates.

    `passage` is a slice of the canonical text that begins at `char_start`; figures before `asked_from` are context only.
    """

    document_id: str
    passage: str
    char_start: int
    asked_from: int  # in the passage
    carried: tuple[str, ...]  # title, headings and table headers before the passage, outermost first
    figures: tuple[Figure, ...]
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A choice that verification refused, with the rule that says so. The span is the figure's; the passage's where no figure is meant."""

    char_start: int
    char_end: int
    surface: str
    rule: str  # `second_reader.` and a name, see `verify`
    said: str  # the words or the number that were refused


@dataclass(frozen=True, slots=True)
class Denial:
    """A figure that the second reader calls no market figure."""

    char_start: int
    char_end: int
    surface: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What is left of one or more answers about a document once our own code has looked for everything in the text.

    `without_market`: spans of mentions whose answer names no market. They have the document's own, and contradict no other.
    """

    mentions: tuple[Mention, ...] = ()
    denials: tuple[Denial, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    without_market: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One question with what a model wrote, as the ledger keeps it for good."""

    question_id: str
    document_id: str  # the first document that the passage was asked about for
    read_with: str  # model, what shapes its answers, and prompt version
    question: str  # as JSON, see `stored.py`: answers point into it
    outcome: Literal["answered", "malformed"]
    written: str
    tokens_in: int
    tokens_out: int
    usd: Decimal
    asked_at: datetime  # our clock, UTC
