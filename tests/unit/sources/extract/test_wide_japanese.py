"""Forms of Japanese vendor prose: metric, value, time, status, part and area, one sentence or two at a time. Whom it credits is tested in `test_wide_publishers`."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures
from tests.unit.sources.extract.wide_rows import (
    AMERICA,
    ASIA,
    CAGR,
    EUROPE,
    GROWTH,
    JA_HOME,
    JA_WORLD,
    JAPAN,
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

DRONE = "産業用ドローンの市場規模と成長予測\n発行日: 2026年1月\n\n"
DRONE_HOME = "産業用ドローンの国内市場動向\n2026年2月12日 株式会社ツバメ経済研究所\n\n"

SADDLES: list[tuple[str, str, list[Row]]] = [
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
        JA_WORLD,
        "国別の成長率(2025~2031年)\n・タイ:20.4%\n・オランダ:17.9%",
        [(CAGR, 20.4, (2025, 2031), F, None, "Thailand"), (CAGR, 17.9, (2025, 2031), F, None, "Netherlands")],
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
]

DRONES: list[tuple[str, str, list[Row]]] = [
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
]


@pytest.mark.parametrize(("head", "text", "expected"), [*SADDLES, *DRONES])
def test_a_japanese_sentence_is_read_with_time_status_part_and_area(head: str, text: str, expected: list[Row]) -> None:
    assert rows(head + text) == expected


def test_full_width_digits_are_read_and_quoted_as_printed() -> None:
    (mention,) = figures(JA_HOME + "２０２４年度の市場規模は２４６億円だった。")
    assert (mention.surface, float(mention.value), mention.year) == ("２４６億円", 2.46e10, 2024)


def test_a_word_in_katakana_holds_no_country() -> None:
    """ "タイ" is Thailand, "タイプ" and "タイヤ" are not."""
    assert {m.geography for m in figures(JA_WORLD + "タイヤのタイプ別では、ラジアルタイプが2024年に62%を占めた。")} == {
        "Global"
    }
    assert {m.geography for m in figures(JA_WORLD + "タイは2024年に12%を占めた。")} == {"Thailand"}
