"""`parallax label`: draft labels of documents by both readers, for a person to decide. Asks no model and stores nothing in a home."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from sources.records import ParsedDocument
    from sources.second_reader.odds import OddsFile
    from sources.second_reader.records import StoredAnswer

EXAMPLES = """\b
Examples:
  parallax label REPORTS --answers ANSWERS --out LABELS     answers as files NAME.1.json, NAME.2.json, ...
  parallax label REPORTS --out LABELS                       answers that the data home has stored
  parallax label report.txt | jq .review                    what the two readers read differently
"""
_MOST_DIGITS = 6


def label(
    texts: Annotated[list[Path], typer.Argument(metavar="TEXTS...", help="Files, or folders to search.")],
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers",
            metavar="FOLDER",
            help="Answers of the second reader, one file per question: NAME.1.json.  [default: those stored in the home]",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Folder for the texts and their drafts NAME.json.  [default: JSON lines on standard output]",
        ),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Write draft labels of reports in the gold format, with the disagreements of the two readers first.

    `review` in a draft lists what the readers read differently: both readings, the one that counts so far, and the odds. A
    person decides and corrects `claims`. Without answers, drafts hold the first reader's claims. No model is asked.
    """
    for path in texts:
        if not path.exists():
            raise UsageError(f"{whole(path)}: no such file or folder; check the spelling")
    if answers is not None and not answers.is_dir():
        raise UsageError(
            f"{whole(answers)}: no such folder; `python -m benchmarks.second_reader` writes questions as files"
        )
    drafts, bytes_of = _drafts(texts, answers, home)
    drafts.sort(key=lambda draft: (-_n_open(draft), draft["document"]))
    if out is None:
        from pipelines.visible import json_text

        for draft in drafts:
            sys.stdout.write(json_text(draft) + "\n")
        return
    _write(drafts, bytes_of, out)
    _print_table(drafts)


def _drafts(
    texts: Sequence[Path], answers: Path | None, home: Path | None
) -> tuple[list[dict[str, Any]], dict[str, Path]]:
    """A draft per readable document, and where its bytes are."""
    from pipelines.cli.read.given_files import read_files, started
    from sources.ingest import discover
    from sources.second_reader.drafts import draft
    from sources.second_reader.reading import read_again

    files = _of_one_name_each(discover(texts))
    odds, stored = _odds(home), () if answers else _stored(home)
    drafts: list[dict[str, Any]] = []
    with closing(started()) as server, closing(read_files(files, server)) as found:
        for path, said in found:
            if isinstance(said, str):
                tell(f"{whole(path)}: {said}", word="warning:")
                continue
            parsed, first = said
            given = _given(answers, path, parsed) if answers else _of_one_reader(stored, parsed.document_id)
            read = read_again(parsed, first, given, odds)
            if read.read_with is None:
                tell(f"{whole(path)}: no answer of a second reader; the draft is the first reader's", word="warning:")
            drafts.append(draft(path.name, parsed, read))
    if not drafts:
        raise CommandError(f"none of {counted(len(files), 'file')} could be read; see the reasons above")
    return drafts, {path.name: path for path in files}


def _of_one_name_each(files: Sequence[Path]) -> list[Path]:
    """Documents whose drafts and answers have names of their own.

    Raises:
        UsageError: there are none, or two would share a draft.
    """
    if not files:
        raise UsageError(
            "no document found; give files, or folders with txt, md, html, pdf, docx, xlsx, csv, pptx, eml or zip files"
        )
    first, count = {path.stem: path for path in reversed(files)}, Counter(path.stem for path in files)
    if twice := sorted(stem for stem, n in count.items() if n > 1):
        raise UsageError(
            f"{whole(first[twice[0]])}: another file is named {whole(twice[0])} as well; label them one folder at a time"
        )
    return sorted(files, key=lambda path: path.name)


def _odds(home: Path | None) -> OddsFile:
    """Those that hold in the data home."""
    from pipelines.home import data_home
    from sources.second_reader.odds import odds_of

    return odds_of(data_home(home))


def _stored(home: Path | None) -> tuple[StoredAnswer, ...]:
    """Answers that the home's ledger keeps; a folder without a ledger is left as it is."""
    from pipelines.home import data_home

    folder = data_home(home)
    if not (folder / "ledger").is_dir():
        return ()
    from warehouse.ledger import open_ledger

    return open_ledger(folder).answers()


def _of_one_reader(stored: Sequence[StoredAnswer], document_id: str) -> tuple[StoredAnswer, ...]:
    """The document's answers by whoever answered last: each question once, the newest answer."""
    own = sorted((a for a in stored if a.document_id == document_id), key=lambda a: a.asked_at)
    return tuple({a.question_id: a for a in own if a.read_with == own[-1].read_with}.values())


def _given(folder: Path, path: Path, parsed: ParsedDocument) -> tuple[StoredAnswer, ...]:
    """Answers of a folder; one that is no answer is reported and left out."""
    from sources.second_reader.answer import MalformedAnswer, read_answer
    from sources.second_reader.drafts import answers_by_number

    numbered = re.compile(rf"{re.escape(path.stem)}\.([0-9]{{1,{_MOST_DIGITS}}})\.json")
    written = {}
    for file in sorted(folder.iterdir()):
        if not (found := numbered.fullmatch(file.name)):
            continue
        words = file.read_text(encoding="utf-8", errors="replace")
        try:
            _, misfits = read_answer(words)
        except MalformedAnswer as error:
            tell(f"{whole(file)}: left out: {error}", word="warning:")
            continue
        if misfits:
            tell(f"{whole(file)}: schema not met by {counted(misfits, 'choice')}", word="warning:")
        written[int(found[1])] = words
    return answers_by_number(parsed, written)


def _n_open(draft: dict[str, Any]) -> int:
    return len(draft["review"])


def _write(drafts: Sequence[dict[str, Any]], bytes_of: dict[str, Path], out: Path) -> None:
    """Each text with its draft beside it. Labels that are there are somebody's work and stay.

    Raises:
        UsageError: a draft or a text is there already.
    """
    out.mkdir(parents=True, exist_ok=True)
    places = {draft["document"]: out / f"{Path(draft['document']).stem}.json" for draft in drafts}
    there = [path for path in places.values() if path.exists()]
    there += [out / name for name in places if (out / name).exists() and not (out / name).samefile(bytes_of[name])]
    if there:
        raise UsageError(f"{whole(there[0])}: already exists; give another folder, or remove the file")
    for draft in drafts:
        name = draft["document"]
        places[name].write_text(json.dumps(draft, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        if not (out / name).exists():
            shutil.copyfile(bytes_of[name], out / name)


def _print_table(drafts: Sequence[dict[str, Any]]) -> None:
    from rich.text import Text

    from pipelines.cli.terminal.tables import plain_table, show

    table = plain_table(
        ("document", "whole"), ("figures", "right"), ("agreed", "right"), ("differ", "right"), ("refused", "right")
    )
    for draft in drafts:
        in_review = {entry["offset"] for entry in draft["review"]}
        agreed = sum(c["read_by"] == "both" and c["offset"] not in in_review for c in draft["claims"])
        differ = sum(entry["odds"] is not None for entry in draft["review"])
        cells = (draft["document"], len(draft["claims"]), agreed, differ, _n_open(draft) - differ)
        table.add_row(*(Text(str(cell)) for cell in cells))
    show(table)
