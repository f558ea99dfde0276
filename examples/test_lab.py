"""For a test laboratory: a PAR sheet, and a check of every total on it.

    python examples/test_lab.py [GAME [FOLDER]]

Writes the sheet of a game as a page, as JSON and as CSV files, then adds up every wager again from its outcomes alone,
in fractions, and compares the ranges of many rounds with sums counted exactly. It says what agrees and stops with an
error at the first thing that does not.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.analysis import par
from pitboss.analysis.par_sheets.par_sheet import ParReport
from pitboss.analysis.par_sheets.result_ranges import convolve, nets_of

FEW = 12  # rounds whose sums are counted here one by one


def write(sheet: ParReport, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sheet.html").write_text(sheet.html(), encoding="utf-8")
    (folder / "sheet.json").write_text(json.dumps(sheet.json(), indent=2), encoding="utf-8")
    for name, text in sheet.csv_files().items():
        (folder / name).write_text(text, encoding="utf-8")


def check_totals(wager: dict[str, Any]) -> None:
    """Edge, variance and hit frequency again, from nothing but the outcomes."""
    lines = [(Fraction(line["probability"]), Fraction(line["net"]), line) for line in wager["outcomes"]]
    mean = sum(often * net for often, net, _ in lines)
    assert sum(often for often, _, _ in lines) == 1, "the probabilities add up to 1"
    assert all(often * net == Fraction(line["return"]) for often, net, line in lines), "return is probability times net"
    assert -mean == Fraction(wager["house_edge"]), "the returns add up to minus the edge"
    assert sum(often * net**2 for often, net, _ in lines) - mean**2 == Fraction(wager["variance"])
    assert sum(often for often, net, _ in lines if net > 0) == Fraction(wager["exact"]["hit_frequency"])
    if wager["ways"] is not None:
        assert sum(line["ways"] for *_, line in lines) == wager["ways"], "the ways add up to all deals"


def check_sums(sheet: ParReport, name: str) -> float:
    """A few rounds, convolved as for the ranges and again in fractions; the greatest difference found."""
    nets = nets_of(sheet[name].row)
    exact = {Fraction(): Fraction(1)}
    for _ in range(FEW):
        after: dict[Fraction, Fraction] = {}
        for total, often in exact.items():
            for net, each in nets:
                after[total + net] = after.get(total + net, Fraction()) + often * each
        exact = after
    found = convolve(nets, FEW)
    assert found is not None
    upto, worst = Fraction(), 0.0
    for total, often in sorted(exact.items()):
        upto += often
        worst = max(worst, abs(found.at_most(total) - float(upto)))
    assert worst <= found.error, "the stated error is a bound"
    return worst


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "three-card-poker"
    folder = sys.argv[2] if len(sys.argv) > 2 else ""
    sheet = par(game)
    if folder:
        write(sheet, Path(folder))
    told = sheet.json()
    print(f"{told['game']}, text of {told['edition']}, rules {told['rules'][:12]}, sheet {told['digest'][:12]}")
    for wager in told["wagers"]:
        check_totals(wager)
        name = ", ".join(filter(None, (wager["wager"], wager["variant"])))
        thousand = wager["ranges"][0]
        span = thousand["percent"]["95"]
        print(f"{name}: {len(wager['outcomes'])} outcomes add up, edge {wager['house_edge']}")
        net = f"{span['low']:,.0f} to {span['high']:,.0f} units"
        print(f"  1,000 rounds net {net} in 95 percent ({thousand['method']})")
    first = told["wagers"][0]["wager"]
    print(f"{FEW} rounds of {first} agree within {check_sums(sheet, first):.0e}")
    for name in told["uncounted"]:
        print(f"not counted: {name}")


if __name__ == "__main__":
    main()
