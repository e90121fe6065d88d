/* What a thing on the table is and does: on hover, focus and long press. */

const board = document.getElementById("board");
const tip = document.getElementById("tip");
const ring = document.getElementById("ring");
let timer = 0;
let pressed = false;

function show(element) {
  const text = element.dataset.tip ?? element.getAttribute("aria-label");
  if (!text) return;
  tip.textContent = text;
  tip.hidden = false;
  const box = element.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.x + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.y - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
}

/** The ring around the focused element lies above the whole table, so that nothing drawn later covers it. */
function follow() {
  const focused = document.activeElement;
  ring.hidden = !board.contains(focused) || !focused.matches(":focus-visible");
  if (ring.hidden) return;
  const box = focused.getBoundingClientRect();
  for (const [name, value] of Object.entries({ left: box.x - 4, top: box.y - 4, width: box.width + 8, height: box.height + 8 })) {
    ring.style[name] = `${value}px`;
  }
}

function hide() {
  clearTimeout(timer);
  tip.hidden = true;
}

const of = (event) => event.target.closest?.(".target[data-tip], .target[aria-label]");

board.addEventListener("pointerover", (event) => {
  hide();
  const element = of(event);
  if (element && event.pointerType === "mouse") timer = setTimeout(() => show(element), 450);
});
board.addEventListener("pointerleave", hide);
board.addEventListener("focusin", (event) => {
  follow();
  if (event.target.matches(":focus-visible") && of(event)) show(of(event));
});
board.addEventListener("focusout", () => {
  hide();
  ring.hidden = true;
});
board.addEventListener("pointerdown", (event) => {
  hide();
  pressed = false;
  const element = of(event);
  if (!element || event.pointerType === "mouse") return;
  timer = setTimeout(() => {
    pressed = true;
    show(element);
  }, 450);
});
board.addEventListener("pointerup", () => clearTimeout(timer));
board.addEventListener("click", (event) => {
  if (!pressed) return;
  pressed = false; // a long press reads, it doesn't play
  event.stopImmediatePropagation();
}, true);
board.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
for (const event of ["scroll", "resize"]) {
  addEventListener(event, () => {
    hide();
    follow();
  }, { passive: true });
}

export const tips = { show, hide, follow };
