"""The evidence viewer: every claim and statement of a market with the words that state it, one place to link to each.

Belongs here: which quotes stand on which page. Quotes come from the marts as they are, so within their licence's limit;
whole texts are in `texts.py` where their licence allows it, else in the ledger (`parallax explain ID` reads them there).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from markupsafe import Markup

from release.reading.claim_evidence import STATEMENTS
from release.reading.row_words import reader_of
from release.site.addresses import Addresses, numbered, stem
from release.site.kept import Parts
from release.site.paper import Paper, laid_out
from release.site.rows import Row, Rows
from warehouse.review.reading_differences import differences

CLAIM = (  # columns of marts.claims that a claim's place is made of
    "claim_id", "document_id", "publisher", "attributed_through", "value_as_printed", "obs_value", "unit_measure", "metric",
    "segment", "time_period", "time_period_inferred", "inference_basis", "geography", "status", "subject", "rule",
    "read_by",
)  # fmt: skip


def write_evidence(rows: Rows, at: Addresses, paper: Paper, parts: Parts) -> None:
    """Writes the evidence of every market and enters each quote's address.

    Args:
        rows: the marts.
        at: gets the addresses of claims, mentions and statements.
        paper: where the pages go.
        parts: takes over what did not change.
    """
    claims_of = rows.by("claims", "market_id", *CLAIM)
    told = [market_id for mart in STATEMENTS for market_id in rows.by(mart, "market_id")]
    markets = rows.by("markets", "market_id", "market_id", "market")

    def write(market_id: str | None) -> None:
        own = markets.get(market_id, [])
        claims = claims_of.get(market_id, [])
        blocks = list(_blocks(rows, at, paper, claims, _statements(rows, market_id)))
        pages, page_of = laid_out((key, block) for key, _, block in blocks)
        name = f"evidence/{stem(market_id)}"
        for key, mentions, _ in blocks:
            page = numbered(name, page_of[key])
            kind, identifier = key
            known = at.claims if kind == "c" else at.statements
            known.setdefault(identifier, f"{page}#{kind}-{identifier}")
            at.mentions.update({mention: f"{page}#e-{mention}" for mention in mentions})
        paper.write_list(
            name, "evidence.html", pages, market_id=market_id, market=own[0]["market"] if own else None, at=at,
            n_claims=len(claims),
        )  # fmt: skip

    for market_id in dict.fromkeys([*markets, *claims_of, *told]):
        parts.pages(f"evidence/{stem(market_id)}", partial(write, market_id))


def _blocks(
    rows: Rows, at: Addresses, paper: Paper, claims: list[Row], statements: list[Row]
) -> Iterator[tuple[tuple[str, str], list[str], Markup]]:
    named = {row["document_id"] for row in (*claims, *statements)}
    documents = {key: found[0] for key, found in rows.by("documents", "document_id").many(named).items()}
    mentions = rows.by("evidence", "claim_id").known(claim["claim_id"] for claim in claims)
    choices = rows.by("reading_choices", "claim_id").known(claim["claim_id"] for claim in claims)
    for claim in sorted(claims, key=_in_text(mentions)):
        quotes = sorted(mentions.get(claim["claim_id"], []), key=lambda row: (row["char_start"], row["evidence_id"]))
        told = differences(choices.get(claim["claim_id"], []))
        block = paper.block(
            "claim.html",
            1,
            claim=claim,
            reader=reader_of(claim),
            quotes=quotes,
            document=documents[claim["document_id"]],
            differences=told,
            at=at,
        )
        yield ("c", claim["claim_id"]), [quote["evidence_id"] for quote in quotes], block
    for statement in statements:
        document = documents[statement["document_id"]]
        yield ("s", statement["id"]), [], paper.block("statement.html", 1, statement=statement, document=document)


def _in_text(mentions: Mapping[str, list[Row]]) -> Callable[[Row], tuple[str, str, int, str]]:
    """A claim's place: by publisher and document in the order of the text."""

    def place(claim: Row) -> tuple[str, str, int, str]:
        first = min((row["char_start"] for row in mentions.get(claim["claim_id"], [])), default=0)
        return (claim["publisher"] or "", claim["document_id"], first, claim["claim_id"])

    return place


def _statements(rows: Rows, market_id: str | None) -> list[Row]:
    """Definitions, rankings and the like of a market, each with what it is about and its place."""
    found: list[Row] = []
    for mart, table in STATEMENTS.items():
        for row in rows.by(mart, "market_id").get(market_id, []):
            if row["quote"] is None:
                continue
            told = " · ".join(str(row[column]) for column in table.about if row[column])
            found.append(
                {
                    "id": row[table.key],
                    "kind": table.kind,
                    "about": told,
                    **{name: row[name] for name in ("document_id", "publisher_id", "publisher", "quote")},
                    **{name: row[name] for name in ("char_start", "char_end")},
                    "is_cut": bool(row.get("is_cut")),
                }
            )
    found.sort(key=lambda row: (row["kind"], row["document_id"], row["char_start"], row["id"]))
    return found
