"""Dated developments: type, date and parties. Amounts are figures that were read before; roles of parties are read in `parties`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from sources.extract.document.context import Context
from sources.extract.figures.printed_dates import PrintedDate, dates_behind, printed_dates
from sources.extract.statements.dated_entries import DatedRow, dated_rows, leading_date, under_news
from sources.extract.statements.event_amounts import with_amount
from sources.extract.statements.parties import Parties, parties_of
from sources.extract.text.cues import CueMark, Cues, cues_of, holds
from sources.extract.text.sentences import Sentence
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Event, EventType, Mention, ParsedDocument

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_DIGIT = re.compile(r"[0-9]")
_PIECE = re.compile(rf"(?:,\s{_ANY['piece_conjunctions']}\s|;\s)")
_BACK = 28
_PLANNED = 100  # characters before a verb in which a forecast makes it one of a plan


def events_of(
    parsed: ParsedDocument,
    found: Sequence[Sentence],
    words: Sequence[frozenset[str]],
    context: Context,
    mentions: Sequence[Mention],
) -> tuple[Event, ...]:
    """Developments in order of the text, one row per place that states one.

    A sentence states one where a verb of an event is with its party and a date, or without a date where a second
    party or an amount makes it definite; an entry that begins with its date ("May 2026: ...") states one in any words.
    What is planned or said of the market itself is none.

    Args:
        parsed: the document.
        found: its sentences.
        words: the words of each sentence, lower case.
        context: the document's own facts.
        mentions: its figures, in order; an event's amount is one of them.
    """
    grammar = context.grammar
    cues = _Lists.of(grammar)
    starts = [m.char_start for m in mentions]
    events: list[Event] = []
    entry = -1  # block that begins with its date: its later sentences say more of the same
    for sentence, own in zip(found, words, strict=True):
        if sentence.block == entry:
            continue
        lead = leading_date(parsed, sentence, context) if sentence.first else None
        if lead is None and not cues.may_report(parsed.text, sentence, own):
            continue
        if parsed.text[sentence.start : sentence.end].rstrip().endswith("?"):
            continue
        for event in _read(parsed, sentence, lead, cues, context):
            inside = mentions[bisect_left(starts, event.char_start) : bisect_left(starts, event.char_end)]
            events.append(with_amount(parsed.text, event, inside))
            if lead and parsed.blocks[sentence.block].kind == "list_item":
                entry = sentence.block
    for row in dated_rows(parsed, context):
        events += _of_row(parsed.text, row, cues, context, mentions)
    return tuple(sorted(events, key=lambda e: (e.char_start, e.char_end)))


def _of_row(text: str, row: DatedRow, lists: _Lists, context: Context, mentions: Sequence[Mention]) -> Iterator[Event]:
    """The development of a table's row, where a verb or the header of a column says that it is one."""
    start, end = row.row.char_start, row.row.char_end
    cues = _cues(text, start, end, lists, context.grammar)
    if not row.is_listed and not any(c.is_verb for c in cues):
        return
    parties = parties_of(text, start, end, None, context)
    event = _event(text, (start, end, start), cues, row.date, None, parties, "event.table_row", context)
    headline = " - ".join(" ".join(text[c.char_start : c.char_end].split()) for c in row.cells)
    yield with_amount(text, replace(event, headline=headline), [m for m in mentions if start <= m.char_start < end])


@dataclass(frozen=True, slots=True)
class _Lists:
    """The cues of events, as a whole and those that report one without a date or without a verb."""

    verbs: Cues
    nouns: Cues
    undated: Cues  # verbs that report an event without a date where the parties are named
    reporting_nouns: Cues  # nouns that report one without a verb
    relative: Cues

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> _Lists:
        return cls(
            cues_of(grammar, "events"),
            cues_of(grammar, "event_nouns"),
            cues_of(grammar, "events.acquisition", "events.partnership", "events.contract"),
            cues_of(grammar, *(f"event_nouns.{key}" for key in ("partnership", "acquisition", "regulation", "other"))),
            cues_of(grammar, "event_words.relative"),
        )

    def may_report(self, text: str, sentence: Sentence, words: frozenset[str]) -> bool:
        """Whether a sentence has a verb and a date, or one of the cues that need none."""
        if holds(text, sentence, words, self.reporting_nouns) or holds(text, sentence, words, self.undated):
            return True
        if not holds(text, sentence, words, self.verbs):
            return False
        return bool(_DIGIT.search(text, sentence.start, sentence.end)) or holds(text, sentence, words, self.relative)


def _read(
    parsed: ParsedDocument,
    sentence: Sentence,
    lead: tuple[PrintedDate, int] | None,
    lists: _Lists,
    context: Context,
) -> Iterator[Event]:
    text, grammar = parsed.text, context.grammar
    begin = lead[1] if lead else sentence.start
    cues = _cues(text, begin, sentence.end, lists, grammar)
    if not lead and not any(c.is_verb or c.kind in ("partnership", "acquisition", "regulation", "other") for c in cues):
        return
    if lead:
        parties = parties_of(text, begin, sentence.end, _reporting(cues), context)
        has_actor = bool(parties.names) and any(c.is_verb for c in cues)
        listed = parsed.blocks[sentence.block].kind == "list_item" or under_news(context, sentence)
        if has_actor or (listed and lead[0].precision != "year"):
            rule = "event.dated_entry" if cues else "event.dated_entry_without_verb"
            span = (sentence.start, sentence.end, begin)
            yield _event(text, span, cues, lead[0], None, parties, rule, context)
        return
    if not cues:
        return
    dates = dates_behind(text, sentence.start, printed_dates(text, sentence.start, sentence.end, grammar), grammar)
    for start, end in _stretches(text, sentence, cues, dates):
        inside = [c for c in cues if start <= c.start < end]
        main = _main(inside)
        if main is None:
            continue
        date = _nearest(main, [d for d in dates if start <= d.start < end])
        relative = None if date else grammar.pattern("event_words.relative").search(text, start, end)
        parties = parties_of(text, start, end, _reporting(inside) or main, context)
        if context.publisher and any(context.publisher in name for name in parties.actors):
            continue  # what the house itself announces is its report
        why = _rule(text, main, date, relative is not None, parties, context)
        if why is None and main.is_verb and (noun := next((c for c in inside if not c.is_verb), None)):
            why = _rule(text, noun, date, relative is not None, parties, context)
        if why:
            printed = relative.group() if relative else None
            yield _event(text, (start, end, start), inside, date, printed, parties, why, context)


def _cues(text: str, start: int, end: int, lists: _Lists, grammar: Grammar) -> list[CueMark]:
    found: list[CueMark] = []
    unreal, forecast = grammar.ending("event_words.unreal"), grammar.pattern("status.forecast")
    for match in lists.verbs.pattern.finditer(text, start, end):
        if unreal.search(text[max(start, match.start() - _BACK) : match.start()]):
            continue
        if match.group()[-1] == "s" and forecast.search(text, max(start, match.start() - _PLANNED), match.start()):
            continue  # "expects ... when the plant opens": present tense in what is foreseen
        if text[match.start()].isupper() and text[match.start() - 1 : match.start()].strip() and match.start() > start:
            continue
        found.append(CueMark(match.start(), match.end(), lists.verbs.key(match.group()), True))
    for match in lists.nouns.pattern.finditer(text, start, end):
        if not any(c.start < match.end() and match.start() < c.end for c in found):
            found.append(CueMark(match.start(), match.end(), lists.nouns.key(match.group()), False))
    return sorted(found, key=lambda c: c.start)


def _main(cues: Sequence[CueMark]) -> CueMark | None:
    """What reports the event: its first verb, else its first noun."""
    return next((c for c in cues if c.is_verb), cues[0] if cues else None)


def _reporting(cues: Sequence[CueMark]) -> CueMark | None:
    """The main cue as far as parties go: where a verb only announces, it reaches to the noun that says what."""
    main = _main(cues)
    if main is None or not main.is_verb or main.kind != "other":
        return main
    noun = next((c for c in cues if not c.is_verb and c.kind != "other"), None)
    if noun is None or (noun.start < main.start and noun.kind != "acquisition"):
        return main
    return noun if noun.start < main.start else CueMark(main.start, noun.end, noun.kind, True)


def _stretches(
    text: str, sentence: Sentence, cues: Sequence[CueMark], dates: Sequence[PrintedDate]
) -> Iterator[tuple[int, int]]:
    """The sentence, or its parts where each of them has a verb and a date of its own."""
    cuts = [m.start() for m in _PIECE.finditer(text, sentence.start, sentence.end)]
    edges = [sentence.start, *cuts, sentence.end]
    own = [
        any(a <= c.start < b and c.is_verb for c in cues) and any(a <= d.start < b for d in dates)
        for a, b in pairwise(edges)
    ]
    start = sentence.start
    had_event = False
    for index, has_event in enumerate(own):
        if has_event and had_event:
            yield start, edges[index]
            start = edges[index] + len(_PIECE.match(text, edges[index]).group())  # type: ignore[union-attr]
        had_event = had_event or has_event
    yield start, sentence.end


def _nearest(cue: CueMark, dates: Sequence[PrintedDate]) -> PrintedDate | None:
    return min(dates, key=lambda d: (min(abs(d.start - cue.end), abs(cue.start - d.end)), d.start), default=None)


def _rule(
    text: str,
    main: CueMark,
    date: PrintedDate | None,
    is_relative: bool,
    parties: Parties,
    context: Context,
) -> str | None:
    """Why a stretch states a development; None where it does not."""
    if not main.is_verb:
        if main.kind == "other" and (date or is_relative):
            return "event.told_of"
        joined = len(parties.actors) + len(parties.counterparties) >= 2
        if joined and main.kind in ("partnership", "acquisition"):
            return "event.named_parties"
        if main.kind == "regulation" and date and abs(date.start - main.end) < 60:
            return "event.dated_noun"
        return None
    if context.grammar.language in ("ja", "ko", "zh"):
        return "event.dated" if date else None
    if not parties.actors and not (main.kind == "regulation" and date):
        return None
    if main.kind == "funding" and not _MONEY.search(text, main.start, main.start + 160):
        return None
    if date:
        return "event.dated"
    if is_relative:
        return "event.relative_date"
    definite = parties.counterparties or parties.targets or (main.kind == "partnership" and len(parties.actors) > 1)
    return "event.definite" if definite and main.kind in ("acquisition", "partnership", "contract") else None


_MONEY = re.compile(
    rf"(?:{_WORDS['money_codes']}|[$€£¥₹]|{_WORDS['funding_rounds']} [A-F]\b|[0-9]\s?{_ANY['money_scales']})"
)


def _event(
    text: str,
    span: tuple[int, int, int],
    cues: Sequence[CueMark],
    date: PrintedDate | None,
    relative: str | None,
    parties: Parties,
    rule: str,
    context: Context,
) -> Event:
    start, end = _trimmed(text, span[0], span[1])
    return Event(
        char_start=start,
        char_end=end,
        surface=text[start:end],
        headline=" ".join(text[max(start, span[2]) : end].split()).rstrip("."),
        event_type=_type(cues),
        date=date.edtf if date else None,
        date_precision=date.precision if date else None,
        date_as_stated=text[date.start : date.end] if date else relative,
        parties=parties.names,
        party_roles=parties.roles,
        amount=None,
        amount_high=None,
        amount_unit=None,
        amount_comparator=None,
        amount_start=None,
        amount_end=None,
        market=context.market,
        rule=rule,
    )


def _type(cues: Sequence[CueMark]) -> EventType:
    """The first verb with a type; where verbs only announce, the first noun with one."""
    kinds = [c.kind for c in cues if c.is_verb and c.kind != "other"] or [c.kind for c in cues if c.kind != "other"]
    return kinds[0] if kinds else "other"  # type: ignore[return-value]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t\n*•-–,;|":
        start += 1
    while end > start and text[end - 1] in " \t\n*|":
        end -= 1
    return start, end
