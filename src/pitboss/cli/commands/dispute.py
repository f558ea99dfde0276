"""pitboss dispute: rebuild disputed hands from the discard rack, which the regulation has kept in order for that."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitboss.cli.main import FINDINGS, UNJUDGED, WRONG_USE, UnjudgedError, UserError
from pitboss.cli.shared.options import print_json
from pitboss.cli.shared.record_file import (
    add_record_argument,
    add_round_option,
    open_record,
    refuse_other_version,
    requested_rounds,
)
from pitboss.common.rack import rack_oddities
from pitboss.engine.dispute import DisputedHand
from pitboss.engine.driver import Driver
from pitboss.record import observed_rack
from pitboss.record.record_chain import follow_chain
from pitboss.record.replay import RoundRecord, replay_to_end
from pitboss.record.round_page import heading
from pitboss.record.round_playback import MismatchError
from pitboss.table.cards import Lying
from pitboss.table.money import dollars
from pitboss.table.steps import cards_of
from pitboss.table.table import DISCARD_RACK

SHOWN = ("seat", "position", "cards", "hand_class", "settled", "agrees", "cite")  # keys of a hand in JSON, in order


class RebuiltRound(msgspec.Struct):
    """The result of one round: its hands rebuilt from the rack, and how they differ from what was settled."""

    number: int
    void: str  # the paragraph by which the round is void, or ""
    odd: list[str]  # what is irregular about the rack, in words
    hands: list[DisputedHand] = []
    differs: list[str] = []  # how the cards of the rack that was found differ from the recorded ones
    unlike: str = ""  # why this round cannot have left the rack that was found, or ""
    unread: str = ""  # why no hand can be rebuilt from the recorded rack, or ""
    money: dict[int, int] | None = None  # seat -> change in cents with the cards that were found; None: unknown

    @property
    def agrees(self) -> bool:
        """True if every hand agrees with what was settled. Without hands, as in a void round, the rack itself must
        agree."""
        if not self.hands and self.differs:
            return False
        return not self.unlike and not self.money and all(hand.agrees for hand in self.hands)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record_argument(parser)
    add_round_option(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="show only this seat's hands; 0 is the dealer's")
    parser.add_argument(
        "--rack",
        type=Path,
        metavar="FILE",
        help="the discard rack as it was found: a text with the cards from the top down, face-down ones in parentheses",
    )
    parser.epilog = (
        "Without --rack, dispute rebuilds the hands from the rack that the record comes to. With it, dispute rebuilds "
        "them from the cards that you found, and says which hand differs and whether money would change. "
        "Exits with 1 if a hand differs from the hand that was settled, or the rack of a round without hands from the "
        "rack of the record, with 2 if a round or its rack cannot be read or a round does not replay as it is written, "
        "and with 3 if another version wrote a round and this one plays it otherwise: then it could not be judged here."
    )


def run(args: argparse.Namespace) -> int:
    rack = None if args.rack is None else _read_rack(args.rack)
    results: list[RebuiltRound] = []
    unread = unjudged = 0
    with open_record(args.file) as file:
        _check_chain(args, file)
        for number, record in _rounds(args, file):
            try:
                with refuse_other_version(args.file, file, number, record):
                    driver = replay_to_end(record)
            except UnjudgedError as error:
                print(error, file=sys.stderr)
                unjudged += 1
                continue
            except MismatchError as differs:
                print(f"line {differs.number}: {differs}; run 'pitboss verify' for details", file=sys.stderr)
                unread += 1
                continue
            if not driver.done:
                print(f"round {number} is not over: its cards are still on the layout", file=sys.stderr)
                continue
            results.append(_limit_to_seat(args.seat, _rebuild(driver, number, rack)))
            unread += bool(results[-1].unread)
            if not args.json and not args.quiet:
                print(heading(record, number))
                _print_result(results[-1])
    if args.json:
        print_json([_as_json(result, with_rack=rack is not None) for result in results])
    if not all(result.agrees for result in results):
        return FINDINGS
    if unread:
        return WRONG_USE
    return UNJUDGED if unjudged else 0 if results else WRONG_USE


def _read_rack(path: Path) -> list[Lying]:
    """Read the discard rack as it was found from a text file."""
    try:
        return observed_rack.parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start + 1} is not UTF-8 text") from None
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None


def _check_chain(args: argparse.Namespace, file: BinaryIO) -> None:
    """Raise UserError if the hash chain is broken: a record that was changed afterwards settles nothing."""
    links, _ = follow_chain(file)
    if links.broken is not None and links.count > 1:
        raise UserError(
            f"{args.file}: line {links.broken} does not have the hash of the line before it, so the record was changed "
            "after it was written and settles nothing; run 'pitboss verify' for details"
        )


def _rounds(args: argparse.Namespace, file: BinaryIO) -> Iterable[tuple[int, RoundRecord]]:
    """Return the rounds asked for. With --rack there must be exactly one."""
    if args.rack is None:
        return requested_rounds(args, file)
    numbered_rounds = list(islice(requested_rounds(args, file), 2))
    if len(numbered_rounds) > 1:
        raise UserError(f"a rack is of one round, and {args.file} has more; name it with --round")
    return numbered_rounds


def _rebuild(driver: Driver, number: int, rack: Sequence[Lying] | None) -> RebuiltRound:
    """Rebuild every hand of a round from its recorded rack, or from `rack`, and compare it with what was settled."""
    if driver.game.dispute is None:
        raise UserError(f"{driver.game.name} cannot rebuild hands from the discard rack")
    recorded = driver.table.places[DISCARD_RACK]
    result = RebuiltRound(number, driver.table.void, [])
    if rack is None:
        result.odd = [] if result.void else rack_oddities(recorded)
        try:
            result.hands = list(driver.game.dispute(driver))
        except ValueError as error:
            result.unread = str(error)
        return result
    result.odd = rack_oddities(rack, whole=observed_rack.is_whole(recorded, rack))
    result.differs = observed_rack.differences(recorded, rack)
    try:
        result.hands = list(driver.game.dispute(driver, rack))
    except ValueError as error:
        result.unlike = str(error)
        return result
    result.money = observed_rack.money(driver, driver.game.dispute, rack) if not result.agrees else {}
    return result


def _limit_to_seat(seat: int | None, result: RebuiltRound) -> RebuiltRound:
    """Keep only one seat's hands and money; None keeps all. Raises UserError if the seat had no hand."""
    hands_shown = [hand for hand in result.hands if seat in (None, hand.seat)]
    if result.hands and not hands_shown:
        seats = ", ".join(sorted({str(hand.seat) for hand in result.hands}))
        raise UserError(f"seat {seat} had no hand in round {result.number}; the seats with hands are {seats}")
    money = result.money and {number: cents for number, cents in result.money.items() if seat in (None, number)}
    return msgspec.structs.replace(result, hands=hands_shown, money=money)


def _print_result(result: RebuiltRound) -> None:
    if result.void:
        print(f"  the round is void under {result.void}, so there is no hand to settle")
    for line in result.odd:
        print(f"  odd: {line}")
    for line in result.differs:
        print(f"  {line}")
    if result.unlike:
        print(f"  no round like this one can have left such a rack: {result.unlike}")
    if result.unread:
        print(f"  the hands cannot be rebuilt from the rack of the record: {result.unread}")
    for hand in result.hands:
        print(_hand_in_words(hand))
    if result.agrees or result.unlike or not result.hands:
        return
    if result.money is None:
        print("  whether the money would change cannot be said")
    elif not result.money:
        print("  with these cards everybody would have been paid the same")
    for seat, cents in (result.money or {}).items():
        print(f"  with these cards seat {seat} would have {dollars(abs(cents))} {'more' if cents > 0 else 'less'}")


def _as_json(result: RebuiltRound, *, with_rack: bool) -> dict[str, object]:
    hands = [{name: getattr(hand, name) for name in SHOWN} for hand in result.hands]
    body: dict[str, object] = {"round": result.number, "void": result.void, "odd": result.odd, "hands": hands}
    if with_rack:
        return body | {"differs": result.differs, "unlike": result.unlike, "money": result.money}
    return body | {"unread": result.unread}


def _hand_in_words(hand: DisputedHand) -> str:
    verdict = "as settled" if hand.agrees else f"but {cards_of(hand.settled)} was settled"
    owner = f"seat {hand.seat}, position {hand.position}" if hand.seat else "the dealer"
    return f"  {owner}: {cards_of(hand.cards)} in the rack make {hand.hand_class}, {verdict} [{hand.cite}]"
