"""Clauses in languages other than English: asides and sources are blanked, and the subject is found, also in inverted and relative clauses.

The clause itself is read in `clauses`; noun phrases in `non_english_phrases`.
"""

from __future__ import annotations

import re
from functools import cache

from sources.extract.phrases.clauses import Clause, clause_of
from sources.extract.phrases.non_english_phrases import non_english_phrase
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words
from sources.grammar.phrase_patterns import alternation

_WORDS = pattern_words("phrases")

_LONG = 400
_FARTHEST = 2_000


def non_english_clause(text: str, start: int, figure: int, grammar: Grammar) -> Clause:
    """As `clause_of`; in a language of its own with asides left out, and with the subjects of ranks, clefts and relative clauses.

    Args:
        text: canonical text.
        start: where the sentence, or what counts of it, begins.
        figure: offset of the figure.
        grammar: the document's words.
    """
    if not grammar.is_non_english:
        return clause_of(text, start, figure, grammar)
    start = max(start, figure - _FARTHEST)  # a line of megabytes is no sentence
    piece = _without_asides(text[start:figure] + " 1", grammar)
    last = len(piece) - 2
    if (
        special := _verb_final(piece, last, grammar)
        or _ranked(piece, last, grammar)
        or _cleft(piece, last, grammar)
        or _relative(piece, last, grammar)
    ):
        begin, (a, b) = special
        return Clause(start + begin, None, text[start + a : start + b], start + a, "", None)
    behind = _parallel(piece, last, grammar)
    clause = clause_of(piece, behind, last, grammar)
    if clause.subject is None and (
        span := _within(piece, clause.start, last, grammar) or _allotted(piece, clause.start, last, grammar)
    ):
        clause = clause._replace(subject=piece[span[0] : span[1]], subject_start=span[0])
    subject = clause.subject
    if subject is not None:
        subject = " ".join(subject.split())
    return clause._replace(start=clause.start + start, subject=subject, subject_start=clause.subject_start + start)


def _without_asides(piece: str, g: Grammar) -> str:
    """The words before a figure with brackets, sources and appositions blanked; offsets stay."""
    for pattern in (_BRACKET, _LED, _sources(g)):
        piece = pattern.sub(_blank, piece)
    return _subordinate(g).sub(_blank, _without_appositions(piece, g))


def _without_appositions(piece: str, g: Grammar) -> str:
    """Appositions blanked where a verb or a figure follows them."""
    opened, at = _apposed(g), 0
    while aside := opened.search(piece, at):
        at = aside.start() + 1
        if g.pattern("subject_verbs").match(piece, aside.end()) or _goes_on(g).match(piece, aside.end()):
            piece, at = piece[: aside.start()] + _blank(aside) + piece[aside.end() :], aside.end()
    return piece


def _blank(m: re.Match[str]) -> str:
    keep = m.groupdict().get("keep")
    if keep is not None:
        return " " * (len(m.group()) - len(keep)) + keep
    return " " * len(m.group())


# ", mit Australien, Indien und Südkorea an der Spitze,"
_LED = re.compile(rf",\s{_WORDS['with_words_mul']}\s[^;:0-9]{{2,90}}?\s{_WORDS['at_the_top_mul']},", re.IGNORECASE)
_BRACKET = re.compile(r"\s[(\[][^()\[\]0-9]{1,60}[)\]]")


@cache
def _sources(g: Grammar) -> re.Pattern[str]:
    """ "nach Angaben des Verbands X", ", según el instituto Y,": who says it."""
    leads = alternation(w for w in g.phrases("source_leads") if ":" not in w)
    return re.compile(
        rf"(?:^|(?<=[\s])){leads}\s(?:[\w’'-]+\s){{0,3}}?[A-ZÀ-Þ][\w’'&.-]*(?:\s(?:{_WORDS['name_joints_mul']}\s)?[A-ZÀ-Þ&][\w’'&.-]*){{0,4}}(?=\s(?!und\s|et\s|y\s|e\s)[^,]|,)",
    )


@cache
def _apposed(g: Grammar) -> re.Pattern[str]:
    """ ", der zweitgrößten Volkswirtschaft,", ", mit Australien und Indien an der Spitze,", ", die im Verband organisiert sind,"."""
    opens = g.source("articles", "aside_openers")
    return re.compile(
        rf",\s(?![^,]*{g.source('segment_words')}){opens}(?:\s|(?<=['’]))[^,;:0-9]{{2,90}},\s",
        re.IGNORECASE,
    )


@cache
def _goes_on(g: Grammar) -> re.Pattern[str]:
    """A figure with what leads to it, behind an apposition."""
    leads = g.source("rate_leads", "name_cuts")
    return re.compile(rf"(?:{g.source('and_words')}\s)?{leads}\s?(?:\w+\s){{0,3}}[0-9]|[0-9]", re.IGNORECASE)


@cache
def _subordinate(g: Grammar) -> re.Pattern[str]:
    """ "Comme on pouvait s'y attendre, ...": a clause that opens the sentence and has no figure."""
    opens = g.source("subordinators")
    return re.compile(rf"^\s*{opens}(?:\s|(?<=['’]))[^,;:0-9]{{2,90}},", re.IGNORECASE)


@cache
def _rank_copula(g: Grammar) -> re.Pattern[str]:
    """ "bleibt China mit ", "est l'Allemagne, avec ", "è il trasporto con il "."""
    copulas, withs = g.source("copulas"), g.source("with_words")
    return re.compile(
        rf"\s{copulas}\s(?:{_WORDS['still_adverbs_mul']}\s)?(?P<np>[^,;:0-9]{{2,60}}?),?\s{withs}\s(?:[\w'’]+(?:\s[\w'’]+){{0,3}}\s?)?$",
        re.IGNORECASE,
    )


def _ranked(piece: str, figure: int, g: Grammar) -> tuple[int, tuple[int, int]] | None:
    """ "Größter Einzelmarkt bleibt China mit 2,4": the name behind the copula, where a rank is before it."""
    if not g.phrases("superlatives") or not (copula := _rank_copula(g).search(piece[:figure])):
        return None
    begin = max((m.end() for m in re.finditer(r"[;:]\s|,\s", piece[: copula.start()])), default=0)
    head = piece[begin : copula.start()]
    if not g.pattern("superlatives").search(head) or area_marks(head, 0, len(head)) or re.search(r"[0-9]", head):
        return None
    return (begin, copula.span("np")) if non_english_phrase(copula["np"], g) else None


@cache
def _cleft_of(g: Grammar) -> re.Pattern[str]:
    """ "c'est la distribution qui ", "son los hospitales los que ", "sind es die Kliniken, die "."""
    return re.compile(
        rf"\b{_WORDS['cleft_verbs_mul']}\s(?P<np>[^,;:0-9]{{2,60}}?),?\s"
        r"(?:qui|(?:el|la|los|las|quien|quienes)\s(?:que)?|que|quem|a\s(?=\w+(?:re|rsi)\b)|ad\s(?=\w+re\b)|che|die|der|das)\s",
        re.IGNORECASE,
    )


def _cleft(piece: str, figure: int, g: Grammar) -> tuple[int, tuple[int, int]] | None:
    cleft = next(reversed(list(_cleft_of(g).finditer(piece, 0, figure))), None)
    if cleft is None or not non_english_phrase(cleft["np"], g):
        return None
    rest = piece[cleft.end() : figure]
    verb = g.pattern("subject_verbs").match(rest) or re.match(r"\w+(?:re|rsi)\b", rest)
    return (cleft.start(), cleft.span("np")) if verb and len(rest) < _LONG else None


@cache
def _who(g: Grammar) -> re.Pattern[str]:
    """ "Europa occidental, que hoy supone un ", "les effervescents, qui pèsent déjà la "."""
    pronouns = g.source("relative_pronouns")
    return re.compile(
        rf"(?:^|[.;:,]\s|\s{g.source('and_words')}\s)(?P<np>[^,;:0-9]{{2,60}}),\s{pronouns}\s",
        re.IGNORECASE,
    )


def _verb_follows(piece: str, at: int, figure: int, g: Grammar) -> bool:
    """A verb or a figure is behind a relative pronoun, with three words between at most."""
    for _ in range(_BETWEEN + 1):
        if g.pattern("subject_verbs").match(piece, at, figure) or piece[at : at + 1].isdigit():
            return True
        word = _A_WORD.match(piece, at, figure)
        if word is None:
            return False
        at = word.end()
    return False


_BETWEEN = 3
_A_WORD = re.compile(r"\w+\s")


def _relative(piece: str, figure: int, g: Grammar) -> tuple[int, tuple[int, int]] | None:
    """The noun before a relative clause with a figure, where that noun opens the sentence."""
    if not g.phrases("relative_pronouns"):
        return None
    pronouns = (m for m in _who(g).finditer(piece, 0, figure) if _verb_follows(piece, m.end(), figure, g))
    pronoun = next(reversed(list(pronouns)), None)
    if pronoun is None or re.search(r",\s", piece[pronoun.end() : figure]):
        return None
    np = pronoun["np"]
    if g.pattern("subject_verbs").search(np) or not non_english_phrase(np, g):
        return None
    return (pronoun.start("np"), pronoun.span("np"))


def _parallel(piece: str, figure: int, g: Grammar) -> int:
    """Where a clause begins behind a comma and a figure: "X domina com 43 %, a Europa segue com "."""
    for m in reversed(list(re.finditer(r"(?<=[^0-9]),\s|,\s(?=[^0-9\s])", piece[:figure]))):
        rest = piece[m.end() : figure]
        verb = g.pattern("subject_verbs").search(rest)
        head = rest[: verb.start()].strip() if verb else ""
        if not verb or not head or len(head.split()) > _SHORT or re.search(r"[0-9,;:]", head):
            continue
        if _opens_otherwise(g).match(head) or not re.search(r"[0-9]", piece[: m.start()]):
            continue
        if non_english_phrase(head, g) or area_marks(head, 0, len(head)):
            return m.end()
    return 0


_SHORT = 6


@cache
def _opens_otherwise(g: Grammar) -> re.Pattern[str]:
    """Prepositions, relative pronouns and subordinators: no noun phrase begins with one."""
    lists = (
        "place_leads name_cuts intro_leads relative_pronouns subordinators rate_leads moved_words impersonals"
    ).split()
    articles = g.phrases("articles")
    words = [p for name in lists for p in g.phrases(name) if p not in articles]
    return re.compile(rf"{alternation(words)}(?:\s|$)", re.IGNORECASE)


@cache
def _part_first(g: Grammar) -> re.Pattern[str]:
    """ "En los hospitales privados el avance fue del "."""
    places, articles = g.source("place_leads"), g.source("articles")
    measures = g.source("metrics.growth", "value_nouns", "share_words", "metrics.market_size")
    return re.compile(
        rf"\s*{places}\s(?:{articles}\s)?(?P<np>[^,;:0-9]{{3,60}}?),?\s{articles}\s?{measures}\s(?={g.source('subject_verbs')})",
        re.IGNORECASE,
    )


@cache
def _market_first(g: Grammar) -> re.Pattern[str]:
    """ "Nel mercato mondiale delle pompe le pompe sommerse valgono "."""
    places, articles = (
        g.source("place_leads"),
        alternation(a for a in g.phrases("articles") if a.isalpha()),
    )
    return re.compile(
        rf"\s*{places}\s(?:{articles}\s)?{g.source('market_words')}\s[^,;:0-9]{{3,80}}\s(?P<np>{articles}\s[^,;:0-9]{{2,60}}?)\s(?={g.source('subject_verbs')})",
        re.IGNORECASE,
    )


def _within(piece: str, start: int, figure: int, g: Grammar) -> tuple[int, int] | None:
    match = _part_first(g).match(piece, start, figure) or _market_first(g).match(piece, start, figure)
    return _named(match, g)


def _named(match: re.Match[str] | None, g: Grammar) -> tuple[int, int] | None:
    """Where the noun phrase of a match is, if it names anything."""
    return match.span("np") if match and non_english_phrase(match["np"], g) else None


@cache
def _allotting(g: Grammar) -> re.Pattern[str]:
    """ "Auf das Dental-Segment entfielen 2024 ", "Ai surgelati va il "."""
    leads, verbs = g.source("allotted_leads"), g.source("allotting_verbs")
    return re.compile(
        rf"(?:^|[.;,]\s|\s{_WORDS['clause_ands_mul']}\s)\s*{leads}\s?(?P<np>[^,;:0-9]{{2,70}}?)\s(?:le\s|les\s)?{verbs}\s",
        re.IGNORECASE,
    )


def _allotted(piece: str, start: int, figure: int, g: Grammar) -> tuple[int, int] | None:
    if not g.phrases("allotting_verbs"):
        return None
    match = next(reversed(list(_allotting(g).finditer(piece, start, figure))), None)
    return _named(match, g)


@cache
def _part_behind(g: Grammar) -> re.Pattern[str]:
    ands = g.source("and_words")
    return re.compile(
        rf"\s{g.source('part_leads')}\s(?P<np>[^,.;:()0-9]{{3,50}}?)(?=[,.;:)]|\s{ands}\s|\s{g.source('contrast_words')}\s|$)",
        re.IGNORECASE,
    )


def part_behind(text: str, figure_end: int, end: int, grammar: Grammar) -> str | None:
    """The part that a growth rate is said of behind it: "del 6 % en los hoteles y del 3,5 % en los restaurantes"."""
    match = _part_behind(grammar).match(text, figure_end, end)
    if match is None or _no_part(grammar).search(match["np"]) or area_marks(match["np"], 0, len(match["np"])):
        return None
    return match["np"] if non_english_phrase(match["np"], grammar) else None


@cache
def _no_part(g: Grammar) -> re.Pattern[str]:
    """Times and wholes: "en el periodo", "dans le monde", "im Markt"."""
    lists = (
        "periods.forecast_period periods.units periods.base_year periods.last_year market_words world_words "
        "value_nouns metrics.growth subject_verbs"
    ).split()
    return re.compile(
        g.source(*lists) + rf"|\b(?:{_WORDS['no_part_nouns_mul']})\b",
        re.IGNORECASE,
    )


@cache
def _conjoined(g: Grammar) -> re.Pattern[str]:
    cuts = alternation(
        [
            w
            for w in (*g.phrases("name_cuts"), *g.phrases("year_leads"), *g.phrases("rate_leads"))
            if w not in g.phrases("name_keeps")
        ]
    )
    return re.compile(
        rf"\b{_WORDS['subordinators_de']}\s(?P<np>[^,;:0-9]{{2,60}}?)\s(?={cuts}\s|[0-9])",
        re.IGNORECASE,
    )


def _verb_final(piece: str, figure: int, g: Grammar) -> tuple[int, tuple[int, int]] | None:
    """ "während Luftpumpen bis 2030 mit einer CAGR von 7 % zulegen": German clauses that keep their verb for the end."""
    if g.language != "de":
        return None
    match = next(reversed(list(_conjoined(g).finditer(piece, 0, figure))), None)
    if (
        match is None
        or re.search(r"[;:]|,\s", piece[match.end() : figure])
        or g.pattern("subject_verbs").search(piece, match.end(), figure)
    ):
        return None
    return (match.start(), match.span("np")) if non_english_phrase(match["np"], g) else None


@cache
def _came_from(g: Grammar) -> re.Pattern[str]:
    """ "la mitad de las ventas corresponde a las bombas", "41 % des Umsatzes stammen aus Kliniken"."""
    whole, verbs = g.source("of_words"), g.source("origin_verbs")
    return re.compile(
        rf"\s?{whole}\s?[^,.;:()0-9]{{2,50}}?\s{verbs}\s?(?P<np>[^,.;:()0-9]{{2,60}}?)(?=[,.;:)]|\s{g.source('and_words')}\s|\s(?:19|20)[0-9]{{2}}|$)",
        re.IGNORECASE,
    )


def origin_behind(text: str, figure_end: int, end: int, grammar: Grammar) -> str | None:
    """The owner of a share that a verb follows."""
    if not grammar.phrases("origin_verbs"):
        return None
    match = _came_from(grammar).match(text, figure_end, end)
    return (
        match["np"]
        if match and (area_marks(match["np"], 0, len(match["np"])) or non_english_phrase(match["np"], grammar))
        else None
    )
