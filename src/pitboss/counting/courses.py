"""The courses of wagers at wheels and shaken dice: what each equally likely stop does to a wager.

A *stop* is a compartment of a wheel, or a roll of three dice. A stop that does not decide a wager moves it to another
state, from which the next stop continues. Exact edges and simulations use the same courses.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pitboss.counting.exact_model import Outcome


class End(NamedTuple):
    """One way in which a wager ends, and what the player nets per unit wagered."""

    name: str
    net: Fraction
    pays: str = ""  # the odds printed on the layout, for a winning end


@dataclass(frozen=True)
class Course:
    """A wager as a Markov chain: `states[state][stop]` is the next state or an end. It begins in state 0."""

    spot: str
    cents: int
    states: tuple[tuple[int | End, ...], ...]
    idle: frozenset[int] = frozenset()  # stops that do not count, for any wager: they lead back to the same state

    @property
    def ends(self) -> tuple[End, ...]:
        """The distinct ends in order of first occurrence. A simulation's code is an index into them."""
        return tuple(dict.fromkeys(target for state in self.states for target in state if isinstance(target, End)))

    def weights(self) -> tuple[int | Fraction, ...]:
        """Return the weight of each end, in the order of `ends`.

        Weights are numbers of stops if every stop decides the wager, and probabilities otherwise. A state may lead to
        itself and to later states, never to an earlier one.
        """
        if len(self.states) == 1 and all(isinstance(target, End) for target in self.states[0]):
            return tuple(self.states[0].count(end) for end in self.ends)
        chances: list[dict[End, Fraction]] = [{} for _ in self.states]  # by state, the probability of each end
        for number in reversed(range(len(self.states))):
            state = self.states[number]
            stays = sum(target == number for target in state)
            for target in state:
                if isinstance(target, End):
                    chances[number][target] = chances[number].get(target, Fraction()) + Fraction(1, len(state) - stays)
                elif target != number:
                    for end, chance in chances[target].items():
                        chances[number][end] = chances[number].get(end, Fraction()) + chance / (len(state) - stays)
        return tuple(chances[0].get(end, Fraction()) for end in self.ends)

    def outcomes(self) -> list[Outcome]:
        """Return the ends with their weights as outcomes for `exact_model.row`."""
        weighted = zip(self.ends, self.weights(), strict=True)
        return [Outcome(weight, end.net, Fraction(1), end.name, end.pays) for end, weight in weighted]

    @property
    def value(self) -> Fraction:
        """The average net until the wager is decided, per unit wagered."""
        weights = self.weights()
        nets = (weight * end.net for weight, end in zip(weights, self.ends, strict=True))
        return sum(nets, Fraction()) / sum(weights)

    def next_nets(self) -> list[int]:
        """Return, for each stop that counts, the cents that the player nets if it comes next."""
        return [
            int(target.net * self.cents) if isinstance(target, End) else 0
            for stop, target in enumerate(self.states[0])
            if stop not in self.idle
        ]
