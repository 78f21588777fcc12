"""The table of the ablation: a line per module, and which modules may go. Nothing is measured here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.ablation.cases import GROUPS, Effect
from corpus.scoring import f1

# A module pays nothing that loses none net kept aside, none of gold and at most so many elsewhere; off, at most so many more figures
# are read wrong, and at most so many other records change.
FEW = 3
_LABELLED = tuple(group for group in GROUPS if group != "forms")
TITLES = ("module", "lines", *_LABELLED, "F1 kept aside", "wrong", "placed", "others", "forms broken / repaired", "ms", "not switched, or error")  # fmt: skip


@dataclass(frozen=True)
class Line:
    """One module, or several together, switched off; no effects where an error came up: it is needed."""

    module: str
    lines: int
    effects: Mapping[str, Effect]
    milliseconds: float
    fixed: tuple[str, ...] = ()
    error: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether what is measured so far says that it pays."""
        found = self.effects.values()
        elsewhere = sum(self.effects[group].net for group in ("f to l", "m train") if group in self.effects)
        placed = sum(effect.placed for effect in found)
        more = max(sum(effect.wrong for effect in found), sum(effect.others for effect in found))
        aside, gold = self.effects.get("kept aside"), self.effects.get("gold")
        return bool(
            self.error
            or (aside and aside.net < 0)
            or (gold and gold.lost)
            or min(elsewhere, placed) < -FEW
            or more > FEW
        )

    @property
    def pays_nothing(self) -> bool:
        """Whether it may go: all groups are measured, and none needs it."""
        return len(self.effects) == len(GROUPS) and not self.is_needed


def rows(lines: Sequence[Line]) -> Iterator[tuple[str, ...]]:
    """Cells under `TITLES`; a group that was not measured is empty.

    "wrong", "placed" and "others" are sums over all groups; "ms" is what the watched reading of all texts and forms spends in the module's functions.
    """
    for line in lines:
        found = line.effects.values()
        yield (
            line.module,
            str(line.lines),
            *(_told(line, group) for group in _LABELLED),
            _f1(line),
            f"{sum(e.wrong for e in found):+d}",
            str(sum(e.placed for e in found)),
            str(sum(e.others for e in found)),
            f"{line.effects['forms'].broken} / {line.effects['forms'].mended}" if "forms" in line.effects else "",
            f"{line.milliseconds:.0f}",
            line.error or ", ".join(line.fixed),
        )


def _told(line: Line, group: str) -> str:
    return f"+{line.effects[group].gained} -{line.effects[group].lost}" if group in line.effects else ""


def _f1(line: Line) -> str:
    aside = line.effects.get("kept aside")
    return f"{f1(aside.before):.4f} → {f1(aside.after):.4f}" if aside else ""
