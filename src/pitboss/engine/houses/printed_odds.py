"""Compare what layouts, signs, brochures and publications say with what the table pays and what the law lets them
say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from pitboss.engine.houses.house_checks import AtTable, Check, HousePayTable, InPrint, Issue, Limit
from pitboss.table.guide import Surface
from pitboss.table.money import TO_OR_WIN, Money, Odds, dollars
from pitboss.table.paytable import PayTable, show, worth

PRINT = "house:print"
FOR = ("for",)
_ODDS_WITH_FOR = re.compile(r"\$?\d[\d,]*[\s-]+for[\s-]+(?:\$?\d+|one\b)", re.IGNORECASE)

PayTables = Callable[[AtTable], Mapping[str, HousePayTable]]


def odds_in_print(paragraph: str, surfaces: tuple[Surface, ...], tables: PayTables) -> Check:
    """Return a check of printed odds: that they are the odds paid, and stated as the paragraph wants on these surfaces.

    Without a paragraph, no held text speaks of print.
    """

    def check(subject: AtTable) -> Iterator[Issue]:
        paid = tables(subject)
        for surface, printed in subject.declared.printed.surfaces():
            is_named = bool(paragraph) and surface in surfaces
            for wager, lines in printed.odds.items():
                key = f"printed.{surface}.odds.{wager}"
                if wager not in paid:
                    wrong = f"this table has no odds under the name {wager!r}"
                    right = f"it has {', '.join(paid)}"
                    yield Issue(key, PRINT, wrong, right)
                    continue
                for line, stated in lines.items():
                    yield from _check_line(
                        f"{key}.{line}", surface, line, stated, paid[wager], paragraph if is_named else ""
                    )
            yield from _check_words(surface, printed, paragraph if is_named else "")

    return check


def _check_line(
    key: str, surface: str, line: str, stated: str | int, paid: HousePayTable, paragraph: str
) -> Iterator[Issue]:
    """Compare one line of printed odds with the pay table."""
    if line not in paid.table.lines:
        right = f"its lines are {', '.join(paid.table.lines)}"
        yield Issue(key, PRINT, f"the {surface} has a line {line!r}, and the pay table has none", right)
        return
    rate = paid.table.lines[line]
    if with_for := _ODDS_WITH_FOR.search(str(stated)):
        yield _wording_finding(key, surface, f"it prints {stated}", paragraph, rate)
    try:
        odds = _parse_stated(stated, rate)
    except ValueError:
        if not with_for:
            yield _unreadable_odds(key, surface, stated, rate, paragraph)
        return
    if with_for and isinstance(odds, Odds):
        odds = Odds(max(odds.win - odds.stake, 0), odds.stake)  # odds "for" a stake include the stake
    if worth(odds) == worth(rate):
        return
    wrong = f"the {surface} says that {line} pays {show(odds)}, and the table pays {show(rate)}"
    violated = _violated_table(paid, line, odds)
    if violated is None:
        yield Issue(key, PRINT, wrong, f"print {show(rate)}")
        return
    law = violated.lines[line]
    least = show(law) if paid.fixed else f"{show(law)} or more"
    wrong = f"the {surface} says that {line} pays {show(odds)}, and it must pay {least}"
    yield Issue(key, violated.cite, wrong, f"print {show(rate)}")


def _parse_stated(stated: str | int, rate: Odds | Money) -> Odds | Money:
    """Parse printed odds or a printed amount, in capitals or not. Raises ValueError for anything else."""
    if isinstance(rate, Odds):
        return Odds.parse(str(stated).lower(), (*TO_OR_WIN, *FOR))
    return Money.parse(stated)


def _unreadable_odds(key: str, surface: str, stated: str | int, rate: Odds | Money, paragraph: str) -> Issue:
    """Report print that states neither odds nor an amount. Only the wording of odds can break a paragraph."""
    if isinstance(rate, Odds):
        wrong = f'the {surface} prints {stated!r}, which states nothing with "to" or "win"'
        return Issue(key, paragraph or PRINT, wrong, f"print {show(rate)}")
    return Issue(key, PRINT, f"the {surface} prints {stated!r}, and the table pays an amount", f"print {show(rate)}")


def _violated_table(paid: HousePayTable, line: str, odds: Odds | Money) -> PayTable | None:
    """Return the law's pay table if it does not allow what is printed."""
    if paid.law is None or line not in paid.law.lines:
        return None
    law = worth(paid.law.lines[line])
    return paid.law if (worth(odds) != law if paid.fixed else worth(odds) < law) else None


def _check_words(surface: str, printed: InPrint, paragraph: str) -> Iterator[Issue]:
    """Find odds stated with "for" among the other words in print."""
    for number, words in enumerate(printed.says):
        if match := _ODDS_WITH_FOR.search(words):
            wrong = f'it prints odds with "for" ({match[0]})'
            yield _wording_finding(f"printed.{surface}.says.{number}", surface, wrong, paragraph)


def _wording_finding(key: str, surface: str, wrong: str, paragraph: str, rate: Odds | Money | None = None) -> Issue:
    """Report odds stated with "for"."""
    right = 'state the odds with "to"' if rate is None else f'state the odds with "to": {show(rate)}'
    right = f"print the amount: {show(rate)}" if isinstance(rate, Money) else right
    if paragraph:
        return Issue(key, paragraph, f'{wrong}, and odds on a {surface} may not be stated with "for"', right)
    return Issue(key, PRINT, f"{wrong}; no held paragraph speaks of odds on the {surface} of this game", right)


# --- odds that the law fixes


def fixed_odds(tables: PayTables) -> Check:
    """Return a check that finds odds elected in a house file where the law leaves nothing to elect."""

    def check(subject: AtTable) -> Iterator[Issue]:
        for wager, paid in tables(subject).items():
            given: dict[str, str] = getattr(subject.declared.pay, wager.replace("-", "_"), {}) if paid.fixed else {}
            for line, stated in given.items():
                yield from _check_fixed_line(f"pay.{wager}.{line}", line, stated, paid.table)

    return check


def _check_fixed_line(key: str, line: str, stated: str, law: PayTable) -> Iterable[Issue]:
    if line not in law.lines:
        yield Issue(key, law.cite, f"the table has no line called {line!r}", f"the lines are {', '.join(law.lines)}")
        return
    rate = law.lines[line]
    try:
        odds = Odds.parse(stated, TO_OR_WIN)
    except ValueError as error:
        yield Issue(key, law.cite, str(error).partition(";")[0], f"pay {show(rate)}, or leave the line out")
        return
    if worth(odds) != worth(rate):
        wrong_odds = f"{line} pays {odds}, and the text fixes {show(rate)}"
        yield Issue(key, law.cite, wrong_odds, "leave the line out; the table pays what the text says")


# --- payout limits


def payout_limit(limits: Callable[[AtTable], Limit]) -> Check:
    """Return a check of a payout limit: as the file declares it, what it covers, and what is printed of it."""

    def check(subject: AtTable) -> Iterator[Issue]:
        limit = limits(subject)
        declared: Money | None = getattr(subject.declared, "payout_limit", None)
        if declared is not None:
            yield from _declared_limit("payout-limit", "the payout limit is", declared, limit)
        yield from _check_limit_covers(subject.declared.payout_limit_covers, limit)
        for surface, printed in subject.declared.printed.surfaces():
            if printed.payout_limit is not None:
                key, statement = f"printed.{surface}.payout-limit", f"the {surface} states a payout limit of"
                yield from _declared_limit(key, statement, printed.payout_limit, limit)

    return check


def _declared_limit(key: str, statement: str, cents: int, limit: Limit) -> Iterator[Issue]:
    if limit.kind == "unsupported":
        wrong = f"{statement} {dollars(cents)}, and no held text lets this game have one"
        yield Issue(key, limit.cite, wrong, "pay every winning wager in full", "warning")
    elif limit.kind == "set" and cents != limit.amount:
        right = f"the text sets it at {dollars(limit.amount or 0)} at this table"
        yield Issue(key, limit.cite, f"{statement} {dollars(cents)}", right)
    elif limit.kind == "elected" and cents < limit.least:
        yield Issue(key, limit.cite, f"{statement} {dollars(cents)}", f"it is {dollars(limit.least)} or more")
    elif limit.kind == "elected" and cents != limit.amount:
        has = "the table has none" if limit.amount is None else f"the table's is {dollars(limit.amount)}"
        yield Issue(key, PRINT, f"{statement} {dollars(cents)}, and {has}", "print what the table has")


def _check_limit_covers(wagers: tuple[str, ...], limit: Limit) -> Iterator[Issue]:
    key = "payout-limit-covers"
    if not wagers:
        return
    if limit.kind == "unsupported":
        yield Issue(key, limit.cite, "no held text lets this game have a payout limit", "leave it out", "warning")
        return
    if limit.kind == "elected" and limit.amount is None:
        wrong = "the table has no payout limit that could cover a wager"
        yield Issue(key, "house:payout-limit", wrong, "set payout-limit, or leave this out")
        return
    for number, wager in enumerate(wagers):
        if wager not in limit.covers:
            wrong = f"the payout limit covers {wager!r}, and it may cover only {', '.join(limit.covers)}"
            yield Issue(f"{key}.{number}", limit.cite, wrong, "pay that wager in full")
    missing_wagers = [wager for wager in limit.covers if wager not in wagers]
    if limit.kind == "set" and missing_wagers:
        wrong = f"the payout limit leaves out {' and '.join(missing_wagers)}"
        yield Issue(key, limit.cite, wrong, f"by law it covers {', '.join(limit.covers)}")
