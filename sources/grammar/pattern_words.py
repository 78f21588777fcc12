"""The words of the reader's patterns, one file per folder of `sources/extract`, which interprets them.

A pattern shows how a sentence is built; which verbs, nouns and adjectives may fill it is data (`pattern_words/<folder>.yml`). The
suffix of a list's name is the language of its words: none is English, an ISO 639-1 code is one other language (`_de`), `_cjk` is
Chinese, Japanese or Korean, `_mul` (the code of ISO 639-2) is several languages in any script, perhaps English among them. A file
is refused where the letters of a list do not fit its suffix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from sources.grammar.grammar_cache import WordLoader, yaml_content

_FOLDER = Path(__file__).parent / "pattern_words"
_SUFFIX = re.compile(r"_(?P<language>de|es|fr|it|pt|ja|ko|zh|cjk|mul)$")
_CJK_LANGUAGES = ("ja", "ko", "zh", "cjk")
_CJK_LETTER = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_PLAIN = re.compile(r"[\w$%&./'-]+(?: [\w$%&./'-]+)*")


def _is_plain(words: tuple[str, ...]) -> tuple[str, ...]:
    odd = [word for word in words if not _PLAIN.fullmatch(word)]
    if odd:
        raise ValueError(f"words and phrases are plain text, no patterns: {odd[0]!r}")
    if len(set(words)) < len(words):
        raise ValueError(f"{next(word for word in words if words.count(word) > 1)!r} is there twice")
    return words


def _in_their_language(lists: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name, words in lists.items():
        odd = next((word for word in words if not _is_in(_language(name), word)), None)
        if odd is not None:
            raise ValueError(f"{name}: {odd!r} is in another language than the list's suffix says")
    return lists


def _language(name: str) -> str:
    suffix = _SUFFIX.search(name)
    return suffix["language"] if suffix else "en"


def _is_in(language: str, word: str) -> bool:
    """The letters of a word fit its language, as far as letters show it."""
    if language == "mul":
        return True
    if language in _CJK_LANGUAGES:
        return bool(_CJK_LETTER.search(word))
    if language == "en":
        return not any(letter.isalpha() and not letter.isascii() for letter in word)
    return not _CJK_LETTER.search(word)


_Words = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_is_plain)]
_LISTS = TypeAdapter(Annotated[dict[str, _Words], AfterValidator(_in_their_language)])


def word_lists_of(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a vocabulary file: lists of words and phrases by name.

    Raises:
        ValueError: for a file that does not fit the schema, naming file and list.
    """
    try:
        return _LISTS.validate_python(yaml_content(path, WordLoader))
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(
            ": ".join(filter(None, (path.name, ".".join(map(str, first["loc"])), first["msg"])))
        ) from error


@cache
def word_lists(folder: str) -> Mapping[str, tuple[str, ...]]:
    """The words and phrases themselves by the name of their list.

    Args:
        folder: of `sources/extract`, and name of the file.
    """
    return word_lists_of(_FOLDER / f"{folder}.yml")


@cache
def pattern_words(folder: str) -> Mapping[str, str]:
    """Sources of patterns by the name of their list: a group of alternatives in the order of the file, without bounds of words.

    A blank matches any blank, an apostrophe either kind.

    Args:
        folder: of `sources/extract`, and name of the file.
    """
    return {name: _alternatives(words) for name, words in word_lists(folder).items()}


@cache
def lists_of_languages(folder: str) -> Mapping[str, tuple[str, ...]]:
    """Each list together with those of other languages under its name: `year_leads` with `year_leads_de`, `year_leads_fr`.

    The words of the first list come first, the others in the order of the file; none is there twice.

    Args:
        folder: of `sources/extract`, and name of the file.
    """
    together: dict[str, dict[str, None]] = {}
    for name, words in word_lists(folder).items():
        together.setdefault(_SUFFIX.sub("", name), {}).update(dict.fromkeys(words))
    return {name: tuple(words) for name, words in together.items()}


@cache
def words_of_languages(folder: str) -> Mapping[str, str]:
    """Sources of patterns as `pattern_words` gives them, for the lists of all languages together.

    Args:
        folder: of `sources/extract`, and name of the file.
    """
    return {name: _alternatives(words) for name, words in lists_of_languages(folder).items()}


def _alternatives(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(_source(word) for word in words) + ")"


def _source(word: str) -> str:
    return re.escape(word).replace(r"\ ", r"\s").replace(r"\-", "-").replace("'", "['’]")
