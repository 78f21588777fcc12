"""Camps: several voices that agree against several others. Nobody moves a figure unseen by being many."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.unit.warehouse.estimate.judging import judged as under_policy
from warehouse.estimate.independence import Figure
from warehouse.estimate.verdicts import Judgement
from warehouse.values.rounding_bands import Band

HONEST = ("9.2", "9.6", "9.9", "10.0", "10.3", "10.8", "11.5")


def figure(name: str, value: str, *, is_reviewed: bool = False, cluster: str | None = None) -> Figure:
    at = Decimal(value)
    claim = (f"claim of {name}",)
    return Figure(
        name, name, name, name, cluster or f"d:{name}", at, Band(at, at), "stated", claim, is_reviewed=is_reviewed
    )


def judged(*figures: Figure) -> Judgement:
    return under_policy(figures)


def honest(*, is_reviewed: bool = False) -> list[Figure]:
    return [figure(f"h{n}", value, is_reviewed=is_reviewed) for n, value in enumerate(HONEST)]


def sybils(count: int, value: float = 30.0) -> list[Figure]:
    return [figure(f"s{n:03}", f"{value + 0.1 * n:.1f}") for n in range(count)]


def outcome(found: Judgement) -> str:
    if not found.is_contested:
        return "unchanged" if found.estimate == 10 else f"uncontested {found.estimate}"
    return {None: "refused", Decimal(10): "kept"}.get(found.estimate, f"moved to {found.estimate}")


@pytest.mark.parametrize(
    ("count", "unreviewed", "reviewed"),
    [
        # One that errs is left to the robust mean; two that err alike move the median of all by a rank, and are no camp.
        (0, "unchanged", "unchanged"),
        (1, "unchanged", "unchanged"),
        (2, "uncontested 10.3", "uncontested 10.3"),
        # 3 of 10 votes: below a third; the seven stand, the camp is flagged.
        (3, "kept", "kept"),
        # 4 of 11, 7 of 14, 8 of 15: above a third. Where the seven are reviewed the others count as 7 at most.
        (4, "refused", "kept"),
        (7, "refused", "kept"),
        (8, "refused", "kept"),
        # 7 of 107 hold less than a third: nothing but a review stops a hundred, and they are still flagged.
        (100, "moved to 34.95", "kept"),
    ],
)
def test_sybils_with_wording_of_their_own_move_nothing_unseen(count: int, unreviewed: str, reviewed: str) -> None:
    assert outcome(judged(*honest(), *sybils(count))) == unreviewed
    assert outcome(judged(*honest(is_reviewed=True), *sybils(count))) == reviewed


def test_a_contested_figure_names_both_camps_first_and_says_why() -> None:
    found = judged(*honest(), *sybils(8))
    assert found.verdict == "conflict_likely"
    low, high = found.opposed[0]
    assert (len(low.publishers), len(high.publishers)) == (7, 8)
    assert "contested: 8 voices around USD 30.35 against 7 around USD 10" in found.reason
    assert "nothing in the figures tells which camp is right" in found.reason


def test_who_bridges_the_gap_with_voices_of_its_own_is_seen_all_the_same() -> None:
    # 10, 14.5, 21, 30: each step is below 1.5, so that no gap parts them; the median of 17 is 21, and the seven lie
    # 21 / 11.5 = 1.8 and more below it: 7 of 17 = 0.41 of the votes.
    found = judged(*honest(), figure("b1", "14.5"), figure("b2", "21"), *sybils(8))
    assert outcome(found) == "refused"
    reviewed = judged(*honest(is_reviewed=True), figure("b1", "14.5"), figure("b2", "21"), *sybils(8))
    assert (reviewed.is_contested, reviewed.estimate) == (True, Decimal("10.15"))  # the seven and 14.5, which is near


def test_three_reviewed_voices_on_either_side_settle_nothing() -> None:
    low = [figure(f"a{n}", value, is_reviewed=True) for n, value in enumerate(("9", "10", "11"))]
    high = [figure(f"b{n}", value, is_reviewed=True) for n, value in enumerate(("30", "31", "32"))]
    assert outcome(judged(*low, *high)) == "refused"


def test_scattered_voices_are_no_camps() -> None:
    found = judged(*(figure(f"p{n}", v) for n, v in enumerate(("6", "7.5", "9", "10", "11", "13.5", "17"))))
    assert (found.is_contested, found.estimate) == (False, Decimal(10))


def test_two_against_three_are_no_camp() -> None:
    found = judged(*(figure(f"p{n}", v) for n, v in enumerate(("10", "10.5", "11", "60", "62"))))
    assert (found.is_contested, found.verdict) == (False, "conflict_likely")
    assert found.estimate == Decimal("10.5")  # the median of the three


@pytest.mark.parametrize("k", [1, 3, 8, 20])
def test_copies_of_one_text_are_one_voice_however_many_and_move_nothing(k: int) -> None:
    copies = [figure(f"s{n}", "30", cluster="wire") for n in range(k)]
    found = judged(*honest(), *copies)
    alone = judged(*honest(), figure("s", "30"))
    assert (found.estimate, found.is_contested) == (alone.estimate, False)


def test_a_copy_with_another_figure_does_not_speak_for_a_reviewed_publisher() -> None:
    def seven_copied(*, is_reviewed: bool) -> Any:
        false = [figure(f"s{n}", "30", cluster=f"d:h{n}") for n in range(7)]
        return judged(*honest(is_reviewed=is_reviewed), *false)

    assert seven_copied(is_reviewed=True).estimate == judged(*honest()).estimate
    # Nobody tells the copier from the copied where none is reviewed: their voice lies between (9.9 and 30: 19.95).
    assert seven_copied(is_reviewed=False).estimate == Decimal("20")
