// @ts-check
// A finished round on a slider, act by act: the same picture as the table, the paragraph beside it, and what changed.

import { applyChanges, settledLook } from "./changes.js";
import { differences, settledInWords } from "./differences.js";
import { closestTo } from "./dom.js";
import { felt } from "./felt/all_drawings.js";
import { tag } from "./felt/svg.js";
import { citationLink } from "./http.js";

const PACE = 1_200; // milliseconds an act is shown at speed 1
const AROUND = 2; // acts listed before and after the one that is shown

const root = document.getElementById("replay");
/** @returns {any} */
const part = (name) => root.querySelector(`[data-part="${name}"]`);

function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

// --- the views, one for each stop of the slider

function views({ view, acts }) {
  const found = [applyChanges(view, {})];
  for (const act of acts) found.push(applyChanges(found.at(-1), act.changes));
  return found;
}

// --- what is beside the picture

const chips = (cite) =>
  cite
    .split(", ")
    .filter(Boolean)
    .flatMap((each) => [citationLink(each, root.dataset.game), " "]);

function changed(before, after) {
  const rows = differences(before, after);
  if (!rows.length) return make("p", { class: "dim" }, "Nothing that lies on the table changes.");
  const head = make("tr", {}, ...["What changed", "Before", "After"].map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map((row) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, row.what),
      make("td", {}, row.before),
      make("td", {}, make("strong", {}, row.after)),
    ),
  );
  return make(
    "table",
    { class: "changed", "data-testid": "changed" },
    make("thead", {}, head),
    make("tbody", {}, ...body),
  );
}

class Replay {
  constructor(found) {
    this.acts = found.acts;
    this.printed = found.printed;
    this.gists = found.gists;
    this.views = views(found);
    this.settled = { ...this.views.at(-1), ...settledLook(found.settled), record: true };
    this.last = this.acts.length + 1; // after the last act, the round as it was settled
    this.at = 0;
    this.timer = 0;
    this.slider = part("slider");
    this.slider.max = this.last;
    this.drawTrack();
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    root.addEventListener("click", (event) => {
      const go = closestTo(event, "[data-go]")?.dataset.go;
      if (go) this.go(go);
      const act = closestTo(event, "[data-act]")?.dataset.act;
      if (act) this.jump(Number(act));
    });
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.jump(this.fromAddress()));
    part("speed").addEventListener("change", () => {
      if (this.timer) this.play();
    });
  }

  fromAddress() {
    const wanted = Number(location.hash.match(/^#act=(\d+)$/)?.[1] ?? 0);
    return Math.min(this.last, wanted);
  }

  drawTrack() {
    const lengths = [];
    for (const { phase } of this.acts) {
      if (lengths.at(-1)?.phase === phase) lengths.at(-1).count += 1;
      else lengths.push({ phase, count: 1 });
    }
    lengths.push({ phase: "Settled", count: 1 });
    part("phases").replaceChildren(
      ...lengths.map(({ phase, count }) => {
        const drawn = make(
          "span",
          { class: `phase phase-${phase.toLowerCase()}`, title: phase },
          make("span", {}, phase),
        );
        drawn.style.flexGrow = count;
        return drawn;
      }),
    );
    const lines = Array.from({ length: this.last + 1 }, (_, index) =>
      tag("path", { d: `M${index} 0V1`, "vector-effect": "non-scaling-stroke" }),
    );
    part("ticks").innerHTML = tag(
      "svg",
      { viewBox: `0 0 ${this.last} 1`, preserveAspectRatio: "none", focusable: "false" },
      lines,
    );
  }

  go(where) {
    if (where === "play") return this.timer ? this.pause() : this.play();
    this.jump({ first: 0, back: this.at - 1, step: this.at + 1, last: this.last }[where]);
  }

  // Keys work wherever nothing else has a use for them; a slider that has the focus knows the arrows by itself.
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const here = event.target;
    if (here !== this.slider && here.matches?.("input, select, textarea, [contenteditable]")) return;
    const where = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "step", End: "last" }[event.key];
    if (!where || (event.key === " " && here.matches?.("button, a, summary"))) return;
    event.preventDefault();
    this.go(where);
  }

  play() {
    clearInterval(this.timer);
    if (this.at === this.last) this.show(0);
    this.timer = setInterval(
      () => {
        this.show(this.at + 1);
        if (this.at === this.last) this.pause();
      },
      PACE / Number(part("speed").value),
    );
    part("play").textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    part("play").textContent = "Play";
    this.address();
  }

  jump(at) {
    if (this.timer) this.pause();
    this.show(at);
    this.address();
  }

  address() {
    history.replaceState(null, "", `#act=${this.at}`);
  }

  show(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    const settled = this.at === this.last;
    part("picture").innerHTML = felt(settled ? this.settled : this.views[this.at], this.printed);
    part("link").setAttribute("href", `#act=${this.at}`);
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `${this.title()}: ${this.words()}`);
    root.dataset.at = String(this.at);
    for (const button of root.querySelectorAll("[data-go=first], [data-go=back]"))
      button.setAttribute("aria-disabled", String(!this.at));
    for (const button of root.querySelectorAll("[data-go=step], [data-go=last]"))
      button.setAttribute("aria-disabled", String(settled));
    this.tell();
  }

  title() {
    if (!this.at) return "Before the first act";
    return this.at === this.last ? "Settled" : `Act ${this.at} of ${this.acts.length}`;
  }

  words() {
    if (!this.at) return "The table as the round found it.";
    if (this.at === this.last) return settledInWords(this.settled);
    return this.acts[this.at - 1].told;
  }

  tell() {
    const act = this.acts[this.at - 1];
    const lines = [
      make(
        "p",
        { class: "row count" },
        make("span", { "data-testid": "act-number" }, this.title()),
        make("span", { class: "dim" }, act?.phase ?? ""),
      ),
    ];
    if (act) lines.push(make("p", {}, ...chips(act.cite)));
    lines.push(make("h2", { class: "told-act", "data-testid": "act-told" }, this.words()));
    if (act) {
      const gist = act.cite
        .split(", ")
        .map((each) => this.gists[each])
        .find(Boolean);
      if (gist) lines.push(make("p", { class: "gist-beside", "data-testid": "gist" }, gist));
      lines.push(changed(this.views[this.at - 1], this.views[this.at]));
    }
    lines.push(this.nearbyActs());
    part("beside").replaceChildren(...lines);
  }

  nearbyActs() {
    const first = Math.max(1, Math.min(this.at - AROUND, this.acts.length - 2 * AROUND));
    const shown = this.acts.slice(first - 1, first + 2 * AROUND);
    return make(
      "ol",
      { class: "around", "aria-label": "Acts around this one" },
      ...shown.map((act, index) => {
        const number = first + index;
        return make(
          "li",
          { "aria-current": number === this.at ? "step" : undefined },
          make("button", { type: "button", class: "quiet", "data-act": number }, act.told),
        );
      }),
    );
  }
}

const UNREACHABLE = "The replay cannot be loaded now. Reload the page to try again.";
const BUSY = "The replay cannot be loaded now. Wait a few seconds and reload the page.";
const NO_REPLAY =
  "This round cannot be replayed: the house ended it, or this version of Pitboss would play it differently. " +
  "You can read below what happened.";

async function begin() {
  const answer = await fetch(`${root.dataset.from}/replay`).catch(() => null);
  if (!answer?.ok) {
    const why = document.getElementById("no-replay");
    why.textContent = !answer ? UNREACHABLE : answer.status === 404 ? NO_REPLAY : BUSY;
    why.hidden = false;
    return;
  }
  const replay = new Replay(await answer.json());
  root.hidden = false;
  replay.show(replay.fromAddress());
  root.dataset.ready = "yes";
}

async function verify() {
  const badge = document.getElementById("verified");
  const answer = await fetch(badge.dataset.from).catch(() => null);
  if (!answer?.ok) return;
  const { intact, first, last, head } = await answer.json();
  badge.classList.add(intact ? "good" : "bad");
  badge.append(
    make("strong", {}, intact ? "✓ Record intact" : "✕ Record changed"),
    intact
      ? `. Rows ${first} to ${last} of this table are linked without a break. Head ${head}.`
      : `. Rows ${first} to ${last} of this table are not as they were written. Ask the house to run pitboss verify.`,
  );
}

await Promise.all([begin(), verify()]);
