"""Sources that a text names: numbered notes and references, "according to X", source lines, DOIs and arXiv ids."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from sources.extract.context import Context
from sources.extract.cues import Cues, cues_of, holds
from sources.extract.proper_names import proper_names
from sources.extract.reference_words import ARXIV, DOI, HOST, QUOTED, URL, Told, reference_words
from sources.extract.sentences import Sentence
from sources.grammar.language import Grammar
from sources.records import Block, Citation, CitationForm, ParsedDocument

_NOTE = re.compile(r"\[(?P<label>[0-9]{1,3})\]\s?(?=[A-ZÀ-Þ“\"『「])")
_MARKER = re.compile(r"\[(?P<label>[0-9]{1,3})(?:[,–-]\s?[0-9]{1,3})*\]")
_LABEL = re.compile(r"\s*(?:\[(?P<a>[0-9]{1,3})\]|\(?(?P<b>[0-9]{1,3})[.)])\s+|\s*[*•-]\s+")
_IN_BRACKETS = re.compile(r"\s?\((?P<year>(?:19|20)[0-9]{2})\)")
_AUTHOR_YEAR = re.compile(
    r"\((?P<name>[A-ZÀ-Þ][\w.&’'-]{1,40}(?:\s(?:et al\.?|&|and|und|[A-ZÀ-Þ][\w.&’'-]{1,40})){0,5}),\s(?P<year>(?:19|20)[0-9]{2})[a-z]?\)"
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
    for citation in (
        *_notes(text, found),
        *_authors(text, found),
        *_identifiers(text),
        *_attributions(parsed, found, words, context),
    ):
        if not any(a < citation.char_end and citation.char_start < b for a, b in taken):
            taken.append((citation.char_start, citation.char_end))
            citations.append(citation)
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
        told = reference_words(text[start:end])
        if end - start < 8 or (told.name is None and told.url is None and told.doi is None):
            continue
        if mark is None:
            before = re.search(r"(?:^|\n)\s*\[?([0-9]{1,3})[.\])]\s*$", text[max(0, start - 8) : start])
            mark = before[1] if before else None
        yield _citation(text, (start, end), "reference", mark, told, supports.get(mark or ""), "citation.reference")


def _supported(text: str, found: Sequence[Sentence], before: int) -> Mapping[str, tuple[int, int]]:
    """The statement that each number in brackets stands behind, by number; the first counts."""
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
    """Notes whose words stand in the text, right behind their number."""
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
        told = reference_words(text[match.end() : end])
        if told.name is None or (told.title is None and told.url is None and told.year is None and told.doi is None):
            continue
        starts = starts or [s.start for s in found]
        support = _statement(text, found, starts, match.start())
        yield _citation(text, (match.start(), end), "note", match["label"], told, support, "citation.note")


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
        told = Told(match["name"], None, int(match["year"]), None, None)
        support = _statement(text, found, starts, match.start())
        yield _citation(text, match.span(), "attribution", None, told, support, "citation.author_year")


def _identifiers(text: str) -> Iterator[Citation]:
    """DOIs and arXiv ids in running text."""
    if "10." in text:
        for match in DOI.finditer(text):
            told = Told(None, None, None, None, match["doi"].rstrip("."))
            span = (match.start(), match.start() + len(match.group().rstrip(".")))
            yield _citation(text, span, "identifier", None, told, None, "citation.doi")
    if "xiv:" in text.lower():
        for match in ARXIV.finditer(text):
            told = Told(None, None, None, None, f"arXiv:{match['arxiv']}")
            yield _citation(text, match.span(), "identifier", None, told, None, "citation.arxiv")


def _attributions(
    parsed: ParsedDocument, found: Sequence[Sentence], words: Sequence[frozenset[str]], context: Context
) -> Iterator[Citation]:
    """ "According to X (2025), ...", "X reported that ...", "Source: X"."""
    text, grammar = parsed.text, context.grammar
    phrases, verbs, lines = (cues_of(grammar, f"citations.{key}") for key in ("attribution", "verbs", "source"))
    for sentence, own in zip(found, words, strict=True):
        if holds(text, sentence, own, lines) and (citation := _source_line(text, sentence, lines, context)):
            yield citation
            continue
        if holds(text, sentence, own, phrases):
            yield from _according(text, sentence, phrases, context)
        if holds(text, sentence, own, verbs):
            yield from _reporting(text, sentence, verbs, context)


def _source_line(text: str, sentence: Sentence, lines: Cues, context: Context) -> Citation | None:
    cue = lines.pattern.search(text, sentence.start, sentence.end)
    if cue is None or text[sentence.start : cue.start()].strip(" *|([_") or sentence.end - cue.end() > _LONGEST_NOTE:
        return None
    start, end = cue.end(), sentence.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1] in " \n.|*)]_":
        end -= 1
    told = reference_words(text[start:end])
    if told.name is None or (context.publisher and context.publisher.lower() in told.name.lower()):
        return None
    return _citation(text, (cue.start(), end), "source_line", None, told, None, "citation.source_line")


def _according(text: str, sentence: Sentence, phrases: Cues, context: Context) -> Iterator[Citation]:
    wide = context.grammar.language in ("ja", "zh")
    for cue in phrases.pattern.finditer(text, sentence.start, sentence.end):
        if wide:
            if citation := _wide_source(text, sentence, cue):
                yield citation
            continue
        names = proper_names(text, cue.end(), min(sentence.end, cue.end() + 120), context.grammar, _never)
        first = next(
            (n for n in names if not text[cue.end() : n.start].strip(" ,") or _is_article(text, cue.end(), n.start)),
            None,
        )
        if first:
            yield _attributed(text, sentence, (cue.start(), first.end), first.name)


def _wide_source(text: str, sentence: Sentence, cue: re.Match[str]) -> Citation | None:
    """Scripts without blanks: the run of word characters that the cue stands behind, or before."""
    before = re.search(r"[\w・ー]{2,24}$", text[sentence.start : cue.start()])
    behind = re.match(r"[\w・ー]{2,16}?(?=数据|的|报告|统计|，|,)", text[cue.end() : sentence.end])
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
        if cue.group().lower() in (
            "stated",
            "states",
            "said",
            "found",
            "reported",
            "reports",
            "cited",
            "cites",
        ) and not re.match(r"\s(?:that|its|in|a|an|the|on|how|[A-ZÀ-Þ])", text[cue.end() : cue.end() + 6]):
            continue
        yield _attributed(text, sentence, (names[-1].start, cue.end()), names[-1].name)
        return


def _attributed(text: str, sentence: Sentence, span: tuple[int, int], name: str) -> Citation:
    """A source named in a sentence, with the year in brackets behind it; it supports that sentence."""
    year = _IN_BRACKETS.match(text, span[1], sentence.end)
    end = year.end() if year else span[1]
    told = Told(name, None, int(year["year"]) if year else None, None, None)
    start = (
        sentence.start + len(text[sentence.start : sentence.end]) - len(text[sentence.start : sentence.end].lstrip())
    )
    support = (start, sentence.start + len(text[sentence.start : sentence.end].rstrip()))
    return _citation(text, (span[0], end), "attribution", None, told, support, "citation.attribution")


def _is_article(text: str, start: int, end: int) -> bool:
    return text[start:end].strip().lower() in ("the", "a", "an", "der", "die", "das", "dem", "la", "le", "el", "l'")


def _never(word: str) -> bool:
    return False


def _citation(
    text: str,
    span: tuple[int, int],
    form: CitationForm,
    label: str | None,
    told: Told,
    support: tuple[int, int] | None,
    rule: str,
) -> Citation:
    return Citation(
        char_start=span[0],
        char_end=span[1],
        surface=text[span[0] : span[1]],
        form=form,
        label=label,
        cited_name=told.name,
        cited_title=told.title,
        year=told.year,
        url=told.url,
        doi=told.doi,
        supports_start=support[0] if support else None,
        supports_end=support[1] if support else None,
        rule=rule,
    )
