"""The roads of a shoe, against examples laid out by hand and against a grid that is looked at cell by cell."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.table.roads import (
    CHILDREN,
    FIRST,
    ROWS,
    SECOND,
    TIE,
    Bead,
    Coup,
    Dot,
    Ring,
    Road,
    big_road,
    child_marks,
    lay_out,
    roads_of,
)

SIDES = {"P": FIRST, "B": SECOND, "T": TIE}
ROAD = Road(("Player", "Banker", "Tie"), lambda table, cards: None)
BY_HAND = "BB PPP B PP BBB"


def sides(letters: str) -> list[int]:
    return [SIDES[letter] for letter in letters.replace(" ", "")]


def coups(letters: str) -> list[Coup]:
    return [Coup(side) for side in sides(letters)]


def colors(letters: str, back: int) -> str:
    return "".join("r" if red else "b" for red in child_marks(sides(letters), back))


def draw_roads(letters: str) -> list[str]:
    """Return the big road as rows of text."""
    rings = big_road(coups(letters))
    grid = [["."] * (1 + max(ring.column for ring in rings)) for _ in range(ROWS)]
    for ring in rings:
        assert grid[ring.row][ring.column] == ".", "two rounds in one place"
        grid[ring.row][ring.column] = "PBT"[ring.side]
    return ["".join(row) for row in grid]


# --- the big road


def test_a_run_goes_down_and_the_other_side_begins_a_column() -> None:
    assert draw_roads(BY_HAND) == ["BPBPB", "BP.PB", ".P..B", ".....", ".....", "....."]


@pytest.mark.parametrize(
    ("run", "rows"),
    [
        (5, ["BP", "B.", "B.", "B.", "B.", ".."]),
        (6, ["BP", "B.", "B.", "B.", "B.", "B."]),
        (7, ["BP", "B.", "B.", "B.", "B.", "BB"]),
        (9, ["BP..", "B...", "B...", "B...", "B...", "BBBB"]),
    ],
)
def test_a_run_of_more_than_six_has_a_dragon_tail(run: int, rows: list[str]) -> None:
    assert draw_roads("B" * run + "P") == rows


def test_a_run_above_a_dragon_tail_turns_right_above_it() -> None:
    assert draw_roads("BBBBBBBB PPPPPPP BBBBBB P") == ["BPBP.", "BPB..", "BPB..", "BPBBB", "BPPP.", "BBB.."]


def test_a_tail_goes_on_to_the_right_where_there_is_room_below_it_again() -> None:
    """The run of eight ends under column 2. The next one is stopped by it, and stays in its row once it has turned."""
    assert draw_roads("BBBBBBBB P BBBBBBB")[4] == "B.BBB"
    assert draw_roads("BBBBBBBB P BBBBBBB")[5] == "BBB.."


def test_where_even_the_first_row_is_taken_a_run_begins_behind_it() -> None:
    """Draw six dragons, each stopped one row higher by the one before; the last has the first row to itself."""
    runs = "B" * 12 + "P" * 11 + "B" * 10 + "P" * 9 + "B" * 8 + "P" * 7 + "B"
    assert draw_roads(runs)[0] == "BPBPBPPPPPPPB"


def test_ties_take_no_place_of_their_own() -> None:
    rings = big_road(coups("B T T B P T B"))
    assert rings == [Ring(0, 0, 1, 2, 0), Ring(0, 1, 1, 0, 0), Ring(1, 0, 0, 1, 0), Ring(2, 0, 1, 0, 0)]
    assert draw_roads("B T B P T P") == draw_roads("B B P P")


def test_ties_before_anything_is_decided_lie_where_the_first_will_be() -> None:
    assert big_road([]) == []
    assert big_road(coups("T T")) == [Ring(0, 0, TIE, 2, 0)]
    assert big_road(coups("T T P T P")) == [Ring(0, 0, FIRST, 3, 0), Ring(0, 1, FIRST, 0, 0)]


def test_pairs_are_marked_on_the_round_they_came_in_and_a_ties_pairs_on_its_bead_alone() -> None:
    played = [Coup(SECOND, (True, False)), Coup(TIE, (True, True)), Coup(FIRST, (False, True))]
    found = roads_of(ROAD, played)
    assert found.beads == (Bead(1, 1), Bead(2, 3), Bead(0, 2))
    assert [(ring.ties, ring.pairs) for ring in found.big] == [(1, 1), (0, 2)]
    assert found.won == (1, 1, 1)


# --- its children


def test_the_children_of_a_road_laid_out_by_hand() -> None:
    """Compare columns of 2, 3, 1, 2 and 3 rounds. Big eye boy begins in the second row of the second column."""
    assert colors(BY_HAND, 1) == "rbbbbbrb"
    assert colors(BY_HAND, 2) == "brbbr"
    assert colors(BY_HAND, 3) == "rrrr"
    assert colors("BBTT TPPPT B PTP BBB", 1) == "rbbbbbrb"


@pytest.mark.parametrize(
    ("letters", "counts"),
    [
        ("BBBB P", (0, 0, 0)),  # one column, and the first of the second
        ("BBBB PP", (1, 0, 0)),
        ("B P B", (1, 0, 0)),
        ("B P BB", (2, 1, 0)),
        ("B P B P", (2, 1, 0)),
        ("B P B PP", (3, 2, 1)),
        ("B P B P B", (3, 2, 1)),
    ],
)
def test_where_each_child_begins(letters: str, counts: tuple[int, int, int]) -> None:
    assert tuple(len(child_marks(sides(letters), back)) for back in CHILDREN) == counts


@pytest.mark.parametrize(
    ("letters", "color"),
    [
        ("BBB PP", "r"),  # there is a round beside it
        ("BBB PPP", "r"),
        ("BBB PPPP", "b"),  # the column beside it has just ended
        ("BBB PPPPP", "r"),  # it has ended before
        ("BBB PPP B", "r"),  # a new column, and the two before are of one length
        ("BBB PP B", "b"),
        ("BBB PPPP B", "b"),
    ],
)
def test_the_rule_of_the_children_case_by_case(letters: str, color: str) -> None:
    assert colors(letters, 1)[-1] == color


def test_a_dragon_tail_counts_as_part_of_its_column() -> None:
    assert colors("B" * 8 + "P" * 8, 1) == "r" * 7
    assert colors("B" * 8 + "P" * 9, 1) == "r" * 7 + "b"
    assert colors("B" * 8 + "P" * 8 + "B", 1)[-1] == "r"
    assert colors("B" * 8 + "P" * 7 + "B", 1)[-1] == "b"


def test_the_children_are_laid_as_the_big_road_is() -> None:
    found = roads_of(ROAD, coups(BY_HAND))
    assert found.children[0] == (
        *(Dot(0, 0, 1), Dot(1, 0, 0), Dot(1, 1, 0), Dot(1, 2, 0), Dot(1, 3, 0), Dot(1, 4, 0)),
        *(Dot(2, 0, 1), Dot(3, 0, 0)),
    )
    assert lay_out([True] * 8)[-2:] == [(1, 5), (2, 5)]


def test_what_the_next_round_would_mark() -> None:
    assert roads_of(ROAD, []).after == ((None, None, None), (None, None, None))
    assert roads_of(ROAD, coups("B P")).after == ((0, None, None), (1, None, None))
    found = roads_of(ROAD, coups(BY_HAND))
    for side, letter in ((FIRST, "P"), (SECOND, "B")):
        then = [child_marks(sides(BY_HAND + letter), back)[-1] for back in CHILDREN]
        assert found.after[side] == tuple(map(int, then))


def cell_by_cell(played: list[int], back: int) -> list[bool]:
    """The same by looking at the big road as it is drawn without a bottom: whether the places beside are filled."""
    filled: set[tuple[int, int]] = set()
    marks: list[bool] = []
    column, row, last = -1, 0, None
    for side in played:
        if side == TIE:
            continue
        row = row + 1 if side == last else 0
        column += side != last
        if row and column - back >= 0:
            marks.append(((column - back, row) in filled) == ((column - back, row - 1) in filled))
        elif not row and column - 1 - back >= 0:
            heights = [sum(where == each for where, _ in filled) for each in (column - 1, column - 1 - back)]
            marks.append(heights[0] == heights[1])
        filled.add((column, row))
        last = side
    return marks


@pytest.mark.parametrize("seed", range(20))
def test_any_shoe_looked_at_cell_by_cell(seed: int) -> None:
    chance = Random(seed)
    played = chance.choices((FIRST, SECOND, TIE), (45, 46, 9 + 40 * (seed % 2)), k=80)
    for back in CHILDREN:
        assert child_marks(played, back) == cell_by_cell(played, back)
    found = roads_of(ROAD, [Coup(side) for side in played])
    big = [(ring.column, ring.row) for ring in found.big]
    for places in (big, *([(dot.column, dot.row) for dot in dots] for dots in found.children)):
        assert len(set(places)) == len(places)
        assert max(row for _, row in places) < ROWS
