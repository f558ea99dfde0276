// The table's page: views come over a socket and are patched in, region by region; actions go out over the same socket.

import { call, fill } from "./calls.js";
import { felt } from "./felt/felt.js";
import { children } from "./morph.js";

const root = document.querySelector("[data-table]");
const lost = document.getElementById("lost");
const hurry = document.getElementById("hurry");
const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/tables/${root.dataset.table}?html=1`;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

let socket = null;
let view = null; // the newest
let wait = FIRST_WAIT;
let retry = 0;
let fresh = false; // whether this connection has sent a view yet
const pending = new Map(); // id -> what was sent and is not acknowledged yet, oldest first
const shown = new Map(); // region -> html as it was sent last

// --- the connection

function connect() {
  clearTimeout(retry);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  fresh = true;
  socket = new WebSocket(address);
  socket.addEventListener("message", ({ data }) => take(JSON.parse(data)));
  socket.addEventListener("close", (event) => {
    if (event.target !== socket) return;
    const seconds = Math.ceil(wait / 1000);
    lost.textContent = `Connection lost. Trying again in ${seconds} ${seconds === 1 ? "second" : "seconds"}. This page may be out of date.`;
    lost.hidden = false;
    document.body.classList.add("is-lost");
    retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
}

function take(frame) {
  if (frame.kind === "view") {
    show(frame);
  } else if (frame.kind === "ack") {
    finish(frame.id);
    unsay();
  } else if (frame.kind === "refused") {
    refuse(finish(frame.id)?.control, frame.refused);
  } else if (frame.kind === "error") {
    // Answers come in the order in which actions were sent: this one is about the oldest.
    const [oldest] = pending.keys();
    refuse(finish(oldest)?.control, [{ cite: "", wrong: frame.wrong, right: "" }]);
  }
}

// --- actions

// What an action was meant for. If play has gone on when the connection is back, it is not sent again: it either counted
// or would mean something else now.
// Before the first view there is the page as it was served, which says what it showed.
const moment = () => view ? JSON.stringify([view.round, view.asked?.number, view.asked?.position]) : root.dataset.moment;

function send(act, control) {
  const id = crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const frame = JSON.stringify({ id, act });
  pending.set(id, { frame, control, moment: moment() });
  control.setAttribute("aria-busy", "true");
  if (socket.readyState === WebSocket.OPEN && !fresh) socket.send(frame);
}

function finish(id) {
  const done = pending.get(id);
  pending.delete(id);
  done?.control.removeAttribute("aria-busy");
  return done;
}

function sendAgain() {
  const now = moment();
  for (const [id, each] of pending) {
    if (each.moment === now) {
      socket.send(each.frame);
    } else {
      finish(id);
      refuse(each.control, [{ cite: "", wrong: "the connection was lost and play has gone on", right: "look at what happened before you act again" }]);
    }
  }
}

// --- refusals, beside what was used

let refusal = null;

function unsay() {
  refusal?.remove();
  refusal = null;
}

function refuse(control, refused) {
  unsay();
  const beside = control?.isConnected ? control.closest("[data-refuse]") : root.querySelector('[data-region="you"] [data-refuse]');
  refusal = document.createElement("p");
  refusal.className = "refusal";
  refusal.dataset.local = "";
  refusal.dataset.testid = "refusal";
  refusal.setAttribute("role", "alert");
  (beside ?? root).after(refusal);
  fill(refusal, refused, view?.game);
}

// --- what is seen

function show(frame) {
  if (view && !fresh && frame.view.number < view.number) return;
  if (view && frame.view.round !== view.round) unsay();
  view = frame.view;
  const tail = root.querySelector("[data-tail]");
  const follows = !tail || tail.scrollHeight - tail.scrollTop - tail.clientHeight < 24;
  const focus = document.activeElement;
  const inside = root.contains(focus);
  for (const [key, html] of Object.entries(frame.html)) {
    if (shown.get(key) === html) continue;
    shown.set(key, html);
    const region = root.querySelector(`[data-region="${key}"]`);
    const template = document.createElement("template");
    template.innerHTML = html;
    children(region, template.content);
  }
  draw();
  if (inside && document.activeElement !== focus) refocus(focus);
  if (follows) toTheEnd();
  setClock();
  if (fresh) {
    fresh = false;
    wait = FIRST_WAIT;
    lost.hidden = true;
    document.body.classList.remove("is-lost");
    sendAgain();
  }
}

// --- the picture of the table

const picture = document.getElementById("picture");
let printed = JSON.parse(root.dataset.layout);
let printedAs = root.dataset.printed;

async function draw() {
  if (view.layout !== printedAs) {
    printedAs = view.layout;
    const { found } = await call(`GET /api/tables/${view.table}/layout`);
    printed = found ?? printed;
  }
  const template = document.createElement("template");
  template.innerHTML = felt(view, printed);
  children(picture, template.content);
}

// A press on the picture does what the control of the same name does; the picture itself is nothing to those who hear.
picture.addEventListener("click", ({ target }) => {
  const spot = target.closest("[data-spot]")?.dataset.spot;
  const seat = target.closest("[data-seat]")?.dataset.seat;
  if (seat) {
    root.querySelector(`form[data-seat="${seat}"] input`)?.select();
  } else if (spot) {
    const form = [...root.querySelectorAll("form[data-spots]")].find((each) => JSON.parse(each.dataset.spots).includes(spot));
    if (view.with_cards) form?.requestSubmit();
    else root.querySelector(`button[data-spot="${CSS.escape(spot)}"]`)?.click();
  }
});

function toTheEnd() {
  const tail = root.querySelector("[data-tail]");
  if (tail) tail.scrollTop = tail.scrollHeight;
}

// What had the focus is gone: the same place if there is one again, or the heading before what can be done now. Never
// another button, which the next press of the same key would set off.
function refocus(gone) {
  if (gone.isConnected && !gone.disabled) {
    gone.focus({ preventScroll: true });
    return;
  }
  const key = gone.dataset.key;
  const again = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (again || root.querySelector('[data-key="you-title"]'))?.focus({ preventScroll: true });
}

// --- the clock: counted down here between two views

let ends = null;
let warned = false;

function setClock() {
  ends = view.clock ? performance.now() + view.clock.left * 1000 : null;
  warned = Boolean(view.clock?.warning) && warned;
  tick();
}

function tick() {
  const line = root.querySelector("[data-left]");
  if (ends === null || !line) return;
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const warning = left <= view.clock.warns;
  const words = `${left} ${left === 1 ? "second" : "seconds"} left${warning ? ", time is nearly up" : ""}`;
  if (line.textContent !== words) line.textContent = words;
  line.classList.toggle("warning", warning);
  const mine = view.asked ? view.asked.seat === view.you.seat : view.you.may_be_ready;
  if (warning && mine && !warned) hurry.textContent = `${words}.`;
  if (!warning) hurry.textContent = "";
  warned = warning;
}

setInterval(tick, 250);

// --- what the reader does

const cents = (input) => Math.round(Number(input.value) * 100);

function amount(input, control) {
  const found = cents(input);
  if (input.value.trim() !== "" && found > 0) return found;
  refuse(control, [{ cite: "", wrong: "enter an amount", right: "for example 5 or 2.50" }]);
  input.focus();
  return null;
}

// Whether what this sent is not answered yet: it is not sent twice.
const busy = (control) => control.getAttribute("aria-busy") === "true";

async function order(control, what, body) {
  if (busy(control)) return;
  control.setAttribute("aria-busy", "true");
  const { refused } = await call(what, body);
  control.removeAttribute("aria-busy");
  if (refused?.length) refuse(control, refused);
  else unsay();
}

let clicked = null; // what the first click of a double click was on

root.addEventListener("click", (event) => {
  const used = event.target.closest("button, summary, a");
  if (event.detail <= 1) clicked = used;
  // The second click must not answer the next question, nor wager again, nor hit what has moved under the pointer.
  if (event.detail > 1 && used && (used !== clicked || used.classList.contains("once"))) {
    event.preventDefault();
    return;
  }
  const control = event.target.closest("button");
  if (!control || control.disabled || control.ariaDisabled === "true") return;
  if (control.dataset.act) {
    send(JSON.parse(control.dataset.act), control);
  } else if (control.dataset.spot) {
    const found = amount(root.querySelector("[data-amount]"), control);
    if (found) send({ input: "wager", stakes: { [control.dataset.spot]: found } }, control);
  } else if (control.dataset.chip) {
    root.querySelector("[data-amount]").value = control.dataset.chip;
  } else if (control.dataset.call) {
    order(control, control.dataset.call, JSON.parse(control.dataset.body));
  }
});

root.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches("button, input")) event.preventDefault();
});

root.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (busy(form)) return;
  if (form.dataset.spots) {
    const found = amount(form.elements.amount, form);
    if (found) send({ input: "wager", stakes: Object.fromEntries(JSON.parse(form.dataset.spots).map((spot) => [spot, found])) }, form);
  } else if (form.dataset.seat) {
    const found = amount(form.elements.chips, form);
    if (found) send({ input: "sit", seat: Number(form.dataset.seat), chips: found }, form);
  } else if (form.dataset.cage) {
    const found = amount(form.elements.chips, form);
    if (found) order(form, `POST ${form.dataset.cage}/${event.submitter.value}`, { cents: found });
  } else if (form.elements.why) {
    order(form, form.dataset.call, { why: form.elements.why.value });
  } else if (form.dataset.call) {
    const named = [...form.querySelectorAll("[name=position]:checked")].map((box) => Number(box.value));
    const naming = "naming" in event.submitter.dataset;
    order(form, form.dataset.call, { what: event.submitter.value, positions: naming ? named : [] });
  }
});

window.addEventListener("online", connect);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connect();
});
connect();
toTheEnd();
