"""Checks that the cards, dice and wheel stops of a record that names a seed are those that the seed gives.

A table that is reopened on its record restarts its source. So a round may continue where the round before left the
source, or restart it.
"""

from __future__ import annotations

from pitboss.engine.chance import Source, seeded_source
from pitboss.engine.inputs import CardOrder, Cut, Input, Spin, Throw
from pitboss.engine.record import encode_item
from pitboss.engine.waits import Wait
from pitboss.record.replay import RoundRecord
from pitboss.record.round_playback import InputListener, MismatchError, mismatch_at

SEEDED = "seeded:"
NAMES_OF_DRAWS = {CardOrder: "cards", Cut: "another cut", Throw: "dice", Spin: "another stop of the wheel"}


class Seeds:
    """Compares the inputs of one round after the other with what their seed gives."""

    def __init__(self) -> None:
        self._label = self._lost_label = ""
        self._candidates: list[Source] = []  # sources that gave every input of this round so far

    def begin(self, record: RoundRecord) -> InputListener | None:
        """Return the listener for the inputs of the round. Return None if its chance came from elsewhere, or if the
        state of its source is unknown."""
        label = record.opening.source
        if not label.startswith(SEEDED) or label == self._lost_label:
            self._label, self._candidates = label, []
            return None
        continued = self._candidates[:1] if label == self._label else []
        with mismatch_at(record.first):
            self._label, self._candidates = label, [*continued, seeded_source(_seed(label))]
        return self._check_input

    def lose(self) -> None:
        """Stop checking this seed: a round was not replayed to its end, so the state of its source is unknown."""
        self._lost_label, self._candidates = self._label, []

    def _check_input(self, wait: Wait | None, given: Input) -> None:
        """Keep the sources that give this input. Raise `MismatchError` if none does."""
        if wait is None or not wait.for_chance or type(given) not in NAMES_OF_DRAWS:
            return
        drawn = [(source, source.answers(wait)) for source in self._candidates]
        self._candidates = [source for source, answer in drawn if answer == given]
        if not self._candidates:
            draw_name = NAMES_OF_DRAWS[type(given)]
            different = draw_name if draw_name.startswith("another") else f"other {draw_name}"
            answer = drawn[0][1]
            assert answer is not None
            message = f"the round says {self._label}, but that seed gives {different} here"
            raise MismatchError(message, b'{"prev":"",' + encode_item(given)[1:], encode_item(answer))

    def end(self, record: RoundRecord) -> None:
        """Check the salt of a closed round, which is drawn when the round is over."""
        if not self._candidates or record.closing is None:
            return
        self._candidates = [source for source in self._candidates if source.salt() == record.opening.salt]
        if not self._candidates:
            with mismatch_at(record.first):
                raise MismatchError(f"the round says {self._label}, but that seed gives another salt")


def _seed(label: str) -> int:
    """Return the number in a label. Raise `MismatchError` if it is not written as this program writes it."""
    written = label.removeprefix(SEEDED)
    try:
        seed = int(written)
    except ValueError:
        seed = 0
    if str(seed) != written:
        raise MismatchError(f"the source is {label[:40]!a}, but a seed is a whole number, as in seeded:5")
    return seed
