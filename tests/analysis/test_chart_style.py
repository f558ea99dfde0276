"""Figures have one style, no address and the same bytes each time, and a clear error where the drawing library is
missing."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import altair as alt

from pitboss import __version__
from pitboss.analysis import setting
from pitboss.analysis.charts import chart_style

ROWS = [{"x": 1, "y": 2}, {"x": 2, "y": 5}, {"x": 3, "y": 3}]


def example_figure(title: str = "A title") -> alt.VConcatChart:
    line = alt.Chart(chart_style.data(ROWS)).mark_line(clip=True).encode(x="x:Q", y="y:Q")
    return chart_style.figure([(line, title, "in antes"), (line, "Another <one>", "in percent")], "Source: a test.")


def test_a_figure_has_titles_units_and_a_source() -> None:
    texts = [each.text for each in ElementTree.fromstring(chart_style.svg(example_figure())).iter() if each.text]
    assert {"A title", "in antes", "Another <one>", "in percent", "Source: a test."} <= set(texts)


def test_a_figure_has_a_label_for_screen_readers() -> None:
    root = ElementTree.fromstring(chart_style.svg(example_figure()))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "A title: in antes; Another <one>: in percent"


def test_a_figure_is_rendered_to_the_same_bytes_each_time() -> None:
    assert chart_style.svg(example_figure()) == chart_style.svg(example_figure())
    assert chart_style.png(example_figure()) == chart_style.png(example_figure())
    assert chart_style.png(example_figure()).startswith(b"\x89PNG")


def test_two_figures_of_one_page_share_no_id() -> None:
    found = [set(re.findall(r'\bid="([^"]+)"', chart_style.svg(example_figure(title)))) for title in ("one", "two")]
    assert all(found)
    assert not found[0] & found[1]


def test_every_id_referred_to_exists() -> None:
    text = chart_style.svg(example_figure())
    assert set(re.findall(r"url\(#([^)]+)\)", text)) == set(re.findall(r'\bid="([^"]+)"', text))


def test_a_picture_loads_nothing_from_elsewhere() -> None:
    text = chart_style.svg(example_figure())
    assert set(re.findall(r"\w+://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"href|@import|@font-face|<script|<image|<style|url\((?!#)", text)


def test_the_source_names_game_text_and_version() -> None:
    report = setting("craps").strategy()
    told = chart_style.source(report)
    assert report.title() in told
    assert report.rules[:12] in told
    assert f"Pitboss {__version__}" in told


def luminance(color: str) -> float:
    """Return the approximate lightness of a color in black and white."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def test_the_palette_is_okabe_and_itos() -> None:
    assert set(chart_style.PALETTE) == {
        "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
    }  # fmt: skip


def test_texts_are_legible_on_white() -> None:
    for color in (chart_style.INK, chart_style.FAINT):
        assert 1.05 / (luminance(color) + 0.05) >= 4.5


WITHOUT = """
import sys
sys.modules[{name!r}] = None
from pitboss.analysis.charts import chart_style
try:
    chart_style.altair()
except ImportError as wrong:
    print(wrong)
"""


def test_a_missing_extra_is_named_in_one_sentence() -> None:
    for name in ("altair", "vl_convert"):
        code = WITHOUT.format(name=name)
        output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        assert output == (
            f"pictures need altair and vl-convert-python, and {name} is not installed; "
            "install them with: pip install 'pitboss[plots]'\n"
        )


def test_altair_is_imported_only_when_drawing() -> None:
    """Not even the module itself, before something is drawn."""
    code = (
        "import sys, pitboss.analysis.charts.chart_style; print({'altair', 'vl_convert', 'numpy'} & set(sys.modules))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output == "set()\n"
