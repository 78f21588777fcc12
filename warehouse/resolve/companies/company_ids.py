"""Public ids of companies (Wikidata, LEI) from the reviewed `company_ids.yml`. A name that is not there has none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from pydantic import StringConstraints, TypeAdapter, field_validator, model_validator

from warehouse.resolve.companies.company_names import name_key
from warehouse.resolve.words.vocabulary import Phrase, Reviewed, Shape
from warehouse.reviewed import read_reviewed

FILE = Path(__file__).with_name("company_ids.yml")
_MODULUS = 97  # ISO 7064, MOD 97-10


class CompanyIds(NamedTuple):
    """Ids of one company; null where none is reviewed."""

    wikidata: str | None = None
    lei: str | None = None


class IdentifiedCompany(Shape):
    """One company with at least one id."""

    names: tuple[Phrase, ...]
    wikidata: Annotated[str, StringConstraints(pattern=r"^Q[1-9][0-9]*$")] | None = None
    lei: Annotated[str, StringConstraints(pattern=r"^[0-9A-Z]{18}[0-9]{2}$")] | None = None

    @field_validator("lei")
    @classmethod
    def _has_its_check_digits(cls, lei: str | None) -> str | None:
        if lei is not None and int("".join(str(int(sign, 36)) for sign in lei)) % _MODULUS != 1:
            raise ValueError(f"{lei} is no LEI: its last two digits do not fit the others")
        return lei

    @model_validator(mode="after")
    def _has_an_id(self) -> Self:
        if self.wikidata is None and self.lei is None:
            raise ValueError(f"{self.names[0]} has no id: leave it out")
        return self


class IdSources(Shape):
    """Address of the page of an id, up to the id."""

    wikidata: Phrase
    lei: Phrase


class CompanyIdFile(Shape):
    """`company_ids.yml`."""

    reviewed: Reviewed
    sources: IdSources
    companies: tuple[IdentifiedCompany, ...]

    @model_validator(mode="after")
    def _a_name_and_an_id_mean_one_company(self) -> Self:
        seen: dict[str, int] = {}
        for number, entry in enumerate(self.companies):
            for said in filter(None, (*map(name_key, entry.names), entry.wikidata, entry.lei)):
                if seen.setdefault(said, number) != number:
                    raise ValueError(f"{said!r} is of {self.companies[seen[said]].names[0]} and of {entry.names[0]}")
        return self


def company_ids(company: str) -> CompanyIds:
    """The ids of a company by its name."""
    return _by_key().get(name_key(company), CompanyIds())


@cache
def _by_key() -> Mapping[str, CompanyIds]:
    entries = read_reviewed(FILE, TypeAdapter(CompanyIdFile)).companies
    return {name_key(name): CompanyIds(entry.wikidata, entry.lei) for entry in entries for name in entry.names}
