"""A document as both readers read it: a language model's verified answer stands, the built-in reader fills the rest. No model is asked here."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from sources.ask.chance import Chances, chance_of
from sources.ask.questions import page_of
from sources.ask.verifying import RULE, Verified, verified
from sources.extract.decide.settle import settle
from sources.extract.join.differences import differing, in_words, with_attribute
from sources.extract.join.pairs import meeting
from sources.records import (
    Claim,
    Extraction,
    Mention,
    ParsedDocument,
    ReadBy,
    ReadingAttribute,
    ReadingChoice,
    Rejection,
    StoredAnswer,
)

DENIED: Final = RULE + "denied"
_UNJUDGED = frozenset({"other_numeric"})  # labels do not name every such figure: its attributes are not compared
# Attributes whose difference is shown, by their names in `extract.join.differences`; who speaks is not.
_SHOWN: Mapping[str, ReadingAttribute] = {
    "metric": "metric", "time": "time", "status": "status", "part": "part", "area": "area", "market": "market", "sign": "figure",
}  # fmt: skip


def read_again(
    parsed: ParsedDocument, first: Extraction, answers: Sequence[StoredAnswer], chances: Chances
) -> Extraction:
    """The built-in reading, joined with what a language model has answered.

    Args:
        parsed: the document.
        first: what the built-in reader read of it.
        answers: of one model, about passages of this text, whichever document they were asked for.
        chances: that a claim which the model states is right, by kind of text and metric; measured, see `warehouse/policy.yml`.

    Returns:
        The joined extraction with `read_with` and `answers`; the built-in reading itself where there are no answers, or where it is
        known what the columns of its tables hold.
    """
    if first.column_map is not None or not answers:
        return first
    read = joined(first, verified(page_of(parsed), answers, first.mentions, chances))
    return replace(read, read_with=answers[0].read_with, answers=answers_hash(answers, chances))


def joined(first: Extraction, second: Verified) -> Extraction:
    """The built-in reading with what the model adds, changes and denies; claims are settled anew, every difference is a choice."""
    of_model, denied = {(m.char_start, m.char_end): m for m in second.mentions}, sorted(second.denied)
    spans, met = sorted(of_model), set[int]()
    read: list[tuple[Mention, ReadBy]] = []
    # Where the language model answers, how the built-in reader came to its reading is of no interest.
    answered = sorted([*spans, *denied])
    choices = [c for c in first.choices if meeting(answered, c.char_start, c.char_end) is None] + list(second.refusals)
    rejections = list(first.rejections)
    for m in first.mentions:
        at = meeting(spans, m.char_start, m.char_end)
        if at is not None and at not in met:
            met.add(at)
            other = of_model[spans[at]]
            other = replace(other, market=m.market) if spans[at] in second.silent else other
            found = list(_differences(m, other))
            shown = [name for name in found if name in _SHOWN]
            choices += [_choice(m, _SHOWN[n], in_words(n, m), in_words(n, other), second) for n in shown]
            read.append((_standing(m, other, found), "language_model" if found else "both"))
        elif at is None and meeting(denied, m.char_start, m.char_end) is not None:
            choices.append(_choice(m, "figure", m.metric, None, second))
            rejections.append(Rejection(m.char_start, m.char_end, m.surface, DENIED))
        else:
            read.append((m, "built_in"))
    for added in (of_model[span] for at, span in enumerate(spans) if at not in met):
        choices.append(_choice(added, "figure", None, added.metric, second))
        rejections = [r for r in rejections if not (r.char_start < added.char_end and added.char_start < r.char_end)]
        read.append((added, "language_model"))
    read.sort(key=lambda one: (one[0].char_start, one[0].char_end))
    claims, mentions = _settled(first, read, second.chance)
    return replace(
        first,
        claims=claims,
        mentions=mentions,
        rejections=tuple(sorted(rejections, key=lambda r: (r.char_start, r.char_end))),
        choices=tuple(sorted(choices, key=lambda c: (c.char_start, c.char_end, c.attribute, c.rule, c.second or ""))),
    )


def _differences(m: Mention, other: Mention) -> Iterator[str]:
    """Attributes in which the model contradicts the built-in reader; what it leaves open, or was not asked, contradicts nothing."""
    if m.metric != other.metric:
        yield "metric"
        return
    for attribute, kind in differing(m, other):
        is_open = kind == "time-" or (attribute == "sign" and other.value > 0)
        if not is_open and attribute != "assertion" and (m.metric not in _UNJUDGED or attribute == "market"):
            yield attribute


def _standing(m: Mention, other: Mention, found: Sequence[str]) -> Mention:
    """The model's answer; what it was not asked stays as the built-in reader has it."""
    if "metric" in found:
        return other
    stands = m if m.comparator != "=" else replace(m, comparator=other.comparator)
    for attribute in found:
        stands = with_attribute(stands, other, attribute)  # type: ignore[arg-type]
    return replace(stands, rule=other.rule) if found else stands


def _choice(
    m: Mention, attribute: ReadingAttribute, first: str | None, second: str | None, of: Verified
) -> ReadingChoice:
    chance = chance_of(of.chance, m.metric)
    return ReadingChoice(m.char_start, m.char_end, m.surface, attribute, first, second, "second", chance, "odds")


def _settled(
    first: Extraction, read: Sequence[tuple[Mention, ReadBy]], chance: Mapping[str, float]
) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
    """Claims of all mentions; one that the model states has its chance, the others keep their confidence."""
    claims, mentions = settle(first.document_id, [m for m, _ in read])
    before = {c.claim_id: c.confidence for c in first.claims}
    members: dict[str, list[tuple[Mention, ReadBy]]] = defaultdict(list)
    for mention, one in zip(mentions, read, strict=True):
        members[mention.claim_id].append(one)
    out = []
    for claim in claims:
        by = {reader for _, reader in members[claim.claim_id]}
        known = [c for m, _ in members[claim.claim_id] if (c := before.get(m.claim_id)) is not None]
        stated = chance_of(chance, claim.metric) if by != {"built_in"} and claim.metric not in _UNJUDGED else None
        confidence = max(known, default=None) if by == {"built_in"} else stated
        out.append(replace(claim, read_by=by.pop() if len(by) == 1 else "both", confidence=confidence))
    return tuple(out), mentions


def answers_hash(answers: Iterable[StoredAnswer], chances: Chances) -> str:
    """Hash of what makes a joined reading besides the document and the built-in reader: 16 hex digits."""
    digest = hashlib.sha256(
        joining_version().encode() + repr([(kind, sorted(by.items())) for kind, by in sorted(chances.items())]).encode()
    )
    for answer in sorted(answers, key=lambda a: a.question_id):
        digest.update(f"{answer.question_id}{answer.question}{answer.written}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


@cache
def joining_version() -> str:
    """Hash of the code and forms that verify and join: 12 hex digits. What they call in `extract` is in the extractor's version."""
    digest, folder = hashlib.sha256(), Path(__file__).parent
    for path in sorted([*folder.glob("*.py"), folder / "instructions.yml"]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]
