/* What would come of a move, as the game has drawn it ahead: shown while the move's target is pointed at, chosen or focused. */

const board = document.getElementById("board");
const now = { pointed: "", chosen: "", focused: "" };

const of = (event) => event.target.closest?.(".target.legal")?.id ?? "";

function point(how, id) {
  now[how] = id;
  show();
}

/** Of several the one that is pointed at counts first. Also for a picture that has just come. */
function show() {
  const id = [now.pointed, now.chosen, now.focused].find((one) => one && document.getElementById(one)?.classList.contains("legal"));
  for (const drawing of board.querySelectorAll(".preview")) drawing.classList.toggle("shown", drawing.dataset.for === id);
}

board.addEventListener("pointerover", (event) => point("pointed", of(event)));
board.addEventListener("pointerleave", () => point("pointed", ""));
board.addEventListener("focusin", (event) => point("focused", event.target.matches(":focus-visible") ? of(event) : ""));
board.addEventListener("focusout", () => point("focused", ""));

export const previews = { show, choose: (id) => point("chosen", id) };
