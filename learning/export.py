"""The fitted network as two ONNX graphs, with weights stored as bytes and computed as floats.

Matrices are stored as int8 with one scale a row (symmetric, round to nearest); the runtime multiplies them out when a session
opens, so what is computed is float32. Everything else stays float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

from learning.base_model import tokenizer_json
from learning.model import Conditioned, Trunk
from sources.extract.model.heads import CLASSES

OPSET = 17
_SMALL = 4096  # numbers; a smaller array is not worth a scale a row


class _Named(nn.Module):
    """The conditioned encoder with its classes in one tuple."""

    def __init__(self, conditioned: Conditioned) -> None:
        super().__init__()
        self.inside = conditioned

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        classes, pointers, beside = self.inside(*inputs)
        return (*(classes[name] for name in CLASSES), pointers, beside)


def export(trunk: Trunk, conditioned: Conditioned, folder: Path) -> None:
    """Writes `trunk.onnx` and `figure.onnx` into a folder.

    Inputs and outputs have names; the runtime asks for them by name and refuses a graph without one.
    """
    trunk.eval()
    conditioned.eval()
    ids = torch.zeros(2, 8, dtype=torch.int64)
    width = trunk.words.weight.shape[1]
    _write(
        trunk,
        (ids, ids, torch.ones(2, 8, dtype=torch.bool)),
        ("ids", "marks", "mask"),
        ("states",),
        folder / "trunk.onnx",
    )
    sight = torch.zeros(3, 6, dtype=torch.int64)
    inputs = (torch.zeros(3, 6, width), sight, sight, sight, sight, sight, torch.ones(3, 6, dtype=torch.bool))
    names = ("states", "own", "roles", "relations", "distances", "kinds", "mask")
    _write(_Named(conditioned), inputs, names, (*CLASSES, "pointers", "beside"), folder / "figure.onnx")


def write_tokenizer(pieces: Sequence[tuple[str, float]], folder: Path) -> None:
    """Writes `tokenizer.json` beside the graphs."""
    (folder / "tokenizer.json").write_text(tokenizer_json(pieces), encoding="utf-8")


def _write(
    module: nn.Module, inputs: tuple[Tensor, ...], names: Sequence[str], outputs: Sequence[str], path: Path
) -> None:
    axes = {name: {0: "n", 1: "length"} for name in (*names, *(o for o in outputs if o in ("states", "pointers")))}
    axes |= {name: {0: "n"} for name in outputs if name not in axes}
    torch.onnx.export(
        module,
        inputs,
        str(path),
        input_names=list(names),
        output_names=list(outputs),
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    model = onnx.load(str(path))
    onnx.save(_stored_as_bytes(model), str(path))


def _stored_as_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """Replaces every large matrix by bytes, scales and a node that multiplies them out."""
    graph = model.graph
    kept, nodes = [], []
    for one in graph.initializer:
        values = numpy_helper.to_array(one)
        if values.dtype != np.float32 or values.ndim != 2 or values.size < _SMALL:
            kept.append(one)
            continue
        # MatMul weights are transposed by the exporter: a column is an output then.
        axis = 0 if values.shape[0] >= values.shape[1] and "words" in one.name else 1
        scale = np.abs(values).max(axis=1 - axis) / 127
        scale[scale == 0] = 1
        spread = scale[:, None] if axis == 0 else scale[None, :]
        stored = np.clip(np.round(values / spread), -127, 127).astype(np.int8)
        kept.append(numpy_helper.from_array(stored, one.name + ".bytes"))
        kept.append(numpy_helper.from_array(scale.astype(np.float32), one.name + ".scale"))
        kept.append(numpy_helper.from_array(np.zeros(scale.shape, np.int8), one.name + ".zero"))
        nodes.append(
            helper.make_node(
                "DequantizeLinear", [one.name + s for s in (".bytes", ".scale", ".zero")], [one.name], axis=axis
            )
        )
    body = [*nodes, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(body)
    return model
