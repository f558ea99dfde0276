"""Replays of finished rounds: the table as one viewer saw it before the first act, and the changes that each act made.

The round is played again from its rows, so a version that plays it differently has no replay of it. Everything shown
comes from the view of the seat that the viewer had at that moment, so cards that stayed hidden stay hidden. Cards that
players looked at themselves stay visible to them after they folded, until the end of the round.
"""

from __future__ import annotations

import msgspec

from pitboss.engine.driver import Driver
from pitboss.engine.inputs import Answer, Input
from pitboss.engine.view import HIDDEN, SPECTATOR, View, hands_seen, view
from pitboss.engine.waits import Wait
from pitboss.record.account import act_kind
from pitboss.record.round_playback import LoggedEntry, replay_entries
from pitboss.server.live.parts.presence import HOUSE
from pitboss.server.views.act_diffs import Fields, changes, drawable_fields
from pitboss.server.views.table_view import question_of
from pitboss.table import card_steps as deck
from pitboss.table import steps
from pitboss.table.facts import AWAY
from pitboss.table.steps import Step, sentence_for_players

DECK_STEPS = (
    *(deck.CallForCut, deck.ChangeDecks, deck.CompleteCut, deck.CutCards, deck.EmptyRack, deck.LoadDeck),
    *(deck.LoadShuffler, deck.ReceiveDeck, deck.Shuffle, deck.SpreadCards, deck.StartShuffler),
    *(deck.TakePreShuffled, deck.TurnSpread, deck.Wash),
)
SETTLES = (
    *(steps.CollectWager, steps.PayWager, steps.ReturnWager, steps.JudgeWager, steps.KeepStake, steps.StandWager),
    *(steps.MoveWager, steps.TakeFee, steps.VoidHand, steps.VoidRound),
)
DECK, BETS, DEAL, DECISIONS, TURN, ROLL, SPIN, SETTLE, COLLECT = (
    "Deck",
    "Bets",
    "Deal",
    "Decisions",
    "Turn",
    "Roll",
    "Spin",
    "Settle",
    "Collect",
)


class ShownAct(msgspec.Struct, frozen=True):
    """An act with the changes that it made to the view before it."""

    cite: str
    told: str
    kind: str
    phase: str
    changes: Fields


class Replay(msgspec.Struct, frozen=True):
    """A replay: the first view, and the acts that follow."""

    view: Fields  # before the first act
    acts: tuple[ShownAct, ...]


def replay_as_seen(driver: Driver, player: str) -> Replay:
    """Replay a driver's round as a player saw it, or as a spectator if the name is empty."""
    playback = Playback(driver, player)
    looks = [playback.look()]
    acts: list[tuple[Step, bool]] = []

    def before_input(wait: Wait | None, given: Input) -> None:
        looks[-1] = playback.look()  # the dealer waits by now, so the question is part of what is seen

    answered = False
    entries = (LoggedEntry(item, number) for number, item in enumerate(driver.log, 1))
    for item in replay_entries(playback.driver, entries, before_input):
        if isinstance(item, Step) and not item.unnoticed:
            acts.append((item, answered))
            looks.append(playback.look())
            answered = False
        elif isinstance(item, Answer):
            answered = True
    playback.driver.run()  # the round ends by itself after its last act
    looks[-1] = playback.look()
    phase = DECK if driver.house.decks else BETS
    shown = []
    for (step, after_answer), before, after in zip(acts, looks, looks[1:], strict=False):
        phase = DECISIONS if after_answer else _phase(step, before, after, phase)
        shown.append(ShownAct(step.cite, sentence_for_players(step), act_kind(step), phase, changes(before, after)))
    return Replay(looks[0], tuple(shown))


class Playback:
    """A round that is being replayed, as one viewer sees it."""

    def __init__(self, played: Driver, player: str) -> None:
        self.driver = Driver(played.game, played.rules, played.house, played.carry, stepwise=True)
        self._player = player

    def look(self) -> Fields:
        """Return everything that is drawn, under the names of the view that a live seat is sent."""
        driver = self.driver
        seen = view(driver, SPECTATOR, len(driver.log))
        # Look the seat up by name: somebody else may take the player's seat before the round is over.
        seat = next((seat for seat, name in seen.players.items() if name and name == self._player), SPECTATOR)
        return {
            **drawable_fields(driver),
            "game": seen.game,
            "round": seen.round,
            "places": driver.house.seats,
            "with_cards": bool(driver.house.decks),
            "seats": tuple(_seat(seen, number) for number in sorted(seen.players)),
            "hands": hands_seen(driver.table, seat),
            "waiting": seen.waiting,
            "asked": question_of(seen.asked, driver),
            "you": {"seat": seat, "offers": ()},
        }


def _seat(seen: View, number: int) -> Fields:
    name = seen.players[number]
    away = AWAY.word(number) in seen.marks
    still = {"here": True, "ready": False, "sits_out": False}
    return {"number": number, "player": name, "house": name.endswith(HOUSE), "left": away, **still}


# --- the phases of a round, derived from what an act does, without knowledge of the game


def _phase(step: Step, before: Fields, after: Fields, phase: str) -> str:
    if isinstance(step, DECK_STEPS):
        return DECK
    if isinstance(step, steps.PlaceWager):
        return DECISIONS if _card_count(before) else BETS
    if isinstance(step, SETTLES):
        return (
            BETS if phase in (DECK, BETS) else SETTLE
        )  # BETS for a wager that is taken back before anything is decided
    if after["dice"] != before["dice"]:
        return ROLL
    if after["wheel"] != before["wheel"]:
        return SPIN
    if _card_count(after) > _card_count(before):
        return DEAL
    if isinstance(step, deck.CollectCards):
        return COLLECT if phase == SETTLE else phase
    return TURN if _open_card_count(after) > _open_card_count(before) and phase != DEAL else phase


def _card_count(look: Fields) -> int:
    return sum(map(len, (look["community"], look["dealer"], *look["hands"].values())))


def _open_card_count(look: Fields) -> int:
    """Return the number of community and dealer's cards that lie face up."""
    return sum(card != HIDDEN for card in (*look["community"], *look["dealer"]))
