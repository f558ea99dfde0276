"""pitboss diff: what changed in a game between two days, in plain sentences with their paragraphs."""

from __future__ import annotations

import argparse
from typing import Any

from pitboss.cli.main import UserError
from pitboss.cli.options import print_json, the_game
from pitboss.law.editions import InForce, NotHeldError, Provision


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("earlier", metavar="DATE", help="the first day, such as 1996-05-20")
    parser.add_argument("later", metavar="DATE", help="the second day, such as 2007-10-15")
    parser.add_argument(
        "--assume",
        choices=("earlier", "later"),
        default="",
        help="which text to use for a day that no held text covers",
    )


def run(args: argparse.Namespace) -> int:
    table = the_game(args.game).editions
    try:
        first, second = (table.on(day, args.assume) for day in (args.earlier, args.later))
    except NotHeldError as wrong:
        raise UserError(wrong) from None
    changes = [change for provision in table.provisions if (change := _change(provision, first, second)) is not None]
    if args.json:
        print_json({"game": args.game, "from": first.as_of, "to": second.as_of, "changes": changes})
    elif not args.quiet:
        for law in (first, second):
            if law.assumed_sections:
                print(f"{law.as_of}: {', '.join(law.assumed_sections)} not held; the {law.assumed} text is assumed")
            later = [section for section in law.defaults if section in law.sections]
            if later:
                print(f"{law.as_of}: {', '.join(later)} not held; the later text is played")
            if never := [section for section in law.defaults if section not in law.sections]:
                print(f"{law.as_of}: {', '.join(never)} not held; labeled defaults are played (see 'pitboss readings')")
        for change in changes:
            print(f"{change['paragraph']}  {change['name']}")
            print(f"  {first.as_of}: {change['was']}")
            print(f"  {second.as_of}: {change['is']}")
        if not changes:
            print("no difference between these days in anything Pitboss carries out, as far as the texts are held")
    return 0


def _change(provision: Provision, first: InForce, second: InForce) -> dict[str, Any] | None:
    section = provision.cite.partition("(")[0]
    was, now = (provision.told.get(law.sections.get(section, ""), "There is no such rule.") for law in (first, second))
    if was == now:
        return None
    return {"paragraph": provision.cite, "name": provision.name, "was": was, "is": now}
