"""One figure down to the words that state it: estimate or conflict → publishers' figures → claims → mentions → text.

Belongs here: following ids through a release and looking the quotes up in the ledger. Drawing is up to the
command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from release.reading.claim_evidence import mentions_of, statements_of
from release.reading.id_search import MARTS_OF, Kind, resolve
from release.reading.published_figure import publishers_figures
from release.reading.row_words import split_ids
from warehouse.connection import held_open, query

if TYPE_CHECKING:
    from release.reading.document_reasons import DocumentReasons

SENTENCE_CHARS = 400  # most that is shown on either side of a quote
_SENTENCE_END = re.compile(r"[.!?。！？][\"”’)\]]*\s|\n")


@dataclass(frozen=True, slots=True)
class MentionTrace:
    """One place where a claim stands.

    `holds` says whether the stored text's slice equals the quote; None where this data home's ledger does not hold the
    text. `before` and `after` complete the sentence; where the text is not at hand they are the published prefix and
    suffix. `header` holds the column headers above a quote from a table, None where the release has none.
    """

    evidence_id: str
    document: str
    document_id: str
    page: int | None
    char_start: int
    char_end: int
    quote: str
    before: str
    after: str
    holds: bool | None
    header: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimTrace:
    """A claim (row of marts.claims), its document's name, its mentions in order of the text, and where two readers differ.

    `choices`: rows of marts.reading_choices; none in a release that knew no language model. `quotes`: the mentions as rows.
    """

    row: Mapping[str, Any]
    document: str
    mentions: tuple[MentionTrace, ...]
    choices: tuple[Mapping[str, Any], ...] = ()
    quotes: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class StatementTrace:
    """A statement that is no claim (definition, ranking, technical claim, event), with its words and where they stand.

    `holds` as in `MentionTrace`; also None for a member of a list of segments, which has no quote of its own.
    """

    statement_id: str
    side: int  # number of the conflict's side that rests on it
    kind: str
    document: str
    char_start: int
    quote: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Trace:
    """What was asked for and everything below it."""

    kind: Kind
    row: Mapping[str, Any]  # of the mart that holds it
    figures: tuple[Mapping[str, Any], ...]  # rows of marts.vendor_figures; for an estimate those of its series and year
    claims: tuple[ClaimTrace, ...]
    decisions: Mapping[str, Mapping[str, Any]]  # rows of marts.decisions that touched any of them, by decision_id
    components: Sequence[Mapping[str, Any]] = ()  # rows of marts.conflict_components, of a conflict's shown year
    sides: tuple[Mapping[str, Any], ...] = ()  # rows of marts.conflict_sides, of a conflict, all years
    statements: tuple[StatementTrace, ...] = ()  # what a conflict rests on beside claims
    bridge: Mapping[str, Any] | None = None  # row of marts.bridges that a conflict rests on
    reasons: Mapping[str, DocumentReasons] = field(default_factory=dict)  # by document_id, where they were asked for


def trace(database: Path, wanted: str, text_of: Callable[[str], str] | None) -> Trace:
    """Follows an id down to the quotes.

    Args:
        database: a release's database.
        wanted: id of an estimate, a vendor figure, a conflict, a bridge, a claim or a decision, or the beginning of one (at
            least four characters) that no other id shares.
        text_of: canonical text by document_id (KeyError where there is none); None where no ledger is at hand.

    Returns:
        The trace; claims in order of document name and first mention.

    Raises:
        ReleaseError: no id, or more than one, starts with this; the message lists what there is.
    """
    with held_open(database):  # a dozen queries: opening the file costs more than any of them
        return _traced(database, wanted, text_of)


def _traced(database: Path, wanted: str, text_of: Callable[[str], str] | None) -> Trace:
    kind, found = resolve(database, wanted)
    table, column = MARTS_OF[kind]
    row = query(database, f"SELECT * FROM marts.{table} WHERE {column} = ?", [found]).to_dicts()[0]
    figures = _figures(database, kind, row)
    sides = tuple(_sides(database, found)) if kind == "conflict" else ()
    claims = _claims(database, _claim_ids(kind, row, figures, sides), text_of)
    decisions = _decisions(database, [row, *(claim.row for claim in claims)])
    if kind != "conflict":
        return Trace(kind, row, tuple(figures), claims, decisions)
    return Trace(
        kind,
        row,
        tuple(figures),
        claims,
        decisions,
        tuple(_components(database, found)),
        sides,
        tuple(_statements(database, sides, text_of)),
        _bridge(database, row["bridge_id"]),
    )


def _components(database: Path, conflict_id: str) -> list[dict[str, Any]]:
    return query(
        database,
        "SELECT * FROM marts.conflict_components WHERE conflict_id = ? AND is_representative ORDER BY position",
        [conflict_id],
    ).to_dicts()


def _sides(database: Path, conflict_id: str) -> list[dict[str, Any]]:
    told = "SELECT * FROM marts.conflict_sides WHERE conflict_id = ? ORDER BY time_period_year NULLS LAST, side"
    return query(database, told, [conflict_id]).to_dicts()


def _bridge(database: Path, bridge_id: str | None) -> dict[str, Any] | None:
    if bridge_id is None:
        return None
    found = query(database, "SELECT * FROM marts.bridges WHERE bridge_id = ?", [bridge_id]).to_dicts()
    return found[0] if found else None


def _statements(
    database: Path, sides: Sequence[Mapping[str, Any]], text_of: Callable[[str], str] | None
) -> Iterator[StatementTrace]:
    for side in sides:
        ids = split_ids(side["statement_ids"]) if side["is_representative"] else []
        for one in (row for row in statements_of(database, ids) if row["quote"] is not None):
            text = _text(text_of, one["document_id"])
            holds = None if text is None else text[one["char_start"] :].startswith(one["quote"])
            where = (one["document"], one["char_start"], one["quote"])
            yield StatementTrace(one["statement_id"], side["side"], one["mart"], *where, holds)


def _text(text_of: Callable[[str], str] | None, document_id: str) -> str | None:
    try:
        return text_of(document_id) if text_of else None
    except KeyError:
        return None


def sentence_around(text: str, start: int, end: int) -> tuple[str, str]:
    """What completes the sentence or line around a span, before and behind it, each at most `SENTENCE_CHARS` long."""
    head = text[max(0, start - SENTENCE_CHARS) : start]
    ends = [match.end() for match in _SENTENCE_END.finditer(head)]
    tail = text[end : end + SENTENCE_CHARS]
    stop = _SENTENCE_END.search(tail)
    return head[ends[-1] if ends else 0 :], tail[: stop.end()].rstrip() if stop else tail


def _figures(database: Path, kind: Kind, row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if kind == "figure":
        return [row]
    if kind != "estimate":
        return []
    key = (row["series_id"], row["time_period_year"])
    found = publishers_figures(database, series_id=key[0], year=key[1]).get(key, [])
    return sorted(found, key=lambda one: (one["publisher"], one["status"], one["vendor_figure_id"]))


def _claim_ids(
    kind: Kind, row: Mapping[str, Any], figures: Sequence[Mapping[str, Any]], sides: Sequence[Mapping[str, Any]]
) -> list[str]:
    if kind == "claim":
        ids = [row["claim_id"]]
    elif kind == "conflict":
        ids = [one for side in sides if side["is_representative"] for one in split_ids(side["claim_ids"])]
    elif kind == "estimate":
        ids = split_ids(row["claim_ids"]) + split_ids(row["other_claim_ids"])
        ids += [claim_id for figure in figures for claim_id in split_ids(figure["claim_ids"])]
    else:
        ids = split_ids(row["claim_ids"])
    return list(dict.fromkeys(ids))


def _claims(database: Path, ids: Sequence[str], text_of: Callable[[str], str] | None) -> tuple[ClaimTrace, ...]:
    if not ids:
        return ()
    rows = query(
        database,
        "SELECT c.*, d.name AS document_name FROM marts.claims AS c LEFT JOIN marts.documents AS d USING (document_id) "
        "WHERE c.claim_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY d.name, c.document_id, c.claim_id",
        [list(ids)],
    ).to_dicts()
    mentions = mentions_of(database, ids)
    choices = _choices(database, ids)
    traces = [
        ClaimTrace(
            row,
            row["document_name"] or row["document_id"],
            tuple(_mention(one, text_of) for one in mentions.get(row["claim_id"], ())),
            tuple(choices.get(row["claim_id"], ())),
            mentions.get(row["claim_id"], ()),
        )
        for row in rows
    ]
    return tuple(
        sorted(traces, key=lambda t: (t.document, t.mentions[0].char_start if t.mentions else -1, t.row["claim_id"]))
    )


def _choices(database: Path, ids: Sequence[str]) -> dict[str, list[Mapping[str, Any]]]:
    """Where two readers differ about claims, by claim_id; nothing in a release of a version that knew one reader."""
    known = "SELECT 1 FROM information_schema.tables WHERE table_schema = 'marts' AND table_name = 'reading_choices'"
    found: dict[str, list[Mapping[str, Any]]] = {}
    if query(database, known).is_empty():
        return found
    rows = query(
        database,
        "SELECT * FROM marts.reading_choices WHERE claim_id IN (SELECT unnest(?::VARCHAR[])) "
        "ORDER BY claim_id, char_start, attribute, choice_id",
        [list(ids)],
    )
    for row in rows.iter_rows(named=True):
        found.setdefault(row["claim_id"], []).append(row)
    return found


def _decisions(database: Path, rows: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    ids = {decision_id for row in rows for decision_id in split_ids(row.get("decision_ids"))}
    if not ids:
        return {}
    found = query(
        database,
        "SELECT * FROM marts.decisions WHERE decision_id IN (SELECT unnest(?::VARCHAR[])) ORDER BY decision_id",
        [sorted(ids)],
    )
    return {row["decision_id"]: row for row in found.to_dicts()}


def _mention(row: Mapping[str, Any], text_of: Callable[[str], str] | None) -> MentionTrace:
    start, end, quote = row["char_start"], row["char_end"], row["quote"]
    before, after, holds = row["prefix"], row["suffix"], None
    text = _text(text_of, row["document_id"])
    if text is not None:
        holds = text[start:end] == quote
        before, after = sentence_around(text, start, end)
    place = (row["document"], row["document_id"], row["page"], start, end)
    return MentionTrace(row["evidence_id"], *place, quote, before, after, holds, row.get("header"))
