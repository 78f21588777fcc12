"""The decisions that the steps of a build apply: not expired, with an unchanged source.

Belongs here: the judgement before the first step, from raw tables alone. What became of each decision is told after the
last one (`standing.py`), when markets, editions and conflicts are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache
from typing import TypeAlias

import polars as pl

from warehouse.decisions import (
    Alias,
    ConfirmedClaim,
    ContainedScope,
    Decision,
    Decisions,
    DifferentScope,
    Override,
    RejectedClaim,
    SameScope,
    ScopeFacets,
    gathered,
)
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.words.tokens import Key, resolution_key
from warehouse.rulings.day import document_days, judged_on
from warehouse.rulings.expectation import claim_changes, names_change
from warehouse.rulings.locating import claim_at

Read = Callable[[str], pl.DataFrame]
TextOf = Callable[[str], str]
OnClaim: TypeAlias = Override | RejectedClaim | ConfirmedClaim
ON_CLAIMS = (Override, RejectedClaim, ConfirmedClaim)
ON_NAMES = (Alias, SameScope, DifferentScope, ContainedScope, ScopeFacets)
# What `Sources` reads.
SOURCES = ("raw.claims", "raw.mentions", "raw.segments", "raw.facts", "raw.receipts")


def hold(
    decisions: Decisions, given: date | None, read: Read, text_of: TextOf | None = None
) -> tuple[Decisions, date | None]:
    """The decisions that the steps apply.

    Args:
        decisions: all of them.
        given: the day that whoever starts the build names (`day.judged_on`).
        read: a raw table by name; called only for what the decisions need.
        text_of: canonical text by document id; called only to find a figure whose claim and place have changed.

    Returns:
        Those that hold, and the day by which expiry was judged. One whose claim has another id now names that id. Decisions
        on conflicts and questions pass: what they are about is made in the build, and judged there.
    """
    ends = any(decision.expires for decision in decisions)
    days = document_days(read("raw.metadata"), read("raw.facts")) if ends and given is None else []
    day = judged_on(decisions, given, days)
    sources = Sources(read, text_of=text_of)
    held = [one for one in decisions if not one.is_expired(day) and sources.change(one) is None]
    overruled = sources.overruled(held)
    return gathered(sources.located(one) for one in held if one.decision_id not in overruled), day


class Sources:
    """What raw tables say of the subjects of decisions; each table is read when it is first needed."""

    def __init__(self, read: Read, documents: frozenset[str] | None = None, text_of: TextOf | None = None) -> None:
        """`read`: a raw table by name; `documents`: ids of those that count, None for all; `text_of`: as of `hold`."""
        self._read = cache(read)
        self._documents = documents
        self._text_of = text_of
        self._claims: Mapping[str, tuple[str, list[str]]] | None = None
        self._printed: Mapping[Key, set[str]] | None = None

    def change(self, decision: Decision) -> str | None:
        """Why a decision must not be applied as it stands; None where nothing speaks against it."""
        if isinstance(decision, ON_CLAIMS):
            claim = self.claim(self.claim_id_of(decision))
            return "no document has this claim" if claim is None else claim_changes(decision.expect, *claim)
        if isinstance(decision, ON_NAMES) and decision.expect is not None:
            return names_change(decision.expect, decision.names, {name: self.files(name) for name in decision.names})
        return None

    def claim_id_of(self, decision: OnClaim) -> str:
        """The claim that a decision is about now; the one that it names where its figure is found nowhere, or in several claims."""
        figure = decision.figure
        if figure is None or self.claim(decision.claim_id) is not None:
            return decision.claim_id
        mentions = self._read("raw.mentions").filter(pl.col("document_id") == figure.document_id)
        return claim_at(figure, mentions.iter_rows(named=True), self._text_of) or decision.claim_id

    def located(self, decision: Decision) -> Decision:
        """The decision, with the id that its claim has now."""
        if not isinstance(decision, ON_CLAIMS):
            return decision
        return decision.model_copy(update={"claim_id": self.claim_id_of(decision)})

    def overruled(self, held: Iterable[Decision]) -> frozenset[str]:
        """Ids of decisions on a figure that another one in force answers differently: the latest counts.

        Where two name one claim they contradict each other when they are read; two that came to one claim later do not.
        """
        on_claims = sorted(
            (one for one in held if isinstance(one, ON_CLAIMS)),
            key=lambda one: (one.date, one.decision_id),
            reverse=True,
        )
        latest: dict[str, OnClaim] = {}
        for one in on_claims:
            latest.setdefault(self.claim_id_of(one), one)
        said = {claim_id: self.located(one).answers for claim_id, one in latest.items()}
        return frozenset(
            one.decision_id for one in on_claims if self.located(one).answers != said[self.claim_id_of(one)]
        )

    def claim(self, claim_id: str) -> tuple[str, list[str]] | None:
        """A claim's printed value and the words of its mentions; None where no document has it."""
        if self._claims is None:
            quotes = self._read("raw.mentions").drop_nulls("claim_id").group_by("claim_id").agg("surface")
            claims = self._read("raw.claims").select("claim_id", "value_as_printed").join(quotes, "claim_id", "left")
            self._claims = {row[0]: (row[1], row[2] or []) for row in claims.iter_rows()}
        return self._claims.get(claim_id)

    def files(self, name: str) -> set[str]:
        """Names of the files that print a market name, or one of the same words."""
        if self._printed is None:
            self._printed = self._places()
        return self._printed.get(resolution_key(read_name(name).tokens), set())

    def _places(self) -> Mapping[Key, set[str]]:
        files: dict[str, set[str]] = {}
        for document_id, name in self._read("raw.receipts").select("document_id", "name").iter_rows():
            files.setdefault(document_id, set()).add(name)
        printed: dict[Key, set[str]] = {}
        for document_id, market in self._names():
            if self._documents is None or document_id in self._documents:
                printed.setdefault(resolution_key(read_name(market).tokens), set()).update(files.get(document_id, ()))
        return printed

    def _names(self) -> Iterable[tuple[str, str]]:
        facts = self._read("raw.facts").filter(pl.col("name") == "market").select("document_id", market="value")
        stated = [self._read(f"raw.{table}").select("document_id", "market") for table in ("claims", "segments")]
        pairs: Iterable[tuple[str, str]] = pl.concat([*stated, facts]).drop_nulls().unique().iter_rows()
        return pairs
