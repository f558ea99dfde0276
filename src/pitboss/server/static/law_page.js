// @ts-check
// A page beside the tables: its citations open, and a place for a rules sheet is filled.
import { all } from "./dom.js";
import { lawPopover } from "./law_panel.js";
import { rulesSheet } from "./rules_sheet.js";

const [rules] = all("[data-rules]");
lawPopover(null, { table: Number(rules?.dataset.rules ?? 0) });
if (rules) rulesSheet(rules, Number(rules.dataset.rules));
for (const button of all("[data-print]")) button.addEventListener("click", () => print());
