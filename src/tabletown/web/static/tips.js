/* What a thing on the table is and does: on hover, focus and long press. */

const board = document.getElementById("board");
const tip = document.getElementById("tip");
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
board.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && of(event) && show(of(event)));
board.addEventListener("focusout", hide);
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
addEventListener("scroll", hide, { passive: true });

export const tips = { show, hide };
