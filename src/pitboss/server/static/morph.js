// @ts-check
// Changes an element to match another, touching only what differs, so that focus and typed text stay. Children with a
// data-key are matched by it, others by their place. Elements with data-local belong to a script and are left alone.

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined);
const isLocal = (node) => node.nodeType === Node.ELEMENT_NODE && "local" in node.dataset;
const isSameKind = (first, second) => first.nodeType === second.nodeType && first.nodeName === second.nodeName;
const KEPT_ATTRIBUTES = new Set(["open", "aria-busy"]); // attributes that the reader or a script sets

function patchAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (!KEPT_ATTRIBUTES.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!KEPT_ATTRIBUTES.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
}

// Changes the children of an element to those of a piece of HTML.
export function render(element, text) {
  const template = document.createElement("template");
  template.innerHTML = String(text);
  patchChildren(element, template.content);
}

function patchChildren(old, fresh) {
  const wantedKeys = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
  const oldByKey = new Map();
  for (const node of [...old.childNodes]) {
    const key = keyOf(node);
    if (isLocal(node) || !key) continue;
    if (wantedKeys.has(key) && !oldByKey.has(key)) oldByKey.set(key, node);
    else node.remove();
  }
  let next = old.firstChild;
  const skip = () => {
    while (next && isLocal(next)) next = next.nextSibling;
  };
  for (const node of [...fresh.childNodes]) {
    skip();
    const key = keyOf(node);
    const match = key ? oldByKey.get(key) : undefined;
    if (match && isSameKind(match, node)) {
      while (next && next !== match && !keyOf(next) && !isLocal(next)) {
        const removed = next;
        next = next.nextSibling;
        removed.remove();
      }
      if (next === match) next = next.nextSibling;
      else old.insertBefore(match, next); // its place has changed
      patch(match, node);
    } else if (!key && next && !keyOf(next) && isSameKind(next, node)) {
      patch(next, node);
      next = next.nextSibling;
    } else {
      if (match) {
        if (next === match) next = next.nextSibling;
        match.remove();
      }
      old.insertBefore(node, next);
    }
  }
  while (next) {
    const removed = next;
    next = next.nextSibling;
    if (!isLocal(removed)) removed.remove();
  }
}
