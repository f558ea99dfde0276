// @ts-check
// Starts the page of a table.

import { kindOf, registerDrawing } from "./felt/felt.js";
import { load } from "./late_modules.js";
import { TablePage } from "./table_page.js";

const root = document.getElementById("pit");
const view = JSON.parse(root.dataset.view);
const printed = JSON.parse(root.dataset.printed);
const kind = kindOf(view, printed);
registerDrawing(kind, await load(`felt/${kind}_drawing`));
new TablePage(root, view, printed).start();
