"""A market's name holds no verb, no unit and no second noun phrase, and is taken from the heading rather than from the path."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.parse import parse


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Le marché des prothèses dentaires sort de deux années moroses. En valeur, il atteint 1,9 milliard d'euros en 2024.", "prothèses dentaires"),
        ("Le marché du jouet reprend des couleurs\n\nLe marché du jouet reprend des couleurs avec 4,5 milliards d'euros en 2024.", "jouet"),
        ("El mercado de los patinetes eléctricos vive horas bajas\n\nEl mercado de los patinetes eléctricos vive horas bajas: sumó 320 millones de euros en 2024.", "patinetes eléctricos"),
        ("El sector del juguete afronta la Navidad con calma\n\nEl sector del juguete afronta la Navidad con calma tras facturar 1.600 millones de euros en 2024.", "juguete"),
        ("Il mercato delle biciclette soffre\n\nIl mercato delle biciclette soffre: nel 2024 vale 320 milioni di euro.", "biciclette"),
        ("O mercado de bicicletas elétricas segue aquecido e deve faturar R$ 3 bilhões em 2025. As bicicletas elétricas vendem bem.", "bicicletas elétricas"),
        ("E-Scooter dick im Geschäft\n\nE-Scooter erfreuen sich immer größerer Beliebtheit. Der Umsatz mit E-Scootern lag 2024 bei 320 Millionen Euro. E-Scooter erfreuen viele.", "E-Scooter"),
        ("Shop › Outlook › Services › Ticket Services\n\nOnline Ticketing\n\nOverview\nIn 2025, online ticketing takes US$118m.\n\nRevenue in the Online Ticketing market is US$118m.\n\nTicket Services Report 2025", "Online Ticketing"),
    ],
)  # fmt: skip
def test_a_name_is_the_noun_phrase_alone(text: str, name: str) -> None:
    assert {m.market for m in extract(parse(text.encode())).mentions} == {name}


def test_a_unit_is_no_name() -> None:
    text = "Fliesenbranche\n\nVerkauft wurden 4,6 Mio. m² Fliesen, davon 3,7 Mio. m² Steinzeug. Der Umsatz mit Fliesen lag bei 320 Millionen Euro."
    assert all("m²" not in (m.market or "") for m in extract(parse(text.encode())).mentions)
