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
    )
