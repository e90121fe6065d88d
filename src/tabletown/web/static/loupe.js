/* A magnifier: what is too small for a finger is shown large among its neighbours, where another of them can be touched. */

const board = document.getElementById("board");
const glass = document.getElementById("loupe");
const picture = glass.querySelector("svg");
const FINGER = 54; // pixels that the chosen thing shall measure
const MOST = 2.6;
const NAMES = ["id", "tabindex", "role", "aria-label", "data-tip", "data-count"];

let pick = () => {};

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A copy that nothing refers to; what can be touched knows whose copy it is. */
function copyOf(region) {
  const copy = region.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    if (element.matches(".target.legal")) element.dataset.spot = element.id;
    for (const name of NAMES) element.removeAttribute(name);
  }
  return copy;
}

/** Show an element of the board with what lies around it; `picked(element)` is told what is touched there. */
function show(element, picked) {
  pick = picked;
  glass.hidden = false;
  const box = element.getBoundingClientRect();
  const zoom = Math.min(MOST, Math.max(1, FINGER / Math.min(box.width, box.height)));
  const matrix = board.getScreenCTM();
  const { width, height } = glass.getBoundingClientRect();
  const whole = board.getBoundingClientRect();
  const within = (middle, size, low, high) => Math.max(low, Math.min(middle - size / 2, high - size));
  const left = within(box.x + box.width / 2, width / zoom, whole.left, whole.right);
  const top = within(box.y + box.height / 2, height / zoom, whole.top, whole.bottom);
  const seen = { left, top, right: left + width / zoom, bottom: top + height / zoom };
  const regions = [...board.children].filter((region) => overlap(region.getBoundingClientRect(), seen));
  const view = [(left - matrix.e) / matrix.a, (top - matrix.f) / matrix.d, width / zoom / matrix.a, height / zoom / matrix.d];
  picture.setAttribute("viewBox", view.join(" "));
  picture.replaceChildren(...regions.map(copyOf));
}

function hide() {
  glass.hidden = true;
  picture.replaceChildren();
}

glass.addEventListener("click", (event) => {
  const spot = event.target.closest("[data-spot]");
  const element = spot && document.getElementById(spot.dataset.spot);
  if (element) pick(element);
});

export const loupe = { show, hide };
