"""The lines of a text that may be its title, with their weight, and the first sentences after them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.extract.text.sentences import Sentence
from sources.grammar.market_naming import Naming
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("layout")
_ANY = words_of_languages("layout")

_CRUMBS = re.compile(r"\s[›»>/|·]\s|\s[|]\s")
_FIRST_LINES = 700
_SENTENCE = 40
_SERIAL = re.compile(rf"\b(?i:{_ANY['serial_labels']}|n[°º])\s?[0-9]")


def title_lines(
    text: str, titles: Sequence[tuple[int, str]], publisher: str | None, lexicon: Naming
) -> list[tuple[int, int, float]]:
    """Lines of titles with their weight: the main title, its neighbours, paths of a site, headings further down."""
    lines = dict(titles[:40])
    at = 0
    body = _FIRST_LINES  # where the text itself begins
    for line in text[:_FIRST_LINES].split("\n")[:_FIRST]:
        if len(line) > _LONGEST_LINE and at and at not in lines:
            body = at
            break
        if (
            3 < len(line.strip()) < _LONGEST_LINE
            and not line.rstrip().endswith((".", ",", ";", ":"))
            and not _ROW.search(line)
            and not _SERIAL.search(line)
        ):
            lines.setdefault(at, line)
        at += len(line) + 1
    out: list[tuple[int, int, float]] = []
    mains: list[tuple[int, int, int]] = []  # words (three at most), offsets
    taken, related = -1, False
    for at, title in sorted(lines.items()):
        if at < taken:
            continue
        taken = at + len(title)
        crumbs = list(_CRUMBS.finditer(title))
        if at >= body:
            out.append((at, taken, 0.0 if _RELATED.match(title) else 0.7))
        elif (related := related or bool(_RELATED.match(title))) or _FURNITURE.match(title):
            out.append((at, taken, 0.0))
        elif len(crumbs) > 1 or (crumbs and len(title) < _SHORT_PATH):
            out.append((at, at + crumbs[-1].start(), 0.5))
            out.append((at + crumbs[-1].end(), taken, 4.0 if len(crumbs) > 1 and not _DATED.search(title) else 1.5))
        else:
            out.append((at, taken, 1.5))
            house = title.find(publisher) if publisher else -1
            start = at
            if publisher and 0 <= house <= _OPENS and title[house + len(publisher) :].lstrip().startswith(":"):
                start, house = at + house + len(publisher), -1
            if not 0 <= house <= _OPENS and (words := _title_words(title, lexicon)):
                mains.append((-min(words, 3), start, taken))
    if mains:
        _, start, end = min(mains)
        out = [(a, b, w) for a, b, w in out if b != end] + [(start, end, 4.0)]
    return _headed(text, sorted(out), lexicon)


def _headed(text: str, lines: list[tuple[int, int, float]], lexicon: Naming) -> list[tuple[int, int, float]]:
    """Below the path of a site is the page's own heading, where the text repeats it: it is a better title than the path's last step."""
    at = next((i for i, (a, _, w) in enumerate(lines) if w == _MOST and text[a - 2 : a - 1] in _STEPS), None)
    if at is None or at + 1 >= len(lines):
        return lines
    start, end, weight = lines[at + 1]
    heading = text[start:end].strip(" #*").lower()
    is_named = 0 < _title_words(heading, lexicon) <= _SHORT_HEADING
    if not weight or not is_named or text.lower().count(heading) <= _REPEATED:
        return lines
    path_start, path_end, _ = lines[at]
    return [*lines[:at], (path_start, path_end, 1.5), (start, end, _MOST), *lines[at + 2 :]]


_MOST = 4.0
_STEPS = "›»>/|·"
_SHORT_HEADING, _REPEATED = 4, 2


def _title_words(title: str, lexicon: Naming) -> int:
    """How many words a line has that may be the title; 0 where it is a date, a byline or a label."""
    words = re.findall(r"[^\W\d_]{2,}", title)
    is_distinctive = any(word.lower() not in lexicon.no_names for word in words)
    return 0 if not is_distinctive or _NO_TITLE.match(title) or (title.isupper() and len(words) < 3) else len(words)


_RELATED = re.compile(
    rf"\W*{_ANY['related_leads']}\b",
    re.IGNORECASE,
)
_FURNITURE = re.compile(rf"\W*(?:{_WORDS['page_commands']}|{_WORDS['tag_labels']}:)\b", re.IGNORECASE)
_ROW = re.compile(r"[0-9]\s{2,}[0-9]|[0-9.,]+\s*\|\s*[0-9]")
_DATED = re.compile(r"[0-9]{4}")
_OPENS = 3
_NO_TITLE = re.compile(
    rf"\W*{_ANY['byline_leads']}\b|[^:]{{3,20}}:\s?[^\s:]+$|\W*[0-9]{{1,2}}{_WORDS['ordinal_endings']}?[ .][^\W\d]+ [0-9]{{4}}",
    re.IGNORECASE,
)
_FIRST = 10
_LONGEST_LINE = 150
_SHORT_PATH = 40


def first_sentences(text: str, body: Sequence[Sentence], lines: list[tuple[int, int, float]]) -> list[tuple[int, int]]:
    """Spans of the first sentences of the text itself, behind its title lines."""
    out: list[tuple[int, int]] = []
    for s in body:
        if (
            s.end - s.start > _SENTENCE
            and text[s.start : s.end].rstrip(' "”’»)').endswith((".", "!", "?"))
            and not any(a <= s.start < b for a, b, _ in lines)
        ):
            out.append((s.start, s.end))
            if len(out) > 1:
                break
    return out


def titled_lines(text: str) -> list[tuple[int, int]]:
    """Lines in which most words have capitals: there they do not show names of firms."""
    out = []
    at = 0
    for line in text.split("\n"):
        longer = [w for w in line.split() if len(w) > 3 and w[0].isalpha()]
        if longer and sum(w[0].isupper() for w in longer) * 10 >= len(longer) * 7:
            out.append((at, at + len(line)))
        at += len(line) + 1
    return out
