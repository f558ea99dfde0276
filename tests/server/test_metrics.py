"""The metrics, for a scraper with a token and for administrators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.inside import Inside
from pitboss.server.access.middleware import Access
from pitboss.server.app import HEADERS
from pitboss.server.ops.histogram import BOUNDS, Histogram
from pitboss.server.ops.metrics import COUNTED
from server.test_roles import play_a_round

TOKEN = "a-token-of-some-length"
LINE = re.compile(r'(pitboss_[a-z_]+)(\{le="[^"]+"\})? (\d+(?:\.\d+)?)')


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("metrics") / "pitboss.db", access=Access(scraper=TOKEN)) as server:
        yield server


def scrape(inside: Inside) -> dict[str, float]:
    """Return the metrics as Prometheus reads them, and check that each has its help and type."""
    answer = inside.request("GET", "/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert HEADERS.items() <= dict(answer.headers).items()
    found, kinds = {}, set()
    for line in answer.text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in ("gauge", "counter", "histogram")
            kinds.add(name)
            continue
        match = LINE.fullmatch(line)
        assert match, line
        assert {match[1], match[1].rpartition("_")[0]} & kinds, line
        found[f"{match[1]}{match[2] or ''}"] = float(match[3])
    return found


def test_a_played_round_is_counted_in_the_metrics(inside: Inside) -> None:
    before = scrape(inside)
    cookie, _ = inside.name("Player")
    play_a_round(inside, cookie)
    after = scrape(inside)
    assert (before["pitboss_rounds_total"], after["pitboss_rounds_total"]) == (0, 1)
    assert (before["pitboss_people"], after["pitboss_people"]) == (0, 1)
    assert before["pitboss_actions_total"] == after["pitboss_faults_total"] == 0
    acked = after["pitboss_actions_total"] - after["pitboss_refused_total"]
    assert acked == after["pitboss_ack_seconds_count"] == after['pitboss_ack_seconds_bucket{le="+Inf"}'] > 3
    assert after["pitboss_commit_seconds_count"] > before["pitboss_commit_seconds_count"]
    assert after["pitboss_ready"] == 1
    assert after["pitboss_disk_free_bytes"] > 0
    assert 0 < after["pitboss_open_descriptors"] < after["pitboss_descriptor_limit"]
    assert after["pitboss_database_bytes"] > 4096
    assert after["pitboss_requests_total"] > before["pitboss_requests_total"]
    assert {f"pitboss_{name}_total" for name in COUNTED} < after.keys()


def test_a_table_out_of_service_is_counted(inside: Inside) -> None:
    inside.casino.tables[1].service.fail()
    after = scrape(inside)
    assert (after["pitboss_ready"], after["pitboss_tables_out_of_service"]) == (0, 1)


@pytest.mark.parametrize(
    "given", ["", "Bearer ", "Bearer another-token-of-some-length", f"Basic {TOKEN}", TOKEN, "Bearer ä"]
)
def test_metrics_need_the_token(inside: Inside, given: str) -> None:
    answer = inside.request("GET", "/metrics", headers={"authorization": given})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "pitboss_" not in answer.text


def test_a_server_without_a_token_has_no_such_page(tmp_path: Path) -> None:
    with Inside(tmp_path / "pitboss.db") as server:
        for given in ("", "Bearer ", "Bearer"):
            assert server.request("GET", "/metrics", headers={"authorization": given}).status_code == 404
        cookie, _ = server.name("Chief")
        server.set_role("Chief", "admin")
        assert "pitboss_rounds_total 0\n" in server.request("GET", "/api/metrics", cookie).text


def test_a_histogram_counts_up_to_each_bound() -> None:
    found = Histogram()
    for seconds in (0.0, 0.001, 0.0011, 0.3, 99.0):
        found.observe(seconds)
    told = dict(found.buckets())
    assert [told["0.001"], told["0.0025"], told["0.25"], told["0.5"], told["10"], told["+Inf"]] == [2, 3, 3, 4, 4, 5]
    assert len(told) == len(BOUNDS) + 1
    assert found.sum == pytest.approx(99.3021)
