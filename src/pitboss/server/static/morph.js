// @ts-check
// Makes an element look like another, touching only what differs: what has the focus keeps it, what is typed stays.
// Children with a data-key are known by it, the others by their place. What has data-local is ours and left alone.

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined);
const local = (node) => node.nodeType === Node.ELEMENT_NODE && "local" in node.dataset;
const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;
const readers = new Set(["open", "aria-busy"]); // attributes that are the reader's to set, or the page's own

function attributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (!readers.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!readers.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}

function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  attributes(old, fresh);
  children(old, fresh);
}

// Makes an element show a piece of HTML.
export function render(element, text) {
  const template = document.createElement("template");
  template.innerHTML = String(text);
  children(element, template.content);
}

function children(old, fresh) {
  const wanted = new Set([...fresh.childNodes].map(keyOf).filter(Boolean));
  const held = new Map();
  for (const node of [...old.childNodes]) {
    const key = keyOf(node);
    if (local(node) || !key) continue;
    if (wanted.has(key) && !held.has(key)) held.set(key, node);
    else node.remove();
  }
  let at = old.firstChild;
  const skip = () => {
    while (at && local(at)) at = at.nextSibling;
  };
  for (const node of [...fresh.childNodes]) {
    skip();
    const key = keyOf(node);
    const match = key ? held.get(key) : undefined;
    if (match && alike(match, node)) {
      while (at && at !== match && !keyOf(at) && !local(at)) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
      if (at === match) at = at.nextSibling;
      else old.insertBefore(match, at); // the order has changed
      patch(match, node);
    } else if (!key && at && !keyOf(at) && alike(at, node)) {
      patch(at, node);
      at = at.nextSibling;
    } else {
      if (match) {
        if (at === match) at = at.nextSibling;
        match.remove();
      }
      old.insertBefore(node, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    if (!local(gone)) gone.remove();
  }
}
