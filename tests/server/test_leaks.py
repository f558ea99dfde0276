"""A person is sent nothing that he may not know: no hidden card, no seed, no hash of either, and nothing that depends
on them.

There are two proofs. A detector checks every frame and body when it is sent. And two worlds that differ only in what a
person may not know send that person the same bytes. Servers that leak on purpose show that both proofs notice leaks.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from fastapi import WebSocket

from kit import conformance
from kit.leaky import PLAYERS, Event, Frame, LeakError, Room, SeededSource, StuckError, cards_in_json, cards_named, room
from kit.series import SOAK, first, first_two, of_each_kind, series, two_games
from pitboss.engine.game import Strategy
from pitboss.engine.houses.house import House
from pitboss.engine.inputs import Input
from pitboss.engine.view import HIDDEN, Seen, hands_seen
from pitboss.engine.waits import Ask, Refusal
from pitboss.games import REGISTERED, load
from pitboss.record import account as accounts
from pitboss.server.access.sessions import COOKIE
from pitboss.server.live.client_actions import Action, BadActionError, carry_out
from pitboss.server.live.outcomes import Outcome
from pitboss.server.live.table import LiveTable
from pitboss.server.live.tables import Casino
from pitboss.server.routes import tables
from pitboss.server.routes import websocket as sockets
from pitboss.server.views import act_diffs, table_view
from pitboss.server.views.act_diffs import ShownAct
from pitboss.store.errors import FencedError, StoreError
from pitboss.store.row_types import Account, Batch
from pitboss.table.cards import FULL_DECK, RANK_OF, card_name, pretty
from pitboss.table.steps import Step, sentence_for_house
from pitboss.table.table import Table, hand

WITH_CARDS = [name for name in REGISTERED if load(name).house.usual().decks]


def house_of(game: str, seed: int = 0) -> House:
    """Return the default house, or one with random elections."""
    if not seed:
        return conformance.as_it_comes(load(game), conformance.texts_of(load(game))[-1]).house
    setting = conformance.random_setting(load(game), conformance.texts_of(load(game))[-1], Random(seed))
    return msgspec.structs.replace(setting.house, readings=setting.rules.readings)


def night(
    folder: Path,
    game: str,
    seed: int,
    rounds: int,
    *,
    players: int = len(PLAYERS),
    pages: bool = False,
    elected: bool = False,
    disturbed: float = 0.2,
) -> int:
    """Play rounds at one table under the detector, and return the number of frames and bodies checked."""

    async def play() -> int:
        house = house_of(game, seed if elected else 0)
        async with room(folder, house, SeededSource(seed), companions=seed % 3) as here:
            here.playing = PLAYERS[:players]
            await here.everybody_comes(pages)
            await here.plays_on(rounds, disturbed)
            if pages:
                await here.looks_back()
            return here.tap.looked_at

    return asyncio.run(play())


# --- the detector


def spellings(card: str) -> list[str]:
    rank, suit = "10" if card[0] == "T" else card[0], card[1]
    sign, name = pretty(card)[-1], card_name(card)
    return [
        *(card, f"the {card}.", f'"{card}"', f"{rank}{suit}", pretty(card), f"x{pretty(card)}K"),
        *(name, name.upper(), name.replace(" ", "-"), name.replace(" of ", "_")),
        *(f"<b>{rank}</b><em>{sign}</em>", f"{rank}&#{ord(sign)};", f'<i id="card-{card.lower()}"></i>'),
        *(f'<i class="up {suit}{rank}"></i>', f'<i data-key="seat-1-{card}">░░</i>'),
    ]


def test_every_spelling_of_a_card_is_known() -> None:
    for card in FULL_DECK:
        for text in spellings(card):
            assert cards_named(text) == {card}, text
            assert cards_in_json(msgspec.json.encode({"a": [text]})) == {card}
        assert cards_in_json(msgspec.json.encode({card: 1})) == {card}
        assert card in cards_named(f"2c3d{card}4h")


def test_text_that_only_looks_like_a_card_is_not_taken_for_one() -> None:
    for text in ("as a rule", "18.10(c)", "0x8c", "seat-3 of 10", "<h2>Seats</h2>", "action_000019", "??", "table.js"):
        assert not cards_named(text), text


# --- many rounds


@pytest.mark.parametrize("game", of_each_kind(0))
@pytest.mark.parametrize("seed", series(1, 4, 100, first=1))
def test_no_client_is_sent_hidden_information(tmp_path: Path, game: str, seed: int) -> None:
    assert night(tmp_path, game, seed, 5) > 50


@pytest.mark.parametrize("game", first(1, WITH_CARDS))
@pytest.mark.parametrize("seed", series(1, 4, 120, first=1))
def test_no_hidden_card_is_sent_in_many_rounds(tmp_path: Path, game: str, seed: int) -> None:
    rounds = 25
    assert night(tmp_path, game, seed, rounds, players=1 + seed % 2) > 12 * rounds  # one player alone is shown as many


@pytest.mark.parametrize("game", of_each_kind(1))
@pytest.mark.parametrize("seed", series(1, 4, 60, first=1))
def test_no_page_shows_a_hidden_card(tmp_path: Path, game: str, seed: int) -> None:
    assert night(tmp_path, game, seed, 4, pages=True, disturbed=0.6) > 100


@pytest.mark.parametrize("game", two_games(2))
@pytest.mark.parametrize("seed", series(1, 4, 100, first=1))
def test_no_hidden_card_is_sent_whatever_the_house_elects(tmp_path: Path, game: str, seed: int) -> None:
    with suppress(StuckError):  # some elections let one player hold up the rest
        assert night(tmp_path, game, seed, 4, elected=True) > 40


@contextmanager
def unwritten(table: LiveTable, wrong: Exception, often: float, rounds: int, seed: int) -> Iterator[None]:
    """Make the store refuse writes at random, and surely one of the first `rounds` writes that chance lets through.
    Check at the end that some were refused."""
    plain, chance, written, failed = table.store.tables.append, Random(seed), count(), 0
    surely = chance.randrange(rounds)

    def append(batch: Batch) -> Future[int]:
        nonlocal failed
        if chance.random() >= often and next(written) != surely:
            return plain(batch)
        failed += 1
        refused: Future[int] = Future()
        refused.set_exception(wrong)
        return refused

    with patch.object(table.store.tables, "append", append):
        yield
    assert failed, "everything was written"


@pytest.mark.parametrize("game", first_two(REGISTERED))
@pytest.mark.parametrize("seed", series(1, 4, 60, first=1))
def test_a_full_disk_reveals_no_card(tmp_path: Path, game: str, seed: int) -> None:
    """An act that could not be written has not happened, and nobody learns what would have come."""

    async def play() -> int:
        async with room(tmp_path, house_of(game), SeededSource(seed), companions=seed % 2) as here:
            await here.everybody_comes(pages=False)
            with unwritten(here.table, StoreError("the disk is full"), 0.3, 5, seed):
                await here.plays_on(5, 0.5)
            return here.tap.looked_at

    assert asyncio.run(play()) > 100


@pytest.mark.parametrize("game", first_two(REGISTERED))
@pytest.mark.parametrize("seed", series(1, 4, 60, first=1))
def test_a_table_taken_over_by_another_server_reveals_no_card(tmp_path: Path, game: str, seed: int) -> None:
    """It is played on there with the same cards: here nobody may see how it would have gone on."""

    async def play() -> None:
        async with room(tmp_path, house_of(game), SeededSource(seed)) as here:
            await here.everybody_comes(pages=False)
            with unwritten(here.table, FencedError("another server has taken this table"), 0.05, 20, seed):
                with pytest.raises(StuckError):
                    await here.plays_on(20, 0.3)
                assert here.table.service.fault
                await here.looks_back()

    asyncio.run(play())


# --- two worlds


@dataclass(frozen=True)
class Blind:
    """A companion that decides without looking at its cards. One that looks would act differently in two worlds, which
    everybody would see; that would not be a leak of the server."""

    companion: Strategy

    def wagers(self, view: Seen, house: House) -> Iterable[Input]:
        return self.companion.wagers(view, house)

    def choose(self, view: Seen, ask: Ask) -> str:
        return ask.choices[0]


def blindfold_companions(table: LiveTable) -> AbstractContextManager[Any]:
    """Have all later companions play blind."""
    plain = table.companions.sit

    def keep_company(seat: int) -> None:
        plain(seat)
        table.companions.by_seat[seat] = Blind(table.companions.by_seat[seat])

    return patch.object(table.companions, "sit", keep_company)


class World:
    """The events of one night, and everything that was sent to each recipient."""

    def __init__(self, here: Room) -> None:
        self.events, self.draws = here.events, here.draws
        self.sent, self.shadow = here.tap.sent, here.shadow
        self.rounds = [number for number in self.shadow.orders if number < self.shadow.round]

    def before(self, until: Callable[[str], int]) -> dict[str, list[str]]:
        """Return what each recipient was sent before an event that depends on the recipient."""
        return {
            recipient: [text for event, text in sent if event < until(recipient.partition(" ")[0])]
            for recipient, sent in self.sent.items()
            if "/api/metrics" not in recipient  # how long writes took and how full the disk is, in no run the same
        }


def world(
    folder: Path,
    game: str,
    source: SeededSource,
    events: list[Event] | None = None,
    *,
    rounds: int = 2,
    pages: bool = True,
    blind: bool = True,
) -> World:
    """Play a night at random, or by given events regardless of what anybody sees."""

    async def play() -> World:
        async with room(folder, house_of(game), source) as here:
            here.tap.check = lambda who, path, text: None
            with blindfold_companions(here.table) if blind else nullcontext():
                if events is None:
                    await here.everybody_comes(pages)
                    await here.plays_on(rounds, 0.5)
                    if pages:
                        await here.looks_back()
                for event in events or ():
                    await here.happens(*event)
            return World(here)

    return asyncio.run(play())


def compare(one: World, other: World, until: Callable[[str], int]) -> int:
    """Check that two worlds sent the same bytes in the same order, and return the number of frames and bodies
    compared."""
    ours, theirs = one.before(until), other.before(until)
    for recipient in ours.keys() | theirs.keys():
        mine, yours = ours.get(recipient, []), theirs.get(recipient, [])
        if mine != yours:
            at = next((at for at, pair in enumerate(zip(mine, yours, strict=False)) if pair[0] != pair[1]), len(mine))
            raise LeakError(f"{recipient!r} can tell by number {at}: {mine[at:][:1]} is not {yours[at:][:1]}")
    return sum(map(len, ours.values()))


def cards_exchanged(folder: Path, game: str, seed: int, worlds: int, pages: bool = True, *, blind: bool = True) -> int:
    """Exchange two cards in the shuffled order of one round. Until they may know one of them, people must notice
    nothing."""
    one = world(folder / "one", game, SeededSource(seed), pages=pages, blind=blind)
    chance, compared = Random(seed), 0
    for number in range(worlds):
        round_ = chance.choice(one.rounds)
        order = one.shadow.orders[round_]
        # Most cards are never seen by anybody; every other time one is taken that comes up.
        this = chance.choice(one.shadow.comes_up(round_) if number % 2 else range(len(order)))
        that = chance.choice([place for place in range(len(order)) if order[place] != order[this]])
        other = world(
            folder / f"other {number}", game, SeededSource(seed, (round_, this, that)), one.events, blind=blind
        )
        assert other.shadow.orders[round_] != order

        def until(who: str, other: World = other, about: tuple[int, int, int] = (round_, this, that)) -> int:
            return min(each.shadow.known_since(about[0], who, about[1:]) for each in (one, other))

        compared += compare(one, other, until)
    return compared


def the_future(folder: Path, game: str, seed: int, worlds: int, pages: bool = True) -> int:
    """Change chance from some draw on. Until it is drawn, nobody must notice."""
    one = world(folder / "one", game, SeededSource(seed), pages=pages)
    first_draws = [before + 1 for before, after in pairwise(one.draws) if 0 < before < after]  # of an event
    compared = 0
    for number in range(worlds):
        # Of a shoe everything is drawn at first: the worlds then differ in what was never asked for.
        fork = Random(f"{seed} {number}").choice(first_draws or [one.draws[-1] + 1])
        other = world(folder / f"other {number}", game, SeededSource(seed, fork=fork), one.events)
        draws = (one.draws, other.draws)
        until = min(next((at for at, each in enumerate(some) if each >= fork), len(some)) for some in draws)
        compared += compare(one, other, lambda who, until=until: until)  # type: ignore[misc]
    return compared


@pytest.mark.parametrize("game", first(1, WITH_CARDS))
@pytest.mark.parametrize("seed", series(1, 3, 40, first=1))
def test_worlds_that_differ_in_hidden_cards_look_the_same(tmp_path: Path, game: str, seed: int) -> None:
    assert cards_exchanged(tmp_path, game, seed, 3) > 300


@pytest.mark.parametrize("seed", [16, pytest.param(22, marks=SOAK)])
def test_a_companions_own_decisions_are_not_reported_as_a_leak(tmp_path: Path, seed: int) -> None:
    """A lone player of Winner's Pot Poker has company. In these two worlds a companion holds one of the cards: if it
    plays by them the worlds differ, and if all else is the same and it does not, they do not."""
    with pytest.raises(LeakError, match=re.escape("(house)")):
        cards_exchanged(tmp_path / "looking", "winners-pot-poker", seed, 3, blind=False)
    assert cards_exchanged(tmp_path / "blind", "winners-pot-poker", seed, 3) > 300


@pytest.mark.parametrize("game", of_each_kind(2))
@pytest.mark.parametrize("seed", series(1, 3, 40, first=1))
def test_worlds_that_differ_in_the_future_look_the_same(tmp_path: Path, game: str, seed: int) -> None:
    assert the_future(tmp_path, game, seed, 2) > 50


# --- servers that leak on purpose


Patch = pytest.MonkeyPatch


def to_come(table: LiveTable) -> str:
    """Return the bottom card of the stub, which nobody will ever see."""
    place = table.driver.table.undealt_place()
    return table.driver.table.places[place][-1].card if place is not None else ""


def face_down(table: LiveTable) -> str:
    places = table.driver.table.places
    return " ".join(lying.card for place in sorted(places) for lying in places[place] if not lying.up)


def some_number(table: LiveTable) -> int:
    """Return a number that depends on every hidden card and names none."""
    return hashlib.sha256(face_down(table).encode()).digest()[0]


def somebody_else(table: LiveTable, account: int) -> int:
    others = [person.account for person in table.seats.people.values() if person.account != account]
    return others[0] if others else account


def views_of_another_seat(monkey: Patch) -> None:
    def peeping(t: Table, seat: int) -> dict[int, tuple[str, ...]]:
        others = [other for other in t.players if other != seat]
        return hands_seen(t, others[0] if others else seat)

    monkey.setattr(table_view, "hands_seen", peeping)


def acts_of_another_seat(monkey: Patch) -> None:
    plain = ShownAct.text

    def peeping(self: ShownAct, seat: int) -> bytes:
        others = [other for other in self.after.hands if other != seat]
        return plain(self, others[0] if others else seat)

    monkey.setattr(ShownAct, "text", peeping)


def bodies_of_another_seat(monkey: Patch) -> None:
    monkey.setattr(tables, "view_for", lambda table, account: table_view.view_for(table, somebody_else(table, account)))


def _in_frames(monkey: Patch, change: Callable[[WebSocket, LiveTable, Frame], Frame]) -> None:
    """Change every view on its way out."""
    plain = WebSocket.send_text

    async def leaking(self: WebSocket, data: str) -> None:
        frame = msgspec.json.decode(data)
        if frame["kind"] in ("view", "changes"):
            data = msgspec.json.encode({**frame, **change(self, table_of(self), frame)}, enc_hook=int).decode()
        await plain(self, data)

    monkey.setattr(WebSocket, "send_text", leaking)


def table_of(socket: WebSocket) -> LiveTable:
    found: LiveTable = socket.app.state.casino.tables[int(socket.path_params["table"])]
    return found


def first_frames_of_another_seat(monkey: Patch) -> None:
    begun = set[WebSocket]()

    def first(self: WebSocket, table: LiveTable, frame: Frame) -> Frame:
        if self in begun:
            return {}
        begun.add(self)
        session = self.app.state.sessions.read(self.cookies.get(COOKIE))
        account = 0 if session is None else session.account
        return {"view": table_view.view_for(table, somebody_else(table, account))}

    _in_frames(monkey, first)


def telling_refusals(monkey: Patch) -> None:
    async def told_too_much(casino: Casino, table: LiveTable, account: Account, action: Action) -> Outcome:
        outcome = await carry_out(casino, table, account, action)
        card = to_come(table)
        why = [
            Refusal(refusal.cite, refusal.wrong, f"{refusal.right}, not {pretty(card)}")
            for refusal in outcome.refused
            if card
        ]
        return Outcome(outcome.number, tuple(why) or outcome.refused)

    monkey.setattr(sockets, "carry_out", told_too_much)
    monkey.setattr(tables, "carry_out", told_too_much)


def telling_errors(monkey: Patch) -> None:
    async def told_too_much(casino: Casino, table: LiveTable, account: Account, action: Action) -> Outcome:
        try:
            return await carry_out(casino, table, account, action)
        except BadActionError as wrong:
            raise BadActionError(f"{wrong} while the {card_name(to_come(table) or 'Ah')} is at the bottom") from None

    monkey.setattr(sockets, "carry_out", told_too_much)
    monkey.setattr(tables, "carry_out", told_too_much)


def _with_cards(step: Step) -> str:
    return " ".join((sentence_for_house(step), *(pretty(card) for card in getattr(step, "order", ())[-1:])))


def telling_history(monkey: Patch) -> None:
    monkey.setattr(accounts, "sentence_for_players", _with_cards)


def telling_everybody_everybodys_cards(monkey: Patch) -> None:
    def whole(self: accounts.Account, player: str) -> accounts.Account:
        return self

    monkey.setattr(accounts.Account, "seen_by", whole)


def telling_shown_acts(monkey: Patch) -> None:
    monkey.setattr(act_diffs, "sentence_for_players", _with_cards)


def _on_the_board(monkey: Patch, more: Callable[[LiveTable], str]) -> None:
    _in_frames(monkey, lambda self, table, frame: {"html": more(table)})


def telling_ids(monkey: Patch) -> None:
    _on_the_board(monkey, lambda table: f'<i id="card-{to_come(table).lower()}"></i>')


def telling_classes(monkey: Patch) -> None:
    _on_the_board(monkey, lambda table: f'<i class="down {to_come(table)[::-1].lower()}"></i>')


def telling_keys(monkey: Patch) -> None:
    _in_frames(monkey, lambda self, table, frame: {f"bottom {to_come(table)}": True})


def telling_hashes(monkey: Patch) -> None:
    _in_frames(monkey, lambda self, table, frame: {"head": hashlib.sha256(face_down(table).encode()).hexdigest()})


def telling_sources(monkey: Patch) -> None:
    _in_frames(monkey, lambda self, table, frame: {"source": table.dealer.source.label})


def telling_the_future(monkey: Patch) -> None:
    def lucky(self: WebSocket, table: LiveTable, frame: Frame) -> Frame:
        source = table.dealer.source
        assert isinstance(source, SeededSource)
        return {"lucky": source.source_from(source.draws + 1).below(1_000)}

    _in_frames(monkey, lucky)


def padded_cards(monkey: Patch) -> None:
    """Return a view that leaks hidden cards by the length of their texts, which depends on the rank."""

    def pad_frame(self: WebSocket, table: LiveTable, frame: Frame) -> Frame:
        hands = {
            position: [
                each.ljust(2 + RANK_OF[card[0]]) if each == HIDDEN else each
                for each, card in zip(shown, table.driver.table.faces(hand(int(position))) or shown, strict=True)
            ]
            for position, shown in frame["view"].get("hands", {}).items()
        }
        return {"view": {**frame["view"], "hands": hands}}

    _in_frames(monkey, pad_frame)


def padded_frames(monkey: Patch) -> None:
    _in_frames(monkey, lambda self, table, frame: {"": " " * some_number(table)})


def frames_too_many(monkey: Patch) -> None:
    plain = WebSocket.send_text

    async def twice(self: WebSocket, data: str) -> None:
        await plain(self, data)
        if some_number(table_of(self)) % 2:
            await plain(self, data)

    monkey.setattr(WebSocket, "send_text", twice)


Leak = Callable[[Patch], None]
NAMING_CARDS: list[Leak] = [
    views_of_another_seat, bodies_of_another_seat, first_frames_of_another_seat, telling_refusals, telling_errors,
    telling_history, telling_shown_acts, acts_of_another_seat, telling_ids, telling_classes, telling_keys,
    telling_hashes, telling_sources, padded_cards,
]  # fmt: skip
# Where cards are dealt from a shoe, nobody has a hand that others do not see.
OF_HANDS: list[Leak] = [
    views_of_another_seat, bodies_of_another_seat, first_frames_of_another_seat, acts_of_another_seat, padded_cards,
]  # fmt: skip
DEPENDING_ON_CARDS: list[Leak] = [padded_cards, padded_frames, frames_too_many, telling_hashes]


def in_turn(leaks: list[Leak]) -> list[Any]:
    """Return each leak with the table of one game in turn; a soak tries every leak at every table."""
    games = {leak: [game for game in WITH_CARDS if leak not in OF_HANDS or not load(game).rests] for leak in leaks}
    names = [(leak, game) for leak in leaks for game in games[leak]]
    tried = {(leak, games[leak][at % len(games[leak])]) for at, leak in enumerate(leaks)}
    marks = [() if pair in tried else (pytest.mark.soak,) for pair in names]
    return [
        pytest.param(*pair, marks=mark, id=f"{pair[0].__name__}-{pair[1]}")
        for pair, mark in zip(names, marks, strict=True)
    ]


@pytest.mark.parametrize(("leak", "game"), in_turn(NAMING_CARDS))
def test_the_detector_finds_a_planted_leak(tmp_path: Path, monkeypatch: Patch, game: str, leak: Leak) -> None:
    leak(monkeypatch)
    with pytest.raises(LeakError):
        night(tmp_path, game, 2, 8, pages=True, disturbed=0.7)


def test_the_detector_finds_cards_of_another_in_an_account(tmp_path: Path, monkeypatch: Patch) -> None:
    """The games are those in which a hand can end face down; elsewhere everybody sees all hands in the end."""
    telling_everybody_everybodys_cards(monkeypatch)
    seen_at = set()
    for game in WITH_CARDS:
        (tmp_path / game).mkdir()
        try:
            night(tmp_path / game, game, 2, 8, pages=True, disturbed=0.7)
        except LeakError:
            seen_at.add(game)
        if len(seen_at) == 3:
            return
    raise AssertionError(f"seen at {seen_at} alone")


@pytest.mark.parametrize(("leak", "game"), in_turn(DEPENDING_ON_CARDS))
def test_a_planted_leak_is_detected(tmp_path: Path, monkeypatch: Patch, game: str, leak: Leak) -> None:
    leak(monkeypatch)
    with pytest.raises(LeakError, match="can tell"):
        cards_exchanged(tmp_path, game, 2, 6, pages=False)


@pytest.mark.parametrize("game", two_games(1))
def test_a_planted_leak_of_the_future_is_detected(tmp_path: Path, monkeypatch: Patch, game: str) -> None:
    telling_the_future(monkeypatch)
    with pytest.raises(LeakError, match="can tell"):
        the_future(tmp_path, game, 1, 4, pages=False)


@pytest.mark.parametrize("game", two_games(2))
def test_a_planted_leak_of_the_source_of_chance_is_detected(tmp_path: Path, monkeypatch: Patch, game: str) -> None:
    telling_sources(monkeypatch)
    with pytest.raises(LeakError, match="where chance comes from"):
        night(tmp_path, game, 1, 1)
