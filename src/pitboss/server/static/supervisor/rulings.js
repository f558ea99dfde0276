// @ts-check
// Takes the rulings that a supervisor is asked for, and the orders that he gives unasked.

import { capitalize, slug } from "../html.js";
import { dollars } from "../money.js";
import { citationNodes, make, reasonField, reasonIn } from "./form_parts.js";

/**
 * @import { Asked } from "server"
 * @import { SupervisorPanel } from "../supervisor.js"
 */

// Returns the form for a ruling that the table waits for.
/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {Asked} asked */
export function rulingSection(desk, section, asked) {
  const boxes = asked.positions.map((position) =>
    make("input", { type: "checkbox", name: "position", value: position, testid: `order-position-${position}` }),
  );
  const why = reasonField("ruling");
  const body = () => ({ why: reasonIn(why) });
  const order = (choice) => (event) => {
    const positions = choice === asked.naming ? boxes.filter((box) => box.checked).map((box) => Number(box.value)) : [];
    desk.send(
      section,
      event.currentTarget,
      `POST ${desk.base}/order`,
      { what: choice, positions, ...body() },
      `Ruled: ${choice}.`,
    );
  };
  const form = make(
    "form",
    { class: "sup-ruling", testid: "order", onsubmit: (event) => event.preventDefault() },
    make("h2", {}, "A ruling is needed ", citationNodes(asked.cite, desk.supervision.game)),
    make(
      "p",
      {},
      `${capitalize(asked.question)}${/[.?!]$/.test(asked.question) ? "" : "."} Play waits until you decide.`,
    ),
    boxes.length
      ? make(
          "fieldset",
          {},
          make("legend", {}, `Positions, for “${asked.naming}”`),
          make(
            "div",
            { class: "sup-row" },
            boxes.map((box) => make("label", { class: "sup-toggle" }, box, make("span", {}, box.value))),
          ),
        )
      : null,
    why,
    asked.cents
      ? make(
          "button",
          {
            type: "button",
            class: "main",
            testid: "order-fill",
            onclick: (event) =>
              desk.send(
                section,
                event.currentTarget,
                `POST ${desk.base}/fill`,
                { cents: asked.cents, ...body() },
                `Brought ${dollars(asked.cents)}.`,
              ),
          },
          `Bring ${dollars(asked.cents)}`,
        )
      : null,
    asked.choices.map((choice, index) =>
      make(
        "button",
        { type: "button", class: index ? "" : "main", testid: `order-${slug(choice)}`, onclick: order(choice) },
        capitalize(choice),
      ),
    ),
    make("p", { class: "dim" }, "Recorded with your name and your reason."),
  );
  return [form];
}

// Returns the buttons for orders that a supervisor may give now; null if there are none.
/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {string[]} list */
export function ordersSection(desk, section, list) {
  if (!list.length) return null;
  const why = reasonField("order");
  return [
    make(
      "form",
      { testid: "orders", onsubmit: (event) => event.preventDefault() },
      make("h2", {}, "Order"),
      why,
      make(
        "div",
        { class: "sup-row" },
        list.map((order) =>
          make(
            "button",
            {
              type: "button",
              testid: `orders-${slug(order)}`,
              onclick: (event) =>
                desk.send(
                  section,
                  event.currentTarget,
                  `POST ${desk.base}/order`,
                  { what: order, why: reasonIn(why) },
                  `Ordered: ${order}.`,
                ),
            },
            capitalize(order),
          ),
        ),
      ),
    ),
  ];
}
