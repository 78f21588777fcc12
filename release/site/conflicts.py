"""The conflict explorer: each disagreement with both sides' words, their distance, its causes and its rule.

Belongs here: which rows make one conflict's picture. Verdicts and decompositions are the warehouse's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from markupsafe import Markup

from release.reading.dispute_words import in_short
from release.reading.row_words import listed, metric_words, shared_comparator, split_ids
from release.site.addresses import Addresses, numbered, stem
from release.site.disputes import VERDICTS, rank_of
from release.site.kept import Block, Parts
from release.site.paper import Paper, cut_by_key, script_literal
from release.site.rows import Groups, Row, Rows, grouped

NAME = "conflicts"
AT_ONCE = 500  # conflicts whose words are looked up together
READABLE = 10_000  # conflicts that the explorer draws, as the workbook's sheets; all of them stand in the table


def write_conflicts(rows: Rows, at: Addresses, paper: Paper, kept: Parts) -> None:
    """Writes the explorer and enters each conflict's address; the evidence has its addresses already."""
    ranks = [_rank(row) for row in rows.of("conflicts", "verdict", "market", "ratio", "conflict_id")]
    ordered = sorted(range(len(ranks)), key=ranks.__getitem__)[:READABLE]
    # There are millions of parts and sides of all conflicts, and thousands of those that are drawn.
    asked = [str(ranks[number][-1]) for number in ordered]
    parts, sides = (rows.only(mart, "conflict_id", asked) for mart in ("conflict_components", "conflict_sides"))
    blocks = (
        block
        for first in range(0, len(ordered), AT_ONCE)
        for block in _blocks(
            rows.at("conflicts", ordered[first : first + AT_ONCE]), parts, sides, rows, at, paper, kept
        )
    )
    pages = cut_by_key(blocks)
    addresses = [numbered(NAME, 1), *(f"{NAME}.{stem(own[0][0])}.html" for own in pages[1:])]
    at.conflicts.update({one: f"{page}#x-{one}" for page, own in zip(addresses, pages, strict=False) for one, _ in own})
    drawn = rows.at("conflicts", ordered)
    verdict_of = {row["conflict_id"]: row["verdict"] for row in drawn}
    kinds = sorted({row["kind"] for row in drawn})
    verdicts = [one for one in VERDICTS if any(row["verdict"] == one for row in drawn)]
    seen = Counter(row["verdict"] for row in rows.of("conflicts", "verdict"))
    counts = {verdict: seen[verdict] for verdict in VERDICTS if seen[verdict]}
    paper.write_list(
        NAME,
        "conflicts.html",
        [_by_verdict(own, verdict_of) for own in pages],
        addresses=addresses,
        kinds=kinds,
        verdicts=verdicts,
        counts=counts,
        drawn=len(drawn),
        of=len(ranks),
        at=at,
    )
    _write_index(drawn, at, paper)


def _by_verdict(cards: Iterable[Block], verdict_of: Mapping[str, str]) -> list[tuple[str, list[Markup]]]:
    """The cards of a page under the heading of their verdict, in their order."""
    found = groupby(cards, key=lambda card: verdict_of[card[0]])
    return [(verdict, [card for _, card in own]) for verdict, own in found]


def _write_index(drawn: Iterable[Row], at: Addresses, paper: Paper) -> None:
    """One line per card in a script, which a filter loads: a page that is opened from a file path knows no other page."""
    lines = []
    for row in drawn:
        about = (row["market"], row["other_market"], row["area"], row["publishers"], row["segment_key"], row["years"])
        named = " ".join(str(one).replace("|", " ") for one in (metric_words(row["metric"]), *about) if one)
        lines.append([at.conflicts[row["conflict_id"]], row["verdict"], row["kind"], in_short(row), named])
    paper.put("assets/conflicts.js", f"window.PARALLAX_CONFLICTS={script_literal(lines)};\n")


def _rank(row: Row) -> tuple[object, ...]:
    far = -(row["ratio"] or 0)
    return (rank_of(row["verdict"]), row["market"] or "", far, row["conflict_id"])


@dataclass(frozen=True, slots=True)
class _Words:
    """What the cards of a batch of conflicts are made of, by conflict and by claim."""

    sides: Mapping[str, list[Row]]
    components: Mapping[str, list[Row]]
    claims: Mapping[str, Row]
    mentions: Mapping[str, Sequence[Row]]


def _blocks(
    conflicts: Sequence[Row], parts_of: Groups, sides_of: Groups, rows: Rows, at: Addresses, paper: Paper, kept: Parts
) -> Iterator[tuple[str, Markup]]:
    by_id, claims_of = rows.by("conflicts", "conflict_id"), rows.by("claims", "claim_id", "publisher", "comparator")
    mentions_of = rows.by("evidence", "claim_id")
    names = {row["conflict_id"]: f"conflict {row['conflict_id']}" for row in conflicts}
    new = [one for one, name in names.items() if not kept.has(name)]
    sides = sides_of.known(new)
    named = {one for own in sides.values() for side in own for one in split_ids(side["claim_ids"])}
    claims = {key: found[0] for key, found in claims_of.known(named).items()}
    words = _Words(sides, parts_of.known(new), claims, mentions_of.known(named))

    def drawn(row: Row) -> Iterator[Block]:
        one = row["conflict_id"]
        stated = [claim for side in sides.get(one, ()) for claim in split_ids(side["claim_ids"])]
        for source, keys in (
            (by_id, [one]),
            (sides_of, [one]),
            (parts_of, [one]),
            (claims_of, stated),
            (mentions_of, stated),
        ):
            source.note(keys)
        yield one, _card(row, words, at, paper)

    for row in conflicts:
        yield from kept.blocks(names[row["conflict_id"]], partial(drawn, row))


def _card(row: Row, words: _Words, at: Addresses, paper: Paper) -> Markup:
    told = words.sides.get(row["conflict_id"], [])
    parts = [one for one in words.components.get(row["conflict_id"], []) if one["is_representative"]]
    parts = sorted(parts, key=lambda one: one["position"])
    shares = [
        {"name": one["component"], "share": one["log_share_pct"], "status": one["status"], "how": one["how"]}
        for one in parts
        if one["log_share_pct"] is not None
    ]
    own = [side for side in told if side["is_representative"]]
    printed = [row["quote_a"], *([None] * (len(own) - 2)), row["quote_b"]][: len(own)]
    sides = [_side(side, quote, words, at) for side, quote in zip(own, printed, strict=True)]
    years = _by_year(told) if row["n_years"] > 1 else None
    ends = [str(side["comparator"]) for side in sides]
    short = in_short(row, (ends[0], ends[-1]) if ends else ("=", "="))
    is_conflict = row["verdict"].startswith("conflict")
    return paper.block(
        "conflict.html", 0, c=row, short=short, is_conflict=is_conflict, sides=sides, parts=parts, shares=shares, years=years, at=at
    )  # fmt: skip


def _side(side: Row, printed: str | None, words: _Words, at: Addresses) -> dict[str, object]:
    claims, mentions = words.claims, words.mentions
    quotes = []
    for claim_id in split_ids(side["claim_ids"]):
        claim, places = claims.get(claim_id), mentions.get(claim_id, [])
        if claim is not None and places:
            first = min(places, key=lambda one: (one["char_start"], one["evidence_id"]))
            quotes.append({"publisher": claim["publisher"], "href": at.mentions.get(first["evidence_id"]), **first})
    comparators = (claims[one]["comparator"] for one in split_ids(side["claim_ids"]) if one in claims)
    return {
        "publishers": split_ids(side["publishers"]),
        "value": side["value"],
        "comparator": shared_comparator(comparators),
        "quotes": quotes,
        "statements": [at.statements[one] for one in split_ids(side["statement_ids"]) if one in at.statements],
        "printed": printed,
    }


def _by_year(sides: Sequence[Row]) -> dict[str, object]:
    """Every year of a conflict: the sides as columns, a cell where a side has a figure."""
    heads: dict[int, str] = {}
    for side in sorted(sides, key=lambda one: (not one["is_representative"], one["time_period_year"])):
        heads.setdefault(side["side"], listed(side["publishers"]))
    numbers = sorted(heads)
    lines = []
    for year, own in sorted(grouped(sides, "time_period").items()):
        cells = {side["side"]: side for side in own}
        low, high = min(side["value"] for side in own), max(side["value"] for side in own)
        lines.append(
            {
                "year": year,
                "verdict": own[0]["verdict"],
                "cells": [cells.get(number) for number in numbers],
                "ratio": float(high / low) if low > 0 else None,
                "bound": (own[0]["bound_low"], own[0]["bound_high"]),
            }
        )
    has_bounds = any(end is not None for line in lines for end in line["bound"])
    return {"heads": [heads[number] for number in numbers], "lines": lines, "has_bounds": has_bounds}
