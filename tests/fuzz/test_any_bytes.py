"""Any bytes are read or refused, with true spans and in bounded time; every find of the fuzzers is held here."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chaos.fuzz import SEEDS, check, mutated, seeds

KNOWN = [content for content in seeds() if len(content) < 5_000]
QUIET = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
# Beginnings that send bytes to each parser.
HEADS = st.sampled_from(
    [b"", b"%PDF-1.7\n", b"<!doctype html><body>", b"<html>", b"\xff\xfe", b"\xef\xbb\xbf", b"# A\n\n| a |\n|---|\n"]
)


@pytest.mark.parametrize("path", sorted(SEEDS.iterdir()), ids=lambda path: path.name)
def test_seeds_and_finds_are_read_or_refused(path: Path) -> None:
    check(path.read_bytes())


@QUIET
@given(HEADS, st.binary(max_size=400))
def test_bytes(head: bytes, rest: bytes) -> None:
    check(head + rest)


@QUIET
@given(HEADS, st.text(alphabet="0123456789.,%$€ USDbnCAGR\n|-()'²½５٥\u202e\u200f\ud800\x00<>/td", max_size=400))
def test_text_of_what_figures_are_made_of(head: bytes, rest: str) -> None:
    check(head + rest.encode("utf-8", "surrogatepass"))


@QUIET
@given(st.integers(0, 2**32))
def test_documents_with_a_few_things_done_to_them(seed: int) -> None:
    check(mutated(random.Random(seed), KNOWN))
