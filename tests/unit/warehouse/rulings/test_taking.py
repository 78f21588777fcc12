"""Decisions taken by the program: read back as they were, appended whole, refused where they contradict."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warehouse.decisions import (
    Alias,
    ConfirmedClaim,
    Decision,
    ExpectedClaim,
    ExpectedNames,
    Override,
    RejectedClaim,
    ScopeFacets,
    gathered,
    read_decisions,
)
from warehouse.reviewed import ReviewedFileError
from warehouse.rulings.taking import entry, take

SIGNED: dict[str, Any] = {"author": "Ada", "date": date(2026, 11, 2), "reason": "seen"}

# What a file may hold: all but lone surrogates.
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30).filter(lambda text: text.strip())
days = st.dates(date(2020, 1, 1), date(2030, 1, 1))
numbers = st.decimals(allow_nan=False, allow_infinity=False, places=9, min_value=-(10**28), max_value=10**28)
signed = st.fixed_dictionaries(
    {"author": words, "reason": words, "date": days}, optional={"expires": st.dates(date(2030, 1, 2))}
)


def made(shape: type[Decision], **fields: Any) -> Any:
    return st.builds(lambda said, own: shape(**said, **own), signed, st.fixed_dictionaries(fields))


claims = st.one_of(st.none(), st.builds(ExpectedClaim, value_as_printed=words, quote=words, document=words))
names = st.one_of(st.none(), st.builds(ExpectedNames, documents=st.lists(words, min_size=1, max_size=3).map(tuple)))
decisions = st.one_of(
    made(Alias, kind=st.just("alias"), name=words, market=words, expect=names),
    made(Override, kind=st.just("override"), claim_id=words, obs_value=numbers, expect=claims),
    made(RejectedClaim, kind=st.just("rejected_claim"), claim_id=words, expect=claims),
    made(
        ScopeFacets,
        kind=st.just("scope_facets"),
        market=words,
        facets=st.fixed_dictionaries(
            {"workload": st.lists(st.sampled_from(["training", "a-b", "n_1"]), max_size=2).map(tuple)}
        ),
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(decision=decisions)
def test_a_decision_that_is_taken_reads_back_as_itself(tmp_path_factory: Any, decision: Decision) -> None:
    home = tmp_path_factory.mktemp("home")
    take(home, decision)
    assert tuple(read_decisions(home)) == (decision,)


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(found=st.lists(decisions, max_size=6), seed=st.randoms(use_true_random=False))
def test_order_of_files_and_of_entries_changes_nothing(tmp_path_factory: Any, found: Any, seed: random.Random) -> None:
    unlike = {decision.subject: decision for decision in found}.values()  # none contradicts another
    homes = []
    for _ in range(2):
        home = tmp_path_factory.mktemp("home")
        (home / "decisions").mkdir()
        shuffled = list(unlike)
        seed.shuffle(shuffled)
        for decision in shuffled:
            path = home / "decisions" / f"{seed.choice('abc')}.yml"
            with path.open("a", encoding="utf-8") as file:
                file.write(entry(decision))
        homes.append(home)
    try:
        assert read_decisions(homes[0]) == read_decisions(homes[1]) == gathered(unlike)
    except ReviewedFileError as error:  # "a means b" and "b means a" of two subjects: refused in either order
        with pytest.raises(ReviewedFileError, match="contradicts"):
            read_decisions(homes[1])
        assert "contradicts" in str(error)


def override(value: str = "5", **fields: Any) -> Override:
    return Override.model_validate({"kind": "override", "claim_id": "c", "obs_value": value} | SIGNED | fields)


def test_an_entry_is_appended_and_what_stands_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "decisions").mkdir()
    file = tmp_path / "decisions" / "override.yml"
    before = "# ours\n- {kind: override, claim_id: b, obs_value: 1, author: Bo, date: 2026-01-01, reason: 'r'}"  # no line end
    file.write_text(before)
    assert take(tmp_path, override()) == file
    assert file.read_text().startswith(before + "\n- kind: override\n  claim_id: c\n  obs_value: '5'\n  author: Ada\n")
    assert [one.claim_id for one in read_decisions(tmp_path).overrides] == ["b", "c"]
    assert sorted(path.name for path in (tmp_path / "decisions").iterdir()) == [".lock", "override.yml"]


@pytest.mark.parametrize(
    "content", ["[]\n", "[{kind: override, claim_id: b, obs_value: 1, author: B, date: 2026-01-01, reason: r}]\n"]
)
def test_a_file_of_another_form_is_refused_and_left_as_it_is(tmp_path: Path, content: str) -> None:
    (tmp_path / "decisions").mkdir()
    file = tmp_path / "decisions" / "override.yml"
    file.write_text(content)
    with pytest.raises(ReviewedFileError, match=r"override\.yml: an entry cannot be appended .* list"):
        take(tmp_path, override())
    assert file.read_text() == content


@pytest.mark.parametrize(
    "other",
    [
        override("6"),
        RejectedClaim(kind="rejected_claim", claim_id="c", **SIGNED),
        ConfirmedClaim(kind="confirmed_claim", claim_id="c", **SIGNED),
        override(),
    ],
    ids=["another value", "rejected", "confirmed", "the same again"],
)
def test_a_decision_that_contradicts_or_repeats_one_is_refused_and_nothing_is_written(
    tmp_path: Path, other: Decision
) -> None:
    take(tmp_path, override())
    before = {path: path.read_bytes() for path in (tmp_path / "decisions").iterdir()}
    with pytest.raises(ReviewedFileError, match=r"contradicts .* keep one|is already there"):
        take(tmp_path, other)
    assert {path: path.read_bytes() for path in (tmp_path / "decisions").iterdir()} == before


def test_where_the_earlier_one_has_ended_another_may_be_taken(tmp_path: Path) -> None:
    take(tmp_path, override(expires=date(2026, 12, 1)))
    with pytest.raises(ReviewedFileError, match="contradicts"):
        take(tmp_path, override("6", date=date(2026, 11, 30)))
    take(tmp_path, override("6", date=date(2026, 12, 1)))
    assert [one.obs_value for one in read_decisions(tmp_path).overrides] == [Decimal(5), Decimal(6)]


def test_an_end_before_the_beginning_is_refused() -> None:
    with pytest.raises(ValueError, match="not after its date"):
        override(expires=date(2026, 11, 2))
