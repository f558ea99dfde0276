"""The account of a finished round: all that is needed to tell it to anyone, now or in a later version.

It is made when the round closes and kept as plain words and numbers, so that a version that would play the round
otherwise, or no longer knows one of its acts, can still tell what happened and which version played it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from pitboss import __version__
from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Wager
from pitboss.engine.view import HIDDEN, seen_acts
from pitboss.record.explain import SeatStory, Teller
from pitboss.record.round_playback import again
from pitboss.table.cards import Lying
from pitboss.table.money import bank_of
from pitboss.table.roads import Coup
from pitboss.table.steps import Step, WagerStep, sentence_for_house, sentence_for_players
from pitboss.table.table import COMMUNITY, DEALER, Table, hand


class ToldAct(msgspec.Struct, frozen=True):
    act: str  # its kind
    cite: str
    told: str  # names no card that nobody has seen, and no more than was noticed
    to_players: int = 0  # cents that it moved from the table inventory to players; less than nothing if it took


class Account(msgspec.Struct, frozen=True):
    pitboss: str  # the version that played it
    game: str
    rules: str  # digest
    text: str  # of the law
    round: int
    acts: tuple[ToldAct, ...]
    seats: tuple[SeatStory, ...]
    net: int = 0  # what players have won of the house, in cents
    wagers: int = 0  # how often somebody wagered
    void: str = ""  # the paragraph by which it was void
    cards: dict[str, tuple[str, ...]] = {}  # place -> cards as everybody saw them; "??" stayed face down
    own: dict[str, dict[int, tuple[str, ...]]] = {}  # player -> position -> cards that he looked at before himself
    dice: tuple[int, ...] = ()
    wheel: int | None = None  # the stop where it came to rest
    coup: Coup | UnsetType = UNSET  # which side won, where players keep roads of that
    unnoticed: tuple[ToldAct, ...] = ()  # what happened beyond what anybody at the table could notice: for the house

    def seen_by(self, player: str) -> Account:
        """One viewer's own account: of the cards that only their player has looked at, his own; and nothing that was
        not noticed."""
        own = {player: self.own[player]} if player in self.own else {}
        return msgspec.structs.replace(self, own=own, unnoticed=())


class Telling:
    """Hears a round act by act, while it is played or when it is played again, and tells it once it is over."""

    def __init__(self, driver: Driver) -> None:
        """With the round before anything is done in it."""
        self._teller, self._watch = Teller(driver), Watch()
        self._start = self._held = bank_of(driver.carry.accounts)
        self._acts: list[ToldAct] = []
        self._heard = 0  # how much of the log

    def hear(self, driver: Driver) -> None:
        """What was done since it heard last; it should hear after each act."""
        log = driver.log
        for item in log[self._heard :]:
            self._teller.hear(driver, item)
            if isinstance(item, Step):
                if not isinstance(item, WagerStep):  # which moves no card
                    self._watch.look(driver.table)
                before, self._held = self._held, bank_of(driver.table.ledger.accounts)
                if not item.unnoticed:
                    self._acts.append(
                        ToldAct(kind_of(item), item.cite, sentence_for_players(item), before - self._held)
                    )
        self._heard = len(log)

    def account(self, driver: Driver) -> Account:
        """Nothing more is heard after that."""
        return Account(
            pitboss=__version__,
            game=driver.game.name,
            rules=driver.rules.digest,
            text=driver.rules.texts,
            round=driver.carry.round,
            acts=tuple(self._acts),
            seats=tuple(self._teller.stories()),
            net=self._start - self._held,
            wagers=sum(isinstance(item, Wager) for item in driver.log),
            void=driver.table.void,
            cards=self._watch.cards,
            own=self._watch.own,
            dice=driver.table.dice,
            wheel=driver.table.wheel,
            coup=_coup(driver, self._watch.cards),
            unnoticed=tuple(unnoticed_in(driver)),
        )


def _coup(driver: Driver, cards: dict[str, tuple[str, ...]]) -> Coup | UnsetType:
    road = driver.game.furniture.road
    found = None if road is None or driver.table.void else road.read(driver.table, cards)
    return UNSET if found is None else found


def account_of(driver: Driver) -> Account:
    """Told by playing the round once more, act by act."""
    telling = Telling(Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True))
    for now, _ in again(driver):
        telling.hear(now)
    return telling.account(driver)


def plain_account(driver: Driver) -> Account:
    """What can be said of a round whose wagers nobody can explain: every act in its words."""
    acts = [ToldAct(kind_of(item), item.cite, sentence_for_players(item)) for item in seen_acts(driver.log)]
    before, after = bank_of(driver.carry.accounts), bank_of(driver.table.ledger.accounts)
    whole = ToldAct("not told", "house:account", "The result of each wager is not known.", before - after)
    return Account(
        pitboss=__version__,
        game=driver.game.name,
        rules=driver.rules.digest,
        text=driver.rules.texts,
        round=driver.carry.round,
        acts=(*acts, whole),
        seats=(),
        net=before - after,
        void=driver.table.void,
        unnoticed=tuple(unnoticed_in(driver)),
    )


def kind_of(step: Step) -> str:
    return str(type(step).__struct_config__.tag)


def unnoticed_in(driver: Driver) -> Iterator[ToldAct]:
    """Acts that nobody at the table notices, and those of which the house can tell more."""
    for item in driver.log:
        if isinstance(item, Step) and (item.unnoticed or item.keeps_back):
            yield ToldAct(kind_of(item), item.cite, sentence_for_house(item))


class Watch:
    """Sees the cards before they are collected: what lay open to all, and what a player looked at before himself."""

    def __init__(self) -> None:
        self.cards: dict[str, tuple[str, ...]] = {}
        self.own: dict[str, dict[int, tuple[str, ...]]] = {}
        # The cards of each place as they lay when it looked last, and who had looked at them: most acts move none.
        self._lay: dict[str, tuple[list[Lying], str]] = {}

    def look(self, t: Table) -> None:
        for position in t.live():
            # By name: another may take the seat before the round is over.
            player = t.players[t.owners[position]] if position in t.examined else ""
            if self._see(t, hand(position), player) and player:
                self.own.setdefault(player, {})[position] = t.faces(hand(position))
        self._see(t, COMMUNITY)
        self._see(t, DEALER)

    def _see(self, t: Table, place: str, player: str = "") -> bool:
        """Whether anything is new there. It is kept as everybody sees it, if as many lie open as were known to."""
        pile = t.cards(place)
        if not pile or (pile, player) == self._lay.get(place):
            return False
        self._lay[place] = (pile.copy(), player)
        lying = tuple([each.card if each.up else HIDDEN for each in pile])
        if open_cards(lying) >= open_cards(self.cards.get(place, ())):
            self.cards[place] = lying
        return True


def open_cards(cards: tuple[str, ...]) -> int:
    return len(cards) - cards.count(HIDDEN)


def pack(account: Account) -> bytes:
    return zlib.compress(msgspec.json.encode(account))


def unpack(raw: bytes) -> Account:
    return msgspec.json.decode(zlib.decompress(raw), type=Account)
