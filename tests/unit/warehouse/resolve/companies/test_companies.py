"""Companies distinguished by their lists, names of companies, and the step that writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

from warehouse.resolve.companies.company_names import Company, CompanyFile, company_id, company_of

Make = Callable[..., dict[str, pl.DataFrame]]
Doc = Callable[[str], str]
CRANES = ["nordkai", "liftholm", "grabenwerk", "portlift", "hoistwell"]
TEAS = ["leafwell", "steep", "brewmoor", "infusa"]
BOTH = [*CRANES, *TEAS]

# By document: its list.
CASES = [
    # teas in a list of cranes; both groups are known from elsewhere
    ({"a": BOTH, "b": CRANES, "c": TEAS}, TEAS),
    # no other list has the teas: they may be anything
    ({"a": BOTH, "b": CRANES}, []),
    # a conglomerate stands alone among strangers elsewhere, and is none here
    ({"a": [*CRANES, "allworks"], "b": CRANES, "c": [*TEAS, "allworks"]}, []),
    # one list that holds both groups joins them
    ({"a": BOTH, "b": BOTH}, []),
    # two groups of one size: neither is the core
    ({"a": [*CRANES[:4], *TEAS], "b": CRANES[:4], "c": TEAS}, []),
    # a copy of the list, in the same cluster, confirms nothing
    ({"a": BOTH, "a copy": BOTH, "c": TEAS}, []),
    # two strangers are a group, one is none
    ({"a": [*CRANES, "leafwell", "steep"], "b": CRANES, "c": TEAS}, ["leafwell", "steep"]),
    ({"a": [*CRANES, "leafwell"], "b": CRANES, "c": TEAS}, []),
    # a list of three does not show what belongs in it
    ({"a": [*CRANES, *TEAS[:3]], "b": CRANES, "c": TEAS[:3]}, []),
]


def companies(make: Make, doc: Doc, lists: dict[str, list[str]], **more: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows of document "a", whose mentions have more fields by name."""
    rows = [
        {"document_id": doc(document), "name": name, "char_start": 10 * at, "char_end": 10 * at + 5}
        | (more.get(name, {}) if document == "a" else {})
        for document, names in lists.items()
        for at, name in enumerate(names)
    ]
    documents = [{"document_id": doc(name), "cluster_id": name[0]} for name in lists]
    made = make(("company names", "companies"), {"raw.players": rows, "core.documents": documents})
    return [row for row in made["core.companies"].to_dicts() if row["document_id"] == doc("a")]


@pytest.mark.parametrize(("lists", "strangers"), CASES)
def test_a_second_group_in_a_list_is_told_by_the_lists_of_other_documents(
    make: Make, doc: Doc, lists: dict[str, list[str]], strangers: list[str]
) -> None:
    found = companies(make, doc, lists)
    told = {row["company"]: row["method"] for row in found if row["status"] == "quarantined"}
    assert told == dict.fromkeys(strangers, "neighbourhood")


def test_each_company_counts_the_members_of_its_list_that_are_beside_it_elsewhere(make: Make, doc: Doc) -> None:
    lists = {"a": BOTH, "b": [*CRANES[:3], "allworks"], "c": [*TEAS[:2], "allworks", "someworks"]}
    found = companies(make, doc, lists)
    assert {row["company"]: row["n_neighbours"] for row in found} == {
        "nordkai": 2, "liftholm": 2, "grabenwerk": 2, "portlift": 0, "hoistwell": 0,
        "leafwell": 1, "steep": 1, "brewmoor": 0, "infusa": 0,
    }  # fmt: skip


def test_of_two_lists_of_a_document_the_better_place_counts(make: Make, doc: Doc) -> None:
    # By its second list leafwell is a tea among cranes, by its first one of the teas.
    lists = {"a": [*TEAS, *CRANES, "leafwell ag", "steep ag"], "b": CRANES, "c": TEAS}
    second = {name: {"listing": 1} for name in (*CRANES, "leafwell ag", "steep ag")}
    found = companies(make, doc, lists, **second)
    assert {row["company"]: (row["n_mentions"], row["n_neighbours"], row["status"]) for row in found if row["company"] in TEAS} == {
        "leafwell": (2, 3, "stated"), "steep": (2, 3, "stated"), "brewmoor": (1, 3, "stated"), "infusa": (1, 3, "stated"),
    }  # fmt: skip


def test_a_company_that_its_neighbours_know_is_cleared_of_a_word_of_a_foreign_trade(make: Make, doc: Doc) -> None:
    flowers = {"status": "quarantined", "reason": "off_topic: a flowers name"}
    lists = {"a": [*CRANES, "garden cranes", "rose lifts"], "b": [*CRANES, "garden cranes"]}
    found = companies(make, doc, lists, **{"garden cranes": flowers, "rose lifts": flowers})
    told = {row["company"]: (row["status"], row["reason"], row["method"]) for row in found if row["method"]}
    assert told == {
        "garden cranes": ("stated", None, "neighbourhood"),
        "rose lifts": ("quarantined", "off_topic: a flowers name", "sector_words"),
    }


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
