"""What a worker sends, unpacked with care: it has read a stranger's file, so only records of ours are built from its bytes."""

from __future__ import annotations

import importlib
import io
import pickle

_OURS = frozenset({("decimal", "Decimal"), ("datetime", "date")})
_OUR_MODULE = "sources.records"


class WireError(Exception):
    """A worker sent what no worker of ours sends."""


class _OurRecords(pickle.Unpickler):
    """Builds nothing but records: a pickle may name any function, and a broken-into parser could write one."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) in _OURS or (module == _OUR_MODULE and name.isidentifier() and not name.startswith("_")):
            loaded = getattr(importlib.import_module(module), name, None)
            if isinstance(loaded, type):
                return loaded
        raise WireError(f"it sent a {module}.{name}")


def unpacked(payload: bytes) -> object:
    """What a worker packed.

    Raises:
        WireError: it holds anything but records of ours.
    """
    try:
        return _OurRecords(io.BytesIO(payload)).load()
    except WireError:
        raise
    except Exception as error:
        raise WireError(f"it sent what cannot be read ({type(error).__name__}: {error})") from error
