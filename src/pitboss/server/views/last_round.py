"""The settlement of the last round: the result of each wager, and the cards as they lay."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.record.account import Account
from pitboss.record.explain import SeatStory, WagerStory
from pitboss.table.steps import BY_THE_PLAYER, PUSH, UNDEALT, VOIDED


class Result(msgspec.Struct, frozen=True):
    """The result of a wager."""

    seat: Annotated[int, Meta(description="the seat whose wager it was")]
    player: Annotated[str, Meta(description="the player who wagered; somebody else may have the seat by now")]
    position: Annotated[int, Meta(description="the betting position")]
    spot: Annotated[str, Meta(description="the betting area")]
    staked: Annotated[int, Meta(description="the amount wagered, in cents")]
    net: Annotated[int, Meta(description="the amount won, negative if it lost, in cents")]
    mark: Annotated[
        str,
        Meta(
            description='"won", "lost", "push", "void" (came back because a hand, a spin or the round was void), '
            '"back" (taken back by the player, or returned before anything decided it) or "stands"'
        ),
    ]
    outcome: Annotated[str, Meta(description="the result in words, with the reason if there is one")]
    hand: Annotated[str, Meta(description="the hand that decided it")]
    cards: Annotated[tuple[str, ...], Meta(description="the cards of that hand")]
    sum: Annotated[str, Meta(description="how the payment was calculated")]
    cite: Annotated[str, Meta(description="the paragraph that settled it")]


class Settled(msgspec.Struct, frozen=True):
    """The settlement of the last round."""

    round: Annotated[int, Meta(description="the number of the round")]
    void: Annotated[str, Meta(description="the paragraph by which it was void; empty if it was not")]
    results: Annotated[tuple[Result, ...], Meta(description="the result of each wager of every player")]
    nets: Annotated[dict[int, int], Meta(description="by seat: the total won, negative if lost, in cents")]
    players: Annotated[dict[int, str], Meta(description="by seat: the name of the player")]
    notes: Annotated[dict[int, tuple[str, ...]], Meta(description="by seat: further notes about the round")]
    cards: Annotated[dict[str, tuple[str, ...]], Meta(description="the cards as everybody saw them, by where they lay")]
    dice: Annotated[tuple[int, ...], Meta(description="the dice")]
    wheel: Annotated[int | None, Meta(description="the stop where the wheel came to rest, from 0, if there is a wheel")]
    own: Annotated[dict[int, tuple[str, ...]], Meta(description="by position: your cards, if you looked at them")] = {}


def settled_of(account: Account) -> Settled:
    """Return the settlement of a round as everybody may see it."""
    played = [story for story in account.seats if story.wagers]
    if account.void and not played:  # wound up: the account has no wagers, only the note that they were returned
        played = [story for story in account.seats if story.notes]
    players = {story.seat: story.player for story in played}  # the last who wagered there
    return Settled(
        round=account.round,
        void=account.void,
        results=tuple(_result(wager, story.player, account.void) for story in played for wager in story.wagers),
        nets={
            seat: sum(story.net for story in played if _is_of(story, seat, player)) for seat, player in players.items()
        },
        players=players,
        notes={
            story.seat: tuple(story.notes)
            for story in played
            if story.notes and _is_of(story, story.seat, players[story.seat])
        },
        cards=account.cards,
        dice=account.dice,
        wheel=account.wheel,
    )


def _is_of(story: SeatStory, seat: int, player: str) -> bool:
    """Return whether a story is this player's. Two players may have had the same seat in one round."""
    return (story.seat, story.player) == (seat, player)


def _result(story: WagerStory, player: str, void: str) -> Result:
    return Result(
        seat=story.seat,
        player=player,
        position=story.position,
        spot=story.spot,
        staked=story.staked,
        net=story.net,
        mark=mark_of(story, void),
        outcome=story.outcome,
        hand=story.hand_class,
        cards=story.decided_by,
        sum=story.arithmetic,
        cite=story.cite,
    )


def mark_of(story: WagerStory, void: str) -> str:
    """Return the result of a wager in one word. `void` is the paragraph by which the whole round was void, if any."""
    if story.outcome.startswith(("stands", "off and stands", "moves")):
        return "stands"
    if story.net:
        return "won" if story.net > 0 else "lost"
    word, _, why = story.outcome.partition(", ")
    if word != "returned" or why.startswith(PUSH):
        return "push"
    if why.startswith((*BY_THE_PLAYER, *UNDEALT)):
        return "back"
    return "void" if why.startswith(VOIDED) or story.cite == void else "push"
