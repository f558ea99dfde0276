// @ts-check
// Shows the times of rounds in the reader's own time zone, and draws the chart of results.

import { queryAll } from "./dom.js";
import { dollars, netInWords as netWords, tag, textAt } from "./felt/svg.js";

const HEIGHT = 240;
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 12, 14, 30];

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

for (const element of queryAll("time[datetime]")) {
  element.textContent = TIME.format(new Date(element.getAttribute("datetime") ?? ""));
}

// Returns the amounts at which the chart has lines: two to six round numbers.
export function gridLines(least, highest) {
  const top = Math.max(highest, least + 1); // also where nothing was won or lost
  const span = Math.max(top - least, 100);
  const size = 10 ** Math.floor(Math.log10(span / 3));
  const step = [1, 2, 5, 10].map((times) => times * size).find((distance) => span / distance <= 5);
  const lines = [];
  for (let cents = Math.floor(least / step) * step; cents < top + step; cents += step) lines.push(Math.round(cents));
  return lines;
}

// Says what a round came to. `isVoid` is true for a round that was void.
export const resultInWords = (net, isVoid) => (isVoid && !net ? "↩ void" : netWords(net));

// Draws the chart as wide as its figure, so that its text has the same size as other text.
function drawChart(figure) {
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
  const days = [points[0], points.at(-1)].map(([seconds]) => DAY.format(new Date(seconds * 1_000)));
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
  const caption = document.createElement("figcaption");
  caption.dataset.testid = "chart-value";
  figure.replaceChildren(drawing, slider, caption);

  function show(index) {
    const [seconds, table, round, net, isVoid] = points[index - 1];
    const time = TIME.format(new Date(seconds * 1_000));
    const text = `After ${time}: ${netWords(totals[index])} in all, ${resultInWords(net, isVoid)} in this round.`;
    slider.value = index;
    slider.setAttribute("aria-valuetext", text);
    const link = Object.assign(document.createElement("a"), {
      href: `/t/${table}/rounds/${round}`,
      textContent: "Replay this round",
    });
    caption.replaceChildren(text, " ", link);
    drawing.querySelector(".here-line").setAttribute("d", `M${x(index)} ${TOP}V${HEIGHT - BOTTOM}`);
    const dot = drawing.querySelector(".here");
    dot.setAttribute("cx", String(x(index)));
    dot.setAttribute("cy", String(y(totals[index])));
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const xInDrawing = ((event.clientX - box.left) / box.width) * width;
    const index = Math.round(((xInDrawing - LEFT) / (width - LEFT - RIGHT)) * (totals.length - 1));
    show(Math.max(1, Math.min(points.length, index)));
  });
  show(points.length);
}

const figure = document.getElementById("chart");
if (figure) {
  drawChart(figure);
  let width = figure.clientWidth;
  new ResizeObserver(() => {
    if (figure.clientWidth === width) return;
    width = figure.clientWidth;
    drawChart(figure);
  }).observe(figure);
}
