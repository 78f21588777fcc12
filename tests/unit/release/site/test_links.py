"""Links and small words of templates: an address of the web is a link, anything else is text; plurals and spans are right."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from release.site.links import bounds, commands, company_ids, count, outside


@pytest.mark.parametrize(
    ("address", "is_link"),
    [
        ("https://vendor.example/reports/1", True),
        ("http://vendor.example", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("http://[", False),
        ("https:///nowhere", False),
        ("reports/1", False),
    ],
)
def test_only_an_address_of_the_web_is_a_link(address: str, is_link: bool) -> None:
    assert ("href=" in outside(address)) is is_link


def test_an_address_cannot_leave_its_attribute() -> None:
    assert '"><script>' not in outside('https://vendor.example/"><script>')


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 claims"), (1, "1 claim"), (2, "2 claims"), (1234, "1,234 claims")]
)
def test_a_number_has_its_noun_in_the_right_form(number: int, words: str) -> None:
    assert count(number, "claim") == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (Decimal(3), Decimal(4), "USD 3 to USD 4"),
        (Decimal(3), Decimal(3), "USD 3"),
        (Decimal(3), None, "at least USD 3"),
        (None, Decimal(4), "at most USD 4"),
        (None, None, "–"),
    ],
)
def test_an_open_end_of_a_span_is_named(low: Decimal | None, high: Decimal | None, words: str) -> None:
    assert bounds(low, high, "USD") == words


@pytest.mark.parametrize(
    ("wikidata", "lei", "words"),
    [
        (None, None, []),
        ("Q42", None, ["https://www.wikidata.org/wiki/Q42", "Wikidata Q42"]),
        (
            None,
            "5493001KJTIIGC8Y1R12",
            ["https://search.gleif.org/#/record/5493001KJTIIGC8Y1R12", "LEI 5493001KJTIIGC8Y1R12"],
        ),
    ],
)
def test_ids_of_a_company_lead_to_their_registers(wikidata: str | None, lei: str | None, words: list[str]) -> None:
    assert re.findall(r'href="([^"]+)"|>([^<]+)</a>', company_ids(wikidata, lei)) == (
        [(words[0], ""), ("", words[1])] if words else []
    )


def test_a_command_is_code_and_what_is_around_it_is_text() -> None:
    assert commands("see <b> (`parallax explain A&B`): or `") == (
        "see &lt;b&gt; (<code>parallax explain A&amp;B</code>): or `"
    )
