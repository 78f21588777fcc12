"""Whether this machine recognises text in pictures (OCR), and what to say where it does not. Recognising is `pdf.recognise`'s; this loads nothing that reads."""

from __future__ import annotations

import os
import shutil

VARIABLE = "PARALLAX_TESSERACT"
SCANNED = "scanned"  # reason of a document that can be read as soon as Tesseract is installed
HOW_TO_INSTALL = (
    "install Tesseract (Debian: apt-get install tesseract-ocr, macOS: brew install tesseract) and run again, "
    "or run text recognition (OCR) on it first"
)


def tesseract() -> str | None:
    """The program that recognises text: what PARALLAX_TESSERACT names, none where that is empty, else the one on the search path."""
    named = os.environ.get(VARIABLE)
    return None if named == "" else shutil.which(named or "tesseract")
