// @ts-check
// Opens, pauses, closes, renames and deletes a table, and voids or winds up its round.

import { labeledField, make, reasonField, reasonIn } from "./form_parts.js";

/** @import { SupervisorPanel } from "../supervisor.js" */

const STATES = [
  ["open", "Open"],
  ["paused", "Pause"],
  ["closed", "Close after this round"],
];
const IN_WORDS = { open: "Open", paused: "Paused", closed: "Closed" };

/**
 * @param {SupervisorPanel} desk @param {HTMLElement} section
 * @param {{ state: string, held: boolean, out: boolean }} options
 */
export function stateSection(desk, section, { state, held, out }) {
  if (held)
    return [make("h2", {}, "Table"), make("p", {}, "This version plays the open round differently. Wind it up below.")];
  const why = reasonField("state");
  const set = (wanted) => (event) =>
    desk.send(
      section,
      event.currentTarget,
      `PUT ${desk.base}/state`,
      { state: wanted, why: reasonIn(why) },
      `${IN_WORDS[wanted]}.`,
    );
  return [
    make(
      "h2",
      {},
      "Table ",
      make("span", { class: `tag${state === "open" ? " good" : " warn"}`, testid: "state" }, IN_WORDS[state]),
    ),
    why,
    make(
      "div",
      { class: "sup-row" },
      STATES.filter(([wanted]) => !out || wanted === "closed").map(([wanted, word]) =>
        make(
          "button",
          { type: "button", testid: `state-${wanted}`, disabled: wanted === state, onclick: set(wanted) },
          out ? "Close the table" : word,
        ),
      ),
    ),
  ];
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {{ name: string }} options */
export function renameSection(desk, section, { name }) {
  const input = make("input", {
    name: "name",
    value: name,
    maxlength: 60,
    required: true,
    autocomplete: "off",
    testid: "rename-name",
  });
  const why = reasonField("name");
  return [
    make(
      "form",
      {
        testid: "rename",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          desk.send(
            section,
            event.submitter,
            `PUT ${desk.base}/name`,
            { name: input.value, why: reasonIn(why) },
            "Renamed.",
          );
        },
      },
      make("h2", {}, "Name"),
      labeledField("Name of the table", input),
      why,
      make("button", { testid: "rename-do" }, "Rename"),
    ),
  ];
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {{ round: number }} options */
export function voidSection(desk, section, { round }) {
  const cite = make("input", {
    name: "cite",
    maxlength: 60,
    required: true,
    value: "house:void",
    autocomplete: "off",
    testid: "void-cite",
  });
  const why = reasonField("void");
  return [
    make(
      "form",
      {
        testid: "void",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          desk.send(
            section,
            event.submitter,
            `POST ${desk.base}/void`,
            { cite: cite.value.trim(), round, why: reasonIn(why) },
            "The round is void.",
          );
        },
      },
      make("h2", {}, "Void the round"),
      make("p", {}, "Every player gets back the bets of this round."),
      labeledField("By a paragraph or house rule", cite),
      why,
      make("button", { testid: "void-do" }, "Void it"),
    ),
  ];
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {{ out: boolean }} options */
export function windUpSection(desk, section, { out }) {
  const why = reasonField("wind-up");
  return [
    make(
      "form",
      {
        testid: "wind-up",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          desk.send(section, event.submitter, `POST ${desk.base}/wind-up`, { why: reasonIn(why) }, "Wound up.");
        },
      },
      make("h2", {}, "Wind up the round"),
      make(
        "p",
        {},
        out
          ? "Everybody gets back their chips and their bets."
          : "Every player gets back the bets of this round. Bets from earlier rounds stay on the layout.",
      ),
      why,
      make("button", { class: "main", testid: "wind-up-do" }, "Wind it up"),
    ),
  ];
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section */
export function deleteSection(desk, section) {
  const why = reasonField("put-away");
  return [
    make("h2", {}, "Delete the table"),
    make("p", {}, "It is listed no more. Its rounds are kept."),
    why,
    make(
      "button",
      {
        type: "button",
        testid: "put-away",
        onclick: async (event) => {
          if (await desk.send(section, event.currentTarget, `DELETE ${desk.base}`, { why: reasonIn(why) }))
            location.assign("/");
        },
      },
      "Delete it",
    ),
  ];
}
