"""Save an unfinished simulation to a file, and resume it from there."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from pitboss.counting.exact_model import ImpossibleError
from pitboss.simulation.plan import Plan
from pitboss.simulation.tallies import Tally

FORMAT = "pitboss simulation 2"


class Form(msgspec.Struct):
    """The part of a saved file that says which format it has."""

    format: str


class SavedRun(Form):
    """A saved simulation: what identifies it, and what was tallied so far."""

    identity: dict[str, Any]
    tally: Tally


def encode_run(plan: Plan, tally: Tally) -> bytes:
    """Return the content of the file of a run."""
    return add_checksum(SavedRun(FORMAT, plan.identity, tally))


def add_checksum(content: msgspec.Struct) -> bytes:
    """Encode a struct as JSON, preceded by a line with its checksum."""
    body = msgspec.json.encode(msgspec.to_builtins(content, str_keys=True), order="deterministic")
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def read_checked(path: Path) -> bytes:
    """Return the JSON in a saved file. Raises ImpossibleError if the checksum is wrong."""
    checksum, _, body = path.read_bytes().partition(b"\n")
    if checksum != hashlib.sha256(body).hexdigest().encode():
        raise ImpossibleError(f"{path} is no saved simulation, or it is damaged; start again without --resume")
    return body


def resume_run(path: Path, plan: Plan) -> Tally:
    """Return the tally in a saved file. Raises ImpossibleError if it belongs to another simulation or another
    format."""
    body = read_checked(path)
    if (form := msgspec.json.decode(body, type=Form).format) != FORMAT:
        raise ImpossibleError(f"{path} was saved in the form {form!r}; this version reads {FORMAT!r}")
    saved = msgspec.json.decode(body, type=SavedRun)
    for name, value in plan.identity.items():
        if saved.identity.get(name) != value:
            raise ImpossibleError(
                f"{path} is another simulation: {name} was {saved.identity.get(name)!r} and is {value!r} now; ask for "
                "the same one, or start again without --resume"
            )
    return saved.tally
