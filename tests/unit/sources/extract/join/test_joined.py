"""Two readings of one figure as one. The fitted weights are not judged here: planted ones say whom to believe."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from math import log

import pytest

from sources.extract.answer import PAGE, FigureAnswer, Pointer
from sources.extract.choose.doubts import Doubt
from sources.extract.join.confidence import with_joint_confidence
from sources.extract.join.differences import differing
from sources.extract.join.joined import Joined, joined, support
from sources.extract.join.odds import DIFFERENCE, Agreement
from sources.extract.join.pairs import PageMeasures, Pair, page_measures, pairs_of
from sources.extract.reader_name import reader_in_force
from sources.extract.resolve.mention import mention_of
from sources.extract.scan.scan import Scan, scan
from sources.parse import parse
from sources.records import Claim, Mention, Rejection
from sources.reviewed import ReviewedFileError
from tests.unit.sources.extract.answers import answer_of, page_of_chile

TEXT = "The valve market in Chile was worth USD 3 billion in 2024. Ball valves took USD 2 billion in Peru."
BELIEVED = (0.0, 1.0, *(0.0,) * 10)  # the model where its chance is above one half
NEVER = (-50.0, *(0.0,) * 11)


@pytest.fixture(scope="module")
def scanned() -> Scan:
    return scan(parse(TEXT.encode()))


def at(words: str) -> Pointer:
    start = TEXT.index(words)
    return Pointer(start, start + len(words))


def read_as(scanned: Scan, one: FigureAnswer) -> Mention:
    found = mention_of(scanned, page_of_chile(), one)
    assert isinstance(found, Mention)
    return replace(found, rule="money.plain")


def join(
    scanned: Scan,
    rules: list[Mention],
    answers: list[FigureAnswer],
    fitted: dict[str, tuple[float, ...]],
    rejections: tuple[Rejection, ...] = (),
) -> Joined:
    pairs, others = pairs_of(scanned, rules, answers, page_of_chile(), {}, {})
    return joined(pairs, others, rejections, fitted)


def test_the_likelier_reading_counts_attribute_by_attribute(scanned: Scan) -> None:
    rules = read_as(scanned, answer_of("market_size", year=at("2024"), area=PAGE))
    model = answer_of("market_size", area=at("Peru"), segment=at("Ball valves"))
    (read,) = join(scanned, [rules], [model], {"part+": BELIEVED, "area": NEVER, "time-": NEVER}).mentions
    assert (read.segment, read.geography, read.year) == ("Ball valves", "Chile", 2024)


def test_of_a_kind_of_difference_that_was_never_measured_the_rules_count(scanned: Scan) -> None:
    rules = read_as(scanned, answer_of("market_size", area=PAGE))
    (read,) = join(scanned, [rules], [answer_of("market_size", area=at("Peru"))], {}).mentions
    assert read == rules


def test_a_silent_reader_differs_in_another_kind_than_one_who_contradicts(scanned: Scan) -> None:
    silent = read_as(scanned, answer_of("market_size"))
    whole = read_as(scanned, answer_of("market_size", year=at("2024"), segment=at("Ball valves")))
    assert [kind for _, kind in differing(silent, whole)] == ["time+", "part+"]
    assert [kind for _, kind in differing(whole, silent)] == ["time-", "part-"]
    assert [kind for _, kind in differing(whole, replace(whole, segment="valve"))] == ["part"]


def test_a_figure_that_only_the_model_reads_replaces_its_rejection(scanned: Scan) -> None:
    aside = [Rejection(f.start, f.end, TEXT[f.start : f.end], "money.no_market") for f in scanned.figures[:2]]
    found = join(scanned, [], [answer_of("market_size", figure=1)], {"added": BELIEVED}, tuple(aside))
    assert [m.value for m in found.mentions] == [Decimal("2E9")]
    assert list(found.rejections) == aside[:1]
    assert found.added == {(found.mentions[0].char_start, found.mentions[0].char_end)}
    kept = join(scanned, [], [answer_of("market_size", figure=1, chance=0.4)], {"added": BELIEVED}, tuple(aside))
    assert (list(kept.mentions), list(kept.rejections)) == ([], aside)


def test_a_figure_that_the_model_denies_is_a_rejection_of_the_model(scanned: Scan) -> None:
    rules = read_as(scanned, answer_of("market_size"))
    found = join(scanned, [rules], [answer_of(None)], {"denied": BELIEVED})
    assert [r.rule for r in found.rejections] == ["model.none"]
    assert not found.mentions


def test_a_metric_of_the_users_own_stays(scanned: Scan) -> None:
    rules = replace(read_as(scanned, answer_of("market_size")), metric="backlog")  # type: ignore[arg-type]
    assert join(scanned, [rules], [answer_of(None)], {"denied": BELIEVED}).mentions == [rules]


def test_a_figure_that_the_model_was_not_asked_about_stays(scanned: Scan) -> None:
    rules = [read_as(scanned, answer_of("market_size", figure=n)) for n in (0, 1)]
    found = join(scanned, rules, [answer_of(None, figure=1)], {"denied": BELIEVED})
    assert found.mentions == rules[:1]
    assert found.chances == {}


def test_support_multiplies_the_chances_of_what_is_read(scanned: Scan) -> None:
    rules = read_as(scanned, answer_of("market_size", area=PAGE))
    ((pair,), _) = pairs_of(scanned, [rules], [answer_of("market_size", area=PAGE)], page_of_chile(), {}, {})
    same = 0.9 * 0.8 * 0.9 * 0.8 * 0.8 * 0.9 * 0.9  # metric, time, status, part, area, assertion, sign
    assert support(pair, rules) == pytest.approx(same)
    assert support(pair, replace(rules, ref_area="604")) == pytest.approx(same / 0.8 * 0.2)
    assert support(pair, replace(rules, metric="volume")) == pytest.approx(0.1)


def test_a_doubtful_reading_of_the_rules_yields_sooner(scanned: Scan) -> None:
    rules = read_as(scanned, answer_of("market_size", area=PAGE))
    model = answer_of("market_size", area=at("Peru"))
    fitted = {"area": (-2.0, 1.0, 1.0, *(0.0,) * 9)}  # ln 4 for the model's .8, and a doubt for the rules
    read: list[Mention] = []
    for doubt in (Doubt(), Doubt(area=1.0)):
        pairs, others = pairs_of(
            scanned, [rules], [model], page_of_chile(), {(rules.char_start, rules.char_end): doubt}, {}
        )
        read += joined(pairs, others, (), fitted).mentions
    assert [m.geography for m in read] == ["Chile", "Peru"]


def test_what_the_rules_are_sure_of_and_what_stands_beside_the_figure_are_measures(scanned: Scan) -> None:
    rules = replace(read_as(scanned, answer_of("market_size", figure=1, segment=at("Ball valves"))), dimension="Valve")
    span = (rules.char_start, rules.char_end)
    ((pair,), _) = pairs_of(
        scanned, [rules], [answer_of("market_size", figure=1, area=at("Chile"))], page_of_chile(), {}, {span: 0.8}
    )
    names = dict(zip(DIFFERENCE, pair.features("part", page_measures([pair])), strict=True))
    assert names["rules"] == pytest.approx(log(4))
    assert (names["listed"], names["rules_printed"], names["model_printed"]) == (1, 1, 0)
    area = dict(zip(DIFFERENCE, pair.features("area", page_measures([pair])), strict=True))
    assert (area["listed"], area["model_printed"]) == (0, 0)  # the sentence before names Chile


def test_a_page_is_measured_by_how_sure_the_rules_are_and_how_often_both_agree(scanned: Scan) -> None:
    rules = [read_as(scanned, answer_of("market_size", figure=n, area=PAGE)) for n in (0, 1)]
    model = [answer_of("market_size", area=PAGE), answer_of("market_size", figure=1, area=at("Peru"))]
    sure = {(m.char_start, m.char_end): c for m, c in zip(rules, (0.8, 0.5), strict=True)}
    pairs, _ = pairs_of(scanned, rules, model, page_of_chile(), {}, sure)
    assert [pair.agrees for pair in pairs] == [True, False]
    page = page_measures(pairs)
    assert page.rules == pytest.approx(log(4) / 2)
    assert page.agrees == 0.5
    assert page_measures([]) == PageMeasures(0.0, 0.5)


def test_confidence_follows_the_chances_of_both() -> None:
    mention = _some_mention()
    claim = _claim_of(mention)
    span = (mention.char_start, mention.char_end)
    fitted: dict[Agreement, tuple[float, ...]] = {
        "disputed": (0.0, 1.0, 1.0, *(0.0,) * 11),
        "agreed": (0.0, 2.0, *(0.0,) * 12),
    }

    def confidence(chance: float | None, agreed: frozenset[tuple[int, int]] = frozenset()) -> float | None:
        found = Joined([mention], [], {} if chance is None else {span: chance}, agreed=agreed)
        (one,) = with_joint_confidence([claim], [mention], found, False, fitted)
        return one.confidence

    assert confidence(None) == 0.8
    assert confidence(0.5) == 0.8  # log odds of one half are 0
    assert confidence(0.8) == pytest.approx(16 / 17, abs=0.005)  # odds of 4 and of 4
    assert confidence(0.2) == pytest.approx(0.5, abs=0.005)
    # Where both agree other weights hold.
    assert confidence(0.2, frozenset([span])) == pytest.approx(16 / 17, abs=0.005)


def test_an_unknown_reader_is_refused_with_the_names_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARALLAX_READER", "modell")
    with pytest.raises(
        ReviewedFileError, match="PARALLAX_READER=modell: no such reader; it is one of rules, model, both"
    ):
        reader_in_force()


def _some_mention() -> Mention:
    scanned = scan(parse(TEXT.encode()))
    return replace(read_as(scanned, answer_of("market_size")), claim_id="c")


def _claim_of(mention: Mention) -> Claim:
    from sources.extract.decide.settle import settle

    ((claim,), (settled,)) = settle("d", [mention])
    assert settled.claim_id == claim.claim_id
    return replace(claim, claim_id="c", confidence=0.8)


@pytest.mark.parametrize(
    ("printed", "rules", "kept"),
    [
        ("2024-Q3", "2024", "2024-Q3"),
        ("2024-01/2024-09", "2024", "2024-01/2024-09"),
        ("2024-YTD", None, "2024-YTD"),
        ("FY2024", "2024", "2024"),  # another name of the year, no part of it
        ("2024-25", "2024", "2024"),  # two years
        ("2024-Q3", "2024-H2", "2024-H2"),  # the rules have a part of their own
    ],
)
def test_a_part_of_the_year_that_the_model_points_to_is_kept(
    scanned: Scan, printed: str, rules: str | None, kept: str
) -> None:
    answer = answer_of("market_size", year=at("2024"), area=PAGE)
    model = replace(read_as(scanned, answer), time_period=printed)
    pair = Pair(answer, replace(model, time_period=rules), model, is_cell=False, is_wide=False)
    (read,) = joined([pair], (), (), {}).mentions
    assert (read.year, read.time_period) == (2024, kept)


def test_a_part_that_one_of_several_heads_over_a_cell_names_stays_whatever_the_model_says(scanned: Scan) -> None:
    answer = answer_of("market_size", area=PAGE)
    model = read_as(scanned, answer)
    rules = replace(model, segment="Ball valves")
    kept = {"part-": tuple(-weight for weight in NEVER)}  # the model is always believed
    for bands, part in (((), None), (("Ball valves (USD million)", "2024"), "Ball valves"), (("Gates", "2024"), None)):
        pair = Pair(answer, rules, model, is_cell=True, is_wide=False, bands=bands)
        assert [m.segment for m in joined([pair], (), (), kept).mentions] == [part], bands


def test_the_readings_that_tell_the_figures_of_a_sentence_apart_are_known() -> None:
    text = "Chile, Peru and Cuba held 17%, 15% and 13% of the valve market in 2024. Brazil held 9%."
    scanned = scan(parse(text.encode()))
    answers = [replace(answer_of("share", area=Pointer(0, 5)), figure=number) for number in range(4)]
    read = [read_as(scanned, one) for one in answers]
    rules = [replace(m, ref_area=area) for m, area in zip(read, ("CL", "PE", "CU", "BR"), strict=True)]
    pairs, _ = pairs_of(scanned, rules, answers, page_of_chile(), {}, {})
    assert [round(pair.apart["area"], 2) for pair in pairs] == [0.67, 0.67, 0.67, 0.0]
    assert {pair.apart["part"] for pair in pairs} == {0.0}
    told = dict(zip(DIFFERENCE, pairs[0].features("area", PageMeasures()), strict=True))
    assert told["apart"] == pairs[0].apart["area"]


def test_every_difference_is_kept_with_the_chance_that_the_model_is_right(scanned: Scan) -> None:
    answer = answer_of("market_size", area=at("Peru"))
    rules = read_as(scanned, answer_of("market_size", area=PAGE))
    result = join(scanned, [rules], [answer], {"area": BELIEVED})
    ((span, odds),) = result.odds.items()
    assert list(odds) == ["area"]
    assert 0.5 < odds["area"] < 1
    assert result.taken(span) == {"area"}
    left = join(scanned, [rules], [answer], {"area": NEVER})
    assert list(left.odds[span]) == ["area"]
    assert left.taken(span) == frozenset()
