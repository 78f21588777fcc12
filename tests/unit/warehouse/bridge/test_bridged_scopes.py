"""The name of a market's part, and its relation to another market."""

from __future__ import annotations

import pytest

from warehouse.bridge.bridged_scopes import match, part_name, shares_a_word
from warehouse.observe.value_bases import DefinedScope
from warehouse.resolve.words.tokens import tokens_of

WIDE = DefinedScope(
    {
        "technology": frozenset(["ai", "asic", "gpu"]),
        "workload": frozenset(["training"]),
        "layer": frozenset(["infrastructure", "service", "software"]),
    },
    ("n1",),
)
HARDWARE = DefinedScope({"layer": frozenset(["infrastructure"])}, ("n2",))


def lies(part: str, other: str, of: DefinedScope | None = None, told: DefinedScope | None = None) -> str | None:
    found = match(tokens_of(part), of, tokens_of(other), told, "Other", "the part")
    return None if found is None else found.lies


@pytest.mark.parametrize(
    ("market", "members", "name"),
    [
        # a GPU is an accelerator, so the wider word goes; what is sold stays last
        ("AI Accelerator Cluster", ("training", "gpu"), "training gpu ai cluster"),
        ("AI Accelerator Cluster", ("training",), "training ai accelerator cluster"),
        # words that the market has are not said twice
        ("Lithium-Ion Battery", ("vehicle", "lithium ion"), "vehicle lithium ion battery"),
        ("Smart Lock", ("residential",), "residential smart lock"),
    ],
)
def test_a_part_s_name_puts_its_words_before_the_market_s(market: str, members: tuple[str, ...], name: str) -> None:
    assert part_name(tokens_of(market), tuple(map(tokens_of, members))) == tokens_of(name)


@pytest.mark.parametrize(
    ("part", "other", "how"),
    [
        ("training gpu ai cluster", "AI Training GPU Cluster", "same"),
        ("training ai accelerator cluster", "AI Training GPU Cluster", "contains"),
        ("training gpu ai cluster", "GPU Cluster", "inside"),
        ("inference gpu ai cluster", "AI Training GPU Cluster", None),  # a contrast
        ("training gpu ai cluster", "GPU as a Service", None),  # another offering
        ("residential smart lock", "Smart Thermostat", None),
    ],
)
def test_a_part_lies_to_another_market_as_their_names_do(part: str, other: str, how: str | None) -> None:
    assert lies(part, other) == how


def test_a_definition_that_spans_more_layers_holds_a_part_whose_words_it_names() -> None:
    assert lies("ai training gpu cluster", "AI Training Infrastructure", HARDWARE, WIDE) == "inside"


@pytest.mark.parametrize(
    ("part", "other", "of", "told"),
    [
        ("ai training gpu cluster", "AI Training Infrastructure", HARDWARE, None),  # nothing is defined
        ("ai training gpu cluster", "AI Training Infrastructure", None, WIDE),  # the part's layer is unknown
        ("ai training tpu cluster", "AI Training Infrastructure", HARDWARE, WIDE),  # a TPU is not among its words
        ("ai training gpu cluster", "AI Training Infrastructure", HARDWARE, HARDWARE),  # no layer more
        ("gpu cluster", "AI Training Infrastructure", HARDWARE, WIDE),  # its workload is unknown
        ("ai training gpu cluster", "AI Training Server", HARDWARE, WIDE),  # it sells one product
    ],
)
def test_a_definition_holds_nothing_that_does_not_follow_from_it(
    part: str, other: str, of: DefinedScope | None, told: DefinedScope | None
) -> None:
    assert lies(part, other, of, told) is None


def test_a_part_matters_to_a_market_through_a_word_or_a_facet_of_its_definition() -> None:
    other = tokens_of("AI Training GPU Cluster")
    assert shares_a_word(tokens_of("training"), other, None)
    assert not shares_a_word(tokens_of("hyperscale provider"), other, None)
    assert shares_a_word(tokens_of("gpu"), tokens_of("AI Training Infrastructure"), WIDE)
    assert not shares_a_word(tokens_of("gpu"), tokens_of("AI Training Infrastructure"), None)
