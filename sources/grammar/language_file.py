"""One file of `languages/`: the lists that it may hold, and its reading. How lists of several files become one is in `phrase_lists`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sources.grammar.grammar_cache import WordLoader, yaml_content

LANGUAGES = Path(__file__).parent / "languages"


class NumberStyle(BaseModel):
    """How a language prints numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    decimal: str
    grouping: str


class LanguageFile(BaseModel):
    """One file of `languages/`. Every list holds whole phrases; later files add to earlier ones."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    language: str
    numbers: NumberStyle
    year_links: tuple[str, ...] = ()
    amount_words: tuple[str, ...] = ()
    stop_words: tuple[str, ...] = ()
    topic_stop_words: tuple[str, ...] = ()
    percent: tuple[str, ...] = ()
    percentage_points: tuple[str, ...] = ()
    basis_points: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    scales: dict[str, int] = Field(default_factory=dict)
    cardinals: dict[str, str] = Field(default_factory=dict)  # word → value
    number_parts: dict[str, str] = Field(default_factory=dict)  # parts of one in a number: "a half" → "0.5"
    number_scales: dict[str, int] = Field(default_factory=dict)  # powers of ten that need no number before them
    number_links: tuple[str, ...] = ()  # "and" between two parts of a number
    number_points: tuple[str, ...] = ()  # "point", before decimals
    fraction_joints: tuple[str, ...] = ()  # "分之", between denominator and numerator
    not_numerals: tuple[str, ...] = ()  # words that are written as a number is
    vague_leads: tuple[str, ...] = ()  # "数", "several": what follows is no exact number
    fractions: dict[str, str] = Field(default_factory=dict)  # phrase → "1/2"
    unit_scales: dict[str, tuple[int, str]] = Field(
        default_factory=dict
    )  # unit as printed → power of ten and base unit
    fraction_links: tuple[str, ...] = ()  # words that make what is before them a fraction of something
    ratio_words: tuple[str, ...] = ()  # "three out of ten"
    comparators: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    comparators_after: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    range_words: tuple[str, ...] = ()
    range_openers: tuple[str, ...] = ()
    growth_openers: tuple[str, ...] = ()
    periods: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    status: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    metrics: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    counted_nouns: tuple[str, ...] = ()
    report_details: tuple[str, ...] = ()
    report_price: tuple[str, ...] = ()
    motion_verbs: tuple[str, ...] = ()
    rise_verbs: tuple[str, ...] = ()  # finite verbs by which a measure goes up
    rise_nouns: tuple[str, ...] = ()  # their other forms, and nouns
    fall_verbs: tuple[str, ...] = ()
    fall_nouns: tuple[str, ...] = ()
    modal_spans: tuple[str, ...] = ()
    segment_words: tuple[str, ...] = ()
    measured_units: tuple[str, ...] = ()
    identifier_words: tuple[str, ...] = ()
    numbered_words: tuple[str, ...] = ()
    market_words: tuple[str, ...] = ()
    generic_subjects: tuple[str, ...] = ()
    subject_verbs: tuple[str, ...] = ()
    reporting_verbs: tuple[str, ...] = ()
    verbs: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # regular verbs by what they say of a figure
    verb_forms: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # "growth past": irregular forms
    not_verbs: tuple[str, ...] = ()  # forms that are nouns more often than verbs: "la hausse", "la marca"
    falls: tuple[str, ...] = ()  # words that make growth negative: "Rückgang", "recul"
    growth_behind: tuple[str, ...] = ()  # right behind a percentage: "más", "de hausse", "en plus"
    fall_behind: tuple[str, ...] = ()  # "menos", "de baisse"
    fall_tails: tuple[str, ...] = ()  # at the end of a clause: "zurück", "ab"
    split_verbs: tuple[str, ...] = ()  # "ging zurück": two parts of a verb with the figure between them
    other_subjects: tuple[str, ...] = ()  # what has figures of its own and is no market: exports, jobs
    figure_verbs: tuple[str, ...] = ()  # words that are verbs right before a figure and may be nouns elsewhere
    agent_nouns: tuple[str, ...] = ()  # those who make or buy the whole of a market
    trade_verbs: tuple[str, ...] = ()  # what they do to it
    measure_nouns: tuple[str, ...] = ()  # "sales" in "sales of X"
    product_words: tuple[str, ...] = ()  # "the systems": whatever was spoken of before
    common_names: tuple[str, ...] = ()  # names of parts that are capitalised at a sentence's start only
    kind_words: tuple[str, ...] = ()  # behind an adjective of area they make it a kind: "Greek types"
    twin_verbs: dict[str, tuple[str, ...]] = Field(
        default_factory=dict
    )  # listed verbs that are also nouns → what follows them where they are verbs
    generic_words: tuple[
        str, ...
    ] = ()  # a phrase of nothing but these names no part: measures, times, directions, reports, sellers
    no_part_words: tuple[str, ...] = ()  # words that no name of a part holds: pronouns, adverbs, words of degree
    name_verbs: tuple[str, ...] = ()  # verbs at which a name ends: "Lenovo ranks first"
    reporters: tuple[str, ...] = ()  # speakers on the market: studies, bodies, people
    firm_heads: tuple[str, ...] = ()  # heads of phrases that mean a seller: "the Korean maker"
    weak_heads: tuple[str, ...] = ()  # heads of phrases that name no part: events, times, ranks
    measure_heads: tuple[str, ...] = ()  # heads of phrases that name what is measured: "written premiums"
    measure_qualifiers: tuple[str, ...] = ()  # words beside them that name no part either
    nouns_in_ly: tuple[str, ...] = ()  # nouns that look like adverbs
    nouns_in_ando: tuple[str, ...] = ()  # nouns that look like gerunds
    rank_adjectives: tuple[str, ...] = ()  # "the five first", "largest"
    object_links: tuple[str, ...] = ()  # between a market that is an object and its figure: "the market to"
    object_stops: tuple[str, ...] = ()  # words by which it is no object of a change: "of the market", "lead the market"
    world_words: tuple[str, ...] = ()  # words of a text about the whole world
    title_ends: tuple[str, ...] = ()  # words behind the market's name in a title
    source_subjects: tuple[str, ...] = ()  # subjects that say something of the market and are no part of it
    company_verbs: tuple[str, ...] = ()  # what firms do and markets do not
    deal_words: tuple[str, ...] = ()  # headings under which amounts are those of firms
    source_leads: tuple[str, ...] = ()  # words before the name of a source
    source_tails: tuple[str, ...] = ()  # words behind it
    source_nouns: tuple[str, ...] = ()  # "X's estimate"
    publisher_words: tuple[str, ...] = ()  # words in the names of houses, papers and bodies that publish
    house_words: tuple[str, ...] = ()  # words in the names of research houses
    house_nouns: tuple[str, ...] = ()  # common nouns for those who publish: "Beratungshaus", "cabinet"
    home_leads: tuple[str, ...] = ()  # prepositions before the one area that a whole text is about
    placing_verbs: tuple[str, ...] = ()  # whose object is an area: "put Asia at the top with"
    region_words: tuple[str, ...] = ()  # "the region": the one named last
    focus_words: tuple[str, ...] = ()  # "mainly" before an area that is an aside: "imports, mainly from Poland,"
    viewed_tails: tuple[str, ...] = ()  # behind an area that a clause is about: "来看", "では"
    aside_openers: tuple[str, ...] = ()  # open an aside between commas: "mit", "dont", "que"
    subordinators: tuple[str, ...] = ()  # open a subordinate clause before the main one: "comme", "wenn"
    superlatives: tuple[str, ...] = ()  # ranks: "größter", "le premier"
    copulas: tuple[str, ...] = ()  # between a rank and who holds it: "bleibt"
    with_words: tuple[str, ...] = ()  # "with"
    relative_pronouns: tuple[str, ...] = ()
    possessives: tuple[str, ...] = ()  # "its market": that of the subject before
    name_tail_words: tuple[str, ...] = ()  # close a noun phrase and are no part of the name: "dagegen", "à eux trois"
    bracket_links: tuple[str, ...] = ()  # between figures of one bracket: "soit", "davon"
    landing_words: tuple[str, ...] = ()  # before the amount that growth leads to: "hasta los", "auf"
    industry_words: tuple[str, ...] = ()  # who makes up a whole industry: "operatori", "Hersteller"
    possessed: tuple[str, ...] = ()  # nouns that, with "its", point back: "ses achats"
    demonstratives: tuple[str, ...] = ()  # open an explanation behind a name: "aquele das casquinhas"
    allotting_verbs: tuple[str, ...] = ()  # "auf X entfallen 30 %", "ai surgelati va il 30 %"
    allotted_leads: tuple[str, ...] = ()  # prepositions before the owner of a share
    part_leads: tuple[str, ...] = ()  # prepositions before the part behind a figure: "6 % en los hoteles"
    origin_verbs: tuple[str, ...] = ()  # behind "30 % of sales": "stammen aus", "corresponde a"
    not_tenths: tuple[str, ...] = ()  # words that begin with one of them
    tenths: tuple[str, ...] = ()  # "割", "成": tenths of a whole behind a digit or a number word
    impact_words: tuple[str, ...] = ()  # what makes a percentage a contribution to the growth rate
    not_volume_nouns: tuple[str, ...] = ()  # counted, but never the market's volume: people, firms
    report_words: tuple[str, ...] = ()  # the report itself, in its own words
    sale_words: tuple[str, ...] = ()  # that it is for sale
    articles: tuple[str, ...] = ()  # open a noun phrase and are no part of a name
    name_leads: tuple[str, ...] = ()  # prepositions and ranks before a name
    name_cuts: tuple[str, ...] = ()  # words at which a name ends
    name_keeps: tuple[str, ...] = ()  # prepositions that a name may hold
    place_leads: tuple[str, ...] = ()  # prepositions before an area
    contrast_words: tuple[str, ...] = ()  # "while": a clause of its own follows
    and_words: tuple[str, ...] = ()
    dimension_leads: tuple[str, ...] = ()  # "by", before the name of a segmentation
    year_leads: tuple[str, ...] = ()  # prepositions before a year
    intro_leads: tuple[str, ...] = ()  # open an adverbial before the subject
    lead_adverbs: tuple[str, ...] = ()  # adverbs before a verb whose subject follows it
    span_openers: tuple[str, ...] = ()  # "from", "since" before the year a period starts
    through_words: tuple[str, ...] = ()  # "through" before the year a period ends
    of_words: tuple[str, ...] = ()  # "of" behind a percentage
    value_nouns: tuple[str, ...] = ()  # what a share is a share of
    share_words: tuple[str, ...] = ()
    share_nouns: tuple[str, ...] = ()  # what a share is called, as the subject of a verb: "poids", "~anteil"
    level_leads: tuple[
        str, ...
    ] = ()  # before the value that a measure moves to: "to", "auf"; CJK: closes the words before it
    origin_leads: tuple[str, ...] = ()  # before the value that it comes from: "from", "von"
    level_tails: tuple[str, ...] = ()  # behind either, where verbs come last: "に", "から"
    growth_nouns: tuple[str, ...] = ()  # growth as a measure with levels of its own: "growth slowed to 5%"
    growth_neutral: tuple[str, ...] = ()  # growth of either sign: "Veränderung", "zum Vorjahr"
    year_before: tuple[str, ...] = ()  # "(Vorjahr: 51 %)": the same measure a year before
    trade_units: tuple[str, ...] = ()  # by which goods are traded: a count of them is a volume
    people_nouns: tuple[str, ...] = ()  # whose shares are none of a market's value: people, respondents, firms
    put_aside: tuple[str, ...] = ()  # verbs of those who save or spend a part of what is theirs
    estimating_verbs: tuple[str, ...] = ()  # right before a figure: their subject says it and does not have it
    estimating_tails: tuple[str, ...] = ()  # the same, where verbs come last
    own_accounts: tuple[str, ...] = ()  # figures of a firm's accounts: "operating profit"
    share_behind: tuple[str, ...] = ()  # "market share" right behind a percentage
    less_words: tuple[str, ...] = ()  # "cheaper" behind a percentage
    rate_leads: tuple[str, ...] = ()  # "at" before a yearly rate
    per_words: tuple[str, ...] = ()  # "per" between a price and its unit
    growth_headers: tuple[str, ...] = ()  # growth, in the header of a column
    moved_words: tuple[str, ...] = ()  # between what a share was and what it is
    rest_words: tuple[str, ...] = ()  # "the remaining"
    year_compares: tuple[str, ...] = ()  # "than in" before a year that the figure does not hold for
    year_openers: tuple[str, ...] = ()  # "since" before the year that opens a period
    impersonals: tuple[str, ...] = ()  # "one", "it is said": impersonal subjects
    name_holds: tuple[str, ...] = ()  # prepositions that a name may hold before a bare noun: "selles en gel"
    owner_links: tuple[str, ...] = ()  # "of" between a measure and whose it is: "la part des selles"
    verb_endings: tuple[str, ...] = ()  # endings of verbs, for those that no list has
    respectively: tuple[str, ...] = ()
    market_heads: tuple[str, ...] = ()  # "market" where the name follows it
    market_links: tuple[str, ...] = ()  # between "market" and its name
    market_qualifiers: tuple[str, ...] = ()  # adjectives of "market" that are no part of the name
    market_name_ends: tuple[str, ...] = ()  # words at which a market's name ends
    market_name_inner: tuple[str, ...] = ()  # small words that a market's name may hold
    market_suffixes: tuple[str, ...] = ()  # "market" where it closes the name
    market_prefixes: tuple[str, ...] = ()  # "global" before a name without blanks
    market_infixes: tuple[str, ...] = ()  # between a name without blanks and "market"
    market_not_behind: tuple[str, ...] = ()  # what makes "market" part of another word
    market_not_names: tuple[str, ...] = ()  # compounds of "market" that name none
    market_no_starts: tuple[
        str, ...
    ] = ()  # first words of what is no market's name: "mercado de más rápido crecimiento"
    market_objects: tuple[str, ...] = ()  # "shipments" where a name without blanks is before it
    compounds: tuple[str, ...] = ()  # words that hold a topic mark and are none: "雷达" and "达"
    decline_words: tuple[str, ...] = ()  # "fell": growth stated with them is negative, in scripts without blanks
    index_words: tuple[str, ...] = ()  # "前年比": a percentage near 100 behind them is an index of the year before
    scope_words: tuple[str, ...] = ()  # "all channels", "cumulative": narrow a figure down to no part of the market
    rest_words_cjk: tuple[str, ...] = ()  # "the rest", whose name is behind it, in scripts without blanks
    behind_links: tuple[str, ...] = ()  # between a share and the part behind it: "来自"
    concentration_words: tuple[str, ...] = ()  # "CR5": the first few firms together
    home_words: tuple[str, ...] = ()  # "domestic"
    home_area: str = ""  # the area that "domestic" means, by its code
    connectives: tuple[str, ...] = ()  # open a clause in scripts without blanks
    topic_marks: tuple[str, ...] = ()  # close the subject of a clause in scripts without blanks
    name_tails: tuple[str, ...] = ()  # close a name and are no part of it
    company_words: tuple[str, ...] = ()  # make a name that of a firm
    section_words: tuple[str, ...] = ()  # words of headings that name no part, in scripts without blanks
    dimension_tails: tuple[str, ...] = ()  # "by" behind the name of a segmentation
    months: dict[str, int] = Field(default_factory=dict)
    events: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    event_nouns: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    event_words: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    ranks: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    rank_words: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    citations: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    document_facts: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class GrammarError(Exception):
    """A language file that does not fit the schema: names the file and the key."""


@cache
def language_file(code: str) -> LanguageFile:
    """Our file of a language, read and checked once in a process.

    Raises:
        GrammarError: the file is no YAML or does not fit the schema; the message names file and key.
    """
    path = LANGUAGES / f"{code}.yml"
    try:
        return LanguageFile.model_validate(yaml_content(path, WordLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise GrammarError(f"{path.name}, line {mark.line + 1 if mark else '?'}: no valid YAML: {error}") from error
    except ValidationError as error:
        where = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise GrammarError(f"{path.name}: {where}") from error


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages that have a file, in alphabetical order."""
    return tuple(sorted(p.stem for p in LANGUAGES.glob("*.yml")))
