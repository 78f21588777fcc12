"""Tokens of a name: case, width, accents, British spelling, plurals and set phrases make no difference.

Belongs here: text → tokens, and phrases over tokens. What a token means for a market, a segment or a publisher does not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from warehouse.resolve.words.compounds import other_forms
from warehouse.resolve.words.numerals import in_arabic
from warehouse.resolve.words.spelling import american
from warehouse.resolve.words.vocabulary import Tokens as Tokens
from warehouse.resolve.words.vocabulary import acronyms, synonyms, words

T = TypeVar("T")
Key = tuple[tuple[str, ...], tuple[str, ...]]

# Scripts without blanks between words keep their runs whole; a Latin run beside them is a token of its own.
_TOKEN = re.compile(r"[0-9]+(?:[.][0-9]+)+|[぀-ヿ㐀-鿿가-힣]+|(?:(?![぀-ヿ㐀-鿿가-힣_])\w)+")
_SPELLED_LETTERS = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_PLURAL_ACRONYM = re.compile(r"\b([A-Z][A-Z0-9]+)s\b")
_AS_A_SERVICE = re.compile(r"^(\w{2,})aas$")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_YEAR = re.compile(r"^(?:19|20)\d\d$")
LONGEST_PHRASE = 6
CONNECTORS = frozenset(
    ["a", "an", "and", "as", "at", "by", "de", "for", "from", "in", "of", "on", "or", "the", "to", "with"]
)  # words of a name that name nothing


@lru_cache(maxsize=65_536)  # bridges ask for the names of every neighbour's parts again and again
def tokens_of(text: str, *, years: bool = False) -> Tokens:
    """Normal tokens of a text, in order, with set phrases rewritten.

    `tokens_of(" ".join(tokens_of(text))) == tokens_of(text)` for every text.

    Args:
        text: a printed name.
        years: whether numbers from 1900 to 2099 stay; in a market's name they date the report, in a size band they
            count.

    Returns:
        Casefolded tokens; "&" and "/" read "and".
    """
    forms = phrase_tokens(text)
    return rewritten(forms if years else tuple(token for token in forms if not _YEAR.match(token)))


def raw_tokens(text: str) -> Tokens:
    """Casefolded tokens before spelling, plurals and phrases: for initials and for words met as printed."""
    text = unicodedata.normalize("NFKC", text)
    text = _PLURAL_ACRONYM.sub(r"\1", text)  # GPUs, EVs: before case is lost
    text = _SPELLED_LETTERS.sub(lambda letters: letters.group().replace(".", ""), text)
    text = unicodedata.normalize("NFKC", _without_accents(text.casefold()))
    text = re.sub(r"(?<=\w)['’ʼ]s\b|['’ʼ]", "", text)
    text = _THOUSANDS.sub("", text).replace("&", " and ").replace("/", " and ")
    return tuple(_TOKEN.findall(text))


def rewritten(tokens: Tokens) -> Tokens:
    """Tokens with every phrase of `words.yml`, every written-out acronym and every synonym replaced.

    Longest first from the left, until nothing changes.
    """
    table, longest = _phrases(), _longest()
    for _ in range(LONGEST_PHRASE * 4):
        after = tuple(
            token
            for phrase, value in longest_matches(tokens, table, longest)
            for token in (value if value is not None else _service(phrase))
        )
        if after == tokens:
            return tokens
        tokens = after
    return tokens


def longest_matches(
    tokens: Tokens, table: Mapping[Tokens, T], longest: Mapping[str, int] | None = None
) -> Iterable[tuple[Tokens, T | None]]:
    """Cuts tokens into the table's phrases, longest first from the left, and single tokens.

    Args:
        tokens: what is cut.
        table: values by phrase.
        longest: words of the longest phrase that begins with a word, where it is known: it spares most look-ups.

    Yields:
        (phrase, its value), or (one token, None) where no phrase begins.
    """
    at = 0
    while at < len(tokens):
        most = LONGEST_PHRASE if longest is None else longest.get(tokens[at], 0)
        for length in range(min(most, len(tokens) - at), 0, -1):
            phrase = tokens[at : at + length]
            if phrase in table:
                yield phrase, table[phrase]
                break
        else:
            length = 1
            yield tokens[at : at + 1], None
        at += length


def longest_by_first_word(phrases: Iterable[Tokens]) -> Mapping[str, int]:
    """Words of the longest phrase that begins with a word."""
    longest: dict[str, int] = {}
    for phrase in phrases:
        longest[phrase[0]] = max(len(phrase), longest.get(phrase[0], 0))
    return longest


@lru_cache(maxsize=100_000)
def resolution_key(tokens: Tokens) -> Key:
    """What two names must share to be one market: their last word, and their other words in any order.

    "gpu cluster for ai training" and "ai training gpu cluster" share it; "electric vehicle battery" and "battery
    electric vehicle" do not. Words joined by "and" at the end count as one last word.
    """
    parts = _with_ways(slug(tokens).split("-"))
    head = 3 if len(parts) >= 3 and parts[-2] == "and" else 1
    rest = tuple(sorted(part for part in parts[:-head] if part != "and"))
    return rest, tuple(sorted(part for part in parts[-head:] if part != "and"))


def positions(tokens: Tokens, phrase: Tokens) -> tuple[int, ...]:
    """Where a phrase begins within tokens."""
    return tuple(at for at in range(len(tokens) - len(phrase) + 1) if tokens[at : at + len(phrase)] == phrase)


def slug(tokens: Sequence[str]) -> str:
    """Tokens with hyphens, letters and digits of any script only."""
    return "-".join(part for token in tokens for part in re.findall(r"[^\W_]+", token))


def tokens_of_id(slugged: str) -> Tokens:
    """The tokens that an id was made of: a market's id is the slug of its tokens."""
    return tokens_of(slugged.replace("-", " "))


def singular(token: str) -> str:
    """The singular of a casefolded English word; words of three letters, listed ones and acronyms (CMMS, PACS) stay."""
    vocabulary = words()
    if token in vocabulary.plurals:
        return vocabulary.plurals[token]
    if (
        len(token) <= 3
        or token in vocabulary.singulars
        or token in _acronyms()
        or not token.isascii()
        or not token.endswith("s")
    ):
        return token
    if token.endswith(("ss", "us", "is", "ics", "aas")):
        return token
    if token.endswith("ies"):
        return token[:-3] + "y"
    if token.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return token[:-2]
    return token[:-1]


@cache
def _acronyms() -> frozenset[str]:
    return frozenset(acronym for theme in acronyms().acronyms.values() for acronym in theme if acronym.endswith("s"))


@lru_cache(maxsize=100_000)
def _one_form(token: str) -> str:
    """British spelling and plurals off, to a fixed point."""
    for _ in range(8):
        after = words().spellings.get(token) or _respelled_plural(token)
        after = singular(american(after))
        if after == token:
            break
        token = after
    return token


def _respelled_plural(token: str) -> str:
    """Spelling of a word that is listed without its s."""
    stem = words().spellings.get(token.removesuffix("s"))
    return f"{stem}s" if stem else token


@cache
def _phrases() -> Mapping[Tokens, Tokens]:
    table = {phrase_tokens(left): phrase_tokens(right) for left, right in phrase_pairs()}
    table = {left: right for left, right in table.items() if left != right}
    written = {form: right for left, right in table.items() for form in other_forms(left) if form != right}
    table = {form: right for form, right in written.items() if form not in table and len(form) > 1} | table
    # "alzheimer" reads "alzheimer disease", and that must read itself: it would grow by a word each time otherwise.
    grown = {right for left, right in table.items() if len(right) > len(left) and positions(right, left)}
    return table | {right: right for right in grown if right not in table}


def phrase_pairs() -> Iterable[tuple[str, str]]:
    """(phrase, what it reads as) of every vocabulary; no two of them may say different things of one phrase."""
    yield from synonyms()
    yield from acronyms_by_expansion().items()
    for phrases in acronyms().in_capitals.values():
        first, *others = phrases.split(" / ")
        yield from ((other, first) for other in others)
    yield from words().phrases.items()


@cache
def _longest() -> Mapping[str, int]:
    return longest_by_first_word(_phrases())


@cache
def acronyms_by_expansion() -> Mapping[str, str]:
    """What an acronym that stands for one thing is written out as → the acronym."""
    return {
        phrase.strip(): acronym
        for theme in acronyms().acronyms.values()
        for acronym, phrases in theme.items()
        for phrase in phrases.split(" / ")
    }


@cache
def redundant_pairs() -> frozenset[tuple[str, str]]:
    """(acronym, the last word it stands for): an LCD display is an LCD."""
    return frozenset(
        (acronym, phrase_tokens(phrase)[-1])
        for phrase, acronym in acronyms_by_expansion().items()
        if " " not in acronym
    )


def _with_ways(parts: list[str]) -> tuple[str, ...]:
    """Parts with "air to ground" in one piece: the other way round it is something else."""
    for at in range(len(parts) - 2, 0, -1):
        if parts[at] == "to":
            parts[at - 1 : at + 2] = ["-".join(parts[at - 1 : at + 2])]
    return tuple(parts)


def phrase_tokens(phrase: str) -> Tokens:
    """A vocabulary phrase in the form of names, before phrases are rewritten."""
    return in_arabic(tuple(_one_form(token) for token in raw_tokens(phrase)))


def _service(single: Tokens) -> Tokens:
    """Writes "gpuaas" out as GPU as a service; shorter ones (saas, paas) are among the phrases."""
    match = _AS_A_SERVICE.match(single[0]) if single else None
    return (match[1], "as", "a", "service") if match else single


def _without_accents(text: str) -> str:
    """Drops accents of Latin letters; marks of other scripts carry meaning and stay."""
    if text.isascii():
        return text
    return "".join(
        "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
        if "LATIN" in unicodedata.name(letter, "")
        else letter
        for letter in text
    )
