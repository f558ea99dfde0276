// @ts-check
// The adviser: one line under the felt, and a panel over it with the exact figures. Off unless it was switched on.

import { capitalize } from "./html.js";
import { call } from "./http.js";
import { dollars as money } from "./money.js";

/** @import { TableView } from "server" */

const KEPT = "pitboss.adviser";
const AGAIN = 1000; // milliseconds until an adviser who is warming up is asked again
const TIMES = 30;

const kept = () => {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
};

const keep = (on) => {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // It is on until the page goes.
  }
};

function made(tag, className = "", ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

// What the adviser is asked about in a view: a question to you, the bets that you may make, or nothing.
/** @param {TableView} view */
function moment(view) {
  const seat = view.you.seat;
  if (!seat) return "";
  if (view.asked?.seat === seat) return JSON.stringify(["question", view.round, view.asked.number]);
  if (view.waiting !== "wagers") return "";
  const mine = Object.entries(view.owners)
    .filter(([, owner]) => owner === seat)
    .map(([at]) => view.wagers[at]);
  return JSON.stringify(["wagers", view.round, mine, view.you.offers.map(({ name }) => name), view.marks]);
}

const isQuestion = (about) => about.startsWith('["question"');

// --- what is shown

function worth({ choice, dollars, best }) {
  const line = made(
    "span",
    best ? "adviser-worth adviser-best" : "adviser-worth",
    `${capitalize(choice)} `,
    made("b", "", dollars),
  );
  if (best) {
    const star = made("span", "", " ★");
    star.setAttribute("aria-hidden", "true");
    line.append(star, " best");
  }
  return line;
}

// A come out roll may gain what later rolls cost: then what it comes to in the end is told instead.
function ofStanding({ out, each, dollars, cents, in_the_end: end }) {
  const gains = !cents.startsWith("-") && !cents.startsWith("0/");
  const told = gains && end ? end : { cents, dollars };
  const word = gains && !end?.cents.startsWith("-") ? "gains" : "costs";
  const when = gains && end ? "In the end it" : `Next ${each}`;
  return [
    made("span", "adviser-worth", "On the table ", made("b", "", money(out))),
    made("span", "adviser-worth", `${when} ${word} on average `, made("b", "", told.dollars.replace(/^[+−]/, ""))),
  ];
}

function ofOffers({ offers, best }) {
  const priced = offers.filter(({ edge }) => edge);
  if (priced.length > 3) {
    const cheapest = priced.find(({ name }) => name === best[0]);
    return cheapest
      ? [made("span", "adviser-worth", "Best next dollar ", made("b", "", cheapest.name), `, edge ${cheapest.percent}`)]
      : [];
  }
  return priced.map(({ name, percent, per }) =>
    made("span", "adviser-worth", `${capitalize(name)}, house edge `, made("b", "", percent), ` of ${per}`),
  );
}

function table(heads, rows) {
  const head = made(
    "tr",
    "",
    ...heads.map((text) => {
      const cell = made("th", "", text);
      cell.scope = "col";
      return cell;
    }),
  );
  const body = rows.map(([first, ...rest]) => {
    const name = made("th", "", first);
    name.scope = "row";
    return made("tr", "", name, ...rest.map((text) => made("td", "", text)));
  });
  return made("table", "", made("thead", "", head), made("tbody", "", ...body));
}

/** @param {string} cite @param {string} game */
function cited(cite, game) {
  return cite.split(", ").map((each) => {
    const button = made("button", "cite", each);
    button.type = "button";
    button.dataset.cite = each;
    button.dataset.game = game;
    return button;
  });
}

/** @param {string} game */
function exactly(found, game) {
  const parts = [];
  if (found.kind === "question") {
    const whole = found.choices.every(({ loses }) => loses);
    parts.push(
      made("p", "", `What each choice is worth on average, in units of ${found.per} (${money(found.stake)}).`),
    );
    parts.push(
      table(
        ["Choice", "Exactly", "In dollars", ...(whole ? ["Costs"] : [])],
        found.choices.map((each) => [
          capitalize(each.choice),
          each.counted,
          each.dollars,
          ...(whole ? [each.best ? "best" : `${each.loses.counted}, ${each.loses.dollars}`] : []),
        ]),
      ),
    );
    parts.push(...found.notes.map((note) => made("p", "", note)));
    parts.push(made("p", "", ...cited(found.cite, game)));
    return parts;
  }
  if (found.standing) {
    parts.push(made("p", "", `${found.standing.said} ${found.standing.in_the_end?.said ?? ""}`));
  }
  const priced = found.offers.filter(({ edge }) => edge);
  if (priced.length) {
    parts.push(
      table(
        ["Bet", "House edge", "Exactly", "Of"],
        priced.map(({ name, percent, edge, per, best }) => [
          capitalize(name) + (best ? " (least)" : ""),
          percent,
          edge,
          per,
        ]),
      ),
    );
  }
  parts.push(
    ...found.offers
      .filter(({ nothing }) => nothing)
      .map(({ name, nothing }) => made("p", "", `${capitalize(name)}: ${nothing}`)),
  );
  return parts;
}

// --- the strip

/** @param {HTMLElement} element */
export function adviser(element, tableNumber) {
  const label = made("span", "adviser-label");
  const toggle = made("button", "adviser-switch", made("span", "adviser-knob"), label, made("kbd", "", "V"));
  toggle.type = "button";
  toggle.setAttribute("role", "switch");
  toggle.dataset.testid = "adviser";
  const line = made("p", "adviser-line");
  line.dataset.testid = "advice";
  const panel = made("div", "adviser-panel");
  const summary = made("summary", "", made("span", "", "Exact figures"));
  const more = made("details", "adviser-more", summary, panel);
  element.classList.add("adviser");
  element.replaceChildren(toggle, line, more);

  let on = kept();
  let view = null; // the newest
  let about = ""; // what the line is about, or is going to be
  let followed = null; // the last question that was answered here with advice
  let told = -1; // the moment up to which a last choice stays told
  let retry = 0;

  function show(content, panelContent = []) {
    line.replaceChildren(...content);
    panel.replaceChildren(...panelContent);
    more.hidden = !panelContent.length;
    if (more.hidden) more.open = false;
  }

  function draw() {
    toggle.setAttribute("aria-checked", String(on));
    label.textContent = on ? "Adviser" : "Adviser off";
    if (!on) show([]);
  }

  async function fetchAdvice(times = TIMES) {
    const asking = about;
    const { found, refused } = await call(`GET /api/tables/${tableNumber}/advice`);
    if (!on || asking !== about) return; // the table has gone on
    if (refused) return show([refused.map(({ wrong }) => wrong).join("; ")]);
    const question = isQuestion(asking);
    if (found.round !== view.round || (question && found.number !== view.asked?.number)) return;
    if (found.nothing) {
      show([found.nothing]);
      if (/again in a moment/.test(found.nothing) && times) retry = setTimeout(fetchAdvice, AGAIN, times - 1);
      return;
    }
    if (question) {
      followed = { round: view.round, number: view.asked.number };
      show(found.choices.map(worth), exactly(found, view.game));
    } else {
      show([...(found.standing ? ofStanding(found.standing) : []), ...ofOffers(found)], exactly(found, view.game));
    }
  }

  async function fetchLast(question) {
    const asking = about;
    const { found } = await call(`GET /api/tables/${tableNumber}/advice/last`);
    if (!on || asking !== about || !found || found.nothing || found.round !== question.round) return;
    const last = found.answers.find(({ number }) => number === question.number);
    if (!last) return;
    told = question.round;
    const rows = found.answers.map(({ subject, chosen, said }) =>
      made("p", "", `${capitalize(subject)}, ${chosen}: ${said}`),
    );
    show([last.said], rows);
  }

  // A choice of the round before stays told until you bet again.
  const stillTold = () =>
    told === view.round - 1 && !Object.keys(view.owners).some((at) => view.owners[at] === view.you.seat);

  /** @param {TableView} newest */
  function ask(newest) {
    view = newest;
    const now = moment(view);
    if (!on || now === about) return;
    about = now;
    clearTimeout(retry);
    const answered = followed;
    followed = null;
    if (isQuestion(now)) {
      show(["Counting…"]);
      fetchAdvice();
      return;
    }
    if (answered) {
      told = answered.round;
      show([]);
      fetchLast(answered);
    } else if (!stillTold()) {
      if (now) fetchAdvice();
      else if (told !== view.round) show([]);
    }
  }

  function turn(wanted) {
    on = wanted;
    keep(on);
    about = "";
    told = -1;
    followed = null;
    clearTimeout(retry);
    draw();
    if (on && view) ask(view);
  }

  toggle.addEventListener("click", () => turn(!on));
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    event.stopPropagation();
    more.open = false;
    summary.focus();
  });
  draw();
  show([]);
  return {
    ask,
    on: () => turn(true),
    off: () => turn(false),
    get isOn() {
      return on;
    },
  };
}
