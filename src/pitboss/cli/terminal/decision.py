"""Asks the person a question of the dealer, to be answered by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pitboss.cli.terminal import keys
from pitboss.cli.terminal.console import Console
from pitboss.cli.terminal.screen import Choice, Prompt
from pitboss.cli.terminal.told_round import ToldRound
from pitboss.engine.inputs import CLOCK, Answer, Input
from pitboss.engine.waits import Ask
from pitboss.table.money import dollars

GIVES_UP = frozenset({"fold", "surrender"})  # choices that give up what lies out: offered last


def decide(console: Console, round_: ToldRound, ask: Ask, late_input: Callable[[str], Input | None]) -> Answer:
    """Return the answer of the person, or the default by the clock once he has left. Enter alone decides nothing.

    `late_input` returns the wager that a key would ask for; the table's refusal then explains why it is too late.
    """
    letters = dict(sorted(letters_for(ask.choices).items(), key=lambda choice: choice[1] in GIVES_UP))
    chosen: int | None = None
    console.forget_keys()
    question = _question(round_, ask)
    while console.is_present:
        choices = tuple(
            Choice(f"{choice} ({letter})", number == chosen) for number, (letter, choice) in enumerate(letters.items())
        )
        key_help = "←→ and Enter, or the key in parentheses · ? help · q leave"
        key = console.key(Prompt(question, key_help, ask.cite, choices=choices))
        if key in (keys.LEFT, keys.UP):
            chosen = ((chosen or 0) - 1) % len(choices)
        elif key in (keys.RIGHT, keys.DOWN, keys.TAB):
            chosen = 0 if chosen is None else (chosen + 1) % len(choices)
        elif key == keys.ENTER and chosen is not None:
            return Answer(ask.seat, [*letters.values()][chosen], ask.position)
        elif key in letters:
            return Answer(ask.seat, letters[key], ask.position)
        elif (wager := late_input(key)) is not None and (refusals := round_.driver.refusals(wager)):
            console.refuse(refusals)
        else:
            meanings = ", ".join(f"{letter} is {choice}" for letter, choice in letters.items())
            console.explain_key(key, ask.cite, meanings if key != keys.ENTER else f"move to a choice first; {meanings}")
    return Answer(ask.seat, ask.default, ask.position, by=CLOCK)


def _question(round_: ToldRound, ask: Ask) -> str:
    if len(ask.choices) == 1:  # in every game the reason is too few chips
        chips = dollars(round_.seen.chips[ask.seat])
        return f"You can only {ask.choices[0]}: {chips} is too little to bet."
    stake = round_.seen.wagers.get(ask.position, {}).get(ask.subject)
    about = f"{ask.subject}, {dollars(stake)}: " if stake else ""
    question = f"{round_.driver.game.furniture.questions.get(ask.subject) or about + join_with_or(ask.choices)}?"
    return question[0].upper() + question[1:]


def letters_for(choices: Iterable[str], reserved: str = "qo") -> dict[str, str]:
    """Return a key for each choice: a digit in its name (play 4x) if it has one, or else its first letter that is still
    free."""
    letters: dict[str, str] = {}
    for choice in choices:
        signs = sorted(filter(str.isalnum, choice.lower()), key=str.isalpha) + list("123456789")
        letters[next(sign for sign in signs if sign not in letters and sign not in reserved)] = choice
    return letters


def join_with_or(choices: Sequence[str]) -> str:
    """Join choices as "a, b or c"."""
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
