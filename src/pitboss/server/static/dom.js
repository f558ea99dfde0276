// @ts-check
// Finds elements of a page.

// Returns all elements that match a selector, as an array.
/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
export const queryAll = (selector, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

// Returns the nearest element around the target of an event that matches a selector.
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const closestTo = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);
