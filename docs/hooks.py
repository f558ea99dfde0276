"""What the site needs besides its pages: those that lie above this folder. And no page fetches anything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
ABOVE = ("CHANGELOG.md", "CONTRIBUTING.md")
FETCHED = re.compile(r'<(?:script|img|iframe|link)\b(?![^>]*rel="canonical")[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')


def on_files(files: Files, config: Any) -> Files:
    for name in ABOVE:
        text = (
            (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace("](LICENSE)", "](LICENSE.txt)")
        )
        for other in ABOVE:
            text = text.replace(f"]({other}", f"]({other.lower()}")
        files.append(File.generated(config, name.lower(), content=text))
    files.append(File.generated(config, "LICENSE.txt", content=(ROOT / "LICENSE").read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    up = "../" * page.file.src_uri.count("/")
    for name in ABOVE:
        markdown = markdown.replace(f"]({up}../{name}", f"]({up}{name.lower()}")
    return markdown


def on_post_page(output: str, page: Any, **_: Any) -> str:
    if found := FETCHED.search(output):
        raise PluginError(f"{page.file.src_uri} would fetch something from elsewhere: {found[0]}")
    return output
