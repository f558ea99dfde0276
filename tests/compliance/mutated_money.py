"""What goes wrong with chips."""

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
    inserted,
    moved,
    played_on,
    put,
    round_at,
    rounds,
    seats_at,
    with_money,
    without,
)

kind = Kinds("money")
TOLD_OF_WAGER = ("seat", "position", "spot")


# --- what is paid


@kind("paid a cent more", every=2)
def paid_a_cent_more(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, put(lines, at, cents=body["cents"] + 1)


@kind("paid one chip more", every=2)
def paid_a_chip_more(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, put(lines, at, cents=body["cents"] + house_at(lines, at).get("smallest-chip", 100))


@kind("paid half", every=2)
def paid_half(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, put(lines, at, cents=body["cents"] // 2)


@kind("paid double", every=2)
def paid_double(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, put(lines, at, cents=body["cents"] * 2)


@kind("paid, and the stake kept", every=2)
def stake_kept(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        if body["stake"]:
            yield at, put(lines, at, stake=0)


@kind("not paid", every=2)
def not_paid(lines: Lines) -> Changed:
    for at, _ in with_money(lines, PAYS):
        yield at, without(lines, at)


@kind("paid twice", every=2)
def paid_twice(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at + 1, inserted(lines, at + 1, body)


@kind("paid to another seat", every=2)
def paid_to_another(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, put(lines, at, **_another(lines, at, body))


@kind("collected instead of paid", every=2)
def collected_for_paid(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        yield at, [*lines[:at], _collected(body, body["stake"] or body["cents"]), *lines[at + 1 :]]


# --- what is collected or goes back


@kind("paid instead of collected", every=2)
def paid_for_collected(lines: Lines) -> Changed:
    for at, body in with_money(lines, TAKES):
        yield at, [*lines[:at], _paid(body, body["cents"], body["cents"]), *lines[at + 1 :]]


@kind("not collected", every=2)
def not_collected(lines: Lines) -> Changed:
    for at, _ in with_money(lines, TAKES):
        yield at, without(lines, at)


@kind("collected twice", every=2)
def collected_twice(lines: Lines) -> Changed:
    for at, body in with_money(lines, TAKES):
        yield at + 1, inserted(lines, at + 1, body)


@kind("collected from another seat", every=2)
def collected_from_another(lines: Lines) -> Changed:
    for at, body in with_money(lines, TAKES):
        yield at, put(lines, at, **_another(lines, at, body))


@kind("another amount collected", every=2)
def collected_half(lines: Lines) -> Changed:
    for at, body in with_money(lines, TAKES):
        yield at, put(lines, at, cents=body["cents"] // 2)


@kind("collected instead of returned", every=2)
def collected_for_returned(lines: Lines) -> Changed:
    for at, body in with_money(lines, RETURNS):
        yield at, [*lines[:at], _collected(body, body["cents"]), *lines[at + 1 :]]


@kind("not returned", every=2)
def not_returned(lines: Lines) -> Changed:
    for at, _ in with_money(lines, RETURNS):
        yield at, without(lines, at)


@kind("another amount returned", every=2)
def returned_half(lines: Lines) -> Changed:
    for at, body in with_money(lines, RETURNS):
        yield at, put(lines, at, cents=body["cents"] // 2)


@kind("any other amount a cent off", every=3)
def other_amounts(lines: Lines) -> Changed:
    """Fees, commission, chips moved on the layout, fills and credits."""
    known = (*PAYS, *TAKES, *RETURNS, *PLACES)
    for at, body in enumerate(lines):
        if "act" in body and body["act"] not in known:
            for key in ("cents", "fee", "chips", "due", "limit"):
                if body.get(key):
                    yield at, put(lines, at, **{key: body[key] + 1})


# --- what is wagered


@kind("a wager put down higher than it was made", every=8)
def wager_more(lines: Lines) -> Changed:
    for at, body in with_money(lines, PLACES):
        yield at, put(lines, at, cents=body["cents"] + house_at(lines, at).get("smallest-chip", 100))


@kind("a wager put down lower than it was made", every=8)
def wager_less(lines: Lines) -> Changed:
    for at, body in with_money(lines, PLACES):
        yield at, put(lines, at, cents=body["cents"] // 2)


@kind("a wager raised where it is made and nowhere else", anew=True, every=4)
def wager_raised(lines: Lines) -> Changed:
    for at, body in inputs(lines, "wager"):
        for spot, cents in body["stakes"].items():
            more = cents + house_at(lines, at).get("smallest-chip", 100)
            for placed in _placed_by(lines, at):
                if lines[placed]["spot"] == spot:
                    raised = put(lines, at, stakes={**body["stakes"], spot: more})
                    yield at, put(raised, placed, cents=more)


@kind("a wager raised, and all that follows from it")
def wager_raised_throughout(lines: Lines) -> Changed:
    """Every first wager of a round, raised so that three equal ones stay equal; the round as it then comes out."""
    before: Lines = []
    found = rounds(lines)
    for number, bodies in enumerate(found):
        for at, body in list(inputs(bodies, "wager"))[:1]:
            more = {spot: cents + house_at(lines, 0).get("minimum", 500) for spot, cents in body["stakes"].items()}
            raised = played_on(put(bodies, at, stakes=more))
            if raised is not None:
                rest = [other for others in found[number + 1 :] for other in others]
                yield len(before) + at, [*before, *raised, *rest]
        before += bodies


@kind("a wager left out that is settled later", anew=True, every=2)
def wager_left_out(lines: Lines) -> Changed:
    for at, _ in inputs(lines, "wager"):
        if placed := _placed_by(lines, at):
            yield at, without(lines, at, *placed)


@kind("a wager after “No more bets”", every=2)
def wager_too_late(lines: Lines) -> Changed:
    for at, _ in inputs(lines, "wager"):
        if (placed := _placed_by(lines, at)) and (end := _no_more_bets(lines, at)):
            yield end - len(placed), moved(lines, range(at, placed[-1] + 1), end + 1)


# --- what is paid for nothing


@kind("paid on a wager that lost", every=2)
def paid_on_lost(lines: Lines) -> Changed:
    for at, body in with_money(lines, TAKES):
        yield at + 1, inserted(lines, at + 1, _paid(body, body["cents"], 0))


@kind("paid on a wager that nobody made")
def paid_on_nothing(lines: Lines) -> Changed:
    for at, body in with_money(lines, PAYS):
        first, last = round_at(lines, at)
        spots = {each["spot"] for _, each in acts(lines, *PLACES)}
        made = {each["spot"] for _, each in acts(lines[first:last], *PLACES) if each["position"] == body["position"]}
        made |= {account.partition(" @")[0] for account in lines[first].get("carry", {}).get("accounts", {})}
        for spot in sorted(spots - made)[:1]:
            yield at + 1, inserted(lines, at + 1, {**body, "spot": spot, "stake": 0})


def _another(lines: Lines, at: int, body: Body) -> Body:
    """Another seat of the round, or, where only one plays, the next."""
    others = [seat for seat in seats_at(lines, at) if seat != body["position"]]
    seat = others[0] if others else body["position"] + 1
    return {"seat": seat, "position": seat}


def _told(body: Body) -> Body:
    return {key: body[key] for key in TOLD_OF_WAGER}


def _collected(body: Body, cents: int) -> Body:
    told = {"decided_by": body.get("decided_by", []), "hand_class": body.get("hand_class", "nothing")}
    return {"act": "collect wager", "cite": body["cite"], **_told(body), "cents": cents, **told}


def _paid(body: Body, cents: int, stake: int) -> Body:
    told = {"decided_by": body["decided_by"], "hand_class": body["hand_class"], "rate": "1 to 1"}
    start = {"act": "pay wager", "cite": body["cite"], **_told(body)}
    return {**start, "by": body["cite"], "stake": stake, **told, "cents": cents}


def _placed_by(lines: Lines, at: int) -> list[int]:
    """The wagers that follow from an input at this line."""
    placed = []
    for number in range(at + 1, len(lines)):
        if lines[number].get("act") not in PLACES:
            break
        placed.append(number)
    return placed


def _no_more_bets(lines: Lines, at: int) -> int | None:
    """The act after which no more wagers may be made in the round of this line: words, or the dice go out."""
    _, last = round_at(lines, at)
    for number in range(at, last):
        if lines[number].get("words") == "No more bets" or lines[number].get("act") == "dice out":
            return number
    return None
