"""The currencies that a text prints with its amounts. Whose money a shared word is belongs to `local_money`."""

from __future__ import annotations

import re
from collections import Counter

from sources.grammar.areas import Area, area_of_currency, area_with_code
from sources.grammar.currencies import currency_after, currency_before, is_code
from sources.grammar.language import Grammar


def only_currency(text: str, grammar: Grammar) -> str | None:
    """The currency of every amount of a text; None where it uses several or none."""
    printed = printed_currencies(text, grammar)
    return next(iter(printed)) if len(printed) == 1 else None


def printed_currencies(text: str, grammar: Grammar) -> Counter[str]:
    """How often each currency is printed with a number; "won" elsewhere is a verb."""
    counts: Counter[str] = Counter()
    for m in _NUMBER.finditer(text):
        scale = grammar.scale_pattern().match(text, m.end()) if grammar.language != "en" else None
        behind = scale.end() if scale else m.end()
        mark = currency_before(text[max(0, m.start() - 12) : m.start()]) or currency_after(text, behind, len(text))
        if mark and is_code(mark.code):
            counts[mark.code] += 1
    return counts


_NUMBER = re.compile(r"[0-9][0-9.,]*")


def local_currency_area(text: str, grammar: Grammar) -> Area | None:
    """The country whose money at least half of a text's amounts are in; None where there is none.

    Euros are the money of the country whose language the text is in, where that country pays in euros.
    """
    printed = printed_currencies(text, grammar)
    national = {a for c in printed if (a := area_of_currency(c))}
    if not national and grammar.home_area in _PAY_IN_EUROS and printed["EUR"] >= max(_LEAST, printed.total() / 2):
        return area_with_code(grammar.home_area)
    if len(national) != 1 or sum(n for c, n in printed.items() if area_of_currency(c)) * 2 < printed.total():
        return None
    return next(iter(national))


_PAY_IN_EUROS = frozenset({"DEU", "FRA", "ITA", "ESP"})
_LEAST = 2  # a sum named once may be an example
