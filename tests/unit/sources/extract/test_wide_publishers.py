"""Whom sentences in Japanese, Chinese and Korean credit with a figure. What the figure says is tested by language beside this file."""

from __future__ import annotations

import pytest

from tests.unit.sources.extract.reading import figures
from tests.unit.sources.extract.wide_rows import (
    JA_WORLD,
    KO_WORLD,
    SIZE,
    TW_WORLD,
    ZH_WORLD,
)

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
