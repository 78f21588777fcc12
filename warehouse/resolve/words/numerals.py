"""Roman numerals after counting words ("Type II", "Phase I and II") in Arabic digits.

Belongs here: which words count, and which numerals behind them are converted. `designators_and_negation.py` compares them.
"""

from __future__ import annotations

from warehouse.resolve.words.vocabulary import Tokens

# Words behind which "a" and "i" are a letter or a number and no article or prefix.
CLASS_WORDS = frozenset(
    ["hepatitis", "type", "class", "vitamin", "grade", "phase", "level", "tier", "category", "group", "influenza", "series", "schedule",
     "generation", "stage", "division", "grad", "model", "hemophilia", "haemophilia", "glycogen", "bsl", "annex", "part", "usb", "factor", "immunoglobulin", "streptococcus", "protein", "strep", "flu", "bisphenol"]
)  # fmt: skip
JOINING = frozenset(["and", "or", "to"])
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii")
_ARABIC = {roman: str(number) for number, roman in enumerate(_ROMAN, 1)}
# Behind these a single v or x may be a letter: class x, vitamin i does not exist, hepatitis x.
_LETTERED = frozenset(
    ["hepatitis", "vitamin", "class", "grade", "group", "series", "model", "usb", "influenza", "flu", "protein", "bisphenol", "strep", "streptococcus", "hemophilia", "immunoglobulin"]
)  # fmt: skip
_AMBIGUOUS = frozenset(["v", "x"])


def is_class_word(word: str) -> bool:
    """Whether a letter behind a word names a class."""
    return word in CLASS_WORDS


def in_arabic(tokens: Tokens) -> Tokens:
    """Tokens with the Roman numerals behind a counting word in Arabic digits; any other token stays.

    Args:
        tokens: casefolded, singular.
    """
    if CLASS_WORDS.isdisjoint(tokens):
        return tokens
    result = list(tokens)
    behind: str | None = None  # the counting word of the tokens before a place
    for at, token in enumerate(tokens):
        number = None if behind is None or (token in _AMBIGUOUS and behind in _LETTERED) else _ARABIC.get(token)
        if number is not None:
            result[at] = number
        elif token in CLASS_WORDS:
            behind = token
        elif not (token in JOINING or token.isdigit()):
            behind = None
    return tuple(result)
