// @ts-check
// A page beside the tables: its citations open, and a place for a rules sheet is filled.
import { queryAll } from "./dom.js";
import { lawPopover } from "./law_panel.js";
import { rulesSheet } from "./rules_sheet.js";

const [rules] = queryAll("[data-rules]");
lawPopover(null, { table: Number(rules?.dataset.rules ?? 0) });
if (rules) rulesSheet(rules, Number(rules.dataset.rules));
for (const button of queryAll("[data-print]")) button.addEventListener("click", () => print());
