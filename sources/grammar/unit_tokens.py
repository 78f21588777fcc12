"""The tokens of a line as unit expressions see them: each with all that its word, sign or number can mean there.

Words and their meanings come from `unit_words`; what a run of tokens says is read in `unit_expressions`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sources.grammar.currencies import marks_before
from sources.grammar.unit_words import Meaning, Vocabulary, glued_word, piece_pattern, unit_file, vocabulary

_YEARS = re.compile(
    r"(?<![0-9])(?:19|20)[0-9]{2}(?:\s?[-–—/]\s?[0-9]{2,4})?[A-Za-z]?(?![0-9A-Za-z])|\b[HQ][1-4]\b|\b[1-4][HQ]\s?['’]?[0-9]{2}\b|\bFY\s?['’]?[0-9]{2}"
    r"|第?[0-9]{1,2}(?:분기|四半期|季度|年度?|月|日|년|월|일)"
)
_POINTED = re.compile(r"\bU\.\s?S\.(?=\s?(?:\$|[A-Za-z]))")
_WIDE = str.maketrans("（）：，；［］／＄￥", "():,;[]/$¥")
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_TEN = re.compile(r"10{0,8}")
_BEHIND = ("scale", "currency", "measure", "percent", "points", "basis_points")  # what belongs to an amount before it


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a header: what it can mean, or none for a word that belongs to no unit."""

    text: str
    meanings: tuple[Meaning, ...] = ()
    is_glued: bool = False  # nothing is between it and the piece before
    is_number: bool = False
    is_digits: bool = False  # a power of ten in digits

    def find(self, role: str) -> Meaning | None:
        """What it means in a role; None where it has none."""
        return next((m for m in self.meanings if m.role == role), None)


def printed_tokens(line: str, language: str) -> list[Token]:
    """All tokens of a line without years and dates, its amounts among them.

    Args:
        line: as printed.
        language: of its document; its own words come first.
    """
    return _tokens(_YEARS.sub(" ", _POINTED.sub("US", line.translate(_WIDE))), vocabulary(language))


def unit_tokens(line: str, language: str) -> list[Token]:
    """The tokens of `printed_tokens`; what belongs to an amount means nothing.

    Args:
        line: as printed.
        language: as above.
    """
    return _without_amounts(_without_compounds(printed_tokens(line, language)))


def _tokens(line: str, words: Vocabulary) -> list[Token]:
    matches = list(piece_pattern().finditer(line))
    tokens: list[Token] = []
    at = 0
    while at < len(matches):
        m = matches[at]
        glued = at > 0 and matches[at - 1].end() == m.start()
        if m.lastgroup in ("power", "raised", "super"):
            tokens.append(Token(m.group(), (Meaning("scale", power=_power(m)),), glued, is_digits=True))
        elif m.lastgroup == "number":
            digits = re.sub(r"[^0-9]", "", m.group())
            is_power = _TEN.fullmatch(digits) and not (glued and tokens and tokens[-1].find("currency"))
            meanings = (Meaning("scale", power=len(digits) - 1),) if is_power and digits != "1" else ()
            tokens.append(Token(m.group(), meanings, glued, is_number=True, is_digits=True))
        else:
            at, found = _phrase(line, matches, at, glued, words)
            tokens += found
            continue
        at += 1
    return tokens


def _power(m: re.Match[str]) -> int:
    if m["raised"]:
        return int(m["raised"])
    return _SUPERSCRIPTS.index(m["super"]) if m["super"] else m.group().count("0")


def _phrase(
    line: str, matches: Sequence[re.Match[str]], at: int, glued: bool, words: Vocabulary
) -> tuple[int, list[Token]]:
    """The longest phrase at a piece, or the piece alone; where the next token begins, and the tokens."""
    first = matches[at]
    pieces: list[str] = []
    best = (at + 1, Token(first.group(), (), glued))
    stop, limit = at, words.longest.get(first.group().lower(), 0)
    while stop < len(matches) and len(pieces) < limit:
        m = matches[stop]
        if m.lastgroup == "mark" and m.group() in ".-'’" and stop > at and not line[m.start() - 1].isspace():
            stop += 1
            continue
        pieces.append(m.group().lower())
        stop += 1
        printed = line[first.start() : m.end()]
        if meanings := tuple(x for x in words.meanings.get(" ".join(pieces), ()) if x.exact in ("", printed)):
            best = (stop, Token(printed, meanings, glued))
    if not best[1].meanings and (parts := glued_word().fullmatch(first.group())):
        return at + 1, _glued_tokens(parts, glued)
    # "T€", "k$": a letter before a sign is a scale.
    behind = matches[best[0]] if best[0] < len(matches) else None
    power = unit_file().prefixes.get(first.group().lower())
    if power and behind and behind.lastgroup == "sign" and behind.start() == first.end():
        return at + 1, [Token(first.group(), (Meaning("scale", power=power),), glued)]
    return best[0], [best[1]]


def _glued_tokens(parts: re.Match[str], glued: bool) -> list[Token]:
    code = parts["behind"] or parts["before"]
    currency = Token(code, (Meaning("currency", marks_before().get(code, code)),), glued)
    if parts["prefix"]:
        power = unit_file().prefixes[parts["prefix"].lower()]
        return [Token(parts["prefix"], (Meaning("scale", power=power),), glued), currency]
    return [currency, Token(parts["suffix"], (Meaning("scale", power=unit_file().suffixes[parts["suffix"].lower()]),))]


def _without_compounds(tokens: list[Token]) -> list[Token]:
    """A word that a hyphen joins to a name behind it is a part of that name, whatever it means alone: "Bio-resins", "K-pop"."""

    def opens_a_name(at: int) -> bool:
        hyphen, name = (tokens[at + 1 : at + 3] + [None, None])[:2]
        if hyphen is None or name is None or hyphen.text != "-" or not (hyphen.is_glued and name.is_glued):
            return False
        return not name.meanings and name.text.isalpha()

    return [Token(t.text, (), t.is_glued) if t.meanings and opens_a_name(at) else t for at, t in enumerate(tokens)]


def _without_amounts(tokens: list[Token]) -> list[Token]:
    """Figures of a header are none of its units: "over USD 5 million", "8 %"; a power of ten is where no amount is around it."""
    plain = list(tokens)
    for at, token in enumerate(tokens):
        if not token.is_number or token.meanings:
            continue
        for step in (-1, 1):
            near = at + step
            roles = ("currency",) if step < 0 else _BEHIND
            while 0 <= near < len(tokens) and any(tokens[near].find(r) for r in roles):
                plain[near] = Token(tokens[near].text)
                near += step
    return [
        Token(t.text) if t.is_number and (not t.meanings or not _is_power(plain, at)) else t
        for at, t in enumerate(plain)
    ]


def _is_power(tokens: Sequence[Token], at: int) -> bool:
    """Ten and a hundred are scales before a scale word alone: "10億円", "100 million"."""
    behind = tokens[at + 1] if at + 1 < len(tokens) else None
    if (meaning := tokens[at].find("scale")) and meaning.power < 3:
        return bool(behind and behind.find("scale"))
    return True
