"""The course of a wager at a game with one result for all: what each equally likely stop does to it.

A *stop* is a compartment of a wheel, or what three dice can show. A wager that a stop does not decide is in another
state afterward, and the next stop goes on from there. Exact edges and simulations go by the same courses.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.counting.exact_model import Outcome


class End(NamedTuple):
    """How a wager ends, and what it nets for each unit of it."""

    name: str
    net: Fraction
    pays: str = ""  # what is printed for it, where it wins


@dataclass(frozen=True)
class Course:
    """A wager: by state, what each stop does to it, which is another state or an end."""

    spot: str
    cents: int
    states: tuple[tuple[int | End, ...], ...]

    @property
    def ends(self) -> tuple[End, ...]:
        """In the order in which they are first met; a code is the number of one."""
        return tuple(dict.fromkeys(each for state in self.states for each in state if isinstance(each, End)))

    def weights(self) -> tuple[int | Fraction, ...]:
        """How often each end comes: counted where every stop decides. Otherwise a state is left for good sooner or
        later, and never for one before it."""
        if len(self.states) == 1 and all(isinstance(each, End) for each in self.states[0]):
            return tuple(self.states[0].count(end) for end in self.ends)
        found: list[dict[End, Fraction]] = [{} for _ in self.states]
        for at in reversed(range(len(self.states))):
            state = self.states[at]
            stays = sum(each == at for each in state)
            for each in state:
                if isinstance(each, End):
                    found[at][each] = found[at].get(each, Fraction()) + Fraction(1, len(state) - stays)
                elif each != at:
                    for end, often in found[each].items():
                        found[at][end] = found[at].get(end, Fraction()) + often / (len(state) - stays)
        return tuple(found[0].get(end, Fraction()) for end in self.ends)

    def outcomes(self) -> list[Outcome]:
        """For a row of the exact model."""
        weighed = zip(self.ends, self.weights(), strict=True)
        return [Outcome(often, end.net, Fraction(1), end.name, end.pays) for end, often in weighed]
