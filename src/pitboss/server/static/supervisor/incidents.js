// @ts-check
// Lets a supervisor cause irregularities, to watch what the rules do.

import { queryAll } from "../dom.js";
import { capitalize, slug } from "../html.js";
import { labeledField, make, reasonField, reasonIn } from "./form_parts.js";

/**
 * @import { Causable } from "server"
 * @import { SupervisorPanel } from "../supervisor.js"
 */

const LATER = "later ";

export class Incidents {
  /** @param {SupervisorPanel} desk */
  constructor(desk) {
    this.desk = desk;
    this.causing = ""; // the kind whose form is open, with LATER before it if it cannot happen yet
    /** @type {Record<string, string>} */
    this.draft = {}; // what was typed into that form, by test id, because the list of kinds may change in the meantime
  }

  draw() {
    const { incidents: now, later, to_come: waits } = this.desk.supervision;
    this.desk.draw("incidents", { now, later, waits }, (_, section, what) => this.list(section, what));
  }

  /** @param {HTMLElement} section @param {{ now: Causable[], later: Causable[], waits: string }} what */
  list(section, { now, later, waits }) {
    if (!now.length && !later.length && !waits) return null;
    if (
      !now.some((cause) => cause.kind === this.causing) &&
      !later.some((cause) => LATER + cause.kind === this.causing)
    )
      this.causing = "";
    const open = (key) => () => {
      this.causing = this.causing === key ? "" : key;
      this.draft = {};
      this.desk.redrawNext("incidents");
      this.draw();
      queryAll(".sup-cause select, .sup-cause input", section)[0]?.focus();
    };
    const group = (list, prefix) => {
      const chosen = list.find((cause) => prefix + cause.kind === this.causing);
      return [
        make(
          "div",
          { class: "sup-row" },
          list.map((cause) =>
            make(
              "button",
              {
                type: "button",
                testid: `incident-${slug(prefix + cause.kind)}`,
                "aria-expanded": String(cause === chosen),
                onclick: open(prefix + cause.kind),
              },
              cause.title,
            ),
          ),
        ),
        chosen ? this.describe(section, chosen, prefix === LATER) : null,
      ];
    };
    const laterPart =
      later.length || waits
        ? [
            make("h3", {}, "Later in this round"),
            make(
              "p",
              { class: "dim" },
              "It happens between two acts, as soon as it can. " +
                "If it cannot in this round, or the server stops, it does not happen.",
            ),
            ...(waits
              ? [make("p", { class: "sup-warn", testid: "incident-to-come" }, `Waiting for its moment: ${waits}.`)]
              : group(later, LATER)),
          ]
        : [];
    return [
      make("h2", {}, "Cause an irregularity"),
      make("p", { class: "dim" }, "And watch what the rules do. Nobody is told before somebody notices."),
      ...group(now, ""),
      ...laterPart,
    ].filter(Boolean);
  }

  /** @param {HTMLElement} section @param {Causable} chosen @param {boolean} later */
  describe(section, chosen, later) {
    const fields = chosen.fields.map((field) => {
      const testid = `incident-field-${field.name}`;
      const control = field.choices?.length
        ? make(
            "select",
            { testid },
            field.choices.map((choice, index) => make("option", { value: index }, capitalize(choice.label))),
          )
        : make("input", { type: "number", min: field.least ?? 0, max: field.most, value: field.least ?? 0, testid });
      return { field, control };
    });
    const why = reasonField("incident");
    const happen = async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(
        fields.map(({ field, control }) => [
          field.name,
          field.choices?.length ? field.choices[Number(control.value)].value : Number(control.value),
        ]),
      );
      const done = await this.desk.send(
        section,
        event.submitter,
        `POST ${this.desk.base}/incident`,
        { incident: { kind: chosen.kind, ...values }, later, why: reasonIn(why) },
        later ? `${chosen.title}: it comes as soon as it can.` : `${chosen.title}: it has happened. Watch the acts.`,
      );
      if (done) {
        this.causing = "";
        this.draft = {};
        this.desk.redrawNext("incidents");
      }
    };
    const form = make(
      "form",
      {
        class: "sup-cause",
        novalidate: true,
        onsubmit: happen,
        oninput: ({ target }) => {
          this.draft[target.dataset.testid] = target.value;
        },
      },
      make("p", {}, chosen.means),
      fields.map(({ field, control }) => labeledField(field.label, control)),
      why,
      make("button", { class: "main", testid: "incident-do" }, later ? "Let it happen later" : "Let it happen"),
    );
    for (const control of form.querySelectorAll("[data-testid]")) {
      const said = this.draft[control.dataset.testid];
      if (said !== undefined && !(control.tagName === "SELECT" && Number(said) >= control.options.length))
        control.value = said;
    }
    return form;
  }
}
