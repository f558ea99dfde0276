"""Permissions: every route of the server is tried by everybody, and nothing undeclared is allowed."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute, APIWebSocketRoute, iter_route_contexts
from itsdangerous import URLSafeTimedSerializer
from starlette.routing import Mount

from kit.inside import HOST, Inside
from kit.leaky import Guest
from pitboss.server import app as application
from pitboss.server.access.permissions import SAFE, GuardedRoute, allow, role_of
from pitboss.server.access.sessions import COOKIE, SESSION_SECONDS, Sessions
from pitboss.server.app import HEADERS, OneTimeToken, build

PEOPLE = ("nobody", "player", "auditor", "supervisor", "admin")
RANKS = {"named": 0, "player": 0, "supervisor": 1, "admin": 2}  # whoever has a rank may do what is for it or for less
FILLED = {"table": "1", "number": "1", "paragraph": "18.10(a)", "name": "Player"}
# What answers that one has no name yet, with a page of its own, and is open to anyone for that reason.
ASKS_FOR_A_NAME = {("GET", "/history")}
# What is no route of the interface is open to all, and there is no more of it than this.
OPEN_TO_ALL = {"/static", "/ws/tables/{table}"}
FOREIGN = "https://evil.test"


def routes_of(app: FastAPI) -> list[Any]:
    """Return routes and mounts, with the full paths of included routers."""
    return list(iter_route_contexts(app.routes))


def cells() -> list[tuple[str, str, str | None]]:
    """Return the method, path and declared role of every route."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Path(folder) / "pitboss.db")
        app.state.casino.keeper.release()
        app.state.casino.store.close()
    return [
        (method, each.path, role_of(each.endpoint))
        for each in routes_of(app)
        if isinstance(each.original_route, APIRoute)
        for method in sorted(each.methods)
    ]


CELLS = cells()


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("roles") / "pitboss.db") as server:
        yield server


class Cookies(dict[str, str]):
    """Sessions of everybody, made anew because a tried request may have ended the one before."""

    def __init__(self, inside: Inside) -> None:
        super().__init__()
        self._inside = inside

    def __getitem__(self, who: str) -> str:
        return "" if who == "nobody" else self._inside.cookie(who.capitalize())


@pytest.fixture(scope="module")
def cookies(inside: Inside) -> dict[str, str]:
    found = Cookies(inside)
    for who in PEOPLE[1:]:
        inside.name(who.capitalize())
        inside.set_role(who.capitalize(), who)
    play_a_round(inside, found["player"])
    return found


def play_a_round(inside: Inside, cookie: str) -> None:
    player = Guest("Player", 1)
    for number in range(100):
        player.view = inside.request("GET", "/api/tables/1", cookie).json()
        if player.view["round"] > 1:
            return
        action = {"id": f"action-{number:03d}", "act": player.something_to_do()}
        inside.request("POST", "/api/tables/1/act", cookie, json=action)
    raise AssertionError("the round does not end")


def fill_path(path: str) -> str:
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: FILLED[found[1]], path)


def expected_refusal(role: str | None, who: str, method: str) -> int:
    """Return the expected status of a refusal, or 0."""
    if role is None:
        return 403
    if role == "anyone":
        return 0
    if who == "nobody":
        return 401
    if who == "auditor":  # reads everything, changes nothing
        return 0 if method in SAFE or role == "named" else 403
    return 0 if RANKS[role] <= RANKS[who] else 403


# --- the matrix


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(("method", "path", "role"), CELLS, ids=[f"{method} {path}" for method, path, _ in CELLS])
def test_each_role_may_do_exactly_what_is_declared(
    inside: Inside, cookies: dict[str, str], method: str, path: str, role: str | None, who: str
) -> None:
    body: dict[str, Any] = {} if method in SAFE else {"json": {}}
    answer = inside.request(method, fill_path(path), cookies[who], **body)
    if expected := expected_refusal(role, who, method):
        assert answer.status_code == expected
        if path.startswith("/api/"):
            assert answer.json().keys() == {"detail"}
        else:
            assert "text/html" in answer.headers["content-type"]
    elif (method, path) in ASKS_FOR_A_NAME and who == "nobody":
        assert answer.status_code == 401
    else:
        assert answer.status_code not in (401, 403, 404, 405), answer.text
        assert answer.status_code < 500, answer.text


def test_every_route_is_guarded_and_declared(inside: Inside) -> None:
    found = routes_of(inside.app)
    for each in found:
        original = each.original_route
        if isinstance(original, APIRoute):
            assert isinstance(original, GuardedRoute), f"{original.path} is not guarded"
            assert role_of(original.endpoint) is not None, f"{original.path} is closed to everybody"
        else:
            assert isinstance(original, Mount | APIWebSocketRoute)
            assert original.path in OPEN_TO_ALL
    assert len(CELLS) == sum(len(each.methods) for each in found if isinstance(each.original_route, APIRoute)) > 25
    assert {role for _, _, role in CELLS} == {"anyone", *RANKS}


def test_changing_something_needs_a_name_at_least() -> None:
    """Only getting a name does not need one."""
    open_ = {(method, path) for method, path, role in CELLS if method not in SAFE and role == "anyone"}
    assert open_ == {("POST", "/api/session"), ("POST", "/api/session/recover")}


@pytest.mark.parametrize("who", PEOPLE)
def test_static_files_and_watching_are_open_to_everybody(inside: Inside, cookies: dict[str, str], who: str) -> None:
    assert inside.request("GET", "/static/pitboss.css", cookies[who]).status_code == 200
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/static/no.css"):
        assert inside.request("GET", path, cookies[who]).status_code == 404
    assert inside.request("POST", "/static/pitboss.css", cookies[who]).status_code == 405
    accepted, view = inside.socket("/ws/tables/1", cookies[who])
    assert accepted["type"] == "websocket.accept"
    assert '"kind":"view"' in view["text"]


@pytest.mark.parametrize("path", ["/ws/tables/99", "/ws/tables/0", "/ws/tables/-1"])
def test_there_is_no_socket_where_there_is_no_table(inside: Inside, path: str) -> None:
    (closed,) = inside.socket(path)
    assert (closed["type"], closed["code"]) == ("websocket.close", 1008)


def test_a_spectator_cannot_act(inside: Inside) -> None:
    before = inside.casino.tables[1].driver.log[:]
    said = '{"id": "action-01", "act": {"input": "sit", "seat": 1, "chips": 1000}}'
    *_, answer = inside.socket("/ws/tables/1", say=said)
    assert '"kind":"error"' in answer["text"]
    assert inside.casino.tables[1].driver.log == before


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_a_route_without_declared_roles_is_closed_to_everybody(tmp_path: Path, method: str) -> None:
    def undeclared_route() -> dict[str, bool]:
        return {"secret": True}

    with Inside(tmp_path / "pitboss.db") as inside:
        router = APIRouter(route_class=GuardedRoute)
        router.add_api_route("/forgotten", undeclared_route, methods=[method])
        inside.app.include_router(router)
        cookies = ["", inside.name("Player")[0], inside.name("Admin")[0]]
        inside.set_role("Admin", "admin")
        for cookie in cookies:
            answer = inside.request(method, "/forgotten", cookie)
            assert (answer.status_code, answer.json()) == (403, {"detail": "Nobody can call this."})


# --- sessions


def forged_cookies(inside: Inside) -> dict[str, str]:
    secret = inside.casino.store.meta("secret")
    good = inside.cookie("Player")
    body, _, rest = good.partition(".")
    with patch("itsdangerous.timed.time.time", return_value=1_000_000_000):
        old = inside.cookie("Player")
    return {
        "nothing": "x",
        "no signature": body,
        "one letter else": good[:-9] + ("A" if good[-9] != "A" else "B") + good[-8:],
        "another account": f"{inside.cookie('Admin').partition('.')[0]}.{rest}",
        "another key": Sessions("no secret").make(1),
        "another salt": str(URLSafeTimedSerializer(secret, salt="other").dumps(1)),
        "expired": old,
        "nobody's": Sessions(secret).make(10**9),
        "less than nothing": Sessions(secret).make(-1),
        "a name": str(URLSafeTimedSerializer(secret, salt="session").dumps("Admin")),
        "a list": str(URLSafeTimedSerializer(secret, salt="session").dumps([1])),
        "long": "A" * 5_000,
        "not ASCII": "ä.ö.ü".encode().decode("latin-1"),
    }


FORGED = (
    "nothing", "no signature", "one letter else", "another account", "another key", "another salt", "expired",
    "nobody's", "less than nothing", "a name", "a list", "long", "not ASCII",
)  # fmt: skip


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_session_counts_as_signed_out(inside: Inside, cookies: dict[str, str], how: str) -> None:
    cookie = forged_cookies(inside)[how]
    assert set(forged_cookies(inside)) == set(FORGED)
    assert inside.request("GET", "/api/me", cookie).status_code == 401
    assert inside.request("GET", "/api/metrics", cookie).status_code == 401
    assert inside.request("GET", "/api/tables", cookie).status_code == 200
    *_, answer = inside.socket("/ws/tables/1", cookie, say='{"id": "action-02", "act": {"table": "sit out"}}')
    assert "you are only watching" in answer["text"]


def test_a_session_ends_when_it_is_old(inside: Inside, cookies: dict[str, str]) -> None:
    with patch("itsdangerous.timed.time.time", return_value=1_000_000_000):
        cookie = inside.cookie("Player")
    for after, status in ((SESSION_SECONDS - 1, 200), (SESSION_SECONDS + 1, 401)):
        with patch("itsdangerous.timed.time.time", return_value=1_000_000_000 + after):
            assert inside.request("GET", "/api/me", cookie).status_code == status


def test_a_change_of_role_takes_effect_at_once(inside: Inside) -> None:
    cookie, _ = inside.name("Changing")
    for role, status in (("player", 403), ("admin", 200), ("player", 403)):
        inside.set_role("Changing", role)
        assert inside.request("GET", "/api/metrics", cookie).status_code == status
        assert inside.request("GET", "/api/me", cookie).json()["role"] == role


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_for_our_pages_only(inside: Inside, scheme: str, secure: bool) -> None:
    _, code = inside.name(f"Cookie {scheme}")
    calls = (
        ("/api/session", {"name": f"Other {scheme}"}),
        ("/api/session/recover", {"name": f"Cookie {scheme}", "code": code}),
    )
    for path, body in calls:
        set_cookie = inside.request("POST", path, scheme=scheme, json=body).headers["set-cookie"]
        flags = [part.strip().lower() for part in set_cookie.split(";")[1:]]
        assert set_cookie.startswith(f"__Host-{COOKIE}=" if secure else f"{COOKIE}=")
        assert "domain=" not in set_cookie.lower()
        assert {"httponly", "samesite=strict", "path=/"} <= set(flags)
        assert ("secure" in flags) is secure


def test_ending_a_session_takes_the_cookie_away(inside: Inside, cookies: dict[str, str]) -> None:
    answer = inside.request("POST", "/api/session/end", cookies["player"])
    assert answer.status_code == 200
    assert re.search(rf'{COOKIE}=(""|);.*Max-Age=0', answer.headers["set-cookie"])


def by_tls(inside: Inside, method: str, path: str, cookies: str, **more: Any) -> httpx.Response:
    return inside.request(method, path, scheme="https", headers={"cookie": cookies}, **more)


def test_behind_tls_a_session_counts_under_its_safe_name_only(inside: Inside) -> None:
    """A neighboring host could set a cookie without the prefix; its session would be one of the neighbor's choice."""
    set_cookie = inside.request("POST", "/api/session", scheme="https", json={"name": "Safe"}).headers["set-cookie"]
    (safe,) = re.findall(rf"__Host-{COOKIE}=([^;]+)", set_cookie)
    assert by_tls(inside, "GET", "/api/me", f"__Host-{COOKIE}={safe}").json()["name"] == "Safe"
    assert by_tls(inside, "GET", "/api/me", f"{COOKIE}={safe}").status_code == 401
    assert inside.request("GET", "/api/me", safe).status_code == 401  # nor without TLS
    neighbor, _ = inside.name("Neighbor")
    both = by_tls(inside, "GET", "/api/me", f"{COOKIE}={neighbor}; __Host-{COOKIE}={safe}")
    assert both.json()["name"] == "Safe"
    ended = by_tls(inside, "POST", "/api/session/end", f"__Host-{COOKIE}={safe}").headers.get_list("set-cookie")
    assert any(re.match(rf'__Host-{COOKIE}="";.*Max-Age=0.*Secure', each) for each in ended)


def test_a_session_from_before_the_safe_name_is_renewed_under_it(inside: Inside) -> None:
    earlier, _ = inside.name("Earlier")
    answer = by_tls(inside, "GET", "/api/me", f"{COOKIE}={earlier}")
    assert answer.json()["name"] == "Earlier"
    assert answer.headers["set-cookie"].startswith(f"__Host-{COOKIE}=")


@pytest.mark.parametrize(
    ("scheme", "origin", "status"),
    [("http", "http", 200), ("https", "https", 200), ("https", "http", 403), ("http", "https", 403)],
)
def test_the_origin_has_the_scheme_of_the_request(inside: Inside, scheme: str, origin: str, status: int) -> None:
    """An attacker on the line can write pages for the same host that come without TLS."""
    cookie, _ = inside.name(f"From {origin} to {scheme}")
    headers = {"cookie": f"{COOKIE}={cookie}", "origin": f"{origin}://{HOST}"}
    answer = inside.request("POST", "/api/me/practice-money", scheme=scheme, headers=headers)
    assert answer.status_code == status
    assert status == 200 or "--trusted-proxies" in answer.text


# --- codes and tokens


def test_an_account_is_recovered_by_its_code(inside: Inside) -> None:
    _, code = inside.name("Lost")
    for given in (code, code.lower(), f" {code} "):
        answer = inside.request("POST", "/api/session/recover", json={"name": "lost", "code": given})
        assert (answer.status_code, answer.json()["name"]) == (200, "Lost")
        assert "code" not in answer.json()
        assert inside.request("GET", "/api/me", answer.cookies[COOKIE]).json()["name"] == "Lost"


@pytest.mark.parametrize("name", ["Robbed", "No such name"])
def test_a_wrong_code_reveals_nothing_about_the_name(inside: Inside, name: str) -> None:
    if name == "Robbed":
        inside.name(name)
    _, other = inside.name(f"Else {name}")
    answers = [
        inside.request("POST", "/api/session/recover", json={"name": name, "code": given})
        for given in (other, "x", "AAAAA-AAAAA-AAAAA-AAAAA", "ä")
    ]
    # Nobody learns whether there is such a name.
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (403, '{"detail":"No account has this name and code."}')
    }
    assert not any("set-cookie" in answer.headers for answer in answers)


def test_codes_are_not_stored_in_clear(tmp_path: Path) -> None:
    with Inside(tmp_path / "pitboss.db") as inside:
        codes = [inside.name(f"Name {number}")[1] for number in range(3)]
        open_ = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    closed = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for code in codes:
        for written in (code, code.replace("-", ""), *code.split("-")):
            assert written.encode() not in open_ + closed
    assert b"Name 2" in closed


def test_the_token_makes_only_one_administrator(tmp_path: Path) -> None:
    db = tmp_path / "pitboss.db"
    with Inside(db) as inside:
        token = inside.app.state.token.token
        (first, _), (second, _) = inside.name("First"), inside.name("Second")
        for wrong in ("x", token[:-1], token + "x", "ä"):
            assert inside.request("POST", "/api/admin", first, json={"token": wrong}).status_code == 403
        assert inside.request("POST", "/api/admin", json={"token": token}).status_code == 401
        assert inside.request("GET", "/api/metrics", first).status_code == 403
        assert inside.request("POST", "/api/admin", first, json={"token": token}).status_code == 200
        assert inside.request("GET", "/api/metrics", first).status_code == 200
        for cookie in (first, second):
            assert inside.request("POST", "/api/admin", cookie, json={"token": token}).status_code == 403
        assert inside.request("GET", "/api/metrics", second).status_code == 403
    assert token.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    with Inside(db) as inside:
        assert inside.app.state.token.token == ""
        assert not OneTimeToken(wanted=False).take("")
        assert inside.request("GET", "/api/metrics", first).status_code == 200


# --- other sites

OTHERS = (FOREIGN, f"http://{HOST}.evil.test", f"http://evil.test/{HOST}", "null", "", f"http://{HOST}:81", "file://")


@pytest.mark.parametrize("origin", OTHERS)
@pytest.mark.parametrize(("method", "path"), [(method, path) for method, path, _ in CELLS if method not in SAFE])
def test_requests_from_another_site_change_nothing(
    inside: Inside, cookies: dict[str, str], method: str, path: str, origin: str
) -> None:
    answer = inside.request(method, fill_path(path), cookies["admin"], {"origin": origin}, json={})
    assert (answer.status_code, answer.json()) == (403, {"detail": "The request comes from another site."})
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", OTHERS)
def test_a_socket_from_another_site_is_refused(inside: Inside, cookies: dict[str, str], origin: str) -> None:
    (closed,) = inside.socket("/ws/tables/1", cookies["player"], {"origin": origin})
    assert (closed["type"], closed["code"]) == ("websocket.close", 1008)


def test_requests_from_our_own_pages_are_allowed(inside: Inside, cookies: dict[str, str]) -> None:
    own = {"origin": f"http://{HOST}"}
    assert inside.request("POST", "/api/me/practice-money", cookies["player"], own).status_code == 200
    assert inside.socket("/ws/tables/1", cookies["player"], own)[0]["type"] == "websocket.accept"


@pytest.mark.parametrize("path", sorted({path for _, path, _ in CELLS}))
def test_cors_requests_get_no_permission(inside: Inside, path: str) -> None:
    asked = {"origin": FOREIGN, "access-control-request-method": "POST"}
    answer = inside.request("OPTIONS", fill_path(path), headers=asked)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control")]


# --- what every answer has on it


@pytest.mark.parametrize(
    ("method", "path", "status", "more"),
    [
        ("GET", "/", 200, {}),
        ("GET", "/t/1", 200, {}),
        ("GET", "/healthz", 200, {}),
        ("GET", "/api/tables", 200, {}),
        ("GET", "/api/me", 401, {}),
        ("GET", "/static/table.js", 200, {}),
        ("GET", "/static/no.js", 404, {}),
        ("GET", "/no/such/page", 404, {}),
        ("GET", "/api/tables/99", 404, {}),
        ("GET", "/api/tables/x", 422, {}),
        ("DELETE", "/api/tables", 405, {}),
        ("POST", "/api/session", 422, {"json": {}}),
        ("POST", "/api/session", 413, {"content": b"x" * (application.MOST_BODY + 1)}),
        ("POST", "/api/session", 413, {"headers": {"content-length": "x"}}),
        ("POST", "/api/session", 413, {"headers": {"content-length": "-1"}}),
        ("POST", "/api/session", 413, {"headers": {"transfer-encoding": "chunked"}}),
    ],
)
def test_every_answer_has_its_security_headers(
    inside: Inside, method: str, path: str, status: int, more: dict[str, Any]
) -> None:
    answer = inside.request(method, path, **more)
    assert answer.status_code == status
    kept = path.startswith("/static/") and status == 200  # the same for all, and asked for by its ETag
    says_what_a_browser_may_do(answer, {**HEADERS, "cache-control": "no-cache"} if kept else HEADERS)


def test_an_internal_error_reveals_no_details(tmp_path: Path) -> None:
    @allow("anyone")
    def failing_route() -> None:
        raise ValueError("the ace of spades is next")

    with Inside(tmp_path / "pitboss.db") as inside:
        router = APIRouter(route_class=GuardedRoute)
        router.add_api_route("/broken", failing_route)
        inside.app.include_router(router)
        answer = inside.request("GET", "/broken")
    assert answer.status_code == 500
    assert "ace" not in answer.text
    says_what_a_browser_may_do(answer)


def says_what_a_browser_may_do(answer: httpx.Response, headers: dict[str, str] = HEADERS) -> None:
    assert {name: answer.headers.get(name) for name in HEADERS} == headers
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
