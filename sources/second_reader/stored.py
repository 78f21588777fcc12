"""Questions as text for the ledger, and back. Both are stored, because an answer refers to its question by numbers and keys."""

from __future__ import annotations

from pydantic import TypeAdapter

from sources.second_reader.records import Question

_SHAPE = TypeAdapter(Question)


def question_json(question: Question) -> str:
    """The question as one line of JSON."""
    return _SHAPE.dump_json(question).decode("utf-8")


def question_of(text: str) -> Question:
    """The question that `question_json` wrote.

    Raises:
        ValueError: the text is none.
    """
    return _SHAPE.validate_json(text)
