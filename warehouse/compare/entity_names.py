"""One company under the names and levels that several publishers give it: printed names side by side, joined by the reviewed table.

Belongs here: rows entity_names. Which names are one company, who owns it and at which level is decided in
`warehouse/resolve/companies`; nothing is matched here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from warehouse.compare.comparison_engine import Compared
from warehouse.values.conflict_records import Conflict, Party, comparison

_SHOWN = 40  # documents that one row lists at most; the rest are counted


def entity_names(compared: Compared) -> Iterator[Conflict]:
    """One row per owner that publishers name in different words: each name with its document's publisher and level.

    Yields:
        entity_names rows: agree where all names are of one company, compatible where units and owners are among them.
    """
    usable = compared.stated("core.companies").sort("document_id", "char_start", "company")
    names = compared.names
    by_owner: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in usable.iter_rows(named=True):
        by_owner[row["parent"] or row["canonical"]].append(row)
    for owner in sorted(by_owner):
        rows = by_owner[owner]
        if len({row["publisher_id"] for row in rows}) > 1 and len({row["company"] for row in rows}) > 1:
            yield _row(owner, rows, names)


def _row(owner: str, rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> Conflict:
    """The first publisher's names against those of all others."""
    first = min(row["publisher_id"] for row in rows)
    sides = [
        _side([row for row in rows if (row["publisher_id"] == first) is is_first], names) for is_first in (True, False)
    ]
    is_one = len({row["company_id"] for row in rows}) == 1
    more = f"; {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    shown = "; ".join(dict.fromkeys(_said(row, names) for row in rows[:_SHOWN]))
    return comparison(
        "entity_names",
        "agree" if is_one else "compatible",
        sides[0],
        sides[1],
        "company",
        "names",
        f"names of {owner}: {shown}{more}: {'one company' if is_one else 'one owner, at the levels given'} by the reviewed names",
    )


def _side(rows: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> tuple[str | None, Party, tuple[str, ...]]:
    printed = sorted({row["company"] for row in rows})
    party = Party(
        Decimal(len(printed)),
        tuple(sorted({names[row["publisher_id"]] for row in rows})),
        (),
        ", ".join(printed[:_SHOWN]),
    )
    ids = tuple(sorted(f"company:{row['document_id']}:{row['char_start']}-{row['char_end']}" for row in rows[:_SHOWN]))
    return rows[0]["market_id"], party, ids


def _said(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    level = row["level"].replace("_", " ")
    of = f" of {row['parent']}" if row["parent"] else ""
    product = f", product {row['product']}" if row["product"] else ""
    return f"{row['company']} ({level}{of}{product}) by {names[row['publisher_id']]}"
