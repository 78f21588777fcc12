"""`python -m learning`: fits the reader's model on the corpus and writes it; `--steps N --texts N` fits a few steps and prints the loss.

It runs in an environment of its own, which `make train` makes.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parents[1] / "sources" / "extract" / "model" / "weights"
LAYERS = tuple(
    range(6)
)  # of the base model's twelve: the lowest, as Sajjad et al. 2020; every second one learns more slowly
EPOCHS = 3  # 68 minutes on two cores
_DIFFERENCE = 0.05  # of a loss, absolute or as a part of it, between processors: rounding grows over the steps


def main(arguments: Sequence[str] | None = None) -> None:
    """Fits, exports and prints what was measured."""
    parser = _options()
    options = parser.parse_args(arguments)
    if options.compare and options.steps is None:
        parser.error("--compare needs --steps: a whole fit has no stored losses")
    from tokenizers import Tokenizer

    from learning.augment import augmenting
    from learning.base_model import base_model, package_file, tokenizer_json, vocabulary
    from learning.examples import example_of
    from learning.export import export, write_tokenizer
    from learning.texts import Use, texts_for
    from learning.train import fit
    from learning.vocabulary import SIZE, kept_pieces, unknown_shares

    texts = texts_for({Use.fit})[: options.texts]
    path = package_file()
    kept = kept_pieces(vocabulary(path), (text.document.text for text in texts))
    base = base_model(path, LAYERS, kept, SIZE)
    tokenizer = Tokenizer.from_str(tokenizer_json(base.pieces))
    examples = [example_of(text, tokenizer) for text in texts]
    by_language: dict[str, list[str]] = {}
    for example in examples:
        by_language.setdefault(example.language, []).append(example.text)
    for language, share in unknown_shares(tokenizer, by_language).items():
        print(f"{language}: {share:.2%} of the characters are spelt by no piece")
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{(time.monotonic() - began) / 60:5.1f} min  {line}", flush=True)

    change = augmenting([piece for piece, _ in base.pieces])
    checkpoint = options.checkpoint if options.steps is None else None
    fitted = fit(base, examples, EPOCHS, checkpoint, tell, augment=change, stop_after=options.steps)
    if options.steps is None:
        export(fitted.trunk, fitted.conditioned, options.out)
        write_tokenizer(base.pieces, options.out)
    elif options.compare:
        _compare(fitted.losses, options.compare)


def _compare(losses: Mapping[str, float], path: Path) -> None:
    """Compares the losses of a few steps with stored ones, or stores them where the file is missing.

    Raises:
        SystemExit: a loss is further off than processors differ; the message names all.
    """
    if not path.exists():
        path.write_text(json.dumps(losses, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{path}: written, nothing was compared")
        return
    stored = json.loads(path.read_text(encoding="utf-8"))
    off = [
        f"{name} {losses.get(name)} instead of {stored.get(name)}"
        for name in sorted({*losses, *stored})
        if not math.isclose(losses.get(name, 0.0), stored.get(name, 0.0), rel_tol=_DIFFERENCE, abs_tol=_DIFFERENCE)
    ]
    if off:
        raise SystemExit(
            f"the losses are not those of {path}: {'; '.join(off)}. If the network or the texts were changed, remove the file"
        )
    print(f"the losses are those of {path}")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder of the graphs (default: the package's)")
    parser.add_argument(
        "--checkpoint", type=Path, default=Path(".train/checkpoint.pt"), help="state after each epoch; gone on from"
    )
    parser.add_argument("--steps", type=int, help="end after so many steps and write nothing")
    parser.add_argument("--texts", type=int, help="fit on so many texts")
    parser.add_argument(
        "--compare", type=Path, help="with --steps: a file of losses to compare with; written where it is missing"
    )
    return parser


if __name__ == "__main__":
    main()
