"""pitboss dispute: a question about a hand, settled from the discard rack as the regulation means it to be."""

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
from pitboss.cli.shared.record_file import add_record, add_round, judging, opened, rounds_of
from pitboss.common.rack import odd
from pitboss.engine.dispute import Disputed
from pitboss.engine.driver import Driver
from pitboss.record import observed_rack
from pitboss.record.record_lines import follow_chain
from pitboss.record.replay import RoundRecord, replay_to_end
from pitboss.record.round_page import heading
from pitboss.record.round_playback import MismatchError
from pitboss.table.cards import Lying
from pitboss.table.money import dollars
from pitboss.table.steps import cards_of
from pitboss.table.table import DISCARD_RACK

SHOWN = ("seat", "position", "cards", "hand_class", "settled", "agrees", "cite")  # of a hand, in this order


class Found(msgspec.Struct):
    """What was found out about one round."""

    number: int
    void: str  # the paragraph by which it is void
    odd: list[str]  # about the rack
    hands: list[Disputed] = []
    differs: list[str] = []  # cards of the rack that was found, from those of the record
    unlike: str = ""  # why the rack that was found is not one that this round can have left
    unread: str = ""  # why no hand can be rebuilt from the rack of the record itself
    money: dict[int, int] | None = None  # seat -> cents more or less with the cards that were found; None: not known

    @property
    def agrees(self) -> bool:
        """Where there is no hand to compare, as in a void round, the rack itself is compared."""
        if not self.hands and self.differs:
            return False
        return not self.unlike and not self.money and all(hand.agrees for hand in self.hands)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_record(parser)
    add_round(parser)
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
    rack = None if args.rack is None else _rack(args.rack)
    told: list[Found] = []
    unread = unjudged = 0
    with opened(args.file) as file:
        _must_be_linked(args, file)
        for number, record in _rounds(args, file):
            try:
                with judging(args.file, file, number, record):
                    driver = replay_to_end(record)
            except UnjudgedError as wrong:
                print(wrong, file=sys.stderr)
                unjudged += 1
                continue
            except MismatchError as differs:
                print(f"line {differs.number}: {differs}; run 'pitboss verify' for details", file=sys.stderr)
                unread += 1
                continue
            if not driver.done:
                print(f"round {number} is not over: its cards are still on the layout", file=sys.stderr)
                continue
            told.append(_of_seat(args.seat, _found(driver, number, rack)))
            unread += bool(told[-1].unread)
            if not args.json and not args.quiet:
                print(heading(record, number))
                _tell(told[-1])
    if args.json:
        print_json([_as_json(found, with_rack=rack is not None) for found in told])
    if not all(found.agrees for found in told):
        return FINDINGS
    if unread:
        return WRONG_USE
    return UNJUDGED if unjudged else 0 if told else WRONG_USE


def _rack(path: Path) -> list[Lying]:
    try:
        return observed_rack.parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as wrong:
        raise UserError(f"{path}: byte {wrong.start + 1} is not UTF-8 text") from None
    except ValueError as wrong:
        raise UserError(f"{path}: {wrong}") from None


def _must_be_linked(args: argparse.Namespace, file: BinaryIO) -> None:
    """A record that somebody has changed settles nothing."""
    links, _ = follow_chain(file)
    if links.broken is not None and links.count > 1:
        raise UserError(
            f"{args.file}: line {links.broken} does not have the hash of the line before it, so the record was changed "
            "after it was written and settles nothing; run 'pitboss verify' for details"
        )


def _rounds(args: argparse.Namespace, file: BinaryIO) -> Iterable[tuple[int, RoundRecord]]:
    if args.rack is None:
        return rounds_of(args, file)
    found = list(islice(rounds_of(args, file), 2))
    if len(found) > 1:
        raise UserError(f"a rack is of one round, and {args.file} has more; name it with --round")
    return found


def _found(driver: Driver, number: int, rack: Sequence[Lying] | None) -> Found:
    """What the rack says of every hand, beside what was settled."""
    if driver.game.dispute is None:
        raise UserError(f"{driver.game.name} cannot rebuild hands from the discard rack")
    recorded = driver.table.places[DISCARD_RACK]
    found = Found(number, driver.table.void, [])
    if rack is None:
        found.odd = [] if found.void else odd(recorded)
        try:
            found.hands = list(driver.game.dispute(driver))
        except ValueError as wrong:
            found.unread = str(wrong)
        return found
    found.odd = odd(rack, whole=observed_rack.is_whole(recorded, rack))
    found.differs = observed_rack.differences(recorded, rack)
    try:
        found.hands = list(driver.game.dispute(driver, rack))
    except ValueError as wrong:
        found.unlike = str(wrong)
        return found
    found.money = observed_rack.money(driver, driver.game.dispute, rack) if not found.agrees else {}
    return found


def _of_seat(seat: int | None, found: Found) -> Found:
    shown = [hand for hand in found.hands if seat in (None, hand.seat)]
    if found.hands and not shown:
        seats = ", ".join(sorted({str(hand.seat) for hand in found.hands}))
        raise UserError(f"seat {seat} had no hand in round {found.number}; the seats with hands are {seats}")
    money = found.money and {each: cents for each, cents in found.money.items() if seat in (None, each)}
    return msgspec.structs.replace(found, hands=shown, money=money)


def _tell(found: Found) -> None:
    if found.void:
        print(f"  the round is void under {found.void}, so there is no hand to settle")
    for what in found.odd:
        print(f"  odd: {what}")
    for what in found.differs:
        print(f"  {what}")
    if found.unlike:
        print(f"  no round like this one can have left such a rack: {found.unlike}")
    if found.unread:
        print(f"  the hands cannot be rebuilt from the rack of the record: {found.unread}")
    for hand in found.hands:
        print(_told(hand))
    if found.agrees or found.unlike or not found.hands:
        return
    if found.money is None:
        print("  whether the money would change cannot be said")
    elif not found.money:
        print("  with these cards everybody would have been paid the same")
    for seat, cents in (found.money or {}).items():
        print(f"  with these cards seat {seat} would have {dollars(abs(cents))} {'more' if cents > 0 else 'less'}")


def _as_json(found: Found, *, with_rack: bool) -> dict[str, object]:
    hands = [{name: getattr(hand, name) for name in SHOWN} for hand in found.hands]
    told: dict[str, object] = {"round": found.number, "void": found.void, "odd": found.odd, "hands": hands}
    if with_rack:
        return told | {"differs": found.differs, "unlike": found.unlike, "money": found.money}
    return told | {"unread": found.unread}


def _told(hand: Disputed) -> str:
    verdict = "as settled" if hand.agrees else f"but {cards_of(hand.settled)} was settled"
    where = f"seat {hand.seat}, position {hand.position}" if hand.seat else "the dealer"
    return f"  {where}: {cards_of(hand.cards)} in the rack make {hand.hand_class}, {verdict} [{hand.cite}]"
