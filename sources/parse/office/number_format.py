"""The text that a cell shows: a number through its number format (ECMA-376, part 1, section 18.8.31), as a spreadsheet program shows it.

Belongs here: sections, literals, digits, scaling and per cent. What the format cannot say (fractions, conditions that we do not know) is
shown as the plain number: nothing is rounded that a person does not see rounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from typing import NamedTuple

GENERAL = "General"
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<skipped>.)|\*(?P<filled>.)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]'
    r"|\[(?P<bracket>[^\]]*)\]|(?P<exponent>[Ee][+-])|(?P<general>General)|(?P<mark>[0#?.,%@;])|(?P<other>.)",
    re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?[0-9.]+)")
_MAX_DIGITS = 800  # of the largest number that a cell can hold, per cent signs and decimals included
_GENERAL_DIGITS = 11  # significant digits that a cell without a format shows at most
_ONLY_YEAR = re.compile(r"y{2,4}", re.IGNORECASE)
_MONTH_YEAR = re.compile(r"m{3,4}[\s\\\-/.,']*y{2,4}", re.IGNORECASE)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class _Section(NamedTuple):
    """One part of a format, with what stands before and behind its digits."""

    before: str
    after: str
    integers: int  # zeros before the point: digits that are always shown
    decimals: int
    least_decimals: int
    is_grouped: bool
    scale: int  # powers of a thousand that the shown number leaves out
    n_percent: int
    condition: tuple[str, Decimal] | None
    is_plain: bool  # no digits that we can lay out: the number is shown as it is


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
            return _number(Decimal(repr(value)) if isinstance(value, float) else Decimal(value), number_format)
        case datetime() | date():
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


def _number(value: Decimal, number_format: str) -> str:
    if not value.is_finite():
        return ""
    sections = _sections(number_format)
    section, keeps_sign = _chosen(value, sections)
    if section is None or section.is_plain:
        plain = _general(value if keeps_sign else abs(value))
        return plain if section is None else f"{section.before}{plain}{section.after}".strip()
    with localcontext(prec=_MAX_DIGITS):
        at = abs(value) * (100**section.n_percent) / Decimal(1000) ** section.scale
        digits = f"{at.quantize(Decimal(1).scaleb(-section.decimals), ROUND_HALF_UP):f}"
    whole, _, part = digits.partition(".")
    while len(part) > section.least_decimals and part.endswith("0"):
        part = part[:-1]
    whole = whole.lstrip("0").rjust(section.integers, "0")
    grouped = f"{int(whole or 0):,}".rjust(len(whole)) if section.is_grouped and whole else whole
    sign = "-" if keeps_sign and value < 0 and (whole.strip("0") or part.strip("0")) else ""
    return f"{sign}{section.before}{grouped}{'.' + part if part else ''}{section.after}".strip()


def _chosen(value: Decimal, sections: tuple[_Section, ...]) -> tuple[_Section | None, bool]:
    """The section that a value is shown by, and whether a minus has to be written before it."""
    if not sections:
        return None, True
    for section in sections:
        if section.condition is not None and _holds(value, *section.condition):
            return section, value < 0
    free = [section for section in sections if section.condition is None]
    if len(free) < len(sections):
        return (free[0] if free else None), value < 0
    if value < 0 and len(free) > 1:
        return free[1], False
    if value == 0 and len(free) > 2:
        return free[2], False
    return free[0], True


def _holds(value: Decimal, sign: str, bound: Decimal) -> bool:
    return {
        "<": value < bound, "<=": value <= bound, ">": value > bound, ">=": value >= bound, "=": value == bound, "<>": value != bound,
    }[sign]  # fmt: skip


def _general(value: Decimal) -> str:
    rounded = value.normalize()
    n_digits = len(rounded.as_tuple().digits)
    if n_digits > _GENERAL_DIGITS and rounded != rounded.to_integral_value():
        rounded = Decimal(f"{value:.{_GENERAL_DIGITS}g}").normalize()
    return f"{rounded:f}"


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[_Section, ...]:
    """The sections of a format; none where it is General."""
    if number_format.strip() in ("", GENERAL, "@"):
        return ()
    parts: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(number_format):
        if token["mark"] == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_section(tokens) for tokens in parts[:3])


def _section(tokens: list[re.Match[str]]) -> _Section:
    places = [place for place, token in enumerate(tokens) if (token["mark"] or "") in {*"0#?"}]
    first, last = (places[0], places[-1]) if places else (len(tokens), len(tokens) - 1)
    body = [token["mark"] or "" for token in tokens[first : last + 1] if token["mark"]]
    has_strange = any(token["exponent"] or token["other"] == "/" for token in tokens)
    whole, _, part = "".join(body).partition(".")
    scale = 0
    for token in tokens[last + 1 :]:
        if token["mark"] != ",":
            break
        scale += 1
    conditions = [found for token in tokens if (found := _CONDITION.fullmatch(token["bracket"] or ""))]
    inside = "".join(_literals(tokens[first : last + 1]))
    return _Section(
        before="".join(_literals(tokens[:first])),
        after="".join(_literals(tokens[last + 1 :])),
        integers=whole.count("0"),
        decimals=sum(part.count(mark) for mark in "0#?"),
        least_decimals=part.rfind("0") + 1 if "0" in part else 0,
        is_grouped="," in whole,
        scale=scale,
        n_percent=sum(token["mark"] == "%" for token in tokens),
        condition=(conditions[0][1], Decimal(conditions[0][2])) if conditions else None,
        is_plain=not places or has_strange or bool(inside.strip()),
    )


def _literals(tokens: list[re.Match[str]]) -> Iterator[str]:
    """What a stretch of a format writes beside digits."""
    for token in tokens:
        if token["mark"] == "%":
            yield "%"
        elif token["skipped"] is not None or token["filled"] is not None:
            yield " "
        else:
            yield token["quoted"] or token["escaped"] or token["currency"] or token["other"] or ""
