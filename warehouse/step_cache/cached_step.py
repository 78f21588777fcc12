"""A step that looks up its groups before it runs: stored rows for groups whose input is known, its own function for the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import polars as pl

from warehouse.grouping.groups import KEY, RunGroups, Split, together
from warehouse.grouping.groups import whole as whole_of
from warehouse.step import BuildContext, BuildError, Frames, Step
from warehouse.step_cache.group_digests import DIGEST, frames_digest, group_digests
from warehouse.step_cache.result_store import ResultStore


@dataclass(frozen=True)
class Counts:
    """How many groups of a step there are, and how many were computed."""

    step: str
    n_groups: int
    n_computed: int


def cached(
    step: Step,
    split: Split,
    store: ResultStore,
    made_by: str,
    run_groups: RunGroups,
    listener: Callable[[Counts], None] = lambda counts: None,
) -> Step:
    """The same step with its groups looked up.

    Args:
        step: a step of the build.
        split: how it falls apart; its `owners` say to which group a row belongs.
        store: results of earlier builds.
        made_by: hash of the code and of the libraries that compute the rows.
        run_groups: split, frames of the step, keyed frames, shared frames, context → rows, in parts. It runs `split.run` on
            groups of whole keys, and `split.whole` on the frames of the step.
        listener: is told how many groups were computed.
    """
    owners = split.owners or {}

    def run(frames: Frames, context: BuildContext) -> Frames:
        cut, shared = split.cut(frames, context), split.shared(frames, context)
        policy = json.dumps(context.policy.model_dump(mode="json"), sort_keys=True)
        digests = group_digests(cut, "\n".join([step.name, made_by, policy, frames_digest(shared)]))
        found = store.find(step.name, digests[DIGEST].to_list())
        new = digests.filter(~pl.col(DIGEST).is_in(list(found.digests)))
        listener(Counts(step.name, digests.height, new.height))
        asked = {name: _of_keys(frame, new) for name, frame in cut.items()}
        computed = together(run_groups(replace(split, whole=None), frames, asked, shared, context), step.writes)
        fresh = {table: _with_digests(table, rows, owners, new) for table, rows in computed.items()}
        if new.height:
            store.add(step.name, new[DIGEST].to_list(), fresh)
        store.keep(step.name, digests[DIGEST].to_list())
        parts = [_bare(found.frames), computed, whole_of(split, frames, context)]
        return together(parts, step.writes)

    return replace(step, run=run)


def _of_keys(frame: pl.DataFrame, keys: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(frame[KEY].fill_null("").is_in(keys[KEY].implode()))


def _with_digests(table: str, rows: pl.DataFrame, owners: Mapping[str, str], new: pl.DataFrame) -> pl.DataFrame:
    """Rows with the digest of their group.

    Raises:
        BuildError: a row belongs to a group that was not asked for.
    """
    keys = rows.select(pl.col(owners[table]).fill_null("").alias(KEY))
    digests = keys.join(new, on=KEY, how="left", maintain_order="left")[DIGEST]
    if digests.null_count():
        stray = keys.filter(digests.is_null())[KEY][0]
        raise BuildError(f"{table}: a row of group {stray!r} came out of other groups; `owners` names the wrong column")
    return rows.with_columns(digests)


def _bare(frames: Frames) -> Frames:
    return {table: rows.drop(DIGEST) for table, rows in frames.items()}
