"""File names of the site: safe on every system, and never shared by two ids."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.site.addresses import LONGEST, Addresses, numbered, stem

ODD = st.text(st.sampled_from("abAB01-_. /\\:|\x00ü\ud800"), max_size=6) | st.text(max_size=120)


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("heat-pump", "heat-pump"),
        ("5g", "5g"),
        (None, "no-market"),
        ("", "_e3b0c44298fc1c14"),  # sha256 of nothing
        ("con", "con_"),
        ("COM1", "com1_"),
        ("no-market", "no-market_"),
        ("Heat Pump", "heat-pump_"),
        ("../../etc/passwd", "etc-passwd_"),
        ("a" * 81, "a" * 63 + "_"),
    ],
)
def test_a_plain_id_is_its_own_name_and_another_gets_a_hash(identifier: str | None, name: str) -> None:
    found = stem(identifier)
    assert found == name if not name.endswith("_") else found.startswith(name) and len(found) == len(name) + 16


@given(ODD)
def test_a_name_is_safe_in_every_file_system(identifier: str) -> None:
    name = stem(identifier)
    assert re.fullmatch(r"[a-z0-9_-]+", name)
    assert len(name) <= LONGEST
    assert not re.fullmatch(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", name)  # names that Windows keeps


@given(st.lists(ODD, unique=True, max_size=12))
def test_no_two_ids_share_a_file_not_even_where_case_is_lost(identifiers: list[str]) -> None:
    names = [stem(identifier).casefold() for identifier in identifiers]
    assert len(set(names)) == len(names)
    assert stem(None) not in names


@given(st.lists(st.tuples(ODD, st.integers(1, 40)), unique=True, max_size=12))
def test_no_page_of_a_list_has_the_name_of_another_ids_page(pages: list[tuple[str, int]]) -> None:
    names = {numbered(stem(identifier), number) for identifier, number in pages}
    assert len(names) == len(pages)


def test_the_second_page_of_a_market_is_not_the_market_called_two() -> None:
    assert numbered(stem("heat-pump"), 2) != numbered(stem("heat-pump-2"), 1)


def test_the_name_that_a_hash_gives_is_no_id_of_its_own() -> None:
    """An id that reads like another's hashed name is not plain: it has an underscore."""
    assert stem(stem("Heat Pump")) != stem("Heat Pump")


def test_the_first_claim_with_a_place_is_linked() -> None:
    at = Addresses(claims={"c2": "evidence/x.html#c-c2"})
    assert at.first(["c1", "c2"]) == "evidence/x.html#c-c2"
    assert at.first(["c1"]) is None
