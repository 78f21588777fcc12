"""Opens a container into arrivals, containers inside it included. Everything else passes as it is.

Belongs here: places of members, what they inherit of the sidecar beside the container, and what is told of members that cannot be taken.
`mail.py` and `archive.py` say what is inside.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sources.ingest.arrival import Arrival, shown
from sources.ingest.containers.archive import is_archive, members_of_archive
from sources.ingest.containers.mail import is_mail, members_of_mail
from sources.ingest.containers.member import Member, Taken
from sources.ingest.sidecar import SUFFIX, SidecarError, metadata_of, read_sidecar
from sources.records import Metadata, Unreadable

INSIDE = "!/"  # behind the origin of a container, before the name of a member
_MAX_DEPTH = 3
_NESTED_TOO_DEEP = Unreadable(
    "too_much_work", f"it lies in more than {_MAX_DEPTH} archives or mails, one in another: unpack it"
)


def opened(arrivals: Iterable[Arrival]) -> Iterator[Arrival]:
    """Puts the documents inside a container in its place.

    Args:
        arrivals: files as they were found.

    Returns:
        An arrival for each document. A member's origin is that of its container, "!/" and its name. What the container's sidecar says holds
        for its members; a sidecar inside the container holds before it. Members of one container that cannot be taken for the same reason
        are one arrival, whose problem counts them. A container that is damaged or holds nothing stays, and is refused when it is read; one
        with which its file would hold more than is taken from one file is an arrival with that problem.
    """
    for arrival in arrivals:
        yield from _gathered(list(_opened(arrival, 0, Taken())))


def _gathered(documents: list[Arrival]) -> Iterator[Arrival]:
    """The documents of one file in their order; of those with a problem the first of each reason, which counts the others."""
    refused = Counter(document.problem.reason for document in documents if document.problem is not None)
    for document in documents:
        if (problem := document.problem) is None:
            yield document
        elif n_like := refused.pop(problem.reason, 0):
            others = f" (so are {n_like - 1:,} more documents of the same file)" if n_like > 1 else ""
            yield replace(document, problem=Unreadable(problem.reason, problem.detail + others))


@dataclass(frozen=True, slots=True)
class _Sidecars:
    """What is said beside a member: the sidecars of its folder in the container, and the container's own metadata."""

    inside: Mapping[str, bytes]
    outside: Metadata | None

    def of(self, member: Member, document_id: str, origin: str) -> tuple[Metadata | None, tuple[str, ...]]:
        """The metadata of a member, and what people should look at."""
        content = self.inside.get(member.name + SUFFIX)
        if content is not None:
            try:
                said = read_sidecar(content, shown(origin + SUFFIX))
                return metadata_of(said.sidecar, document_id, origin), said.warnings
            except SidecarError as error:
                return Metadata(document_id, origin, no_external=True), (str(error),)
        if self.outside is None:
            return member.metadata(document_id, origin), ()
        # Columns are those of one table: a map beside a container would be of no member in particular.
        inherited = replace(
            self.outside, document_id=document_id, origin=origin, charset=member.charset, column_map=None
        )
        if member.is_older:  # than the mail, whose day and title the sidecar gives
            inherited = replace(inherited, title=member.title, published_on=member.published_on, data_as_of=None)
        return inherited, ()


def _opened(arrival: Arrival, depth: int, taken: Taken) -> Iterator[Arrival]:
    try:
        members = _members(arrival, taken)
    except Unreadable as problem:
        yield replace(arrival, content=b"", problem=problem)
        return
    documents = [member for member in members if not member.name.endswith(SUFFIX)]
    if not documents:
        yield arrival
        return
    sidecars = _Sidecars(
        {member.name: member.content for member in members if member.name.endswith(SUFFIX)}, arrival.metadata
    )
    for number, member in enumerate(documents):
        warnings = arrival.warnings if number == 0 else ()
        yield from _arrived(arrival, member, sidecars, warnings, depth + 1, taken)


def _members(arrival: Arrival, taken: Taken) -> tuple[Member, ...]:
    if arrival.problem is None and is_archive(arrival.content):
        return tuple(members_of_archive(arrival.content, taken))
    return tuple(members_of_mail(arrival.content, taken)) if is_mail(arrival.content) else ()


def _arrived(
    container: Arrival, member: Member, sidecars: _Sidecars, warnings: tuple[str, ...], depth: int, taken: Taken
) -> Iterator[Arrival]:
    origin = f"{container.origin}{INSIDE}{member.name}"
    is_deeper = is_archive(member.content) or is_mail(member.content)
    problem = _NESTED_TOO_DEEP if is_deeper and depth >= _MAX_DEPTH else member.problem
    content = b"" if problem else member.content
    document_id = hashlib.sha256(content or origin.encode()).hexdigest()
    metadata, more = sidecars.of(member, document_id, origin)
    name = shown(f"{container.name}/{member.name}")
    arrival = Arrival(origin, name, document_id, content, metadata, problem, (*warnings, *more))
    yield from _opened(arrival, depth, taken) if is_deeper and problem is None else (arrival,)
