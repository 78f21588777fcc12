"""A thing that a text defines under one of two opposed terms and labels with the other: scale-out by definition, scale-up by label.

Belongs here: the rule opposed_labels over words that core tables hold. Pairs of terms are in `opposed_terms.yml`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import polars as pl
from pydantic import BaseModel, ConfigDict, TypeAdapter

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.audit.findings import Finding
from warehouse.resolve.words.vocabulary import Phrase
from warehouse.reviewed import read_reviewed
from warehouse.step import Frames
from warehouse.values.conflict_records import Place
from warehouse.values.wording import listed

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?=\s)|(?=\n)|\Z)")
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


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a document as a core table holds them, and the row they are of."""

    start: int
    words: str
    claim_id: str | None = None
    definition_id: str | None = None


@dataclass(frozen=True, slots=True)
class _Label:
    """A member under a term, where a text says so, and by which row."""

    term: str
    member: str
    is_definition: bool
    span: tuple[int, int]
    passage: Passage


def opposed_labels(frames: Frames) -> Iterator[Finding]:
    """Members that a current document defines under one term of a pair and labels with the other.

    A member that is defined under both terms is a thing of both kinds, no contradiction.

    Args:
        frames: core.documents, core.definitions, core.drivers, core.claims, core.evidence.

    Yields:
        A flag per label; its words classify the member by the definition.
    """
    documents = frames["core.documents"].filter(pl.col("status") == "stated")
    passages = _passages(frames)
    for document in documents.sort("document_id").iter_rows(named=True):
        own = passages.get(document["document_id"], ())
        for pair in _pairs():
            labels = [label for passage in own for label in _labels(passage, pair)]
            for label, defined, members in _contradicting(labels):
                ids = () if label.passage.claim_id is None else (label.passage.claim_id,)
                definition_id = None if ids else defined.passage.definition_id
                if not ids and definition_id is None:
                    continue  # nothing that a reader could look up stands behind it
                yield Finding(
                    rule="opposed_labels",
                    outcome="flag",
                    document_id=document["document_id"],
                    publisher_id=document["publisher_id"],
                    place=Place(document["market_id"], None, WORLD, "scope", "text", None),
                    claim_ids=ids,
                    explanation=(
                        f"the text defines {listed(members)} as {defined.term} and labels the same {label.term} in another "
                        f"place: a contradiction within the document; by its own definition {defined.term} holds"
                    ),
                    definition_id=definition_id,
                    spans=(defined.span, label.span),
                    about=f"{defined.term}|{label.term}",
                )


def _passages(frames: Frames) -> Mapping[str, Sequence[Passage]]:
    """Definitions, drivers and stated claims with their context, that hold a term; by document, in order of the text."""
    found: defaultdict[str, list[Passage]] = defaultdict(list)
    for table in ("core.definitions", "core.drivers"):
        stated = frames[table].filter(pl.col("status") == "stated", _has_term("quote"))
        for row in stated.iter_rows(named=True):
            one = Passage(row["char_start"], row["quote"], None, row.get("definition_id"))
            found[row["document_id"]].append(one)
    claims = frames["core.claims"].filter(pl.col("status") == "stated").select("claim_id")
    evidence = frames["core.evidence"].filter(_has_term("prefix", "quote", "suffix"))
    for row in evidence.join(claims, on="claim_id", how="semi").iter_rows(named=True):
        before, quote, behind = (row[name] or "" for name in ("prefix", "quote", "suffix"))
        one = Passage(row["char_start"] - len(before), before + quote + behind, row["claim_id"])
        found[row["document_id"]].append(one)
    return {name: sorted(own, key=lambda p: (p.start, p.claim_id or "", p.words)) for name, own in found.items()}


def _labels(passage: Passage, pair: Mapping[str, re.Pattern[str]]) -> Iterator[_Label]:
    """Members under either term, from sentences that have one term of the pair only."""
    for sentence in _SENTENCE.finditer(passage.words):
        words = sentence.group()
        sides = [(term, m) for term, pattern in pair.items() if (m := pattern.search(words.lower()))]
        if len(sides) != 1:
            continue
        (term, at) = sides[0]
        for is_definition, form in _FORMS:
            told = form.match(words, at.end())
            if told and (is_definition or re.fullmatch(_LABEL, words[: at.start()])):
                start = passage.start + sentence.start()
                span = (start + at.start(), start + told.end())
                for member in _members(told["members"]):
                    yield _Label(term, member, is_definition, span, passage)
                break


def _members(told: str) -> Iterator[str]:
    """Names that a list begins with, as printed; the first word that is no name ends it, leading figures fall away."""
    names: list[str] = []
    for word in told.split():
        if word[:1].islower() and word.rstrip(",;") not in _CONNECTING:
            break
        names.append(word)
    for item in _PARTS.split(" ".join(names) + " "):
        parts = [word for word in item.strip(" .,;").split() if not word[:1].isdigit() and word not in _CONNECTING]
        if parts and len(parts) <= _LONGEST and any(letter.isupper() for letter in " ".join(parts)):
            yield " ".join(parts)


def _contradicting(labels: Iterable[_Label]) -> Iterator[tuple[_Label, _Label, Sequence[str]]]:
    """Each label against the definition of its members under the other term: label, first definition, members."""
    labels = tuple(labels)
    defined: defaultdict[str, dict[str, _Label]] = defaultdict(dict)
    for label in labels:
        if label.is_definition:
            defined[label.member.casefold()].setdefault(label.term, label)
    against: dict[tuple[int, str], tuple[_Label, _Label, list[str]]] = {}
    for label in labels:
        terms = defined.get(label.member.casefold(), {})
        if label.is_definition or len(terms) != 1 or label.term in terms:
            continue
        (definition,) = terms.values()
        _, _, members = against.setdefault((label.span[0], definition.term), (label, definition, []))
        members.append(definition.member)
    yield from against.values()


def _has_term(*columns: str) -> pl.Expr:
    """Whether the columns hold any printed form; most passages have none, and no pattern is tried on these."""
    forms = [form for pair in _read().pairs for side in pair.values() for form in side]
    return pl.concat_str(columns, ignore_nulls=True).str.contains_any(forms, ascii_case_insensitive=True)


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
