"""What a round departed in, as findings: the paragraph, the act and the amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.alignment import FAMILIES, PLACED, Alignment, Departure
from pitboss.compliance.observed_log.lawful_play import (
    LateInput,
    OutOfTurnInput,
    PlayedRound,
    RefusedInput,
    SupposedInput,
    Trouble,
    UnusedInput,
)
from pitboss.compliance.observed_log.log_inputs import FedInput
from pitboss.compliance.observed_log.log_reader import Item, SeenRound
from pitboss.compliance.observed_log.vocabulary import GROUPS, INPUTS
from pitboss.engine.inputs import Answer, Close, Input, Order, Wager
from pitboss.engine.waits import Ask, Refusal
from pitboss.table.card_steps import place_name
from pitboss.table.money import dollars
from pitboss.table.steps import Announce, Step, WagerStep, sentence_for_house

VOIDS = FAMILIES["void"] | {"void"}
INSTEAD = "act"  # the key in which an act of another kind on the same wager differs
CLOSED = ("announce", "dice out")  # acts after which nobody wagers any more
ROUND = "house:round"


def troubles_of(
    round: SeenRound, troubles: Sequence[Trouble], noted: frozenset[str], played: PlayedRound | None = None
) -> list[Finding]:
    """Only what people did; of a round that may not have been played to its end."""
    teller = Teller(round, played, noted)
    return [each for trouble in troubles for each in teller.trouble(trouble)]


def findings_of(round: SeenRound, played: PlayedRound, compared: Alignment, noted: frozenset[str]) -> list[Finding]:
    teller = Teller(round, played, noted)
    ended = any(map(ends_it, compared.departures))  # nobody is asked any more after a void
    troubles = [each for each in played.troubles if not (ended and isinstance(each, UnusedInput | SupposedInput))]
    return [each for trouble in _once(troubles) for each in teller.trouble(trouble)] + teller.departures(compared)


def _once(troubles: Sequence[Trouble]) -> Iterator[Trouble]:
    """A seat that nobody was to ask, or that decided what it could not, is told once and not at every question."""
    told = set()
    for each in troubles:
        if isinstance(each, UnusedInput | RefusedInput) and isinstance(each.fed.given, Answer):
            whose = (type(each), each.fed.given.seat)
            if isinstance(each, UnusedInput) and whose in told:
                continue
            told.add(whose)
        if isinstance(each, SupposedInput) and isinstance(each.wait, Ask) and (RefusedInput, each.wait.seat) in told:
            continue
        yield each


class Teller:
    def __init__(self, round: SeenRound, played: PlayedRound | None, noted: frozenset[str]) -> None:
        self._round, self._noted = round, noted
        self._steps = played.steps if played is not None else []
        troubles = played.troubles if played is not None else []
        closing = (item.line for item in round.items if item.closes)
        self._closes = next(closing, 0)  # the line on which the wagers are closed
        # Areas with a wager that the law does not know: what becomes of it follows from that.
        self._barred = {area for each in troubles if isinstance(each, RefusedInput) for area in _areas(each.fed.given)}

    # --- what people did

    def trouble(self, trouble: Trouble) -> Iterator[Finding]:
        match trouble:
            case RefusedInput(fed, refusal) if fed.given.by_player or self._noted >= set(GROUPS):
                yield self._refused(fed, refusal)
            case RefusedInput(fed, refusal) if isinstance(fed.given, Close) and "wagers" in self._noted:
                wrong = f"the wagers were closed, and no round can begin. {refusal.wrong}"
                yield self._violation(refusal.cite, fed.line, wrong, refusal.right)
            case RefusedInput(fed, refusal):
                wrong = f"{_told_input(fed.given)} does not fit what is known of the table. {refusal.wrong}"
                yield Finding("note", ROUND, self._round.where(fed.line), wrong, "note how the table stood before")
            case UnusedInput(fed) if isinstance(fed.given, Wager):
                yield self._refused(fed, Refusal(ROUND, "The round is over.", "Take it in the next round."))
            case OutOfTurnInput(fed, wait):
                wrong = f"{_told_input(fed.given)} did not come when it was due"
                yield self._violation(wait.cite, fed.line, wrong, "take it when the dealer comes to it")
            case LateInput(fed, act):
                wrong = f"{_told_input(fed.given)} came after this, which follows from it: {sentence_for_house(act)}"
                yield self._violation(act.cite, fed.line, wrong, "take it before")
            case SupposedInput():
                yield from self._supposed(trouble)
            case UnusedInput(fed):
                wrong = f"{_told_input(fed.given)} answers nothing: nobody was asked for it in this round"
                if self._sure_of(fed.given):
                    yield self._violation(ROUND, fed.line, wrong, "ask each seat once, when its turn comes")
                else:
                    wrong = f"{wrong}, as far as it was noted"
                    yield Finding("note", ROUND, self._round.where(fed.line), wrong, "note every wager and decision")

    def _refused(self, fed: FedInput, refusal: Refusal) -> Finding:
        cite, wrong = refusal.cite, refusal.wrong
        closed = self._closed()
        if isinstance(fed.given, Wager) and closed is not None and 0 < self._closes < fed.line:
            cite, wrong = closed.cite, f"It came after this: {sentence_for_house(closed)}"
        return self._violation(cite, fed.line, f"{_told_input(fed.given)} is against the law. {wrong}", refusal.right)

    def _sure_of(self, given: Input) -> bool:
        """Whether enough was noted to say that an input fits nowhere."""
        if self._noted >= set(GROUPS):
            return True
        return isinstance(given, Answer | Wager) and self._noted >= {"wagers", "decisions"}

    def _closed(self) -> Step | None:
        acts = (step for step in self._steps if str(type(step).__struct_config__.tag) in CLOSED)
        return next((step for step in acts if not isinstance(step, Announce) or "bets" in step.words.lower()), None)

    def _supposed(self, each: SupposedInput) -> Iterator[Finding]:
        group = "decisions" if isinstance(each.given, Answer) else INPUTS
        line = each.line or self._round.first
        if group in self._noted:
            wrong = f"{_told_input(each.given, 'no ')} was noted here, and the law wants it"
            yield self._violation(each.wait.cite, line, wrong, "do it, or note it, before play goes on")
        elif isinstance(each.wait, Ask):
            wrong = f"what seat {each.wait.seat} decided was not noted; {each.given.choice!r} agrees best with the rest"  # type: ignore[attr-defined]
            yield Finding("note", each.wait.cite, self._round.where(line), wrong, "note each decision")

    # --- what the dealer did

    def departures(self, compared: Alignment) -> list[Finding]:
        found: list[Finding] = []
        departures = _instead(compared.departures)
        for each in departures:
            if self._is_barred(each):
                continue
            if ends_it(each):
                found.append(self._void(each, departures))
                break
            found.append(self._departure(each, compared))
        return found

    def _is_barred(self, each: Departure) -> bool:
        body = each.seen.body if each.seen is not None else each.law.body if each.law is not None else {}
        return (body.get("position", body.get("seat")), body.get("spot")) in self._barred

    def _void(self, each: Departure, departures: Sequence[Departure]) -> Finding:
        rest = len(departures) - list(departures).index(each) - 1
        more = f"; {rest} more {'act differs' if rest == 1 else 'acts differ'} for that reason" if rest else ""
        if each.law is not None:
            again = each.law.tag == "no roll"
            wrong = f"the {'roll was counted' if again else 'round was played on'}, and the law wants this: "
            right = "throw the dice again" if again else "void the round and return the wagers"
            return self._violation(
                each.law.step.cite, self._line(each), wrong + sentence_for_house(each.law.step) + more, right
            )
        assert each.seen is not None
        wrong = f"the round was called void, and nothing that was noted makes it so{more}"
        if self._noted >= set(GROUPS):
            return self._violation(self._near(each), each.seen.line, wrong, "play the round to its end")
        return Finding("note", ROUND, self._round.where(each.seen.line), wrong, "note what happened before it")

    def _line(self, each: Departure) -> int:
        """After which something was not done."""
        return max(each.line, self._round.first) if each.line else self._round.last

    def _departure(self, each: Departure, compared: Alignment) -> Finding:
        if each.seen is None:
            assert each.law is not None
            act = each.law.step
            if each.law.tag in FAMILIES["return"] and not self._noted >= set(GROUPS):  # chips that nobody touches
                where = self._round.where(self._line(each))
                return Finding(
                    "note", _cite(each), where, f"this was not noted: {sentence_for_house(act)}", "see that it was done"
                )
            return self._violation(
                _cite(each), self._line(each), f"this was not done: {sentence_for_house(act)}", "do it at this point"
            )
        if each.law is None:
            return self._too_much(each, compared)
        act = each.law.step
        if not each.keys:
            wrong = f"this was done at the wrong moment: {sentence_for_house(act)}"
            return self._violation(act.cite, each.seen.line, wrong, self._due(each))
        if each.keys == (INSTEAD,):
            wrong = f"{_told_act(each.seen)}; the law wants this: {sentence_for_house(act)}"
            return self._violation(_cite(each), each.seen.line, wrong, "do that instead")
        wrong = ", ".join(f"{_word(key)} was {_value(key, each.seen.body.get(key))}" for key in each.keys)
        right = ", ".join(f"{_word(key)} should be {_value(key, each.law.body.get(key))}" for key in each.keys)
        by = str(each.law.body["by"]) if "by" in each.law.body and "cents" in each.keys else act.cite
        return self._violation(by, each.seen.line, f"{wrong}; the law wants this: {sentence_for_house(act)}", right)

    def _too_much(self, each: Departure, compared: Alignment) -> Finding:
        assert each.seen is not None
        seen = each.seen
        twice = next((act for item, act in compared.pairs if _alike(item, seen) and item.line < seen.line), None)
        if twice is not None:
            wrong = f"this was done a second time: {sentence_for_house(twice.step)}"
            return self._violation(twice.step.cite, seen.line, wrong, "do it once")
        wrong = f"nothing calls for this here: {_told_act(seen)}"
        same = [step for step in self._steps if isinstance(step, WagerStep) and _wager(step) == _about(seen.body)]
        if same and _tag(same[-1]) not in PLACED:
            wrong = f"{wrong}; all that the law wants of this wager is this: {sentence_for_house(same[-1])}"
            return self._violation(same[-1].cite, seen.line, wrong, "leave it out")
        return self._violation(self._near(each), seen.line, wrong, "leave it out")

    def _due(self, each: Departure) -> str:
        before = self._steps[each.law_index - 1] if each.law_index else None
        return f"do it after this: {sentence_for_house(before)}" if before is not None else "do it first"

    def _near(self, each: Departure) -> str:
        """The paragraph that an act of this kind would rest on; else the one the log names for it."""
        assert each.seen is not None
        tag = each.seen.body.get("act")
        for step in self._steps:
            kind = str(type(step).__struct_config__.tag)
            if kind == tag or (isinstance(tag, str) and kind in FAMILIES.get(tag, ())):
                return step.cite
        cite = each.seen.body.get("cite")
        if isinstance(cite, str) and cite and cite.isprintable() and len(cite) < 80:
            return cite
        money = [step for step in self._steps if isinstance(step, WagerStep) and _tag(step) not in PLACED]
        return (money or self._steps)[-1].cite if self._steps else ROUND

    def _violation(self, cite: str, line: int, wrong: str, right: str) -> Finding:
        return Finding("violation", cite, self._round.where(line), wrong, right)


def ends_it(each: Departure) -> bool:
    """Whether the round was void and played on, or played on and void: all that follows differs."""
    tag = each.law.tag if each.seen is None and each.law is not None else each.seen and each.seen.body.get("act")
    return (each.seen is None or each.law is None) and tag in VOIDS and tag != "void hand"


def _instead(departures: Sequence[Departure]) -> list[Departure]:
    """A wager paid that is to be collected, and the like, is one departure: this was done instead of that."""
    left = list(departures)
    for each in departures:
        if each.law is not None or each.seen is None or _about(each.seen.body)[1] is None:
            continue
        missing = (other for other in left if other.seen is None and other.law and other.law.group == "money")
        other = next(
            (other for other in missing if other.law and _about(other.law.body) == _about(each.seen.body)), None
        )
        if other is not None:
            left[left.index(each)] = Departure(each.seen, other.law, (INSTEAD,), each.line, other.law_index)
            left.remove(other)
    return left


def _areas(given: Input) -> list[tuple[int, str]]:
    if not isinstance(given, Wager):
        return []
    return [(given.position or given.seat, spot) for spot in given.stakes]


def _about(body: dict[str, Any]) -> tuple[object, object]:
    return body.get("position", body.get("seat")), body.get("spot")


def _wager(step: WagerStep) -> tuple[object, object]:
    return step.position, step.spot


def _tag(step: Step) -> str:
    return str(type(step).__struct_config__.tag)


def _cite(each: Departure) -> str:
    """The paragraph of the act that the law wants; where only a reading says when, the one that sets its amount."""
    assert each.law is not None
    cite = each.law.step.cite
    pays = (
        each.law.tag in FAMILIES["pay"] and each.seen is not None and each.seen.body.get("act") in ("pay", each.law.tag)
    )
    return str(each.law.body.get("by", cite)) if pays or cite.startswith("reading:") else cite


def _alike(item: Item, other: Item) -> bool:
    def plain(body: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in body.items() if key not in ("prev", "cite")}

    return plain(item.body) == plain(other.body)


def _told_input(given: Input, article: str = "") -> str:
    match given:
        case Wager():
            where = f" at position {given.position}" if given.position not in (0, given.seat) else ""
            on = " and ".join(f"{dollars(cents)} on {spot}" for spot, cents in given.stakes.items())
            return f"{article}wager of seat {given.seat}{where}, {on}"
        case Answer():
            return f"{article}decision of seat {given.seat}, {given.choice!r}" if not article else (
                f"{article}decision of seat {given.seat}"
            )  # fmt: skip
        case Close():
            return f"{article}closing of the wagers"
        case Order():
            return f"{article}order of a supervisor" + ("" if article else f", {given.what!r}")
        case _:
            tag = str(type(given).__struct_config__.tag)
            seat = getattr(given, "seat", None)
            return f"{article}{tag}" + (f" of seat {seat}" if seat is not None else "")


DONE = {"pay": "paid {0} {1}", "collect": "collected {1} from {0}", "return": "returned {1} to {0}"}


def _told_act(item: Item) -> str:
    body = item.body
    kind = str(body.get("act"))
    family = next((name for name, tags in FAMILIES.items() if kind == name or kind in tags), "")
    if family in DONE and {"seat", "spot", "cents"} <= body.keys():
        amount = f"{_value('cents', body['cents'])} on {str(body['spot'])[:40]}"
        seat, position = body["seat"], body.get("position", body["seat"])
        who = f"seat {seat}" if position == seat else f"seat {seat} at position {position}"
        return f"the dealer {DONE[family].format(who, amount)}"
    shown = [f"{_word(key)} {_value(key, body[key])}" for key in body if key not in ("act", "cite", "prev")]
    return f"{str(body.get('act'))[:40]}{f' ({chr(44).join(shown)})' if shown else ''}".replace(",", ", ")


WORDS = {"cents": "the amount", "card": "the card", "cards": "the cards", "rate": "the odds", "place": "the place"}


def _word(key: str) -> str:
    return WORDS.get(key, key.replace("_", " "))


def _value(key: str, value: object) -> str:
    if key in ("cents", "stake", "chips", "fee", "due", "limit", "on") and type(value) is int and abs(value) < 10**15:
        return dollars(value)
    if key == "place" and isinstance(value, str):
        return place_name(value)[:40]
    if isinstance(value, list):
        return " ".join(str(each)[:20] for each in value[:8]) + (" ..." if len(value) > 8 else "")
    return "not named" if value is None else str(value)[:60]
