"""The review queue: what a person should look at, why, and which decision answers it; one row per question.

Belongs here: finding the questions and matching them with decisions. What a decision changes in figures stands where
those are made (`warehouse/resolve/claims.py`, `observations.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.decisions import Decisions
from warehouse.policy import Policy, Review
from warehouse.reconcile.keys import digest
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

Row = dict[str, Any]
_ANSWERS_TO_CLAIM = (
    "compare it with its quote (`parallax explain {claim_id}`), then decide: confirmed_claim where it is right, override "
    "where the value is another, rejected_claim where it is no such figure"
)
_ANSWER_TO_LAYOUT = (
    "see what was set aside (`parallax extract FILE --kinds rejection --format table`); where those are figures, teach the "
    "reader the form, else close the question"
)
_ANSWER_TO_FILE = "send the document again in a form that can be read, or close the question"
_ANSWER_TO_COMPANY = "close the question where the company is foreign to the market; where it belongs, mend the rule or word that set it aside"
_ANSWER_TO_MARKET = "name the document's market in its sidecar's title, or decide an alias for the printed name; else close the question"


def review(frames: Frames, policy: Policy, decisions: Decisions) -> pl.DataFrame:
    """Finds the questions of a build.

    Claims and companies of superseded editions ask nothing: nobody counts them any more.

    Args:
        frames: core.claims, core.observations, core.documents, core.rejections, core.companies, core.quarantine.
        policy: the confidence below which a claim is unsure; what counts as an unread layout.
        decisions: those that answer a claim, and closed questions.

    Returns:
        core.review_queue.
    """
    current = frames["core.documents"].filter(pl.col("status") == "stated")
    documents = {row["document_id"]: row for row in current.iter_rows(named=True)}
    found = [
        *_unsure_claims(frames["core.claims"], documents, policy.comparability.unsure_below_confidence),
        *_unread_layouts(frames["core.rejections"], documents, policy.review),
        *_unreadable_documents(frames["core.quarantine"]),
        *_quarantined_companies(frames["core.companies"], documents),
        *_unresolved_markets(frames["core.observations"], documents),
    ]
    answers = _answers(decisions)
    for row in found:
        decision = answers.get(row["claim_id"]) or answers.get(row["question_id"])
        row |= {"state": "decided" if decision else "open", "decision": decision}
    return pl.DataFrame(found, schema=core_tables()["core.review_queue"].polars_schema())


def _unsure_claims(claims: pl.DataFrame, documents: Mapping[str, Row], threshold: float) -> Iterator[Row]:
    low = claims.filter(pl.col("confidence").is_not_null() & (pl.col("confidence") < threshold))
    for claim in low.sort("claim_id").iter_rows(named=True):
        if document := documents.get(claim["document_id"]):
            part = claim["segment"] or claim["geography"]
            yield _question("unsure_claim", document, claim["claim_id"]) | {
                "publisher_id": claim["publisher_id"],
                "market_id": claim["market_id"],
                "claim_id": claim["claim_id"],
                "confidence": claim["confidence"],
                "subject": f"{claim['metric']} {claim['value_as_printed']}, {part}",
                "why": f"confidence {claim['confidence']:.2f} is below {threshold:.2f}: on labelled texts no more of the "
                f"claims like it (rule {claim['rule']}) were right",
                "what_to_do": _ANSWERS_TO_CLAIM.format(claim_id=claim["claim_id"]),
            }


def _unread_layouts(rejections: pl.DataFrame, documents: Mapping[str, Row], policy: Review) -> Iterator[Row]:
    unread = rejections.filter(pl.col("rule").is_in(policy.unread_rules)).group_by("document_id").len()
    n_unread: dict[str, int] = dict(unread.iter_rows())
    for document_id in sorted(documents):
        document, n = documents[document_id], n_unread.get(document_id, 0)
        n_read = document["n_mentions"]
        is_mute = n_read == 0 and document["n_candidates"] > 0
        if is_mute or (n >= policy.unread_at_least and Decimal(n) >= policy.unread_share * (n + n_read)):
            why = f"nothing was made of {n} of {n + n_read} numbers" if n_read else "no figure was read"
            yield _question("unread_layout", document) | {
                "subject": document["name"],
                "why": f"{why} ({document['n_candidates']} figure-like tokens in all)",
                "what_to_do": _ANSWER_TO_LAYOUT,
            }


def _unreadable_documents(quarantine: pl.DataFrame) -> Iterator[Row]:
    for row in quarantine.sort("document_id").iter_rows(named=True):
        yield _question("unreadable_document", row) | {
            "subject": row["name"],
            "why": f"{row['reason']}: {row['detail']}",
            "what_to_do": _ANSWER_TO_FILE,
        }


def _quarantined_companies(companies: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    quarantined = companies.filter(pl.col("status") == "quarantined")
    for row in quarantined.sort("document_id", "company").iter_rows(named=True):
        if document := documents.get(row["document_id"]):
            yield _question("quarantined_company", document, row["company"]) | {
                "subject": row["company"],
                "why": row["reason"] or "set aside without a reason",
                "what_to_do": _ANSWER_TO_COMPANY,
            }


def _unresolved_markets(observations: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    lost = observations.filter(pl.col("excluded") == "no_market").group_by("document_id").len()
    for document_id, n in sorted(lost.iter_rows()):
        if document := documents.get(document_id):
            yield _question("unresolved_market", document) | {
                "subject": document["title"] or document["name"],
                "why": f"{n} figure(s) that could be reconciled name no market that is known",
                "what_to_do": _ANSWER_TO_MARKET,
            }


def _question(kind: str, document: Mapping[str, Any], subject: str | None = None) -> Row:
    return {
        "question_id": digest(kind, document["document_id"], subject),
        "kind": kind,
        "document_id": document["document_id"],
        "document": document["name"],
        "publisher_id": document.get("publisher_id"),
        "market_id": document.get("market_id"),
        "claim_id": None,
        "confidence": None,
    }


def _answers(decisions: Decisions) -> dict[str, str]:
    """Decisions in words, by the claim or question that they answer."""
    by_claim: Iterable[Any] = (*decisions.confirmed_claims, *decisions.overrides, *decisions.rejected_claims)
    found = {decision.question_id: _in_words(decision) for decision in decisions.closed_questions}
    return found | {decision.claim_id: _in_words(decision) for decision in by_claim}


def _in_words(decision: Any) -> str:
    return f"{decision.kind} by {decision.author} on {decision.date.isoformat()}: {decision.reason}"


def _run(frames: Frames, context: BuildContext) -> Frames:
    return {"core.review_queue": review(frames, context.policy, context.decisions)}


STEP = Step(
    name="review_queue",
    reads=(
        "core.claims",
        "core.observations",
        "core.documents",
        "core.rejections",
        "core.companies",
        "core.quarantine",
    ),
    writes=("core.review_queue",),
    run=_run,
)
