// @ts-check
// Runs the side column: its tabs, and the panels that are loaded once the table is drawn.

import { whyPanel } from "./bets_panel.js";
import { byId } from "./dom.js";
import { load } from "./late_modules.js";
import { Tabs } from "./tabs.js";

/**
 * @import { Roads, TableView } from "server"
 * @import { TablePage } from "./table_page.js"
 */

const NO_ADVICE = { ask() {}, on() {}, off() {}, isOn: false };

export class SidePanels {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.isStaff = Boolean(page.root.dataset.staff);
    /** @type {{ ask: (view: TableView) => void, on: () => void, off: () => void, readonly isOn: boolean }} */
    this.adviser = NO_ADVICE;
    /** @type {{ refresh: () => void } | null} */
    this.supervisor = null;
    /** @type {{ refresh: () => void } | null} */
    this.compliance = null;
    /** @type {((element: HTMLElement, roads: Roads) => void) | null} */
    this.roadsPanel = null; // at tables that keep roads
    const roads = page.view.roads ? ["roads"] : [];
    const staff = this.isStaff ? ["staff", "compliance"] : [];
    this.tabs = new Tabs(byId("side"), ["acts", "bets", ...roads, "rules", ...staff], (name) => {
      if (name === "compliance") this.compliance?.refresh();
      if (name === "roads") this.drawRoads(); // their width depends on the panel, which is visible only now
    });
    byId("latest").addEventListener("click", () => this.tabs.reveal());
  }

  async mount() {
    const { table, view, me } = this.page;
    load("sheets"); // ahead of time, so that they open at once
    const [{ rulesSheet }, { adviser }] = await Promise.all([load("rules_sheet"), load("adviser")]);
    rulesSheet(byId("panel-rules"), table);
    if (view.roads) {
      this.roadsPanel = (await load("roads")).roadsPanel;
      this.page.draw();
    }
    if (this.page.view.you.seat || me) this.adviser = adviser(byId("adviser"), table);
    this.adviser.ask(this.page.view);
    if (this.isStaff) await this.mountStaff(table);
  }

  /** @param {number} table */
  async mountStaff(table) {
    const { supervisorPanel } = await load("supervisor");
    const onCount = (/** @type {number} */ count) => this.tabs.badge("staff", count);
    this.supervisor = supervisorPanel(byId("panel-staff"), table, { onCount });
    this.supervisor.refresh();
    const { compliancePanel } = await load("compliance");
    this.compliance = compliancePanel(byId("panel-compliance"), table);
    this.refreshCompliance();
  }

  /** @param {TableView} view */
  hear(view) {
    this.supervisor?.refresh();
    this.adviser.ask(view);
  }

  newRound() {
    if (this.isStaff) this.refreshCompliance();
  }

  refreshCompliance() {
    if (!byId("panel-compliance").hidden) this.compliance?.refresh();
  }

  drawRoads() {
    this.roadsPanel?.(byId("panel-roads"), this.page.view.roads);
  }

  // Explains the round that is held, or the last one.
  openWhy() {
    const { hold, view, printed, me } = this.page;
    const settled = hold.held?.settled ?? view.settled;
    if (!settled) return;
    whyPanel(byId("why"), settled, view, printed, me);
    this.tabs.reveal();
  }

  closeWhy() {
    if (byId("why").hidden) return;
    byId("why").hidden = true;
    this.page.focusBar();
  }
}
