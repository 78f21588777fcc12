"""Libraries at work on foreign bytes: whatever they raise is a refusal of the document, with its reason.

Belongs here: the one place that catches any failure. It stands around calls of libraries, never around rules of our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from sources.records import Unreadable

_IS_ENCRYPTED = 0x1
_METHODS = (ZIP_STORED, ZIP_DEFLATED)  # `zipfile` unpacks the others at one go, whatever size the list of members gives


@contextmanager
def library(failed: str) -> Iterator[None]:
    """Turns what a library raises into a refusal. Lack of memory passes: it is the machine's, and workers judge it.

    Args:
        failed: what could not be done, such as "it is no whole presentation".

    Raises:
        Unreadable: `too_much_work` where the library runs out of stack, `damaged` for anything else; its own as they are.
    """
    try:
        with catch_warnings():
            simplefilter("ignore")  # a document that can be read needs no words about its parts
            yield
    except (Unreadable, MemoryError):
        raise
    except RecursionError as error:
        raise Unreadable(
            "too_much_work", f"{failed}: its parts are nested too deeply; save it in a simpler form"
        ) from error
    except Exception as error:
        raise Unreadable("damaged", f"{failed} ({type(error).__name__}): save it again") from error


def opened_zip(content: bytes) -> ZipFile:
    """A zip with its list of members read.

    Raises:
        Unreadable: `damaged`.
    """
    with library("it is no whole zip"):
        return ZipFile(BytesIO(content))


def check_member(entry: ZipInfo) -> None:
    """Looks at how a member is packed, before anything is unpacked.

    Raises:
        Unreadable: `encrypted`, or `unsupported_type` for another method than stored and deflated.
    """
    if entry.flag_bits & _IS_ENCRYPTED:
        raise Unreadable("encrypted", "it is locked with a password: save it without one")
    if entry.compress_type not in _METHODS:
        raise Unreadable("unsupported_type", f"it is packed by method {entry.compress_type}: pack it by Deflate")


def unpacked(package: ZipFile, entry: ZipInfo) -> bytes:
    """The bytes of a member: as many as the list of members gives.

    Raises:
        Unreadable: as `check_member`, or `damaged`.
    """
    check_member(entry)
    with library("it cannot be unpacked"):
        return package.read(entry)
