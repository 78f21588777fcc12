"""Problems with a question: each says what, where and what to do, and may list similar names.

Belongs here: the kinds and their words. How they travel (problem+json, MCP error) belongs to the faces.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal[
    "not-found", "ambiguous", "bad-question", "bad-parameter", "bad-host", "no-release", "past-not-answerable", "busy",
    "not-allowed", "bug",
]  # fmt: skip

PROBLEM = "application/problem+json"  # RFC 9457
STATUS: dict[Kind, int] = {
    "bad-question": 400,
    "bad-host": 421,
    "not-found": 404,
    "not-allowed": 405,
    "ambiguous": 409,
    "past-not-answerable": 409,
    "bad-parameter": 422,
    "bug": 500,
    "no-release": 503,
    "busy": 503,
}
TITLES: dict[Kind, str] = {
    "bad-question": "The question is contradictory",
    "bad-host": "The request names another host",
    "not-found": "The release holds nothing of that name",
    "not-allowed": "This address takes GET only",
    "ambiguous": "The name is ambiguous",
    "past-not-answerable": "This release cannot answer questions about its past",
    "bad-parameter": "A parameter is missing or out of its range",
    "bug": "The program failed",
    "no-release": "There is no release to read",
    "busy": "Another question about the past is in progress",
}


class Candidate(BaseModel):
    """Something that may have been meant."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(description="Use this value to ask again.")
    name: str


class Problem(BaseModel):
    """A problem as RFC 9457 has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    type: str = Field(description="Stable kind of the problem.", examples=["urn:parallax:problem:not-found"])
    title: str = Field(description="The kind in words.")
    status: int = Field(description="HTTP status.")
    detail: str = Field(description="What is wrong, where, and what to do.")
    instance: str | None = Field(default=None, description="Requested path.")
    candidates: list[Candidate] = Field(default=[], description="Similar names.")


class QuestionError(Exception):
    """A question that cannot be answered. The message says what, where and what to do."""

    def __init__(self, kind: Kind, detail: str, candidates: list[Candidate] | None = None) -> None:
        """`candidates`: what may have been meant."""
        super().__init__(detail)
        self.kind: Kind = kind
        self.detail = detail
        self.candidates = candidates or []

    def problem(self, instance: str | None = None) -> Problem:
        """The problem as data."""
        return Problem(
            type=f"urn:parallax:problem:{self.kind}",
            title=TITLES[self.kind],
            status=STATUS[self.kind],
            detail=self.detail,
            instance=instance,
            candidates=self.candidates,
        )

    def in_words(self) -> str:
        """The problem with its candidates, for readers of text."""
        listed = "".join(f"\n- {one.id}: {one.name}" for one in self.candidates)
        return self.detail + listed
