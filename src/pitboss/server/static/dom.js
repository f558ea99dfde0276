// @ts-check
// Elements of a page, as its template has them.

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
export const queryAll = (selector, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

// An element that the template of the page has.
/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

// What an event is about: the nearest element of that kind around its target.
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const closestTo = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);
