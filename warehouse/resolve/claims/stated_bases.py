"""The money basis of a claim as its document states it; the statement nearest to the figure decides.

Belongs here: the choice among several statements for one claim. `sources/extract/statements/bases.py` reads them;
`warehouse/sql/30_observations.sql` decides what follows for a series.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import polars as pl

from sources.metrics import facts_of
from sources.records import BasisKind

_REACHES = ("figure", "table", "document")
Row = Mapping[str, Any]


class StatedBases:
    """Stated money bases of all documents, by the figures that they apply to."""

    def __init__(self, bases: pl.DataFrame, mentions: pl.DataFrame) -> None:
        """`bases`: raw.bases; `mentions`: raw.mentions, whose places say which figures are a claim's."""
        self._of_figure: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
        self._of_document: defaultdict[str, list[Row]] = defaultdict(list)
        for row in bases.sort("document_id", "char_start", "char_end", "tells").iter_rows(named=True):
            if row["figure_start"] is None:
                self._of_document[row["document_id"]].append(row)
            else:
                self._of_figure[row["document_id"], row["figure_start"]].append(row)
        self._places: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        stating = mentions.filter(pl.col("document_id").is_in(bases["document_id"].unique().implode()))
        for claim_id, document_id, start in stating.select("claim_id", "document_id", "char_start").sort("document_id", "char_start").iter_rows():  # fmt: skip
            self._places[claim_id].append((document_id, start))

    def of(self, claim: Row, *, is_quoted: bool) -> Mapping[str, Any]:
        """The columns of core.claims with the money basis of a claim.

        Args:
            claim: a row of raw.claims.
            is_quoted: another publisher says it; what the document says of its own figures does not hold for it.
        """
        stated = [row for place in self._places.get(claim["claim_id"], ()) for row in self._of_figure.get(place, ())]
        if not is_quoted:
            stated += self._of_document.get(claim["document_id"], [])
        if not stated:  # most claims state none
            return _NOTHING
        columns: dict[str, Any] = {}
        for kind in get_args(BasisKind):
            applying = [row for row in stated if row["tells"] == kind and _applies(kind, claim["metric"])]
            columns |= _columns(kind, sorted(applying, key=lambda row: _REACHES.index(row["reach"])))
        return columns


def _applies(kind: BasisKind, metric: str) -> bool:
    """A level of the trade applies to values; inflation also applies to rates of growth."""
    facts = facts_of(metric)
    return facts.is_money or (kind == "price" and facts.is_growth)


def _columns(kind: BasisKind, nearest_first: Sequence[Row]) -> dict[str, Any]:
    if not nearest_first:
        return _unstated(kind)
    name = f"{kind}_basis"
    first = nearest_first[0]
    # "at constant prices" beside the figure, "constant 2015 dollars" above the table: one money, stated in two places.
    fuller = (row for row in nearest_first if row["basis"] == first["basis"] and row["base_year"] is not None)
    stated = next(fuller, first) if first["base_year"] is None else first
    year = "" if stated["base_year"] is None else f"-{stated['base_year']}"
    return {
        name: f"{stated['basis']}{year}",
        f"{name}_reach": stated["reach"],
        f"{name}_start": stated["char_start"],
        f"{name}_quote": stated["surface"],
    }


def _unstated(kind: BasisKind) -> dict[str, Any]:
    name = f"{kind}_basis"
    return dict.fromkeys((name, f"{name}_reach", f"{name}_start", f"{name}_quote"))


_NOTHING: Mapping[str, Any] = {name: None for kind in get_args(BasisKind) for name in _unstated(kind)}
