"""Words for parts of years, from `periods.yml`. Which year a part belongs to is read in `extract`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from sources.grammar.grammar_cache import WordLoader, yaml_content
from sources.grammar.language_file import GrammarError

_FILE = Path(__file__).parent / "periods.yml"


class PeriodMarks(BaseModel):
    """Letters beside a digit: Q1, 1H, 9M."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    quarters: tuple[str, ...]
    halves: tuple[str, ...]
    months: tuple[str, ...]


class PeriodWords(BaseModel):
    """The words of one language.

    Attributes:
        ordinals: first to fourth.
        quarters, halves: nouns behind an ordinal.
        marks: letters beside a digit.
        wholes: phrases that name a part alone.
        first_months, months_ended: phrases with `{n}` for the number of months; a date follows the second.
        numbers: words for `{n}`.
        to_date: phrases for the year so far.
        fiscal, fiscal_behind: words before and behind a year of accounts.
        links: words between a part and its year.
        until: words between two months.
        no_months: names of months that say a month only beside a year.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    ordinals: dict[int, tuple[str, ...]]
    quarters: tuple[str, ...]
    halves: tuple[str, ...]
    marks: PeriodMarks
    wholes: dict[str, str] = {}
    first_months: tuple[str, ...]
    months_ended: tuple[str, ...]
    numbers: dict[str, int]
    to_date: tuple[str, ...]
    fiscal: tuple[str, ...]
    fiscal_behind: tuple[str, ...]
    links: tuple[str, ...]
    until: tuple[str, ...]
    no_months: tuple[str, ...]


@cache
def period_words(language: str) -> tuple[PeriodWords, ...]:
    """The words of a language, and of English, which stand in texts of all of them.

    Raises:
        GrammarError: the file does not fit the schema.
    """
    content = yaml_content(_FILE, WordLoader)
    try:
        return tuple(PeriodWords.model_validate(content[name]) for name in dict.fromkeys((language, "en")))
    except ValidationError as error:
        first = error.errors()[0]
        raise GrammarError(f"{_FILE.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
