"""The evaluator agrees with the plain ranking on every hand of three and five cards; seven cards are worth their best
five."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import pitboss.evaluate
from kit import plain_hands
from pitboss.cli.commands import warm
from pitboss.evaluate import card, cards, class_name, class_names, classes, evaluate, rank
from pitboss.games.let_it_ride.law.ranking import five_card_class
from pitboss.numeric import compiler, hands, single_hand

NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
FIVE = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
SEVEN = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
THREE = [16440, 3744, 1096, 720, 52, 48]


def all_hands(size: int) -> NDArray[np.uint8]:
    every = np.fromiter((each for hand in combinations(range(52), size) for each in hand), np.uint8)
    return every.reshape(-1, size)


def same_order(plain: list[plain_hands.Worth], ranks: list[int]) -> None:
    """Check that both rankings order the hands alike and have the same classes."""
    pairs = sorted(set(zip(plain, ranks, strict=True)))
    assert len(pairs) == len({worth for worth, _ in pairs}) == len({rank for _, rank in pairs})
    assert [rank for _, rank in pairs] == sorted(rank for _, rank in pairs)
    assert all(rank >> 12 == worth[0] for worth, rank in pairs)


def test_every_three_card_hand_is_ranked_right() -> None:
    every = all_hands(3)
    assert len(every) == 22_100
    ranks = evaluate(every)
    same_order([plain_hands.three(hand) for hand in every.tolist()], ranks.tolist())
    assert np.bincount(classes(ranks)).tolist() == THREE


def test_every_five_card_hand_is_ranked_right() -> None:
    """Hands are grouped by ranks and suitedness, which is all the plain ranking uses: every hand of a group ranks the
    same."""
    every = all_hands(5)
    assert len(every) == 2_598_960
    ranks = evaluate(every)
    high = (every >> 2).astype(np.int32)  # in ascending order already
    suited = ((every & 3) == (every[:, :1] & 3)).all(axis=1)
    shape = (high @ 13 ** np.arange(5, dtype=np.int32)) * 2 + suited
    _, first, where = np.unique(shape, return_index=True, return_inverse=True)
    assert (ranks == ranks[first][where]).all()
    shown = every[first].tolist()
    same_order([plain_hands.five(tuple(hand)) for hand in shown], ranks[first].tolist())
    assert np.bincount(classes(ranks)).tolist() == FIVE
    # The table's own ranking, which tells pairs apart and calls a high card nothing, has the same classes.
    names = {"nothing": "high card", "pair of tens or better": "pair", "pair below tens": "pair"}
    for hand, worth in zip(shown, ranks[first].tolist(), strict=True):
        told = five_card_class([NAMES[each] for each in hand])
        assert names.get(told, told.replace("-", " ")) == class_names(5)[worth >> 12]


def random_hands(size: int, many: int, seed: int) -> NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((many, 52)).argsort(axis=1)
    return np.ascontiguousarray(order[:, :size].astype(np.uint8))


def test_seven_cards_are_their_best_five() -> None:
    sevens = random_hands(7, 60_000, 7)
    # Straight flushes are rare: half of the hands come from a short deck, where they are not.
    low = np.random.default_rng(8).random((60_000, 18)).argsort(axis=1)[:, :7]
    sevens = np.concatenate([sevens, (4 * (low // 2 + 4) + low % 2).astype(np.uint8)])
    best = np.stack([evaluate(np.ascontiguousarray(sevens[:, list(five)])) for five in combinations(range(7), 5)])
    ranks = evaluate(sevens)
    assert (ranks == best.max(axis=0)).all()
    assert set(classes(ranks).tolist()) == set(range(10))


def test_the_order_of_cards_does_not_matter() -> None:
    sevens = random_hands(7, 5_000, 9)
    for shift in range(1, 7):
        assert (evaluate(np.roll(sevens, shift, axis=1)) == evaluate(sevens)).all()
    suits = np.array([4 * each + suit for each in range(13) for suit in (2, 3, 1, 0)], np.uint8)
    assert (evaluate(suits[sevens]) == evaluate(sevens)).all()


@pytest.mark.soak
def test_every_seven_card_hand_is_counted() -> None:
    fours = all_hands(4)
    counts = np.zeros(10, np.int64)
    for three in combinations(range(52), 3):
        rest = fours[np.searchsorted(fours[:, 0], three[2], side="right") :]
        if len(rest):
            first = np.broadcast_to(np.array(three, np.uint8), (len(rest), 3))
            counts += np.bincount(classes(evaluate(np.concatenate([first, rest], axis=1), check=False)), minlength=10)
    assert counts.tolist() == SEVEN


def test_every_set_of_ranks_has_its_own_place() -> None:
    """A seed for which two sets share a place is refused. There are such seeds, and ours is not one of them."""
    for size in (3, 5, 6, 7):
        hands.ranking_tables(size)

    def build_many_tables() -> None:
        for seed in range(2, 200):
            hands.ranking_tables(7, seed)

    with pytest.raises(ValueError, match="share a place"):
        build_many_tables()


def test_evaluation_takes_a_single_hand_and_no_hands() -> None:
    assert evaluate(cards(["2c 3c 4c"])[0]).shape == ()
    assert evaluate(np.zeros((0, 7), np.uint8)).shape == (0,)
    assert evaluate(cards(["Ac 2d 3h"])) < evaluate(cards(["2c 3d 4h"]))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (np.zeros((4, 6), np.uint8), "3, 5 or 7 cards"),
        (np.array([[1, 2, 52]], np.uint8), "from 0 to 51"),
        (np.array([[1, 2, 255]], np.uint8), "from 0 to 51"),
        (np.array([[1, 2, 300]]), "from 0 to 51"),
        (np.array([[1, -2, 3]]), "from 0 to 51"),
        (np.array([[1.0, 2.0, 3.0]]), "whole numbers"),
        (np.array([[1, 2, 1]], np.uint8), "same card twice"),
    ],
)
def test_arrays_that_are_no_hands_are_refused(wrong: NDArray[np.uint8], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        evaluate(wrong)


def test_cards_are_parsed_by_name() -> None:
    assert [card(name) for name in NAMES] == list(range(52))
    for wrong in ("1h", "Ax", "", "10h"):
        with pytest.raises(ValueError, match="is not a card"):
            card(wrong)
    with pytest.raises(ValueError, match="same number of cards"):
        cards(["Ah Kh Qh", "Ah Kh Qh Jh Th"])


def test_the_examples_of_the_docstring_hold() -> None:
    assert doctest.testmod(pitboss.evaluate).attempted > 3
    assert doctest.testmod(pitboss.evaluate).failed == 0


@pytest.mark.parametrize("missing", ["numpy", "llvmlite"])
def test_without_the_extra_it_says_what_to_install(missing: str) -> None:
    one = "from pitboss.evaluate import cards, rank; print(rank('As Ks Qs Js Ts'))"
    code = f"import sys; sys.modules['{missing}'] = None; {one}; cards(['As Ks Qs'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout == f"{rank('As Ks Qs Js Ts')}\n"
    assert "pip install 'pitboss[exact]'" in ran.stderr


@pytest.mark.parametrize("size", [3, 5, 7])
def test_evaluating_hands_singly_equals_evaluating_many(size: int) -> None:
    """Every hand of three cards; of the others a sample, and every hand of one suit."""
    pick = random.Random(size)
    texts = [" ".join(pick.sample(NAMES, size)) for _ in range(50_000)]
    texts += map(" ".join, combinations(NAMES if size == 3 else NAMES[::4], size))
    many = evaluate(cards(texts)).tolist()
    assert [rank(text) for text in texts] == many
    assert [single_hand.rank(text) for text in texts] == many  # as it is without the extra


def test_every_set_of_ranks_has_a_worth_of_its_own() -> None:
    """There are as many worths as ways to draw that many of 13 ranks, four of each at the most."""
    assert [len(single_hand._worths_by_ranks(size)) for size in (3, 5, 7)] == [455, 6_175, 49_205]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("As Ks", "3, 5 or 7 cards, not 2"),
        ("As Ks Qs Js", "3, 5 or 7 cards, not 4"),
        ("As Ks Qs Js Ts 9s 8s 7s", "not 8"),
        ("", "not 0"),
        ("As Ks 1s", "'1s' is not a card"),
        ("As Ks As", "As is in the hand twice"),
        ("As Ks Qs As Ks", "As is in the hand twice"),  # three different cards are left, and that is no way out
        ("As As Ks Qs Js Ts Ts", "As is in the hand twice"),
    ],
)
def test_text_that_is_no_hand_is_refused(wrong: str, says: str) -> None:
    for _ in range(2):  # the first time, and once the tables are there
        for one in (rank, single_hand.rank):
            with pytest.raises(ValueError, match=says):
                one(wrong)
            assert one("  Ks   As Qs ") == rank("As Ks Qs")


def test_a_hand_must_be_text() -> None:
    with pytest.raises(TypeError, match="a hand is text"):
        rank(["As", "Ks", "Qs"])  # type: ignore[arg-type]


def test_classes_have_names() -> None:
    assert class_name(rank("As Ks Qs Js Ts"), 5) == "royal flush"
    assert class_name(rank("As 2s 3s"), 3) == "straight flush"


@compiler.part
def twice(number: int) -> int:
    return 2 * number


@compiler.kernel("i8[:,:] u1[:] i8")
def weigh(table: NDArray[np.int64], weights: NDArray[np.uint8], more: int) -> int:
    total = 0
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            total += twice(table[i, j]) * weights[j]
    table[0, 0] = more
    return total


def test_compiled_code_is_kept_and_damage_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiler, "_is_reported", False)
    table, weights = np.arange(12, dtype=np.int64).reshape(3, 4), np.array([1, 2, 3, 255], np.uint8)
    expected = weigh.python(table.copy(), weights, 7)
    assert not weigh.is_warm()
    assert weigh(table, weights, 7) == expected
    assert table[0, 0] == 7
    assert "compiling" in capfd.readouterr().err
    assert weigh.path.exists()
    whole = weigh.path.read_bytes()
    assert compiler._read_cached(weigh.path) == whole[32:]
    weigh.path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert compiler._read_cached(weigh.path) is None
    weigh.path.write_bytes(b"")
    assert compiler._read_cached(weigh.path) is None
    for wrong in (
        (table, weights),
        (table.T, weights, 1),
        (table, weights.astype(np.int64), 1),
        (table[0], weights, 1),
    ):
        with pytest.raises(TypeError):
            weigh(*wrong)


@compiler.group("u1[:] i8")
class Weights(NamedTuple):
    of: NDArray[np.uint8]
    more: int


@compiler.group("i8[:,:]", Weights)
class Scales(NamedTuple):
    table: NDArray[np.int64]
    weights: Weights


@compiler.part
def a_line(scales: Scales, line: int) -> int:
    total = scales.weights.more
    for i in range(scales.table.shape[1]):
        total += scales.table[line, i] * scales.weights.of[i]
    return total


@compiler.kernel("i8", Scales, "i8[:]")
def weigh_lines(first: int, scales: Scales, out: NDArray[np.int64]) -> int:
    for line in range(first, scales.table.shape[0]):
        out[line] = a_line(scales, line)
    return scales.weights.more


def test_a_group_is_taken_and_handed_on_as_one_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    weights = Weights(np.array([1, 2, 3, 255], np.uint8), 7)
    scales = Scales(np.arange(12, dtype=np.int64).reshape(3, 4), weights)
    out, expected = np.zeros(3, np.int64), np.zeros(3, np.int64)
    assert weigh_lines(1, scales, out) == weigh_lines.python(1, scales, expected) == 7
    assert out.tolist() == expected.tolist() == [0, 7 + 4 + 10 + 18 + 7 * 255, 7 + 8 + 18 + 30 + 11 * 255]
    with pytest.raises(TypeError, match=r"argument 1 of .*weigh_lines must be Scales"):
        weigh_lines(1, weights, out)
    with pytest.raises(TypeError, match=r"argument 1\.weights\.of of .* array of uint8"):
        weigh_lines(1, Scales(scales.table, Weights(scales.table[0], 7)), out)


def test_every_kernel_is_compiled_ahead_and_its_source_is_in_the_digest() -> None:
    ahead = {kernel for module in warm.kernel_modules() for kernel in import_module(module).KERNELS}
    sources = {str(path) for path in compiler.sources()}
    for name, module in list(sys.modules.items()):
        here = [each for each in vars(module).values() if isinstance(each, compiler.Kernel)]
        if name.startswith("pitboss.") and here:
            assert ahead.issuperset(here), name
            assert module.__file__ in sources


def test_the_digest_follows_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before, sources = compiler.digest(), compiler.sources()
    assert {"compiler.py", "hands.py"} <= {path.name for path in sources}
    for place, path in enumerate(sources):
        changed = tmp_path / path.parent.name / path.name
        changed.parent.mkdir(exist_ok=True)
        changed.write_bytes(path.read_bytes())
        files = [*sources[:place], changed, *sources[place + 1 :]]
        with monkeypatch.context() as patch:
            patch.setattr(compiler, "sources", partial(list, files))
            patch.setattr(compiler, "_digest", "")
            assert compiler.digest() == before
            changed.write_bytes(path.read_bytes() + b"#")
            patch.setattr(compiler, "_digest", "")
            assert compiler.digest() != before
