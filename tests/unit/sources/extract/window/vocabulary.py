"""A vocabulary of single letters, for tests that need pieces and no model."""

from __future__ import annotations

from tokenizers import Tokenizer

from learning.base_model import tokenizer_json


def letters() -> Tokenizer:
    """Every printable ASCII letter is a piece, a blank leads a word, a line break is a piece."""
    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    pieces = [*special, ("▁", -2.0), *((chr(code), -4.0) for code in range(33, 127)), ("▁\n", -1.0)]
    return Tokenizer.from_str(tokenizer_json(pieces))
