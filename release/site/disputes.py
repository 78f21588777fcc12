"""The conflicts on the page of a market or a publisher: proven ones first, then by distance within a verdict.

Belongs here: picking them among all conflicts of a release. The explorer's own pages are laid out in `conflicts.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from release.reading.dispute_words import in_short
from release.reading.row_words import shared_comparator, split_ids
from release.site.kept import Key
from release.site.rows import Row, Rows
from release.site.shown import Shown, Where, shown

# Proven first, then likely; what is no conflict comes last.
VERDICTS = (
    "conflict_proven",
    "conflict_likely",
    "not_comparable",
    "insufficient",
    "single_source",
    "compatible",
    "agree",
)
_FIRST = "proven first, then likely; within a verdict, the widest distance first"


class Disputes:
    """The conflicts of a release by whom they are about, as numbers of their rows: they are too many to be held as rows."""

    def __init__(self, rows: Rows, columns: Sequence[str], parties: Callable[[Row], Iterable[str]]) -> None:
        """Reads every conflict once.

        Args:
            rows: the marts.
            columns: those of marts.conflicts that `parties` looks at.
            parties: keys of the pages that a conflict stands on.
        """
        self._rows = rows
        self._name = f"disputes by {' '.join(columns)}"
        rows.reads.add(self._name, self)
        self._verdicts: list[int] = []  # by number of the conflict: its place in VERDICTS
        self._numbers: dict[str, list[int]] = {}
        ranks: list[tuple[int, float, str]] = []
        for number, row in enumerate(rows.of("conflicts", "verdict", "ratio", "conflict_id", *columns)):
            verdict = rank_of(row["verdict"])
            self._verdicts.append(verdict)
            ranks.append((verdict, -(row["ratio"] or 0), row["conflict_id"]))
            for party in parties(row):
                self._numbers.setdefault(party, []).append(number)
        self._places = [0] * len(ranks)
        for place, number in enumerate(sorted(range(len(ranks)), key=ranks.__getitem__)):
            self._places[number] = place

    def of(self, party: str | None, where: str) -> Shown[Row]:
        """The conflicts that a page draws.

        Args:
            party: whose page it is.
            where: the condition that gets all of them from the mart.
        """
        self._rows.reads.note(self._name, (party,))
        numbers = self._numbers.get(party or "", [])
        picked = shown(numbers, Where("conflicts", where), _FIRST, rank=self._places.__getitem__)
        seen = Counter(self._verdicts[number] for number in numbers)
        counts = {VERDICTS[verdict]: seen[verdict] for verdict in sorted(seen) if verdict < len(VERDICTS)}
        return picked.filled(self._rows.at("conflicts", picked.rows), counts)

    def states(self, keys: Sequence[Key]) -> Iterable[bytes]:
        """The hashes of the conflicts of each party."""
        for party in keys:
            hashes = (self._digests[number] for number in self._numbers.get(party or "", []))
            yield b"".join(one.to_bytes(8, "big") for one in hashes)

    @cached_property
    def _digests(self) -> Sequence[int]:
        return self._rows.digests("conflicts")


def with_sentences(conflicts: Shown[Row], rows: Rows) -> Shown[Row]:
    """The conflicts of a page, each with what disagrees in one sentence, `short`."""
    claims = rows.by("claims", "claim_id", "publisher", "comparator")
    known = claims.known({one: None for row in conflicts for one in (*_ids(row, "a"), *_ids(row, "b"))})
    told = [{**row, "short": in_short(row, (_bound(row, "a", known), _bound(row, "b", known)))} for row in conflicts]
    return conflicts.filled(told, conflicts.counts)


def _ids(conflict: Row, side: str) -> list[str]:
    return split_ids(conflict[f"claim_ids_{side}"])


def _bound(conflict: Row, side: str, claims: Mapping[str, list[Row]]) -> str:
    return shared_comparator(claims[one][0]["comparator"] for one in _ids(conflict, side) if one in claims)


def rank_of(verdict: str) -> int:
    """The place of a verdict in `VERDICTS`; one that is not among them comes last."""
    return VERDICTS.index(verdict) if verdict in VERDICTS else len(VERDICTS)
