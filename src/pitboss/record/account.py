"""The account of a finished round: all that is needed to explain it to anyone, now or in a later version.

It is made when the round closes and kept as plain words and numbers. A later version that would play the round
differently, or that no longer knows one of its acts, can still show what happened and which version played it.
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
from pitboss.record.explain import SeatStory, StoryBuilder
from pitboss.record.round_playback import replay_log
from pitboss.table.cards import Lying
from pitboss.table.money import bank_of
from pitboss.table.roads import Coup
from pitboss.table.steps import Step, WagerStep, sentence_for_house, sentence_for_players
from pitboss.table.table import COMMUNITY, DEALER, Table, hand


class ToldAct(msgspec.Struct, frozen=True):
    act: str  # its kind
    cite: str
    told: str  # its words: they name no card that nobody has seen, and only what was noticed
    to_players: int = 0  # cents it moved from the table inventory to players; negative if players paid


class Account(msgspec.Struct, frozen=True):
    pitboss: str  # the version that played it
    game: str
    rules: str  # digest
    text: str  # of the law
    round: int
    acts: tuple[ToldAct, ...]
    seats: tuple[SeatStory, ...]
    net: int = 0  # what players have won from the house, in cents
    wagers: int = 0  # number of wager inputs
    void: str = ""  # the paragraph that voids it; empty if it counts
    cards: dict[str, tuple[str, ...]] = {}  # place -> cards as everybody saw them; "??" for one that stayed face down
    own: dict[str, dict[int, tuple[str, ...]]] = {}  # player -> position -> cards he looked at himself
    dice: tuple[int, ...] = ()
    wheel: int | None = None  # the stop where it came to rest
    coup: Coup | UnsetType = UNSET  # which side won, in games whose players keep roads of it
    unnoticed: tuple[ToldAct, ...] = ()  # what nobody at the table could notice: for the house only

    def seen_by(self, player: str) -> Account:
        """Return the account as one player may see it: without unnoticed acts, and without the cards that only other
        players have looked at."""
        own = {player: self.own[player]} if player in self.own else {}
        return msgspec.structs.replace(self, own=own, unnoticed=())


class AccountBuilder:
    """Builds the account of a round from its acts, while it is played or when it is replayed."""

    def __init__(self, driver: Driver) -> None:
        """Begin an account with the driver of a round in which nothing has been done yet."""
        self._stories, self._watch = StoryBuilder(driver), CardWatch()
        self._start = self._held = bank_of(driver.carry.accounts)
        self._acts: list[ToldAct] = []
        self._heard = 0  # number of log items taken in

    def add_new(self, driver: Driver) -> None:
        """Add the acts done since the last call. Must be called after each act."""
        log = driver.log
        for item in log[self._heard :]:
            self._stories.add(driver, item)
            if isinstance(item, Step):
                if not isinstance(item, WagerStep):  # a wager step moves no card
                    self._watch.look(driver.table)
                bank_before, self._held = self._held, bank_of(driver.table.ledger.accounts)
                if not item.unnoticed:
                    self._acts.append(
                        ToldAct(act_kind(item), item.cite, sentence_for_players(item), bank_before - self._held)
                    )
        self._heard = len(log)

    def account(self, driver: Driver) -> Account:
        """Return the account of the finished round. Nothing may be added after that."""
        return Account(
            pitboss=__version__,
            game=driver.game.name,
            rules=driver.rules.digest,
            text=driver.rules.texts,
            round=driver.carry.round,
            acts=tuple(self._acts),
            seats=tuple(self._stories.stories()),
            net=self._start - self._held,
            wagers=sum(isinstance(item, Wager) for item in driver.log),
            void=driver.table.void,
            cards=self._watch.cards,
            own=self._watch.own,
            dice=driver.table.dice,
            wheel=driver.table.wheel,
            coup=_read_coup(driver, self._watch.cards),
            unnoticed=tuple(unnoticed_acts(driver)),
        )


def _read_coup(driver: Driver, cards: dict[str, tuple[str, ...]]) -> Coup | UnsetType:
    road = driver.game.furniture.road
    coup = None if road is None or driver.table.void else road.read(driver.table, cards)
    return UNSET if coup is None else coup


def account_of(driver: Driver) -> Account:
    """Return the account of a finished round by replaying it act by act."""
    builder = AccountBuilder(Driver(driver.game, driver.rules, driver.house, driver.carry, stepwise=True))
    for replayed, _ in replay_log(driver):
        builder.add_new(replayed)
    return builder.account(driver)


def plain_account(driver: Driver) -> Account:
    """Return a shorter account, with every act in its words, for a round whose wagers cannot be explained."""
    acts = [ToldAct(act_kind(item), item.cite, sentence_for_players(item)) for item in seen_acts(driver.log)]
    before, after = bank_of(driver.carry.accounts), bank_of(driver.table.ledger.accounts)
    total = ToldAct("not told", "house:account", "The result of each wager is not known.", before - after)
    return Account(
        pitboss=__version__,
        game=driver.game.name,
        rules=driver.rules.digest,
        text=driver.rules.texts,
        round=driver.carry.round,
        acts=(*acts, total),
        seats=(),
        net=before - after,
        void=driver.table.void,
        unnoticed=tuple(unnoticed_acts(driver)),
    )


def act_kind(step: Step) -> str:
    return str(type(step).__struct_config__.tag)


def unnoticed_acts(driver: Driver) -> Iterator[ToldAct]:
    """Yield the acts that nobody at the table notices, and the acts about which the house knows more than the
    players."""
    for item in driver.log:
        if isinstance(item, Step) and (item.unnoticed or item.keeps_back):
            yield ToldAct(act_kind(item), item.cite, sentence_for_house(item))


class CardWatch:
    """Notes the cards of a round before they are collected: those open to all, and those that a player looked at
    himself."""

    def __init__(self) -> None:
        self.cards: dict[str, tuple[str, ...]] = {}
        self.own: dict[str, dict[int, tuple[str, ...]]] = {}
        # The cards of each place at the last look, and who had examined them. Most acts move none, so this saves work.
        self._last_seen: dict[str, tuple[list[Lying], str]] = {}

    def look(self, t: Table) -> None:
        for position in t.live_positions():
            # By name, because another player may take the seat before the round is over.
            player = t.players[t.owners[position]] if position in t.examined else ""
            if self._note_place(t, hand(position), player) and player:
                self.own.setdefault(player, {})[position] = t.faces(hand(position))
        self._note_place(t, COMMUNITY)
        self._note_place(t, DEALER)

    def _note_place(self, t: Table, place: str, player: str = "") -> bool:
        """Note the cards of a place as everybody sees them, and return whether any have changed. An earlier state is
        kept if more of its cards lay open."""
        pile = t.cards(place)
        if not pile or (pile, player) == self._last_seen.get(place):
            return False
        self._last_seen[place] = (pile.copy(), player)
        faces = tuple([card.card if card.up else HIDDEN for card in pile])
        if count_open_cards(faces) >= count_open_cards(self.cards.get(place, ())):
            self.cards[place] = faces
        return True


def count_open_cards(cards: tuple[str, ...]) -> int:
    return len(cards) - cards.count(HIDDEN)


def pack(account: Account) -> bytes:
    return zlib.compress(msgspec.json.encode(account))


def unpack(raw: bytes) -> Account:
    return msgspec.json.decode(zlib.decompress(raw), type=Account)
