"""Draws figures in one house style with Altair, and renders them as SVG or PNG without a browser or a network.

    from pitboss.analysis.charts import chart_style
    alt = chart_style.altair()                             # the module, or an error that says what to install
    chart = alt.Chart(chart_style.data(rows)).mark_point().encode(...)
    drawn = chart_style.figure([(chart, "Title", "what is measured, and its unit")], chart_style.source(report))
    chart_style.svg(drawn)                                 # text to write to a file or to put into a page
    chart_style.png(drawn)                                 # the same as bytes

`rows` are plain dictionaries of numbers and texts. A Fraction is drawn as a float. Put the fraction itself beside it as
text (`fraction(value)`), so that the drawing can be compared with the exact value.

Every figure has a title, a subtitle with its unit and a line that names its source. Colors are Okabe and Ito's, which
nearly everybody can tell apart, but no figure may need them: what differs in color differs in its mark or its words as
well, so that a black-and-white print says the same. Nothing is loaded from elsewhere, and the same input gives the same
bytes.
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
# Texts are measured with the first font: it comes with the renderer, so every machine draws the same.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
WIDTH = 620  # pixels of a chart without its labels; with them it fills a printed page
UNIT_LINE, SOURCE_LINE = 105, 130  # most characters of a line above and below a chart
PNG_SCALE = 2

STYLE: dict[str, Any] = {
    "font": FONT,
    "background": "white",
    "padding": {"left": 5, "top": 5, "right": 20, "bottom": 5},  # the reader's font may be wider
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
    "aria": False,  # the figure as a whole has a name; names of single dots would be noise
}


def altair() -> ModuleType:
    """Return the Altair module. Raise `ImportError` with what to install if it is missing."""
    try:
        import altair
        import vl_convert  # noqa: F401 (renders the file, which every caller needs)
    except ImportError as missing:
        raise ImportError(
            f"pictures need altair and vl-convert-python, and {missing.name} is not installed; "
            "install them with: pip install 'pitboss[plots]'"
        ) from missing
    return altair


def data(rows: Sequence[Mapping[str, object]]) -> alt.InlineData:
    """Return rows as chart data, in their order. They are returned as a tuple, because copying a chart copies lists but
    not tuples."""
    inline_data: alt.InlineData = altair().InlineData(values=tuple(dict(row) for row in rows))
    return inline_data


def source(report: Head) -> str:
    """Return the source line of a report: the game, the text held, the table's rules and the program."""
    return f"Source: {report.title()}. Counted exactly by Pitboss {__version__}, rules {report.rules[:12]}."


def figure(panels: Sequence[Panel], source: str) -> alt.VConcatChart:
    """Return one figure with the charts stacked vertically, each under its title and unit, and the source line at the
    bottom."""
    draw = altair()
    charts = [
        chart.properties(title=draw.TitleParams(title, subtitle=wrap(unit, UNIT_LINE))) for chart, title, unit in panels
    ]
    lines = wrap(source, SOURCE_LINE)
    style = {"orient": "bottom", "anchor": "start", "frame": "bounds", "fontSize": 9, "fontWeight": "normal"}
    source_title = draw.TitleParams(lines, **style, color=FAINT, offset=14)
    column = draw.vconcat(*charts, title=source_title)
    styled: alt.VConcatChart = column.resolve_scale(color="independent", shape="independent", size="independent")
    return styled


def _spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart in the house style."""
    spec: dict[str, Any] = chart.to_dict()
    spec["config"] = {**spec.get("config", {}), **STYLE}
    return spec


def _render_options() -> dict[str, Any]:
    """Return the options of the renderer: the schema version of the chart, and no address that it may load."""
    return {"vl_version": ".".join(altair().SCHEMA_VERSION.lstrip("v").split(".")[:2]), "allowed_base_urls": []}


def svg(chart: alt.TopLevelMixin) -> str:
    """Render a chart as SVG. Its ids are unique, so a page may hold several charts."""
    options, spec = _render_options(), _spec(chart)
    import vl_convert

    image: str = vl_convert.vegalite_to_svg(spec, **options)
    name = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:12]
    for number, old_id in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', image))):
        # The renderer continues its numbering from one figure to the next.
        image = re.sub(rf'(\bid="|url\(#|href="#){re.escape(old_id)}(?=[")])', rf"\g<1>f{name}-{number}", image)
    return image.replace("<svg ", f'<svg role="img" aria-label="{html.escape(_accessible_name(spec))}" ', 1)


def png(chart: alt.TopLevelMixin) -> bytes:
    """Render a chart as PNG, at twice the resolution of the SVG."""
    options, spec = _render_options(), _spec(chart)
    import vl_convert

    image: bytes = vl_convert.vegalite_to_png(spec, scale=PNG_SCALE, **options)
    return image


def _accessible_name(spec: Mapping[str, Any]) -> str:
    """Return the titles of a figure, for screen readers."""
    titles = [part["title"] for part in spec.get("vconcat", [spec]) if isinstance(part.get("title"), dict)]
    return "; ".join(f"{title['text']}: {' '.join(title['subtitle'])}" for title in titles) or "figure"
