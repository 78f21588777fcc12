"""The built-in reader: a document's view through two graphs to answers. One thread, no network, the same answers on every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from sources.extract.answer import FigureAnswer
from sources.extract.model.decoding import Outputs, answers_of
from sources.extract.model.heads import CLASSES
from sources.extract.model.inputs import Inputs, inputs_of
from sources.extract.scan.scan import Scan
from sources.extract.window.sight import Line
from sources.extract.window.view import view_of

WEIGHTS = Path(__file__).with_name("weights")
# Of a text; the rules alone read those behind. Measured: 0.07 processor seconds a figure in a text of 300 characters a figure, where a
# reading has 165 (`seconds` of sources/parse/limits.yml by the machine's pace). The labelled pages have up to 185 figures.
MOST_FIGURES = 1_000
_LONGEST = 64  # pieces of a figure; of the labelled ones none comes near, and a sight holds 320
_FIGURES = 8  # of one run of the figure graph: what bounds its memory
_TRUNK_INPUTS = ("ids", "marks", "mask")
_FIGURE_INPUTS = ("states", "own", "roles", "relations", "distances", "kinds", "mask")


class BuiltInModel:
    """The two graphs and their vocabulary, opened. Make it in the process that reads: a session must not cross a fork."""

    def __init__(self, folder: Path) -> None:
        """Opens the graphs of a folder.

        Raises:
            ValueError: a graph lacks an input or an output that reading needs; the message names it.
        """
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._trunk = _session(folder / "trunk.onnx", _TRUNK_INPUTS, ("states",))
        self._figure = _session(folder / "figure.onnx", _FIGURE_INPUTS, (*CLASSES, "pointers", "beside"))

    def answer(self, scan: Scan, facts: Sequence[Line]) -> tuple[FigureAnswer, ...]:
        """Answers for the figures of a document, in order, at most `MOST_FIGURES`.

        Args:
            scan: the document.
            facts: where the page says what holds for all its figures.
        """
        scan = replace(scan, figures=scan.figures[:MOST_FIGURES])
        view = view_of(scan, facts, self._tokenizer)
        wanted = [f for f in range(len(view.sights)) if 0 < len(view.sights[f].figure) <= _LONGEST]
        out: list[FigureAnswer] = []
        states: dict[int, NDArray[np.float32]] = {}  # by window; a long text has more than memory holds
        for at in range(0, len(wanted), _FIGURES):
            part = wanted[at : at + _FIGURES]
            inputs = inputs_of([view], [part])
            states = {
                number: states[number] if number in states else self._states(inputs, row)
                for row, number in enumerate(inputs.windows.tolist())
            }
            out += answers_of(scan, view, part, self._run_figures(inputs, list(states.values())))
        return tuple(out)

    def _states(self, inputs: Inputs, row: int) -> NDArray[np.float32]:
        """States of one window; each is a run of its own, so that padding costs nothing."""
        n = int(inputs.window_mask[row].sum())
        fed = {"ids": inputs.ids[row, None, :n], "marks": inputs.marks[row, None, :n]}
        states: NDArray[np.float32] = self._trunk.run(["states"], fed | {"mask": inputs.window_mask[row, None, :n]})[0][
            0
        ]
        return states

    def _run_figures(self, inputs: Inputs, states: Sequence[NDArray[np.float32]]) -> Outputs:
        fed: dict[str, Any] = {name: getattr(inputs, name) for name in _FIGURE_INPUTS if name != "states"}
        width = inputs.ids.shape[1]
        fed["states"] = np.concatenate([np.pad(one, ((0, width - len(one)), (0, 0))) for one in states])[inputs.at]
        *classes, pointers, beside = self._figure.run([*CLASSES, "pointers", "beside"], fed)
        return Outputs(dict(zip(CLASSES, classes, strict=True)), pointers, beside)


@cache
def built_in_model(folder: Path = WEIGHTS) -> BuiltInModel:
    """The model that is bundled, opened once a process."""
    return BuiltInModel(folder)


def _session(path: Path, inputs: Sequence[str], outputs: Sequence[str]) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # Weights are stored as bytes: without this they would be multiplied out again in every run.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    for wanted, had in ((inputs, session.get_inputs()), (outputs, session.get_outputs())):
        if missing := sorted(set(wanted) - {one.name for one in had}):
            raise ValueError(
                f"{path.name} lacks {', '.join(missing)}: it was not written by this version of `make train`"
            )
    return session
