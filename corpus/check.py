"""Checks of labels beside their texts: places, overlap, values, completeness, names. A finding that only looks odd is no fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from unicodedata import normalize

from corpus.label_file import ExpectedClaim, Labels, Place, read_labels
from corpus.labels import CORPUS, NOT_A_TEXT, span_of
from corpus.parts import part_of
from corpus.splits import digits_of
from sources.parse import parse
from sources.records import Unreadable

_SCALES = (
    "billion", "million", "trillion", "thousand", "bn", "mn", "Milliarden", "Millionen", "Mrd", "Mio", "milliards?", "millions", "millones",
    "mil millones", "bilhões", "milhões", "miliardi", "milioni", "億", "亿", "万", "兆", "억", "조",
)  # fmt: skip
_PERCENT = (
    "%", "％", r"percent\b", r"per cent\b", "Prozent", "pour cent", "por ciento", "por cento", "per cento", "퍼센트", "bps", "basis points",
    "percentage points",
)  # fmt: skip
_NUMBER = r"[0-9][0-9.,]*+"
# What every reader takes for a figure: an amount of money, a percentage, a number with a scale.
_FIGURE = re.compile(
    rf"(?:(?:US\$|USD|EUR|GBP|INR|CNY|RMB|JPY|[$€£¥₹])\s?{_NUMBER}|{_NUMBER}\s?(?:{'|'.join((*_PERCENT, *_SCALES))}))", re.IGNORECASE
)  # fmt: skip
_DIGITS = re.compile(r"[0-9][0-9.,\u00a0\u202f ']*+")
# Words that change the digits of a value.
_RECKONED = re.compile("[万億亿兆만억조]|lakh|crore|dozen|doppel|half|third|quarter|double")
_AROUND = 30  # characters that are shown around a figure without label


def checked(parts: Collection[str], folder: Path = CORPUS) -> tuple[str, int]:
    """Checks the labels of parts.

    Args:
        parts: letters of the parts.
        folder: holds texts with their labels beside them.

    Returns:
        A line per finding and one that counts them; the number of faults. The others may be right.

    Raises:
        ValueError: no part has such a letter.
    """
    for letter in parts:
        part_of(letter)
    lines: list[str] = []
    n_texts = n_figures = n_faults = 0
    for path in sorted(path for path in folder.glob("*.yml") if path.name[0] in parts):
        n_texts += 1
        try:
            said = read_labels(path)
            found = list(_findings(said, path))
        except (ValueError, LookupError, OSError, Unreadable) as error:
            found = [(True, str(error).removeprefix(f"{path.name}: "))]
        else:
            n_figures += len(said.claims)
        n_faults += sum(is_fault for is_fault, _ in found)
        lines += [f"{path.name}: {'' if is_fault else 'to look at: '}{told}" for is_fault, told in found]
    lines += [
        f"{path.name}: no labels beside it"
        for path in sorted(folder.iterdir())
        if path.name[0] in parts and path.suffix not in NOT_A_TEXT and not path.with_suffix(".yml").is_file()
    ]
    n_alone = sum(line.endswith(": no labels beside it") for line in lines)
    n_faults += n_alone
    count = f"{n_texts} texts, {n_figures:,} figures: {n_faults} faults, {len(lines) - n_faults} to look at"
    return "\n".join([*lines, count]), n_faults


def _findings(said: Labels, path: Path) -> Iterator[tuple[bool, str]]:
    """Whether it is a fault, and what was found."""
    content = path.with_name(said.document).read_bytes()
    if Path(said.document).stem != path.stem:
        yield True, f"its text is {said.document}"
    yield from _name_findings(said, path)
    if Path(said.document).suffix in (".txt", ".md") and b"\r" in content:
        yield True, "the text has a carriage return: its lines end in LF"
    document = parse(content)
    taken: list[tuple[int, int]] = []
    for place in (*said.claims, *said.decoys):
        try:
            start, end = span_of(place, document, content)
        except LookupError as error:
            yield True, str(error)
            continue
        if over := [document.text[a:b] for a, b in taken if a < end and start < b]:
            yield True, f"{_named(place)} overlaps another label, {over[0]!r}"
        taken.append((start, end))
        if isinstance(place, ExpectedClaim):
            yield from _claim_findings(place, document.text[start:end], document.text)
    for figure in _FIGURE.finditer(document.text):
        if not any(start < figure.end() and figure.start() < end for start, end in taken):
            around = document.text[max(0, figure.start() - _AROUND) : figure.end() + _AROUND]
            yield False, f"neither labelled nor a decoy: {around!r}"


def _name_findings(said: Labels, path: Path) -> Iterator[tuple[bool, str]]:
    rule = part_of(path.name).kept_aside
    if rule and rule.address_divisible_by:
        address = said.source.address if said.source else None
        if address is None:
            yield True, "source.address is missing: its part names texts by it"
        elif not path.stem.endswith(digits_of(address)):
            yield True, f"the name does not end in {digits_of(address)}, the digits of its address"


def _claim_findings(claim: ExpectedClaim, surface: str, text: str) -> Iterator[tuple[bool, str]]:
    if claim.metric == "market_size" and not re.fullmatch("[A-Z]{3}", claim.unit):
        yield True, f"{_named(claim)}: a market_size in {claim.unit!r}"
    numbers = {_significant(number) for number in _DIGITS.findall(normalize("NFKC", surface))}
    if numbers and _significant(f"{abs(claim.value):.10f}") not in numbers and not _RECKONED.search(surface):
        yield False, f"value {claim.value} is not in {surface!r}"
    if claim.metric == "share" and abs(claim.value) > 100:
        yield False, f"{_named(claim)}: a share of {claim.value}"
    is_level = claim.metric in ("market_size", "volume", "price")
    if is_level and claim.year is None and not claim.year_optional and claim.status is None:
        yield False, f"{_named(claim)} has no year and no status"
    names = claim.segment if isinstance(claim.segment, list) else [claim.segment]
    if not any(name is None or name.lower() in text.lower() for name in names):
        yield False, f"{_named(claim)}: no segment of {names} stands in the text as written"


def _named(place: Place) -> str:
    return f"cell {place.cell}" if place.cell is not None else f"{place.surface!r} (nth {place.nth})"


def _significant(number: str) -> str:
    """Digits of a number without zeros at either end."""
    return re.sub(r"[^0-9]", "", number).strip("0") or "0"
