"""Code that carries out a paragraph wrongly: one place of it changed at a time, to see whether a law test notices.

Bars, values and meanings are no acts: what they rule is decided by functions. `carriers.py` finds those functions;
here each comparison, condition, count, order, seat and place in them is changed by itself, in the running functions,
and put back. Words and citations are left alone.
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from importlib import import_module
from operator import attrgetter
from types import CodeType, ModuleType
from typing import Any

from kit.carriers import COMMON, NO_CODE, code_citing, place_of, read_game
from kit.mutants import SEATS
from kit.source_code import defined_names, read_package
from pitboss.law.register import register
from pitboss.table import table

KINDS = ("bar", "value", "meaning")
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
MOVED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
MORE: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Eq: ast.GtE, ast.NotEq: ast.Lt}
LESS: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Eq: ast.LtE, ast.NotEq: ast.Gt}
OTHER_SUM: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
PLACES = {name for name, value in vars(table).items() if name.isupper() and isinstance(value, str)}
# The areas of the layout only name the paragraph; when a wager may be made there is judged elsewhere.
INSTEAD = {"craps/law/layout.py:_areas": "craps/law/wagers.py:_judge_time"}
LONGEST = 80  # of the source that is shown
COUNTS = "common/stub.py:"  # the count of the stub is an act, but what it rules is decided in code
JUDGES = "/checks.py:"  # judge house files; files with faults, and not law tests, show that they do
TOLD = {"Refusal", "Finding"}  # their arguments are a paragraph and words
NO_PARAGRAPH = ("house:", "reading:", "13:69E-")
ORDERLESS = {"any", "all", "sum", "set", "min", "max", "frozenset", "sorted", "dict"}


@dataclass(frozen=True)
class WrongCode:
    place: str  # the function, as coverage names it
    number: int  # which node of it
    how: str
    what: str  # the source that is changed

    @property
    def description(self) -> str:
        return f"{self.how}: {self.what}"


# --- which functions, and where they can be wrong


@cache
def carriers(package: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return, by text and paragraph of any kind, those of its functions that also carry out a bar, a value or a
    meaning."""
    code = {
        key: [INSTEAD.get(place, place) for place in places if ".py:" in place and JUDGES not in place]
        for key, places in code_citing(package).items()
    }
    code = {key: [place for place in places if not _is_a_class(place)] for key, places in code.items()}
    wanted = {place for key, places in code.items() if register(package)[key].kind in KINDS for place in places}
    wanted |= {place for places in code.values() for place in places if place.startswith(COUNTS)}
    wanted |= {helper for place in wanted for helper in _helpers(package, place)}
    return {
        key: tuple(
            dict.fromkeys(each for place in places for each in (place, *_helpers(package, place)) if each in wanted)
        )
        for key, places in code.items()
    }


@cache
def _helpers(package: str, place: str) -> list[str]:
    """List the functions that a function asks and that cite nothing: whether three wagers are equal, whether ranks run
    in sequence."""
    shares = import_module(package).GAME.shares
    graph = {
        **read_package(COMMON),
        **(read_package(shares, NO_CODE) if shares else {}),
        **read_game(package),
    }
    citing = {place for places in code_citing(package).values() for place in places}
    here = graph[_module(place).__name__, place.partition(".py:")[2]]
    asked = {
        f"{place_of((module, name), graph[module, name])}:{name}"
        for module, name in here.names & graph.keys()
        if graph[module, name].kind == "function"
    }
    return sorted(place for place in asked - citing if not _is_a_procedure(place))


def _is_a_class(place: str) -> bool:
    """One that names a table of ids. Its methods are places of their own."""
    return isinstance(_find_node(_tree(_module(place)), place), ast.ClassDef)


def _is_a_procedure(place: str) -> bool:
    return any(
        isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(_find_node(_tree(_module(place)), place))
    )


@cache
def wrongs_of(place: str) -> tuple[WrongCode, ...]:
    nodes = list(ast.walk(_find_node(_tree(_module(place)), place)))
    parents = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
    found, seen = [], Counter[tuple[str, str]]()
    skipped = {id(part) for node in nodes for part in _left_alone(node)}
    for number, node in enumerate(nodes):
        if id(node) not in skipped:
            for how in _ways(node):
                what = _shorten(node)
                if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
                    what += f" in {_shorten(parents[id(node)])}"
                seen[how, what] += 1
                again = f" ({seen[how, what]})" if seen[how, what] > 1 else ""
                found.append(WrongCode(place, number, how, what + again))
    return tuple(found)


def _shorten(node: ast.AST) -> str:
    first = ast.unparse(node).partition("\n")[0]
    return first if len(first) <= LONGEST else first[: LONGEST - 1] + "…"


def _module(place: str) -> ModuleType:
    package, _, rest = place.partition("/")
    name = rest.partition(".py:")[0].replace("/", ".")
    return import_module(f"pitboss.{package if package == 'common' else f'games.{package}'}.{name}")


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _find_node(tree: ast.Module, place: str) -> ast.AST:
    here: ast.AST = tree
    for name in place.partition(".py:")[2].split("."):
        here = next(part for part in ast.iter_child_nodes(here) if getattr(part, "name", None) == name)
    return here


def _left_alone(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the code that is not changed: what is told, cited or declared, what the house or a reading decides, and the
    seam of the tests themselves."""
    match node:
        case ast.JoinedStr():
            yield from ast.walk(node)
        case ast.If(test=ast.Compare(left=ast.Attribute(attr="watcher"))):
            yield from (node, *ast.walk(node.test), *(part for each in node.body for part in ast.walk(each)))
        case ast.IfExp(test=ast.Compare(left=ast.Attribute(attr="watcher"))):
            yield from (node, *ast.walk(node.test), *ast.walk(node.body))
        case ast.Compare(left=ast.Call(func=ast.Attribute(attr="reads"))):
            yield node
        case ast.Call(func=ast.Name(id=name), args=args) if name in TOLD:
            for arg in args:
                yield from ast.walk(arg)
        case ast.FunctionDef():
            for part in (node.args, node.returns, *node.decorator_list):
                if part is not None:
                    yield from ast.walk(part)
        case ast.AnnAssign():
            yield from ast.walk(node.annotation)
        case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() | ast.ListComp() as inside, *_]):
            if name in ORDERLESS:
                yield inside
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple() as some]):
            yield some
        case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple() as several):
            yield several
        case ast.Assign(targets=[ast.Name(id="wrong" | "right" | "problem" | "remedy" | "unknown")]):
            yield from ast.walk(node)
        case ast.If(test=test, body=body) if all(map(_is_the_houses, body)):
            yield node
            yield from ast.walk(test)
    if isinstance(node, ast.If | ast.IfExp) and any(_ways(node.test)) and not isinstance(node.test, ast.BoolOp):
        yield node  # its condition is turned by itself


def _is_the_houses(statement: ast.stmt) -> bool:
    match statement:
        case ast.Return(value=None):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in ("wrong", "right", "problem", "remedy", "unknown", "chip")
        case ast.Expr(value=ast.Yield(value=ast.Call(func=ast.Name(id="limits_refusal")))):
            return True
        case ast.Expr(value=ast.Yield(value=ast.Call(func=ast.Name(id=name), args=args))) if name in TOLD:
            return any(isinstance(arg, ast.Constant) and str(arg.value).startswith(NO_PARAGRAPH) for arg in args)
    return False


def _ways(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[*_, op], comparators=[*_, other]) if type(op) in TURNED:
            yield "a condition turned"
            if type(op) in MORE and _is_a_number(other):
                yield from ("more will do", "less will do")
        case ast.Compare(ops=[*_, op]) if type(op) in MOVED:
            yield "a limit off by one"
        case ast.If() | ast.IfExp() | ast.match_case(guard=ast.expr()):
            yield "a condition turned"
        case ast.BoolOp():
            yield "one condition for both"
        case ast.UnaryOp(op=ast.Not()):
            yield "a condition turned"
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield "a count off"
        case ast.Slice(step=ast.UnaryOp(op=ast.USub())):
            yield "an order reversed"
        case ast.For(iter=iterated) if not _is_a_dictionarys(iterated):
            yield "an order reversed"
        case ast.ListComp(generators=[first]) | ast.GeneratorExp(generators=[first]) if not _is_a_dictionarys(
            first.iter
        ):
            yield "an order reversed"
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "a count off by one"
        case ast.Tuple(elts=[_, _, *_], ctx=ast.Load()) | ast.List(elts=[_, _, *_], ctx=ast.Load()):
            if len(set(map(ast.dump, node.elts))) > 1:
                yield "an order reversed"
        case ast.Dict(keys=keys, values=[ast.Lambda(), *_]):  # a ranking, from the highest down
            yield from (f"neighbors exchanged: {ast.unparse(key)} and the next" for key in keys[:-1] if key)
        case ast.Call(func=ast.Name(id="min" | "max")):
            yield "the other end"
        case ast.Name(id=name, ctx=ast.Load()) if name in PLACES:
            yield "a wrong place"
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()) if name in SEATS:
            yield "a wrong seat"


def _is_a_number(compared: ast.expr) -> bool:
    match compared:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id="WHOLE_DECK" | "BONUS_CHIP" | "SEVEN"):
            return True
    return False


def _is_a_dictionarys(iterated: ast.expr) -> bool:
    return isinstance(iterated, ast.Call) and getattr(iterated.func, "attr", "") in ("items", "values")


def _change_node(node: Any, how: str) -> Any:
    """A node in place of this one; it may be changed itself."""
    match node:
        case ast.Compare(ops=[*_, op]):
            node.ops[-1] = {"more will do": MORE, "less will do": LESS}.get(how, TURNED | MOVED)[type(op)]()
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.match_case(guard=ast.expr() as guard):
            node.guard = ast.UnaryOp(ast.Not(), guard)
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp():
            return node.operand
        case ast.BinOp(op=op):
            node.op = OTHER_SUM[type(op)]()
        case ast.Slice():
            node.step = None
        case ast.For():
            node.iter = _reverse_iteration(node.iter)
        case ast.ListComp() | ast.GeneratorExp():
            node.generators[0].iter = _reverse_iteration(node.generators[0].iter)
        case ast.Constant(value=int() as value):
            return ast.Constant(value + 1)
        case ast.Tuple() | ast.List():
            node.elts.reverse()
        case ast.Dict(keys=keys, values=values):
            at = next(at for at, key in enumerate(keys) if key and ast.unparse(key) in how)
            keys[at : at + 2] = keys[at : at + 2][::-1]
            values[at : at + 2] = values[at : at + 2][::-1]
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name("max" if name == "min" else "min", ast.Load())
        case ast.Name() if how == "a wrong place":
            return ast.Constant(table.DISCARD_RACK if node.id != "DISCARD_RACK" else table.STUB)
        case _:
            return ast.BinOp(node, ast.Add(), ast.Constant(1))
    return node


def _reverse_iteration(iterated: ast.expr) -> ast.expr:
    return ast.Subscript(
        ast.List([ast.Starred(iterated, ast.Load())], ast.Load()),
        ast.Slice(step=ast.UnaryOp(ast.USub(), ast.Constant(1))),
        ast.Load(),
    )


class _Change(ast.NodeTransformer):
    def __init__(self, at: ast.AST, how: str) -> None:
        self.at, self.how = at, how

    def visit(self, node: ast.AST) -> Any:
        return _change_node(node, self.how) if node is self.at else self.generic_visit(node)


# --- the running functions


@contextmanager
def done_wrongly(wrong: WrongCode) -> Iterator[None]:
    """The function that runs is the one with the change, and tables that it made once are made again."""
    module, qualname = _module(wrong.place), wrong.place.partition(".py:")[2]
    source = copy.deepcopy(_find_node(_tree(module), wrong.place))
    _Change(list(ast.walk(source))[wrong.number], wrong.how).visit(source)
    function = inspect.unwrap(attrgetter(qualname)(module))
    plain = function.__code__
    try:
        function.__code__ = _compile_function(source, qualname)
        _make_again(module, qualname)
        yield
    finally:
        function.__code__ = plain
        _make_again(module, qualname)


def _compile_function(function: Any, qualname: str) -> CodeType:
    for name in qualname.split(".")[:-1]:  # a method may ask for its class
        function = ast.ClassDef(name, [], [], [function], [])
    code = compile(ast.fix_missing_locations(ast.Module([function], [])), "changed", "exec")
    for name in qualname.split("."):
        code = next(inner for inner in code.co_consts if isinstance(inner, CodeType) and inner.co_name == name)
    return code


def _make_again(module: ModuleType, name: str) -> None:
    for held in vars(module).values():
        if isinstance(held, _lru_cache_wrapper):
            held.cache_clear()
    for other, node in _made_by(name):
        for target in defined_names(node):
            setattr(other, target, eval(compile(ast.Expression(node.value), "", "eval"), vars(other)))


@cache
def _made_by(name: str) -> list[tuple[ModuleType, ast.Assign]]:
    """The tables, in the rankings, that this function makes when its module is read, and what is made from them."""
    found = []
    for game in ("let_it_ride", "ultimate_texas_holdem", "winners_pot_poker"):
        module, made = import_module(f"pitboss.games.{game}.law.ranking"), {name}
        for node in _tree(module).body:
            if isinstance(node, ast.Assign) and made & {
                part.id for part in ast.walk(node) if isinstance(part, ast.Name)
            }:
                made.update(defined_names(node))
                found.append((module, node))
    return found
