"""Writes a PAR sheet as one page. Nothing is loaded from elsewhere, and it prints on A4 and on Letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from html import escape
from importlib.resources import files
from math import sqrt

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.charts import chart_style, strategy_charts
from pitboss.analysis.par_sheets.bet_sizes import Bent, BetSizes
from pitboss.analysis.par_sheets.par_sheet import ParReport, ReadingInForce, WagerSheet
from pitboss.analysis.par_sheets.result_ranges import SKEW, top_award
from pitboss.analysis.text_tables import decimal, percent
from pitboss.counting.exact_model import Column
from pitboss.counting.strategy_pictures import Picture
from pitboss.law.plain_names import day_in_words, unhyphenate
from pitboss.law.unheld_games import full_citation
from pitboss.table.brief import Chapter
from pitboss.table.money import dollars
from pitboss.table.printed import Pays

DIGITS = 6  # digits of percents in the table of outcomes, where some are rare
COLUMN_DIGITS = 16  # most digits that fit a column of figures
LONG = 20  # a table with this many outcomes may break across pages
LINES = 12  # most lines of a pay table in one column
SIGNED = ("Prepared by", "Checked by", "Name, position and license number", "Date")


def page(sheet: ParReport) -> str:
    """Return the PAR sheet as an HTML page."""
    style = files("pitboss.analysis.par_sheets").joinpath("par.css").read_text(encoding="utf-8")
    parts = (_head(sheet), _summary(sheet), _rules(sheet), _wagers(sheet), _bets(sheet),
             _simulation_part(sheet), _strategy(sheet), _elections(sheet), _readings(sheet), _glossary(sheet),
             _reproduction(sheet), _signature())  # fmt: skip
    body = "\n".join(part for section in parts for part in section)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>PAR sheet: {escape(sheet.called)}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


# --- parts of a page


def paragraph(text: str, kind: str = "") -> str:
    return f"<p{_kind(kind)}>{escape(text)}</p>"


def _kind(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def table(columns: Iterable[Column], rows: Iterable[Iterable[str]], *, caption: str = "", total: bool = False) -> str:
    """Return a table in HTML. Cells are plain texts. `total`: the last row is the sum of the others."""
    heads = list(columns)
    kinds = [_kind("" if head.kind == "text" else "number") for head in heads]
    lines = [list(row) for row in rows]
    head = "".join(f"<th{kind}>{escape(column.name)}</th>" for column, kind in zip(heads, kinds, strict=True))
    body = []
    for index, cells in enumerate(lines):
        last = _kind("total" if total and index == len(lines) - 1 else "")
        row = "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(cells, kinds, strict=True))
        body.append(f"<tr{last}>{row}</tr>")
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table>{above}<thead><tr>{head}</tr></thead>\n<tbody>'
        + "\n".join(body)
        + "</tbody></table></div>"
    )


def definition_list(kind: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Return a list of names and values, where the values are HTML. A value with a number too long for a column gets
    the whole width."""
    inside = "".join(
        f"<div{_kind('wide' if re.search(r'[0-9]{' + str(COLUMN_DIGITS + 1) + ',}', value) else '')}>"
        f"<dt>{escape(name)}</dt><dd>{value}</dd></div>"
        for name, value in pairs
    )
    return f'<dl class="{kind}">{inside}</dl>'


# --- identity and summary


def _head(sheet: ParReport) -> Iterator[str]:
    yield f"<h1>{escape(sheet.called)}: PAR sheet</h1>"
    pairs = (
        ("Table", sheet.table),
        ("Law", f"{full_citation(sheet.subchapter)}, {sheet.texts}") if sheet.subchapter else ("Text", sheet.texts),
        ("Rules digest", sheet.rules),
        ("Table digest", f"{sheet.table_digest} (over everything that the house elects)"),
        ("Sheet digest", f"{sheet.digest} (over every number of this sheet)"),
        ("Bet", sheet.describe_bet() if sheet.bet_matters else "any; the figures are the same at every bet size"),
        ("Made", f"{day_in_words(sheet.day)}, by Pitboss {sheet.version}"),
        ("Asked for by", sheet.command("par")),
    )
    yield '<dl class="identity">'
    yield "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    yield "</dl>"
    for warning in sheet.warnings:
        yield paragraph(f"Warning: {warning}", "warning")
    if sheet.limits:
        yield "<h2>Wager limits</h2>"
        yield table(
            (Column("limit"), Column("paragraph, reading or house rule")),
            ((limit.text, limit.cite) for limit in sheet.limits),
        )


def _summary(sheet: ParReport) -> Iterator[str]:
    yield "<h2>All wagers</h2>"
    yield table(
        (
            Column("wager"),
            Column("of"),
            Column("house edge", "number"),
            Column("element of risk", "number"),
            Column("ahead", "number"),
            Column("push", "number"),
            Column("deviation", "number"),
        ),
        (
            (
                wager.name,
                wager.row.unit,
                percent(wager.row.house_edge),
                percent(wager.row.element_of_risk),
                percent(wager.row.hit_frequency),
                percent(wager.row.push_frequency),
                f"{sqrt(wager.row.variance):.4f}",
            )
            for wager in sheet.wagers
        ),
    )
    if not_offered := [wager.name for wager in sheet.wagers if not wager.row.offered]:
        yield paragraph(f"Counted although this table does not offer them: {'; '.join(not_offered)}.", "faint")
    for name, why in sheet.uncounted.items():
        yield paragraph(f"Not on this sheet: {name}; {why}.", "warning")


# --- each wager


def _wagers(sheet: ParReport) -> Iterator[str]:
    yield "<h2>Each wager</h2>"
    yield paragraph(
        "Net and return are in units of what each heading names after “of”. Return is probability times net. The "
        "returns add up to minus the house edge.",
        "faint lead",
    )
    for wager in sheet.wagers:
        yield from _wager(wager)


def _wager(wager: WagerSheet) -> Iterator[str]:
    row = wager.row
    yield "<div>" if len(row.results) >= LONG else '<div class="together">'
    yield f'<h3>{escape(wager.name)} <span class="unit">of {escape(row.unit)}</span></h3>'
    yield outcomes(wager)
    yield f"{figures(wager)}</div>"
    for note in notes_on_wager(wager):
        yield paragraph(note, "notes")
    yield range_table(wager)


def outcomes(wager: WagerSheet) -> str:
    """Return the table of a wager's outcomes."""
    row = wager.row
    has_counts = row.ways is not None
    pays = any(result.pays for result in row.results)
    heads = [Column("outcome"), Column("ways" if has_counts else "exactly", "number"), Column("probability", "number")]
    heads += [Column("pays")] if pays else []
    heads += [Column("net", "number"), Column("return", "number")]
    lines = [
        (
            result.outcome,
            f"{result.ways:,}" if has_counts else fraction(result.probability),
            percent(result.probability, DIGITS),
            *((result.pays,) if pays else ()),
            decimal(result.net),
            percent(result.contribution, DIGITS),
        )
        for result in row.results
    ]
    total = (
        "in all",
        f"{row.ways:,}" if has_counts else "1/1",
        percent(total_probability(wager), DIGITS),
        *(("",) if pays else ()),
    )
    return table(heads, (*lines, (*total, "", percent(-row.house_edge, DIGITS))), total=True)


def total_probability(wager: WagerSheet) -> Fraction:
    """Return the sum of the probabilities of a wager's outcomes."""
    return sum((result.probability for result in wager.row.results), Fraction())


def figures(wager: WagerSheet) -> str:
    """Return the figures of a wager as a list."""
    row = wager.row
    top = top_award(row)
    z90, z95 = wager.volatility.items()
    return definition_list(
        "figures",
        (
            ("house edge", f"{percent(row.house_edge)} {breakable_fraction(row.house_edge)}"),
            ("wagered on average", f"{decimal(row.average_wager)} units"),
            ("element of risk", percent(row.element_of_risk)),
            ("top award", f"1 in {decimal(1 / top, 2 if 1 / top < 1000 else 0)}"),
            ("hit frequency: ahead", percent(row.hit_frequency)),
            ("push, which is not a hit", percent(row.push_frequency)),
            ("variance", decimal(row.variance)),
            ("standard deviation", f"{sqrt(row.variance):.4f}"),
            (f"volatility, z = {z90[0]}", f"{z90[1]:.4f}"),
            (f"volatility, z = {z95[0]}", f"{z95[1]:.4f}"),
        ),
    )


def breakable_fraction(value: Fraction) -> str:
    """Return a fraction in HTML that may break after the slash, but within neither of its numbers."""
    above, _, below = fraction(value).partition("/")
    return f"<small><span>{above}/</span><wbr><span>{below}</span></small>"


def notes_on_wager(wager: WagerSheet) -> Iterator[str]:
    """Yield notes on a wager, such as which of several equally good plays the element of risk assumes."""
    row = wager.row
    if row.average_wager != 1 and row.ways is not None:  # a wager that stands from roll to roll has no decisions
        yield (
            "The element of risk is the edge by all that is wagered on average. If two choices are worth the same, the "
            "smaller wager is counted."
        )
    yield from (f"{note[:1].upper()}{note[1:]}." for note in row.notes)


def range_table(wager: WagerSheet) -> str:
    """Return the table of the ranges in which the net of many rounds of a wager lies."""
    heads = [Column("rounds", "number")]
    heads += [Column(f"{span.percent}%: {end}", "number") for span in wager.ranges[0].spans for end in ("from", "to")]
    lines, notes = [], []
    for ranges in wager.ranges:
        ends = [_return(end, ranges.rounds) for span in ranges.spans for end in (span.low, span.high)]
        mark = " *" if ranges.method == "normal" else ""
        lines.append((f"{ranges.rounds:,}{mark}", *ends))
    errors = [ranges.error for ranges in wager.ranges if ranges.error is not None]
    if errors:
        notes.append(f"Quantiles by convolution; no cumulative probability is wrong by more than {max(errors):.0e}.")
    if any(ranges.method == "normal" for ranges in wager.ranges):
        notes.append("* Normal approximation, without an error bound.")
    if poor := [ranges for ranges in wager.ranges if ranges.poor]:
        last = poor[-1]
        verb = "would be" if last.method == "convolution" else "is"
        notes.append(f"The normal approximation {verb} poor up to {last.rounds:,} rounds: {last.poor}.")
    body = table(
        heads, lines, caption=f"{wager.name}: range of return, which is what a unit of each round nets on average"
    )
    return f'<div class="together">{body}{paragraph(" ".join(notes), "notes")}</div>'


def _return(net: float, rounds: int) -> str:
    return f"{100 * net / rounds:+,.3f}%"


# --- the simulation


def _simulation_part(sheet: ParReport) -> Iterator[str]:
    if (run := sheet.simulation) is None:
        return
    level = f"{run.confidence:.0%}"
    yield '<div class="together"><h2>Simulation</h2>'
    yield paragraph(
        f"{run.rounds:,} rounds from seed {run.seed}, {'one seat' if run.seats == 1 else f'{run.seats} seats'}"
        f"{', each played by the audited engine too' if run.audited else ''}. The estimate is beside the exact house "
        "edge of the same wagers and the same strategy; z is how many standard errors lie between them.",
        "lead",
    )
    yield table(
        (
            Column("wager"),
            Column("of"),
            Column("strategy"),
            Column("estimate", "number"),
            Column(f"{level} interval", "number"),
            Column("exact", "number"),
            Column("z", "number"),
        ),
        (
            (
                row.wager,
                row.unit,
                row.strategy,
                f"{row.estimate:.4%}",
                f"{row.interval[0]:.4%} to {row.interval[1]:.4%}",
                "" if row.exact is None else percent(Fraction(row.exact)),
                "" if row.z is None else f"{row.z:+.2f}",
            )
            for row in run.rows
        ),
    )
    bets = ", ".join(f"{dollars(cents)} on {spot}" for spot, cents in run.bets_cents.items())
    pairs = [("Each seat bets", bets), ("Digest", run.digest), ("Made by", f"Pitboss {run.version}")]
    pairs += [(f"File of {name}", f"{file.file}, SHA-256 {file.sha256}") for name, file in run.strategy_files.items()]
    pairs.append(("Repeat it with", sheet.simulation_command()))
    yield '<dl class="identity">'
    yield "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    yield "</dl></div>"


# --- other bets


def _bets(sheet: ParReport) -> Iterator[str]:
    yield "<h2>The edge by bet size</h2>"
    sizes = sheet.bets.sizes
    if not sizes:
        yield paragraph(
            "No payout limit and no odd chips bend an edge at this table. It is the same at every bet size."
        )
        return
    where = f"Counted at {len(sizes)} bets from {dollars(sizes[0])} to {dollars(sizes[-1])}."
    if not sheet.bets.bent:
        yield paragraph(f"{where} Every wager has the same edge at all of them.")
        return
    yield paragraph(
        f"{where} The payout limit, or payments that do not come out even in chips, bend the edge. Nothing is counted "
        "between two bets with the same edges."
    )
    if odd := sheet.bets.odd:
        yield paragraph(
            f"Payments on {', '.join(map(dollars, odd))} do not all come out even in chips. Such bets are points of "
            f"their own. The line is through multiples of {dollars(sheet.bets.even)}, which come out even."
        )
    for bent in sheet.bets.bent:
        yield draw_or_explain(partial(bet_chart, sheet, bent), f"edge of {bent.name} by bet size")
    yield table(
        [Column("bet", "number"), *(Column(bent.name, "number") for bent in sheet.bets.bent)],
        (
            (dollars(size), *("" if (edge := bent.edges[index]) is None else percent(edge) for bent in sheet.bets.bent))
            for index, size in enumerate(sizes)
        ),
    )
    if any(None in bent.edges for bent in sheet.bets.bent):
        yield paragraph("Where a cell is empty, the bet is above the maximum of that wager.", "notes")
    for note in dict.fromkeys(f"{bent.wager}: {note}." for bent in sheet.bets.bent for note in bent.notes):
        yield paragraph(f"{note[:1].upper()}{note[1:]}", "notes")
    if sheet.bets.same:
        yield paragraph(f"The same at all of them: {', '.join(sheet.bets.same)}.")


def bet_chart(sheet: ParReport, bent: Bent) -> str:
    alt = chart_style.altair()
    bets = sheet.bets
    edge_by_size = {size: edge for size, edge in zip(bets.sizes, bent.edges, strict=True) if edge is not None}
    line = {edge for size, edge in edge_by_size.items() if bets.comes_out_even(size)}
    rows = [
        {
            "bet": size / 100,
            "edge": float(edge * 100),
            "exactly": fraction(edge),
            "even": bets.comes_out_even(size) or edge in line,
        }
        for size, edge in edge_by_size.items()
    ]
    least, most = min(edge_by_size) / 100, max(edge_by_size) / 100
    marks = [step * 10**power for power in range(8) for step in (1, 2, 5) if least <= step * 10**power <= most]
    across = alt.Axis(title="bet (dollars, log scale)", values=marks)
    up = alt.Axis(title="house edge (percent)", tickCount=5, titlePadding=10)
    base = alt.Chart(chart_style.data(rows), width=chart_style.WIDTH, height=130).encode(
        x=alt.X("bet:Q", scale=alt.Scale(type="log", nice=False), axis=across),
        y=alt.Y("edge:Q", scale=alt.Scale(zero=False), axis=up),
    )
    on, off = base.transform_filter("datum.even"), base.transform_filter("!datum.even")
    lines = on.mark_line(color=chart_style.COLORS["blue"], strokeWidth=1, strokeDash=[3, 2])
    dots = on.mark_point(color=chart_style.COLORS["blue"], filled=True, size=45, opacity=1)
    rings = off.mark_point(color=chart_style.COLORS["vermilion"], shape="diamond", size=45, opacity=1)
    title = f"House edge of {bent.name} by bet size"
    unit = f"Percent of {bent.unit}. {_legend(bets, edge_by_size)}"
    source = chart_style.source(msgspec.structs.replace(sheet, bet_matters=False))  # which names no bet: here are many
    return chart_style.svg(chart_style.figure([(alt.layer(lines, dots, rings), title, unit)], source))


def _legend(bets: BetSizes, edge_by_size: dict[int, Fraction]) -> str:
    if not bets.even:
        return "Diamonds were counted. Nothing is said of bets between them."
    said = "Dots were counted; the line only leads the eye."
    line = {edge for size, edge in edge_by_size.items() if bets.comes_out_even(size)}
    odd = {edge for size, edge in edge_by_size.items() if not bets.comes_out_even(size)} - line
    if not odd:
        return said
    least = edge_by_size[min(size for size in edge_by_size if bets.comes_out_even(size))]
    sides = {"above" if edge > least else "below" for edge in odd}
    where = sides.pop() if len(sides) == 1 else "beside"
    return f"{said} Bets that do not come out even lie {where} it (diamonds)."


# --- how to play


def draw_or_explain(draw: Callable[[], str], subject: str) -> str:
    """Return a picture, or a sentence if the programs that draw are not installed."""
    try:
        return f"<figure>{draw()}</figure>"
    except ImportError as missing:
        return paragraph(f"A chart is missing here ({subject}): {missing}.", "warning")


def _strategy(sheet: ParReport) -> Iterator[str]:
    report = sheet.pictures
    if report is None:
        return
    yield "<h2>Strategy</h2>"
    yield paragraph(
        "Where the player decides, a figure is for the best play, or for the play that the wager's name states."
    )
    for step in report.card:
        yield f'<div class="together"><h3>{escape(step.when)}</h3><ul>'
        yield "".join(f"<li>{escape(sentence)}</li>" for sentence in step.say) + "</ul></div>"
    for picture in report.pictures:
        yield draw_or_explain(partial(strategy_chart, sheet, picture), picture.title)


def strategy_chart(sheet: ParReport, picture: Picture) -> str:
    """Draw a picture of the strategy as SVG."""
    return chart_style.svg(chart_style.figure([strategy_charts.panel(picture)], chart_style.source(sheet)))


# --- the rules


def _rules(sheet: ParReport) -> Iterator[str]:
    if sheet.brief:
        yield "<h2>Rules in brief</h2>"
        yield '<div class="brief">' + "".join(map(_chapter, sheet.brief)) + "</div>"
    if sheet.pays:
        yield '<h2>Pay tables on the layout</h2><div class="pays">' + "".join(map(_pays, sheet.pays)) + "</div>"


def _chapter(chapter: Chapter) -> str:
    sentences = "".join(
        f'<li>{escape(sentence.text)} <span class="cite">{escape(sentence.cite)}</span></li>'
        for sentence in chapter.said
    )
    return f"<section><h3>{escape(chapter.title)}</h3><ul>{sentences}</ul></section>"


def _pays(pays: Pays) -> str:
    parts = [pays.lines[start : start + LINES] for start in range(0, len(pays.lines), LINES)]
    heads = (Column(pays.title), Column("pays", "number"))
    return "".join(table(heads, part, caption=pays.cite) for part in parts)


AS_DEFAULT = "as\N{NO-BREAK SPACE}default"  # on one line, because most elections have it


def _elections(sheet: ParReport) -> Iterator[str]:
    yield "<h2>What the house elects</h2>"
    yield table(
        (Column("election"), Column("this table"), Column("default"), Column("meaning"), Column("paragraph")),
        (
            (
                election.label,
                election.value,
                AS_DEFAULT
                if (usual := sheet.usual.get(election.name, "as the text has it")) == election.value
                else usual,
                election.meaning,
                election.cite,
            )
            for election in sheet.elections
        ),
    )


def _readings(sheet: ParReport) -> Iterator[str]:
    yield "<h2>Readings in force</h2>"
    yield paragraph(
        "Where a text is silent, misprinted or ambiguous, or is not held, Pitboss reads it in one of several ways. "
        "These readings have a price at this table: another choice would change an edge of this sheet."
    )
    priced = [reading for reading in sheet.readings if reading.price.changes]
    others = [reading for reading in sheet.readings if not reading.price.changes]
    yield (
        table(
            (Column("reading"), Column("paragraph"), Column("choice here"), Column("house edge by another choice")),
            (
                (
                    unhyphenate(reading.reading.id),
                    reading.reading.paragraph,
                    _choice(reading),
                    str(reading.price).replace(" -> ", "\u00a0→\u00a0"),
                )
                for reading in priced
            ),
        )
        if priced
        else paragraph("There are none.")
    )
    if sheet.uncounted:
        introduction = f"No counted wager depends on them, and {', '.join(sheet.uncounted)} are not counted:"
    else:
        introduction = "At this table no choice of them changes an edge:"
    yield f"<h3>The other readings in force</h3>{paragraph(introduction)}"
    yield '<ul class="readings">' + "".join(map(_reading, others)) + "</ul>"


def _choice(reading: ReadingInForce) -> str:
    usual = (
        "" if reading.choice == reading.reading.default else f" (by default: {unhyphenate(reading.reading.default)})"
    )
    return f"{unhyphenate(reading.choice)}: {reading.reading.choices[reading.choice]}{usual}"


def _reading(reading: ReadingInForce) -> str:
    usual = "" if reading.choice == reading.reading.default else " (not the default)"
    text = f"{unhyphenate(reading.reading.id)}: {unhyphenate(reading.choice)}{usual}"
    return f'<li>{escape(text)} <span class="cite">{escape(reading.reading.paragraph)}</span></li>'


# --- glossary and reproduction


def _glossary(sheet: ParReport) -> Iterator[str]:
    yield "<h2>What the figures are</h2>"
    definitions = (
        ("House edge", "the part of one unit that the house keeps on average; an exact fraction. The player decides as "
         "well as can be, or as the wager's name states."),
        ("Element of risk", "the house edge by the average total wager."),
        ("Hit frequency", "how often the player is ahead at the end. Pushes are apart and are not hits."),
        ("Top award", "how often the best result of the table comes. Results that net the same count together."),
        ("Standard deviation", "of what one unit nets in one round. It and what is made of it are rounded; the "
         "variance is exact."),
        ("Volatility index", "z times the standard deviation. z is 1.645 for 90 percent and 1.96 for 95 percent."),
        ("Range of return", "what so many rounds of one unit each net, by the number of rounds. A range of 90 percent "
         "goes from the 5 percent quantile to the 95 percent quantile, and so on. A quantile is the smallest result "
         "whose cumulative probability is as much or more. Rounds are independent. Add 100% to have it as payback."),
        ("Convolution", "quantiles come from the distribution of the sum itself. The stated error bounds what is cut "
         "off at the ends and all rounding. If it leaves a choice of quantiles, the wider range is shown."),
        ("Normal approximation", f"used where the sum has too many different values. It is called poor where the "
         f"skewness of the sum is above {SKEW}, which a rare top award brings about."),
    )  # fmt: skip
    yield "<ul>" + "".join(f"<li><b>{name}:</b> {escape(text)}</li>" for name, text in definitions) + "</ul>"


def _reproduction(sheet: ParReport) -> Iterator[str]:
    yield '<div class="together"><h2>How to reproduce each figure</h2>'
    rows = [
        ("edges, element of risk, deviation, hit frequency, readings", sheet.command("edge")),
        ("ways, probabilities, returns and their totals", sheet.command("edge", "--outcomes")),
        ("pushes, volatility index, ranges, bet sizes", sheet.command("par", "--json")),
        ("the same for a spreadsheet", sheet.command("par", "--csv", "FOLDER")),
        ("one edge at another bet", sheet.command("edge", "--bet", "DOLLARS")),
        ("one edge by another reading", sheet.command("edge", "--reading", "NAME=CHOICE")),
        ("the strategy", sheet.command("strategy")),
        ("a paragraph, its code and its tests", "pitboss law PARAGRAPH"),
        ("the version and the rules digest", "pitboss --version"),
    ]
    lines = "".join(
        f"<tr><td>{escape(figures)}</td><td><code>{escape(command)}</code></td></tr>" for figures, command in rows
    )
    heads = "<thead><tr><th>figures</th><th>command</th></tr></thead>"
    yield f'<div class="scroll"><table>{heads}<tbody>{lines}</tbody></table></div></div>'


def _signature() -> Iterator[str]:
    lines = "".join(f"<div>{line_to_sign}</div>" for line_to_sign in SIGNED)
    yield f'<div class="together"><h2>Signature</h2><div class="sign">{lines}</div></div>'
