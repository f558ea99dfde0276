"""The picture of the packages in docs/architecture.md, made from the imports and from the paths that the page lists.

    PYTHONPATH=tests .venv/bin/python -m kit.package_map

Every package is a row, above all that it imports. An arrow beside the rows is an import; one that follows from others
is left out. On the right the two paths of the page go through the rows: down the first column, up the second.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import pitboss
from kit.parts import ROOT

SOURCE = Path(pitboss.__file__).parent
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "pictures" / "packages.svg"
PATHS = ("The path of a wager", "The path of `pitboss edge`")  # headings of the page

CAPTIONS = {
    "cli": "commands, the terminal",
    "server": "tables in the browser",
    "public": "the Python interface",
    "compliance": "judges houses and logs",
    "store": "rounds, money, people",
    "simulation": "by the million",
    "record": "read back",
    "analysis": "exact edges and strategies",
    "games": "a folder for each game",
    "common": "what card games share",
    "engine": "runs any game; knows none",
    "counting": "the contract of exact models",
    "table": "cards, chips, steps, pay",
    "numeric": "compiled code",
    "law": "texts, readings",
}

WIDTH, TOP, MARGIN = 860, 42, 10
BOX = (38, 198)  # where the boxes of packages begin, and how wide they are
LANES = (254, 560)  # where the paths begin
PILL, GUTTER = (132, 20, 4), 22  # how wide and high a module is, what is between two of them, and between columns
LEAST, ROOM, GAP = 34, 16, 10  # of a row: its height, what is above its first module, what is below it
STYLE = """
  svg { --card: #ffffff; --band: #f3f5f7; --box: #ffffff; --line: #7a8794; --ink: #1b2430; --soft: #55616e;
        --first: #0b7a6e; --second: #a8480a; }
  @media (prefers-color-scheme: dark) {
    svg { --card: #161b22; --band: #1e252e; --box: #28313c; --line: #8b98a5; --ink: #e8edf2; --soft: #aab5c0;
          --first: #4fd1c0; --second: #ffab70; }
  }
  text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 12px;
         fill: var(--ink); }
  .name { font-size: 14px; font-weight: 600; } .soft { font-size: 11px; fill: var(--soft); }
  .title { font-size: 14px; font-weight: 600; } .handed { font-size: 11px; font-style: italic; }
  .card { fill: var(--card); } .band { fill: var(--band); } .box { fill: var(--box); stroke: var(--line); }
  .import { fill: none; stroke: var(--line); stroke-width: 1.2; } .head { fill: var(--line); }
  .first { stroke: var(--first); } .second { stroke: var(--second); } .path { fill: none; stroke-width: 1.8; }
  .pill { fill: var(--box); stroke-width: 1.2; }
  .fill-first { fill: var(--first); } .fill-second { fill: var(--second); }
"""


class Stop(NamedTuple):
    """A module on a path, what is done there, and what is handed to the next."""

    module: str  # below src/pitboss
    name: str  # of the function or class
    handed: str

    @property
    def package(self) -> str:
        return self.module.partition("/")[0]

    @property
    def label(self) -> str:
        """The module with its folder where there is room."""
        parts = self.module.removesuffix("/__init__.py").removesuffix(".py").split("/")[1:]
        both = "/".join(parts[-2:])
        return both if len(both) <= 15 and self.package != "games" else parts[-1]


# --- imports


@cache
def imports(path: Path) -> frozenset[str]:
    """Return every module of Pitboss that a file imports, by its dotted name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(name for name in found if name.startswith("pitboss."))


def packages() -> dict[str, set[str]]:
    """Return for each package which others it imports."""
    names = {init.parent.name for init in SOURCE.glob("*/__init__.py")}
    return {
        name: {module.split(".")[1] for path in (SOURCE / name).rglob("*.py") for module in imports(path)}
        & (names - {name})
        for name in sorted(names)
    }


def below(name: str, graph: dict[str, set[str]]) -> set[str]:
    """Return all that a package imports, directly or by way of others."""
    return set().union(*({other, *below(other, graph)} for other in graph[name])) if graph[name] else set()


def underived_imports(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the imports from which all others follow."""
    return [
        (name, other)
        for name, others in graph.items()
        for other in sorted(others)
        if not any(other in below(between, graph) for between in others - {other})
    ]


def rows(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the packages from top to bottom. What stands in one row does not import each other; who is imported past a
    row stands on the left."""

    @cache
    def level(name: str) -> int:
        return max((level(other) + 1 for other in graph[name]), default=0)

    past = {other for name, other in underived_imports(graph) if level(name) - level(other) > 1}
    heights = sorted({level(name) for name in graph}, reverse=True)
    found = [[name for name in graph if level(name) == height] for height in heights]
    return [sorted(row, key=lambda name: (name not in past, name)) for row in found]


# --- the paths


def paths() -> dict[str, list[Stop]]:
    """Read both paths from the tables of the page: module, name, what is handed on, what is done."""
    text = PAGE.read_text(encoding="utf-8")
    found = {}
    for heading in PATHS:
        part = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
        table = re.findall(r"(?m)^\| \d+ \| `([^`]+)` \| `([^`]+)` \| ([^|]*) \|", part)
        found[heading] = [Stop(module, name, handed.strip()) for module, name, handed in table]
    return found


class PlacedStop(NamedTuple):
    """A stop in the picture: its column, its upper left corner, and its row."""

    stop: Stop
    column: int
    row: int
    left: float
    top: float

    @property
    def middle(self) -> float:
        return self.left + PILL[0] / 2

    @property
    def center(self) -> float:
        return self.top + PILL[1] / 2

    @property
    def bottom(self) -> float:
        return self.top + PILL[1]


def columns(stops: list[Stop], row_of: dict[str, int]) -> list[int]:
    """Return for each stop its column: a path goes down the first and up the second."""
    found = [0]
    for before, after in pairwise(stops):
        step = row_of[after.package] - row_of[before.package]
        found.append(found[-1] if step == 0 else int(step < 0))
    return found


# --- the drawing


class Picture:
    """The picture, laid out row by row."""

    def __init__(self) -> None:
        self.graph = packages()
        self.rows = rows(self.graph)
        self.row_of = {name: at for at, row in enumerate(self.rows) for name in row}
        self.lanes = list(paths().values())
        self.columns = [columns(stops, self.row_of) for stops in self.lanes]
        self.tops: list[float] = []
        self.heights: list[float] = []
        top = float(TOP)
        for at in range(len(self.rows)):
            most = max(len(self.stack(lane, column, at)) for lane in range(2) for column in range(2))
            self.tops.append(top)
            self.heights.append(max(LEAST, ROOM + most * (PILL[1] + PILL[2]) + 4))
            top += self.heights[-1] + GAP
        self.height = top + MARGIN - GAP

    def stack(self, lane: int, column: int, row: int) -> list[int]:
        """Return the stops of a row in one column, from top to bottom."""
        stops = self.lanes[lane]
        here = [
            at for at, stop in enumerate(stops) if self.row_of[stop.package] == row and self.columns[lane][at] == column
        ]
        return here[::-1] if column else here

    def place_stops(self, lane: int) -> list[PlacedStop]:
        found = []
        for at, stop in enumerate(self.lanes[lane]):
            row, column = self.row_of[stop.package], self.columns[lane][at]
            above = self.stack(lane, column, row).index(at)
            top = self.tops[row] + ROOM + above * (PILL[1] + PILL[2])
            found.append(PlacedStop(stop, column, row, LANES[lane] + column * (PILL[0] + GUTTER), top))
        return found

    def text(self) -> str:
        """Return the picture as SVG."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height:g}" width="{WIDTH}" '
            f'height="{self.height:g}" role="img" aria-label="The packages of Pitboss, what they import, and two paths '
            'through them">',
            f"<style>{STYLE}</style>",
            "<defs>",
            *(arrowhead(name, kind) for name, kind in (("import", "head"), ("first", "fill-first"))),
            arrowhead("second", "fill-second"),
            "</defs>",
            f'<rect class="card" width="{WIDTH}" height="{self.height:g}" rx="10"/>',
            f'<text class="title" x="{BOX[0]}" y="28">packages and imports</text>',
            f'<text class="title fill-first" x="{LANES[0]}" y="28">a wager, from the press to the view</text>',
            f'<text class="title fill-second" x="{LANES[1]}" y="28">pitboss edge</text>',
        ]
        for at, row in enumerate(self.rows):
            parts += [
                f'<rect class="band" x="{MARGIN}" y="{self.tops[at]:g}" width="{WIDTH - 2 * MARGIN}" '
                f'height="{self.heights[at]:g}" rx="5"/>',
                *(self.box(name, at, row) for name in row),
            ]
        parts += [self.arrow(*pair) for pair in underived_imports(self.graph)]
        for lane, kind in enumerate(("first", "second")):
            stops = self.place_stops(lane)
            parts += [self.hop(kind, stops, at) for at in range(1, len(stops))]
            parts += [pill(kind, at, stop) for at, stop in enumerate(stops, 1)]
        return "\n".join([*parts, "</svg>", ""])

    def edges(self, name: str) -> tuple[float, float]:
        """Return where the box of a package begins, and how wide it is."""
        row = self.rows[self.row_of[name]]
        wide = (BOX[1] - GAP * (len(row) - 1)) / len(row)
        return BOX[0] + row.index(name) * (wide + GAP), wide

    def box(self, name: str, row: int, names: list[str]) -> str:
        left, wide = self.edges(name)
        top, high = self.tops[row], self.heights[row]
        return (
            f'<rect class="box" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="5"/>'
            f'<text class="name" x="{left + 8:g}" y="{top + high / 2 - 2:g}">{name}</text>'
            f'<text class="soft" x="{left + 8:g}" y="{top + high / 2 + 12:g}">{escape(CAPTIONS[name])}</text>'
        )

    def arrow(self, name: str, other: str) -> str:
        """An import: straight down to the next row, or past the rows between."""
        (left, wide), (other_left, other_wide) = self.edges(name), self.edges(other)
        above, under = self.row_of[name], self.row_of[other]
        start, end = self.tops[above] + self.heights[above], self.tops[under]
        if under == above + 1:
            middle = left + wide / 2 if wide < other_wide else other_left + other_wide / 2
            way = f"M{middle:g},{start:g} V{end - 1:g}"
        else:
            begin, arrive = self.tops[above] + self.heights[above] / 2, end + self.heights[under] / 2
            way = f"M{left:g},{begin:g} C{left - 22:g},{begin:g} {left - 22:g},{arrive:g} {other_left - 1:g},{arrive:g}"
        return f'<path class="import" d="{way}" marker-end="url(#import)"/>'

    def hop(self, kind: str, stops: list[PlacedStop], at: int) -> str:
        """The way from one stop to the next, and what is handed over where the package changes."""
        before, after = stops[at - 1], stops[at]
        handed = escape(before.stop.handed) if before.row != after.row else ""
        side = after.left + PILL[0] + 10  # of the way around
        if before.column == after.column:
            down = after.top > before.top
            ends = (before.bottom, after.top - 1) if down else (before.top, after.bottom + 1)
            way = f"M{after.middle:g},{ends[0]:g} V{ends[1]:g}"
            words = (after.middle + 7, after.top - 4 if down else after.bottom + 12, "start")
        elif any(stop.column and after.row < stop.row < before.row for stop in stops):
            way = (
                f"M{before.left + PILL[0]:g},{before.center:g} H{side - 6:g} q6,0 6,-6 V{after.center + 6:g} "
                f"q0,-6 -6,-6 H{after.left + PILL[0] + 1:g}"
            )
            words = (after.left + PILL[0], after.bottom + 12, "end")
        else:
            step, up = after.column - before.column, after.top < before.top
            bend = before.left + PILL[0] + GUTTER / 2 - 4 if step > 0 else after.left + PILL[0] + GUTTER / 2 + 4
            start = before.left + PILL[0] if step > 0 else before.left
            end = after.left - 1 if step > 0 else after.left + PILL[0] + 1
            way = f"M{start:g},{before.center:g} H{bend:g} V{after.center:g} H{end:g}"
            near = (after.left, "start") if step > 0 else (after.left + PILL[0], "end")
            words = (near[0], after.bottom + 12 if up else after.top - 4, near[1])
        text = f'<text class="handed" x="{words[0]:g}" y="{words[1]:g}" text-anchor="{words[2]}">{handed}</text>'
        return f'<path class="path {kind}" d="{way}" marker-end="url(#{kind})"/>' + (text if handed else "")


def arrowhead(name: str, kind: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path class="{kind}" d="M0,0.5 L8,4 L0,7.5 z"/></marker>'
    )


def pill(kind: str, number: int, stop: PlacedStop) -> str:
    return (
        f'<rect class="pill {kind}" x="{stop.left:g}" y="{stop.top:g}" width="{PILL[0]}" height="{PILL[1]}" rx="10"/>'
        f'<text x="{stop.left + 8:g}" y="{stop.top + 14:g}"><tspan class="fill-{kind}" font-weight="700">{number}'
        f'</tspan><tspan dx="5">{escape(stop.stop.label)}</tspan></text>'
    )


def picture() -> str:
    return Picture().text()


def main() -> int:
    made = picture()
    if not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != made:
        PICTURE.write_text(made, encoding="utf-8")
        print(f"{PICTURE.name} was out of date; it is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
