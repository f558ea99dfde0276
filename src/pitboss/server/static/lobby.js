// @ts-check
// The lobby: shows the tables as they are now, seats the reader at one press, and handles the forms of his account.

import { closestTo, queryAll } from "./dom.js";
import { felt } from "./felt/all_drawings.js";
import { call, showRefusals } from "./http.js";
import { dollars } from "./money.js";
import { addUsualReasons } from "./reasons.js";
import { forgetCode, keepCode, keptCode } from "./sign_in_code.js";
import { reasonBarred } from "./situation.js";

/** @import { Listed } from "server" */

const INTERVAL = 3000; // milliseconds between two refreshes of the tables
const MOST_DOTS = 9; // seats that are drawn as dots; more are only counted

const [list] = queryAll(".tables");
const me = list.dataset.me ?? "";
const cards = queryAll("[data-table]", list);
const visibleCards = new Set(); // cards that are in the window, or close to it
const shownNumbers = new Map(); // table -> the number of the view that its picture shows
const layouts = new Map(); // table -> what is printed on it, and under which mark
/** @param {Listed[]} rows @returns {Map<number, Listed>} */
const byTable = (rows) => new Map(rows.map((row) => [row.table, row]));
// `rows` are the tables as they were last fetched, by number. `timer` is for the next refresh, `offered` is the name
// that a guest was offered.
const hall = { rows: byTable(JSON.parse(list.dataset.rows)), timer: 0, offered: "" };

/** @param {string} name */
function element(name, properties = {}, ...inside) {
  const built = Object.assign(document.createElement(name), properties);
  built.append(...inside);
  return built;
}

// --- the card of a table

/** @param {string} name */
const part = (card, name) => card.querySelector(`[data-fill="${name}"]`);

function fillIfChanged(place, key, make) {
  if (!place || place.dataset.shows === key) return; // it may have the focus
  place.dataset.shows = key;
  place.replaceChildren(...make());
}

/** @param {HTMLElement} card @param {Listed} row */
function paintCard(card, row) {
  card.classList.toggle("own", Boolean(row.seat));
  card.classList.toggle("barred", Boolean(reasonBarred(list.dataset.role, row.owner === me)));
  const free = row.free?.length ?? 0;
  fillIfChanged(part(card, "seats"), `${free}`, () => {
    const dots = row.places <= MOST_DOTS ? "●".repeat(row.places - free) + "○".repeat(free) : "";
    const drawn = element("span", { className: "dots", textContent: dots });
    drawn.setAttribute("aria-hidden", "true");
    return [drawn, ` ${free} of ${row.places} free`];
  });
  const players = (row.players ?? []).map((name) => (name === me ? "You" : name));
  fillIfChanged(part(card, "players"), players.join(), () => [players.join(", ")]);
  fillIfChanged(part(card, "edge"), JSON.stringify(row.edge ?? row.counting ?? ""), () => edgeDetails(row));
  const state = part(card, "state");
  state.hidden = row.state === "open";
  fillIfChanged(state, `${row.state} ${row.why}`, () => [
    element("span", { className: "tag warn", textContent: row.state }),
    ` ${row.why ?? ""}`,
  ]);
  fillIfChanged(card.querySelector(".actions"), [row.seat, row.chips, row.state, free, row.bring].join(), () =>
    cardActions(row, free),
  );
}

/** @param {Listed} options */
function edgeDetails({ edge, counting }) {
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
function cardActions(row, free) {
  const built = [];
  const barred = reasonBarred(list.dataset.role, row.owner === me);
  if (row.seat) {
    built.push(
      element("a", {
        className: "button main",
        href: `/t/${row.table}`,
        textContent: `Back to your seat, ${dollars(row.chips ?? 0)}`,
      }),
    );
    built.at(-1).dataset.testid = `back-${row.table}`;
  } else if (row.places && row.state === "open" && !barred) {
    const sit = element("button", {
      type: "button",
      className: "second",
      textContent: "Sit down",
      disabled: !free || (row.bring ?? 0) < row.minimum,
    });
    sit.dataset.sit = String(row.table);
    sit.dataset.testid = `sit-${row.table}`;
    built.push(sit);
  }
  if (row.places && !row.seat)
    built.push(element("a", { className: "button quiet", href: `/t/${row.table}`, textContent: "Watch" }));
  const copy = element("button", {
    type: "button",
    className: "quiet",
    textContent: "Invite",
    title: "Copy the link of this table",
  });
  copy.dataset.copy = `/t/${row.table}`;
  built.push(copy);
  if (!row.seat && row.state === "open" && !barred) {
    const why = !free
      ? "Every seat is taken."
      : (row.bring ?? 0) < row.minimum
        ? "Your account is too low. Top up, or take chips off a table."
        : "";
    if (why) built.push(element("span", { className: "dim small", textContent: why }));
  }
  // The name of a button for screen readers ends with the table's name.
  for (const control of built)
    if (control.matches?.("a, button")) control.setAttribute("aria-label", `${control.textContent}, ${row.name}`);
  return built;
}

function paintCards() {
  for (const card of cards) {
    const row = hall.rows.get(Number(card.dataset.table));
    if (row) paintCard(card, row);
  }
  const open = [...hall.rows.values()].filter((row) => row.state === "open").length;
  const players = [...hall.rows.values()].reduce((sum, row) => sum + (row.players?.length ?? 0), 0);
  fillIfChanged(document.querySelector('[data-fill="count"]'), `${open} ${players}`, () => [
    `${open} open · ${players} ${players === 1 ? "player" : "players"}`,
  ]);
}

// --- pictures of the tables, as a spectator sees them, even where the reader sits

const getJson = async (path) => {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(path);
  return answer.json();
};

async function drawPicture(card) {
  const table = Number(card.dataset.table);
  const number = hall.rows.get(table)?.number ?? -1;
  if (number < 0 || shownNumbers.get(table) === number) return;
  const view = await getJson(`/api/tables/${table}`);
  if (layouts.get(table)?.mark !== view.layout) {
    layouts.set(table, { mark: view.layout, printed: await getJson(`/api/tables/${table}/layout`) });
  }
  card.querySelector("[data-thumb]").innerHTML = felt(view, layouts.get(table).printed); // it escapes what people wrote
  shownNumbers.set(table, number);
}

async function refreshTables() {
  const [lost] = queryAll("[data-lost]");
  try {
    const answer = await fetch("/api/tables");
    if (answer.ok) hall.rows = byTable(await answer.json());
    paintCards();
    await Promise.allSettled([...visibleCards].map(drawPicture));
    lost.hidden = true;
  } catch {
    lost.textContent = `Connection lost. Trying again in ${INTERVAL / 1000} s. The tables may have moved on.`;
    lost.hidden = false;
  }
}

async function keepRefreshing() {
  clearTimeout(hall.timer);
  if (document.hidden) return; // nobody sees the page
  await refreshTables();
  clearTimeout(hall.timer);
  hall.timer = setTimeout(keepRefreshing, INTERVAL);
}
document.addEventListener("visibilitychange", keepRefreshing);

const visibilityObserver = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (!isIntersecting) visibleCards.delete(target);
      else {
        visibleCards.add(target);
        drawPicture(target).catch(() => {}); // the next refresh tries again
      }
    }
  },
  { rootMargin: "200px" },
);

// Shows the cards of one game only. The others leave the page, because pictures share what the first one defines.
/** @param {string} game */
function filter(game) {
  list.replaceChildren(...cards.filter((card) => !game || card.dataset.game === game));
}
/** @type {HTMLSelectElement | null} */
const gameFilter = document.querySelector("[data-testid=filter]");
gameFilter?.addEventListener("change", () => filter(gameFilter.value));
if (gameFilter?.value) filter(gameFilter.value); // chosen before this script was loaded, or before a reload

// --- the reader's name

/** @type {any} */
const nameForm = document.querySelector("#name form");
const guestName = () => `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
function offerName() {
  hall.offered = guestName();
  nameForm.elements.name.value = hall.offered;
}
if (nameForm) offerName(); // good enough to start with
nameForm?.elements.name.addEventListener("focus", (event) => event.target.select());

async function takeName() {
  const input = nameForm.elements.name;
  for (let attempt = 0; ; attempt += 1) {
    const { answer, refused } = await call("POST /api/session", { name: input.value });
    if (answer) return { answer, kept: keepCode(answer.name, answer.code) };
    if (input.value !== hall.offered || attempt > 3) return { refused }; // a name that the guest chose
    offerName();
  }
}

function showSignInCode(code) {
  const notice = document.getElementById("kept");
  notice.querySelector("output").textContent = code;
  notice.hidden = false;
  return notice;
}
const unsavedCode = me && keptCode(me);
if (unsavedCode) showSignInCode(unsavedCode);

document.querySelector("[data-testid=code-kept]").addEventListener("click", () => {
  forgetCode();
  document.getElementById("kept").hidden = true;
  if (!me)
    location.reload(); // the code could not be stored, so the page was not loaded anew yet
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

async function whileBusy(control, work) {
  if (control.getAttribute("aria-busy") === "true") return; // the server has not answered yet
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
      showSignInCode(answer.code).querySelector("h2").focus();
      return;
    }
  }
  const middle = (row.places + 1) / 2;
  const [seat] = [...row.free].sort((first, second) => Math.abs(first - middle) - Math.abs(second - middle));
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
  const words = document.querySelector(".hall [data-said]");
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    button.removeAttribute("aria-label");
    words.textContent = "The link is copied.";
  } catch {
    // The browser does not let a page copy.
    button.replaceWith(element("output", { className: "link", textContent: text }));
  }
}

async function refreshAccount(words) {
  const answer = await fetch("/");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("account").replaceChildren(...page.getElementById("account").childNodes);
  document.querySelector("#account [data-said]").textContent = words;
}

const AFTERWARDS = {
  code: null, // takes the name itself
  topped: ({ given }) => refreshAccount(given ? `${dollars(given)} added to your account.` : "Nothing was added."),
  renewed: ({ name, code }) => {
    keepCode(name, code);
    showSignInCode(code).querySelector("h2").focus();
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
  await whileBusy(control, async () => {
    if (control.dataset.then === "code") {
      const { refused, kept, answer } = await takeName();
      if (refused) refuse(control, refused);
      else if (kept) location.reload();
      else {
        document.getElementById("name").hidden = true;
        showSignInCode(answer.code).querySelector("h2").focus();
      }
      return;
    }
    const { answer, refused } = await call(control.dataset.call, body);
    if (refused) refuse(control, refused);
    else await AFTERWARDS[control.dataset.then](answer);
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
  else if (button.dataset.sit) whileBusy(button, () => sit(button));
  else if (button.dataset.copy) copy(location.origin + button.dataset.copy, button);
});

addUsualReasons();
paintCards();
for (const card of cards) visibilityObserver.observe(card);
keepRefreshing();
