"""The subject beside a figure without a verb: "X (27 %)", "X, with 58 %", "At 6.8 %, X leads".

Where a name before or behind a figure ends is found in `members`; subjects of verbs are read in `subjects`.
"""

from __future__ import annotations

import re

from sources.extract.names.phrase_subjects import subject_in
from sources.extract.parts.named_subjects import Subject
from sources.extract.phrases.clauses import Clause
from sources.extract.phrases.members import name_before, name_behind
from sources.extract.phrases.non_english_clauses import origin_behind, part_behind
from sources.extract.phrases.verbs import first_verb, holds_verb
from sources.extract.scan.figure import Figure
from sources.extract.scan.years import year_marks
from sources.extract.scenes.scene import Scene
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("subjects")
_LISTS = word_lists("subjects")

_OWNS = re.compile(r"(?P<owner>[^,;]{2,40}?)['’]s?")
_TITLE_CASE = re.compile(r"[A-Z][\w&.-]*+(?:\s[A-Z][\w&.-]*+)*+\s?")
# "EMEA by 2030: 24 %".
_DATED_NAME = re.compile(
    rf"(?P<name>[A-Z][^,;:()0-9]{{1,40}}?)\s{_WORDS['date_prepositions']}\s(?:FY)?(?:19|20)[0-9]{{2}}:\s?$"
)
_GAPPED = re.compile(
    rf"[;,]\s(?:and\s|while\s)?(?P<name>[^,;:.()0-9]{{2,40}}?)\sfor\s(?:{_WORDS['hedges']}\s){{0,2}}\Z"
)
# "62 % of sales, with vinyl singles garnering another 9 %".
_PLACED = re.compile(r"[,;]\s(?:and\s)?[a-z-]+\s(?:at|with|on)\s\Z")  # "..., wholesale at 13 %"
_ACCOMPANIED = re.compile(
    rf"[^,;:.()]{{0,60}},?\s(?:with|while|and)\s(?:the\s)?(?P<name>[^,;:.()0-9]{{2,50}}?)\s(?:[a-z]{{3,}}ing)\s(?:{_WORDS['verb_particles']}\s)?(?:{_WORDS['amount_fillers']}\s){{0,3}}"
)


def name_beside(scene: Scene, q: Figure, before: Figure | None, clause: Clause) -> Subject | None:
    """The subject of a short form, which has no verb: a row's later members, "X, with 58 %", "58 % of revenue came from X"."""
    if scene.cell or scene.is_wide:
        return None
    text, g = scene.text, scene.grammar
    name = _bracketed(scene, q) if before is None or not _OPENED.fullmatch(text[before.end : q.hedge_start]) else None
    if name and not (subject := subject_in(name, scene.context)).generic and subject.market is None:
        return subject
    if q.kind == "count" and q.noun and before is not None:
        located = name_before(text, before.end, q.hedge_start, g)
        placed = subject_in(located, scene.context) if located else None
        return placed if placed and placed.area else None
    if q.kind not in ("percent", "money"):
        return None
    if spliced := _spliced(scene, q, before, clause):
        return spliced
    name = _name_before(scene, q, before, clause)
    if name is None:
        name = _name_behind(scene, q, clause)
    return None if name is None else _named(scene, q, name)


def _name_before(scene: Scene, q: Figure, before: Figure | None, clause: Clause) -> str | None:
    """The name between the figure before and this one, or from the clause's start where it has no subject."""
    text, g = scene.text, scene.grammar
    if (
        before is not None
        and g.language == "en"
        and (between := _name_between_figures(text, before.end, q.hedge_start))
    ):
        return between
    if before is not None and before.kind == q.kind:
        edge = max([before.end, *(m.end for m in year_marks(text, before.end, q.hedge_start))])
        return name_before(text, edge, q.hedge_start, g)
    if clause.subject is not None:
        return None
    dated = _DATED_NAME.search(text, scene.begin(q), q.hedge_start)
    return dated["name"] if dated else name_before(text, scene.begin(q), q.hedge_start, g)


def _name_behind(scene: Scene, q: Figure, clause: Clause) -> str | None:
    """The name behind the figure: "At 6.8 %, X leads", "58 % came from X"."""
    text, g, end = scene.text, scene.grammar, scene.sentence.end
    if clause.subject is None and (fronted := _fronted(scene, q)):
        return fronted
    if q.kind != "percent":
        return None
    if clause.subject is None and (name := name_behind(text, q.end, end)) is not None:
        return name
    if not g.is_non_english or text[scene.begin(q) : q.start].rstrip().endswith(":"):
        return None
    if (origin := origin_behind(text, q.end, end, g)) is not None:
        return origin
    generic = clause.subject is None or subject_in(clause.subject, scene.context).generic
    compared = g.ending("moved_words").search(text[max(scene.begin(q), q.hedge_start - 24) : q.hedge_start])
    return part_behind(text, q.end, end, g) if generic or compared else None


def _named(scene: Scene, q: Figure, name: str) -> Subject | None:
    """The subject that the name means, where it is long enough for a name."""
    if owner := _OWNS.fullmatch(name):  # "China's USD 24 billion"; that of a firm or house is the market's
        owned = subject_in(owner["owner"], scene.context)
        if owned.area or owned.known:
            return owned
        return Subject(name, market="") if _TITLE_CASE.fullmatch(owner["owner"]) else None
    subject = subject_in(name, scene.context)
    if (
        scene.grammar.language == "en"
        and subject.segment
        and not subject.known
        and re.fullmatch(r"(?:[Tt]he |[Aa]n? )?[a-z]+[^s\W]", name)
        and not _PLACED.search(scene.text[scene.begin(q) : q.hedge_start])
    ):
        return None  # "followed by a faster 8.6 %": one bare word is no part
    is_short_part = subject.segment and len(name.split()) <= _LONGEST_PART
    return subject if subject.area or subject.known or subject.company or is_short_part else None


_LONGEST_PART = 5  # words


def _fronted(scene: Scene, q: Figure) -> str | None:
    """ "At 6.8 %, X has the highest rate", "Con el 31 %, X lidera": the name behind a figure that opens its sentence."""
    g = scene.grammar
    if not _FRONT.fullmatch(scene.text, scene.begin(q), q.hedge_start):
        return None
    behind = _BEHIND_FRONT.match(scene.text, q.end, scene.sentence.end)
    verb = first_verb(scene.text, behind.end(), scene.sentence.end, g) if behind else None
    if behind is None or verb is None:
        return None
    name = scene.text[behind.end() : verb.start()].strip()
    is_name = name and len(name.split()) <= _FRONTED_WORDS and not re.search(r"[0-9,;:()]", name)
    return name if is_name else None


_FRONT = re.compile(rf"[\s\W]*(?:{_WORDS['fronted_words']}|{_WORDS['fronted_words_mul']})\b[^,;:.0-9]{{0,60}}")
_BEHIND_FRONT = re.compile(r"(?:[^,;:.()0-9]|\.(?=\S)|(?:19|20)[0-9]{2}){0,70},\s")
_FRONTED_WORDS = 6


def _name_between_figures(text: str, start: int, figure: int) -> str | None:
    """ "..., with X garnering", "...; X for": the name between two figures of one English sentence."""
    match = _ACCOMPANIED.fullmatch(text, start, figure) or _GAPPED.search(text, start, figure)
    return match["name"] if match else None


def _spliced(scene: Scene, q: Figure, before: Figure | None, clause: Clause) -> Subject | None:
    """ "Asia leads with 41 %, Europe follows on 29 %": clauses that only a comma divides."""
    if scene.grammar.language != "en" or before is None or clause.start > before.end:
        return None
    comma = scene.text.rfind(", ", before.end, q.hedge_start)
    verb = first_verb(scene.text, comma + 2, q.hedge_start, scene.grammar) if comma >= 0 else None
    if verb is None or len(scene.text[verb.end() : q.hedge_start].split()) > _SPLICE_REACH:
        return None
    name = re.sub(rf"^{_WORDS['clause_openers']}\s", "", scene.text[comma + 2 : verb.start()].strip())
    if not name or len(name.split()) > _SPLICE_WORDS or re.search(r"[0-9]", name):
        return None
    subject = subject_in(name, scene.context)
    return subject if subject.area or subject.known else None


_SPLICE_REACH, _SPLICE_WORDS = 4, 5


def _bracketed(scene: Scene, q: Figure) -> str | None:
    """The name in front of a figure's bracket, or inside it: "X (27 %)", "(France: 13 %)", "France: 13 %)"."""
    lead = scene.text[scene.begin(q) : q.hedge_start]
    inside = _INSIDE.search(lead)
    if inside:
        return inside["name"].strip()
    named = _BEFORE_BRACKET.search(lead)
    words = _OPENERS.split(named["name"])[-1].strip() if named else ""
    if named and _SAID_OF.search(named["name"]):
        return None
    if not words or words.split()[0].lower() in _NO_NAME_START or re.search(r"[0-9]", words):
        return None
    g = scene.grammar
    is_verbal = holds_verb(words, g) or g.pattern("metrics.cagr").search(words)
    return None if is_verbal or g.pattern("metrics.growth").search(words) else words


_OPENED = re.compile(r"\s?[(（][^()（）]{0,24}")  # "USD 3 bn (EUR 2.7 bn)": one figure in two currencies
_INSIDE = re.compile(r"[(（]\s?(?P<name>[^()（）:,;0-9]{2,40}):\s?(?:[^()（）:;]{0,24}\s(?:to|→)\s)?$")
_FOLLOWS = (  # "dann folgen Metall (19 %)", "next come X (15 %)"
    rf"(?:{_WORDS['follow_verbs']}|{_WORDS['follow_verbs_mul']})"
)
_BEFORE_BRACKET = re.compile(
    rf"(?P<name>(?:^|[,;:]\s|\b(?:{_FOLLOWS}|(?:{_WORDS['bracketed_leads']}|{_WORDS['bracketed_leads_mul']}))\s)[^()（）,;:]{{2,48}}?)\s?[(（]\s?$"
)
_SAID_OF = re.compile(
    rf"\b{_WORDS['be_forms']}\s[a-z]+(?<!s)(?:\s{_WORDS['now_adverbs']})?$"
)  # "is small today (": no name
_OPENERS = re.compile(rf"(?:^|[,;:\s])(?:(?:{_WORDS['name_openers']}|{_WORDS['bracketed_leads_mul']})|{_FOLLOWS})\s")
_NO_NAME_START = frozenset(_LISTS["no_name_starts"])
