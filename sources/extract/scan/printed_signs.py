"""The sign that is printed with a figure: "-4.2%", "▼ 2.4%", "(3.6)%", and in a cell of a table "(4.2%)" or "7.3%-". Words that say a fall are `falls`."""

from __future__ import annotations

import re
from dataclasses import replace

from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("scan")

DASHES = "-−–"
ARROWS = "▼▽↓↘▲△↑↗"
_DOWNWARD = frozenset(ARROWS[:4])
_JAPANESE_FALLS = frozenset("▲△")  # of Japanese accounts, where no triangle beside them points down
_MARKS = frozenset(f"{DASHES}+±")
_SIGN = re.compile(r"(?:(?<=[\s(|:\[])|(?<![\s\S]))[-−–+±]\Z")
# A blank behind the sign: "+ 7 %" anywhere, "- 7 %" where it opens a bracket or is behind a small word.
_SPACED_SIGN = re.compile(
    rf"(?:(?<=[(\[:|])|(?<=[(\[:|]\s)|(?<=\s(?:of|at|by|{_WORDS['before_signs_mul']})\s)|(?<=\s[àa]\s))[-−–][\s\u00a0\u202f]\Z|(?<=[\s(])[+][\s\u00a0\u202f]\Z"
)
# "services -31 % of sales- come first": a pair of dashes and no minus.
_DASHED_IN = re.compile(r"[0-9][0-9.,]*\s?%[^-\n]{0,40}-(?=[\s.,;])")
_ARROW = re.compile(rf"(?P<mark>[{ARROWS}])[\s\u00a0\u202f]?\Z")
_REACH = 2_000  # characters on each side in which a triangle that points down is looked for: about one table
_FRAME = " \t\n\u00a0\u202f*_"  # blanks and emphasis around the text of a cell


def sign_before(text: str, begin: int, floor: int, end: int) -> str:
    """The sign in front of a number with the blank behind it; "" for none, and for a dash that opens an aside or belongs to the figure before.

    Args:
        text: canonical text.
        begin: where the number or its currency begins.
        floor: where the figure before ends.
        end: of the sentence.
    """
    sign = None
    if text[begin - 1 : begin] in _MARKS:
        sign = _SIGN.search(text, max(0, begin - 3), begin)
    if sign is None and text[begin - 1 : begin].isspace() and text[begin - 2 : begin - 1] in _MARKS:
        sign = _SPACED_SIGN.search(text, max(0, begin - 6), begin)
    if sign is None or sign.start() < floor or (text[begin - 1] == "-" and _DASHED_IN.match(text, begin, end)):
        return ""
    return sign.group()


def is_minus(sign: str) -> bool:
    """A sign that `sign_before` found is a minus."""
    return sign.strip() in tuple(DASHES)


def points_down(text: str, begin: int, grammar: Grammar) -> bool:
    """A triangle or an arrow before the figure says a fall; in Japanese "▲" does, but where "▼" is printed near."""
    arrow = _ARROW.search(text, max(0, begin - 2), begin)
    if arrow is None or arrow["mark"] in _DOWNWARD:
        return arrow is not None
    if grammar.language != "ja" or arrow["mark"] not in _JAPANESE_FALLS:
        return False
    near = text[max(0, begin - _REACH) : begin + _REACH]
    return not any(mark in near for mark in _DOWNWARD)


def is_bracketed_rate(text: str, begin: int, behind: int) -> bool:
    """ "(3.6)%": a number in brackets with its percent sign behind them is below zero."""
    return text[begin - 1 : begin] == "(" and text.startswith(")%", behind)


def signed_in_cell(q: Figure, text: str, start: int, end: int, grammar: Grammar, *, may_fall: bool) -> Figure:
    """A figure that fills a cell, below zero where the cell prints so around it: "(4.2%)", "7.3%-", "▼ 2.4".

    Args:
        q: the figure, in the unit of its header.
        text: canonical text.
        start: the cell's first offset.
        end: the cell's end.
        grammar: of the text's language.
        may_fall: the figure can be below zero: brackets around a share are no minus.

    Returns:
        The figure with its sign; ranges, sums of money and counts without a unit stay as they were.
    """
    if q.value <= 0 or q.value_high is not None or q.kind == "money" or (q.kind == "count" and not q.scaled):
        return q
    before, behind = text[start : q.start].strip(_FRAME), text[q.end : end].strip(_FRAME)
    is_framed = (before == "(" and behind == ")") or (not before and behind in tuple(DASHES))
    falls = (may_fall and is_framed) or (q.kind == "count" and points_down(text, q.start, grammar))
    return replace(q, value=-q.value) if falls else q
