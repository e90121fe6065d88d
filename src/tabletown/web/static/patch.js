/* A keyed patch: makes the page look like new markup while elements that have an id stay the same elements,
   wherever they move. Focus, half-typed text and open dialogs survive. */

const SVG = "http://www.w3.org/2000/svg";
const OWN = { DIALOG: "open", DETAILS: "open" }; // attributes that belong to the reader, not to the server

/** Markup of SVG elements as elements, in the SVG namespace. */
export function svgElements(markup) {
  const home = document.createElementNS(SVG, "svg");
  home.innerHTML = markup;
  return [...home.children];
}

/** Give `parent` the wanted children. A wanted child that is already in the page is kept as it is. */
export function patch(parent, wanted, scope = parent) {
  const focused = document.activeElement;
  const job = { scope, used: new Set(), leaving: [], known: new Map() };
  for (const element of scope.querySelectorAll("[id]")) job.known.set(element.id, element);
  children(parent, wanted, job);
  for (const node of job.leaving) if (!job.used.has(node)) node.remove();
  if (focused?.id && document.activeElement !== focused) {
    document.getElementById(focused.id)?.focus({ preventScroll: true });
  }
}

function children(parent, wanted, job) {
  const before = [...parent.childNodes];
  const nameless = before.filter((node) => !node.id);
  let last = null;
  for (const want of wanted) {
    const node = find(want, parent, nameless, job);
    job.used.add(node);
    const next = last ? last.nextSibling : parent.firstChild;
    if (next !== node) place(parent, node, next);
    last = node;
    if (node !== want) become(node, want, job);
  }
  for (const node of before) if (!job.used.has(node) && node.parentNode === parent) job.leaving.push(node);
}

function find(want, parent, nameless, job) {
  if (job.scope.contains(want)) return want;
  if (want.id) {
    const known = job.known.get(want.id);
    const fits = known && !job.used.has(known) && known.nodeName === want.nodeName && !known.contains(parent);
    return fits ? known : want.cloneNode(false);
  }
  const index = nameless.findIndex((node) => node.nodeName === want.nodeName && !job.used.has(node));
  return index < 0 ? want.cloneNode(false) : nameless.splice(index, 1)[0];
}

function place(parent, node, next) {
  const moves = parent.moveBefore && node.isConnected && parent.isConnected;
  if (moves) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

function become(node, want, job) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== want.nodeValue) node.nodeValue = want.nodeValue;
    return;
  }
  for (const { name } of [...node.attributes]) {
    if (!want.hasAttribute(name) && OWN[node.nodeName] !== name) node.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  children(node, [...want.childNodes], job);
}
