"""What the build makes of README.md for the page of a package index, where a path leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# Code is matched first, so that brackets in it are no links.
CODE_OR_LINK = re.compile(r"```.*?```|`[^`\n]*`|(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)", re.S)


class IndexReadme(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = for_index(text, self.config.get("pages"), self.config.get("pictures"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def for_index(text: str, pages: str | None, pictures: str | None) -> str:
    """Paths become addresses below `pages` and `pictures`. Without those a page is named, and a picture is left out."""

    def changed(found: re.Match[str]) -> str:
        target = found["target"]
        if target is None or re.match(r"[a-z]+:", target):
            return found[0]
        under = pictures if found["picture"] else pages
        if under is not None:
            return f"{found['picture']}[{found['text']}]({under}{target})"
        if found["picture"]:
            return f"*{found['text']}* (`{target}` in the source distribution)"
        return f"`{target}`" if found["text"].strip("`") == target else f"{found['text']} (`{target}`)"

    return CODE_OR_LINK.sub(changed, text)
