// @ts-check
// The form for a table's setting from the next round on.

import { capitalize } from "../html.js";
import { call } from "../http.js";
import { electionField } from "./elections.js";
import { citationNodes, labeledField, make, reasonField, reasonIn } from "./form_parts.js";

/**
 * @import { Form, Number as NumberField } from "server"
 * @import { SupervisorPanel } from "../supervisor.js"
 */

// Returns the section with the waiting change and the form, which is loaded when it is opened.
/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {{ next: string[] | null }} options */
export function settingSection(desk, section, { next }) {
  const body = make("div", { class: "sup-form" });
  const details = make(
    "details",
    {
      testid: "setting",
      ontoggle: () => {
        if (details.open && !body.childElementCount) loadForm(desk, section, body);
      },
    },
    make("summary", {}, "Choose settings"),
    body,
  );
  return [
    make("h2", {}, "From the next round"),
    next
      ? make(
          "div",
          { testid: "setting-next" },
          make("p", {}, "A change is waiting:"),
          make(
            "ul",
            { class: "sup-list" },
            next.map((change) => make("li", {}, change)),
          ),
        )
      : null,
    details,
  ].filter(Boolean);
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {HTMLElement} body */
async function loadForm(desk, section, body) {
  const { answer, refused } = await call(`GET ${desk.base}/setting-form`);
  if (desk.isClosed) return;
  desk.refuse(section, refused);
  if (answer)
    body.replaceChildren(
      settingForm(desk, section, answer, () => {
        body.replaceChildren();
        loadForm(desk, section, body);
      }),
    );
}

/** @param {SupervisorPanel} desk @param {HTMLElement} section @param {Form} form @param {() => void} reload */
function settingForm(desk, section, form, reload) {
  const { setting } = form;
  const readers = []; // each writes what was chosen into the setting, or returns what is wrong
  const law = make(
    "select",
    { testid: "setting-law" },
    Object.entries(form.texts).map(([day, title]) =>
      make("option", { value: day, selected: (setting.as_of ?? "") === day }, title),
    ),
  );
  readers.push(() => {
    setting.as_of = law.value || null;
  });
  const elections = form.house.map((entry) => electionField(entry, setting.house, readers, form.game));
  const readings = form.readings.map((entry) => {
    const control = make(
      "select",
      { testid: `reading-${entry.id}` },
      Object.keys(entry.choices).map((choice) =>
        make(
          "option",
          { value: choice, selected: choice === entry.value },
          choice.replaceAll("-", " ") + (choice === entry.default ? " (default)" : ""),
        ),
      ),
    );
    const means = make("p", { class: "dim" }, entry.choices[entry.value]);
    control.addEventListener("change", () => {
      means.textContent = entry.choices[control.value];
    });
    readers.push(() => {
      delete setting.readings[entry.id];
      if (control.value !== entry.default) setting.readings[entry.id] = control.value;
    });
    return make(
      "div",
      { class: "sup-election" },
      labeledField(
        [capitalize(entry.id.replaceAll("-", " ")), " ", ...citationNodes(entry.paragraph, form.game)],
        control,
      ),
      make("p", { class: "dim" }, entry.doubt),
      means,
    );
  });
  const number = (entry, set) => {
    const control = make("input", {
      type: "number",
      min: entry.least,
      max: entry.most,
      step: "any",
      value: entry.value,
      testid: `setting-${entry.key}`,
    });
    readers.push(() => set(Number(control.value)));
    return labeledField(entry.label, control);
  };
  const pace = form.pace.map((entry) =>
    number(entry, (value) => {
      setting.pace[entry.key] = value;
    }),
  );
  const company = number(form.companions, (value) => {
    setting.companions = Math.round(value);
  });
  const outcome = make("div", { class: "sup-outcome", role: "status" });
  const why = reasonField("setting");

  const read = () => {
    const faults = readers.map((reader) => reader()).filter(Boolean);
    desk.refuse(section, faults.length ? faults : null);
    return !faults.length;
  };
  const check = async (event) => {
    if (!read()) return;
    const answer = await desk.send(section, event?.currentTarget, `PUT ${desk.base}/setting?try=1`, setting);
    if (answer) outcome.replaceChildren(...changeLists(answer, form.game));
  };
  const apply = async (event) => {
    event.preventDefault();
    if (!read()) return;
    const answer = await desk.send(
      section,
      event.submitter,
      `PUT ${desk.base}/setting`,
      { ...setting, why: reasonIn(why) },
      "In force from the next round on.",
    );
    if (answer && desk.supervision.out_of_service)
      location.reload(); // the table is in service again
    else if (answer) reload();
  };
  return make(
    "form",
    { novalidate: true, onsubmit: apply },
    labeledField("Text of the law", law),
    make("details", { open: true }, make("summary", {}, "What the house elects"), elections),
    make("details", {}, make("summary", {}, `Readings (${readings.length})`), readings),
    make("details", {}, make("summary", {}, "Pace and house players"), company, pace),
    make("button", { type: "button", testid: "setting-try", onclick: check }, "Check the change"),
    outcome,
    why,
    make("button", { class: "main", testid: "setting-do" }, "Apply from the next round"),
  );
}

function changeLists({ changes, notices }, game) {
  if (!changes.length) return [make("p", {}, "Nothing is different.")];
  return [
    make(
      "ul",
      { class: "sup-list", testid: "setting-changes" },
      changes.map((change) => make("li", {}, change)),
    ),
    notices.length
      ? make(
          "ul",
          { class: "sup-list sup-notices", testid: "setting-notices" },
          notices.map(({ cite, told: sentence }) => make("li", {}, `${sentence} `, citationNodes(cite, game))),
        )
      : null,
  ].filter(Boolean);
}
