"""What the benches that measure a server share: a server in a process of its own, a bare echo beside it, and what a
process takes of the machine. It reads /proc, so these benches need Linux."""

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
PATIENCE = 60.0  # seconds for a server to begin, and to stop

PLAIN = """
import sys
from pitboss.cli.main import main
sys.exit(main(sys.argv[1:]))
"""

# For those who send more than people do, from one address; the server would show them the door.
UNLIMITED = f"""
from pitboss.server.access import rate_limits
from pitboss.server.routes import websocket
rate_limits.LIMITS, websocket.MESSAGES = rate_limits.UNLIMITED, rate_limits.Rate(1e9, 1e9)
{PLAIN}"""

# Behind the same kind of socket, a server that does nothing but send back what it is sent.
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
def served(code: str, db: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that answers, and its address; it is stopped at the end."""
    words = [] if db is None else ["serve", "--json", "--port", "0", "--db", str(db)]
    with subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            printed = process.stdout.readline()
            assert printed, "the server did not start"
            url = json.loads(printed)["url"]
            _answers(url)
            yield process, url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _answers(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{url}healthz").close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"{url} does not answer"
            time.sleep(0.01)


def spent(*processes: int) -> float:
    """Seconds of the processor, the kernel's work for them included; of those that are gone, nothing."""
    return sum(int(fields[11]) + int(fields[12]) for each in processes if (fields := _stat(each))) / TICKS


def resident(process: int) -> int:
    """Bytes of memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def descendants(process: int) -> list[int]:
    """Processes that this one has started, and those have started."""
    parents = {int(path.name): _stat(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    found = [process]
    for each in found:
        found += [child for child, fields in parents.items() if fields and int(fields[1]) == each]
    return found[1:]


def _stat(process: int) -> Sequence[str]:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ()
