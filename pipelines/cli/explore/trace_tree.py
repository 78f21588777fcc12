"""A trace as a tree for the terminal: from an id down to the words that state it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.text import Text
from rich.tree import Tree

from pipelines.cli.explore.reason_lines import missing_lines, why_lines
from pipelines.cli.terminal.messages import whole
from release.reading.figure_words import SIGNIFICANT, figure
from release.reading.row_words import about, area_of, listed, reader_of, split_ids, words
from release.reading.trace import ClaimTrace, MentionTrace, StatementTrace, Trace
from warehouse.review.reading_differences import differences
from warehouse.values.wording import counted

STATED_DIGITS = 6
SEVERAL = 2


def trace_tree(trace: Trace) -> Tree:
    """What `parallax explain` prints."""
    tree = Tree(_head(trace), guide_style="dim")
    _add_what_is_behind(tree, trace)
    for line in missing_lines(trace):
        tree.add(Text(line, style="yellow"))
    return tree


def _add_what_is_behind(tree: Tree, trace: Trace) -> None:
    if trace.kind in ("estimate", "conflict"):
        for line in _decision_lines(trace, trace.row):
            tree.add(line)
    if trace.kind == "conflict":
        _add_sides(tree, trace)
        return
    told: set[str] = set()
    for row in trace.figures if trace.kind == "estimate" else ():
        branch = tree.add(_figure_line(row))
        for claim in _claims_of(trace, row["claim_ids"]):
            _add_claim(branch, claim, told, trace)
    rest = [claim for claim in trace.claims if claim.row["claim_id"] not in told]
    for claim in rest:
        _add_claim(tree, claim, told, trace)
    if not trace.claims:
        tree.add("no claim is behind it")


def _add_sides(tree: Tree, trace: Trace) -> None:
    told: set[str] = set()
    _add_components(tree, trace)
    _add_years(tree, trace)
    for side in (one for one in trace.sides if one["is_representative"]):
        branch = tree.add(f"{listed(side['publishers'])}: {_money(side, 'value')}")
        for claim in _claims_of(trace, side["claim_ids"]):
            _add_claim(branch, claim, told, trace)
        for statement in trace.statements:
            if statement.side == side["side"]:
                branch.add(_statement_lines(statement))


def _add_years(tree: Tree, trace: Trace) -> None:
    """The sides in every year, where there are several."""
    if trace.row["n_years"] < SEVERAL:
        return
    branch = tree.add(Text(f"its {trace.row['n_years']} years", style="bold"))
    for year, sides in groupby(trace.sides, key=itemgetter("time_period")):
        own = list(sides)
        each = " against ".join(
            f"{listed(side['publishers'])} {_money(side, 'value')}{'' if side['is_stated'] else ' (carried)'}"
            for side in own
        )
        branch.add(Text(f"{year}: {each}, {own[0]['verdict'].replace('_', ' ')}"))


def _add_components(tree: Tree, trace: Trace) -> None:
    """What the distance consists of, the largest parts of it in percent of the log ratio, and what stays untold."""
    if trace.bridge is not None:
        line = Text.assemble(("bridge ", "bold"), trace.bridge["bridge_id"], "\n", trace.bridge["formula"])
        line.append(f"\n{trace.bridge['assumptions']}" if trace.bridge["assumptions"] else "", style="dim")
        tree.add(line)
    if not trace.components:
        return
    branch = tree.add(Text("components of the distance, in percent of ln(b / a)", style="bold"))
    for row in trace.components:
        name = words(row["component"])
        if row["status"] == "none":
            branch.add(Text(f"{name}: none; {row['how']}", style="dim"))
            continue
        share = "not quantified" if row["log_share_pct"] is None else f"{row['log_share_pct']:,.1f} %"
        low, high = (
            None if row[name] is None else f"{row[name]:,.1f}" for name in ("log_share_low_pct", "log_share_high_pct")
        )
        if low or high:
            share += (
                f" ({low} to {high} %)" if low and high else f" ({f'{low} % or more' if low else f'{high} % or less'})"
            )
        branch.add(Text.assemble((f"{name}: {share}", "bold"), f"; {row['how']}"))


def _statement_lines(statement: StatementTrace) -> Text:
    lines = Text.assemble(
        (f"{words(statement.kind)}, {whole(statement.document)}, from character {statement.char_start}\n", "cyan"),
        (_one_line(statement.quote), "bold reverse"),
    )
    if statement.holds is False:
        lines.append("\n✘ the stored text differs from the quote", style="bold red")
    return lines


def _claims_of(trace: Trace, joined: str | None) -> list[ClaimTrace]:
    wanted = set(split_ids(joined))
    return [claim for claim in trace.claims if claim.row["claim_id"] in wanted]


def _add_claim(branch: Tree, claim: ClaimTrace, told: set[str], trace: Trace) -> None:
    """A claim with its mentions; the second time it comes up, its name alone."""
    claim_id = claim.row["claim_id"]
    if claim_id in told:
        branch.add(Text(f"claim {claim_id}, see above", style="dim"))
        return
    told.add(claim_id)
    node = branch.add(_claim_line(claim))
    for line in _decision_lines(trace, claim.row):
        node.add(line)
    for line in _reading_lines(claim):
        node.add(line)
    for mention in claim.mentions:
        shown = node.add(_mention_lines(mention))
        for reason in why_lines(trace, claim, mention):
            shown.add(Text(reason, style="dim"))


def _reading_lines(claim: ClaimTrace) -> list[Text]:
    """Where two readers differ about a claim: both readings, and which counts."""
    return [Text.assemble(("readers differ: ", "bold"), words) for words in differences(claim.choices)]


def _decision_lines(trace: Trace, row: Mapping[str, Any]) -> list[Text]:
    """The human decisions that touched a row."""
    rows = [trace.decisions[decision_id] for decision_id in split_ids(row.get("decision_ids"))]
    return [Text.assemble(("decided: ", "bold"), _decided(row)) for row in rows]


def _decided(row: Mapping[str, Any]) -> str:
    end = f", until {row['expires']}" if row["expires"] else ""
    state = words(row["state"])
    return f"{row['kind']} by {row['author']} on {row['decided_on']}{end}: {row['decides']}; {row['reason']} ({state})"


def _head(trace: Trace) -> Text:
    row = trace.row
    if trace.kind == "claim":
        return Text.assemble(("claim ", "bold"), row["claim_id"])
    if trace.kind == "decision":
        expected = f"\nit was taken on: {row['expect']}" if row["expect"] else ""
        return Text.assemble(
            ("decision ", "bold"), row["decision_id"], "\n", _decided(row), f"\n{row['why']}{expected}"
        )
    if trace.kind == "figure":
        return Text.assemble(
            ("vendor figure ", "bold"), row["vendor_figure_id"], "\n", " · ".join(about(row)), "\n", _figure_line(row)
        )
    if trace.kind == "bridge":
        part = f"{row['segments']} of {row['market']}, {area_of(row)}, {row['time_period']}"
        reach = f"\n{row['lies']}: {row['other_market']} ({row['lies_reason']})" if row["other_market"] else ""
        needs = f"\nif {row['assumptions']}" if row["assumptions"] else ""
        return Text.assemble(
            ("bridge ", "bold"), row["bridge_id"], "\n", part, " by ", listed(row["publishers"]), "\n",
            row["formula"], reach, needs,
        )  # fmt: skip
    if trace.kind == "conflict":
        return Text.assemble(
            ("conflict ", "bold"), row["conflict_id"], "\n", " · ".join(about(row)), "\n",
            (words(row["verdict"]), "bold"), f" · {words(row['kind'])} · rule {row['rule']}\n",
            row["explanation"],
        )  # fmt: skip
    value = _money(row, "estimate") if row["estimate"] is not None else "no reconciled value"
    return Text.assemble(
        ("estimate ", "bold"), row["estimate_id"], "\n", " · ".join(about(row)), "\n", (value, "bold"), _stated_range(row),
        f"  {words(row['verdict'])}, {words(row['method'])}, "
        f"{row['n_independent']} independent of {counted(row['n_publishers'], 'publisher')}\n",
        row["reason"], "" if row["interval_covers"] is None else f"\n{row['interval_covers']}",
    )  # fmt: skip


def _figure_line(row: Mapping[str, Any]) -> Text:
    line = Text.assemble((row["publisher"], "bold"), f"  {_money(row, 'obs_value')}  {row['status']}")
    if row["value_as_printed"]:
        line.append(f", printed “{row['value_as_printed']}”")
    if row["formula"]:
        line.append(f"\n{row['formula']}")
    line.append(f"  {row['vendor_figure_id']}", style="dim")
    return line


def _claim_line(claim: ClaimTrace) -> Text:
    row = claim.row
    parts = [words(row["metric"]), row["segment"], row["geography"], _when(row)]
    line = Text.assemble(
        (f"{row['comparator'] if row['comparator'] != '=' else ''}{_money(row, 'obs_value')}", "bold"),
        f" to {_money(row, 'obs_value_high')}" if row["obs_value_high"] is not None else "",
        f"  {row['publisher'] or 'publisher not stated'} · {' · '.join(str(part) for part in parts if part)}",
    )
    reader = f", read by {reader}" if (reader := reader_of(row)) else ""
    line.append(f"\nclaim {row['claim_id']}, rule {row['rule']}{reader}, {row['status']}", style="dim")
    if row["estimate_role"]:
        line.append(
            f"; {row['estimate_role']}{': ' + row['estimate_reason'] if row['estimate_reason'] else ''}", style="dim"
        )
    return line


def _when(row: Mapping[str, Any]) -> str | None:
    """The period of a growth figure, else the year, each with what an inferred one rests on."""
    basis = f" (inferred: {row['inference_basis']})" if row["inference_basis"] else " (inferred)"
    if row["period_end"] is not None:
        return f"{row['period_start'] or '?'} to {row['period_end']}" + (basis if row["period_inferred"] else "")
    if row["time_period"] is None and row["time_period_inferred"] is not None:
        return f"{row['time_period_inferred']}{basis}"
    if row["time_period"] is None and row["time_period_probable"] is not None:
        ground = words(row["time_period_probable_basis"])
        return f"year not stated, probably {row['time_period_probable']} ({ground}, {row['time_period_probable_confidence']} confidence)"
    period: str | None = row["time_period"]
    return period


def _mention_lines(mention: MentionTrace) -> Text:
    page = f", page {mention.page}" if mention.page is not None else ""
    lines = Text.assemble(
        (f"{whole(mention.document)}{page}, characters {mention.char_start} to {mention.char_end}\n", "cyan")
    )
    if mention.header:
        lines.append(f"{_one_line(mention.header)}\n", style="dim")
    lines.append(_one_line(mention.before))
    lines.append(_one_line(mention.quote), style="bold reverse")
    lines.append(_one_line(mention.after))
    lines.append("\n")
    slice_ = f"text[{mention.char_start}:{mention.char_end}]"
    if mention.holds is None:
        lines.append(f"? {slice_} was not compared: the stored text is not in this home's ledger", style="yellow")
    elif mention.holds:
        lines.append(f"✔ {slice_} == quote", style="green")
    else:
        lines.append(f"✘ {slice_} differs from the quote", style="bold red")
    return lines


def _stated_range(row: Mapping[str, Any]) -> str:
    """The range of the figures stated, of a refusal; an estimate has a sentence of its own."""
    if row["level"] is not None or row["low"] is None or row["low"] == row["high"]:
        return ""
    return f"  ({_money(row, 'low')} to {_money(row, 'high')} stated)"


def _money(row: Mapping[str, Any], column: str) -> str:
    unit = row["unit_measure"]
    digits = SIGNIFICANT if isinstance(row[column], float) else STATED_DIGITS  # what we computed has no more to tell
    return figure(row[column], unit, digits=digits) + (f" per {row['unit_per']}" if row.get("unit_per") else "")


def _one_line(text: str) -> str:
    """Line ends as blanks, so that the quote stays in its sentence; outer blanks stay."""
    return text.replace("\n", " ").replace("\t", " ")
