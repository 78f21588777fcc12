"""The names of a text that may be its publisher's, each with the kinds of place where it occurs. How likely each is, is scored in `scoring`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sources.extract.publisher.hosts import Host, hosts_in, is_spelled_by, spelled
from sources.extract.publisher.lines import Line, Piece, lines_of, repeated_pieces
from sources.extract.publisher.names import Span, is_cjk, is_no_name, key_of, names_in
from sources.extract.publisher.places import places_of, short_form
from sources.grammar.areas import area_named
from sources.grammar.pattern_words import pattern_words, word_lists

_LISTS = word_lists("publisher")
_NO_NAMES = frozenset((*_LISTS["furniture_mul"], *_LISTS["no_name_starts_mul"]))
_TITLE_ENDS = frozenset(_LISTS["title_ends_mul"])
_MOST_WORDS = 7
_LONGEST = 60
# Years, numbers, marks and words of rights, which no name holds.
_NO_NAME = re.compile(
    rf"(?:19|20)[0-9]{{2}}|[0-9]{{3}}|[?!:;%$€：；，。]|{pattern_words('publisher')['rights_words_mul']}", re.IGNORECASE
)
_CUT = re.compile(r"\s?[(（,:：]|\s[–—-]\s")  # what may close a name within a piece
_SHORTEST_SHORT = 2
_HEAD, _FOOT = 24_000, 8_000  # characters in which a text says whose it is; all labelled pages are shorter
_MOST_PLACES = 100  # of one name that are looked at: what they say counts as "once" or "often"
_MOST_HOSTS = 60  # a list of links says little of its own house


@dataclass(slots=True)
class Candidate:
    """A name and all its occurrences."""

    key: str
    places: Counter[str] = field(default_factory=Counter)  # kind of place → occurrences
    inherited: Counter[str] = field(default_factory=Counter)  # the same of its short forms
    spans: list[Span] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    shorts: set[str] = field(default_factory=set)  # keys of its short forms in brackets
    hosts: int = 0
    mails: int = 0


def candidates_of(text: str, headings: Sequence[tuple[int, int]] = ()) -> tuple[list[Candidate], list[Line]]:
    """Every candidate of a text, in the order of first occurrence, and the lines of the text."""
    lines = [one for one in lines_of(text) if one.start < _HEAD or one.start > len(text) - _FOOT]
    repeated = repeated_pieces(text, lines)
    found: dict[str, Candidate] = {}
    keys: dict[str, str] = {}  # printed name → key, "" where it is none
    for span, line, piece in _spans(text, lines):
        name = text[span.start : span.end]
        if name not in keys:
            key = key_of(name) if _is_possible(name) else ""
            keys[name] = "" if key in _NO_NAMES else key
        if not (key := keys[name]):
            continue
        one = found.setdefault(key, Candidate(key))
        one.spans.append(span)
        one.printed.append(name)
        if len(one.spans) > _MOST_PLACES:
            continue
        one.places.update(places_of(text, span, line, piece, repeated))
        if any(start <= span.start < end for start, end in headings):
            one.places["in_heading"] += 1
        if short := short_form(text, span):
            one.shorts.add(key_of(short))
    _spell(found, hosts_in(text))
    _inherit(found)
    return list(found.values()), lines


def _spans(text: str, lines: Sequence[Line]) -> Iterator[tuple[Span, Line, Piece]]:
    """Name-shaped spans by line, none twice; within a line of pieces each piece by itself, and whole."""
    for line in lines:
        seen: set[Span] = set()
        for piece in line.pieces:
            spans = list(names_in(text, piece.start, min(piece.end, piece.start + _HEAD)))
            if not line.is_sentence and piece.end - piece.start <= _LONGEST:
                spans.append(Span(piece.start, piece.end))
                if (cut := _CUT.search(text, piece.start + 2, piece.end)) and cut.start() - piece.start > 2:
                    spans.append(Span(piece.start, cut.start()))
            for span in spans:
                if span not in seen:
                    seen.add(span)
                    yield span, line, piece


def _is_possible(name: str) -> bool:
    if not 1 < len(name) <= _LONGEST or _NO_NAME.search(name) or area_named(name) or is_no_name(name):
        return False
    if name.split()[-1].strip(".,:;").casefold() in _TITLE_ENDS:
        return False  # "Harbour Crane Market Report": what a report is called, and no house
    return len(name.split()) <= _MOST_WORDS and any(c.isalpha() for c in name) and "\n" not in name


def _spell(found: dict[str, Candidate], hosts: Sequence[Host]) -> None:
    """Names that hosts spell; a host that spells none of the names is a candidate itself."""
    for host in hosts[:_MOST_HOSTS]:
        named = [one for one in found.values() if not is_cjk(one.key) and is_spelled_by(one.key, host.label)]
        for one in named:
            one.hosts += 1
            one.mails += host.is_mail
        if not named:
            name = spelled(host.label)
            key = key_of(name)
            if key and key not in _NO_NAMES:
                one = found.setdefault(key, Candidate(key))
                one.spans.append(Span(host.start, host.end))
                one.printed.append(name)
                one.places["host_only"] += 1
                one.hosts += 1
                one.mails += host.is_mail


def _inherit(found: Mapping[str, Candidate]) -> None:
    """What is said of a short form is said of the whole name: its abbreviation, or its first words."""
    for one in found.values():
        words = one.key.split()
        shorts = set(one.shorts)
        if is_cjk(one.key):
            shorts |= {one.key[:n] for n in range(_SHORTEST_SHORT + 1, len(one.key))}
        else:
            shorts |= {" ".join(words[:n]) for n in range(1, len(words))}
            if len(words) > 2:
                shorts |= {"".join(w[0] for w in words), "".join(w[0] for w in words if len(w) > 3)}
        for key in shorts & found.keys() - {one.key}:
            one.inherited.update(found[key].places)
            one.inherited["occurrence"] += len(found[key].spans)
