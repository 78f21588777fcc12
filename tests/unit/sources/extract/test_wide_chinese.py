"""Forms of Chinese vendor prose, simplified and traditional: metric, value, time, status, part and area. Whom it credits is tested in `test_wide_publishers`."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.wide_rows import (
    AMERICA,
    ASIA,
    CAGR,
    CHINA,
    EUROPE,
    GROWTH,
    PRICE,
    SHARE,
    SIZE,
    TW_WORLD,
    VOLUME,
    WORLD,
    ZH_HOME,
    ZH_WORLD,
    F,
    H,
    Row,
    rows,
)

RADAR = "毫米波雷达市场规模与发展趋势\n出版日期:2026-01-15\n\n"
RADAR_HOME = "中国毫米波雷达行业现状\n2026-02-12 来源:远帆产业研究院\n\n"

SADDLES: list[tuple[str, str, list[Row]]] = [
    (
        ZH_WORLD,
        "2024年全球自行车鞍座市场规模为19亿美元,预计到2031年将增长至28亿美元,2025-2031年复合年增长率为5.7%。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (CAGR, 5.7, (2025, 2031), F, None, WORLD),
        ],
    ),
    (
        ZH_WORLD,
        "据云衡咨询统计及预测,2024年全球自行车鞍座市场销售额达到了19亿美元,预计2031年将达到28亿美元。届时中国占比将升至36%。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (SHARE, 36, None, F, None, CHINA),
        ],
    ),
    (
        ZH_WORLD,
        "到2031年,全球市场规模预计将达28亿美元;2024年为19亿美元,2025年预计为20亿美元。",
        [
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2e9, 2025, F, None, WORLD),
        ],
    ),
    (
        ZH_WORLD,
        "从产品类型来看,凝胶鞍座在2024年以41.2%的份额位居第一,而3D打印鞍座的复合年增长率最高,预计为11.8%。",
        [(SHARE, 41.2, 2024, H, "凝胶鞍座", WORLD), (CAGR, 11.8, (None, None), F, "3D打印鞍座", WORLD)],
    ),
    (
        ZH_WORLD,
        "2024年全球市场规模达19亿美元,其中北美市场为7亿美元,占比36.8%。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 7e8, 2024, H, None, AMERICA),
            (SHARE, 36.8, 2024, H, None, AMERICA),
        ],
    ),
    (
        ZH_WORLD,
        "按地区看,北美占38%,欧洲占27%,亚太占22%。",
        [
            (SHARE, 38, None, H, None, AMERICA),
            (SHARE, 27, None, H, None, EUROPE),
            (SHARE, 22, None, H, None, ASIA),
        ],
    ),
    (
        ZH_WORLD,
        "凝胶鞍座、皮革鞍座和织物鞍座的市场占比分别为41%、19%和15%。",
        [
            (SHARE, 41, None, H, "凝胶鞍座", WORLD),
            (SHARE, 19, None, H, "皮革鞍座", WORLD),
            (SHARE, 15, None, H, "织物鞍座", WORLD),
        ],
    ),
    (
        ZH_WORLD,
        "从渠道看,线上渠道占比达54.5%,线下渠道占45.5%。",
        [(SHARE, 54.5, None, H, "线上渠道", WORLD), (SHARE, 45.5, None, H, "线下渠道", WORLD)],
    ),
    (
        ZH_WORLD,
        "全球62%的收入来自运动型鞍座,其余38%来自城市通勤鞍座。",
        [(SHARE, 62, None, H, "运动型鞍座", WORLD), (SHARE, 38, None, H, "城市通勤鞍座", WORLD)],
    ),
    (
        ZH_WORLD,
        "预计北美由2025年的86亿美元增至2031年的143亿美元;同期欧洲由64亿美元增至108亿美元。",
        [
            (SIZE, 8.6e9, 2025, F, None, AMERICA),
            (SIZE, 1.43e10, 2031, F, None, AMERICA),
            (SIZE, 6.4e9, 2025, H, None, EUROPE),
            (SIZE, 1.08e10, 2031, F, None, EUROPE),
        ],
    ),
    (
        ZH_HOME,
        "2024年我国自行车鞍座市场规模达246.3亿元,同比增长3.8%,2020-2024年年均复合增长率为6.1%。",
        [
            (SIZE, 2.463e10, 2024, H, None, CHINA),
            (GROWTH, 3.8, 2024, H, None, CHINA),
            (CAGR, 6.1, (2020, 2024), H, None, CHINA),
        ],
    ),
    (
        ZH_HOME,
        "云衡咨询分析师预测,2026年市场规模将达268亿元,2027年将增至281亿元。",
        [(SIZE, 2.68e10, 2026, F, None, CHINA), (SIZE, 2.81e10, 2027, F, None, CHINA)],
    ),
    (
        ZH_HOME,
        "2025年上半年,全渠道销量为312.6万件,同比下降4.7%;销售额18.9亿元,同比下滑2.3%。",
        [
            (VOLUME, 3_126_000, 2025, None, None, CHINA),
            (GROWTH, -4.7, 2025, H, None, CHINA),
            (SIZE, 1.89e9, 2025, H, None, CHINA),
            (GROWTH, -2.3, 2025, H, None, CHINA),
        ],
    ),
    (
        ZH_HOME,
        "2025年前三季度累计产量9.6万吨,同比微增0.7%,环比减少1.2%。",
        [
            (VOLUME, 96_000, 2025, None, None, CHINA),
            (GROWTH, 0.7, 2025, H, None, CHINA),
            (GROWTH, -1.2, 2025, H, None, CHINA),
        ],
    ),
    (
        ZH_HOME,
        "竞争格局方面,2024年CR5为36.8%。运动型鞍座贡献了近三成销量。",
        [(SHARE, 36.8, 2024, H, None, CHINA), (SHARE, 30, 2025, H, "运动型鞍座", CHINA)],
    ),
    (
        ZH_HOME,
        "2024年均价为128元,较上年上涨2.6%。",
        [(PRICE, 128, 2024, None, None, CHINA), (GROWTH, 2.6, 2024, H, None, CHINA)],
    ),
    (
        ZH_HOME,
        "2020-2024年我国自行车鞍座市场规模由188.2亿元增长至246.3亿元,年均复合增长率达7.0%。",
        [
            (SIZE, 1.882e10, 2020, H, None, CHINA),
            (SIZE, 2.463e10, 2024, H, None, CHINA),
            (CAGR, 7.0, (2020, 2024), H, None, CHINA),
        ],
    ),
    (
        ZH_HOME,
        "前五大品牌合计占37.9%,去年同期为41.6%。",
        [(SHARE, 37.9, 2025, H, None, CHINA), (SHARE, 41.6, 2024, H, None, CHINA)],
    ),
]

RADARS: list[tuple[str, str, list[Row]]] = [
    (
        RADAR,
        "2025年全球毫米波雷达市场规模大约为61.4亿美元,预计2032年将达137.5亿美元,2026-2032期间年复合增长率(CAGR)为12.2%。",
        [
            (SIZE, 6.14e9, 2025, H, None, WORLD),
            (SIZE, 1.375e10, 2032, F, None, WORLD),
            (CAGR, 12.2, (2026, 2032), F, None, WORLD),
        ],
    ),
    (
        RADAR,
        "就产品类型而言,目前77GHz雷达是最主要的细分产品,占据约62.5%的份额。就应用来说,乘用车是最大的下游领域,占有78%的份额。",
        [(SHARE, 62.5, None, H, "77GHz雷达", WORLD), (SHARE, 78, None, H, "乘用车", WORLD)],
    ),
    (
        RADAR,
        "北美是全球最大的市场,占有大约34%的市场份额,之后是欧洲和亚太地区,分别占有27%和25%的份额。",
        [
            (SHARE, 34, None, H, None, AMERICA),
            (SHARE, 27, None, H, None, EUROPE),
            (SHARE, 25, None, H, None, ASIA),
        ],
    ),
    (
        RADAR,
        "欧洲市场规模由2021年的8.2亿美元增长至2025年的14.6亿美元,年均复合增长率15.5%;未来七年将以10.4%的CAGR继续扩张,2032年有望达到29亿美元。",
        [
            (SIZE, 8.2e8, 2021, H, None, EUROPE),
            (SIZE, 1.46e9, 2025, H, None, EUROPE),
            (CAGR, 15.5, (2021, 2025), H, None, EUROPE),
            (CAGR, 10.4, (2025, 2032), F, None, EUROPE),
            (SIZE, 2.9e9, 2032, F, None, EUROPE),
        ],
    ),
    (
        RADAR,
        "全球前五大厂商共占有大约58.0%的市场份额。",
        [(SHARE, 58, None, H, None, WORLD)],
    ),
    (
        RADAR_HOME,
        "数据显示,2025年中国毫米波雷达市场规模约为186.7亿元,同比增长21.4%。预计2026年市场规模将突破220亿元。",
        [
            (SIZE, 1.867e10, 2025, H, None, CHINA),
            (GROWTH, 21.4, 2025, H, None, CHINA),
            (SIZE, 2.2e10, 2026, F, None, CHINA),
        ],
    ),
    (
        RADAR_HOME,
        "从需求结构来看,前向雷达占比最高,达到52.3%;其次是角雷达,占比为38.9%;舱内雷达占比8.8%。",
        [
            (SHARE, 52.3, None, H, "前向雷达", CHINA),
            (SHARE, 38.9, None, H, "角雷达", CHINA),
            (SHARE, 8.8, None, H, "舱内雷达", CHINA),
        ],
    ),
    (
        RADAR_HOME,
        "2025年我国毫米波雷达产量为3250万颗,较2024年增长19.6%;需求量为2980万颗,单价由2020年的920元下降至2025年的574元。",
        [
            (VOLUME, 32_500_000, 2025, None, None, CHINA),
            (GROWTH, 19.6, 2025, H, None, CHINA),
            (VOLUME, 29_800_000, 2025, None, None, CHINA),
            (PRICE, 920, 2020, None, None, CHINA),
            (PRICE, 574, 2025, None, None, CHINA),
        ],
    ),
    (
        RADAR_HOME,
        "华东地区占比41.5%,位居首位;华南和华中分别占22.3%、13.6%。",
        [
            (SHARE, 41.5, None, H, None, "East China"),
            (SHARE, 22.3, None, H, None, "South China"),
            (SHARE, 13.6, None, H, None, "Central China"),
        ],
    ),
]

TRADITIONAL: list[tuple[str, str, list[Row]]] = [
    (
        TW_WORLD,
        "2024年全球自行車座墊市場規模為19億美元,預計到2031年將達到28億美元,年複合成長率為5.7%。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (CAGR, 5.7, (2024, 2031), F, None, WORLD),
        ],
    ),
    (
        TW_WORLD,
        "根據遠衡研究的報告,2024年北美佔全球市場的38.2%,歐洲佔27%。",
        [(SHARE, 38.2, 2024, H, None, AMERICA), (SHARE, 27, 2024, H, None, EUROPE)],
    ),
    (
        TW_WORLD,
        "台灣市場預計由2025年的新台幣12億元增至2030年的31億元,年複合成長率約21%。",
        [
            (SIZE, 1.2e9, 2025, F, None, "Taiwan"),
            (SIZE, 3.1e9, 2030, F, None, "Taiwan"),
            (CAGR, 21, (2025, 2030), F, None, "Taiwan"),
        ],
    ),
    (
        TW_WORLD,
        "凝膠座墊於2024年占據最大份額,達41.2%,而3D列印座墊將以11.8%的複合年增長率成長。",
        [(SHARE, 41.2, 2024, H, "凝膠座墊", WORLD), (CAGR, 11.8, (None, None), F, "3D列印座墊", WORLD)],
    ),
    (
        TW_WORLD,
        "研調機構預估,2025年全球出貨量約1.2億台,年增4.5%,2026年將小幅衰退1.3%。",
        [
            (VOLUME, 1.2e8, 2025, None, None, WORLD),
            (GROWTH, 4.5, 2025, H, None, WORLD),
            (GROWTH, -1.3, 2026, F, None, WORLD),
        ],
    ),
    (
        TW_WORLD,
        "亞太地區在2024年以46.2%的市占率居冠,預估至2031年仍將維持最快成長,年複合成長率達7.4%。",
        [(SHARE, 46.2, 2024, H, None, ASIA), (CAGR, 7.4, (None, 2031), F, None, ASIA)],
    ),
]


@pytest.mark.parametrize(("head", "text", "expected"), [*SADDLES, *RADARS, *TRADITIONAL])
def test_a_chinese_sentence_is_read_with_time_status_part_and_area(head: str, text: str, expected: list[Row]) -> None:
    assert rows(head + text) == expected
