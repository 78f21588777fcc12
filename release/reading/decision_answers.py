"""Turns an answer into a decision: a person's answer about a question, claim, conflict, document or market of a release.

Belongs here: which decision an answer is, and what the release says of its subject now (`expect`). Writing the decision
is `warehouse/rulings/taking.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from release.reading.claim_evidence import mentions_of
from release.reading.id_search import rows_of_id
from release.reading.row_words import Row
from release.record import ReleaseError
from warehouse.connection import held_open, query
from warehouse.decisions import AnyDecision, Decision, Decisions, Figure
from warehouse.resolve.markets.scope_decisions import MarketNames
from warehouse.rulings.holding import Sources, TextOf
from warehouse.rulings.locating import figure_in

_SHAPE: TypeAdapter[Any] = TypeAdapter(AnyDecision)
_OF_CLAIM = ("confirm", "reject", "override")
_OF_PAIR = ("same", "different", "a_contains_b", "b_contains_a", "alias")
_OF_MARKET = (*_OF_PAIR, "facets")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says.

    Attributes:
        wanted: id of a question, claim, conflict, document or market (or its first characters), or a market's name.
        answer: confirm, reject, override, accept, retract, close, renew, same, different, a_contains_b, b_contains_a,
            alias or facets.
        value: the other value of an override, the market that an alias means, the edition that is retracted, or facets
            as "workload=training; technology=ai|gpu".
        other: the second market of a pair, where `wanted` is no question on a pair.
        expires: first day on which the decision no longer applies.
    """

    wanted: str
    answer: str
    author: str
    reason: str
    on: date
    value: str | None = None
    other: str | None = None
    expires: date | None = None


def decision_of(database: Path, given: Answer, taken: Decisions, text_of: TextOf) -> Decision:
    """The decision that an answer is, with what the release says of its subject now.

    Args:
        database: of the release that the question stands in.
        given: the answer.
        taken: decisions that were taken already; one of them may be renewed.
        text_of: canonical text by document id, for the words around a figure; raises KeyError where there is none.

    Raises:
        ReleaseError: nothing has such an id, the answer does not fit it, or a value is missing or wrong.
    """
    with held_open(database):
        question = _question(database, given.wanted)
        if question is not None:
            known = question["answers"].split("|")
            if given.answer not in known:
                raise ReleaseError(
                    f"{given.answer}: not an answer to a question of kind {question['kind']}; it takes {', '.join(known)}"
                )
            if question["state"] == "decided" and given.answer != "close":
                raise ReleaseError(
                    f"question {question['question_id']}: already decided: {question['decision']}; to decide otherwise, remove "
                    "that entry from its file, or give it an `expires`"
                )
        fields = _fields(database, given, question, taken)
        if "claim_id" in fields:
            fields["figure"] = _figure(database, fields["claim_id"], text_of)
        return _validated(fields, given)


def retraction_of(document_id: str, name: str, given: Answer) -> Decision:
    """The decision to take a document back that the ledger holds, whether or not a release holds it.

    Args:
        document_id: of a document that landed.
        name: its file name.
        given: the answer.

    Raises:
        ReleaseError: a value is missing or wrong.
    """
    return _validated(_of_document({"document_id": document_id, "name": name}), given)


def _validated(fields: dict[str, Any], given: Answer) -> Decision:
    said = {"author": given.author, "date": given.on, "reason": given.reason, "expires": given.expires}
    try:
        decision: Decision = _SHAPE.validate_python(fields | {key: one for key, one in said.items() if one is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "the decision"
        raise ReleaseError(f"{where}: {first['msg']}; nothing was written") from error
    return decision


def _fields(database: Path, given: Answer, question: Row | None, taken: Decisions) -> dict[str, Any]:
    """Kind, subject and expectation of the decision."""
    if given.answer == "close":
        if question is None:
            raise ReleaseError(
                f"{given.wanted}: no question of this release has an id that begins with this; see `parallax review --all`"
            )
        why = {"why": question["why"]}
        return {"kind": "closed_question", "question_id": question["question_id"], "expect": why}
    if given.answer == "renew":
        return _renewed(database, question, taken, given)
    if given.answer in _OF_CLAIM:
        return _on_claim(database, given, question["claim_id"] if question else None)
    if given.answer == "accept":
        wanted = question["conflict_id"] if question else given.wanted
        return _accepted(_row(database, "conflicts", "conflict_id", wanted))
    if given.answer == "retract":
        return _retracted(database, given, question)
    if given.answer in _OF_MARKET:
        return _on_markets(database, given, question)
    raise ReleaseError(f"{given.answer}: no such answer; there are {', '.join(ANSWERS)}")


ANSWERS = (*_OF_CLAIM, "accept", "retract", "close", "renew", *_OF_MARKET)


def _on_claim(database: Path, given: Answer, claim_id: str | None) -> dict[str, Any]:
    claim = _row(database, "claims", "claim_id", claim_id or given.wanted)
    kind = {"confirm": "confirmed_claim", "reject": "rejected_claim", "override": "override"}[given.answer]
    fields = {"kind": kind, "claim_id": claim["claim_id"], "expect": _claim_now(database, claim)}
    if given.answer == "override":
        if given.value is None:
            unit = f" in {claim['unit_measure']}" if claim["unit_measure"] else ""
            raise ReleaseError(f"override: give the correct value as --value, a plain number{unit}, base units")
        fields["obs_value"] = given.value
    return fields


def _claim_now(database: Path, claim: Row) -> dict[str, str]:
    mentions = mentions_of(database, [claim["claim_id"]]).get(claim["claim_id"], [])
    names = query(database, "SELECT name FROM marts.documents WHERE document_id = ?", [claim["document_id"]])
    now = {"value_as_printed": claim["value_as_printed"]} | ({"quote": mentions[0]["quote"]} if mentions else {})
    return now | ({"document": names.item(0, 0)} if names.height else {})


def _figure(database: Path, claim_id: str, text_of: TextOf) -> Figure | None:
    """The first figure of a claim, with the words around it where the text at hand is the one that was released."""
    mention = next(iter(mentions_of(database, [claim_id]).get(claim_id, ())), None)
    if mention is None:
        return None
    span, document_id = (mention["char_start"], mention["char_end"]), mention["document_id"]
    known = query(database, "SELECT quote_limit_chars FROM core.documents WHERE document_id = ?", [document_id])
    with suppress(KeyError):
        figure = figure_in(text_of(document_id), document_id, span, known.item())
        if figure.quote == mention["quote"]:
            return figure
    return Figure(document_id=document_id, char_start=span[0], char_end=span[1], quote=mention["quote"])


def _accepted(conflict: Row) -> dict[str, Any]:
    now = {
        "ratio": None if conflict["ratio"] is None else repr(conflict["ratio"]),
        "value_a": format(conflict["value_a"].normalize(), "f"),
        "value_b": format(conflict["value_b"].normalize(), "f"),
        "rule": conflict["rule"],
        **{name: conflict[name] for name in ("market_id", "other_market_id", "segment_key", "ref_area", "metric")},
        "unit_measure": conflict["unit_measure"],
        "year": conflict["time_period_year"],
    }
    expect = {key: value for key, value in now.items() if value is not None}  # no ratio where a side is not positive
    return {"kind": "accepted_conflict", "conflict_id": conflict["conflict_id"], "expect": expect}


def _retracted(database: Path, given: Answer, question: Row | None) -> dict[str, Any]:
    if question is not None and question["kind"] == "edition_order_unknown" and given.value is None:
        raise ReleaseError("retract: say which edition as --value, its file name or the id of its document")
    wanted = given.value or (question["document_id"] if question else given.wanted)
    named = query(database, "SELECT * FROM marts.documents WHERE name = ? ORDER BY document_id", [wanted]).to_dicts()
    document = named[0] if len(named) == 1 else _row(database, "documents", "document_id", wanted)
    return _of_document(document)


def _of_document(document: Row) -> dict[str, Any]:
    return {"kind": "retraction", "document_id": document["document_id"], "expect": {"name": document["name"]}}


def _on_markets(database: Path, given: Answer, question: Row | None) -> dict[str, Any]:
    if question is not None and question["kind"] == "scope_relation":
        a, b = question["market"], question["other_market"]
    elif question is not None:
        a, b = given.other, None  # the printed name that a document's figures go by
    else:
        a, b = _market_name(database, given.wanted, is_printed=given.answer == "alias"), given.other
    if given.answer == "alias":
        return _alias(database, given, a, b if question is not None else None)
    if given.answer == "facets":
        facets = {"kind": "scope_facets", "market": a, "facets": _facets(given.value)}
        return facets | _printed(database, str(a))
    if b is None:
        raise ReleaseError(f"{given.answer}: give the second market as --with")
    b = _market_name(database, b, is_printed=False)
    shapes = {
        "same": {"kind": "same_scope", "a": a, "b": b},
        "different": {"kind": "different_scope", "a": a, "b": b},
        "a_contains_b": {"kind": "contained_scope", "part": b, "whole": a},
        "b_contains_a": {"kind": "contained_scope", "part": a, "whole": b},
    }
    return shapes[given.answer] | _printed(database, str(a), b)


def _alias(database: Path, given: Answer, a: str | None, b: str | None) -> dict[str, Any]:
    if given.value is None:
        raise ReleaseError("alias: give the name of the intended market as --value")
    if a is None:
        raise ReleaseError("alias: give the name as the document prints it as --with")
    name = b if b is not None and given.value == a else a
    if b is not None and given.value not in (a, b):
        raise ReleaseError(f"alias: --value must be one of the two names, {a!r} or {b!r}")
    return {"kind": "alias", "name": name, "market": given.value} | _printed(database, str(name))


def _facets(value: str | None) -> dict[str, list[str]]:
    if not value:
        raise ReleaseError(
            'facets: give them as --value, such as "workload=training; technology=ai|gpu"; "layer=" is unknown'
        )
    found: dict[str, list[str]] = {}
    for part in value.split(";"):
        name, equals, values = part.partition("=")
        if not equals:
            raise ReleaseError(
                f'facets: {part.strip()!r}: not of the form `facet=value`; write it as in "workload=training"'
            )
        found[name.strip()] = [one.strip() for one in values.split("|") if one.strip()]
    return found


def _printed(database: Path, *names: str) -> dict[str, Any]:
    """Files that print the names, as an expectation; none where none does."""
    read: Callable[[str], Any] = lambda table: query(database, f"SELECT * FROM {table}")
    sources = Sources(read)
    files = sorted({file for name in names for file in sources.files(name)})
    return {"expect": {"documents": files}} if files else {}


def _renewed(database: Path, question: Row | None, taken: Decisions, given: Answer) -> dict[str, Any]:
    old = next((one for one in taken if question and one.decision_id == question["decision_id"]), None)
    if question is None or old is None:
        raise ReleaseError(f"{given.wanted}: only a flagged decision in a file can be renewed")
    state = _row(database, "decisions", "decision_id", old.decision_id)
    fields = old.model_dump(exclude={"author", "date", "reason", "expires", "expect", "figure"})
    subject = state["successor_id"] or old.subject
    if "claim_id" in fields:
        claim = _row(database, "claims", "claim_id", subject)
        value = {"obs_value": given.value} if given.value is not None and "obs_value" in fields else {}
        return fields | {"claim_id": subject, "expect": _claim_now(database, claim)} | value
    if "conflict_id" in fields:
        return _accepted(_row(database, "conflicts", "conflict_id", subject))
    if "document_id" in fields:
        return _of_document(_row(database, "documents", "document_id", subject))
    return fields | _printed(database, *getattr(old, "names", ()))


def _market_name(database: Path, wanted: str, *, is_printed: bool) -> str:
    """A market's name for people, by its id, a name or words; a printed name stays as it is."""
    rows = query(database, "SELECT market_id, market, names FROM core.markets ORDER BY market_id").to_dicts()
    found = next((row["market_id"] for row in rows if row["market_id"] == wanted), MarketNames(rows).of(wanted))
    if found is None:
        raise ReleaseError(
            f"{wanted}: no question, claim, conflict or document has an id starting with this, and no market has this name; "
            '`parallax review --all` lists questions, `parallax sql "select market from marts.markets"` markets'
        )
    return wanted if is_printed else str(next(row["market"] for row in rows if row["market_id"] == found))


def _question(database: Path, wanted: str) -> Row | None:
    rows = rows_of_id(database, "review_queue", "question_id", wanted)
    if len(rows) > 1:
        ids = ", ".join(row["question_id"] for row in rows)
        raise ReleaseError(f"{wanted}: several questions have ids that begin with this: {ids}; give more characters")
    return rows[0] if rows else None


def _row(database: Path, table: str, column: str, wanted: str) -> Row:
    """The one row whose id starts with the given characters."""
    rows = rows_of_id(database, table, column, wanted)
    if len(rows) != 1:
        what = "no" if not rows else "more than one"
        raise ReleaseError(
            f"{wanted}: {what} row of marts.{table} has a {column} starting with this; find ids in `parallax review`, "
            "`parallax show MARKET` and the marts"
        )
    return rows[0]
