// @ts-check
// The page of a table that this version cannot play at, for its staff: the supervisor's panel and nothing else.

import { supervisorPanel } from "./supervisor.js";

const element = document.getElementById("staff");
supervisorPanel(element, Number(element.dataset.table));
