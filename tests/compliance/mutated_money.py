"""Falsifications of a record's chips."""

from __future__ import annotations

from compliance.mutated import (
    PAYS,
    PLACES,
    RETURNS,
    TAKES,
    Body,
    Changed,
    Kinds,
    Lines,
    acts,
    house_at,
    inputs,
    insert,
    move_block,
    play_inputs,
    put,
    remove,
    round_at,
    rounds,
    seats_at,
    with_money,
)

kind = Kinds("money")
TOLD_OF_WAGER = ("seat", "position", "spot")


# --- what is paid


@kind("paid a cent more", every=2)
def paid_a_cent_more(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, put(lines, index, cents=body["cents"] + 1)


@kind("paid one chip more", every=2)
def paid_a_chip_more(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, put(lines, index, cents=body["cents"] + house_at(lines, index).get("smallest-chip", 100))


@kind("paid half", every=2)
def paid_half(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, put(lines, index, cents=body["cents"] // 2)


@kind("paid double", every=2)
def paid_double(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, put(lines, index, cents=body["cents"] * 2)


@kind("paid, and the stake kept", every=2)
def stake_kept(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        if body["stake"]:
            yield index, put(lines, index, stake=0)


@kind("not paid", every=2)
def not_paid(lines: Lines) -> Changed:
    for index, _ in with_money(lines, PAYS):
        yield index, remove(lines, index)


@kind("paid twice", every=2)
def paid_twice(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index + 1, insert(lines, index + 1, body)


@kind("paid to another seat", every=2)
def paid_to_another(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, put(lines, index, **_other_seat(lines, index, body))


@kind("collected instead of paid", every=2)
def collected_for_paid(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        yield index, [*lines[:index], _collecting_act(body, body["stake"] or body["cents"]), *lines[index + 1 :]]


# --- what is collected or goes back


@kind("paid instead of collected", every=2)
def paid_for_collected(lines: Lines) -> Changed:
    for index, body in with_money(lines, TAKES):
        yield index, [*lines[:index], _paying_act(body, body["cents"], body["cents"]), *lines[index + 1 :]]


@kind("not collected", every=2)
def not_collected(lines: Lines) -> Changed:
    for index, _ in with_money(lines, TAKES):
        yield index, remove(lines, index)


@kind("collected twice", every=2)
def collected_twice(lines: Lines) -> Changed:
    for index, body in with_money(lines, TAKES):
        yield index + 1, insert(lines, index + 1, body)


@kind("collected from another seat", every=2)
def collected_from_another(lines: Lines) -> Changed:
    for index, body in with_money(lines, TAKES):
        yield index, put(lines, index, **_other_seat(lines, index, body))


@kind("another amount collected", every=2)
def collected_half(lines: Lines) -> Changed:
    for index, body in with_money(lines, TAKES):
        yield index, put(lines, index, cents=body["cents"] // 2)


@kind("collected instead of returned", every=2)
def collected_for_returned(lines: Lines) -> Changed:
    for index, body in with_money(lines, RETURNS):
        yield index, [*lines[:index], _collecting_act(body, body["cents"]), *lines[index + 1 :]]


@kind("not returned", every=2)
def not_returned(lines: Lines) -> Changed:
    for index, _ in with_money(lines, RETURNS):
        yield index, remove(lines, index)


@kind("another amount returned", every=2)
def returned_half(lines: Lines) -> Changed:
    for index, body in with_money(lines, RETURNS):
        yield index, put(lines, index, cents=body["cents"] // 2)


@kind("any other amount a cent off", every=3)
def other_amounts(lines: Lines) -> Changed:
    """Change fees, commission, chips moved on the layout, fills and credits."""
    known = (*PAYS, *TAKES, *RETURNS, *PLACES)
    for index, body in enumerate(lines):
        if "act" in body and body["act"] not in known:
            for key in ("cents", "fee", "chips", "due", "limit"):
                if body.get(key):
                    yield index, put(lines, index, **{key: body[key] + 1})


# --- what is wagered


@kind("a wager put down higher than it was made", every=8)
def wager_more(lines: Lines) -> Changed:
    for index, body in with_money(lines, PLACES):
        yield index, put(lines, index, cents=body["cents"] + house_at(lines, index).get("smallest-chip", 100))


@kind("a wager put down lower than it was made", every=8)
def wager_less(lines: Lines) -> Changed:
    for index, body in with_money(lines, PLACES):
        yield index, put(lines, index, cents=body["cents"] // 2)


@kind("a wager raised where it is made and nowhere else", anew=True, every=4)
def wager_raised(lines: Lines) -> Changed:
    for index, body in inputs(lines, "wager"):
        for spot, cents in body["stakes"].items():
            more = cents + house_at(lines, index).get("smallest-chip", 100)
            for placed in _placed_by(lines, index):
                if lines[placed]["spot"] == spot:
                    raised = put(lines, index, stakes={**body["stakes"], spot: more})
                    yield index, put(raised, placed, cents=more)


@kind("a wager raised, and all that follows from it")
def wager_raised_throughout(lines: Lines) -> Changed:
    """Raise every first wager of a round, three equal ones alike, and play the round as it then comes out."""
    before: Lines = []
    all_rounds = rounds(lines)
    for number, bodies in enumerate(all_rounds):
        for index, body in list(inputs(bodies, "wager"))[:1]:
            more = {spot: cents + house_at(lines, 0).get("minimum", 500) for spot, cents in body["stakes"].items()}
            raised = play_inputs(put(bodies, index, stakes=more))
            if raised is not None:
                rest = [other for others in all_rounds[number + 1 :] for other in others]
                yield len(before) + index, [*before, *raised, *rest]
        before += bodies


@kind("a wager left out that is settled later", anew=True, every=2)
def wager_left_out(lines: Lines) -> Changed:
    for index, _ in inputs(lines, "wager"):
        if placed := _placed_by(lines, index):
            yield index, remove(lines, index, *placed)


@kind("a wager after “No more bets”", every=2)
def wager_too_late(lines: Lines) -> Changed:
    for index, _ in inputs(lines, "wager"):
        if (placed := _placed_by(lines, index)) and (end := _no_more_bets(lines, index)):
            yield end - len(placed), move_block(lines, range(index, placed[-1] + 1), end + 1)


# --- what is paid for nothing


@kind("paid on a wager that lost", every=2)
def paid_on_lost(lines: Lines) -> Changed:
    for index, body in with_money(lines, TAKES):
        yield index + 1, insert(lines, index + 1, _paying_act(body, body["cents"], 0))


@kind("paid on a wager that nobody made")
def paid_on_nothing(lines: Lines) -> Changed:
    for index, body in with_money(lines, PAYS):
        first, last = round_at(lines, index)
        spots = {other_body["spot"] for _, other_body in acts(lines, *PLACES)}
        made = {
            other_body["spot"]
            for _, other_body in acts(lines[first:last], *PLACES)
            if other_body["position"] == body["position"]
        }
        made |= {account.partition(" @")[0] for account in lines[first].get("carry", {}).get("accounts", {})}
        for spot in sorted(spots - made)[:1]:
            yield index + 1, insert(lines, index + 1, {**body, "spot": spot, "stake": 0})


def _other_seat(lines: Lines, index: int, body: Body) -> Body:
    """Return another seat of the round; if only one plays, the next one."""
    others = [seat for seat in seats_at(lines, index) if seat != body["position"]]
    seat = others[0] if others else body["position"] + 1
    return {"seat": seat, "position": seat}


def _wager_keys(body: Body) -> Body:
    return {key: body[key] for key in TOLD_OF_WAGER}


def _collecting_act(body: Body, cents: int) -> Body:
    told = {"decided_by": body.get("decided_by", []), "hand_class": body.get("hand_class", "nothing")}
    return {"act": "collect wager", "cite": body["cite"], **_wager_keys(body), "cents": cents, **told}


def _paying_act(body: Body, cents: int, stake: int) -> Body:
    told = {"decided_by": body["decided_by"], "hand_class": body["hand_class"], "rate": "1 to 1"}
    start = {"act": "pay wager", "cite": body["cite"], **_wager_keys(body)}
    return {**start, "by": body["cite"], "stake": stake, **told, "cents": cents}


def _placed_by(lines: Lines, index: int) -> list[int]:
    """Return the acts that place the wagers of the input at this index."""
    placed = []
    for number in range(index + 1, len(lines)):
        if lines[number].get("act") not in PLACES:
            break
        placed.append(number)
    return placed


def _no_more_bets(lines: Lines, index: int) -> int | None:
    """Return the act after which no more wagers may be made in this round: a call, or the dice go out."""
    _, last = round_at(lines, index)
    for number in range(index, last):
        if lines[number].get("words") == "No more bets" or lines[number].get("act") == "dice out":
            return number
    return None
