"""Why a figure appeared or an estimate moved: a document, a decision, the policy, or the code.

Belongs here: the order in which causes are looked for. The nearest one that can be shown is named: another set of figures
before another decision, and these before what changes everything at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from release.changes.record import Cause
from release.reading.row_words import split_ids

SHOWN = 3
_NEAREST: tuple[Cause, ...] = ("document", "decision")
Rows = Mapping[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Sides:
    """What one release holds, by id; estimates by series and period."""

    documents: Rows
    figures: Rows
    revisions: Rows
    estimates: Rows
    conflicts: Rows


@dataclass(frozen=True, slots=True)
class Causes:
    """Looks for causes between two releases.

    Attributes:
        inputs: names of the inputs whose hashes differ (`compare.inputs_that_differ`).
    """

    old: Sides
    new: Sides
    inputs: tuple[str, ...]

    def of_figure(self, row: Mapping[str, Any], is_new: bool) -> tuple[Cause, str]:
        """Why a figure counts now, or no longer does."""
        here, there = (self.new, self.old) if is_new else (self.old, self.new)
        document = here.documents.get(row["document_id"])
        other = there.documents.get(row["document_id"])
        name = document["name"] if document else row["document_id"]
        if other is None:
            return "document", f"{name} is {'new' if is_new else 'no longer there'}"
        if document is not None and document["status"] != other["status"]:
            if not is_new and other["superseded_by"] is not None:
                later = there.documents.get(other["superseded_by"])
                return "document", f"{name} is superseded by {later['name'] if later else other['superseded_by']}"
            return (
                "document",
                f"{name} was {other['status'] if is_new else document['status']}, is now {document['status'] if is_new else other['status']}",
            )
        if row["decision_ids"]:
            return "decision", f"decision {row['decision_ids']}"
        return self._of_all(f"{name} is read differently")

    def of_estimate(self, was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> tuple[Cause, str]:
        """Why an estimate is new, gone or another."""
        before, after = _ids(was, "claim_ids"), _ids(now, "claim_ids")
        come, gone = sorted(after - before), sorted(before - after)
        told = [(self.new, claim_id, True) for claim_id in come] + [(self.old, claim_id, False) for claim_id in gone]
        causes: dict[Cause, list[str]] = {}
        for side, claim_id, is_new in told:
            row = side.figures.get(claim_id)
            if row is not None:
                cause, reason = self.of_figure(row, is_new)
                reasons = causes.setdefault(cause, [])
                if reason not in reasons:
                    reasons.append(reason)
        for nearest in _NEAREST:
            if nearest in causes:
                return nearest, _few(causes[nearest])
        decided = _ids(now, "decision_ids") ^ _ids(was, "decision_ids")
        if decided:
            return "decision", f"decision {_few(sorted(decided))}"
        if causes:
            cause, reasons = sorted(causes.items())[0]
            return cause, _few(reasons)
        return self._of_all("the same figures have other weights")

    def _of_all(self, what: str) -> tuple[Cause, str]:
        """The causes that touch everything: named by what differs between the two releases, the nearest to figures first."""
        if "unknown" in self.inputs:
            return "unknown", f"{what}; the earlier release does not record its inputs"
        if "code" in self.inputs or "engines" in self.inputs:
            both = " (the policy also differs)" if "policy" in self.inputs else ""
            return "code", f"{what}: the program or a library is another version{both}"
        if "policy" in self.inputs:
            return "policy", f"{what}: the policy differs"
        if "decisions" in self.inputs:
            return "decision", f"{what}: decisions differ"
        return "document", f"{what}: weights and widths are fitted over all series, and documents came or went"


def _ids(row: Mapping[str, Any] | None, column: str) -> set[str]:
    return set() if row is None else set(split_ids(row[column]))


def _few(reasons: list[str]) -> str:
    more = f" and {len(reasons) - SHOWN} more" if len(reasons) > SHOWN else ""
    return "; ".join(reasons[:SHOWN]) + more
