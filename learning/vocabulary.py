"""Which pieces of the base model's vocabulary the reader keeps, and how much of a text it then cannot spell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tokenizers import Tokenizer

from learning.base_model import tokenizer_json

SIZE = 40_000
UNKNOWN = 3  # id of the piece for what no piece spells


def kept_pieces(pieces: tuple[tuple[str, float], ...], texts: Iterable[str]) -> list[str]:
    """Pieces that stay whatever their frequency: those that the texts are made of, and every single letter of any script.

    Args:
        pieces: the base model's vocabulary, in the order of its ids.
        texts: those that the model is fitted on.
    """
    named = tuple((piece or f"<unused {i}>", score) for i, (piece, score) in enumerate(pieces))
    whole = Tokenizer.from_str(tokenizer_json(named))
    used: Counter[str] = Counter()
    for text in texts:
        used.update(whole.encode(text, add_special_tokens=False).tokens)
    return [piece for piece, _ in pieces if len(piece) == 1 or piece in used]


def unknown_shares(tokenizer: Tokenizer, texts: Mapping[str, Iterable[str]]) -> dict[str, float]:
    """By language the share of characters that no piece spells."""
    shares = {}
    for language, some in sorted(texts.items()):
        n = unknown = 0
        for text in some:
            encoded = tokenizer.encode(text, add_special_tokens=False)
            n += len(text)
            unknown += sum(
                end - start for one, (start, end) in zip(encoded.ids, encoded.offsets, strict=True) if one == UNKNOWN
            )
        shares[language] = unknown / n
    return shares
