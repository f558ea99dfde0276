// @ts-check
// Light, dark or as the device has it. A classic script in the head, so that the page never shows the other one first.
(() => {
  const KEY = "pitboss theme";
  const THEMES = ["auto", "light", "dark"];
  const root = document.documentElement;
  const kept = () => {
    try {
      const found = localStorage.getItem(KEY);
      return THEMES.includes(found) ? found : "auto";
    } catch {
      return "auto"; // a browser may keep nothing
    }
  };
  const show = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.setAttribute("aria-label", `Colors: ${theme}`);
      button.setAttribute("title", `Colors: ${theme}. Press for ${THEMES[(THEMES.indexOf(theme) + 1) % 3]}.`);
    }
  };
  show(kept());
  document.addEventListener("DOMContentLoaded", () => show(kept()));
  addEventListener("storage", () => show(kept())); // another page of ours has changed it
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-theme-switch]"))) return;
    const theme = THEMES[(THEMES.indexOf(kept()) + 1) % 3];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // shown on this page only
    }
    show(theme);
  });
})();
