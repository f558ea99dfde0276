// @ts-check
// The page of a table: the newest view comes over the connection, the dealer shows the acts that led to it, and every
// region is drawn from what is shown. Regions never move; what the reader can do is always in the bar.

import { actsPanel } from "./act_list.js";
import { barRegion, headRegion, menuRegion } from "./action_bar.js";
import { Announcements } from "./announcements.js";
import { betsPanel } from "./bets_panel.js";
import { viewWithLook } from "./changes.js";
import { Countdown } from "./countdown.js";
import { Dealer } from "./dealer.js";
import { byId, closestTo } from "./dom.js";
import { ownChip } from "./felt/chips.js";
import { FeltPicture } from "./felt_picture.js";
import { call } from "./http.js";
import { Keys } from "./keys.js";
import { lawPopover } from "./law_panel.js";
import { render } from "./morph.js";
import { NewsStrip } from "./news_strip.js";
import { PlayerActions } from "./player_actions.js";
import { prefs, remember, remembered } from "./prefs.js";
import { announcementOf, otherSeats, tableInWords } from "./screen_reader.js";
import { SettledHold } from "./settled_hold.js";
import { SidePanels } from "./side_panels.js";
import { isOpening, reasonBarred, situation, stakesOf, total } from "./situation.js";
import { Stream } from "./stream.js";

/**
 * @import { Act, Printed, ShownNow, TableView } from "server"
 * @import { Look } from "./changes.js"
 * @import { Motion } from "./felt/motion.js"
 * The acts in the list, of one round; `before` says how many earlier ones were left out because they are too many.
 * @typedef {{ round: number, list: Act[], before: number }} ListedActs
 */

export class TablePage {
  /** @param {HTMLElement} root @param {TableView} view @param {Printed} printed */
  constructor(root, view, printed) {
    this.root = root;
    this.table = Number(root.dataset.table);
    this.me = root.dataset.me;
    this.owner = root.dataset.owner;
    this.barred = reasonBarred(root.dataset.role, this.owner === this.me);
    this.view = view; // the newest
    this.printed = printed;
    this.acts = listedActs(view);
    this.chip = firstChip(this.table, view); // in the reader's hand
    this.stakes = isOpening(view) ? stakesOf(view) : {}; // what the reader has bet in this round
    this.due = 0; // the animation frame in which the page is drawn next; 0 if none is requested
    this.hold = new SettledHold(this);
    this.countdown = new Countdown(this);
    this.announcements = new Announcements(this);
    this.news = new NewsStrip(this);
    this.picture = new FeltPicture(this);
    this.dealer = new Dealer(view, {
      movesBetween: (before, after) => this.picture.movesBetween(before, after),
      show: (look, act, moves, speed) => this.show(look, act, moves, speed),
      roundOver: (round, look) => this.hold.begin(round, look),
      caughtUp: () => this.caughtUp(),
    });
    this.stream = new Stream(this.table, view, {
      onView: (newest, shown, jumped) => this.hear(newest, shown, jumped),
      onLost: (seconds) => this.news.lost(seconds),
    });
    this.actions = new PlayerActions(this);
    this.side = new SidePanels(this);
    this.keys = new Keys({
      actions: this.actions.byName,
      hurry: () => this.hurry(),
      close: () => this.side.closeWhy(),
      prefs,
    });
  }

  start() {
    this.root.classList.toggle("barred", Boolean(this.barred));
    this.actions.listen();
    lawPopover(byId("side"), { table: this.table, sheet: byId("felt") });
    byId("ears").addEventListener("focusin", (event) => {
      this.picture.focused = closestTo(event, "[data-area]")?.dataset.area ?? "";
      this.draw();
    });
    byId("ears").addEventListener("focusout", () => {
      this.picture.focused = "";
    });
    addEventListener("resize", () => this.draw());
    document.addEventListener("visibilitychange", () => this.dealer.busy || this.hold.again());
    this.hold.again();
    this.draw();
    this.announcements.turn();
    this.side.mount();
  }

  // --- what comes in, and how it is shown

  /** @param {TableView} newest @param {ShownNow[]} shown @param {boolean} jumped */
  hear(newest, shown, jumped) {
    const before = this.view;
    this.view = newest;
    this.countdown.restart();
    if (newest.layout !== before.layout) this.readLayout();
    if (jumped) {
      this.acts = listedActs(newest);
      byId("latest").textContent = this.acts.list.at(-1)?.told ?? byId("latest").textContent;
      this.hold.jump(newest);
    } else if (document.hidden) {
      this.hold.jump(newest);
      for (const act of shown) this.addToList(act);
    }
    if (newest.round !== before.round) {
      this.side.newRound();
      this.news.refused = [];
      if (total(this.stakes)) remember(this.table, { stakes: this.stakes });
      this.stakes = {};
    }
    if (isOpening(newest)) this.stakes = stakesOf(newest);
    this.dealer.hear(newest, shown, jumped);
    this.drawSoon();
    this.side.hear(newest);
  }

  async readLayout() {
    const { answer } = await call(`GET /api/tables/${this.table}/layout`);
    this.printed = answer ?? this.printed;
    this.draw();
  }

  // Adds an act to the list.
  /** @param {ShownNow} act */
  addToList(act) {
    if (act.round !== this.acts.round) this.acts = { round: act.round, list: [], before: 0 };
    this.acts.list.push(act);
    byId("latest").textContent = act.told;
  }

  /** @param {Look} look @param {ShownNow | null} act @param {Motion[]} moves @param {number} speed */
  show(look, act, moves, speed) {
    if (act) {
      this.addToList(act);
      const words = announcementOf(act);
      if (words) this.announcements.say(words);
      if (!moves.length || speed === Infinity) return; // nobody could see this one before the next is shown
      actsPanel(byId("panel-acts"), this.acts, this.view.game);
    }
    this.picture.show(viewWithLook(this.view, look), act ? moves : null, speed);
  }

  caughtUp() {
    if (this.acts.round !== this.view.round) this.acts = { round: this.view.round, list: [], before: 0 };
    this.hold.again();
    this.drawSoon();
  }

  // Hurries the dealer and returns whether there was something to hurry.
  hurry() {
    if (!this.dealer.showing) return false;
    this.dealer.hurry();
    return true;
  }

  // Returns whether what is shown has to catch up before the reader can act. Bets of others are no reason to wait.
  get mustWait() {
    return this.dealer.showing && (this.dealer.round !== this.view.round || this.view.waiting !== "wagers");
  }

  get situation() {
    const { view, mustWait: showing, chip, me, barred } = this;
    return situation({ view, showing, hold: this.hold.held, chip, last: remembered(this.table).stakes, me, barred });
  }

  // --- the regions

  // Draws the page in the next animation frame, because views may come faster than they can be drawn. A hidden page is
  // drawn at once: it gets no animation frames, but still announces whose turn it is.
  drawSoon() {
    if (document.hidden) this.drawNow();
    else this.due ||= requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    this.draw();
    if (!this.dealer.busy) this.announcements.turn();
  }

  draw() {
    const { view, printed, chip } = this;
    const { held } = this.hold;
    const { look, busy } = this.dealer;
    const shown = held ? held.shown : viewWithLook(view, look);
    const isStill = held || !busy;
    if (isStill) this.picture.paint(shown);
    const now = this.situation;
    document.body.classList.toggle("dice", !view.with_cards);
    document.body.dataset.state = held ? "held" : now.mine ? "asked" : now.betting ? "betting" : "other";
    const own = ownChip({ ...view, colors: printed.drawing?.colors }, view.you.seat);
    render(byId("head"), headRegion(view, held?.round ?? this.acts.round, this.owner));
    render(byId("bar"), barRegion(view, now, { chip, own, look, hold: held, left: this.countdown.left() }));
    render(byId("ears"), tableInWords(shown, printed, now));
    render(byId("others"), otherSeats(shown));
    render(byId("menu"), menuRegion(view, prefs));
    betsPanel(byId("panel-bets"), view);
    if (isStill) this.side.drawRoads();
    actsPanel(byId("panel-acts"), this.acts, view.game);
    const latest = byId("latest");
    if (!latest.textContent) latest.textContent = this.acts.list.at(-1)?.told ?? "What the dealer does";
    this.news.draw(now);
    this.keys.readButtons(byId("bar"));
  }

  focusBar() {
    const [focus] = byId("bar").querySelectorAll("[data-focus]");
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  }
}

/** @param {TableView} view @returns {ListedActs} */
const listedActs = (view) => ({ round: view.round, list: [...view.acts], before: view.acts_before });

/** @param {number} table @param {TableView} view */
function firstChip(table, view) {
  const lastChip = remembered(table).chip;
  return lastChip >= view.smallest_chip && lastChip <= view.maximum ? lastChip : view.minimum;
}
