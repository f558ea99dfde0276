// @ts-check
// The adviser: one line under the felt, and a panel over it with the exact figures. Off unless it was switched on.

import { capitalize } from "./html.js";
import { call } from "./http.js";
import { dollars as money } from "./money.js";

/** @import { TableView } from "server" */

const STORAGE_KEY = "pitboss.adviser";
const AGAIN = 1000; // milliseconds until an adviser who is warming up is asked again
const TIMES = 30;

const isRemembered = () => {
  try {
    return localStorage.getItem(STORAGE_KEY) === "on";
  } catch {
    return false; // this browser stores nothing
  }
};

const rememberChoice = (on) => {
  try {
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  } catch {
    // It stays on until the page is closed.
  }
};

function make(tag, className = "", ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

// Returns what the adviser is asked about in a view: a question to the reader, the bets that he may make, or nothing.
/** @param {TableView} view */
function subjectOf(view) {
  const seat = view.you.seat;
  if (!seat) return "";
  if (view.asked?.seat === seat) return JSON.stringify(["question", view.round, view.asked.number]);
  if (view.waiting !== "wagers") return "";
  const ownWagers = Object.entries(view.owners)
    .filter(([, owner]) => owner === seat)
    .map(([position]) => view.wagers[position]);
  return JSON.stringify(["wagers", view.round, ownWagers, view.you.offers.map(({ name }) => name), view.marks]);
}

const isQuestion = (subject) => subject.startsWith('["question"');

// --- what is shown

function choiceWorth({ choice, dollars, best }) {
  const line = make(
    "span",
    best ? "adviser-worth adviser-best" : "adviser-worth",
    `${capitalize(choice)} `,
    make("b", "", dollars),
  );
  if (best) {
    const star = make("span", "", " ★");
    star.setAttribute("aria-hidden", "true");
    line.append(star, " best");
  }
  return line;
}

// Says what the standing wagers cost on average. A come out roll may gain what later rolls cost: then the cost in the
// end is shown instead.
function standingWagers({ out, each, dollars, cents, in_the_end: end }) {
  const gains = !cents.startsWith("-") && !cents.startsWith("0/");
  const amount = gains && end ? end : { cents, dollars };
  const word = gains && !end?.cents.startsWith("-") ? "gains" : "costs";
  const when = gains && end ? "In the end it" : `Next ${each}`;
  return [
    make("span", "adviser-worth", "On the table ", make("b", "", money(out))),
    make("span", "adviser-worth", `${when} ${word} on average `, make("b", "", amount.dollars.replace(/^[+−]/, ""))),
  ];
}

function offeredBets({ offers, best }) {
  const priced = offers.filter(({ edge }) => edge);
  if (priced.length > 3) {
    const cheapest = priced.find(({ name }) => name === best[0]);
    return cheapest
      ? [make("span", "adviser-worth", "Best next dollar ", make("b", "", cheapest.name), `, edge ${cheapest.percent}`)]
      : [];
  }
  return priced.map(({ name, percent, per }) =>
    make("span", "adviser-worth", `${capitalize(name)}, house edge `, make("b", "", percent), ` of ${per}`),
  );
}

function figuresTable(heads, rows) {
  const head = make(
    "tr",
    "",
    ...heads.map((text) => {
      const cell = make("th", "", text);
      cell.scope = "col";
      return cell;
    }),
  );
  const body = rows.map(([first, ...rest]) => {
    const name = make("th", "", first);
    name.scope = "row";
    return make("tr", "", name, ...rest.map((text) => make("td", "", text)));
  });
  return make("table", "", make("thead", "", head), make("tbody", "", ...body));
}

/** @param {string} cite @param {string} game */
function citationButtons(cite, game) {
  return cite.split(", ").map((citation) => {
    const button = make("button", "cite", citation);
    button.type = "button";
    button.dataset.cite = citation;
    button.dataset.game = game;
    return button;
  });
}

/** @param {string} game */
function exactFigures(answer, game) {
  const parts = [];
  if (answer.kind === "question") {
    const whole = answer.choices.every(({ loses }) => loses);
    parts.push(
      make("p", "", `What each choice is worth on average, in units of ${answer.per} (${money(answer.stake)}).`),
    );
    parts.push(
      figuresTable(
        ["Choice", "Exactly", "In dollars", ...(whole ? ["Costs"] : [])],
        answer.choices.map((choice) => [
          capitalize(choice.choice),
          choice.counted,
          choice.dollars,
          ...(whole ? [choice.best ? "best" : `${choice.loses.counted}, ${choice.loses.dollars}`] : []),
        ]),
      ),
    );
    parts.push(...answer.notes.map((note) => make("p", "", note)));
    parts.push(make("p", "", ...citationButtons(answer.cite, game)));
    return parts;
  }
  if (answer.standing) {
    parts.push(make("p", "", `${answer.standing.said} ${answer.standing.in_the_end?.said ?? ""}`));
  }
  const priced = answer.offers.filter(({ edge }) => edge);
  if (priced.length) {
    parts.push(
      figuresTable(
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
    ...answer.offers
      .filter(({ nothing }) => nothing)
      .map(({ name, nothing }) => make("p", "", `${capitalize(name)}: ${nothing}`)),
  );
  return parts;
}

// --- the strip

// Sets up the adviser in an element. Returns how to ask about a view, and how to switch it on and off.
/** @param {HTMLElement} element */
export function adviser(element, tableNumber) {
  const label = make("span", "adviser-label");
  const toggle = make("button", "adviser-switch", make("span", "adviser-knob"), label, make("kbd", "", "V"));
  toggle.type = "button";
  toggle.setAttribute("role", "switch");
  toggle.dataset.testid = "adviser";
  const line = make("p", "adviser-line");
  line.dataset.testid = "advice";
  const panel = make("div", "adviser-panel");
  const summary = make("summary", "", make("span", "", "Exact figures"));
  const more = make("details", "adviser-more", summary, panel);
  element.classList.add("adviser");
  element.replaceChildren(toggle, line, more);

  let on = isRemembered();
  let view = null; // the newest
  let subject = ""; // of the line, or of the one that is being fetched
  let answeredQuestion = null; // the last question that the reader answered with advice on the page
  let lastShownRound = -1; // the round whose last choice is explained in the line
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
    const subjectAsked = subject;
    const { answer, refused } = await call(`GET /api/tables/${tableNumber}/advice`);
    if (!on || subjectAsked !== subject) return; // the table has gone on
    if (refused) return show([refused.map(({ wrong }) => wrong).join("; ")]);
    const question = isQuestion(subjectAsked);
    if (answer.round !== view.round || (question && answer.number !== view.asked?.number)) return;
    if (answer.nothing) {
      show([answer.nothing]);
      if (/again in a moment/.test(answer.nothing) && times) retry = setTimeout(fetchAdvice, AGAIN, times - 1);
      return;
    }
    if (question) {
      answeredQuestion = { round: view.round, number: view.asked.number };
      show(answer.choices.map(choiceWorth), exactFigures(answer, view.game));
    } else {
      show(
        [...(answer.standing ? standingWagers(answer.standing) : []), ...offeredBets(answer)],
        exactFigures(answer, view.game),
      );
    }
  }

  async function fetchLast(question) {
    const subjectAsked = subject;
    const { answer } = await call(`GET /api/tables/${tableNumber}/advice/last`);
    if (!on || subjectAsked !== subject || !answer || answer.nothing || answer.round !== question.round) return;
    const last = answer.answers.find(({ number }) => number === question.number);
    if (!last) return;
    lastShownRound = question.round;
    const rows = answer.answers.map(({ subject, chosen, said }) =>
      make("p", "", `${capitalize(subject)}, ${chosen}: ${said}`),
    );
    show([last.said], rows);
  }

  // Returns whether the explanation of the last choice stays: until the reader bets again.
  const lastAdviceStays = () =>
    lastShownRound === view.round - 1 &&
    !Object.keys(view.owners).some((position) => view.owners[position] === view.you.seat);

  /** @param {TableView} newest */
  function ask(newest) {
    view = newest;
    const newSubject = subjectOf(view);
    if (!on || newSubject === subject) return;
    subject = newSubject;
    clearTimeout(retry);
    const answered = answeredQuestion;
    answeredQuestion = null;
    if (isQuestion(newSubject)) {
      show(["Counting…"]);
      fetchAdvice();
      return;
    }
    if (answered) {
      lastShownRound = answered.round;
      show([]);
      fetchLast(answered);
    } else if (!lastAdviceStays()) {
      if (newSubject) fetchAdvice();
      else if (lastShownRound !== view.round) show([]);
    }
  }

  function switchTo(isWanted) {
    on = isWanted;
    rememberChoice(on);
    subject = "";
    lastShownRound = -1;
    answeredQuestion = null;
    clearTimeout(retry);
    draw();
    if (on && view) ask(view);
  }

  toggle.addEventListener("click", () => switchTo(!on));
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
    on: () => switchTo(true),
    off: () => switchTo(false),
    get isOn() {
      return on;
    },
  };
}
