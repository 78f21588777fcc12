"""Forms of Japanese and Chinese vendor prose: metric, value, time, status, part and area, one sentence or two at a time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.sources.extract.reading import figures

Row = tuple[str, float, Any, str | None, str | None, str]  # metric, value, year or period, status, segment, area
H, F = "historical", "forecast"
SIZE, CAGR, SHARE, GROWTH, VOLUME, PRICE = "market_size", "cagr", "share", "growth_rate", "volume", "price"
WORLD, CHINA, JAPAN, AMERICA, EUROPE, ASIA = "Global", "China", "Japan", "North America", "Europe", "Asia-Pacific"

JA_WORLD = "世界の自転車サドル市場:2031年までの予測\n発行日 2025年3月4日\n\n"
JA_HOME = "国内自転車サドル市場に関する調査を実施\n2025年10月7日\n\n"
ZH_WORLD = "全球自行车鞍座市场报告\n发布日期:2025-03-04\n\n"
ZH_HOME = "2025年中国自行车鞍座行业市场分析\n发布时间:2025-10-07\n\n"
TW_WORLD = "全球自行車座墊市場報告\n發布日期:2025-03-04\n\n"


def rows(text: str) -> list[Row]:
    """What is read, figures of other topics left out; a null status stands for prices and volumes."""
    return [
        (
            m.metric,
            float(m.value),
            (m.period_start, m.period_end) if m.metric == CAGR else m.year,
            None if m.metric in (PRICE, VOLUME) else m.status,
            m.segment,
            m.geography,
        )
        for m in figures(text)
        if m.metric != "other_numeric"
    ]


JAPANESE: list[tuple[str, str, list[Row]]] = [
    (
        JA_WORLD,
        "世界の自転車サドル市場規模は2024年に19億米ドルと評価され、2025年から2031年にかけて年平均成長率(CAGR)5.7%で成長し、2031年には28億米ドルに達すると予測されています。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (CAGR, 5.7, (2025, 2031), F, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
        ],
    ),
    (
        JA_WORLD,
        "自転車サドルの市場規模は、2024年時点で19億米ドルと推定されました。同市場は2031年までに28億米ドルへ拡大し、この間のCAGRは5.7%となる見込みです。",
        [
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (CAGR, 5.7, (None, 2031), F, None, WORLD),
        ],
    ),
    (
        JA_WORLD,
        "世界市場は2031年に28億米ドルに達する見通しで、2024年の19億米ドルから年率5.7%で拡大する。",
        [
            (SIZE, 2.8e9, 2031, F, None, WORLD),
            (SIZE, 1.9e9, 2024, H, None, WORLD),
            (CAGR, 5.7, (2024, 2031), F, None, WORLD),
        ],
    ),
    (
        JA_WORLD,
        "ゲルサドルが2024年に41.2%と最大のシェアを占めた一方、3Dプリントサドルは2031年まで11.8%のCAGRで最も速く成長すると見込まれる。",
        [(SHARE, 41.2, 2024, H, "ゲルサドル", WORLD), (CAGR, 11.8, (None, 2031), F, "3Dプリントサドル", WORLD)],
    ),
    (
        JA_WORLD,
        "2024年の世界市場は19億米ドルで、このうち北米が7億米ドルを占めた。",
        [(SIZE, 1.9e9, 2024, H, None, WORLD), (SIZE, 7e8, 2024, H, None, AMERICA)],
    ),
    (
        JA_WORLD,
        "地域別では北米が38%、欧州が27%、アジア太平洋が22%を占めています。",
        [
            (SHARE, 38, None, H, None, AMERICA),
            (SHARE, 27, None, H, None, EUROPE),
            (SHARE, 22, None, H, None, ASIA),
        ],
    ),
    (
        JA_WORLD,
        "販売チャネル別に見ると、オンラインが2024年に34.5%、専門店が48.1%、量販店が17.4%の構成比となった。",
        [
            (SHARE, 34.5, 2024, H, "オンライン", WORLD),
            (SHARE, 48.1, 2024, H, "専門店", WORLD),
            (SHARE, 17.4, 2024, H, "量販店", WORLD),
        ],
    ),
    (
        JA_WORLD,
        "ゲルサドルと革サドルのシェアはそれぞれ41%、19%でした。",
        [(SHARE, 41, None, H, "ゲルサドル", WORLD), (SHARE, 19, None, H, "革サドル", WORLD)],
    ),
    (
        JA_WORLD,
        "売上に占めるスポーツ用の割合は2024年に56.3%でした。残りの43.7%は街乗り用です。",
        [(SHARE, 56.3, 2024, H, "スポーツ用", WORLD), (SHARE, 43.7, None, H, "街乗り用", WORLD)],
    ),
    (
        JA_WORLD,
        "2024年の売上高の62%をスポーツ用が占め、38%を街乗り用が占めた。",
        [(SHARE, 62, 2024, H, "スポーツ用", WORLD), (SHARE, 38, 2024, H, "街乗り用", WORLD)],
    ),
    (
        JA_WORLD,
        "クロダ調査研究所によると、世界市場は2024年に19億米ドルとなった。",
        [(SIZE, 1.9e9, 2024, H, None, WORLD)],
    ),
    (
        JA_WORLD,
        "英調査会社ノースフィールド・インサイツは、2030年の世界市場を26億ドルと予測している。",
        [(SIZE, 2.6e9, 2030, F, None, WORLD)],
    ),
    (
        JA_HOME,
        "2024年度の国内自転車サドル市場規模は前年度比103.8%の246億円であった。",
        [(GROWTH, 3.8, 2024, H, None, JAPAN), (SIZE, 2.46e10, 2024, H, None, JAPAN)],
    ),
    (
        JA_HOME,
        "2024年度の市場規模は、前年度比96.4%の246億円と推計した。",
        [(GROWTH, -3.6, 2024, H, None, JAPAN), (SIZE, 2.46e10, 2024, H, None, JAPAN)],
    ),
    (
        JA_HOME,
        "2024年度の市場規模は前年度比4.2%減の246億円だった。2025年度は同1.5%増の250億円を見込む。",
        [
            (GROWTH, -4.2, 2024, H, None, JAPAN),
            (SIZE, 2.46e10, 2024, H, None, JAPAN),
            (GROWTH, 1.5, 2025, F, None, JAPAN),
            (SIZE, 2.5e10, 2025, F, None, JAPAN),
        ],
    ),
    (
        JA_HOME,
        "素材別にみると、ゲルが112億円(構成比45.5%)、革が74億円(同30.1%)となった。",
        [
            (SIZE, 1.12e10, None, H, "ゲル", JAPAN),
            (SHARE, 45.5, None, H, "ゲル", JAPAN),
            (SIZE, 7.4e9, None, H, "革", JAPAN),
            (SHARE, 30.1, None, H, "革", JAPAN),
        ],
    ),
    (
        JA_HOME,
        "2030年度には310億円に達すると予測する。2024年度からの年平均成長率は3.9%である。",
        [(SIZE, 3.1e10, 2030, F, None, JAPAN), (CAGR, 3.9, (2024, None), F, None, JAPAN)],
    ),
    (
        JA_HOME,
        "2024年度の出荷台数は182万台(前年度比5.1%減)であった。",
        [(VOLUME, 1_820_000, 2024, None, None, JAPAN), (GROWTH, -5.1, 2024, H, None, JAPAN)],
    ),
    (
        JA_HOME,
        "令和6年の市場規模は246億円で、前年から3.8%増加した。",
        [(SIZE, 2.46e10, 2024, H, None, JAPAN), (GROWTH, 3.8, 2024, H, None, JAPAN)],
    ),
    (
        JA_HOME,
        "24年度の市場規模は２４６億円、前年度比３．８％増だった。",
        [(SIZE, 2.46e10, 2024, H, None, JAPAN), (GROWTH, 3.8, 2024, H, None, JAPAN)],
    ),
    (
        JA_HOME,
        "スポーツ用が市場全体の約6割を占め、街乗り用は3割弱にとどまる。",
        [(SHARE, 60, None, H, "スポーツ用", JAPAN), (SHARE, 30, None, H, "街乗り用", JAPAN)],
    ),
    (
        JA_HOME,
        "1個当たりの平均単価は3,980円で、前年から2%上昇した。",
        [(PRICE, 3980, None, None, None, JAPAN), (GROWTH, 2, None, H, None, JAPAN)],
    ),
]

CHINESE: list[tuple[str, str, list[Row]]] = [
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
]


@pytest.mark.parametrize(("head", "text", "expected"), [*JAPANESE, *CHINESE])
def test_a_wide_sentence_is_read_with_time_status_part_and_area(head: str, text: str, expected: list[Row]) -> None:
    assert rows(head + text) == expected
