"""A run that was stopped, or is still going on, as a file from which it goes on."""

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
    format: str


class Saved(Form):
    identity: dict[str, Any]
    tally: Tally


def encode_run(plan: Plan, tally: Tally) -> bytes:
    """The content of such a file."""
    return add_checksum(Saved(FORMAT, plan.identity, tally))


def add_checksum(content: msgspec.Struct) -> bytes:
    """With a checksum in its first line."""
    body = msgspec.json.encode(msgspec.to_builtins(content, str_keys=True), order="deterministic")
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def read_checked(path: Path) -> bytes:
    checksum, _, body = path.read_bytes().partition(b"\n")
    if checksum != hashlib.sha256(body).hexdigest().encode():
        raise ImpossibleError(f"{path} is no saved simulation, or it is damaged; start again without --resume")
    return body


def resume_run(path: Path, plan: Plan) -> Tally:
    """What was done so far, if it is the same simulation."""
    body = read_checked(path)
    if (form := msgspec.json.decode(body, type=Form).format) != FORMAT:
        raise ImpossibleError(f"{path} was saved in the form {form!r}; this version reads {FORMAT!r}")
    found = msgspec.json.decode(body, type=Saved)
    for name, value in plan.identity.items():
        if found.identity.get(name) != value:
            raise ImpossibleError(
                f"{path} is another simulation: {name} was {found.identity.get(name)!r} and is {value!r} now; ask for "
                "the same one, or start again without --resume"
            )
    return found.tally
