"""Reasons for the figures behind a trace, as lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from release.reading.document_reasons import DocumentReasons
    from release.reading.trace import ClaimTrace, MentionTrace, Trace
    from sources.extract.choose.reasons import Reason


def reasons_behind(trace: Trace, database: Path, home: Path) -> dict[str, DocumentReasons]:
    """Reasons of all documents that a trace ends at, read from the home's ledger where there is one."""
    from release.reading.document_reasons import document_reasons
    from warehouse.ledger import open_ledger

    behind = sorted({mention.document_id for claim in trace.claims for mention in claim.mentions})
    return document_reasons(database, behind, open_ledger(home) if (home / "ledger").is_dir() else None)


def why_lines(trace: Trace, claim: ClaimTrace, mention: MentionTrace) -> list[str]:
    """Why a mention is read so; nothing where that was not asked, or where `missing_lines` say why it is not known."""
    of_document = trace.reasons.get(mention.document_id)
    if of_document is None or of_document.missing is not None:
        return []
    span = (mention.char_start, mention.char_end)
    reasons = of_document.by_span.get(span)
    if reasons is None:
        reader = "the language model" if claim.row.get("read_by") in ("language_model", "model") else "another reader"
        return [f"{reader} found this figure; the built-in one reads none here"]
    of_second = {
        row["attribute"]
        for row in claim.choices
        if row["taken"] == "second" and row["rule"] == "odds" and (row["char_start"], row["char_end"]) == span
    }
    lines = reason_lines([reason for reason in reasons if reason.attribute not in of_second])
    if of_second:
        lines.append(f"{', '.join(sorted(of_second))}: the language model's choice counts, see above")
    return lines


def missing_lines(trace: Trace) -> list[str]:
    """Why documents have no reasons, one line for each cause."""
    names = {mention.document_id: mention.document for claim in trace.claims for mention in claim.mentions}
    causes: dict[str, list[str]] = {}
    for document_id, reasons in trace.reasons.items():
        if reasons.missing is not None:
            causes.setdefault(reasons.missing, []).append(names[document_id])
    return [f"no reasons for {', '.join(sorted(those))}: {cause}" for cause, those in sorted(causes.items())]


def reason_lines(reasons: Sequence[Reason]) -> list[str]:
    """One line for each attribute: the choice, the runner-up, and why; one for all attributes that a single ground decided.

    Args:
        reasons: of one figure.
    """
    lines = []
    for _, group in groupby(reasons, key=lambda reason: (reason.because, reason.chance)):
        told = list(group)
        names = ", ".join(reason.attribute for reason in told)
        chosen = ", ".join(_reading(reason, reason.chosen) for reason in told)
        lines.append(f"{names}: {chosen}{_weighed(told[0])}; because {'; '.join(told[0].because)}")
    return lines


def _weighed(reason: Reason) -> str:
    from sources.extract.features.labels import source_in_words

    if reason.chance is None:
        return ""
    words = f" ({source_in_words(reason.source)})" if reason.source else ""
    words += f" {_percent(reason.chance)}"
    if reason.runner_up is None or reason.runner_up_chance is None:
        return words
    return f"{words}; runner-up: {_reading(reason, reason.runner_up)} {_percent(reason.runner_up_chance)}"


def _reading(reason: Reason, words: str) -> str:
    return words.replace("_", " ") if reason.attribute == "metric" else words


def _percent(chance: float) -> str:
    """Whole percent; a chance is never printed as sure or as impossible."""
    whole = round(100 * chance)
    return "over 99 %" if whole == 100 else "under 1 %" if whole == 0 else f"{whole} %"
