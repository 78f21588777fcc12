"""German, French, Spanish, Portuguese and Italian sentences of the forms that reports use, each with what it says."""

from __future__ import annotations

import pytest

from sources.extract import extract
from sources.extract.own_clauses import own_clause
from sources.grammar.conjugation import conjugated
from sources.grammar.language import grammar
from sources.parse import parse
from sources.records import Mention

Told = tuple[str, str, float, str | None, str]  # surface, metric, value, segment, area

DE, FR = "Der Weltmarkt für Aquarienpumpen wächst. ", "Le marché mondial des pompes d'aquarium progresse. "
ES, PT = "El mercado mundial de bombas de acuario crece. ", "O mercado mundial de bombas de aquário cresce. "
IT = "Il mercato mondiale delle pompe per acquari cresce. "


def told(text: str) -> list[Told]:
    return [_told(m) for m in extract(parse(text.encode())).mentions]


def _told(m: Mention) -> Told:
    return (m.surface, m.metric, float(m.value), m.segment, m.geography)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # growth, then the value that it leads to; the value is the market's, no increment
        ("Der Markt für Aquarienpumpen in Österreich wuchs 2024 um 4,1 Prozent auf 212 Mio. Euro.",
         [("4,1 Prozent", "growth_rate", 4.1, None, "Austria"), ("212 Mio. Euro", "market_size", 212e6, None, "Austria")]),
        ("Le marché français des pompes d'aquarium a bondi de 12 % en 2024, à 212 millions d'euros.",
         [("12 %", "growth_rate", 12, None, "France"), ("212 millions d'euros", "market_size", 212e6, None, "France")]),
        ("El mercado español de bombas de acuario se disparó un 12 % en 2024, hasta los 212 millones de euros.",
         [("12 %", "growth_rate", 12, None, "Spain"), ("212 millones de euros", "market_size", 212e6, None, "Spain")]),
        ("O mercado brasileiro de bombas de aquário disparou 12% em 2024, para R$ 212 milhões.",
         [("12%", "growth_rate", 12, None, "Brazil"), ("R$ 212 milhões", "market_size", 212e6, None, "Brazil")]),
        ("Il mercato italiano delle pompe per acquari è balzato del 12% nel 2024, a 212 milioni di euro.",
         [("12%", "growth_rate", 12, None, "Italy"), ("212 milioni di euro", "market_size", 212e6, None, "Italy")]),
        # falls: verbs, verbs in two parts, nouns, "less"
        ("Der Markt für Fahrradhelme in Deutschland ging 2024 um knapp drei Prozent auf 412 Mio. Euro zurück.",
         [("drei Prozent", "growth_rate", -3, None, "Germany"), ("412 Mio. Euro", "market_size", 412e6, None, "Germany")]),
        ("Der deutsche Markt für Heizlüfter schrumpfte 2024 um vier bis fünf Prozent.",
         [("vier bis fünf Prozent", "growth_rate", -5, None, "Germany")]),
        ("Le marché français des radiateurs a perdu 4 % en 2024, à 1,2 Md€.",
         [("4 %", "growth_rate", -4, None, "France"), ("1,2 Md€", "market_size", 1.2e9, None, "France")]),
        ("Marché mondial des radiateurs : les ventes ont atteint 1,2 milliard d'euros en 2024, en baisse de 3 % par rapport à 2023.",
         [("1,2 milliard d'euros", "market_size", 1.2e9, None, "Global"), ("3 %", "growth_rate", -3, None, "Global")]),
        ("Mercado mundial de radiadores: las ventas ascendieron a 1.200 millones de euros en 2024, un 3 % menos que en 2023.",
         [("1.200 millones de euros", "market_size", 1.2e9, None, "Global"), ("3 %", "growth_rate", -3, None, "Global")]),
        ("O mercado brasileiro de aquecedores recuou 4% em 2024, para R$ 1,2 bilhão.",
         [("4%", "growth_rate", -4, None, "Brazil"), ("R$ 1,2 bilhão", "market_size", 1.2e9, None, "Brazil")]),
        ("Il mercato italiano dei radiatori è sceso del 4% nel 2024, a 1,2 miliardi di euro.",
         [("4%", "growth_rate", -4, None, "Italy"), ("1,2 miliardi di euro", "market_size", 1.2e9, None, "Italy")]),
    ],
)  # fmt: skip
def test_growth_and_falls_read_in_the_languages_own_words(text: str, expected: list[Told]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Der deutsche Markt für Heizlüfter. Die Mitglieder des Verbands haben 2024 rund 310.000 Heizlüfter an den Fachhandel "
         "geliefert. Das waren 6,5 Prozent mehr als im Vorjahr.",
         [("310.000", "volume", 310_000, None, "Germany"), ("6,5 Prozent", "growth_rate", 6.5, None, "Germany")]),
        ("Le marché français des radiateurs. Selon la Fédération du chauffage, 310 000 appareils ont été livrés en 2024, soit "
         "6,5 % de plus qu'en 2023.",
         [("310 000 appareils", "volume", 310_000, None, "France"), ("6,5 %", "growth_rate", 6.5, None, "France")]),
        ("El mercado español de radiadores. Según la patronal Calefac, en 2024 se vendieron 310.000 aparatos, un 6,5 % más que en 2023.",
         [("310.000 aparatos", "volume", 310_000, None, "Spain"), ("6,5 %", "growth_rate", 6.5, None, "Spain")]),
        ("O mercado brasileiro de aquecedores. Segundo a associação Calor, em 2024 foram vendidos 310 mil aparelhos, 6,5% a mais que em 2023.",
         [("310 mil aparelhos", "volume", 310_000, None, "Brazil"), ("6,5%", "growth_rate", 6.5, None, "Brazil")]),
        ("Il mercato italiano dei radiatori. Secondo l'associazione Calore, nel 2024 sono stati consegnati 310.000 apparecchi, il 6,5% "
         "in più rispetto al 2023.",
         [("310.000 apparecchi", "volume", 310_000, None, "Italy"), ("6,5%", "growth_rate", 6.5, None, "Italy")]),
    ],
)  # fmt: skip
def test_an_associations_news_gives_volumes_and_their_growth(text: str, expected: list[Told]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # base, end and rate in one sentence, and the end before the base
        ("Das weltweite Marktvolumen für Aquarienpumpen lag 2023 bei 1,9 Milliarden US-Dollar und soll bis 2031 auf 3,2 Milliarden "
         "US-Dollar klettern, was einer CAGR von 6,7 % entspricht.", [("market_size", 1.9e9), ("market_size", 3.2e9), ("cagr", 6.7)]),
        ("Le marché mondial des pompes d'aquarium, évalué à 1,9 milliard de dollars en 2023, devrait atteindre 3,2 milliards de "
         "dollars en 2031, soit un TCAC de 6,7 %.", [("market_size", 1.9e9), ("market_size", 3.2e9), ("cagr", 6.7)]),
        ("El mercado mundial de bombas de acuario alcanzó 1.900 millones de dólares en 2023 y llegará a 3.200 millones de dólares "
         "en 2031, con una tasa de crecimiento anual compuesta del 6,7 %.", [("market_size", 1.9e9), ("market_size", 3.2e9), ("cagr", 6.7)]),
        ("O mercado mundial de bombas de aquário foi avaliado em US$ 1,9 bilhão em 2023 e deve chegar a US$ 3,2 bilhões em 2031, "
         "com uma taxa de crescimento anual composta de 6,7%.", [("market_size", 1.9e9), ("market_size", 3.2e9), ("cagr", 6.7)]),
        ("Il mercato mondiale delle pompe per acquari valeva 1,9 miliardi di dollari nel 2023 e raggiungerà 3,2 miliardi di dollari "
         "nel 2031, con un tasso di crescita annuo composto del 6,7%.", [("market_size", 1.9e9), ("market_size", 3.2e9), ("cagr", 6.7)]),
        ("Bis 2032 dürfte der Weltmarkt für Aquarienpumpen 4,4 Mrd. Euro erreichen, nach 2,6 Mrd. Euro im Jahr 2024.",
         [("market_size", 4.4e9), ("market_size", 2.6e9)]),
        ("D'ici 2032, le marché mondial des pompes d'aquarium pèserait 4,4 milliards d'euros, contre 2,6 milliards d'euros en 2024.",
         [("market_size", 4.4e9), ("market_size", 2.6e9)]),
        ("Para 2032 el mercado mundial de bombas de acuario rondará los 4.400 millones de euros, frente a los 2.600 millones de "
         "euros de 2024.", [("market_size", 4.4e9), ("market_size", 2.6e9)]),
        # across two sentences
        ("Der Weltmarkt für Aquarienpumpen wurde 2024 auf 2,6 Mrd. Euro beziffert. Bis 2032 soll er jährlich um 6,8 Prozent wachsen.",
         [("market_size", 2.6e9), ("cagr", 6.8)]),
        ("Le marché mondial des pompes d'aquarium était estimé à 2,6 milliards d'euros en 2024. Il devrait croître de 6,8 % par an "
         "jusqu'en 2032.", [("market_size", 2.6e9), ("cagr", 6.8)]),
        ("El mercado mundial de bombas de acuario se valoró en 2.600 millones de euros en 2024. Se prevé que crezca un 6,8 % anual "
         "hasta 2032.", [("market_size", 2.6e9), ("cagr", 6.8)]),
        ("O mercado mundial de bombas de aquário movimentou US$ 2,6 bilhões em 2024. A previsão é de alta de 6,8% ao ano até 2032.",
         [("market_size", 2.6e9), ("cagr", 6.8)]),
        ("Il mercato mondiale delle pompe per acquari era stimato in 2,6 miliardi di euro nel 2024. Crescerà del 6,8% l'anno fino "
         "al 2032.", [("market_size", 2.6e9), ("cagr", 6.8)]),
    ],
)  # fmt: skip
def test_base_end_and_rate_are_the_whole_markets(text: str, expected: list[tuple[str, float]]) -> None:
    assert told(text) == [
        (surface, metric, value, None, "Global")
        for (surface, *_), (metric, value) in zip(told(text), expected, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the share of one part and the rate of another
        (DE + "Das Segment Tauchpumpen hielt 2024 einen Anteil von 41 Prozent, während Luftpumpen bis 2030 mit einer CAGR von 7,3 "
         "Prozent zulegen dürften.", [("share", 41, "Tauchpumpen", "Global"), ("cagr", 7.3, "Luftpumpen", "Global")]),
        (FR + "Le segment des pompes immergées détenait une part de 41 % en 2024, tandis que les pompes à air devraient afficher un "
         "TCAC de 7,3 % jusqu'en 2030.", [("share", 41, "pompes immergées", "Global"), ("cagr", 7.3, "pompes à air", "Global")]),
        (ES + "El segmento de bombas sumergibles acaparó el 41 % en 2024, mientras que las bombas de aire crecerán a una CAGR del "
         "7,3 % hasta 2030.", [("share", 41, "bombas sumergibles", "Global"), ("cagr", 7.3, "bombas de aire", "Global")]),
        (PT + "O segmento de bombas submersas deteve 41% em 2024, enquanto as bombas de ar crescerão a um CAGR de 7,3% até 2030.",
         [("share", 41, "bombas submersas", "Global"), ("cagr", 7.3, "bombas de ar", "Global")]),
        (IT + "Il segmento delle pompe sommerse deteneva una quota del 41% nel 2024, mentre le pompe ad aria cresceranno con un CAGR "
         "del 7,3% fino al 2030.", [("share", 41, "pompe sommerse", "Global"), ("cagr", 7.3, "pompe ad aria", "Global")]),
        # lists of shares
        (DE + "2024 kamen Tauchpumpen auf 41 Prozent, Luftpumpen auf 33 Prozent und Kreiselpumpen auf 26 Prozent.",
         [("share", 41, "Tauchpumpen", "Global"), ("share", 33, "Luftpumpen", "Global"), ("share", 26, "Kreiselpumpen", "Global")]),
        (FR + "Les pompes immergées pèsent 41 %, les pompes à air 33 % et les pompes centrifuges 26 %.",
         [("share", 41, "pompes immergées", "Global"), ("share", 33, "pompes à air", "Global"), ("share", 26, "pompes centrifuges", "Global")]),
        (ES + "Las bombas sumergibles suponen el 41 %, las bombas de aire el 33 % y las centrífugas el 26 %.",
         [("share", 41, "bombas sumergibles", "Global"), ("share", 33, "bombas de aire", "Global"), ("share", 26, "centrífugas", "Global")]),
        (PT + "As bombas submersas respondem por 41%, as bombas de ar por 33% e as centrífugas por 26%.",
         [("share", 41, "bombas submersas", "Global"), ("share", 33, "bombas de ar", "Global"), ("share", 26, "centrífugas", "Global")]),
        (IT + "Le pompe sommerse valgono il 41%, le pompe ad aria il 33% e le centrifughe il 26%.",
         [("share", 41, "pompe sommerse", "Global"), ("share", 33, "pompe ad aria", "Global"), ("share", 26, "centrifughe", "Global")]),
        # respectively
        (DE + "2024 hielten Tauchpumpen und Luftpumpen Anteile von 41 Prozent bzw. 33 Prozent.",
         [("share", 41, "Tauchpumpen", "Global"), ("share", 33, "Luftpumpen", "Global")]),
        (FR + "L'Allemagne et l'Italie ont représenté respectivement 18 % et 11 % des ventes en 2024.",
         [("share", 18, None, "Germany"), ("share", 11, None, "Italy")]),
        (ES + "Alemania e Italia representaron el 18 % y el 11 % de las ventas en 2024, respectivamente.",
         [("share", 18, None, "Germany"), ("share", 11, None, "Italy")]),
        (PT + "Alemanha e Itália representaram 18% e 11% das vendas em 2024, respectivamente.",
         [("share", 18, None, "Germany"), ("share", 11, None, "Italy")]),
        (IT + "Germania e Francia hanno rappresentato rispettivamente il 18% e l'11% delle vendite nel 2024.",
         [("share", 18, None, "Germany"), ("share", 11, None, "France")]),
        # a rank before or behind its holder, and those that follow it
        (DE + "Größter Abnehmer bleibt Frankreich mit einem Anteil von 18 Prozent.", [("share", 18, None, "France")]),
        ("Marché mondial des radiateurs : en tête, la Chine avec 32 %, suivie de l'Inde (14 %) et du Japon (9 %).",
         [("share", 32, None, "China"), ("share", 14, None, "India"), ("share", 9, None, "Japan")]),
        ("Mercado mundial de radiadores: a la cabeza está China con el 32 %, seguida de la India (14 %) y Japón (9 %).",
         [("share", 32, None, "China"), ("share", 14, None, "India"), ("share", 9, None, "Japan")]),
        (PT + "A China lidera com 32%, seguida pela Índia (14%) e pelo Japão (9%).",
         [("share", 32, None, "China"), ("share", 14, None, "India"), ("share", 9, None, "Japan")]),
        # relative clauses, clefts, datives, whom a share is allotted to or comes from
        (FR + "Les pompes immergées, qui captent 41 % des ventes, restent en tête.", [("share", 41, "pompes immergées", "Global")]),
        (FR + "C'est l'Inde qui progresse le plus vite, avec un TCAC de 9,2 % jusqu'en 2030.", [("cagr", 9.2, None, "India")]),
        (DE + "Japan trauen die Marktforscher bis 2030 eine CAGR von 3,1 Prozent zu.", [("cagr", 3.1, None, "Japan")]),
        (DE + "Ein Viertel des Umsatzes entfällt auf Krankenhäuser.", [("share", 25, "Krankenhäuser", "Global")]),
        (FR + "Un quart des ventes provient des hôpitaux.", [("share", 25, "hôpitaux", "Global")]),
        (FR + "Aux hôpitaux reviennent 25 % des recettes.", [("share", 25, "hôpitaux", "Global")]),
        (ES + "La mitad de las ventas corresponde a las bombas sumergibles.", [("share", 50, "bombas sumergibles", "Global")]),
        (ES + "A los hospitales les corresponde el 25 % de los ingresos.", [("share", 25, "hospitales", "Global")]),
        (PT + "Um quarto das vendas vem dos hospitais.", [("share", 25, "hospitais", "Global")]),
        (IT + "Un quarto delle vendite proviene dagli ospedali.", [("share", 25, "ospedali", "Global")]),
        (IT + "Agli ospedali va il 25% dei ricavi.", [("share", 25, "ospedali", "Global")]),
        (ES + "En el segmento residencial las ventas crecieron un 7 % en 2024.", [("growth_rate", 7, "residencial", "Global")]),
        (PT + "O segmento residencial, que hoje responde por 28% da receita, crescerá 7,1% ao ano até 2030.",
         [("share", 28, "residencial", "Global"), ("cagr", 7.1, "residencial", "Global")]),
    ],
)  # fmt: skip
def test_each_figure_goes_to_the_part_or_area_that_it_is_said_of(
    text: str, expected: list[tuple[str, float, str | None, str]]
) -> None:
    assert [t[1:] for t in told(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        FR + "Les exportations ont progressé de 9 % en 2024.",
        ES + "Los pacientes crónicos viajan un 50 % menos.",
        DE + "Die Löhne der Branche stiegen um 4 Prozent.",
        PT + "Os preços subiram 8% em 2024.",
        IT + "Le esportazioni sono cresciute del 9%.",
        ES + "Un grupo chino compró una participación del 30 % en el fabricante Aqualmar.",
        ES + "Los nuevos modelos son un 30 % más baratos.",
    ],
)
def test_what_grows_beside_the_market_is_no_growth_of_it(text: str) -> None:
    assert [t[1] for t in told(text)] == ["other_numeric"]


@pytest.mark.parametrize(
    ("infinitive", "language", "some"),
    [
        ("avancer", "fr", {"avança", "avancent", "avancera", "avancé"}),
        ("peser", "fr", {"pèse", "pesait", "pèsera"}),
        ("bondir", "fr", {"bondit", "bondissent", "bondi"}),
        ("superar", "es", {"superó", "superarán", "superaba"}),
        ("crescer", "pt", {"cresceu", "crescerão", "cresciam"}),
        ("toccare", "it", {"tocca", "toccherà", "toccato"}),
        ("kosten", "de", {"kostet", "kostete", "gekostet"}),
        ("generieren", "de", {"generiert", "generierten"}),
    ],
)
def test_a_regular_verb_has_the_forms_that_texts_use(infinitive: str, language: str, some: set[str]) -> None:
    assert some <= set(conjugated(infinitive, language).all)


def test_a_language_without_endings_gives_the_infinitive_alone() -> None:
    assert conjugated("wachsen", "nl").all == ("wachsen",)


def test_an_aside_between_commas_is_no_part_of_the_subject() -> None:
    text = "China, der zweitgrößten Volkswirtschaft, werden Umsätze von "
    clause = own_clause(text, 0, len(text), grammar("de"))
    assert clause.subject == "China"
