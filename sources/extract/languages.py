"""The language of a text, from its script and stop words on a bounded sample."""

from __future__ import annotations

import re

from sources.grammar.language import LANGUAGES, languages, read_language

_SAMPLE = 20_000


def language_of(text: str) -> str:
    """ISO 639-1 code of a language that has a grammar, "en" where none is better.

    Kana decide for Japanese and Han without kana for Chinese where they fill a fifth of the letters; elsewhere the
    language with the most stop words wins.
    """
    sample = text[:_SAMPLE]
    letters = sum(c.isalpha() for c in sample) or 1
    kana = sum("\u3040" <= c <= "\u30ff" for c in sample)
    han = sum("\u4e00" <= c <= "\u9fff" for c in sample)
    if kana > letters / 20 and (kana + han) > letters / 5 and "ja" in languages():
        return "ja"
    if han > letters / 5 and "zh" in languages():
        return "zh"
    words = re.findall(r"[^\W\d_]+", sample.lower())
    scores = {code: sum(w in _stop_words(code) for w in words) for code in languages() if code not in ("ja", "zh")}
    best = max(sorted(scores), key=lambda code: scores[code])
    return best if scores[best] > scores.get("en", 0) else "en"


def _stop_words(code: str) -> frozenset[str]:
    return frozenset(read_stop_words(code))


def read_stop_words(code: str) -> tuple[str, ...]:
    """Stop words of a language file."""
    if code not in _CACHE:
        _CACHE[code] = read_language(LANGUAGES / f"{code}.yml").stop_words
    return _CACHE[code]


_CACHE: dict[str, tuple[str, ...]] = {}
