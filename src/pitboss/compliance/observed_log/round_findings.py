"""Turns the departures of a round into findings with the paragraph, the act and the amount."""

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
INSTEAD = "act"  # the key of a departure in which an act of another kind was done on the same wager
CLOSED = ("announce", "dice out")  # acts that end wagering
ROUND = "house:round"


def findings_about_inputs(
    round: SeenRound, troubles: Sequence[Trouble], noted: frozenset[str], played: PlayedRound | None = None
) -> list[Finding]:
    """Return findings about inputs only, for a round that was perhaps not played to its end."""
    writer = FindingWriter(round, played, noted)
    return [finding for trouble in troubles for finding in writer.input_findings(trouble)]


def all_findings(round: SeenRound, played: PlayedRound, alignment: Alignment, noted: frozenset[str]) -> list[Finding]:
    """Return the findings about the inputs and the acts of a round."""
    writer = FindingWriter(round, played, noted)
    is_void = any(map(ends_round, alignment.departures))  # nobody is asked anything after a void
    troubles = [
        trouble for trouble in played.troubles if not (is_void and isinstance(trouble, UnusedInput | SupposedInput))
    ]
    return [
        finding for trouble in _without_repeats(troubles) for finding in writer.input_findings(trouble)
    ] + writer.act_findings(alignment)


def _without_repeats(troubles: Sequence[Trouble]) -> Iterator[Trouble]:
    """Yield each trouble once. If a seat answered without being asked, or with a choice that it did not have, yield
    only its first answer."""
    reported = set()
    for trouble in troubles:
        if isinstance(trouble, UnusedInput | RefusedInput) and isinstance(trouble.fed.input, Answer):
            kind_and_seat = (type(trouble), trouble.fed.input.seat)
            if isinstance(trouble, UnusedInput) and kind_and_seat in reported:
                continue
            reported.add(kind_and_seat)
        if (
            isinstance(trouble, SupposedInput)
            and isinstance(trouble.wait, Ask)
            and (RefusedInput, trouble.wait.seat) in reported
        ):
            continue
        yield trouble


class FindingWriter:
    """Writes the findings of one round."""

    def __init__(self, round: SeenRound, played: PlayedRound | None, noted: frozenset[str]) -> None:
        self._round, self._noted = round, noted
        self._steps = played.steps if played is not None else []
        troubles = played.troubles if played is not None else []
        closing = (item.line for item in round.items if item.closes)
        self._closes = next(closing, 0)  # the line that closes the wagers; 0 if none does
        # Areas with a refused wager: what becomes of it needs no finding of its own.
        self._barred = {
            area for trouble in troubles if isinstance(trouble, RefusedInput) for area in _areas(trouble.fed.input)
        }

    # --- what people did

    def input_findings(self, trouble: Trouble) -> Iterator[Finding]:
        """Yield the findings about an input that does not fit."""
        match trouble:
            case RefusedInput(fed, refusal) if fed.input.by_player or self._noted >= set(GROUPS):
                yield self._refused_finding(fed, refusal)
            case RefusedInput(fed, refusal) if isinstance(fed.input, Close) and "wagers" in self._noted:
                wrong = f"the wagers were closed, and no round can begin. {refusal.wrong}"
                yield self._violation(refusal.cite, fed.line, wrong, refusal.right)
            case RefusedInput(fed, refusal):
                wrong = f"{_describe_input(fed.input)} does not fit what is known of the table. {refusal.wrong}"
                yield Finding("note", ROUND, self._round.where(fed.line), wrong, "note how the table stood before")
            case UnusedInput(fed) if isinstance(fed.input, Wager):
                yield self._refused_finding(fed, Refusal(ROUND, "The round is over.", "Take it in the next round."))
            case OutOfTurnInput(fed, wait):
                wrong = f"{_describe_input(fed.input)} did not come when it was due"
                yield self._violation(wait.cite, fed.line, wrong, "take it when the dealer comes to it")
            case LateInput(fed, act):
                wrong = (
                    f"{_describe_input(fed.input)} came after this, which follows from it: {sentence_for_house(act)}"
                )
                yield self._violation(act.cite, fed.line, wrong, "take it before")
            case SupposedInput():
                yield from self._supposed_findings(trouble)
            case UnusedInput(fed):
                wrong = f"{_describe_input(fed.input)} answers nothing: nobody was asked for it in this round"
                if self._is_sure_of(fed.input):
                    yield self._violation(ROUND, fed.line, wrong, "ask each seat once, when its turn comes")
                else:
                    wrong = f"{wrong}, as far as it was noted"
                    yield Finding("note", ROUND, self._round.where(fed.line), wrong, "note every wager and decision")

    def _refused_finding(self, fed: FedInput, refusal: Refusal) -> Finding:
        cite, wrong = refusal.cite, refusal.wrong
        closing_act = self._closing_act()
        if isinstance(fed.input, Wager) and closing_act is not None and 0 < self._closes < fed.line:
            cite, wrong = closing_act.cite, f"It came after this: {sentence_for_house(closing_act)}"
        return self._violation(
            cite, fed.line, f"{_describe_input(fed.input)} is against the law. {wrong}", refusal.right
        )

    def _is_sure_of(self, input_: Input) -> bool:
        """Return whether enough was noted to be sure that an input fits nowhere."""
        if self._noted >= set(GROUPS):
            return True
        return isinstance(input_, Answer | Wager) and self._noted >= {"wagers", "decisions"}

    def _closing_act(self) -> Step | None:
        """Return the act that ended wagering, if there is one."""
        acts = (step for step in self._steps if str(type(step).__struct_config__.tag) in CLOSED)
        return next((step for step in acts if not isinstance(step, Announce) or "bets" in step.words.lower()), None)

    def _supposed_findings(self, supposed_input: SupposedInput) -> Iterator[Finding]:
        group = "decisions" if isinstance(supposed_input.input, Answer) else INPUTS
        line = supposed_input.line or self._round.first
        if group in self._noted:
            wrong = f"{_describe_input(supposed_input.input, 'no ')} was noted here, and the law wants it"
            yield self._violation(supposed_input.wait.cite, line, wrong, "do it, or note it, before play goes on")
        elif isinstance(supposed_input.wait, Ask):
            choice = supposed_input.input.choice  # type: ignore[attr-defined]
            wrong = f"what seat {supposed_input.wait.seat} decided was not noted; {choice!r} agrees best with the rest"
            yield Finding("note", supposed_input.wait.cite, self._round.where(line), wrong, "note each decision")

    # --- what the dealer did

    def act_findings(self, alignment: Alignment) -> list[Finding]:
        """Return the findings about acts, up to an act that makes all others differ."""
        findings: list[Finding] = []
        departures = _join_replaced(alignment.departures)
        for departure in departures:
            if self._is_barred(departure):
                continue
            if ends_round(departure):
                findings.append(self._void_finding(departure, departures))
                break
            findings.append(self._departure_finding(departure, alignment))
        return findings

    def _is_barred(self, departure: Departure) -> bool:
        """Return whether the departure is about a wager that was refused."""
        body = departure.body
        return (body.get("position", body.get("seat")), body.get("spot")) in self._barred

    def _void_finding(self, departure: Departure, departures: Sequence[Departure]) -> Finding:
        """Return the finding that a round was void and played on, or called void without a reason."""
        remaining = len(departures) - list(departures).index(departure) - 1
        note = (
            f"; {remaining} more {'act differs' if remaining == 1 else 'acts differ'} for that reason"
            if remaining
            else ""
        )
        if departure.law is not None:
            is_no_roll = departure.law.tag == "no roll"
            wrong = f"the {'roll was counted' if is_no_roll else 'round was played on'}, and the law wants this: "
            right = "throw the dice again" if is_no_roll else "void the round and return the wagers"
            return self._violation(
                departure.law.step.cite,
                self._line(departure),
                wrong + sentence_for_house(departure.law.step) + note,
                right,
            )
        assert departure.seen is not None
        wrong = f"the round was called void, and nothing that was noted makes it so{note}"
        if self._noted >= set(GROUPS):
            return self._violation(
                self._nearest_cite(departure), departure.seen.line, wrong, "play the round to its end"
            )
        return Finding("note", ROUND, self._round.where(departure.seen.line), wrong, "note what happened before it")

    def _line(self, departure: Departure) -> int:
        """Return the line after which an act is missing."""
        return max(departure.line, self._round.first) if departure.line else self._round.last

    def _departure_finding(self, departure: Departure, alignment: Alignment) -> Finding:
        """Return the finding about an act that was not done, done differently, or done at another moment."""
        if departure.seen is None:
            assert departure.law is not None
            act = departure.law.step
            # Such chips just stay where they are.
            if departure.law.tag in FAMILIES["return"] and not self._noted >= set(GROUPS):
                where = self._round.where(self._line(departure))
                return Finding(
                    "note",
                    _cite_of(departure),
                    where,
                    f"this was not noted: {sentence_for_house(act)}",
                    "see that it was done",
                )
            return self._violation(
                _cite_of(departure),
                self._line(departure),
                f"this was not done: {sentence_for_house(act)}",
                "do it at this point",
            )
        if departure.law is None:
            return self._superfluous_finding(departure, alignment)
        act = departure.law.step
        if not departure.keys:
            wrong = f"this was done at the wrong moment: {sentence_for_house(act)}"
            return self._violation(act.cite, departure.seen.line, wrong, self._when_due(departure))
        if departure.keys == (INSTEAD,):
            wrong = f"{_describe_act(departure.seen)}; the law wants this: {sentence_for_house(act)}"
            return self._violation(_cite_of(departure), departure.seen.line, wrong, "do that instead")
        wrong = ", ".join(f"{_word(key)} was {_value(key, departure.seen.body.get(key))}" for key in departure.keys)
        right = ", ".join(
            f"{_word(key)} should be {_value(key, departure.law.body.get(key))}" for key in departure.keys
        )
        cite = str(departure.law.body["by"]) if "by" in departure.law.body and "cents" in departure.keys else act.cite
        return self._violation(
            cite, departure.seen.line, f"{wrong}; the law wants this: {sentence_for_house(act)}", right
        )

    def _superfluous_finding(self, departure: Departure, alignment: Alignment) -> Finding:
        """Return the finding about an act that nothing calls for."""
        assert departure.seen is not None
        seen = departure.seen
        earlier = next(
            (act for item, act in alignment.pairs if _is_same_act(item, seen) and item.line < seen.line), None
        )
        if earlier is not None:
            wrong = f"this was done a second time: {sentence_for_house(earlier.step)}"
            return self._violation(earlier.step.cite, seen.line, wrong, "do it once")
        wrong = f"nothing calls for this here: {_describe_act(seen)}"
        steps_of_wager = [
            step
            for step in self._steps
            if isinstance(step, WagerStep) and _wager_of(step) == _position_and_area(seen.body)
        ]
        if steps_of_wager and _tag(steps_of_wager[-1]) not in PLACED:
            wrong = f"{wrong}; all that the law wants of this wager is this: {sentence_for_house(steps_of_wager[-1])}"
            return self._violation(steps_of_wager[-1].cite, seen.line, wrong, "leave it out")
        return self._violation(self._nearest_cite(departure), seen.line, wrong, "leave it out")

    def _when_due(self, departure: Departure) -> str:
        """Say after which act this one is due."""
        before = self._steps[departure.law_index - 1] if departure.law_index else None
        return f"do it after this: {sentence_for_house(before)}" if before is not None else "do it first"

    def _nearest_cite(self, departure: Departure) -> str:
        """Return the paragraph for an act of this kind, or else the one that the log names for it."""
        assert departure.seen is not None
        tag = departure.seen.body.get("act")
        for step in self._steps:
            kind = str(type(step).__struct_config__.tag)
            if kind == tag or (isinstance(tag, str) and kind in FAMILIES.get(tag, ())):
                return step.cite
        cite = departure.seen.body.get("cite")
        if isinstance(cite, str) and cite and cite.isprintable() and len(cite) < 80:
            return cite
        money = [step for step in self._steps if isinstance(step, WagerStep) and _tag(step) not in PLACED]
        return (money or self._steps)[-1].cite if self._steps else ROUND

    def _violation(self, cite: str, line: int, wrong: str, right: str) -> Finding:
        return Finding("violation", cite, self._round.where(line), wrong, right)


def ends_round(departure: Departure) -> bool:
    """Return whether the round was void and played on, or called void without a reason: then all later acts differ."""
    tag = (
        departure.law.tag
        if departure.seen is None and departure.law is not None
        else departure.seen and departure.seen.body.get("act")
    )
    return (departure.seen is None or departure.law is None) and tag in VOIDS and tag != "void hand"


def _join_replaced(departures: Sequence[Departure]) -> list[Departure]:
    """Join a missing and a superfluous act on the same wager: one was done instead of the other, such as paid instead
    of collected."""
    joined = list(departures)
    for superfluous in departures:
        if (
            superfluous.law is not None
            or superfluous.seen is None
            or _position_and_area(superfluous.seen.body)[1] is None
        ):
            continue
        missing_acts = (
            missing for missing in joined if missing.seen is None and missing.law and missing.law.group == "money"
        )
        missing = next(
            (
                missing
                for missing in missing_acts
                if missing.law and _position_and_area(missing.law.body) == _position_and_area(superfluous.seen.body)
            ),
            None,
        )
        if missing is not None:
            joined[joined.index(superfluous)] = Departure(
                superfluous.seen, missing.law, (INSTEAD,), superfluous.line, missing.law_index
            )
            joined.remove(missing)
    return joined


def _areas(input_: Input) -> list[tuple[int, str]]:
    if not isinstance(input_, Wager):
        return []
    return [(input_.position or input_.seat, spot) for spot in input_.stakes]


def _position_and_area(body: dict[str, Any]) -> tuple[object, object]:
    """Return the position and the area that an act is about."""
    return body.get("position", body.get("seat")), body.get("spot")


def _wager_of(step: WagerStep) -> tuple[object, object]:
    return step.position, step.spot


def _tag(step: Step) -> str:
    return str(type(step).__struct_config__.tag)


def _cite_of(departure: Departure) -> str:
    """Return the paragraph of the required act. For payments, and where only a reading sets the time, the one that sets
    the amount."""
    assert departure.law is not None
    cite = departure.law.step.cite
    pays = (
        departure.law.tag in FAMILIES["pay"]
        and departure.seen is not None
        and departure.seen.body.get("act") in ("pay", departure.law.tag)
    )
    return str(departure.law.body.get("by", cite)) if pays or cite.startswith("reading:") else cite


def _is_same_act(item: Item, other: Item) -> bool:
    def plain(body: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in body.items() if key not in ("prev", "cite")}

    return plain(item.body) == plain(other.body)


def _describe_input(input_: Input, article: str = "") -> str:
    """Describe an input in words. With an article such as "no " the details are left out."""
    match input_:
        case Wager():
            where = f" at position {input_.position}" if input_.position not in (0, input_.seat) else ""
            stakes = " and ".join(f"{dollars(cents)} on {spot}" for spot, cents in input_.stakes.items())
            return f"{article}wager of seat {input_.seat}{where}, {stakes}"
        case Answer():
            return f"{article}decision of seat {input_.seat}, {input_.choice!r}" if not article else (
                f"{article}decision of seat {input_.seat}"
            )  # fmt: skip
        case Close():
            return f"{article}closing of the wagers"
        case Order():
            return f"{article}order of a supervisor" + ("" if article else f", {input_.what!r}")
        case _:
            tag = str(type(input_).__struct_config__.tag)
            seat = getattr(input_, "seat", None)
            return f"{article}{tag}" + (f" of seat {seat}" if seat is not None else "")


DEALER_DID = {"pay": "paid {0} {1}", "collect": "collected {1} from {0}", "return": "returned {1} to {0}"}


def _describe_act(item: Item) -> str:
    """Describe what the dealer was seen to do."""
    body = item.body
    kind = str(body.get("act"))
    family = next((name for name, tags in FAMILIES.items() if kind == name or kind in tags), "")
    if family in DEALER_DID and {"seat", "spot", "cents"} <= body.keys():
        amount = f"{_value('cents', body['cents'])} on {str(body['spot'])[:40]}"
        seat, position = body["seat"], body.get("position", body["seat"])
        player = f"seat {seat}" if position == seat else f"seat {seat} at position {position}"
        return f"the dealer {DEALER_DID[family].format(player, amount)}"
    details = [f"{_word(key)} {_value(key, body[key])}" for key in body if key not in ("act", "cite", "prev")]
    return f"{str(body.get('act'))[:40]}{f' ({chr(44).join(details)})' if details else ''}".replace(",", ", ")


WORDS = {"cents": "the amount", "card": "the card", "cards": "the cards", "rate": "the odds", "place": "the place"}


def _word(key: str) -> str:
    return WORDS.get(key, key.replace("_", " "))


def _value(key: str, value: object) -> str:
    if key in ("cents", "stake", "chips", "fee", "due", "limit", "on") and type(value) is int and abs(value) < 10**15:
        return dollars(value)
    if key == "place" and isinstance(value, str):
        return place_name(value)[:40]
    if isinstance(value, list):
        return " ".join(str(item)[:20] for item in value[:8]) + (" ..." if len(value) > 8 else "")
    return "not named" if value is None else str(value)[:60]
