// @ts-check
// The supervisor's compliance tab: findings about the table's setting, counts of the gaming day, and a form to note a
// dispute.

import { countOf } from "./felt/svg.js";
import { toSentence } from "./html.js";
import { call } from "./http.js";
import { citationNodes, labeledField, make, reasonField, reasonIn } from "./supervisor/form_parts.js";

const WORDS = { violation: "Violation", warning: "Warning", note: "Note" };

const PAPERS = [
  ["rules", "rules sheet"],
  ["sign", "sign"],
  ["layout", "layout inscriptions"],
  ["guide", "gaming guide"],
];

// Returns the name of a reading or a house rule, because its chip says only that it is one.
const labelOf = (paragraph) => (paragraph.includes(":") ? `${paragraph.split(":")[1].replaceAll("-", " ")}: ` : "");
const countsInWords = (rounds, hands) =>
  [rounds && countOf(rounds, "round"), hands && countOf(hands, "hand")].filter(Boolean).join(", ");

/** @param {string} game */
function findingsList(findings, game, testid) {
  if (!findings.length) return make("p", { testid }, "Nothing was found.");
  return make(
    "ul",
    { class: "sup-done", testid },
    findings.map(({ severity, paragraph, where, message, fix }) =>
      make(
        "li",
        {},
        make("p", {}, make("b", {}, `${WORDS[severity]}: ${where} `), citationNodes(paragraph, game)),
        make("p", {}, toSentence(message)),
        make("p", { class: "dim" }, toSentence(fix)),
      ),
    ),
  );
}

function settingPart({ game, title, authority, text, not_held, findings, waiting, rules }) {
  return make(
    "section",
    { class: "sup-part" },
    make("h2", {}, "The table as it is set"),
    make("p", {}, `${title}, ${authority}, ${text}.`),
    not_held.length
      ? make(
          "p",
          { class: "dim", testid: "not-held" },
          `Not held, so played by labeled defaults: ${not_held.join(", ")}.`,
        )
      : null,
    findingsList(findings, game, "findings"),
    waiting ? make("h2", {}, "From the next round on") : null,
    waiting ? findingsList(waiting, game, "findings-next") : null,
    make(
      "p",
      {},
      "To print: ",
      ...PAPERS.flatMap(([last, words], index) => [
        index ? ", " : "",
        make("a", { href: rules.replace(/rules$/, last), target: "_blank", rel: "noopener" }, words),
      ]),
    ),
  );
}

function gamingDayPart({ game, day, report }) {
  if (!day) return null;
  const { stub, voids } = day;
  const facts = [
    ["Rounds", day.rounds],
    ["Wound up", day.wound_up],
    ...(stub.dealt
      ? [
          ["Counts of the stub due", stub.due],
          ["Counts of the stub made", stub.made],
        ]
      : []),
    ...(day.unread ? [["Rounds that cannot be read", day.unread]] : []),
  ];
  return make(
    "section",
    { class: "sup-part" },
    make("h2", {}, `Gaming day ${day.date}`),
    make(
      "dl",
      { class: "sup-facts", testid: "day" },
      facts.flatMap(([name, count]) => [make("dt", {}, name), make("dd", {}, String(count))]),
    ),
    stub.missed.length
      ? make(
          "p",
          { class: "sup-warn", testid: "missed" },
          `A count was due and not made in round ${stub.missed.join(", ")}. `,
          citationNodes(stub.paragraph, game),
        )
      : null,
    make("h2", {}, "Voids by paragraph"),
    voids.length
      ? make(
          "ul",
          { class: "sup-list", testid: "voids" },
          voids.map(([paragraph, rounds, hands]) =>
            make("li", {}, citationNodes(paragraph, game), ` ${labelOf(paragraph)}${countsInWords(rounds, hands)}`),
          ),
        )
      : make("p", { testid: "voids" }, "Nothing was void."),
    report ? make("p", {}, make("a", { href: report }, "Report of a shift")) : null,
  );
}

// Sets up the compliance tab in an element. Returns how to refresh it.
/** @param {HTMLElement} element @param {number} table */
export function compliancePanel(element, table) {
  const status = make("p", { class: "sup-told", role: "status" });
  const content = make("div", { class: "sup" });
  const dispute = disputeForm(table, status, () => refresh());
  let newest = 0;
  element.classList.add("sup");
  element.replaceChildren(status, content, dispute);

  async function refresh() {
    const number = ++newest;
    const { answer, refused } = await call(`GET /api/tables/${table}/compliance`);
    if (number !== newest) return; // a newer answer is on its way
    content.replaceChildren(
      ...(answer
        ? [settingPart(answer), gamingDayPart(answer)].filter(Boolean)
        : [make("p", { class: "refusal", role: "alert" }, refused.map(({ wrong }) => toSentence(wrong)).join(" "))]),
    );
  }

  return { refresh };
}

/** @param {number} table */
function disputeForm(table, status, done) {
  const round = make("input", {
    name: "round",
    inputmode: "numeric",
    required: true,
    autocomplete: "off",
    testid: "dispute-round",
  });
  const position = make("input", {
    name: "position",
    inputmode: "numeric",
    autocomplete: "off",
    testid: "dispute-position",
  });
  const why = reasonField("dispute", "What is disputed");
  const section = make("section", { class: "sup-part" });
  const number = ({ value }) => (/^\d+$/.test(value.trim()) ? Number(value) : null);
  /** @param {string} words */
  const refuse = (words) => section.append(make("p", { class: "refusal", role: "alert", testid: "refusal" }, words));
  /** @param {Event} event */
  const note = async (event) => {
    event.preventDefault();
    section.querySelector(".refusal")?.remove();
    if (number(round) === null || (position.value.trim() && number(position) === null)) {
      refuse("Enter the number of the round, and of the position if it is about one.");
      round.focus();
      return;
    }
    const body = {
      round: number(round),
      why: reasonIn(why),
      ...(position.value.trim() ? { position: number(position) } : {}),
    };
    const { answer, refused } = await call(`POST /api/tables/${table}/dispute`, body);
    if (refused) {
      refuse(refused.map(({ wrong, right }) => [wrong, right].filter(Boolean).map(toSentence).join(" ")).join(" "));
      return;
    }
    status.textContent = `Noted. ${toSentence(answer.noted)}`;
    /** @type {HTMLFormElement} */ (event.target).reset();
    done();
  };
  section.append(
    make(
      "form",
      { testid: "dispute", novalidate: true, onsubmit: note },
      make("h2", {}, "Note a dispute"),
      make(
        "p",
        { class: "dim" },
        "It goes into the shift’s report, with your name and with what the discard rack says. " +
          "Nothing at the table changes.",
      ),
      labeledField("Round", round),
      labeledField("Position (optional; 0 is the dealer)", position),
      why,
      make("button", { testid: "dispute-do" }, "Note it"),
    ),
  );
  return section;
}
