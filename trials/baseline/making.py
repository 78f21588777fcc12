"""Makes a fixed ledger by the maker's program, and checks it. What it is made from comes from the maker's commit, a seed, or ../shared."""

from __future__ import annotations

import shutil
from pathlib import Path

from trials.baseline.hashing import ChangedLedger, check, hashes_of, inputs_hash
from trials.baseline.ledgers import FixedLedger, Hashes, LedgersFile, Source
from trials.baseline.programs import Program, program_of

_TAKING_IN = Path(__file__).with_name("taking_in.py")
_SAMPLES = Path("sources/samples/inbox")  # in the maker's commit


def fixed_ledger(name: str, file: LedgersFile, folder: Path, shared: Path) -> Path:
    """The ledger of that name, made where it is missing, checked in any case.

    Args:
        name: of the ledger.
        file: what is reviewed.
        folder: holds everything that is made here.
        shared: the folder with the seeds.

    Returns:
        The ledger's folder.

    Raises:
        FileNotFoundError: the seeds are not at hand.
        ChangedLedger: the ledger or its inputs are not the reviewed ones.
    """
    said, home = file.ledgers[name], folder / "ledgers" / name
    if said.hashes is None:
        raise ChangedLedger(
            f"ledgers.yml has no hashes of {name}; `python -m trials.baseline {name} --hashes` prints them"
        )
    if not home.is_dir():
        making = home.with_name(f".{name}")
        shutil.rmtree(making, ignore_errors=True)
        made = make(said, file, making, folder / "programs", shared, said.hashes.inputs)
        check(made, said.hashes)
        making.rename(home)
    check(home / "ledger", said.hashes)
    return home / "ledger"


def make(
    said: FixedLedger, file: LedgersFile, home: Path, programs: Path, shared: Path, reviewed: str | None = None
) -> Path:
    """Makes a ledger anew, in `home`, beside its `inbox`; refuses inputs that are not the reviewed ones before it reads them."""
    if "seeds" in said.inputs and not (shared / "seeds").is_dir():
        raise FileNotFoundError(
            f"{shared / 'seeds'}: not there, and a clone does not have the seeds; SHARED=DIR names their folder"
        )
    maker, inbox = program_of(file.maker, programs), home.absolute() / "inbox"
    for source in said.inputs:
        _put(source, inbox / source, maker, file.reports, shared)
    if reviewed is not None and (found := inputs_hash(inbox)) != reviewed:
        raise ChangedLedger(f"{inbox}: the inputs have SHA-256 {found}, and ledgers.yml says {reviewed}")
    maker.run("-P", _TAKING_IN, inbox, home.absolute(), file.day.isoformat())
    return home / "ledger"


def made_hashes(name: str, file: LedgersFile, home: Path, programs: Path, shared: Path) -> Hashes:
    """The hashes of a ledger that is made anew, for ledgers.yml."""
    ledger = make(file.ledgers[name], file, home, programs, shared)
    return hashes_of(ledger, inputs_hash(home / "inbox"))


def _put(source: Source, target: Path, maker: Program, reports: int, shared: Path) -> None:
    if source == "synthetic":
        # What the reports claim is written beside their folder, and must not become a document.
        work = target.parent.with_name("synthetic")
        maker.run("-m", "trials.synthetic.writing", work / "reports", str(reports))
        shutil.copytree(work / "reports", target)
        return
    shutil.copytree(shared / "seeds" if source == "seeds" else maker.folder / _SAMPLES, target)
