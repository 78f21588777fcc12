"""The cases of the ablation: labelled texts in groups, forms, and their results. Nothing is switched here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import sources.extract
from corpus.judge import CORE, Tier, met, tier_of
from corpus.labels import LabelledText, labelled_texts
from corpus.scoring import Score, score
from corpus.splits import is_kept_aside
from sources.records import Extraction
from tests.forms.forms import Form, all_forms
from tests.unit.sources.extract.test_forms import test_a_form_states_its_figures as form_holds

# In the order in which they are read. "gold" are the seeds and gold texts beside the repository, where they are, and its own samples.
GROUPS = ("kept aside", "gold", "forms", "f to l", "m train")
_PARTS = "fghijklm"  # of the corpus
_OTHERS = (
    "players segments events ranks citations facts definitions drivers technical qualities bases rejections".split()
)
_UNJUDGED = ("publisher", "comparator", "unit_per")


@dataclass(frozen=True)
class Case:
    """One text or form with its group."""

    group: str
    text: LabelledText | None = None
    form: Form | None = None


@dataclass(frozen=True)
class Outcome:
    """What one case comes to.

    Attributes:
        right: indices of core labels that are right at the tier `attributed`.
        placed: those that are right with their market.
        score: counts at the tier `attributed`.
        others: records that no label judges, and what no label judges of a figure.
        holds: whether the form holds.
    """

    right: frozenset[int] = frozenset()
    placed: frozenset[int] = frozenset()
    score: Score = field(default_factory=lambda: Score(0, 0, 0))
    others: Counter[str] = field(default_factory=Counter)
    holds: bool = True


@dataclass(frozen=True)
class Effect:
    """What changes in a group of cases.

    Attributes:
        gained, lost: core labels that are right afterwards and were not, and the other way round.
        placed: by how many more (or fewer) are right with their market.
        others: records that no label judges that are other ones, gone or new.
        broken, mended: forms.
        before, after: counts of every text at the tier `attributed`.
    """

    gained: int
    lost: int
    placed: int
    others: int
    broken: int
    mended: int
    before: tuple[Score, ...]
    after: tuple[Score, ...]

    @property
    def net(self) -> int:
        """Right claims won; negative where more are lost."""
        return self.gained - self.lost

    @property
    def wrong(self) -> int:
        """By how many more (or fewer) core figures are read that are not right."""
        before, after = (sum(s.read - s.right for s in found) for found in (self.before, self.after))
        return after - before


def cases() -> tuple[Case, ...]:
    """Labelled texts and forms that are measured, groups in their order."""
    found = [Case(group, text=text) for text in labelled_texts(_PARTS) if (group := _group_of(text.name))]
    found += [Case("forms", form=form) for form in all_forms()]
    return tuple(sorted(found, key=lambda case: GROUPS.index(case.group)))


def outcome(case: Case) -> Outcome:
    """Reads one case with the reader as it is in this process."""
    if case.form:
        with suppress(AssertionError):
            form_holds(case.form)
            return Outcome()
        return Outcome(holds=False)
    assert case.text
    read = sources.extract.extract(case.text.document)
    tiers = {}
    for index, (label, at) in enumerate(zip(case.text.labels, met(case.text.labels, read.mentions), strict=True)):
        if at is not None and read.mentions[at].metric in CORE:
            tiers[index] = tier_of(label, read.mentions[at])
    right, placed = (frozenset(i for i, t in tiers.items() if t >= tier) for tier in (Tier.attributed, Tier.placed))
    return Outcome(right, placed, score(case.text.labels, read.mentions), _others(read))


def compared(pairs: Sequence[tuple[Outcome, Outcome]]) -> Effect:
    """What is gained and lost from the first to the second outcome of cases."""
    return Effect(
        gained=sum(len(after.right - before.right) for before, after in pairs),
        lost=sum(len(before.right - after.right) for before, after in pairs),
        placed=sum(len(after.placed) - len(before.placed) for before, after in pairs),
        others=sum(max((before.others - after.others).total(), (after.others - before.others).total()) for before, after in pairs),
        broken=sum(before.holds and not after.holds for before, after in pairs),
        mended=sum(after.holds and not before.holds for before, after in pairs),
        before=tuple(before.score for before, _ in pairs),
        after=tuple(after.score for _, after in pairs),
    )  # fmt: skip


def _others(read: Extraction) -> Counter[str]:
    found = Counter(f"{name} {one!r}" for name in _OTHERS for one in getattr(read, name))
    found.update(
        f"{m.char_start} {name} {value}"
        for m in read.mentions
        for name in _UNJUDGED
        if (value := getattr(m, name)) not in (None, "=")
    )
    return found


def _group_of(name: str) -> str | None:
    origin, _, file = name.partition("/")
    if origin != "corpus":
        return "gold"
    if file[0] == "m":
        return "kept aside" if is_kept_aside(file) else "m train"
    return "f to l" if file[0] in "fghijkl" else None
