"""The state of each decision in a build: applied, expired, superseded by its source, without a subject, or unused.

Belongs here: the rows of core.decisions. Which decisions the steps apply was judged before them (`holding.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

import polars as pl

from warehouse.decisions import (
    AcceptedConflict,
    ClosedQuestion,
    ConfirmedClaim,
    Decision,
    Decisions,
    Retraction,
)
from warehouse.doubt import is_held_back
from warehouse.policy import UnsureBelow
from warehouse.resolve.markets.scope_decisions import MarketNames
from warehouse.rulings.expectation import conflict_changes, conflict_is_successor, question_changes
from warehouse.rulings.holding import ON_CLAIMS, ON_NAMES, SOURCES, OnClaim, Sources, TextOf
from warehouse.rulings.touched import NOTHING, Ids, Touched
from warehouse.values.wording import listed

State = Literal["applied", "expired", "source_changed", "subject_gone", "unused"]
FLAGGED: tuple[State, ...] = ("expired", "source_changed", "subject_gone")
READS = (
    *SOURCES,
    "core.claims",
    "core.documents",
    "core.markets",
    "core.observations",
    "core.vendor_figures",
    "core.estimates",
    "core.conflicts",
)
_SAME_FIGURE = ("publisher_id", "metric", "market_id", "segment_key", "ref_area", "time_period_year", "period_start", "period_end")  # fmt: skip

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """One decision, its state with the reason, and what it touched.

    Attributes:
        in_force: the steps applied it. One that its source overtook may still hold for the edition it was taken on.
        successor_id: claim or conflict that now stands where its subject stood.
    """

    decision: Decision
    state: State
    why: str
    in_force: bool
    successor_id: str | None = None
    touched: Ids = NOTHING

    def row(self) -> dict[str, Any]:
        """A row of core.decisions."""
        decision = self.decision
        return {
            "decision_id": decision.decision_id,
            "kind": decision.kind,
            "subject": decision.subject,
            "decides": "; ".join(answer for topic, answer in decision.answers.items() if topic[0] != "pair")
            or "; ".join(decision.answers.values())
            or _DECIDES[decision.kind],
            "author": decision.author,
            "decided_on": decision.date,
            "reason": decision.reason,
            "expires": decision.expires,
            "expect": decision.expect.words() if decision.expect else None,
            "state": self.state,
            "why": self.why,
            "in_force": self.in_force,
            "successor_id": self.successor_id,
            **self.touched.columns(),
        }


_DECIDES = {
    "retraction": "the document is taken back",
    "accepted_conflict": "the conflict stays as it is",
    "closed_question": "nothing more is needed",
}


def standings(
    decisions: Decisions,
    day: date | None,
    frames: Mapping[str, pl.DataFrame],
    unsure_below: UnsureBelow,
    text_of: TextOf | None = None,
) -> list[Standing]:
    """What became of each decision, but for closed questions: those are judged when every question is known (`closings`).

    Args:
        decisions: all of them.
        day: the day by which expiry is judged.
        frames: the tables of `READS`.
        unsure_below: the confidence that each kind of claim needs.
        text_of: canonical text by document id (`holding.hold`).

    Returns:
        One per decision, in their order.
    """
    judged = [one for one in decisions if not isinstance(one, ClosedQuestion)]
    if not judged:
        return []
    court = _Court(frames, unsure_below, text_of)
    overruled = court.overruled(one for one in judged if not one.is_expired(day))
    return [
        _expired(one) if one.is_expired(day) else _overruled(one) if one.decision_id in overruled else court.judge(one)
        for one in judged
    ]


def closings(decisions: Decisions, day: date | None, questions: Iterable[Row]) -> list[Standing]:
    """What became of each closed question.

    Args:
        decisions: all of them.
        day: the day by which expiry is judged.
        questions: every row of core.review_queue, those on flagged decisions too.

    Returns:
        One per closed question, in their order.
    """
    asked = {row["question_id"]: row for row in questions}
    return [
        _expired(one) if one.is_expired(day) else _on_question(one, asked.get(one.question_id))
        for one in decisions.closed_questions
    ]


def _expired(decision: Decision) -> Standing:
    return Standing(
        decision, "expired", f"it ended on {decision.expires}: from that day on it is not applied", in_force=False
    )


def _overruled(decision: Decision) -> Standing:
    return Standing(decision, "unused", "a later decision on the same figure holds", in_force=False)


class _Court:
    """The tables of one build, asked for each decision."""

    def __init__(self, frames: Mapping[str, pl.DataFrame], unsure_below: UnsureBelow, text_of: TextOf | None) -> None:
        self._frames = frames
        self._unsure_below = unsure_below
        documents = frames["core.documents"].select("document_id", "name", "status", "superseded_by")
        self._documents = {row["document_id"]: row for row in documents.iter_rows(named=True)}
        self._names = MarketNames(frames["core.markets"].iter_rows(named=True))
        current = frozenset(one for one, row in self._documents.items() if row["status"] == "stated")
        read: Callable[[str], pl.DataFrame] = frames.__getitem__
        self._sources, self._current = Sources(read, text_of=text_of), Sources(read, current)
        self._touched = Touched(frames)

    def overruled(self, decisions: Iterable[Decision]) -> frozenset[str]:
        """Ids of those that a later decision on the same figure took the place of."""
        return self._sources.overruled(one for one in decisions if self._sources.change(one) is None)

    def judge(self, decision: Decision) -> Standing:
        if isinstance(decision, ON_CLAIMS):
            return self._on_claim(decision, self._sources.claim_id_of(decision))
        if isinstance(decision, ON_NAMES):
            return self._on_names(decision, decision.names)
        if isinstance(decision, AcceptedConflict):
            return self._on_conflict(decision)
        assert isinstance(decision, Retraction)
        return self._on_document(decision)

    def _on_claim(self, decision: OnClaim, claim_id: str) -> Standing:
        claims = self._frames["core.claims"].filter(pl.col("claim_id") == claim_id).to_dicts()
        change = self._sources.change(decision)
        if self._sources.claim(claim_id) is None:
            successor = self._same_words(decision)
            words = f"{change}{_now(successor, 'the same words are')}; the text is read otherwise now"
            return Standing(decision, "subject_gone", words, in_force=False, successor_id=_id(successor))
        if not claims:
            return Standing(decision, "subject_gone", "the claim's document was retracted", in_force=False)
        if change is not None:
            return Standing(decision, "source_changed", change, in_force=False)
        touched = self._touched.by_claims([claim_id])
        is_of_old = self._documents[claims[0]["document_id"]]["status"] == "superseded"
        if is_of_old and claims[0]["status"] in ("superseded", "quarantined"):
            return replace(self._overtaken(decision, claims[0]), touched=Ids(claim_ids=(claim_id,)))
        if isinstance(decision, ConfirmedClaim) and not is_held_back(claims[0], self._unsure_below):
            only = Ids(claim_ids=(claim_id,))
            return Standing(decision, "unused", "the claim counts without it", in_force=True, touched=only)
        why = "the claim stands as it was decided on"
        if claim_id != decision.subject:
            why = f"the figure stands as it was decided on, as claim {claim_id}"
        return Standing(decision, "applied", why, in_force=True, touched=touched)

    def _overtaken(self, decision: Decision, claim: Row) -> Standing:
        """A later edition is current: the decision stays with the edition it was taken on and moves to no other."""
        edition = self._documents[claim["document_id"]]
        while edition["superseded_by"] in self._documents:
            edition = self._documents[edition["superseded_by"]]
        claims = self._frames["core.claims"].filter(pl.col("document_id") == edition["document_id"]).sort("claim_id")
        later = [one for one in claims.iter_rows(named=True) if all(one[key] == claim[key] for key in _SAME_FIGURE)]
        stays = "it holds for the superseded edition alone"
        if not later:
            words = f"the later edition {edition['name']} has no such figure; {stays}"
            return Standing(decision, "subject_gone", words, in_force=True)
        printed = listed(sorted({one["value_as_printed"] for one in later}))
        again = "prints the same" if {one["obs_value"] for one in later} == {claim["obs_value"]} else "prints"
        words = (
            f"the later edition {edition['name']} {again} {printed} where {claim['value_as_printed']} stood; {stays}"
        )
        return Standing(decision, "source_changed", words, in_force=True, successor_id=_id(later[0]))

    def _same_words(self, decision: OnClaim) -> Row | None:
        """The claim that now stands on the words that the decision expects, if one alone does."""
        figure, expect = decision.figure, decision.expect
        if figure is not None:
            meets = (pl.col("char_start") < figure.char_end, pl.col("char_end") > figure.char_start)
            mentions = self._frames["raw.mentions"].filter(pl.col("document_id") == figure.document_id, *meets)
            there = mentions["claim_id"].drop_nulls().unique().sort().to_list()
            if len(there) == 1:
                return {"claim_id": there[0]}
        if expect is None or expect.document is None or expect.quote is None:
            return None
        named = [one for one, row in self._documents.items() if row["name"] == expect.document]
        mentions = self._frames["raw.mentions"].filter(
            pl.col("document_id").is_in(named), pl.col("surface") == expect.quote
        )
        ids = mentions["claim_id"].drop_nulls().unique().sort().to_list()
        return {"claim_id": ids[0]} if len(ids) == 1 else None

    def _on_names(self, decision: Decision, names: tuple[str, ...]) -> Standing:
        change = self._sources.change(decision)
        if change is not None:
            return Standing(decision, "source_changed", change, in_force=False)
        lost = [name for name in names if self._names.of(name) is None]
        if lost:
            state: State = "subject_gone" if decision.expect else "unused"
            return Standing(decision, state, f"no document prints {listed(lost)}", in_force=True)
        old = [name for name in names if self._sources.files(name) and not self._current.files(name)]
        if old:
            words = f"only superseded editions print {listed(old)}"
            return Standing(decision, "subject_gone", words, in_force=True)
        touched = self._touched.by_names(decision, self._names)
        if not touched.market_ids:
            return Standing(decision, "unused", "both names resolve to one market", in_force=True)
        return Standing(decision, "applied", f"{listed(names)} in current documents", in_force=True, touched=touched)

    def _on_conflict(self, decision: AcceptedConflict) -> Standing:
        conflicts = self._frames["core.conflicts"]
        same = conflicts.filter(pl.col("conflict_id") == decision.conflict_id).to_dicts()
        if same:
            change = conflict_changes(decision.expect, same[0])
            if change is not None:
                return Standing(decision, "source_changed", change, in_force=False)
            touched = self._touched.by_conflict(decision.conflict_id)
            return Standing(decision, "applied", "the conflict is as it was accepted", in_force=True, touched=touched)
        rows = conflicts.sort("conflict_id").iter_rows(named=True)
        later = [row for row in rows if conflict_is_successor(decision.expect, row)]
        if not later:
            return Standing(decision, "subject_gone", "its figures no longer conflict, or are gone", in_force=False)
        if len(later) > 1:
            words = f"{len(later)} other conflicts stand in its place now, and nothing tells which of them it became"
            return Standing(decision, "source_changed", words, in_force=False)
        words = f"other figures conflict in its place now: {later[0]['explanation']}"
        return Standing(decision, "source_changed", words, in_force=False, successor_id=later[0]["conflict_id"])

    def _on_document(self, decision: Retraction) -> Standing:
        held = self._frames["raw.receipts"].filter(pl.col("document_id") == decision.document_id)
        if held.is_empty():
            state: State = "subject_gone" if decision.expect else "unused"
            return Standing(decision, state, "no such document was received", in_force=True)
        touched = Ids(document_ids=(decision.document_id,))
        return Standing(decision, "applied", "its rows are absent from the marts", in_force=True, touched=touched)


def _on_question(decision: ClosedQuestion, question: Row | None) -> Standing:
    if question is None:
        return Standing(decision, "unused", "the question no longer arises", in_force=True)
    change = question_changes(decision.expect, question["why"])
    if change is not None:
        return Standing(decision, "source_changed", change, in_force=False)
    return Standing(decision, "applied", "the question is closed", in_force=True)


def _now(successor: Row | None, what: str) -> str:
    return "" if successor is None else f", {what} claim {successor['claim_id']}"


def _id(claim: Row | None) -> str | None:
    return None if claim is None else str(claim["claim_id"])
