"""Sources that a text names: numbered notes and references, "according to X", source lines, DOIs and arXiv ids."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from sources.extract.document.context import Context
from sources.extract.statements.named_sources import attributions
from sources.extract.statements.reference_words import (
    ARXIV,
    DOI,
    HOST,
    QUOTED,
    URL,
    ReferenceWords,
    citation,
    reference_words,
)
from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import words_of_languages
from sources.records import Block, Citation, ParsedDocument

_ANY = words_of_languages("statements")

_NOTE = re.compile(r"\[(?P<label>[0-9]{1,3})\]\s?(?=[A-ZÀ-Þ“\"『「])")
_MARKER = re.compile(r"\[(?P<label>[0-9]{1,3})(?:[,–-]\s?[0-9]{1,3})*\]")
_LABEL = re.compile(r"\s*(?:\[(?P<a>[0-9]{1,3})\]|\(?(?P<b>[0-9]{1,3})[.)])\s+|\s*[*•-]\s+")
_AUTHOR_YEAR = re.compile(
    rf"\((?P<name>[A-ZÀ-Þ][\w.&’'-]{{1,40}}(?:\s(?:{_ANY['author_links']}|[A-ZÀ-Þ][\w.&’'-]{{1,40}})){{0,5}}),\s"
    r"(?P<year>(?:19|20)[0-9]{2})[a-z]?\)"
)
_HEADING_LENGTH = 60
_LONGEST_NOTE = 400


def citations_of(
    parsed: ParsedDocument, found: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> tuple[Citation, ...]:
    """Citations in order of the text.

    Notes glued into the text support the statement before them; entries of a list of references support the statements
    that carry their number, and nothing where none does; "according to X" supports its own sentence. The document's own
    publisher is no source that it cites.

    Args:
        parsed: the document.
        found: its sentences.
        words: the words of each sentence, lower case.
        context: the document's own facts.
    """
    text = parsed.text
    listed = tuple(_references(parsed, found, context))
    taken = [(c.char_start, c.char_end) for c in listed]
    citations = [*listed]
    for one in (
        *_notes(text, found),
        *_authors(text, found),
        *_identifiers(text),
        *attributions(parsed, found, words, context),
    ):
        if not any(a < one.char_end and one.char_start < b for a, b in taken):
            taken.append((one.char_start, one.char_end))
            citations.append(one)
    own = {name.lower() for name in (context.publisher, context.title) if name}
    return tuple(
        sorted(
            (c for c in citations if (c.cited_name or "").lower() not in own),
            key=lambda c: (c.char_start, c.char_end),
        )
    )


def _references(parsed: ParsedDocument, found: Sequence[Sentence], context: Context) -> Iterator[Citation]:
    """Entries under a heading such as "References", until the next heading."""
    text = parsed.text
    supports: Mapping[str, tuple[int, int]] | None = None
    inside = False
    for block in parsed.blocks:
        if block.kind in ("table_row", "table_cell"):
            continue
        line = text[block.char_start : block.char_end]
        if _is_heading(line, context.grammar):
            inside = True
            continue
        if block.kind == "heading" or not inside:
            inside = False
            continue
        supports = _supported(text, found, block.char_start) if supports is None else supports
        yield from _entries(text, block, supports)


def _is_heading(line: str, grammar: Grammar) -> bool:
    words = line.strip(" #*:：.\n0123456789")
    return 0 < len(words) <= _HEADING_LENGTH and bool(
        grammar.pattern("citations.headings").fullmatch(words) is not None
    )


def _entries(text: str, block: Block, supports: Mapping[str, tuple[int, int]]) -> Iterator[Citation]:
    """One entry per line of a block."""
    at = block.char_start
    for line in text[block.char_start : block.char_end].split("\n"):
        start, end = at, at + len(line)
        at = end + 1
        label = _LABEL.match(text, start, end)
        mark = (label["a"] or label["b"]) if label else None
        start = label.end() if label else start
        while start < end and text[start].isspace():
            start += 1
        end = start + len(text[start:end].rstrip())
        words = reference_words(text[start:end])
        if end - start < 8 or (words.name is None and words.url is None and words.doi is None):
            continue
        if mark is None:
            before = re.search(r"(?:^|\n)\s*\[?([0-9]{1,3})[.\])]\s*$", text[max(0, start - 8) : start])
            mark = before[1] if before else None
        yield citation(text, (start, end), "reference", mark, words, supports.get(mark or ""), "citation.reference")


def _supported(text: str, found: Sequence[Sentence], before: int) -> Mapping[str, tuple[int, int]]:
    """The statement before each number in brackets, by number; the first counts."""
    starts = [s.start for s in found]
    supports: dict[str, tuple[int, int]] = {}
    for marker in _MARKER.finditer(text, 0, before):
        span = _statement(text, found, starts, marker.start())
        if span:
            supports.setdefault(marker["label"], span)
    return supports


def _statement(text: str, found: Sequence[Sentence], starts: Sequence[int], at: int) -> tuple[int, int] | None:
    """The sentence that a mark at `at` belongs to: its own, or the one before where it opens one."""
    index = bisect_right(starts, at) - 1
    if index >= 0 and not text[found[index].start : at].strip():
        index -= 1
    if index < 0:
        return None
    start, end = found[index].start, min(found[index].end, at)
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if end > start else None


def _notes(text: str, found: Sequence[Sentence]) -> Iterator[Citation]:
    """Notes whose words are in the text, right behind their number."""
    starts: list[int] = []
    at = text.find("[")
    while at >= 0:
        match = _NOTE.match(text, at)
        at = text.find("[", at + 1)
        if match is None:
            continue
        stop = text.find("\n", match.end())
        stop = min(len(text) if stop < 0 else stop, match.end() + _LONGEST_NOTE)
        if at >= 0 and at < stop:
            stop = at
        end = _note_end(text, match.end(), stop)
        words = reference_words(text[match.end() : end])
        if words.name is None or (
            words.title is None and words.url is None and words.year is None and words.doi is None
        ):
            continue
        starts = starts or [s.start for s in found]
        support = _statement(text, found, starts, match.start())
        yield citation(text, (match.start(), end), "note", match["label"], words, support, "citation.note")


def _note_end(text: str, start: int, stop: int) -> int:
    """Behind the address that ends a note, else behind its first sentence."""
    for pattern in (URL, HOST, DOI):
        if found := pattern.search(text, start, stop):
            return found.end()
    title = QUOTED.search(text, start, stop)
    sentence = re.compile(r"\.(?=\s|$)").search(text, title.end() if title else start, stop)
    return sentence.end() if sentence else stop


def _authors(text: str, found: Sequence[Sentence]) -> Iterator[Citation]:
    """Author and year in brackets: "(Okafor et al., 2024)"."""
    starts = [s.start for s in found]
    for match in _AUTHOR_YEAR.finditer(text):
        words = ReferenceWords(match["name"], None, int(match["year"]), None, None)
        support = _statement(text, found, starts, match.start())
        yield citation(text, match.span(), "attribution", None, words, support, "citation.author_year")


def _identifiers(text: str) -> Iterator[Citation]:
    """DOIs and arXiv ids in running text."""
    if "10." in text:
        for match in DOI.finditer(text):
            words = ReferenceWords(None, None, None, None, match["doi"].rstrip("."))
            span = (match.start(), match.start() + len(match.group().rstrip(".")))
            yield citation(text, span, "identifier", None, words, None, "citation.doi")
    if "xiv:" in text.lower():
        for match in ARXIV.finditer(text):
            words = ReferenceWords(None, None, None, None, f"arXiv:{match['arxiv']}")
            yield citation(text, match.span(), "identifier", None, words, None, "citation.arxiv")
