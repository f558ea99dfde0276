// The lobby: its forms and buttons call the HTTP interface.

import { call, fill } from "./calls.js";

async function run(control, body) {
  const answer = control.closest("section, details, form").querySelector("[data-answer]");
  if (control.getAttribute("aria-busy") === "true") return; // it is not answered yet
  if (control.dataset.ask && !confirm(control.dataset.ask)) return;
  answer.hidden = true;
  control.setAttribute("aria-busy", "true");
  const { found, refused } = await call(control.dataset.call, body);
  control.removeAttribute("aria-busy");
  if (refused) {
    fill(answer, refused);
    answer.hidden = false;
  } else if (control.dataset.then === "code") {
    const kept = document.getElementById("kept");
    for (const each of kept.querySelectorAll("[data-fill]")) each.textContent = found[each.dataset.fill];
    document.getElementById("name").hidden = true;
    document.querySelector(".who").textContent = found.name;
    kept.hidden = false;
    kept.querySelector("h2").focus();
  } else {
    location.reload();
  }
}

for (const form of document.querySelectorAll("form[data-call]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(form, Object.fromEntries(new FormData(form)));
  });
}
for (const button of document.querySelectorAll("button[data-call]")) {
  button.addEventListener("click", () => run(button));
}
for (const button of document.querySelectorAll("[data-reload]")) {
  button.addEventListener("click", () => location.reload());
}
