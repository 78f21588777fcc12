"""The text that a cell shows: a number through its number format (ECMA-376, part 1, section 18.8.31), as a spreadsheet program shows it.

Belongs here: sections, literals, digits, scaling, per cent and the sign. What the format cannot say (fractions, powers of ten) is shown as
the plain number: nothing is rounded that a person does not see rounded. A colour that alone tells a fall becomes a minus: text has no colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from typing import NamedTuple

GENERAL = "General"
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|[_*](?P<blank>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<strange>[Ee][+-]|/)|(?P<digit>[0#?])|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<end>;)|General|@|(?P<other>.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?[0-9.]+)")
_COLOUR = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|color ?\d+")
_HAS_SIGN = re.compile(r"[-−–—(▼▽↓]")
_MAX_DIGITS = 800  # of the largest number that a cell can hold, per cent signs and decimals included
_GENERAL_DIGITS = 11  # significant digits that a cell without a format shows at most
_ONLY_YEAR = re.compile(r"y{2,4}", re.IGNORECASE)
_MONTH_YEAR = re.compile(r"m{3,4}[\s\\\-/.,']*y{2,4}", re.IGNORECASE)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class _Section(NamedTuple):
    """One part of a format: what stands before and behind its digits, and the digits as written; None where they are shown plainly."""

    before: str
    after: str
    digits: str | None
    scale: int  # powers of ten that the shown number leaves out; less than none for per cent
    colour: str | None
    condition: tuple[str, Decimal] | None


def shown(value: object, number_format: str = GENERAL) -> str:
    """The text of a cell as a person sees it.

    Args:
        value: what the cell holds; dates as `datetime` or `date`.
        number_format: its format code.
    """
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int() | float() | Decimal():
            number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
            return _number(number, _sections(number_format)) if number.is_finite() else ""
        case date():
            return _day(value, number_format)
        case time():
            return value.isoformat("minutes")
        case _:
            return str(value)


def _day(value: date, number_format: str) -> str:
    code = re.sub(r"\[[^\]]*\]|;.*|\"|@", "", number_format).strip()
    if _ONLY_YEAR.fullmatch(code):
        return str(value.year)
    if _MONTH_YEAR.fullmatch(code):
        return f"{_MONTHS[value.month - 1]} {value.year}"
    return value.date().isoformat() if isinstance(value, datetime) else value.isoformat()


def _number(value: Decimal, sections: tuple[_Section, ...]) -> str:
    section, is_signed = _chosen(value, sections)
    digits = _general(abs(value)) if section is None or section.digits is None else _laid_out(value, section)
    sign = "-" if is_signed and value < 0 and digits.strip("0.,") else ""
    return f"{sign}{section.before.lstrip() if section else ''}{digits}{section.after if section else ''}".strip()


def _chosen(value: Decimal, sections: tuple[_Section, ...]) -> tuple[_Section | None, bool]:
    """The section that a value is shown by, and whether a minus has to be written before it."""
    for section in sections:
        if section.condition is not None and _holds(value, *section.condition):
            return section, True
    free = [section for section in sections if section.condition is None]
    if len(free) < len(sections) or len(free) < 2 or value > 0:
        return (free[0] if free else None), True
    if value == 0:
        return free[2 if len(free) > 2 else 0], True
    is_told_by_colour = free[1].colour not in (None, free[0].colour)
    return free[1], is_told_by_colour and not _HAS_SIGN.search(free[1].before + free[1].after)


def _holds(value: Decimal, sign: str, bound: Decimal) -> bool:
    return {
        "<": value < bound, "<=": value <= bound, ">": value > bound, ">=": value >= bound, "=": value == bound, "<>": value != bound,
    }[sign]  # fmt: skip


def _general(value: Decimal) -> str:
    rounded = value.normalize()
    if len(rounded.as_tuple().digits) > _GENERAL_DIGITS and rounded != rounded.to_integral_value():
        rounded = Decimal(f"{value:.{_GENERAL_DIGITS}g}").normalize()
    return f"{rounded:f}"


def _laid_out(value: Decimal, section: _Section) -> str:
    whole_code, _, part_code = (section.digits or "").partition(".")
    part_code = part_code.replace(",", "")
    with localcontext(prec=_MAX_DIGITS):
        scaled = abs(value).scaleb(-section.scale)
        whole, _, part = f"{scaled.quantize(Decimal(1).scaleb(-len(part_code)), ROUND_HALF_UP):f}".partition(".")
    n_least = part_code.rfind("0") + 1
    part = part[:n_least] + part[n_least:].rstrip("0")
    whole = whole.lstrip("0").rjust(whole_code.count("0"), "0")
    if "," in whole_code and whole:
        whole = f"{int(whole):,}".rjust(len(whole))
    return f"{whole}.{part}" if part else whole


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[_Section, ...]:
    """The sections of a format; none where it is General."""
    if number_format.strip() in ("", GENERAL, "@"):
        return ()
    parts: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(number_format):
        if token["end"]:
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(map(_section, parts[:3]))


def _section(tokens: list[re.Match[str]]) -> _Section:
    places = [place for place, token in enumerate(tokens) if token["digit"]]
    first, last = (places[0], places[-1] + 1) if places else (len(tokens), len(tokens))
    if first and first < len(tokens) and tokens[first - 1]["point"]:
        first -= 1  # ".0"
    inside = tokens[first:last]
    n_commas = next((n for n, token in enumerate(tokens[last:]) if not token["comma"]), len(tokens) - last)
    brackets = [token["bracket"].casefold() for token in tokens if token["bracket"] is not None]
    condition = next(filter(None, map(_CONDITION.fullmatch, brackets)), None)
    is_plain = not places or any(token["strange"] for token in tokens) or bool(_literals(inside).strip())
    return _Section(
        before=_literals(tokens[:first]),
        after=_literals(tokens[last + n_commas :]),
        digits=None
        if is_plain
        else "".join(token[0] for token in inside if token["digit"] or token["point"] or token["comma"]),
        scale=3 * n_commas - 2 * sum(bool(token["percent"]) for token in tokens),
        colour=next((bracket for bracket in brackets if _COLOUR.fullmatch(bracket)), None),
        condition=(condition[1], Decimal(condition[2])) if condition else None,
    )


def _literals(tokens: Iterable[re.Match[str]]) -> str:
    """What a stretch of a format writes beside digits."""
    groups = ("quoted", "escaped", "currency", "percent", "other")
    return "".join(
        " " if token["blank"] is not None else next((token[group] for group in groups if token[group]), "")
        for token in tokens
    )
