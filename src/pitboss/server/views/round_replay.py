"""A round that is over, act by act: the table as one viewer saw it before the first act, and what each act changed.

The round is played again from its rows, so a version that would play it otherwise has no replay of it. Everything shown
comes out of the view of the seat that the viewer had at that moment; cards that stayed hidden stay hidden. Only cards
that somebody looked at himself stay his to see after he folded, to the end of the round.
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
    """An act with what it changed, to be laid over the view before it."""

    cite: str
    told: str
    kind: str
    phase: str
    changes: Fields


class Replay(msgspec.Struct, frozen=True):
    view: Fields  # before the first act
    acts: tuple[ShownAct, ...]


def replayed(driver: Driver, player: str) -> Replay:
    """A driver's round as a player saw it; without a name, as somebody who watched."""
    stage = Playback(driver, player)
    looks = [stage.look()]
    acts: list[tuple[Step, bool]] = []

    def heard(wait: Wait | None, given: Input) -> None:
        looks[-1] = stage.look()  # by now the dealer waits, and whatever he asks has been asked

    answered = False
    entries = (LoggedEntry(item, number) for number, item in enumerate(driver.log, 1))
    for item in replay_entries(stage.driver, entries, heard):
        if isinstance(item, Step) and not item.unnoticed:
            acts.append((item, answered))
            looks.append(stage.look())
            answered = False
        elif isinstance(item, Answer):
            answered = True
    stage.driver.run()  # after its last act a round ends by itself
    looks[-1] = stage.look()
    phase = DECK if driver.house.decks else BETS
    shown = []
    for (step, after_answer), before, after in zip(acts, looks, looks[1:], strict=False):
        phase = DECISIONS if after_answer else _phase(step, before, after, phase)
        shown.append(ShownAct(step.cite, sentence_for_players(step), act_kind(step), phase, changes(before, after)))
    return Replay(looks[0], tuple(shown))


class Playback:
    """The round while it is played again, as one viewer sees it."""

    def __init__(self, played: Driver, player: str) -> None:
        self.driver = Driver(played.game, played.rules, played.house, played.carry, stepwise=True)
        self._player = player

    def look(self) -> Fields:
        """All that is drawn. The names are those of the view that a seat is sent."""
        driver = self.driver
        what = view(driver, SPECTATOR, len(driver.log))
        # By name: another may take the seat before the round is over.
        seat = next((each for each, name in what.players.items() if name and name == self._player), SPECTATOR)
        return {
            **drawable_fields(driver),
            "game": what.game,
            "round": what.round,
            "places": driver.house.seats,
            "with_cards": bool(driver.house.decks),
            "seats": tuple(_seat(what, number) for number in sorted(what.players)),
            "hands": hands_seen(driver.table, seat),
            "waiting": what.waiting,
            "asked": question_of(what.asked, driver),
            "you": {"seat": seat, "offers": ()},
        }


def _seat(what: View, number: int) -> Fields:
    name = what.players[number]
    away = AWAY.word(number) in what.marks
    still = {"here": True, "ready": False, "sits_out": False}
    return {"number": number, "player": name, "house": name.endswith(HOUSE), "left": away, **still}


# --- the phases of a round, by what an act does: no game is known here


def _phase(step: Step, before: Fields, after: Fields, phase: str) -> str:
    if isinstance(step, DECK_STEPS):
        return DECK
    if isinstance(step, steps.PlaceWager):
        return DECISIONS if _lying(before) else BETS
    if isinstance(step, SETTLES):
        return BETS if phase in (DECK, BETS) else SETTLE  # what is taken back before anything is decided
    if after["dice"] != before["dice"]:
        return ROLL
    if after["wheel"] != before["wheel"]:
        return SPIN
    if _lying(after) > _lying(before):
        return DEAL
    if isinstance(step, deck.CollectCards):
        return COLLECT if phase == SETTLE else phase
    return TURN if _faces(after) > _faces(before) and phase != DEAL else phase


def _lying(look: Fields) -> int:
    return sum(map(len, (look["community"], look["dealer"], *look["hands"].values())))


def _faces(look: Fields) -> int:
    """The cards in the middle that lie open."""
    return sum(card != HIDDEN for card in (*look["community"], *look["dealer"]))
