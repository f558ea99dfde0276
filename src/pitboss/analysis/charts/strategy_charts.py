"""Pictures of a strategy, drawn from what a game's own model gives. No game is known here.

drawn(report)            every picture of a report as one figure, to be made SVG or PNG by `figure`
panel(picture)           one of them as a chart with its title and unit, to go into another figure
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


def drawn(report: PictureReport) -> alt.VConcatChart:
    return figure([panel(picture) for picture in report.pictures], source(report))


def panel(picture: Picture) -> Panel:
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


def layered(*charts: Any) -> alt.LayerChart:
    found: alt.LayerChart = altair().layer(*charts)
    return found


def only(values: Iterable[float]) -> dict[str, Any]:
    """An axis with these ticks. Without their number, the renderer leaves out every second one where it has its own."""
    ticks = list(values)
    return {"values": ticks, "tickCount": len(ticks)}


# --- a grid of hands

SQUARE = 46  # pixels
# From the boldest choice on; the last, which wagers nothing, is white. They differ in lightness, so in print as well.
FILLS = ("#9fd3f2", "#f6d58a", "#ffffff")


def _grid(grid: Grid) -> alt.LayerChart:
    alt = altair()
    fills = dict(zip(grid.choices, (*FILLS[: len(grid.choices) - 1], FILLS[-1]), strict=True))
    rows = [
        {
            "row": each.row,
            "column": each.column,
            "hand": each.name,
            "best": each.best,
            "gain": float(each.gain),
            "exactly": fraction(each.gain),
            "told": decimal(each.gain, 3),
        }
        for each in grid.squares
    ]
    side = len(grid.labels) * SQUARE
    base = alt.Chart(data(rows), width=side, height=side).encode(
        x=alt.X("column:N", sort=list(grid.labels), axis=alt.Axis(orient="top", title=None, labelAngle=0, ticks=False)),
        y=alt.Y("row:N", sort=list(grid.labels), axis=alt.Axis(title=None, ticks=False)),
    )
    used = [choice for choice in grid.choices if any(each.best == choice for each in grid.squares)]
    legend = alt.Legend(
        title=None, orient="bottom", offset=8, symbolStrokeColor=FAINT, symbolStrokeWidth=1, symbolSize=160
    )
    squares = base.mark_rect(stroke="#777777", strokeWidth=0.6).encode(
        color=alt.Color("best:N", scale=alt.Scale(domain=used, range=[fills[each] for each in used]), legend=legend)
    )
    bold = alt.expr.if_(alt.datum.best == grid.choices[-1], "normal", "bold")
    return layered(
        squares,
        base.mark_text(dy=-13, fontSize=9).encode(text="hand:N"),
        base.mark_text(fontSize=12, fontWeight=alt.ExprRef(str(bold))).encode(text="best:N"),
        base.mark_text(dy=14, fontSize=10).encode(text="told:N"),
    )


# --- from what to what

ROW, LABEL, ACROSS = 27, 46, 330  # pixels to a row, characters to a line of its label, and pixels of the chart
MARKS = tuple(zip(SHAPES, (COLORS["blue"], COLORS["purple"], COLORS["orange"], COLORS["vermilion"]), strict=False))
STEPS = (-100, -10, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
NUMBERS = ",~r"  # how an axis writes them


def _spans(picture: Spans) -> alt.LayerChart:
    alt = altair()
    rows = _rows_of(picture)
    scale, axis = alt.Scale(), alt.Axis(title=picture.axis, format=NUMBERS, tickCount=6)
    if picture.wide:
        least, most = min(each.low for each in picture.spans), max(each.high for each in picture.spans)
        scale = alt.Scale(type="symlog", constant=0.5)
        axis = alt.Axis(
            title=f"{picture.axis}, scale logarithmic beyond ±0.5",
            format=NUMBERS,
            **only(step for step in STEPS if least <= step <= most),
            labelOverlap="greedy",
            labelSeparation=4,
        )
    y = alt.Y("name:N", sort=[each.name for each in picture.spans], axis=None)
    size = {"width": ACROSS, "height": ROW * len(rows)}
    base = alt.Chart(data(rows), **size).encode(y=y)
    used = [at for at, what in enumerate(picture.choices) if any(each.what == what for each in picture.spans)]
    legend = alt.Legend(title=None, orient="top", offset=24) if picture.choices[0] else None
    domain = [picture.choices[at] for at in used]
    shape = alt.Shape("what:N", scale=alt.Scale(domain=domain, range=[MARKS[at][0] for at in used]), legend=legend)
    color = alt.Color("what:N", scale=alt.Scale(domain=domain, range=[MARKS[at][1] for at in used]), legend=legend)
    marks = base.mark_point(filled=True, size=70, opacity=1)
    x = alt.X("low:Q", scale=scale, axis=axis)
    return layered(
        alt.Chart(data([{"low": 0}]), **size).mark_rule(color=INK, strokeWidth=1.5).encode(x=x),
        base.mark_rule(strokeWidth=3, color=FAINT).encode(x=x, x2="high:Q"),
        marks.encode(x=x, shape=shape, color=color),
        marks.encode(x=alt.X("high:Q"), shape=shape, color=color),
        *_beside(picture, rows, y),
    )


def _rows_of(picture: Spans) -> list[dict[str, object]]:
    times = 100 if picture.percent else 1
    return [
        {
            "name": each.name,
            "what": each.what,
            "low": float(each.low * times),
            "high": float(each.high * times),
            "exactly low": fraction(each.low),
            "exactly high": fraction(each.high),
            "hands": each.hands,
            "told": _told(each.low, each.high, picture.percent),
            "number": f"{each.hands:,}" if each.hands else "",
        }
        for each in picture.spans
    ]


def _beside(picture: Spans, rows: Sequence[dict[str, object]], y: alt.Y) -> Iterator[alt.Chart]:
    """The names to the left, in lines around the middle of their row; what is drawn in figures to the right."""
    alt = altair()
    lines = [
        {"name": each.name, "line": line, "down": LINE * at - LINE * (len(parts) - 1) / 2}
        for each in picture.spans
        for parts in [wrap(each.name, LABEL)]
        for at, line in enumerate(parts)
    ]
    # They begin at the same place, so that a reader's wider font makes them longer toward the chart and cuts none off.
    start = -GAP - 1.1 * LETTER * max(len(str(each["line"])) for each in lines)
    yield (
        alt.Chart(data(lines))
        .mark_text(align="left", fontSize=11, dy=alt.ExprRef("datum.down"))
        .encode(y=y, x=alt.value(start), text="line:N")
    )
    columns = [("told", "gains" if not picture.percent else "edge", ACROSS + 100)]
    if any(each.hands for each in picture.spans):
        columns.append(("number", "hands", ACROSS + 160))
    for field, head, at in columns:
        yield alt.Chart(data(rows)).mark_text(align="right").encode(y=y, x=alt.value(at), text=f"{field}:N")
        yield (
            alt.Chart(data([{"head": head}]))
            .mark_text(align="right", color=FAINT)
            .encode(x=alt.value(at), y=alt.value(-8), text="head:N")
        )


def _told(low: Fraction, high: Fraction, in_percent: bool) -> str:
    shown = [percent(each, 2) if in_percent else decimal(each, 3) for each in (low, high)]
    return " to ".join(dict.fromkeys(shown))


# --- along all hands

TALL = 240  # pixels


def _curve(curve: Curve) -> alt.LayerChart:
    alt = altair()
    rows = [
        {
            "at": at,
            "hand": each.name,
            "made": each.made,
            "hands": each.hands,
            "low": float(each.low),
            "high": float(each.high),
            "exactly low": fraction(each.low),
            "exactly high": fraction(each.high),
        }
        for at, each in enumerate(curve.points)
    ]
    size = {"width": WIDTH, "height": TALL}
    x = alt.X("at:Q", axis=None, scale=alt.Scale(domain=[0, len(rows)], nice=False))
    axis = alt.Axis(
        title=[curve.axis, "scale logarithmic beyond ±0.5"], format=NUMBERS, **only(STEPS), labelOverlap=False
    )
    y = alt.Y("low:Q", axis=axis, scale=alt.Scale(type="symlog", constant=0.5))
    line = alt.Chart(data(rows), **size).mark_line(interpolate="step-after", strokeWidth=2)
    turn, begins = list(_turn(curve)), list(_begins(curve))
    dashed = alt.Chart(data(begins)).mark_rule(strokeDash=[3, 3], color=FAINT).encode(x=x)
    below = alt.Chart(data(begins)).mark_text(align="right", angle=270, dx=-6, dy=5, fontSize=10)
    words = {"align": "left", "dx": 6, "fontSize": 11, "fontWeight": "bold"}
    above = [alt.Chart(data(turn)).mark_text(**words, **halo) for halo in (HALO, {})]
    return layered(
        alt.Chart(data([{"low": 0}]), **size).mark_rule(color=INK, strokeWidth=1.5).encode(y=y),
        dashed,
        below.encode(x=x, y=alt.value(TALL), text="told:N"),
        alt.Chart(data(turn)).mark_rule(strokeWidth=2, color=COLORS["vermilion"]).encode(x=x),
        *(each.encode(x=x, y=alt.value(10), text="told:N") for each in above),
        line.encode(x=x, y=y),
        line.encode(x=x, y=alt.Y("high:Q")),
    )


def _turn(curve: Curve) -> Iterator[dict[str, object]]:
    """Where the gain changes its sign for good."""
    turned = max((at for at, each in enumerate(curve.points) if each.low < 0), default=-1) + 1
    if 0 < turned < len(curve.points):
        name = curve.points[turned].name
        yield {"at": turned, "hand": name, "told": f"{curve.above} {name} and above, {curve.below} below"}


def _begins(curve: Curve) -> Iterator[dict[str, object]]:
    """Where each class of hand begins."""
    before = ""
    for at, each in enumerate(curve.points):
        if each.made != before:
            yield {"at": at, "told": each.made}
        before = each.made


# --- wagers by cost and deviation

HEIGHT = 520
# Round numbers for an axis that is drawn by square roots, and for one that is logarithmic.
EDGES = (-0.5, -0.1, -0.02, 0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.17, 0.25, 0.5, 1)
DEVIATIONS = (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 7, 10, 20, 30, 50)
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom, in pixels


class Label(NamedTuple):
    """A text that begins or ends beside a dot, by that end and the middle of its height, in pixels."""

    x: float
    y: float
    text: str
    align: str = "left"

    @property
    def box(self) -> Box:
        left = self.x if self.align == "left" else self.x - len(self.text) * LETTER
        return left - 1, self.y - LINE / 2, left + len(self.text) * LETTER + 1, self.y + LINE / 2


class Frame(NamedTuple):
    """Where edges and deviations lie, in pixels."""

    edges: tuple[float, float]
    deviations: tuple[float, float]

    def at(self, dot: Dot) -> tuple[float, float]:
        start, end, edge = map(_root, (*self.edges, float(dot.house_edge)))
        low, high = self.deviations
        return WIDTH * (edge - start) / (end - start), HEIGHT * (1 - log(_deviation(dot) / low) / log(high / low))


def _root(edge: float) -> float:
    return sqrt(edge) if edge >= 0 else -sqrt(-edge)


def _deviation(dot: Dot) -> float:
    return sqrt(dot.variance)


def frame(dots: Sequence[Dot]) -> Frame:
    edges, deviations = [float(dot.house_edge) for dot in dots], [_deviation(dot) for dot in dots]
    return Frame((min(0.0, *edges), max(edges) * 1.05), (min(deviations) / 1.12, max(deviations) * 1.12))


def _scatter(picture: Scatter) -> alt.LayerChart:
    draw = altair()
    inside = frame(picture.dots)
    at = [inside.at(dot) for dot in picture.dots]
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
        for dot, label, (x, y) in zip(picture.dots, placed(at, [dot.name for dot in picture.dots]), at, strict=True)
    ]
    base = draw.Chart(data(rows), width=WIDTH, height=HEIGHT)
    x = draw.X(
        "edge:Q",
        scale=draw.Scale(type="sqrt", domain=list(inside.edges), nice=False),
        axis=draw.Axis(title="house edge (square-root scale)", format="~p", **only(EDGES)),
    )
    y = draw.Y(
        "deviation:Q",
        scale=draw.Scale(type="log", domain=list(inside.deviations), nice=False),
        axis=draw.Axis(title="standard deviation (units, logarithmic scale)", format=NUMBERS, **only(DEVIATIONS)),
    )
    # Where labels go is counted in pixels.
    label_x, label_y, dot_x, dot_y = (
        side(f"{field}:Q", scale=None, axis=None)
        for side, field in ((draw.X, "x"), (draw.Y, "y"), (draw.X, "from x"), (draw.Y, "from y"))
    )
    text = {"align": draw.ExprRef("datum.align"), "baseline": "middle", "fontSize": 10}
    found = layered(
        base.mark_point(filled=True, size=45, opacity=1).encode(x=x, y=y),
        base.mark_rule(color=FAINT, strokeWidth=0.7).encode(x=dot_x, x2="x:Q", y=dot_y, y2="y:Q"),
        base.mark_text(**text, **HALO).encode(x=label_x, y=label_y, text="wager:N"),
        base.mark_text(**text).encode(x=label_x, y=label_y, text="wager:N"),
    )
    chart: alt.LayerChart = found.resolve_scale(x="independent", y="independent")
    return chart


def placed(dots: Sequence[tuple[float, float]], names: Sequence[str]) -> list[Label]:
    """A place for each name as near to its dot as can be, over no dot and no other name. Those with the least room
    around them choose first."""
    found: dict[int, Label] = {}
    taken: list[Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in dots]
    crowd = [sum(abs(x - a) < 60 and abs(y - b) < 40 for a, b in dots) for x, y in dots]
    for at in sorted(range(len(dots)), key=lambda at: (-crowd[at], dots[at])):
        places = _around(*dots[at], names[at])
        found[at] = next(each for each in places if not any(meet(each.box, other) for other in taken))
        taken.append(found[at].box)
    return [found[at] for at in range(len(dots))]


def _around(x: float, y: float, name: str) -> Iterator[Label]:
    """Places beside a dot, ever farther away: within the chart while there is room, and below it in the end."""
    for far in range(0, HEIGHT, 4):
        for down in dict.fromkeys((0, -far, far)):
            for label in (
                Label(x + 8 + far / 4, y + down, name),
                Label(x - 8 - far / 4, y + down, name, "right"),
            ):
                left, top, right, bottom = label.box
                if left > 0 < top and bottom < HEIGHT and right < WIDTH + 60:
                    yield label
    for down in range(HEIGHT, 10 * HEIGHT, LINE):
        yield Label(x, float(down), name)


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
