"""Draft labels of a document in the gold format: figures of both readers, and where they differ, for a person to decide. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sources.records import Extraction, Mention, ParsedDocument, ReadingChoice, Rejection
from sources.second_reader.page import page_of
from sources.second_reader.questions import questions
from sources.second_reader.records import StoredAnswer
from sources.second_reader.stored import question_json

BY_FILE = "answers by file"
_NEVER = datetime(1, 1, 1, tzinfo=UTC)  # nobody was called
_YEAR = "year_or_date"  # labels name no years among the distractors
_AROUND = 80  # characters of the text that are shown on each side of a figure


def answers_by_number(parsed: ParsedDocument, written: Mapping[int, str]) -> tuple[StoredAnswer, ...]:
    """Answers that came as files `NAME.NUMBER.json`, as the ledger would keep them.

    Args:
        parsed: the document.
        written: the words of each answer, by the number of its question from 1; numbers that no question has say nothing.
    """
    return tuple(
        StoredAnswer(
            question_id=f"{number:06}",
            document_id=parsed.document_id,
            read_with=BY_FILE,
            question=question_json(question),
            outcome="answered",
            written=written[number],
            tokens_in=0,
            tokens_out=0,
            usd=Decimal(0),
            asked_at=_NEVER,
        )
        for number, question in enumerate(questions(page_of(parsed)), 1)
        if number in written
    )


def draft(name: str, parsed: ParsedDocument, read: Extraction) -> dict[str, Any]:
    """Draft labels of one document.

    Args:
        name: the document's file name.
        parsed: its canonical text; offsets count its code points.
        read: the joined reading, or the first one where no answer exists.

    Returns:
        A gold file as a JSON object. `review` comes first: every attribute that the readers read differently, the most open
        question first, then what verification refused. `claims` has one entry per figure as it counts so far, and
        `distractors` every other figure but years, with the rule that set it aside.
    """
    confidence = {claim.claim_id: claim.confidence for claim in read.claims}
    by = {claim.claim_id: claim.read_by for claim in read.claims}
    facts = {fact.name: fact.value for fact in reversed(read.facts)}
    return {
        "document": name,
        "review": [_question(choice, parsed.text) for choice in sorted(read.choices, key=_openness)],
        "publisher": facts.get("publisher"),
        "market": facts.get("market"),
        "language": read.language,
        "claims": [
            _claim(m) | {"read_by": by[m.claim_id] or "rules", "confidence": confidence[m.claim_id]}
            for m in sorted(read.mentions, key=lambda m: (m.char_start, m.char_end))
        ],
        "distractors": [_distractor(rejection) for rejection in read.rejections if rejection.rule != _YEAR],
    }


def _openness(choice: ReadingChoice) -> tuple[bool, float, int, str]:
    """Even odds first, refusals last, then the order of the text."""
    odds = choice.odds
    return odds is None, abs((odds or 0) - 0.5), choice.char_start, choice.attribute


def _question(choice: ReadingChoice, text: str) -> dict[str, Any]:
    start, end = choice.char_start, choice.char_end
    before = text[max(0, start - _AROUND) : start]
    return {
        "surface": choice.surface,
        "offset": start,
        "attribute": choice.attribute,
        "first": choice.first,
        "second": choice.second,
        "taken": choice.taken,
        "odds": choice.odds,
        "rule": choice.rule,
        "words": " ".join(f"{before}⟦{text[start:end]}⟧{text[end : end + _AROUND]}".split()),
    }


def _claim(m: Mention) -> dict[str, Any]:
    """One figure under the keys of the gold format. A year from elsewhere is a reading, so that a null is right as well."""
    return {
        "metric": m.metric,
        "value": _number(m.value),
        "value_high": _number(m.value_high),
        "unit": m.unit,
        "approx": m.comparator == "~",
        "comparator": m.comparator,
        "year": m.year,
        "year_optional": m.year is not None and m.period_inferred,
        "period_start": m.period_start,
        "period_end": m.period_end,
        "period_inferred": m.period_inferred,
        "status": m.status,
        "market": m.market,
        "dimension": m.dimension,
        "segment": m.segment,
        "geography": m.geography,
        "subject": m.subject,
        "attributed_to": m.publisher,
        "surface": m.surface,
        "offset": m.char_start,
    }


def _distractor(rejection: Rejection) -> dict[str, Any]:
    return {"surface": rejection.surface, "offset": rejection.char_start, "why": rejection.rule}


def _number(value: Decimal | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)
