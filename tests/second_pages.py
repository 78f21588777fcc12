"""Small pages and questions for tests of the second reader."""

from __future__ import annotations

from typing import Any

from sources.parse import parse
from sources.records import Mention
from sources.second_reader.answer import Choice
from sources.second_reader.assemble import assemble
from sources.second_reader.page import Page, page_of
from sources.second_reader.questions import questions
from sources.second_reader.records import Question, Verified
from sources.second_reader.verify import verify

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


def verified(words: str, text: str = REPORT, **said: Any) -> Verified:
    """What is left of one choice about the figure that is printed so."""
    found, asked = question(text)
    choice = Choice.model_validate({"figure": number(asked, words), **said})
    return assemble(found, [verify(found, asked, [choice])])


def mention(words: str, text: str = REPORT, **said: Any) -> Mention:
    """The mention of one choice that holds."""
    left = verified(words, text, **said)
    assert not left.refusals, left.refusals
    return left.mentions[0]


def rule(words: str, text: str = REPORT, **said: Any) -> str:
    """The rule that refuses one choice."""
    left = verified(words, text, **said)
    assert not left.mentions
    return left.refusals[0].rule.removeprefix("second_reader.")
