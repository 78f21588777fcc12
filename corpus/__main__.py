"""`python -m corpus`: scores of a reader on the corpus, predictions of the built-in reader, first readings of new texts, and checks of labels.

`score PREDICTIONS.jsonl` prints F1 of core figures per tier, of whole pages by kind; `score --scan` prints how many figures of whole
pages the scanner finds, `score --marks` for how many a mark has year, period and area. `predict OUT.jsonl` writes the built-in reader's predictions, in the same format; with `--first-readings` those that
are stored. `store PART` stores its readings of new texts of a part, before a rule is changed because of them. `check [PART...]` checks
labels. README.md documents format and splits.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from corpus.built_in import predictions_of, store_first_readings, stored_predictions_of
from corpus.check import checked
from corpus.judge import Reading
from corpus.labels import LabelledText, corpus_texts, length_of
from corpus.marks import coverage as coverage_of_marks
from corpus.page_scores import page_score, page_table
from corpus.parts import all_parts
from corpus.predictions import Prediction, by_text, lines_of, read_predictions
from corpus.readings import first_readings
from corpus.scan import coverage
from corpus.scoring import ScoredText, scores, table
from corpus.splits import Split, density_of, is_in, kind_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0, 1 where `check` finds faults, or 2 where an input is wrong."""
    options = _options().parse_args(arguments)
    try:
        if options.command == "store":
            print(f"{store_first_readings(options.part)} first readings stored")
        elif options.command == "check":
            told, n_faults = checked(options.parts or all_parts())
            print(told)
            return int(n_faults > 0)
        elif options.command == "predict":
            predictions = _predicted(options.part or all_parts(), options.split, stored=options.first_readings)
            options.file.write_text(lines_of(predictions), encoding="utf-8")
            print(f"{len(predictions)} figures that the built-in reader reads are in {options.file}")
        elif options.scan or options.marks:
            measured = coverage if options.scan else coverage_of_marks
            print(measured((text.name.removeprefix("corpus/")[1], text) for text in _pages(options.part)))
        elif options.file:
            print(_scored(options.file, options.split, options.part))
        else:
            raise ValueError("name a file of predictions, --scan or --marks")
    except (ValueError, LookupError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _predicted(parts: Collection[str], split: Split, *, stored: bool) -> list[Prediction]:
    if stored:
        return list(stored_predictions_of(r for r in first_readings(parts=parts) if is_in(r.text, split)))
    return list(predictions_of(corpus_texts(parts, split)))


def score_of(text: LabelledText, readings: Sequence[Reading]) -> ScoredText:
    """One text's scores, with its density."""
    return ScoredText(text.density or density_of(_name(text)), scores(text.labels, readings))


def _scored(path: Path, split: Split, parts: Sequence[str] | None) -> str:
    read = by_text(read_predictions(path, length_of))
    chosen = corpus_texts(parts or all_parts(), split)
    if not chosen:
        raise ValueError(f"no text is in split {split.value} of part {', '.join(parts or ())}; see corpus/parts.yml")
    pages = [(kind, text) for text in chosen if (kind := kind_of(_name(text)))]
    others = [text for text in chosen if not kind_of(_name(text))]
    names = {_name(text) for text in chosen}
    outside = sum(len(found) for name, found in read.items() if name not in names)
    lines = [
        f"F1 of core figures in {path.name}, split {split.value}, {'part ' + ', '.join(parts) if parts else 'all parts'}",
        *([table([score_of(text, read.get(_name(text), ())) for text in others])] if others else ()),
        *([page_table(page_score(text, kind, read.get(_name(text), ())) for kind, text in pages)] if pages else ()),
    ]
    if silent := len(names - set(read)):
        lines.append(f"{silent} of {len(names)} texts have no prediction: their labels count as missed")
    if outside:
        lines.append(f"{outside} predictions of other texts are left out")
    return "\n".join(lines)


def _name(text: LabelledText) -> str:
    return text.name.removeprefix("corpus/")


def _pages(parts: Collection[str] | None) -> tuple[LabelledText, ...]:
    pages = {letter for letter, part in all_parts().items() if part.form == "page"}
    return corpus_texts(pages & set(parts or pages))


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m corpus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, told in (
        ("score", "print F1 of the predictions in a file"),
        ("predict", "write the predictions of the built-in reader"),
    ):
        command = commands.add_parser(name, help=told)
        command.add_argument("file", type=Path, metavar="FILE.jsonl", nargs="?" if name == "score" else None)
        command.add_argument(
            "--split", type=Split, choices=list(Split), default=Split.kept_aside, help="default: kept_aside"
        )
        command.add_argument("--part", action="append", choices=sorted(all_parts()), help="one part; again for more")
    commands.choices["score"].add_argument(
        "--scan", action="store_true", help="print how many labelled figures of all whole pages the scanner finds"
    )
    commands.choices["predict"].add_argument(
        "--first-readings", action="store_true", help="the stored first readings, not those of today"
    )
    commands.choices["score"].add_argument(
        "--marks",
        action="store_true",
        help="print for how many figures of open whole pages a mark has the year, the period and the area",
    )
    store = commands.add_parser("store", help="store first readings of new texts of a part")
    store.add_argument("part", choices=sorted(all_parts()))
    check = commands.add_parser("check", help="check the labels of parts")
    check.add_argument("parts", nargs="*", metavar="PART", help="letters of parts; all by default")
    return parser


if __name__ == "__main__":
    sys.exit(main())
