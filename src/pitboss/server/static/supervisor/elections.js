// @ts-check
// One thing that the house elects, as a field that reads what was typed into it.

import { capitalize } from "../html.js";
import { dollars, parseCents } from "../money.js";
import { citationNodes, labeledField, make } from "./form_parts.js";

/** @import { Election } from "server" */

export function electionField(each, house, readers, game) {
  const testid = `setting-${each.key}`;
  const label = [each.label, " ", ...citationNodes(each.cite, game)];
  const put = (value) => {
    house[each.key] = value;
  };
  let control;
  if (each.kind === "yes or no") {
    control = make("input", { type: "checkbox", checked: each.value, testid });
    readers.push(() => put(control.checked));
  } else if (each.kind === "choice") {
    control = make(
      "select",
      { testid },
      each.optional ? make("option", { value: "" }, "None") : null,
      each.choices.map((choice) =>
        make("option", { value: choice, selected: choice === each.value }, capitalize(choice.replaceAll("-", " "))),
      ),
    );
    readers.push(() => put(control.value || null));
  } else if (each.kind === "lines" || each.kind === "tables of lines") {
    control = make("textarea", { rows: 2, spellcheck: false, testid });
    control.value = written(each.value);
    readers.push(() => {
      const found = readLines(control.value, each.kind === "lines");
      if (found === null)
        return {
          cite: "",
          wrong: `${each.label}: a line cannot be read`,
          right:
            each.kind === "lines"
              ? "write “flush: 6 to 1”, one to a line"
              : "write “base / flush: 9 to 1”, one to a line",
        };
      put(found);
    });
  } else {
    const text =
      each.kind === "money"
        ? each.value === null
          ? ""
          : dollars(each.value).slice(1)
        : Array.isArray(each.value)
          ? each.value.join(", ")
          : String(each.value ?? "");
    control = make("input", {
      value: text,
      autocomplete: "off",
      inputmode: each.kind === "money" ? "decimal" : each.kind === "number" ? "numeric" : false,
      testid,
    });
    readers.push(() => {
      const given = control.value.trim();
      const words = given.split(/[,\s]+/).filter(Boolean);
      if (!given && each.optional) return put(null);
      const value = {
        money: () => parseCents(given),
        number: () => whole(given),
        numbers: () => (words.every((word) => whole(word) !== null) ? words.map(Number) : null),
        words: () => words,
        text: () => given,
      }[each.kind]();
      if (value === null)
        return {
          cite: each.cite,
          wrong: `${each.label}: ${given || "nothing"} cannot be read`,
          right: each.kind === "money" ? "enter dollars" : "enter whole numbers",
        };
      return put(value);
    });
  }
  const pays = make("div", { class: "sup-pays" });
  const show = () => {
    const chosen = each.kind === "yes or no" ? (control.checked ? "yes" : "no") : control.value;
    pays.replaceChildren(
      ...(each.pays[chosen] ?? []).map(({ title, cite, lines }) =>
        make(
          "table",
          {},
          make("caption", {}, title, " ", citationNodes(cite, game)),
          make(
            "tbody",
            {},
            lines.map(([hand, odds]) => make("tr", {}, make("th", { scope: "row" }, hand), make("td", {}, odds))),
          ),
        ),
      ),
    );
  };
  control.addEventListener("change", show);
  show();
  return make(
    "div",
    { class: "sup-election" },
    labeledField(label, control),
    make("p", { class: "dim" }, each.means),
    pays,
  );
}

const whole = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

const written = (value) =>
  Object.entries(value ?? {})
    .flatMap(([key, rate]) =>
      typeof rate === "object"
        ? Object.entries(rate).map(
            ([line, paid]) => `${key} / ${line}: ${typeof paid === "number" ? dollars(paid) : paid}`,
          )
        : `${key}: ${rate}`,
    )
    .join("\n");

function readLines(text, flat) {
  const found = {};
  for (const line of text
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const at = line.lastIndexOf(":");
    if (at < 1) return null;
    const rate = line.slice(at + 1).trim();
    const paid = rate.startsWith("$") ? parseCents(rate) : rate;
    const name = line.slice(0, at).trim();
    if (flat) found[name] = paid;
    else {
      const [table, hand] = name.split("/").map((each) => each.trim());
      if (!hand) return null;
      found[table] ??= {};
      found[table][hand] = paid;
    }
  }
  return found;
}
