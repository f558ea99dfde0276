// @ts-check
// Shows the table inventory and takes fills and credits.

import { dollars, parseCents } from "../money.js";
import { labeledField, make, reasonField, reasonIn } from "./form_parts.js";

/**
 * @import { Inventory } from "server"
 * @import { SupervisorPanel } from "../supervisor.js"
 */

// Returns the section about the table inventory, with a warning if it is low.
/** @param {SupervisorPanel} _desk @param {HTMLElement} _section @param {Inventory} inventory */
export function inventorySection(_desk, _section, { held, needed }) {
  return [
    make("h2", {}, "Inventory"),
    make(
      "dl",
      { class: "sup-facts" },
      make("dt", {}, "In the tray"),
      make("dd", { testid: "inventory" }, dollars(held)),
      make("dt", {}, "One maximum bet may win"),
      make("dd", {}, dollars(needed)),
    ),
    held < needed
      ? make("p", { class: "sup-warn" }, `${dollars(needed - held)} short of what one maximum bet may win.`)
      : null,
  ].filter(Boolean);
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {{ chip: number }} options */
export function cageSection(desk, section, { chip }) {
  const amount = make("input", {
    name: "chips",
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    testid: "cage-chips",
  });
  const why = reasonField("cage");
  const move = async (event) => {
    event.preventDefault();
    const way = event.submitter?.value ?? "fill";
    const amountCents = parseCents(amount.value);
    if (amountCents === null) {
      desk.refuse(section, [
        { cite: "", wrong: "this is no amount", right: `enter dollars, in multiples of ${dollars(chip)}` },
      ]);
      amount.focus();
      return;
    }
    const done = await desk.send(
      section,
      event.submitter,
      `POST ${desk.base}/${way}`,
      { cents: amountCents, why: reasonIn(why) },
      way === "fill" ? `Brought ${dollars(amountCents)}.` : `Took ${dollars(amountCents)}.`,
    );
    if (done) event.target.reset();
  };
  return [
    make(
      "form",
      { testid: "cage", novalidate: true, onsubmit: move },
      make("h2", {}, "Fill and credit"),
      labeledField("Amount in dollars", amount),
      why,
      make(
        "div",
        { class: "sup-row" },
        make("button", { name: "way", value: "fill", testid: "cage-fill" }, "Bring a fill"),
        make("button", { name: "way", value: "credit", testid: "cage-credit" }, "Take a credit"),
      ),
    ),
  ];
}
