"""Files given to a command, read in processes that are killed beyond their limits. Nothing is stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.cli.terminal.errors import CommandError

if TYPE_CHECKING:
    from sources.ingest import Arrival
    from sources.ingest.workers import Answer, ForkServer
    from sources.records import Extraction, ParsedDocument


def started() -> ForkServer:
    """The process that readers are made from; it loads what reads while this one loads what prints.

    Raises:
        CommandError: it cannot be started.
    """
    from sources.ingest.workers import ForkServer

    try:
        return ForkServer()
    except OSError as error:
        raise CommandError(f"no reader process can be started: {error}") from error


def read_files(
    files: list[Path], server: ForkServer, warn: Callable[[str], None] = lambda _: None
) -> Generator[tuple[Path, tuple[ParsedDocument, Extraction] | str], None, None]:
    """Each document with its text and what it says, in order, or with why it gave nothing.

    Args:
        files: as `discover` gives them.
        server: of `started`; the caller closes it after this iterator.
        warn: called with what people should look at in a sidecar.

    Yields:
        The file and its answer; of a document inside a mail or an archive, `FILE!DOCUMENT` beside the file.

    Raises:
        CommandError: the machine cannot read at all.
    """
    from sources.ingest.workers import WorkersError, read_documents, worker_count

    taken: deque[tuple[Path, str | None]] = deque()
    try:
        n_workers = min(worker_count(), len(files))
        contents = _contents(files, taken, warn)
        with closing(read_documents(contents, n_workers, server=server)) as answers:
            for answer in answers:
                while taken[0][1] is not None:
                    yield _refused(*taken.popleft())
                yield taken.popleft()[0], _said(answer)
    except WorkersError as error:
        raise CommandError(str(error)) from error
    while taken:
        yield _refused(*taken.popleft())


def read_once(content: bytes) -> tuple[ParsedDocument, Extraction] | str:
    """One document as it reads without a sidecar, or why it gave nothing.

    Raises:
        CommandError: the machine cannot read at all.
    """
    from sources.ingest.workers import WorkersError, read_documents

    try:
        with closing(read_documents([content], 1)) as answers:
            return _said(next(answers))
    except WorkersError as error:
        raise CommandError(str(error)) from error


def _contents(
    files: list[Path], taken: deque[tuple[Path, str | None]], warn: Callable[[str], None]
) -> Iterator[tuple[bytes, str | None, str | None]]:
    """Bytes of the files that can be opened, with the column maps of their sidecars; notes for every file in turn why it cannot be, or None."""
    from sources.ingest import receive_file

    for path in files:
        try:
            arrivals = list(receive_file(path))
        except OSError as error:  # gone meanwhile
            taken.append((path, f"it cannot be read ({error})"))
            continue
        for arrival in arrivals:
            for warning in arrival.warnings:
                warn(warning)
            problem, place = arrival.problem, _place(path, arrival)
            taken.append((place, None if problem is None else f"{problem.reason}: {problem.detail}"))
            if problem is None:
                yield arrival.content, None, arrival.metadata.column_map if arrival.metadata else None


def _place(path: Path, arrival: Arrival) -> Path:
    """What a document is called: its file, and inside a container also its own name."""
    inside = arrival.name.split("/")[1:]
    return path.with_name("!".join([path.name, *inside])) if inside else path


def _refused(path: Path, problem: str | None) -> tuple[Path, str]:
    return path, problem or "it cannot be read"


def _said(answer: Answer) -> tuple[ParsedDocument, Extraction] | str:
    from sources.ingest.workers import Failed
    from sources.records import Unreadable

    if isinstance(answer, Unreadable):
        return f"{answer.reason}: {answer.detail}"
    if isinstance(answer, Failed):
        return f"the reader failed ({answer.problem}); please report this file"
    return answer
