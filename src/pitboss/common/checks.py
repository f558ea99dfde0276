"""The equipment that a card table may declare, and the checks of it that sister games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec

from pitboss.common.house import CardHouse, color
from pitboss.engine.houses.house_checks import AtTable, Check, Declarations, Issue

EQUIPMENT = "house:equipment"
DealingMethod = Literal["manual-shoe", "hand", "automated-shoe"]


class Equipment(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="kebab", forbid_unknown_fields=True
):
    """The devices, methods, decks and cover cards at the table."""

    means: ClassVar[dict[str, str]] = {
        "shuffling": "Every way in which cards are shuffled at the table, if it is not only the one that is played.",
        "dealing": "Every way in which cards are dealt at the table, if it is not only the one that is played.",
        "stack-size": "How many cards the automated dealing shoe gives out at a time.",
        "decks": "The color of the backs of each deck that was delivered.",
        "alternating": "Whether two decks are used in turn, each for every other round.",
        "cover-cards": "The color of each cover card.",
        "cover-cards-opaque": "Whether no face shows through a cover card.",
        "cover-cards-solid": "Whether each cover card has one color without a pattern.",
    }

    shuffling: tuple[Literal["hand", "shuffler"], ...] = ()
    dealing: tuple[DealingMethod, ...] = ()
    stack_size: int | None = None
    decks: tuple[str, ...] | None = None
    alternating: bool = True
    cover_cards: tuple[str, ...] | None = None
    cover_cards_opaque: bool = True
    cover_cards_solid: bool = True


class CardDeclared(Declarations, frozen=True, kw_only=True, rename="kebab"):
    """The declarations of a card table."""

    means: ClassVar[dict[str, str]] = {
        "equipment": "What is at the table: devices and methods, decks, cover cards.",
        "payout-limit-covers": "The wagers that the payout limit covers.",
    }

    equipment: Equipment = Equipment()
    payout_limit_covers: tuple[str, ...] = ()


def check_alternation(subject: AtTable) -> Iterator[Issue]:
    """Report two decks that do not take turns."""
    if len(subject.house.backs) == 2 and not subject.declared.equipment.alternating:
        wrong = "the two decks do not take turns"
        right = "use each deck for every other round, or use one deck"
        yield Issue("equipment.alternating", subject.rules.ids.alternated, wrong, right)


def check_delivered_decks(subject: AtTable) -> Iterator[Issue]:
    """Report delivered decks that differ from those that are played. No paragraph compares them."""
    came = subject.declared.equipment.decks
    if came is not None and sorted(map(color, came)) != sorted(map(color, subject.house.backs)):
        wrong = (
            f"decks with these backs came: {', '.join(came) or 'none'}; those played: {', '.join(subject.house.backs)}"
        )
        yield Issue("equipment.decks", EQUIPMENT, wrong, "play with the decks that came, or have others brought")


def check_methods(*, board_from_the_hand: bool = False) -> Check:
    """Return a check that a table with a device uses one way of shuffling and one way of dealing.

    `board_from_the_hand` allows an automated shoe to deal the hands while the dealer's hand deals the board.
    """

    def check(subject: AtTable) -> Iterator[Issue]:
        house: CardHouse = subject.house
        p = subject.rules.ids
        shuffled = {"hand" if house.shuffler is None else "shuffler", *subject.declared.equipment.shuffling}
        dealt = {house.dealing, *subject.declared.equipment.dealing}
        if board_from_the_hand and house.dealing == "automated-shoe":
            dealt.discard("hand")
        device = "shuffler" in shuffled or "automated-shoe" in dealt
        if len(shuffled) > 1:
            wrong = "cards are shuffled by hand while a shuffler is at the table"
            right = "remove the shuffler first, or shuffle with it alone"
            yield Issue("equipment.shuffling", p.other_method, wrong, right)
        if "hand" in dealt - {house.dealing} and "shuffler" not in shuffled:
            wrong = "cards are dealt from the hand without a shuffler"
            yield Issue("equipment.dealing", p.hand_needs_shuffler, wrong, "add a shuffler")
        if device and len(dealt) > 1:
            wrong = f"cards are dealt in {len(dealt)} ways while a device is at the table: {', '.join(sorted(dealt))}"
            yield Issue("equipment.dealing", p.other_method, wrong, "remove the device first, or deal in one way")

    return check


def check_stack_size(paragraph: str, cards: int) -> Check:
    """Return a check that an automated dealing shoe gives out this many cards at a time."""

    def check(subject: AtTable) -> Iterator[Issue]:
        equipment: Equipment = subject.declared.equipment
        automated = "automated-shoe" in (subject.house.dealing, *equipment.dealing)
        if equipment.stack_size is not None and not automated:
            wrong = "there is no automated dealing shoe that would give out stacks"
            yield Issue("equipment.stack-size", EQUIPMENT, wrong, "leave the line out, or deal from such a shoe")
        elif equipment.stack_size not in (None, cards):
            unit = "cards one by one" if cards == 1 else f"stacks of {cards}"
            wrong = f"the automated dealing shoe gives out {equipment.stack_size} cards at a time, not {unit}"
            yield Issue("equipment.stack-size", paragraph, wrong, f"use a shoe that gives out {unit}")
        if automated and not paragraph.startswith("reading:"):
            wrong = "the shoe, its location and the procedures for its use need the Commission's approval"
            right = "keep the approval at hand; a house file cannot show it"
            key = "dealing" if subject.house.dealing == "automated-shoe" else "equipment.dealing"
            yield Issue(key, paragraph, wrong, right, "note")

    return check


def check_cover_card(subject: AtTable) -> Iterator[Issue]:
    """Report that there is no cover card. It is needed to cut the cards, even where no held text describes it."""
    if subject.declared.equipment.cover_cards == ():
        wrong = "there is no cover card to cut the cards with"
        yield Issue("equipment.cover-cards", subject.rules.ids.cover_card, wrong, "have one")


def check_one_position(paragraph: str) -> Check:
    """Return a check that no player may have two positions."""

    def check(subject: AtTable) -> Iterator[Issue]:
        if subject.declared.two_positions:
            wrong = "a player may wager at two betting positions"
            yield Issue("two-positions", paragraph, wrong, "allow each player one position")

    return check
