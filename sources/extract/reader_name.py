"""Which reader reads figures: the rules, the trained model, or both joined. Chosen by one variable of the environment."""

from __future__ import annotations

import os
from typing import Final, Literal, cast, get_args

VARIABLE: Final = "PARALLAX_READER"
ReaderName = Literal["rules", "model", "both"]
DEFAULT: Final[ReaderName] = "rules"


def reader_in_force() -> ReaderName:
    """Who reads, by the environment.

    Raises:
        ValueError: the variable names no reader.
    """
    said = os.environ.get(VARIABLE) or DEFAULT
    if said not in get_args(ReaderName):
        raise ValueError(f"{VARIABLE}={said}: no such reader; it is one of {', '.join(get_args(ReaderName))}")
    return cast("ReaderName", said)
