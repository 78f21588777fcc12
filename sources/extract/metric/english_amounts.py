"""English amounts of money that no cue word settles, and those whose sentence tells that they are no market's size.

It mends what `metrics` said by the way the sentence is built. Other languages are left as they are.
"""

from __future__ import annotations

import re

from sources.extract.figures.quantities import Quantity
from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.phrases.area_subjects import area_subject
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar

_LARGE = 20_000_000
_SMALL = 50_000
_COSTLY = 1_000_000  # no average price of what is sold in numbers
_HEDGE = r"(?:(?:about|around|nearly|almost|some|just|only|over|under|roughly|well|barely|close|to|an?|the|as|much|more|than|estimated|staggering|mere|whopping|record)\s)*"
# "$21.3bn or 28 per cent more than a year before", "US$15 lower".
_MORE_THAN = re.compile(
    r"(?:,?\s(?:or|i\.e\.)\s[^,.;]{1,24}(?:%|per\scent|percent))?\s(?:more|less|higher|lower|above|below|cheaper|dearer|up|down|extra|ahead|short)\b(?:\s(?:than|on|of)\b|\s?[.,;)]|\s?$)",
    re.IGNORECASE,
)
_COST = re.compile(
    r"\b(?:costs?|costing|has\scost|would\scost|will\scost)\s(?!of\b)(?:[\w'’-]+\s){0,6}$", re.IGNORECASE
)
_ACCOUNT = re.compile(
    rf"\b{figure_source('accounts')}\s(?:of|at|was|is|were|came\sto|stood\sat|hit|reached|rose\sto|fell\sto|[:=])?\s?{_HEDGE}$",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:reported|reports|posted|posts|booked|books|disclosed|announced|published|logged|filed|declared)\s(?:(?:a|an|its|net|total|annual|group|record|full-year|quarterly|half-year|first-half|fiscal|consolidated|like-for-like|operating)\s){0,4}"
    rf"(?:revenues?|turnover|sales|income|billings|bookings|takings)\s(?:[\w'’-]+\s){{0,3}}(?:of|at|worth)\s{_HEDGE}$",
    re.IGNORECASE,
)
_WE_EARN = re.compile(
    rf"\b(?:we|our\s(?:company|group|firm|business))\s(?:\w+\s){{0,2}}(?:recorded|had|earned|generated|made|posted|reported|booked|achieved|took\sin)\s(?:[\w-]+\s){{0,3}}(?:revenues?|turnover|sales|income)\s(?:of\s)?{_HEDGE}$|\bour\s(?:[\w-]+\s){{0,3}}(?:revenues?|turnover|sales|income|budget)\s(?:was|were|is|came\sto|reached|of|stood\sat)\s{_HEDGE}$",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\b(?:listed\s(?:player|firm|company|maker|peer)|supplier|maker|manufacturer|retailer|operator|start-?up|vendor|distributor|the\s(?:company|firm|group)|market\sleader|rival|brand\sowner|based\s(?:company|firm|group|maker))\s(?-i:[A-Z])",
    re.IGNORECASE,
)
_IN_ACCOUNTS = re.compile(r"\([^()]{0,24}(?:sales|revenues?|turnover|income)\s?[:=]?\s(?:of\s)?$", re.IGNORECASE)
# "Torrin's sales of $120 million", "Torrin, with turnover of $120 million".
_FIRMS_SALES = re.compile(
    rf"(?-i:\b(?P<owner>[A-Z][\w&.-]+))(?:['’]s\s|,\swith\s(?:an?\s)?)(?:(?:own|net|total|annual|group|global|worldwide|yearly|record|reported|combined|fiscal|[12][0-9]{{3}})\s){{0,3}}(?:sales|revenues?|turnover|income|takings)\s(?:of|at|were|was|came\sto|reached|stood\sat|hit|rose\sto|fell\sto|totalled)\s{_HEDGE}$",
    re.IGNORECASE,
)
_NO_FIRM = re.compile(
    r"(?i:today|market|industry|sector|segment|region|country|category|year|world|quarter|month|nation|trade|business|state|globe|planet|yesterday|decade|field|january|february|march|april|may|june|july|august|september|october|november|december)"
)
# "Flamerix lifted revenue 18% to $90 million".
_LIFTED = re.compile(
    r"(?-i:\b(?P<owner>[A-Z][\w&.-]+))\s(?:(?:has|had|have|also|then|duly)\s)?(?:lifted|lifts|raised|raises|grew|boosted|boosts|pushed|increased|doubled|tripled|expanded|cut|trimmed|reported|posted)\s(?:its\s|their\s|net\s|group\s|annual\s|total\s){0,3}(?:revenues?|turnover|sales|income|profits?)\s[^.;,]{0,40}\b(?:to|at|of)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_FOR_SO_MUCH = re.compile(r"\sfor\s(?:the\s|its\s)?(?!(?:19|20)[0-9]{2}\b)[0-9]")  # "PHP482.1 billion for 33 km"
# "a second line in Kumamoto, at JPY 64 billion": what building it costs.
_WORKS = re.compile(
    rf"\b(?:plant|factory|gigafactory|line|fab|mill|facility|campus|mine|smelter|refinery|terminal|warehouse|data\scent(?:re|er)|subway|bridge|railway|project|pipeline)(?:\s(?:in|near|at|outside|for)\s(?-i:[A-Z])[\w-]+)?,?\s(?:at|worth|costing|for|priced\sat|budgeted\sat)\s(?:a\scost\sof\s)?{_HEDGE}$",
    re.IGNORECASE,
)
_TRADED_ABROAD = re.compile(r"\W*(?:[A-Z][\w.-]+(?:['’]s)?\s){0,2}(?:[Ee]xports|[Ii]mports)\s(?!market)")
_PUT_INTO = re.compile(
    rf"\b(?:put|puts|putting|pour(?:s|ed)?|pump(?:s|ed)?|plough(?:s|ed)?|plow(?:s|ed)?|sank|sinks?|channel(?:s|led|ed)?|injected|injects|committed|commits|splashed|funnel(?:s|led|ed)?)\s{_HEDGE}$",
    re.IGNORECASE,
)
_INTO_OWN = re.compile(
    r"\s(?:into|in|on)\s(?:its|a|an|the(?!\syear)|new|his|their|our|two|three|four|five|building|expanding)\b",
    re.IGNORECASE,
)
_PER_HEAD = re.compile(
    r"\b(?:per|each|average|mean|median|typical)\s(?!cent\b|annum\b|year\b)(?:[\w-]+\s){1,4}(?:hit|hits|reached|is|was|stood|stands|at|came|comes|rose|grew|fell|averages?|averaged|amounts?|of|costs?|runs?)\b[^.;]{0,24}$",
    re.IGNORECASE,
)
_OF_THE_SAME = re.compile(
    rf"[^.;]{{0,30}}?,?\s?(?:against|versus|up\sfrom|down\sfrom|compared\s(?:with|to))\s(?:[\w-]+\s){{0,2}}{_HEDGE}",
    re.IGNORECASE,
)
_ABROAD = re.compile(
    r"\b(?:exports?|exported|exporting|imports?|imported|trade\s(?:surplus|deficit))\b[^.;:]{0,70}$", re.IGNORECASE
)
_GIVEN_BY_STATE = re.compile(
    r"\b(?:budget|ministry|government|exchequer|treasury|parliament|congress|state|council)\s(?:[\w-]+\s){0,6}(?:sets?\saside|set\saside|gave|gives|earmark(?:s|ed)|allot(?:s|ted)|allocat(?:es|ed)|sanctioned|approved|cleared|granted|provides?)\b[^.;]{0,50}$",
    re.IGNORECASE,
)
# "Yogurt rang up $12.46 billion", "Endpoint protection fetched $15.5bn", "shippers laid out $1.25 trillion on".
_TOOK = re.compile(
    rf"\b(?:rang\sup|rings\sup|took\sin|takes\sin|pulled\sin|pulls\sin|raked\sin|rakes\sin|racked\sup|racks\sup|grossed|grosses|clocked(?:\sup)?|clocks(?:\sup)?|netted|nets|fetched|fetches|earned|earns|drew\sin|hauled\sin|scooped\sup|brings\sin|brought\sin|bring\sin|turns\sover|turned\sover|"
    rf"made|makes|logged|logs|notched(?:\sup)?|chalked\sup|sold\sfor)\s{_HEDGE}$",
    re.IGNORECASE,
)
_LAID_OUT = re.compile(
    rf"\b(?:laid\sout|lay\sout|lays\sout|put|parted\swith|forked\sout|shelled\sout|paid\sout|paid|spent|spend|spends|will\sspend|dished\sout)\s{_HEDGE}$",
    re.IGNORECASE,
)
_BOUGHT = re.compile(
    rf"\b(?:bought|buy|buys|sold|sell|sells|shipped|ship|ordered|purchased|consumed|moved|snapped\sup|produced|delivered)\s{_HEDGE}$",
    re.IGNORECASE,
)
_ON_GOODS = re.compile(
    r"\s(?:on|into|for)\s(?!(?:its|a|an|the\s(?:plant|site|deal)|his|their|our|new|building|expanding)\b)[a-zA-Z]",
    re.IGNORECASE,
)
_MONEY_FLOW = re.compile(
    r"^\s?(?:(?:global|worldwide|annual|total|consumer|enterprise|end-user|retail|public|private|world|household|corporate|advertiser|the)\s){0,3}(?:spending|spend|outlays?|expenditure|sales|revenues?|turnover|demand|billings)\s(?:on|in|for|from|of)\s",
    re.IGNORECASE,
)
_HEADING_MOVE = re.compile(
    rf"\b(?:clos(?:es?|ing)\sin\son|near(?:s|ing)?|approach(?:es|ing)?|top(?:s|ped)?|pass(?:es|ed)?|cross(?:es|ed)?|hit(?:s)?|reach(?:es|ed)?|exceed(?:s|ed)?|surpass(?:es|ed)?|breaks?|smash(?:es)?|to\s(?:bring\sin|hit|reach|top|pass|near|exceed|cross|be\sworth|be|touch|approach|surpass|climb\sto|grow\sto|rise\sto|swell\sto|double\sto|fetch|generate|earn|rake\sin|make|total|"
    rf"attain|garner|record|become)|head(?:s|ed|ing)\s(?:for|to|towards?)|on\s(?:course|track|its\sway)\s(?:for|to)|eyes?|set\sfor|past|worth|now|at|tipped\s(?:for|to\s\w+)|valued\sat|climbs?\sto|grows?\sto|rises?\sto|swells?\sto|jumps?\sto|falls?\sto|slips?\sto|shrinks?\sto|up\sto|down\sto|into)\s{_HEDGE}$",
    re.IGNORECASE,
)
_HEADING_DEAL = re.compile(
    r"\b(?:raises?|raised|lifts?|clears?|buys?|bought|acquires?|acquired|wins?|won|invests?|invested|profits?|orders?|fine[sd]?|deals?|stakes?|loans?|funds?|funding|fund-raise|capex|grants?|bids?|offers?|contracts?|settles?|sues?|pays?|bags?|secures?|lands|nets|plant|factory|shares?|debt|tax|budget|bond|ipo|valuation|valued|merger|takeover|losses|loss|cuts?|costs?|saves?|savings|opportunity|opportunities|gap|opens?|prize|bill|hit\sby|scheme|subsidy|package|programme|program)\b",
    re.IGNORECASE,
)
_ESTIMATOR = re.compile(
    rf"\b(?:is|are|was|sounds?|looks?|remains?|seems?)\s(?:(?:more|less|far|even|much|rather|a\slittle|slightly|somewhat|the|most|least|quite|very)\s){{0,3}}{figure_source('estimators')}\b[^.;]{{0,20}}\b(?:with|at|and\s(?:has|sees|puts|says|expects)|putting|seeing|expecting|saying)\s(?:[\w-]+\s){{0,3}}$",
    re.IGNORECASE,
)
_NO_VERB = re.compile(
    r"[^.;:]{0,48}?,?\s?(?:and\s|then\s|or\s)?(?:(?:about|around|nearly|almost|some|just|only|over|under|roughly|well|an?|estimated)\s)*",
    re.IGNORECASE,
)
_ANY_VERB = re.compile(
    r"\b(?:cost|costs|raised|invested|paid|bought|acquired|won|profit|loss|deal|fund|spent|deals|order|orders)\b",
    re.IGNORECASE,
)
_SOLD_AT = re.compile(
    rf"\b(?:went|goes|going|go|sold|sells|sell|selling|changed\shands|changes\shands|traded|trades|trading|offered|listed|lists|quoted|assessed|retailed|retails|retailing|fetched|fetches|cost|costs|costing|paid|pay|pays|set\sback|came\sin|available|starts?|starting|rents?|rented|leases?|leased|asks?|asked|charged|charges)\s(?:\w+\s){{0,2}}(?:for|at|from|them|him|her|you|buyers|shoppers|consumers|customers|households|users|back)?\s?{_HEDGE}$",
    re.IGNORECASE,
)
_TYPICALLY = re.compile(
    r"\s(?:on\saverage|each|apiece|a\s(?:piece|head|pop|time|unit|bottle|can|pair|pack|box|kilo|cup|bag|month|night|seat)|per\s\w+|in\sshops|at\sretail)\b",
    re.IGNORECASE,
)
_WEIGHED = re.compile(
    r"\s?(?:/|per\s|a\s)\s?(?:t|mt|tonne|ton|kg|kilo|lb|pound|barrel|bbl|litre|liter|gallon|kWh|MWh|Wh|W|watt|MMBtu|bushel|ounce|oz|sqm|m2|m³|cwt|dmt)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    rf"\b(?:was|were|is|are|at|to|averaged|averages|averaging|of|stood\sat|hit|reached|from|for|assessed|quoted)\s{_HEDGE}$",
    re.IGNORECASE,
)
_BUILD = re.compile(
    r"\b(?:capex|fit-out|build|building|construction|invest\w*|capital|plant|line|rents?|repair|install\w*)\b",
    re.IGNORECASE,
)


def told_amount(q: Quantity, a: Surroundings, g: Grammar, reading: Reading) -> Reading:
    """The reading of an amount of money, mended where the sentence tells more than the cue words.

    Args:
        q: the amount.
        a: the words around it.
        g: the document's words; other languages than English are left as they are.
        reading: what the cue words said.
    """
    if g.language != "en" or q.kind != "money":
        return reading
    if reading.metric in ("market_size", "price") and (rule := _is_other(q, a, reading)):
        return Reading("other_numeric", rule)
    if reading.metric != "other_numeric" or a.heading:
        return reading
    if q.value < _SMALL:
        return _price(q, a, reading)
    if q.value >= _LARGE and (rule := _is_size(a, reading)) and not _is_other(q, a, Reading("market_size", rule)):
        return Reading("market_size", rule)
    return reading


def _is_other(q: Quantity, a: Surroundings, reading: Reading) -> str | None:
    """The rule by which an amount read as a size or a price is neither; None where it stays as it is."""
    left, tail = a.left[-150:], a.sentence[a.at :][q.end - q.start : q.end - q.start + 80]
    if rule := _no_value(q, a, reading, left, tail):
        return rule
    if reading.metric != "market_size":
        return None
    before = a.sentence[: a.at]
    if _IN_ACCOUNTS.search(before) and _FIRM.search(before):
        return "money.told_account"
    if a.previous_in_sentence == "other_numeric" and re.match(r"\sof\s(?:it|this|that|which)\b", tail):
        return "money.told_same_other"
    if a.heading:
        return None
    if _FOR_SO_MUCH.match(tail) or (_WORKS.search(left) and not (a.subject and a.subject_is_market)):
        return "money.told_works"
    return _in_account(a, left, before) or _in_public_money(a, left, before)


def _no_value(q: Quantity, a: Surroundings, reading: Reading, left: str, tail: str) -> str | None:
    """A difference, a cost, what one head pays, or the same amount again."""
    if _MORE_THAN.match(tail) and not a.heading:
        return "money.told_difference"
    if q.value >= _LARGE and _COST.search(left) and not a.subject_is_market:
        return "money.told_cost"
    is_costly = reading.metric == "price" and q.value >= _COSTLY
    if is_costly or reading.metric == "market_size":
        if _PER_HEAD.search(left) and not re.search(r"\b(?:spend|price|cost|fee|ARPU|ticket)", left, re.I):
            return "money.told_per_head"
    if (is_costly or not a.heading) and a.previous_in_sentence == "other_numeric" and _OF_THE_SAME.fullmatch(a.left):
        return "money.told_same_other"
    return None


def _in_account(a: Surroundings, left: str, before: str) -> str | None:
    """What one firm reports of itself."""
    if _ACCOUNT.search(left):
        return "money.told_account"
    if _WE_EARN.search(left):
        return "money.told_own_account"
    known = a.subject_is_market or (a.subject_is_known and not a.subject_is_company)
    if _REPORTED.search(left) and not known:
        if not re.search(r"\b(?:market|industry|sector|segment)\b", a.subject, re.IGNORECASE):
            return "money.told_account"
    if not (a.subject and (known or a.subject_is_generic)) and _is_firms_sales(left):
        return "money.told_account"
    lifted = _LIFTED.search(before[-110:])
    return "money.told_account" if lifted and _is_firm(lifted["owner"]) else None


def _in_public_money(a: Surroundings, left: str, before: str) -> str | None:
    """What is invested, given by a state, or traded across its border."""
    if _PUT_INTO.search(left) and _INTO_OWN.match(a.right):
        return "money.told_investment"
    if _GIVEN_BY_STATE.search(before[-160:]):
        return "money.told_budget"
    if _TRADED_ABROAD.match(a.sentence):
        return "money.told_trade_abroad"
    if _ABROAD.search(left) and not re.search(r"\bmarket\b", left, re.IGNORECASE):
        return "money.told_trade_abroad"
    return None


def _is_firms_sales(left: str) -> bool:
    """Sales of a name that is neither a place nor a word for the market."""
    owned = _FIRMS_SALES.search(left)
    return bool(owned and _is_firm(owned["owner"]))


def _is_firm(name: str) -> bool:
    return not _NO_FIRM.fullmatch(name) and not area_subject(name)


def _is_size(a: Surroundings, reading: Reading) -> str | None:
    left, right = a.left[-110:], a.right[:60].split(";")[0]
    weak = reading.rule in ("money.other", "money.other_topic", "money.of_company", "money.other_topic_in_clause")
    if not weak:
        return None
    if _ESTIMATOR.search(left):
        return "money.told_estimator"
    flows = _MONEY_FLOW.match(a.subject) and not re.search(r"\b(?:Inc|Ltd|Corp|GmbH|AG|plc|Co)\b", a.subject)
    if flows and _ends_clause(left):
        return "money.told_flow"
    if reading.rule == "money.of_company":
        follows = a.previous_in_sentence == "market_size" and len(a.left) < 60
        plain = follows and _NO_VERB.fullmatch(a.left) and not _ANY_VERB.search(a.left)
        return "money.told_again" if plain else None
    if a.subject_is_company:
        return None
    if _TOOK.search(left) and (a.subject_is_part or a.subject_is_market or a.subject_is_generic):
        return "money.told_taken"
    if _BOUGHT.search(left) and re.match(r"\sworth\sof\s", right):
        return "money.told_worth_of"
    if _LAID_OUT.search(left) and _ON_GOODS.match(right):
        return "money.told_spent"
    is_heading = not a.sentence.rstrip().endswith((".", "!", "?", ";", ":")) and len(a.sentence.split()) <= 18
    moves = _HEADING_MOVE.search(a.sentence[: a.at]) or re.match(
        r"\s(?:market|business|industry|sector|trade)\b", right
    )
    if is_heading and moves and not _HEADING_DEAL.search(a.sentence):
        return "money.told_in_headline"
    return None


def _ends_clause(left: str) -> bool:
    """The verb before the amount is one of standing or moving to a value."""
    return bool(
        re.search(
            r"\b(?:stood|stands|at|to|reached|reaches|reach|hit|hits|touch|touched|total|totalled|totaled|totals|was|is|were|topped|top|worth|of|exceed|exceeded|near|neared|passed|pass|cross|crossed)\s(?:\w+\s){0,3}$",
            left,
            re.IGNORECASE,
        )
    )


def _price(q: Quantity, a: Surroundings, reading: Reading) -> Reading:
    """ "went for $2.85 on average", "was US$935/t": what is paid for one of what is sold."""
    left, right = a.left[-80:], a.right[:40]
    if reading.rule not in ("money.other", "money.per_unit", "money.too_small_for_a_market", "money.other_topic"):
        return reading
    if a.subject_is_company or _BUILD.search(a.left):
        return reading
    if _SOLD_AT.search(left) and _TYPICALLY.match(right):
        return Reading("price", "money.told_price", reading.unit_per)
    if reading.rule == "money.per_unit" and _WEIGHED.match(right) and _QUOTED.search(left):
        return Reading("price", "money.told_quoted", reading.unit_per)
    return reading
