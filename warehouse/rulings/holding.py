"""The decisions that the steps of a build apply: not expired, with an unchanged source.

Belongs here: the judgement before the first step, from raw tables alone. What became of each decision is told after the
last one (`standing.py`), when markets, editions and conflicts are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache

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

Read = Callable[[str], pl.DataFrame]
ON_CLAIMS = (Override, RejectedClaim, ConfirmedClaim)
ON_NAMES = (Alias, SameScope, DifferentScope, ContainedScope, ScopeFacets)
# What `Sources` reads.
SOURCES = ("raw.claims", "raw.mentions", "raw.segments", "raw.facts", "raw.receipts")


def hold(decisions: Decisions, given: date | None, read: Read) -> tuple[Decisions, date | None]:
    """The decisions that the steps apply.

    Args:
        decisions: all of them.
        given: the day that whoever starts the build names (`day.judged_on`).
        read: a raw table by name; called only for what the decisions need.

    Returns:
        Those that hold, and the day by which expiry was judged. Decisions on conflicts and questions pass: what they
        are about is made in the build, and judged there.
    """
    ends = any(decision.expires for decision in decisions)
    days = document_days(read("raw.metadata"), read("raw.facts")) if ends and given is None else []
    day = judged_on(decisions, given, days)
    sources = Sources(read)
    return gathered(one for one in decisions if not one.is_expired(day) and sources.change(one) is None), day


class Sources:
    """What raw tables say of the subjects of decisions; each table is read when it is first needed."""

    def __init__(self, read: Read, documents: frozenset[str] | None = None) -> None:
        """`read`: a raw table by name; `documents`: ids of those that count, None for all."""
        self._read = cache(read)
        self._documents = documents
        self._claims: Mapping[str, tuple[str, list[str]]] | None = None
        self._printed: Mapping[Key, set[str]] | None = None

    def change(self, decision: Decision) -> str | None:
        """Why a decision must not be applied as it stands; None where nothing speaks against it."""
        if isinstance(decision, ON_CLAIMS):
            claim = self.claim(decision.claim_id)
            return "no document has this claim" if claim is None else claim_changes(decision.expect, *claim)
        if isinstance(decision, ON_NAMES) and decision.expect is not None:
            return names_change(decision.expect, decision.names, {name: self.files(name) for name in decision.names})
        return None

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
