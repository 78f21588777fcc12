"""`python -m corpus`: scores of a reader on the corpus, predictions of the built-in reader, and first readings of new texts.

`score PREDICTIONS.jsonl` prints F1 of core figures per tier; `score --scan FOLDER` prints how many figures of labelled pages the scanner finds, `score --marks FOLDER` for how many a mark has year, period and area. `predict OUT.jsonl` writes the built-in reader's predictions, in the same format.
`store PART` stores its readings of new texts of a part, before a rule is changed because of them; those of part w, whole pages, with
`--pages FOLDER`. `pages OUT.jsonl` writes the stored readings of part w for the judge beside the pages. README.md documents format and splits.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from corpus.built_in import predictions_of, store_first_readings
from corpus.judge import Reading
from corpus.labels import SHARED, LabelledText, corpus_texts, text_lengths
from corpus.marks import coverage as coverage_of_marks
from corpus.pages import PART as PAGES
from corpus.pages import judged_lines, store_page_readings
from corpus.parts import all_parts
from corpus.predictions import by_text, lines_of, read_predictions
from corpus.readings import first_readings
from corpus.scan import coverage
from corpus.scoring import ScoredText, scores, table
from corpus.splits import Split, density_of, is_in


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0, or 2 where an input is wrong."""
    options = _options().parse_args(arguments)
    try:
        if options.command == "store":
            is_pages = options.part == PAGES
            count = store_page_readings(options.pages) if is_pages else store_first_readings(options.part)
            print(f"{count} first readings stored")
        elif options.command == "pages":
            options.file.write_text(judged_lines(first_readings(parts={PAGES})), encoding="utf-8")
        elif options.command == "predict":
            texts = _chosen(corpus_texts(options.part), options.split)
            options.file.write_text(lines_of(predictions_of(texts)), encoding="utf-8")
            print(f"what the built-in reader reads in {len(texts)} texts is in {options.file}")
        elif options.scan or options.marks:
            print(coverage(options.file) if options.scan else coverage_of_marks(options.file))
        else:
            print(_scored(options.file, options.split, options.part))
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def score_of(text: LabelledText, readings: Sequence[Reading]) -> ScoredText:
    """One text's scores, with its density."""
    return ScoredText(text.density or density_of(_name(text)), scores(text.labels, readings))


def _scored(path: Path, split: Split, parts: Sequence[str] | None) -> str:
    read = by_text(read_predictions(path, text_lengths()))
    chosen = _chosen(corpus_texts(parts), split)
    if not chosen:
        raise ValueError(f"no text is in split {split.value} of part {', '.join(parts or ())}; see corpus/parts.yml")
    names = {_name(text) for text in chosen}
    outside = sum(len(found) for name, found in read.items() if name not in names)
    lines = [
        f"F1 of core figures in {path.name}, split {split.value}, {'part ' + ', '.join(parts) if parts else 'all parts'}",
        table([score_of(text, read.get(_name(text), ())) for text in chosen]),
    ]
    if silent := len(names - set(read)):
        lines.append(f"{silent} of {len(names)} texts have no prediction: their labels count as missed")
    if outside:
        lines.append(f"{outside} predictions of other texts are left out")
    return "\n".join(lines)


def _chosen(texts: Sequence[LabelledText], split: Split) -> list[LabelledText]:
    return [text for text in texts if is_in(_name(text), split)]


def _name(text: LabelledText) -> str:
    return text.name.removeprefix("corpus/")


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
        command.add_argument("file", type=Path, metavar="FILE.jsonl")
        command.add_argument(
            "--split", type=Split, choices=list(Split), default=Split.kept_aside, help="default: kept_aside"
        )
        command.add_argument("--part", action="append", choices=sorted(all_parts()), help="one part; again for more")
        command.set_defaults(scan=False, marks=False)
    commands.choices["score"].add_argument(
        "--scan",
        action="store_true",
        help="FILE is a folder of labelled pages: print how many of their figures are found",
    )
    commands.choices["score"].add_argument(
        "--marks",
        action="store_true",
        help="FILE is a folder of labelled pages: print for how many figures a mark has the year, the period and the area",
    )
    store = commands.add_parser("store", help="store first readings of new texts of a part")
    store.add_argument("part", choices=[*sorted(all_parts()), PAGES])
    store.add_argument(
        "--pages", type=Path, default=SHARED / "pages", help="folder of part w (default: ../shared/pages)"
    )
    pages = commands.add_parser("pages", help="write the stored readings of part w for score/pages.py")
    pages.add_argument("file", type=Path, metavar="FILE.jsonl")
    return parser


if __name__ == "__main__":
    sys.exit(main())
