"""What became of the nodes of the dbt project: models, data tests and unit tests. Data only."""

from __future__ import annotations

from dataclasses import dataclass

FAILED = frozenset({"error", "fail", "runtime error", "skipped", "partial success"})


@dataclass(frozen=True, slots=True)
class NodeResult:
    """What became of one node: a model, a data test or a unit test."""

    name: str
    kind: str  # model, test or unit_test
    status: str  # success, pass, warn, fail, error or skipped
    message: str | None
    n_failing: int | None  # rows a data test found
    seconds: float
    mart: str = ""  # of a data test: the model that it is about; of several, the first that it names
    check: str = ""  # of a data test: its name among those of the model

    @property
    def failed(self) -> bool:
        """Whether it blocks a release."""
        return self.status in FAILED
