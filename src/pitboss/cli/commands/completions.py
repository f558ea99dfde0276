"""pitboss completions: print a script that teaches a shell to complete pitboss, generated from the parser.

`list_arguments` works out what can follow each command, and the writer of each shell turns that into its language. The
scripts stand alone: pressing Tab starts no Python.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.cli.main import COMMANDS, build_parser
from pitboss.cli.shared.options import print_json
from pitboss.games import REGISTERED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=list(WRITERS), metavar="SHELL", help=" or ".join(WRITERS))
    parser.epilog = (
        "Put it where your shell looks. "
        "bash: pitboss completions bash > ~/.local/share/bash-completion/completions/pitboss. "
        "zsh: pitboss completions zsh > _pitboss, in a folder of $fpath. "
        "fish: pitboss completions fish > ~/.config/fish/completions/pitboss.fish."
    )


def run(args: argparse.Namespace) -> int:
    script = WRITERS[args.shell]()
    if args.json:
        print_json({"shell": args.shell, "script": script})
    elif not args.quiet:
        print(script, end="")
    return 0


class Argument(NamedTuple):
    """An option or a positional argument of a command. A positional argument has no flags."""

    flags: tuple[str, ...]
    takes_value: bool
    words: tuple[str, ...]  # the values it can have, where that is known
    files: bool  # its value is a file
    is_repeatable: bool
    name: str
    help: str


@cache
def list_arguments(command: str) -> list[Argument]:
    """Return the options and arguments of a command, in the order of the parser."""
    [commands] = [action for action in build_parser(command)._actions if isinstance(action, argparse._SubParsersAction)]
    return [
        Argument(
            tuple(action.option_strings),
            action.nargs != 0,
            tuple(action.choices or (REGISTERED if action.dest == "game" else ())),
            action.type is Path,
            isinstance(action, argparse._AppendAction),
            action.metavar if isinstance(action.metavar, str) else action.dest,
            (action.help or "").replace("%%", "%"),
        )
        for action in commands.choices[command]._actions
    ]


def _bash() -> str:
    """Return the completion script for bash."""
    valued = [
        f"{command},{flag}" for command in COMMANDS for argument in list_arguments(command) if argument.takes_value
        for flag in argument.flags
    ]  # fmt: skip
    cases = [f"        ,*) words={shlex.quote(' '.join([*COMMANDS, '--help', '--version']))} ;;"]
    for command in COMMANDS:
        cases += (f"        {case} ;;" for case in _bash_cases(command))
    return f"""\
# bash completion for pitboss, made by: pitboss completions bash
_pitboss() {{
    local IFS=$' \\t\\n' cur=${{COMP_WORDS[COMP_CWORD]}} command= option= place=0 words= files= i word
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        if [[ -n $option ]]; then
            [[ $word == = ]] || option=
        elif [[ -z $command ]]; then
            [[ $word == -* ]] || command=$word
        else
            case $command,$word in
                {"|".join(valued)}) option=$word ;;
                *,-*) ;;
                *) ((place++)) ;;
            esac
        fi
    done
    [[ $cur != = ]] || cur=
    case $command,${{option:-$place}},$cur in
{chr(10).join(cases)}
    esac
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        IFS=$'\\n'
        COMPREPLY=($(compgen -f -- "$cur"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    fi
}}
complete -F _pitboss pitboss
"""


def _bash_cases(command: str) -> Iterator[str]:
    """Yield the branches of the `case` for a command. The first that matches counts: option value, option, argument."""
    options = [argument for argument in list_arguments(command) if argument.flags]
    arguments = [argument for argument in list_arguments(command) if not argument.flags]
    for argument in options:
        if argument.words or argument.files:
            yield f"{'|'.join(f'{command},{flag},*' for flag in argument.flags)}) {_bash_value(argument)}"
    yield f"{command},-*)"
    yield f"{command},*,-*) words={shlex.quote(' '.join(flag for argument in options for flag in argument.flags))}"
    for number, argument in enumerate(arguments):
        if argument.words or argument.files:
            yield f"{command},{number},*) {_bash_value(argument)}"


def _bash_value(argument: Argument) -> str:
    return "files=1" if argument.files else f"words={shlex.quote(' '.join(argument.words))}"


def _zsh() -> str:
    """Return the completion script for zsh."""
    summaries = "\n".join(f"        {shlex.quote(f'{name}:{summary}')}" for name, (_, summary) in COMMANDS.items())
    cases = []
    for command in COMMANDS:
        specs = " \\\n".join(
            f"                {shlex.quote(spec)}"
            for argument in list_arguments(command)
            for spec in _zsh_specs(argument)
        )
        cases.append(f"        {command})\n            _arguments \\\n{specs}\n            ;;")
    return f"""\
#compdef pitboss
# zsh completion for pitboss, made by: pitboss completions zsh
_pitboss() {{
    local -a commands
    commands=(
{summaries}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments '--help[show help]' '--version[show the version]'
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{chr(10).join(cases)}
    esac
}}
if [[ $funcstack[1] == _pitboss ]]; then
    _pitboss "$@"
else
    compdef _pitboss pitboss
fi
"""


def _zsh_specs(argument: Argument) -> Iterator[str]:
    completion = "_files" if argument.files else f"({' '.join(argument.words)})" if argument.words else " "
    value = f":{_zsh_text(argument.name)}:{completion}" if argument.takes_value else ""
    if not argument.flags:
        yield value
    for flag in argument.flags:
        yield f"{'*' * argument.is_repeatable}{flag}[{_zsh_text(argument.help)}]{value}"


def _zsh_text(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text


def _fish() -> str:
    """Return the completion script for fish."""
    lines = ["# fish completion for pitboss, made by: pitboss completions fish", "complete -c pitboss -f"]
    for name, (_, summary) in COMMANDS.items():
        lines.append(f"complete -c pitboss -n __fish_use_subcommand -a {name} -d {_fish_text(summary)}")
    for command in COMMANDS:
        for argument in list_arguments(command):
            words = f" -a {_fish_text(' '.join(argument.words))}" if argument.words else ""
            description = f" -d {_fish_text(argument.help)}" if argument.flags and argument.help else ""
            flags = "".join(
                f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in argument.flags
            )
            value = " -r -F" if argument.files else " -x" if argument.flags and argument.takes_value else ""
            if flags or words or value:
                lines.append(
                    f"complete -c pitboss -n '__fish_seen_subcommand_from {command}'{flags}{value}{words}{description}"
                )
    return "\n".join(lines) + "\n"


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


WRITERS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
