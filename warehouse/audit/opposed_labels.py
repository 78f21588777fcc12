"""A thing that a text defines under one of two opposed terms and labels with the other: scale-out by definition, scale-up by label.

Belongs here: the rule opposed_labels over words that core tables hold. Pairs of terms are in `opposed_terms.yml`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from warehouse.audit.findings import Row, Span, word_finding
from warehouse.audit.passages import SENTENCE, passages
from warehouse.resolve.words.vocabulary import Phrase
from warehouse.reviewed import read_reviewed
from warehouse.step import Frames
from warehouse.values.wording import listed

_PARTS = re.compile(r",?\s(?:and|or)\s|[,;]\s?")
_CONNECTING = frozenset(("and", "or", "either", "both", "the"))
_LONGEST = 3  # words of a member's name
_LABEL = r"^[\W_]*(?:[\w-]+\s){0,2}?"  # at most two words lead a label to its term
_FORMS = (  # how a sentence says what belongs to a term: is it a definition, and the words behind the term
    (True, re.compile(r"(?:\s[\w-]+){0,3}(?::[^():\n]{1,160})?\s?\((?P<members>[^()\n]{2,120})\)")),
    (True, re.compile(r"(?:\s[\w-]+){1,3},?\s(?:such as|including|namely)\s(?P<members>[^.:;\n]{2,160})")),
    (False, re.compile(r"(?:\s[\w-]+){0,3}:\s(?P<members>[^\n]{2,160})")),
)


class _Pairs(BaseModel):
    """`opposed_terms.yml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reviewed: Mapping[str, Phrase | date]
    pairs: tuple[Mapping[Phrase, tuple[Phrase, ...]], ...]


class _Label(NamedTuple):
    """A member under a term, where a text says so, and the passage that it is in."""

    term: str
    member: str
    is_definition: bool
    span: Span
    passage: Row


def opposed_labels(frames: Frames) -> Iterator[Row]:
    """Members that a document defines under one term of a pair and labels with the other.

    A member that is defined under both terms is a thing of both kinds, no contradiction.

    Args:
        frames: core.documents, core.definitions, core.drivers, core.claims, core.evidence.

    Yields:
        A flag per label; its words classify the member by the definition.
    """
    forms = [form for pair in _read().pairs for side in pair.values() for form in side]
    printed: defaultdict[str, list[Row]] = defaultdict(list)
    for row in passages(frames, forms, statements=True).iter_rows(named=True):
        printed[row["document_id"]].append(row)
    for rows in printed.values():
        for pair in _pairs():
            yield from _contradictions([label for row in rows for label in _labels(row, pair)])


def _labels(passage: Row, pair: Mapping[str, re.Pattern[str]]) -> Iterator[_Label]:
    """Members under either term, from sentences that have one term of the pair only."""
    for sentence in SENTENCE.finditer(passage["words"]):
        words = sentence.group()
        sides = [(term, at) for term, pattern in pair.items() if (at := pattern.search(words.lower()))]
        if len(sides) != 1:
            continue
        ((term, at),) = sides
        for is_definition, form in _FORMS:
            match = form.match(words, at.end())
            if match and (is_definition or re.fullmatch(_LABEL, words[: at.start()])):
                start = passage["start"] + sentence.start()
                for member in _members(match["members"]):
                    yield _Label(term, member, is_definition, (start + at.start(), start + match.end()), passage)
                break


def _members(listing: str) -> Iterator[str]:
    """Names that a list begins with, as printed; the first word that is no name ends it, leading figures fall away."""
    names: list[str] = []
    for word in listing.split():
        if word[:1].islower() and word.rstrip(",;") not in _CONNECTING:
            break
        names.append(word)
    for item in _PARTS.split(" ".join(names) + " "):
        parts = [word for word in item.strip(" .,;").split() if not word[:1].isdigit() and word not in _CONNECTING]
        if parts and len(parts) <= _LONGEST and any(letter.isupper() for letter in " ".join(parts)):
            yield " ".join(parts)


def _contradictions(labels: Sequence[_Label]) -> Iterator[Row]:
    """Each label against the definition of its members under the other term."""
    defined: defaultdict[str, dict[str, _Label]] = defaultdict(dict)
    for label in labels:
        if label.is_definition:
            defined[label.member.casefold()].setdefault(label.term, label)
    against: dict[tuple[int, str], tuple[_Label, list[_Label]]] = {}
    for label in labels:
        terms = defined.get(label.member.casefold(), {})
        if not label.is_definition and len(terms) == 1 and label.term not in terms:
            (definition,) = terms.values()
            against.setdefault((label.span[0], definition.term), (label, []))[1].append(definition)
    for label, (first, *others) in against.values():
        claim_id, definition_id = label.passage["claim_id"], first.passage["definition_id"]
        if claim_id or definition_id:  # else a reader could look up nothing
            yield word_finding(
                "opposed_labels",
                "flag",
                label.passage,
                f"the text defines {listed(one.member for one in (first, *others))} as {first.term} and labels the same "
                f"{label.term} in another place: a contradiction within the document; by its own definition {first.term} holds",
                (first.span, label.span),
                f"{first.term}|{label.term}",
                [claim_id] if claim_id else [],
                None if claim_id else definition_id,
            )


@cache
def _read() -> _Pairs:
    return read_reviewed(Path(__file__).parent / "opposed_terms.yml", TypeAdapter(_Pairs))


@cache
def _pairs() -> tuple[Mapping[str, re.Pattern[str]], ...]:
    """Per pair its two terms, each with a pattern of its printed forms as whole words."""
    return tuple(
        {
            term: re.compile(rf"(?<![\w-])(?:{'|'.join(re.escape(form) for form in forms)})(?![\w-])")
            for term, forms in pair.items()
        }
        for pair in _read().pairs
    )
