"""Where two readers differ: the difference in words, and the questions about claims that such a difference may move.

Belongs here: claims on which each reader has its say. Who counts was decided when they were read; figures that became no claim ask nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.doubt import is_held_back, why_held_back
from warehouse.policy import Policy
from warehouse.review.information_value import Stakes, information_value
from warehouse.review.review_questions import question

Row = Mapping[str, Any]
# Rules of a choice between two readings that were both found in the text: who read first and second, and what its odds are.
BETWEEN = {
    "odds": ("the built-in reader", "the model", "the model's claims of this kind are right in {0:.0%}"),
    "joined": ("the rules", "the trained model", "where they differ so, the trained model is right in {0:.0%}"),
}
_NOTHING = {"figure": "no market figure", "part": "the whole market"}  # what a reader says by leaving an attribute open
# Exclusions under which a claim is still asked about: it would count if it were neither doubted nor rejected.
_ASKED_ABOUT = ("unsure", "rejected")
_TO_READINGS = (
    "compare both readings with its quote (`parallax explain {claim_id}`): confirm the claim as it stands, reject it where the "
    "other reading is right, or override its value"
)


def in_words(choice: Row) -> str:
    """A row of core.reading_choices in one sentence without its full stop: both readings, and which counts with its odds."""
    attribute = choice["attribute"]
    nothing = _NOTHING.get(attribute, "nothing")
    if choice["rule"] not in BETWEEN:
        rule = str(choice["rule"]).rpartition(".")[2].replace("_", " ")
        return f"the model's reading “{choice['second_reading'] or ''}” was refused: {rule}"
    said_first, said_second = (choice[name] or nothing for name in ("first_reading", "second_reading"))
    first, second, odds = BETWEEN[choice["rule"]]
    counts = second if choice["taken"] == "second" else first
    owner = f"{counts}'" if counts.endswith("s") else f"{counts}'s"
    return f"{attribute}: {said_first} by {first}, {said_second} by {second}; {owner} counts ({odds.format(choice['odds'])})"


def differences(choices: Sequence[Row]) -> tuple[str, ...]:
    """Choices about one claim in words, each different one once: a headline that is printed three times is read three times."""
    return tuple(dict.fromkeys(in_words(choice) for choice in choices))


def differing_readings(
    frames: Mapping[str, pl.DataFrame], documents: Mapping[str, Row], policy: Policy, stakes: Stakes
) -> Iterator[dict[str, Any]]:
    """Claims of current documents about which two readers differ, where they count in an estimate or are held back.

    Args:
        frames: core.reading_choices, core.claims, core.set_aside, core.observations.
        documents: current documents by id, rows of core.documents.
        policy: the confidence that each kind of claim needs, and the guards.
        stakes: what the build's figures put at stake.
    """
    bars = policy.comparability.unsure_below_confidence
    of_claim: defaultdict[str, list[Row]] = defaultdict(list)
    choices = frames["core.reading_choices"].filter(
        pl.col("rule").is_in(list(BETWEEN)), pl.col("claim_id").is_not_null()
    )
    for choice in choices.sort("claim_id", "char_start", "attribute", "choice_id").iter_rows(named=True):
        of_claim[choice["claim_id"]].append(choice)
    if not of_claim:
        return
    ids = choices.select("claim_id").unique()
    observed = frames["core.observations"].join(ids, on="claim_id", how="semi")
    observations = {row["claim_id"]: row for row in observed.iter_rows(named=True)}
    claims = frames["core.claims"].join(ids, on="claim_id", how="semi")
    claims = claims.join(frames["core.set_aside"], on="claim_id", how="anti")
    for claim in claims.sort("claim_id").iter_rows(named=True):
        document, seen = documents.get(claim["document_id"]), observations.get(claim["claim_id"])
        doubted = is_held_back(claim, bars)
        if document is None or not (doubted or _counts(seen)):
            continue
        claim_id, part = claim["claim_id"], claim["segment"] or claim["geography"]
        yield question(
            "reading_differs",
            (claim["document_id"], claim_id),
            f"{claim['metric']} {claim['value_as_printed']}, {part}",
            "; ".join(
                [*differences(of_claim[claim_id]), *([why_held_back(claim, bars, policy.guards)] if doubted else [])]
            ),
            _TO_READINGS.format(claim_id=claim_id),
            stakes.of_claim(seen, 1.0 if doubted else _chance_of_error(of_claim[claim_id]))
            if seen
            else information_value(None, 1.0, "it was not observed"),
            document_id=claim["document_id"],
            document=document["name"],
            publisher_id=claim["publisher_id"],
            market_id=claim["market_id"],
            claim_id=claim_id,
            confidence=claim["confidence"],
            guard=claim["guard"],
        )


def _chance_of_error(choices: Sequence[Row]) -> float:
    """Chance that the reading that counts is wrong in the attribute in which that is likeliest; an unsure claim does not count at all."""
    chances: list[float] = [round(1 - one["odds"] if one["taken"] == "second" else one["odds"], 4) for one in choices]
    return max(chances)


def _counts(seen: Row | None) -> bool:
    return seen is not None and seen["excluded"] in (None, *_ASKED_ABOUT)
