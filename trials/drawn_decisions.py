"""Decisions that a person could take on a release, drawn with a fixed seed: of every kind, and on claims of every table that names claims.

Belongs here: what is drawn. Each drawn answer becomes a decision the way `parallax review take` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from release.catalogue import find
from warehouse.connection import held_open, query
from warehouse.decision_kinds import Decision
from warehouse.decisions import Decisions

if TYPE_CHECKING:
    from release.reading.decision_answers import Answer

DAY = "2026-11-21"  # by which a trial judges decisions
ON_CLAIMS = ("reject", "override", "confirm")
ON_MARKETS = ("same", "different", "a_contains_b", "alias", "facets")
# Of the printed figure: what a person mistypes, and what arithmetic cannot bear.
_FACTORS = ("0", "-1", "0.5", "1000", "1e12")
_FACETS = ("technology=ai", "workload=training", "layer=", "deployment=cloud")
_COLUMNS = """
select table_name, column_name, data_type like '%[]' as is_list from duckdb_columns()
where schema_name = 'core' and column_name like '%claim_id%' order by table_name, column_name
"""


def drawn_decisions(home: Path, count: int, seed: str) -> tuple[Decision, ...]:
    """So many decisions on a release, always the same for one seed.

    Every table of core whose rows name claims gives a claim for each answer on claims; after that kinds take turns.

    Args:
        home: with a release.
        count: how many.
        seed: of the draw.
    """
    draw, database = Random(seed), find(home, None).database
    with held_open(database):
        answers = [*_of_every_table(database, draw), *_of_every_kind(database, draw, count)]
    return decisions_of(home, answers[:count])


def rejections(home: Path) -> tuple[Decision, ...]:
    """The rejection of each claim of a home's release, one decision a claim."""
    claims = _ids(find(home, None).database, "core.claims", "claim_id")
    return decisions_of(home, [_answer(claim, "reject") for claim in claims])


def decisions_of(home: Path, answers: Sequence[Answer]) -> tuple[Decision, ...]:
    """Each answer as the decision that the release makes of it."""
    from release.reading.decision_answers import decision_of
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    database, text_of = find(home, None).database, texts_of(open_ledger(home))
    with held_open(database):
        return tuple(decision_of(database, answer, Decisions(), text_of) for answer in answers)


def _of_every_table(database: Path, draw: Random) -> Iterator[Answer]:
    for answer in ON_CLAIMS:
        for table, column, is_list in query(database, _COLUMNS).iter_rows():
            claims = _claims(database, table, f"unnest({column})" if is_list else column)
            if claims:
                yield _on_claim(database, draw, draw.choice(claims), answer)


def _claims(database: Path, table: str, claims: str) -> list[str]:
    named = f"select distinct claim_id from (select {claims} as claim_id from core.{table})"
    return _ids(database, f"(select claim_id from core.claims where claim_id in ({named}))", "claim_id")


def _of_every_kind(database: Path, draw: Random, count: int) -> Iterator[Answer]:
    claims, markets = _ids(database, "core.claims", "claim_id"), _ids(database, "core.markets", "market")
    others = {
        "retract": _ids(database, "core.documents", "document_id"),
        "accept": _ids(database, "core.conflicts", "conflict_id"),
        "close": _ids(database, "(select question_id from core.review_queue where answers like '%close%')", "question_id"),
    }  # fmt: skip
    kinds = (*ON_CLAIMS, *others, *ON_MARKETS)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        if kind in ON_CLAIMS:
            yield _on_claim(database, draw, draw.choice(claims), kind)
        elif kind in others:
            yield _answer(draw.choice(others[kind]), kind)
        else:
            one, two = draw.sample(markets, 2)
            value = draw.choice(_FACETS) if kind == "facets" else two if kind == "alias" else None
            yield _answer(one, kind, value, two if kind not in ("alias", "facets") else None)


def _on_claim(database: Path, draw: Random, claim: str, answer: str) -> Answer:
    value = None
    if answer == "override":
        printed = query(database, "select obs_value from core.claims where claim_id = ?", [claim]).item()
        value = f"{float(printed) * float(draw.choice(_FACTORS)):.6f}"
    return _answer(claim, answer, value)


def _answer(wanted: str, answer: str, value: str | None = None, other: str | None = None) -> Answer:
    from release.reading.decision_answers import Answer

    return Answer(wanted, answer, "A trial", "drawn", date.fromisoformat(DAY), value, other)


def _ids(database: Path, table: str, column: str) -> list[str]:
    return query(database, f"select distinct {column} from {table} order by 1")[column].to_list()
