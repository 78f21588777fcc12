"""A process of the superuser as anybody else: bound by the owners and modes of files. For trials that need folders it may not write."""

from __future__ import annotations

import ctypes
import os

_SET_SECUREBITS, _NO_ROOT = 28, 0b11  # prctl(2), capabilities(7): what is executed later gets nothing back either
_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def give_up_rights() -> None:
    """Gives up every capability, for this process and what it starts. Another user's id would not do: Python itself may lie where only its
    owner can read it.

    Raises:
        OSError: the system does not let it.
    """
    system = ctypes.CDLL(None, use_errno=True)
    failed = system.prctl(_SET_SECUREBITS, _NO_ROOT, 0, 0, 0)
    if failed or system.capset(ctypes.byref(_Header(_VERSION_3, 0)), (_Sets * 2)()):
        raise OSError(ctypes.get_errno(), f"capabilities: {os.strerror(ctypes.get_errno())}")
