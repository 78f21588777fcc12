"""Measures a second reader without a key: questions as files out, answers as files in, scores of the first, the second and both.

    python -m benchmarks.second_reader TEXTS --questions FOLDER
    python -m benchmarks.second_reader TEXTS --answers FOLDER [--predictions FOLDER] [--odds FILE --measured-on WORDS]

TEXTS is a folder of labelled texts (`NAME.yml` or gold labels `NAME.json`, beside the text), or a file that lists names of
texts of the corpus, one a line. Any model, or a person, can answer. `--predictions` writes what the project's scorer
reads: `gold/NAME.json`, and `first.jsonl`, `second.jsonl` and `both.jsonl`. `--with-odds FILE` joins by odds that other
texts measured instead of by folds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from corpus.labels import LabelledText, corpus_texts, labelled_folder
from corpus.readings import FirstReading, first_readings
from sources.extract import extract
from sources.extract.decide.confidence import with_confidence
from sources.extract.decide.evidence import evidence_of
from sources.grammar.areas import area_named
from sources.records import Extraction, Mention
from sources.second_reader.answer import MalformedAnswer, answer_schema, read_answer
from sources.second_reader.assemble import assemble
from sources.second_reader.constraints import constrained
from sources.second_reader.odds import OddsFile, read_odds
from sources.second_reader.page import Page, page_of
from sources.second_reader.prompt import asked, conventions
from sources.second_reader.questions import questions
from sources.second_reader.records import Verified
from sources.second_reader.verify import verify


@dataclass(frozen=True)
class Case:
    """One labelled text with both readings. `first` is its stored first reading where there is one: what the rules made of it before anybody mended on it."""

    text: LabelledText
    page: Page
    first: Extraction
    second: Verified


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes questions, or reads answers and prints the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--predictions", type=Path, help="write the three readings for the project's scorer")
    parser.add_argument("--with-odds", type=Path, help="join by the odds of this file")
    parser.add_argument("--odds", type=Path, help="write the odds that these answers measure")
    parser.add_argument("--measured-on", default="answers by hand")
    said = parser.parse_args(arguments)
    texts = chosen(said.texts)
    if said.questions:
        n = write_questions(texts, said.questions)
        print(f"{n} questions of {len(texts)} texts in {said.questions}")
    if said.answers:
        from benchmarks.second_reader_predictions import write_predictions
        from benchmarks.second_reader_scores import fitted, readings, scores

        cases = read_cases(texts, said.answers)
        odds = fitted(cases, said.measured_on)
        three = readings(cases, read_odds(said.with_odds) if said.with_odds else None)
        print(scores(cases, three, odds))
        if said.predictions:
            write_predictions(cases, three, said.predictions)
        if said.odds:
            write_odds(odds, said.odds)
    return 0


def chosen(path: Path) -> tuple[LabelledText, ...]:
    """The labelled texts of a folder, or those of the corpus that a file lists.

    Raises:
        SystemExit: there are none, or the corpus has no such text; the message says which.
    """
    if path.is_dir():
        if not (inside := labelled_folder(path)):
            raise SystemExit(f"{path}: no labelled text; labels are NAME.yml or NAME.json beside their text")
        return inside
    names = {f"corpus/{line.strip()}" for line in path.read_text(encoding="utf-8").splitlines() if line.strip()}
    found = tuple(text for text in corpus_texts(_parts(names)) if text.name in names)
    if missing := sorted(names - {text.name for text in found}):
        raise SystemExit(f"no labelled text of the corpus: {', '.join(missing)}")
    return found


def _parts(names: Iterable[str]) -> set[str]:
    """Letters of the parts of texts."""
    return {Path(name).name[0] for name in names}


def write_questions(texts: Sequence[LabelledText], folder: Path) -> int:
    """One file per question: what a model would be sent behind the conventions, which are in a file of their own.

    Returns:
        The number of questions.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conventions.md").write_text(conventions(), encoding="utf-8")
    (folder / "schema.json").write_text(json.dumps(answer_schema(), indent=1) + "\n", encoding="utf-8")
    n = 0
    for text in texts:
        for number, question in enumerate(questions(page_of(text.document)), 1):
            (folder / f"{_stem(text)}.{number}.md").write_text(asked(question) + "\n", encoding="utf-8")
            n += 1
    return n


def read_cases(texts: Sequence[LabelledText], folder: Path) -> tuple[Case, ...]:
    """Labelled texts with the first reading and what of the answers is found in the text.

    Args:
        texts: labelled.
        folder: answers, `NAME.NUMBER.json`; a missing or malformed one is no answer, and said on stderr.
    """
    stored = {reading.text: reading for reading in first_readings(parts=_parts(text.name for text in texts))}
    return tuple(_case(text, folder, stored) for text in texts)


def _case(text: LabelledText, folder: Path, stored: Mapping[str, FirstReading]) -> Case:
    page = page_of(text.document)
    found: list[Verified] = []
    for number, question in enumerate(questions(page), 1):
        path = folder / f"{_stem(text)}.{number}.json"
        try:
            choices, misfits = read_answer(path.read_text(encoding="utf-8"))
        except (OSError, MalformedAnswer) as error:
            print(f"{path}: no answer: {error}", file=sys.stderr)
            continue
        if misfits:
            print(f"{path}: {misfits} choices do not fit the schema", file=sys.stderr)
        found.append(verify(page, question, choices))
    first = _first(text, page, stored.get(Path(text.name).name))
    return Case(text, page, first, constrained(assemble(page, found), first.mentions))


def _first(text: LabelledText, page: Page, reading: FirstReading | None) -> Extraction:
    """Today's reading, with the figures as they were first read where that is stored, and today's confidence of them."""
    now = extract(text.document)
    if reading is None:
        return now
    claims = with_confidence(
        reading.claims,
        evidence_of(page.scan.parsed, page.scan.sentences, reading.language, reading.claims, reading.mentions, {}),
    )
    mentions = tuple(_whole(mention) for mention in reading.mentions)
    return replace(now, claims=claims, mentions=mentions, rejections=())


def _whole(mention: Mention) -> Mention:
    """Stored first readings leave the area's code out."""
    area = area_named(mention.geography)
    return replace(mention, ref_area=area.code) if area else mention


def write_odds(odds: OddsFile, path: Path) -> None:
    """Writes odds as a reviewed file."""
    head = "# Written by `python -m benchmarks.second_reader`; the schema is in sources/second_reader/odds.py.\n"
    path.write_text(head + yaml.safe_dump(odds.model_dump(), sort_keys=False, allow_unicode=True), encoding="utf-8")


def _stem(text: LabelledText) -> str:
    return Path(text.name).stem


if __name__ == "__main__":
    sys.exit(main())
