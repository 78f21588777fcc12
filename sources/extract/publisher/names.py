"""Spans that are shaped like names of houses, bodies and papers, in any language, and the key by which two spellings are one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sources.grammar.pattern_words import pattern_words, word_lists
from sources.profiles import normal_publisher_name

_WORDS = pattern_words("publisher")
_LISTS = word_lists("publisher")
_WORD = re.compile(r"[^\W_](?:\w|[’'.+-](?=\w))*+|[&+]")
_LINKS = frozenset(_LISTS["name_links_mul"]) | {"&", "+"}
_ARTICLES = frozenset(_LISTS["name_articles_mul"])
_ELIDED = frozenset(form for word in _LISTS["elided_mul"] for form in (word, word.replace("'", "’")))
_MOST_WORDS = 9
_LONGEST = 70
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
# Han and katakana with the letters beside them; hiragana is grammar between names. Hangul goes by words.
_EASTERN = re.compile(r"[\u30a1-\u30ff\u3400-\u9fff々A-Za-z0-9&＆・ー+]{2,60}")
_HANGUL = re.compile(r"[\uac00-\ud7a3A-Za-z0-9&·]{2,40}")
_PARTICLE = re.compile(rf"(?<=..){_WORDS['particles_ko']}$")
_FUNCTION_HAN = re.compile(rf"{_WORDS['between_names_zh']}")
_BODY = re.compile(rf"{_WORDS['body_ends_cjk']}")
_ONLY_BODY = re.compile(rf"(?:{_WORDS['body_ends_cjk']}|{_WORDS['legal_forms_cjk']})+")
_HIRAGANA = re.compile("[\u3041-\u3096]")
_MOST_HIRAGANA = 3
_FORMS = re.compile(rf"{_WORDS['legal_forms_cjk']}")
_MARKS = re.compile(r"[《》「」『』【】（）()\s・·'’\"]")


class Span(NamedTuple):
    """A name's place; offsets of the canonical text."""

    start: int
    end: int


def is_cjk(name: str) -> bool:
    """The name has a letter of Chinese, Japanese or Korean."""
    return bool(_CJK.search(name))


def is_no_name(name: str) -> bool:
    """A name in CJK that is only what bodies are called ("証券", "公司"), or grammar of a sentence."""
    return is_cjk(name) and bool(_ONLY_BODY.fullmatch(name) or len(_HIRAGANA.findall(name)) > _MOST_HIRAGANA)


def related(one: str, other: str) -> bool:
    """Whether two keys are one name, longer and shorter: its first words, its last words, or letters of CJK within it."""
    shorter, longer = sorted((one, other), key=len)
    if shorter.replace(" ", "") == longer.replace(" ", ""):
        return True
    if is_cjk(shorter):
        return len(shorter) > 2 and shorter in longer
    return longer.startswith(f"{shorter} ") or (" " in shorter and longer.endswith(f" {shorter}"))


def key_of(name: str) -> str:
    """What two spellings of one name share: small letters, no accents, no legal form, no article; no blank in CJK."""
    if is_cjk(name):
        return _MARKS.sub("", _FORMS.sub("", name)).casefold()
    return normal_publisher_name(name)


def names_in(text: str, start: int, end: int) -> Iterator[Span]:
    """The name-shaped spans of a stretch, longest runs and their parts, in order of their starts."""
    if _CJK.search(text, start, end):
        yield from _eastern(text, start, end)
    yield from _western(text, start, end)


def _western(text: str, start: int, end: int) -> Iterator[Span]:
    """Runs of capitalised words with small links between them ("Office for Price Statistics", "Marrow & Dorian")."""
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    i = 0
    while i < len(words):
        if not _is_capital(text[words[i][0] : words[i][1]]):
            i += 1
            continue
        run = [words[i]]
        j = i + 1
        while j < len(words) and len(run) < _MOST_WORDS:
            ahead = _continued(text, words, j)
            if ahead is None:
                break
            run += words[j : ahead + 1]
            j = ahead + 1
        yield from _parts(text, run)
        i = j


def _continued(text: str, words: list[tuple[int, int]], j: int) -> int | None:
    """The index of the next capitalised word where one blank or small links alone lead to it."""
    for ahead in range(j, min(j + 3, len(words))):
        gap = text[words[ahead - 1][1] : words[ahead][0]]
        if gap not in (" ", "\u00a0", "® ", "™ ", "") or (gap == "" and words[ahead][0] != words[ahead - 1][1]):
            return None
        word = text[words[ahead][0] : words[ahead][1]]
        if _is_capital(word):
            return ahead
        if word.lower() not in _LINKS and word[:2].lower() not in _ELIDED:
            return None
        if word[:2].lower() in _ELIDED and len(word) > 3:
            return ahead
    return None


def _parts(text: str, run: list[tuple[int, int]]) -> Iterator[Span]:
    """A run, without the words that open a sentence, and its ends behind small links."""
    firsts = [0]
    if len(run) > 1 and text[run[0][0] : run[0][1]].casefold() in _OPENERS:
        firsts.append(1)
        if len(run) > 2 and text[run[1][0] : run[1][1]].casefold() in _OPENERS:
            firsts.append(2)
    for first in firsts:
        lasts = {len(run)}
        for k in range(first + 1, len(run)):
            if not _is_capital(text[run[k][0] : run[k][1]]) and text[run[k][0] : run[k][1]] not in "&+":
                lasts.add(k)
                if k + 1 < len(run):
                    yield Span(run[k + 1][0], _closed(text, run[-1][1]))
        for last in lasts:
            a, b = run[first][0], _closed(text, run[last - 1][1])
            if 1 < b - a <= _LONGEST:
                yield Span(a, b)


_OPENERS = frozenset(word.casefold() for word in (*_LISTS["sentence_openers_mul"], *_ARTICLES))


def _closed(text: str, end: int) -> int:
    """Without the possessive behind a name."""
    return end - 2 if text[end - 2 : end].lower() in ("'s", "’s") else end


def _is_capital(word: str) -> bool:
    return (
        word[0].isupper()
        or (word[0].isdigit() and any(c.isupper() for c in word))
        or any(c.isupper() for c in word[1:3])
    )


def _eastern(text: str, start: int, end: int) -> Iterator[Span]:
    hangul = re.search("[\uac00-\ud7a3]", text[start:end])
    if hangul:
        yield from _korean(text, start, end)
    for m in _EASTERN.finditer(text, start, end):
        at = m.start()
        for cut in [*_FUNCTION_HAN.finditer(text, m.start(), m.end()), None]:
            stop = cut.start() if cut else m.end()
            if 2 <= stop - at <= 24 and _CJK.search(text, at, stop):
                yield Span(at, stop)
                bodies = [body for body in _BODY.finditer(text, at, stop) if body.start() > at]
                if bodies and bodies[-1].end() < stop:
                    yield Span(at, bodies[-1].end())
            at = cut.end() if cut else stop


def _korean(text: str, start: int, end: int) -> Iterator[Span]:
    words = [m.span() for m in _HANGUL.finditer(text, start, end)]
    for i, (a, b) in enumerate(words):
        particle = _PARTICLE.search(text[a:b])
        stop = a + particle.start() if particle else b
        if stop - a > 1 and _CJK.search(text, a, stop):
            yield Span(a, stop)
            if i and text[words[i - 1][1] : a] == " " and (_BODY.search(text, a, stop)):
                yield Span(words[i - 1][0], stop)
