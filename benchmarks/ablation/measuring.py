"""What the reader loses without modules: texts are read with them and without. Which modules are rules is said here."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import sources.extract
from benchmarks.ablation.cases import GROUPS, Case, Effect, Outcome, cases, compared, outcome
from benchmarks.ablation.switching import Function, Switch, forget, switch_off, switches_of
from benchmarks.ablation.table import Line
from benchmarks.ablation.watching import Watch
from sources.extract.phrases.clauses import clause_of
from sources.extract.scan.numbers.number_style import NumberStyles
from sources.extract.scan.numbers.number_words import Worded
from sources.extract.scan.units.local_money import LocalMoney
from sources.extract.time.tenses import Tenses
from sources.grammar.areas import WORLD

# What finds nothing where annotations do not say it.
GIVEN: Mapping[str, Function] = {
    "facts.scope.area_of": lambda *_: WORLD,
    "facts.home_area.home_area": lambda *_: WORLD,
    "scan.units.local_money.local_money": lambda *_: LocalMoney({}),
    "scan.numbers.number_style.number_styles": lambda text, blocks, grammar: NumberStyles(grammar.numbers, {}),
    "scan.numbers.number_words.worded": lambda *_: Worded((), (), ()),
    "phrases.non_english_clauses.non_english_clause": partial(
        clause_of
    ),  # an object of its own, so that it can be switched on again
    "names.part_names.part_name": lambda phrase, printed, grammar: (phrase, "part"),
    "time.tenses.tenses": lambda *_: Tenses((), ()),
    "time.timing.years_later": lambda *_: 0,
    "facts.english_home_area.english_home_area": lambda *_: WORLD,
    "metric.cjk_rates.part_behind": lambda *_: None,  # the subject that it is given is not the one that it returns
    "names.whole_names.whole_end": lambda text, start, end: end,
}
# No rules: the order of work, records, search, and whole kinds of reading.
_PLUMBING_FOLDERS = frozenset({"candidates", "choose", "decide", "features", "publisher", "read", "text"})
_PLUMBING = frozenset(
    "amounts cell_units cjk_percentages clauses context counts cues dates dating document_facts figure figure_in_words "
    "given_spans headings hedges literals marks memory metric_context metrics named_subjects numerals percentage phrase_subjects placing quantities "
    "periods ranges rate_headers rates rates_by_figures rates_by_words reference_words scales scan scene scope "
    "sentence_figures sentence_quantities statements statuses subjects surroundings survey tables timing understood_units "
    "unit_marks units_behind verbs years".split()
)


def rule_switches(names: Collection[str] = ()) -> dict[str, Switch]:
    """Switches of rule modules by name, or of those that are named."""
    found = {_short(switch.module): switch for switch in switches_of(sources.extract, GIVEN) if switch.pairs}
    return {name: switch for name, switch in found.items() if name in names or (not names and _is_rule(switch.module))}


def _is_rule(module: str) -> bool:
    rooms = module.removeprefix("sources.extract.").split(".")
    return rooms[0] not in _PLUMBING_FOLDERS and rooms[-1] not in _PLUMBING


@dataclass(frozen=True)
class Baseline:
    """All cases with every module on: what they come to, which modules find anything in which, and the seconds spent in each module."""

    known: tuple[Case, ...]
    outcomes: tuple[Outcome, ...]
    finding: Mapping[str, frozenset[int]]
    seconds: Mapping[str, float]


def baseline(switches: Sequence[Switch]) -> Baseline:
    """Reads every case with all modules on, watched."""
    watch, known = Watch(), cases()
    watched = [pair for switch in switches for pair in watch.pairs(switch)]
    switch_off(watched)
    finding: dict[str, set[int]] = defaultdict(set)
    outcomes = []
    for index, case in enumerate(known):
        forget(sources.extract)
        watch.found.clear()
        outcomes.append(outcome(case))
        for module in watch.found:
            finding[module].add(index)
    switch_off([(new, old) for old, new in watched])
    return Baseline(known, tuple(outcomes), {m: frozenset(at) for m, at in finding.items()}, dict(watch.seconds))


def measured(switches: Sequence[Switch], base: Baseline, *, to_the_end: bool = False) -> Line:
    """Reads the cases that can change while modules are off in this process.

    Args:
        switches: the modules.
        base: all cases with all modules on.
        to_the_end: reads all groups, also where one of them needs the modules.
    """
    at = {index for switch in switches for index in base.finding.get(switch.module, ())}
    line = Line(
        " ".join(_short(switch.module) for switch in switches),
        sum(_lines(switch.module) for switch in switches),
        {},
        1000 * sum(base.seconds.get(switch.module, 0.0) for switch in switches),
        tuple(name for switch in switches for name in switch.fixed),
    )
    pairs = [pair for switch in switches for pair in switch.pairs]
    effects: dict[str, Effect] = {}
    switch_off(pairs)
    forget(sources.extract)
    try:
        for group in GROUPS:
            effects[group] = _effect(group, at, base)
            if replace(line, effects=effects).is_needed and not to_the_end:
                break
    except Exception as error:  # whatever a reader without this module runs into
        return replace(line, error=type(error).__name__)
    finally:
        switch_off([(new, old) for old, new in pairs])
        forget(sources.extract)
    return replace(line, effects=effects)


def _effect(group: str, at: Collection[int], base: Baseline) -> Effect:
    inside = [(index, case) for index, case in enumerate(base.known) if case.group == group]
    return compared([(base.outcomes[i], outcome(case) if i in at else base.outcomes[i]) for i, case in inside])


def _lines(module: str) -> int:
    return len(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8").splitlines())


def _short(module: str) -> str:
    return module.rpartition(".")[2]
