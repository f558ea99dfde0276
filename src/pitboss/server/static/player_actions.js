// @ts-check
// What the reader does: each button of the bar, of the menu and of the lists names one of these, and so does a press on
// the picture.

import { byId, closestTo } from "./dom.js";
import { capitalize } from "./html.js";
import { call } from "./http.js";
import { load } from "./late_modules.js";
import { dollars } from "./money.js";
import { choose, prefs, remember, remembered } from "./prefs.js";
import { doubledStakes, missingStakes, mostOdds, pressAmountOf } from "./situation.js";
import { sound } from "./sound.js";

/**
 * @import { Offered } from "server"
 * @import { TablePage } from "./table_page.js"
 * @typedef {Record<string, any>} Input
 */

const BUY_COLOR = "buy color chips"; // what asks for chips of one's own color, where a table gives them out
// What is not done again before it is answered.
const SENDS = new Set(["ready", "bet", "more", "same", "odds", "double", "clear", "answer", "act", "leave"]);

// Says what an offer takes on each of its areas.
/** @param {string} name @param {number} least @param {number} count of its areas */
export const takesInWords = (name, least, count) =>
  count > 1 ? `${name} take ${dollars(least)} or more each` : `${name} takes ${dollars(least)} or more`;

export class PlayerActions {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.sheet = /** @type {HTMLDialogElement} */ (byId("sheet"));
    /** @type {HTMLElement | null} */
    this.clicked = null; // what the first click of a double click was on
    /** @type {Record<string, (data?: DOMStringMap) => unknown>} */
    this.does = {
      hurry: () => page.dealer.hurry(),
      next: () => page.hold.release(),
      why: () => page.side.openWhy(),
      name: () => location.assign("/#name"),
      sit: ({ seat }) => this.sit(Number(seat)),
      ready: () => this.send({ table: "ready", round: page.view.round }),
      bet: ({ offer, amount }) => this.bet(page.view.you.offers[Number(offer)], Number(amount)),
      more: ({ spot, amount }) => this.bet(this.offerOf(spot), Number(amount)),
      same: () => this.sameAgain(),
      odds: () => this.layOdds(),
      bets: () => page.side.tabs.open("bets", true),
      double: () => this.wager(doubledStakes(page.view)),
      clear: () => this.clear(),
      answer: ({ choice, position }) => this.send({ input: "answer", choice, position: Number(position) }),
      act: ({ act }) => this.send(JSON.parse(act)),
      chip: ({ cents }) => this.take(Number(cents)),
      chips: () => this.addChips(),
      leave: () => this.leave(),
      help: () => this.help(),
      sound: () => this.switchSound(),
      menu: () => byId("menu").classList.toggle("raised"),
      rules: () => page.side.tabs.open("rules"),
      rounds: () => window.open(`/history?table=${page.table}`, "_blank", "noopener"),
      adviser: () => (page.side.adviser.isOn ? page.side.adviser.off() : page.side.adviser.on()),
    };
  }

  listen() {
    this.page.root.addEventListener("click", (event) => this.press(event));
    byId("felt").addEventListener("click", (event) => this.pressFelt(event));
  }

  /** @param {MouseEvent} event */
  press(event) {
    if (this.page.due) this.page.drawNow(); // a button that is gone by now is not pressed
    const control = closestTo(event, "button[data-do]");
    if (event.detail <= 1) this.clicked = control;
    // The second click of a double click must not answer the next question, nor hit what has come under the pointer.
    if (!control || (event.detail > 1 && (control !== this.clicked || control.dataset.once !== undefined))) return;
    if (!control.isConnected || control.getAttribute("aria-disabled") === "true") return;
    const isBusy = this.page.root.getAttribute("aria-busy") === "true"; // not answered yet
    if (!(SENDS.has(control.dataset.do) && isBusy)) this.does[control.dataset.do](control.dataset);
  }

  /** @param {MouseEvent} event */
  pressFelt(event) {
    const { view } = this.page;
    if (event.detail > 1 && view.with_cards) return;
    const spot = closestTo(event, "[data-spot]")?.dataset.spot;
    const seat = closestTo(event, "[data-seat]")?.dataset.seat;
    if (this.page.hurry() && this.page.mustWait) return;
    if (seat && !view.you.seat) {
      this.sit(Number(seat));
    } else if (spot && view.you.seat) {
      const offer = this.offerOf(spot);
      if (offer) this.bet(offer);
      else this.askWhyNot(spot);
    }
  }

  // Whether it was taken.
  /** @param {Input} act */
  async send(act) {
    const { root, news, stream } = this.page;
    /** @type {import("./news_strip.js").Refused[]} */
    const nothing = [];
    news.refused = nothing;
    root.setAttribute("aria-busy", "true");
    const answer = await stream.send(act);
    root.removeAttribute("aria-busy");
    // What was said about something else in the meantime stays, unless this is refused too.
    if (answer.refused.length || news.refused === nothing) news.refused = answer.refused;
    this.page.draw();
    return !answer.refused.length;
  }

  // --- bets

  /** @param {string} spot */
  offerOf(spot) {
    return this.page.view.you.offers.find(({ spots }) => spots.includes(spot));
  }

  /** @param {Record<string, number>} stakes */
  wager(stakes) {
    return this.send({ input: "wager", stakes });
  }

  // The chip in hand goes down; more than that only if a button named the amount.
  /** @param {Offered | undefined} offer @param {number} named */
  bet(offer, named = 0) {
    if (!offer) return;
    const amount = named || pressAmountOf(offer, this.page.chip);
    this.page.hold.release();
    if (amount) this.wager(Object.fromEntries(offer.spots.map((spot) => [spot, amount])));
    else this.askForMore(offer);
  }

  // Where the chip in hand does not do, the page asks.
  /** @param {Offered} offer */
  askForMore({ name, spots, least, step }) {
    const { view, printed, chip, news } = this.page;
    const worth = view.you.moves.find(({ act }) => act.input === BUY_COLOR);
    const others = printed.drawing?.colors?.length && worth && step > view.smallest_chip;
    const doing = [
      { word: `Bet ${dollars(least * spots.length)}`, data: { do: "more", spot: spots[0], amount: least } },
    ];
    if (others) {
      const value = Math.max(chip, view.minimum);
      const act = JSON.stringify({ ...worth.act, value });
      doing.push({ word: `Buy color chips of ${dollars(value)}`, data: /** @type {any} */ ({ do: "act", act }) });
    }
    const takes = takesInWords(capitalize(name), least, spots.length);
    const right = others ? "Other players have the smaller value chips inside" : "";
    news.refused = [{ wrong: `${takes}; the chip in your hand is ${dollars(chip)}`, right, doing }];
    this.page.draw();
  }

  // An area that takes no bet now says why: the table is asked, and its refusal is shown.
  /** @param {string} spot */
  askWhyNot(spot) {
    this.wager({ [spot]: Math.max(this.page.chip, this.page.view.smallest_chip) });
  }

  sameAgain() {
    this.page.hold.release();
    this.wager(missingStakes(this.page.view, remembered(this.page.table).stakes));
  }

  async layOdds() {
    for (const [spot, cents] of Object.entries(mostOdds(this.page.view))) await this.wager({ [spot]: cents });
  }

  async clear() {
    for (const { act } of this.page.view.you.moves.filter((move) => move.act.input === "take back")) {
      await this.send(act);
    }
  }

  // Takes a chip of this worth into the hand.
  /** @param {number} chip */
  take(chip) {
    this.page.chip = chip;
    remember(this.page.table, { chip });
    this.page.news.refused = [];
    this.page.draw();
  }

  // --- the seat

  // What one may bring: all of the account, or at a private table so much of its own chips.
  async purse() {
    const { ownChips } = this.page.root.dataset;
    if (ownChips) return { account: Number(ownChips), own: true };
    const { answer } = await call("GET /api/me");
    return { account: answer?.balance ?? 0 };
  }

  /** @param {number} seat */
  async sit(seat) {
    const { view, printed, me } = this.page;
    if (!me) {
      this.does.name();
      return;
    }
    const colored = Boolean(printed.drawing?.colors?.length);
    const { sitSheet } = await load("sheets");
    const options = { title: `Sit at seat ${seat}`, word: "Sit", view, ...(await this.purse()), colored };
    sitSheet(this.sheet, options, async (amount, worth) => {
      if (!(await this.send({ input: "sit", seat, chips: amount }))) return false;
      if (worth && (await this.send({ input: BUY_COLOR, value: worth }))) this.take(worth);
      return true;
    });
  }

  async addChips() {
    const { sitSheet } = await load("sheets");
    const options = { title: "Add chips", word: "Add", view: this.page.view, ...(await this.purse()), add: true };
    sitSheet(this.sheet, options, (amount) => this.send({ input: "add chips", chips: amount }));
  }

  async leave() {
    if (await this.send({ input: "leave" })) location.assign("/");
  }

  // --- the page

  async help() {
    const { helpSheet } = await load("sheets");
    helpSheet(this.sheet, prefs, (name, value) => {
      choose(name, value);
      this.page.draw();
    });
  }

  switchSound() {
    choose("sound", !prefs.sound);
    sound("turn");
    this.page.draw();
  }
}
