"""Kinds of place in which a name occurs: masthead, byline, line of rights, before a stating verb. What they say together is scored elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sources.extract.publisher.lines import Line, Piece
from sources.extract.publisher.names import Span
from sources.extract.scan.years import year_marks
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("publisher")
_ARTICLE = rf"(?:{_WORDS['name_articles_mul']}\s|{_WORDS['elided_mul']})?"
_ENDS = rf"\s?[:：]?\s?\W{{0,3}}{_ARTICLE}$"


def _before(name: str, *, opens: bool = False) -> re.Pattern[str]:
    lead = r"^\W{0,4}" if opens else r"(?<![\w’'])"
    return re.compile(rf"{lead}{_WORDS[name]}{_ENDS}", re.IGNORECASE)


_BEFORE = {
    "publisher_label": _before("publisher_labels_mul"),
    "source_label": re.compile(rf"(?<![\w’']){_WORDS['source_labels_mul']}\s?[:：]\s?{_ARTICLE}$", re.IGNORECASE),
    "according": _before("according_words_mul"),
    "work_of": re.compile(
        rf"(?<![\w’']){_WORDS['work_nouns_mul']}\s{_WORDS['of_words_mul']}\s?{_ARTICLE}$", re.IGNORECASE
    ),
    "about": _before("about_words_mul", opens=True),
    "rights": re.compile(
        rf"(?:[©ⓒ]|\(c\)|{_WORDS['rights_words_mul']})[\s\W0-9]{{0,16}}(?:by\s)?{_ARTICLE}$", re.IGNORECASE
    ),
    "byline": _before("byline_words_mul", opens=True),
    "sender": re.compile(rf"^\s*{_WORDS['sender_labels_mul']}\s?[:：]\s?\W?$", re.IGNORECASE),
    "role_of": re.compile(
        rf"{_WORDS['role_words_mul']}\b[^.!?\n]{{0,40}}?(?:,|\s{_WORDS['after_roles_mul']})\s{_ARTICLE}$",
        re.IGNORECASE,
    ),
}
_BEHIND = {
    "states": re.compile(
        rf"[™®]?\s?(?:\([^()\n]{{2,20}}\)\s)?,?\s?(?:{_WORDS['before_stating_verbs']}\s)?{_WORDS['stating_verbs_mul']}\b",
        re.IGNORECASE,
    ),
    "describes": re.compile(rf"[™®]?\s?(?:\([^()\n]{{2,20}}\)\s)?{_WORDS['self_verbs_mul']}\b", re.IGNORECASE),
    "owns": re.compile(
        rf"(?:['’]s?)?\s(?:{_WORDS['before_owned_works']}\s)?{_WORDS['owned_works_mul']}\b", re.IGNORECASE
    ),
    "role": re.compile(rf"(?:['’]s)?\s{_WORDS['role_words_mul']}\b", re.IGNORECASE),
    "rights": re.compile(rf"\W{{0,3}}(?:[0-9]{{4}}\W{{0,3}})?{_WORDS['rights_words_mul']}", re.IGNORECASE),
    "states_cjk": re.compile(rf"(?:（[^（）\n]{{1,20}}）|\([^()\n]{{1,20}}\))?\s?{_WORDS['behind_speakers_cjk']}"),
}
_TITLE_END = re.compile(rf"(?:\s[-–—|]|[,\s]\s?{_WORDS['before_title_ends_mul']})\s$", re.IGNORECASE)
_LISTED = re.compile(rf"(?:[,;、]|\s{_WORDS['list_links_mul']})\s?$")
_LISTED_BEHIND = re.compile(rf"\s?(?:[,;、]|\s?{_WORDS['list_links_mul']}\s)\s?[A-ZÀ-Þ\u3040-\u9fff]")
_SHORT_IN_BRACKETS = re.compile(r"\s?[(（][\"“]?([^\s()（）\"”]{2,12})[\"”]?[)）]")
_DATE_BESIDE = re.compile(r"(?:19|20)[0-9]{2}")
_LABEL_LINE = re.compile(rf"(?:^|\n)\W*{_WORDS['publisher_labels_mul']}\s?[:：]?\s*\n\s*$", re.IGNORECASE)
_REACHED = re.compile(rf"(?<!\w){_WORDS['contact_labels_mul']}(?!\w)|@|[0-9]{{3}}[ -][0-9]{{3,}}", re.IGNORECASE)
_HEAD = 6
_FOOT = 10


def places_of(text: str, span: Span, line: Line, piece: Piece | None, repeated: frozenset[str]) -> Iterator[str]:
    """The kinds of place of one occurrence.

    Args:
        text: canonical text.
        span: of the name.
        line: that the name is in.
        piece: of the line, that the name is in; None where it runs over a separator.
        repeated: pieces that several lines print.
    """
    before = _undated(text[max(line.start, span.start - 80) : span.start])
    if not before.strip() and (label := _LABEL_LINE.search(text, max(0, line.start - 60), line.start)) and label:
        yield "publisher_label"
    behind = text[span.end : min(line.end, span.end + 60)]
    is_foot = line.from_foot < _FOOT and line.rank > _HEAD
    said_before = [kind for kind, pattern in _BEFORE.items() if pattern.search(before)]
    yield from said_before
    if "source_label" in said_before and (line.rank < 2 * _HEAD or is_foot):
        yield "source_label_outside"
    yield from (kind for kind, pattern in _BEHIND.items() if pattern.match(behind))
    if piece and (piece.start, piece.end) == (span.start, span.end):
        yield from _whole(text, line, piece, is_foot=is_foot)
        if text[span.start : span.end].casefold() in repeated:
            yield "repeated"
    elif piece and not line.is_sentence:
        yield from _within(text, span, line, piece, before, is_foot=is_foot)
    if line.rank > _HEAD and line.end - line.start < 240 and _REACHED.search(text, line.start, line.end):
        yield "beside_contact"
    if line.is_sentence and not text[line.start : span.start].strip(' "“*>-–•'):
        yield "opens_sentence"
        if is_foot:
            yield "opens_foot_sentence"
    if is_foot and line.is_sentence:
        yield "in_foot_sentence"
    if _LISTED.search(before) and _LISTED_BEHIND.match(behind):
        yield "listed"
    if line.rank < 2 * _HEAD and not line.is_sentence and _DATE_BESIDE.search(text, line.start, line.end):
        yield "beside_date"


def _undated(words: str) -> str:
    """Words without their dates: "Published 3 March 2026 by" is a label."""
    if not _DATE_BESIDE.search(words):
        return words
    kept, at = [], 0
    for mark in year_marks(words, 0, len(words)):
        if mark.kind == "date":
            kept.append(words[at : mark.start].rstrip(" "))
            at = mark.end
    return "".join([*kept, words[at:]])


def _within(text: str, span: Span, line: Line, piece: Piece, before: str, *, is_foot: bool) -> Iterator[str]:
    """Places of a name that is a part of a piece, in a line that is no sentence."""
    starts = span.start == piece.start
    if line.rank < _HEAD:
        yield "opens_head_piece" if starts else "in_head_piece"
    if is_foot:
        yield "opens_foot_piece" if starts else "in_foot_piece"
    if span.end == piece.end and line.rank < 2 * _HEAD and _TITLE_END.search(before):
        yield "title_end"


def short_form(text: str, span: Span) -> str | None:
    """The abbreviation in brackets behind a name: "Office for Price Statistics (OPS)"."""
    m = _SHORT_IN_BRACKETS.match(text, span.end)
    return m[1] if m else None


def _whole(text: str, line: Line, piece: Piece, *, is_foot: bool) -> Iterator[str]:
    """Places of a name that is a piece of its line, or the whole line."""
    alone = piece.n_pieces == 1
    if piece.is_step and line.rank < 2 * _HEAD:
        yield "path_first" if piece.index == 0 else "path_step"
    elif line.rank == 0:
        yield "first_line" if alone else "first_line_piece" if piece.index == 0 else "first_line_later_piece"
    elif line.rank < _HEAD:
        yield "head_line" if alone else "head_piece" if piece.index == 0 else "head_later_piece"
    elif line.rank < 3 * _HEAD:
        yield "upper_line" if alone else "upper_piece"
    elif is_foot:
        yield "foot_line" if alone else "foot_piece"
    else:
        yield "body_line" if alone else "body_piece"
