"""A decision's figure is found again when its claim has another id: by its span, else by its words with those around them."""

from __future__ import annotations

from datetime import date
from typing import Any

import polars as pl
import pytest

from warehouse.decisions import ConfirmedClaim, Decisions, Figure, Override, RejectedClaim
from warehouse.rulings.holding import hold
from warehouse.rulings.locating import claim_at, figure_in
from warehouse.schema import raw_tables

DOCUMENT = "d" * 64
TEXT = (
    "The pump market was worth USD 5 billion in 2024. A rival says that the valve market was worth USD 5 billion, too."
)
FIRST, SECOND = TEXT.index("USD 5"), TEXT.rindex("USD 5")
FIGURE = figure_in(TEXT, DOCUMENT, (FIRST, FIRST + 13), 1_000)
SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}


def mention(claim: str, start: int, surface: str = "USD 5 billion", **fields: Any) -> dict[str, Any]:
    return {
        "claim_id": claim, "document_id": DOCUMENT, "char_start": start, "char_end": start + len(surface), "surface": surface,
    } | fields  # fmt: skip


def test_a_figure_keeps_its_words_and_forty_characters_on_either_side() -> None:
    assert FIGURE.quote == "USD 5 billion" and (FIGURE.char_start, FIGURE.char_end) == (FIRST, FIRST + 13)
    assert FIGURE.before == "The pump market was worth "
    assert FIGURE.behind == " in 2024. A rival says that the valve ma" and len(FIGURE.behind) == 40


def test_the_words_around_a_figure_keep_to_what_may_be_quoted_of_its_document() -> None:
    short = figure_in(TEXT, DOCUMENT, (FIRST, FIRST + 13), 23)
    assert (short.before, short.behind) == ("orth ", " in 2")
    assert figure_in(TEXT, DOCUMENT, (FIRST, FIRST + 13), 5) == Figure(
        document_id=DOCUMENT, char_start=FIRST, char_end=FIRST + 13, quote="USD 5 billion"
    )


def test_the_span_tells_which_of_two_equal_figures_it_is() -> None:
    assert claim_at(FIGURE, [mention("valves", SECOND), mention("pumps", FIRST)], None) == "pumps"


def test_where_the_text_is_set_otherwise_the_words_around_the_figure_tell() -> None:
    moved = "News\n\n" + TEXT.replace("worth USD", "worth\nUSD").replace(" in 2024", "  in 2024")
    first, second = moved.index("USD 5"), moved.rindex("USD 5")
    mentions = [mention("valves", second), mention("pumps", first)]
    assert claim_at(FIGURE, mentions, {DOCUMENT: moved}.__getitem__) == "pumps"
    assert claim_at(FIGURE, mentions, None) is None  # without the text nothing tells them apart


@pytest.mark.parametrize(
    "mentions",
    [
        [],
        [mention("pumps", FIRST, "USD 5")],  # other words: a person decided on another figure
        [mention("a", FIRST), mention("b", FIRST)],  # two claims on one figure
        [mention("pumps", FIRST, claim_id=None)],
    ],
    ids=["no mention", "other words", "two claims", "no claim"],
)
def test_a_figure_of_no_claim_or_of_several_is_not_found(mentions: list[dict[str, Any]]) -> None:
    assert claim_at(FIGURE, mentions, {DOCUMENT: TEXT}.__getitem__) is None


def test_words_that_stand_twice_in_the_same_surroundings_find_nothing_unless_they_are_one_claim() -> None:
    twice = f"{TEXT} {TEXT}"
    starts = (twice.index("USD 5") + 1, twice.index("USD 5", len(TEXT)))
    figure = FIGURE.model_copy(
        update={"char_start": 0, "char_end": 13, "before": "market was worth ", "behind": " in 2024."}
    )
    read = {DOCUMENT: f" {twice}"}.__getitem__
    places = [mention(claim, at) for claim, at in zip("ab", (starts[0], starts[1] + 1), strict=True)]
    assert claim_at(figure, places, read) is None
    assert claim_at(figure, [one | {"claim_id": "a"} for one in places], read) == "a"


def frames(*mentions: dict[str, Any], **claims: str) -> Any:
    """Raw tables: these mentions, and claims by id with what they print."""
    rows = {
        "raw.mentions": list(mentions),
        "raw.claims": [
            {"claim_id": one, "document_id": DOCUMENT, "value_as_printed": said} for one, said in claims.items()
        ],
    }
    return lambda table: pl.DataFrame(rows.get(table, []), schema=raw_tables()[table].polars_schema())


def test_the_steps_apply_a_decision_to_the_id_that_its_claim_has_now() -> None:
    gone = RejectedClaim(kind="rejected_claim", claim_id="old", figure=FIGURE, **SIGNED)
    kept = RejectedClaim(kind="rejected_claim", claim_id="same", figure=FIGURE, **SIGNED)
    read = frames(mention("new", FIRST), new="USD 5 billion", same="USD 7")
    held, _ = hold(Decisions(rejected_claims=(gone, kept)), None, read, {DOCUMENT: TEXT}.__getitem__)
    assert {one.claim_id for one in held.rejected_claims} == {"new", "same"}


def test_of_two_decisions_that_come_to_one_claim_the_later_holds() -> None:
    rejected = RejectedClaim(kind="rejected_claim", claim_id="old", figure=FIGURE, **SIGNED)
    later = SIGNED | {"date": date(2026, 11, 3)}
    override = Override.model_validate({"kind": "override", "claim_id": "new", "obs_value": 7} | later)
    agreeing = ConfirmedClaim.model_validate({"kind": "confirmed_claim", "claim_id": "other"} | SIGNED)
    read = frames(mention("new", FIRST), new="USD 5 billion", other="USD 6")
    decisions = Decisions(rejected_claims=(rejected,), overrides=(override,), confirmed_claims=(agreeing,))
    held, _ = hold(decisions, None, read)
    assert (held.rejected_claims, held.overrides, held.confirmed_claims) == ((), (override,), (agreeing,))


def test_a_decision_of_before_figures_were_kept_has_the_id_that_it_had() -> None:
    old = RejectedClaim(kind="rejected_claim", claim_id="c", **SIGNED)
    assert old.decision_id == "0267a5cfcfb84e5091fc5dc7"  # printed by commit 5e7ed675
    assert old.decision_id != old.model_copy(update={"figure": FIGURE}).decision_id
