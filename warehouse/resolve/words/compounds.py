"""Closed, open and hyphenated compounds of two names in one form: "stair lift" and "stairlift", "intra oral" and "intraoral".

Belongs here: which runs of one name are one word of the other. What the words mean does not (`scopes`).
"""

from __future__ import annotations

from itertools import pairwise

from warehouse.resolve.words.vocabulary import Tokens

_SHORTEST = 4  # letters of a compound: "xray", "ebike"
_MOST_PARTS = 3
_FREE, _WITHOUT = "free", "less"  # oil free is oilless
# What is no word by itself: with it the closed form is the usual one ("biochar" is no char).
PREFIXES = frozenset(
    ["anti", "auto", "bi", "bio", "co", "counter", "de", "di", "e", "electro", "eco", "ethyl", "fluoro", "chloro", "methyl", "geo", "hydro", "hyper", "i", "immuno", "infra", "inter", "intra", "iso", "macro", "mega", "meta", "micro", "mid", "mini", "mono", "multi", "nano", "neo", "neuro", "non", "opto", "over", "photo", "poly", "post", "pre", "pro", "propyl", "radio", "re", "semi", "sub", "super", "tele", "tetra", "thermo", "trans", "tri", "ultra", "un", "under", "x"]
)  # fmt: skip


def other_forms(phrase: Tokens) -> tuple[Tokens, ...]:
    """A phrase with a prefix of one of its words written apart, or closed: "mono ammonium phosphate" and "monoammonium ..."."""
    forms: list[Tokens] = []
    for at, word in enumerate(phrase):
        if word in PREFIXES and len(word) > 1 and at + 1 < len(phrase) and len(phrase[at + 1]) >= _SHORTEST:
            forms.append((*phrase[:at], word + phrase[at + 1], *phrase[at + 2 :]))
        for length in range(2, len(word) - _SHORTEST):
            if word[:length] in PREFIXES:
                forms.append((*phrase[:at], word[:length], word[length:], *phrase[at + 1 :]))
    return tuple(forms)


def in_one_form(a: Tokens, b: Tokens) -> tuple[Tokens, Tokens]:
    """Two names with each run of one that the other writes as one word in the same form.

    The open form is kept, since its last word says what is sold, unless the run begins with a prefix.

    Args:
        a: normal tokens of one name.
        b: of the other.

    Returns:
        Both, changed where a run of one joins to a word of the other.
    """
    for _ in range(len(a) + len(b)):
        run = _run(a, b) or _run(b, a)
        if run is None:
            break
        word, parts = run
        if parts[0] in PREFIXES:
            a, b = _put(a, parts, (word,)), _put(b, parts, (word,))
        else:
            a, b = _put(a, (word,), parts), _put(b, (word,), parts)
    return a, b


def _run(closed: Tokens, opened: Tokens) -> tuple[str, Tokens] | None:
    """A word of one name and the run of the other that joins to it; longest runs first."""
    words = [word for word in closed if len(word) >= _SHORTEST and word not in opened]
    if not words or len(opened) < 2:
        return None
    for length in range(_MOST_PARTS, 1, -1):
        for at in range(len(opened) - length + 1):
            parts = opened[at : at + length]
            if "and" in parts:
                continue
            for word in words:
                if word[0] == parts[0][0] and word.endswith((parts[-1], _WITHOUT)) and _joins(parts, word):
                    return word, parts
    return None


def _joins(parts: Tokens, word: str) -> bool:
    """Whether parts written together are the word, as they are or with the s of "sportswear"."""
    if any(one[-1].isdigit() and other[0].isdigit() for one, other in pairwise(parts)):
        return False  # "2 5" is not 25
    if parts[1:] == (_FREE,):
        return word in (f"{parts[0]}{_WITHOUT}", f"{parts[0]}{_FREE}")
    return word in ("".join(parts), "s".join(parts))


def _put(tokens: Tokens, old: Tokens, new: Tokens) -> Tokens:
    for at in range(len(tokens) - len(old) + 1):
        if tokens[at : at + len(old)] == old:
            return tokens[:at] + new + _put(tokens[at + len(old) :], old, new)
    return tokens
