/* Pieces fly to where they belong. Found by element id: where an element was, where it is now. */

import { on } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const LASTS = 420;
const MOST = 12;
const running = new Set();

const still = matchMedia("(prefers-reduced-motion: reduce)");
const wanted = () => !still.matches && on("motion") && !document.hidden;

/** Where everything lies, before the table changes. */
export function snapshot(board) {
  const spots = new Map();
  if (!wanted()) return spots;
  for (const element of board.querySelectorAll("[id]:not(.region):not(defs *)")) {
    spots.set(element.id, element.getBoundingClientRect());
  }
  return spots;
}

/** Let what has moved fly from its old place, and what is new fly from `source`, the element that caused it. */
export function fly(board, spots, changes, source) {
  if (!spots.size) return;
  const from = source && spots.get(source);
  const fresh = new Set(changes.map((change) => change.target));
  const flown = [];
  for (const element of board.querySelectorAll("[id]:not(.region):not(defs *)")) {
    if (flown.length >= MOST) break;
    if (flown.some((other) => other.contains(element))) continue;
    const start = spots.get(element.id) ?? (fresh.has(element.id) ? from : null);
    if (start && travel(board, element, start)) flown.push(element);
  }
}

function travel(board, element, start) {
  const end = element.getBoundingClientRect();
  const dx = start.x + start.width / 2 - end.x - end.width / 2;
  const dy = start.y + start.height / 2 - end.y - end.height / 2;
  if (!end.width || !start.width || Math.hypot(dx, dy) < 4) return false;
  const scale = board.getScreenCTM().a;
  const traveller = document.createElementNS(SVG, "g");
  const copy = element.cloneNode(true);
  for (const named of [copy, ...copy.querySelectorAll("[id], [tabindex], [role]")]) {
    for (const name of ["id", "tabindex", "role", "aria-label"]) named.removeAttribute(name);
  }
  const here = board.getScreenCTM().inverse().multiply(element.parentNode.getScreenCTM());
  const inner = document.createElementNS(SVG, "g");
  inner.setAttribute("transform", `matrix(${here.a} ${here.b} ${here.c} ${here.d} ${here.e} ${here.f})`);
  inner.append(copy);
  traveller.append(inner);
  traveller.setAttribute("class", "traveller");
  traveller.setAttribute("aria-hidden", "true");
  board.append(traveller);
  element.classList.add("aloft");
  const lift = Math.min(40, Math.hypot(dx, dy) / scale / 6);
  const motion = traveller.animate(
    [
      { translate: `${dx / scale}px ${dy / scale}px` },
      { translate: `${dx / scale / 2}px ${dy / scale / 2 - lift}px`, offset: 0.5 },
      { translate: "0px 0px" },
    ],
    { duration: LASTS, easing: "cubic-bezier(.3, .8, .3, 1)" },
  );
  const land = () => {
    running.delete(motion);
    traveller.remove();
    element.classList.remove("aloft");
  };
  running.add(motion);
  motion.onfinish = motion.oncancel = land;
  return true;
}

/** Everything lands at once: before the next change, or because the player can't wait. */
export function landAll() {
  for (const motion of [...running]) motion.finish();
}

addEventListener("pointerdown", landAll, true);
addEventListener("keydown", landAll, true);
