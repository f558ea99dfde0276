"""The contents of a craps table's papers. No held paragraph says what is printed, nor what is paid."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.craps.law.house import CrapsHouse, pay_table, unit
from pitboss.games.craps.law.layout import LAYOUT, Area
from pitboss.games.craps.law.roll import pair
from pitboss.law.rules import Rules
from pitboss.table.brief import Sentence
from pitboss.table.guide import Demand, Guide, GuideWager, Hand, Part, Ranking, between
from pitboss.table.money import dollars
from pitboss.table.paytable import show
from pitboss.table.printed import Pays

LINE, ODDS = ("pass", "don't pass", "come", "don't come"), ("odds on", "odds against")
STEPPED = ("place", "place to lose", "buy", "lay", "field", "hardway", "one roll")  # that need no point
ONE_ROLL = ("any", "craps", "eleven", "c and e", "horn")
FEE = {
    "when-made": "A buy or lay bet costs five percent of the bet, or of what a lay bet may win, when you make it.",
    "on-a-win": "A buy or lay bet costs five percent of the bet, or of what a lay bet may win, when it wins.",
    "none": "Buy and lay bets cost no commission.",
}


def guide(rules: Rules, house: CrapsHouse) -> Guide:
    return Guide(
        about="One player throws two dice for all. You bet on what they show: on the next throw, or on which of two "
        "numbers comes first.",
        offered=tuple(_offered_wagers(rules, house)),
        decide=(
            Sentence(
                "Which bets you make, and when. Nobody asks you. Make them before the dice are thrown.",
                "1.2(a), reading:late-wagers",
            ),
            Sentence(
                "Place bets are off on a come out roll unless you call them on. Bets on one roll are decided by the "
                "next throw.",
                "1.2(a)5",
            ),
            Sentence("You may pass the dice when they come to you.", "reading:next-shooter"),
        ),
        rankings=(
            Ranking(
                "The 36 throws of two dice",
                tuple(_throws()),
                "A 7 comes most often. The odds of most bets are somewhat shorter than the chances.",
                "1.1",
            ),
        ),
        edge="The house has its advantage because a bet is paid somewhat less than its chances would make even, or, "
        "on the don't side, because a 12 on the first throw does not win. Odds behind a bet are paid at their true "
        "chances and have no advantage for the house.",
        posted=tuple(_posted_notices(rules, house)),
        demands=(
            Demand(("layout",), "A Pass Line and a Don't Pass Line.", "1.2(a)1, 1.2(a)2"),
            Demand(("layout",), "A Come Line and a Don't Come area.", "1.2(a)3, 1.2(a)4"),
        ),
        parts=(
            Part("Terms", ("1.1",)),
            Part("Wagers, and what decides them", ("1.2",)),
            Part("Dice, shooter, odds paid and all else", tuple(f"1.{number}" for number in range(3, 12))),
        ),
        title="Mini-Craps" if house.mini_craps else "",
        areas=tuple(area.spot for area in LAYOUT.values() if _is_offered(house, area)),
    )


def _is_offered(house: CrapsHouse, area: Area) -> bool:
    match area.kind:
        case "odds":
            return any(house.odds)
        case "buy" | "lay":
            return house.buy_and_lay
    return True


def _offered_wagers(rules: Rules, house: CrapsHouse) -> Iterator[GuideWager]:
    lines = pay_table(rules, house)

    def pays_of(title: str, *starts: str, cite: str = lines.cite) -> tuple[Pays, ...]:
        found = [(line, show(rate)) for line, rate in lines.lines.items() if line.startswith(starts)]
        return (Pays(title, cite, tuple((line[:1].upper() + line[1:], rate) for line, rate in found)),)

    flat = between(house.minimum, house.maximum)
    small = between(house.proposition_minimum, house.proposition_maximum)
    yield GuideWager(
        "Pass, don't pass, come, don't come",
        flat,
        Sentence(
            "Pass and come win on a 7 or 11 on their first throw, later on their number before a 7. The don't bets go "
            "the other way, but for a 12.",
            "1.2(a)1, 1.2(a)2, 1.2(a)3, 1.2(a)4",
        ),
        pays_of("Line and come bets pay", *LINE),
    )
    if any(house.odds):
        yield GuideWager(
            "Odds",
            Sentence(_times(house), "reading:supplemental-odds"),
            Sentence("Behind a line or come bet that has a number, and decided with it.", "reading:supplemental-odds"),
            pays_of("Odds pay", *ODDS),
        )
    yield GuideWager(
        "Place",
        flat,
        Sentence("To win: the number comes before a 7. To lose: a 7 comes first.", "1.2(a)5, 1.2(a)6"),
        pays_of("Place bets pay", "place"),
    )
    if house.buy_and_lay:
        cite = "reading:vigorish"
        said = Sentence(f"Buy: the number comes before a 7. Lay: a 7 comes first. {FEE[rules.reads('vigorish')]}", cite)
        # The same lines of the pay table as odds behind a bet, by the names of these bets.
        true = pays_of("Buy and lay bets pay", *ODDS, cite=cite)[0]
        named = [(line.replace("Odds on", "Buy").replace("Odds against", "Lay"), rate) for line, rate in true.lines]
        yield GuideWager("Buy and lay", flat, said, (Pays(true.title, cite, tuple(named)),))
    yield GuideWager(
        "Field",
        flat,
        Sentence("The next throw is 2, 3, 4, 9, 10, 11 or 12.", "1.2(a)11"),
        pays_of("Field pays", "field"),
    )
    yield GuideWager(
        "Hardways",
        small,
        Sentence(
            "The number comes as a pair before a 7 and before it comes otherwise.", "1.2(a)7, reading:hardways-lost"
        ),
        pays_of("Hardways pay", "hard"),
    )
    yield GuideWager(
        "One roll",
        small,
        Sentence("The next throw is one of the numbers named.", "1.2(a)12"),
        pays_of("One-roll bets pay", *ONE_ROLL),
    )


def _times(house: CrapsHouse) -> str:
    if len(set(house.odds)) == 1:
        return f"up to {house.odds[0]} times the bet"
    four, five, six = house.odds
    return f"up to {four} times the bet on 4 or 10, {five} times on 5 or 9, {six} times on 6 or 8"


def _posted_notices(rules: Rules, house: CrapsHouse) -> Iterator[Sentence]:
    yield Sentence("Don't pass and don't come: a 12 on the first throw does not win.", "1.2(a)2iv, 1.2(a)4iv")
    if steps := "; ".join(_steps(rules, house)):
        yield Sentence(f"What you win is paid exactly in chips, so bet in steps: {steps}.", "reading:payout-odds")


def _steps(rules: Rules, house: CrapsHouse) -> Iterator[str]:
    """Yield the pay table lines of bets that can be paid only in multiples of some amount, with that amount."""
    lines_by_step: dict[int, dict[str, None]] = {}
    for area in LAYOUT.values():
        step = unit(rules, house, area, 0)
        if area.kind in STEPPED and _is_offered(house, area) and step > house.smallest_chip:
            named = f"{area.kind} {pair(area.number)}" if area.kind in ("buy", "lay") else area.lines[0]
            lines_by_step.setdefault(step, {})[area.spot if area.kind == "one roll" else named] = None
    for step, bets in sorted(lines_by_step.items()):
        yield f"{dollars(step)} on {', '.join(bets)}"


def _throws() -> Iterator[Hand]:
    for total in (7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12):
        ways = tuple((one, total - one) for one in range(1, 7) if 1 <= total - one <= 6)
        yield Hand(str(total), dice=ways, says=f"{len(ways)} of 36")
