"""One name per company across documents: the reviewed aliases and owners of `companies.yml`, else the printed name without its legal form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import TypeAdapter, model_validator

from sources.profiles import normal_publisher_name
from warehouse.resolve.words.vocabulary import Phrase, Reviewed, Shape
from warehouse.reviewed import read_reviewed


class Company(Shape):
    """One company, business unit or subsidiary."""

    company: Phrase
    aliases: tuple[Phrase, ...] = ()
    parent: Phrase | None = None
    level: Literal["company", "business_unit", "subsidiary"] = "company"
    since: Phrase | None = None
    source: Phrase | None = None

    @model_validator(mode="after")
    def _an_owner_has_a_source(self) -> Self:
        if (self.parent is None) != (self.level == "company"):
            raise ValueError(f"{self.company}: a business unit or subsidiary has a parent, a company has none")
        if self.parent and not self.source:
            raise ValueError(f"{self.company}: say where its parent is named")
        return self


class CompanyFile(Shape):
    """`companies.yml`."""

    reviewed: Reviewed
    companies: tuple[Company, ...]

    @model_validator(mode="after")
    def _a_name_means_one_company(self) -> Self:
        seen: dict[str, str] = {}
        for entry in self.companies:
            for name in (entry.company, *entry.aliases):
                other = seen.setdefault(name_key(name), entry.company)
                if other != entry.company:
                    raise ValueError(f"{name!r} is a name of {other} and of {entry.company}")
        return self


def name_key(name: str) -> str:
    """A printed name for comparison: without legal form, marks and case."""
    return normal_publisher_name(name) or name.casefold()


def company_of(printed: str) -> Company:
    """The company that a printed name means; an unknown name is a company of its own."""
    return _by_key().get(name_key(printed)) or Company(company=printed)


def company_id(company: Company) -> str:
    """Slug of its name."""
    return "-".join(name_key(company.company).split()) or company.company.casefold()


@cache
def _by_key() -> Mapping[str, Company]:
    entries = read_reviewed(Path(__file__).with_name("companies.yml"), TypeAdapter(CompanyFile)).companies
    return {name_key(name): entry for entry in entries for name in (entry.company, *entry.aliases)}
