"""The phrases of a document's language, compiled for matching. What the phrases mean is up to `extract`; how a file spells them, to `language_file`.

A document is read with the English file and its own language's on top, since vendor texts in any language carry
English terms ("CAGR", "USD million").
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from sources.grammar.language_file import LanguageFile, language_file, languages
from sources.grammar.phrase_lists import merged_lists, merged_maps
from sources.grammar.phrase_patterns import alternation, scale_alternation
from sources.grammar.unit_words import further_scales, unit_file
from sources.grammar.variants import in_traditional


class Grammar:
    """The phrases of one or two languages, compiled. Holds no state but its patterns."""

    def __init__(self, files: tuple[LanguageFile, ...]) -> None:
        self.language = files[-1].language
        self.languages = tuple(f.language for f in files)
        self.numbers = files[-1].numbers
        self.home_area = files[-1].home_area
        self.is_cjk = files[-1].language in ("ja", "ko", "zh")
        self.is_non_english = self.language != "en" and not self.is_cjk  # the European languages: blanks between words
        self.verb_last = files[-1].language in ("ja", "ko")  # verbs and particles follow what they govern
        self.english_scales: dict[str, int] = merged_maps(f.scales for f in files[:1])
        self.scales: dict[str, int] = merged_maps([further_scales(), *(f.scales for f in files)])
        own = merged_maps(f.scales for f in files[1:])
        self.bound_scales = {word: codes for word, codes in unit_file().bound.items() if word not in own}
        self.cardinals: dict[str, str] = merged_maps(f.cardinals for f in files)
        self.number_scales: dict[str, int] = merged_maps(f.number_scales for f in files[-1:])
        self.unit_scales: dict[str, tuple[int, str]] = {k: v for f in files for k, v in f.unit_scales.items()}
        self.fractions: dict[str, str] = merged_maps(f.fractions for f in files)
        self.months: dict[str, int] = merged_maps(f.months for f in files)
        self._lists, self.all_verbs = merged_lists(files)
        if self.language == "zh":  # its file lists simplified forms; texts come in both
            for name, phrases in self._lists.items():
                self._lists[name] = tuple(dict.fromkeys((*phrases, *map(in_traditional, phrases))))
            self.scales |= {in_traditional(w): power for w, power in self.scales.items()}
            self.cardinals |= {in_traditional(w): value for w, value in self.cardinals.items()}
            self.fractions |= {in_traditional(w): value for w, value in self.fractions.items()}
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._words: dict[str, frozenset[str]] = {}

    def phrases(self, name: str) -> tuple[str, ...]:
        """Phrases of a list, e.g. "metrics.cagr"; empty where no file has it."""
        return self._lists.get(name, ())

    def words(self, name: str) -> frozenset[str]:
        """Single words of a list in lower case, for words to be looked up in."""
        if name not in self._words:
            self._words[name] = frozenset(w.lower() for w in self.phrases(name))
        return self._words[name]

    def keys(self, name: str) -> tuple[str, ...]:
        """Keys of a list of lists, e.g. the types under "events", in the order of the files."""
        return tuple(key.partition(".")[2] for key in self._lists if key.startswith(f"{name}."))

    def source(self, *names: str, also: Iterable[str] = ()) -> str:
        """Source of a pattern that matches any phrase of the lists as whole words, longest first; matches nothing where there are none.

        Args:
            names: of the lists.
            also: further words and phrases.
        """
        return alternation([*(phrase for name in names for phrase in self.phrases(name)), *also])

    def pattern(self, *names: str) -> re.Pattern[str]:
        """Matches any phrase of the lists, whole words, longest first, in any case."""
        key = "|".join(names)
        if key not in self._patterns:
            self._patterns[key] = re.compile(self.source(*names), re.IGNORECASE)
        return self._patterns[key]

    def starting(self, *names: str) -> re.Pattern[str]:
        """As `pattern`, for use with `match` right behind a figure: leading blanks or a hyphen are allowed."""
        key = "^" + "|".join(names)
        if key not in self._patterns:
            self._patterns[key] = re.compile(r"[\s\u00a0\u202f-]{0,2}" + self.source(*names), re.IGNORECASE)
        return self._patterns[key]

    def ending(self, *names: str, english_articles: bool = False) -> re.Pattern[str]:
        """As `pattern`, anchored at the end of the text before a figure: an article may be between.

        Args:
            names: of the lists.
            english_articles: no articles but those of English.
        """
        key = "|".join(names) + ("$ en" if english_articles else "$")
        if key not in self._patterns:
            plain = ("the", "a", "an", "some")
            articles = f"(?:{'|'.join(plain)})" if english_articles else self.source("articles", also=plain)
            source = self.source(*names) + rf"[\s\u00a0\u202f]{{0,2}}{articles}?[\s\u00a0]{{0,2}}$"
            self._patterns[key] = re.compile(source, re.IGNORECASE)
        return self._patterns[key]

    def scale_pattern(self) -> re.Pattern[str]:
        """Matches a scale word right behind a number; group 1 is the word."""
        if "scales" not in self._patterns:
            body = scale_alternation(self.scales)
            self._patterns["scales"] = re.compile(rf"[\s\u00a0\u202f\u2009-]{{0,2}}({body})\.?", re.IGNORECASE)
        return self._patterns["scales"]


@cache
def _all_files() -> tuple[LanguageFile, ...]:
    return tuple(language_file(code) for code in ("en", *(c for c in languages() if c != "en")))


@cache
def all_phrases(name: str) -> tuple[str, ...]:
    """A list as all language files have it, English first: for what is read alike in every document."""
    return tuple(dict.fromkeys(phrase for file in _all_files() for phrase in getattr(file, name)))


@cache
def grammar(language: str) -> Grammar:
    """The grammar for a document in `language`: English, and the language's own file where there is one."""
    codes = ["en"] + ([language] if language != "en" and language in languages() else [])
    return Grammar(tuple(language_file(code) for code in codes))
