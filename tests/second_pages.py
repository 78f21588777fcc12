"""Small pages and questions for tests of a language model's answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sources.ask.questions import Page, Question, page_of, question_json, questions
from sources.ask.verifying import Verified, verified
from sources.parse import parse
from sources.records import Mention, StoredAnswer

REPORT = """# Sea Kite Market

Published March 2026

The global sea kite market was valued at USD 4.2 billion in 2025. It is expected to reach USD 7.9 billion by 2031, growing at a CAGR of 11.1% from 2025 to 2031.

By type, tethered kites held a share of 38.5% in 2025. In Norway, sales rose 5.4% in 2024 while prices of kites fell 3.2%. Shipments came to more than 1,450 units in 2024, and orders rose 126%. Serial numbers run up to 20304. Contact us.
"""


def page(text: str = REPORT) -> Page:
    return page_of(parse(text.encode()))


def question(text: str = REPORT) -> tuple[Page, Question]:
    """A page that one question asks about."""
    found = page(text)
    (only,) = questions(found)
    return found, only


def number(asked: Question, words: str) -> int:
    """Number of the figure that is printed so."""
    return next(f.number for f in asked.figures if f.surface == words)


def stored(asked: Question, written: str, key: str = "q", reader: str = "quill") -> StoredAnswer:
    """An answer as the ledger keeps it."""
    when = datetime(2026, 1, 1, tzinfo=UTC)
    return StoredAnswer(key, "d", reader, question_json(asked), "answered", written, 1, 1, Decimal(0), when)


def answered(found: Page, asked: Question, said: Sequence[object], known: Sequence[Mention] = ()) -> Verified:
    """What is left of the choices of one answer."""
    return verified(found, [stored(asked, json.dumps({"figures": list(said)}))], known, {})


def left_of(words: str, text: str = REPORT, **said: Any) -> Verified:
    """What is left of one choice about the figure that is printed so."""
    found, asked = question(text)
    return answered(found, asked, [{"figure": number(asked, words), **said}])


def mention(words: str, text: str = REPORT, **said: Any) -> Mention:
    """The mention of one choice that holds."""
    left = left_of(words, text, **said)
    assert not left.refusals, left.refusals
    return left.mentions[0]


def rules(left: Verified) -> list[str]:
    """The rules that refuse."""
    return [one.rule.removeprefix("second_reader.") for one in left.refusals]


def rule(words: str, text: str = REPORT, **said: Any) -> str:
    """The rule that refuses one choice."""
    left = left_of(words, text, **said)
    assert not left.mentions
    return rules(left)[0]
