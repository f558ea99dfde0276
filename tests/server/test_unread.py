"""A request that cannot be read is answered with sentences: the field, what was wrong, what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel

from kit.inside import Inside
from pitboss.server.routes.error_messages import MOST_TOLD, NO_REASON, OTHER, describe_faults
from pitboss.table.money import MOST_CENTS

RAW = re.compile(
    r"should|required|not permitted|valid |Input|String|Field|unable|Extra|decode|parsing|literal|[{}]|Error"
)
FILLED = {"table": "1", "number": "1", "paragraph": "18.10(a)", "name": "Boss"}
WORDS = ("x", "0", "-1", "1.5", "9" * 30, "9" * 5000, "x" * 50)
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 2**31 + 1, 10**15, 10**30, 10**4000, float("nan"), float("inf"), "", " ", "x", "x" * 300,
    "!" * 20, "9" * 5000, "\ud800", [], [None], [-1], [101], ["x"], [1] * 21, [1.5] * 20, {}, {"a": 1},
)  # fmt: skip


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("unread") / "pitboss.db") as server:
        yield server


@pytest.fixture(scope="module")
def boss(inside: Inside) -> str:
    cookie = inside.name("Boss")[0]
    inside.set_role("Boss", "admin")
    return cookie


FILL = "/api/tables/1/fill"
ACT = "/api/tables/1/act"
ORDER = "/api/tables/1/order"


@pytest.mark.parametrize(
    ("method", "path", "body", "told"),
    [
        ("POST", FILL, '{"why":"x","cents":-50}', "cents is too small; give 1 or more"),
        ("POST", FILL, '{"why":"x","cents":0}', "cents is too small; give 1 or more"),
        ("POST", FILL, f'{{"why":"x","cents":{MOST_CENTS}}}', f"cents is too large; give less than {MOST_CENTS}"),
        ("POST", FILL, '{"why":"x","cents":"x"}', "cents is not a whole number; give one"),
        ("POST", FILL, '{"why":"x","cents":1.5}', "cents is not a whole number; give one"),
        ("POST", FILL, '{"why":"x","cents":null}', "cents is not a whole number; give one"),
        ("POST", FILL, '{"why":"x"}', "cents is missing; add it"),
        ("POST", FILL, '{"why":"x","cents":1,"dollars":1}', "dollars is not a known key; remove it"),
        ("POST", FILL, '{"why":"x","dollars":1}',
         "cents is missing; add it. dollars is not a known key; remove it"),
        ("POST", FILL, '{"why":"x","cents":1,"":1}', "a key without a name is not a known key; remove it"),
        ("POST", FILL, '{"why":"x","cents":1,"a\\n":1}', "a? is not a known key; remove it"),
        ("POST", FILL, '{"why":"x","cents":1,"\\ud800":1}',
         "the body of the request contains something that is not a character; remove it"),
        ("POST", FILL, '{"cents":', "the body of the request is not JSON; send a JSON object, as application/json"),
        ("POST", FILL, "[]", "the body of the request is not a JSON object; send one, as application/json"),
        ("POST", FILL, "", f"the body of the request is missing; add it. {NO_REASON}"),
        ("POST", FILL, '{"cents":1}', NO_REASON),
        ("POST", FILL, '{"why":1,"cents":1}', "why is not text; write it in quotes"),
        ("POST", FILL, json.dumps({"why": "x" * 201, "cents": 1}), "why is too long; write 200 characters or fewer"),
        ("PUT", "/api/tables/1/state", '{"why":"x","state":"ajar"}',
         "state is none of the choices; choose 'open', 'paused' or 'closed'"),
        ("POST", "/api/session", '{"name":""}', "name is too short; write 1 or more characters"),
        ("POST", "/api/session", json.dumps({"name": "x" * 25}), "name is too long; write 24 characters or fewer"),
        ("POST", "/api/session", '{"name":5}', "name is not text; write it in quotes"),
        ("POST", ACT, '{"id":"12345678","act":[]}', "act is not a JSON object; send one, as application/json"),
        ("POST", ACT, '{"id":"1234567","act":{}}', "id is too short; write 8 or more characters"),
        ("POST", ACT, '{"id":"1234567!","act":{}}',
         "id does not have the right form; write letters, digits, - and _ only"),
        ("POST", "/api/tables/1/wind-up", '{"why":"  "}', NO_REASON),
        ("POST", ORDER, '{"why":"x","what":"x","positions":[1,-1]}', "positions, item 2 is too small; give 0 or more"),
        ("POST", ORDER, '{"why":"x","what":"x","positions":[101]}', "positions, item 1 is too large; give 100 or less"),
        ("POST", ORDER, '{"why":"x","what":"x","positions":3}', "positions is not a list; give a list"),
        ("POST", ORDER, json.dumps({"why": "x", "what": "x", "positions": [1] * 21}),
         "positions has too many items; give 20 or fewer"),
        ("GET", "/api/tables/x", "", "table in the address is not a whole number; give one"),
        ("GET", "/api/tables/0", "", "table in the address is too small; give 1 or more"),
        ("GET", "/api/tables/1/rounds?before=0", "", "before in the address is too small; give 1 or more"),
        ("GET", "/api/tables/1/rounds?mine=perhaps", "",
         "mine in the address is neither true nor false; give one of them"),
        ("GET", "/api/law/" + "x" * 41, "", "paragraph in the address is too long; write 40 characters or fewer"),
    ],
)  # fmt: skip
def test_a_fault_names_the_field_and_what_would_be_right(
    inside: Inside, boss: str, method: str, path: str, body: str, told: str
) -> None:
    answer = send_request(inside, boss, method, path, body)
    assert (answer.status_code, answer.json()) == (422, {"detail": told})


def send_request(inside: Inside, cookie: str, method: str, path: str, body: str) -> Any:
    headers = {"content-type": "application/json"}
    return inside.request(method, path, cookie, headers, content=body.encode())


def test_many_faults_are_counted(inside: Inside, boss: str) -> None:
    for count in (MOST_TOLD, MOST_TOLD + 1):
        body = json.dumps({"why": "x", "what": "x", "positions": [-1] * count})
        told = send_request(inside, boss, "POST", ORDER, body).json()["detail"]
        assert told.count("is too small") == MOST_TOLD
        assert told.endswith("there are 1 more faults like these") is (count > MOST_TOLD)


def test_an_unforeseen_validation_error_is_a_sentence_too() -> None:
    told = describe_faults([{"type": "moon_phase", "loc": ("body", "cents"), "msg": "Input should be full"}])
    assert told == "cents cannot be used; see /api/openapi.json for what goes there"


def test_every_route_answers_nonsense_in_our_own_words(inside: Inside, boss: str) -> None:
    """Every route with nonsense in each part of its path, each query and each key of its body."""
    faults = 0
    routes: list[Any] = list(iter_route_contexts(inside.app.routes))
    for each in routes:
        route = each.original_route
        if not isinstance(route, APIRoute):
            continue
        for names, address, body in nonsense(route, each.path):
            answer = send_request(inside, boss, min(each.methods), address, body)
            assert answer.status_code < 500, (address, body, answer.text)
            if answer.status_code == 422:
                faults += 1
                told = detail(answer)
                if told == NO_REASON:
                    continue  # the rest of the body could be read
                assert any(name in told for name in names), (address, body, told)
                assert not RAW.search(told), (address, body, told)
                assert OTHER[0] not in told, (address, body, told)
                assert all("; " in part for part in told.split(". ") if not part.startswith("there are")), told
    assert faults > 200


def detail(answer: httpx.Response) -> str:
    """Return the error message of an answer in JSON or of a page."""
    if "json" in answer.headers["content-type"]:
        return str(answer.json()["detail"])
    found = re.search(r'<p class="lead">(.*?)\.?</p>', answer.text)
    assert found is not None, answer.text
    sentence = unescape(found[1])
    return sentence[0].lower() + sentence[1:]


def nonsense(route: APIRoute, path: str) -> Iterator[tuple[list[str], str, str]]:
    """Yield the names that an error may mention, an address and a body."""
    for name in re.findall(r"\{(\w+)[^}]*\}", path):
        # What is good as a part of the address leaves a body in which everything is missing.
        missing = [key for body in route.dependant.body_params for key in keys_of(body.field_info.annotation)]
        yield from (([name, *missing], fill_path(path, {name: value}), "{}") for value in WORDS)
    for query in route.dependant.query_params:
        yield from (([query.alias], f"{fill_path(path)}?{query.alias}={value}", "{}") for value in (*WORDS, ""))
    for body in route.dependant.body_params:
        yield from ((["body"], fill_path(path), text) for text in ("", "{", "[]", "3", "null", '"x"'))
        keys = keys_of(body.field_info.annotation)
        for key in keys:
            yield from (([*keys, "body"], fill_path(path), json.dumps({key: value})) for value in VALUES)


def keys_of(kind: Any) -> list[str]:
    return list(kind.model_fields) if isinstance(kind, type) and issubclass(kind, BaseModel) else []


def fill_path(path: str, other: dict[str, str] | None = None) -> str:
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: {**FILLED, **(other or {})}[found[1]], path)
