"""Companies distinguished by their lists, names of companies, and the step that writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.companies import core_companies
from warehouse.resolve.companies.company_names import Company, CompanyFile, company_id, company_of
from warehouse.resolve.companies.list_cooccurrence import Listing, list_memberships

CRANES = ["nordkai", "liftholm", "grabenwerk", "portlift"]
TEAS = ["leafwell", "steep", "brewmoor"]


def listing(document: str, *names: str) -> Listing:
    return Listing(document, f"cluster-{document}", frozenset(names))


CASES = [
    # teas in a list of cranes; both groups are known from elsewhere
    ([listing("a", *CRANES, *TEAS), listing("b", *CRANES), listing("c", *TEAS)], TEAS),
    # nobody knows the teas: they may be anything
    ([listing("a", *CRANES, *TEAS), listing("b", *CRANES)], []),
    # a conglomerate stands alone among strangers elsewhere, and is none here
    ([listing("a", *CRANES, "allworks"), listing("b", *CRANES), listing("c", *TEAS, "allworks")], []),
    # one list that holds both groups joins them
    ([listing("a", *CRANES, *TEAS), listing("b", *CRANES, *TEAS)], []),
    # two groups of one size: neither is the core
    ([listing("a", *CRANES[:3], *TEAS), listing("b", *CRANES[:3]), listing("c", *TEAS)], []),
    # a copy of the list confirms nothing
    (
        [listing("a", *CRANES, *TEAS), Listing("a2", "cluster-a", frozenset([*CRANES, *TEAS])), listing("c", *TEAS)],
        [],
    ),
    # two strangers are a group, one is none
    ([listing("a", *CRANES, "leafwell", "steep"), listing("b", *CRANES), listing("c", *TEAS)], ["leafwell", "steep"]),
    ([listing("a", *CRANES, "leafwell"), listing("b", *CRANES), listing("c", *TEAS)], []),
]


@pytest.mark.parametrize(("listings", "strangers"), CASES)
def test_a_second_group_in_a_list_is_told_by_the_lists_of_other_documents(
    listings: list[Listing], strangers: list[str]
) -> None:
    found = list_memberships(listings)
    assert sorted(name for (doc, name), place in found.items() if doc == "a" and place.is_stranger) == sorted(strangers)


def test_the_core_knows_how_many_neighbours_each_has() -> None:
    found = list_memberships([listing("a", *CRANES, *TEAS), listing("b", *CRANES[:3]), listing("c", *TEAS[:2])])
    assert {name: found["a", name].neighbours for name in (*CRANES, *TEAS)} == {
        "nordkai": 2, "liftholm": 2, "grabenwerk": 2, "portlift": 0, "leafwell": 1, "steep": 1, "brewmoor": 0,
    }  # fmt: skip
    assert found["a", "nordkai"].in_core
    assert not found["a", "portlift"].in_core


def test_the_step_quarantines_strangers_and_clears_a_company_that_its_neighbours_know(
    run: Callable[..., dict[str, pl.DataFrame]], doc: Callable[[str], str]
) -> None:
    rows: list[dict[str, Any]] = []
    lists = {"a": [*CRANES, "Steep", "Leafwell", "Garden Cranes"], "b": [*CRANES, "Garden Cranes"], "c": ["Steep", "Leafwell", "Brewmoor", "Infusa"]}  # fmt: skip
    for document, names in lists.items():
        for at, name in enumerate(names):
            row = {"document_id": doc(document), "name": name.title(), "char_start": 10 * at, "char_end": 10 * at + 5}
            if name == "Garden Cranes" and document == "a":
                row |= {"status": "quarantined", "reason": "off_topic: a flowers name"}
            rows.append(row)
    documents = [{"document_id": doc(name), "cluster_id": name} for name in lists]
    table = run(core_companies.STEP, {"raw.players": rows, "core.documents": documents})["core.companies"]
    told = {r["company"]: (r["status"], r["method"]) for r in table.to_dicts() if r["document_id"] == doc("a")}
    assert told == {
        "Nordkai": ("stated", None), "Liftholm": ("stated", None), "Grabenwerk": ("stated", None),
        "Portlift": ("stated", None), "Garden Cranes": ("stated", "neighbourhood"),
        "Steep": ("quarantined", "neighbourhood"), "Leafwell": ("quarantined", "neighbourhood"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("printed", "name", "parent"),
    [
        ("NVIDIA Corporation", "NVIDIA", None),
        ("Advanced Micro Devices, Inc.", "AMD", None),
        ("AWS", "Amazon Web Services", "Amazon"),
        ("Weights and Biases", "Weights & Biases", "CoreWeave"),
        ("Nordkai AG", "Nordkai AG", None),
    ],
)
def test_a_printed_name_means_one_company_with_its_owner(printed: str, name: str, parent: str | None) -> None:
    company = company_of(printed)
    assert (company.company, company.parent) == (name, parent)


def test_spellings_of_an_unknown_company_have_one_id() -> None:
    assert company_id(company_of("Nordkai AG")) == company_id(company_of("NORDKAI")) == "nordkai"


def test_a_name_of_two_companies_and_an_owner_without_source_are_refused() -> None:
    reviewed = {"author": "a", "date": "2026-01-01"}
    twice = [{"company": "Nordkai", "aliases": ["NK"]}, {"company": "Nokast", "aliases": ["NK"]}]
    with pytest.raises(ValueError, match="'NK' is a name of Nordkai and of Nokast"):
        CompanyFile.model_validate({"reviewed": reviewed, "companies": twice})
    with pytest.raises(ValueError, match="say where its parent is named"):
        Company.model_validate({"company": "Unit", "parent": "Owner", "level": "subsidiary"})
