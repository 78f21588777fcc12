"""The store of a home, and the key of what is stored there beside rows. One public verb, `step_cache`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from warehouse.fingerprint import joined
from warehouse.step_cache.cached_step import StepCache
from warehouse.step_cache.result_store import ResultStore

FOLDER = Path("cache", "steps")  # in the home; may be deleted at any time
_MAKES_ROWS = ("code", "engines", "policy")


def step_cache(home: Path, inputs: Mapping[str, str]) -> StepCache:
    """What a build of a home may take from earlier builds.

    Args:
        home: the data home; the caller holds the ledger's lock.
        inputs: hashes of the inputs of the build, as `warehouse.fingerprint.inputs` names them. Documents and decisions are in
            the rows of groups; code, engines and policy are not.
    """
    return StepCache(ResultStore(home / FOLDER), joined({name: inputs[name] for name in _MAKES_ROWS}))
