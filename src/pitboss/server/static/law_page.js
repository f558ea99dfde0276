// @ts-check
// A page other than that of a table: opens its citations and draws the rules sheet, if it has a place for one.
import { queryAll } from "./dom.js";
import { lawPopover } from "./law_panel.js";
import { rulesSheet } from "./rules_sheet.js";

const [rules] = queryAll("[data-rules]");
lawPopover(null, { table: Number(rules?.dataset.rules ?? 0) });
if (rules) rulesSheet(rules, Number(rules.dataset.rules));
for (const button of queryAll("[data-print]")) button.addEventListener("click", () => print());
