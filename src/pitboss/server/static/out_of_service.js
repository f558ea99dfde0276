// @ts-check
// The page of a table that this version cannot run: the supervisor's panel alone, for the staff.

import { supervisorPanel } from "./supervisor.js";

const element = document.getElementById("staff");
supervisorPanel(element, Number(element.dataset.table));
