"""What an id, or its first characters, names in a release."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from release.record import ReleaseError
from warehouse.connection import query

Kind = Literal["estimate", "figure", "claim", "conflict", "bridge", "decision"]

SHORTEST_PREFIX = 4
_BEGINNINGS = (16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)  # characters by which similar ids are looked for
MARTS_OF: Mapping[Kind, tuple[str, str]] = MappingProxyType(  # the mart of each kind, and the column of its id
    {
        "estimate": ("market_estimates", "estimate_id"),
        "figure": ("vendor_figures", "vendor_figure_id"),
        "conflict": ("conflicts", "conflict_id"),
        "claim": ("claims", "claim_id"),
        "decision": ("decisions", "decision_id"),
        "bridge": ("bridges", "bridge_id"),
    }
)


def rows_of_id(database: Path, mart: str, column: str, wanted: str) -> list[dict[str, Any]]:
    """The rows of a mart, at most five, whose id begins so; fewer than four characters must be the whole id."""
    test = f"starts_with({column}, $1)" if len(wanted) >= SHORTEST_PREFIX else f"{column} = $1"
    return query(database, f"SELECT * FROM marts.{mart} WHERE {test} ORDER BY {column} LIMIT 5", [wanted]).to_dicts()


def resolve(database: Path, wanted: str) -> tuple[Kind, str]:
    """Kind and full id of the one thing whose id begins so.

    Raises:
        ReleaseError: no id, or more than one, begins so; the message lists what there is.
    """
    found: list[tuple[Kind, str]] = []
    for kind, (mart, column) in MARTS_OF.items():
        found += [(kind, row[column]) for row in rows_of_id(database, mart, column, wanted)]
    exact = [pair for pair in found if pair[1] == wanted]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0]
    if found:
        raise ReleaseError(f"{wanted}: several ids begin with this; give more characters:\n  {_listed(found)}")
    near = _near(database, wanted)
    if len(wanted) < SHORTEST_PREFIX:
        some = f"; ids that begin with it, for example:\n  {_listed(near)}" if near else "; no id begins with it"
        raise ReleaseError(f"{wanted}: give at least {SHORTEST_PREFIX} characters of an id{some}")
    raise ReleaseError(
        f"{wanted}: no estimate, vendor figure, conflict, bridge, claim or decision of this release has an id starting with "
        "this; find ids in `parallax show MARKET` and in the *_id columns of the marts"
        + (f"; similar ids:\n  {_listed(near)}" if near else "")
    )


def _near(database: Path, wanted: str) -> list[tuple[Kind, str]]:
    """Ids, at most five, that share the longest beginning with what was asked for, of all but its end."""
    for length in (length for length in _BEGINNINGS if length <= len(wanted)):
        found: list[tuple[Kind, str]] = []
        for kind, (mart, column) in MARTS_OF.items():
            asked = f"SELECT {column} AS id FROM marts.{mart} WHERE starts_with({column}, $1) ORDER BY id LIMIT 5"
            found += [(kind, one) for one in query(database, asked, [wanted[:length]])["id"]]
        if found or length == SHORTEST_PREFIX:
            return found[:5]
    return []


def _listed(found: list[tuple[Kind, str]]) -> str:
    return "\n  ".join(f"{name} ({kind})" for kind, name in found)
