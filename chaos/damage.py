"""Damage to files at rest: whether it is seen, and whether any command answers wrongly. No kill and no full disk here."""

from __future__ import annotations

import io
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

from chaos.trial import Outcome, Size, Trial
from trials.homes import small_home

PAGE = 4096
EACH = {"quick": 5, "full": 60}  # of each of six kinds of damage
Damage = Callable[[Path, random.Random], None]


def _truncated(file: Path, rng: random.Random) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: rng.randrange(len(content))])


def _flipped(file: Path, rng: random.Random) -> None:
    content = bytearray(file.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    file.write_bytes(content)


def _zeroed(file: Path, rng: random.Random) -> None:
    content = bytearray(file.read_bytes())
    pages = [start for start in range(0, len(content), PAGE) if any(content[start : start + PAGE])]
    start = rng.choice(pages)
    content[start : start + PAGE] = bytes(len(content[start : start + PAGE]))
    file.write_bytes(content)


def _missing(file: Path, rng: random.Random) -> None:
    file.unlink()


def _swapped(file: Path, rng: random.Random) -> None:
    """The file of the same name from elsewhere in the home (another release, another batch), else any other file."""
    home = file
    while not (home / "ledger").is_dir():
        home = home.parent
    others = [one for one in _files(home) if one != file and one.read_bytes() != file.read_bytes()]
    alike = [one for one in others if one.name == file.name] or [one for one in others if one.suffix == file.suffix]
    file.write_bytes(rng.choice(alike or others).read_bytes())


KINDS: dict[str, Damage] = {
    "truncated": _truncated,
    "one bit flipped": _flipped,
    "a page of zeros": _zeroed,
    "swapped with another": _swapped,
    "missing": _missing,
}


def _files(home: Path) -> list[Path]:
    """Every file of the ledger and the releases that says something."""
    found = (path for part in ("ledger", "releases") for path in sorted((home / part).rglob("*")))
    data = (path for path in found if path.is_file() and not path.is_symlink() and path.stat().st_size)
    return [path for path in data if path.name != ".lock" and ".verified" not in path.parts]


def _groups(home: Path) -> list[list[Path]]:
    """Files by what they are, so that a draw falls as often on the one database as on the many pages of the site."""
    groups: dict[str, list[Path]] = {}
    for path in _files(home):
        parts = path.relative_to(home).parts
        kind = f"{parts[1]} {path.suffix}" if parts[0] == "ledger" else parts[2] if len(parts) > 2 else "record"
        groups.setdefault(f"{parts[0]} {kind}", []).append(path)
    return list(groups.values())


def _commands(home: Path) -> list[list[str]]:
    """What a reader may ask, each command once."""
    from release.catalogue import find
    from warehouse.connection import query

    database = find(home, None).database
    market = query(database, "SELECT market FROM marts.markets ORDER BY n_claims DESC, market_id LIMIT 1").item()
    estimate = query(database, "SELECT estimate_id FROM marts.market_estimates ORDER BY 1 LIMIT 1").item()
    asked = [
        ["show", market, "--all"],
        ["explain", estimate],
        ["sql", "from marts.claims order by claim_id", "--format", "json"],
        ["diff", "r000001", "r000002", "--format", "json"],
        ["cite", estimate],
        ["review"],
    ]
    return [[*command, "--home", str(home)] for command in asked]


def _asked(command: list[str]) -> tuple[int | str, str]:
    """Exit code and answer of a command, run in this process; a traceback is an answer of its own."""
    from pipelines.cli.app import _code_of

    out = io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            code: int | str = _code_of(command)
    except BaseException as error:
        code = f"{type(error).__name__}: {error}"
    return code, out.getvalue()


def _figure(home: Path) -> tuple[int | str, str]:
    """The same through the HTTP interface's own functions."""
    from release.api.lists import publishers, release_info
    from release.api.markets import markets
    from release.api.problems import QuestionError
    from release.api.source import asked_of, open_source

    try:
        with open_source(home, asked_of(), {"markets"}) as source:
            return 0, f"{release_info(source)} {markets(source, None, 50, 0)} {publishers(source, 50, 0)}"
    except QuestionError as error:
        return 1, str(error)


@contextmanager
def _damaged(file: Path, damage: Damage, rng: random.Random, spare: Path) -> Iterator[None]:
    folder_mode = file.parent.stat().st_mode
    shutil.copy2(file, spare)
    file.parent.chmod(0o755)
    file.chmod(0o644)
    try:
        damage(file, rng)
        yield
    finally:
        spare.replace(file)
        file.chmod(0o444)
        file.parent.chmod(folder_mode)


def _findings(home: Path) -> list[object]:
    from release.health import release_findings
    from warehouse.ledger.health import ledger_findings

    return [*ledger_findings(home), *release_findings(home)]


def _run(kind: str, folder: Path, size: Size) -> Outcome:
    home = folder / "home"
    shutil.copytree(small_home(), home, symlinks=True)
    commands = _commands(home)
    right = [_asked(command) for command in commands]
    figure = _answer(partial(_figure, home))
    if _findings(home) or any(code != 0 for code, _ in [*right, figure]):
        return Outcome(0, 1, note=f"the undamaged home is not whole: {_findings(home)[:1]}")
    rng, groups = random.Random(f"{kind} {size}"), _groups(home)
    unseen = wrong = 0
    first = ""
    for trial in range(EACH[size]):
        file = rng.choice(groups[trial % len(groups)] if size == "full" else rng.choice(groups))
        with _damaged(file, KINDS[kind], rng, folder / "spare"):
            asks_all = size == "full" or file.name == "warehouse.duckdb"
            chosen = range(len(commands)) if asks_all else rng.sample(range(7), 2)
            said = [(_asked(commands[n]), right[n], commands[n][0]) for n in chosen]
            said.append((_answer(partial(_figure, home)), figure, "figure"))
            if not _findings(home):
                unseen += 1
                first = first or f"unseen: {file.relative_to(home)}"
        for answer, expected, name in said:
            if answer[0] != 1 and answer != expected:  # an error in words, or the right answer
                wrong += 1
                first = first or f"{name} said {str(answer)[:120]!r} with {file.relative_to(home)}"
    note = f"unseen {unseen}, wrong answers {wrong}" + (f"; {first}" if first else "")
    return Outcome(EACH[size], unseen + wrong, note=note)


def _answer(ask: Callable[[], tuple[int | str, str]]) -> tuple[int | str, str]:
    try:
        return ask()
    except Exception as error:
        return f"{type(error).__name__}: {error}", ""


def _rot(folder: Path, size: Size) -> Outcome:
    """One bit of the database, changed without a trace in the file's times: DuckDB alone can notice it."""
    from release import trust
    from release.catalogue import find
    from release.manifest import listed_hash

    home = folder / "home"
    shutil.copytree(small_home(), home, symlinks=True)
    commands = _commands(home)
    right = [_asked(command) for command in commands]
    release = find(home, None)
    wrong, rng, first = 0, random.Random(f"rot {size}"), ""
    for trial in range(EACH[size]):
        with _damaged(release.database, _flipped if trial % 2 else _zeroed, rng, folder / "spare"):
            identity = trust._identity(release.database, listed_hash(release.path, "warehouse.duckdb"))
            (home / "releases" / trust.REMEMBERED / release.release_id).write_text(identity)
            chosen = range(len(commands)) if size == "full" else rng.sample(range(len(commands)), 3)
            for number in chosen:
                answer = _asked(commands[number])
                if answer[0] != 1 and answer != right[number]:
                    wrong += 1
                    first = first or f"{commands[number][0]}: {str(answer)[:160]}"
    return Outcome(EACH[size], wrong, note=f"wrong answers {wrong}{f'; {first}' if first else ''}")


TRIALS: tuple[Trial, ...] = (
    *(
        Trial(f"a file of a release or the ledger {kind}", "seen 100 %, wrong answers 0", partial(_run, kind))
        for kind in KINDS
    ),
    Trial("a database rotten past its times (half bits, half pages)", "wrong answers 0", _rot),
)
