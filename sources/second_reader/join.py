"""Both readings of a document joined: agreement raises confidence; measured odds decide differences.

What the second reader was not asked or what was refused leaves the first reading as it is. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import category

from sources.extract.decide.settle import settle
from sources.records import Claim, Extraction, Mention, ReadBy, ReadingAttribute, ReadingChoice, Rejection
from sources.second_reader.odds import OddsFile
from sources.second_reader.pairs import UNJUDGED, Pair, differing, pairs, said, with_attribute
from sources.second_reader.records import Verified

SURE = 0.9  # confidence of the first reader from which an agreement counts as `agreed_sure`
DENIED = "second_reader.denied"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one figure.

    Attributes:
        mention: as it counts; None where it is denied.
        name: `kept` (the second reader has no say), `agreed_sure`, `agreed_unsure`, `added`, or `differs_` and the
            attribute that is right least often.
        read_by: whose reading counts.
        choices: the differences.
    """

    mention: Mention | None
    name: str
    read_by: ReadBy
    choices: tuple[ReadingChoice, ...] = ()


def join(first: Extraction, verified: Verified, odds: OddsFile) -> Extraction:
    """The first reading with what the second adds, changes and denies.

    Args:
        first: all that the first reader read.
        verified: what of the second reading was found in the text and holds together.
        odds: measured on labelled texts.

    Returns:
        The extraction with claims settled anew, and every difference with both readings as `choices`.
    """
    paired = outcomes(first, verified, odds)
    denied = [pair.first for pair, outcome in paired if pair.first and outcome.mention is None]
    added = [outcome.mention for pair, outcome in paired if pair.first is None and outcome.mention]
    rejections = [r for r in first.rejections if not any(_meet(r, m) for m in added)]
    rejections += [Rejection(m.char_start, m.char_end, m.surface, DENIED) for m in denied]
    choices = [choice for _, outcome in paired for choice in outcome.choices]
    choices += [
        ReadingChoice(r.char_start, r.char_end, r.surface, "figure", None, _printable(r.said), "first", None, r.rule)
        for r in verified.refusals
    ]
    read = [outcome for _, outcome in paired if outcome.mention]
    claims, mentions = _settled(first, read, odds)
    return replace(
        first,
        claims=claims,
        mentions=mentions,
        rejections=tuple(sorted(rejections, key=lambda r: (r.char_start, r.char_end))),
        choices=tuple(sorted(choices, key=lambda c: (c.char_start, c.char_end, c.attribute, c.rule, c.second or ""))),
    )


def outcomes(first: Extraction, verified: Verified, odds: OddsFile) -> list[tuple[Pair, Outcome]]:
    """What becomes of every figure of both readings, in order of the text."""
    confidence = {c.claim_id: c.confidence for c in first.claims}
    return [
        (pair, _outcome(pair, odds, confidence.get(pair.first.claim_id) if pair.first else None))
        for pair in pairs(first.mentions, verified)
    ]


def _outcome(pair: Pair, odds: OddsFile, confidence: float | None) -> Outcome:
    m, other = pair.first, pair.second
    if m is None:
        assert other is not None
        takes = odds.favours_second("added")
        choice = _choice(other, "figure", None, other.metric, takes, odds.chance("added"))
        return Outcome(other if takes else None, "added", "model", (choice,))
    if other is None:
        if pair.denial is None:
            return Outcome(m, "kept", "rules")
        takes = odds.favours_second("figure")
        choice = _choice(m, "figure", m.metric, None, takes, odds.chance("figure"))
        return Outcome(None if takes else m, "differs_figure", "model" if takes else "rules", (choice,))
    merged = (
        m if m.value != -other.value or other.value > 0 else replace(m, value=other.value, value_high=other.value_high)
    )
    choices = []
    for attribute in differing(m, other):
        takes = odds.favours_second(attribute)
        choices.append(_choice(m, attribute, said(attribute, m), said(attribute, other), takes, odds.chance(attribute)))
        merged = with_attribute(merged, other, attribute) if takes else merged
    if not choices:
        return Outcome(merged, "agreed_sure" if (confidence or 0) >= SURE else "agreed_unsure", "both")
    worst = min(choices, key=lambda c: odds.confidence(f"differs_{c.attribute}") or 0.0)
    taken = {c.taken for c in choices}
    read_by: ReadBy = "both" if len(taken) > 1 else "model" if "second" in taken else "rules"
    return Outcome(merged, f"differs_{worst.attribute}", read_by, tuple(choices))


def _choice(
    m: Mention, attribute: ReadingAttribute, first: str | None, second: str | None, takes: bool, chance: float
) -> ReadingChoice:
    return ReadingChoice(
        m.char_start, m.char_end, m.surface, attribute, first, second, "second" if takes else "first", chance, "odds"
    )


def _printable(words: str) -> str:
    """A model's own words as tables and terminals take them: half a character costs no document, a control character no screen."""
    whole = words.encode("utf-8", "replace").decode("utf-8")
    return "".join(" " if category(sign) == "Cc" else sign for sign in whole)


def _meet(rejection: Rejection, m: Mention) -> bool:
    return rejection.char_start < m.char_end and m.char_start < rejection.char_end


def _settled(
    first: Extraction, read: Sequence[Outcome], odds: OddsFile
) -> tuple[tuple[Claim, ...], tuple[Mention, ...]]:
    """Claims of all mentions; a claim is as sure as its surest mention, for the others restate it."""
    claims, mentions = settle(first.document_id, [r.mention for r in read if r.mention])
    known = {c.claim_id: c.confidence for c in first.claims}
    before = [r.mention.claim_id if r.mention else "" for r in read]
    of_claim: dict[str, list[int]] = defaultdict(list)
    for index, mention in enumerate(mentions):
        of_claim[mention.claim_id].append(index)
    judged = []
    for claim in claims:
        members = of_claim[claim.claim_id]
        given = {i: known.get(before[i]) for i in members}
        measured = [odds.confidence(read[i].name, given[i]) for i in members if read[i].name != "kept"]
        chances = measured or [given[i] for i in members]
        judged.append(_judged(claim, {read[i].read_by for i in members}, [c for c in chances if c is not None]))
    return tuple(judged), mentions


def _judged(claim: Claim, by: set[ReadBy], confidences: Sequence[float]) -> Claim:
    read_by: ReadBy = "both" if "both" in by or len(by) > 1 else next(iter(by))
    if claim.metric in UNJUDGED:
        return replace(claim, read_by=read_by)
    return replace(claim, read_by=read_by, confidence=max(confidences, default=None))
