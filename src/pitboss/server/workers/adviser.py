"""The adviser: what each choice is worth, told from what a seat sees, in a process of its own.

A `Case` has the view of one seat and never the table, so that an answer cannot rest on anything the seat does not see.
One process counts, one case after the other; the event loop only waits for it, and not for long. What has been counted
is kept, so that whoever asks again in a moment has the answer.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from hashlib import sha256
from multiprocessing import active_children, get_context
from typing import Any, TypeAlias

import msgspec

from pitboss.analysis.cache import fraction
from pitboss.analysis.text_tables import percent
from pitboss.analysis.worker import ends_with_its_parent
from pitboss.counting.exact_model import Advice, ExactModel, ImpossibleError, Standing, Worth
from pitboss.engine.game import Offer
from pitboss.engine.houses.house import House
from pitboss.engine.view import View
from pitboss.engine.waits import Ask
from pitboss.games import load
from pitboss.law.rules import Rules

Told: TypeAlias = dict[str, Any]  # ready to be sent
log = logging.getLogger("pitboss")

PATIENCE = 4.0  # seconds that whoever asks is kept waiting
LONGEST = 300  # seconds after which a count is broken off, with its process
MOST_WAITING = 16  # cases that wait for the process
MOST_KEPT = 500  # answers

WARMING_UP = "The adviser is warming up; ask again in a moment."
BUSY = "The adviser is busy; ask again in a moment."
TOO_LONG = "This takes too long to count, so the adviser has no exact value for it."
NOT_ASKED = "You are not asked anything now, and no bets are open."
NO_CHOICE = "There is only one answer to this question."
FAILED = "The adviser failed to count this."
NO_MODEL = "The adviser cannot count this game here: the server was installed without the extra named exact."


class Case(msgspec.Struct, frozen=True):
    """All that an answer rests on: the law, the table's elections, and what one seat sees and is offered."""

    rules: Rules
    house: House
    view: View
    offers: tuple[Offer, ...] = ()

    @property
    def key(self) -> bytes:
        """The same for cases that have the same answer. Names, and what has been said and done, are in none."""
        seen = self.view
        mine = {at: spots for at, spots in seen.wagers.items() if seen.owners.get(at, at) == seen.seat}
        view = msgspec.structs.replace(
            seen,
            round=0,
            players={},
            chips={},
            owners={},
            wagers=mine,
            lit=(),
            dice=(),
            piles={},
            back="",
            said=(),
            acts=(),
        )
        what = [self.rules.game, self.rules.digest, self.house, view, self.offers]
        return sha256(msgspec.json.encode(what, enc_hook=int)).digest()


# --- in the process that counts


def _count(case: Case) -> Told:
    """A count that takes too long is ended with its process, even amid compiled code."""
    signal.alarm(LONGEST)
    try:
        return advised(case)
    finally:
        signal.alarm(0)


def advised(case: Case) -> Told:
    """The answer, ready to be sent; where there is none, the sentence that says why."""
    try:
        model = load(case.rules.game).exact_model()
        asked = case.view.asked
        if asked is not None and asked.seat == case.view.seat:
            return _of_a_question(model, case, asked)
        if case.view.waiting == "wagers":
            return _of_wagers(model, case)
        return {"nothing": NOT_ASKED}
    except ImpossibleError as why:
        return {"nothing": str(why)}
    except ImportError:
        return {"nothing": NO_MODEL}


def _of_a_question(model: ExactModel, case: Case, asked: Ask) -> Told:
    if len(asked.choices) < 2:
        return {"nothing": NO_CHOICE}
    advice = model.advise(case.rules, case.house, case.view)
    most = max(each.value for each in advice.worths)
    best = [each.choice for each in advice.worths if each.value == most] if advice.whole else []
    return {
        "kind": "question",
        "subject": asked.subject,
        "position": asked.position,
        "cite": asked.cite,
        "per": advice.unit,
        "stake": advice.stake,
        "choices": [_choice(advice, each, most) for each in advice.worths],
        "best": best,
        "said": _said(advice, best, most),
        "notes": list(advice.notes),
    }


def _choice(advice: Advice, each: Worth, most: Fraction) -> Told:
    cents, loses = each.value * advice.stake, (most - each.value) * advice.stake
    told: Told = {
        "choice": each.choice,
        "value": fraction(each.value),
        "counted": counted(each.value, advice.ways),
        "per": advice.unit,
        "cents": fraction(cents),
        "dollars": signed(cents),
        "best": advice.whole and each.value == most,
    }
    if advice.whole:
        told["loses"] = {
            "value": fraction(most - each.value),
            "counted": counted(most - each.value, advice.ways),
            "cents": fraction(loses),
            "dollars": plain(loses),
        }
        told["said"] = _cost(advice, each, most)
    return told


def _cost(advice: Advice, each: Worth, most: Fraction) -> str:
    """What will be said of it when it has been chosen."""
    if each.value == most:
        level = sum(other.value == most for other in advice.worths) > 1
        return "Both choices were worth the same." if level else "That was the best choice."
    loses = most - each.value
    cost = f"{counted(loses, advice.ways)} of {advice.unit}, {plain(loses * advice.stake)} on average"
    return f"{each.doing} cost {cost}."


def _said(advice: Advice, best: list[str], most: Fraction) -> str:
    if not best:
        return ""
    if len(best) > 1:
        return f"{' and '.join(map(_capital, best))} are worth the same."
    next_best = max(each.value for each in advice.worths if each.choice not in best)
    return f"{_capital(best[0])} is better by {plain((most - next_best) * advice.stake)}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _of_wagers(model: ExactModel, case: Case) -> Told:
    standing = model.standing(case.rules, case.house, case.view)
    offers = [_offer(model, case, each) for each in case.offers]
    if not offers and standing is None:
        return {"nothing": "There is nothing more to bet on now."}
    edges = [Fraction(each["edge"]) for each in offers if "edge" in each]
    for each in offers:
        each["best"] = "edge" in each and len(edges) > 1 and Fraction(each["edge"]) == min(edges)
    return {
        "kind": "wagers",
        "offers": offers,
        "best": [each["name"] for each in offers if each["best"]],
        "standing": None if standing is None else _standing(standing),
    }


def _offer(model: ExactModel, case: Case, offer: Offer) -> Told:
    """For the least that may be bet there, or for as much as lies there already."""
    mine = case.view.wagers.get(case.view.seat, {})
    stake = max((mine.get(spot, 0) for spot in offer.spots), default=0) or offer.least
    try:
        row = model.offered_row(case.rules, case.house, case.view, offer.spots, stake)
    except ImpossibleError as why:
        return {"name": offer.name, "nothing": str(why)}
    return {
        "name": offer.name,
        "edge": fraction(row.house_edge),
        "percent": percent(row.house_edge, 2),
        "per": row.unit,
        "stake": stake,
        "cents": fraction(-row.house_edge * stake),
        "dollars": signed(-row.house_edge * stake),
        "notes": list(row.notes),
    }


def _standing(standing: Standing) -> Told:
    nets, end = standing.next, standing.in_the_end
    parts = counted(abs(nets) / 100, standing.ways)
    said = f"The layout you have out {'costs' if nets <= 0 else 'gains'} {parts} of a dollar a {standing.each}."
    if not nets:
        said = f"The layout you have out costs nothing on the next {standing.each}."
    told: Told = {
        "out": standing.out,
        "each": standing.each,
        "cents": fraction(nets),
        "counted": parts,
        "dollars": signed(nets),
        "said": said,
    }
    if end is not None:
        word = "costs" if end <= 0 else "gains"
        told["in_the_end"] = {
            "cents": fraction(end),
            "dollars": signed(end),
            "said": f"Until all of it is decided it {word} {plain(abs(end))} on average.",
        }
    return told


def counted(value: Fraction, ways: int) -> str:
    """By the ways in which cards or dice can come, where it comes out even; otherwise in lowest terms."""
    if ways and ways % value.denominator == 0:
        return f"{_minus(value * ways)}/{ways}"
    return f"{_minus(Fraction(value.numerator))}/{value.denominator}"


def _minus(value: Fraction) -> str:
    return f"{'−' if value < 0 else ''}{abs(value)}"


def plain(cents: Fraction) -> str:
    """An average in dollars, to the cent; exact ones are told as fractions."""
    whole, rest = divmod(round(abs(cents)), 100)
    return f"${whole:,}.{rest:02d}"


def signed(cents: Fraction) -> str:
    rounded = round(cents)
    return ("+" if rounded > 0 else "−" if rounded < 0 else "") + plain(cents)


# --- in the server


class Adviser:
    """Hands cases to the one process that counts. It is started when somebody first asks."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # its number
        self._answers: dict[bytes, Future[Told]] = {}  # in the order in which they are counted

    async def advise(self, case: Case, patience: float = PATIENCE) -> Told:
        key = case.key
        if key not in self._answers:
            if sum(not each.done() for each in self._answers.values()) >= MOST_WAITING:
                return {"nothing": BUSY}
            try:
                self._answers[key] = self._start().submit(_count, case)
            except BrokenProcessPool:
                return self._broken(key)
            if len(self._answers) > MOST_KEPT:
                del self._answers[next(iter(self._answers))]
        answer = self._answers[key]
        waiting = asyncio.wrap_future(answer)
        done, _ = await asyncio.wait({waiting}, timeout=patience)
        if not done:
            waiting.add_done_callback(_heard)
            return {"nothing": BUSY if self._warm else WARMING_UP}
        try:
            return waiting.result()
        except (BrokenProcessPool, asyncio.CancelledError):
            return self._broken(key, answer)
        except Exception as wrong:
            log.error("the adviser cannot count a case of %s: %s", case.rules.game, type(wrong).__name__)
            return {"nothing": FAILED}

    @property
    def _warm(self) -> bool:
        return any(each.done() for each in self._answers.values())

    def _broken(self, key: bytes, answer: Future[Told] | None = None) -> Told:
        """The process was ended amid the first case that has no answer, and that one is not tried again. Those behind
        it were never looked at. Of all who waited the first to hear of it sees to that."""
        if answer is None or self._answers.get(key) is answer:
            lost = [each for each, other in self._answers.items() if not other.done() or _was_lost(other)]
            for each in lost:
                del self._answers[each]
            for each in lost[:1]:
                self._answers[each] = Future()
                self._answers[each].set_result({"nothing": TOO_LONG})
            self._pool = self._process = None
        known = self._answers.get(key)
        return known.result() if known is not None and known.done() else {"nothing": BUSY}

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), ends_with_its_parent)
            self._process = self._pool.submit(os.getpid)
        return self._pool

    def close(self) -> None:
        """Nobody waits for what is being counted."""
        if self._pool is None or self._process is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._process.done() and not _was_lost(self._process):
            for child in active_children():
                if child.pid == self._process.result():
                    child.kill()
        self._pool = self._process = None


def _was_lost(answer: Future[Any]) -> bool:
    return answer.done() and (answer.cancelled() or isinstance(answer.exception(), BrokenProcessPool))


def _heard(answer: asyncio.Future[Told]) -> None:
    """Whoever asked has gone; what went wrong is told to whoever asks next."""
    if not answer.cancelled():
        answer.exception()
