"""Weights of the publisher's features, fitted on the texts of the corpus that are not kept aside: a conditional logit over each text's names.

What a text offers to choose from is read by `sources.extract.publisher`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from corpus.label_file import read_labels
from corpus.labels import files_of
from corpus.parts import all_parts
from corpus.splits import family_of, is_kept_aside
from sources.extract.publisher.chosen import likeliest
from sources.extract.publisher.names import key_of
from sources.extract.publisher.scoring import WEIGHTS, Scored, chances_of, options_of, with_pairs
from sources.extract.text.unmarked import unmarked
from sources.extract.text.widths import narrowed
from sources.parse import parse
from sources.profiles import normal_publisher_name
from sources.records import ParsedDocument

_OF_PAGES = ("w", "p")  # what families of pages begin with
_NAMED_BY_HASH = "npt"
# Measured on families left out: less and more of it name fewer pages rightly at the same number of wrong ones.
_SHRINKAGE = 0.5
_SHRINKAGE_OF_PAIR = 6.0  # of which there are thousands: they learn the texts by heart
_WEIGHT_OF_PAGE = 2.0  # a page is what users read; most short texts are its openings
_FEWEST = 12  # right names that a pair of features must occur in
_FOLDS = 4
# Of the names given to texts left out: a wrong publisher is worse than a question. At nine of ten two pages of five have none.
_FEWEST_RIGHT = 0.85
_STEPS = [n / 100 for n in range(20, 96, 5)]


@dataclass(frozen=True)
class PublisherExample:
    """A text with its options: names, behind them "none"; `right` are the indexes of right answers, `neutral` of names that are neither."""

    name: str
    family: str
    publishers: tuple[str, ...]
    candidates: tuple[Scored, ...]  # chances are not known yet
    features: tuple[Mapping[str, float], ...]
    right: tuple[int, ...]
    neutral: tuple[int, ...]

    @property
    def is_page(self) -> bool:
        """A whole page, not a short text."""
        return self.family.startswith(_OF_PAGES)


def publisher_examples() -> tuple[PublisherExample, ...]:
    """The texts of the corpus that may be fitted on, in the order of their names."""
    found = []
    for path in files_of(all_parts()):
        name = path.name.partition(".")[0]
        if not is_kept_aside(name):
            said = read_labels(path.with_suffix(".yml")).publisher
            publishers = (said,) if isinstance(said, str) else tuple(filter(None, said))
            found.append(example_of(name, _family(name), parse(path.read_bytes()), publishers))
    return tuple(found)


def _family(name: str) -> str:
    """Texts that are left out together: those of one hand; of parts whose names are hashes, those of one kind or first digit."""
    return name[:2] if name[0] in _NAMED_BY_HASH else family_of(name)


def example_of(name: str, family: str, parsed: ParsedDocument, publishers: tuple[str, ...]) -> PublisherExample:
    """A text as an example; `publishers` holds every accepted name, and none where the text names no publisher of its own."""
    plain = narrowed(unmarked(parsed)[0])
    headings = [(block.char_start, block.char_end) for block in plain.blocks if block.kind == "heading"]
    candidates, features = options_of(plain.text, headings)
    keys = {key_of(publisher) for publisher in publishers}
    same = [i for i, one in enumerate(candidates) if one.key in keys]
    like = [i for i, one in enumerate(candidates) if any(is_accepted(printed, publishers) for printed in one.printed)]
    right = same or like or [len(candidates)]
    neutral = [i for i in like if i not in right]
    scored = tuple(Scored(one, 0.0) for one in candidates)
    return PublisherExample(name, family, publishers, scored, tuple(features), tuple(right), tuple(neutral))


def is_accepted(said: str | None, publishers: Sequence[str]) -> bool:
    """Whether a name is one of the accepted ones: its words are theirs, or theirs are its."""
    words = set(normal_publisher_name(said or "").split()) - {"research", "group"}
    theirs = [set(normal_publisher_name(one).split()) - {"research", "group"} for one in publishers]
    return bool(words) and any(words & one and (words <= one or one <= words) for one in theirs)


def fitted(examples: Sequence[PublisherExample]) -> dict[str, float]:
    """Weights by feature and pair of features, those next to nought left out."""
    pairs = _frequent_pairs(examples)
    rows, right, sizes = [], [], []
    for example in examples:
        kept = [i for i in range(len(example.features)) if i not in example.neutral]
        rows += [
            with_pairs({n: v for n, v in example.features[i].items() if not n.startswith("profile")}, pairs)
            for i in kept
        ]
        right += [i in example.right for i in kept]
        sizes.append(len(kept))
    names = sorted({name for row in rows for name in row})
    index = {name: i for i, name in enumerate(names)}
    cells = [(r, index[name], value) for r, row in enumerate(rows) for name, value in row.items()]
    at, columns, values = zip(*cells, strict=True)
    matrix = csr_matrix((values, (at, columns)), shape=(len(rows), len(names)))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    text_of = np.repeat(np.arange(len(sizes)), sizes)
    is_right = np.array(right, dtype=float)
    worth = np.array([_WEIGHT_OF_PAGE if example.is_page else 1.0 for example in examples])

    shrinkage = np.array([_SHRINKAGE_OF_PAIR if "&" in name else _SHRINKAGE for name in names])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        sums = matrix @ weights
        odds = np.exp(sums - np.maximum.reduceat(sums, starts)[text_of])
        total, good = np.add.reduceat(odds, starts), np.add.reduceat(odds * is_right, starts)
        slope = (odds / total[text_of] - odds * is_right / good[text_of]) * worth[text_of]
        value = float((worth * (np.log(total) - np.log(good))).sum() + (shrinkage * weights) @ weights / 2)
        return value, matrix.T @ slope + shrinkage * weights

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
    return {name: round(float(weight), 2) for name, weight in zip(names, found, strict=True) if abs(weight) >= 0.02}


def _frequent_pairs(examples: Sequence[PublisherExample]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for example in examples:
        for i in example.right:
            names = sorted(example.features[i])
            counts.update(f"{one}&{other}" for k, one in enumerate(names) for other in names[k + 1 :])
    return frozenset(pair for pair, n in counts.items() if n >= _FEWEST)


@dataclass(frozen=True)
class Answered:
    """What weights answer for an example: the likeliest name with its chance."""

    example: PublisherExample
    said: str | None
    chance: float

    def verdict(self, threshold: float) -> str:
        """ "right", "none" or "wrong"; "right" as well where a text without a publisher is left without one."""
        if self.said is None or self.chance < threshold:
            return "none" if self.example.publishers else "right"
        return "right" if is_accepted(self.said, self.example.publishers) else "wrong"


def answered(example: PublisherExample, weights: Mapping[str, float]) -> Answered:
    """The likeliest name of an example by weights."""
    chances = chances_of(example.features, weights)
    ranked = sorted(
        (Scored(one.candidate, chance) for one, chance in zip(example.candidates, chances, strict=False)),
        key=lambda one: (-one.chance, one.candidate.spans[0]),
    )
    best = likeliest(ranked)
    return Answered(example, best.name if best else None, best.chance if best else 0.0)


def left_out(examples: Sequence[PublisherExample]) -> list[Answered]:
    """Each example answered by weights that its family took no part in."""
    families = sorted({example.family for example in examples})
    found = []
    for fold in range(_FOLDS):
        aside = set(families[fold::_FOLDS])
        weights = fitted([example for example in examples if example.family not in aside])
        found += [answered(example, weights) for example in examples if example.family in aside]
    return found


def least_threshold(answers: Sequence[Answered], *, is_page: bool) -> float:
    """The least chance at which enough of the names given to pages left out are right, or of those given to short texts."""
    for step in _STEPS:
        named = [
            one for one in answers if one.example.is_page == is_page and one.said is not None and one.chance >= step
        ]
        if sum(one.verdict(step) == "right" for one in named) >= _FEWEST_RIGHT * len(named):
            return step
    return 1.0


def fit_publishers(*, is_check: bool) -> str:
    """Fits, writes the weights unless it only checks, and returns a table of how texts and pages are answered."""
    examples = publisher_examples()
    aside = left_out(examples)
    page, short = (least_threshold(aside, is_page=is_page) for is_page in (True, False))
    weights = fitted(examples)
    if not is_check:
        stored = {"threshold": page, "threshold_of_short": short, "weights": weights}
        WEIGHTS.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    lines = [
        f"{len(weights)} weights; threshold {page}, of short texts {short}",
        "answers          texts                right none wrong",
    ]
    for told, answers in (("families left out", aside), ("fitted", [answered(one, weights) for one in examples])):
        for step in sorted({page, short, 0.3, 0.5, 0.7}):
            for what, taken in _GROUPS.items():
                verdicts = Counter(one.verdict(step) for one in answers if taken(one.example))
                counts = "  ".join(f"{verdicts[v]:4}" for v in ("right", "none", "wrong"))
                lines.append(f"{told:18} {step:4} {what:22} {counts}")
    return "\n".join(lines)


_GROUPS: Mapping[str, Callable[[PublisherExample], bool]] = {
    "pages with publisher": lambda example: example.is_page and bool(example.publishers),
    "pages without": lambda example: example.is_page and not example.publishers,
    "texts with publisher": lambda example: not example.is_page and bool(example.publishers),
    "texts without": lambda example: not example.is_page and not example.publishers,
}
