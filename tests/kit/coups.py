"""Scenes of punto banco for both of its games: a shoe in the middle of its life, with the cards that a test wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar, Self

import msgspec

from kit.scene import BANK, CHIPS, CUT, Scene, before_cut
from pitboss.common.punto_banco.vigorish import vigorish_owed
from pitboss.engine.carry import Carry, Deck, Shoe, opening
from pitboss.engine.driver import Driver
from pitboss.engine.game import Game
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import CardOrder, Close, Cut, Input, Sit, TakeBack, Wager
from pitboss.law.rules import Rules
from pitboss.table.cards import FULL_DECK, parse_cards
from pitboss.table.money import OUTSIDE, chips_before
from pitboss.table.shoe_steps import PACKS
from pitboss.table.table import SHOE

SALT = "5a" * 32
LEFT = 120  # cards in the shoe
BEHIND = 20  # the cutting card

# Cards of whole rounds.
TIE = "4c Kd As 3h 8c"  # the hands of the first walk: 3 and 3
BANKER_8 = "9c Qd 7s 8h"  # of the second: a natural against 6
PLAYER_9 = "9c Qd Ks 3h"  # a natural against 3
STANDS = "Kc Qd 6s 7h"  # 6 against 7: nobody draws
BANKER_DRAWS = "Kc 2d 6s Kh 5c"  # 6 stays, 2 draws and has 7
DRAGON = "Kc 2d 6s Ah 4c"  # 6 stays, 3 draws and has 7: a Dragon 7
PANDA = "2c Kd 3s 7h 3c"  # 5 draws and has 8 against 7: a Panda 8
MISLAID = "2c Kd 3s 7h 5h"  # 5 draws and has 0 against 7; the card at the banker's hand makes 5 against 2
SIX = "Kc Ad 5s 5h Kc"  # 5 draws and stays at 5 against 6


def middle_of_a_shoe(
    packs: int, cards: str, seats: tuple[int, ...], *, chips: int = CHIPS, behind: int | None = BEHIND, left: int = LEFT
) -> Carry:
    """A shoe from which some hundred cards have been dealt; these cards come next."""
    wanted = parse_cards(cards, packs)
    rest = [*(Counter(FULL_DECK * packs) - Counter(wanted)).elements()]
    more = left - len(wanted)
    carry = opening(BANK)
    accounts = {**carry.accounts, **{chips_before(seat): chips for seat in seats}}
    accounts[OUTSIDE] -= chips * len(seats)
    return msgspec.structs.replace(
        carry,
        round=7,
        players={seat: f"Player {seat}" for seat in seats},
        accounts=accounts,
        decks=(Deck("red", tuple(rest[more:])),),
        marks={PACKS.word: packs},
        shoe=Shoe({SHOE: (*wanted, *rest[:more])}, behind, SALT),
    )


def breaches_of(house: House, rules: Rules) -> set[str]:
    return {finding.cite for finding in house.breaches(rules)}


class CoupScene(Scene):
    """Rounds of punto banco. `cards` come next, in this order: player, banker, player, banker, third cards, and on."""

    game: ClassVar[Game]

    def __init__(
        self,
        cards: str = "",
        *seats: int,
        readings: Mapping[str, str] | None = None,
        chips: int = CHIPS,
        behind: int | None = BEHIND,
        left: int = LEFT,
        carry: Carry | None = None,
        **house: Any,
    ) -> None:
        elected = self.game.house.usual(**house)
        self.start = carry or middle_of_a_shoe(
            elected.packs, cards, seats or (1, 2), chips=chips, behind=behind, left=left
        )
        self.drivers: list[Driver] = []  # the rounds that are over, in order
        super().__init__(elected, self.start, readings)

    @classmethod
    def new_table(cls, cards: str, *seats: int, readings: Mapping[str, str] | None = None, **house: Any) -> Self:
        """A table that opens: players come, and the cards of the first shoe lie like this."""
        elected = cls.game.house.usual(**house)
        scene = cls(readings=readings, carry=opening(BANK, elected.decks), **house)
        scene.give(*(Sit(seat, f"Player {seat}", CHIPS) for seat in seats or (1, 2)))
        if not house.get("pre_shuffled"):
            scene.give(Close())
        return scene.shoe(cards)

    def shoe(self, cards: str, behind: int = BEHIND) -> Self:
        """The cards are shuffled, cut, and the cutting card is put in: these come first."""
        wanted = parse_cards(cards, self.house.packs)
        rest = (Counter(FULL_DECK * self.house.packs) - Counter(wanted)).elements()
        order = (*wanted, *rest)
        if self.house.shuffler == "continuous":
            return self.give(CardOrder(order, SALT))
        return self.give(CardOrder(before_cut(order), SALT), Cut(CUT), Cut(behind))

    def give(self, *given: Input) -> Self:
        """Give inputs one after the other. When a round is over the next one begins."""
        for each in given:
            super().give(each)
            self.go_on()
        return self

    def run(self) -> Self:
        super().run()
        return self.go_on()

    def go_on(self) -> Self:
        if self.driver.done:
            assert self.driver.next is not None
            self.drivers.append(self.driver)
            self.driver = Driver(self.game, self.rules, self.house, self.driver.next)
        return self

    def bet(self, seat: int, spot: str, dollars: int = 10) -> Self:
        return self.give(Wager(seat, {spot: 100 * dollars}))

    def take_down(self, seat: int, spot: str) -> Self:
        return self.give(TakeBack(seat, spot))

    def deal(self) -> Self:
        return self.give(Close())

    # --- looking

    @property
    def last(self) -> Driver:
        """The round that was played last."""
        return self.drivers[-1]

    @property
    def rounds(self) -> list[Driver]:
        return self.drivers

    def net(self, seat: int) -> int:
        """Return what a seat has won since the scene began, in cents, counting its wagers that lie on the layout."""
        lying = sum(cents for position, _, cents in self.t.wagers() if position == seat)
        return self.chips(seat) + lying - self.start.accounts.get(chips_before(seat), CHIPS)

    def wagers_of(self, seat: int) -> dict[str, int]:
        return {spot: cents for position, spot, cents in self.t.wagers() if position == seat}

    def debt_of(self, seat: int) -> int:
        return vigorish_owed(self.t, seat)

    def cards_left(self) -> int:
        """Count the cards in the shoe."""
        return len(self.t.cards(SHOE))

    def offers_to(self, seat: int = 1) -> list[str]:
        return [offer.name for offer in self.game.offers(self.driver.round, seat)]

    def acts(self, kind: type[Any] | None = None) -> list[Any]:
        """Return the acts of all rounds so far, or those of one kind."""
        log = [item for driver in [*self.drivers, self.driver] for item in driver.log]
        return [item for item in log if not isinstance(item, Input) and (kind is None or isinstance(item, kind))]

    def cites(self) -> list[str]:
        return [id_ for act in self.acts() for id_ in act.cite.split(", ")]
