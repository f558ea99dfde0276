"""Whether the cards, dice and stops of a wheel of a record that names a seed are those that the seed gives.

A table that is opened again on its record begins its source anew, so a round may go on where the one before it left the
source, or begin it.
"""

from __future__ import annotations

from pitboss.engine.chance import Source, seeded
from pitboss.engine.inputs import CardOrder, Cut, Input, Spin, Throw
from pitboss.engine.record import encode_item
from pitboss.engine.waits import Wait
from pitboss.record.replay import RoundRecord
from pitboss.record.round_playback import InputListener, MismatchError, mismatch_at

SEEDED = "seeded:"
DRAWN = {CardOrder: "cards", Cut: "another cut", Throw: "dice", Spin: "another stop of the wheel"}


class Seeds:
    """Hears the inputs of one round after the other."""

    def __init__(self) -> None:
        self._label = self._lost = ""
        self._fitting: list[Source] = []  # sources that have given all that was heard in this round

    def begin(self, record: RoundRecord) -> InputListener | None:
        """Return what must hear the inputs of the round; nothing if its chance came from elsewhere or its source is
        lost."""
        label = record.opening.source
        if not label.startswith(SEEDED) or label == self._lost:
            self._label, self._fitting = label, []
            return None
        goes_on = self._fitting[:1] if label == self._label else []
        with mismatch_at(record.first):
            self._label, self._fitting = label, [*goes_on, seeded(_seed(label))]
        return self._hear

    def lose(self) -> None:
        """Ask no more of this seed: a round was not heard to its end, so nobody knows where its source stands."""
        self._lost, self._fitting = self._label, []

    def _hear(self, wait: Wait | None, given: Input) -> None:
        if wait is None or not wait.for_chance or type(given) not in DRAWN:
            return
        drawn = [(source, source.answers(wait)) for source in self._fitting]
        self._fitting = [source for source, answer in drawn if answer == given]
        if not self._fitting:
            word = DRAWN[type(given)]
            other = word if word.startswith("another") else f"other {word}"
            answer = drawn[0][1]
            assert answer is not None
            wrong = f"the round says {self._label}, but that seed gives {other} here"
            raise MismatchError(wrong, b'{"prev":"",' + encode_item(given)[1:], encode_item(answer))

    def end(self, record: RoundRecord) -> None:
        """The salt of a round is drawn when it is over."""
        if not self._fitting or record.closing is None:
            return
        self._fitting = [source for source in self._fitting if source.salt() == record.opening.salt]
        if not self._fitting:
            with mismatch_at(record.first):
                raise MismatchError(f"the round says {self._label}, but that seed gives another salt")


def _seed(label: str) -> int:
    """The number in a label, as the writer of records writes it."""
    written = label.removeprefix(SEEDED)
    try:
        seed = int(written)
    except ValueError:
        seed = 0
    if str(seed) != written:
        raise MismatchError(f"the source is {label[:40]!a}, but a seed is a whole number, as in seeded:5")
    return seed
