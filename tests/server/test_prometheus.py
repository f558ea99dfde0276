"""Prometheus with our metrics, and with the scrape configuration and alerts in deploy/."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from kit.inside import Listening, until
from kit.parts import ROOT
from kit.programs import need
from kit.serving import ask
from pitboss.server.access.middleware import Access

DEPLOY = ROOT / "deploy"
RULES = DEPLOY / "prometheus-rules.yml"
TOKEN = "a-token-of-some-length"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with Listening(tmp_path_factory.mktemp("scraped") / "pit.db", access=Access(scraper=TOKEN)) as server:
        server.name("Ann")
        yield server


def test_promtool_accepts_the_metrics(server: Listening) -> None:
    answer = ask("GET", f"{server.url}/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    checked = subprocess.run(
        [need("promtool"), "check", "metrics"], input=answer.text, text=True, capture_output=True, check=False
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_every_alert_fires_when_it_should_and_not_before(tmp_path: Path) -> None:
    """The series of alerts.test.yml are run through promtool's own engine."""
    series = (ROOT / "tests" / "server" / "alerts.test.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"alert: (\w+)", RULES.read_text(encoding="utf-8"))) == set(
        re.findall(r"alertname: (\w+)", series)
    )
    (tmp_path / "alerts.test.yml").write_text(series.replace("RULES", str(RULES)), encoding="utf-8")
    words = [need("promtool"), "test", "rules", str(tmp_path / "alerts.test.yml")]
    tried = subprocess.run(words, text=True, capture_output=True, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr


@contextmanager
def prometheus(folder: Path, server: Listening) -> Iterator[str]:
    """Run Prometheus with our example, changed to the addresses and files of this test and to short intervals."""
    scrape = (DEPLOY / "prometheus.yml").read_text(encoding="utf-8")
    (folder / "token").write_text(TOKEN)
    for old, new in (
        ("127.0.0.1:4700", f"{server.host}:{server.port}"),
        ("/etc/prometheus/pitboss-token", str(folder / "token")),
        ("/etc/prometheus/prometheus-rules.yml", str(RULES)),
        ("scrape_interval: 15s", "scrape_interval: 200ms"),
    ):
        assert old in scrape
        scrape = scrape.replace(old, new)
    (folder / "prometheus.yml").write_text(
        f"global: {{evaluation_interval: 200ms, scrape_timeout: 200ms}}\n{scrape}", encoding="utf-8"
    )
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    words = [need("prometheus"), f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
    words.append(f"--web.listen-address=127.0.0.1:{port}")
    log = folder / "log"
    with log.open("w") as said, subprocess.Popen(words, stdout=said, stderr=said, cwd=folder) as process:
        try:
            until(lambda: process.poll() is not None or b"Server is ready" in log.read_bytes())
            assert process.poll() is None, log.read_text()
            yield f"http://127.0.0.1:{port}/api/v1"
        finally:
            process.terminate()


def ask_prometheus(url: str, **query: str) -> Any:
    answer = httpx.get(url, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_prometheus_scrapes_it_with_the_token_and_reads_the_alerts(server: Listening, tmp_path: Path) -> None:
    with prometheus(tmp_path, server) as url:
        until(
            lambda: (
                [each["value"][1] for each in ask_prometheus(f"{url}/query", query="pitboss_ready")["result"]] == ["1"]
            )
        )
        (target,) = ask_prometheus(f"{url}/targets")["activeTargets"]
        assert (target["health"], target["lastError"]) == ("up", "")

        def rules() -> list[Any]:
            return [rule for group in ask_prometheus(f"{url}/rules")["groups"] for rule in group["rules"]]

        until(lambda: all(rule["health"] != "unknown" for rule in rules()))
        assert {rule["health"] for rule in rules()} == {"ok"}
        assert {rule["name"] for rule in rules() if rule["state"] != "inactive"} <= {"PitbossDiskFillsUp"}
