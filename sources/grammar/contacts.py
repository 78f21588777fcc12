"""Words of contact blocks, from `contacts.yml`: post boxes, postcodes, telephones, streets. Which number is one is read in `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sources.grammar.grammar_cache import yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "contacts.yml"


class ContactWords(BaseModel):
    """`contacts.yml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    box: tuple[str, ...]
    postcode: tuple[str, ...]
    phone: tuple[str, ...]
    streets_behind: tuple[str, ...]
    streets_before: tuple[str, ...]
    links: tuple[str, ...]
    labels: tuple[str, ...]


@cache
def contact_words() -> ContactWords:
    """The reviewed lists.

    Raises:
        GrammarError: the file does not fit the schema.
    """
    try:
        return ContactWords.model_validate(yaml_content(_FILE))
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
