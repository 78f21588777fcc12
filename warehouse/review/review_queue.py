"""The review queue and the decisions: open questions, most valuable first, and the state of each decision.

Belongs here: matching questions with decisions, and the step. Finding questions is `review_questions.py`, the standing of
decisions `warehouse/rulings`. What a decision changes in figures stands where those are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import polars as pl

from warehouse.decisions import AcceptedConflict, Decision, Decisions, ExpectedConflict
from warehouse.policy import Policy
from warehouse.review import review_questions as questions
from warehouse.review.information_value import InformationValue, Stakes, information_value
from warehouse.review.reading_differences import differing_readings
from warehouse.rulings.holding import ON_CLAIMS
from warehouse.rulings.standing import FLAGGED, READS, Standing, closings, standings
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.wording import amount

Row = dict[str, Any]
_TO_DECISION = "renew it as the source stands now, or close the question; the entry in its file may be removed or kept"


def review(
    frames: Frames,
    policy: Policy,
    decisions: Decisions,
    day: date | None = None,
    text_of: Callable[[str], str] | None = None,
) -> dict[str, pl.DataFrame]:
    """Finds the questions of a build and what became of each decision.

    Claims and companies of superseded editions ask nothing: nobody counts them any more.

    Args:
        frames: the tables that the step reads.
        policy: the confidence that claims need, the guards; what counts as an unread layout; likeness of names.
        decisions: all that were taken, expired ones too.
        day: the day by which expiry is judged.
        text_of: canonical text by document id, to find figures of decisions again.

    Returns:
        core.review_queue and core.decisions.
    """
    stakes = Stakes(frames["core.observations"], frames["core.estimates"])
    questions = list(_questions(frames, policy, stakes))
    judged = standings(decisions, day, frames, policy.comparability.unsure_below_confidence, text_of)
    answers = _answers(standing for standing in judged if standing.state in ("applied", "unused"))
    # A flagged decision is a question like any other, so questions are closed when these are known.
    questions += list(_flagged(judged, questions, frames, stakes))
    closed = closings(decisions, day, questions)
    answers |= _answers(standing for standing in closed if standing.state == "applied")
    judged += closed
    for row in questions:
        decision = next((answers[key] for key in _keys(row) if key in answers), None)
        row |= {"state": "open" if decision is None else "decided", "decision": decision}
    tables = core_tables()
    return {
        "core.review_queue": pl.DataFrame(questions, schema=tables["core.review_queue"].polars_schema()),
        "core.decisions": pl.DataFrame(
            [standing.row() for standing in judged], schema=tables["core.decisions"].polars_schema()
        ),
    }


def _questions(frames: Frames, policy: Policy, stakes: Stakes) -> Iterator[Row]:
    current = frames["core.documents"].filter(pl.col("status") == "stated")
    documents = {row["document_id"]: row for row in current.iter_rows(named=True)}
    differing = list(differing_readings(frames, documents, policy, stakes))
    yield from differing
    yield from questions.unsure_claims(frames, documents, policy, stakes, {row["claim_id"] for row in differing})
    yield from questions.unread_layouts(frames["core.rejections"], documents, policy, stakes)
    yield from questions.set_aside(frames["core.set_aside"], documents)
    yield from questions.unreadable_documents(frames["core.quarantine"])
    yield from questions.quarantined_companies(frames["core.companies"], documents)
    yield from questions.unresolved_markets(frames["core.observations"], documents)
    yield from questions.unnamed_publishers(frames["core.observations"], documents)
    yield from questions.conflicts(frames["core.conflicts"], stakes)
    yield from questions.scope_relations(frames, stakes, policy.review.relation_likeness)
    yield from questions.unordered_editions(frames, documents, stakes)


def _answers(applied: Iterable[Standing]) -> dict[str, str]:
    """Decisions in words, by the claim, conflict or question that they answer."""
    answers: dict[str, str] = {}
    for standing in applied:
        decision = standing.decision
        on_claim = standing.touched.claim_ids if isinstance(decision, ON_CLAIMS) else ()  # the ids that claims have now
        keys = (*on_claim, *(getattr(decision, field, None) for field in ("conflict_id", "question_id")))
        answers |= dict.fromkeys(filter(None, keys), decision.in_words)
    return answers


def _keys(row: Mapping[str, Any]) -> Iterator[str]:
    yield from (key for key in (row.get("claim_id"), row.get("conflict_id"), row["question_id"]) if key)


def _flagged(judged: Sequence[Standing], asked: Sequence[Row], frames: Frames, stakes: Stakes) -> Iterator[Row]:
    """Decisions that no longer hold, unless what they decided is asked anew or has been decided anew."""
    open_again = {key for row in asked for key in _keys(row)}
    renewed = {standing.decision.subject for standing in judged if standing.state == "applied"}
    names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    for standing in judged:
        decision = standing.decision
        subjects = {decision.subject, standing.successor_id or decision.subject}
        figure = getattr(decision, "figure", None)
        conflict = decision.expect if isinstance(decision, AcceptedConflict) else None
        if standing.state not in FLAGGED:
            continue
        if decision.subject in open_again or subjects & renewed:
            continue
        yield questions.question(
            "flagged_decision",
            (decision.decision_id, standing.state),
            f"{decision.kind} {decision.subject}",
            f"{standing.state.replace('_', ' ')}: {standing.why}{_taken_on(decision, names)} ({decision.in_words})",
            _TO_DECISION,
            _value_of(standing, frames, stakes),
            market_id=conflict.market_id if conflict is not None and conflict.market_id in names else None,
            decision_id=decision.decision_id,
            document_id=None if figure is None else figure.document_id,
        )


def _taken_on(decision: Decision, names: Mapping[str, str]) -> str:
    """The words of the claim, or the sides of the conflict, that a decision was taken on; nothing where it keeps none."""
    if isinstance(decision, AcceptedConflict):
        return "" if decision.expect is None else _conflict_taken_on(decision.expect, names)
    if not isinstance(decision, ON_CLAIMS):
        return ""
    figure, expect = decision.figure, decision.expect
    if figure is not None:
        around = f"{figure.before}{figure.quote}{figure.behind}"
        return f"; it was taken on {figure.quote!r} in “{' '.join(around.split())}”"
    return "" if expect is None or expect.quote is None else f"; it was taken on {expect.quote!r}"


def _conflict_taken_on(expect: ExpectedConflict, names: Mapping[str, str]) -> str:
    """Where the conflict stood and its two sides: a person knows it by them when neither the conflict nor its id is left."""
    sides = " against ".join(
        amount(one, expect.unit_measure) for one in (expect.value_a, expect.value_b) if one is not None
    )
    market = None if expect.market_id is None else names.get(expect.market_id, expect.market_id)
    metric = None if expect.metric is None else expect.metric.replace("_", " ")
    where = [one for one in (market, expect.segment_key, metric, str(expect.year or "")) if one]
    return f"; it was taken on {': '.join(filter(None, (', '.join(where), sides)))}" if where or sides else ""


def _value_of(standing: Standing, frames: Frames, stakes: Stakes) -> InformationValue:
    """The information value of a flagged decision is that of its subject or its replacement."""
    claim_id = standing.successor_id or standing.decision.subject
    rows = frames["core.observations"].filter(pl.col("claim_id") == claim_id).to_dicts()
    if rows:
        return stakes.of_claim(rows[0])
    conflict = frames["core.conflicts"].filter(pl.col("conflict_id") == claim_id).to_dicts()
    if conflict:
        return stakes.of_conflict(conflict[0], claim_id in stakes.refused())
    names = set(getattr(standing.decision, "names", ()))
    markets = frames["core.markets"].filter(
        pl.col("names").str.split("|").list.eval(pl.element().is_in(names)).list.any()
    )
    sizes = [size for market_id in markets["market_id"].sort() if (size := stakes.market(market_id)) is not None]
    return information_value(max(sizes, default=None), 1.0, "what it decided is undecided again")


def _run(frames: Frames, context: BuildContext) -> Frames:
    taken = context.decisions if context.taken is None else context.taken
    return review(frames, context.policy, taken, context.as_of_day, context.text_of)


STEP = Step(
    name="review",
    reads=tuple(
        dict.fromkeys(
            (
                *READS,
                "core.rejections",
                "core.reading_choices",
                "core.set_aside",
                "core.companies",
                "core.quarantine",
                "core.market_relations",
            )
        )
    ),
    writes=("core.review_queue", "core.decisions"),
    run=_run,
)
