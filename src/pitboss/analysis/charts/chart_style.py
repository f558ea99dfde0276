"""Figures in one house style, drawn by Altair and made SVG or PNG without a browser and without a network.

from pitboss.analysis.charts import chart_style
alt = figure.altair()                                  # the module, or one sentence that says what to install
chart = alt.Chart(figure.data(rows)).mark_point().encode(...)
drawn = figure.figure([(chart, "Title", "what is measured, and its unit")], figure.source(report))
figure.svg(drawn)                                      # text to write to a file or to put into a page as it is
figure.png(drawn)                                      # the same as bytes

`rows` are plain dictionaries of numbers and texts. A Fraction is drawn as a float; put the fraction itself beside it as
text (`fraction(value)`), so that what is drawn can be compared with what was counted.

Every figure has a title, a subtitle with its unit and a line that says where it comes from. Colors are Okabe and Ito's,
which nearly everybody can tell apart, but no figure may need them: what differs in color differs in its mark or in its
words as well, so that a page printed in black says the same. Nothing is loaded from elsewhere, and the same input gives
the same bytes.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss import __version__

if TYPE_CHECKING:
    import altair as alt

    from pitboss.analysis.exact_reports import Head

    Panel: TypeAlias = tuple[alt.Chart | alt.LayerChart | alt.FacetChart, str, str]  # chart, title, unit

# Okabe and Ito's colors by name, in an order in which neighbors differ most. Yellow is too light for a line on white.
COLORS = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "vermilion": "#D55E00",
    "sky": "#56B4E9",
    "purple": "#CC79A7",
    "yellow": "#F0E442",
    "black": "#000000",
}
PALETTE = tuple(COLORS.values())
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")  # to go with the colors, in order
INK, FAINT, GRID = "#222222", "#595959", "#dddddd"
# The first is the one by which texts are measured: it comes with the renderer, so that every machine draws the same.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
WIDTH = 620  # of a chart without its labels, in pixels: with them it fills a printed page
UNIT_LINE, SOURCE_LINE = 105, 130  # characters of a line above and below a chart, at the most
PNG_SCALE = 2

STYLE: dict[str, Any] = {
    "font": FONT,
    "background": "white",
    "padding": {"left": 5, "top": 5, "right": 20, "bottom": 5},  # a reader's font may be wider than ours
    "view": {"stroke": None},
    "mark": {"color": COLORS["blue"]},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "color": INK,
        "fontSize": 15,
        "fontWeight": "bold",
        "subtitleColor": FAINT,
        "subtitleFontSize": 11,
        "subtitlePadding": 5,
        "offset": 12,
    },
    "axis": {
        "domainColor": FAINT,
        "tickColor": FAINT,
        "gridColor": GRID,
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
        "labelLimit": 400,
    },
    "legend": {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 11},
    "text": {"color": INK, "fontSize": 11},
    "range": {"category": list(PALETTE), "symbol": list(SHAPES)},
    "concat": {"spacing": 34},
    "aria": False,  # the figure as a whole has a name; that of every dot would only be in the way
}


def altair() -> ModuleType:
    """The module that draws."""
    try:
        import altair
        import vl_convert  # noqa: F401 (what makes the file; whoever draws wants to write it)
    except ImportError as missing:
        raise ImportError(
            f"pictures need altair and vl-convert-python, and {missing.name} is not installed; "
            "install them with: pip install 'pitboss[plots]'"
        ) from missing
    return altair


def data(rows: Sequence[Mapping[str, object]]) -> alt.InlineData:
    """Rows as a chart takes them, in their order. Every copy of a chart copies lists, but no tuple."""
    found: alt.InlineData = altair().InlineData(values=tuple(dict(row) for row in rows))
    return found


def source(report: Head) -> str:
    """Where the numbers of a report come from: the game, the text held, the table's rules and the program."""
    return f"Source: {report.title()}. Counted exactly by Pitboss {__version__}, rules {report.rules[:12]}."


def figure(panels: Sequence[Panel], source: str) -> alt.VConcatChart:
    """One or more charts below each other, each under its title and unit, and the source below them all."""
    draw = altair()
    charts = [
        chart.properties(title=draw.TitleParams(title, subtitle=wrap(unit, UNIT_LINE))) for chart, title, unit in panels
    ]
    lines = wrap(source, SOURCE_LINE)
    look = {"orient": "bottom", "anchor": "start", "frame": "bounds", "fontSize": 9, "fontWeight": "normal"}
    below = draw.TitleParams(lines, **look, color=FAINT, offset=14)
    together = draw.vconcat(*charts, title=below)
    found: alt.VConcatChart = together.resolve_scale(color="independent", shape="independent", size="independent")
    return found


def _spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    found: dict[str, Any] = chart.to_dict()
    found["config"] = {**found.get("config", {}), **STYLE}
    return found


def _how() -> dict[str, Any]:
    """The version for which the chart was made, and no address that could be read."""
    return {"vl_version": ".".join(altair().SCHEMA_VERSION.lstrip("v").split(".")[:2]), "allowed_base_urls": []}


def svg(chart: alt.TopLevelMixin) -> str:
    """The chart as SVG. It may stand in a page beside others: its ids are its own."""
    how, spec = _how(), _spec(chart)
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(spec, **how)
    name = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:12]
    for number, known in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', drawn))):
        # The renderer counts on from one figure to the next.
        drawn = re.sub(rf'(\bid="|url\(#|href="#){re.escape(known)}(?=[")])', rf"\g<1>f{name}-{number}", drawn)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{html.escape(_named(spec))}" ', 1)


def png(chart: alt.TopLevelMixin) -> bytes:
    """The chart as PNG, two pixels to one of the SVG's."""
    how, spec = _how(), _spec(chart)
    import vl_convert

    found: bytes = vl_convert.vegalite_to_png(spec, scale=PNG_SCALE, **how)
    return found


def _named(spec: Mapping[str, Any]) -> str:
    """The titles of a figure, for those who hear it."""
    titles = [part["title"] for part in spec.get("vconcat", [spec]) if isinstance(part.get("title"), dict)]
    return "; ".join(f"{title['text']}: {' '.join(title['subtitle'])}" for title in titles) or "figure"
