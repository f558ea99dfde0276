"""Draw charts of a run: how the edge converges, what sessions win, and how strategies differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss import __version__
from pitboss.analysis.charts.chart_style import COLORS, FAINT, INK, SHAPES, WIDTH, altair, data, figure
from pitboss.analysis.text_tables import count_of
from pitboss.counting.confidence import CONFIDENCE
from pitboss.simulation.estimates.estimate import Estimate, edge_of, exact_edge
from pitboss.simulation.plan import Plan
from pitboss.simulation.results.simulation_report import Difference, SimulationReport
from pitboss.simulation.run import empty_tally, play_chunk
from pitboss.simulation.tallies import Frequencies, Tally

if TYPE_CHECKING:
    import altair as alt

    from pitboss.analysis.charts.chart_style import Panel

FIRST = 1_000  # units after which the edge is looked at for the first time; then after twice as many, and so on
SHOWN = 1_024  # of the last so many times as many units: earlier on, the band is wider than the page
BARS = 40  # about so many, of a distribution
HEIGHT, ROW, BESIDE = 220, 34, 130  # pixels: of a chart, of a row, and for figures beside it
# Without yellow and black; one that recurs has another shape.
STRATEGY_COLORS = [COLORS[name] for name in ("blue", "vermilion", "green", "purple", "orange", "sky")]


class Course:
    """The estimated edge of the last line while a run goes on, noted whenever the number of units has doubled, so that
    it does not depend on the number of workers.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.estimates: dict[int, list[Estimate]] = {}  # units -> by way
        self._due = 0

    def follow(self, tally: Tally) -> None:
        """Note the edge if the number of units has doubled since the last time."""
        if tally.units >= self._due:
            self.look(tally)
            self._due = 2 * tally.units

    def look(self, tally: Tally) -> None:
        """Note the edge of every strategy now."""
        estimates = []
        for ready, played in zip(self.plan.ready, tally.ways, strict=True):
            estimates.append(edge_of(ready, played, len(ready.lines) - 1, tally.units, self.plan.seats))
        self.estimates[tally.units] = estimates

    def complete(self, tally: Tally) -> dict[int, list[Estimate]]:
        """Return all estimates by number of units. This adds the one at the end and, by playing the first units again,
        the ones before the first tally that was followed.
        """
        self.look(tally)
        first, replayed, units = min(self.estimates), empty_tally(self.plan), FIRST
        while 3 * units < 2 * first:  # one that is nearly there would only hide it
            replayed.add(play_chunk(self.plan, replayed.units, units - replayed.units))
            self.look(replayed)
            units *= 2
        return dict(sorted(self.estimates.items()))


class Run(NamedTuple):
    """The data of a run that the charts show."""

    plan: Plan
    tally: Tally
    course: dict[int, list[Estimate]]
    report: SimulationReport


def draw_run(run: Run) -> alt.VConcatChart:
    """Return the charts of a run."""
    panels = [_convergence(run)]
    if run.tally.ways[0].sessions.many:
        panels.append(_distribution(run))
    if run.report.differences:
        last = run.plan.ready[0].lines[-1].wager  # which adds up the others
        panels.append(_differences([difference for difference in run.report.differences if difference.wager == last]))
    title = " ".join(run.report.title().split("\n")[0].split())
    seed, digest = run.report.identity["seed"], run.report.digest[:12]
    return figure(
        panels,
        f"Source: {title}. Simulated by Pitboss {__version__}: {run.tally.units:,} {run.plan.unit}s from seed {seed}, "
        f"digest {digest}.",
    )


def _layer(*charts: Any) -> alt.LayerChart:
    """Return one chart that draws these on top of each other."""
    chart: alt.LayerChart = altair().layer(*charts)
    return chart


def _strategy_encodings(names: Sequence[str]) -> dict[str, Any]:
    """Return the colors and shapes of the strategies. A single strategy gets no legend."""
    alt = altair()
    legend = alt.Legend(title="strategy", orient="top", symbolOpacity=1) if len(names) > 1 else None
    colors = [STRATEGY_COLORS[index % len(STRATEGY_COLORS)] for index in range(len(names))]
    shapes = [SHAPES[index % len(SHAPES)] for index in range(len(names))]
    return {
        "color": alt.Color("strategy:N", scale=alt.Scale(domain=list(names), range=colors), legend=legend),
        "shape": alt.Shape("strategy:N", scale=alt.Scale(domain=list(names), range=shapes), legend=legend),
    }


def _convergence(run: Run) -> Panel:
    """Return the chart of how the house edge settles."""
    alt = altair()
    names = [way.name for way in run.plan.ways]
    shown = {units: estimates for units, estimates in run.course.items() if units * SHOWN >= run.tally.units}
    rows = [
        {
            "rounds": units,
            "strategy": name,
            "edge": 100 * float(estimate.value),
            "low": 100 * estimate.interval[0],
            "high": 100 * estimate.interval[1],
        }
        for units, estimates in shown.items()
        for name, estimate in zip(names, estimates, strict=True)
    ]
    exact = {
        name: edge
        for name, ready in zip(names, run.plan.ready, strict=True)
        if (edge := exact_edge(ready, ready.lines[-1], run.plan.seats)) is not None
    }
    rules = [{"strategy": name, "edge": 100 * float(edge)} for name, edge in exact.items()]
    marks = _strategy_encodings(names)
    x = alt.X(
        "rounds:Q", scale=alt.Scale(type="log", nice=False), axis=alt.Axis(title=f"{run.plan.unit}s", format="~s")
    )
    y = alt.Y("edge:Q", scale=alt.Scale(zero=False), axis=alt.Axis(title="house edge, percent"))
    base = alt.Chart(data(rows), width=WIDTH, height=HEIGHT)
    chart = _layer(
        base.mark_area(opacity=0.18).encode(
            x=x, y=alt.Y("low:Q", scale=alt.Scale(zero=False)), y2="high:Q", color=marks["color"]
        ),
        alt.Chart(data(rules)).mark_rule(strokeDash=[6, 4], strokeWidth=1.5).encode(y=y, color=marks["color"]),
        base.mark_line(strokeWidth=2).encode(x=x, y=y, color=marks["color"]),
        base.mark_point(filled=True, size=45, opacity=1).encode(x=x, y=y, **marks),
    )
    line = run.plan.ready[0].lines[-1]
    ends = [
        f"{name} {float(estimate.value):.4%} ({estimate.low:.4%} to {estimate.high:.4%})"
        + (f" (exactly {float(exact[name]):.4%})" if name in exact else "")
        for name, estimate in zip(names, run.course[run.tally.units], strict=True)
    ]
    dashes = "; dashed: the exact figure" if exact else ""
    unit = f"{line.wager}, a share of {line.unit}, with its {CONFIDENCE}% band{dashes}. At the end: {'; '.join(ends)}"
    return chart, "How the house edge settles", unit


def _distribution(run: Run) -> Panel:
    """Return the chart of what sessions win."""
    alt = altair()
    names = [way.name for way in run.plan.ways]
    won = [played.sessions.won for played in run.tally.ways]
    width = _bar_width(won)
    rows = [
        {
            "strategy": name,
            "low": low / 100,
            "high": (low + width) / 100,
            "middle": (low + width / 2) / 100,
            "share": share,
        }
        for name, frequencies in zip(names, won, strict=True)
        for low, share in _bins(frequencies, width)
    ]
    axis = alt.Axis(title="what the first seat wins in a session, dollars", format=",~r")
    x = alt.X("middle:Q", axis=axis)
    y = alt.Y("share:Q", axis=alt.Axis(title="sessions, percent"))
    base, marks = alt.Chart(data(rows), width=WIDTH, height=HEIGHT), _strategy_encodings(names)
    zero = alt.Chart(data([{"middle": 0}])).mark_rule(color=INK, strokeWidth=1.5).encode(x=x)
    if len(names) == 1:
        bars = base.mark_bar(color=COLORS["blue"], stroke="white", strokeWidth=0.5).encode(
            x=alt.X("low:Q", axis=axis), x2="high:Q", y=y, y2=alt.datum(0)
        )
        chart = _layer(bars, zero)
    else:
        lines = base.mark_line(strokeWidth=2).encode(x=x, y=y, color=marks["color"])
        chart = _layer(lines, base.mark_point(filled=True, size=30, opacity=1).encode(x=x, y=y, **marks), zero)
    ahead = "; ".join(
        f"{row.strategy} {float(row.ahead):.1%} end ahead" if len(names) > 1 else f"{float(row.ahead):.1%} end ahead"
        for row in run.report.sessions
    )
    count = run.tally.ways[0].sessions.many
    mark = "bar" if len(names) == 1 else "point"
    length = count_of(run.plan.session, run.plan.unit)
    unit = f"{count:,} sessions of {length}; a {mark} stands for ${width / 100:,.0f}; {ahead}"
    return chart, "What sessions win", unit


def _bar_width(won: Sequence[Frequencies]) -> int:
    """Return the width of a bar in cents, which is a round number of dollars."""
    least, most = min(map(min, won)), max(map(max, won))
    needed, width = Fraction(most - least, BARS), 100
    while True:
        for times in (1, 2, 5):
            if width * times >= needed:
                return width * times
        width *= 10


def _bins(frequencies: Frequencies, width: int) -> Iterator[tuple[int, float]]:
    """Yield the lower end of each bar and its percentage of all sessions."""
    total, bins = sum(frequencies.values()), dict[int, int]()
    for cents, times in frequencies.items():
        low = cents // width * width
        bins[low] = bins.get(low, 0) + times
    for low in range(min(bins), max(bins) + width, width):
        yield low, 100 * bins.get(low, 0) / total


def _differences(differences: Sequence[Difference]) -> Panel:
    """Return the chart of what each strategy costs more than the first."""
    alt = altair()
    rows = [
        {
            "name": difference.strategy,
            "costs": 100 * float(difference.estimate),
            "low": 100 * low,
            "high": 100 * high,
            "told": f"{float(difference.estimate):.4%}" + (f" ± {(high - low) / 2:.4%}" if difference.interval else ""),
        }
        for difference in differences
        for low, high in [difference.interval or (float(difference.estimate),) * 2]
    ]
    x = alt.X("costs:Q", axis=alt.Axis(title="costs more, percent"))
    y = alt.Y("name:N", sort=[str(row["name"]) for row in rows], axis=alt.Axis(title=None))
    base = alt.Chart(data(rows), width=WIDTH - BESIDE, height=ROW * len(rows)).encode(y=y)
    chart = _layer(
        alt.Chart(data([{"costs": 0}])).mark_rule(color=INK, strokeWidth=1.5).encode(x=x),
        base.mark_rule(color=FAINT, strokeWidth=3).encode(x=alt.X("low:Q"), x2="high:Q"),
        base.mark_point(filled=True, size=70, opacity=1, color=COLORS["blue"]).encode(x=x),
        base.mark_text(align="left").encode(x=alt.value(WIDTH - BESIDE + 12), text="told:N"),
    )
    wager, than = differences[0].wager, differences[0].than
    unit = f"house edge of {wager} beyond that of {than} on the same cards, {CONFIDENCE}% interval"
    return chart, "What each strategy costs beside the first", unit
