"""Judges one round: plays it by the law in the way that agrees best with what was seen, and compares the two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pitboss.common.punto_banco.facts import FIRST_CARD
from pitboss.common.punto_banco.steps import TurnFirstCard
from pitboss.compliance.finding import Finding
from pitboss.compliance.observed_log.alignment import (
    AS_SEEN,
    BUT_FOR_CARDS,
    EXACTLY,
    Alignment,
    ComparisonMode,
    Departure,
    align,
    required_acts,
)
from pitboss.compliance.observed_log.hypotheses import (
    Hypothesis,
    departure_key,
    drop_after_last_act,
    has_extra_card,
    house_without_limits,
    is_about_bank,
    is_about_burn,
    is_about_shoe,
    is_order_of_players,
    is_supposed_decision,
    is_unasked_decision,
    is_uncalled_count,
    late_inputs,
    may_follow_from_start,
    money_acts,
    play_if_possible,
    refused_wagers,
    seat_and_area,
)
from pitboss.compliance.observed_log.lawful_play import (
    Guess,
    NotPlayableError,
    PlayedRound,
    RefusedInput,
    UnusedInput,
    play_lawfully,
)
from pitboss.compliance.observed_log.log_inputs import FedInput
from pitboss.compliance.observed_log.log_reader import SeenRound
from pitboss.compliance.observed_log.log_setting import Setting
from pitboss.compliance.observed_log.round_findings import all_findings, ends_round, findings_about_inputs
from pitboss.compliance.observed_log.shoe_between_rounds import is_supposed
from pitboss.compliance.observed_log.stacked_decks import CardLayout, cards_seen, filling_decks
from pitboss.compliance.observed_log.stacked_shoe import ShoeLayout
from pitboss.compliance.observed_log.vocabulary import SEEN
from pitboss.engine.carry import Carry
from pitboss.engine.incidents.incident_kinds import ExtraCard
from pitboss.engine.inputs import CardOrder, Close, Order, Wager
from pitboss.table.card_steps import place_name
from pitboss.table.steps import WagerStep, quantity
from pitboss.table.table import COMMUNITY, DEALER, hand

MOST_LATER = 60  # acts between two inputs; an event may have happened at each of them
MOST_TRIED = 24  # ways to play a round that are tried if something was not noted
COUNT = Order("count the stub")
UNSEEN = "house:unseen"


class RoundJudgment(NamedTuple):
    """The judgment of a round."""

    findings: list[Finding]
    played: PlayedRound  # the round as the law has it
    departures: Sequence[Departure] = ()
    doubts: int = 0  # acts left out, because it is unknown how the table stood

    @property
    def weight(self) -> int:
        """The number of violations and of acts that could not be judged: the fewer, the better the hypothesis
        agrees."""
        return self.doubts + sum(finding.severity == "violation" for finding in self.findings)


def judge_round(
    round: SeenRound, setting: Setting, carry: Carry, fed: Sequence[FedInput], *, complete: bool, last: bool
) -> RoundJudgment:
    """Judge a round. Raises NotPlayableError if it cannot be judged."""
    judge = _Judge(round, setting, carry, complete, last)
    try:
        return judge.judge(fed)
    except NotPlayableError as error:
        return judge.judge_without_refused(fed, error)


class _Judge:
    """Judges one round from one initial table."""

    def __init__(self, round: SeenRound, setting: Setting, carry: Carry, complete: bool, last: bool) -> None:
        self._round, self._setting, self._carry, self._complete = round, setting, carry, complete
        self._acts = [item for item in round.items if not item.is_input and item.body.get("act") != SEEN]
        self._to_the_end = round.closing is not None if complete else not (last and round.closing is None)
        self._seen, self._wrong = ({}, []) if complete else cards_seen(round, setting.house.packs)

    def judge(self, fed: Sequence[FedInput]) -> RoundJudgment:
        """Judge the round with these inputs."""
        setting, round = self._setting, self._round
        if not (
            self._complete
            or not setting.house.decks
            or any(isinstance(fed_input.input, CardOrder) for fed_input in fed)
        ):
            return self.judge_with_cards(list(fed))
        mode = EXACTLY if self._complete else AS_SEEN
        best, _ = self.find_best(partial(self.play, fed, mode=mode))
        best = self.accept_refused_wagers(fed, best)
        best.played.troubles += late_inputs(best, fed)
        doubts = 0 if setting.stood else self.set_aside_unexplained(best)
        findings = all_findings(round, best.played, best.alignment, setting.noted)
        if doubts:
            wrong = f"how the table stood before is not known, so {quantity(doubts, 'act')} cannot be judged"
            right = "name the point, the shooter and the standing wagers at the start"
            findings.append(Finding("note", UNSEEN, round.where(round.first), wrong, right))
        return RoundJudgment(findings, best.played, best.alignment.departures, doubts)

    def judge_without_refused(self, fed: Sequence[FedInput], error: NotPlayableError) -> RoundJudgment:
        """Judge a round that cannot be played because the law refuses wagers: report these, and judge the rest as if
        they were lawful."""
        refused_inputs = [
            trouble
            for trouble in error.troubles
            if isinstance(trouble, RefusedInput) and isinstance(trouble.fed.input, Wager)
        ]
        for judge, inputs in self._other_ways(fed, refused_inputs):
            try:
                judgment = judge.judge(inputs)
            except NotPlayableError:
                continue
            refused_findings = findings_about_inputs(self._round, refused_inputs, self._setting.noted, judgment.played)
            return judgment._replace(findings=refused_findings + judgment.findings)
        raise error

    def play(self, fed: Sequence[FedInput], guess: Guess, mode: ComparisonMode) -> Hypothesis:
        """Play the round with a guess, and align it with what was seen."""
        setting = self._setting
        round_played = play_lawfully(
            setting, self._carry, fed, guess, to_the_end=self._to_the_end or not self._complete
        )
        noted = setting.noted if self._complete else setting.noted - {"wagers"}  # wagers are noted as inputs
        mode = mode._replace(at_once=setting.game.standing_wagers)
        alignment = align(self._acts, required_acts(round_played.steps), noted, mode)
        if not self._complete:
            alignment.departures = [
                departure for departure in alignment.departures if not is_order_of_players(departure)
            ]
            if setting.game.rests and is_supposed(self._carry):
                alignment.departures = [departure for departure in alignment.departures if not is_about_shoe(departure)]
            if FIRST_CARD not in self._seen and any(isinstance(step, TurnFirstCard) for step in round_played.steps):
                alignment.departures = [departure for departure in alignment.departures if not is_about_burn(departure)]
        if not setting.stood:
            alignment.departures = [
                departure for departure in alignment.departures if not may_follow_from_start(departure)
            ]
        if not setting.counted:
            alignment.departures = [departure for departure in alignment.departures if not is_about_bank(departure)]
        if not self._to_the_end and not self._complete:
            drop_after_last_act(alignment)
        return Hypothesis(round_played, alignment)

    def find_best(self, play: Callable[[Guess], Hypothesis]) -> tuple[Hypothesis, Guess]:
        """Try other guesses for what nobody noted, and return the hypothesis of least cost with its guess."""
        guess = Guess()
        best = play(guess)
        point, count = 0, 1
        while best.cost and point < len(best.played.options) and count < MOST_TRIED:
            for option in range(1, best.played.options[point]):
                other_guess = Guess((*(guess.choices + (0,) * point)[:point], option))
                count += 1
                if (hypothesis := play_if_possible(play, other_guess)) and hypothesis.cost < best.cost:
                    best, guess = hypothesis, other_guess
            point += 1
        for shift in (-1, 1) if best.cost and self._complete else ():
            if (hypothesis := play_if_possible(play, guess._replace(shift=shift))) and hypothesis.cost < best.cost:
                best = hypothesis
        return best, guess

    def accept_refused_wagers(self, fed: Sequence[FedInput], best: Hypothesis) -> Hypothesis:
        """Report wagers that the law refuses and the house accepted, and judge the rest as if they were lawful."""
        refused_inputs = refused_wagers(best)
        mode = EXACTLY if self._complete else AS_SEEN
        for judge, inputs in self._other_ways(fed, refused_inputs):
            hypothesis = play_if_possible(partial(judge.play, inputs, mode=mode), Guess())
            if hypothesis and hypothesis.alignment.cost < best.alignment.cost:
                hypothesis.played.troubles[:0] = refused_inputs
                best = hypothesis
        return best

    def _other_ways(
        self, fed: Sequence[FedInput], refused_inputs: Sequence[RefusedInput]
    ) -> Iterator[tuple[_Judge, list[FedInput]]]:
        """Yield two variants of the round in which the refused wagers are lawful: they came before the call, or the
        house has no limits.
        """
        if not refused_inputs:
            return
        wagers = [trouble.fed for trouble in refused_inputs]
        others = [fed_input for fed_input in fed if fed_input not in wagers]
        closing_index = next(
            (index for index, fed_input in enumerate(others) if isinstance(fed_input.input, Close)), len(others)
        )
        yield self, [*others[:closing_index], *wagers, *others[closing_index:]]
        setting = self._setting._replace(house=house_without_limits(self._setting.house))
        yield _Judge(self._round, setting, self._carry, self._complete, False), list(fed)

    def set_aside_unexplained(self, best: Hypothesis) -> int:
        """Remove and count the departures about wagers that nobody saw made.

        At a table with standing wagers they cannot be judged, if it is unknown what lay there before.
        """
        closing_line = self._closing_line()
        troubles = best.played.troubles
        early = [item for item in troubles if isinstance(item, RefusedInput) and item.fed.line < closing_line]
        unexplained = [*early, *(item for item in troubles if isinstance(item, UnusedInput))]
        best.played.troubles[:] = [item for item in troubles if item not in unexplained]
        known_wagers = {(item.seat, item.spot) for item in best.played.steps if isinstance(item, WagerStep)}
        departures = best.alignment.departures
        unknown = [item for item in departures if item.law is None and seat_and_area(item) not in known_wagers]
        best.alignment.departures = [item for item in departures if item not in unknown]
        return len(unexplained) + len(unknown)

    def _closing_line(self) -> int:
        """Return the line after which a wager is late."""
        closing = (item.line for item in self._round.items if item.body.get("input") == "close")
        return next(closing, self._round.last + 1)

    # --- cards that were seen, and cards that were not

    def play_with_filling(self, guess: Guess, fed: Sequence[FedInput], filling: Sequence[str]) -> Hypothesis:
        """Play the round with the cards that were seen; others come from the filling."""
        return self.play(fed, guess._replace(order=self._find_layout(fed, guess).build_deck(filling)), AS_SEEN)

    def judge_with_cards(self, fed: list[FedInput]) -> RoundJudgment:
        """Judge a round of cards whose order is not in the log."""
        first, *others = filling_decks()
        best, guess = self.find_best(partial(self.play_with_filling, fed=fed, filling=first))
        refused_inputs = refused_wagers(best)
        for judge, inputs in self._other_ways(fed, refused_inputs):
            lawful = play_if_possible(partial(judge.play_with_filling, fed=inputs, filling=first), guess)
            if lawful and lawful.alignment.cost < best.alignment.cost and not refused_wagers(lawful):
                judgment = judge.judge_with_cards(inputs)
                refused_findings = findings_about_inputs(self._round, refused_inputs, self._setting.noted, best.played)
                return judgment._replace(findings=refused_findings + judgment.findings)
        events = [item for item in fed if item.input.amid]
        if events and best.cost:
            if len(events) == 1 and (void := self._void_at_any_act(fed, events[0], guess)):
                return RoundJudgment(
                    all_findings(self._round, void.played, void.alignment, self._setting.noted), best.played
                )
            names = ", ".join(str(type(item.input).__struct_config__.tag) for item in events)
            why = f"at which act this happened was not seen ({names}), so what follows from it is not judged"
            return RoundJudgment(self._note_uncertain(events[0].line, why, best), best.played)
        if "decisions" not in self._setting.noted and (
            unasked := [item for item in best.played.troubles if is_unasked_decision(item)]
        ):
            why = "not every decision was noted, and it is not known which question some of them answer"
            return RoundJudgment(self._note_uncertain(unasked[0].fed.line, why, best), best.played)  # type: ignore[union-attr]
        for inputs_supposed in self._add_unnoted(fed, best, self._find_layout(fed, guess)):
            hypothesis = play_if_possible(partial(self.play_with_filling, fed=inputs_supposed, filling=first), guess)
            if hypothesis and (hypothesis.cost < best.cost or has_extra_card(inputs_supposed)):
                best, fed = hypothesis, inputs_supposed
        if not events and "decisions" in self._setting.noted:
            best.played.troubles += late_inputs(best, fed)
        layout = self._find_layout(fed, guess)
        # After an event such as a card too many, a card may have been seen in two places.
        card_findings = (
            []
            if events
            else self._wrong + [self._overfull_finding(place, best.played) for place in layout.overfull_places]
        )
        if positions_asked := {item.wait.position for item in best.played.troubles if is_supposed_decision(item)}:  # type: ignore[union-attr]
            best.alignment.departures = [
                item
                for item in best.alignment.departures
                if ends_round(item) or self._is_independent(item, positions_asked)
            ]
        if not layout.unseen_places:
            findings = all_findings(self._round, best.played, best.alignment, self._setting.noted)
            return RoundJudgment(card_findings + findings, best.played)
        hypotheses = [
            play_if_possible(partial(self.play_with_filling, fed=fed, filling=deck), guess) for deck in others
        ]
        return RoundJudgment(
            card_findings + self._certain_findings([best, *filter(None, hypotheses)], layout), best.played
        )

    def _void_at_any_act(self, fed: Sequence[FedInput], event: FedInput, guess: Guess) -> Hypothesis | None:
        """Return a hypothesis in which an event makes the round void. Return None unless that is so at every act at
        which the event may have come, and the round was played on nevertheless."""
        first, *_ = filling_decks()
        by_entries: dict[int, Hypothesis] = {}
        for acts in range(MOST_LATER):
            inputs = [fed_input._replace(acts=acts) if fed_input is event else fed_input for fed_input in fed]
            hypothesis = play_if_possible(partial(self.play_with_filling, fed=inputs, filling=first), guess)
            entries = None if hypothesis is None else hypothesis.played.entries_before.get(event.line)
            if hypothesis is None or entries is None or (entries in by_entries and acts > entries):
                break
            voids = [
                departure
                for departure in hypothesis.alignment.departures
                if ends_round(departure) and departure.law is not None
            ]
            if not voids:
                return None
            hypothesis.alignment.departures = voids[:1]
            hypothesis.played.troubles.clear()
            by_entries.setdefault(entries, hypothesis)
        return next(iter(by_entries.values()), None)

    def _note_uncertain(self, line: int, wrong: str, best: Hypothesis) -> list[Finding]:
        """Return a note that the round cannot be judged with certainty, and the findings that hold in any case."""
        late = findings_about_inputs(self._round, refused_wagers(best), self._setting.noted, best.played)
        right = "note each decision, and the act before each event"
        return [*late, Finding("note", UNSEEN, self._round.where(line), wrong, right)]

    def _find_layout(self, fed: Sequence[FedInput], guess: Guess) -> CardLayout | ShoeLayout:
        """Return the places to which the cards of the round are dealt, which do not depend on their faces."""
        if self._setting.game.rests:
            return self._find_shoe_layout(fed, guess)
        hypothesis = self.play(fed, guess._replace(order=()), BUT_FOR_CARDS)
        return CardLayout(hypothesis.played, hypothesis.alignment.pairs, self._seen)

    def _find_shoe_layout(self, fed: Sequence[FedInput], guess: Guess) -> ShoeLayout:
        """Return where the cards of a round from a shoe go."""
        setting, to_the_end = self._setting, self._to_the_end or not self._complete

        def play(order: tuple[str, ...]) -> PlayedRound:
            return play_lawfully(setting, self._carry, fed, guess._replace(order=order), to_the_end=to_the_end)

        layout = ShoeLayout(play, setting.house.packs, self._seen)
        layout.build_deck(filling_decks()[0])
        return layout

    def _add_unnoted(
        self, fed: list[FedInput], best: Hypothesis, layout: CardLayout | ShoeLayout
    ) -> list[list[FedInput]]:
        """Return the inputs with something that nobody noted: a card too many at a place, or an order to count the
        stub."""
        variants = []
        closing_index = next((index for index, fed_input in enumerate(fed) if isinstance(fed_input.input, Close)), None)
        before = (
            closing_index if closing_index is not None else sum(isinstance(fed_input.input, Wager) for fed_input in fed)
        )
        after = before + (closing_index is not None)
        line = fed[before - 1].line if before else self._round.first
        for place in layout.overfull_places:
            if layout.has_cards_at(place) and not any(fed_input.input.amid for fed_input in fed):
                extra = FedInput(line, ExtraCard(place, amid=True), 0)
                variants.append([*fed[:after], extra, *fed[after:]])
        if any(is_uncalled_count(fed_input) for fed_input in best.alignment.departures):
            variants.append([*fed[:before], FedInput(line, COUNT, 0), *fed[before:]])
        return variants

    def _overfull_finding(self, place: str, played: PlayedRound) -> Finding:
        """Return the finding that more cards were seen at a place than the law deals there."""
        line = next((item.line for item in self._round.items if item.body.get("place") == place), self._round.first)
        wrong = f"more cards were seen at {place_name(place)} than the law deals there"
        if not self._setting.noted & {"wagers"}:
            return Finding("note", UNSEEN, self._round.where(line), wrong, "note every wager, so that it can be judged")
        cites = (
            step.cite for step in played.steps if str(type(step).__struct_config__.tag).startswith(("deal", "deliver"))
        )
        right = "deal only to those who wagered, and no card more than that"
        return Finding("violation", next(cites, UNSEEN), self._round.where(line), wrong, right)

    def _certain_findings(self, hypotheses: Sequence[Hypothesis], layout: CardLayout | ShoeLayout) -> list[Finding]:
        """Return the findings that hold with any unseen cards, and a note if others depend on these cards."""
        base = hypotheses[0]
        kept = [departure for departure in base.alignment.departures if self._is_sure(departure, hypotheses, layout)]
        left_out = len(base.alignment.departures) - len(kept)
        depends_on_cards = left_out or any(money_acts(world) != money_acts(base) for world in hypotheses)
        alignment = Alignment(base.alignment.cost, kept, base.alignment.pairs)
        findings = all_findings(self._round, base.played, alignment, self._setting.noted)
        if depends_on_cards:
            places = ", ".join(sorted(layout.unseen_places))
            wrong = f"not all cards of {places} were seen, so what rests on them is not judged"
            where = self._round.where(self._round.first)
            findings.append(Finding("note", UNSEEN, where, wrong, "note these cards if they can be seen"))
        return findings

    def _is_sure(self, departure: Departure, hypotheses: Sequence[Hypothesis], layout: CardLayout | ShoeLayout) -> bool:
        """Return whether a departure holds whatever the unseen cards were."""
        body = departure.body
        position = body.get("position", body.get("seat"))
        places = {COMMUNITY, DEALER, hand(position)} if type(position) is int else layout.unseen_places
        if self._setting.game.furniture.pot:  # any hand may decide what the others win
            places = layout.unseen_places
        tag = str(body.get("act"))
        depends_on_cards = bool(layout.unseen_places & places) and tag.partition(" ")[0] not in INDEPENDENT_ACTS
        if depends_on_cards and KEYS_FROM_CARDS.issuperset(departure.keys) and departure.seen is not None:
            return False
        if departure.law is None or not departure.keys or departure.law.group == "rest":
            return not depends_on_cards or (
                departure.seen is None and departure.law is not None and departure.law.group != "money"
            )
        is_decided = self._are_seen(departure.law.body.get("decided_by")) and not self._setting.game.furniture.pot
        if depends_on_cards and departure.law.group == "money" and not is_decided:
            return False
        return all(
            departure_key(departure) in map(departure_key, hypothesis.alignment.departures) for hypothesis in hypotheses
        )

    def _is_independent(self, departure: Departure, positions_asked: set[int]) -> bool:
        """Return whether a departure is about a wager that does not depend on an unnoted decision."""
        body = departure.body
        position = body.get("position", body.get("seat"))
        return type(position) is int and position not in positions_asked and not self._setting.game.furniture.pot

    def _are_seen(self, cards: object) -> bool:
        """Return whether all these cards were seen."""
        seen = {card for cards in self._seen.values() for card in cards}
        return isinstance(cards, list) and seen.issuperset(cards)


KEYS_FROM_CARDS = frozenset(("cards", "decided_by", "hand_class", "words", "why", "wins", "plays", "places", "against"))
# First words of acts that do not depend on cards.
INDEPENDENT_ACTS = frozenset(("deal", "burn", "count", "announce", "void", "shuffle", "cut"))
