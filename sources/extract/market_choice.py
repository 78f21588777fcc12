"""Which name the market of a document goes by: candidates from the title and the text, each weighed by its evidence.

A candidate is a run of words that no list refuses. It is heard in the title, in the first sentences, beside market words ("X sales",
"demand for X"), as what money is spent on, as the subject of a figure, and again in the body. The best supported of the longest wins.
Where names are written without blanks see `market_phrases`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from sources.extract.market_phrases import market_phrases
from sources.extract.markets import MarketMark, market_marks
from sources.extract.sentences import Sentence
from sources.extract.years import year_marks
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.market_naming import Naming, naming

_WORD = re.compile(
    r"(?:[dlnsctjmDLNSCTJM]|[Qq]u|[Dd]ell|[Nn]ell|[Aa]ll|[Ss]ull|[Uu]n)['’](?=[^\W_])"
    r"|[0-9]{1,2}[A-Za-z]{1,2}\b(?:-[^\W_]+){0,3}|[^\W\d_][^\W_]*(?:\.[0-9])?(?:&[A-Z])?(?:-[^\W_]+){0,3}|[0-9][0-9.,]*(?:-[^\W\d_]+){0,3}"
)
_POSSESSIVE = re.compile(r"['’]s?\b")
_JOINED = re.compile(r"[ \u00a0]|\s&\s|\s\([A-Z][A-Za-z0-9&/-]{1,9}\)\s|")
_AMOUNT = re.compile(
    r"(?:USD|US\$|EUR|INR|GBP|Rs\.?|R\$|[$€£₹¥])\s?[0-9]|[0-9]\s?(?:%|[Mm]rd|[Mm]io|[Bb]illion|[Mm]illi|bn\b|mn\b|[Mm]il(?:hões|iard|ioni)|bilhões|mil\b|crore|lakh|GW|tonn)"
)
_MONEY = re.compile(
    r"(?:USD|US\$|EUR|INR|GBP|Rs\.?|R\$|[$€£₹¥])\s?[0-9][0-9.,]*\s?(?:k|m|bn|tn|b|million|billion|trillion|crore|lakh crore|lakh)?\s(?:\([^()]{3,40}\)\s)?"
)
_COUNT = re.compile(
    r"[0-9][0-9.,]*\s(?:million|billion|thousand|Mio\.|Mrd\.|millones de|millions de|milhões de|milioni di|mil|GW of|MW of|GWh of|units of|tonnes of|tons of)?\s?(?:new\s)?\Z"
)
_CRUMBS = re.compile(r"\s[›»>/|·]\s|\s[|]\s")
_LABEL = re.compile(r"[^\W\d_]+\s?:\s|^[^\n]{0,30}[0-9]{4}[^\n]{0,20}$")
_READ = 30_000  # characters: what a text is about shows early
_MOST_NAMES = 40
_FIRST_LINES = 700
_MOST_LINES = 6
_MOST_WORDS = 5
_BOUND = 240
_ENDS_SENTENCE = '.!?:•\n"“„«–—|*#-'
_LONG = (0.0, 1.0, 1.5, 1.75, 1.85, 1.9)  # a longer name says more, by its number of words
_ENOUGH = 4.0
_SENTENCE = 40
_PARTICIPLE = re.compile(
    r"[a-z]{2,}(?:[^e]ed|ly)$|-(?:driven|led|free|based|made|like|grade|scale|wide|style|related)$"
)


_MAIN = 3.0


@dataclass(slots=True)
class _Word:
    start: int
    end: int
    key: str
    role: str  # "name", "link", "area" or "stop"
    printed: str
    opens: bool  # a sentence or a line
    joined: bool = False  # to the word before it


@dataclass(slots=True)
class _Support:
    """What speaks for one name."""

    spots: int = 0
    title: float = 0.0
    framed: float = 0.0
    frames: int = 0
    subject: float = 0.0
    early: float = 0.0
    bound: bool = False  # it stands between marks or lines somewhere
    leads: bool = False  # it opens the title
    proper: int = 0  # printed with capitals inside a sentence
    common: int = 0  # printed in lower case
    forms: Counter[str] = field(default_factory=Counter)

    def total(self) -> float:
        body = min(self.spots, 3) + 0.4 * min(max(self.spots - 3, 0), 6)
        return self.title + min(self.framed, 9) + min(self.subject, 4) + self.early + body


def chosen_market(
    text: str, titles: Sequence[tuple[int, str]], found: Sequence[Sentence], words: Grammar, publisher: str | None
) -> str | None:
    """The name of the market that a document is about.

    Args:
        text: canonical text.
        titles: title and headings with their offsets, in order.
        found: its sentences, in order.
        words: the document's words.
        publisher: who publishes the document; its name is no market's.

    Returns:
        The name as most often printed, or None where nothing is supported well enough.
    """
    own = naming(words.language)
    text = text[:_READ]
    titles = [t for t in titles if t[0] < _READ]
    found = [s for s in found if s.end <= _READ]
    tokens = _tokens(text, own, words)
    support = _heard(text, tokens, titles, found, words, own, publisher)
    said = _said(text, words)
    for key, said_forms in said.items():
        if key in support:
            for form, weight in said_forms.items():
                support[key].framed += weight
                support[key].forms[form] += 1
    refused = _refused(support, publisher, words)
    best, best_score = None, 0.0
    for key in sorted(support):
        if key in refused or not _stands(key, support, own):
            continue
        score = support[key].total() * _LONG[min(len(key), _MOST_WORDS)] + _echo(key, support)
        if score > best_score:
            best, best_score = key, score
    if best is None or best_score < _ENOUGH:
        return None
    best = _extended(best, support, refused, own)
    forms = support[best].forms
    name = max(forms, key=lambda form: (forms[form] - 3 * (form[:-1] in forms), form.islower(), form))
    if words.language == "de" and _DATIVE.search(name) and re.search(rf"\b{re.escape(name[:-1])}\b", text):
        name = name[:-1]
    return re.sub(r"(?<=\s)spend$", "spending", name)


_DATIVE = re.compile(r"(?:er|el)n$")


def _tokens(text: str, own: Naming, words: Grammar) -> list[_Word]:
    """All words of the text with their roles."""
    verbs = _verbs(words) if words.language != "en" else frozenset[str]()
    areas = area_marks(text, 0, len(text))
    starts = iter(areas)
    area = next(starts, None)
    out: list[_Word] = []
    last = 0
    places = _datelines(text)
    for m in _WORD.finditer(text):
        while area is not None and area.end <= m.start():
            area = next(starts, None)
        printed = m.group()
        lower = printed.lower().replace("’", "'")
        if area is not None and area.start <= m.start() < area.end:
            role = "area"
        elif any(a <= m.start() < b for a, b in places):
            role = "stop"
        elif lower in own.links:
            role = "link"
        else:
            is_verb = lower in verbs or (
                len(lower) > _SHORT_VERB and lower.endswith(own.endings) and printed[0].islower()
            )
            role = "stop" if is_verb or _says_nothing(printed, lower, own) else "name"
        if printed == "s" and text[m.start() - 1 : m.start()] in ("'", "’"):
            role = "stop"
        if role == "link" and words.language == "en":
            role = "stop"
        before = text[last : m.start()].rstrip(" \u00a0")
        opens = not out or "\n" in text[last : m.start()] or bool(before and before[-1] in _ENDS_SENTENCE)
        joined = (
            bool(out)
            and bool(_JOINED.fullmatch(text, last, m.start()))
            and (m.start() > last or out[-1].printed[-1:] in "'’")
        )
        start, stop = m.span()
        if role == "name" and words.language == "de" and (compound := _COMPOUND_OF.fullmatch(printed)):
            start, stop = start + compound.start("name"), start + compound.end("name")
            if pair := _PAIRED.search(text, max(0, start - _BOUND // 6), start):
                start = pair.start()  # "Elektro- und Digitalindustrie"
            printed = text[start:stop]
            lower = printed.lower()
        out.append(_Word(start, stop, _singular(lower, words.language), role, printed, opens, joined))
        last = m.end()
    return out


@cache
def _verbs(words: Grammar) -> frozenset[str]:
    return frozenset(v.lower() for name in ("subject_verbs", "motion_verbs") for v in words.phrases(name))


def _datelines(text: str) -> list[tuple[int, int]]:
    """Places before the date of a dispatch: "Roma, 12 marzo 2025 -", "DETROIT –"."""
    out = []
    for m in _PLACE.finditer(text, 0, min(len(text), _FIRST_LINES * 2)):
        mark = next((y for y in year_marks(text, m.end(), m.end() + 30) if y.kind == "date"), None)
        if (mark and mark.start - m.end() <= _ARTICLE) or (
            m["place"].isupper() and len(m["place"]) > _ARTICLE and m["dash"]
        ):
            out.append((m.start(), m.end()))
    return out


_PLACE = re.compile(
    r"^(?P<place>[A-ZÀ-Þ][\w.’'-]{1,20}(?:[ ][\w.’'-]{1,16}){0,3}(?:,[ ][A-Z][\w.]{1,14}(?:[ ][A-Z][\w.]{1,14})?)?)(?:,|[ ]?\(|(?P<dash>[ ]?(?:--|[-–—])))[ ]?",
    re.MULTILINE,
)
_ARTICLE = 4


def _says_nothing(printed: str, lower: str, own: Naming) -> bool:
    """A refused word, a number, or a compound of such ("year-on-year", "52-week"); an acronym is none ("IT")."""
    if lower in own.no_names:
        return not (printed.isupper() and len(printed) == 2 and printed in _ACRONYMS)
    parts = lower.split("-")
    return bool(_DATED_CODE.fullmatch(lower)) or all(
        part in own.no_names or (part[0].isdigit() and not _CODE.fullmatch(part)) for part in parts
    )


# "Spielwarenbranche", "Welt-Elektromarkt": the name within a German compound.
_COMPOUND_OF = re.compile(
    r"(?:Welt-?|Gesamt-?|Global-?)?(?P<name>[A-ZÄÖÜ][\wäöüß-]{3,}?)(?:(?<=ung)s|(?<=eit)s|(?<=ion)s|(?<=tät)s|(?<=schaft)s)?-?"
    r"(?:[Mm]arkt(?:e?s)?|[Mm]ärkte|[Bb]ranche|[Ii]ndustrie|[Aa]bsatz(?:es)?|[Uu]msatz(?:es)?|[Uu]msätze|[Pp]roduktion|[Gg]eschäft(?:s)?|[Ss]ektor|[Ss]ektors|[Vv]erkäufe|[Vv]erbrauch(?:s)?|[Nn]achfrage|[Ee]xporte?|[Hh]andel)"
)
_PAIRED = re.compile(r"[A-ZÄÖÜ]\w{2,}-\s(?:und|oder|&)\s\Z")
_SHORT_VERB = 4
_ACRONYMS = frozenset(("IT",))  # also a pronoun
_DATED_CODE = re.compile(r"(?:fy|[qh])[0-9]{1,4}|[0-9][qh][0-9]{2}|[a-z]{2,}[0-9]{2,}[a-z]?")  # "FY26", "3Q25", "GB200"
_CODE = re.compile(r"[0-9]{1,2}[a-z]{1,2}")  # "5G", "3D"


def _singular(word: str, language: str) -> str:
    if word == "spend":
        return "spending"
    if language == "it" and len(word) > 4:
        return word[:-1] if word[-1] in "aeio" else word
    if language == "de":
        if len(word) > 5 and re.search(r"(?:er|el)n$|[^e]en$", word):
            return word[:-1] if word.endswith(("ern", "eln")) else word[:-2]
        return word[:-1] if len(word) > 5 and word.endswith("e") else word
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        if language == "en" and word.endswith("ies"):
            return word[:-3] + "y"
        if language == "en" and word.endswith(("shes", "ches", "xes", "sses")):
            return word[:-2]
        if language in ("es", "pt") and word.endswith(("res", "nes", "les", "des")):
            return word[:-2]
        return word[:-1]
    return word


def _runs(tokens: list[_Word]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Candidates: first and last token, and the name's words without its links."""
    for first, opening in enumerate(tokens):
        if opening.role != "name":
            continue
        key: list[str] = []
        for last in range(first, min(first + 2 * _MOST_WORDS, len(tokens))):
            token = tokens[last]
            if last > first and not token.joined:
                break
            if token.role == "name":
                key.append(token.key)
                if len(key) > _MOST_WORDS:
                    break
                yield first, last, tuple(key)
            elif token.role != "link":
                break


def _heard(
    text: str,
    tokens: list[_Word],
    titles: Sequence[tuple[int, str]],
    found: Sequence[Sentence],
    words: Grammar,
    own: Naming,
    publisher: str | None,
) -> dict[tuple[str, ...], _Support]:
    support: dict[tuple[str, ...], _Support] = defaultdict(_Support)
    lines = _title_lines(text, titles, publisher, own)
    early, titled = _first_sentences(text, found, lines), _titled_lines(text)
    scene = _Scene(text, lines, early, titled, own, _market_words_end(text, own), _places_behind(own.bought, text))
    sentence = 0
    runs = list(_runs(tokens))
    furthest = {first: last for first, last, _ in runs}
    for first, last, key in runs:
        start, end = tokens[first].start, tokens[last].end
        while sentence + 1 < len(found) and found[sentence].end <= start:
            sentence += 1
        ends = found[sentence].end if found and found[sentence].start <= start else end
        leads = tokens[first].opens or bool(
            first and tokens[first - 1].opens and tokens[first - 1].role in ("area", "stop")
        )
        is_cut = words.language != "en" and last < furthest[first]
        scene.hear(support[key], start, end, ends, opens=tokens[first].opens, leads=leads, is_cut=is_cut)
    for name, key in _whole_names(text, words, own):
        mine = support[key]
        if (
            mine.spots
            and key in {k for k in support if len(k) == len(key)}
            and any(f.lower() == name.lower() for f in mine.forms)
        ):
            continue
        for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            scene.hear(mine, m.start(), m.end(), m.end() + _BOUND, opens=False, leads=False)
    return support


@dataclass(frozen=True, slots=True)
class _Scene:
    """Where in the text a name may be heard."""

    text: str
    lines: list[tuple[int, int, float]]  # titles with their weight
    early: list[tuple[int, int]]  # the first sentences
    titled: list[tuple[int, int]]  # lines in which capitals say nothing
    own: Naming
    ahead: frozenset[int]  # offsets that a market word or its article ends before
    bought: dict[int, int]  # offsets behind "into", "on" → where those begin

    def _is_titled(self, start: int) -> bool:
        at = bisect_right(self.titled, (start, len(self.text))) - 1
        return at >= 0 and self.titled[at][0] <= start < self.titled[at][1]

    def _framed(self, start: int, end: int) -> tuple[float, bool]:
        """How much the words right beside a name make it a market's, and whether those before it do."""
        text, own = self.text, self.own
        value = 2.0 if _COMPOUND_TAIL.match(text, end) else 0.0
        if text[end : end + 1] in (" ", "\u00a0", "-") and (trade := own.behind.match(text, end + 1)):
            value += 0 if _FIRM.match(text, trade.end()) else 2
        if start in self.ahead:
            return value + 2.5, True
        at = self.bought.get(start)
        if at is not None and _MONEY.search(text[max(0, start - 90) : at + 1]):
            return value + 4, True
        return value + 1.5 * bool(_COUNT.search(text[max(0, start - _REACH) : start])), False

    def hear(
        self, mine: _Support, start: int, end: int, ends: int, *, opens: bool, leads: bool, is_cut: bool = False
    ) -> None:
        """Add what one occurrence says; `ends` is where its sentence does, `is_cut` that the name goes on behind."""
        text = self.text
        form = text[start:end]
        line = next(((a, b, w) for a, b, w in self.lines if a <= start < b), None)
        leads = leads or bool(line and start == line[0])
        mine.leads = mine.leads or bool(leads and line and line[2] > _MAIN)
        mine.spots += 1
        mine.forms[form] += 2 if line and line[2] > 1 else 1
        if line:
            mine.title = max(mine.title, _in_line(text, start, end, line, opens or leads)) + (0.5 if mine.title else 0)
        elif not mine.early and any(a <= start < b for a, b in self.early):
            mine.early = 1.5
        if form[0].islower() or form.split(" ")[-1][:1].islower():
            mine.common += 1
        elif not opens and not line and not self._is_titled(start):
            mine.proper += 1
        framed, ahead = self._framed(start, end)
        if ahead and is_cut:  # "marché des pompes pour aquariums": of "pompes" it says less
            framed, ahead = framed * _CUT_SHORT, False
        if (
            framed
            and any(a <= start < b for a, b in self.early)
            and _AMOUNT.search(text, max(0, start - _BOUND), end + _BOUND)
        ):
            framed += 2.5 if ahead else 1.75
        elif ahead and line and line[2] > 2:
            framed += 1.5
        framed += 2 * form.lower().endswith((" spending", " spend"))
        mine.framed += framed
        mine.frames += framed > 0
        if leads and not line and _AMOUNT.search(text, end, min(ends, end + _BOUND)):
            mine.subject += 1.5
        if self.own.whole.match(text, end + 1):
            mine.framed += 1.5
        before, behind = text[start - 1 : start] if start else "\n", text[end : end + 2].strip(" ")
        closer = _NEXT.match(text, end)
        if (before in '\n|›»>/:–—("“' or opens or leads) and (
            not behind
            or behind[0] in "\n|›»>/:–—,(?"
            or (line and closer and closer[1].lower() in self.own.closers and closer.end() < line[1])
        ):
            mine.bound = True


_CUT_SHORT = 0.4
# "Harbour Letter, no. 9": what a publication calls itself.
_SERIAL = re.compile(r"\b(?:[Nn]o\.|[Nn]r\.|[Nn]úm\.|[Vv]ol\.|[Ii]ssue|[Aa]usgabe|[Nn]°|[Nn]º)\s?[0-9]")
_NEXT = re.compile(r"[ \u00a0]([^\W\d_]+)")


def _whole_names(text: str, words: Grammar, own: Naming) -> list[tuple[str, tuple[str, ...]]]:
    """Names that stand with "market" and hold small words: "GPU as a Service"."""
    out: dict[str, tuple[str, ...]] = {}
    for name in dict.fromkeys(mark.name for mark in _marks(text, words)):
        for area in reversed(area_marks(name, 0, len(name))):
            if area.start == 0:
                name = name[area.end :].strip()
        tokens = _tokens(name, own, words)
        heard = [t for t in tokens if t.role == "name" or t.printed.lower() in own.weak]
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


_REFUSED_INSIDE = re.compile(r"[0-9]{4}|\b(?:the|to|with|by|from)\b", re.IGNORECASE)


def _title_lines(
    text: str, titles: Sequence[tuple[int, str]], publisher: str | None, own: Naming
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
            and not line.rstrip().endswith((".", ",", ";"))
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
            if not 0 <= house <= _OPENS and (words := _title_words(title, own)):
                mains.append((-min(words, 3), start, taken))
    if mains:
        _, start, end = min(mains)
        out = [(a, b, w) for a, b, w in out if b != end] + [(start, end, 4.0)]
    return sorted(out)


def _title_words(title: str, own: Naming) -> int:
    """How many words a line has that may be the title; 0 where it is a date, a byline or a label."""
    words = re.findall(r"[^\W\d_]{2,}", title)
    telling = any(word.lower() not in own.no_names for word in words)
    return 0 if not telling or _NO_TITLE.match(title) or (title.isupper() and len(words) < 3) else len(words)


_RELATED = re.compile(
    r"\W*(?:also read|read also|related|see also|read more|more on this|recommended|lire aussi|à lire|lesen sie auch|mehr zum thema|lea también|también le|leia também|leggi anche|you may|trending|browse)\b",
    re.IGNORECASE,
)
_FURNITURE = re.compile(r"\W*(?:skip to|hop to|jump to|tags?:|share|log in|subscribe)\b", re.IGNORECASE)
_ROW = re.compile(r"[0-9]\s{2,}[0-9]|[0-9.,]+\s*\|\s*[0-9]")
_DATED = re.compile(r"[0-9]{4}")
_OPENS = 3
_NO_TITLE = re.compile(
    r"\W*(?:by|par|por|von|source|date|published|updated|posted|press release|nota de prensa|comunicato stampa|communiqué|pressemitteilung)\b|[^:]{3,20}:\s?[^\s:]+$|\W*[0-9]{1,2}(?:st|nd|rd|th)?[ .][^\W\d]+ [0-9]{4}",
    re.IGNORECASE,
)
_FIRST = 10
_LONGEST_LINE = 150
_SHORT_PATH = 40


def _first_sentences(
    text: str, found: Sequence[Sentence], lines: list[tuple[int, int, float]]
) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for s in found:
        if (
            s.end - s.start > _SENTENCE
            and text[s.start : s.end].rstrip(' "”’»)').endswith((".", "!", "?"))
            and not any(a <= s.start < b for a, b, _ in lines)
        ):
            out.append((s.start, s.end))
            if len(out) > 1:
                break
    return out


def _titled_lines(text: str) -> list[tuple[int, int]]:
    """Lines in which most words have capitals: there they tell no names of firms."""
    out = []
    at = 0
    for line in text.split("\n"):
        longer = [w for w in line.split() if len(w) > 3 and w[0].isalpha()]
        if longer and sum(w[0].isupper() for w in longer) * 10 >= len(longer) * 7:
            out.append((at, at + len(line)))
        at += len(line) + 1
    return out


_MOVED = re.compile(r"(?:\s[^\W\d_]+){0,4}\s(?:USD|EUR|Rs|[$€£₹¥+-])?\s?[0-9]")
_PARTS = re.compile(r"[:|]|\s[–—-]\s")


def _in_line(text: str, start: int, end: int, line: tuple[int, int, float], leads: bool) -> float:
    """A name that opens a title or stands before its colon says more, a member of a list in it half."""
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


_COMPOUND_TAIL = re.compile(
    r"s?-?(?:[Mm]arkt(?:e?s)?|[Mm]ärkte|[Bb]ranche|[Ii]ndustrie|[Aa]bsatz|[Uu]msatz|[Uu]msätze|[Pp]roduktion|[Gg]eschäft)\b"
)
_FIRM = re.compile(
    r"s?\s(?:Research|Studies|Data|Monitor|Observ|Partners|Advis|Insight|Intelligence|Reports\sWorld|Watch|Tracker|Analytics|Labs?\b|House\b|Desk\b|Institute|Bureau|Consult|Lens\b|Pulse\b|Metrics)"
)
_ARTICLES = re.compile(
    r"\s?(?:the |a |an |new |all |their |its |la |las |el |los |le |les |l['’]|die |der |das |den |o |os |as |il |lo |i |gli )?",
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


def _market_words_end(text: str, own: Naming) -> frozenset[int]:
    """Where a name may begin behind "sales of", "marché des", and "marché mondial des" with a word between."""
    places = set(_places_behind(own.ahead, text))
    for m in own.behind.finditer(text):
        adjective = _ONE_WORD.match(text, m.end())
        if adjective is None:
            continue
        joined = own.ahead.match(m.group() + text[adjective.end() : adjective.end() + _REACH])
        if joined and joined.end() > len(m.group()):
            places.update(_name_starts(text, adjective.end() + joined.end() - len(m.group())))
    return frozenset(places)


def _marks(text: str, words: Grammar) -> list[MarketMark]:
    return list(market_phrases(text, 0, len(text), words)) or market_marks(text, 0, len(text))


def _said(text: str, words: Grammar) -> dict[tuple[str, ...], dict[str, float]]:
    """Names that the text gives with "market" itself."""
    own = naming(words.language)
    out: dict[tuple[str, ...], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for mark in _marks(text, words):
        tokens = _tokens(mark.name, own, words)
        key = tuple(t.key for t in tokens if t.role == "name" or t.printed.lower() in own.weak)
        if key:
            out[key][mark.name] += 1.0
    return out


def _refused(support: dict[tuple[str, ...], _Support], publisher: str | None, words: Grammar) -> set[tuple[str, ...]]:
    """Names of firms and houses: only ever printed with capitals inside sentences, or the publisher's own."""
    own = naming(words.language)
    house = {t.key for t in _tokens(publisher, own, words)} if publisher else set()
    houses = words.pattern("publisher_words")
    out = set()
    for key, mine in support.items():
        if (
            mine.proper
            and not mine.common
            and words.language != "de"
            and not all(w.isupper() for w in " ".join(mine.forms).split())
        ):
            if mine.frames * 2 < mine.proper or not mine.frames:
                out.add(key)
        if house and set(key) <= house:
            out.add(key)
        if not mine.common and not mine.frames and any(houses.search(form) for form in mine.forms):
            out.add(key)
    return out


def _stands(key: tuple[str, ...], support: dict[tuple[str, ...], _Support], own: Naming) -> bool:
    mine = support[key]
    form = max(mine.forms, key=lambda f: (mine.forms[f], f))
    if len(key) == 1:
        if mine.spots == 1 and mine.framed < 2 and not mine.bound and not mine.leads:
            return False
        return len(key[0]) > 1 and form.lower() not in own.no_alone and not _PARTICIPLE.search(key[0])
    if _PARTICIPLE.search(key[-1]):
        return False
    if mine.spots > 1 or mine.framed >= 2 or (mine.bound and not _CLAUSE.search(form)):
        return True
    again = [support[(word,)].spots > 1 for word in key if (word,) in support]
    return sum(again) * 2 >= len(key) and bool(again) and again[-1]


_CLAUSE = re.compile(r"[a-z]s\s[a-z]+[a-rt-z]$")  # "orders swell": a noun and its verb


def _extended(
    key: tuple[str, ...], support: dict[tuple[str, ...], _Support], refused: set[tuple[str, ...]], own: Naming
) -> tuple[str, ...]:
    """The longer name of which the best one is a part, where a title or market words say that too: "liquid cooling" for "cooling"."""
    while True:
        mine = support[key]
        longer = [
            other
            for other, its in support.items()
            if len(other) > len(key)
            and any(other[i : i + len(key)] == key for i in range(len(other) - len(key) + 1))
            and other not in refused
            and _stands(other, support, own)
            and (its.title >= 1.5 or its.frames)
            and (its.spots > 1 or its.framed >= 3 or (its.bound and its.title >= 1.5))
            and its.total() >= 0.4 * mine.total()
        ]
        if not longer:
            return key
        key = max(longer, key=lambda k: (support[k].total() * _LONG[min(len(k), _MOST_WORDS)], k))


_COMPOUND = 9


def _echo(key: tuple[str, ...], support: dict[tuple[str, ...], _Support]) -> float:
    """The last word by itself, said again: "ceramic tile", then "tile"."""
    if (
        len(key) == 1
        and len(key[0]) > _COMPOUND
        and not support[key].proper
        and next(iter(support[key].forms))[0].isupper()
    ):
        tails = (
            its.spots
            for other, its in support.items()
            if len(other) == 1 and len(other[0]) > 3 and other[0] != key[0] and key[0].endswith(other[0])
        )
        return 0.5 * min(sum(tails), 6)
    if len(key) < 2 or (key[-1],) not in support:
        return 0.0
    return 0.25 * min(max(support[(key[-1],)].spots - support[key].spots, 0), 6)
