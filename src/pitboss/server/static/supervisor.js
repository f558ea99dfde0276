// @ts-check
// The supervisor's panel of one table: rulings, state, cage, orders, incidents, settings for the next round, and all
// that the staff did. It renders into the element that it is given and keeps what somebody is typing.

import { all } from "./dom.js";
import { capital, sentence, slug } from "./html.js";
import { call } from "./http.js";
import { chip } from "./law_panel.js";
import { cents, dollars } from "./money.js";
import { usual } from "./reasons.js";

const SOONEST = 400; // milliseconds between two looks
const STATES = [
  ["open", "Open"],
  ["paused", "Pause"],
  ["closed", "Close after this round"],
];
const TOLD = { open: "Open", paused: "Paused", closed: "Closed" };

// --- small things

// The paragraphs behind something.
export function cites(citation, game) {
  const template = document.createElement("template");
  template.innerHTML = chip(citation, game);
  return [...template.content.childNodes];
}

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "testid") element.dataset.testid = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined));
  return element;
}

const when = (seconds) => new Date(seconds * 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });

let made = 0;

export function labeled(label, control, ...more) {
  control.id ||= `sup-${++made}`;
  return make("div", { class: "sup-field" }, make("label", { for: control.id }, label), control, ...more);
}

// Everything needs a reason, which is recorded with the name.
export function whyField(kind, label = "Why") {
  const input = make("input", {
    name: "why",
    maxlength: 200,
    required: true,
    autocomplete: "off",
    testid: `${kind}-why`,
  });
  return labeled(label, input, usual(kind, input));
}

export const whyIn = (field) => field.querySelector("[name=why]").value.trim();

// --- the panel

/** @param {HTMLElement} element @param {number} table @param {{ onCount?: (count: number) => void }} [options] */
export function supervisorPanel(element, table, { onCount = () => {} } = {}) {
  const base = `/api/tables/${table}`;
  let seen = null; // the newest supervision
  let timer = 0;
  let asking = false;
  let again = false;
  let closed = false;
  const drawn = new Map(); // section -> what it was drawn from

  const sections = Object.fromEntries(
    [
      "ruling",
      "gone",
      "state",
      "bank",
      "cage",
      "orders",
      "incidents",
      "players",
      "voiding",
      "setting",
      "rename",
      "windup",
      "away",
      "acts",
    ].map((key) => [key, make("section", { class: `sup-part sup-${key}`, hidden: true })]),
  );
  const told = make("p", { class: "sup-told", role: "status" });
  element.classList.add("sup");
  element.replaceChildren(told, ...Object.values(sections));

  function refuse(section, refused) {
    section.querySelector(".refusal")?.remove();
    if (!refused) return;
    const lines = refused.map(({ cite, wrong, right }) =>
      make(
        "span",
        { class: "reason" },
        `${[wrong, right].filter(Boolean).map(sentence).join(" ")} `,
        cite ? cites(cite, seen?.game ?? "") : [],
      ),
    );
    section.append(make("p", { class: "refusal", role: "alert", testid: "refusal" }, lines));
  }

  async function send(section, control, what, body, said) {
    if (control?.getAttribute("aria-busy") === "true") return null; // it is not answered yet
    const why = body.why === undefined ? null : section.querySelector("[name=why]");
    if (body.why === "") {
      refuse(section, [
        { cite: "", wrong: "the reason is missing", right: "write one, or press one of the usual reasons" },
      ]);
      why.focus();
      return null;
    }
    control?.setAttribute("aria-busy", "true");
    const { found, refused } = await call(what, body);
    control?.removeAttribute("aria-busy");
    if (closed) return null;
    refuse(section, refused);
    if (!refused && said) told.textContent = said;
    if (!refused && why) why.value = ""; // what is done next has its own reason
    look();
    return refused ? null : found;
  }

  // Drawn anew only if what it shows has changed, so that nobody loses what he is typing.
  function draw(key, what, render) {
    const section = sections[key];
    const text = JSON.stringify(what);
    if (drawn.get(key) === text) return;
    drawn.set(key, text);
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focus = section.contains(active) ? active.dataset.testid : "";
    const children = what === null ? null : render(section, what);
    section.hidden = !children;
    section.replaceChildren(...(children ?? []));
    if (focus) all(`[data-testid="${CSS.escape(focus)}"]`, section)[0]?.focus();
  }

  // --- rulings

  function ruling(section, asked) {
    const boxes = asked.positions.map((position) =>
      make("input", { type: "checkbox", name: "position", value: position, testid: `order-position-${position}` }),
    );
    const why = whyField("ruling");
    const body = () => ({ why: whyIn(why) });
    const order = (choice) => (event) => {
      const positions =
        choice === asked.naming ? boxes.filter((box) => box.checked).map((box) => Number(box.value)) : [];
      send(
        section,
        event.currentTarget,
        `POST ${base}/order`,
        { what: choice, positions, ...body() },
        `Ruled: ${choice}.`,
      );
    };
    const form = make(
      "form",
      { class: "sup-ruling", testid: "order", onsubmit: (event) => event.preventDefault() },
      make("h2", {}, "A ruling is needed ", cites(asked.cite, seen.game)),
      make(
        "p",
        {},
        `${capital(asked.question)}${/[.?!]$/.test(asked.question) ? "" : "."} Play waits until you decide.`,
      ),
      boxes.length
        ? make(
            "fieldset",
            {},
            make("legend", {}, `Positions, for “${asked.naming}”`),
            make(
              "div",
              { class: "sup-row" },
              boxes.map((box) => make("label", { class: "sup-toggle" }, box, make("span", {}, box.value))),
            ),
          )
        : null,
      why,
      asked.cents
        ? make(
            "button",
            {
              type: "button",
              class: "main",
              testid: "order-fill",
              onclick: (event) =>
                send(
                  section,
                  event.currentTarget,
                  `POST ${base}/fill`,
                  { cents: asked.cents, ...body() },
                  `Brought ${dollars(asked.cents)}.`,
                ),
            },
            `Bring ${dollars(asked.cents)}`,
          )
        : null,
      asked.choices.map((choice, at) =>
        make(
          "button",
          { type: "button", class: at ? "" : "main", testid: `order-${slug(choice)}`, onclick: order(choice) },
          capital(choice),
        ),
      ),
      make("p", { class: "dim" }, "Recorded with your name and your reason."),
    );
    return [form];
  }

  // --- the table's state, and the cage

  function state(section, { state, held, out }) {
    if (held)
      return [
        make("h2", {}, "Table"),
        make("p", {}, "This version plays the open round differently. Wind it up below."),
      ];
    const why = whyField("state");
    const set = (each) => (event) =>
      send(section, event.currentTarget, `PUT ${base}/state`, { state: each, why: whyIn(why) }, `${TOLD[each]}.`);
    return [
      make(
        "h2",
        {},
        "Table ",
        make("span", { class: `tag${state === "open" ? " good" : " warn"}`, testid: "state" }, TOLD[state]),
      ),
      why,
      make(
        "div",
        { class: "sup-row" },
        STATES.filter(([each]) => !out || each === "closed").map(([each, word]) =>
          make(
            "button",
            { type: "button", testid: `state-${each}`, disabled: each === state, onclick: set(each) },
            out ? "Close the table" : word,
          ),
        ),
      ),
    ];
  }

  function bank(_, { held, needed }) {
    return [
      make("h2", {}, "Inventory"),
      make(
        "dl",
        { class: "sup-facts" },
        make("dt", {}, "In the tray"),
        make("dd", { testid: "inventory" }, dollars(held)),
        make("dt", {}, "One maximum bet may win"),
        make("dd", {}, dollars(needed)),
      ),
      held < needed
        ? make("p", { class: "sup-warn" }, `${dollars(needed - held)} short of what one maximum bet may win.`)
        : null,
    ].filter(Boolean);
  }

  function cage(section, { chip }) {
    const amount = make("input", {
      name: "chips",
      inputmode: "decimal",
      autocomplete: "off",
      required: true,
      testid: "cage-chips",
    });
    const why = whyField("cage");
    const move = async (event) => {
      event.preventDefault();
      const way = event.submitter?.value ?? "fill";
      const given = cents(amount.value);
      if (given === null) {
        refuse(section, [
          { cite: "", wrong: "this is no amount", right: `enter dollars, in multiples of ${dollars(chip)}` },
        ]);
        amount.focus();
        return;
      }
      const done = await send(
        section,
        event.submitter,
        `POST ${base}/${way}`,
        { cents: given, why: whyIn(why) },
        way === "fill" ? `Brought ${dollars(given)}.` : `Took ${dollars(given)}.`,
      );
      if (done) event.target.reset();
    };
    return [
      make(
        "form",
        { testid: "cage", novalidate: true, onsubmit: move },
        make("h2", {}, "Fill and credit"),
        labeled("Amount in dollars", amount),
        why,
        make(
          "div",
          { class: "sup-row" },
          make("button", { name: "way", value: "fill", testid: "cage-fill" }, "Bring a fill"),
          make("button", { name: "way", value: "credit", testid: "cage-credit" }, "Take a credit"),
        ),
      ),
    ];
  }

  function orders(section, list) {
    if (!list.length) return null;
    const why = whyField("order");
    return [
      make(
        "form",
        { testid: "orders", onsubmit: (event) => event.preventDefault() },
        make("h2", {}, "Order"),
        why,
        make(
          "div",
          { class: "sup-row" },
          list.map((what) =>
            make(
              "button",
              {
                type: "button",
                testid: `orders-${slug(what)}`,
                onclick: (event) =>
                  send(
                    section,
                    event.currentTarget,
                    `POST ${base}/order`,
                    { what, why: whyIn(why) },
                    `Ordered: ${what}.`,
                  ),
              },
              capital(what),
            ),
          ),
        ),
      ),
    ];
  }

  // --- incidents

  const LATER = "later ";
  let causing = ""; // the kind that is being described, after LATER if it cannot happen yet
  let draft = {}; // what was said of it so far, by test id: what can be caused may change in the meantime

  const drawIncidents = () =>
    draw("incidents", { now: seen.incidents, later: seen.later, waits: seen.to_come }, incidents);

  function incidents(section, { now, later, waits }) {
    if (!now.length && !later.length && !waits) return null;
    if (!now.some((each) => each.kind === causing) && !later.some((each) => LATER + each.kind === causing))
      causing = "";
    const open = (key) => () => {
      causing = causing === key ? "" : key;
      draft = {};
      drawn.delete("incidents");
      drawIncidents();
      sections.incidents.querySelector(".sup-cause select, .sup-cause input")?.focus();
    };
    const group = (list, when) => {
      const chosen = list.find((each) => when + each.kind === causing);
      return [
        make(
          "div",
          { class: "sup-row" },
          list.map((each) =>
            make(
              "button",
              {
                type: "button",
                testid: `incident-${slug(when + each.kind)}`,
                "aria-expanded": String(each === chosen),
                onclick: open(when + each.kind),
              },
              each.title,
            ),
          ),
        ),
        chosen ? cause(section, chosen, when === LATER) : null,
      ];
    };
    const coming =
      later.length || waits
        ? [
            make("h3", {}, "Later in this round"),
            make(
              "p",
              { class: "dim" },
              "It happens between two acts, as soon as it can. " +
                "If it cannot in this round, or the server stops, it does not happen.",
            ),
            ...(waits
              ? [make("p", { class: "sup-warn", testid: "incident-to-come" }, `Waiting for its moment: ${waits}.`)]
              : group(later, LATER)),
          ]
        : [];
    return [
      make("h2", {}, "Cause an irregularity"),
      make("p", { class: "dim" }, "And watch what the rules do. Nobody is told before somebody notices."),
      ...group(now, ""),
      ...coming,
    ].filter(Boolean);
  }

  function cause(section, chosen, later) {
    const fields = chosen.fields.map((field) => {
      const testid = `incident-field-${field.name}`;
      const control = field.choices?.length
        ? make(
            "select",
            { testid },
            field.choices.map((choice, at) => make("option", { value: at }, capital(choice.label))),
          )
        : make("input", { type: "number", min: field.least ?? 0, max: field.most, value: field.least ?? 0, testid });
      return { field, control };
    });
    const why = whyField("incident");
    const happen = async (event) => {
      event.preventDefault();
      const values = Object.fromEntries(
        fields.map(({ field, control }) => [
          field.name,
          field.choices?.length ? field.choices[Number(control.value)].value : Number(control.value),
        ]),
      );
      const done = await send(
        section,
        event.submitter,
        `POST ${base}/incident`,
        { incident: { kind: chosen.kind, ...values }, later, why: whyIn(why) },
        later ? `${chosen.title}: it comes as soon as it can.` : `${chosen.title}: it has happened. Watch the acts.`,
      );
      if (done) {
        causing = "";
        draft = {};
        drawn.delete("incidents");
      }
    };
    const form = make(
      "form",
      {
        class: "sup-cause",
        novalidate: true,
        onsubmit: happen,
        oninput: ({ target }) => {
          draft[target.dataset.testid] = target.value;
        },
      },
      make("p", {}, chosen.means),
      fields.map(({ field, control }) => labeled(field.label, control)),
      why,
      make("button", { class: "main", testid: "incident-do" }, later ? "Let it happen later" : "Let it happen"),
    );
    for (const control of form.querySelectorAll("[data-testid]")) {
      const said = draft[control.dataset.testid];
      if (said !== undefined && !(control.tagName === "SELECT" && Number(said) >= control.options.length))
        control.value = said;
    }
    return form;
  }

  // --- settings for the next round

  function setting(section, { next }) {
    const body = make("div", { class: "sup-form" });
    const details = make(
      "details",
      {
        testid: "setting",
        ontoggle: () => {
          if (details.open && !body.childElementCount) load(section, body);
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
              next.map((each) => make("li", {}, each)),
            ),
          )
        : null,
      details,
    ].filter(Boolean);
  }

  async function load(section, body) {
    const { found, refused } = await call(`GET ${base}/setting-form`);
    if (closed) return;
    refuse(section, refused);
    if (found)
      body.replaceChildren(
        settingForm(section, found, () => {
          body.replaceChildren();
          load(section, body);
        }),
      );
  }

  function settingForm(section, form, reload) {
    const { setting } = form;
    const readers = []; // each puts what was chosen into the setting, or says what is wrong
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
    const elections = form.house.map((each) => election(each, setting.house, readers, form.game));
    const readings = form.readings.map((each) => {
      const control = make(
        "select",
        { testid: `reading-${each.id}` },
        Object.keys(each.choices).map((choice) =>
          make(
            "option",
            { value: choice, selected: choice === each.value },
            choice.replaceAll("-", " ") + (choice === each.default ? " (default)" : ""),
          ),
        ),
      );
      const means = make("p", { class: "dim" }, each.choices[each.value]);
      control.addEventListener("change", () => {
        means.textContent = each.choices[control.value];
      });
      readers.push(() => {
        delete setting.readings[each.id];
        if (control.value !== each.default) setting.readings[each.id] = control.value;
      });
      return make(
        "div",
        { class: "sup-election" },
        labeled([capital(each.id.replaceAll("-", " ")), " ", ...cites(each.paragraph, form.game)], control),
        make("p", { class: "dim" }, each.doubt),
        means,
      );
    });
    const number = (each, put) => {
      const control = make("input", {
        type: "number",
        min: each.least,
        max: each.most,
        step: "any",
        value: each.value,
        testid: `setting-${each.key}`,
      });
      readers.push(() => put(Number(control.value)));
      return labeled(each.label, control);
    };
    const pace = form.pace.map((each) =>
      number(each, (value) => {
        setting.pace[each.key] = value;
      }),
    );
    const company = number(form.companions, (value) => {
      setting.companions = Math.round(value);
    });
    const outcome = make("div", { class: "sup-outcome", role: "status" });
    const why = whyField("setting");

    const read = () => {
      const wrong = readers.map((reader) => reader()).filter(Boolean);
      refuse(section, wrong.length ? wrong : null);
      return !wrong.length;
    };
    const attempt = async (event) => {
      if (!read()) return;
      const found = await send(section, event?.currentTarget, `PUT ${base}/setting?try=1`, setting);
      if (found) outcome.replaceChildren(...planned(found, form.game));
    };
    const apply = async (event) => {
      event.preventDefault();
      if (!read()) return;
      const found = await send(
        section,
        event.submitter,
        `PUT ${base}/setting`,
        { ...setting, why: whyIn(why) },
        "In force from the next round on.",
      );
      if (found && seen.out_of_service)
        location.reload(); // it can be played at again
      else if (found) reload();
    };
    return make(
      "form",
      { novalidate: true, onsubmit: apply },
      labeled("Text of the law", law),
      make("details", { open: true }, make("summary", {}, "What the house elects"), elections),
      make("details", {}, make("summary", {}, `Readings (${readings.length})`), readings),
      make("details", {}, make("summary", {}, "Pace and house players"), company, pace),
      make("button", { type: "button", testid: "setting-try", onclick: attempt }, "Check the change"),
      outcome,
      why,
      make("button", { class: "main", testid: "setting-do" }, "Apply from the next round"),
    );
  }

  function planned({ changes, notices }, game) {
    if (!changes.length) return [make("p", {}, "Nothing is different.")];
    return [
      make(
        "ul",
        { class: "sup-list", testid: "setting-changes" },
        changes.map((each) => make("li", {}, each)),
      ),
      notices.length
        ? make(
            "ul",
            { class: "sup-list sup-notices", testid: "setting-notices" },
            notices.map(({ cite, told: sentence }) => make("li", {}, `${sentence} `, cites(cite, game))),
          )
        : null,
    ].filter(Boolean);
  }

  function election(each, house, readers, game) {
    const testid = `setting-${each.key}`;
    const label = [each.label, " ", ...cites(each.cite, game)];
    const put = (value) => {
      house[each.key] = value;
    };
    let control;
    if (each.kind === "yes or no") {
      control = make("input", { type: "checkbox", checked: each.value, testid });
      readers.push(() => put(control.checked));
    } else if (each.kind === "choice") {
      control = make(
        "select",
        { testid },
        each.optional ? make("option", { value: "" }, "None") : null,
        each.choices.map((choice) =>
          make("option", { value: choice, selected: choice === each.value }, capital(choice.replaceAll("-", " "))),
        ),
      );
      readers.push(() => put(control.value || null));
    } else if (each.kind === "lines" || each.kind === "tables of lines") {
      control = make("textarea", { rows: 2, spellcheck: false, testid });
      control.value = written(each.value);
      readers.push(() => {
        const found = readLines(control.value, each.kind === "lines");
        if (found === null)
          return {
            cite: "",
            wrong: `${each.label}: a line cannot be read`,
            right:
              each.kind === "lines"
                ? "write “flush: 6 to 1”, one to a line"
                : "write “base / flush: 9 to 1”, one to a line",
          };
        put(found);
      });
    } else {
      const text =
        each.kind === "money"
          ? each.value === null
            ? ""
            : dollars(each.value).slice(1)
          : Array.isArray(each.value)
            ? each.value.join(", ")
            : String(each.value ?? "");
      control = make("input", {
        value: text,
        autocomplete: "off",
        inputmode: each.kind === "money" ? "decimal" : each.kind === "number" ? "numeric" : false,
        testid,
      });
      readers.push(() => {
        const given = control.value.trim();
        const words = given.split(/[,\s]+/).filter(Boolean);
        if (!given && each.optional) return put(null);
        const value = {
          money: () => cents(given),
          number: () => whole(given),
          numbers: () => (words.every((word) => whole(word) !== null) ? words.map(Number) : null),
          words: () => words,
          text: () => given,
        }[each.kind]();
        if (value === null)
          return {
            cite: each.cite,
            wrong: `${each.label}: ${given || "nothing"} cannot be read`,
            right: each.kind === "money" ? "enter dollars" : "enter whole numbers",
          };
        return put(value);
      });
    }
    const pays = make("div", { class: "sup-pays" });
    const show = () => {
      const chosen = each.kind === "yes or no" ? (control.checked ? "yes" : "no") : control.value;
      pays.replaceChildren(
        ...(each.pays[chosen] ?? []).map(({ title, cite, lines }) =>
          make(
            "table",
            {},
            make("caption", {}, title, " ", cites(cite, game)),
            make(
              "tbody",
              {},
              lines.map(([hand, odds]) => make("tr", {}, make("th", { scope: "row" }, hand), make("td", {}, odds))),
            ),
          ),
        ),
      );
    };
    control.addEventListener("change", show);
    show();
    return make(
      "div",
      { class: "sup-election" },
      labeled(label, control),
      make("p", { class: "dim" }, each.means),
      pays,
    );
  }

  const whole = (text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : null);

  const written = (value) =>
    Object.entries(value ?? {})
      .flatMap(([key, rate]) =>
        typeof rate === "object"
          ? Object.entries(rate).map(
              ([line, paid]) => `${key} / ${line}: ${typeof paid === "number" ? dollars(paid) : paid}`,
            )
          : `${key}: ${rate}`,
      )
      .join("\n");

  function readLines(text, flat) {
    const found = {};
    for (const line of text
      .split("\n")
      .map((each) => each.trim())
      .filter(Boolean)) {
      const at = line.lastIndexOf(":");
      if (at < 1) return null;
      const rate = line.slice(at + 1).trim();
      const paid = rate.startsWith("$") ? cents(rate) : rate;
      const name = line.slice(0, at).trim();
      if (flat) found[name] = paid;
      else {
        const [table, hand] = name.split("/").map((each) => each.trim());
        if (!hand) return null;
        found[table] ??= {};
        found[table][hand] = paid;
      }
    }
    return found;
  }

  // --- the name, winding up, putting away

  function rename(section, { name }) {
    const input = make("input", {
      name: "name",
      value: name,
      maxlength: 60,
      required: true,
      autocomplete: "off",
      testid: "rename-name",
    });
    const why = whyField("name");
    return [
      make(
        "form",
        {
          testid: "rename",
          novalidate: true,
          onsubmit: (event) => {
            event.preventDefault();
            send(section, event.submitter, `PUT ${base}/name`, { name: input.value, why: whyIn(why) }, "Renamed.");
          },
        },
        make("h2", {}, "Name"),
        labeled("Name of the table", input),
        why,
        make("button", { testid: "rename-do" }, "Rename"),
      ),
    ];
  }

  // --- people at the table, and a round that is void

  function players(section, names) {
    const who = make(
      "select",
      { name: "name", testid: "kick-name" },
      names.map((name) => make("option", { value: name }, name)),
    );
    const why = whyField("kick");
    return [
      make(
        "form",
        {
          testid: "kick",
          novalidate: true,
          onsubmit: (event) => {
            event.preventDefault();
            send(
              section,
              event.submitter,
              `POST ${base}/kick`,
              { name: who.value, why: whyIn(why) },
              `${who.value} has to leave.`,
            );
          },
        },
        make("h2", {}, "Have somebody leave"),
        make("p", {}, "At once, or when the hand is over, which the clock plays. They can come back in 15 minutes."),
        labeled("Who", who),
        why,
        make("button", { testid: "kick-do" }, "Have them leave"),
      ),
    ];
  }

  function voiding(section, { round }) {
    const cite = make("input", {
      name: "cite",
      maxlength: 60,
      required: true,
      value: "house:void",
      autocomplete: "off",
      testid: "void-cite",
    });
    const why = whyField("void");
    return [
      make(
        "form",
        {
          testid: "void",
          novalidate: true,
          onsubmit: (event) => {
            event.preventDefault();
            send(
              section,
              event.submitter,
              `POST ${base}/void`,
              { cite: cite.value.trim(), round, why: whyIn(why) },
              "The round is void.",
            );
          },
        },
        make("h2", {}, "Void the round"),
        make("p", {}, "Every player gets back the bets of this round."),
        labeled("By a paragraph or house rule", cite),
        why,
        make("button", { testid: "void-do" }, "Void it"),
      ),
    ];
  }

  function windUp(section, { out }) {
    const why = whyField("wind-up");
    return [
      make(
        "form",
        {
          testid: "wind-up",
          novalidate: true,
          onsubmit: (event) => {
            event.preventDefault();
            send(section, event.submitter, `POST ${base}/wind-up`, { why: whyIn(why) }, "Wound up.");
          },
        },
        make("h2", {}, "Wind up the round"),
        make(
          "p",
          {},
          out
            ? "Everybody gets back their chips and their bets."
            : "Every player gets back the bets of this round. Bets from earlier rounds stay on the layout.",
        ),
        why,
        make("button", { class: "main", testid: "wind-up-do" }, "Wind it up"),
      ),
    ];
  }

  function away(section) {
    const why = whyField("put-away");
    return [
      make("h2", {}, "Delete the table"),
      make("p", {}, "It is listed no more. Its rounds are kept."),
      why,
      make(
        "button",
        {
          type: "button",
          testid: "put-away",
          onclick: async (event) => {
            if (await send(section, event.currentTarget, `DELETE ${base}`, { why: whyIn(why) })) location.assign("/");
          },
        },
        "Delete it",
      ),
    ];
  }

  function acts(_, list) {
    return [
      make("h2", {}, "What the staff did"),
      list.length
        ? make(
            "ol",
            { class: "sup-done", testid: "staff-acts", tabindex: 0, "aria-label": "What the staff did" },
            list.map((act) =>
              make(
                "li",
                {},
                make("p", {}, `${act.what} `, act.cite ? cites(act.cite, seen.game) : []),
                act.why ? make("p", { class: "sup-why" }, `“${act.why}”`) : null,
                make("p", { class: "dim" }, `${act.name}, ${act.round ? `round ${act.round}, ` : ""}${when(act.at)}`),
              ),
            ),
          )
        : make("p", { class: "dim" }, "Nothing yet."),
    ];
  }

  // --- keeping fresh

  function show() {
    draw("ruling", seen.asked, ruling);
    const out = Boolean(seen.out_of_service);
    draw("state", { state: seen.state, held: seen.held, out }, state);
    draw("bank", seen.held || out ? null : seen.inventory, bank);
    draw("cage", seen.held || out ? null : { chip: seen.smallest_chip }, cage);
    draw("orders", seen.orders, orders);
    drawIncidents();
    draw("players", seen.players.length ? seen.players : null, players);
    draw("voiding", seen.wagered && !seen.stuck ? { round: seen.round } : null, voiding);
    draw("setting", { next: seen.next }, setting);
    draw("rename", out ? null : { name: seen.name }, rename);
    draw("windup", seen.stuck ? { out } : null, windUp);
    draw("away", seen.may_be_put_away ? true : null, away);
    draw("acts", seen.acts, acts);
    onCount(seen.asked ? 1 : 0);
  }

  async function look() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    const { found, refused } = await call(`GET ${base}/supervision`);
    asking = false;
    if (closed) return;
    if (found) {
      seen = found;
      sections.gone.hidden = true;
      show();
    } else {
      sections.gone.hidden = false;
      refuse(sections.gone, refused);
    }
    if (again) {
      again = false;
      refresh();
    }
  }

  function refresh() {
    if (timer || closed) return;
    timer = setTimeout(
      () => {
        timer = 0;
        look();
      },
      seen ? SOONEST : 0,
    );
  }

  refresh();
  return {
    refresh,
    close() {
      closed = true;
      clearTimeout(timer);
      element.classList.remove("sup");
      element.replaceChildren();
    },
  };
}
