"""What analysts receive: immutable release folders, a pointer to the latest, the ways into one figure or market.

Belongs here: publishing a judged build, finding and verifying releases, tracing a figure to its quotes. Not here:
making the figures (`warehouse`, `dbt_project`), judging them (`quality`), drawing them on a terminal (`pipelines/cli`).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from release.catalogue import find, is_current, latest, releases
    from release.making.judgement import ReleaseRefused
    from release.making.publishing import publish
    from release.record import Release, ReleaseError

__all__ = ["Release", "ReleaseError", "ReleaseRefused", "find", "is_current", "latest", "publish", "releases", "verify"]

_HOMES = {
    "find": "catalogue",
    "is_current": "catalogue",
    "latest": "catalogue",
    "releases": "catalogue",
    "ReleaseRefused": "making.judgement",
    "publish": "making.publishing",
    "Release": "record",
    "ReleaseError": "record",
}


def verify(release: "Release") -> list[str]:
    """Compares a release's files with its manifest; one line per finding, empty where all is as published."""
    from release.manifest import verify_files

    return verify_files(release.path)


def __getattr__(name: str) -> object:
    """Names on demand: whoever needs one module of this room (a command's help, how a figure reads) loads that alone."""
    if name in _HOMES:
        return getattr(import_module(f"release.{_HOMES[name]}"), name)
    raise AttributeError(name)
