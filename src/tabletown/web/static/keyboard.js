/* Play without a pointer: arrows go to the nearest legal target, Enter plays it, digits choose from the list. */

import { on } from "./settings.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const typing = (element) => element.matches?.("input, textarea, select, [contenteditable]");

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** The legal target that lies nearest in a direction; sideways counts double. */
function nearest(all, from, [wx, wy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const [ex, ey] = middle(element);
    const along = (ex - x) * wx + (ey - y) * wy;
    const aside = Math.abs((ex - x) * wy) + Math.abs((ey - y) * wx);
    if (element === from || along < 2) continue;
    if (along + 2 * aside < least) [best, least] = [element, along + 2 * aside];
  }
  return best;
}

export function arrows(board, actions) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("dialog:modal, [popover]:popover-open")) return digit(event, actions);
    const focused = event.target.closest?.(".target, .page-button");
    if (event.key in WAYS) {
      const all = [...board.querySelectorAll(".target.legal")];
      if (!all.length) return;
      event.preventDefault();
      const next = board.contains(document.activeElement) && focused ? nearest(all, focused, WAYS[event.key]) : all[0];
      next?.focus();
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (focused && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      actions.touch(focused);
    } else if (event.key === "Enter" && event.target === document.body) {
      actions.confirm();
    } else if (event.key === "Escape") {
      actions.cancel();
    } else if (!digit(event, actions) && on("keys") && actions.letters[event.key]) {
      event.preventDefault();
      actions.letters[event.key]();
    }
  });
}

/** 1 to 9 and 0 choose the first ten legal moves. */
function digit(event, actions) {
  if (!/^[0-9]$/.test(event.key) || (document.querySelector("dialog:modal") && !document.querySelector("#moves:modal"))) return false;
  document.querySelector("#moves:modal")?.close();
  actions.number((Number(event.key) + 9) % 10);
  return true;
}
