"""One round judged: played by the law in the way that agrees best with what was seen, and laid beside it."""

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
from pitboss.compliance.observed_log.round_findings import ends_it, findings_of, troubles_of
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

MOST_LATER = 60  # acts between two things that people do, at each of which something may have happened
MOST_TRIED = 24  # ways to play a round of which something was not noted
COUNT = Order("count the stub")
UNSEEN = "house:unseen"


class Judged(NamedTuple):
    findings: list[Finding]
    played: PlayedRound  # as the law has it
    departures: Sequence[Departure] = ()
    doubts: int = 0  # acts that were left out because it is not known how the table stood

    @property
    def weight(self) -> int:
        """How much does not agree."""
        return self.doubts + sum(finding.severity == "violation" for finding in self.findings)


def judged(
    round: SeenRound, setting: Setting, carry: Carry, fed: Sequence[FedInput], *, complete: bool, last: bool
) -> Judged:
    """What the round departed in, and the round as the law has it. A `NotPlayableError` says why it cannot be told."""
    judge = _Judge(round, setting, carry, complete, last)
    try:
        return judge.judged(fed)
    except NotPlayableError as why:
        return judge.judged_all_the_same(fed, why)


class _Judge:
    def __init__(self, round: SeenRound, setting: Setting, carry: Carry, complete: bool, last: bool) -> None:
        self._round, self._setting, self._carry, self._complete = round, setting, carry, complete
        self._acts = [item for item in round.items if not item.is_input and item.body.get("act") != SEEN]
        self._to_the_end = round.closing is not None if complete else not (last and round.closing is None)
        self._seen, self._wrong = ({}, []) if complete else cards_seen(round, setting.house.packs)

    def judged(self, fed: Sequence[FedInput]) -> Judged:
        setting, round = self._setting, self._round
        if not (self._complete or not setting.house.decks or any(isinstance(each.given, CardOrder) for each in fed)):
            return self.with_cards(list(fed))
        by = EXACTLY if self._complete else AS_SEEN
        best, _ = self.best(partial(self.world, fed, by=by))
        best = self.taken_all_the_same(fed, best)
        best.played.troubles += late_inputs(best, fed)
        doubts = 0 if setting.stood else self.left_to_the_start(best)
        found = findings_of(round, best.played, best.compared, setting.noted)
        if doubts:
            wrong = f"how the table stood before is not known, so {quantity(doubts, 'act')} cannot be judged"
            right = "name the point, the shooter and the standing wagers at the start"
            found.append(Finding("note", UNSEEN, round.where(round.first), wrong, right))
        return Judged(found, best.played, best.compared.departures, doubts)

    def judged_all_the_same(self, fed: Sequence[FedInput], why: NotPlayableError) -> Judged:
        """The law refuses so many wagers that there is no round: they are told, and the rest is judged with them."""
        refused = [
            each for each in why.troubles if isinstance(each, RefusedInput) and isinstance(each.fed.given, Wager)
        ]
        for other, again in self._other_ways(fed, refused):
            try:
                rest = other.judged(again)
            except NotPlayableError:
                continue
            told = troubles_of(self._round, refused, self._setting.noted, rest.played)
            return rest._replace(findings=told + rest.findings)
        raise why

    def world(self, fed: Sequence[FedInput], guess: Guess, by: ComparisonMode) -> Hypothesis:
        setting = self._setting
        one = play_lawfully(setting, self._carry, fed, guess, to_the_end=self._to_the_end or not self._complete)
        noted = setting.noted if self._complete else setting.noted - {"wagers"}  # which are noted as inputs
        by = by._replace(at_once=setting.game.standing_wagers)
        beside = align(self._acts, required_acts(one.steps), noted, by)
        if not self._complete:
            beside.departures = [each for each in beside.departures if not is_order_of_players(each)]
            if setting.game.rests and is_supposed(self._carry):
                beside.departures = [each for each in beside.departures if not is_about_shoe(each)]
            if FIRST_CARD not in self._seen and any(isinstance(step, TurnFirstCard) for step in one.steps):
                beside.departures = [each for each in beside.departures if not is_about_burn(each)]
        if not setting.stood:
            beside.departures = [each for each in beside.departures if not may_follow_from_start(each)]
        if not setting.counted:
            beside.departures = [each for each in beside.departures if not is_about_bank(each)]
        if not self._to_the_end and not self._complete:
            drop_after_last_act(beside)
        return Hypothesis(one, beside)

    def best(self, tried: Callable[[Guess], Hypothesis]) -> tuple[Hypothesis, Guess]:
        """Whatever nobody noted is tried one after the other."""
        guess = Guess()
        best = tried(guess)
        at, count = 0, 1
        while best.cost and at < len(best.played.options) and count < MOST_TRIED:
            for option in range(1, best.played.options[at]):
                other = Guess((*(guess.choices + (0,) * at)[:at], option))
                count += 1
                if (found := play_if_possible(tried, other)) and found.cost < best.cost:
                    best, guess = found, other
            at += 1
        for shift in (-1, 1) if best.cost and self._complete else ():
            if (found := play_if_possible(tried, guess._replace(shift=shift))) and found.cost < best.cost:
                best = found
        return best, guess

    def taken_all_the_same(self, fed: Sequence[FedInput], best: Hypothesis) -> Hypothesis:
        """A wager that the law refuses and the house took: it is told, and the rest is judged as if it were lawful."""
        refused = refused_wagers(best)
        by = EXACTLY if self._complete else AS_SEEN
        for other, again in self._other_ways(fed, refused):
            found = play_if_possible(partial(other.world, again, by=by), Guess())
            if found and found.compared.cost < best.compared.cost:
                found.played.troubles[:0] = refused
                best = found
        return best

    def _other_ways(
        self, fed: Sequence[FedInput], refused: Sequence[RefusedInput]
    ) -> Iterator[tuple[_Judge, list[FedInput]]]:
        """The same as if these wagers had come in time, or as if the house had no limits."""
        if not refused:
            return
        wagers = [each.fed for each in refused]
        others = [each for each in fed if each not in wagers]
        closes = next((at for at, each in enumerate(others) if isinstance(each.given, Close)), len(others))
        yield self, [*others[:closes], *wagers, *others[closes:]]
        setting = self._setting._replace(house=house_without_limits(self._setting.house))
        yield _Judge(self._round, setting, self._carry, self._complete, False), list(fed)

    def left_to_the_start(self, best: Hypothesis) -> int:
        """At a table at which wagers stand, what is about one that nobody saw made cannot be judged, if it is not known
        what lay there before. It is taken out and counted."""
        late = self._closes()
        troubles = best.played.troubles
        early = [each for each in troubles if isinstance(each, RefusedInput) and each.fed.line < late]
        strange = [*early, *(each for each in troubles if isinstance(each, UnusedInput))]
        best.played.troubles[:] = [each for each in troubles if each not in strange]
        known = {(each.seat, each.spot) for each in best.played.steps if isinstance(each, WagerStep)}
        departures = best.compared.departures
        unknown = [each for each in departures if each.law is None and seat_and_area(each) not in known]
        best.compared.departures = [each for each in departures if each not in unknown]
        return len(strange) + len(unknown)

    def _closes(self) -> int:
        """The line after which a wager is late."""
        closing = (item.line for item in self._round.items if item.body.get("input") == "close")
        return next(closing, self._round.last + 1)

    # --- cards that were seen, and cards that were not

    def dealt(self, guess: Guess, fed: Sequence[FedInput], filling: Sequence[str]) -> Hypothesis:
        """The round with the cards that were seen; others are taken from the filling."""
        return self.world(fed, guess._replace(order=self._lay(fed, guess).build_deck(filling)), AS_SEEN)

    def with_cards(self, fed: list[FedInput]) -> Judged:
        first, *others = filling_decks()
        best, guess = self.best(partial(self.dealt, fed=fed, filling=first))
        refused = refused_wagers(best)
        for other, again in self._other_ways(fed, refused):
            lawful = play_if_possible(partial(other.dealt, fed=again, filling=first), guess)
            if lawful and lawful.compared.cost < best.compared.cost and not refused_wagers(lawful):
                rest = other.with_cards(again)
                told = troubles_of(self._round, refused, self._setting.noted, best.played)
                return rest._replace(findings=told + rest.findings)
        happened = [each for each in fed if each.given.amid]
        if happened and best.cost:
            if len(happened) == 1 and (void := self._void_anyhow(fed, happened[0], guess)):
                return Judged(findings_of(self._round, void.played, void.compared, self._setting.noted), best.played)
            what = ", ".join(str(type(each.given).__struct_config__.tag) for each in happened)
            why = f"at which act this happened was not seen ({what}), so what follows from it is not judged"
            return Judged(self._not_certain(happened[0].line, why, best), best.played)
        if "decisions" not in self._setting.noted and (
            lost := [each for each in best.played.troubles if is_unasked_decision(each)]
        ):
            why = "not every decision was noted, and it is not known which question some of them answer"
            return Judged(self._not_certain(lost[0].fed.line, why, best), best.played)  # type: ignore[union-attr]
        for more in self._supposed(fed, best, self._lay(fed, guess)):
            supposed = play_if_possible(partial(self.dealt, fed=more, filling=first), guess)
            if supposed and (supposed.cost < best.cost or has_extra_card(more)):
                best, fed = supposed, more
        if not happened and "decisions" in self._setting.noted:
            best.played.troubles += late_inputs(best, fed)
        lay = self._lay(fed, guess)
        # Where a card went astray it may have been seen in two places.
        wrong = [] if happened else self._wrong + [self._stray(place, best.played) for place in lay.overfull_places]
        if asked := {each.wait.position for each in best.played.troubles if is_supposed_decision(each)}:  # type: ignore[union-attr]
            best.compared.departures = [
                each for each in best.compared.departures if ends_it(each) or self._is_apart(each, asked)
            ]
        if not lay.unseen_places:
            found = findings_of(self._round, best.played, best.compared, self._setting.noted)
            return Judged(wrong + found, best.played)
        worlds = [play_if_possible(partial(self.dealt, fed=fed, filling=deck), guess) for deck in others]
        return Judged(wrong + self._certain([best, *filter(None, worlds)], lay), best.played)

    def _void_anyhow(self, fed: Sequence[FedInput], what: FedInput, guess: Guess) -> Hypothesis | None:
        """The round with something that happened in it, if it makes the round void at whichever act it came, and it
        was played on."""
        first, *_ = filling_decks()
        found: dict[int, Hypothesis] = {}
        for later in range(MOST_LATER):
            again = [each._replace(acts=later) if each is what else each for each in fed]
            world = play_if_possible(partial(self.dealt, fed=again, filling=first), guess)
            at = None if world is None else world.played.entries_before.get(what.line)
            if world is None or at is None or (at in found and later > at):
                break
            voids = [each for each in world.compared.departures if ends_it(each) and each.law is not None]
            if not voids:
                return None
            world.compared.departures = voids[:1]
            world.played.troubles.clear()
            found.setdefault(at, world)
        return next(iter(found.values()), None)

    def _not_certain(self, line: int, wrong: str, best: Hypothesis) -> list[Finding]:
        """Of a round that does not come out, and may have been right: only what is wrong in any case."""
        late = troubles_of(self._round, refused_wagers(best), self._setting.noted, best.played)
        right = "note each decision, and the act before each event"
        return [*late, Finding("note", UNSEEN, self._round.where(line), wrong, right)]

    def _lay(self, fed: Sequence[FedInput], guess: Guess) -> CardLayout | ShoeLayout:
        """Where the cards go, whatever they are."""
        if self._setting.game.rests:
            return self._from_shoe(fed, guess)
        any_cards = self.world(fed, guess._replace(order=()), BUT_FOR_CARDS)
        return CardLayout(any_cards.played, any_cards.compared.pairs, self._seen)

    def _from_shoe(self, fed: Sequence[FedInput], guess: Guess) -> ShoeLayout:
        setting, end = self._setting, self._to_the_end or not self._complete

        def play(order: tuple[str, ...]) -> PlayedRound:
            return play_lawfully(setting, self._carry, fed, guess._replace(order=order), to_the_end=end)

        lay = ShoeLayout(play, setting.house.packs, self._seen)
        lay.build_deck(filling_decks()[0])
        return lay

    def _supposed(self, fed: list[FedInput], best: Hypothesis, lay: CardLayout | ShoeLayout) -> list[list[FedInput]]:
        """The same with something that nobody noted: a card too many at a place, an order to count the stub."""
        found = []
        closes = next((at for at, each in enumerate(fed) if isinstance(each.given, Close)), None)
        before = closes if closes is not None else sum(isinstance(each.given, Wager) for each in fed)
        after = before + (closes is not None)
        line = fed[before - 1].line if before else self._round.first
        for place in lay.overfull_places:
            if lay.has_cards_at(place) and not any(each.given.amid for each in fed):
                extra = FedInput(line, ExtraCard(place, amid=True), 0)
                found.append([*fed[:after], extra, *fed[after:]])
        if any(is_uncalled_count(each) for each in best.compared.departures):
            found.append([*fed[:before], FedInput(line, COUNT, 0), *fed[before:]])
        return found

    def _stray(self, place: str, played: PlayedRound) -> Finding:
        line = next((item.line for item in self._round.items if item.body.get("place") == place), self._round.first)
        wrong = f"more cards were seen at {place_name(place)} than the law deals there"
        if not self._setting.noted & {"wagers"}:
            return Finding("note", UNSEEN, self._round.where(line), wrong, "note every wager, so that it can be judged")
        dealt = (
            step.cite for step in played.steps if str(type(step).__struct_config__.tag).startswith(("deal", "deliver"))
        )
        right = "deal only to those who wagered, and no card more than that"
        return Finding("violation", next(dealt, UNSEEN), self._round.where(line), wrong, right)

    def _certain(self, worlds: Sequence[Hypothesis], lay: CardLayout | ShoeLayout) -> list[Finding]:
        """What departs whatever the cards were that nobody saw; the rest is said to rest on them."""
        base = worlds[0]
        kept = [each for each in base.compared.departures if self._is_sure(each, worlds, lay)]
        left = len(base.compared.departures) - len(kept)
        rests = left or any(money_acts(world) != money_acts(base) for world in worlds)
        compared = Alignment(base.compared.cost, kept, base.compared.pairs)
        found = findings_of(self._round, base.played, compared, self._setting.noted)
        if rests:
            places = ", ".join(sorted(lay.unseen_places))
            wrong = f"not all cards of {places} were seen, so what rests on them is not judged"
            where = self._round.where(self._round.first)
            found.append(Finding("note", UNSEEN, where, wrong, "note these cards if they can be seen"))
        return found

    def _is_sure(self, each: Departure, worlds: Sequence[Hypothesis], lay: CardLayout | ShoeLayout) -> bool:
        body = each.seen.body if each.seen is not None else each.law.body if each.law is not None else {}
        position = body.get("position", body.get("seat"))
        places = {COMMUNITY, DEALER, hand(position)} if type(position) is int else lay.unseen_places
        if self._setting.game.furniture.pot:  # every hand may decide what another one wins
            places = lay.unseen_places
        tag = str(body.get("act"))
        rests = bool(lay.unseen_places & places) and tag.partition(" ")[0] not in APART
        if rests and FOLLOWS.issuperset(each.keys) and each.seen is not None:
            return False
        if each.law is None or not each.keys or each.law.group == "rest":
            return not rests or (each.seen is None and each.law is not None and each.law.group != "money")
        decided = self._known(each.law.body.get("decided_by")) and not self._setting.game.furniture.pot
        if rests and each.law.group == "money" and not decided:
            return False
        return all(departure_key(each) in map(departure_key, world.compared.departures) for world in worlds)

    def _is_apart(self, each: Departure, asked: set[int]) -> bool:
        """Whether it is about a wager that rests on nobody's decision that was not noted."""
        body = each.seen.body if each.seen is not None else each.law.body if each.law is not None else {}
        position = body.get("position", body.get("seat"))
        return type(position) is int and position not in asked and not self._setting.game.furniture.pot

    def _known(self, cards: object) -> bool:
        seen = {card for cards in self._seen.values() for card in cards}
        return isinstance(cards, list) and seen.issuperset(cards)


FOLLOWS = frozenset(("cards", "decided_by", "hand_class", "words", "why", "wins", "plays", "places", "against"))
APART = frozenset(
    ("deal", "burn", "count", "announce", "void", "shuffle", "cut")
)  # how acts begin that no card decides
