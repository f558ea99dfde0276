// @ts-check
// Makes a field for one election of the house, and reads what was typed into it.

import { capitalize } from "../html.js";
import { dollars, parseCents } from "../money.js";
import { citationNodes, labeledField, make } from "./form_parts.js";

/** @import { Election } from "server" */

// Makes the field of an election, and adds a reader to `readers` that puts its value into `house`.
export function electionField(election, house, readers, game) {
  const testid = `setting-${election.key}`;
  const label = [election.label, " ", ...citationNodes(election.cite, game)];
  const elect = (value) => {
    house[election.key] = value;
  };
  let control;
  if (election.kind === "yes or no") {
    control = make("input", { type: "checkbox", checked: election.value, testid });
    readers.push(() => elect(control.checked));
  } else if (election.kind === "choice") {
    control = make(
      "select",
      { testid },
      election.optional ? make("option", { value: "" }, "None") : null,
      election.choices.map((choice) =>
        make("option", { value: choice, selected: choice === election.value }, capitalize(choice.replaceAll("-", " "))),
      ),
    );
    readers.push(() => elect(control.value || null));
  } else if (election.kind === "lines" || election.kind === "tables of lines") {
    control = make("textarea", { rows: 2, spellcheck: false, testid });
    control.value = ratesToText(election.value);
    readers.push(() => {
      const rates = parseRates(control.value, election.kind === "lines");
      if (rates === null)
        return {
          cite: "",
          wrong: `${election.label}: a line cannot be read`,
          right:
            election.kind === "lines"
              ? "write “flush: 6 to 1”, one to a line"
              : "write “base / flush: 9 to 1”, one to a line",
        };
      elect(rates);
    });
  } else {
    const text =
      election.kind === "money"
        ? election.value === null
          ? ""
          : dollars(election.value).slice(1)
        : Array.isArray(election.value)
          ? election.value.join(", ")
          : String(election.value ?? "");
    control = make("input", {
      value: text,
      autocomplete: "off",
      inputmode: election.kind === "money" ? "decimal" : election.kind === "number" ? "numeric" : false,
      testid,
    });
    readers.push(() => {
      const given = control.value.trim();
      const words = given.split(/[,\s]+/).filter(Boolean);
      if (!given && election.optional) return elect(null);
      const value = {
        money: () => parseCents(given),
        number: () => parseWhole(given),
        numbers: () => (words.every((word) => parseWhole(word) !== null) ? words.map(Number) : null),
        words: () => words,
        text: () => given,
      }[election.kind]();
      if (value === null)
        return {
          cite: election.cite,
          wrong: `${election.label}: ${given || "nothing"} cannot be read`,
          right: election.kind === "money" ? "enter dollars" : "enter whole numbers",
        };
      return elect(value);
    });
  }
  const pays = make("div", { class: "sup-pays" });
  const showPayTables = () => {
    const chosen = election.kind === "yes or no" ? (control.checked ? "yes" : "no") : control.value;
    pays.replaceChildren(
      ...(election.pays[chosen] ?? []).map(({ title, cite, lines }) =>
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
  control.addEventListener("change", showPayTables);
  showPayTables();
  return make(
    "div",
    { class: "sup-election" },
    labeledField(label, control),
    make("p", { class: "dim" }, election.means),
    pays,
  );
}

const parseWhole = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

const ratesToText = (value) =>
  Object.entries(value ?? {})
    .flatMap(([key, rate]) =>
      typeof rate === "object"
        ? Object.entries(rate).map(
            ([line, paid]) => `${key} / ${line}: ${typeof paid === "number" ? dollars(paid) : paid}`,
          )
        : `${key}: ${rate}`,
    )
    .join("\n");

function parseRates(text, flat) {
  const rates = {};
  for (const line of text
    .split("\n")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const colon = line.lastIndexOf(":");
    if (colon < 1) return null;
    const rate = line.slice(colon + 1).trim();
    const paid = rate.startsWith("$") ? parseCents(rate) : rate;
    const name = line.slice(0, colon).trim();
    if (flat) rates[name] = paid;
    else {
      const [table, hand] = name.split("/").map((part) => part.trim());
      if (!hand) return null;
      rates[table] ??= {};
      rates[table][hand] = paid;
    }
  }
  return rates;
}
