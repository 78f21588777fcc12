"""The bare scan: amounts of money and percentages by pattern alone, digit first. The floor for all readers.

It finds the number, then looks left for a currency and right for a scale, a currency or a percent sign. It knows no market, year,
place or speaker, and reads no tables.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(
    r"[0-9][0-9.,]{0,20}(?:\s?(?:-|–|to)\s?[0-9][0-9.,]{0,20})?"
    r"\s?(?P<unit>%|(?:per ?cent|billion|million|trillion|crore|lakh|Bn|bn|Mn|mn)\b)?"
)
_CURRENCY_BEFORE = re.compile(r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|INR|JPY|CNY|CHF))\s?$")
_CURRENCY_AFTER = re.compile(r"\s?(?:USD|EUR|GBP|INR|euros?|dollars?)\b")
_PERCENT = ("%", "percent", "per cent")
_LOOK_LEFT = 5  # characters: "USD" and a space, with one to see where the word begins


def scan(text: str) -> list[tuple[int, int, str]]:
    """Amounts and percentages of a text.

    Args:
        text: any.

    Returns:
        Start, end and kind ("money" or "percent") of each, by place.
    """
    found = []
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if match["unit"] in _PERCENT:
            found.append((start, end, "percent"))
        elif before := _CURRENCY_BEFORE.search(text[max(0, start - _LOOK_LEFT) : start]):
            found.append((start - len(before.group()), end, "money"))
        elif after := _CURRENCY_AFTER.match(text, end):
            found.append((start, after.end(), "money"))
    return found
