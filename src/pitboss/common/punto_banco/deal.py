"""Deal the two hands: the first four cards, third cards by the tables, and the calls. Part 6 of the facts."""

from __future__ import annotations

from pitboss.common.punto_banco.facts import (
    COUNTED,
    NATURAL,
    RESULT,
    THIRD_LEFT_OUT,
    THIRD_MISLAID,
    WRONG_COUNT,
    Result,
)
from pitboss.common.punto_banco.house import TIE, PuntoBancoHouse, deals_open
from pitboss.common.punto_banco.irregular import (
    IN_TIME,
    ORDER_UNCERTAIN,
    TOO_LATE,
    is_third_left_out,
    look_at_own_third,
    look_at_placed,
    look_at_third,
)
from pitboss.common.punto_banco.shoe import look_at_next
from pitboss.common.punto_banco.steps import (
    CallCount,
    CallNatural,
    CallResult,
    DealCovered,
    DealOpen,
    DrawThird,
    MoveToOwnHand,
    NoticeLeftOut,
    NoticeMislaid,
    PutCallRight,
    Stay,
    TurnCards,
)
from pitboss.common.punto_banco.third_card_tables import (
    BANKER,
    HANDS,
    MOST_CARDS,
    PLAYER,
    banker_draws,
    count,
    is_natural,
    place_of,
    player_draws,
)
from pitboss.engine.round import Round
from pitboss.engine.waits import Procedure, void_all_hands
from pitboss.law.force import cites
from pitboss.table.table import SHOE, Table

Dealt = Round[PuntoBancoHouse]


def cards_of(t: Table, hand: str) -> tuple[str, ...]:
    """Return the cards of a hand."""
    return t.faces(place_of(hand))


def third_card(t: Table, hand: str) -> str | None:
    """Return the third card of a hand; None if it has none."""
    cards = cards_of(t, hand)
    return cards[2] if len(cards) == MOST_CARDS else None


# --- the first four cards


def first_four(r: Dealt) -> Procedure:
    """Deal two cards to each hand, by turns, beginning with the player's."""
    t = r.table
    for hand in HANDS * 2:
        yield from look_at_next(r)
        card = t.places[SHOE][0].card
        if deals_open(r.house):
            cite = cites("beyond:minibaccarat.6(b)", "beyond:minibaccarat.6(c)1")
            yield DealOpen(cite, SHOE, place_of(hand), card, hand)
        else:
            cite = cites("beyond:minibaccarat.6(b)", "beyond:minibaccarat.6(c)2")
            yield DealCovered(cite, SHOE, place_of(hand), card, which=hand)
        yield from look_at_placed(r, hand)


def call_counts(r: Dealt) -> Procedure:
    """Call the count of the player's hand and then of the banker's, each once its cards can be seen."""
    t = r.table
    for hand in HANDS:
        if not deals_open(r.house):
            yield TurnCards("beyond:minibaccarat.6(c)2", hand, cards_of(t, hand))
        yield CallCount("beyond:minibaccarat.6(e)", hand, count(cards_of(t, hand)))


# --- third cards


def deal_third_cards(r: Dealt, drawn_by: str = "") -> Procedure:
    """Deal third cards by the tables. `drawn_by` is a game's own paragraph about who draws them."""
    t = r.table
    if naturals := tuple(hand for hand in HANDS if is_natural(COUNTED.of(t, hand))):
        yield CallNatural("beyond:minibaccarat.6(f)", naturals)
    yield from deal_players_third(r, drawn_by)
    if not is_third_left_out(t, PLAYER) or bankers_turn_comes(r):
        yield from deal_bankers_third(r, drawn_by)


def bankers_turn_comes(r: Dealt) -> bool:
    """Return whether the banker's hand has its turn although the player's third card was left out and nobody noticed.

    A reading decides. The act does not cite it, because nobody knows yet that there is a doubt.
    """
    too_late = THIRD_LEFT_OUT.get(r.table, PLAYER) == TOO_LATE
    return too_late and r.rules.reads("bankers-turn") == "as-if-stayed"


def deal_players_third(r: Dealt, drawn_by: str) -> Procedure:
    """Deal the player's third card, if the hand draws one."""
    t = r.table
    draws = not NATURAL(t) and player_draws(COUNTED.of(t, PLAYER))
    if draws:
        yield from draw(r, PLAYER, cites("beyond:minibaccarat.6(g)", drawn_by))
    elif not NATURAL(t):
        yield Stay("beyond:minibaccarat.6(g)", PLAYER)
    yield from look_at_own_third(r, draws=draws)
    yield from look_at_third(r, PLAYER, draws=draws, bankers_turn=banker_must_draw(t))


def deal_bankers_third(r: Dealt, drawn_by: str) -> Procedure:
    """Deal the banker's third card, if the hand draws one."""
    t = r.table
    if third_card(t, BANKER) is not None:
        return  # dealt by an error that was put right, or that nobody has noticed
    draws = banker_must_draw(t)
    cite = "beyond:minibaccarat.6(h)" if third_card(t, PLAYER) is None else "beyond:minibaccarat.6(i)"
    if draws:
        yield from draw(r, BANKER, cites(cite, drawn_by))
    elif not NATURAL(t):
        yield Stay(cite, BANKER)
    yield from look_at_third(r, BANKER, draws=draws)


def banker_must_draw(t: Table) -> bool:
    """Return whether the banker's hand draws, by its count and the player's third card."""
    return not NATURAL(t) and banker_draws(COUNTED.of(t, BANKER), third_card(t, PLAYER))


def draw(r: Dealt, hand: str, cite: str) -> Procedure:
    """Deal a third card face up, unless the dealer leaves it out."""
    t = r.table
    yield from look_at_next(r)
    if not is_third_left_out(t, hand):
        card = t.places[SHOE][0].card
        yield DrawThird(cites(cite, "beyond:minibaccarat.6(j)"), SHOE, place_of(hand), card, hand)


# --- the result


def by_counts(player: int, banker: int) -> Result:
    """Return the result of a round in which the hands have these counts."""
    return Result(player, banker, TIE if player == banker else PLAYER if player > banker else BANKER)


def result_by_cards(t: Table) -> Result:
    """Return the result that the cards on the table make, whatever the dealer called."""
    return by_counts(count(cards_of(t, PLAYER)), count(cards_of(t, BANKER)))


def call_result(r: Dealt, drawn_by: str = "") -> Procedure:
    """Call the result, and correct a third card that was left out or laid at the wrong hand."""
    t = r.table
    yield from announce(r)
    if left := [hand for hand in HANDS if is_third_left_out(t, hand)]:
        yield from deal_left_out(r, left[0], drawn_by)
    if order := THIRD_MISLAID.get(t):
        yield from put_third_right(r, order, drawn_by)


def announce(r: Dealt) -> Procedure:
    """Announce the result. If the dealer errs, the cards decide."""
    t = r.table
    right = result_by_cards(t)
    said = by_counts(right.player, (right.banker + 1) % 10) if WRONG_COUNT(t) else right
    yield CallResult("beyond:minibaccarat.6(m)", *said)
    if RESULT.of(t) != right:
        yield PutCallRight("beyond:minibaccarat.9(k)", *right)


def deal_left_out(r: Dealt, hand: str, drawn_by: str) -> Procedure:
    """Deal a third card that was left out, if that is noticed before anything is settled. After settlement the result
    stands."""
    t = r.table
    if THIRD_LEFT_OUT.get(t, hand) != IN_TIME:
        return
    yield NoticeLeftOut("beyond:minibaccarat.9(g)", hand)
    yield from draw(r, hand, cites("beyond:minibaccarat.9(g)", drawn_by))
    if hand == PLAYER:
        yield from deal_bankers_third(r, drawn_by)
    yield from announce(r)


def put_third_right(r: Dealt, order: str, drawn_by: str) -> Procedure:
    """Move the player's third card from the banker's hand, before anything is settled. The banker's hand then has its
    turn."""
    yield NoticeMislaid("beyond:minibaccarat.9(f)")
    if order != "certain":
        yield from void_all_hands("beyond:minibaccarat.9(f)", ORDER_UNCERTAIN)
    cite = cites("beyond:minibaccarat.9(f)", "reading:third-at-banker")
    if r.rules.reads("third-at-banker") == "void":
        yield from void_all_hands(cite, "the player's third card was laid at the banker's hand")
    yield MoveToOwnHand(cite, PLAYER)
    yield from deal_bankers_third(r, drawn_by)
    yield from announce(r)
