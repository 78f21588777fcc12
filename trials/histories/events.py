"""What happens to a home: documents arrive, decisions come and end, policy and code change, a process is killed.

Belongs here: the state of a history and its events. What is built of the state is in `home.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias, get_args

from trials.histories.texts import Text
from warehouse.aside import Aside
from warehouse.decision_kinds import Alias, Override, RejectedClaim, Retraction
from warehouse.decisions import AnyDecision, Decisions, gathered
from warehouse.ledger import Ledger
from warehouse.policy import Policy, read_policy

Kill: TypeAlias = Literal["step", "store", "marts", "publishing"]
Claims: TypeAlias = Sequence[Mapping[str, str]]  # claim_id, document_id and market of the build before

EVENTS = (
    "arrive", "arrive", "arrive", "reject", "override", "alias", "retract", "withdraw", "day", "policy", "code", "aside", "kill",
)  # fmt: skip
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_EXPIRY = (20, 80)  # days; a day of a history lasts thirty


@dataclass
class History:
    """A home in the middle of its history.

    Attributes:
        random: decides what comes next.
        folder: of all that the history writes.
        ledger: of the home.
        waiting: documents that have not arrived.
        arrived: documents that have.
        decisions: taken and not withdrawn.
        day: by which their expiry is judged.
        thresholds: 0 or 1, the thresholds of the policy.
        code: 0 or 1, the version of the code; its rows differ, as those of other thresholds would.
        aside: claims that a check of a build before set aside.
        kill: where the next process is killed; None for nowhere.
        events: what happened, in words.
    """

    random: Random
    folder: Path
    ledger: Ledger
    waiting: list[Text]
    arrived: list[Text] = field(default_factory=list)
    decisions: list[AnyDecision] = field(default_factory=list)
    day: date = date(2026, 2, 1)
    thresholds: int = 0
    code: int = 0
    aside: tuple[Aside, ...] = ()
    kill: Kill | None = None
    events: list[str] = field(default_factory=list)

    @property
    def taken(self) -> Decisions:
        """The decisions, as a build takes them."""
        return gathered(self.decisions)

    @property
    def policy(self) -> Policy:
        """The policy as people changed it; a hash of it is part of the key of a stored result."""
        return _policy(self.thresholds)

    @property
    def policy_as_coded(self) -> Policy:
        """The policy as the version of the code takes it: the policy's hash does not know, the code's has to."""
        return _policy(self.thresholds + 2 * self.code)


def happen(history: History, event: str, claims: Claims) -> None:
    """One event; where there is nothing that it could happen to, a document arrives instead.

    Args:
        history: changed in place.
        event: one of EVENTS.
        claims: of the build before.
    """
    random, said = history.random, event
    if event == "kill":
        history.kill = random.choice(get_args(Kill))
        said = f"kill in {history.kill}"
    elif event == "policy":
        history.thresholds = 1 - history.thresholds
        said = f"policy {history.thresholds}"
    elif event == "code":
        history.code = 1 - history.code
        said = f"code {history.code}"
    elif event == "day" and any(decision.expires for decision in history.decisions):
        history.day += timedelta(days=30)
        said = f"day {history.day}"
    elif event == "withdraw" and history.decisions:
        gone = history.decisions.pop(random.randrange(len(history.decisions)))
        said = f"withdraw {gone.kind} {gone.subject[:16]}"
    elif event == "aside" and claims:
        history.aside = () if history.aside else (_aside(random.choice(claims)["claim_id"]),)
        said = f"aside {history.aside[0].key[:16]}" if history.aside else "aside nothing"
    elif event == "override" and random.random() < 0.5 and (said := _overridden_anew(history)):
        pass
    elif event in ("reject", "override", "alias", "retract") and claims:
        history.decisions.append(_decision(history, event, random.choice(claims)))
        said = f"{event} {history.decisions[-1].subject[:16]} until {history.decisions[-1].expires}"
    elif history.waiting:
        said = _arrive(history)
    history.events.append(said)


def take_in(ledger: Ledger, texts: Sequence[Text], day: int) -> None:
    """Documents arrive and are read, in one batch each."""
    ledger.take_in([arrival for arrival, _, _ in texts], now=_FIRST + timedelta(days=day))
    ledger.record([(parsed, extraction) for _, parsed, extraction in texts])


def _arrive(history: History) -> str:
    n = history.random.randint(1, 3)
    now, history.waiting = history.waiting[:n], history.waiting[n:]
    take_in(history.ledger, now, len(history.events))
    history.arrived += now
    return "arrive " + " ".join(arrival.name for arrival, _, _ in now)


def _decision(history: History, event: str, claim: Mapping[str, str]) -> AnyDecision:
    of_event: Mapping[str, tuple[type[AnyDecision], dict[str, str]]] = {
        "reject": (RejectedClaim, {"kind": "rejected_claim", "claim_id": claim["claim_id"]}),
        "override": (Override, {"kind": "override", "claim_id": claim["claim_id"], "obs_value": "123.5"}),
        "alias": (Alias, {"kind": "alias", "name": claim["market"], "market": "Trial Market"}),
        "retract": (Retraction, {"kind": "retraction", "document_id": claim["document_id"]}),
    }
    form, fields = of_event[event]
    ends = history.day + timedelta(days=history.random.randint(*_EXPIRY))
    expires = ends if history.random.random() < 0.5 else None
    return form.model_validate(
        {**fields, "author": "trial", "date": "2026-01-01", "reason": "trial", "expires": expires}
    )


def _overridden_anew(history: History) -> str:
    """Gives the last overridden claim another value, which shows in the decision only; no words where there is none."""
    for place, decision in reversed(list(enumerate(history.decisions))):
        if isinstance(decision, Override):
            value = decision.obs_value + 1
            history.decisions[place] = decision.model_copy(update={"obs_value": value})
            return f"override {decision.subject[:16]} as {value}"
    return ""


def _aside(claim_id: str) -> Aside:
    return Aside(claim_id, "core.trial: trial", "claim", claim_id, "Nothing must hold.", "found", 1)


def _policy(version: int) -> Policy:
    """Thresholds that show in rows of many steps; version 0 is the packaged policy."""
    policy = read_policy()
    changes: Mapping[str, Mapping[str, object]] = {
        "evidence": {"context_chars": policy.evidence.context_chars - 20 * version},
        "comparability": {"hedge_share": policy.comparability.hedge_share * (1 + version)},
        "growth_audit": {"rounding_units": policy.growth_audit.rounding_units + version},
        "estimation": {"level": round(policy.estimation.level - 0.05 * version, 2)},
    }
    parts = {name: getattr(policy, name).model_copy(update=change) for name, change in changes.items()}
    return policy.model_copy(update=parts)
