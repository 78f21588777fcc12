"""How right a language model's verified answers are on labelled texts: the chances of `warehouse/policy.yml`, and F1 beside the built-in reader.

    python -m benchmarks.asking TEXTS ANSWERS
    python -m benchmarks.asking TEXTS ANSWERS --questions

TEXTS is a folder of labelled texts, or a file that lists names of texts of the corpus, one a line. ANSWERS holds `questions.jsonl` and an
answer `NAME.NUMBER.json` for each; `--questions` writes `questions.jsonl`, and what a model would be sent as `NAME.NUMBER.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from corpus.judge import CORE, Tier, judge, met
from corpus.labels import LabelledText, corpus_texts, labelled_folder
from sources.ask.chance import kind_of
from sources.ask.questions import asked, conventions, page_of, question_json, questions
from sources.ask.reading import joined
from sources.ask.verifying import verified
from sources.extract import extract
from sources.extract.decide.settle import settle
from sources.records import Mention, StoredAnswer

_FEW = 20  # cases of a metric and kind below which it shares one number with the others
_TIERS = (Tier.figure, Tier.timed, Tier.attributed, Tier.placed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes questions, or prints the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--questions", action="store_true")
    said = parser.parse_args(arguments)
    texts = chosen(said.texts)
    print(*(write_questions(texts, said.answers) if said.questions else numbers(texts, said.answers)), sep="\n")
    return 0


def chosen(path: Path) -> tuple[LabelledText, ...]:
    """The labelled texts of a folder, or those of the corpus that a file lists."""
    if path.is_dir():
        return labelled_folder(path)
    names = {f"corpus/{line}" for line in path.read_text(encoding="utf-8").split()}
    return tuple(text for text in corpus_texts({Path(name).name[0] for name in names}) if text.name in names)


def write_questions(texts: Sequence[LabelledText], folder: Path) -> Iterator[str]:
    """Questions as the ledger keeps them, and as a model is sent them behind the conventions."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conventions.md").write_text(conventions(), encoding="utf-8")
    with (folder / "questions.jsonl").open("w", encoding="utf-8") as file:
        for text in texts:
            for number, question in enumerate(questions(page_of(text.document)), 1):
                name = f"{Path(text.name).stem}.{number}"
                file.write(json.dumps({"name": name, "question": json.loads(question_json(question))}) + "\n")
                (folder / f"{name}.md").write_text(asked(question) + "\n", encoding="utf-8")
                yield name


def answers_of(folder: Path) -> dict[str, list[StoredAnswer]]:
    """Answers by the name of their text; a missing one is said on stderr."""
    found: dict[str, list[StoredAnswer]] = defaultdict(list)
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        asked_about, path = json.loads(line), folder / f"{json.loads(line)['name']}.json"
        if not path.is_file():
            print(f"{path}: no answer", file=sys.stderr)
            continue
        name, question, never = asked_about["name"], json.dumps(asked_about["question"]), datetime(1, 1, 1, tzinfo=UTC)
        written = path.read_text(encoding="utf-8")
        stored = StoredAnswer(name, "d", "by file", question, "answered", written, 0, 0, Decimal(0), never)
        found[name.rpartition(".")[0]].append(stored)
    return found


def numbers(texts: Sequence[LabelledText], folder: Path) -> Iterator[str]:
    """F1 of both readers, alone and together, by tier; refusals by rule; how often what the model states is right."""
    answers, cases = answers_of(folder), Counter[tuple[str, str]]()
    right, refused, counts = (
        Counter[tuple[str, str]](),
        Counter[str](),
        {name: [0] * 6 for name in ("built_in", "language_model", "both")},
    )
    for text in texts:
        page, first = page_of(text.document), extract(text.document)
        kind = kind_of(len(page.scan.figures), len(page.scan.parsed.text))
        second = verified(page, answers[Path(text.name).stem], first.mentions, {})
        refused.update(one.rule for one in second.refusals)
        alone = settle(first.document_id, second.mentions)[1]
        read = {"built_in": first.mentions, "language_model": alone, "both": joined(first, second).mentions}
        for name, mentions in read.items():
            counts[name] = [a + b for a, b in zip(counts[name], _counted(text, mentions), strict=True)]
        for m, tier in zip(alone, judge(text.labels, alone), strict=True):
            if m.metric in CORE:
                cases[m.metric, kind] += 1
                right[m.metric, kind] += tier >= Tier.attributed
    for name, (n_read, n_labelled, *at) in counts.items():
        yield f"{name:15}" + "  ".join(
            f"{t.name} {2 * n / max(1, n_read + n_labelled):.3f}" for t, n in zip(_TIERS, at, strict=True)
        )
    yield "refused: " + ", ".join(f"{n} {rule}" for rule, n in refused.most_common())
    few = [key for key, n in cases.items() if n < _FEW]
    rows = {" ".join(key): (cases[key], right[key]) for key in sorted(cases) if key not in few}
    rows["others"] = (sum(cases[key] for key in few), sum(right[key] for key in few))
    yield from (f"{name:22} {r} of {n}: {(r + 1) / (n + 2):.2f}" for name, (n, r) in rows.items())


def _counted(text: LabelledText, mentions: Sequence[Mention]) -> list[int]:
    """Core figures read, core figures labelled, and those right at each tier; a label met by another metric that it accepts counts as that one."""
    metrics = [
        label.metrics[0] if at is None else mentions[at].metric
        for label, at in zip(text.labels, met(text.labels, mentions), strict=True)
    ]
    tiers = [tier for m, tier in zip(mentions, judge(text.labels, mentions), strict=True) if m.metric in CORE]
    return [
        len(tiers),
        sum(metric in CORE for metric in metrics),
        *(sum(one >= tier for one in tiers) for tier in _TIERS),
    ]


if __name__ == "__main__":
    sys.exit(main())
