/* Play without a pointer: arrows go to the nearest legal target, Enter plays it, digits choose from the list. */

import { isOn } from "./settings.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const isTextField = (element) => element.matches?.("input, textarea, select, [contenteditable]");

const center = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** The legal target that lies nearest in a direction; sideways counts double. */
function nearest(all, from, [wx, wy]) {
  const [x, y] = center(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const [ex, ey] = center(element);
    const along = (ex - x) * wx + (ey - y) * wy;
    const aside = Math.abs((ex - x) * wy) + Math.abs((ey - y) * wx);
    if (element === from || along < 2) continue;
    if (along + 2 * aside < least) [best, least] = [element, along + 2 * aside];
  }
  return best;
}

/** Of some elements the one that lies nearest to a point. */
export function nearestTo(elements, { x, y }) {
  const away = (element) => {
    const [ex, ey] = center(element);
    return Math.hypot(ex - x, ey - y);
  };
  return [...elements].reduce((best, one) => (best && away(best) <= away(one) ? best : one), null);
}

export function handleKeys(board, actions) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    if (document.querySelector("dialog:modal, [popover]:popover-open")) return handleDigit(event, actions);
    const focused = event.target.closest?.(".target, .page-button");
    if (event.key in DIRECTIONS) {
      const all = [...board.querySelectorAll(".target.legal")];
      if (!all.length) return;
      event.preventDefault();
      const next = board.contains(document.activeElement) && focused ? nearest(all, focused, DIRECTIONS[event.key]) : all[0];
      next?.focus();
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      actions.activate(focused);
    } else if (event.key === "Enter" && event.target === document.body) {
      actions.confirm();
    } else if (event.key === "Escape") {
      actions.cancel();
    } else if (!handleDigit(event, actions) && isOn("keys") && actions.letters[event.key]) {
      event.preventDefault();
      actions.letters[event.key]();
    }
  });
}

/** 1 to 9 and 0 choose the first ten legal moves. */
function handleDigit(event, actions) {
  if (!/^[0-9]$/.test(event.key) || (document.querySelector("dialog:modal") && !document.querySelector("#moves:modal"))) return false;
  document.querySelector("#moves:modal")?.close();
  actions.number((Number(event.key) + 9) % 10);
  return true;
}
