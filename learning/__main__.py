"""`python -m learning`: fits the reader's model on the corpus and writes it; `--steps N --texts N` fits a few steps and prints the loss.

It runs in an environment of its own, which `make train` makes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parents[1] / "sources" / "extract" / "model" / "weights"
LAYERS = tuple(
    range(6)
)  # of the base model's twelve: the lowest, as Sajjad et al. 2020; every second one learns more slowly
EPOCHS = 3  # 68 minutes on two cores


def main(arguments: Sequence[str] | None = None) -> None:
    """Fits, exports and prints what was measured."""
    options = _options().parse_args(arguments)
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
    trunk, conditioned = fit(base, examples, EPOCHS, options.checkpoint, tell, augment=change, stop_after=options.steps)
    if options.steps is None:
        export(trunk, conditioned, options.out)
        write_tokenizer(base.pieces, options.out)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning", description=__doc__)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder of the graphs (default: the package's)")
    parser.add_argument(
        "--checkpoint", type=Path, default=Path(".train/checkpoint.pt"), help="state after each epoch; gone on from"
    )
    parser.add_argument("--steps", type=int, help="end after so many steps and write nothing")
    parser.add_argument("--texts", type=int, help="fit on so many texts")
    return parser


if __name__ == "__main__":
    main()
