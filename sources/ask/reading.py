"""A document as both readers read it: a language model's verified answer stands, the built-in reader fills the rest. No model is asked here."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from sources.ask.chance import Chances, chance_of, kind_of
from sources.ask.questions import Page, page_of
from sources.ask.reader import RULE, LanguageModel
from sources.extract.decide.constraints import broken
from sources.extract.decide.settle import settle
from sources.extract.join.differences import differing, in_words, with_attribute
from sources.extract.join.pairs import meeting
from sources.extract.resolve.mention import mention_of
from sources.extract.text.unmarked import marked
from sources.extract.window.outline import fact_lines
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
Span = tuple[int, int]


@dataclass(frozen=True)
class Verified:
    """What is left of a language model's answers about a document, in offsets of its source.

    Attributes:
        mentions: that hold, without claim ids, in order of the text.
        silent: spans of those whose answer names no market.
        denied: spans of figures that it calls no market figures.
        refusals: what does not hold, each as a choice that is not taken.
        chance: that a claim of a metric is right which it states.
    """

    mentions: Sequence[Mention]
    silent: frozenset[Span]
    denied: Sequence[Span]
    refusals: Sequence[ReadingChoice]
    chance: Mapping[str, float]


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


def verified(page: Page, answers: Sequence[StoredAnswer], known: Sequence[Mention], chances: Chances) -> Verified:
    """What of a model's answers our code finds in the text, and holds together.

    Args:
        page: the document.
        answers: see `read_again`.
        known: mentions of the built-in reader.
        chances: see `read_again`.
    """
    scan, shown = page.scan, page.scan.shown
    model = LanguageModel(page, answers, chances.get(kind_of(len(scan.figures), len(scan.parsed.text)), {}))
    read: list[tuple[Mention, bool]] = []
    denied: list[Rejection] = []
    for answer in model.answer(scan, fact_lines(page.context.facts)):
        one = mention_of(scan, model.values, answer)
        rule = one.rule.removeprefix("model.")
        if isinstance(one, Mention):
            read.append((replace(one, rule=RULE + one.metric), not model.choices[answer.figure].market))
        elif rule == "none":
            denied.append(one)
        else:
            model.refuse(answer.figure, rule)
    choices = model.refusals
    if shown:
        source = scan.source.text
        read = [(marked(m, shown, source), silent) for m, silent in read]
        denied, choices = [marked(d, shown, source) for d in denied], [marked(c, shown, source) for c in choices]
    wrong = broken([m for m, _ in read], known)
    choices += [
        ReadingChoice(m.char_start, m.char_end, m.surface, "figure", None, m.metric, "first", None, RULE + rule)
        for at, rule in wrong.items()
        for m, _ in (read[at],)
    ]
    held = [one for at, one in enumerate(read) if at not in wrong]
    return Verified(
        [m for m, _ in held],
        frozenset((m.char_start, m.char_end) for m, silent in held if silent),
        [(d.char_start, d.char_end) for d in denied],
        choices,
        model.chance,
    )


def joined(first: Extraction, second: Verified) -> Extraction:
    """The built-in reading with what the model adds, changes and denies; claims are settled anew, every difference is a choice."""
    of_model = {(m.char_start, m.char_end): m for m in second.mentions}
    spans, denied, met = sorted(of_model), sorted(second.denied), set[Span]()
    read: list[tuple[Mention, ReadBy]] = []
    # Where the language model answers, how the built-in reader came to its reading is of no interest.
    answered = sorted([*spans, *denied])
    choices = [c for c in first.choices if meeting(answered, c.char_start, c.char_end) is None] + list(second.refusals)
    rejections = list(first.rejections)
    for m in first.mentions:
        place = (m.char_start, m.char_end)
        at = meeting(spans, *place)
        span = None if at is None else spans[at]
        if span is not None and span not in met:
            met.add(span)
            other = replace(of_model[span], market=m.market) if span in second.silent else of_model[span]
            found = list(_differences(m, other))
            choices += [
                _choice(m, _SHOWN[name], in_words(name, m), in_words(name, other), second)
                for name in found
                if name in _SHOWN
            ]
            read.append((_standing(m, other, found), "language_model" if found else "both"))
        elif span is None and meeting(denied, *place) is not None:
            choices.append(_choice(m, "figure", m.metric, None, second))
            rejections.append(Rejection(m.char_start, m.char_end, m.surface, DENIED))
        else:
            read.append((m, "built_in"))
    for span in (span for span in spans if span not in met):
        added = of_model[span]
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
