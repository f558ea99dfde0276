"""What the site needs besides its pages: the changelog, which lies above this folder. No page fetches anything."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"
FETCHED = re.compile(r'<(?:script|img|iframe|link)\b(?![^>]*rel="canonical")[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')


def on_files(files: Files, config: Any) -> Files:
    text = CHANGELOG.read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    return markdown.replace("](../CHANGELOG.md)", "](changelog.md)")


def on_post_page(output: str, page: Any, **_: Any) -> str:
    if found := FETCHED.search(output):
        raise PluginError(f"{page.file.src_uri} would fetch something from elsewhere: {found[0]}")
    return output
