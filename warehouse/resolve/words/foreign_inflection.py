"""Inflected forms of trade words in other languages by rule: plurals of nouns, genders and endings of adjectives.

Belongs here: reviewed words → all their forms with the English. `translation.py` composes a name from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from warehouse.resolve.words.vocabulary import Tokens, trade_words

LANGUAGES = ("german", "spanish", "french", "italian", "portuguese")
# Words behind which a phrase's words keep their number: "bombas de calor".
_BINDING = frozenset(["de", "del", "di", "da", "do", "a", "au", "en", "em", "in", "con", "para", "per", "por", "pour", "contra", "contre", "d", "l", "sin", "sem", "sans", "senza", "agli", "alla", "au", "aux", "des", "du", "y", "et", "e"])  # fmt: skip


@cache
def forms(language: str) -> Mapping[Tokens, str]:
    """English by the tokens of every form that a language's trade words have."""
    by_form: dict[Tokens, str] = {}
    for english, listed in trade_words().nouns.items():
        for phrase in listed.get(language, ()):
            for noun in _numbers(tuple(phrase.split()), _PLURALS.get(language)):
                by_form.setdefault(noun, english)
    for english, listed in trade_words().adjectives.items():
        for phrase in listed.get(language, ()):
            words = phrase.split()
            for form in _ADJECTIVES[language](words[0]) if len(words) == 1 else (words[0],):
                by_form.setdefault((form, *words[1:]), english)
    return by_form


def _numbers(words: Tokens, plurals: Callable[[str], Iterable[str]] | None) -> Iterable[Tokens]:
    """A phrase, and in its plural: of its words up to the first that binds others to them."""
    yield words
    if plurals is None:
        return
    end = next((at for at, word in enumerate(words) if word in _BINDING), len(words))
    changed: list[Tokens] = [()]
    for word in words[:end]:
        changed = [(*before, form) for before in changed for form in plurals(word)]
    for head in changed:
        yield (*head, *words[end:])


def _spanish(word: str) -> Iterable[str]:
    if word.endswith("s"):
        return (word,)
    if word.endswith("z"):
        return (f"{word[:-1]}ces",)
    return (f"{word}s",) if word[-1] in "aeiou" else (f"{word}es",)


def _french(word: str) -> Iterable[str]:
    if word[-1] in "sxz":
        return (word,)
    if word.endswith(("eau", "eu")):
        return (f"{word}x",)
    return (f"{word[:-2]}aux", f"{word}s") if word.endswith("al") else (f"{word}s",)


def _italian(word: str) -> Iterable[str]:
    for ending, plurals in (
        ("co", ("chi", "ci")),
        ("go", ("ghi", "gi")),
        ("ca", ("che",)),
        ("ga", ("ghe",)),
        ("io", ("i", "ii")),
    ):
        if word.endswith(ending):
            return tuple(word.removesuffix(ending) + plural for plural in plurals)
    return {"o": (f"{word[:-1]}i",), "a": (f"{word[:-1]}e",), "e": (f"{word[:-1]}i",)}.get(word[-1], (word,))


def _portuguese(word: str) -> Iterable[str]:
    for ending, plurals in (
        ("ao", ("oes", "aos", "aes")),
        ("al", ("ais",)),
        ("el", ("eis",)),
        ("il", ("is", "eis")),
        ("ol", ("ois",)),
        ("ul", ("uis",)),
        ("m", ("ns",)),
    ):
        if word.endswith(ending):
            return tuple(word.removesuffix(ending) + plural for plural in plurals)
    if word.endswith(("r", "z")):
        return (f"{word}es",)
    return (word,) if word.endswith("s") else (f"{word}s",)


def _with_plurals(genders: Iterable[str], plurals: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for word in genders for form in (word, *plurals(word))))


def _iberian(word: str, plurals: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    if word.endswith("o"):
        return _with_plurals((word, f"{word[:-1]}a"), plurals)
    return _with_plurals((word, f"{word}a") if word.endswith("or") else (word,), plurals)


def _french_adjective(word: str) -> tuple[str, ...]:
    endings = (
        ("eux", "euse"),
        ("if", "ive"),
        ("el", "elle"),
        ("en", "enne"),
        ("er", "ere"),
        ("et", "ete"),
        ("nc", "nche"),
        ("ic", "ique"),
        ("ais", "aiche"),
    )
    feminine = next((word.removesuffix(end) + other for end, other in endings if word.endswith(end)), f"{word}e")
    return _with_plurals((word,) if word.endswith("e") else (word, feminine), _french)


def _italian_adjective(word: str) -> tuple[str, ...]:
    return _with_plurals((word, f"{word[:-1]}a") if word.endswith("o") else (word,), _italian)


def _german_adjective(word: str) -> tuple[str, ...]:
    return tuple(f"{word}{ending}" for ending in ("", "e", "er", "es", "en", "em"))


_PLURALS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "spanish": _spanish,
    "french": _french,
    "italian": _italian,
    "portuguese": _portuguese,
}
_ADJECTIVES: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "german": _german_adjective,
    "spanish": lambda word: _iberian(word, _spanish),
    "french": _french_adjective,
    "italian": _italian_adjective,
    "portuguese": lambda word: _iberian(word, _portuguese),
}
