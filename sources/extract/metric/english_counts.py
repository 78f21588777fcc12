"""English counts whose verb tells that they are what was sold, and rates of machines that are not. No money, no percentages."""

from __future__ import annotations

import re

from sources.extract.figures.quantities import Quantity
from sources.extract.figures.surroundings import Reading, Surroundings
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar

_FEW = 100
_HEDGE = r"(?:(?:about|around|nearly|almost|some|just|only|over|under|roughly|well|close|to|an?|the|as|many|more|than|estimated|record|total|of|another|further)\s)*"
_SOLD = re.compile(
    rf"\b(?<!to\s)(?<!can\s)(?<!could\s)(?:sent\sout|send\sout|shipped|ships?|sold|sells?|delivered|delivers?|dispatched|despatched|churned\sout|turned\sout|turns\sout|rolled\sout|rolls\sout|produced|produces?|manufactured|manufactures?|installed|installs?|deployed|deploys?|fitted|commissioned|"
    rf"registered|brewed|bottled|bought|buys?|purchased|took\sdelivery\sof|shifted|put\son\sthe\smarket|consumed|consumes?|used\sup|drank|ate|eats?|drinks?)\s{_HEDGE}$",
    re.IGNORECASE,
)
_WAS_SOLD = re.compile(
    r"\s?(?:[\w-]+\s){0,4}?(?:were|was|have\sbeen|will\sbe|are\sto\sbe|went|left|found)\s(?:sold|shipped|delivered|installed|deployed|produced|made|registered|bought|built|fitted|a\sbuyer|buyers|a\shome|to\s(?:buyers|customers|market)|in\b|into\sservice|out\b|the\s(?:line|factory|plants?)|on\s(?:sale|the\sroad))",
    re.IGNORECASE,
)
_POWER = re.compile(r"(?:[kMGT]W(?:h|p|dc|ac)?|gigawatts?|megawatts?|gigawatt-hours|megawatt-hours|terawatts?)\b")
_WENT_IN = re.compile(
    r"\s(?:of\s(?:[\w-]+\s){1,4})?(?:(?:were|was|have\sbeen|will\sbe)\s(?:installed|added|built|commissioned|connected|deployed|put|brought)|went\s(?:in|live|up|online)|came\s(?:on\s(?:line|stream)|online))\b",
    re.IGNORECASE,
)
_UNCOUNTED = re.compile(rf"\s?(?:[\w-]+\s){{0,2}}?{figure_source('uncounted')}", re.IGNORECASE)
_SPEED = re.compile(
    r"\s?(?:[\w-]+\s){0,2}?(?:/\s?|(?:per|an?|each|every)\s)(?:minutes?|min|hours?|h|hr|seconds?|sec|s|day|shift|cycle|batch|head|person|capita|household|user|vehicle|car|1,000|100|thousand)\b",
    re.IGNORECASE,
)
_TIME_NOUN = re.compile(
    r"(?:a|one|two|three|four|five|six|nine|twelve|eighteen|the|last|this|next|earlier|previously)\b", re.IGNORECASE
)
_AGAINST = re.compile(
    rf"(?:^|[\s,(])(?:from|against|versus|than|to|after|compared\s(?:with|to)|up\sfrom|down\sfrom|double|triple|twice|half|times)\s(?:[\w'’-]+\s){{0,5}}?{_HEDGE}$",
    re.IGNORECASE,
)
_TO = re.compile(rf"\b(?:to|at|reaching|hitting|and\s(?:hit|reached))\s{_HEDGE}$", re.IGNORECASE)
_VOLUME_SUBJECT = re.compile(
    r"\b(?:unit\s(?:sales|shipments|volumes?|demand)|volumes?|shipments?|deliveries|registrations|installations|units\s(?:sold|shipped)|tonnage|in\s(?:volume|unit|weight)\s(?:terms)?|by\s(?:volume|weight)|in\sunits|output|production)\b",
    re.IGNORECASE,
)
_WEIGHT = re.compile(r"pounds?\b|lbs?\b", re.IGNORECASE)


def told_count(q: Quantity, a: Surroundings, g: Grammar, reading: Reading | None) -> Reading | None:
    """The reading of a bare count, mended where the sentence tells more than its noun.

    Args:
        q: the count.
        a: the words around it.
        g: the document's words; other languages than English are left as they are.
        reading: what the noun said.
    """
    if g.language != "en" or reading is None or q.kind != "count" or a.heading:
        return reading
    if reading.metric == "volume" and (_SPEED.match(a.right) or re.search(r"\b(?:per|every)\s$", a.left)):
        return Reading("other_numeric", "count.told_speed")
    if reading.rule not in ("count.other", "count.capacity_of_other") or a.subject_is_company:
        return reading
    bare = not q.noun or bool(_TIME_NOUN.match(q.noun))
    left = a.left[-90:]
    if _SPEED.match(a.right) or (not bare and _UNCOUNTED.match(" " + q.noun)):
        return reading
    powered = bool(_POWER.match(q.noun))
    if powered and (_SOLD.search(left) or _WENT_IN.match(a.right)):
        return Reading("volume", "count.told_installed")
    if q.value >= _FEW or q.scaled:
        if not bare and _SOLD.search(left):
            return Reading("volume", "count.told_sold")
        if not bare and q.value >= _FEW and _WAS_SOLD.match(" " + q.noun + a.right):
            return Reading("volume", "count.told_was_sold")
        if bare and a.previous_in_sentence == "volume" and _AGAINST.search(left):
            return Reading("volume", "count.told_compared")
        grown = a.previous_in_sentence in ("growth_rate", "cagr")
        told = _VOLUME_SUBJECT.search(a.sentence[: a.at])
        if grown and told and _TO.search(left) and (bare or _WEIGHT.match(q.noun)):
            return Reading("volume", "count.told_grown_to")
        if bare and q.scaled and not told and a.has_growth_rate and a.carried in ("volume",):
            return Reading("volume", "count.told_with_rate")
    return reading
