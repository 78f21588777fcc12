"""Whom a figure is said of: beside it, in its clause, in the label or heading above, or in the sentence before."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sources.extract.agents import agent_of, moves_market
from sources.extract.attribution import Subject, area_subject, areas_around, measured_name, read_subject
from sources.extract.clauses import Clause
from sources.extract.context import Context
from sources.extract.headings import SECTION
from sources.extract.markets import market_key
from sources.extract.members import name_before, name_behind
from sources.extract.own_clauses import origin_behind, own_clause, part_behind
from sources.extract.own_phrases import adjective_area, is_own, own_phrase
from sources.extract.quantities import Quantity
from sources.extract.scene import LINK, Memory, Scene
from sources.extract.verbs import first_verb, holds_verb
from sources.extract.wide_subjects import WIDE_LINK, wide_heading, wide_names, wide_subject, with_area
from sources.extract.years import year_marks
from sources.grammar.areas import WORLD, area_marks
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_THE_SEGMENT = re.compile(r"(?:the|this)\s(?:segment|category|type|class|group|sub-?segment|product)\b", re.IGNORECASE)
_HEADING_LEAD = re.compile(r"^(?:[0-9.]+\s+)?(?:By\s[\w ]+:\s)?")
_WITHIN = re.compile(
    r"(?:[Ff]or|[Ii]n|[Ww]ithin|[Aa]mong|[Oo]f|[Aa]cross|[Ff]ür|[Ii]n der|[Ii]m|[Ee]n|[Pp]ara|[Dd]ans)\s(?P<rest>.+)$"
)
_FIRM = re.compile(
    r"\b(?:Research|Insights|Analytics|Intelligence|Advisory|Marktforschung|Market Studies|Consulting|Observatorio|リサーチ)$"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_LIST_NAMES = re.compile(r",\s*(?:and\s|und\s|y\s|et\s)?|\s(?:and|und|y|et|&)\s")
_COPULA = re.compile(r"\b(?:are|were|is)\b")
_CUT = re.compile(
    r"\b(?:are|were|is|will|forecast|projected|expected|at|of|held|with|grow|growing|accounted|account)\b"
)
_NO_NAMES = re.compile(r"\b(?:forecast|projected|expected|estimated|anticipated|with|at|which|will)\b")


_OWNS = re.compile(r"(?P<owner>[^,;]{2,40}?)['’]s?")
_TITLE_CASE = re.compile(r"(?:[A-Z][\w&.-]*\s?)+")
# "EMEA by 2030: 24 %".
_DATED_NAME = re.compile(r"(?P<name>[A-Z][^,;:()0-9]{1,40}?)\s(?:in|by|for|until)\s(?:FY)?(?:19|20)[0-9]{2}:\s?$")
# "62 % of sales, with vinyl singles garnering another 9 %".
_GAPPED = re.compile(
    r"[;,]\s(?:and\s|while\s)?(?P<name>[^,;:.()0-9]{2,40}?)\sfor\s(?:(?:about|around|some|nearly|almost|just|over)\s){0,2}\Z"
)
_ACCOMPANIED = re.compile(
    r"[^,;:.()]{0,60},?\s(?:with|while|and)\s(?:the\s)?(?P<name>[^,;:.()0-9]{2,50}?)\s(?:[a-z]{3,}ing)\s(?:up\s|for\s|in\s|at\s|by\s|on\s)?(?:(?:another|about|around|some|nearly|almost|just|over|a|an|further|the|remaining|other)\s){0,3}"
)
_VERBAL = re.compile(r",?\s(?:is|are|was|were|is put|stand|stood|should|may)\b")


def name_beside(scene: Scene, q: Quantity, before: Quantity | None, clause: Clause) -> Subject | None:
    """The subject of a short form, which has no verb: a row's later members, "X, with 58 %", "58 % of revenue came from X"."""
    if scene.cell or scene.is_wide:
        return None
    text, g = scene.text, scene.grammar
    name = _bracketed(scene, q) if before is None or not _OPENED.fullmatch(text[before.end : q.hedge_start]) else None
    if name and not (subject := _read(name, scene.context)).generic and subject.market is None:
        return subject
    if q.kind == "count" and q.noun and before is not None:
        located = name_before(text, before.end, q.hedge_start, g)
        placed = _read(located, scene.context) if located else None
        return placed if placed and placed.area else None
    if q.kind not in ("percent", "money"):
        return None
    if spliced := _spliced(scene, q, before, clause):
        return spliced
    name = None
    told = _told_beside(text, before.end, q.hedge_start) if before is not None and g.language == "en" else None
    if told is not None:
        name = told
    elif before is not None and before.kind == q.kind:
        edge = max([before.end, *(m.end for m in year_marks(text, before.end, q.hedge_start))])
        name = name_before(text, edge, q.hedge_start, g)
    elif clause.subject is None and (dated := _DATED_NAME.search(text, scene.begin(q), q.hedge_start)):
        name = dated["name"]
    elif clause.subject is None:
        name = name_before(text, scene.begin(q), q.hedge_start, g)
    if name is None and clause.subject is None:
        name = _fronted(scene, q)
    if name is None and q.kind == "percent" and clause.subject is None:
        name = name_behind(text, q.end, scene.sentence.end)
    if name is None and q.kind == "percent" and is_own(g) and not text[scene.begin(q) : q.start].rstrip().endswith(":"):
        name = origin_behind(text, q.end, scene.sentence.end, g)
    if name is None and q.kind == "percent" and is_own(g) and not text[scene.begin(q) : q.start].rstrip().endswith(":"):
        generic = clause.subject is None or _read(clause.subject, scene.context).generic
        compared = g.ending("moved_words").search(text[max(scene.begin(q), q.hedge_start - 24) : q.hedge_start])
        name = part_behind(text, q.end, scene.sentence.end, g) if generic or compared else None
    if name is None:
        return None
    if owner := _OWNS.fullmatch(name):  # "China's USD 24 billion"; that of a firm or house is the market's
        owned = _read(owner["owner"], scene.context)
        return (
            owned
            if owned.area or owned.known
            else Subject(name, market="")
            if _TITLE_CASE.fullmatch(owner["owner"])
            else None
        )
    subject = _read(name, scene.context)
    if (
        g.language == "en"
        and subject.segment
        and not subject.known
        and re.fullmatch(r"(?:[Tt]he |[Aa]n? )?[a-z]+[^s\W]", name)
    ):
        return None  # "followed by a faster 8.6 %": one bare word is no part
    return (
        subject
        if subject.area or subject.known or subject.company or (subject.segment and len(name.split()) <= 5)
        else None
    )


def _fronted(scene: Scene, q: Quantity) -> str | None:
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


_FRONT = re.compile(
    r"[\s\W]*(?:At|With|On|By|Up|Down|Worth|Valued at|Holding|Commanding|Accounting for|Representing|Growing at|Growing|Expanding at|Rising at|Boasting|Capturing|Generating|"
    r"Contributing|Posting|Recording|Taking|Mit|Bei|Con|Avec|À|Com|A)\b[^,;:.0-9]{0,60}"
)
_BEHIND_FRONT = re.compile(r"(?:[^,;:.()0-9]|\.(?=\S)|(?:19|20)[0-9]{2}){0,70},\s")
_FRONTED_WORDS = 6


def _told_beside(text: str, start: int, figure: int) -> str | None:
    """ "..., with X garnering", "...; X for": the name between two figures of one English sentence."""
    found = _ACCOMPANIED.fullmatch(text, start, figure) or _GAPPED.search(text, start, figure)
    return found["name"] if found else None


def _spliced(scene: Scene, q: Quantity, before: Quantity | None, clause: Clause) -> Subject | None:
    """ "Asia leads with 41 %, Europe follows on 29 %": clauses that only a comma divides."""
    if scene.grammar.language != "en" or before is None or clause.start > before.end:
        return None
    comma = scene.text.rfind(", ", before.end, q.hedge_start)
    verb = first_verb(scene.text, comma + 2, q.hedge_start, scene.grammar) if comma >= 0 else None
    if verb is None or len(scene.text[verb.end() : q.hedge_start].split()) > _SPLICE_REACH:
        return None
    name = re.sub(r"^(?:and|while|but|then)\s", "", scene.text[comma + 2 : verb.start()].strip())
    if not name or len(name.split()) > _SPLICE_WORDS or re.search(r"[0-9]", name):
        return None
    subject = _read(name, scene.context)
    return subject if subject.area or subject.known else None


_SPLICE_REACH, _SPLICE_WORDS = 4, 5


def _bracketed(scene: Scene, q: Quantity) -> str | None:
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
_OF_METRIC = re.compile(r"\s(?:market\s|revenue\s)?(?:share|revenue|sales|size|value|growth)$", re.IGNORECASE)
_INSIDE = re.compile(r"[(（]\s?(?P<name>[^()（）:,;0-9]{2,40}):\s?(?:[^()（）:;]{0,24}\s(?:to|→)\s)?$")
_FOLLOWS = (  # "dann folgen Metall (19 %)", "next come X (15 %)"
    r"come|comes|came|follow|follows|folgen|folgt|folgten|folgte|kommen|kommt|viennent|vient|suivent|suit|siguen|sigue|vienen|viene|seguono|segue|vengono|seguem|vêm|vem|aparecem|aparecen"
)
_BEFORE_BRACKET = re.compile(
    r"(?P<name>(?:^|[,;:]\s|\b(?:" + _FOLLOWS + "|"
    r"of|to|by|in|and|with|from|for|than|vor|und|y|et|de|der|den|over)\s)[^()（）,;:]{2,48}?)\s?[(（]\s?$"
)
_SAID_OF = re.compile(r"\b(?:is|are|was|were)\s[a-z]+(?<!s)(?:\s(?:today|now|still))?$")  # "is small today (": no name
_OPENERS = re.compile(
    r"(?:^|[,;:\s])(?:before|behind|ahead of|followed by|then|above|plus|against|alongside|next to|trailed by|chased by|namely|including|like|such as|of|to|by|in|and|with|from|for|than|vor|und|y|et|de|der|den|over|the|is|are|was|were|"
    + _FOLLOWS
    + r")\s"
)
_NO_NAME_START = frozenset(
    "a an it its this that up down or about over under nearly only some in by to as at which".split()
)


def subject_of(scene: Scene, q: Quantity, clause: Clause, memory: Memory) -> Subject | None:
    """The first of clause, introduction, label, sentence before and heading that names someone; else the generic one."""
    if scene.cell:
        return scene.cell.subject
    if scene.is_wide:
        return _without_blanks(scene, q, memory)
    if clause.subject and clause.subject.lower() in scene.grammar.phrases("source_subjects"):
        return Subject(clause.subject, market="")
    if whole := agent_of(scene.text, clause, q.start, scene.grammar):
        return whole
    row = [o.hedge_start for o in scene.live if clause.start <= o.start < q.start and o.kind == q.kind][-1:]
    if any(moves_market(scene.text, clause, at, scene.grammar) for at in (q.hedge_start, *row)):
        return Subject(clause.subject or "", market="")
    chain = [_read(clause.subject, scene.context)] if clause.subject else []
    if clause.start > scene.begin(q) and chain and chain[0].generic:
        head = own_clause(scene.text, scene.begin(q), clause.start, scene.grammar)
        chain += [_read(head.subject, scene.context)] if head.subject else []
    if not chain or chain[0].generic:
        chain += [s for piece in clause.intro.split("; ") if (s := introduced(piece, scene.context))]
        chain += _labelled(scene, q)
        if (
            is_own(scene.grammar) and clause.start > scene.begin(q) + 3
        ):  # "mais leur poids": whoever was spoken of before it
            earlier = own_clause(scene.text, scene.begin(q), clause.start - 1, scene.grammar).subject
            chain += [_read(earlier, scene.context)] if earlier else []
        own_area = clause.subject is None and bool(area_marks(scene.text, clause.start, q.start))
        told = memory.subject if not (own_area and is_own(scene.grammar)) else None
        if told and told.area and scene.grammar.language == "en" and _is_located(scene, clause, q):
            told = None  # "In Asia growth of 9 % is foreseen" says where by itself
        chain += [told] if told and not (own_area and told.segment) else []
        chain += _headed(scene, memory, chain)
    found = next((c for c in chain if not c.generic), chain[0] if chain else None)
    return _or_whole(found, q, scene, clause, memory)


def _or_whole(subject: Subject | None, q: Quantity, scene: Scene, clause: Clause, memory: Memory) -> Subject | None:
    """The market itself where a text's first amount is said of X, or of "sales of X", and its opening lines speak of X."""
    if subject is None or not subject.segment or subject.known or scene.grammar.language != "en" or scene.cell:
        return subject
    words = market_key(subject.segment)
    is_said = bool(clause.subject and subject.segment.lower() in clause.subject.lower())
    if words and is_said and clause.subject and not memory.has_parts and words not in memory.whole:
        own, titled = market_key(scene.context.market or ""), _opening_words(scene)
        of = measured_name(clause.subject, scene.grammar)
        alike = bool(own and own <= words) or words <= titled | own or len(words & titled) >= _SHARED
        if (of or q.kind == "money") and (alike if of else words <= titled):
            memory.whole.add(words)
    return replace(subject, segment=None, market="") if words in memory.whole else subject


def _is_located(scene: Scene, clause: Clause, q: Quantity) -> bool:
    """An area with its preposition stands before the figure in its own clause."""
    return areas_around(scene.text, clause, q.start, q.end, q.end, q.end, scene.grammar)[0] is not None


_SHARED = 2  # words of a longer name that the opening lines hold
_OPENING = 500
_LONGEST_LINE = 140


def _opening_words(scene: Scene) -> frozenset[str]:
    """Words of the lines that open a text: title, breadcrumbs, kicker."""
    stop = min(_OPENING, max(scene.sentence.start, len(scene.context.title or "")))
    lines = scene.text[:stop].split("\n")
    return market_key(" ".join([scene.context.title or "", *(line for line in lines if len(line) <= _LONGEST_LINE)]))


def _without_blanks(scene: Scene, q: Quantity, memory: Memory) -> Subject | None:
    """The subject in Japanese and Chinese: from the clauses before the figure, the sentence before, the heading."""
    context, g = scene.context, scene.grammar
    args = (context.market, context.parts, g)
    taken = [(o.start, o.end) for o in scene.live if o.end <= q.hedge_start and (o.kind != "count" or o.scaled)]
    subject = wide_subject(scene.text, scene.sentence.start, q.hedge_start, *args, taken=taken)
    carried = memory.subject
    if carried and carried.segment and _TOPIC.search(scene.text, scene.sentence.start, q.hedge_start):
        carried = None  # "年間出荷量は": a topic of its own, the whole market's
    if subject is None and (subject := carried) is None:
        heading = scene.above or context.headings.get(scene.sentence.block, "")
        subject = wide_heading(heading, *args) if heading else None
    if subject and subject.area:
        memory.area = subject.area if subject.area is not WORLD else None
        named = {m.area for m in area_marks(scene.text, scene.sentence.start, scene.sentence.end)}
        memory.area_at = (scene.sentence.start, len(named) == 1)
    alone = memory.area_at[1] or memory.area_at[0] == scene.sentence.start
    return with_area(subject, memory.area if alone else None) if subject else None


_TOPIC = re.compile(r"[^、。，0-9ぁ-ん年度]は")


_LEVEL = re.compile(
    r"\b(?:livello|niveau|nivel|nível|Ebene|scala|escala|échelle|ambito|ámbito|âmbito|plano|piano|plan)\b",
    re.IGNORECASE,
)


def introduced(intro: str, context: Context) -> Subject | None:
    """The area or segment of an introduction: "In Europe", "For the AI processor segment"."""
    if is_own(context.grammar) and _LEVEL.search(intro) and (level := adjective_area(intro)):
        return Subject(intro, area=level)
    match = _WITHIN.match(intro)
    if not match or _YEAR.search(intro):
        return None
    rest = match["rest"].split(",")[0]
    if is_own(context.grammar):
        marks = area_marks(rest, 0, len(rest))
        if marks and not own_phrase(rest[: marks[0].start], context.grammar):
            return Subject(rest, area=marks[0].area)
    if area := area_subject(rest):
        return Subject(rest, area=area)
    subject = _read(rest, context)
    return subject if subject.known or (subject.segment and re.search(r"\bsegment\b", rest)) else None


def respective_subjects(scene: Scene) -> dict[int, Subject]:
    """Subjects by index into `live`, where "respectively" gives the i-th figure of a row to the i-th name before it."""
    if not scene.grammar.pattern("respectively").search(scene.words):
        return {}
    run = _first_row(scene)
    if len(run) < 2:
        return {}
    if scene.grammar.is_wide:
        lead = scene.text[scene.sentence.start : scene.live[run[0]].hedge_start]
        wide = wide_names(lead, len(run), scene.context.market, scene.context.parts, scene.grammar)
        return dict(zip(run, wide, strict=True)) if len(wide) == len(run) else {}
    lead = _BRACKETS.sub(" ", scene.text[scene.sentence.start : scene.live[run[0]].start])
    areas = [m for m in area_marks(lead, 0, len(lead)) if m.area is not WORLD] if is_own(scene.grammar) else []
    if len(areas) == len(run):
        return _listed(run, [Subject(lead[m.start : m.end], area=m.area) for m in areas])
    cuts = [*_COPULA.finditer(lead), *scene.grammar.pattern("subject_verbs").finditer(lead), *_CUT.finditer(lead)]
    pieces = [lead[m.end() :] for m in _COPULA.finditer(lead)] + [lead[: m.start()] for m in cuts] + [lead]
    if is_own(scene.grammar):
        verbs = list(scene.grammar.pattern("subject_verbs").finditer(lead))
        shares = scene.grammar.pattern("share_words")
        pieces = [
            shares.split(re.split(r"\s[0-9]|,\s(?:die|qui|que|che)\s", lead[m.end() :])[0])[0] for m in verbs
        ] + pieces
    for piece in pieces:
        names = _names_in(piece, scene.context)
        if len(names) == len(run):
            return _listed(run, names)
    for opener in reversed(list(_OF_NAMES.finditer(lead))):
        names = _names_in(lead[opener.end() :], scene.context)
        if len(names) == len(run):
            return _listed(run, names)
    return {}


def _listed(run: list[int], names: list[Subject]) -> dict[int, Subject]:
    return {i: replace(name, known=True) if name.segment else name for i, name in zip(run, names, strict=True)}


_BRACKETS = re.compile(r"\s?\([^()]{0,60}\)")
_OF_NAMES = re.compile(r"\b(?:in|of|by|for|from|between)\s")


def _read(phrase: str, context: Context) -> Subject:
    """A phrase's subject; the publisher itself is nobody that a figure is said of."""
    if (
        _FIRM.search(phrase)
        or _is_house(phrase, context)
        or (context.publisher and phrase.startswith(context.publisher))
    ):
        return Subject(phrase, generic=True)
    return read_subject(phrase, context.market, context.parts, context.grammar)


def _is_house(phrase: str, context: Context) -> bool:
    """ "Otterline Data": capitalised words of which the last is one that research houses are called by."""
    words = phrase.split()
    if not 2 <= len(words) <= 4 or not all(w[0].isupper() for w in words):
        return False
    return bool(context.grammar.pattern("house_words").fullmatch(words[-1]))


def _labelled(scene: Scene, q: Quantity) -> list[Subject]:
    label = scene.above or (scene.label[0] if scene.label and scene.label[1] <= q.start else "")
    if not label or scene.grammar.pattern("metrics.cagr").search(label):
        return []
    if scene.label and label == scene.label[0] and scene.text.count(f"\n{label}:") >= _TURNS:
        return []  # whoever answers in an interview
    if scene.sentence.block == 0 and not scene.above:
        own = market_key(scene.context.market or "")
        return [Subject(label, market="")] if own & market_key(label) else []
    named = _read(_OF_METRIC.sub("", label), scene.context)
    is_name = named.area or named.known or named.market is not None
    is_plain = not scene.above and not named.generic and len(label.split()) <= 7
    return [named] if is_name or is_plain else []


_TURNS = 3


def _headed(scene: Scene, memory: Memory, chain: list[Subject]) -> list[Subject]:
    """The heading, where it is a listed name or the sentence says "this segment" under it."""
    heading = _HEADING_LEAD.sub("", scene.context.headings.get(scene.sentence.block, ""))
    if not heading:
        return []
    named = _read(heading, scene.context)
    marks = area_marks(heading, 0, len(heading))
    if named.market is not None and len(marks) == 1 and marks[0].start == 0 and marks[0].area.code != "001":
        named = Subject(heading, area=marks[0].area)
    says_segment = bool(chain and _THE_SEGMENT.match(chain[0].text)) and len(heading.split()) <= 6
    memory.headed = memory.headed or (says_segment and bool(named.segment or named.known))
    if scene.sentence.block in scene.context.dimensions and named.segment and not SECTION.search(heading):
        return [replace(named, dimension=named.dimension or scene.context.dimensions[scene.sentence.block])]
    alike = memory.headed and len(heading.split()) <= 4 and not SECTION.search(heading)
    told = named.segment and (says_segment or alike or named.segment in memory.parts)
    return [named] if named.known or named.area or told else []


def _first_row(scene: Scene) -> list[int]:
    """Indices of the first figures of one kind that only commas and "and" separate."""
    run: list[int] = []
    for i, q in enumerate(scene.live):
        last = scene.live[run[-1]] if run else None
        gap = scene.text[last.end : q.hedge_start] if last else ""
        if (
            last
            and q.kind == last.kind
            and (
                LINK.fullmatch(gap)
                or _own_link(scene.grammar).fullmatch(gap)
                or (scene.grammar.is_wide and WIDE_LINK.fullmatch(gap))
            )
        ):
            run.append(i)
        elif len(run) < 2:
            run = [i]
    return run


@cache
def _own_link(g: Grammar) -> re.Pattern[str]:
    """ "22 % y el 13 %"."""
    if not is_own(g):
        return LINK
    return re.compile(
        rf"[\s,]*{alternation(g.phrases('and_words'))}?\s?(?:{alternation(g.phrases('articles'))}\s?)?", re.IGNORECASE
    )


@cache
def _list_names(g: Grammar) -> re.Pattern[str]:
    if not is_own(g):
        return _LIST_NAMES
    ands = alternation(g.phrases("and_words"))
    return re.compile(rf"{_LIST_NAMES.pattern}|,\s*(?:{ands}\s)?|\s{ands}\s", re.IGNORECASE)


def _names_in(phrase: str, context: Context) -> list[Subject]:
    names = []
    for piece in _list_names(context.grammar).split(_VERBAL.split(_NO_NAMES.split(phrase)[0])[0].strip(" ,")):
        if not re.search(r"[0-9]", piece):
            subject = _read(piece, context)
            if subject.area or subject.segment:
                names.append(subject)
    return names
