"""What analysts receive: immutable release folders, a pointer to the latest, the ways into one figure or market.

Belongs here: publishing a judged build, finding and verifying releases, tracing a figure to its quotes. Not here:
making the figures (`warehouse`, `dbt_project`), judging them (`quality`), drawing them on a terminal (`pipelines/cli`).
"""

from typing import TYPE_CHECKING

from release.catalogue import find, is_current, latest, releases
from release.judgement import ReleaseRefused
from release.manifest import verify_files
from release.record import Release, ReleaseError

if TYPE_CHECKING:
    from release.publishing import publish

__all__ = ["Release", "ReleaseError", "ReleaseRefused", "find", "is_current", "latest", "publish", "releases", "verify"]


def verify(release: Release) -> list[str]:
    """Compares a release's files with its manifest; one line per finding, empty where all is as published."""
    return verify_files(release.path)


def __getattr__(name: str) -> object:
    """`release.publish` on demand: it pulls in the database, which those who only look for a release do not need."""
    if name == "publish":
        from release.publishing import publish

        return publish
    raise AttributeError(name)
