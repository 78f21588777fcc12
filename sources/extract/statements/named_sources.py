"""Sources that a sentence names: "according to X (2025)", "X reported that", "Source: X". Notes and reference lists are in `citations`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sources.extract.document.context import Context
from sources.extract.names.proper_names import proper_names
from sources.extract.statements.reference_words import ReferenceWords, citation, reference_words
from sources.extract.text.cues import Cues, cues_of, holds
from sources.extract.text.sentences import Sentence
from sources.grammar.pattern_words import lists_of_languages, pattern_words
from sources.records import Citation, ParsedDocument

_WORDS = pattern_words("statements")
_LISTS = lists_of_languages("statements")

_IN_BRACKETS = re.compile(r"\s?\((?P<year>(?:19|20)[0-9]{2})\)")
_LONGEST_LINE = 400  # characters of a source line


def attributions(
    parsed: ParsedDocument, found: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> Iterator[Citation]:
    """ "According to X (2025), ...", "X reported that ...", "Source: X"."""
    text, grammar = parsed.text, context.grammar
    phrases, verbs, lines = (cues_of(grammar, f"citations.{key}") for key in ("attribution", "verbs", "source"))
    for sentence, own in zip(found, words, strict=True):
        if holds(text, sentence, own, lines) and (found_line := _source_line(text, sentence, lines, context)):
            yield found_line
            continue
        if holds(text, sentence, own, phrases):
            yield from _according(text, sentence, phrases, context)
        if holds(text, sentence, own, verbs):
            yield from _reporting(text, sentence, verbs, context)


def _source_line(text: str, sentence: Sentence, lines: Cues, context: Context) -> Citation | None:
    cue = lines.pattern.search(text, sentence.start, sentence.end)
    if cue is None or text[sentence.start : cue.start()].strip(" *|([_") or sentence.end - cue.end() > _LONGEST_LINE:
        return None
    start, end = cue.end(), sentence.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1] in " \n.|*)]_":
        end -= 1
    words = reference_words(text[start:end])
    if words.name is None or (context.publisher and context.publisher.lower() in words.name.lower()):
        return None
    return citation(text, (cue.start(), end), "source_line", None, words, None, "citation.source_line")


def _according(text: str, sentence: Sentence, phrases: Cues, context: Context) -> Iterator[Citation]:
    wide = context.grammar.language in ("ja", "ko", "zh")
    for cue in phrases.pattern.finditer(text, sentence.start, sentence.end):
        if wide:
            if named := _cjk_source(text, sentence, cue):
                yield named
            continue
        names = proper_names(text, cue.end(), min(sentence.end, cue.end() + 120), context.grammar, _never)
        first = next(
            (n for n in names if not text[cue.end() : n.start].strip(" ,") or _is_article(text, cue.end(), n.start)),
            None,
        )
        if first:
            yield _attributed(text, sentence, (cue.start(), first.end), first.name)


_HOUSE_BEHIND = re.compile(rf"[\w・ー]{{2,16}}?(?={_WORDS['house_tails_zh']}|，|,)")
_SAYING = frozenset(_LISTS["saying_verbs"])
_SAID = re.compile(rf"\s(?:{_WORDS['said_openers']}|[A-ZÀ-Þ])")


def _cjk_source(text: str, sentence: Sentence, cue: re.Match[str]) -> Citation | None:
    """Scripts without blanks: the run of word characters that the cue is behind, or before."""
    before = re.search(r"[\w・ー]{2,24}$", text[sentence.start : cue.start()])
    behind = _HOUSE_BEHIND.match(text[cue.end() : sentence.end])
    if cue.group()[0] in "根据据" and behind:
        return _attributed(text, sentence, (cue.start(), cue.end() + behind.end()), behind.group())
    if before and cue.group()[0] not in "根据据":
        return _attributed(text, sentence, (cue.start() - len(before.group()), cue.end()), before.group())
    return None


def _reporting(text: str, sentence: Sentence, verbs: Cues, context: Context) -> Iterator[Citation]:
    """A named house before a verb of saying."""
    for cue in verbs.pattern.finditer(text, sentence.start, sentence.end):
        if not text[cue.start()].islower():
            continue
        names = proper_names(text, sentence.start, cue.start(), context.grammar, _never)
        if (
            not names
            or len(text[names[-1].end : cue.start()].split()) > 2
            or re.search(r"[,;:(]", text[names[-1].end : cue.start()])
        ):
            continue
        if cue.group().lower() in _SAYING and not _SAID.match(text, cue.end(), cue.end() + 6):
            continue
        yield _attributed(text, sentence, (names[-1].start, cue.end()), names[-1].name)
        return


def _attributed(text: str, sentence: Sentence, span: tuple[int, int], name: str) -> Citation:
    """A source named in a sentence, with the year in brackets behind it; it supports that sentence."""
    year = _IN_BRACKETS.match(text, span[1], sentence.end)
    end = year.end() if year else span[1]
    words = ReferenceWords(name, None, int(year["year"]) if year else None, None, None)
    start = (
        sentence.start + len(text[sentence.start : sentence.end]) - len(text[sentence.start : sentence.end].lstrip())
    )
    support = (start, sentence.start + len(text[sentence.start : sentence.end].rstrip()))
    return citation(text, (span[0], end), "attribution", None, words, support, "citation.attribution")


def _is_article(text: str, start: int, end: int) -> bool:
    return text[start:end].strip().lower() in _LISTS["source_articles"]


def _never(word: str) -> bool:
    return False
