"""The digest: changes with whatever can change the marts, with nothing else."""

from __future__ import annotations

import random
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.records import Unreadable
from warehouse.ledger import open_ledger

PLACES = [
    ("USD 1 in 2025", "inbox/a.txt", {"publisher": "Acme", "published_on": None}),
    ("USD 1 in 2025", "inbox/b.txt", None),
    ("USD 2 in 2026", "inbox/c.txt", {"title": "Robots"}),
    ("USD 3", "feed/d.txt", None),
    ("", "feed/e.txt", None),
]


def filled(home, arrive, read, noon, places, size, hours=0):
    """A ledger that received `places` in that order, in batches of `size`; empty documents are unreadable."""
    ledger = open_ledger(home)
    for start in range(0, len(places), size):
        batch = [arrive(*place) for place in places[start : start + size]]
        ledger.take_in(batch, now=noon + timedelta(hours=hours))
        results = [
            read(ledger.content(document_id).decode())
            if ledger.content(document_id)
            else (document_id, Unreadable("empty", "no bytes"))
            for document_id in ledger.pending("v1")
        ]
        ledger.record(results, extractor_version="v1")
    return ledger


@pytest.fixture(scope="module")
def in_one_batch(tmp_path_factory, arrive, read, noon):
    return filled(tmp_path_factory.mktemp("one"), arrive, read, noon, PLACES, 5).digest()


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.permutations(PLACES), st.integers(1, 5), st.integers(1, 48))
def test_order_of_arrival_batching_and_clock_change_nothing(in_one_batch, arrive, read, noon, places, size, hours):
    with tempfile.TemporaryDirectory() as home:
        assert filled(Path(home), arrive, read, noon, list(places), size, hours).digest() == in_one_batch


def test_each_thing_that_can_change_the_marts_changes_the_digest(tmp_path, arrive, read, noon):
    ledger = filled(tmp_path, arrive, read, noon, PLACES, 5)
    seen = [ledger.digest()]
    ledger.take_in([arrive("USD 9", "inbox/new.txt")], now=noon)  # a document
    seen.append(ledger.digest())
    ledger.record([read("USD 9")])  # its extraction
    seen.append(ledger.digest())
    ledger.record([read("USD 9", "v2")])  # another extractor
    seen.append(ledger.digest())
    ledger.take_in([arrive("USD 9", "inbox/new.txt", {"publisher": "Bolt"})], now=noon)  # a sidecar
    seen.append(ledger.digest())
    ledger.take_in([arrive("USD 9", "inbox/aaa.txt")], now=noon)  # a name that comes first
    seen.append(ledger.digest())
    assert len(set(seen)) == len(seen)


def test_what_cannot_change_the_marts_leaves_the_digest(tmp_path, arrive, read, noon):
    ledger = filled(tmp_path, arrive, read, noon, PLACES, 5)
    before = ledger.digest()
    ledger.take_in([arrive(*place) for place in random.Random(1).sample(PLACES, 5)], now=noon)
    ledger.take_in([arrive("USD 3", "later/z.txt")], now=noon)  # a copy whose name comes behind
    ledger.record([read("USD 3")])  # the same version again
    ledger.take_in([arrive("USD 3", "feed/d.txt", {"no_external": True})], now=noon)  # whom a text may be sent to
    assert ledger.metadata()["no_external"].any()
    assert ledger.digest() == before
