"""Evidence for a name as the market of a text: places, frequency, adjacent words. `market_choice` chooses the name."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeVar

from sources.extract.layout.title_lines import first_sentences, title_lines, titled_lines
from sources.extract.markets.market_phrases import market_phrases
from sources.extract.markets.markets import MarketMark, market_marks
from sources.extract.markets.name_words import NameWord, name_runs, name_words
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.market_naming import Naming
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("markets")
_LISTS = word_lists("markets")
_AMOUNT = re.compile(
    rf"(?:{_WORDS['currency_codes']}|[$€£₹¥])\s?[0-9]|[0-9]\s?(?:%|{_WORDS['amount_beginnings']}|{_WORDS['amount_beginnings_mul']}|{_WORDS['short_scale_words']}\b)"
)
_MONEY = re.compile(
    rf"(?:{_WORDS['currency_codes']}|[$€£₹¥])\s?[0-9][0-9.,]*\s?{_WORDS['money_scale_words']}?\s(?:\([^()]{{3,40}}\)\s)?"
)
_COUNT = re.compile(
    rf"[0-9][0-9.,]*\s(?:{_WORDS['counted_amount_words']}|{_WORDS['counted_amount_words_mul']})?\s?(?:{_WORDS['before_counted']}\s)?\Z"
)
_MOST_NAMES = 40
_BOUND = 240
_MAIN = 3.0
_begin_of = itemgetter(0)
Span = TypeVar("Span", tuple[int, int], tuple[int, int, float])


@dataclass(slots=True)
class Support:
    """What speaks for one name."""

    spots: int = 0
    title: float = 0.0
    framed: float = 0.0
    frames: int = 0
    subject: float = 0.0
    early: float = 0.0
    bound: bool = False  # marks or line ends enclose it somewhere
    leads: bool = False  # it opens the title
    proper: int = 0  # printed with capitals inside a sentence
    common: int = 0  # printed in lower case
    forms: dict[str, int] = field(default_factory=partial(defaultdict, int))

    def total(self) -> float:
        """All of it in one number."""
        body = min(self.spots, 3) + 0.4 * min(max(self.spots - 3, 0), 6)
        return self.title + min(self.framed, 9) + min(self.subject, 4) + self.early + body


def heard_names(
    text: str,
    tokens: list[NameWord],
    titles: Sequence[tuple[int, str]],
    sentences: Sequence[Sentence],
    words: Grammar,
    lexicon: Naming,
    publisher: str | None,
    marks: Sequence[MarketMark],
) -> dict[tuple[str, ...], Support]:
    """The support of every name of a text, by the name's words in their plain form.

    Args:
        text: canonical text.
        tokens: its words.
        titles: title and headings with their offsets.
        sentences: its sentences.
        words: the document's words.
        lexicon: the words around names.
        publisher: who publishes it.
        marks: names that the text gives with "market" itself (`marks_of`).
    """
    support: dict[tuple[str, ...], Support] = defaultdict(Support)
    lines = title_lines(text, titles, publisher, lexicon)
    early, titled = first_sentences(text, sentences, lines), titled_lines(text)
    scene = _Scene(text, lines, early, titled, lexicon)
    sentence = 0
    runs = list(name_runs(tokens))
    furthest = {first: last for first, last, _ in runs}
    for first, last, key in runs:
        start, end = tokens[first].start, tokens[last].end
        while sentence + 1 < len(sentences) and sentences[sentence].end <= start:
            sentence += 1
        ends = sentences[sentence].end if sentences and sentences[sentence].start <= start else end
        leads = tokens[first].opens or bool(
            first and tokens[first - 1].opens and tokens[first - 1].role in ("area", "stop")
        )
        is_cut = words.language != "en" and last < furthest[first]
        scene.hear(support[key], start, end, ends, opens=tokens[first].opens, leads=leads, is_cut=is_cut)
    for name, key in _whole_names(marks, words, lexicon):
        mine = support[key]
        if mine.spots and any(f.lower() == name.lower() for f in mine.forms):
            continue
        for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            scene.hear(mine, m.start(), m.end(), m.end() + _BOUND, opens=False, leads=False)
    return support


class _Start(NamedTuple):
    """What the place where a name begins says; the same for all names that begin there."""

    line: tuple[int, int, float] | None  # the title around it, with its weight
    is_early: bool
    is_titled: bool
    framed: float
    ahead: bool  # a market word or its article ends here, or what money is spent on begins
    before: str


class _End(NamedTuple):
    """What the place where a name ends says."""

    framed: float
    is_whole: bool
    behind: str


class _Scene:
    """Where in the text a name may be heard."""

    def __init__(
        self,
        text: str,
        lines: list[tuple[int, int, float]],
        early: list[tuple[int, int]],
        titled: list[tuple[int, int]],
        lexicon: Naming,
    ) -> None:
        self.text, self.lexicon = text, lexicon
        self.lines = lines  # titles with their weight
        self.early = early  # the first sentences
        self.titled = titled  # lines in which capitals say nothing
        self.ahead = _market_words_end(text, lexicon)  # offsets that a market word or its article ends before
        self.bought = _places_behind(lexicon.bought, text)  # offsets behind "into", "on" → where those begin
        self._amounts = [m.span() for m in _AMOUNT.finditer(text)]
        self._starts: dict[int, _Start] = {}
        self._ends: dict[int, _End] = {}

    def _start(self, start: int) -> _Start:
        text = self.text
        line = _around(self.lines, start)
        is_titled, is_early = _around(self.titled, start) is not None, _around(self.early, start) is not None
        framed, ahead, paid = 0.0, start in self.ahead, self.bought.get(start)
        if ahead:
            framed = 2.5
        elif paid is not None and _MONEY.search(text[max(0, start - 90) : paid + 1]):
            framed, ahead = 4, True
        elif _COUNT.search(text[max(0, start - _REACH) : start]):
            framed = 1.5
        before = text[start - 1 : start] if start else "\n"
        known = self._starts[start] = _Start(line, is_early, is_titled, framed, ahead, before)
        return known

    def _end(self, end: int) -> _End:
        text, lexicon = self.text, self.lexicon
        framed = 2.0 if _COMPOUND_TAIL.match(text, end) else 0.0
        if text[end : end + 1] in (" ", "\u00a0", "-") and (trade := lexicon.behind.match(text, end + 1)):
            framed += 0 if _FIRM.match(text, trade.end()) else 2
        is_whole = bool(lexicon.whole.match(text, end + 1))
        known = self._ends[end] = _End(framed, is_whole, text[end : end + 2].strip(" "))
        return known

    def hear(
        self, mine: Support, start: int, end: int, ends: int, *, opens: bool, leads: bool, is_cut: bool = False
    ) -> None:
        """Add what one occurrence says; `ends` is where its sentence does, `is_cut` that the name goes on behind."""
        text = self.text
        form = text[start:end]
        left = self._starts.get(start) or self._start(start)
        right = self._ends.get(end) or self._end(end)
        line = left.line
        leads = leads or (line is not None and start == line[0])
        mine.spots += 1
        mine.forms[form] += 2 if line and line[2] > 1 else 1
        if line:
            mine.leads = mine.leads or (leads and line[2] > _MAIN)
            mine.title = max(mine.title, _in_line(text, start, end, line, opens or leads)) + (0.5 if mine.title else 0)
        elif not mine.early and left.is_early:
            mine.early = 1.5
        if form[0].islower() or form[form.rfind(" ") + 1 :][:1].islower():
            mine.common += 1
        elif not opens and not line and not left.is_titled:
            mine.proper += 1
        framed, ahead = left.framed + right.framed, left.ahead
        if ahead and is_cut:  # "marché des pompes pour aquariums": of "pompes" it says less
            framed, ahead = framed * _CUT_SHORT, False
        if framed and left.is_early and self._sizes(start - _BOUND, end + _BOUND):
            framed += 2.5 if ahead else 1.75
        elif ahead and line and line[2] > 2:
            framed += 1.5
        framed += 2 * form.lower().endswith(_SPENT)
        if framed:
            mine.framed += framed
            mine.frames += 1
        if leads and not line and self._sizes(end, min(ends, end + _BOUND)):
            mine.subject += 1.5
        if right.is_whole:
            mine.framed += 1.5
        if (left.before in '\n|›»>/:–—("“' or opens or leads) and (
            not right.behind or right.behind[0] in "\n|›»>/:–—,(?" or (line and self._closes(end, line[1]))
        ):
            mine.bound = True

    def _closes(self, end: int, line_end: int) -> bool:
        """Whether a word follows that titles close with."""
        closer = _NEXT.match(self.text, end)
        return bool(closer and closer[1].lower() in self.lexicon.closers and closer.end() < line_end)

    def _sizes(self, start: int, end: int) -> bool:
        """Whether an amount is between two places."""
        at = bisect_left(self._amounts, (start, start))
        return at < len(self._amounts) and self._amounts[at][1] <= end


def _around(spans: Sequence[Span], at: int) -> Span | None:
    """The span that holds a place; spans are in order and do not overlap."""
    i = bisect_right(spans, at, key=_begin_of) - 1
    return spans[i] if i >= 0 and at < spans[i][1] else None


_CUT_SHORT = 0.4
_NEXT = re.compile(r"[ \u00a0]([^\W\d_]+)")


def _whole_names(marks: Sequence[MarketMark], words: Grammar, lexicon: Naming) -> list[tuple[str, tuple[str, ...]]]:
    """Names before "market" that hold small words: "GPU as a Service"."""
    out: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(mark.name for mark in marks):
        for area in reversed(area_marks(name, 0, len(name))):
            if area.start == 0:
                name = name[area.end :].strip()
        tokens = name_words(name, lexicon, words)
        heard = [t for t in tokens if t.role == "name" or t.printed.lower() in lexicon.weak]
        if (
            len(tokens) > 1
            and tokens[0] in heard
            and tokens[-1] in heard
            and any(t.role == "name" for t in heard)
            and any(t.role != "name" for t in tokens)
            and not _REFUSED_INSIDE.search(name)
        ):
            out[name] = tuple(t.key for t in heard)
    return list(out.items())[:_MOST_NAMES]


_SPENT = tuple(f" {word}" for word in _LISTS["spending_nouns"])
_REFUSED_INSIDE = re.compile(rf"[0-9]{{4}}|\b{_WORDS['no_name_inside']}\b", re.IGNORECASE)


_MOVED = re.compile(rf"(?:\s[^\W\d_]+){{0,4}}\s(?:{_WORDS['moved_currency_codes']}|[$€£₹¥+-])?\s?[0-9]")
_PARTS = re.compile(r"[:|]|\s[–—-]\s")


def _in_line(text: str, start: int, end: int, line: tuple[int, int, float], leads: bool) -> float:
    """A name that opens a title or is before its colon says more, a member of a list in it half."""
    begin, stop, weight = line
    if weight < 2:
        return weight
    before, behind = _PARTS.split(text[begin:start])[-1], _PARTS.split(text[end:stop])[0]
    if ", " in before or behind.count(", ") > 1:
        return weight / 2
    leads = leads and not _PARTS.search(text, begin, start)
    return (
        weight
        + 1.5 * leads
        + bool(_MOVED.match(text, end, min(stop, end + 40)))
        + 2 * (leads and text[end : end + 3].lstrip("\u202f\u00a0 ").startswith(":"))
    )


_COMPOUND_TAIL = re.compile(rf"s?-?{_WORDS['market_tails_de']}\b")
_FIRM = re.compile(rf"s?\s(?:{_WORDS['house_name_beginnings']}|{_WORDS['house_name_nouns']}\b)")
_ARTICLES = re.compile(
    rf"\s?(?:{_WORDS['before_names']} |{_WORDS['articles_mul']} |l['’])?",
    re.IGNORECASE,
)
_ONE_WORD = re.compile(r"\s[^\W\d_]{4,}(?=\s)")
_REACH = 40


def _places_behind(pattern: re.Pattern[str], text: str) -> dict[int, int]:
    """Where a name may begin behind each match, with and without an article, and where the match begins."""
    places: dict[int, int] = {}
    for m in pattern.finditer(text):
        for at in _name_starts(text, m.end()):
            places.setdefault(at, m.start())
    return places


def _name_starts(text: str, at: int) -> tuple[int, ...]:
    return (at, at + text[at : at + 1].isspace(), _ARTICLES.match(text, at).end())  # type: ignore[union-attr]


def _market_words_end(text: str, lexicon: Naming) -> frozenset[int]:
    """Where a name may begin behind "sales of", "marché des", and "marché mondial des" with a word between."""
    places = set(_places_behind(lexicon.ahead, text))
    for m in lexicon.behind.finditer(text):
        adjective = _ONE_WORD.match(text, m.end())
        if adjective is None:
            continue
        joined = lexicon.ahead.match(m.group() + text[adjective.end() : adjective.end() + _REACH])
        if joined and joined.end() > len(m.group()):
            places.update(_name_starts(text, adjective.end() + joined.end() - len(m.group())))
    return frozenset(places)


def marks_of(text: str, words: Grammar) -> Sequence[MarketMark]:
    """Markets that the text names as such: by the phrases of its language, else by "X market"."""
    return market_phrases(text, 0, len(text), words) or market_marks(text, 0, len(text))


def said_names(marks: Sequence[MarketMark], words: Grammar, lexicon: Naming) -> dict[tuple[str, ...], dict[str, float]]:
    """Names that the text gives with "market" itself."""
    out: dict[tuple[str, ...], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, n in Counter(mark.name for mark in marks).items():
        tokens = name_words(name, lexicon, words)
        key = tuple(t.key for t in tokens if t.role == "name" or t.printed.lower() in lexicon.weak)
        if key:
            out[key][name] += n
    return out
