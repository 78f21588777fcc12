"""What the text of a table's cell is: a figure, a time, a name. Told by its shape; no figure is read."""

from __future__ import annotations

import re
from typing import Literal

_CURRENCY = r"(?:[A-Z]{0,3}\s?[$€£¥₹]|[A-Z]{3}|Rs\.?|Fr\.?)"
_NUMBER = (
    r"[0-9][0-9.,'’]*+(?:[ \u00a0\u202f][0-9]{3}(?![0-9]))*+(?:[.,][0-9]+)?"
    r"(?:[千百]?[万萬億亿兆](?:[0-9][0-9,]*+[千百]?[万萬億亿]?){0,2}(?:米ドル|美元|ドル|円|元|ウォン)?)?"
)
_POWER = r"(?:[eE][+\-−]?[0-9]{1,2}(?![^\W_])|\s?[×x·*]\s?10(?:(?:\^|\*\*)[+\-−]?[0-9]{1,2}(?![0-9])|⁻?[⁰¹²³⁴-⁹]{1,2}))"
_TRAILED = r"(?:(?<=%)|(?<=[.,][0-9])|(?<=[.,][0-9]{2})|(?<=[.,][0-9]{3}))[-−–]"  # a minus behind: "7.3%-", "1.250,40-"
_VALUE = re.compile(
    rf"[(~≈<>≤≥+\-−–±]{{0,3}}\s?{_CURRENCY}?\s?[+\-−–]?{_NUMBER}{_POWER}?(?:\s?[-–—]\s?{_CURRENCY}?\s?{_NUMBER})?"
    r"\s?(?:[%‰]|(?:[^\W\d_]|[€£$¥₹])[^\W\d_.³²/%]{0,12}\.?(?:\s[^\W\d_]{1,10}\.?){0,2}(?:\s[€£$¥₹])?)?"
    rf"\s?(?:\)%?)?(?:{_TRAILED})?[*†‡]{{0,2}}"
)
_NONE = re.compile(r"[-–—−]{1,3}|n\.?\s?/?\s?[am]\.?|nil|\.{2,3}|…|k\.\s?A\.|n\.\s?v\.", re.IGNORECASE)
_WITHHELD = re.compile(r"[XxＸ]{2,3}(?:[.,][XxＸ]{1,2})?\s?%?")  # "XX.X%": a sample shows that there is a figure
_TIME = re.compile(
    r"(?:(?:(?:FY|CY|[HQ][1-4]|[1-4][HQ])[ '’.-]{0,2})?(?:19|20)[0-9]{2}|(?:(?:FY|CY|[1-4][HQ])[ '’.-]{0,2}|[HQ][1-4][ '’.-]{1,2})[0-9]{2}|['’][0-9]{2})"
    r"(?:\s?[-–—/]\s?['’]?(?:19|20)?[0-9]{2})?\s?(?:\(?(?:[EFPABefpab]|est\.?|proj\.?)\)?)?[*†‡]?|(?:(?:19|20)[0-9]{2}[\s-]?|[0-9]{2})[QH][1-4]|(?:19|20)[0-9]{2}(?:[年년][度도]?)?(?:[-–—~～〜](?:19|20)[0-9]{2})?(?:[年년][度도]?)?(?:[(（]?[^\W\d_]{1,4}[)）]?)?"
    r"|(?:令和|平成)[0-9]{1,2}年度?"
)
_YEARS = re.compile(
    r"(?:FY|CY|[HQ][1-4]|[1-4][HQ])\s?['’]?[0-9]{2}\b|(?<![0-9])[0-9]{2}[HQ][1-4](?![0-9])|(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?(?:[A-Za-z]|년도?)?(?![0-9])|(?<![0-9])[0-9]{2}[/-][0-9]{2}(?![0-9])"
)
_SIZES = re.compile(r"['’]?000s?\b|\b1,?000\b|\b10\^?[369]|[HQ][1-4]\b|[1-4][HQ]\b|\([0-9]\)|[mk][23]\b|CO2e?\b")
_RANKED = re.compile(r"#?[0-9]{1,2}[.)]\s*[^\W\d_]{2,}")  # "1. Arvane"
_MONEY = re.compile(r"[$€£¥₹]|\b[A-Z]{3}\b")
_MAX_HEAD, _MAX_VALUE, _MAX_TIME, _MAX_LABEL = 80, 40, 16, 60  # characters of a cell
# Digits and signs of full width; triangles and arrows that stand for a sign. One character each, so that offsets hold.
_PLAIN = str.maketrans("０１２３４５６７８９，．％＋－（）△▲▼▽↓↘↑↗", "0123456789,.%+-()------++")
_SENTENCE_END = re.compile(
    r"[!?;,。！？；，]$|(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<!\bCorp)(?<!\bapprox)\.$"
)
Kind = Literal["", "time", "percent", "money", "number", "words"]


def plain(text: str) -> str:
    """The text with narrow digits and signs, character by character."""
    return text if text.isascii() else text.translate(_PLAIN)


def is_value(text: str) -> bool:
    """The cell holds a figure, or says that there is none."""
    if len(text) > _MAX_VALUE:
        return False
    text = plain(text)
    return bool(_VALUE.fullmatch(text) or _NONE.fullmatch(text))


def is_figure(text: str) -> bool:
    """The cell holds a figure that is no year."""
    if len(text) > _MAX_VALUE:
        return False
    text = plain(text)
    return bool(_VALUE.fullmatch(text)) and not is_time(text) and not _RANKED.fullmatch(text)


def is_filled(text: str) -> bool:
    """The cell belongs into a column of figures: it holds one, withholds one ("XX.X%"), or says that there is none."""
    return bool(_WITHHELD.fullmatch(text)) or (is_value(text) and not is_time(text) and not _RANKED.fullmatch(text))


def is_time(text: str) -> bool:
    """The cell names a year, a quarter or a span of years."""
    return len(text) <= _MAX_TIME and bool(_TIME.fullmatch(plain(text)))


def is_head(text: str) -> bool:
    """The cell names a column: words, a year or a unit, and no figure."""
    return len(text) <= _MAX_HEAD and not re.search(r"[0-9]", _SIZES.sub("", _YEARS.sub("", text)))


def is_label(text: str) -> bool:
    """A short name without a sentence's end."""
    return (
        len(text) <= _MAX_LABEL
        and not is_figure(text)
        and not _SENTENCE_END.search(text)
        and any(c.isalnum() for c in text)
    )


def kind_of(text: str) -> Kind:
    """What a cell holds; "" where it says that there is no figure or withholds one."""
    if is_time(text):
        return "time"
    if not is_filled(text):
        return "words"
    if not is_figure(text):
        return ""
    return "percent" if "%" in plain(text) else "money" if _MONEY.search(text) else "number"
