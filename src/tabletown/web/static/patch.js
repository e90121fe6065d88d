/* A keyed patch: makes the page look like new markup while elements that have an id stay the same elements,
   wherever they move. Focus, half-typed text and open dialogs survive. */

const SVG = "http://www.w3.org/2000/svg";
const READER_ATTRIBUTES = { DIALOG: "open", DETAILS: "open" }; // attributes that belong to the reader, not to the server

/** Markup of SVG elements as elements, in the SVG namespace. */
export function svgElements(markup) {
  const container = document.createElementNS(SVG, "svg");
  container.innerHTML = markup;
  return [...container.children];
}

/** Give `parent` the wanted children. A wanted child that is already in the page is kept as it is. */
export function patch(parent, wanted, scope = parent) {
  const focused = document.activeElement;
  const state = { scope, used: new Set(), leaving: [], known: new Map() };
  for (const element of scope.querySelectorAll("[id]")) state.known.set(element.id, element);
  patchChildren(parent, wanted, state);
  for (const node of state.leaving) if (!state.used.has(node)) node.remove();
  if (focused?.id && document.activeElement !== focused) {
    document.getElementById(focused.id)?.focus({ preventScroll: true });
  }
}

function patchChildren(parent, wanted, state) {
  const before = [...parent.childNodes];
  const nameless = before.filter((node) => !node.id);
  let last = null;
  for (const want of wanted) {
    const node = findMatch(want, parent, nameless, state);
    state.used.add(node);
    const next = last ? last.nextSibling : parent.firstChild;
    if (next !== node) insert(parent, node, next);
    last = node;
    if (node !== want) patchElement(node, want, state);
  }
  for (const node of before) if (!state.used.has(node) && node.parentNode === parent) state.leaving.push(node);
}

function findMatch(want, parent, nameless, state) {
  if (state.scope.contains(want)) return want;
  if (want.id) {
    const known = state.known.get(want.id);
    const fits = known && !state.used.has(known) && known.nodeName === want.nodeName && !known.contains(parent);
    return fits ? known : want.cloneNode(false);
  }
  const index = nameless.findIndex((node) => node.nodeName === want.nodeName && !state.used.has(node));
  return index < 0 ? want.cloneNode(false) : nameless.splice(index, 1)[0];
}

function insert(parent, node, next) {
  const moves = parent.moveBefore && node.isConnected && parent.isConnected;
  if (moves) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

function patchElement(node, want, state) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== want.nodeValue) node.nodeValue = want.nodeValue;
    return;
  }
  for (const { name } of [...node.attributes]) {
    if (!want.hasAttribute(name) && READER_ATTRIBUTES[node.nodeName] !== name) node.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  patchChildren(node, [...want.childNodes], state);
}
