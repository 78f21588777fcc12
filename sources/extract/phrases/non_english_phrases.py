"""Noun phrases in languages other than English: a name without its articles, prepositions and what follows it; inverted clauses.

English phrases are cut in `noun_phrases`; scripts without blanks are read in `cjk_subjects`.
"""

from __future__ import annotations

import re
from functools import cache

from sources.extract.time.timing import opens_as_adverbial
from sources.grammar.areas import Area, area_marks, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("phrases")

_EDGE = " \t\u00a0,.:;*•-–—\"“”«»'’()"
_ELIDED = re.compile(rf"\s(?:n|s|l|d|qu|c|j)['’]?$|\s{_WORDS['particles_mul']}$", re.IGNORECASE)
_LONGEST = 7
_A_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def non_english_phrase(phrase: str, grammar: Grammar) -> str:
    """The name in a noun phrase, or "" where the phrase has none.

    Args:
        phrase: the words before a verb, beside a figure, or of a label.
        grammar: its `articles`, `name_leads`, `name_cuts`, `generic_subjects`.
    """
    name = " ".join(phrase.split()).strip(_EDGE)
    previous = None
    while previous != name:
        previous = name
        name = _ELIDED.sub("", _lead(grammar).sub("", name)).strip(_EDGE)
        if name.lower() in _generic(grammar):
            return ""
    if located := _measured_within(grammar).match(name):
        return non_english_phrase(located["np"], grammar)
    measured = _measured(grammar).match(name)
    if measured and not grammar.pattern("market_words").match(name):
        if grammar.pattern("value_nouns").fullmatch(measured.group()) and not _owner(grammar).match(
            name, measured.end()
        ):
            measured = None
    if measured and not grammar.pattern("market_words").match(name):
        owner = _owner(grammar).match(name, measured.end())
        if owner is None and grammar.pattern("segment_words").match(name):
            return non_english_phrase(name[measured.end() :], grammar)
        return non_english_phrase(name[owner.end() :], grammar) if owner else ""
    cut = _cut(grammar).search(name)
    if (cut and cut.start() > 1 and not area_marks(name, cut.start(), len(name))) or (
        cut and cut.start() > 1 and not area_marks(name, 0, cut.start())
    ):
        name = name[: cut.start()].strip(_EDGE)
    name = _before_verb(name, grammar)
    name = _tail(grammar).sub("", name).strip(_EDGE)
    if len(name) < 2 or name.lower() in _generic(grammar) or grammar.pattern("metrics.cagr").search(name):
        return ""
    if _no_name(grammar).fullmatch(name) or grammar.pattern("percent").search(name):
        return ""
    return _nominative(name, phrase) if grammar.language == "de" else name


def _before_verb(name: str, grammar: Grammar) -> str:
    """ "Europe garde la première place": a name ends before a verb of its clause; German nouns are no verbs."""
    for verb in grammar.pattern("subject_verbs").finditer(name):
        if verb.start() > 1 and verb.group()[0].islower() and " " in name[verb.end() :].strip(_EDGE) + " ":
            return name[: verb.start()].strip(_EDGE)
    return name


@cache
def _no_name(g: Grammar) -> re.Pattern[str]:
    """Only verbs and measures: "deverá llegar", "Stückzahl", "ventas totales"."""
    lists = "subject_verbs value_nouns moved_words year_leads lead_adverbs status.forecast status.historical".split()
    words = g.source(*lists, also=g.all_verbs)
    hedges = alternation(
        w for n in ("~", ">", "<", ">=", "<=") for w in g.phrases(f"comparators.{n}") if w[0].isalpha() and w != "gut"
    )
    reflexive = r"[a-zà-ÿ]+(?:arse|erse|irse|arsi|ersi|irsi)"
    return re.compile(rf"(?:(?:{words}|{reflexive})[\s,]*)+|[\"„“«]?{hedges}\s.*|[0-9].*", re.IGNORECASE)


@cache
def _tail(g: Grammar) -> re.Pattern[str]:
    """Adverbs that close a phrase: "der Markt dagegen", "le luxe lui-même"."""
    words = [
        *g.phrases("name_tail_words"),
        *g.phrases("lead_adverbs"),
        *(a for a in g.phrases("articles") if a.isalpha()),
    ]
    return re.compile(rf"(?:\s{alternation(words)})+$", re.IGNORECASE)


@cache
def _measured_within(g: Grammar) -> re.Pattern[str]:
    """ "los hospitales privados el avance": a measure of its own behind the part that it is measured in."""
    measures = g.source("metrics.growth", "value_nouns", "share_words")
    articles = g.source("articles")
    return re.compile(rf"(?P<np>[^,;:]{{3,60}}?),?\s{articles}\s?{measures}$", re.IGNORECASE)


_OBLIQUE = re.compile(rf"(?:^|\s){_WORDS['oblique_articles_de']}\s", re.IGNORECASE)
_WEAK = re.compile(
    r"^(?P<stem>[a-zäöüß]{3,}(?:isch|lich|iert|ig|al|iv|ell|är|os|end|an|at|em|er|t|l|r|n|d|s|ch|m))en\s(?=(?:[a-zäöüß]+en\s)?[A-ZÄÖÜ])"
)


def _nominative(name: str, phrase: str) -> str:
    """ "Der aromatisierten Ware traut man 8 % zu": the name in the nominative, "aromatisierte Ware"."""
    return _WEAK.sub(lambda m: m["stem"] + "e ", name) if _OBLIQUE.search(" " + phrase[:40]) else name


def _measured(g: Grammar) -> re.Pattern[str]:
    """A phrase that opens with what is measured: "croissance la plus vive", "precio medio"."""
    return g.pattern("metrics.growth", "metrics.price", "share_words", "segment_words", "value_nouns")


@cache
def _generic(g: Grammar) -> frozenset[str]:
    lists = ("generic_subjects", "articles", "name_leads", "name_cuts", "and_words", "moved_words")
    return frozenset(p.lower() for name in lists for p in g.phrases(name))


@cache
def _lead(g: Grammar) -> re.Pattern[str]:
    words = [*g.phrases("articles"), *g.phrases("name_leads"), *g.phrases("lead_adverbs"), *g.phrases("and_words")]
    elided = [w for w in words if w.endswith("'")]
    whole = [w for w in words if not w.endswith("'")]
    return re.compile(rf"^(?:{alternation(whole)}[\s,]+|{alternation(elided)}\s?)", re.IGNORECASE)


@cache
def _cut(g: Grammar) -> re.Pattern[str]:
    words = [w for w in g.phrases("name_cuts") if w not in g.phrases("name_keeps")]
    holds = [w for w in words if w in g.phrases("name_holds")]
    others = [w for w in words if w not in holds]
    small = g.source("articles", also=words)
    held = rf"|(?<=\s){alternation(holds)}(?=\s(?:{small}|[^a-zà-ÿ]|\w{{1,2}}\b)|$)" if holds else ""
    return re.compile(rf",\s|\s[(–—]|(?<=\s)(?i:{alternation(others)})(?=\s|$){held}")


@cache
def _owner(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s(?:\w+\s)?{g.source('owner_links')}\s?", re.IGNORECASE)


@cache
def _ends_as_verb(g: Grammar) -> re.Pattern[str]:
    small = g.source("articles", *(f"comparators.{n}" for n in ("~", ">", "<", ">=", "<=")))
    return re.compile(
        rf"(?<=\s)[a-zà-ÿ]{{2,}}(?:{'|'.join(g.phrases('verb_endings'))})(?=(?:\s{small}){{0,2}}\s?(?:\w{{1,4}}\s)?(?:{small}\s?)?$)"
    )


def unlisted_verb(text: str, start: int, figure: int, grammar: Grammar) -> re.Match[str] | None:
    """A word right before a figure that is a verb by its ending: "acapararon el 34 %"."""
    if not grammar.phrases("verb_endings"):
        return None
    found = _ends_as_verb(grammar).search(text, max(start, figure - 40), figure)
    return found if found and len(text[start : found.start()].split()) <= _LONGEST else None


def non_english_name_before(text: str, start: int, figure: int, grammar: Grammar) -> str | None:
    """The name that is beside a figure without a verb: "seguida por pele (", "México, con un "."""
    pieces = re.split(r"[,;:]\s|\s[–—]\s", text[start:figure])
    for number, piece in reversed(list(enumerate(pieces))):
        if number == 0 and len(pieces) > 1 and _modifies(grammar).match(piece) and not area_marks(piece, 0, len(piece)):
            return None  # "+3,9 % in termini nominali; ": said of the figure before
        if number and _demonstrative(grammar).match(piece):
            continue  # "o soft, aquele das casquinhas, por 8 %"
        marks = area_marks(piece, 0, len(piece))
        if marks and not piece[marks[-1].end :].strip(_EDGE):
            return piece[marks[-1].start : marks[-1].end]
        words = piece.strip(_EDGE)
        if grammar.pattern("subject_verbs").search(words) or re.search(r"[0-9]", words):
            return None
        if name := non_english_phrase(words, grammar):
            return name if len(name.split()) <= _LONGEST else None
        if len(words.split()) > 3:
            return None
    return None


@cache
def _demonstrative(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s*{g.source('demonstratives')}\s", re.IGNORECASE)


@cache
def _modifies(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"\s(?:{g.source('place_leads', 'of_words')})\s?[^\W\d_]", re.IGNORECASE)


def inverted(text: str, start: int, verb: re.Match[str], figure: int, grammar: Grammar) -> tuple[int, int] | None:
    """The subject of a clause whose verb comes first, or behind an adverbial: "Am schnellsten wächst X mit"."""
    before = text[start : verb.start()].strip(" ,")
    if before and not opens_as_adverbial(before, grammar) and not _A_YEAR.fullmatch(before):
        return None
    if marks := area_marks(text, start, verb.start()):
        nearer = [m for m in area_marks(text, verb.end(), figure) if m.area != marks[-1].area]
        if nearer and grammar.ending("place_leads").search(text[verb.end() : nearer[0].start]):
            return (nearer[0].start, nearer[0].end)  # "In Europa ist für Deutschland"
        return (start, verb.start())
    found = _following(grammar).match(text, verb.end(), figure)
    if found is None or not non_english_phrase(found["np"], grammar):
        return None
    return found.span("np")


@cache
def _following(g: Grammar) -> re.Pattern[str]:
    hedges = [w for name in ("~", ">", "<", ">=", "<=") for w in g.phrases(f"comparators.{name}") if w.isalpha()]
    words = [
        w for w in (*g.phrases("name_cuts"), *g.phrases("year_leads"), *hedges) if w not in g.phrases("name_keeps")
    ]
    return re.compile(
        rf"\s(?:sich\s|se\s)?(?P<np>[^,;:.()0-9%€$]{{2,80}}?)(?=\s{alternation(words)}\s|\s?[,;:.(]|\s?[0-9€$%]|$)",
        re.IGNORECASE,
    )


def impersonal(text: str, start: int, verb: re.Match[str], grammar: Grammar) -> bool:
    """The verb is impersonal: "se proyecta que"."""
    before = text[start : verb.start()].strip(" ,").lower().replace("’", "'")
    return before in grammar.phrases("impersonals") or any(
        before.endswith(" " + w) and opens_as_adverbial(before, grammar) for w in grammar.phrases("impersonals")
    )


def has_article(phrase: str, grammar: Grammar) -> bool:
    """ "le Big Data": a name with an article is no firm's."""
    return bool(_articles(grammar).match(phrase.lstrip()))


@cache
def _articles(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"^{g.source('articles')}\s", re.IGNORECASE)


def of_industry(phrase: str, grammar: Grammar) -> bool:
    """ "fatturato degli operatori", "ventas de las empresas del sector": what a whole industry sells."""
    return bool(_industry(grammar).match(phrase.strip(_EDGE)))


def makers(phrase: str, grammar: Grammar) -> bool:
    """ "die Mitglieder des Verbands", "les fabricants": those whose sales are the market's."""
    name = phrase.strip(_EDGE)
    while article := _articles(grammar).match(name):
        name = name[article.end() :]
    found = grammar.pattern("industry_words").match(name)
    return bool(found and re.match(r"$|\s[a-zà-ÿ]|,", name[found.end() :]))


def of_market(phrase: str, grammar: Grammar) -> bool:
    """ "Absatz von Aquarienpumpen": the sales of what a text without a named market is about."""
    name = _articles(grammar).sub("", phrase.strip(_EDGE), count=1)
    noun = grammar.pattern("value_nouns").match(name)
    return bool(noun and _owner(grammar).match(name, noun.end()))


@cache
def _industry(g: Grammar) -> re.Pattern[str]:
    nouns = g.source("value_nouns", "metrics.market_size")
    return re.compile(
        rf"(?:{g.source('articles')}\s?)?{nouns}\s(?:\w+\s)?{g.source('owner_links')}\s?(?:{g.source('articles')}\s?)?{g.source('industry_words')}",
        re.IGNORECASE,
    )


def its_market(phrase: str, grammar: Grammar) -> bool:
    """ "su mercado", "seine Umsätze": what belongs to the subject before."""
    return bool(_its(grammar).fullmatch(phrase.strip(_EDGE)))


@cache
def _its(g: Grammar) -> re.Pattern[str]:
    nouns = g.source("market_words", "value_nouns", "share_words", "metrics.market_size", "possessed")
    return re.compile(
        rf"{g.source('possessives')}\s(?:\w+\s)?{nouns}(?:\s(?:de|d['’]|di|von|an)\s?[\w-]+)?",
        re.IGNORECASE,
    )


def adjective_area(phrase: str) -> Area | None:
    """The area that an adjective in the phrase speaks of: "mercado brasileiro"."""
    return next((a for w in re.findall(r"[^\W\d_]+", phrase.lower()) if (a := area_of_adjective(w))), None)
