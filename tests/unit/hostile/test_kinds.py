"""The hostile documents that tests and fault injection share."""

from __future__ import annotations

from sources.parse import parse
from sources.records import Unreadable
from tests.hostile import KINDS, LANDED, LIMITS

# What is sent to be read by workers only: it takes long, or all memory.
_HEAVY = LIMITS


def test_there_are_enough_kinds_and_every_one_says_what_may_become_of_it() -> None:
    assert len(KINDS) >= 62
    reasons = {reason for kind in KINDS.values() for reason in kind.allowed}
    assert reasons <= {
        LANDED, *LIMITS, "empty", "binary", "unknown_encoding", "unsupported_type", "hostile_markup", "text_lost", "no_text",
        "encrypted", "damaged", "scanned", "unstorable_value",
    }  # fmt: skip
    assert all(kind.allowed for kind in KINDS.values())


def test_kinds_that_need_no_limit_end_as_they_may_and_lose_no_text() -> None:
    wrong = {}
    for kind in KINDS.values():
        if kind.is_slow or kind.allowed & _HEAVY:
            continue
        try:
            document = parse(kind.make())
            outcome, is_kept = LANDED, kind.must_say in document.text
        except Unreadable as problem:
            outcome, is_kept = problem.reason, True
        if outcome not in kind.allowed or not is_kept:
            wrong[kind.name] = outcome
    assert wrong == {}


def test_a_kind_is_the_same_at_every_call() -> None:
    assert all(KINDS[name].make() == KINDS[name].make() for name in ("noise", "zip_bomb", "pdf_nested_flate_1_gb"))
