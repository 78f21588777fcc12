"""The decisions and the policy of a build: `reviewed.json`, in the release and in its record.

With it and the ledger a release can be made again after decisions were edited. Which documents there were is told by the
ledger's digest, which code by its hash: neither is kept here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from release.record import ReleaseDamaged
from warehouse.decisions import Decisions
from warehouse.policy import Policy

SNAPSHOT = "reviewed.json"
Known = TypeVar("Known", bound=BaseModel)


class Snapshot(BaseModel):
    """Both as plain values: another version of the program can carry what it does not understand."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policy: dict[str, Any]
    decisions: dict[str, Any]

    @property
    def known_policy(self) -> Policy | None:
        """The policy; None where this version of the program knows other thresholds."""
        return _known(Policy, self.policy)

    @property
    def known_decisions(self) -> Decisions | None:
        """The decisions; None where this version of the program knows other kinds."""
        return _known(Decisions, self.decisions)


def _known(kind: type[Known], values: dict[str, Any]) -> Known | None:
    try:
        return kind.model_validate_json(json.dumps(values))
    except ValidationError:
        return None


def snapshot_of(policy: Policy, decisions: Decisions) -> Snapshot:
    """What is kept of them."""
    return Snapshot(policy=policy.model_dump(mode="json"), decisions=decisions.model_dump(mode="json"))


def write_snapshot(folder: Path, snapshot: Snapshot) -> None:
    """Writes it into the folder of a build."""
    content = json.dumps(snapshot.model_dump(mode="json"), indent=1, ensure_ascii=False, sort_keys=True)
    (folder / SNAPSHOT).write_text(content + "\n", encoding="utf-8")


def read_snapshot(content: bytes, where: Path) -> Snapshot:
    """Reads it.

    Args:
        content: bytes of the file.
        where: the file, for the message.

    Raises:
        ReleaseDamaged: it is not in its form.
    """
    try:
        return Snapshot.model_validate_json(content)
    except ValidationError as error:
        raise ReleaseDamaged(f"{where}: not in its form: {error.errors(include_url=False)[0]['msg']}") from error
