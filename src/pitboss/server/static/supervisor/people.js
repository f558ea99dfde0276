// @ts-check
// Has a player leave the table, and lists what the staff did there.

import { citationNodes, labeledField, make, reasonField, reasonIn } from "./form_parts.js";

/**
 * @import { ToldStaffAct } from "server"
 * @import { SupervisorPanel } from "../supervisor.js"
 */

const timeInWords = (seconds) =>
  new Date(seconds * 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {string[]} names */
export function playersSection(desk, section, names) {
  const who = make(
    "select",
    { name: "name", testid: "kick-name" },
    names.map((name) => make("option", { value: name }, name)),
  );
  const why = reasonField("kick");
  return [
    make(
      "form",
      {
        testid: "kick",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          desk.send(
            section,
            event.submitter,
            `POST ${desk.base}/kick`,
            { name: who.value, why: reasonIn(why) },
            `${who.value} has to leave.`,
          );
        },
      },
      make("h2", {}, "Have somebody leave"),
      make("p", {}, "At once, or when the round is over, which the clock plays. They can come back in 15 minutes."),
      labeledField("Who", who),
      why,
      make("button", { testid: "kick-do" }, "Have them leave"),
    ),
  ];
}

/** @param {SupervisorPanel} desk @param {HTMLElement} _section @param {ToldStaffAct[]} list */
export function staffActsSection(desk, _section, list) {
  return [
    make("h2", {}, "What the staff did"),
    list.length
      ? make(
          "ol",
          { class: "sup-done", testid: "staff-acts", tabindex: 0, "aria-label": "What the staff did" },
          list.map((act) =>
            make(
              "li",
              {},
              make("p", {}, `${act.what} `, act.cite ? citationNodes(act.cite, desk.supervision.game) : []),
              act.why ? make("p", { class: "sup-why" }, `“${act.why}”`) : null,
              make(
                "p",
                { class: "dim" },
                `${act.name}, ${act.round ? `round ${act.round}, ` : ""}${timeInWords(act.at)}`,
              ),
            ),
          ),
        )
      : make("p", { class: "dim" }, "Nothing yet."),
  ];
}
