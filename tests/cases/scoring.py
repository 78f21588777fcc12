"""Cases of layout: small inputs of one kind each, with the figures that they state and those that they do not.

`python -m tests.cases.scoring [KIND...]` reads all of them with `parallax extract` and prints how many of each kind are right; `-v` shows what is
wrong. The inputs are data in the YAML files here; their authors had not seen the code that reads them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.cases.building import bytes_of

HERE = Path(__file__).parent
Figure = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One input of a kind, the name of a YAML file."""

    kind: str
    number: int
    spec: Mapping[str, Any]

    @property
    def file(self) -> str:
        """The name of its file, one of its own."""
        return f"{self.kind}-{self.number:02}{Path(self.spec['file']).suffix}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was missing from the reading of a case, and what should not have been in it."""

    case: Case
    missing: tuple[Figure, ...]
    wrong: tuple[Figure, ...]

    @property
    def is_right(self) -> bool:
        """Nothing is missing and nothing is wrong."""
        return not self.missing and not self.wrong


def cases(kinds: Sequence[str] = ()) -> list[Case]:
    """The cases of some kinds, of all by default."""
    found = []
    for path in sorted(HERE.glob("*.yml")):
        if path.stem not in ("results", "hidden_text") and (
            not kinds or path.stem in kinds or path.stem.split("_")[0] in kinds
        ):
            specs = yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]
            found += [Case(path.stem, number, spec) for number, spec in enumerate(specs, start=1)]
    return found


def judged(chosen: Sequence[Case], parallax: Path) -> Iterator[Verdict]:
    """Each case, judged by what the program prints.

    Args:
        chosen: the cases.
        parallax: the program.
    """
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen:
            Path(folder, case.file).write_bytes(bytes_of(case.spec))
        words: list[str | Path] = [parallax, "extract", folder, "--kinds", "figure,fact"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    houses = {one["document"]: one["value"] for one in lines if one["kind"] == "fact" and one["name"] == "publisher"}
    read: dict[str, list[Figure]] = {case.file: [] for case in chosen}
    for figure in lines:
        if figure["kind"] == "figure":  # said by whom the text credits with it, else by the page's publisher
            said = {**figure, "publisher": figure["publisher"] or houses.get(figure["document"])}
            read[figure["document"].partition("!")[0]].append(said)  # "mail.eml!body.txt"
    for case in chosen:
        figures = read[case.file]
        missing = [one for one in case.spec.get("figures") or () if not any(_fits(one, figure) for figure in figures)]
        banned = case.spec.get("must_not") or ()
        yield Verdict(case, tuple(missing), tuple(f for f in figures if any(_fits(one, f) for one in banned)))


def _fits(asked: Figure, figure: Figure) -> bool:
    return all(_is_same(key, value, figure) for key, value in asked.items())


def _is_same(key: str, value: Any, figure: Figure) -> bool:
    if key in ("value", "value_high"):
        read = figure[key]
        return read == value or (None not in (read, value) and bool(abs(read - value) <= 1e-6 * max(1, abs(value))))
    if key.endswith("_ci") or (key == "segment" and value is not None):
        return str(figure.get(key.removesuffix("_ci")) or "").casefold() == str(value).casefold()
    return bool(figure.get(key) == value)


def main(words: Sequence[str]) -> int:
    """Prints the share of each kind that is right; returns 0."""
    is_verbose = "-v" in words
    root = HERE.parents[1]
    verdicts = list(judged(cases([word for word in words if word != "-v"]), root / ".venv" / "bin" / "parallax"))
    for kind in dict.fromkeys(one.case.kind for one in verdicts):
        of_kind = [one for one in verdicts if one.case.kind == kind]
        print(f"{sum(one.is_right for one in of_kind):3} of {len(of_kind):3}  {kind}")
        for one in of_kind if is_verbose else ():
            if not one.is_right:
                print(f"    {one.case.file}: {one.case.spec['name']}")
                print(*(f"       missing {dict(figure)}\n" for figure in one.missing), sep="", end="")
                shown = ("surface", "metric", "value", "unit", "year", "geography", "segment", "market")
                print(*(f"       wrong {[figure[key] for key in shown]}\n" for figure in one.wrong), sep="", end="")
    print(f"{sum(one.is_right for one in verdicts)} of {len(verdicts)} cases are right")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
