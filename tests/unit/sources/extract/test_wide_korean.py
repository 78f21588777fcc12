"""Forms of Korean vendor prose: metric, value, time, status, part and area. Whom it credits is tested in `test_wide_publishers`."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.wide_rows import (
    AMERICA,
    ASIA,
    CAGR,
    EUROPE,
    GROWTH,
    KO_HOME,
    KO_WORLD,
    PRICE,
    SHARE,
    SIZE,
    VOLUME,
    WORLD,
    F,
    H,
    Row,
    rows,
)

KOREA = "South Korea"

SADDLES: list[tuple[str, str, list[Row]]] = [
    (
        KO_WORLD,
        "글로벌 자전거 안장 시장 규모는 2024년 19억 달러로 평가되었으며, 2031년에는 28억 달러에 이를 것으로 전망된다.",
        [(SIZE, 1.9e9, 2024, H, None, WORLD), (SIZE, 2.8e9, 2031, F, None, WORLD)],
    ),
    (
        KO_WORLD,
        "2025년부터 2031년까지 연평균 성장률(CAGR)은 5.7%로 예상된다.",
        [(CAGR, 5.7, (2025, 2031), F, None, WORLD)],
    ),
    (
        KO_WORLD,
        "시장은 2024년 19억 달러에서 2031년 28억 달러로 연평균 5.7% 성장할 것으로 예측됩니다.",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (CAGR, 5.7, (2024, 2031), F, None, WORLD),
        ],
    ),
    (
        KO_WORLD,
        "소재별로는 젤 안장이 2024년 41.2%의 점유율을 차지했다. 가죽 안장은 2031년까지 연평균 8.1% 성장할 전망이다.",
        [(SHARE, 41.2, 2024, H, "젤 안장", WORLD), (CAGR, 8.1, (None, 2031), F, "가죽 안장", WORLD)],
    ),
    (
        KO_WORLD,
        "지역별로는 북미가 38%, 유럽이 27%, 아시아 태평양이 22%를 차지했다.",
        [
            (SHARE, 38, None, H, None, AMERICA),
            (SHARE, 27, None, H, None, EUROPE),
            (SHARE, 22, None, H, None, ASIA),
        ],
    ),
    (
        KO_WORLD,
        "북미 시장은 2024년 7억 달러를 기록했다.",
        [(SIZE, 7e8, 2024, H, None, AMERICA)],
    ),
    (
        KO_WORLD,
        "노스필드 리서치에 따르면 2024년 세계 시장 규모는 19억 달러였다.",
        [(SIZE, 1.9e9, 2024, H, None, WORLD)],
    ),
    (
        KO_HOME,
        "2024년 국내 자전거 안장 시장 규모는 1조 2,000억 원으로 전년 대비 3.8% 증가했다.",
        [(SIZE, 1.2e12, 2024, H, None, KOREA), (GROWTH, 3.8, 2024, H, None, KOREA)],
    ),
    (
        KO_HOME,
        "2024년 판매량은 182만 대로 전년 대비 5.1% 감소했다.",
        [(VOLUME, 1_820_000, 2024, None, None, KOREA), (GROWTH, -5.1, 2024, H, None, KOREA)],
    ),
    (
        KO_HOME,
        "온라인 판매가 전체 매출의 54.5%를 차지했으며, 오프라인 매장은 45.5%에 그쳤다.",
        [(SHARE, 54.5, None, H, "온라인 판매", KOREA), (SHARE, 45.5, None, H, "오프라인 매장", KOREA)],
    ),
    (
        KO_HOME,
        "2024년 평균 가격은 3만 9,800원이었다.",
        [(PRICE, 39800, 2024, None, None, KOREA)],
    ),
    (
        KO_HOME,
        "젤 안장과 가죽 안장의 점유율은 각각 41%, 19%였다.",
        [(SHARE, 41, None, H, "젤 안장", KOREA), (SHARE, 19, None, H, "가죽 안장", KOREA)],
    ),
    (KO_HOME, "보고서는 212쪽이며 가격은 550만 원이다.", []),
]


@pytest.mark.parametrize(("head", "text", "expected"), SADDLES)
def test_a_korean_sentence_is_read_with_time_status_part_and_area(head: str, text: str, expected: list[Row]) -> None:
    assert rows(head + text) == expected
