// @ts-check
// Calls the HTTP interface and shows its refusals.

import { toSentence } from "./html.js";

const faultInWords = (wrong) =>
  typeof wrong === "string" ? wrong : "The server did not understand that. Check what you entered.";

// Sends a request ("GET /api/me") and returns its `answer`, or why it was `refused`.
export async function call(what, body) {
  const [method, path] = what.split(" ");
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return { answer };
    return { refused: answer.refused ?? [{ cite: "", wrong: faultInWords(answer.detail), right: "" }] };
  } catch {
    return { refused: [{ cite: "", wrong: "The server cannot be reached.", right: "Try again in a moment." }] };
  }
}

// Returns an element for a citation as the server writes it: a link to the paragraph or the reading, or the words
// "house rule".
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

// Fills an element with what was refused, a line for each reason.
export function showRefusals(element, refused, game = "") {
  const lines = refused.map(({ cite, wrong, right }) => {
    const line = document.createElement("span");
    line.className = "reason";
    line.append(`${[wrong, right].filter(Boolean).map(toSentence).join(" ")} `);
    if (cite) for (const citation of cite.split(", ")) line.append(citationLink(citation, game), " ");
    return line;
  });
  element.replaceChildren(...lines);
}
