"""Heads of pages in scripts without blanks, and their figures as rows, for the tests of single languages. No cases stand here."""

from __future__ import annotations

from typing import Any

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
KO_WORLD = "글로벌 자전거 안장 시장 보고서\n발행일: 2025년 3월 4일\n\n"
KO_HOME = "국내 자전거 안장 시장 동향\n2025년 10월 7일\n\n"


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
