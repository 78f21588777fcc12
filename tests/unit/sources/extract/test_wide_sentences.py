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
            (CAGR, 5.7, (2024, 2031), F, None, WORLD),
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
        [(SIZE, 3.1e10, 2030, F, None, JAPAN), (CAGR, 3.9, (2024, 2030), F, None, JAPAN)],
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

DRONE = "産業用ドローンの市場規模と成長予測\n発行日: 2026年1月\n\n"
DRONE_HOME = "産業用ドローンの国内市場動向\n2026年2月12日 株式会社ツバメ経済研究所\n\n"
RADAR = "毫米波雷达市场规模与发展趋势\n出版日期:2026-01-15\n\n"
RADAR_HOME = "中国毫米波雷达行业现状\n2026-02-12 来源:远帆产业研究院\n\n"
MORE: list[tuple[str, str, list[Row]]] = [
    (
        DRONE,
        "産業用ドローン市場は、2025年の61億4,000万ドルから2026年には68億9,000万ドルに成長し、12.2%のCAGRで推移して2032年には137億5,000万ドルに達すると予測されています。",
        [
            (SIZE, 6.14e9, 2025, H, None, WORLD),
            (SIZE, 6.89e9, 2026, F, None, WORLD),
            (CAGR, 12.2, (2026, 2032), F, None, WORLD),
            (SIZE, 1.375e10, 2032, F, None, WORLD),
        ],
    ),
    (
        DRONE,
        "Otterline Research社の調査によれば、同市場の規模は2025年に約61億ドルでした。予測期間(2026~2032年)中に12.2%のCAGRで拡大し、期末には137億ドルを超えるとみられます。",
        [
            (SIZE, 6.1e9, 2025, H, None, WORLD),
            (CAGR, 12.2, (2026, 2032), F, None, WORLD),
            (SIZE, 1.37e10, 2032, F, None, WORLD),
        ],
    ),
    (
        DRONE,
        "用途別では、測量セグメントが2025年に市場シェアの29.4%を占め、最大となりました。農業分野は2032年にかけて15.1%のCAGRで最も高い成長が見込まれています。",
        [
            (SHARE, 29.4, 2025, H, "測量", WORLD),
            (CAGR, 15.1, (None, 2032), F, "農業", WORLD),
        ],
    ),
    (
        DRONE,
        "北米では、市場規模が2025年に22億ドルとなり、世界全体の36%を占めた。",
        [(SIZE, 2.2e9, 2025, H, None, AMERICA), (SHARE, 36, 2025, H, None, AMERICA)],
    ),
    (
        DRONE,
        "アジア太平洋地域は2025年に34.8%の収益シェアで市場をリードし、次いで北米(29.5%)、欧州(22.1%)が続いた。",
        [
            (SHARE, 34.8, 2025, H, None, ASIA),
            (SHARE, 29.5, 2025, H, None, AMERICA),
            (SHARE, 22.1, 2025, H, None, EUROPE),
        ],
    ),
    (
        DRONE,
        "固定翼型の市場規模は2025年に14億ドルと評価されており、2032年までに年平均9.8%で成長すると予想されています。",
        [(SIZE, 1.4e9, 2025, H, "固定翼型", WORLD), (CAGR, 9.8, (2025, 2032), F, "固定翼型", WORLD)],
    ),
    (
        DRONE_HOME,
        "2025年の国内市場は前年比18.3%増の1,240億円となり、初めて1,000億円を超えた2023年から3年連続で2桁成長を維持した。",
        [
            (GROWTH, 18.3, 2025, H, None, JAPAN),
            (SIZE, 1.24e11, 2025, H, None, JAPAN),
            (SIZE, 1e11, 2023, H, None, JAPAN),
        ],
    ),
    (
        DRONE_HOME,
        "分野別市場規模をみると、点検が480億円で前年比22%増、農業が310億円で同9%増、物流は95億円で同3%減だった。",
        [
            (SIZE, 4.8e10, None, H, "点検", JAPAN),
            (GROWTH, 22, None, H, "点検", JAPAN),
            (SIZE, 3.1e10, None, H, "農業", JAPAN),
            (GROWTH, 9, None, H, "農業", JAPAN),
            (SIZE, 9.5e9, None, H, "物流", JAPAN),
            (GROWTH, -3, None, H, "物流", JAPAN),
        ],
    ),
    (
        DRONE_HOME,
        "2030年には2,900億円規模まで拡大すると予測。2025年から2030年までのCAGRは18.5%となる。",
        [(SIZE, 2.9e11, 2030, F, None, JAPAN), (CAGR, 18.5, (2025, 2030), F, None, JAPAN)],
    ),
    (
        DRONE_HOME,
        "2025年度の機体出荷台数は2万3,400台、1台当たりの平均価格は186万円であった。",
        [(VOLUME, 23400, 2025, None, "機体", JAPAN), (PRICE, 1_860_000, 2025, None, None, JAPAN)],
    ),
    (
        DRONE_HOME,
        "市場全体に占めるサービスの比率は2025年度が54.1%、2030年度は61.0%に高まる見通しだ。",
        [(SHARE, 54.1, 2025, H, "サービス", JAPAN), (SHARE, 61, 2030, F, "サービス", JAPAN)],
    ),
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

LATER: list[tuple[str, str, list[Row]]] = [
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
    (
        JA_HOME,
        "24年は246億円だったが、27年には281億円に達すると予測する。",
        [(SIZE, 2.46e10, 2024, H, None, JAPAN), (SIZE, 2.81e10, 2027, F, None, JAPAN)],
    ),
    (
        JA_HOME,
        "種類別では革が6割強、布が3割を占める。欧州向けは14.2%だった。",
        [
            (SHARE, 60, None, H, "革", JAPAN),
            (SHARE, 30, None, H, "布", JAPAN),
            (SHARE, 14.2, None, H, None, EUROPE),
        ],
    ),
    (
        JA_HOME,
        "2030年度に2,300億~2,500億円になると試算する。",
        [(SIZE, 2.3e11, 2030, F, None, JAPAN)],
    ),
    (
        JA_WORLD,
        "国別の成長率(2025~2031年)\n・タイ:20.4%\n・オランダ:17.9%",
        [(CAGR, 20.4, (2025, 2031), F, None, "Thailand"), (CAGR, 17.9, (2025, 2031), F, None, "Netherlands")],
    ),
]
KO_WORLD = "글로벌 자전거 안장 시장 보고서\n발행일: 2025년 3월 4일\n\n"
KO_HOME = "국내 자전거 안장 시장 동향\n2025년 10월 7일\n\n"
KOREA = "South Korea"
KOREAN: list[tuple[str, str, list[Row]]] = [
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


@pytest.mark.parametrize(("head", "text", "expected"), [*JAPANESE, *CHINESE, *MORE, *LATER, *KOREAN])
def test_a_wide_sentence_is_read_with_time_status_part_and_area(head: str, text: str, expected: list[Row]) -> None:
    assert rows(head + text) == expected


CREDITS = [
    (JA_WORLD, "クロダ総合研究所によると、2024年の世界市場は19億ドルだった。", "クロダ総合研究所"),
    (JA_WORLD, "矢沢リサーチの調査では、2024年の市場規模は19億ドルとなった。", "矢沢リサーチ"),
    (
        JA_WORLD,
        "英調査会社ノースフィールド・インサイツは、2030年の世界市場を26億ドルと予測している。",
        "ノースフィールド・インサイツ",
    ),
    (JA_WORLD, "米Otterline Researchによれば、2024年の市場規模は19億ドル。", "Otterline Research"),
    (JA_WORLD, "2024年の市場規模は19億ドルだった。", None),
    (ZH_WORLD, "据远衡咨询数据显示,2024年全球市场规模为19亿美元。", "远衡咨询"),
    (ZH_WORLD, "根据Otterline Research的统计,2024年全球市场规模为19亿美元。", "Otterline Research"),
    (ZH_WORLD, "远衡产业研究院发布的报告显示,2024年全球市场规模为19亿美元。", "远衡产业研究院"),
    (ZH_WORLD, "市场研究机构Otterline Research预计,2030年全球市场规模将达26亿美元。", "Otterline Research"),
    (ZH_WORLD, "据统计,2024年全球市场规模为19亿美元。", None),
    (TW_WORLD, "根據遠衡研究的報告,2024年全球市場規模為19億美元。", "遠衡研究"),
    (KO_WORLD, "노스필드 리서치에 따르면 2024년 세계 시장 규모는 19억 달러였다.", "노스필드 리서치"),
    (
        KO_WORLD,
        "시장조사업체 노스필드 인사이트는 2030년 세계 시장이 26억 달러에 이를 것으로 전망했다.",
        "노스필드 인사이트",
    ),
]


@pytest.mark.parametrize(("head", "text", "name"), CREDITS)
def test_a_quoted_house_is_the_figures_publisher(head: str, text: str, name: str | None) -> None:
    assert [(m.metric, m.publisher) for m in figures(head + text)] == [(SIZE, name)]


def test_full_width_digits_are_read_and_quoted_as_printed() -> None:
    (mention,) = figures(JA_HOME + "２０２４年度の市場規模は２４６億円だった。")
    assert (mention.surface, float(mention.value), mention.year) == ("２４６億円", 2.46e10, 2024)


def test_a_word_in_katakana_holds_no_country() -> None:
    """ "タイ" is Thailand, "タイプ" and "タイヤ" are not."""
    assert {m.geography for m in figures(JA_WORLD + "タイヤのタイプ別では、ラジアルタイプが2024年に62%を占めた。")} == {
        "Global"
    }
    assert {m.geography for m in figures(JA_WORLD + "タイは2024年に12%を占めた。")} == {"Thailand"}
