"""Parts of a site that are taken over from the release before: `Parts` makes a part, or takes it where nothing changed.

Belongs here: what a part was made from, and whether that is the same today. While a part is made, every group of rows and every
address that it asks for is noted with its key; the part is taken over only if all of them hold today what they held then. So
no list of what a page depends on has to be kept up by hand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from markupsafe import Markup

Key = str | None
Block = tuple[str, Markup]


class Source(Protocol):
    """What parts are made from, by key."""

    def states(self, keys: Sequence[Key]) -> Iterable[bytes]:
        """What it holds under each key, as bytes that are equal only where that is."""


class Pages(Protocol):
    """Where pages are written: the folder of a site."""

    @property
    def written(self) -> Sequence[tuple[str, str]]:
        """Address and sha256 of each page that was rendered."""

    def take(self, folder: Path, pages: Mapping[str, str]) -> bool:
        """Takes pages over from another site, all of them or none."""


@dataclass(frozen=True)
class Noted:
    """What one part read and entered while it was made.

    Attributes:
        keys: by source, those that were asked for, in the order of asking; those without an answer as well.
        entered: by kind of address, what the part entered.
    """

    keys: dict[str, dict[Key, None]] = field(default_factory=dict)
    entered: dict[str, dict[str, str]] = field(default_factory=dict)


class Reads:
    """The sources of a site, and the notes of the part that is being made."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._noted: Noted | None = None
        self.find: Callable[[str], Source | None] = lambda _: None  # a source that was not asked for yet today

    def add(self, name: str, source: Source) -> None:
        """A source under its name, which is the same in every release."""
        self._sources.setdefault(name, source)

    def note(self, name: str, keys: Iterable[Key]) -> None:
        """Notes that the part which is being made asks a source for these keys."""
        if self._noted is not None:
            self._noted.keys.setdefault(name, {}).update(dict.fromkeys(keys))

    def enter(self, kind: str, entries: Mapping[str, str]) -> None:
        """Notes addresses that the part enters."""
        if self._noted is not None:
            self._noted.entered.setdefault(kind, {}).update(entries)

    def whole(self, what: str) -> None:
        """Refuses what a part must not read, because no key says what of it was read.

        Raises:
            RuntimeError: a part is being made.
        """
        if self._noted is not None:
            raise RuntimeError(
                f"a part of the site reads all of {what}; ask by key, or read it before the part is made"
            )

    @contextmanager
    def noted(self) -> Iterator[Noted]:
        """Notes what is read inside."""
        outer, self._noted = self._noted, Noted()
        try:
            yield self._noted
        finally:
            self._noted = outer

    def state(self, keys: Mapping[str, Iterable[Key]]) -> str | None:
        """One hash of what the sources hold today under these keys; None where a source is no longer there."""
        digest = hashlib.sha256()
        for name in sorted(keys):
            source = self._sources[name] if name in self._sources else self.find(name)
            if source is None:
                return None
            for state in source.states(list(keys[name])):
                digest.update(len(state).to_bytes(8, "big"))
                digest.update(state)
        return digest.hexdigest()


class Watched(dict[str, str]):
    """Addresses by id; who asks and who enters is noted."""

    def __init__(self, kind: str, reads: Reads) -> None:
        super().__init__()
        self._name, self._kind, self._reads = f"addresses of {kind}", kind, reads
        reads.add(self._name, self)

    def __getitem__(self, key: str) -> str:
        """The address of an id."""
        self._reads.note(self._name, (key,))
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        """Whether an id has an address."""
        self._reads.note(self._name, (key,) if isinstance(key, str) else ())
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The address of an id, or the default."""
        self._reads.note(self._name, (key,))
        return super().get(key, default)

    def setdefault(self, key: str, default: str = "") -> str:
        """Enters an address, if the id has none."""
        self._reads.enter(self._kind, {key: default})
        return super().setdefault(key, default)

    def update(self, entries: Mapping[str, str]) -> None:  # type: ignore[override]  # one form of it is enough
        """Enters addresses."""
        self._reads.enter(self._kind, entries)
        super().update(entries)

    def states(self, keys: Sequence[Key]) -> Iterable[bytes]:
        """The address of each id; nothing for none."""
        return ((super(Watched, self).get(key or "") or "").encode("utf-8", "surrogatepass") for key in keys)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a site as it is kept.

    Attributes:
        keys: by source, what it was made from.
        state: hash of what the sources held under these keys.
        pages: sha256 by address of the pages that it wrote.
        entered: by kind, the addresses that it entered.
        blocks: key and rendered text, of a part that stands on a page with others.
    """

    keys: dict[str, list[Key]]
    state: str
    pages: dict[str, str]
    entered: dict[str, dict[str, str]]
    blocks: list[tuple[str, str]]


@dataclass(frozen=True)
class Before:
    """The site of the release before: its folder, and what is kept of its parts."""

    folder: Path
    parts: Mapping[str, Part]


class Parts:
    """Makes the parts of a site, or takes them over. `made` holds all of them, to be kept for the next release."""

    def __init__(
        self, reads: Reads, addresses: Mapping[str, dict[str, str]], paper: Pages, before: Before | None
    ) -> None:
        self._reads, self._addresses, self._paper, self._before = reads, addresses, paper, before
        self.made: dict[str, Part] = {}
        self.taken = 0
        self._checked: dict[str, Part | None] = {}

    def pages(self, name: str, write: Callable[[], None]) -> None:
        """Writes pages, or links those of the release before.

        Args:
            name: of the part, the same in every release.
            write: writes the pages and enters addresses; everything that it reads, it asks for by key.
        """
        kept = self._unchanged(name)
        if kept is not None and self._before is not None and self._paper.take(self._before.folder, kept.pages):
            for kind, entries in kept.entered.items():
                for key, address in entries.items():
                    self._addresses[kind].setdefault(key, address)
            self._take(name, kept)
            return
        n_written = len(self._paper.written)
        with self._reads.noted() as noted:
            write()
        pages = dict(self._paper.written[n_written:])
        self._keep(name, noted, pages, [])

    def blocks(self, name: str, make: Callable[[], Iterable[Block]]) -> list[Block]:
        """Renders blocks, or takes those of the release before; arguments as of `pages`, without addresses."""
        kept = self._unchanged(name)
        if kept is not None:
            self._take(name, kept)
            return [(key, Markup(text)) for key, text in kept.blocks]
        with self._reads.noted() as noted:
            blocks = list(make())
        self._keep(name, noted, {}, [(key, str(block)) for key, block in blocks])
        return blocks

    def has(self, name: str) -> bool:
        """Whether the part can be taken over as it was."""
        return self._unchanged(name) is not None

    def _unchanged(self, name: str) -> Part | None:
        if name not in self._checked:
            kept = self._before.parts.get(name) if self._before else None
            is_same = kept is not None and self._reads.state(kept.keys) == kept.state
            self._checked[name] = kept if is_same else None
        return self._checked[name]

    def _take(self, name: str, kept: Part) -> None:
        self.made[name] = kept
        self.taken += 1

    def _keep(self, name: str, noted: Noted, pages: dict[str, str], blocks: list[tuple[str, str]]) -> None:
        keys = {source: list(asked) for source, asked in noted.keys.items()}
        state = self._reads.state(keys)
        if state is not None:
            self.made[name] = Part(keys, state, pages, noted.entered, blocks)


def read_before(store: Path, made_by: str, folder: Path) -> Before | None:
    """What is kept of the parts of the site before; None where nothing is, or other code made them.

    Args:
        store: the file.
        made_by: hash of all code that draws pages.
        folder: the site of the release before.
    """
    try:
        digest, _, content = store.read_bytes().partition(b"\n")
        if digest.decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
            return None
        kept = json.loads(content)
        if kept["made_by"] != made_by:
            return None
        return Before(folder, {name: Part(*part) for name, part in kept["parts"].items()})
    except (OSError, ValueError, KeyError, TypeError):
        return None  # it can be deleted or damaged at any time: then everything is drawn


def keep_parts(store: Path, made_by: str, parts: Mapping[str, Part]) -> None:
    """Keeps parts for the next release; another process sees the old file or the new one.

    Args:
        store: the file; its folder is made.
        made_by: as for `read_before`.
        parts: by name.
    """
    told = {
        "made_by": made_by,
        "parts": {name: (part.keys, part.state, part.pages, part.entered, part.blocks) for name, part in parts.items()},
    }
    content = json.dumps(told, separators=(",", ":")).encode()
    store.parent.mkdir(parents=True, exist_ok=True)
    draft = store.with_name(f".tmp-{store.name}")
    draft.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
    draft.replace(store)
