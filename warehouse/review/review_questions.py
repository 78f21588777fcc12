"""The questions of a build, kind by kind: subject, reason, information value, and possible answers.

Belongs here: finding questions. Matching them with decisions and the step of the build are in `review_queue.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.doubt import unsure, why_held_back
from warehouse.policy import Policy
from warehouse.resolve.claims.guards import reads_nothing
from warehouse.resolve.markets.relation_pruning import jaccard_similarity
from warehouse.review.information_value import InformationValue, Stakes, distance, information_value
from warehouse.values.keys import digest
from warehouse.values.wording import amount, counted

Row = dict[str, Any]
Frames = Mapping[str, pl.DataFrame]

_TO_CLAIM = "compare it with its quote (`parallax explain {claim_id}`): confirm, override with another value, or reject"
_TO_LAYOUT = (
    "see what was set aside (`parallax extract FILE --kinds rejection --format table`); if those are figures, teach the "
    "reader the form, else close the question"
)
_TO_FILE = "send the document again in a form that can be read, or close the question"
_TO_COMPANY = (
    "close the question if the company has no part in the market; if it has, fix the rule or word that set it aside"
)
_TO_MARKET = "name the document's market in its sidecar's title, or decide an alias for the printed name; else close the question"
_TO_PUBLISHER = (
    "name the document's publisher in its sidecar (`publisher: NAME`); close the question if its figures may stay out"
)
_TO_CONFLICT = "read both sides (`parallax explain {conflict_id}`): reject or override the claim that is wrong, else accept the conflict"
_TO_PAIR = "state how the two relate: same, different, or which contains the other; else close the question"
_TO_ASIDE = (
    "read the document (`parallax explain CLAIM` shows its words): retract it if it is junk; reject or override the claim if "
    "the figure is a slip; close the question if it may stay aside"
)
_TO_EDITIONS = (
    "give the editions' dates in their sidecars, or retract the one that is overtaken; else close the question"
)

# The kinds of questions, that which keeps most out of the marts first, and the answers that fit each.
ANSWERS: Mapping[str, str] = {
    "flagged_decision": "renew|close",
    "conflict": "accept|close",
    "edition_order_unknown": "retract|close",
    "set_aside": "retract|close",
    "unreadable_document": "close",
    "unread_layout": "retract|close",
    "unresolved_market": "alias|close",
    "unnamed_publisher": "close",
    "scope_relation": "same|different|a_contains_b|b_contains_a|alias|close",
    "reading_differs": "confirm|reject|override|close",
    "unsure_claim": "confirm|reject|override|close",
    "quarantined_company": "close",
}


def question(
    kind: str,
    key: tuple[str | None, ...],
    subject: str,
    why: str,
    what_to_do: str,
    value: InformationValue,
    **fields: Any,
) -> Row:
    """One question.

    Args:
        kind: one of `ANSWERS`.
        key: ids of what it is about; the question's id is made of kind and key.
        subject: what it is about, for people.
        why: why a person should look.
        what_to_do: how it is answered.
        value: what the answer may be worth.
        fields: other columns of core.review_queue; those left out are null.
    """
    return {
        "question_id": digest(kind, *key),
        "kind": kind,
        "subject": subject,
        "why": why,
        "what_to_do": what_to_do,
        "at_stake_usd": value.usd,
        "stake": value.words,
        "answers": ANSWERS[kind],
    } | fields


def unsure_claims(
    frames: Frames, documents: Mapping[str, Row], policy: Policy, stakes: Stakes, asked: Collection[str]
) -> Iterator[Row]:
    """Claims of current documents that a guard or too little confidence holds back; of those set aside or withdrawn no such thing is asked.

    `asked`: claims about which another question says so already.
    """
    bars = policy.comparability.unsure_below_confidence
    held = frames["core.claims"].filter(pl.col("guard").is_not_null() | unsure(bars), pl.col("status") != "withdrawn")
    low = held.join(frames["core.set_aside"], on="claim_id", how="anti")
    low = low.filter(~pl.col("claim_id").is_in(list(asked)))
    observed = frames["core.observations"].join(low.select("claim_id"), on="claim_id", how="semi")
    observations = {row["claim_id"]: row for row in observed.iter_rows(named=True)}
    for claim in low.sort("claim_id").iter_rows(named=True):
        if document := documents.get(claim["document_id"]):
            claim_id, part = claim["claim_id"], claim["segment"] or claim["geography"]
            why = why_held_back(claim, bars, policy.guards)
            if claim["guard"] is None:
                why += ": of claims like it on texts read for the first time no more were right"
            seen = observations.get(claim_id)
            yield question(
                "unsure_claim",
                (claim["document_id"], claim_id),
                f"{claim['metric']} {claim['value_as_printed']}, {part}",
                why,
                _TO_CLAIM.format(claim_id=claim_id),
                stakes.of_claim(seen) if seen else information_value(None, 1.0, "it was not observed"),
                **_of(document)
                | {
                    "publisher_id": claim["publisher_id"],
                    "market_id": claim["market_id"],
                    "claim_id": claim_id,
                    "confidence": claim["confidence"],
                    "guard": claim["guard"],
                },
            )


def unread_layouts(
    rejections: pl.DataFrame, documents: Mapping[str, Row], policy: Policy, stakes: Stakes
) -> Iterator[Row]:
    """Documents most of whose numbers nothing was made of; the stake is their market, the swing the unread share.

    Of a document of which no figure was read at all, the guard asks.
    """
    review = policy.review
    unread = rejections.filter(pl.col("rule").is_in(review.unread_rules)).group_by("document_id").len()
    n_unread: dict[str, int] = dict(unread.iter_rows())
    for document_id in sorted(documents):
        document, n = documents[document_id], n_unread.get(document_id, 0)
        n_read = document["n_mentions"]
        is_mute = reads_nothing(n_read, document["n_candidates"], policy)
        if is_mute or (n >= review.unread_at_least and Decimal(n) >= review.unread_share * (n + n_read)):
            why = summary = "no figure was read" if is_mute else f"nothing was made of {n} of {n + n_read} numbers"
            if is_mute:
                why += f"; held back: {policy.guards['nothing_read'].in_words()}"
            yield question(
                "unread_layout",
                (document_id, None),
                document["name"],
                f"{why} ({document['n_candidates']} figure-like tokens in all)",
                _TO_LAYOUT,
                information_value(stakes.market(document["market_id"]), 1.0 if is_mute else n / (n + n_read), summary),
                **_of(document) | {"guard": "nothing_read" if is_mute else None},
            )


def unreadable_documents(quarantine: pl.DataFrame) -> Iterator[Row]:
    """Documents that could not be read; what they hold, nobody knows."""
    for row in quarantine.sort("document_id").iter_rows(named=True):
        unknown = information_value(None, 1.0, "what it holds is unknown")
        why = f"{row['reason']}: {row['detail']}"
        yield question(
            "unreadable_document", (row["document_id"], None), row["name"], why, _TO_FILE, unknown, **_of(row)
        )


def set_aside(aside: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    """Current documents with claims that bad data set aside, one question per document and rule; their worth is unknown."""
    by_document: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in aside.sort("claim_id").iter_rows(named=True):
        by_document[row["document_id"], row["rule"]].append(row)
    for (document_id, rule), rows in sorted(by_document.items()):
        if document := documents.get(document_id):
            first, n = rows[0], len(rows)
            yield question(
                "set_aside",
                (document_id, rule),
                f"{document['name']}: {counted(n, 'claim')}, first {first['metric']} {first['value_as_printed']}",
                f"{rule}: {first['reason']} It is {first['found']} (by {first['set_aside_by']})",
                _TO_ASIDE,
                information_value(None, 1.0, "what the figures should be is unknown"),
                **_of(document),
            )


def quarantined_companies(companies: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    """Companies of current documents that were set aside; no figure hangs on them."""
    quarantined = companies.filter(pl.col("status") == "quarantined")
    for row in quarantined.sort("document_id", "company").iter_rows(named=True):
        if document := documents.get(row["document_id"]):
            yield question(
                "quarantined_company",
                (row["document_id"], row["company"]),
                row["company"],
                row["reason"] or "set aside without a reason",
                _TO_COMPANY,
                information_value(Decimal(0), 0.0, "no figure hangs on a company"),
                **_of(document),
            )


def unresolved_markets(observations: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    """Current documents with figures that name no market; the stake is the largest of their money figures."""
    yield from _lost(observations, documents, "no_market", "unresolved_market", "without a known market", _TO_MARKET)


def unnamed_publishers(observations: pl.DataFrame, documents: Mapping[str, Row]) -> Iterator[Row]:
    """Current documents with figures of which nobody is named who says them; the stake is the largest of their money figures."""
    yield from _lost(
        observations, documents, "no_publisher", "unnamed_publisher", "that nobody is named for", _TO_PUBLISHER
    )


def _lost(
    observations: pl.DataFrame, documents: Mapping[str, Row], excluded: str, kind: str, what: str, to_do: str
) -> Iterator[Row]:
    """One question per document whose figures are in no estimate for one reason."""
    lost = observations.filter(pl.col("excluded") == excluded)
    money = pl.when(pl.col("unit_measure") == "USD").then("obs_value").max()
    for document_id, n, largest in (
        lost.group_by("document_id").agg(pl.len(), money.alias("usd")).sort("document_id").iter_rows()
    ):
        if document := documents.get(document_id):
            yield question(
                kind,
                (document_id, None),
                document["title"] or document["name"],
                f"{counted(n, 'usable figure')} {what}",
                to_do,
                information_value(largest, 1.0, "its largest figure is in no estimate"),
                **_of(document),
            )


def conflicts(rows: pl.DataFrame, stakes: Stakes) -> Iterator[Row]:
    """Proven and likely conflicts."""
    refused = stakes.refused()
    asked = rows.filter(pl.col("verdict").is_in(["conflict_proven", "conflict_likely"]))
    for row in asked.sort("conflict_id").iter_rows(named=True):
        unit, conflict_id = row["unit_measure"], row["conflict_id"]
        year = f" in {row['year']}" if row["year"] is not None else ""
        yield question(
            "conflict",
            (conflict_id,),
            f"{row['metric'].replace('_', ' ')}{year}: {_side(row['value_a'], unit)} against {_side(row['value_b'], unit)}",
            f"{row['verdict'].replace('_', ' ')} by {row['rule']}: {row['explanation']}",
            _TO_CONFLICT.format(conflict_id=conflict_id),
            stakes.of_conflict(row, conflict_id in refused),
            market_id=row["market_id"],
            other_market_id=row["other_market_id"],
            conflict_id=conflict_id,
        )


def _side(value: Any, unit: str) -> str:
    """A side's figure; of a comparison of words, how many publishers say so."""
    return counted(int(value), "publisher") if unit == "publishers" and value is not None else amount(value, unit)


def scope_relations(frames: Frames, stakes: Stakes, least_likeness: float) -> Iterator[Row]:
    """Pairs of markets that share words and of which nobody can say whether they are one, or one lies in the other."""
    names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    unsure = frames["core.market_relations"].filter(pl.col("relation").is_in(["unknown", "overlap"]))
    for a, b, relation, reason in (
        unsure.sort("market_id", "other_market_id")
        .select("market_id", "other_market_id", "relation", "reason")
        .iter_rows()
    ):
        value_likeness = jaccard_similarity(a, b)
        if value_likeness < least_likeness:
            continue
        yield question(
            "scope_relation",
            (a, b),
            f"a: {names[a]}; b: {names[b]}",
            f"{relation}: {reason}",
            _TO_PAIR,
            stakes.of_pair(a, b, value_likeness),
            market_id=a,
            other_market_id=b,
        )


def unordered_editions(frames: Frames, documents: Mapping[str, Row], stakes: Stakes) -> Iterator[Row]:
    """Reports several of whose editions are current because nobody dates them."""
    reports: defaultdict[str, list[Row]] = defaultdict(list)
    for document in documents.values():
        if document["edition_order_unknown"]:
            reports[document["report_key"]].append(document)
    for report_key in sorted(reports):
        editions = sorted(reports[report_key], key=lambda row: row["document_id"])
        ids = [row["document_id"] for row in editions]
        named = ", ".join(sorted(row["name"] for row in editions))
        apart = _furthest(frames["core.observations"].filter(pl.col("document_id").is_in(ids)))
        first = editions[0]
        yield question(
            "edition_order_unknown",
            (report_key,),
            f"{len(editions)} editions of one report: {named}",
            "neither is dated, so all of them count as current",
            _TO_EDITIONS,
            information_value(stakes.market(first["market_id"]), apart, "how far their figures lie apart"),
            **_of(first),
        )


def _furthest(observations: pl.DataFrame) -> float:
    """How far figures of one series and year lie apart at most."""
    groups = observations.drop_nulls(["series_id", "year"]).group_by("series_id", "year", "unit_measure")
    spans = groups.agg(low=pl.col("obs_value").min(), high=pl.col("obs_value").max())
    rows = spans.select("low", "high", "unit_measure").iter_rows()
    return max((distance(low, high, unit) for low, high, unit in rows), default=0.0)


def _of(document: Mapping[str, Any]) -> Row:
    return {
        "document_id": document["document_id"],
        "document": document["name"],
        "publisher_id": document.get("publisher_id"),
        "market_id": document.get("market_id"),
    }
