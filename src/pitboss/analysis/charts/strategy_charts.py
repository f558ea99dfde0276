"""Draws the pictures of a strategy from what a game's own model gives. This module knows no game.

draw_report(report)      every picture of a report as one figure, for `chart_style.svg` or `chart_style.png`
panel(picture)           one picture as a chart with its title and unit, for another figure
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import log, sqrt
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pitboss.analysis.cache import fraction
from pitboss.analysis.charts.chart_style import COLORS, FAINT, INK, SHAPES, WIDTH, altair, data, figure, source
from pitboss.analysis.exact_reports import PictureReport
from pitboss.counting.decimals import decimal, percent
from pitboss.counting.strategy_pictures import Curve, Dot, Grid, Picture, Scatter, Spans

if TYPE_CHECKING:
    import altair as alt

    from pitboss.analysis.charts.chart_style import Panel

LETTER, LINE, GAP = 5.1, 12, 14  # pixels of a small letter, of a line of text, and between a name and a chart
HALO: dict[str, Any] = {"stroke": "white", "strokeWidth": 3}  # below a text, so that no line runs through it


def draw_report(report: PictureReport) -> alt.VConcatChart:
    """Draw every picture of a report as one figure."""
    return figure([panel(picture) for picture in report.pictures], source(report))


def panel(picture: Picture) -> Panel:
    """Draw one picture, and return it with its title and unit."""
    match picture:
        case Grid():
            chart = _grid(picture)
        case Spans():
            chart = _spans(picture)
        case Curve():
            chart = _curve(picture)
        case Scatter():
            chart = _scatter(picture)
    return chart, picture.title, picture.unit


def layer(*charts: Any) -> alt.LayerChart:
    """Return one chart that draws these on top of each other."""
    chart: alt.LayerChart = altair().layer(*charts)
    return chart


def ticks_only(values: Iterable[float]) -> dict[str, Any]:
    """Return the options for an axis with exactly these ticks. Without their number, the renderer drops every second
    one of them."""
    ticks = list(values)
    return {"values": ticks, "tickCount": len(ticks)}


# --- a grid of hands

SQUARE = 46  # pixels
# From the boldest choice on; the last, which wagers nothing, is white. They differ in lightness, so they print well.
FILLS = ("#9fd3f2", "#f6d58a", "#ffffff")


def _grid(grid: Grid) -> alt.LayerChart:
    """Draw a grid of starting hands, with the best choice and its gain in each square."""
    alt = altair()
    fills = dict(zip(grid.choices, (*FILLS[: len(grid.choices) - 1], FILLS[-1]), strict=True))
    rows = [
        {
            "row": square.row,
            "column": square.column,
            "hand": square.name,
            "best": square.best,
            "gain": float(square.gain),
            "exactly": fraction(square.gain),
            "told": decimal(square.gain, 3),
        }
        for square in grid.squares
    ]
    side = len(grid.labels) * SQUARE
    base = alt.Chart(data(rows), width=side, height=side).encode(
        x=alt.X("column:N", sort=list(grid.labels), axis=alt.Axis(orient="top", title=None, labelAngle=0, ticks=False)),
        y=alt.Y("row:N", sort=list(grid.labels), axis=alt.Axis(title=None, ticks=False)),
    )
    used_choices = [choice for choice in grid.choices if any(square.best == choice for square in grid.squares)]
    legend = alt.Legend(
        title=None, orient="bottom", offset=8, symbolStrokeColor=FAINT, symbolStrokeWidth=1, symbolSize=160
    )
    squares = base.mark_rect(stroke="#777777", strokeWidth=0.6).encode(
        color=alt.Color(
            "best:N",
            scale=alt.Scale(domain=used_choices, range=[fills[square] for square in used_choices]),
            legend=legend,
        )
    )
    bold = alt.expr.if_(alt.datum.best == grid.choices[-1], "normal", "bold")
    return layer(
        squares,
        base.mark_text(dy=-13, fontSize=9).encode(text="hand:N"),
        base.mark_text(fontSize=12, fontWeight=alt.ExprRef(str(bold))).encode(text="best:N"),
        base.mark_text(dy=14, fontSize=10).encode(text="told:N"),
    )


# --- spans from the smallest to the largest gain

ROW, LABEL, ACROSS = 27, 46, 330  # pixels to a row, characters to a line of its label, and pixels of the chart
MARKS = tuple(zip(SHAPES, (COLORS["blue"], COLORS["purple"], COLORS["orange"], COLORS["vermilion"]), strict=False))
STEPS = (-100, -10, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
NUMBERS = ",~r"  # the number format of an axis


def _spans(picture: Spans) -> alt.LayerChart:
    """Draw one row for each decision, from its smallest to its largest gain."""
    alt = altair()
    rows = _rows_of(picture)
    scale, axis = alt.Scale(), alt.Axis(title=picture.axis, format=NUMBERS, tickCount=6)
    if picture.wide:
        least, most = min(span.low for span in picture.spans), max(span.high for span in picture.spans)
        scale = alt.Scale(type="symlog", constant=0.5)
        axis = alt.Axis(
            title=f"{picture.axis}, scale logarithmic beyond ±0.5",
            format=NUMBERS,
            **ticks_only(step for step in STEPS if least <= step <= most),
            labelOverlap="greedy",
            labelSeparation=4,
        )
    y = alt.Y("name:N", sort=[span.name for span in picture.spans], axis=None)
    size = {"width": ACROSS, "height": ROW * len(rows)}
    base = alt.Chart(data(rows), **size).encode(y=y)
    used_choices = [
        index for index, choice in enumerate(picture.choices) if any(span.what == choice for span in picture.spans)
    ]
    legend = alt.Legend(title=None, orient="top", offset=24) if picture.choices[0] else None
    domain = [picture.choices[index] for index in used_choices]
    shape = alt.Shape(
        "what:N", scale=alt.Scale(domain=domain, range=[MARKS[index][0] for index in used_choices]), legend=legend
    )
    color = alt.Color(
        "what:N", scale=alt.Scale(domain=domain, range=[MARKS[index][1] for index in used_choices]), legend=legend
    )
    marks = base.mark_point(filled=True, size=70, opacity=1)
    x = alt.X("low:Q", scale=scale, axis=axis)
    return layer(
        alt.Chart(data([{"low": 0}]), **size).mark_rule(color=INK, strokeWidth=1.5).encode(x=x),
        base.mark_rule(strokeWidth=3, color=FAINT).encode(x=x, x2="high:Q"),
        marks.encode(x=x, shape=shape, color=color),
        marks.encode(x=alt.X("high:Q"), shape=shape, color=color),
        *_names_and_numbers(picture, rows, y),
    )


def _rows_of(picture: Spans) -> list[dict[str, object]]:
    times = 100 if picture.percent else 1
    return [
        {
            "name": span.name,
            "what": span.what,
            "low": float(span.low * times),
            "high": float(span.high * times),
            "exactly low": fraction(span.low),
            "exactly high": fraction(span.high),
            "hands": span.hands,
            "told": _format_span(span.low, span.high, picture.percent),
            "number": f"{span.hands:,}" if span.hands else "",
        }
        for span in picture.spans
    ]


def _names_and_numbers(picture: Spans, rows: Sequence[dict[str, object]], y: alt.Y) -> Iterator[alt.Chart]:
    """Yield the charts of text beside the rows: each row's name to the left, broken into lines, and its numbers to the
    right.
    """
    alt = altair()
    lines = [
        {"name": span.name, "line": line, "down": LINE * index - LINE * (len(parts) - 1) / 2}
        for span in picture.spans
        for parts in [wrap(span.name, LABEL)]
        for index, line in enumerate(parts)
    ]
    # All begin at the same x, so that a wider font makes them longer toward the chart and cuts none off.
    start = -GAP - 1.1 * LETTER * max(len(str(span["line"])) for span in lines)
    yield (
        alt.Chart(data(lines))
        .mark_text(align="left", fontSize=11, dy=alt.ExprRef("datum.down"))
        .encode(y=y, x=alt.value(start), text="line:N")
    )
    columns = [("told", "gains" if not picture.percent else "edge", ACROSS + 100)]
    if any(span.hands for span in picture.spans):
        columns.append(("number", "hands", ACROSS + 160))
    for field, head, index in columns:
        yield alt.Chart(data(rows)).mark_text(align="right").encode(y=y, x=alt.value(index), text=f"{field}:N")
        yield (
            alt.Chart(data([{"head": head}]))
            .mark_text(align="right", color=FAINT)
            .encode(x=alt.value(index), y=alt.value(-8), text="head:N")
        )


def _format_span(low: Fraction, high: Fraction, in_percent: bool) -> str:
    """Format the two ends of a span, or one number if they are the same."""
    ends = [percent(end, 2) if in_percent else decimal(end, 3) for end in (low, high)]
    return " to ".join(dict.fromkeys(ends))


# --- along all hands

TALL = 240  # pixels


def _curve(curve: Curve) -> alt.LayerChart:
    """Draw the gain of a decision along all hands, from the lowest to the highest."""
    alt = altair()
    rows = [
        {
            "at": index,
            "hand": point.name,
            "made": point.made,
            "hands": point.hands,
            "low": float(point.low),
            "high": float(point.high),
            "exactly low": fraction(point.low),
            "exactly high": fraction(point.high),
        }
        for index, point in enumerate(curve.points)
    ]
    size = {"width": WIDTH, "height": TALL}
    x = alt.X("at:Q", axis=None, scale=alt.Scale(domain=[0, len(rows)], nice=False))
    axis = alt.Axis(
        title=[curve.axis, "scale logarithmic beyond ±0.5"], format=NUMBERS, **ticks_only(STEPS), labelOverlap=False
    )
    y = alt.Y("low:Q", axis=axis, scale=alt.Scale(type="symlog", constant=0.5))
    line = alt.Chart(data(rows), **size).mark_line(interpolate="step-after", strokeWidth=2)
    turn, starts = list(_turning_point(curve)), list(_class_starts(curve))
    dashed = alt.Chart(data(starts)).mark_rule(strokeDash=[3, 3], color=FAINT).encode(x=x)
    below = alt.Chart(data(starts)).mark_text(align="right", angle=270, dx=-6, dy=5, fontSize=10)
    words = {"align": "left", "dx": 6, "fontSize": 11, "fontWeight": "bold"}
    above = [alt.Chart(data(turn)).mark_text(**words, **halo) for halo in (HALO, {})]
    return layer(
        alt.Chart(data([{"low": 0}]), **size).mark_rule(color=INK, strokeWidth=1.5).encode(y=y),
        dashed,
        below.encode(x=x, y=alt.value(TALL), text="told:N"),
        alt.Chart(data(turn)).mark_rule(strokeWidth=2, color=COLORS["vermilion"]).encode(x=x),
        *(point.encode(x=x, y=alt.value(10), text="told:N") for point in above),
        line.encode(x=x, y=y),
        line.encode(x=x, y=alt.Y("high:Q")),
    )


def _turning_point(curve: Curve) -> Iterator[dict[str, object]]:
    """Yield the point from which on the gain is never negative again."""
    turn_index = max((index for index, point in enumerate(curve.points) if point.low < 0), default=-1) + 1
    if 0 < turn_index < len(curve.points):
        name = curve.points[turn_index].name
        yield {"at": turn_index, "hand": name, "told": f"{curve.above} {name} and above, {curve.below} below"}


def _class_starts(curve: Curve) -> Iterator[dict[str, object]]:
    """Yield the first point of each class of hand."""
    previous_class = ""
    for index, point in enumerate(curve.points):
        if point.made != previous_class:
            yield {"at": index, "told": point.made}
        previous_class = point.made


# --- wagers by cost and deviation

HEIGHT = 520
# Round numbers for an axis that is drawn by square roots, and for one that is logarithmic.
EDGES = (-0.5, -0.1, -0.02, 0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.17, 0.25, 0.5, 1)
DEVIATIONS = (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 7, 10, 20, 30, 50)
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


class Label(NamedTuple):
    """A text that begins or ends beside a dot. `x` is that end and `y` the middle of its height, in pixels."""

    x: float
    y: float
    text: str
    align: str = "left"

    @property
    def box(self) -> Box:
        """The rectangle that the text covers."""
        left = self.x if self.align == "left" else self.x - len(self.text) * LETTER
        return left - 1, self.y - LINE / 2, left + len(self.text) * LETTER + 1, self.y + LINE / 2


class Frame(NamedTuple):
    """The ranges of edges and deviations that a chart shows."""

    edges: tuple[float, float]
    deviations: tuple[float, float]

    def at(self, dot: Dot) -> tuple[float, float]:
        """Return the position of a dot in the chart, in pixels."""
        start, end, edge = map(_root, (*self.edges, float(dot.house_edge)))
        low, high = self.deviations
        return WIDTH * (edge - start) / (end - start), HEIGHT * (1 - log(_deviation(dot) / low) / log(high / low))


def _root(edge: float) -> float:
    return sqrt(edge) if edge >= 0 else -sqrt(-edge)


def _deviation(dot: Dot) -> float:
    return sqrt(dot.variance)


def frame(dots: Sequence[Dot]) -> Frame:
    """Return the ranges that hold all dots, with a margin."""
    edges, deviations = [float(dot.house_edge) for dot in dots], [_deviation(dot) for dot in dots]
    return Frame((min(0.0, *edges), max(edges) * 1.05), (min(deviations) / 1.12, max(deviations) * 1.12))


def _scatter(picture: Scatter) -> alt.LayerChart:
    """Draw the wagers by house edge and standard deviation."""
    draw = altair()
    area = frame(picture.dots)
    pixels = [area.at(dot) for dot in picture.dots]
    rows = [
        {
            "wager": dot.name,
            "edge": float(dot.house_edge),
            "exactly": fraction(dot.house_edge),
            "deviation": _deviation(dot),
            "variance": fraction(dot.variance),
            "x": label.x,
            "y": label.y,
            "align": label.align,
            "from x": x,
            "from y": y,
        }
        for dot, label, (x, y) in zip(
            picture.dots, place_labels(pixels, [dot.name for dot in picture.dots]), pixels, strict=True
        )
    ]
    base = draw.Chart(data(rows), width=WIDTH, height=HEIGHT)
    x = draw.X(
        "edge:Q",
        scale=draw.Scale(type="sqrt", domain=list(area.edges), nice=False),
        axis=draw.Axis(title="house edge (square-root scale)", format="~p", **ticks_only(EDGES)),
    )
    y = draw.Y(
        "deviation:Q",
        scale=draw.Scale(type="log", domain=list(area.deviations), nice=False),
        axis=draw.Axis(title="standard deviation (units, logarithmic scale)", format=NUMBERS, **ticks_only(DEVIATIONS)),
    )
    # Labels are placed in pixels.
    label_x, label_y, dot_x, dot_y = (
        side(f"{field}:Q", scale=None, axis=None)
        for side, field in ((draw.X, "x"), (draw.Y, "y"), (draw.X, "from x"), (draw.Y, "from y"))
    )
    text = {"align": draw.ExprRef("datum.align"), "baseline": "middle", "fontSize": 10}
    layers = layer(
        base.mark_point(filled=True, size=45, opacity=1).encode(x=x, y=y),
        base.mark_rule(color=FAINT, strokeWidth=0.7).encode(x=dot_x, x2="x:Q", y=dot_y, y2="y:Q"),
        base.mark_text(**text, **HALO).encode(x=label_x, y=label_y, text="wager:N"),
        base.mark_text(**text).encode(x=label_x, y=label_y, text="wager:N"),
    )
    chart: alt.LayerChart = layers.resolve_scale(x="independent", y="independent")
    return chart


def place_labels(dots: Sequence[tuple[float, float]], names: Sequence[str]) -> list[Label]:
    """Place each name as near to its dot as possible, without covering a dot or another name. The dots with the most
    neighbors choose first."""
    labels: dict[int, Label] = {}
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in dots]
    neighbors = [sum(abs(x - a) < 60 and abs(y - b) < 40 for a, b in dots) for x, y in dots]
    for index in sorted(range(len(dots)), key=lambda index: (-neighbors[index], dots[index])):
        candidates = _positions_around(*dots[index], names[index])
        labels[index] = next(label for label in candidates if not any(overlap(label.box, other) for other in taken))
        taken.append(labels[index].box)
    return [labels[index] for index in range(len(dots))]


def _positions_around(x: float, y: float, name: str) -> Iterator[Label]:
    """Yield positions for a label beside a dot, at growing distance: within the chart while there is room, and finally
    below it."""
    for distance in range(0, HEIGHT, 4):
        for offset in dict.fromkeys((0, -distance, distance)):
            for label in (
                Label(x + 8 + distance / 4, y + offset, name),
                Label(x - 8 - distance / 4, y + offset, name, "right"),
            ):
                left, top, right, bottom = label.box
                if left > 0 < top and bottom < HEIGHT and right < WIDTH + 60:
                    yield label
    for offset in range(HEIGHT, 10 * HEIGHT, LINE):
        yield Label(x, float(offset), name)


def overlap(first: Box, second: Box) -> bool:
    """Return whether two boxes overlap."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
