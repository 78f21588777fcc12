"""Digits that are one part of a printed number: the other part is in another script, hidden, or cut off.

Read alone, such digits give a figure that the text does not state: "4½ billion" is no 4, "1 234 million" no 234 million, "1e3 million" no
3 million. What a number is worth is said in `numerals.py`; here only whether one may be believed to be whole.
"""

from __future__ import annotations

import re
import unicodedata

from sources.extract.scan.figure import Figure
from sources.grammar.currencies import currency_before
from sources.grammar.language import Grammar

MOST_DIGITS = 24  # of one number: a sum of all money there is, in the smallest unit of any currency, has fewer
_REACH = 48
_APART = 10**6  # a range of money whose ends are so far apart has lost a scale word
_DIGIT_RUN = re.compile(r"[0-9][0-9.,'’\u00a0\u202f\u2009]*\Z")
# Between two digits: separators of numbers, in any script, that were not read as one. Three points are a leader.
_SEPARATORS = "[.,'’·‧・…_\u00ad\u200b-\u200f\u2024\u2060\u3002\u060c\u066b\u066c\ufe50\ufe52\ufeff\uff0c\uff0e]"
_PARTED_BEFORE = re.compile(rf"(?:\d{_SEPARATORS}{{1,2}}|\b[IVXLCDM]{{1,9}}\.)\Z")
_PARTED_BEHIND = re.compile(rf"{_SEPARATORS}{{1,2}}\d")
_APOSTROPHES = re.compile(r"['’](?![0-9]{3}(?![0-9]))")  # they part groups of three and nothing else
_LONE_MARK = re.compile(r"(?:^|[\s(\[|$€£¥₹])[,'’·]\Z")
_LETTER_FOR_DIGIT = re.compile(r"(?<![^\s(\[|$€£¥₹])[lIOo]\Z")
_UPPER_PART = re.compile(r"\d\s?[\u2044\u2215]\Z")
# What is between the first digits of a share and its sign.
_REST_OF_A_SHARE = re.compile(
    rf"(?:(?:{_SEPARATORS}{{1,2}}|[\u2044\u2215])\d{{1,9}}){{1,9}}\s?[%٪]|\s\d{{3}}\s?%|[¹²³⁰⁴-⁹]{{1,3}}\s?%|\s?[¼-¾⅐-⅞٪]"
)
_FRACTION_BEFORE = re.compile(r"[0-9]\s?[/:\u2044\u2215]\Z")
_FRACTION_BEHIND = re.compile(r"(?:\s[0-9]{1,3})?\s?[/:\u2044\u2215]\s?[0-9]{1,3}(?=\s?(?P<scale>[^\W\d_]))")
_LOWER_PART = re.compile(r"(?:\s?[0-9]{1,3})?[\u2044\u2215]")
_POWER = re.compile(r"\s?(?:[×·*x]|\\times)\s?10(?:\s?\^|[⁰¹²³⁴-⁹⁻]|\*\*|[eE])|[eE][+−-]?[0-9]|\s?\^\s?[0-9]")
_POWER_BEFORE = re.compile(r"[0-9][eE][+−-]?\Z|\b0[xXoObB]\Z")
_OTHER_BASE = re.compile(r"[xXoObB][0-9a-fA-F]")
_GROUP_BEFORE = re.compile(r"(?<![^\s(\[|$€£¥₹])[0-9]{1,3} \Z")
_GROUP_BEHIND = re.compile(r" [0-9]{2,3}(?![0-9.,/%-])")
# A mark, or one or two letters, between the digits and their scale word: "4O billion", "4.S billion", "4.2. billion".
_LETTERS_BEHIND = re.compile(r"(?:[.,]?[^\W\d_]{1,2}[0-9]{0,2}|[.,])\s")
_MINUS_BEHIND_CURRENCY = re.compile(r"(?:(?<=\s)[-–]|(?<=[$€£¥₹])[-–]|[−])\Z")
# Below zero, or a dash that lost a blank: the text leaves it open.
_MINUS_BEHIND_WORD = re.compile(r"\w [-−]\Z")
_WORD = re.compile(r"\s?([^\W\d_]+)")
_SUPERSCRIPTS = frozenset("¹²³⁰⁴⁵⁶⁷⁸⁹")
_TURNING = frozenset(
    {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
)  # classes of Unicode's bidirectional algorithm


def is_broken(text: str, q: Figure, grammar: Grammar) -> bool:
    """Whether the digits of a quantity are a part of another number.

    Args:
        text: canonical text.
        q: the quantity.
        grammar: scale words.
    """
    first, last = q.numerals[0][0], q.numerals[-1][1]
    if not (text[first].isdigit() or text[first] == "."):
        return False  # a number in words
    before, behind = text[max(0, first - _REACH) : first], text[last : last + _REACH]
    if _is_endless(text, first, last):
        return True
    if before and _is_foreign(before[-1], before[-2:-1], is_before=True):
        return True
    if behind and _is_foreign(behind[0], behind[1:2], is_before=False):
        return True
    if _POWER.match(behind) or _POWER_BEFORE.search(before) or _is_of_another_base(text[first:last], behind):
        return True
    if _LETTER_FOR_DIGIT.search(before) or _UPPER_PART.search(before) or _REST_OF_A_SHARE.match(behind):
        return True
    if any(_APOSTROPHES.search(text, a, b) for a, b in q.numerals):
        return True
    return (q.scaled or q.kind == "percent") and _is_a_piece(text, q, before, behind, grammar)


def _is_endless(text: str, first: int, last: int) -> bool:
    """More digits than any figure has, also where a sentence was cut within them."""
    if last - first > MOST_DIGITS:
        return sum(char.isdigit() for char in text[first:last]) > MOST_DIGITS
    touches = text[first - 1 : first].isdigit() or text[last : last + 1].isdigit()
    if not touches:
        return False
    run = _DIGIT_RUN.search(text[max(0, first - _REACH) : first])
    ahead = re.match(r"[0-9]*", text[last : last + _REACH])
    n_around = (len(run[0]) if run else 0) + (len(ahead[0]) if ahead else 0)
    return n_around + last - first > MOST_DIGITS


def _is_foreign(char: str, beyond: str, *, is_before: bool) -> bool:
    """A digit, fraction or numeral of another script beside the digits, or a sign that does not show between them and others."""
    if char.isascii():
        return False
    kind = unicodedata.category(char)
    if kind in ("Nd", "Nl") or (kind == "No" and (char not in _SUPERSCRIPTS or is_before)):
        return char != "〇"
    if unicodedata.bidirectional(char) in _TURNING:
        return True
    hidden = kind in ("Cf", "Mn", "Me", "Cc")
    return hidden and (kind == "Me" or beyond.isdigit() or (beyond != "" and beyond in ".,·"))


def _is_of_another_base(printed: str, behind: str) -> bool:
    return printed == "0" and bool(_OTHER_BASE.match(behind))


def _is_a_piece(text: str, q: Figure, before: str, behind: str, g: Grammar) -> bool:
    """Of amounts with a scale word, money and shares: a piece of a number that was printed with marks, blanks or letters in it."""
    first, last = q.numerals[0][0], q.numerals[-1][1]
    if _PARTED_BEFORE.search(before) or _PARTED_BEHIND.match(behind) or _LONE_MARK.search(before):
        return True
    if _LOWER_PART.match(behind) or (q.scaled and q.end > last and _FRACTION_BEFORE.search(before)):
        return True
    if (parted := _FRACTION_BEHIND.match(behind)) and g.scale_pattern().match(text, last + parted.start("scale")):
        return True
    printed = text[first:last]
    if len(printed) > 1 and set(printed) == {"0"}:  # "1_000 million"
        return True
    if len(printed) == 3 and printed.isdigit() and q.value_high is None and _GROUP_BEFORE.search(before):
        return True
    is_bare = q.end == last
    if is_bare and (group := _GROUP_BEHIND.match(behind)) and g.scale_pattern().match(text, last + group.end()):
        return True
    if is_bare and q.start < first and behind[:1] in _SUPERSCRIPTS and g.scale_pattern().match(text, last + 1):
        return True
    if (
        is_bare
        and (letters := _LETTERS_BEHIND.match(behind))
        and g.scale_pattern().match(text, last + letters.end() - 1)
    ):
        return True
    if is_bare and q.start < first and (behind[:1] == "%" or _is_of_mixed_scripts(behind) or _is_scale_sign(behind)):
        return True
    if q.kind == "money" and q.value_high is not None and q.value > 0 and q.value_high / q.value >= _APART:
        return True
    if q.kind == "percent":
        return False  # a rate may well be negative, and is read with its sign
    minus = _MINUS_BEHIND_CURRENCY.search(before)
    return bool(_MINUS_BEHIND_WORD.search(before) or (minus and currency_before(before[: minus.start()])))


def _is_of_mixed_scripts(behind: str) -> bool:
    """A word in two alphabets, such as "billion" with a Cyrillic letter in it."""
    word = _WORD.match(behind)
    if word is None or word[1].isascii():
        return False
    alphabets = {unicodedata.name(char, "").split(" ")[0] for char in word[1]}
    return len(alphabets & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}) > 1


def _is_scale_sign(behind: str) -> bool:
    """A sign such as 億 that multiplies, in a text whose language does not read it."""
    return behind[:1] > "\u2e7f" and unicodedata.numeric(behind[0], 0) >= 100
