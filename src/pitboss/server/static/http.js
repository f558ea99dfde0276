// @ts-check
// Calls of the HTTP interface, and how a refusal is shown.

import { toSentence } from "./html.js";

const told = (wrong) =>
  typeof wrong === "string" ? wrong : "The server did not understand that. Check what you entered.";

export async function call(what, body) {
  const [method, path] = what.split(" ");
  try {
    const answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const found = await answer.json();
    if (answer.ok) return { found };
    return { refused: found.refused ?? [{ cite: "", wrong: told(found.detail), right: "" }] };
  } catch {
    return { refused: [{ cite: "", wrong: "The server cannot be reached.", right: "Try again in a moment." }] };
  }
}

// A citation as the server writes it: a link to the paragraph or the reading, or the house's own rule.
export function citationLink(citation, game) {
  const cite = document.createElement("span");
  cite.className = "cite";
  const [kind, name] = citation.split(":");
  if (kind === "house") {
    cite.textContent = "house rule";
    return cite;
  }
  const link = document.createElement("a");
  link.textContent = kind === "reading" ? `reading: ${name.replaceAll("-", " ")}` : citation;
  link.href = kind === "reading" ? `/readings#${game}-${name}` : `/law/${encodeURIComponent(citation)}`;
  cite.append(link);
  return cite;
}

export function showRefusals(element, refused, game = "") {
  const lines = refused.map(({ cite, wrong, right }) => {
    const line = document.createElement("span");
    line.className = "reason";
    line.append(`${[wrong, right].filter(Boolean).map(toSentence).join(" ")} `);
    if (cite) for (const each of cite.split(", ")) line.append(citationLink(each, game), " ");
    return line;
  });
  element.replaceChildren(...lines);
}
