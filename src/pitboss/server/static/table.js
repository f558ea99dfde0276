// @ts-check
// The table's page: the newest view comes over the line, the dealer shows the acts that led to it, and every region is
// drawn from what is shown. Regions never move; what can be done is always in the bar.

import { actsPanel } from "./act_list.js";
import { barRegion, headRegion, menuRegion } from "./action_bar.js";
import { betsPanel, whyPanel } from "./bets_panel.js";
import { seenAs, settledAs } from "./changes.js";
import { chip as cite } from "./citation.js";
import { Dealer, reduced } from "./dealer.js";
import { around } from "./dom.js";
import { ownChip } from "./felt/chips.js";
import { felt, kindOf, use } from "./felt/felt.js";
import { finish, moved, play } from "./felt/motion.js";
import { capital, html, sentence } from "./html.js";
import { call } from "./http.js";
import { Keys } from "./keys.js";
import { lawPopover } from "./law_panel.js";
import { dollars, outcome, signed } from "./money.js";
import { render } from "./morph.js";
import { choose, prefs, remember, remembered } from "./prefs.js";
import { earsRegion, otherSeats, saidOf } from "./screen_reader.js";
import { helpSheet, sitSheet } from "./sheets.js";
import {
  again,
  amountOf,
  barredBy,
  doubled,
  nameOf,
  oddsOf,
  opening,
  situation,
  stakesOf,
  total,
} from "./situation.js";
import { sound } from "./sound.js";
import { Stream } from "./stream.js";
import { Tabs } from "./tabs.js";

/** @returns {any} */
const at = (id) => document.getElementById(id);
const focusBar = () => at("bar").querySelector("[data-focus]")?.focus({ preventScroll: true });
const root = at("pit");
const table = Number(root.dataset.table);
const me = root.dataset.me;
const barred = barredBy(root.dataset.role, root.dataset.owner === me);
root.classList.toggle("barred", Boolean(barred));
// As table.css has it: by the reader's own size of letters.
const isPhone = () => innerWidth < 48 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const MOST_PARTS = 4; // of a result, in words beside its sum
const BUY_COLOR = "buy color chips"; // what asks for chips of one's own color, where a table gives them out
const SHORT_HOLD = 5; // seconds, when none of the reader's wagers was decided

let view = JSON.parse(root.dataset.view);
let printed = JSON.parse(root.dataset.printed);
const kind = kindOf(view, printed);
use(kind, await program(`felt/${kind}_drawing`));
let hold = null; // the settled table, while it is held
let acts = { round: view.round, list: [...view.acts], before: view.acts_before };
let chip = firstChip();
let refused = []; // what was not taken, and why
let stakes = opening(view) ? stakesOf(view) : {}; // that the reader has laid out for this round
let heardAt = performance.now();

// --- what is shown

const dealer = new Dealer(view, {
  moved: (before, after) =>
    moved({ ...seenAs(view, before), results: /** @type {any} */ (lostBetween(before, after)) }, seenAs(view, after), {
      ...options(),
      drawing: printed.drawing,
    }),
  show,
  roundOver: (round, look) => held(round, look),
  caughtUp: () => {
    if (acts.round !== view.round) acts = { round: view.round, list: [], before: 0 };
    drawSoon();
  },
});

// Wagers that are gone and came back to nobody: the house has them.
function lostBetween(before, after) {
  return Object.entries(before.wagers ?? {}).flatMap(([position, spots]) => {
    const owner = before.owners[position];
    const paid = (after.chips[owner] ?? 0) > (before.chips[owner] ?? 0);
    const gone = Object.keys(spots).filter((spot) => !after.wagers[position]?.[spot]);
    return paid ? [] : gone.map((spot) => ({ position: Number(position), spot, mark: "lost" }));
  });
}

const stream = new Stream(table, view, { heard, lost });

function heard(newest, shown, jumped) {
  const before = view;
  view = newest;
  heardAt = performance.now();
  if (view.layout !== before.layout) {
    call(`GET /api/tables/${table}/layout`).then(({ found }) => {
      printed = found ?? printed;
      draw();
    });
  }
  if (jumped) {
    acts = { round: view.round, list: [...view.acts], before: view.acts_before };
    at("latest").textContent = acts.list.at(-1)?.told ?? at("latest").textContent;
    release();
  } else if (document.hidden) {
    release();
    shown.forEach(list);
  }
  if (view.round !== before.round) {
    if (root.dataset.staff && !at("panel-compliance").hidden) checks?.refresh();
    refused = [];
    if (total(stakes)) remember(table, { stakes });
    stakes = {};
  }
  if (opening(view)) stakes = stakesOf(view);
  dealer.hear(view, shown, jumped);
  if (jumped) holdAgain();
  drawSoon();
  staff?.refresh(view);
  advice.ask(view);
}

// One act more in the list of acts.
function list(act) {
  if (act.round !== acts.round) acts = { round: act.round, list: [], before: 0 };
  acts.list.push(act);
  at("latest").textContent = act.told;
}

function show(look, act, moves, speed) {
  if (act) {
    list(act);
    const heard = saidOf(act);
    if (heard) at("polite").textContent = heard;
    if (!moves.length || speed === Infinity) return; // the next is shown before anybody could see this one
    actsPanel(at("panel-acts"), acts, view.game);
  }
  const picture = at("felt");
  finish(picture);
  paint(seenAs(view, look));
  if (!act) return;
  play(picture, moves, { speed, reduced: reduced() });
  const kinds = new Set(moves.map(({ kind }) => kind));
  if (kinds.has("dice") || kinds.has("spin")) sound("dice");
  else if (kinds.has("deal") || kinds.has("turn")) sound("card");
  else sound("chip");
}

const options = () => ({ phone: isPhone(), turned: prefs.turned, fourColors: prefs.fourColors });

function paint(shown) {
  render(at("felt"), felt(shown, printed, options()));
  if (focused)
    at("felt")
      .querySelector(`[data-spot="${CSS.escape(focused)}"]`)
      ?.classList.add("focused");
}

// An area that has the focus by key is seen on the picture.
let focused = "";
at("ears").addEventListener("focusin", (event) => {
  focused = around(event, "[data-area]")?.dataset.area ?? "";
  draw();
});
at("ears").addEventListener("focusout", () => {
  focused = "";
});

// Whether what is shown has to catch up before the reader can do anything. Others' bets are no reason to wait.
const mustWait = () => dealer.showing && (dealer.round !== view.round || view.waiting !== "wagers");

// Views may come faster than they can be drawn, and what can be done must never lag behind: what came since the last
// picture is drawn at once, in the next. A page that nobody sees gets no pictures but still says whose turn it is.
let due = 0;

function drawSoon() {
  if (document.hidden) drawNow();
  else due ||= requestAnimationFrame(drawNow);
}

function drawNow() {
  cancelAnimationFrame(due);
  due = 0;
  draw();
  if (!dealer.busy) announceTurn();
}

function draw() {
  const look = dealer.look;
  const shown = hold ? hold.shown : seenAs(view, look);
  if (hold || !dealer.busy) paint(shown);
  const now = situation({ view, showing: mustWait(), hold, chip, last: remembered(table).stakes, me, barred });
  document.body.classList.toggle("dice", !view.with_cards);
  document.body.dataset.state = hold ? "held" : now.mine ? "asked" : now.betting ? "betting" : "other";
  render(at("head"), headRegion(view, hold?.round ?? acts.round, root.dataset.owner));
  render(
    at("bar"),
    barRegion(view, now, {
      chip,
      own: ownChip({ ...view, colors: printed.drawing?.colors }, view.you.seat),
      look,
      hold,
      left: left(),
    }),
  );
  render(at("ears"), earsRegion(shown, printed, now));
  render(at("others"), otherSeats(shown));
  render(at("menu"), menuRegion(view, prefs));
  betsPanel(at("panel-bets"), view);
  if (roads && (hold || !dealer.busy)) roads(at("panel-roads"), view.roads);
  actsPanel(at("panel-acts"), acts, view.game);
  if (!at("latest").textContent) at("latest").textContent = acts.list.at(-1)?.told ?? "What the dealer does";
  news(now);
  keys.know(at("bar"));
}

// --- the settled table is held until the reader goes on

// What became of a wager, in a word or as a sum.
function became({ mark, staked, net }) {
  if (mark === "void") return `void ${dollars(staked)}`;
  return mark === "push" ? "push" : signed(net);
}

function held(round, look) {
  const settled = view.settled;
  if (!settled || settled.round !== round || document.hidden) return Promise.resolve();
  const mine = settled.results.filter(({ player }) => player === me);
  const decided = mine.filter(({ mark }) => mark !== "stands" && mark !== "back");
  const rolls = !view.with_cards && !printed.drawing; // most rolls decide nothing for most players
  const wound = settled.void && !settled.results.length; // up by the house: what lay where is not told
  if (!wound && (!settled.results.length || (rolls && !decided.length))) return Promise.resolve();
  const told = decided.map((each) => `${capital(each.spot)} ${became(each)}`);
  const parts =
    told.length > MOST_PARTS ? [...told.slice(0, MOST_PARTS), `and ${told.length - MOST_PARTS} more`] : told;
  const undecided = {
    mark: "",
    kind: "",
    words: view.you.seat ? "None of your bets was decided" : "The round is settled",
  };
  const result = decided.length || settled.void ? outcome(decided, settled.void) : undecided;
  const notes = (settled.players[view.you.seat] === me && settled.notes[view.you.seat]) || [];
  hold = {
    round,
    result,
    mine,
    text: result.words,
    note: (wound ? notes : parts).join(" · "),
    shown: settledAs(view, settled, look),
    settled,
  };
  const seconds = decided.length || wound ? prefs.hold : SHORT_HOLD;
  hold.until = performance.now() + seconds * 1000;
  at("polite").textContent = [result.words, ...(wound ? notes : [parts.join(", ")])]
    .filter(Boolean)
    .map(sentence)
    .join(" ");
  draw();
  return new Promise((done) => {
    hold.done = done;
    hold.timer = setTimeout(release, seconds * 1000);
  });
}

function release() {
  if (!hold) return;
  const { done, timer, round } = hold;
  clearTimeout(timer);
  hold = null;
  at("why").hidden = true;
  remember(table, { seen: round });
  done();
}

// Somebody who comes back while the next bets are open has not seen how the round before came out.
function holdAgain() {
  const { settled } = view;
  const fresh =
    settled &&
    (view.with_cards || settled.void) &&
    view.waiting === "wagers" &&
    remembered(table).seen !== settled.round;
  if (
    fresh &&
    !total(stakesOf(view)) &&
    (settled.results.some(({ player }) => player === me) || Object.values(settled.players).includes(me))
  )
    held(settled.round, null).then(draw);
}

// --- the clock, counted down here between two views

function left() {
  if (hold) return { hold: Math.max(0, Math.ceil((hold.until - performance.now()) / 1000)) };
  if (!view.clock || dealer.showing) return null;
  const passed = Math.max(0, performance.now() - heardAt - view.clock.starts_in);
  const seconds = Math.max(0, Math.ceil(view.clock.left - passed / 1000));
  return {
    seconds,
    warning: seconds <= view.clock.warns,
    mine: view.asked ? view.asked.seat === view.you.seat : view.you.may_be_ready,
  };
}

let warned = -1;
setInterval(() => {
  const now = left();
  const line = at("bar").querySelector("[data-left]");
  if (line) {
    const words = now ? String(now.hold ?? now.seconds) : "";
    if (line.textContent !== words) line.textContent = words;
    line.parentElement.classList.toggle("warning", Boolean(now?.warning));
  }
  if (now?.mine && now.seconds === 5 && warned !== view.number) {
    warned = view.number;
    at("urgent").textContent = "5 seconds left.";
  }
}, 250);

let turnOf = "";
function announceTurn() {
  const key = view.asked?.seat === view.you.seat && view.you.seat ? `${view.round}-${view.asked.number}` : "";
  if (key && key !== turnOf) {
    const now = situation({ view, showing: false, hold: null, chip, last: {}, me, barred });
    at("urgent").textContent = `Your turn. ${now.text}`;
    sound("turn");
    keys.asked();
    const typing = document.activeElement?.matches("input, select, textarea");
    // No button has the focus: Enter decides nothing.
    if (!typing) focusBar();
  }
  turnOf = key;
}

// --- what was refused, and other news, in the strip

function news(now) {
  const line = at("news");
  const warning = now.warn || meanwhile();
  const words = refused.flatMap((each) => [refusalText(each), ...(each.doing ?? []).map(wayOut)]);
  if (!refused.length && warning) words.push(html`<span class="warn">${warning}</span>`);
  const isRefusal = refused.some(({ doing }) => !doing); // or the page asks
  line.classList.toggle("refusal", isRefusal);
  render(line, html`${words}`);
  line.hidden = !words.length;
}

function refusalText({ wrong, right, cite: paragraph }) {
  const words = [wrong, right].filter(Boolean).map(sentence).join(" ");
  return html`<span data-testid="refusal" role="alert">${words} ${cite(paragraph ?? "", view.game)}</span>`;
}

function wayOut({ word, data }) {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<button type="button" data-once data-testid="${data.do}"${attributes}>${word}</button>`;
}

// While the settled table is held, what goes on at the real one is told in a line.
function meanwhile() {
  if (!hold || view.waiting !== "wagers") return "";
  const bet = view.seats
    .filter(({ number }) => number !== view.you.seat && view.wagers[number])
    .map(({ number }) => nameOf(view, number));
  const seconds = view.clock ? Math.max(0, Math.ceil(view.clock.left - (performance.now() - heardAt) / 1000)) : 0;
  if (!bet.length) return "";
  const open = `Bets are open${seconds ? `, ${seconds} s left` : ""}.`;
  return `${open} ${bet.join(", ")} ${bet.length === 1 ? "has" : "have"} bet.`;
}

async function send(act) {
  refused = [];
  root.setAttribute("aria-busy", "true");
  const answer = await stream.send(act);
  root.removeAttribute("aria-busy");
  refused = answer.refused;
  draw();
  return !refused.length;
}

function lost(seconds) {
  const line = at("lost");
  line.hidden = !seconds;
  document.body.classList.toggle("is-lost", Boolean(seconds));
  if (seconds) line.textContent = `Connection lost. Trying again in ${seconds} s. The table may have moved on.`;
}

// --- what the reader does

function firstChip() {
  const kept = remembered(table).chip;
  if (kept >= view.smallest_chip && kept <= view.maximum) return kept;
  return view.minimum;
}

// The chip in hand goes down; more than that only if a button named the amount.
function bet(offer, named = 0) {
  if (!offer) return;
  const amount = named || amountOf(offer, chip);
  release();
  if (!amount) {
    tooLittle(offer);
    return;
  }
  send({ input: "wager", stakes: Object.fromEntries(offer.spots.map((spot) => [spot, amount])) });
}

// Where the chip in hand does not do, the page asks.
function tooLittle(offer) {
  const worth = view.you.moves.find(({ act }) => act.input === BUY_COLOR);
  const others = printed.drawing?.colors?.length && worth && offer.step > view.smallest_chip;
  const each = offer.spots.length > 1 ? " each" : "";
  const takes = `${capital(offer.name)} takes ${dollars(offer.least)} or more${each}`;
  refused = [
    {
      wrong: `${takes}; the chip in your hand is ${dollars(chip)}`,
      right: others ? "Other players have the smaller value chips inside" : "",
      doing: [
        {
          word: `Bet ${dollars(offer.least * offer.spots.length)}`,
          data: { do: "more", spot: offer.spots[0], amount: offer.least },
        },
        ...(others
          ? [
              {
                word: `Buy color chips of ${dollars(Math.max(chip, view.minimum))}`,
                data: { do: "act", act: JSON.stringify({ ...worth.act, value: Math.max(chip, view.minimum) }) },
              },
            ]
          : []),
      ],
    },
  ];
  draw();
}

const DOES = {
  hurry: () => dealer.hurry(),
  next: release,
  why: () => openWhy(),
  name: () => location.assign("/#name"),
  sit: ({ seat }) => sit(Number(seat)),
  ready: () => send({ table: "ready", round: view.round }),
  bet: ({ offer, amount }) => bet(view.you.offers[Number(offer)], Number(amount)),
  more: ({ spot, amount }) =>
    bet(
      view.you.offers.find(({ spots }) => spots.includes(spot)),
      Number(amount),
    ),
  same: () => {
    release();
    send({ input: "wager", stakes: again(view, remembered(table).stakes) });
  },
  odds: async () => {
    for (const { spots, most, step } of oddsOf(view)) {
      const amount = Math.floor(Math.min(most, view.you.chips) / step) * step;
      if (amount > 0) await send({ input: "wager", stakes: { [spots[0]]: amount } });
    }
  },
  bets: () => tabs.open("bets", true),
  double: () => send({ input: "wager", stakes: doubled(view) }),
  clear: async () => {
    for (const move of view.you.moves.filter(({ act }) => act.input === "take back")) await send(move.act);
  },
  answer: ({ choice, position }) => send({ input: "answer", choice, position: Number(position) }),
  act: ({ act }) => send(JSON.parse(act)),
  chip: ({ cents: amount }) => {
    chip = Number(amount);
    remember(table, { chip });
    refused = [];
    draw();
  },
  chips: () => addChips(),
  leave: async () => {
    if (await send({ input: "leave" })) location.assign("/");
  },
  help: () =>
    helpSheet(at("sheet"), prefs, (name, value) => {
      choose(name, value);
      draw();
    }),
  sound: () => {
    choose("sound", !prefs.sound);
    sound("turn");
    draw();
  },
  menu: () => at("menu").classList.toggle("raised"),
  rules: () => tabs.open("rules"),
  rounds: () => window.open(`/history?table=${table}`, "_blank", "noopener"),
  adviser: () => (advice.isOn ? advice.off() : advice.on()),
};

const SENDS = new Set(["ready", "bet", "more", "same", "odds", "double", "clear", "answer", "act", "leave"]);

let clicked = null; // what the first click of a double click was on

root.addEventListener("click", (event) => {
  if (due) drawNow(); // a button that is gone by now is not pressed
  const control = around(event, "button[data-do]");
  if (event.detail <= 1) clicked = control;
  // The second click of a double click must not answer the next question, nor hit what has come under the pointer.
  if (!control || (event.detail > 1 && (control !== clicked || control.dataset.once !== undefined))) return;
  if (!control.isConnected || control.getAttribute("aria-disabled") === "true") return;
  if (SENDS.has(control.dataset.do) && root.getAttribute("aria-busy") === "true") return; // not answered yet
  DOES[control.dataset.do](control.dataset);
});

at("felt").addEventListener("click", (event) => {
  if (event.detail > 1 && view.with_cards) return;
  const spot = around(event, "[data-spot]")?.dataset.spot;
  const seat = around(event, "[data-seat]")?.dataset.seat;
  const showing = dealer.showing;
  if (showing) dealer.hurry();
  if (showing && mustWait()) return;
  if (seat && !view.you.seat) {
    sit(Number(seat));
  } else if (spot && view.you.seat) {
    const offer = view.you.offers.find((each) => each.spots.includes(spot));
    if (offer) bet(offer);
    else if (view.waiting === "wagers") notThere(spot);
  }
});

// An area that takes no bet now says why: the table is asked, and its refusal is shown.
const notThere = (spot) => send({ input: "wager", stakes: { [spot]: Math.max(chip, view.smallest_chip) } });

// What one may bring: all of the account, or at a private table so much of its own chips.
async function purse() {
  if (root.dataset.ownChips) return { account: Number(root.dataset.ownChips), own: true };
  const { found } = await call("GET /api/me");
  return { account: found?.balance ?? 0 };
}

async function sit(seat) {
  if (!me) return DOES.name();
  sitSheet(
    at("sheet"),
    {
      title: `Sit at seat ${seat}`,
      word: "Sit",
      view,
      ...(await purse()),
      colored: Boolean(printed.drawing?.colors?.length),
    },
    async (amount, worth) => {
      if (!(await send({ input: "sit", seat, chips: amount }))) return false;
      if (worth && (await send({ input: BUY_COLOR, value: worth }))) DOES.chip({ cents: worth });
      return true;
    },
  );
}

async function addChips() {
  sitSheet(at("sheet"), { title: "Add chips", word: "Add", view, ...(await purse()), add: true }, (amount) =>
    send({ input: "add chips", chips: amount }),
  );
}

// Whether there was something to hurry.
function hurryDealer() {
  if (!dealer.showing) return false;
  dealer.hurry();
  return true;
}

function closeWhy() {
  if (at("why").hidden) return;
  at("why").hidden = true;
  focusBar();
}

function openWhy() {
  const settled = hold?.settled ?? view.settled;
  if (!settled) return;
  whyPanel(at("why"), settled, view, printed, me);
  tabs.reveal();
}

// --- the rest of the page

let checks = null; // the compliance panel, once it is there
const tabs = new Tabs(
  at("side"),
  ["acts", "bets", ...(view.roads ? ["roads"] : []), "rules", ...(root.dataset.staff ? ["staff", "compliance"] : [])],
  (name) => {
    if (name === "compliance") checks?.refresh();
    if (name === "roads") roads?.(at("panel-roads"), view.roads); // as wide as the panel is by now
  },
);
const keys = new Keys({ does: DOES, hurry: hurryDealer, close: closeWhy, prefs });
lawPopover(at("side"), { table, sheet: at("felt") });
let staff = null;
let roads = null; // draws the roads of the shoe, at tables that keep them
let advice = { ask(_) {}, on() {}, off() {}, isOn: false };

// A program that the page needs later. The server may be gone just then: it is asked for again, under another address,
// for a browser does not ask twice for one that failed.
async function program(name) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await import(`./${name}.js${tries ? `?try=${tries}` : ""}`);
    } catch {
      await new Promise((done) => setTimeout(done, Math.min(1000 * 2 ** tries, 10_000)));
    }
  }
}

async function mount() {
  const [{ rulesSheet }, { adviser }] = await Promise.all([program("rules_sheet"), program("adviser")]);
  rulesSheet(at("panel-rules"), table);
  if (view.roads) {
    ({ roadsPanel: roads } = await program("roads"));
    draw();
  }
  if (view.you.seat || me) advice = adviser(at("adviser"), table);
  advice.ask(view);
  if (root.dataset.staff) {
    const { supervisorPanel } = await program("supervisor");
    staff = supervisorPanel(at("panel-staff"), table, { onCount: (count) => tabs.badge("staff", count) });
    staff.refresh(view);
    const { compliancePanel } = await program("compliance");
    checks = compliancePanel(at("panel-compliance"), table);
    if (!at("panel-compliance").hidden) checks.refresh();
  }
}

at("latest").addEventListener("click", () => tabs.reveal());
addEventListener("resize", draw);
holdAgain();
draw();
announceTurn();
mount();
