"""The words that a model is sent for one question, and their version. Which server they go to is not known here."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from sources.second_reader.answer import answer_schema
from sources.second_reader.records import Question

_CONVENTIONS = Path(__file__).with_name("conventions.md")
_OPEN, _CLOSE = "⟦", "⟧"


@cache
def conventions() -> str:
    """The instructions that a model gets before every passage."""
    return _CONVENTIONS.read_text(encoding="utf-8")


@cache
def prompt_version() -> str:
    """Hash of the conventions, of the schema of answers and of this module: 12 hex digits."""
    digest = hashlib.sha256(conventions().encode())
    digest.update(json.dumps(answer_schema(), sort_keys=True).encode())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:12]


def asked(question: Question) -> str:
    """The passage with its figures numbered, the lines above it and the candidates, as one message.

    Brackets of the numbering that the text itself prints are sent as plain ones, so that no text can number a figure.
    """
    candidates = [f"{name.key}: {_unmarked(' '.join(name.surface.split()))}" for name in question.names]
    return "\n\n".join(
        filter(
            None,
            (
                "LINES ABOVE\n" + "\n".join(map(_unmarked, question.carried)) if question.carried else "",
                "PASSAGE\n" + _numbered(question),
                "CANDIDATES\n" + "\n".join(candidates) if candidates else "",
            ),
        )
    )


def _numbered(question: Question) -> str:
    pieces: list[str] = []
    at = 0
    for figure in question.figures:
        pieces += [_unmarked(question.passage[at : figure.char_start]), f"{_OPEN}{figure.number}{_CLOSE}"]
        at = figure.char_start
    pieces.append(_unmarked(question.passage[at:]))
    return "".join(pieces)


def _unmarked(words: str) -> str:
    return words.replace(_OPEN, "[").replace(_CLOSE, "]")


def question_id(question: Question, model: str, settings: str) -> str:
    """Hash of model, settings, prompt version and passage: the same question is never asked twice.

    The document is no part of it: a reprinted passage is asked about once.

    Args:
        question: what is asked.
        model: the model's name, as the server knows it.
        settings: what else shapes an answer (temperature, seed), in one canonical string.
    """
    fields = (model, settings, prompt_version(), asked(question))
    return hashlib.sha256("\x1f".join(fields).encode("utf-8", "surrogatepass")).hexdigest()
