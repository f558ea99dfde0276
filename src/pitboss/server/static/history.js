// @ts-check
// Rounds in the reader's own time, and the chart of what they came to.

import { queryAll } from "./dom.js";
import { dollars, netInWords as signed, tag, textAt } from "./felt/svg.js";

const HEIGHT = 240;
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 12, 14, 30];

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

for (const each of queryAll("time[datetime]")) {
  each.textContent = TIME.format(new Date(each.getAttribute("datetime") ?? ""));
}

// Amounts between which lines are drawn: two to six, round numbers.
export function gridLines(least, highest) {
  const most = Math.max(highest, least + 1); // also where nothing was won or lost
  const span = Math.max(most - least, 100);
  const size = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((times) => times * size).find((each) => span / each <= 5);
  const found = [];
  for (let at = Math.floor(least / step) * step; at < most + step; at += step) found.push(Math.round(at));
  return found;
}

// Says what a round came to. `isVoid` is true for a round that was void.
export const resultInWords = (net, isVoid) => (isVoid && !net ? "↩ void" : signed(net));

// As wide as there is room, so that its letters are as large as all others.
function chart(figure) {
  const width = Math.max(280, Math.round(figure.clientWidth));
  const points = JSON.parse(figure.dataset.points);
  const totals = [0];
  for (const [, , , net] of points) totals.push(totals.at(-1) + net);
  const lines = gridLines(Math.min(...totals), Math.max(...totals));
  const [low, high] = [lines[0], lines.at(-1)];
  const x = (index) => LEFT + (index / (totals.length - 1)) * (width - LEFT - RIGHT);
  const y = (cents) => TOP + ((high - cents) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const path = totals
    .map((cents, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(cents).toFixed(1)}`)
    .join("");
  const days = [points[0], points.at(-1)].map(([at]) => DAY.format(new Date(at * 1_000)));
  const svg = tag(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" },
    lines.map(
      (cents) =>
        tag("path", { d: `M${LEFT} ${y(cents)}H${width - RIGHT}`, class: cents ? "line" : "line zero" }) +
        textAt(LEFT - 8, y(cents), dollars(cents), { class: "amount" }),
    ),
    textAt(LEFT, HEIGHT - 8, days[0], { class: "first" }),
    textAt(width - RIGHT, HEIGHT - 8, `${days[1]}, ${points.length} ${points.length === 1 ? "round" : "rounds"}`, {
      class: "last",
    }),
    tag("path", { d: `${path}L${x(totals.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`, class: "under" }),
    tag("path", { d: path, class: "total" }),
    tag("path", { d: "M0 0", class: "here-line" }),
    tag("circle", { r: 5, class: "here" }),
  );
  const drawing = document.createElement("div");
  drawing.innerHTML = svg;
  const slider = Object.assign(document.createElement("input"), {
    type: "range",
    min: 1,
    max: points.length,
    value: points.length,
    step: 1,
  });
  slider.setAttribute("aria-label", "Round on the chart");
  const told = document.createElement("figcaption");
  told.dataset.testid = "chart-value";
  figure.replaceChildren(drawing, slider, told);

  function show(index) {
    const [at, table, round, net, isVoid] = points[index - 1];
    const time = TIME.format(new Date(at * 1_000));
    const text = `After ${time}: ${signed(totals[index])} in all, ${resultInWords(net, isVoid)} in this round.`;
    slider.value = index;
    slider.setAttribute("aria-valuetext", text);
    const link = Object.assign(document.createElement("a"), {
      href: `/t/${table}/rounds/${round}`,
      textContent: "Replay this round",
    });
    told.replaceChildren(text, " ", link);
    drawing.querySelector(".here-line").setAttribute("d", `M${x(index)} ${TOP}V${HEIGHT - BOTTOM}`);
    const dot = drawing.querySelector(".here");
    dot.setAttribute("cx", String(x(index)));
    dot.setAttribute("cy", String(y(totals[index])));
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * width;
    const index = Math.round(((across - LEFT) / (width - LEFT - RIGHT)) * (totals.length - 1));
    show(Math.max(1, Math.min(points.length, index)));
  });
  show(points.length);
}

const figure = document.getElementById("chart");
if (figure) {
  chart(figure);
  let width = figure.clientWidth;
  new ResizeObserver(() => {
    if (figure.clientWidth === width) return;
    width = figure.clientWidth;
    chart(figure);
  }).observe(figure);
}
