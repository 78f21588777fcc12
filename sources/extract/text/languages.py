"""The language of a text, from its script and stop words on a bounded sample."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import repeat
from typing import Any

from sources.grammar.language_file import language_file, languages

_SAMPLE = 20_000
_LETTER_SAMPLE = 2_000
_FEWEST_WORDS = 4  # with fewer different words there is nothing to recognise a language by
_FEWEST_STOP_WORDS = 3
_FEWEST_FOREIGN = 4  # stop words that a guess by letters needs beside it
_LEAD = 1.2  # how many times the runner-up's stop words the winner has
_KANA = re.compile("[\u3040-\u30ff]")
_LETTERS = re.compile(r"[^\W\d_]+")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_HAN = re.compile("[\u4e00-\u9fff]")


def language_of(text: str) -> str:
    """ISO 639-1 code of a language that has a grammar, "en" where none is better.

    Kana, or Han in forms of Japan alone, decide for Japanese and other Han for Chinese where they fill a fifth of the letters; elsewhere the
    language with the most stop words wins where it leads clearly, and py3langid decides among ours where none does.
    """
    sample = text[:_SAMPLE]
    kana, han = (0, 0) if sample.isascii() else (len(_KANA.findall(sample)), len(_HAN.findall(sample)))
    hangul = 0 if sample.isascii() else len(_HANGUL.findall(sample))
    if hangul and hangul > sum(map(str.isalpha, sample)) / 5 and "ko" in languages():
        return "ko"
    if kana or han:
        letters = sum(map(str.isalpha, sample)) or 1
        if kana > letters / 20 and (kana + han) > letters / 5 and "ja" in languages():
            return "ja"
        if han > letters / 5 and "zh" in languages():
            return "ja" if "ja" in languages() and _is_japanese("".join(_HAN.findall(sample))) else "zh"
    words = Counter(_LETTERS.findall(sample.lower()))
    scores = {code: sum(map(words.get, _stop_words(code), repeat(0))) for code in _spelled()}
    if len(words) < _FEWEST_WORDS:
        return "en"
    ranked = sorted(scores, key=lambda code: (-scores[code], code != "en", code))
    if scores[ranked[0]] < _FEWEST_STOP_WORDS or scores[ranked[1]] * _LEAD > scores[ranked[0]]:
        guessed = _by_letters(sample, _spelled())
        return guessed if scores[guessed] >= _FEWEST_FOREIGN else "en"  # a table of names speaks no language
    return ranked[0]


def _is_japanese(han: str) -> bool:
    """Han without kana whose forms are those of Japan: neither the simplified nor the traditional set of China has all of them."""
    return _is_of("shift_jis", han) and not _is_of("gb2312", han) and not _is_of("big5", han)


def _is_of(charset: str, letters: str) -> bool:
    try:
        letters.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _spelled() -> tuple[str, ...]:
    """Languages without a script of their own."""
    return tuple(sorted(code for code in languages() if code not in ("ja", "ko", "zh")))


def _by_letters(sample: str, codes: tuple[str, ...]) -> str:
    """The language among `codes` whose runs of letters a text looks most like: for those that stop words leave open."""
    return str(_identifier(codes).classify(sample[:_LETTER_SAMPLE])[0])


@cache
def _identifier(codes: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # half a second and a model, for few texts

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(codes))
    return identifier


@cache
def _stop_words(code: str) -> frozenset[str]:
    return frozenset(language_file(code).stop_words)
