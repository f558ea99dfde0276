// @ts-check
// The page "House": its forms call the HTTP interface, and the page is loaded anew to show what has changed.

import { queryAll } from "./dom.js";
import { call, showRefusals } from "./http.js";
import { addUsualReasons } from "./reasons.js";

addUsualReasons();

const STORAGE_KEY = "pitboss-done"; // of what was done last, to show it after the page is loaded anew

const personOf = (form) => form.closest('[data-testid^="person-"]');

// Says what was done before the page was loaded anew, and puts the focus back where it was.
function showWhatWasDone() {
  const lastAct = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  sessionStorage.removeItem(STORAGE_KEY);
  const place = document.querySelector("[data-done]");
  if (!lastAct || !place) return;
  const person = queryAll('[data-testid^="person-"]').find((element) => element.dataset.testid === lastAct.person);
  place.textContent = `Done: ${lastAct.said}${person ? `, ${person.querySelector("h2").textContent}` : ""}.`;
  person?.querySelector("summary")?.focus();
}

async function submit(form, what, body) {
  const answer = form.querySelector("[data-answer]");
  if (form.getAttribute("aria-busy") === "true") return; // the server has not answered yet
  form.setAttribute("aria-busy", "true");
  answer.hidden = true;
  const { refused } = await call(what, body);
  form.removeAttribute("aria-busy");
  if (!refused) {
    sessionStorage.setItem(
      STORAGE_KEY,
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
      submit(form, form.dataset.call, body);
    } else if ("refund" in form.dataset) {
      const { name, dollars, ...refund } = body;
      const [whole, cents = "00"] = dollars.split(".");
      submit(form, `POST /api/people/${encodeURIComponent(name)}/refund`, {
        ...refund,
        cents: Number(whole) * 100 + Number(cents),
      });
    } else {
      const { name, ...role } = body;
      submit(form, `PUT /api/people/${encodeURIComponent(name)}/role`, role);
    }
  });
  // Before this listener is set, the button would send the form nowhere.
  form.querySelector("button:not([type])").removeAttribute("disabled");
}

showWhatWasDone();
