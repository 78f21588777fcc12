"""Builds and releases of a history: step by step with all stores, and from nothing with none; and processes that are killed.

Belongs here: the calls that a run makes, in its order. What is compared is in `walk.py`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from unittest.mock import patch

from quality import CheckResult, planned_checks
from release.catalogue import standing
from release.making.builds import clear_bench, discard, sign
from release.making.filling import Making, fill
from release.making.publishing import publish
from release.record import Release
from release.snapshot import snapshot_of
from trials.histories.events import History, Kill, take_in
from warehouse.build import BuildReport, build
from warehouse.engine import LocalEngine
from warehouse.fingerprint import joined
from warehouse.ledger import Ledger, open_ledger
from warehouse.ledger.texts import texts_of
from warehouse.marts import build_marts
from warehouse.step import Frames, Step
from warehouse.step_cache.cached_step import Counts, StepCache
from warehouse.step_cache.result_store import ResultStore

_PUBLISHING = (
    "audit",
    "write_manifest",
    "announce",
    "keep_record",
    "point",
)  # calls of `publish` that a kill comes before


_STORE = "warehouse.step_cache.result_store.ResultStore._write_index", 4
_MARTS = "warehouse.mart_replay._build", 30  # how often each is called at least, or nearly


class Killed(Exception):
    """A process ended in the middle of its work."""


def stepped(history: History, *, with_marts: bool) -> tuple[Path, list[Counts]]:
    """A build with the home's store; where a kill is due, first one that is killed.

    Returns:
        Its folder, and how many groups of each step there were and were computed.
    """
    if history.kill in ("step", "store", "marts"):
        with suppress(Killed):
            _killed_build(history, history.kill)
        history.kill = None
    cache = _cache(history)
    target = clear_bench(_home(history), f"build-{len(history.events)}")
    report = _build(history, history.ledger, target, LocalEngine().steps(cache))
    if with_marts:
        build_marts(report.database)
    return target, cache.counts


def from_nothing(history: History, name: str, ledger: Ledger | None = None) -> Path:
    """A build with its marts that looks up nothing.

    Args:
        history: the home.
        name: of the folder, made anew.
        ledger: another ledger with the same documents.
    """
    target = history.folder / name
    shutil.rmtree(target, ignore_errors=True)
    build_marts(_build(history, ledger or history.ledger, target, LocalEngine().steps()).database)
    return target


def arrived_otherwise(history: History) -> Ledger:
    """A ledger with the documents of a history that arrived in another order, in other batches, on other days."""
    random, texts = Random(len(history.arrived)), list(history.arrived)
    random.shuffle(texts)
    ledger = open_ledger(history.folder / "otherwise")
    day = 400
    while texts:
        n = random.randint(1, 3)
        take_in(ledger, texts[:n], day)
        texts, day = texts[n:], day + 1
    return ledger


def published(history: History, target: Path) -> Release:
    """Publishes a build with its marts, after a publisher that is killed where a kill is due; the build is gone."""
    fingerprint = _signed(history, target)
    given = (_home(history), target, fingerprint, _passed(), texts_of(history.ledger), history.policy)
    if history.kill == "publishing":
        with suppress(Killed), _dies_before(f"release.making.publishing.{history.random.choice(_PUBLISHING)}"):
            publish(*given)
        history.kill = None
    release = publish(*given)
    discard(target)
    return release


def filled_from_nothing(history: History, target: Path, like: Release, before: Release | None) -> Path:
    """The files of a release made of a build that looked up nothing, under the name and moment of another.

    Args:
        history: the home.
        target: the build.
        like: the release that it is compared with.
        before: the release before that one.
    """
    folder = history.folder / "filled"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    fingerprint, moment = _signed(history, target), like.record.published_at
    text_of = texts_of(history.ledger)
    fill(folder, Making(target, like.release_id, fingerprint, _passed(), text_of, before, history.policy, moment))
    return folder


def latest_release(history: History) -> Release | None:
    """The release that readers are pointed at."""
    return standing(_home(history)).release


def _home(history: History) -> Path:
    return history.folder / "home"


def _cache(history: History) -> StepCache:
    """The store as a run opens it: keyed by code and policy."""
    made_by = joined({"code": str(history.code), "policy": _hash(history.policy.model_dump(mode="json"))})
    return StepCache(ResultStore(_home(history) / "cache" / "steps"), made_by)


def _build(history: History, ledger: Ledger, target: Path, steps: Sequence[Step]) -> BuildReport:
    return build(ledger, target, history.policy_as_coded, history.taken, steps, history.day, history.aside)


def _killed_build(history: History, where: Kill) -> None:
    """Does part of the work of `stepped`; what was stored until then stays."""
    target = clear_bench(_home(history), f"killed-{len(history.events)}")
    steps, random = list(LocalEngine().steps(_cache(history))), history.random
    if where == "step":
        place = random.randrange(len(steps))
        steps[place] = replace(steps[place], run=_dies)
    # In the store between the files of a segment and the index that lists them.
    call, after = _STORE if where == "store" else _MARTS
    with _dies_before(call, random.randrange(after)):
        build_marts(_build(history, history.ledger, target, steps).database)


def _dies(frames: Frames, context: object) -> Frames:
    raise Killed


@contextmanager
def _dies_before(function: str, after: int = 0) -> Iterator[None]:
    """The process ends when a function is called, after it was called so many times."""
    real, n_left = resolve_name(function), after

    def call(*given: object, **named: object) -> object:
        nonlocal n_left
        n_left -= 1
        if n_left < 0:
            raise Killed
        return real(*given, **named)

    with patch(function, call):
        yield


def _signed(history: History, target: Path) -> str:
    inputs = {
        "documents": history.ledger.digest(),
        "code": str(history.code),
        "policy": _hash(history.policy.model_dump(mode="json")),
        "decisions": _hash([history.taken.model_dump(mode="json"), str(history.day), repr(history.aside)]),
    }
    sign(target, joined(inputs), history.day, inputs, snapshot_of(history.policy, history.taken))
    return joined(inputs)


def _hash(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _passed() -> tuple[CheckResult, ...]:
    """Results of all checks without judging: what they find is not what is tried here."""
    return tuple(
        CheckResult(check.name, check.layer, check.table, True, check.severity, check.description, 0, (), {})
        for check in planned_checks()
    )
