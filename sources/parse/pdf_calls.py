"""Functions of pdfium that are called for every character or object, without the conversions of ctypes. No reading here."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, NamedTuple


class Calls(NamedTuple):
    """Functions of the library that are called often, without conversions: handles and addresses are plain integers."""

    object_of: Any
    origin: Any
    code: Any
    font: Any
    size: Any
    matrix: Any
    width: Any
    box: Any
    n_segments: Any
    segment: Any
    segment_type: Any
    segment_closes: Any
    segment_point: Any
    mode: Any
    fill: Any
    draws: Any


@cache
def calls() -> Calls:
    """The functions, looked up once."""
    import pypdfium2.raw as raw

    def bare(function: Any, result: Any, *arguments: Any) -> Any:
        address = ctypes.cast(function, ctypes.c_void_p).value or 0
        return ctypes.PYFUNCTYPE(result, *arguments)(address)

    pointer, number = ctypes.c_void_p, ctypes.c_int
    return Calls(
        bare(raw.FPDFText_GetTextObject, pointer, pointer, number),
        bare(raw.FPDFText_GetCharOrigin, number, pointer, number, pointer, pointer),
        bare(raw.FPDFText_GetUnicode, ctypes.c_uint, pointer, number),
        bare(raw.FPDFTextObj_GetFont, pointer, pointer),
        bare(raw.FPDFTextObj_GetFontSize, number, pointer, pointer),
        bare(raw.FPDFPageObj_GetMatrix, number, pointer, pointer),
        bare(raw.FPDFFont_GetGlyphWidth, number, pointer, ctypes.c_uint32, ctypes.c_float, pointer),
        bare(raw.FPDFText_GetLooseCharBox, number, pointer, number, pointer),
        bare(raw.FPDFPath_CountSegments, number, pointer),
        bare(raw.FPDFPath_GetPathSegment, pointer, pointer, number),
        bare(raw.FPDFPathSegment_GetType, number, pointer),
        bare(raw.FPDFPathSegment_GetClose, number, pointer),
        bare(raw.FPDFPathSegment_GetPoint, number, pointer, pointer, pointer),
        bare(raw.FPDFTextObj_GetTextRenderMode, number, pointer),
        bare(raw.FPDFPageObj_GetFillColor, number, pointer, pointer, pointer, pointer, pointer),
        bare(raw.FPDFPath_GetDrawMode, number, pointer, pointer, pointer),
    )


def fill_of(handle: int | None) -> tuple[float, float, float] | None:
    """The colour that an object is filled with, red, green and blue from 0 to 1; None where it is not solid, or not known."""
    is_known = calls().fill(handle, *_PART_AT)
    red, green, blue, alpha = (part.value for part in _PARTS)
    return (red / 255, green / 255, blue / 255) if is_known and alpha == _SOLID else None


def is_filled(handle: int | None) -> bool:
    """Whether a path is filled."""
    is_known = calls().draws(handle, _PART_AT[0], _PART_AT[1])
    return not is_known or _PARTS[0].value != 0


_SOLID = 255
_PARTS = tuple(ctypes.c_uint() for _ in range(4))
_PART_AT = tuple(map(ctypes.addressof, _PARTS))
