"""A text's language is one that has a grammar, and a model is loaded only where stop words leave it open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sources.extract.text.languages import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The market for kites is led by sales in the north of the region.", "en"),
        ("Der Markt für Drachen wird von der Nachfrage in dem Norden und den Inseln getragen.", "de"),
        ("El mercado de las cometas crece con la demanda en el norte y en las islas.", "es"),
        ("Le marché des cerfs-volants est porté par la demande dans le nord et les îles.", "fr"),
        ("凧の市場は2030年までに50億ドルに達すると予測されています。", "ja"),
        ("风筝市场预计到2030年将达到50亿美元。", "zh"),
        ("O mercado de pipas foi avaliado em 5 mil milhões de euros e deverá crescer.", "pt"),
        ("USD 5 bn", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_one_of_those_with_a_grammar(text: str, language: str) -> None:
    assert language_of(text) == language


def test_no_model_is_loaded_where_stop_words_decide() -> None:
    code = (
        "import sys; from sources.extract.text.languages import language_of;"
        "language_of('The market for kites is led by sales in the north of the region.');"
        "print('py3langid' in sys.modules);"
        "language_of('Aquiloni elettrici: vendite raddoppiate nel nord');"
        "print('py3langid' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["False", "True"]
