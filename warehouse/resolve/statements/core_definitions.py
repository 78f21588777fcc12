"""Builds core.definitions: definitions in documents, with the facets in their words."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD, area_marks
from warehouse.facets import FACETS
from warehouse.load.quotes import shortened
from warehouse.resolve.documents.document_metadata import Row
from warehouse.resolve.markets.core_markets import market_id_of, market_ids
from warehouse.resolve.scopes.scope_facets import Scope, scope_of, scope_text
from warehouse.resolve.words.tokens import tokens_of
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_MEASURED = re.compile(
    r"\b(?:measured|in terms of|value of|valued|revenues? (?:from|of|generated)|sales of|spending on|shipments of)\b",
    re.IGNORECASE,
)


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    ids = market_ids(frames["core.markets"])
    documents = frames["core.documents"].select("document_id", "publisher_id", "status", "quote_limit_chars")
    quoted = frames["raw.definitions"].join(frames["work.quotes"], on=["document_id", "char_start", "char_end"])
    stated = quoted.join(documents, on="document_id").sort("document_id", "char_start", "char_end")
    rows = [_row(row, market_id_of(row["market"], ids)) for row in stated.iter_rows(named=True)]
    return {"core.definitions": pl.DataFrame(rows, schema=core_tables()["core.definitions"].polars_schema())}


def _row(row: Row, market_id: str | None) -> dict[str, Any]:
    limit, scope = row["quote_limit_chars"], _scope(row)
    areas = sorted({m.area.name for m in area_marks(row["definition"], 0, len(row["definition"])) if m.area != WORLD})
    place = f"{row['document_id']}:{row['char_start']}:{row['char_end']}"
    return {
        **{name: row[name] for name in ("document_id", "publisher_id", "term", "rule", "status", "is_cut", "quote")},
        "definition_id": hashlib.sha256(place.encode()).hexdigest()[:16],
        "market_id": market_id,
        "defines": row["kind"],
        "definition": shortened(row["definition"], limit),
        "includes": _listed(row["includes"], limit),
        "excludes": _listed(row["excludes"], limit),
        "scope": scope_text(scope),
        **{facet: "|".join(scope[facet]) if facet in scope else None for facet in FACETS},
        "geography": "|".join(areas) or None,
        "char_start": row["char_start"],
        "char_end": row["char_start"] + len(row["quote"]),
    }


def _scope(row: Row) -> Scope:
    """Facets of the term with those of the words that define it; what is sold is said by the term where it says so."""
    if row["kind"] == "value_chain":
        return {"layer": (row["term"],)}
    of_term = scope_of(tokens_of(row["term"]))
    of_words = scope_of(tokens_of(row["definition"]))
    said = {facet: values for facet, values in of_words.items() if _says(facet, row)}
    merged = {
        facet: tuple(sorted({*of_term.get(facet, ()), *said.get(facet, ())}))
        for facet in FACETS
        if facet in of_term or facet in said
    }
    if "product" in of_term:
        merged["product"] = of_term["product"]
    return merged


def _says(facet: str, row: Row) -> bool:
    """Whether running words can name the facet: the words behind a segment's label name uses, and a value is named as one."""
    if facet == "value_basis":
        return bool(_MEASURED.search(row["definition"]))
    return not (row["rule"] == "definition.label" and facet in ("layer", "product"))


def _listed(names: list[str] | None, limit: int) -> list[str]:
    """Items that fit the quote limit together; a list is also a quote."""
    fitting: list[str] = []
    for name in names or []:
        if sum(map(len, fitting)) + len(name) > limit:
            break
        fitting.append(name)
    return fitting


STEP = Step(
    name="definitions",
    reads=("raw.definitions", "core.documents", "core.markets", "work.quotes"),
    writes=("core.definitions",),
    run=_run,
)
