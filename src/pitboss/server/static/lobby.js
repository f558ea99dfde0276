// @ts-check
// The lobby: tables as they are now, a seat at one press, and the forms about oneself.

import { closestTo, queryAll } from "./dom.js";
import { felt } from "./felt/all_drawings.js";
import { call, showRefusals } from "./http.js";
import { dollars } from "./money.js";
import { addUsualReasons } from "./reasons.js";
import { forgetCode, keepCode, keptCode } from "./sign_in_code.js";
import { reasonBarred } from "./situation.js";

/** @import { Listed } from "server" */

const EVERY = 3000; // milliseconds between two looks at the tables
const MOST_DOTS = 9; // seats that are drawn as dots; more are only counted

const [list] = queryAll(".tables");
const me = list.dataset.me ?? "";
const cards = queryAll("[data-table]", list);
const near = new Set(); // cards that are in the window, or nearly
const shown = new Map(); // table -> the number of the view that its picture shows
const layouts = new Map(); // table -> what is printed on it, and under which mark
/** @param {Listed[]} rows @returns {Map<number, Listed>} */
const byTable = (rows) => new Map(rows.map((row) => [row.table, row]));
// The rows are the tables as they were seen last, by number. `timer` is for the next look, `offered` the name that a
// guest was offered.
const hall = { rows: byTable(JSON.parse(list.dataset.rows)), timer: 0, offered: "" };

/** @param {string} name */
function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

// --- what a table's card says

/** @param {string} name */
const part = (card, name) => card.querySelector(`[data-fill="${name}"]`);

function same(place, key, make) {
  if (!place || place.dataset.shows === key) return; // what stays is left alone: it may have the focus
  place.dataset.shows = key;
  place.replaceChildren(...make());
}

/** @param {HTMLElement} card @param {Listed} row */
function paint(card, row) {
  card.classList.toggle("own", Boolean(row.seat));
  card.classList.toggle("barred", Boolean(reasonBarred(list.dataset.role, row.owner === me)));
  const free = row.free?.length ?? 0;
  same(part(card, "seats"), `${free}`, () => {
    const dots = row.places <= MOST_DOTS ? "●".repeat(row.places - free) + "○".repeat(free) : "";
    const drawn = element("span", { className: "dots", textContent: dots });
    drawn.setAttribute("aria-hidden", "true");
    return [drawn, ` ${free} of ${row.places} free`];
  });
  const players = (row.players ?? []).map((name) => (name === me ? "You" : name));
  same(part(card, "players"), players.join(), () => [players.join(", ")]);
  same(part(card, "edge"), JSON.stringify(row.edge ?? row.counting ?? ""), () => edge(row));
  const state = part(card, "state");
  state.hidden = row.state === "open";
  same(state, `${row.state} ${row.why}`, () => [
    element("span", { className: "tag warn", textContent: row.state }),
    ` ${row.why ?? ""}`,
  ]);
  same(card.querySelector(".actions"), [row.seat, row.chips, row.state, free, row.bring].join(), () =>
    actions(row, free),
  );
}

/** @param {Listed} options */
function edge({ edge, counting }) {
  if (!edge) return counting ? [element("p", { className: "dim", textContent: "Edge: counting" })] : [];
  const summary = element(
    "summary",
    {},
    "House edge ",
    element("strong", { textContent: edge.percent }),
    ` of ${edge.unit}`,
  );
  summary.title = `Exactly ${edge.exact}`;
  const exactly = `Exactly ${edge.exact} of ${edge.unit}`;
  const rules = "the rules and pay tables of this table";
  return [
    element(
      "details",
      {},
      summary,
      element("p", { className: "dim small", textContent: `${exactly}, by ${rules}, played at its best.` }),
    ),
  ];
}

/** @param {Listed} row @param {number} free */
function actions(row, free) {
  const made = [];
  const barred = reasonBarred(list.dataset.role, row.owner === me);
  if (row.seat) {
    made.push(
      element("a", {
        className: "button main",
        href: `/t/${row.table}`,
        textContent: `Back to your seat, ${dollars(row.chips ?? 0)}`,
      }),
    );
    made.at(-1).dataset.testid = `back-${row.table}`;
  } else if (row.places && row.state === "open" && !barred) {
    const sit = element("button", {
      type: "button",
      className: "second",
      textContent: "Sit down",
      disabled: !free || (row.bring ?? 0) < row.minimum,
    });
    sit.dataset.sit = String(row.table);
    sit.dataset.testid = `sit-${row.table}`;
    made.push(sit);
  }
  if (row.places && !row.seat)
    made.push(element("a", { className: "button quiet", href: `/t/${row.table}`, textContent: "Watch" }));
  const copy = element("button", {
    type: "button",
    className: "quiet",
    textContent: "Invite",
    title: "Copy the link of this table",
  });
  copy.dataset.copy = `/t/${row.table}`;
  made.push(copy);
  if (!row.seat && row.state === "open" && !barred) {
    const why = !free
      ? "Every seat is taken."
      : (row.bring ?? 0) < row.minimum
        ? "Your account is too low. Top up, or take chips off a table."
        : "";
    if (why) made.push(element("span", { className: "dim small", textContent: why }));
  }
  // A button's name says which table it is about; what is written on it comes first.
  for (const each of made)
    if (each.matches?.("a, button")) each.setAttribute("aria-label", `${each.textContent}, ${row.name}`);
  return made;
}

function paintAll() {
  for (const card of cards) {
    const row = hall.rows.get(Number(card.dataset.table));
    if (row) paint(card, row);
  }
  const open = [...hall.rows.values()].filter((row) => row.state === "open").length;
  const players = [...hall.rows.values()].reduce((sum, row) => sum + (row.players?.length ?? 0), 0);
  same(document.querySelector('[data-fill="count"]'), `${open} ${players}`, () => [
    `${open} open · ${players} ${players === 1 ? "player" : "players"}`,
  ]);
}

// --- the tables as pictures: what somebody who watches sees, also of the table at which one sits

const get = async (path) => {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(path);
  return answer.json();
};

async function draw(card) {
  const table = Number(card.dataset.table);
  const number = hall.rows.get(table)?.number ?? -1;
  if (number < 0 || shown.get(table) === number) return;
  const view = await get(`/api/tables/${table}`);
  if (layouts.get(table)?.mark !== view.layout) {
    layouts.set(table, { mark: view.layout, printed: await get(`/api/tables/${table}/layout`) });
  }
  card.querySelector("[data-thumb]").innerHTML = felt(view, layouts.get(table).printed); // it escapes what people wrote
  shown.set(table, number);
}

async function look() {
  const [lost] = queryAll("[data-lost]");
  try {
    const answer = await fetch("/api/tables");
    if (answer.ok) hall.rows = byTable(await answer.json());
    paintAll();
    await Promise.allSettled([...near].map(draw));
    lost.hidden = true;
  } catch {
    lost.textContent = `Connection lost. Trying again in ${EVERY / 1000} s. The tables may have moved on.`;
    lost.hidden = false;
  }
}

async function goOn() {
  clearTimeout(hall.timer);
  if (document.hidden) return; // nobody looks
  await look();
  clearTimeout(hall.timer);
  hall.timer = setTimeout(goOn, EVERY);
}
document.addEventListener("visibilitychange", goOn);

const seen = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (!isIntersecting) near.delete(target);
      else {
        near.add(target);
        draw(target).catch(() => {}); // the next look tries again
      }
    }
  },
  { rootMargin: "200px" },
);

// A card that is filtered out leaves the page: the pictures share what the first of them defines.
/** @param {string} game */
function filter(game) {
  list.replaceChildren(...cards.filter((card) => !game || card.dataset.game === game));
}
/** @type {HTMLSelectElement | null} */
const chosen = document.querySelector("[data-testid=filter]");
chosen?.addEventListener("change", () => filter(chosen.value));
if (chosen?.value) filter(chosen.value); // chosen before this script came, or before a reload

// --- who one is

/** @type {any} */
const nameForm = document.querySelector("#name form");
const guest = () => `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
function offerName() {
  hall.offered = guest();
  nameForm.elements.name.value = hall.offered;
}
if (nameForm) offerName(); // good enough to start with
nameForm?.elements.name.addEventListener("focus", (event) => event.target.select());

async function takeName() {
  const input = nameForm.elements.name;
  for (let attempt = 0; ; attempt += 1) {
    const { answer, refused } = await call("POST /api/session", { name: input.value });
    if (answer) return { answer, kept: keepCode(answer.name, answer.code) };
    if (input.value !== hall.offered || attempt > 3) return { refused }; // a name of his own choice
    offerName();
  }
}

function showCode(code) {
  const kept = document.getElementById("kept");
  kept.querySelector("output").textContent = code;
  kept.hidden = false;
  return kept;
}
const waiting = me && keptCode(me);
if (waiting) showCode(waiting);

document.querySelector("[data-testid=code-kept]").addEventListener("click", () => {
  forgetCode();
  document.getElementById("kept").hidden = true;
  if (!me)
    location.reload(); // it could not be kept, so the page has not been loaded anew yet
  else document.getElementById("main").focus();
});
document
  .querySelector("[data-copy-code]")
  .addEventListener("click", (event) => copy(document.querySelector("#kept output").textContent, event.target));

// --- buttons and forms

function refuse(control, refused) {
  const answer = control.closest("form, section, li, details").querySelector("[data-answer]");
  if (refused) showRefusals(answer, refused);
  answer.hidden = !refused;
}

async function busy(control, work) {
  if (control.getAttribute("aria-busy") === "true") return; // it is not answered yet
  control.setAttribute("aria-busy", "true");
  refuse(control, null);
  try {
    await work();
  } finally {
    control.removeAttribute("aria-busy");
  }
}

async function sit(button) {
  const row = hall.rows.get(Number(button.dataset.sit));
  if (!me) {
    const { refused, kept, answer } = await takeName();
    if (refused) {
      refuse(nameForm, refused);
      nameForm.elements.name.focus();
      return;
    }
    if (!kept) {
      document.getElementById("name").hidden = true;
      showCode(answer.code).querySelector("h2").focus();
      return;
    }
  }
  const middle = (row.places + 1) / 2;
  const [seat] = [...row.free].sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  const act = { input: "sit", seat, chips: row.bring };
  const { refused } = await call(`POST /api/tables/${row.table}/act`, {
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    act,
  });
  if (!refused) location.assign(`/t/${row.table}`);
  else if (me) refuse(button, refused);
  else location.reload(); // the name is taken, the seat is not: the lobby says so with the name
}

/** @param {string} text */
async function copy(text, button) {
  const said = document.querySelector(".hall [data-said]");
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    button.removeAttribute("aria-label");
    said.textContent = "The link is copied.";
  } catch {
    // The browser does not let a page copy.
    button.replaceWith(element("output", { className: "link", textContent: text }));
  }
}

async function refreshed(said) {
  const answer = await fetch("/");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("account").replaceChildren(...page.getElementById("account").childNodes);
  document.querySelector("#account [data-said]").textContent = said;
}

const THEN = {
  code: null, // takes the name itself
  topped: ({ given }) => refreshed(given ? `${dollars(given)} added to your account.` : "Nothing was added."),
  renewed: ({ name, code }) => {
    keepCode(name, code);
    showCode(code).querySelector("h2").focus();
  },
  out: () => {
    forgetCode();
    location.reload();
  },
  table: ({ table }) => location.assign(`/t/${table}`),
  reload: () => location.reload(),
};

async function run(control, body) {
  if (control.dataset.ask && !confirm(control.dataset.ask)) return;
  await busy(control, async () => {
    if (control.dataset.then === "code") {
      const { refused, kept, answer } = await takeName();
      if (refused) refuse(control, refused);
      else if (kept) location.reload();
      else {
        document.getElementById("name").hidden = true;
        showCode(answer.code).querySelector("h2").focus();
      }
      return;
    }
    const { answer, refused } = await call(control.dataset.call, body);
    if (refused) refuse(control, refused);
    else await THEN[control.dataset.then](answer);
  });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.call) return;
  event.preventDefault();
  run(form, Object.fromEntries(new FormData(form)));
});
document.addEventListener("click", (event) => {
  const button = closestTo(event, "button");
  if (!button) return;
  if (button.dataset.call) run(button);
  else if (button.dataset.sit) busy(button, () => sit(button));
  else if (button.dataset.copy) copy(location.origin + button.dataset.copy, button);
});

addUsualReasons();
paintAll();
for (const card of cards) seen.observe(card);
goOn();
