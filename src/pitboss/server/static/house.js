// @ts-check
// The page "House": its forms call the HTTP interface; what has changed is shown by loading the page anew.

import { queryAll } from "./dom.js";
import { call, showRefusals } from "./http.js";
import { addUsualReasons } from "./reasons.js";

addUsualReasons();

const DONE = "pitboss-done"; // what was done last, told once the page is loaded anew

const personOf = (form) => form.closest('[data-testid^="person-"]');

// Whoever works by keyboard or hears the page goes on where he was.
function tellWhatWasDone() {
  const done = JSON.parse(sessionStorage.getItem(DONE) ?? "null");
  sessionStorage.removeItem(DONE);
  const place = document.querySelector("[data-done]");
  if (!done || !place) return;
  const person = queryAll('[data-testid^="person-"]').find((each) => each.dataset.testid === done.person);
  place.textContent = `Done: ${done.said}${person ? `, ${person.querySelector("h2").textContent}` : ""}.`;
  person?.querySelector("summary")?.focus();
}

async function run(form, what, body) {
  const answer = form.querySelector("[data-answer]");
  if (form.getAttribute("aria-busy") === "true") return; // it is not answered yet
  form.setAttribute("aria-busy", "true");
  answer.hidden = true;
  const { refused } = await call(what, body);
  form.removeAttribute("aria-busy");
  if (!refused) {
    sessionStorage.setItem(
      DONE,
      JSON.stringify({
        said: form.querySelector("button:not([type])").textContent,
        person: personOf(form)?.dataset.testid,
      }),
    );
    location.reload();
    return;
  }
  showRefusals(answer, refused);
  answer.hidden = false;
}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-call], form[data-role], form[data-refund]");
for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Record<string, any>} */
    const body = Object.fromEntries(new FormData(form));
    if (form.dataset.call) {
      run(form, form.dataset.call, body);
    } else if ("refund" in form.dataset) {
      const { name, dollars, ...refund } = body;
      const [whole, cents = "00"] = dollars.split(".");
      run(form, `POST /api/people/${encodeURIComponent(name)}/refund`, {
        ...refund,
        cents: Number(whole) * 100 + Number(cents),
      });
    } else {
      const { name, ...role } = body;
      run(form, `PUT /api/people/${encodeURIComponent(name)}/role`, role);
    }
  });
  // Pressed before, it would send the form nowhere.
  form.querySelector("button:not([type])").removeAttribute("disabled");
}

tellWhatWasDone();
