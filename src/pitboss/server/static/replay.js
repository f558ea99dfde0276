// @ts-check
// Replays a finished round on a slider, act by act: the picture of the table, the paragraph, and what changed.

import { applyChanges, settledLook } from "./changes.js";
import { differences, settledInWords } from "./differences.js";
import { closestTo } from "./dom.js";
import { felt } from "./felt/all_drawings.js";
import { tag } from "./felt/svg.js";
import { citationLink } from "./http.js";

const PACE = 1_200; // milliseconds for which an act is shown at speed 1
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

function viewsOf({ view, acts }) {
  const list = [applyChanges(view, {})];
  for (const act of acts) list.push(applyChanges(list.at(-1), act.changes));
  return list;
}

// --- what is beside the picture

const citationLinks = (cite) =>
  cite
    .split(", ")
    .filter(Boolean)
    .flatMap((citation) => [citationLink(citation, root.dataset.game), " "]);

function changesTable(before, after) {
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
  constructor(replay) {
    this.acts = replay.acts;
    this.printed = replay.printed;
    this.gists = replay.gists;
    this.views = viewsOf(replay);
    this.settled = { ...this.views.at(-1), ...settledLook(replay.settled), record: true };
    this.last = this.acts.length + 1; // the stop after the last act shows the settled round
    this.stop = 0;
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
    document.addEventListener("keydown", (event) => this.onKeydown(event));
    window.addEventListener("hashchange", () => this.jump(this.stopInAddress()));
    part("speed").addEventListener("change", () => {
      if (this.timer) this.play();
    });
  }

  stopInAddress() {
    const wanted = Number(location.hash.match(/^#act=(\d+)$/)?.[1] ?? 0);
    return Math.min(this.last, wanted);
  }

  drawTrack() {
    const phases = [];
    for (const { phase } of this.acts) {
      if (phases.at(-1)?.phase === phase) phases.at(-1).count += 1;
      else phases.push({ phase, count: 1 });
    }
    phases.push({ phase: "Settled", count: 1 });
    part("phases").replaceChildren(
      ...phases.map(({ phase, count }) => {
        const segment = make(
          "span",
          { class: `phase phase-${phase.toLowerCase()}`, title: phase },
          make("span", {}, phase),
        );
        segment.style.flexGrow = count;
        return segment;
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
    this.jump({ first: 0, back: this.stop - 1, step: this.stop + 1, last: this.last }[where]);
  }

  // Handles keys where no other element does. A slider with the focus handles the arrows by itself.
  onKeydown(event) {
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
    if (this.stop === this.last) this.show(0);
    this.timer = setInterval(
      () => {
        this.show(this.stop + 1);
        if (this.stop === this.last) this.pause();
      },
      PACE / Number(part("speed").value),
    );
    part("play").textContent = "Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    part("play").textContent = "Play";
    this.noteInAddress();
  }

  jump(stop) {
    if (this.timer) this.pause();
    this.show(stop);
    this.noteInAddress();
  }

  noteInAddress() {
    history.replaceState(null, "", `#act=${this.stop}`);
  }

  show(stop) {
    this.stop = Math.max(0, Math.min(this.last, stop));
    const settled = this.stop === this.last;
    part("picture").innerHTML = felt(settled ? this.settled : this.views[this.stop], this.printed);
    part("link").setAttribute("href", `#act=${this.stop}`);
    this.slider.value = this.stop;
    this.slider.setAttribute("aria-valuetext", `${this.title()}: ${this.words()}`);
    root.dataset.at = String(this.stop);
    for (const button of root.querySelectorAll("[data-go=first], [data-go=back]"))
      button.setAttribute("aria-disabled", String(!this.stop));
    for (const button of root.querySelectorAll("[data-go=step], [data-go=last]"))
      button.setAttribute("aria-disabled", String(settled));
    this.drawBeside();
  }

  title() {
    if (!this.stop) return "Before the first act";
    return this.stop === this.last ? "Settled" : `Act ${this.stop} of ${this.acts.length}`;
  }

  words() {
    if (!this.stop) return "The table as the round found it.";
    if (this.stop === this.last) return settledInWords(this.settled);
    return this.acts[this.stop - 1].told;
  }

  drawBeside() {
    const act = this.acts[this.stop - 1];
    const lines = [
      make(
        "p",
        { class: "row count" },
        make("span", { "data-testid": "act-number" }, this.title()),
        make("span", { class: "dim" }, act?.phase ?? ""),
      ),
    ];
    if (act) lines.push(make("p", {}, ...citationLinks(act.cite)));
    lines.push(make("h2", { class: "told-act", "data-testid": "act-told" }, this.words()));
    if (act) {
      const gist = act.cite
        .split(", ")
        .map((citation) => this.gists[citation])
        .find(Boolean);
      if (gist) lines.push(make("p", { class: "gist-beside", "data-testid": "gist" }, gist));
      lines.push(changesTable(this.views[this.stop - 1], this.views[this.stop]));
    }
    lines.push(this.nearbyActs());
    part("beside").replaceChildren(...lines);
  }

  nearbyActs() {
    const first = Math.max(1, Math.min(this.stop - AROUND, this.acts.length - 2 * AROUND));
    const acts = this.acts.slice(first - 1, first + 2 * AROUND);
    return make(
      "ol",
      { class: "around", "aria-label": "Acts around this one" },
      ...acts.map((act, index) => {
        const number = first + index;
        return make(
          "li",
          { "aria-current": number === this.stop ? "step" : undefined },
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
  replay.show(replay.stopInAddress());
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
