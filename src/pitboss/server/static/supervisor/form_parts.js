// @ts-check
// Builds the parts of the staff's forms.

import { citationChips } from "../law_panel.js";
import { usualReasons } from "../reasons.js";

// Returns chips for the paragraphs of a citation.
export function citationNodes(citation, game) {
  const template = document.createElement("template");
  template.innerHTML = citationChips(citation, game);
  return [...template.content.childNodes];
}

// Makes an element. `testid` and `class` are set as such, names that begin with "on" are listeners, and properties that
// are undefined, null or false are left out.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "testid") element.dataset.testid = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const ids = { next: 1 }; // for the ids of fields, which their labels refer to

// Puts a label before a control.
export function labeledField(label, control, ...more) {
  if (!control.id) {
    control.id = `sup-${ids.next}`;
    ids.next += 1;
  }
  return make("div", { class: "sup-field" }, make("label", { for: control.id }, label), control, ...more);
}

// Returns a field for the reason, which every act of the staff needs and which is recorded with the name.
export function reasonField(kind, label = "Why") {
  const input = make("input", {
    name: "why",
    maxlength: 200,
    required: true,
    autocomplete: "off",
    testid: `${kind}-why`,
  });
  return labeledField(label, input, usualReasons(kind, input));
}

// Returns the reason that was typed into a field.
export const reasonIn = (field) => field.querySelector("[name=why]").value.trim();
