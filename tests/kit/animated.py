"""Join screenshots into one animated WebP. The browser scales and compresses each picture, only where it differs from
the one before. Joining them needs just a few headers, so no image library is used."""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence

from playwright.sync_api import Page

# Returns for each picture the rectangle that differs from the one before, and that part as a WebP; null if none does.
SMALL = """
async ([shots, width, height, quality]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  let before = null;
  const found = [];
  for (const shot of shots) {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
    pen.drawImage(picture, 0, 0, width, height);
    const now = new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
    let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
    if (before) {
      for (let at = 0; at < now.length; at += 1) {
        if (now[at] === before[at]) continue;
        const x = at % width, y = (at - x) / width;
        left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = y;
      }
    }
    before = now;
    if (right < 0) { found.push(null); continue; }
    left -= left % 2; top -= top % 2;
    const [w, h] = [right - left + 1, bottom - top + 1];
    const part = new OffscreenCanvas(w, h);
    part.getContext("2d", { alpha: false }).drawImage(canvas, left, top, w, h, 0, 0, w, h);
    const bytes = new Uint8Array(await (await part.convertToBlob({ type: "image/webp", quality })).arrayBuffer());
    found.push({ left, top, w, h, webp: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")) });
  }
  return found;
}
"""
CHUNK = struct.Struct("<4sI")
ANIMATED = 0x02
PAINTED_OVER = 0x02  # a part replaces what was there


def make_animation(
    page: Page, shots: Sequence[tuple[int, bytes]], width: int, height: int, *, quality: float = 0.7, loops: int = 0
) -> bytes:
    """Return the WebP. `shots` are PNGs, each with the milliseconds for which it is shown."""
    sent = [base64.b64encode(png).decode() for _, png in shots]
    frames: list[tuple[int, bytes]] = []
    for (milliseconds, _), part in zip(shots, page.evaluate(SMALL, [sent, width, height, quality]), strict=True):
        if part is None:
            frames[-1] = (frames[-1][0] + milliseconds, frames[-1][1])
            continue
        place = b"".join(_24(n) for n in (part["left"] // 2, part["top"] // 2, part["w"] - 1, part["h"] - 1))
        frames.append((milliseconds, place + base64.b64decode(part["webp"])))
    body = _chunk(b"VP8X", bytes((ANIMATED, 0, 0, 0)) + _24(width - 1) + _24(height - 1))
    body += _chunk(b"ANIM", bytes(4) + struct.pack("<H", loops))
    for milliseconds, frame in frames:
        place, picture = frame[:12], frame[12:]
        body += _chunk(b"ANMF", place + _24(milliseconds) + bytes((PAINTED_OVER,)) + _pixels(picture))
    return _chunk(b"RIFF", b"WEBP" + body)


def _pixels(webp: bytes) -> bytes:
    """Return the chunk with the pixels of a WebP file, without its color profile."""
    offset = len(b"RIFFsizeWEBP")
    while offset < len(webp):
        name, length = CHUNK.unpack_from(webp, offset)
        content = webp[offset + CHUNK.size : offset + CHUNK.size + length]
        if name in (b"VP8 ", b"VP8L"):
            return _chunk(name, content)
        offset += CHUNK.size + length + length % 2
    raise ValueError("a picture without pixels")


def _24(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, content: bytes) -> bytes:
    return CHUNK.pack(name, len(content)) + content + bytes(len(content) % 2)
