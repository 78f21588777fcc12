"""Words that may be part of a market's name, and runs of them. Names are weighed in `market_support`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from sources.extract.scan.years import year_marks
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar, grammar
from sources.grammar.market_naming import Naming, naming
from sources.grammar.pattern_words import pattern_words, word_lists, words_of_languages

_WORDS = pattern_words("markets")
_LISTS = word_lists("markets")
_WORD = re.compile(
    r"[^\W\d_]++(?![\w'’.&-])"  # most words are plain, and are seen to be so at once
    rf"|(?:[dlnsctjmDLNSCTJM]|{_WORDS['elided_words_mul']})['’](?=[^\W_])"
    r"|[0-9]{1,2}[A-Za-z]{1,2}\b(?:-[^\W_]+){0,3}|[^\W\d_][^\W_]*(?:\.[0-9])?(?:&[A-Z])?(?:-[^\W_]+){0,3}|[0-9][0-9.,]*(?:-[^\W\d_]+){0,3}"
)
_JOINED = re.compile(r"[ \u00a0]|\s&\s|\s\([A-Z][A-Za-z0-9&/-]{1,9}\)\s|")
_FIRST_LINES = 700
_BOUND = 240
_ENDS_SENTENCE = '.!?:•\n"“„«–—|*#-'
MOST_WORDS = 5  # of a name


@dataclass(slots=True)
class NameWord:
    """A word with its place, its plain form and the part that it may play in a name."""

    start: int
    end: int
    key: str
    role: str  # "name", "link", "area" or "stop"
    printed: str
    opens: bool  # a sentence or a line
    joined: bool = False  # to the word before it


def name_words(text: str, lexicon: Naming, words: Grammar) -> list[NameWord]:
    """All words of the text with their roles."""
    language = words.language
    areas = iter(area_marks(text, 0, len(text)))
    area = next(areas, None)
    out: list[NameWord] = []
    last = 0
    places = [*_datelines(text), *(m.span() for m in _CAPTION.finditer(text))]
    english = language == "en"
    titled = _titled(text) if english else frozenset()
    for m in _WORD.finditer(text):
        start, stop = m.span()
        printed = m.group()
        gap = text[last:start]
        if gap == " (" and out and printed.isupper() and _BRIDGED.match(text, stop):
            last = stop + 1  # "artificial intelligence (AI) infrastructure" is one name
            continue
        while area is not None and area.end <= start:
            area = next(areas, None)
        role, key = _plain(printed, language)
        if role == "stop" and printed.lower() in titled:
            role = "name"
        if area is not None and area.start <= start:
            role = "area"
        elif places and any(a <= start < b for a, b in places):
            role = "stop"
        if english and role == "name" and printed[-1] == "s" and printed[0].islower() and _OBJECT.match(text, stop):
            role = "stop"  # "signals a shift": a verb whatever it is elsewhere
        if printed == "s" and text[start - 1 : start] in ("'", "’"):
            role = "stop"
        if gap == " " and out:
            opens, joined = False, True
        else:
            before = gap.rstrip(" \u00a0")
            opens = not out or "\n" in gap or bool(before and before[-1] in _ENDS_SENTENCE)
            joined = bool(out and _JOINED.fullmatch(gap) and (gap or out[-1].printed[-1:] in "'’"))
        last = stop
        if role == "name" and language == "de" and (compound := _COMPOUND_OF.fullmatch(printed)):
            start, stop = start + compound.start("name"), start + compound.end("name")
            if pair := _PAIRED.search(text, max(0, start - _BOUND // 6), start):
                start = pair.start()  # "Elektro- und Digitalindustrie"
            printed = text[start:stop]
            key = _singular(printed.lower(), language)
        out.append(NameWord(start, stop, key, role, printed, opens, joined))
    return out


_BRIDGED = re.compile(r"\)\s[^\W\d_]")
_OBJECT = re.compile(rf"\s{_WORDS['determiners']}\s(?!{_WORDS['period_nouns']}\b)")


def _titled(text: str) -> frozenset[str]:
    """Last words of names that a title gives: "Fog Net Market". They are verbs or say nothing elsewhere, and belong to the name throughout."""
    found = (m for m in _TITLED.finditer(text) if _plain(m["first"], "en")[0] == "name")
    return frozenset(m["last"].lower() for m in found)


_TITLED = re.compile(r"^(?:[^\W\d_][\w-]* ){0,3}(?P<first>[A-Z][\w-]+) (?P<last>[A-Z][a-z]{2,}) Market\b", re.MULTILINE)


@lru_cache(maxsize=16384)
def _plain(printed: str, language: str) -> tuple[str, str]:
    """The role of a word by itself and its plain form."""
    lexicon = naming(language)
    lower = printed.lower().replace("’", "'")
    if lower in lexicon.links:
        role = "stop" if language == "en" else "link"
    else:
        is_verb = (
            (lower in _verbs(language))
            or (printed[0].islower() and lower in lexicon.verbs)
            or (len(lower) > _SHORT_VERB and lower.endswith(lexicon.endings) and printed[0].islower())
        )
        role = "stop" if is_verb or _says_nothing(printed, lower, lexicon) else "name"
    return role, _singular(lower, language)


@cache
def _verbs(language: str) -> frozenset[str]:
    if language == "en":
        return frozenset()
    words = grammar(language)
    verbs = frozenset(v.lower() for name in ("subject_verbs", "motion_verbs") for v in words.phrases(name))
    return verbs | naming(language).verbs if language != "de" else verbs


def _datelines(text: str) -> list[tuple[int, int]]:
    """Places before the date of a dispatch: "Roma, 12 marzo 2025 -", "DETROIT –"."""
    out = []
    for m in _PLACE.finditer(text, 0, min(len(text), _FIRST_LINES * 2)):
        mark = next((y for y in year_marks(text, m.end(), m.end() + 30) if y.kind == "date"), None)
        if (mark and mark.start - m.end() <= _ARTICLE) or (
            m["place"].isupper() and len(m["place"]) > _ARTICLE and m["dash"]
        ):
            out.append((m.start(), m.end()))
    return out


_PLACE = re.compile(
    r"^(?P<place>[A-ZÀ-Þ][\w.’'-]{1,20}(?:[ ][\w.’'-]{1,16}){0,3}(?:,[ ][A-Z][\w.]{1,14}(?:[ ][A-Z][\w.]{1,14})?)?)(?:,|[ ]?\(|(?P<dash>[ ]?(?:--|[-–—])))[ ]?",
    re.MULTILINE,
)
_ARTICLE = 4
# "Table 1.", "Tabelle 3-1:": what numbers a caption is no part of the name behind it.
_CAPTION = re.compile(
    rf"^\W{{0,4}}{words_of_languages('scan')['caption_nouns']}\s?[A-Z]?[0-9]{{1,3}}(?:[.-][0-9]{{1,2}}){{0,3}}[.:]?",
    re.MULTILINE,
)


def _says_nothing(printed: str, lower: str, lexicon: Naming) -> bool:
    """A refused word, a number, or a compound of such ("year-on-year", "52-week"); an acronym is none ("IT")."""
    if lower in lexicon.no_names:
        return not (printed.isupper() and len(printed) == 2 and printed in _ACRONYMS)
    parts = lower.split("-")
    return bool(_DATED_CODE.fullmatch(lower)) or all(
        part in lexicon.no_names or (part[0].isdigit() and not _CODE.fullmatch(part)) for part in parts
    )


# "Spielwarenbranche", "Welt-Elektromarkt": the name within a German compound.
_COMPOUND_OF = re.compile(
    rf"(?:{_WORDS['compound_heads_de']}-?)?(?P<name>[A-ZÄÖÜ][\wäöüß-]{{3,}}?)(?:(?<=ung)s|(?<=eit)s|(?<=ion)s|(?<=tät)s|(?<=schaft)s)?-?"
    rf"{_WORDS['compound_tails_de']}"
)
_PAIRED = re.compile(r"[A-ZÄÖÜ]\w{2,}-\s(?:und|oder|&)\s\Z")
_SHORT_VERB = 4
_ACRONYMS = frozenset(_LISTS["pronoun_acronyms"])  # also a pronoun
_DATED_CODE = re.compile(r"(?:fy|[qh])[0-9]{1,4}|[0-9][qh][0-9]{2}|[a-z]{2,}[0-9]{2,}[a-z]?")  # "FY26", "3Q25", "GB200"
_CODE = re.compile(r"[0-9]{1,2}[a-z]{1,2}")  # "5G", "3D"


def _singular(word: str, language: str) -> str:
    if word == "spend":
        return "spending"
    if language == "it" and len(word) > 4:
        return word[:-1] if word[-1] in "aeio" else word
    if language == "de":
        if len(word) > 5 and re.search(r"(?:er|el)n$|[^e]en$", word):
            return word[:-1] if word.endswith(("ern", "eln")) else word[:-2]
        return word[:-1] if len(word) > 5 and word.endswith("e") else word
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        if language == "en" and word.endswith("ies"):
            return word[:-3] + "y"
        if language == "en" and word.endswith(("shes", "ches", "xes", "sses")):
            return word[:-2]
        if language in ("es", "pt") and word.endswith(("res", "nes", "les", "des")):
            return word[:-2]
        return word[:-1]
    return word


# An article within a name follows a preposition: "pan de la casa", not "abonos y el giro"; German ones are genitives.
_ARTICLES_INSIDE = frozenset(_LISTS["articles_inside_mul"])
_NO_PREPOSITIONS = _ARTICLES_INSIDE | frozenset(_LISTS["and_words_mul"])


def _is_preposition(token: NameWord) -> bool:
    return token.role == "link" and token.printed.lower() not in _NO_PREPOSITIONS


def name_runs(tokens: list[NameWord]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Candidates: first and last token, and the name's words without its links."""
    for first, opening in enumerate(tokens):
        if opening.role != "name":
            continue
        key: list[str] = []
        for last in range(first, min(first + 2 * MOST_WORDS, len(tokens))):
            token = tokens[last]
            if last > first and not token.joined:
                break
            if token.role == "name":
                key.append(token.key)
                if len(key) > MOST_WORDS:
                    break
                yield first, last, tuple(key)
            elif token.role != "link" or (
                token.printed.lower() in _ARTICLES_INSIDE and not _is_preposition(tokens[last - 1])
            ):
                break
