"""The types of what the server sends to its page, for the checker of the page's modules.

They are made of the same Python types that the server encodes and that the schema of the view is made of, each time
anew: a field that is renamed in Python alone is an error wherever the page reads it by its old name. A module names
them by `@import { TableView } from "server"` in a comment, so a browser sees nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.server.live.client_actions import Acknowledged, Refused
from pitboss.server.live.setting_form import Form
from pitboss.server.pages.rules_sheet import Sheet
from pitboss.server.routes.compliance import Compliance
from pitboss.server.routes.supervision import Supervision
from pitboss.server.routes.tables import Listed
from pitboss.server.routes.websocket import ChangesFrame, NotUnderstood, ViewFrame
from pitboss.server.views.citation_panel import Beside
from pitboss.server.views.round_replay import Replay
from pitboss.table.printed import Printed

SENT: tuple[Any, ...] = (
    *(ViewFrame, ChangesFrame, Acknowledged, Refused, NotUnderstood),
    *(Printed, Replay, Sheet, Beside, Listed, Supervision, Form, Compliance),
)
STAND_INS = """
declare module "*/stand-ins.js" {
  const standIns: Record<string, string[]>;
  export default standIns;
}
"""  # the one module that the server makes (`routes/law.py`)
PLAIN = {
    inspect.AnyType: "any",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def declarations() -> str:
    """Return the declaration file of a module `server` with everything in `SENT`, and all that it is made of."""
    found: dict[Any, inspect.StructType | inspect.NamedTupleType] = {}
    for each in inspect.multi_type_info(SENT):
        collect(each, found)
    names = names_of_classes(list(found))
    blocks = [declaration_of(each, names) for _, each in sorted(found.items(), key=lambda pair: names[pair[0]])]
    return 'declare module "server" {\n' + "\n".join(blocks) + "}\n" + STAND_INS


def collect(kind: inspect.Type, found: dict[Any, inspect.StructType | inspect.NamedTupleType]) -> None:
    """Note the classes that a type is made of."""
    if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
        if kind.cls in found:
            return
        found[kind.cls] = kind
    for part in parts(kind):
        collect(part, found)


def parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.Metadata(type=inner):
            yield inner
        case inspect.StructType() | inspect.NamedTupleType():
            yield from (field.type for field in kind.fields)
        case inspect.UnionType():
            yield from kind.types
        case inspect.TupleType():
            yield from kind.item_types
        case inspect.ListType() | inspect.VarTupleType():
            yield kind.item_type
        case inspect.DictType():
            yield from (kind.key_type, kind.value_type)


def names_of_classes(classes: list[Any]) -> dict[Any, str]:
    """Return a name for each class. Two of one name have that of their module before it."""
    count = Counter(class_.__name__ for class_ in classes)
    return {
        each: each.__name__
        if count[each.__name__] == 1
        else each.__module__.rpartition(".")[2].title().replace("_", "") + each.__name__
        for each in classes
    }


def declaration_of(kind: inspect.StructType | inspect.NamedTupleType, names: dict[Any, str]) -> str:
    name = names[kind.cls]
    if isinstance(kind, inspect.NamedTupleType) or kind.array_like:
        items = ", ".join(f"{each.name}: {typescript_of(each.type, names)}" for each in kind.fields)
        return f"  export type {name} = [{items}];\n"
    lines = [f"  export interface {name} {{\n"]
    if kind.tag_field is not None:
        lines.append(f"    {kind.tag_field}: {kind.tag!r};\n".replace("'", '"'))
    omits = kind.cls.__struct_config__.omit_defaults
    for field in kind.fields:
        if said := description(field.type):
            lines.append(f"    /** {said} */\n")
        mark = "?" if omits and not field.required else ""
        lines.append(f'    "{field.encode_name}"{mark}: {typescript_of(field.type, names)};\n')
    return "".join([*lines, "  }\n"])


def description(kind: inspect.Type) -> str:
    schema = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    return str((schema or {}).get("description", ""))


def typescript_of(kind: inspect.Type, names: dict[Any, str]) -> str:
    """Return a type as TypeScript writes it."""
    match kind:
        case inspect.Metadata(type=inner):
            return typescript_of(inner, names)
        case inspect.StructType() | inspect.NamedTupleType():
            return names[kind.cls]
        case inspect.UnionType():
            return " | ".join(typescript_of(each, names) for each in kind.types)
        case inspect.LiteralType():
            return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
        case inspect.TupleType():
            return f"[{', '.join(typescript_of(each, names) for each in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType():
            return f"Array<{typescript_of(kind.item_type, names)}>"
        case inspect.DictType():
            return f"Record<string, {typescript_of(kind.value_type, names)}>"
    return PLAIN[type(kind)]
