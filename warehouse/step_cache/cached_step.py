"""A step that looks up its groups before it runs: stored rows for groups whose input is known, its own function for the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import polars as pl

from warehouse.grouping.files import in_file
from warehouse.grouping.groups import KEY, RunGroups, Split, cuts, keys_of, together
from warehouse.grouping.groups import whole as whole_of
from warehouse.step import BuildContext, BuildError, Frames, Step
from warehouse.step_cache.group_digests import DIGEST, frames_digest, group_digests
from warehouse.step_cache.result_store import ResultStore
from warehouse.values.wording import counted


@dataclass(frozen=True)
class Counts:
    """How many groups of a step there are, and how many of them were computed."""

    step: str
    n_groups: int
    n_computed: int

    def __str__(self) -> str:
        return f"{self.n_computed:,} of {counted(self.n_groups, 'group')} computed"


@dataclass(frozen=True)
class StepCache:
    """What a build may take from earlier builds.

    Attributes:
        store: stored results.
        made_by: hash of the code, the libraries, the policy and the metrics that make the rows.
        counts: of each step that was looked up, in order; filled by the build.
    """

    store: ResultStore
    made_by: str
    counts: list[Counts] = field(default_factory=list)

    @property
    def computed(self) -> Counts:
        """All steps of the last build together: a build that was begun again counts a step anew."""
        last = {one.step: one for one in self.counts}.values()
        return Counts("all", sum(one.n_groups for one in last), sum(one.n_computed for one in last))


@dataclass(frozen=True)
class _Portion:
    """The rows of some groups of a step, the digests of these groups, and how many of them were computed."""

    frames: Frames
    digests: list[str]
    n_computed: int

    def in_files(self, context: BuildContext) -> _Portion:
        """With its large frames in files: stored rows of some groups of a segment are a copy in memory."""
        if context.scratch is None:
            return self
        scratch = context.scratch
        return replace(self, frames={table: in_file([rows], scratch) for table, rows in self.frames.items()})


def cached(step: Step, split: Split, cache: StepCache, run_groups: RunGroups) -> Step:
    """The same step with its groups looked up.

    Args:
        step: a step of the build.
        split: how it falls apart; its `owners` say to which group a row belongs.
        cache: results of earlier builds.
        run_groups: runs `split.run` on groups of whole keys.

    Returns:
        A step that writes the same rows. It raises BuildError where a row comes out of a group of another key.
    """
    owners, groups_alone = split.owners or {}, replace(split, whole=None)

    def portion(cut: Frames, frames: Frames, shared: Frames, context: BuildContext, made_by: str) -> _Portion:
        digests = group_digests(cut, made_by)
        found = cache.store.find(step.name, digests[DIGEST].to_list())
        new = digests.filter(~pl.col(DIGEST).is_in(list(found.digests)))
        asked = cut if new.height == digests.height else _of_groups(cut, new[KEY])
        computed = together(run_groups(groups_alone, frames, asked, shared, context), step.writes)
        if new.height:
            fresh = {
                table: _with_digests(table, rows, keys_of(rows, owners[table], asked), new)
                for table, rows in computed.items()
            }
            cache.store.add(step.name, new[DIGEST].to_list(), fresh)
        stored = {table: rows.drop(DIGEST) for table, rows in found.frames.items()}
        return _Portion(together([stored, computed], step.writes), digests[DIGEST].to_list(), new.height)

    def run(frames: Frames, context: BuildContext) -> Frames:
        shared = split.shared(frames, context)
        made_by = "\n".join([step.name, cache.made_by, frames_digest(shared)])
        done = [
            portion(cut, frames, shared, context, made_by).in_files(context) for cut in cuts(split, frames, context)
        ]
        digests = [digest for one in done for digest in one.digests]
        cache.counts.append(Counts(step.name, len(digests), sum(one.n_computed for one in done)))
        cache.store.keep(step.name, digests)
        return together([*(one.frames for one in done), whole_of(split, frames, context)], step.writes)

    return replace(step, run=run)


def _of_groups(cut: Frames, keys: pl.Series) -> Frames:
    return {name: frame.filter(frame[KEY].fill_null("").is_in(keys.implode())) for name, frame in cut.items()}


def _with_digests(table: str, rows: pl.DataFrame, keys: pl.Series, new: pl.DataFrame) -> pl.DataFrame:
    """Rows with the digest of their group.

    Raises:
        BuildError: a row belongs to a group that was not asked for.
    """
    digests = keys.to_frame(KEY).join(new, on=KEY, how="left", maintain_order="left")[DIGEST]
    if digests.null_count():
        stray = keys.filter(digests.is_null())[0]
        raise BuildError(f"{table}: a row of group {stray!r} came out of other groups; `owners` names the wrong column")
    return rows.with_columns(digests)
