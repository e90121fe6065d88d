/* What a thing on the table is and does: on hover, focus and long press. */

const board = document.getElementById("board");
const tip = document.getElementById("tip");
const ring = document.getElementById("ring");
let timer = 0;
let longPressed = false;
let pointed = ""; // what the mouse is on
let clickedAt = null; // where the mouse rested when it clicked: until it moves away, no tip pops up under it

const KEEP_CLEAR = "#region-action, #result:not([hidden]), #confirm:not([hidden]), #scene:not([hidden])";
const GAP = 8;

/** Beside the element where there is room: never over it, over its neighbours of the same kind, or over the sentence. */
function show(element) {
  const text = element.dataset.tip ?? element.getAttribute("aria-label");
  if (!text) return;
  tip.textContent = text;
  tip.hidden = false;
  const box = element.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const middle = { x: box.x + (box.width - own.width) / 2, y: box.y + (box.height - own.height) / 2 };
  const spots = [
    { x: middle.x, y: box.y - own.height - GAP },
    { x: middle.x, y: box.bottom + GAP },
    { x: box.right + GAP, y: middle.y },
    { x: box.x - own.width - GAP, y: middle.y },
    ...[1.1, 2.2].flatMap((far) => [{ x: middle.x, y: box.y - own.height - far * box.height }, { x: middle.x, y: box.bottom + far * box.height }]),
  ].map((spot) => clamped(spot, own));
  const others = [...document.querySelectorAll(KEEP_CLEAR), ...neighbours(element)].map((other) => other.getBoundingClientRect());
  const covered = (spot) => 4 * overlap(spot, own, box) + others.reduce((sum, other) => sum + overlap(spot, own, other), 0);
  const best = spots.reduce((least, spot) => (covered(spot) < covered(least) - 1 ? spot : least));
  tip.style.left = `${best.x}px`;
  tip.style.top = `${best.y}px`;
}

const clamped = ({ x, y }, own) => ({
  x: Math.min(Math.max(GAP, x), innerWidth - own.width - GAP),
  y: Math.min(Math.max(GAP, y), innerHeight - own.height - GAP),
});

function overlap(spot, own, other) {
  const wide = Math.min(spot.x + own.width, other.right) - Math.max(spot.x, other.x);
  const high = Math.min(spot.y + own.height, other.bottom) - Math.max(spot.y, other.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/** What can be touched and begins its name alike: the other squares, the other cards. */
function neighbours(element) {
  const kind = element.id.split("-")[0];
  return kind ? [...board.querySelectorAll(`.legal[id^="${kind}-"]`)].filter((other) => other !== element) : [];
}

/** The ring around the focused element lies above the whole table, so that nothing drawn later covers it. */
function updateRing() {
  const focused = document.activeElement;
  ring.hidden = !board.contains(focused) || !focused.matches(":focus-visible");
  if (ring.hidden) return;
  const box = focused.getBoundingClientRect();
  for (const [name, value] of Object.entries({ left: box.x - 4, top: box.y - 4, width: box.width + 8, height: box.height + 8 })) {
    ring.style[name] = `${value}px`;
  }
}

/** No tip, unless it says clearly more than what stands in the bar. */
function hide(said = "") {
  const element = said && document.getElementById(pointed);
  if (element && (element.dataset.tip ?? element.getAttribute("aria-label") ?? "").length > said.length + 20) return;
  clearTimeout(timer);
  tip.hidden = true;
}

const targetOf = (event) => event.target.closest?.(".target[data-tip], .target[aria-label]");

board.addEventListener("pointerover", (event) => {
  hide();
  const element = targetOf(event);
  pointed = element?.id ?? "";
  if (!element || event.pointerType !== "mouse") return;
  if (clickedAt && Math.hypot(event.clientX - clickedAt[0], event.clientY - clickedAt[1]) < 6) return;
  clickedAt = null;
  timer = setTimeout(() => show(element), 450);
});
board.addEventListener("pointerleave", () => hide());
board.addEventListener("focusin", (event) => {
  updateRing();
  if (event.target.matches(":focus-visible") && targetOf(event)) show(targetOf(event));
});
board.addEventListener("focusout", () => {
  hide();
  ring.hidden = true;
});
/** Also where a key was clicked that has gone since: what lies below it was not pointed at. */
addEventListener("pointerdown", (event) => (clickedAt = [event.clientX, event.clientY]), true);
board.addEventListener("pointerdown", (event) => {
  hide();
  longPressed = false;
  const element = targetOf(event);
  if (!element || event.pointerType === "mouse") return;
  timer = setTimeout(() => {
    longPressed = true;
    show(element);
  }, 450);
});
board.addEventListener("pointerup", () => clearTimeout(timer));
board.addEventListener("click", (event) => {
  if (!longPressed) return;
  longPressed = false; // a long press reads, it doesn't play
  event.stopImmediatePropagation();
}, true);
board.addEventListener("contextmenu", (event) => longPressed && event.preventDefault());
for (const event of ["scroll", "resize"]) {
  addEventListener(event, () => {
    hide();
    updateRing();
  }, { passive: true });
}

export const tips = { show, hide, updateRing };
