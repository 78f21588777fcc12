"""Other figures in the same words, to turn one report into many. Pure; `corpus.py` has the reports.

A copy keeps the form of every number (digits, marks, decimals), so that it is read by the same rules as its original. Years
move by a few, amounts are multiplied by one factor per copy, so that growth rates still fit them nearly; percentages
move by one or two in their last digit, the same percentage always alike, so that a headline and its repetition agree.
"""

from __future__ import annotations

import re
import zlib

_NUMBER = re.compile(r"(?<![0-9#])[0-9]+(?:[.,][0-9]+)*")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_FOOTNOTED_YEAR = re.compile(r"20[0-4][0-9][1-9]")  # "20251": a year with a footnote mark glued to it
_DATE = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}\.(?:19|20)[0-9]{2}")
_TWO_DIGIT_END = re.compile(r"[-–/](?P<end>[0-9]{2})(?![0-9-])")  # behind a year: FY2024-25
_PERCENT = re.compile(r"\s?(?:%|％|percent|per cent|Prozent|por ciento)")
_TAG = re.compile(r"(<[^>]*>)")

YEARS_BACK = 6  # years only move back: a forecast stays one, and no copy is dated later than its original
_LEAST, _MOST = 600, 980  # factor of amounts, in thousandths


def with_other_figures(text: str, copy: int) -> str:
    """The text with other years, amounts and percentages.

    Bare numbers of one or two digits (days, list marks, section numbers), telephone numbers and 100 % stay.

    Args:
        text: text or Markdown.
        copy: number of the copy, from 1; 0 is the original itself.

    Returns:
        Text of the same words. The same arguments give the same text on every machine.
    """
    if copy == 0:
        return text
    back = 1 + _draw(copy, "years") % YEARS_BACK
    factor = _LEAST + _draw(copy, "amounts") % (_MOST - _LEAST)
    pieces: list[str] = []
    position = 0
    for match in _NUMBER.finditer(text):
        if match.start() < position:
            continue
        printed, stop = match.group(), match.end()
        if _YEAR.fullmatch(printed):
            changed = str(int(printed) - back)
            short = _TWO_DIGIT_END.match(text, stop)
            if short and int(short["end"]) == (int(printed) + 1) % 100:
                changed += text[stop] + f"{(int(short['end']) - back) % 100:02d}"
                stop = short.end()
        else:
            changed = _other_number(printed, copy, back, factor, is_percent=_PERCENT.match(text, stop) is not None)
        pieces += (text[position : match.start()], changed)
        position = stop
    return "".join([*pieces, text[position:]])


def with_other_figures_in_html(html: str, copy: int) -> str:
    """As `with_other_figures`, for the text between tags; tags and their attributes stay as they are."""
    return "".join(piece if piece.startswith("<") else with_other_figures(piece, copy) for piece in _TAG.split(html))


def _other_number(printed: str, copy: int, back: int, factor: int, *, is_percent: bool) -> str:
    if _FOOTNOTED_YEAR.fullmatch(printed):
        return f"{int(printed[:4]) - back}{printed[4]}"
    if _DATE.fullmatch(printed):
        return f"{printed[:-4]}{int(printed[-4:]) - back}"
    digits = re.sub(r"[.,]", "", printed)
    if is_percent:
        return printed if printed == "100" else _like(printed, _beside(int(digits), copy, printed))
    is_bare = digits == printed
    if is_bare and (len(printed) < 3 or printed.startswith("0")):
        return printed
    changed = _like(printed, _scaled(int(digits), factor))
    while _YEAR.fullmatch(changed):  # an amount must not turn into a year
        changed = _like(printed, _scaled(int(changed), factor))
    return changed


def _scaled(digits: int, factor: int) -> int:
    return max(1, (digits * factor + 500) // 1000)


def _beside(digits: int, copy: int, printed: str) -> int:
    """One or two more or less in the last digit, without another digit in front and never zero."""
    step = (-2, -1, 1, 2)[_draw(copy, printed) % 4]
    moved = digits + step
    return digits - step if moved < 1 or len(str(moved)) > len(str(digits)) else moved


def _like(printed: str, digits: int) -> str:
    """Digits with the marks of a printed number, counted from the right: (1,12,400, 89920) gives 89,920."""
    left = list(str(digits))
    out: list[str] = []
    for mark in reversed(printed):
        if mark.isdigit():
            out.append(left.pop() if left else "0")
        else:
            out.append(mark)
    shown = "".join(reversed(out))
    # Zeros in front: none before a group of three, one before decimals. A zero that was printed stays.
    while shown[0] == "0" and printed[0] != "0" and len(shown) > 1:
        rest = shown[1:]
        if rest[0] in ".,":
            if re.fullmatch(r"[.,][0-9]{3}(?:[.,][0-9]{3})*", rest) is None:
                break
            rest = rest[1:]
        shown = rest
    return shown


def _draw(copy: int, what: str) -> int:
    """A number that depends on its arguments only: neither a clock nor the hash seed has a say."""
    return zlib.crc32(f"parallax {copy} {what}".encode())
