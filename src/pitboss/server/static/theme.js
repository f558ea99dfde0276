// @ts-check
// Switches between light, dark and the device's own theme. A classic script in the head, so that the page never shows
// the wrong theme first.
(() => {
  const KEY = "pitboss theme";
  const THEMES = ["auto", "light", "dark"];
  const root = document.documentElement;
  const chosenTheme = () => {
    try {
      const theme = localStorage.getItem(KEY);
      return THEMES.includes(theme) ? theme : "auto";
    } catch {
      return "auto"; // this browser stores nothing
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
  show(chosenTheme());
  document.addEventListener("DOMContentLoaded", () => show(chosenTheme()));
  addEventListener("storage", () => show(chosenTheme())); // another page of ours has changed it
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-theme-switch]"))) return;
    const theme = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % 3];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // shown on this page only
    }
    show(theme);
  });
})();
