// @ts-check
// Carries out what the reader does: each button of the bar, the menu and the lists names an action, and so does a press
// on the picture.

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

const BUY_COLOR = "buy color chips"; // the input that asks for chips of the player's own color
// Actions that are not repeated before the server has answered.
const SENDS = new Set(["ready", "bet", "more", "same", "odds", "double", "clear", "answer", "act", "leave"]);

/** @param {string} name @param {number} least @param {number} count of its areas */
export const takesInWords = (name, least, count) =>
  count > 1 ? `${name} take ${dollars(least)} or more each` : `${name} takes ${dollars(least)} or more`;

export class PlayerActions {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.sheet = /** @type {HTMLDialogElement} */ (byId("sheet"));
    /** @type {HTMLElement | null} */
    this.clicked = null; // the control of the first click of a double click
    /** @type {Record<string, (data?: DOMStringMap) => unknown>} */
    this.byName = {
      hurry: () => page.dealer.hurry(),
      next: () => page.hold.release(),
      why: () => page.side.openWhy(),
      name: () => location.assign("/#name"),
      sit: ({ seat }) => this.sit(Number(seat)),
      ready: () => this.send({ table: "ready", round: page.view.round }),
      bet: ({ offer, amount }) => this.bet(page.view.you.offers[Number(offer)], Number(amount)),
      more: ({ spot, amount }) => this.bet(this.offerOf(spot), Number(amount)),
      same: () => this.repeatBets(),
      odds: () => this.layOdds(),
      bets: () => page.side.tabs.open("bets", true),
      double: () => this.wager(doubledStakes(page.view)),
      clear: () => this.clear(),
      answer: ({ choice, position }) => this.send({ input: "answer", choice, position: Number(position) }),
      act: ({ act }) => this.send(JSON.parse(act)),
      chip: ({ cents }) => this.takeChip(Number(cents)),
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
    this.page.root.addEventListener("click", (event) => this.onClick(event));
    byId("felt").addEventListener("click", (event) => this.onFeltClick(event));
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this.page.due) this.page.drawNow(); // so that a button that is gone by now is not pressed
    const control = closestTo(event, "button[data-do]");
    if (event.detail <= 1) this.clicked = control;
    // The second click of a double click must not answer the next question, nor hit what has come under the pointer.
    if (!control || (event.detail > 1 && (control !== this.clicked || control.dataset.once !== undefined))) return;
    if (!control.isConnected || control.getAttribute("aria-disabled") === "true") return;
    const isBusy = this.page.root.getAttribute("aria-busy") === "true"; // not answered yet
    if (!(SENDS.has(control.dataset.do) && isBusy)) this.byName[control.dataset.do](control.dataset);
  }

  /** @param {MouseEvent} event */
  onFeltClick(event) {
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

  /** @param {Input} act */
  async send(act) {
    const { root, news, stream } = this.page;
    /** @type {import("./news_strip.js").Refused[]} */
    const none = [];
    news.refused = none;
    root.setAttribute("aria-busy", "true");
    const answer = await stream.send(act);
    root.removeAttribute("aria-busy");
    // What was said about something else in the meantime stays, unless this is refused too.
    if (answer.refused.length || news.refused === none) news.refused = answer.refused;
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

  // Bets the chip in hand on each area of an offer, or the amount that a button named.
  /** @param {Offered | undefined} offer @param {number} named */
  bet(offer, named = 0) {
    if (!offer) return;
    const amount = named || pressAmountOf(offer, this.page.chip);
    this.page.hold.release();
    if (amount) this.wager(Object.fromEntries(offer.spots.map((spot) => [spot, amount])));
    else this.askForMore(offer);
  }

  // Asks whether to bet more, where the chip in hand is not enough.
  /** @param {Offered} offer */
  askForMore({ name, spots, least, step }) {
    const { view, printed, chip, news } = this.page;
    const colorMove = view.you.moves.find(({ act }) => act.input === BUY_COLOR);
    const offersColor = printed.drawing?.colors?.length && colorMove && step > view.smallest_chip;
    const waysOut = [
      { word: `Bet ${dollars(least * spots.length)}`, data: { do: "more", spot: spots[0], amount: least } },
    ];
    if (offersColor) {
      const value = Math.max(chip, view.minimum);
      const act = JSON.stringify({ ...colorMove.act, value });
      waysOut.push({ word: `Buy color chips of ${dollars(value)}`, data: /** @type {any} */ ({ do: "act", act }) });
    }
    const limit = takesInWords(capitalize(name), least, spots.length);
    const right = offersColor ? "Other players have the smaller value chips inside" : "";
    news.refused = [{ wrong: `${limit}; the chip in your hand is ${dollars(chip)}`, right, waysOut }];
    this.page.draw();
  }

  // Tries a bet on an area that takes none now, so that the table's refusal says why.
  /** @param {string} spot */
  askWhyNot(spot) {
    this.wager({ [spot]: Math.max(this.page.chip, this.page.view.smallest_chip) });
  }

  repeatBets() {
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

  // Takes a chip of this value into the hand.
  /** @param {number} chip */
  takeChip(chip) {
    this.page.chip = chip;
    remember(this.page.table, { chip });
    this.page.news.refused = [];
    this.page.draw();
  }

  // --- the seat

  // Fetches what the reader may bring: all of his account, or at a private table some of its own chips.
  async fetchPurse() {
    const { ownChips } = this.page.root.dataset;
    if (ownChips) return { account: Number(ownChips), own: true };
    const { answer } = await call("GET /api/me");
    return { account: answer?.balance ?? 0 };
  }

  /** @param {number} seat */
  async sit(seat) {
    const { view, printed, me } = this.page;
    if (!me) {
      this.byName.name();
      return;
    }
    const colored = Boolean(printed.drawing?.colors?.length);
    const { sitSheet } = await load("sheets");
    const options = { title: `Sit at seat ${seat}`, word: "Sit", view, ...(await this.fetchPurse()), colored };
    sitSheet(this.sheet, options, async (amount, worth) => {
      if (!(await this.send({ input: "sit", seat, chips: amount }))) return false;
      if (worth && (await this.send({ input: BUY_COLOR, value: worth }))) this.takeChip(worth);
      return true;
    });
  }

  async addChips() {
    const { sitSheet } = await load("sheets");
    const options = { title: "Add chips", word: "Add", view: this.page.view, ...(await this.fetchPurse()), add: true };
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
