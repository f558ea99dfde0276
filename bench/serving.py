"""Helpers of the benchmarks that measure a server: a server in a separate process, an echo server, and the resources
that a process uses. They read /proc, so these benchmarks need Linux."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PATIENCE = 60.0  # seconds for a server to start, and to stop

PLAIN = """
import sys
from pitboss.cli.main import main
sys.exit(main(sys.argv[1:]))
"""

# A server without rate limits, for programs that send more from one address than people do.
UNLIMITED = f"""
from pitboss.server.access import rate_limits
from pitboss.server.routes import websocket
rate_limits.LIMITS, websocket.MESSAGES = rate_limits.UNLIMITED, rate_limits.Rate(1e9, 1e9)
{PLAIN}"""

# An echo server behind the same kind of socket.
ECHO = """
import json, uvicorn
from pitboss.server.uvicorn_server import listen
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": message["text"]})
port = listen("127.0.0.1", 0)
print(json.dumps({"url": f"http://127.0.0.1:{port.getsockname()[1]}/"}), flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off")).run([port])
"""


@contextmanager
def run_server(code: str, db: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server until the end of the context, and yield its process and address once it answers."""
    words = [] if db is None else ["serve", "--json", "--port", "0", "--db", str(db)]
    with subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            printed = process.stdout.readline()
            assert printed, "the server did not start"
            url = json.loads(printed)["url"]
            _wait_for_answer(url)
            yield process, url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _wait_for_answer(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{url}healthz").close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"{url} does not answer"
            time.sleep(0.01)


def cpu_seconds(*processes: int) -> float:
    """Return the processor time of these processes, user and system. Processes that have ended count as 0."""
    return sum(int(fields[11]) + int(fields[12]) for process in processes if (fields := _stat(process))) / TICKS


def resident(process: int) -> int:
    """Return the bytes of resident memory of a process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def descendants(process: int) -> list[int]:
    """Return the ids of all descendants of a process."""
    stats = {int(path.name): _stat(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    family = [process]
    for parent in family:
        family += [child for child, fields in stats.items() if fields and int(fields[1]) == parent]
    return family[1:]


def _stat(process: int) -> Sequence[str]:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ()
