"""The adviser: the exact value of each choice, computed from what a seat sees, in a separate process.

A `Case` contains the view of one seat and never the table, so an answer cannot depend on anything hidden from the seat.
One process counts one case after the other; the event loop waits only a short time for it. Answers are cached, so that
a player who asks again in a moment gets the answer.
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
from pitboss.analysis.worker import end_with_parent
from pitboss.counting.exact_model import Advice, ExactModel, ImpossibleError, Row, Standing, Worth
from pitboss.counting.side_wager_counts import side_wager_row
from pitboss.engine.game import Offer
from pitboss.engine.houses.house import House
from pitboss.engine.view import View, without_areas
from pitboss.engine.waits import Ask
from pitboss.games import load
from pitboss.law.rules import Rules

Told: TypeAlias = dict[str, Any]  # an answer as JSON
log = logging.getLogger("pitboss")

PATIENCE = 4.0  # seconds for which a request waits for the answer
LONGEST = 300  # seconds after which a count is ended together with its process
MOST_WAITING = 16  # cases that may wait for the process
MOST_KEPT = 500  # cached answers

WARMING_UP = "The adviser is warming up; ask again in a moment."
BUSY = "The adviser is busy; ask again in a moment."
TOO_LONG = "This takes too long to count, so the adviser has no exact value for it."
NOT_ASKED = "You are not asked anything now, and no bets are open."
NO_CHOICE = "There is only one answer to this question."
FAILED = "The adviser failed to count this."
NO_MODEL = "The adviser cannot count this game here: the server was installed without the extra named exact."


class Case(msgspec.Struct, frozen=True):
    """The facts that an answer depends on: the law, the table's elections, and what one seat sees and is offered."""

    rules: Rules
    house: House
    view: View
    offers: tuple[Offer, ...] = ()

    @property
    def key(self) -> bytes:
        """A digest that is equal for cases with the same answer. It leaves out names, calls and past acts."""
        seen = self.view
        mine = {
            position: spots
            for position, spots in seen.wagers.items()
            if seen.owners.get(position, position) == seen.seat
        }
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
        relevant = [self.rules.game, self.rules.digest, self.house, view, self.offers]
        return sha256(msgspec.json.encode(relevant, enc_hook=int)).digest()


# --- in the process that counts


def _count(case: Case) -> Told:
    """Answer a case. A count that takes too long is ended together with its process, even inside compiled code."""
    signal.alarm(LONGEST)
    try:
        return answer_case(case)
    finally:
        signal.alarm(0)


def answer_case(case: Case) -> Told:
    """Return the answer to a case, or a sentence under "nothing" that says why there is none."""
    try:
        model = load(case.rules.game).exact_model()
        question = case.view.asked
        if question is not None and question.seat == case.view.seat:
            return _question_advice(model, case, question)
        if case.view.waiting == "wagers":
            return _wagers_advice(model, case)
        return {"nothing": NOT_ASKED}
    except ImpossibleError as why:
        return {"nothing": str(why)}
    except ImportError:
        return {"nothing": NO_MODEL}


def _question_advice(model: ExactModel[Any], case: Case, question: Ask) -> Told:
    if len(question.choices) < 2:
        return {"nothing": NO_CHOICE}
    advice = _with_side_wagers(
        model.advise(case.rules, case.house, _without_side_wagers(case)), case, question.position
    )
    most = max(worth.value for worth in advice.worths)
    best = [worth.choice for worth in advice.worths if worth.value == most] if advice.whole else []
    return {
        "kind": "question",
        "subject": question.subject,
        "position": question.position,
        "cite": question.cite,
        "per": advice.unit,
        "stake": advice.stake,
        "choices": [_choice(advice, worth, most) for worth in advice.worths],
        "best": best,
        "said": _best_choice_sentence(advice, best, most),
        "notes": list(advice.notes),
    }


def _without_side_wagers(case: Case) -> View:
    """Return the view without the side wagers that the house describes, which no game's model knows."""
    return without_areas(case.view, case.house.more_areas)


def _with_side_wagers(advice: Advice, case: Case, position: int) -> Advice:
    """Return the advice with what it leaves out about described side wagers. One that a fold loses could change it."""
    stakes, notes = case.view.wagers.get(position, {}), list(advice.notes)
    mine = [wager for wager in case.house.side_wagers if wager.name in stakes]
    notes += [f"Your {each.name} is decided by the cards alone." for each in mine if each.when_folded != "lost"]
    lost = [wager for wager in mine if wager.when_folded == "lost"]
    notes += [f"Your {wager.name} is lost if you fold. That is not counted." for wager in lost]
    return msgspec.structs.replace(advice, notes=tuple(notes), whole=advice.whole and not lost)


def _choice(advice: Advice, worth: Worth, most: Fraction) -> Told:
    cents, loses = worth.value * advice.stake, (most - worth.value) * advice.stake
    entry: Told = {
        "choice": worth.choice,
        "value": fraction(worth.value),
        "counted": as_ways(worth.value, advice.ways),
        "per": advice.unit,
        "cents": fraction(cents),
        "dollars": signed_dollars(cents),
        "best": advice.whole and worth.value == most,
    }
    if advice.whole:
        entry["loses"] = {
            "value": fraction(most - worth.value),
            "counted": as_ways(most - worth.value, advice.ways),
            "cents": fraction(loses),
            "dollars": unsigned_dollars(loses),
        }
        entry["said"] = _cost(advice, worth, most)
    return entry


def _cost(advice: Advice, worth: Worth, most: Fraction) -> str:
    """Return a sentence that judges a choice after it was made: that it was the best, or what it cost."""
    if worth.value == most:
        is_tie = sum(other.value == most for other in advice.worths) > 1
        return "Both choices were worth the same." if is_tie else "That was the best choice."
    loses = most - worth.value
    cost = f"{as_ways(loses, advice.ways)} of {advice.unit}, {unsigned_dollars(loses * advice.stake)} on average"
    return f"{worth.doing} cost {cost}."


def _best_choice_sentence(advice: Advice, best: list[str], most: Fraction) -> str:
    if not best:
        return ""
    if len(best) > 1:
        return f"{' and '.join(map(_capital, best))} are worth the same."
    next_best = max(worth.value for worth in advice.worths if worth.choice not in best)
    return f"{_capital(best[0])} is better by {unsigned_dollars((most - next_best) * advice.stake)}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _wagers_advice(model: ExactModel[Any], case: Case) -> Told:
    standing = model.standing(case.rules, case.house, _without_side_wagers(case))
    offers = [_offer(model, case, offer) for offer in case.offers]
    if not offers and standing is None:
        return {"nothing": "There is nothing more to bet on now."}
    edges = [Fraction(offer["edge"]) for offer in offers if "edge" in offer]
    for offer in offers:
        offer["best"] = "edge" in offer and len(edges) > 1 and Fraction(offer["edge"]) == min(edges)
    return {
        "kind": "wagers",
        "offers": offers,
        "best": [offer["name"] for offer in offers if offer["best"]],
        "standing": None if standing is None else _standing(standing),
    }


def _offer(model: ExactModel[Any], case: Case, offer: Offer) -> Told:
    """Return the cost of an offered wager, for what lies there already, or else for the smallest amount."""
    mine = case.view.wagers.get(case.view.seat, {})
    stake = max((mine.get(spot, 0) for spot in offer.spots), default=0) or offer.least
    try:
        row = _side_wager_row(case, offer) or model.offered_row(
            case.rules, case.house, _without_side_wagers(case), offer.spots, stake
        )
    except ImpossibleError as why:
        return {"name": offer.name, "nothing": str(why)}
    return {
        "name": offer.name,
        "edge": fraction(row.house_edge),
        "percent": percent(row.house_edge, 2),
        "per": row.unit,
        "stake": stake,
        "cents": fraction(-row.house_edge * stake),
        "dollars": signed_dollars(-row.house_edge * stake),
        "notes": list(row.notes),
    }


def _side_wager_row(case: Case, offer: Offer) -> Row | None:
    """Return the row of an offered side wager that the house describes; None for a wager of the game."""
    wager = next((wager for wager in case.house.side_wagers if (wager.name,) == offer.spots), None)
    return None if wager is None else side_wager_row(wager, case.house.side_terms.cards[wager.cards])


def _standing(standing: Standing) -> Told:
    nets, end = standing.next, standing.in_the_end
    parts = as_ways(abs(nets) / 100, standing.ways)
    sentence = f"The layout you have out {'costs' if nets <= 0 else 'gains'} {parts} of a dollar a {standing.each}."
    if not nets:
        sentence = f"The layout you have out costs nothing on the next {standing.each}."
    entry: Told = {
        "out": standing.out,
        "each": standing.each,
        "cents": fraction(nets),
        "counted": parts,
        "dollars": signed_dollars(nets),
        "said": sentence,
    }
    if end is not None:
        word = "costs" if end <= 0 else "gains"
        entry["in_the_end"] = {
            "cents": fraction(end),
            "dollars": signed_dollars(end),
            "said": f"Until all of it is decided it {word} {unsigned_dollars(abs(end))} on average.",
        }
    return entry


def as_ways(value: Fraction, ways: int) -> str:
    """Format a fraction over the number of ways in which cards or dice can come, or in lowest terms if that is not
    exact."""
    if ways and ways % value.denominator == 0:
        return f"{_minus(value * ways)}/{ways}"
    return f"{_minus(Fraction(value.numerator))}/{value.denominator}"


def _minus(value: Fraction) -> str:
    return f"{'−' if value < 0 else ''}{abs(value)}"


def unsigned_dollars(cents: Fraction) -> str:
    """Format an average in dollars, rounded to the cent and without a sign. The exact value is given as a fraction."""
    whole, rest = divmod(round(abs(cents)), 100)
    return f"${whole:,}.{rest:02d}"


def signed_dollars(cents: Fraction) -> str:
    rounded = round(cents)
    return ("+" if rounded > 0 else "−" if rounded < 0 else "") + unsigned_dollars(cents)


# --- in the server


class Adviser:
    """Hands cases to the one process that counts. The process is started with the first case."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # the id of the process
        self._answers: dict[bytes, Future[Told]] = {}  # by key of the case, in the order of counting

    async def advise(self, case: Case, patience: float = PATIENCE) -> Told:
        """Return the answer to a case, or a sentence that says why there is none yet."""
        key = case.key
        if key not in self._answers:
            if sum(not answer.done() for answer in self._answers.values()) >= MOST_WAITING:
                return {"nothing": BUSY}
            try:
                self._answers[key] = self._start().submit(_count, case)
            except BrokenProcessPool:
                return self._after_broken_process(key)
            if len(self._answers) > MOST_KEPT:
                del self._answers[next(iter(self._answers))]
        answer = self._answers[key]
        waiting = asyncio.wrap_future(answer)
        done, _ = await asyncio.wait({waiting}, timeout=patience)
        if not done:
            waiting.add_done_callback(_consume_exception)
            return {"nothing": BUSY if self._warm else WARMING_UP}
        try:
            return waiting.result()
        except (BrokenProcessPool, asyncio.CancelledError):
            return self._after_broken_process(key, answer)
        except Exception as error:
            log.error("the adviser cannot count a case of %s: %s", case.rules.game, type(error).__name__)
            return {"nothing": FAILED}

    @property
    def _warm(self) -> bool:
        return any(answer.done() for answer in self._answers.values())

    def _after_broken_process(self, key: bytes, answer: Future[Told] | None = None) -> Told:
        """Handle the end of the process, and return the answer to the case with this key.

        The process was counting the first case without an answer: that case is marked as too long and not tried again.
        The cases behind it were never started and are dropped. The first waiting request does this for all."""
        if answer is None or self._answers.get(key) is answer:
            lost = [lost_key for lost_key, other in self._answers.items() if not other.done() or _was_lost(other)]
            for lost_key in lost:
                del self._answers[lost_key]
            for too_long in lost[:1]:
                self._answers[too_long] = Future()
                self._answers[too_long].set_result({"nothing": TOO_LONG})
            self._pool = self._process = None
        known = self._answers.get(key)
        return known.result() if known is not None and known.done() else {"nothing": BUSY}

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), end_with_parent)
            self._process = self._pool.submit(os.getpid)
        return self._pool

    def close(self) -> None:
        """End the process, with whatever it is counting."""
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


def _consume_exception(answer: asyncio.Future[Told]) -> None:
    """Mark the exception of an answer as retrieved: the request is over, and the next one for the case gets it."""
    if not answer.cancelled():
        answer.exception()
