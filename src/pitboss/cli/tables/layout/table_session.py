"""A person at a layout on which all players wager together: he types wagers in words. This module knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cli.tables.layout.layout_bets import LayoutBets
from pitboss.cli.tables.layout.screen import Felt, all_wagers, furnish, players_text
from pitboss.cli.tables.layout.typed_wagers import Areas, Unclear, parse_line
from pitboss.cli.terminal import keys
from pitboss.cli.terminal.canvas import Canvas, Look, first_fitting
from pitboss.cli.terminal.line_editor import Line
from pitboss.cli.terminal.screen import UNDATED, WIDTH, Panel, Prompt
from pitboss.cli.terminal.table_session import PLAIN, SAME, Sitting, describe_result
from pitboss.cli.terminal.table_terms import TableTerms
from pitboss.engine.inputs import Input, TakeBack, Wager
from pitboss.engine.view import Act
from pitboss.engine.waits import Window
from pitboss.record.explain import SeatStory, WagerStory, signed_dollars
from pitboss.table.money import dollars
from pitboss.table.steps import Step, WagerStep

BACK = "any key to go back to the table · q leave"
NOTHING_DECIDED = "None of your bets has been decided yet."


class LayoutSitting(Sitting):
    """A person at a table with its own layout, such as a wheel."""

    def __init__(
        self, setting: TableTerms, terminal: keys.Terminal | None = None, look: Look = PLAIN, *, quick: bool = False
    ) -> None:
        super().__init__(setting, terminal, look, quick=quick)
        assert setting.game.printed is not None
        drawing = setting.game.printed(setting.rules, setting.house).drawing
        assert drawing is not None
        self.drawing = drawing
        self.areas = Areas(setting.game.spots, drawing.text.cells)
        self.bets = LayoutBets(self.person, self.console, self.round)
        self.line = Line()
        self.rest: int | None = None
        self.dice: tuple[int, ...] = ()
        self.last: dict[str, int] = {}  # cents by area that the last settled round decided
        self.reasons: list[Act] = []
        self.outcome: list[Act] = []
        self.help = tuple(help_page(setting))

    # --- wagers

    def ask_for_wagers(self) -> None:
        """Take lines of wagers until an empty one lets the dealer go on."""
        self.bets.start_round()
        while self.console.is_present:
            assert isinstance(self.round.driver.wait, Window)
            go_word = self.round.driver.wait.closed_by(self.setting.game.furniture.go)
            chips, out = self.round.seen.chips[self.person], sum(self.bets.on_layout.values())
            detail = f"> {self.line.visible}_   {dollars(out)} out, {dollars(chips)} left"
            key_help = f"Enter {go_word.lower()} · an area and an amount to bet · ? help · q leave"
            key = self.console.press(Prompt("Place your bets, please", key_help, self.round.driver.wait.cite, detail))
            self.console.notice = None
            typed = self.line.press(key)
            if typed is None:
                if key in ("?", "q") and self.line.text == key:
                    typed, self.line = key, Line()
                else:
                    continue
            if self._carry_out(typed):
                return

    def _carry_out(self, typed: str) -> bool:
        """Carry out a line; returns whether the dealer goes on."""
        command = parse_line(typed, self.person, self.areas, dict(self.bets.game_inputs()))
        match command:
            case "go":
                return True
            case "help":
                self.console.press(Prompt("", BACK), helping=True)
            case "why":
                self._read_through("why", self.reasons or [Act("", NOTHING_DECIDED)])
            case "all":
                self._read_through("all bets", all_wagers(self.round.seen, self.setting.game.spots))
            case "leave":
                self.console.leave()
            case "undo":
                self.bets.undo()
            case "clear":
                self.bets.submit_line([TakeBack(self.person, spot) for spot in self.bets.on_layout])
            case "same":
                stakes = {spot: cents for spot, cents in self.last.items() if spot not in self.bets.on_layout}
                self.bets.submit_line([Wager(self.person, stakes)] if stakes else [])
            case Unclear():
                self.console.say(command.told)
            case _:
                self.bets.submit_line(list(command))
        return False

    def place_companion_wager(self, wager: Input) -> None:
        """Place a wager of a companion, unless the house refuses it: strategies may assume more than a house offers."""
        if not self.round.driver.refusals(wager):
            super().place_companion_wager(wager)

    # --- what is read

    def _read_through(self, name: str, acts: list[Act]) -> None:
        for page in self.console.paginate(acts):
            if self.console.press(Prompt("", BACK), Panel(name, page, whole=True)) in ("q", "Q"):
                self.console.leave()
                return

    def pause_seconds(self, step: Step, same: bool) -> float:
        return SAME if isinstance(step, WagerStep) and step.seat != self.person else super().pause_seconds(step, same)

    # --- how it came out

    def show_settlement(self) -> bool:
        self.rest, self.dice = (
            self.round.seen.wheel if self.round.seen.wheel is not None else self.rest,
            self.round.seen.dice or self.dice,
        )
        mine = next((story for story in self.stories if story.seat == self.person), None)
        if not self.console.is_present or mine is None:
            return True
        if mine.wagers:
            self.reasons = [Act(wager.cite, describe_wager(wager)) for wager in mine.wagers]
            self.last = {wager.spot: wager.staked for wager in mine.wagers if wager.net} or self.last
            void = self.round.driver.table.void
            self.outcome = [Act(void, describe_result_of_round(mine, void=bool(void)))]
        if self.bets.on_layout or self.round.seen.chips[self.person] >= self._least_chips():
            return True
        ending = Act("house:limits", "Not enough chips for another bet.")
        self.console.show_settled(describe_result(self.tally.result), self.reasons, ending)
        return False

    def _least_chips(self) -> int:
        """Return the fewest chips that are enough for a wager."""
        driver = self.round.copy_driver(0)
        offered = [offer.least for offer in self.setting.game.offers(driver.round, self.person)]
        return min(offered, default=0)

    # --- drawing

    def limits_text(self, room: int) -> str:
        printed = self.setting.game.printed
        assert printed is not None
        limits = [limit.text for limit in printed(self.setting.rules, self.setting.house).limits]
        room -= len(f"result {signed_dollars(self.tally.result)}") + 2
        return first_fitting(room, *(" · ".join(limits[:count]) for count in range(len(limits), -1, -1)))

    def panel(self) -> Panel:
        return Panel(players_text(self.round.seen, WIDTH - 8), self.round.feed, pinned=self.outcome)

    def furnish(self, canvas: Canvas) -> int:
        seen = self.round.seen
        rest, dice = self.rest if seen.wheel is None else seen.wheel, seen.dice or self.dice
        label = UNDATED if self.setting.rules.is_beyond else ""
        return furnish(canvas, Felt(self.setting.game, seen, self.drawing, self.tally, rest, dice, label))


def help_page(setting: TableTerms) -> Iterator[tuple[str, str]]:
    """Yield the lines of the help page as (term, words)."""
    spots = setting.game.spots
    yield "", f"You are the guest; the house plays every other seat. {setting.rules.texts[:1].upper()}"
    yield "", f"{setting.rules.texts[1:]}."
    yield f"{spots[0]} 5", "bets $5 there; an area as it is drawn, or the last word of its name, will do"
    yield "a 5, b 10", "several at once, with a comma between them"
    yield f"down {spots[0]}", "takes it back;  clear  takes all back;  undo  the last line"
    yield "same", "bets again what was decided last"
    yield "chips 100", "adds $100 in chips"
    for kind in setting.game.more_inputs:
        if kind.by_player:
            amount = " 5" if "value" in kind.__struct_fields__ else ""
            yield f"{kind.__struct_config__.tag}{amount}", (kind.__doc__ or "").partition("\n")[0]
    yield "Enter", f"{setting.game.furniture.go}: the dealer goes on"
    yield "why, all", "what became of your bets, and why;  everybody's bets"
    yield "q, Control-C", "leave: your bets come back where they may, the rest is played out"
    yield "any key", "while the dealer acts: speed up the dealer, nothing else"
    yield "beyond:…", "a fact of other sources: no text of this game is held"
    yield "reading:…", "a doubt, see 'pitboss readings';  house:…  a practice of the house"


def describe_result_of_round(mine: SeatStory, *, void: bool = False) -> str:
    """Describe in one line what a round did to the person's wagers."""
    parts = [f"{wager.spot} {signed_dollars(wager.net) if wager.net else wager.outcome}" for wager in mine.wagers]
    return f"{describe_result(mine.net, void=void)} {', '.join(parts)}."


def describe_wager(wager: WagerStory) -> str:
    """Describe a wager: its outcome, the reason, and the arithmetic of the amount."""
    parts = [f"{wager.spot} {dollars(wager.staked)} {wager.outcome}", wager.hand_class, wager.arithmetic]
    return ": ".join(part for part in parts if part)
