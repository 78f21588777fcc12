"""Which reader reads figures: the rules, the trained model, or both joined. Chosen by one variable of the environment."""

from __future__ import annotations

import os
from typing import Final, Literal, cast, get_args

from sources.reviewed import ReviewedFileError

READER_VARIABLE: Final = "PARALLAX_READER"
ReaderName = Literal["rules", "model", "both"]
DEFAULT: Final[ReaderName] = "both"


def reader_in_force() -> ReaderName:
    """Who reads, by the environment.

    Raises:
        ReviewedFileError: the variable names no reader.
    """
    said = os.environ.get(READER_VARIABLE) or DEFAULT
    if said not in get_args(ReaderName):
        raise ReviewedFileError(
            f"{READER_VARIABLE}={said}: no such reader; it is one of {', '.join(get_args(ReaderName))}"
        )
    return cast("ReaderName", said)
