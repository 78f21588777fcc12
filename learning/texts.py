"""The labelled texts that the model is fitted, calibrated and judged on."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from enum import StrEnum

from corpus.labels import LabelledText, corpus_texts
from corpus.parts import all_parts, part_of
from corpus.splits import is_kept_aside

_ONE_IN = 10  # of the texts that may be fitted on is left out for calibration


class Use(StrEnum):
    """What a text is for."""

    fit = "fit"
    calibration = "calibration"
    kept_aside = "kept_aside"


def use_of(name: str) -> Use:
    """What the text of a file name is for, by its name alone; a kept-aside text is never fitted or calibrated on."""
    stem = name.rpartition("/")[2].partition(".")[0]
    if is_kept_aside(stem):
        return Use.kept_aside
    if part_of(stem).network == "calibration":
        return Use.calibration
    # The first byte of the hash decides who is kept aside; the second is free.
    return Use.calibration if hashlib.sha256(stem.encode()).digest()[1] % _ONE_IN == 0 else Use.fit


def texts_for(uses: Collection[Use], parts: Collection[str] | None = None) -> tuple[LabelledText, ...]:
    """Texts of the corpus for some uses, in the order of their names."""
    return tuple(text for text in corpus_texts(parts or all_parts()) if use_of(text.name) in uses)
