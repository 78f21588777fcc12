"""Traditional forms of words that are listed in simplified Chinese, character by character."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from sources.grammar.grammar_cache import yaml_content

_FILE = Path(__file__).parent / "han_variants.yml"


class VariantFile(BaseModel):
    """`han_variants.yml`: simplified characters and what traditional Chinese prints for them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    traditional: dict[str, str]


@cache
def _table() -> dict[int, str]:
    file = VariantFile.model_validate(yaml_content(_FILE))
    return str.maketrans(file.traditional)


def in_traditional(phrase: str) -> str:
    """The phrase as traditional Chinese prints it; the same where no character differs."""
    return phrase.translate(_table())
